/* Hill climbing towards hard LongCat levels; see longcat_climb.h. */
#include "gen/longcat_climb.h"

#include <stdlib.h>
#include <string.h>

enum {
    EARLY_STOPS = 30,      /* percent of slides that a walk stops before it must */
    CHANGES = 4000,        /* tried by a climb on a small board */
    NODES_FOR_ONE = 2000,  /* looked at for one board */
    NODES_FOR_ALL = 400000 /* looked at by a climb; what large boards are limited by */
};

struct climb *climb_make(const struct proposal *proposal, struct number_range walls)
{
    struct climb *climb = calloc(1, sizeof *climb);
    if (climb == NULL)
        return NULL;
    int columns = (int)proposal->size.columns, rows = (int)proposal->size.rows;
    size_t size = (size_t)columns * (size_t)rows;
    climb->proposal = proposal;
    climb->walls = walls;
    bool good = field_make(&climb->at, columns, rows) && field_make(&climb->next, columns, rows);
    for (int i = 0; i < CLIMB_LEVELS; i++)
        good = good && field_make(&climb->yields[i], columns, rows);
    climb->state = malloc(size);
    climb->path = malloc(size);
    good = good && climb->state != NULL && climb->path != NULL &&
           probe_make(&climb->probe, columns, rows, NODES_FOR_ONE);
    if (!good) {
        climb_free(climb);
        return NULL;
    }
    return climb;
}

void climb_free(struct climb *climb)
{
    field_free(&climb->at);
    field_free(&climb->next);
    for (int i = 0; i < CLIMB_LEVELS; i++)
        field_free(&climb->yields[i]);
    free(climb->state);
    free(climb->path);
    if (climb->probe.path != NULL)
        probe_free(&climb->probe);
    free(climb);
}

static double below(double value, double least)
{
    return least != UNKNOWN && value < least ? (least - value) / least : 0;
}

static double above(double value, double most)
{
    return most != UNKNOWN && value > most ? (value - most) / (most + 1) : 0;
}

/* What a profile lacks of the thresholds.  forced is depth - 1 in a level with one solution. */
static double lacks(const struct filter_settings *wanted, const struct profile *profile)
{
    const double values[MEASURE_COUNT] = {
        [MEASURE_depth] = profile->depth,
        [MEASURE_bits] = profile->bits,
        [MEASURE_choices] = profile->choices,
        [MEASURE_forced] = profile->depth > 0 ? profile->depth - 1.0 : 0,
        [MEASURE_traps] = profile->traps,
        [MEASURE_interplay] = profile->interplay,
        [MEASURE_detours] = profile->detours,
        [MEASURE_steps] = profile->depth,
    };
    double sum = 0;
    for (int i = 0; i < MEASURE_COUNT; i++)
        sum += below(values[i], wanted->low[i]) + above(values[i], wanted->high[i]);
    return sum + (profile->greedy && !wanted->allow_greedy ? 0.5 : 0);
}

/* Traps at half as many stops as the shorter side has cells make a level hard; the climb aims there
 * unless fewer traps are asked for. */
static double aim(const struct climb *climb)
{
    const struct board_size *size = &climb->proposal->size;
    double half = size->columns < size->rows ? size->columns / 2 : size->rows / 2;
    double most = climb->proposal->filters->high[MEASURE_traps];
    return most != UNKNOWN && most < half ? most : half;
}

static struct shortfall shortfall(const struct climb *climb, const struct field *field,
                                  const struct profile *profile)
{
    struct shortfall sum = {lacks(climb->proposal->filters, profile),
                            below(profile->stops, aim(climb))};
    if (climb->walls.high != ANY_NUMBER) {
        double walls = field_walls(field);
        sum.demands += below(walls, (double)climb->walls.low);
        sum.demands += above(walls, (double)climb->walls.high);
    }
    sum.demands += field_fills_size(field) ? 0 : 1;
    return sum;
}

static double total(struct shortfall shortfall)
{
    return shortfall.demands + shortfall.aim;
}

static int random_cell(struct climb *climb)
{
    return (int)rng_below(&climb->rng, (uint32_t)(climb->at.columns * climb->at.rows));
}

