/* Measures moves per second in PuzzleScript games, breadth-first, compared with the original engine.
 *
 * Both do the same work: from the first level of a game, they press every key in every state until they have found a
 * given number of states.  The driver `engine/run.js`, in the folder that ONLYWAY_PUZZLESCRIPT names, runs the
 * engine under node; without it, only the figures of this project are printed. */
#include "games/puzzlescript/level.h"
#include "games/puzzlescript/puzzlescript.h"
#include "solve/level/levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSITIONS = 100000, ENGINE_POSITIONS = 20000, TABLE = 1 << 19 };

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* The states found so far, and a hash table of their numbers plus 1. */
struct seen {
    unsigned char *states;
    uint32_t *table, count;
    size_t bytes;
};

static void meet(struct seen *seen, const unsigned char *state)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < seen->bytes; i++)
        hash = (hash ^ state[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
    size_t at = hash % TABLE;
    for (; seen->table[at] != 0; at = (at + 1) % TABLE)
        if (memcmp(seen->states + (seen->table[at] - 1) * seen->bytes, state, seen->bytes) == 0)
            return;
    memcpy(seen->states + seen->count * seen->bytes, state, seen->bytes);
    seen->table[at] = ++seen->count;
}

/* Presses all keys in one state after another.  Returns the number of key presses, or 0 if memory runs out. */
static double play(const struct puzzle *puzzle, unsigned keys)
{
    struct seen seen = {.bytes = puzzle->state_bytes};
    game_move moves[MOVE_WAYS];
    unsigned char *states = malloc(MOVE_WAYS * seen.bytes);
    double made = 0;
    seen.states = malloc((POSITIONS + MOVE_WAYS) * seen.bytes);
    seen.table = calloc(TABLE, sizeof *seen.table);
    if (states != NULL && seen.states != NULL && seen.table != NULL) {
        puzzle->rules->start(puzzle, states);
        meet(&seen, states);
        for (uint32_t at = 0; at < seen.count && seen.count < POSITIONS; at++) {
            unsigned count = puzzle->rules->expand(puzzle, seen.states + at * seen.bytes, moves, states);
            for (unsigned i = 0; i < count; i++)
                meet(&seen, states + i * seen.bytes);
            made += keys;
        }
    }
    free(states);
    free(seen.states);
    free(seen.table);
    return made;
}

/* Returns the engine's moves per second, or 0 if the engine is not available. */
static double engine_rate(const char *path)
{
    const char *folder = getenv("ONLYWAY_PUZZLESCRIPT");
    struct text command = {0};
    char answer[1000] = "";
    if (folder == NULL)
        return 0;
    text_addf(&command, "node '%s/engine/run.js' bfs '%s' 0 %d 2>/dev/null", folder, path, ENGINE_POSITIONS);
    FILE *engine = popen(text_string(&command), "r");
    text_free(&command);
    if (engine == NULL)
        return 0;
    size_t size = fread(answer, 1, sizeof answer - 1, engine);
    answer[size] = '\0';
    const char *rate = strstr(answer, "moves_a_second");
    return pclose(engine) == 0 && rate != NULL ? strtod(rate + strcspn(rate, "0123456789"), NULL) : 0;
}

static bool run(const char *path)
{
    char *operand = (char *)(uintptr_t)path;
    struct level_source *source = level_source_open(&operand, 1);
    struct level level = {0};
    struct text error = {0};
    struct puzzle *puzzle = NULL;
    if (source != NULL && level_source_next(source, &level, &error) == LEVEL_READ)
        puzzle = level_load(&level, NULL, (struct variant){.metric = PUZZLESCRIPT_KEYS}, &error);
    fputs(text_string(&error), stderr);
    if (puzzle != NULL) {
        double before = cpu_seconds(), moves = play(puzzle, (unsigned)ps_puzzle_of(puzzle)->keys),
               seconds = cpu_seconds() - before;
        double rate = moves / seconds, engine = engine_rate(path);
        printf("%-28s %8.2f s  %6.2f M moves/s", text_string(&level.name), seconds, rate / 1e6);
        if (engine > 0)
            printf("  the engine under node: %.3f M/s, so %.0f times as many", engine / 1e6, rate / engine);
        else
            printf("  another program: 0.03 to 0.05 M/s, the original engine");
        printf("\n");
        fflush(stdout);
        puzzle->game->free(puzzle);
    }
    level_free(&level);
    text_free(&error);
    level_source_close(source);
    return puzzle != NULL;
}

int main(int argc, char **argv)
{
    bool good = true;
    for (int i = 1; i < argc; i++)
        good = run(argv[i]) && good;
    return good ? 0 : 1;
}
