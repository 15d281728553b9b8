/* Reads levels, judges them and prints the results; see command.h. */
#include "solve/command.h"

#include "base/file.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "solve/level/report.h"
#include "solve/search/disk/disk.h"
#include "solve/explain/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A running command. */
struct solving {
    const struct program *program;
    const struct solve_options *options;
    const struct job_kind *kind;
    const struct solving_team *team;
    struct level_source *source;
    struct request request;
    struct disk_search disk; /* how a search too large for memory, or for one process, continues */
    struct beyond beyond;    /* functions for that, pointing to `disk` */
    struct progress progress;
    uint64_t taken; /* levels read so far */
    bool colour;    /* colour may be printed */
    bool visible;   /* standard output is a terminal, so control characters in names must be made visible */

    /* These determine the exit status. */
    bool no_memory, bad_input, limit, condition_fails;

    struct text mended; /* file name stems of the levels mended so far, one per line */
};

/* Prints a complete text, or nothing if it failed, and empties it.  Returns whether all output so far is written. */
static bool put(struct text *text)
{
    if (!text->failed)
        fwrite(text_string(text), 1, text->size, stdout);
    bool written = program_flush() && !text->failed;
    text_clear(text);
    return written;
}

static void say_no_memory(const struct text *level, struct solving *solving)
{
    program_error(solving->program, "%s%sout of memory", text_string(level), level->size > 0 ? ": " : "");
    solving->no_memory = true;
}

/* Prints the results for a level.  If an interruption stops the rules while they compute the keys of its solution, the
 * level becomes undecided. */
static void print_found(struct job *job, struct text *text, const struct solving *solving)
{
    const struct solve_options *options = solving->options;
    bool no_memory = false;
    for (bool again = true; again;) {
        text_clear(text);
        if (options->csv) {
            struct text name = {0};
            if (solving->visible)
                utf8_add_visible(&name, text_string(&job->level.name));
            struct report_row row = {
                .level = text_string(solving->visible ? &name : &job->level.name),
                .columns = job->level.grid.columns,
                .rows = job->level.grid.rows,
                .seconds = options->timings ? job->seconds : -1,
            };
            if (options->shard.count > 0)
                part_add_number(text, job->number + 1);
            report_add_row(text, &row, job->puzzle, &job->judgement);
            text->failed |= name.failed;
            text_free(&name);
        } else {
            show_judgement(text_string(&job->level.name), job->puzzle, &job->judgement, solving->colour, text);
            if (options->list > 0)
                show_list(job->puzzle, &job->judgement, text);
            if (options->show && judgement_has_solution(&job->judgement))
                show_states(job->puzzle, &job->judgement.reported, text);
        }
        const char *doubt = puzzle_doubt(job->puzzle, &no_memory);
        again = doubt != NULL && !no_memory && job->judgement.verdict != VERDICT_UNDECIDED;
        if (again) {
            judgement_take_back(job->puzzle, &job->judgement);
            judgement_undecided(&job->judgement, 0, -1, doubt);
        }
    }
    if (no_memory)
        text_fail(text);
    if (options->csv)
        return;
    put(text);
    if (options->why && !text->failed) {
        struct why why;
        if (why_find(job->puzzle, job->variant, &job->judgement, &options->limits, &why)) {
            tell_why(&job->judgement, &why, text);
            why_free(&why);
        } else {
            text_fail(text);
        }
    }
}

/* Prints the results for a level that could be read.  Returns whether they were written. */
static bool print_job(struct job *job, struct solving *solving)
{
    const struct solve_options *options = solving->options;
    struct text text = {0};
    bool undecided = false;
    if (options->replay != NULL) {
        enum replay_result result = show_replay(text_string(&job->level.name), job->puzzle, options->replay,
                                                options->show, &options->limits, &text);
        solving->condition_fails |= result == REPLAY_SOLVES_NOT;
        solving->bad_input |= result == REPLAY_UNREADABLE;
        solving->limit |= result == REPLAY_UNDECIDED;
    } else if (!job->judged) {
        text_fail(&text);
    } else {
        print_found(job, &text, solving);
        undecided = job->judgement.verdict == VERDICT_UNDECIDED;
        if ((options->mend > 0 || options->compact) && !text.failed) {
            struct text error = {0};
            struct mend_folder folder = {options->mend_folder, &solving->mended};
            enum search_end result = mend_command(job, &options->limits, (size_t)options->mend, &folder, &text, &error);
            solving->limit |= result == SEARCH_LIMIT;
            solving->bad_input |= result == SEARCH_CANCELLED;
            if (result == SEARCH_NO_MEMORY || error.failed)
                text_fail(&text);
            else if (text_says(&error))
                program_error(solving->program, "%s", text_string(&error));
            text_free(&error);
        }
        solving->limit |= undecided;
        solving->condition_fails |= options->unique && job->judgement.verdict != VERDICT_UNIQUE;
    }
    bool written = put(&text);
    if (text.failed) {
        say_no_memory(&job->level.name, solving);
    } else if (undecided && options->csv) {
        /* The reason goes to standard error, because a report has no column for it. */
        const char *reason = job->judgement.reason;
        program_error(solving->program, "%s: %s%s%s%s", text_string(&job->level.name), verdict_names[VERDICT_UNDECIDED],
                      *reason == '\0' ? "" : " (", reason, *reason == '\0' ? "" : ")");
    }
    text_free(&text);
    return written;
}

