/* The play command: reads levels and lets the player play them in the terminal. */
#include "base/array.h"
#include "base/program.h"
#include "play/command.h"
#include "play/player.h"
#include "play/marks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct program program = {
    .name = "play",
    .synopsis = "@ [OPTION]... FILE...",
    .about = "Play puzzle levels in the terminal, with undo, hints and solutions.\n"
             "\n"
             "FILE is a level file, a folder of them, or - for standard input.  Keys: arrows,\n"
             "hjkl or wasd to move, u to undo, i for a hint, ? for all others.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 2 usage error or unreadable input; 3 out of memory, or a\n"
                "limit kept a level from being played; 130 interrupted.\n"
                "\n"
                "Example:\n"
                "  @ levels/longcat\n",
};

/* The levels that were read. */
struct shelf {
    struct job *jobs;
    size_t count, capacity;
    bool failed;       /* out of memory */
    bool limited;      /* a limit kept some level from being played */
    struct text error; /* messages about levels that could not be read */
    struct text notes; /* messages about what was skipped */
};

/* Computes the start of a level, which takes long in some games.  A level that hits a limit is not played.  Returns
 * false if memory runs out. */
static bool begin_level(const struct limits *limits, struct job *job)
{
    struct limited limited;
    char reason[LIMIT_REASON] = "";
    bool no_memory = false;
    uint64_t hash;
    bool good = limited_open(&limited, job->puzzle, limits) && level_hash(limited.puzzle, &hash);
    const char *doubt = good ? puzzle_doubt(limited.puzzle, &no_memory) : NULL;
    job->limited = good && !no_memory && (limited_stopped(&limited, reason) || doubt != NULL);
    if (job->limited && reason[0] == '\0')
        snprintf(reason, sizeof reason, "%s", doubt);
    limited_close(&limited);
    if (!job->limited)
        return good && !no_memory;
    text_addf(&job->error, "%s:%lu:1: undecided (%s)\n", text_string(&job->level.file), job->level.line, reason);
    job->puzzle->game->free(job->puzzle);
    job->puzzle = NULL;
    return true;
}

static void read_levels(struct shelf *shelf, const struct job_kind *kind, char *const *files, size_t count)
{
    struct level_source *source = level_source_open(files, count);
    shelf->failed = source == NULL;
    if (source != NULL)
        level_source_expect(source, kind->game);
    if (source != NULL)
        text_add_text(&shelf->notes, level_source_notes(source));
    while (!shelf->failed && program_interrupted == 0) {
        shelf->failed = !ARRAY_RESERVE(shelf->jobs, shelf->count, shelf->capacity, 64);
        if (shelf->failed)
            break;
        struct job *job = &shelf->jobs[shelf->count];
        *job = (struct job){0};
        if (!job_read(source, kind, job))
            break;
        /* A level that cannot be judged exactly is loaded again, for playing only. */
        const struct game_source *game_source = job->level.game_source;
        struct job_kind played = *kind;
        if (game_source != NULL && game_source->language->language->inexact(game_source) != NULL) {
            if (job->puzzle != NULL)
                job->puzzle->game->free(job->puzzle);
            job->puzzle = NULL;
            text_free(&job->error);
            played.chance = played.ticks = true;
            job_load(&played, job);
        }
        shelf->failed |= job->puzzle != NULL && !begin_level(kind->limits, job);
        shelf->limited |= job->limited;
        text_add_text(&shelf->error, &job->error);
        if (job->puzzle != NULL)
            shelf->count++;
        else
            job_free(job);
    }
    level_source_close(source);
}

/* Collects the information about the levels other than their puzzles.  Returns NULL if memory runs out. */
static struct player_level *rate_levels(const struct shelf *shelf, const struct marks *marks)
{
    struct player_level *levels = calloc(shelf->count, sizeof *levels);
    struct rating_finder finder = {0};
    bool good = levels != NULL;
    for (size_t i = 0; good && i < shelf->count; i++) {
        const struct job *job = &shelf->jobs[i];
        uint64_t hash = 0;
        good = level_hash(job->puzzle, &hash) && marks_key(job->puzzle, job->variant.rules, hash, &levels[i].key);
        levels[i].solved = marks_have(marks, levels[i].key);
        if (job->level.game_source != NULL)
            levels[i].inexact = job->level.game_source->language->language->inexact(job->level.game_source);
        levels[i].difficulty = ratings_find(&finder, text_string(&job->level.file), hash);
    }
    ratings_free(&finder);
    if (good)
        return levels;
    free(levels);
    return NULL;
}

