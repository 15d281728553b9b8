/* Reading levels, judging them and printing what was found; see solving.h. */
#include "solve/solving.h"

#include "base/progress.h"
#include "solve/arcade/pilot_command.h"
#include "solve/command.h"
#include "solve/report.h"
#include "solve/search/outer.h"
#include "solve/show.h"
#include "solve/tell/mend_command.h"
#include "solve/tell/why.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct batch {
    const struct solve_options *options;
    const struct solving_team *team;
    struct job *jobs;
    size_t count;
    size_t before; /* levels of earlier batches */
    struct request request;
    struct outer outer;   /* how a search goes on that is too large for memory, or for one process */
    struct beyond beyond; /* with that */
    struct progress progress;
};

/* How it is printed, and what the exit status is made of. */
struct outcome {
    const struct program *program;
    bool colour; /* may be printed */
    bool no_memory, bad_input, limit, condition_fails;
    struct text mended; /* the names of levels that were mended into files, a line each */
};

static void print_report_row(const struct solve_options *options, const struct job *job,
                             struct text *text)
{
    struct report_row row = {
        .level = text_string(&job->level.name),
        .columns = job->level.grid.columns,
        .rows = job->level.grid.rows,
        .seconds = options->timings ? job->seconds : -1,
    };
    report_add_row(text, &row, job->puzzle, &job->judgement);
}

static struct limits limits_of(const struct solve_options *options)
{
    return (struct limits){.max_states = options->max_states,
                           .max_memory = options->max_memory,
                           .timeout = options->timeout,
                           .interrupted = &program_interrupted,
                           .jobs = (unsigned)options->jobs};
}

static void print_why(const struct solve_options *options, const struct job *job,
                      struct text *text)
{
    struct subject subject;
    struct limits limits = limits_of(options);
    struct why why;
    if (!subject_make(&subject, job->puzzle, job->variant)) {
        text_fail(text);
        return;
    }
    if (why_find(&subject, &job->judgement, &limits, &why)) {
        tell_why(&subject, &job->judgement, &why, text);
        why_free(&why);
    } else {
        text_fail(text);
    }
    subject_free(&subject);
}

static void print_judgement(const struct solve_options *options, const struct job *job,
                            bool colour, struct text *text)
{
    show_judgement(text_string(&job->level.name), job->puzzle, &job->judgement, colour, text);
    if (options->list > 0)
        show_list(job->puzzle, &job->judgement, text);
    if (options->show && judgement_has_solution(&job->judgement))
        show_states(job->puzzle, &job->judgement.reported, text);
    if (options->why)
        print_why(options, job, text);
}

static void say_no_memory(const struct text *level, struct outcome *outcome)
{
    program_error(outcome->program, "%s%sout of memory", text_string(level),
                  level->size > 0 ? ": " : "");
    outcome->no_memory = true;
}

static void mend_job(const struct solve_options *options, const struct job *job, struct text *text,
                     struct outcome *outcome)
{
    struct limits limits = limits_of(options);
    struct text error = {0};
    struct mend_folder folder = {options->mend_folder, &outcome->mended};
    enum mend_result result =
        mend_command(job, &limits, (size_t)options->mend, &folder, text, &error);
    outcome->limit |= result == MEND_LIMIT;
    outcome->bad_input |= result == MEND_STOPPED;
    if (result == MEND_FAILED || error.failed)
        text_fail(text);
    else if (text_says(&error))
        program_error(outcome->program, "%s", text_string(&error));
    text_free(&error);
}

/* Prints a level that could be read. */
static void print_job(const struct solve_options *options, struct job *job,
                      struct outcome *outcome)
{
    struct text text = {0};
    if (options->replay != NULL) {
        enum replay_result result = show_replay(text_string(&job->level.name), job->puzzle,
                                                options->replay, options->show, &text);
        outcome->condition_fails |= result == REPLAY_SOLVES_NOT;
        outcome->bad_input |= result == REPLAY_UNREADABLE;
    } else if (!job->judged) {
        text_fail(&text);
    } else {
        if (options->csv)
            print_report_row(options, job, &text);
        else
            print_judgement(options, job, outcome->colour, &text);
        if (options->mend > 0 && !text.failed)
            mend_job(options, job, &text, outcome);
        outcome->limit |= job->judgement.verdict == VERDICT_UNDECIDED;
        outcome->condition_fails |=
            options->unique && job->judgement.verdict != VERDICT_UNIQUE;
    }
    if (text.failed)
        say_no_memory(&job->level.name, outcome);
    else
        fwrite(text_string(&text), 1, text.size, stdout);
    text_free(&text);
}

static void finish_job(const struct solve_options *options, struct job *job,
                       struct outcome *outcome)
{
    outcome->bad_input |= job->error.size > 0;
    program_complain(outcome->program, &job->level.remarks);
    if (job->error.failed)
        say_no_memory(&job->level.name, outcome);
    else
        program_complain(outcome->program, &job->error);
    if (job->puzzle != NULL)
        print_job(options, job, outcome);
    job_free(job);
}

/* Reads the next levels.  False: there are no more. */
static bool fill_batch(struct batch *batch, size_t room, struct level_source *source,
                       const struct job_kind *kind)
{
    batch->count = 0;
    while (batch->count < room && program_interrupted == 0) {
        if (!job_read(source, kind, &batch->jobs[batch->count]))
            return false;
        batch->count++;
    }
    return program_interrupted == 0;
}

