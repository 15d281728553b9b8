/* Plays random levels of every game with random keys. */
#ifndef ONLYWAY_TESTS_RANDOM_PLAY_H
#define ONLYWAY_TESTS_RANDOM_PLAY_H

#include "tests/unit.h"

#include "games/game.h"
#include "tests/levels.h"

#include <inttypes.h>

extern uint64_t random_play_seed; /* seed of the current level */

#define check(condition)                                                    \
    do {                                                                    \
        if (!(condition))                                                   \
            fail_msg("seed %" PRIu64 ": %s", random_play_seed, #condition); \
    } while (0)

typedef void play_function(struct chance *chance, const struct puzzle *puzzle);

/* Calls `play` for random levels of every game. */
void with_random_levels(int levels, play_function *play);

/* Returns a direction or, occasionally, the choice of a piece. */
unsigned random_key(struct chance *chance);

/* Returns the state after `count` moves from the start.  The caller frees it. */
unsigned char *replay(const struct puzzle *puzzle, const game_move *made, size_t count);

#endif