/* Turns a wall into open floor or back; not under the cat. */
static void flip(struct climb *climb, int cell)
{
    if (cell != climb->next.cat)
        climb->next.open[cell] ^= 1;
}

/* Makes `next` a slight variation of `at`.  Returns whether its solution is known to exist. */
static void vary(struct climb *climb)
{
    field_copy(&climb->next, &climb->at);
    unsigned kind = rng_below(&climb->rng, 10);
    if (kind < 5 && climb->length > 0) {
        walk_again(&climb->next, climb->state, climb->path, rng_below(&climb->rng, climb->length),
                   EARLY_STOPS, &climb->rng);
    } else if (kind < 8) {
        flip(climb, random_cell(climb));
    } else if (kind < 9) {
        flip(climb, random_cell(climb));
        flip(climb, random_cell(climb));
    } else {
        int cell = random_cell(climb);
        if (climb->next.open[cell])
            climb->next.cat = cell;
    }
}

/* Looks at `next`.  Returns whether it has exactly one solution and is no worse than `most`. */
static bool acceptable(struct climb *climb, double most, struct shortfall *lack)
{
    struct probe *probe = &climb->probe;
    struct profile profile;
    if (probe_count(probe, climb->next.open, climb->next.cat, 2) != 1)
        return false;
    probe_profile(probe, climb->next.open, climb->next.cat, probe->path, probe->length, true,
                  &profile);
    *lack = shortfall(climb, &climb->next, &profile);
    return total(*lack) <= most;
}

static void move_to_next(struct climb *climb, struct shortfall lack)
{
    struct field old = climb->at;
    climb->at = climb->next;
    climb->next = old;
    memcpy(climb->path, climb->probe.path, climb->probe.length);
    climb->length = climb->probe.length;
    climb->shortfall = lack;
}

static bool is_far_from_yields(const struct climb *climb)
{
    unsigned least = (unsigned)(climb->at.columns * climb->at.rows) / 8;
    for (unsigned i = 0; i < climb->yielded; i++) {
        if (field_distance(&climb->at, &climb->yields[i]) < least + 1)
            return false;
    }
    return true;
}

static void yield_level(struct climb *climb, uint64_t unit, struct candidate_list *list)
{
    struct grid grid;
    field_copy(&climb->yields[climb->yielded], &climb->at);
    if (!field_to_grid(&climb->at, &grid)) {
        list->failed = true;
        return;
    }
    candidate_add_level(list, unit * CLIMB_LEVELS + climb->yielded++, &grid);
    grid_free(&grid);
}

/* Finds a walk's level that has one solution.  False: none within reason. */
static bool start_climb(struct climb *climb)
{
    struct shortfall lack;
    for (int tries = 0; tries < 100 && *climb->proposal->stop == 0; tries++) {
        walk_new(&climb->next, climb->state, EARLY_STOPS, &climb->rng);
        if (acceptable(climb, 1e9, &lack)) {
            move_to_next(climb, lack);
            return true;
        }
    }
    return false;
}

void climb_run(struct climb *climb, uint64_t unit, struct candidate_list *list)
{
    rng_start_candidate(&climb->rng, climb->proposal->options->seed, unit);
    climb->yielded = 0;
    uint64_t nodes = 0;
    bool started = start_climb(climb);
    for (int n = 0; started && n < CHANGES && nodes < NODES_FOR_ALL; n++) {
        struct shortfall lack;
        if (total(climb->shortfall) == 0 && is_far_from_yields(climb))
            yield_level(climb, unit, list);
        if (climb->yielded == CLIMB_LEVELS || *climb->proposal->stop != 0)
            break;
        vary(climb);
        if (acceptable(climb, total(climb->shortfall), &lack))
            move_to_next(climb, lack);
        nodes += climb->probe.nodes;
    }
    if (started && climb->yielded == 0 && climb->shortfall.demands == 0)
        yield_level(climb, unit, list); /* it missed its aim, but it will do */
    if (climb->yielded == 0)
        candidate_add_dropped(list, unit * CLIMB_LEVELS, FILTER_UNFIT);
}
