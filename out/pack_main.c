/* The pack command: reads levels, verifies them, sorts them and writes them in the requested formats.
 *
 * The command skips input that is not a level, because collections contain such things.  If it refuses a level, or a
 * format cannot hold the levels, it writes nothing: players never get an incomplete pack. */
#include "base/file.h"
#include "base/program.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "out/pack_command.h"
#include "solve/level/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct program program = {
    .name = "pack",
    .synopsis = "@ [OPTION]... -o FILE [LEVELS]...",
    .about = "Turn puzzle levels into something to hand to players.\n"
             "\n"
             "LEVELS are level files, folders of them, reports (.csv) for the levels that\n"
             "they list, or - for standard input (the default).  Every level is verified\n"
             "again; if one is not unique, nothing is written.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 1 a level is not unique; 2 usage error, unreadable input,\n"
                "or a file that cannot be written; 3 a limit stopped the work; 130 interrupted.\n"
                "Levels that cannot be read are skipped.\n"
                "\n"
                "Example:\n"
                "  @ --title='First steps' -o steps.txt longcat-5x5/\n",
};

/* --- levels --- */

struct verification {
    const struct pack_options *options;
    struct pack_input *input;
    struct request request;
    struct progress progress;
    size_t read, finished; /* levels taken from the input, and levels put back */
    size_t refused;
    int status; /* the exit status for refused levels */
};

static bool read_job(void *context, struct job *job)
{
    struct verification *verification = context;
    struct pack_input *input = verification->input;
    if (verification->read == input->count)
        return false;
    *job = input->jobs[verification->read];
    input->jobs[verification->read++] = (struct job){0};
    return true;
}

static void judge_job(void *context, struct job *job, unsigned threads)
{
    job_judge(job, ((struct verification *)context)->request, threads);
}

static void finish_job(void *context, struct job *job)
{
    struct verification *verification = context;
    enum verdict verdict = job->judgement.verdict;
    bool refused = !verification->options->allow_any && verdict != VERDICT_UNIQUE;
    progress_clear(&verification->progress);
    if (!job->judged) {
        program_error(&program, "%s: out of memory", text_string(&job->level.name));
        verification->status = EXIT_LIMIT;
    } else if (verdict == VERDICT_UNDECIDED ? program_interrupted == 0 : refused) {
        /* The level is refused, or packed although it is undecided. */
        struct text line = {0};
        text_addf(&line, "%s:%lu:1: %s", text_string(&job->level.file), job->level.line, refused ? "refused: " : "");
        text_add_string(&line, verdict_names[verdict]);
        if (verdict == VERDICT_MULTIPLE)
            text_addf(&line, ", %s essentially different solutions", text_string(&job->judgement.essential));
        else if (job->judgement.reason[0] != '\0')
            text_addf(&line, " (%s)", job->judgement.reason);
        if (verdict == VERDICT_UNDECIDED) {
            text_add_string(&line, ", depth ");
            depth_write(&job->judgement, &line);
        }
        text_add_char(&line, '\n');
        if (!program_complain(&program, &line))
            verification->status = EXIT_LIMIT;
        text_free(&line);
    }
    if (job->judged && refused) {
        verification->refused++;
        if (verdict == VERDICT_UNDECIDED)
            verification->status = EXIT_LIMIT;
        else if (verification->status == EXIT_SUCCESS)
            verification->status = EXIT_HOLDS_NOT;
    }
    verification->input->jobs[verification->finished++] = *job;
}

static void draw_progress(void *context, size_t judged, size_t count, uint64_t states)
{
    (void)states;
    struct verification *verification = context;
    struct text line = {0};
    text_addf(&line, "verified %zu of %zu", judged, count);
    progress_draw(&verification->progress, &line);
    text_free(&line);
}

/* Judges all levels and reports those that may not be packed.  Returns the exit status: EXIT_SUCCESS if all may. */
static int verify(const struct pack_options *options, struct pack_input *input)
{
    struct verification verification = {
        .options = options, .input = input, .request = {.limits = options->limits, .measures = MEASURES_AUTO}};
    progress_start(&verification.progress, options->quiet);
    struct jobs_steps steps = {.context = &verification,
                               .count = input->count,
                               .interrupted = &program_interrupted,
                               .read = read_job,
                               .judge = judge_job,
                               .finish = finish_job,
                               .tell = verification.progress.on ? draw_progress : NULL};
    bool good = jobs_run(&steps, (unsigned)options->limits.jobs);
    progress_clear(&verification.progress);
    if (program_interrupted != 0)
        return EXIT_INTERRUPTED;
    if (!good) {
        program_error(&program, "out of memory");
        return EXIT_LIMIT;
    }
    if (verification.refused > 0)
        program_error(&program, "%zu of %zu level%s refused, nothing was written; use --allow-any to include them",
                      verification.refused, input->count, input->count == 1 ? "" : "s");
    return verification.status;
}

