/* How difficult a level is: one figure from 0 to 100, on the same scale in every game, by a formula of
 * other measures; and its bands, which have names.  doc/measures.md says where the formula comes from. */
#ifndef ONLYWAY_SOLVE_JUDGE_DIFFICULTY_H
#define ONLYWAY_SOLVE_JUDGE_DIFFICULTY_H

#include "solve/judge/judge.h"

/* The difficulty of a level, whole: of how a guided player fares and of the key presses of its solution.
 * UNKNOWN where one of them is. */
double difficulty_of(const struct guided *guided, double steps);

/* Bands of difficulty: identifier (which is its name, too), and the least difficulty that is within. */
#define DIFFICULTY_BANDS(X) X(easy, 0) X(medium, 25) X(hard, 50) X(expert, 75)

enum difficulty_band {
#define X(name, low) DIFFICULTY_##name,
    DIFFICULTY_BANDS(X)
#undef X
        DIFFICULTY_BAND_COUNT
};

extern const char *const difficulty_band_names[DIFFICULTY_BAND_COUNT];

/* The least and the most difficulty of a band. */
int difficulty_band_low(enum difficulty_band band);
int difficulty_band_high(enum difficulty_band band);

/* The band of a difficulty from 0 to 100. */
enum difficulty_band difficulty_band_of(double difficulty);

#endif
