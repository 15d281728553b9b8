/* Random levels of every game, to be played at random. */
#ifndef ONLYWAY_TESTS_RANDOM_PLAY_H
#define ONLYWAY_TESTS_RANDOM_PLAY_H

#include "tests/unit.h"

#include "games/game.h"
#include "tests/levels.h"

#include <inttypes.h>

extern uint64_t random_play_seed; /* of the level at hand */

#define check(condition)                                                    \
    do {                                                                    \
        if (!(condition))                                                   \
            fail_msg("seed %" PRIu64 ": %s", random_play_seed, #condition); \
    } while (0)

typedef void play_function(struct chance *chance, const struct puzzle *puzzle);

/* Lets `play` have random levels of every game. */
void with_random_levels(int levels, play_function *play);

/* A direction or, now and then, the choice of a piece. */
unsigned random_key(struct chance *chance);

/* The state after some moves from the start, to be freed. */
unsigned char *replay(const struct puzzle *puzzle, const game_move *made, size_t count);

#endif