/* Makes a level of the pack from a job and takes ownership of the job's contents. */
static bool take_job(const struct pack_input *input, struct job *job, struct pack_level *level)
{
    const struct pack_origin *origin = pack_find_origin(input, text_string(&job->level.name), job->judgement.hash);
    *level = (struct pack_level){
        .level = job->level, .variant = job->variant, .puzzle = job->puzzle, .judgement = job->judgement};
    *job = (struct job){0};
    if (origin != NULL && origin->hash == level->judgement.hash) {
        level->generated = origin->generated;
        level->seed = origin->seed;
        level->candidate = origin->candidate;
    } else if (origin != NULL) {
        program_error(&program, "note: %s has changed since %s was made", text_string(&level->level.name),
                      text_string(&origin->report));
    }
    if (judgement_has_solution(&level->judgement))
        solution_write(level->puzzle, &level->judgement.reported, &level->solution);
    /* For a game in a language, the start of the puzzle may differ from the level as read: rules may already have
     * changed it, or another state may represent it. */
    bool good = pack_source(level) != NULL ? grid_copy(&level->grid, &level->level.grid)
                                           : pack_draw(level->puzzle, &level->grid);
    return good && !level->solution.failed && !puzzle_stopped(level->puzzle);
}

/* Sorts levels by hash, and those that share it in the order of reading. */
static int compare_hashes(const void *a, const void *b)
{
    const struct pack_level *one = *(const struct pack_level *const *)a, *other = *(const struct pack_level *const *)b;
    uint64_t hash = one->judgement.hash, others = other->judgement.hash;
    return hash != others ? (hash > others) - (hash < others) : (one > other) - (one < other);
}

/* Prints a note for each level that is the same as one before it.  Returns false if memory runs out. */
static bool tell_copies(const struct pack *pack)
{
    const struct pack_level **levels = malloc((pack->count + 1) * sizeof *levels);
    if (levels == NULL)
        return false;
    for (size_t i = 0; i < pack->count; i++)
        levels[i] = &pack->levels[i];
    qsort(levels, pack->count, sizeof *levels, compare_hashes);
    for (size_t i = 1; i < pack->count; i++) {
        const struct pack_level *before = levels[i - 1], *level = levels[i];
        if (level->judgement.hash != 0 && level->judgement.hash == before->judgement.hash &&
            pack_levels_alike(level, before))
            program_error(&program, "note: %s:%lu is the same level as %s:%lu, perhaps rotated or mirrored",
                          text_string(&level->level.file), level->level.line, text_string(&before->level.file),
                          before->level.line);
    }
    free(levels);
    return true;
}

/* --- writing --- */

/* Writes the pack in one format and adds its path to `done`.  Returns the exit status. */
static int write_format(const struct pack_command *command, const struct pack_format *format, const struct pack *pack,
                        struct text *done)
{
    struct text path = {0}, error = {0};
    bool standard = place_is_standard_output(command);
    bool good = place_find(command, format, &path, &error) && place_make(command, format, &error);
    if (good && !standard)
        file_tidy_beside(text_string(&path));
    good = good && format_write(format, pack, &command->options, text_string(&path), &error);
    int status = EXIT_SUCCESS;
    if (!good && program_interrupted != 0) {
        status = EXIT_INTERRUPTED; /* the signal may have caused the failure */
    } else if (!good) {
        status = program_fail(&program, &error, standard ? EXIT_LIMIT : EXIT_BAD_INPUT);
    } else if (!standard) {
        /* The file or files that the format wrote. */
        size_t levels = pack->count;
        const char *written = text_string(&path);
        const char *extension = format->extension;
        size_t length = format_stem(written, extension);
        text_add_string(done, done->size == 0 ? " " : ", ");
        if (format->add == NULL && levels > 1 && written[length - 1] != '/')
            text_addf(done, "%.*s-001%s to %.*s-%03zu%s", (int)length, written, extension, (int)length, written, levels,
                      extension);
        else
            text_add_string(done, written);
    }
    if (good && done->failed)
        status = program_fail(&program, done, EXIT_LIMIT);
    text_free(&path);
    text_free(&error);
    return status;
}

static int write_pack(const struct pack_command *command, const struct pack *pack, size_t skipped)
{
    const struct format_choice *choice = &command->choice;
    struct text done = {0}, error = {0};
    int status = EXIT_SUCCESS;
    for (size_t i = 0; i < choice->count; i++) {
        if (format_accepts(choice->formats[i], pack, &command->options, &error))
            continue;
        text_add_char(&error, '\n');
        if (!program_complain(&program, &error))
            status = EXIT_LIMIT;
        else if (status == EXIT_SUCCESS)
            status = EXIT_BAD_INPUT;
        text_free(&error);
    }
    for (size_t i = 0; status == EXIT_SUCCESS && i < choice->count; i++)
        status = write_format(command, choice->formats[i], pack, &done);
    if (status == EXIT_SUCCESS && !command->options.quiet) {
        char unread[60] = "";
        if (skipped > 0)
            snprintf(unread, sizeof unread, ", skipped %zu that could not be read", skipped);
        program_error(&program, "packed %zu level%s%s%s%s", pack->count, pack->count == 1 ? "" : "s", unread,
                      done.size > 0 ? "; in" : "", text_string(&done));
    }
    text_free(&done);
    return status;
}

