/* The slow way to a level's luck: the equations of all chances, solved with fractions. */
#ifndef ONLYWAY_TESTS_SLOW_LUCK_H
#define ONLYWAY_TESTS_SLOW_LUCK_H

#include "games/game.h"

enum { SLOW_LUCK_MOST = 40 }; /* equations that are solved */

/* Whether slow_luck and slow_guided can compute anything: they need GMP, which a build may lack. */
bool slow_luck_has_fractions(void);

/* The luck that a random player needs, as defined, in bits; -1 where the level has more than `most_states`
 * states, no solution, or more than SLOW_LUCK_MOST states that can be won, or without fractions. */
double slow_luck(const struct puzzle *puzzle, int most_states);

/* How a guided player fares, as defined; `equally`: as in games whose estimate guides nobody.  False:
 * likewise. */
struct guided;
bool slow_guided(const struct puzzle *puzzle, int most_states, bool equally, struct guided *guided);

/* A player who plays at random so many times, for at most so many moves each: how often he wins. */
unsigned play_at_random(const struct puzzle *puzzle, uint64_t seed, unsigned times, unsigned moves);

#endif
