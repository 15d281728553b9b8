/* How difficult a level is; see difficulty.h.
 *
 * What people fail at is above all what a random player fails at: moves that lose and do not look so.
 * The difficulty rises with the bits of luck that he needs, in the form of an s: it is 0 where nothing
 * can go wrong, 50 at HALF bits, and it never comes to its end. */
#include "solve/difficulty.h"

#include <math.h>

static const double HALF = 7;

const char *const difficulty_band_names[DIFFICULTY_BAND_COUNT] = {
#define X(name, low) #name,
    DIFFICULTY_BANDS(X)
#undef X
};

/* Where each band begins, and behind the last one, where another one would. */
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

double difficulty_of(const double measures[MEASURE_COUNT])
{
    double luck = measures[MEASURE_luck];
    if (luck == UNKNOWN)
        return UNKNOWN;
    double square = luck * luck;
    return floor(100 * square / (square + HALF * HALF) + 0.5);
}
