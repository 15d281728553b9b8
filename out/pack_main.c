/* The pack command: reads levels, verifies them, puts them in order and writes them in the formats
 * that were asked for.
 *
 * Either all levels are fit to be packed or nothing is written, and a format is asked beforehand
 * whether it can hold them: what players get is whole. */
#include "base/program.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "out/pack_command.h"
#include "out/pack_guard.h"
#include "out/pack_place.h"
#include "out/pack_read.h"
#include "solve/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct program program = {
    .name = "pack",
    .synopsis = "pack [OPTION]... -o FILE [LEVELS]...",
    .about = "Make something to hand to players of puzzle levels and their report.\n"
             "\n"
             "LEVELS are level files, folders of them, reports (.csv), which stand for the\n"
             "levels they list, or - for standard input (the default).  Every level is\n"
             "verified again, and one that is not unique is refused.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 1 a level is not unique; 2 usage error, unreadable input,\n"
                "or a file that cannot be written; 3 a limit stopped the work; 130 interrupted.\n"
                "Where a level is refused or cannot be read, nothing is written.\n"
                "\n"
                "Example:\n"
                "  pack --title='First steps' -o steps.txt longcat-5x5/\n",
};

/* --- levels --- */

struct verification {
    struct progress progress;
    size_t count;
};

static void draw_progress(void *context, size_t done, uint64_t states)
{
    (void)states;
    struct verification *verification = context;
    struct text line = {0};
    text_addf(&line, "verified %zu of %zu", done, verification->count);
    progress_draw(&verification->progress, &line);
    text_free(&line);
}

static void judge_all(const struct pack_options *options, struct pack_input *input)
{
    struct request request = {.limits = {.max_states = options->max_states,
                                         .max_memory = options->max_memory,
                                         .timeout = options->timeout,
                                         .interrupted = &program_interrupted},
                              .measures = MEASURES_ALL};
    struct verification verification = {.count = input->count};
    struct jobs_listener listener = {draw_progress, &verification};
    progress_start(&verification.progress, options->quiet);
    jobs_judge(input->jobs, input->count, request, (unsigned)options->jobs,
               verification.progress.on ? &listener : NULL);
    progress_clear(&verification.progress);
}

/* Says why a level is not packed. */
static void refuse(const struct job *job)
{
    const struct judgement *judgement = &job->judgement;
    fprintf(stderr, "%s:%lu:1: refused: %s", text_string(&job->level.file), job->level.line,
            verdict_names[judgement->verdict]);
    if (judgement->verdict == VERDICT_MULTIPLE)
        fprintf(stderr, ", %s essentially different solutions", text_string(&judgement->essential));
    else if (judgement->reason[0] != '\0')
        fprintf(stderr, " (%s)", judgement->reason);
    struct text depth = {0};
    depth_write(judgement, &depth);
    if (judgement->verdict == VERDICT_UNDECIDED)
        fprintf(stderr, ", depth %s", text_string(&depth));
    text_free(&depth);
    fputc('\n', stderr);
}

/* Whether all levels may be packed; else says which may not and gives the exit status. */
static bool levels_fit(const struct pack_options *options, const struct pack_input *input,
                       int *status)
{
    size_t refused = 0;
    *status = EXIT_HOLDS_NOT;
    for (size_t i = 0; i < input->count; i++) {
        const struct job *job = &input->jobs[i];
        if (!job->judged) {
            program_error(&program, "%s: out of memory", text_string(&job->level.name));
            *status = EXIT_LIMIT;
            return false;
        }
        if (options->allow_any || job->judgement.verdict == VERDICT_UNIQUE)
            continue;
        refuse(job);
        refused++;
        if (job->judgement.verdict == VERDICT_UNDECIDED)
            *status = EXIT_LIMIT;
    }
    if (refused > 0)
        program_error(&program,
                      "%zu of %zu level%s refused, nothing was written; --allow-any packs any",
                      refused, input->count, input->count == 1 ? "" : "s");
    return refused == 0;
}

