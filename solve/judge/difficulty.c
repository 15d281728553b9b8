/* How difficult a level is; see difficulty.h.
 *
 * The model: people fail where a player fails who is guided by the estimate and knows nothing else.  What counts is
 * the luck that this player needs and how frequent the wrong turns are.  Long solutions are harder than short ones.
 * bench/fit_difficulty.py has the weights, and how well they predict people's results. */
#include "solve/judge/difficulty.h"

#include <math.h>

/* The weights of luck, hazard and steps. */
static const double OF_LUCK = 1, OF_HAZARD = 3, OF_STEPS = 0.2;

/* The sum at which the difficulty is 50, and how steeply it rises there. */
static const double MIDDLE = 4.8, SLOPE = 1.1;

const char *const difficulty_band_names[DIFFICULTY_BAND_COUNT] = {
#define X(name, low) #name,
    DIFFICULTY_BANDS(X)
#undef X
};

/* The least difficulty of each band; after the last, one more than the greatest difficulty. */
static const int band_lows[DIFFICULTY_BAND_COUNT + 1] = {
#define X(name, low) low,
    DIFFICULTY_BANDS(X)
#undef X
        101,
};

int difficulty_band_low(enum difficulty_band band)
{
    return band_lows[band];
}

int difficulty_band_high(enum difficulty_band band)
{
    return band_lows[band + 1] - 1;
}

enum difficulty_band difficulty_band_of(double difficulty)
{
    unsigned band = DIFFICULTY_BAND_COUNT - 1;
    while (band > 0 && difficulty < band_lows[band])
        band--;
    return (enum difficulty_band)band;
}

double difficulty_of(const struct guided *guided, double steps)
{
    if (guided->luck == UNKNOWN || guided->hazard == UNKNOWN || steps == UNKNOWN)
        return UNKNOWN;
    double sum = OF_LUCK * log2(1 + guided->luck) + OF_HAZARD * guided->hazard + OF_STEPS * log2(1 + steps);
    return floor(100 / (1 + exp(SLOPE * (MIDDLE - sum))) + 0.5);
}
