/* Plays many arcade games; see command.h.
 *
 * Several threads play the games of one autopilot on one arena, and the games are reported in order.  A game depends
 * only on its seed and its number. */
#include "solve/command.h"

#include "base/csv.h"
#include "base/file.h"
#include "base/threads.h"
#include "base/utf8.h"
#include "games/draw/face.h"
#include "solve/arcade/autopilot.h"
#include "solve/arcade/game.h"
#include "solve/level/levels.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

/* The record of one game, whether or not it has been played yet. */
struct record {
    enum game_result result;
    uint32_t moves, points;
    unsigned length;
    double score;
    struct text curve;
};

/* The games of one autopilot on one arena. */
struct session {
    const struct autopilot *autopilot;
    const void *knowledge;
    const struct snake *arena;
    struct snake_rules rules;
    uint64_t seed;
    struct record *records;
    size_t count;
};

/* The reports of all sessions. */
struct reports {
    struct text games, curve;
};

struct progress {
    const struct session *session;
    struct record *record;
    size_t number;
};

/* Adds a point of the curve and its contribution to the score: the number of the point, times the length over the
 * average moves per point so far, times the square root of the filled part of the arena.  The root grows ever more
 * slowly as the arena fills. */
static void note_food(void *context, const struct snake_game *game)
{
    struct progress *progress = context;
    struct record *record = progress->record;
    double average = (double)game->moves / game->points;
    record->score += game->points * (game->length / average) * sqrt((double)game->length / game->arena->cells);
    text_addf(&record->curve, "%s,%" PRIu64 ",%zu,%" PRIu32 ",%u,%" PRIu32 ",%.4f\n",
              progress->session->autopilot->name, progress->session->seed, progress->number, game->points, game->length,
              game->moves, average);
}

/* Returns false if the game was not played to its end. */
static bool play_game(void *context, size_t n)
{
    const struct session *session = context;
    struct record *record = &session->records[n];
    struct snake_game game;
    struct progress progress = {session, record, n + 1};
    if (program_interrupted != 0 || !snake_game_start(&game, session->arena, session->rules, session->seed, n + 1))
        return false;
    record->result = autopilot_play(session->autopilot, session->knowledge, &game, note_food, &progress);
    record->moves = game.moves;
    record->points = game.points;
    record->length = game.length;
    snake_game_free(&game);
    return record->result != GAME_NO_MEMORY;
}

/* Adds the row of game `n`, counted from 0, and its curve. */
static void report_game(const struct session *session, const char *name, size_t n, struct reports *reports)
{
    const struct record *record = &session->records[n];
    csv_add_field(&reports->games, name);
    text_addf(&reports->games, ",%s,%d,%d,%s,%s,%" PRIu64 ",%zu,%s,%" PRIu32 ",%" PRIu32 ",%u,",
              session->autopilot->name, session->arena->grid.columns, session->arena->grid.rows,
              session->rules.tail_blocked ? "blocked" : "free", session->rules.nokia ? "nokia" : "one", session->seed,
              n + 1, game_result_names[record->result], record->moves, record->points, record->length);
    if (record->points > 0)
        text_addf(&reports->games, "%.4f", (double)record->moves / record->points);
    text_addf(&reports->games, ",%.2f\n", record->score);
    text_add(&reports->curve, text_string(&record->curve), record->curve.size);
}

/* Prints the share of games won, the moves of those games alone, and how the others ended. */
static void print_summary(const struct session *session)
{
    size_t ends[GAME_NO_MEMORY + 1] = {0};
    double sum = 0, squares = 0;
    for (size_t n = 0; n < session->count; n++) {
        ends[session->records[n].result]++;
        sum += session->records[n].result == GAME_WON ? session->records[n].moves : 0;
    }
    size_t won = ends[GAME_WON];
    double mean = won > 0 ? sum / (double)won : 0;
    for (size_t n = 0; n < session->count; n++) {
        double off = session->records[n].moves - mean;
        squares += session->records[n].result == GAME_WON ? off * off : 0;
    }
    printf("  %-18s  won %5.1f %% of %zu", session->autopilot->name, 100 * (double)won / (double)session->count,
           session->count);
    if (won > 0)
        printf(", moves %.1f, deviation %.1f", mean, won > 1 ? sqrt(squares / (double)(won - 1)) : 0.0);
    for (int end = GAME_WON + 1; end < GAME_NO_MEMORY; end++) {
        if (ends[end] > 0)
            printf(", %zu %s", ends[end], game_result_names[end]);
    }
    putchar('\n');
}

/* Plays the games, reports each of them and prints a summary.  Returns false if memory runs out or on an
 * interruption. */
static bool run_session(struct session *session, const char *name, unsigned jobs, struct reports *reports)
{
    bool good = true;
    session->records = calloc(session->count, sizeof *session->records);
    if (session->records == NULL)
        return false;
    for (size_t n = 0; n < session->count; n++)
        session->records[n] = (struct record){.result = GAME_NO_MEMORY};
    threads_each(session->count, jobs, play_game, NULL, session);
    for (size_t n = 0; n < session->count; n++) {
        struct record *record = &session->records[n];
        good = good && record->result != GAME_NO_MEMORY && !record->curve.failed;
        if (good)
            report_game(session, name, n, reports);
        text_free(&record->curve);
    }
    if (good)
        print_summary(session);
    free(session->records);
    return good;
}