/* Takes over what a job found out. */
static bool take_job(const struct pack_input *input, struct job *job, struct pack_level *level)
{
    const struct pack_origin *origin =
        pack_find_origin(input, text_string(&job->level.name), job->judgement.hash);
    *level = (struct pack_level){
        .level = job->level,
        .variant = job->variant,
        .puzzle = job->puzzle,
        .judgement = job->judgement};
    *job = (struct job){0};
    if (origin != NULL && origin->hash == level->judgement.hash) {
        level->generated = origin->generated;
        level->seed = origin->seed;
        level->candidate = origin->candidate;
    } else if (origin != NULL) {
        program_error(&program, "note: %s has changed since %s was made",
                      text_string(&level->level.name), text_string(&origin->report));
    }
    if (pack_level_solved(level))
        solution_write(level->puzzle, &level->judgement.reported, &level->solution);
    /* A game of any rules may have changed the start already, or stand for it by another position. */
    bool good = pack_book(level) != NULL ? grid_copy(&level->grid, &level->level.grid)
                                         : pack_draw(level->puzzle, &level->grid);
    return good && !level->solution.failed;
}

static bool make_pack(struct pack_input *input, struct pack *pack)
{
    pack->levels = calloc(input->count > 0 ? input->count : 1, sizeof *pack->levels);
    bool good = pack->levels != NULL;
    for (size_t i = 0; good && i < input->count; i++)
        good = take_job(input, &input->jobs[i], &pack->levels[pack->count++]);
    return good;
}

/* --- writing --- */

static bool all_accept(const struct format_choice *choice, const struct pack *pack,
                       const struct pack_options *options, int *status)
{
    struct text error = {0};
    bool good = true;
    for (size_t i = 0; i < choice->count; i++) {
        const struct pack_format *format = choice->formats[i];
        if (format_accepts(format, pack, options, &error))
            continue;
        text_add_char(&error, '\n');
        if (!program_complain(&program, &error))
            *status = EXIT_LIMIT;
        text_free(&error);
        good = false;
    }
    return good;
}

/* Adds which file, or which files, a format has written. */
static void add_done(const struct pack_format *format, size_t levels, const char *path,
                     struct text *done)
{
    const char *extension = format->extension;
    size_t length = strlen(path), ending = strlen(extension);
    if (length > ending && strcmp(path + length - ending, extension) == 0)
        length -= ending;
    text_add_string(done, done->size == 0 ? " " : ", ");
    if (format->numbered && levels > 1 && path[length - 1] != '/')
        text_addf(done, "%.*s-001%s to %.*s-%03zu%s", (int)length, path, extension, (int)length,
                  path, levels, extension);
    else
        text_add_string(done, path);
}

/* Writes the pack in one format and adds where to `done`.  Returns the exit status. */
static int write_format(const struct pack_format *format, bool several, const struct pack *pack,
                        const struct pack_options *options, struct text *done)
{
    struct text path = {0}, error = {0};
    bool good = place_find(format, several, options, &path, &error) &&
                place_make(format, several, options, &error) &&
                format->write(pack, options, text_string(&path), &error);
    bool standard = place_is_standard_output(options);
    int status = EXIT_SUCCESS;
    if (!good)
        status = program_fail(&program, &error, standard ? EXIT_LIMIT : EXIT_BAD_INPUT);
    else if (!standard)
        add_done(format, pack->count, text_string(&path), done);
    if (good && done->failed)
        status = program_fail(&program, done, EXIT_LIMIT);
    text_free(&path);
    text_free(&error);
    return status;
}

static int write_pack(const struct format_choice *choice, const struct pack *pack,
                      const struct pack_options *options)
{
    struct text done = {0};
    int status = EXIT_BAD_INPUT;
    if (all_accept(choice, pack, options, &status))
        status = EXIT_SUCCESS;
    for (size_t i = 0; status == EXIT_SUCCESS && i < choice->count; i++)
        status = write_format(choice->formats[i], choice->count > 1, pack, options, &done);
    if (status == EXIT_SUCCESS && !options->quiet)
        program_error(&program, "packed %zu level%s%s%s", pack->count,
                      pack->count == 1 ? "" : "s", done.size > 0 ? "; in" : "",
                      text_string(&done));
    text_free(&done);
    return status;
}

