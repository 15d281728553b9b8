/* Snowman: snow in dead ends.
 *
 * A ball that has come to a dead end, most often a corner, can never be pushed away again.  If it takes
 * snow there, nothing was there before, so it lies at the bottom and a snowman must stand there in
 * the end.
 *
 * All sizes must come to sum up to 3 for each snowman (small 0, medium 1, large 2), and as the balls are three
 * for each, they must grow as often as there are more small balls than large ones, each time on
 * snow of its own.  What snow there is besides may stay where it is or be wasted.  So of any dead ends
 * with snow all but that many must have snowmen in the end, each another one, and the
 * balls are grouped so that as many groups meet there. */
#include "games/snowman/costs.h"

enum { MOST_DEAD_ENDS = 4 }; /* that are looked at */

struct dead_ends {
    const struct parts *parts;
    unsigned count, cell[MOST_DEAD_ENDS];
    unsigned least; /* that three balls cost on any of them */
    uint16_t triple[MOST_DEAD_ENDS][MOST_BALLS][MOST_BALLS][MOST_BALLS]; /* as in parts */
};

static unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Fills in what three balls cost that meet on the n-th dead end.  Returns the least of it. */
static unsigned find_triples_there(struct dead_ends *ends, unsigned n)
{
    const struct parts *parts = ends->parts;
    unsigned cost[MOST_BALLS][SNOWMAN_SIZES], least = UNGROUPED;
    for (unsigned a = 0; a < parts->count; a++) {
        for (unsigned part = 0; part < SNOWMAN_SIZES; part++)
            cost[a][part] = parts->size[a] <= part ? parts->cost[a][part][ends->cell[n]] : NEVER;
    }
    for (unsigned a = 0; a < parts->count; a++) {
        const unsigned *first = cost[a];
        for (unsigned b = a + 1; b < parts->count; b++) {
            const unsigned *second = cost[b];
            unsigned small_medium = lesser(first[0] + second[1], second[0] + first[1]);
            unsigned small_large = lesser(first[0] + second[2], second[0] + first[2]);
            unsigned medium_large = lesser(first[1] + second[2], second[1] + first[2]);
            for (unsigned c = b + 1; c < parts->count; c++) {
                unsigned best = lesser(small_medium + cost[c][2], small_large + cost[c][1]);
                best = lesser(best, medium_large + cost[c][0]);
                best = best < NEVER ? best : UNGROUPED;
                ends->triple[n][a][b][c] = (uint16_t)best;
                least = lesser(least, best);
            }
        }
    }
    return least;
}

/* The cheapest way to group balls so that `needed` groups meet on dead ends of the set `left`, if it costs less
 * than `limit`; else `limit`. */
static unsigned group(const struct dead_ends *ends, const unsigned char *balls, unsigned count,
                      unsigned left, unsigned needed, unsigned limit)
{
    if (needed * SNOWMAN_SIZES > count || needed * ends->least >= limit)
        return limit;
    if (needed == 0)
        return lesser(limit, count == 0 ? 0 : snowman_group(ends->parts, balls, count));
    for (unsigned j = 1; j < count; j++) {
        for (unsigned k = j + 1; k < count; k++) {
            unsigned char rest[MOST_BALLS];
            unsigned many = 0;
            for (unsigned i = 1; i < count; i++) {
                rest[many] = balls[i];
                many += i != j && i != k;
            }
            for (unsigned n = 0; n < ends->count; n++) {
                unsigned cost = ends->triple[n][balls[0]][balls[j]][balls[k]];
                if ((left >> n & 1) != 0 && cost < limit)
                    limit =
                        cost + group(ends, rest, many, left & ~(1u << n), needed - 1, limit - cost);
            }
            unsigned cost = ends->parts->triple[balls[0]][balls[j]][balls[k]];
            if (cost < limit)
                limit = cost + group(ends, rest, many, left, needed, limit - cost);
        }
    }
    return limit;
}

unsigned snowman_group_on_dead_ends(const struct parts *parts,
                                    const struct snowman_position *position, unsigned best)
{
    const struct snowman *board = parts->board;
    struct dead_ends ends;
    unsigned char balls[MOST_BALLS];
    unsigned count = 0;
    for (unsigned i = 0; i < board->words; i++)
        count += (unsigned)__builtin_popcountll(position->snow.word[i] & board->dead_ends.word[i]);
    unsigned growth = set_size(board, &position->balls[0]) - set_size(board, &position->balls[2]);
    unsigned spare = set_size(board, &position->snow) - growth;
    if (count <= spare)
        return best;
    ends.parts = parts;
    ends.count = 0;
    for (int place = set_first(board, &position->snow); place >= 0 && ends.count < MOST_DEAD_ENDS;
         place = set_next(board, &position->snow, place + 1)) {
        if (set_has(&board->dead_ends, place))
            ends.cell[ends.count++] = (unsigned)board->cell_at[place];
    }
    if (ends.count <= spare)
        return best;
    ends.least = UNGROUPED;
    for (unsigned n = 0; n < ends.count; n++)
        ends.least = lesser(ends.least, find_triples_there(&ends, n));
    for (unsigned i = 0; i < parts->count; i++)
        balls[i] = (unsigned char)i;
    return group(&ends, balls, parts->count, (1u << ends.count) - 1, ends.count - spare, UNGROUPED);
}