static int play_files(const struct play_options *options, const struct job_kind *kind, const struct autopilot *pilot,
                      bool seed_given, char *const *files, size_t count)
{
    struct shelf shelf = {0};
    int status = EXIT_SUCCESS;
    struct job_kind played = *kind;
    struct limits limits = options->limits;
    limits.interrupted = &program_interrupted;
    played.seed = seed_given ? options->seed : program_seed();
    played.interrupted = &program_interrupted;
    played.limits = &limits;
    read_levels(&shelf, &played, files, count);
    if (shelf.failed) {
        program_error(&program, "out of memory");
        status = EXIT_LIMIT;
    } else if (shelf.count > 0 && program_interrupted == 0) {
        struct marks marks;
        marks_open(&marks);
        struct player player = {
            .jobs = shelf.jobs,
            .count = shelf.count,
            .current = options->level <= shelf.count ? (size_t)options->level - 1 : shelf.count - 1,
            .levels = rate_levels(&shelf, &marks),
            .marks = &marks,
            .limits = options->limits,
            .pilot = pilot,
            .seed = seed_given ? options->seed : program_seed(),
        };
        /* Keys come from standard input, or from the terminal itself if standard input is not a terminal. */
        FILE *keyboard = isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "r");
        if (keyboard == NULL) {
            program_error(&program, "there is no terminal to play in: /dev/tty: %s", strerror(errno));
            status = EXIT_BAD_INPUT;
        } else {
            status = screen_open(options->ascii, keyboard);
        }
        if (status == EXIT_SUCCESS) {
            bool good = player.levels != NULL && player_run(&player);
            screen_close();
            if (!good && program_interrupted == 0)
                program_error(&program, "out of memory");
            status = good ? EXIT_SUCCESS : EXIT_LIMIT;
        }
        if (keyboard != NULL && keyboard != stdin)
            fclose(keyboard);
        free(player.levels);
        marks_close(&marks);
    } else if (!text_says(&shelf.error) && program_interrupted == 0) {
        program_error(&program, "there are no levels to play");
        status = EXIT_BAD_INPUT;
    }
    if (!program_complain(&program, &shelf.notes) || !program_complain(&program, &shelf.error))
        status = EXIT_LIMIT;
    if (status == EXIT_SUCCESS && shelf.error.size > 0)
        status = shelf.limited ? EXIT_LIMIT : EXIT_BAD_INPUT;
    for (size_t i = 0; i < shelf.count; i++)
        job_free(&shelf.jobs[i]);
    free(shelf.jobs);
    text_free(&shelf.error);
    text_free(&shelf.notes);
    return program_finish(&program, program_interrupted != 0 ? EXIT_INTERRUPTED : status);
}

/* --- command line --- */

int main(int argc, char **argv)
{
    struct play_command command;
    struct option_set set = play_command_set(&command);
    struct text error = {0};
    int status;
    program_begin(argv[0]);
    bool good = play_command_parse(&command, argc, argv, &error);
    bool plays = good && !command.options.help && !command.options.version;
    int operands = argc - command.first_operand;
    if (plays && operands == 0 && isatty(STDIN_FILENO))
        text_add_string(&error, "name a file or folder of levels");
    else if (plays && !isatty(STDOUT_FILENO))
        text_add_string(&error, "standard output is not a terminal");
    if (good && command.options.help) {
        struct text help = {0};
        options_help(&set, 1, NULL, NULL, &help);
        job_kind_help(&help);
        text_add_string(&help, "\nAutopilots:\n");
        for (size_t i = 0; autopilots[i] != NULL; i++) {
            char left[40];
            snprintf(left, sizeof left, "  %s", autopilots[i]->name);
            options_help_line(left, autopilots[i]->help, &help);
        }
        status = program_help(&program, &help);
    } else if (good && command.options.version) {
        status = program_version(&program);
    } else if (plays && !text_says(&error)) {
        program_catch_all_signals();
        status = play_files(&command.options, &command.kind, command.pilot, option_given(&set, "seed"),
                            argv + command.first_operand, (size_t)operands);
    } else {
        status = program_usage(&program, &error);
    }
    text_free(&error);
    return status;
}
