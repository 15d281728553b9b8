/* How difficult a level is: a number from 0 to 100, on the same scale in every game, computed from other measures;
 * and named bands of difficulty. doc/measures.md explains the formula. */
#ifndef ONLYWAY_SOLVE_JUDGE_DIFFICULTY_H
#define ONLYWAY_SOLVE_JUDGE_DIFFICULTY_H

#include "solve/judge/judge.h"

/* Returns the difficulty as a whole number, computed from how a guided player fares and from the key presses of the
 * solution.  UNKNOWN if one of these is. */
double difficulty_of(const struct guided *guided, double steps);

/* Bands of difficulty: identifier (also the name), and the least difficulty in the band. */
#define DIFFICULTY_BANDS(X) X(easy, 0) X(medium, 25) X(hard, 50) X(expert, 75)

enum difficulty_band {
#define X(name, low) DIFFICULTY_##name,
    DIFFICULTY_BANDS(X)
#undef X
        DIFFICULTY_BAND_COUNT
};

extern const char *const difficulty_band_names[DIFFICULTY_BAND_COUNT];

/* Returns the least and the greatest difficulty of a band. */
int difficulty_band_low(enum difficulty_band band);
int difficulty_band_high(enum difficulty_band band);

/* Returns the band of a difficulty from 0 to 100. */
enum difficulty_band difficulty_band_of(double difficulty);

#endif