/* --- the steps --- */

static bool read_job(void *context, struct job *job)
{
    struct solving *solving = context;
    bool more = job_take(solving->source, job);
    job->number = solving->taken;
    solving->taken += more;
    return more;
}

/* Returns whether a level belongs to the part that this process judges. */
static bool is_ours(const struct solving *solving, const struct job *job)
{
    struct shard shard = solving->options->shard;
    return shard.count == 0 || job->number % shard.count == shard.index;
}

static void judge_job(void *context, struct job *job, unsigned threads)
{
    struct solving *solving = context;
    const struct solving_team *team = solving->team;
    struct request request = solving->request;
    if (!is_ours(solving, job))
        return;
    if (job->read)
        job_load(solving->kind, job);
    if (solving->options->replay != NULL)
        return;
    if (team != NULL) /* with a team, only one thread runs this at a time */
        team->open(team->context, job, &solving->request.limits, &solving->disk, &solving->beyond);
    job_judge(job, request, team == NULL ? threads : (unsigned)solving->options->limits.jobs);
}

static void finish_job(void *context, struct job *job)
{
    struct solving *solving = context;
    if (!is_ours(solving, job)) {
        job_free(job);
        return;
    }
    progress_clear(&solving->progress);
    solving->limit |= job->limited;
    solving->bad_input |= job->error.size > 0 && !job->limited;
    program_complain(solving->program, &job->level.remarks);
    if (job->error.failed)
        say_no_memory(&job->level.name, solving);
    else
        program_complain(solving->program, &job->error);
    if (solving->options->shard.count > 0 && job->puzzle == NULL && !job->error.failed) {
        struct text text = {0};
        part_add_error(&text, job->number + 1, text_string(&job->error), job->limited);
        if (!put(&text) && text.failed)
            say_no_memory(&job->level.name, solving);
        text_free(&text);
    }
    if (job->judged)
        program_complain(solving->program, &job->judgement.remarks);
    bool written = job->puzzle != NULL && print_job(job, solving);
    /* Removes the files of a search once its result is written: until then, they are its only record.  If the search
     * took long, the result must first be safe from a power failure. */
    if (written && job->judged && job->judgement.leaves_files && (job->seconds <= 1 || file_sync(STDOUT_FILENO))) {
        const struct solving_team *team = solving->team;
        struct text error = {0};
        struct disk_search disk = solving->disk;
        disk.variant = job_variant(job);
        bool good = team == NULL ? disk_forget(&disk, job->puzzle, &error)
                                 : team->forget(team->context, &disk, job->puzzle, &error);
        solving->limit |= !good;
        if (error.failed)
            say_no_memory(&job->level.name, solving);
        else if (text_says(&error))
            program_error(solving->program, "%s", text_string(&error));
        text_free(&error);
    }
    if (solving->team != NULL && solving->options->replay == NULL)
        solving->team->close(solving->team->context, solving->options->timings);
    job_free(job);
}

/* Draws the progress line.  Work that ends within a second gets none. */
static void draw_progress(void *context, size_t judged, size_t count, uint64_t states)
{
    struct solving *solving = context;
    struct text line = {0};
    double seconds = progress_seconds(&solving->progress);
    if (seconds < 1)
        return;
    text_addf(&line, "judged %zu", judged);
    if (count > 0)
        text_addf(&line, " of %zu", count);
    text_addf(&line, " level%s, ", (count > 0 ? count : judged) == 1 ? "" : "s");
    if (states > 0)
        text_addf(&line, "%.1f M states, ", (double)states / 1e6);
    progress_add_time(&line, seconds);
    progress_draw(&solving->progress, &line);
    text_free(&line);
}

/* Prints the header of a report, or of a part of one.  Returns false if memory runs out. */
static bool print_header(struct solving *solving)
{
    const struct solve_options *options = solving->options;
    struct text header = {0};
    if (options->shard.count > 0)
        part_add_header(&header, options->timings);
    else
        report_add_header(&header, options->timings);
    bool good = !header.failed;
    if (good)
        fputs(text_string(&header), stdout);
    else
        say_no_memory(&(struct text){0}, solving);
    text_free(&header);
    return good;
}

