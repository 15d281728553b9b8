/* The wish of a climb; see wish.h. */
#include "gen/longcat/wish.h"

#include "gen/longcat/longcat.h"
#include "solve/judge/difficulty.h"

/* A board easily gives as many bits of luck as its shorter side has cells, less SPARE.  Less than half of that is
 * dull, unless it is asked for.  If the filters demand luck, it may be as many bits as the side has cells. */
static const double SPARE = 2;

/* A level has about this many slides for each hundred cells of its shorter side. */
enum { SLIDES_PERCENT = 250 };

/* How far the luck may exceed the wish, in bits. */
static const double MORE_LUCK = 1;

static double below(double value, double least)
{
    return least != UNKNOWN && value < least ? (least - value) / least : 0;
}

static double above(double value, double most)
{
    return most != UNKNOWN && value > most ? (value - most) / (most + 1) : 0;
}

static bool exceeds(double value, double most)
{
    return most != UNKNOWN && value > most;
}

/* Finds the measures of a level with one solution; `forced` is then depth - 1. */
static void find_measures(const struct profile *profile, double measures[MEASURE_COUNT])
{
    measures[MEASURE_depth] = profile->depth;
    measures[MEASURE_bits] = profile->bits;
    measures[MEASURE_choices] = profile->choices;
    measures[MEASURE_forced] = profile->depth > 0 ? profile->depth - 1.0 : 0;
    measures[MEASURE_traps] = profile->traps;
    measures[MEASURE_interplay] = profile->interplay;
    measures[MEASURE_detours] = profile->detours;
    measures[MEASURE_luck] = profile->luck < LUCK_MOST ? profile->luck : LUCK_MOST;
    measures[MEASURE_steps] = profile->depth;
    const struct guided guided = {measures[MEASURE_luck],
                                  profile->depth > 0 ? measures[MEASURE_luck] / profile->depth : 0};
    measures[MEASURE_difficulty] = difficulty_of(&guided, profile->depth);
}

/* Returns the least luck, in steps of a quarter bit, that makes a level of this depth at least this difficult. */
static double luck_for(double difficulty, unsigned depth)
{
    double luck = 0;
    for (; luck < LUCK_MOST; luck += 0.25) {
        const struct profile profile = {.depth = depth, .luck = luck};
        double measures[MEASURE_COUNT];
        find_measures(&profile, measures);
        if (measures[MEASURE_difficulty] >= difficulty)
            break;
    }
    return luck;
}

static double between(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

void longcat_wish_draw(struct longcat_wish *wish, const struct proposal *proposal, struct rng *rng)
{
    const struct filter_settings *wanted = proposal->filters;
    const struct longcat_pieces *pieces = proposal->pieces;
    unsigned columns = proposal->size.columns, rows = proposal->size.rows;
    double side = columns < rows ? columns : rows;
    unsigned depth = (unsigned)(side * SLIDES_PERCENT / 100);
    double least = 0, most = LUCK_MOST;
    if (wanted->low[MEASURE_difficulty] != UNKNOWN)
        least = luck_for(wanted->low[MEASURE_difficulty], depth);
    if (wanted->low[MEASURE_luck] > least)
        least = wanted->low[MEASURE_luck];
    if (wanted->high[MEASURE_difficulty] != UNKNOWN)
        most = luck_for(wanted->high[MEASURE_difficulty], depth);
    if (exceeds(most, wanted->high[MEASURE_luck]))
        most = wanted->high[MEASURE_luck];
    double low = between((side - SPARE - 1) / 2, least, most);
    double high = between(least > 0 ? side : side - SPARE, low, most);
    if (high < low + 1)
        high = between(low + 1, low, most); /* the filters ask for more than usual */
    wish->filters = wanted;
    wish->walls = pieces->walls;
    wish->luck = high > low ? low + (high - low) * rng_below(rng, 101) / 100 : low;
}

struct shortfall longcat_wish_shortfall(const struct longcat_wish *wish, const struct profile *profile, unsigned walls)
{
    double measures[MEASURE_COUNT];
    find_measures(profile, measures);
    struct shortfall sum = {0, below(profile->luck, wish->luck)};
    for (int i = 0; i < MEASURE_COUNT; i++)
        sum.demands += below(measures[i], wish->filters->low[i]) + above(measures[i], wish->filters->high[i]);
    if (wish->walls.high != ANY_NUMBER)
        sum.demands += below(walls, (double)wish->walls.low) + above(walls, (double)wish->walls.high);
    return sum;
}

bool longcat_wish_exceeded(const struct longcat_wish *wish, const struct profile *profile, unsigned walls)
{
    const double *most = wish->filters->high;
    return profile->luck > wish->luck + MORE_LUCK || exceeds(profile->luck, most[MEASURE_luck]) ||
           exceeds(profile->depth, most[MEASURE_depth]) || exceeds(profile->bits, most[MEASURE_bits]) ||
           exceeds(profile->choices, most[MEASURE_choices]) || exceeds(profile->traps, most[MEASURE_traps]) ||
           (wish->walls.high != ANY_NUMBER && walls < wish->walls.low);
}
