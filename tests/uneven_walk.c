/* Random puzzles with uneven estimates; see uneven_walk.h. */
#include "tests/uneven_walk.h"

#include "tests/toys.h"

static const struct uneven_walk *walk_of(const struct puzzle *puzzle)
{
    return (const struct uneven_walk *)puzzle;
}

static void walk_put(unsigned node, unsigned char *state)
{
    state[0] = (unsigned char)(node * 37 / 8);
    state[1] = (unsigned char)node;
}

static void walk_start(const struct puzzle *puzzle, unsigned char *state)
{
    (void)puzzle;
    walk_put(0, state);
}

static unsigned walk_expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                            unsigned char *states)
{
    const struct uneven_walk *walk = walk_of(puzzle);
    for (unsigned n = 0; n < walk->ways; n++) {
        moves[n] = n;
        walk_put(walk->next[state[1]][n], states + n * puzzle->state_bytes);
    }
    return walk->ways;
}

static bool walk_solved(const struct puzzle *puzzle, const unsigned char *state)
{
    return state[1] == walk_of(puzzle)->nodes - 1;
}

static enum lost walk_lost(const struct puzzle *puzzle, const unsigned char *state)
{
    return walk_of(puzzle)->needed[state[1]] >= WALK_FAR ? LOST_YES : LOST_NO;
}

static unsigned walk_estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return walk_of(puzzle)->estimate[state[1]];
}

static const struct puzzle_rules walk_rules = {
    .start = walk_start,
    .expand = walk_expand,
    .solved = walk_solved,
    .lost = walk_lost,
    .estimate = walk_estimate,
};

/* Fills in how many moves each node needs. */
static void measure_walk(struct uneven_walk *walk)
{
    for (unsigned node = 0; node < walk->nodes; node++)
        walk->needed[node] = node == walk->nodes - 1 ? 0 : WALK_FAR;
    for (unsigned changes = 1; changes > 0;) {
        changes = 0;
        for (unsigned node = 0; node < walk->nodes; node++) {
            for (unsigned n = 0; n < walk->ways; n++) {
                unsigned through = walk->needed[walk->next[node][n]] + 1;
                if (through < walk->needed[node]) {
                    walk->needed[node] = through;
                    changes++;
                }
            }
        }
    }
}

void walk_make(struct uneven_walk *walk, uint64_t *random)
{
    *walk = (struct uneven_walk){.puzzle = {.rules = &walk_rules, .state_bytes = 2, .symmetry_count = 1}};
    walk->nodes = 5 + (unsigned)(toy_random(random) % (WALK_NODES - 5));
    walk->ways = walk->puzzle.max_moves = 1 + (unsigned)(toy_random(random) % WALK_WAYS);
    for (unsigned node = 0; node < walk->nodes; node++) {
        for (unsigned n = 0; n < walk->ways; n++) {
            unsigned on = node + 1 + (unsigned)(toy_random(random) % 6);
            bool back = toy_random(random) % 5 == 0 || on >= walk->nodes;
            walk->next[node][n] = (unsigned char)(back ? toy_random(random) % (node + 1) : on);
        }
    }
    measure_walk(walk);
    for (unsigned node = 0; node < walk->nodes; node++) {
        unsigned luck = (unsigned)(toy_random(random) % 8), part = luck < 3 ? 0 : luck < 5 ? luck : 5;
        walk->estimate[node] = walk->needed[node] >= WALK_FAR ? luck : walk->needed[node] * part / 5;
    }
}