static int solve_files(const struct program *program, const struct solve_options *options, const struct job_kind *kind,
                       const struct solving_team *team, char *const *files, size_t count)
{
    bool goes_on = options->disk != NULL || team != NULL;
    bool terminal = isatty(STDOUT_FILENO) != 0;
    struct solving solving = {
        .program = program,
        .options = options,
        .kind = kind,
        .team = team,
        .source = level_source_open(files, count),
        .request = {.limits = options->limits,
                    .beyond = goes_on ? &solving.beyond : NULL,
                    .list = options->list,
                    .measures = options->measures,
                    .rounded = true},
        .disk = {.folder = options->disk, .interval = -1},
        .beyond = {disk_waits, disk_search_inside, disk_search, disk_all, &solving.disk, 0},
        /* Rank 0 of a team may mistake the terminal that started mpirun for its own. */
        .colour = team == NULL && terminal && getenv("NO_COLOR") == NULL,
        .visible = terminal,
    };
    if (options->limits.max_states == 0) /* with a limit, a search that hits it must report the same as without files */
        solving.beyond.inner_most = disk_inner_most(options->limits.max_memory);
    if (solving.source == NULL) {
        say_no_memory(&(struct text){0}, &solving);
    } else {
        level_source_limit(solving.source, &solving.request.limits);
        level_source_expect(solving.source, kind->game);
        program_complain(program, level_source_notes(solving.source));
        progress_start(&solving.progress, options->quiet);
        struct jobs_steps steps = {.context = &solving,
                                   .waits = level_source_waits(solving.source),
                                   .interrupted = &program_interrupted,
                                   .read = read_job,
                                   .judge = judge_job,
                                   .finish = finish_job,
                                   .tell = solving.progress.on ? draw_progress : NULL};
        bool good = !options->csv || print_header(&solving);
        if (good && !jobs_run(&steps, team == NULL ? (unsigned)options->limits.jobs : 1))
            say_no_memory(&(struct text){0}, &solving);
        progress_clear(&solving.progress);
        if (options->shard.count > 0 && program_interrupted == 0 && !solving.no_memory) {
            struct text end = {0};
            part_add_end(&end, options->shard, solving.taken);
            if (!put(&end) && end.failed)
                say_no_memory(&(struct text){0}, &solving);
            text_free(&end);
        }
    }
    level_source_close(solving.source);
    text_free(&solving.mended);
    int status = program_interrupted != 0  ? EXIT_INTERRUPTED
                 : solving.no_memory       ? EXIT_LIMIT
                 : solving.bad_input       ? EXIT_BAD_INPUT
                 : solving.limit           ? EXIT_LIMIT
                 : solving.condition_fails ? EXIT_HOLDS_NOT
                                           : EXIT_SUCCESS;
    return program_finish(program, status);
}

/* Creates and checks the folder for files now, not hours later when memory is full.  Returns false with the reason
 * in `error`. */
static bool try_folder(const char *folder, struct text *error)
{
#ifdef __wasm__
    text_add_string(error, "--disk: this build has no searches on disk");
#endif
    struct stat status;
    if ((mkdir(folder, 0777) != 0 && errno != EEXIST) || stat(folder, &status) != 0)
        text_addf(error, "--disk: the folder %s: %s", folder, strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        text_addf(error, "--disk: %s is not a folder", folder);
    else if (access(folder, W_OK | X_OK) != 0)
        text_addf(error, "--disk: the folder %s: %s", folder, strerror(errno));
    return !text_says(error);
}

int solving_main(const struct program *program, int argc, char **argv, const struct solving_team *team)
{
    struct solve_command command;
    struct option_set sets[SOLVE_SETS];
    struct text error = {0};
    solve_command_sets(&command, sets);
    if (!solve_command_parse(&command, argc, argv, &error))
        return program_usage(program, &error);
    if (team != NULL && !option_given(&sets[0], "jobs"))
        command.options.limits.jobs = team->jobs;
    const struct solve_options *options = &command.options;
    if (options->help) {
        struct text help = {0};
        options_help(sets, SOLVE_SETS, NULL, NULL, &help);
        job_kind_help(&help);
        return program_help(program, &help);
    }
    if (options->version)
        return program_version(program);
    char **operands = argv + command.first_operand;
    size_t count = (size_t)(argc - command.first_operand);
    program_catch_signals();
    if (team != NULL && (options->merge || options->shard.count > 0)) {
        text_addf(&error, "--%s is for solve: the processes here share each level", options->merge ? "merge" : "shard");
        return program_usage(program, &error);
    }
    if (options->merge)
        return merge_parts(program, operands, count);
    if (command.pilots.autopilot != NULL)
        return pilot_command(program, &command.pilots, option_given(&sets[1], "seed"), (unsigned)options->limits.jobs,
                             operands, count);
    if (options->disk != NULL && !try_folder(options->disk, &error))
        return program_fail(program, &error, EXIT_BAD_INPUT);
    return solve_files(program, options, &command.kind, team, operands, count);
}
