/* Best play on tiny arenas; see game.h.
 *
 * A body is coded as the cell of its head and the way from there to its tail, two bits per step.  Bodies are processed
 * by length, longest first.  Nothing is random until the snake eats, so for each place of the food, repeated passes
 * over all bodies of one length improve their values until none changes.  The worth of a body is the mean over all
 * places of the food. */
#include "solve/arcade/game.h"

#include "base/array.h"
#include "base/sort.h"

#include <stdlib.h>

enum { HEAD_BITS = 4 };

/* More wins are better, then fewer moves. */
struct worth {
    double wins, moves;
};

/* All bodies of one length, sorted by code. */
struct generation {
    uint64_t *codes;
    struct worth *worth;      /* before the food is placed */
    int (*after)[DIRECTIONS]; /* index of the body after a move; or -1 */
    int (*fed)[DIRECTIONS];   /* index of the longer body after a move that eats; or -1 */
    uint32_t *covers;         /* the cells covered, one bit each */
    size_t count, capacity;
    struct arrays arrays; /* those after `codes` */
};

static void generation_free(struct generation *g)
{
    free(g->codes);
    arrays_free(&g->arrays);
}

/* Adds all bodies that extend a piece of `done` cells, whose last cell is `cell`. */
static bool add_bodies(struct generation *g, const struct snake *arena, unsigned length, uint64_t code, unsigned cell,
                       uint32_t covers, unsigned done)
{
    if (done == length) {
        if (!ARRAY_RESERVE(g->codes, g->count, g->capacity, 64))
            return false;
        g->codes[g->count++] = code;
        return true;
    }
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int next = arena->next[cell * DIRECTIONS + d];
        if (next < 0 || (covers >> next & 1) != 0)
            continue;
        uint64_t longer = code | (uint64_t)d << (HEAD_BITS + 2 * (done - 1));
        if (!add_bodies(g, arena, length, longer, (unsigned)next, covers | UINT32_C(1) << next, done + 1))
            return false;
    }
    return true;
}

static int find_code(const struct generation *g, uint64_t code)
{
    const uint64_t *found = bsearch(&code, g->codes, g->count, sizeof code, compare_uint64);
    return found == NULL ? -1 : (int)(found - g->codes);
}

static bool generation_make(struct generation *g, const struct snake *arena, unsigned length)
{
    *g = (struct generation){0};
    bool good = true;
    for (unsigned head = 0; head < arena->cells && good; head++)
        good = add_bodies(g, arena, length, head, head, UINT32_C(1) << head, 1);
    if (g->count > 1)
        qsort(g->codes, g->count, sizeof *g->codes, compare_uint64);
    g->worth = arrays_add(&g->arrays, g->count, sizeof *g->worth);
    g->after = arrays_add(&g->arrays, g->count, sizeof *g->after);
    g->fed = arrays_add(&g->arrays, g->count, sizeof *g->fed);
    g->covers = arrays_add(&g->arrays, g->count, sizeof *g->covers);
    return good && !g->arrays.failed;
}

/* Links the bodies of a length to those after a move, and after a move that eats. */
static void link_bodies(struct generation *g, const struct generation *longer, const struct snake *arena,
                        unsigned length, bool tail_blocked)
{
    uint64_t steps = (UINT64_C(1) << 2 * (length - 1)) - 1;
    for (size_t n = 0; n < g->count; n++) {
        uint64_t code = g->codes[n];
        unsigned head = (unsigned)(code & ((1u << HEAD_BITS) - 1)), tail = head;
        uint32_t covers = UINT32_C(1) << head;
        for (unsigned i = 0; i + 1 < length; i++) {
            tail = (unsigned)arena->next[tail * DIRECTIONS + (code >> (HEAD_BITS + 2 * i) & 3)];
            covers |= UINT32_C(1) << tail;
        }
        g->covers[n] = covers;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            int next = arena->next[head * DIRECTIONS + d];
            g->after[n][d] = g->fed[n][d] = -1;
            bool covered = next >= 0 && (covers >> next & 1) != 0;
            bool leaving = !tail_blocked && length > 2 && next == (int)tail;
            if (next < 0 || (covered && !leaving))
                continue;
            uint64_t body = code >> HEAD_BITS << 2 | (uint64_t)direction_opposite((enum direction)d);
            g->after[n][d] = find_code(g, (uint64_t)next | (body & steps) << HEAD_BITS);
            if (!covered)
                g->fed[n][d] = find_code(longer, (uint64_t)next | body << HEAD_BITS);
        }
    }
}

/* Improves the worth of each body with the food in one place.  Returns whether any worth improved. */
static bool improve(const struct generation *g, const struct generation *longer, const struct snake *arena,
                    unsigned food, struct worth *worth)
{
    const double hair = 1e-12; /* smaller differences are rounding errors */
    bool better = false;
    for (size_t n = 0; n < g->count; n++) {
        unsigned head = (unsigned)(g->codes[n] & ((1u << HEAD_BITS) - 1));
        for (unsigned d = 0; d < DIRECTIONS && (g->covers[n] >> food & 1) == 0; d++) {
            if (g->after[n][d] < 0)
                continue;
            bool eats = arena->next[head * DIRECTIONS + d] == (int)food;
            struct worth then = eats ? longer->worth[g->fed[n][d]] : worth[g->after[n][d]];
            then.moves += 1;
            bool more = then.wins > worth[n].wins + hair, equal = !more && then.wins > worth[n].wins - hair;
            if (then.wins > 0 && (more || (equal && then.moves < worth[n].moves - hair))) {
                worth[n] = then;
                better = true;
            }
        }
    }
    return better;
}

static bool rate(struct generation *g, const struct generation *longer, const struct snake *arena, unsigned length)
{
    struct worth *worth = calloc(g->count + 1, sizeof *worth);
    if (worth == NULL)
        return false;
    for (unsigned food = 0; food < arena->cells; food++) {
        for (size_t n = 0; n < g->count; n++)
            worth[n] = (struct worth){0};
        while (improve(g, longer, arena, food, worth))
            continue;
        for (size_t n = 0; n < g->count; n++) {
            if ((g->covers[n] >> food & 1) != 0)
                continue;
            g->worth[n].wins += worth[n].wins / (arena->cells - length);
            g->worth[n].moves += worth[n].moves / (arena->cells - length);
        }
    }
    free(worth);
    return true;
}

bool snake_exact(const struct snake *arena, bool tail_blocked, double *wins, double *moves)
{
    if (arena->cells > SNAKE_EXACT_CELLS)
        return false;
    struct generation longer, g;
    bool good = generation_make(&longer, arena, arena->cells);
    for (size_t n = 0; good && n < longer.count; n++)
        longer.worth[n].wins = 1;
    for (unsigned length = arena->cells - 1; good && length > 0; length--) {
        good = generation_make(&g, arena, length);
        if (good) {
            link_bodies(&g, &longer, arena, length, tail_blocked);
            good = rate(&g, &longer, arena, length);
        }
        generation_free(&longer);
        longer = g;
    }
    *wins = *moves = 0;
    for (size_t n = 0; good && n < longer.count; n++) {
        *wins += longer.worth[n].wins / arena->cells;
        *moves += longer.worth[n].moves / arena->cells;
    }
    generation_free(&longer);
    return good;
}