struct run {
    const struct program *program;
    const struct pilot_options *options;
    const struct autopilot *only; /* NULL: all autopilots */
    uint64_t seed;
    unsigned jobs;
    struct reports reports;
    bool no_memory, bad_input, limit;
};

static void say_no_memory(struct run *run, const char *name)
{
    program_error(run->program, "%s: out of memory", name);
    run->no_memory = true;
}

static void play_arena(struct run *run, const struct snake *arena, const char *name)
{
    utf8_put_visible(name, strlen(name), false, stdout);
    printf(": %u open cells\n", arena->cells);
    /* The result of optimal play, if it can be computed. */
    double wins, moves;
    if (run->options->growth != GROWTH_NOKIA && snake_exact(arena, run->options->tail == TAIL_BLOCKED, &wins, &moves)) {
        if (wins > 1 - 1e-9)
            printf("  best possible: wins always, %.4f moves expected\n", moves);
        else
            printf("  best possible: wins with probability %.4f\n", wins);
    }
    for (size_t i = 0; autopilots[i] != NULL && program_interrupted == 0; i++) {
        if (run->only != NULL && run->only != autopilots[i])
            continue;
        const struct autopilot *autopilot = autopilots[i];
        char reason[AUTOPILOT_REASON] = "";
        struct session session = {
            .autopilot = autopilot,
            .arena = arena,
            .rules = {.tail_blocked = run->options->tail == TAIL_BLOCKED,
                      .nokia = run->options->growth == GROWTH_NOKIA},
            .seed = run->seed,
            .count = run->options->games,
        };
        void *knowledge = autopilot->study(arena, reason);
        if (knowledge == NULL && reason[0] == '\0') {
            say_no_memory(run, name);
        } else if (knowledge == NULL && run->only != NULL) {
            program_error(run->program, "%s: %s cannot play here: %s", name, autopilot->name, reason);
            run->bad_input = true;
        } else if (knowledge == NULL) {
            printf("  %-18s  cannot play here: %s\n", autopilot->name, reason);
        } else {
            session.knowledge = knowledge;
            if (!run_session(&session, name, run->jobs, &run->reports) && program_interrupted == 0)
                say_no_memory(run, name);
            autopilot->forget(knowledge);
        }
        fflush(stdout);
    }
}

static void play_files(struct run *run, char *const *files, size_t count)
{
    const struct game *game = game_of_arenas();
    struct level_source *source = level_source_open(files, count);
    enum level_result result = LEVEL_END;
    if (source == NULL) {
        program_error(run->program, "out of memory");
        run->no_memory = true;
        return;
    }
    program_complain(run->program, level_source_notes(source));
    level_source_expect(source, game);
    do {
        struct level level = {0};
        struct text error = {0};
        result = level_source_next(source, &level, &error);
        struct puzzle *puzzle = result == LEVEL_READ ? level_load(&level, game, (struct variant){0}, &error) : NULL;
        if (puzzle != NULL)
            play_arena(run, face_of(game)->arena(puzzle), text_string(&level.name));
        run->bad_input |= error.size > 0;
        run->no_memory |= !program_complain(run->program, &error);
        if (puzzle != NULL)
            game->free(puzzle);
        level_free(&level);
        text_free(&error);
    } while (result != LEVEL_END && program_interrupted == 0);
    level_source_close(source);
}

static void write_report(struct run *run, const char *name, const struct text *report)
{
    struct text path = {0}, error = {0};
    text_addf(&path, "%s/%s", run->options->output, name);
    if (report->failed || path.failed)
        text_fail(&error);
    else if (file_make_folder(run->options->output, 0777, &error)) {
        file_tidy(run->options->output);
        file_replace(text_string(&path), text_string(report), report->size, &error);
    }
    if (text_says(&error)) {
        program_fail(run->program, &error, EXIT_LIMIT);
        run->limit = true;
    }
    text_free(&path);
    text_free(&error);
}

int pilot_command(const struct program *program, const struct pilot_options *options, bool seeded, unsigned jobs,
                  char *const *files, size_t count)
{
    struct run run = {.program = program, .options = options, .jobs = jobs};
    struct text error = {0};
    if (!autopilot_find(options->autopilot, true, &run.only, &error))
        return program_usage(program, &error);
    run.seed = seeded ? options->seed : program_seed() & UINT32_MAX; /* short enough to type again */
    if (!seeded)
        program_error(program, "seed %" PRIu64, run.seed);
    text_add_string(&run.reports.games, "arena,autopilot,columns,rows,tail,growth,seed,game,result,moves,points,"
                                        "length,average,score\n");
    text_add_string(&run.reports.curve, "autopilot,seed,game,point,length,moves,average\n");
    play_files(&run, files, count);
    write_report(&run, "games.csv", &run.reports.games);
    write_report(&run, "curve.csv", &run.reports.curve);
    text_free(&run.reports.games);
    text_free(&run.reports.curve);
    int status = program_interrupted != 0 ? EXIT_INTERRUPTED
                 : run.no_memory          ? EXIT_LIMIT
                 : run.bad_input          ? EXIT_BAD_INPUT
                 : run.limit              ? EXIT_LIMIT
                                          : EXIT_SUCCESS;
    return program_finish(program, status);
}