/* Where nothing else is said, a pack of one game from a file has that game's title and author. */
static void name_after_book(const struct pack_options *options, struct pack *pack,
                            struct text *title, struct text *author)
{
    const struct book *book = pack_only_book(pack);
    const struct language *language = book == NULL ? NULL : book->language->language;
    if (language != NULL && options->title == NULL && *language->title(book) != '\0') {
        text_clear(title);
        utf8_add_line(title, language->title(book));
        pack->title = text_string(title);
    }
    if (language != NULL && pack->author == NULL && *language->author(book) != '\0') {
        utf8_add_line(author, language->author(book));
        pack->author = text_string(author);
    }
}

/* Everything after the levels were read. */
static int pack_levels(const struct pack_options *options, const struct format_choice *choice,
                       struct pack_input *input)
{
    struct pack pack = {0};
    struct text title = {0}, author = {0};
    int status;
    judge_all(options, input);
    if (program_interrupted != 0)
        return EXIT_INTERRUPTED;
    if (!levels_fit(options, input, &status))
        return status;
    place_title(options, &title);
    pack.title = text_string(&title);
    utf8_add_line(&author, options->author == NULL ? "" : options->author);
    pack.author = author.size == 0 ? NULL : text_string(&author);
    if (!title.failed && !author.failed && make_pack(input, &pack) &&
        pack_sort(&pack, (enum pack_sort)options->sort)) {
        name_after_book(options, &pack, &title, &author);
        status = write_pack(choice, &pack, options);
    } else {
        program_error(&program, "out of memory");
        status = EXIT_LIMIT;
    }
    pack_free(&pack);
    text_free(&title);
    text_free(&author);
    return status;
}

static int run(const struct pack_options *options, const struct format_choice *choice,
               const struct job_kind *kind, char *const *operands, size_t count)
{
    struct pack_input input = {0};
    struct text error = {0};
    int status = EXIT_BAD_INPUT;
    if (!place_is_ready(choice, options, &error)) {
        status = program_fail(&program, &error, status);
        text_free(&error);
        return status;
    }
    pack_read(operands, count, kind, &input);
    utf8_put_visible(text_string(&input.notes), true, stderr);
    utf8_put_visible(text_string(&input.errors), true, stderr);
    if (program_interrupted != 0) {
        status = EXIT_INTERRUPTED;
    } else if (input.failed) {
        program_error(&program, "out of memory");
        status = EXIT_LIMIT;
    } else if (input.errors.size == 0 && input.count == 0) {
        program_error(&program, "there are no levels to pack");
    } else if (input.errors.size == 0 && !guard_input(choice, options, &input, &error)) {
        status = program_fail(&program, &error, status);
    } else if (input.errors.size == 0) {
        status = pack_levels(options, choice, &input);
    }
    pack_input_free(&input);
    text_free(&error);
    return program_finish(&program, status);
}

/* --- command line --- */

static int show_help(const struct option_set *set)
{
    struct text help = {0};
    options_help(set, 1, NULL, NULL, &help);
    formats_help(&help);
    job_kind_help(&help);
    int status = program_help(&program, &help);
    text_free(&help);
    return status;
}

int main(int argc, char **argv)
{
    struct pack_command command;
    struct option_set set = pack_command_set(&command);
    struct text error = {0};
    int status;
    program_use_memory();
    if (!pack_command_parse(&command, argc, argv, &error)) {
        status = program_usage(&program, &error);
    } else if (command.options.help) {
        status = show_help(&set);
    } else if (command.options.version) {
        program_version(&program);
        status = program_finish(&program, EXIT_SUCCESS);
    } else {
        program_catch_signals();
        status = run(&command.options, &command.choice, &command.kind,
                     argv + command.first_operand, (size_t)(argc - command.first_operand));
    }
    pack_command_free(&command);
    text_free(&error);
    return status;
}