/* The progress line; work that is soon done goes without. */
static void draw_progress(void *context, size_t done, uint64_t states)
{
    struct batch *batch = context;
    struct text line = {0};
    double seconds = progress_seconds(&batch->progress);
    if (seconds < 1)
        return;
    text_addf(&line, "judged %zu level%s, ", batch->before + done,
              batch->before + done == 1 ? "" : "s");
    if (states > 0)
        text_addf(&line, "%.1f M states, ", (double)states / 1e6);
    progress_add_time(&line, seconds);
    progress_draw(&batch->progress, &line);
    text_free(&line);
}

static void judge_batch(struct batch *batch)
{
    struct jobs_listener listener = {draw_progress, batch};
    const struct solving_team *team = batch->team;
    if (team != NULL)
        team->open(team->context, batch->jobs, &batch->request.limits, &batch->outer,
                   &batch->beyond);
    jobs_judge(batch->jobs, batch->count, batch->request, (unsigned)batch->options->jobs,
               batch->progress.on ? &listener : NULL);
    if (team != NULL)
        team->close(team->context, batch->options->timings);
    progress_clear(&batch->progress);
    batch->before += batch->count;
}

static int exit_status(const struct outcome *outcome)
{
    if (program_interrupted != 0)
        return EXIT_INTERRUPTED;
    if (outcome->no_memory)
        return EXIT_LIMIT;
    if (outcome->bad_input)
        return EXIT_BAD_INPUT;
    if (outcome->limit)
        return EXIT_LIMIT;
    return outcome->condition_fails ? EXIT_HOLDS_NOT : EXIT_SUCCESS;
}

/* False: out of memory. */
static bool print_header(const struct solve_options *options, struct outcome *outcome)
{
    struct text header = {0};
    report_add_header(&header, options->timings);
    if (header.failed)
        say_no_memory(&(struct text){0}, outcome);
    else
        fputs(text_string(&header), stdout);
    bool good = !header.failed;
    text_free(&header);
    return good;
}

static int solve_files(const struct program *program, const struct solve_options *options,
                       const struct job_kind *kind, const struct solving_team *team,
                       char *const *files, size_t count)
{
    size_t room = team == NULL ? 16 * (size_t)options->jobs : 1; /* a team is for one search */
    bool goes_on = options->disk != NULL || team != NULL;
    struct level_source *source = level_source_open(files, count);
    struct batch batch = {
        .options = options,
        .team = team,
        .jobs = calloc(room, sizeof *batch.jobs),
        .request = {.limits = limits_of(options),
                    .beyond = goes_on ? &batch.beyond : NULL,
                    .list = options->list,
                    .measures = options->measures},
        .outer = {.folder = options->disk, .rest = -1},
        .beyond = {outer_waits, outer_search, outer_forget, outer_all, &batch.outer, 0},
    };
    /* To a team's first process the terminal that it is started from may look like its own. */
    bool colour = team == NULL && isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
    struct outcome outcome = {.program = program, .colour = colour};
    if (source == NULL || batch.jobs == NULL) {
        say_no_memory(&(struct text){0}, &outcome);
    } else {
        level_source_expect(source, kind->game);
        program_complain(program, level_source_notes(source));
        progress_start(&batch.progress, options->quiet);
        bool more = !options->csv || print_header(options, &outcome);
        while (more) {
            more = fill_batch(&batch, room, source, kind);
            if (options->replay == NULL)
                judge_batch(&batch);
            for (size_t i = 0; i < batch.count; i++)
                finish_job(options, &batch.jobs[i], &outcome);
            more = more && program_interrupted == 0;
        }
    }
    level_source_close(source);
    free(batch.jobs);
    text_free(&outcome.mended);
    return program_finish(program, exit_status(&outcome));
}

static int show_help(const struct program *program, const struct option_set *sets, size_t count)
{
    struct text help = {0};
    options_help(sets, count, NULL, NULL, &help);
    job_kind_help(&help);
    int status = program_help(program, &help);
    text_free(&help);
    return status;
}

/* The folder for files is made and tried at once, not after hours when memory is full.  False, with the reason. */
static bool try_folder(const char *folder, struct text *error)
{
    struct stat status;
    if ((mkdir(folder, 0777) != 0 && errno != EEXIST) || stat(folder, &status) != 0 ||
        access(folder, W_OK | X_OK) != 0)
        text_addf(error, "--disk: the folder %s: %s", folder, strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        text_addf(error, "--disk: %s is no folder", folder);
    return !text_says(error);
}

int solving_main(const struct program *program, int argc, char **argv,
                 const struct solving_team *team)
{
    struct solve_command command;
    struct option_set sets[SOLVE_SETS];
    struct text error = {0};
    solve_command_sets(&command, sets);
    if (!solve_command_parse(&command, argc, argv, &error)) {
        int status = program_usage(program, &error);
        text_free(&error);
        return status;
    }
    if (team != NULL && !option_given(&sets[0], "jobs"))
        command.options.jobs = team->jobs;
    const struct solve_options *options = &command.options;
    if (options->help)
        return show_help(program, sets, SOLVE_SETS);
    if (options->version) {
        program_version(program);
        return program_finish(program, EXIT_SUCCESS);
    }
    char **operands = argv + command.first_operand;
    size_t count = (size_t)(argc - command.first_operand);
    program_catch_signals();
    if (command.pilots.autopilot != NULL)
        return pilot_command(program, &command.pilots, option_given(&sets[1], "seed"),
                             (unsigned)options->jobs, operands, count);
    if (options->disk != NULL && !try_folder(options->disk, &error)) {
        int status = program_fail(program, &error, EXIT_BAD_INPUT);
        text_free(&error);
        return status;
    }
    return solve_files(program, options, &command.kind, team, operands, count);
}
