/* Fuzzes the readers of moves on the shipped levels: the first line of the input is the number of a level, and the
 * rest are moves.
 *
 * The moves are played once as `solve --replay` does it and once step by step, with the same result.  A solution is
 * at least as long as the shortest one.  If it is as short and the solution is unique, it equals that of the report.
 * It still solves the level after it is written and read again. */
#include "tests/fuzz/fuzz.h"

#include "base/file.h"
#include "out/pack_command.h"
#include "solve/level/report.h"
#include "solve/explain/words.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* A level and the values of its report. */
struct known {
    struct puzzle *puzzle;
    unsigned long depth;
    bool only; /* whether the solution is unique */
    char *solution;
};

static const struct limits no_limits;
static struct known known[4096];
static size_t known_count;

/* Stores a row of a report.  *context is the index of its level in `known`. */
static bool take_row(void *context, const char *const *fields)
{
    size_t *next = context;
    struct known *level = &known[(*next)++];
    MUST(*next <= known_count);
    level->depth = strtoul(fields[COLUMN_depth], NULL, 10);
    level->only = strcmp(fields[COLUMN_solutions], "1") == 0;
    level->solution = strdup(fields[COLUMN_solution]);
    MUST(level->solution != NULL);
    return true;
}

static void take_report(char *path)
{
    struct job_kind kind = {0};
    struct pack_input input = {0};
    struct text report = {0}, error = {0};
    size_t next = known_count;
    pack_read(&path, 1, &kind, &input);
    MUST(!input.failed && input.errors.size == 0);
    MUST(known_count + input.count <= sizeof known / sizeof *known);
    for (size_t i = 0; i < input.count; i++) {
        known[known_count++].puzzle = input.jobs[i].puzzle;
        input.jobs[i].puzzle = NULL; /* `known` keeps it */
    }
    MUST(file_read(path, 1 << 24, &report, &error));
    MUST(report_read(report.data, report.size, take_row, &next, &error) && next == known_count);
    text_free(&report);
    pack_input_free(&input);
}

static void write_seeds(const char *folder)
{
    for (size_t i = 0; i < known_count; i++) {
        struct text seed = {0}, name = {0};
        text_addf(&seed, "%zu\n%s", i, known[i].solution);
        text_addf(&name, "%zu", i);
        fuzz_seed(folder, text_string(&name), seed.data, seed.size);
        text_free(&seed);
        text_free(&name);
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *folder = fuzz_argument(*argc, *argv, "--levels");
    const char *game = fuzz_argument(*argc, *argv, "--of");
    const char *seeds = fuzz_argument(*argc, *argv, "--seeds");
    struct text pattern = {0};
    glob_t reports = {0};
    text_addf(&pattern, "%s/%s/*.csv", folder, game);
    glob(text_string(&pattern), 0, NULL, &reports);
    text_clear(&pattern);
    text_addf(&pattern, "%s/%s/*/*.csv", folder, game);
    glob(text_string(&pattern), GLOB_APPEND, NULL, &reports);
    for (size_t i = 0; i < reports.gl_pathc; i++)
        take_report(reports.gl_pathv[i]);
    MUST(known_count > 0);
    globfree(&reports);
    text_free(&pattern);
    if (*seeds != '\0') {
        write_seeds(seeds);
        exit(EXIT_SUCCESS);
    }
    return 0;
}

/* The outcome of moves. */
struct game_played {
    enum replay_result result;
    game_move *made;
    size_t count;
};

/* Makes a move.  Returns false if it is illegal. */
static bool make(const struct puzzle *puzzle, unsigned char *state, game_move move)
{
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    unsigned char *states = calloc(puzzle->max_moves + 1, puzzle->state_bytes);
    MUST(moves != NULL && states != NULL);
    unsigned count = puzzle->rules->expand(puzzle, state, moves, states), n = 0;
    MUST(count <= puzzle->max_moves);
    for (unsigned i = 1; i < count; i++)
        MUST(moves[i - 1] < moves[i]);
    while (n < count && moves[n] != move)
        n++;
    if (n < count)
        memcpy(state, states + n * puzzle->state_bytes, puzzle->state_bytes);
    free(moves);
    free(states);
    return n < count;
}

/* Numbers can repeat moves very often.  Longer games are left out. */
enum { MOST_MOVES = 3000 };

/* Plays up to MOST_MOVES moves. */
static struct game_played play(const struct puzzle *puzzle, const char *moves)
{
    struct move_reader reader = {.text = moves};
    struct complaint complaint;
    struct game_played played = {.made = calloc(MOST_MOVES, sizeof *played.made)};
    unsigned char *state = fuzz_start(puzzle);
    MUST(played.made != NULL);
    game_move move;
    int got;
    bool solved = puzzle->rules->solved(puzzle, state), legal = true;
    while (legal && played.count < MOST_MOVES &&
           (got = puzzle->game->read_move(puzzle, state, &reader, &move, &complaint)) > 0) {
        legal = !solved && make(puzzle, state, move);
        solved = legal && puzzle->rules->solved(puzzle, state);
        played.made[played.count] = move;
        played.count += legal;
    }
    bool stops = legal && got < 0; /* at a letter that is none, or at a key press that is no move */
    played.result = stops && !complaint.illegal ? REPLAY_UNREADABLE
                    : solved && !stops          ? REPLAY_SOLVES
                                                : REPLAY_SOLVES_NOT;
    free(state);
    return played;
}

/* For moves that solve: no state on the way may count as lost, and no estimate may be too high. */
static void check_way(const struct puzzle *puzzle, const struct game_played *played)
{
    unsigned char *state = fuzz_start(puzzle);
    for (size_t i = 0; i <= played->count; i++) {
        /* Neither the solved state nor any state before it may count as lost. */
        MUST(!puzzle->rules->lost(puzzle, state));
        MUST(puzzle->rules->dead == NULL || !puzzle->rules->dead(puzzle, state));
        MUST(puzzle->rules->estimate(puzzle, state) != ESTIMATE_LOST);
        MUST(puzzle->rules->estimate(puzzle, state) <= played->count - i);
        MUST(i == played->count || make(puzzle, state, played->made[i]));
    }
    free(state);
}

static void check_solution(const struct known *level, const struct game_played *played)
{
    struct move_list list = {played->made, played->count};
    struct text written = {0}, said = {0};
    MUST(played->count >= level->depth);
    check_way(level->puzzle, played);
    solution_write(level->puzzle, &list, &written);
    MUST(show_replay("", level->puzzle, text_string(&written), false, &no_limits, &said) == REPLAY_SOLVES);
    MUST(!level->only || played->count > level->depth || strcmp(text_string(&written), level->solution) == 0);
    text_free(&written);
    text_free(&said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *input = fuzz_string(data, size);
    const char *end = strchr(input, '\n');
    if (end != NULL) {
        const struct known *level = &known[strtoul(input, NULL, 10) % known_count];
        struct text said = {0};
        struct game_played played = play(level->puzzle, end + 1);
        bool whole = played.count < MOST_MOVES;
        MUST(!whole || show_replay("", level->puzzle, end + 1, size % 16 == 0, &no_limits, &said) == played.result);
        if (whole && played.result == REPLAY_SOLVES)
            check_solution(level, &played);
        free(played.made);
        text_free(&said);
    }
    free(input);
    return 0;
}