/* Verifies and writes the levels that were read.  Returns the exit status. */
static int pack_levels(const struct pack_command *command, struct pack_input *input)
{
    const struct pack_options *options = &command->options;
    struct pack pack = {0};
    struct text title = {0}, author = {0};
    int status = verify(options, input);
    if (status != EXIT_SUCCESS)
        return status;
    place_title(command, text_string(&input->title), &title);
    pack.title = text_string(&title);
    utf8_add_line(&author, options->author == NULL ? "" : options->author);
    pack.author = author.size == 0 ? NULL : text_string(&author);
    pack.levels = calloc(input->count > 0 ? input->count : 1, sizeof *pack.levels);
    bool good = !title.failed && !author.failed && pack.levels != NULL;
    for (size_t i = 0; good && i < input->count; i++)
        good = take_job(input, &input->jobs[i], &pack.levels[pack.count++]);
    good = good && tell_copies(&pack) && pack_sort(&pack, (enum pack_sort)options->sort);
    /* A pack of one source gives it the title and author, or takes them from it if none are given. */
    const struct game_source *game_source = good ? pack_only_source(&pack) : NULL;
    const struct language *language = game_source == NULL ? NULL : game_source->language->language;
    if (language != NULL && options->title != NULL && *options->title != '\0')
        pack.source_title = pack.title;
    if (language != NULL)
        pack.source_author = pack.author;
    if (language != NULL && options->title == NULL && *language->title(game_source) != '\0') {
        text_clear(&title);
        utf8_add_line(&title, language->title(game_source));
        pack.title = text_string(&title);
    }
    if (language != NULL && pack.author == NULL && *language->author(game_source) != '\0') {
        utf8_add_line(&author, language->author(game_source));
        pack.author = text_string(&author);
    }
    if (good && !title.failed && !author.failed) {
        status = write_pack(command, &pack, input->skipped);
    } else if (program_interrupted != 0) {
        status = EXIT_INTERRUPTED;
    } else {
        program_error(&program, "out of memory");
        status = EXIT_LIMIT;
    }
    pack_free(&pack);
    text_free(&title);
    text_free(&author);
    return status;
}

/* --- command line --- */

int main(int argc, char **argv)
{
    struct pack_command command;
    struct option_set set = pack_command_set(&command);
    struct text error = {0};
    int status;
    program_begin(argv[0]);
    if (!pack_command_parse(&command, argc, argv, &error)) {
        status = program_usage(&program, &error);
    } else if (command.options.help) {
        struct text help = {0};
        options_help(&set, 1, NULL, NULL, &help);
        formats_help(&help);
        job_kind_help(&help);
        status = program_help(&program, &help);
    } else if (command.options.version) {
        status = program_version(&program);
    } else {
        struct pack_input input = {0};
        struct job_kind kind = command.kind;
        program_catch_signals();
        kind.interrupted = &program_interrupted;
        kind.limits = &command.options.limits;
        kind.chance = command.options.allow_any; /* games of chance are acceptable, because no verdict is required */
        status = EXIT_BAD_INPUT;
        bool ready = place_is_ready(&command, &error);
        if (ready)
            pack_read(argv + command.first_operand, (size_t)(argc - command.first_operand), &kind, &input);
        program_complain(&program, &input.notes);
        program_complain(&program, input.count > 0 && !input.limited ? &input.skips : &input.errors);
        if (!ready) {
            status = program_fail(&program, &error, status);
        } else if (program_interrupted != 0) {
            status = EXIT_INTERRUPTED;
        } else if (input.failed) {
            program_error(&program, "out of memory");
            status = EXIT_LIMIT;
        } else if (input.limited) {
            status = EXIT_LIMIT;
        } else if (input.count == 0) {
            if (input.skipped == 0)
                program_error(&program, "there are no levels to pack");
        } else if (!guard_input(&command, &input, &error)) {
            status = program_fail(&program, &error, status);
        } else {
            status = pack_levels(&command, &input);
            if ((input.skipped > 0 || input.faulty) && (status == EXIT_SUCCESS || status == EXIT_HOLDS_NOT))
                status = EXIT_BAD_INPUT;
        }
        pack_input_free(&input);
        status = program_finish(&program, status);
    }
    pack_command_free(&command);
    text_free(&error);
    return status;
}
