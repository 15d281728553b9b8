/* A slow computation of a level's luck: solves the equations of all probabilities with fractions. */
#ifndef ONLYWAY_TESTS_SLOW_LUCK_H
#define ONLYWAY_TESTS_SLOW_LUCK_H

#include "games/game.h"

enum { SLOW_LUCK_MOST = 40 }; /* the most equations to solve */

/* Returns whether slow_luck and slow_guided work in this build; they need GMP. */
bool slow_luck_has_fractions(void);

/* Returns the luck that a random player needs, by its definition, in bits.  Returns -1 if the level has no solution,
 * more than `most_states` states, or more than SLOW_LUCK_MOST winnable states, or if the build lacks fractions. */
double slow_luck(const struct puzzle *puzzle, int most_states);

/* Computes how well a guided player does, by its definition.  `equally`: the estimate gives no guidance.  Returns
 * false where slow_luck returns -1. */
struct guided;
bool slow_guided(const struct puzzle *puzzle, int most_states, bool equally, struct guided *guided);

/* Lets a random player play `times` games of at most `moves` moves.  Returns the number of wins. */
unsigned play_at_random(const struct puzzle *puzzle, uint64_t seed, unsigned times, unsigned moves);

#endif
