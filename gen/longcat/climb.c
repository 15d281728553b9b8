/* Hill climbing towards hard LongCat levels; see longcat.h.
 *
 * A climb starts from a level that was grown or walked at random and changes it a little at a time: it grows the start
 * of the solution again, walks its end again, adds, removes or moves a wall, or moves the cat.  It keeps a change if
 * the level still has one solution and is no further from the wish.  One climb gives one level, so the levels of a run
 * have nothing in common.  With --siblings it continues along the plateau that it has reached and gives more levels,
 * which cost much less but resemble each other. */
#include "gen/longcat/longcat.h"

#include "base/rng.h"
#include "gen/climb/ascent.h"
#include "gen/climb/proposer.h"
#include "gen/longcat/draft.h"
#include "gen/longcat/growth.h"
#include "solve/judge/judge.h"
#include "solve/longcat/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the wish --- */

struct longcat_wish {
    const struct filter_settings *filters;
    struct number_range walls;
    double luck; /* bits */
};

/* How far a level is from the wish; 0: it is there. */
struct shortfall {
    double demands; /* from the filters and piece options, without which it is dropped */
    double luck;    /* from the wish's luck */
};

/* A board easily gives as many bits of luck as its shorter side has cells, less SPARE.  Less than half of that is
 * dull, unless it is requested.  If the filters demand luck, it may be as many bits as the side has cells. */
static const double SPARE = 2;

/* A level has about this many slides for each hundred cells of its shorter side or, on a large board, about one for
 * this many cells. */
enum { SLIDES_PERCENT = 250, CELLS_A_SLIDE = 4 };

/* On a large board, a level that fills less than this percent of it is mostly rock.  If the filters demand luck there,
 * climbs aim at up to LUCK_A_CELL bits for each cell of the shorter side.  Few reach that, but those that fall short of
 * it and meet the filters are levels, too. */
enum { OPEN_PERCENT = 65 };
static const double LUCK_A_CELL = 2.2;

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

/* Returns how far a level with one solution and this profile is from the wish. */
static struct shortfall wish_shortfall(const struct longcat_wish *wish, const struct profile *profile, unsigned walls)
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

static double shortfall_total(struct shortfall shortfall)
{
    return shortfall.demands + shortfall.luck;
}

/* --- the climb --- */

/* What is known about the probe's path as a solution of `next`. */
enum path_known { PATH_UNKNOWN, PATH_SOLVES, PATH_ONLY_SOLUTION };

struct longcat_climb {
    struct ascent ascent;
    struct probe probe;
    struct longcat_growth *growth; /* NULL: the board is too large for it */
    struct longcat_wish wish;
    struct longcat_draft draft, next; /* `next` is the edited copy */
    enum path_known known;            /* of the probe's path and `next` */
    unsigned char *state;             /* scratch for walks */
    unsigned char *path;              /* the solution of the draft */
    unsigned length;
    struct shortfall shortfall, next_shortfall;
    struct longcat_draft *proposed; /* [siblings] levels that this climb has proposed */
    uint64_t proposed_count;
    bool full_profile; /* whether the filters need all measures */
    bool large;        /* whether the board is large, but not too large to grow levels */
    struct rng rng;
};

enum {
    EDITS_A_CELL = 40,      /* tried for one level, */
    EDITS = 3000,           /* but no more than this */
    STARTS = 100,           /* attempts to find a first level with a single solution */
    NODES_FOR_ONE = 1000,   /* searched for one board */
    NODES_FOR_ALL = 150000, /* searched for one level; */
    NODES_IF_LARGE = 4,     /* times as many if it must fill a large board; fewer on boards of more than */
    COMMON_CELLS = 256,     /* cells; a node of a larger board costs more */
    LENGTHENINGS = 3000,    /* tried for a walk on a board larger than that */
    LAST_SLIDES = 24,       /* walked again to lengthen a walk */
    SMALL_CELLS = 36,       /* on boards of up to this many cells, growth finds the same levels too often, */
                            /* so about every second climb begins with a walk */
    WIDTH = 200,            /* of the beam that grows the first level, at most, */
    WIDTH_AGAIN = 10        /* and of the beams that grow it anew */
};

struct longcat_climb *longcat_climb_make(const struct proposal *proposal)
{
    struct longcat_climb *climb = calloc(1, sizeof *climb);
    if (climb == NULL)
        return NULL;
    int columns = (int)proposal->size.columns, rows = (int)proposal->size.rows;
    const struct filter_settings *wanted = proposal->filters;
    size_t size = (size_t)columns * (size_t)rows;
    climb->ascent.proposal = proposal;
    for (int measure = MEASURE_interplay; measure <= MEASURE_detours; measure++)
        climb->full_profile |= wanted->low[measure] != UNKNOWN || wanted->high[measure] != UNKNOWN;
    climb->state = malloc(size);
    climb->path = malloc(size);
    climb->proposed = calloc(proposal->options->siblings, sizeof *climb->proposed);
    bool good = climb->proposed != NULL;
    for (uint64_t i = 0; good && i < proposal->options->siblings; i++)
        good = longcat_draft_make(&climb->proposed[i], columns, rows);
    if (good && longcat_growth_suits(columns, rows)) {
        climb->growth = longcat_growth_make(columns, rows, WIDTH);
        good = climb->growth != NULL;
        climb->large = size > GROWTH_SMALL;
    }
    good = good && longcat_draft_make(&climb->draft, columns, rows) &&
           longcat_draft_make(&climb->next, columns, rows) && climb->state != NULL && climb->path != NULL &&
           probe_make(&climb->probe, columns, rows, size > COMMON_CELLS ? 4 * size : NODES_FOR_ONE);
    if (!good) {
        longcat_climb_free(climb);
        return NULL;
    }
    return climb;
}

void longcat_climb_free(struct longcat_climb *climb)
{
    for (uint64_t i = 0; climb->proposed != NULL && i < climb->ascent.proposal->options->siblings; i++)
        longcat_draft_free(&climb->proposed[i]);
    free(climb->proposed);
    if (climb->growth != NULL)
        longcat_growth_free(climb->growth);
    longcat_draft_free(&climb->draft);
    longcat_draft_free(&climb->next);
    free(climb->state);
    free(climb->path);
    probe_free(&climb->probe);
    free(climb);
}

/* --- growing --- */

static bool judge_grown(void *context, const struct profile *profile, unsigned walls, double *worth)
{
    const struct longcat_wish *wish = context;
    /* Putting slides before the solution can only make these figures worse. */
    const double *most = wish->filters->high;
    if (profile->luck > wish->luck + MORE_LUCK || exceeds(profile->luck, most[MEASURE_luck]) ||
        exceeds(profile->depth, most[MEASURE_depth]) || exceeds(profile->bits, most[MEASURE_bits]) ||
        exceeds(profile->choices, most[MEASURE_choices]) || exceeds(profile->traps, most[MEASURE_traps]) ||
        (wish->walls.high != ANY_NUMBER && walls < wish->walls.low))
        return false;
    *worth = -shortfall_total(wish_shortfall(wish, profile, walls));
    return true;
}

/* Grows `next`.  If `anew`, it grows from nothing; otherwise it keeps the end of the draft's solution, of random
 * length. */
static void grow(struct longcat_climb *climb, bool anew, unsigned width)
{
    struct probe *probe = &climb->probe;
    const struct growth_wish growth_wish = {climb->ascent.proposal, climb->wish.luck, &climb->wish, judge_grown};
    uint64_t nodes = 0;
    if (anew) {
        probe->length =
            longcat_grow_new(climb->growth, width, &growth_wish, &climb->next, probe->path, &climb->rng, &nodes);
    } else {
        unsigned gone = 1 + rng_below(&climb->rng, climb->length);
        longcat_draft_slide(&climb->next, climb->path, gone);
        memcpy(probe->path, climb->path + gone, climb->length - gone);
        probe->length = longcat_grow(climb->growth, width, &growth_wish, &climb->next, probe->path,
                                     climb->length - gone, &climb->rng, &nodes);
    }
    climb->known = PATH_ONLY_SOLUTION;
    climb->ascent.effort += nodes;
}

static int random_cell(struct longcat_climb *climb)
{
    return (int)rng_below(&climb->rng, (uint32_t)(climb->draft.columns * climb->draft.rows));
}

/* Grows the start of the solution again, walks its end again, or changes walls or the cat's place.  After a change of
 * the last kind `next` may have no solution. */
static bool edit(void *context)
{
    struct longcat_climb *climb = context;
    longcat_draft_copy(&climb->next, &climb->draft);
    unsigned kind = rng_below(&climb->rng, 10);
    climb->known = PATH_UNKNOWN;
    if (kind == 0 && climb->length > 0 && climb->growth != NULL) {
        grow(climb, false, WIDTH_AGAIN);
        return true;
    }
    if (kind < 5 && climb->length > 0) {
        climb->known = PATH_SOLVES;
        unsigned kept = rng_below(&climb->rng, climb->length);
        climb->probe.length = walk_again(&climb->next, climb->state, climb->path, kept, &climb->rng, climb->probe.path);
        return true;
    }
    if (kind < 9) { /* turns one or two walls into open floor or back, except under the cat */
        for (int n = kind == 8 ? 2 : 1; n > 0; n--) {
            int cell = random_cell(climb);
            if (cell != climb->next.cat)
                climb->next.open[cell] ^= 1;
        }
    } else {
        int cell = random_cell(climb);
        if (climb->next.open[cell])
            climb->next.cat = cell;
    }
    return true;
}

/* Returns whether `next` has exactly one solution and is no further from the wish than `most`.  If so, the solution
 * is in the probe and `next_shortfall` says how far it is. */
static bool acceptable(struct longcat_climb *climb, double most)
{
    struct probe *probe = &climb->probe;
    struct shortfall *lack = &climb->next_shortfall;
    const struct longcat_draft *draft = &climb->next;
    probe->nodes = 0;
    if (climb->known == PATH_UNKNOWN && probe_count(probe, draft->open, draft->cat, 2) != 1)
        return false;
    struct profile profile;
    probe_profile(probe, draft->open, draft->cat, climb->full_profile, &profile);
    *lack = wish_shortfall(&climb->wish, &profile, longcat_draft_walls(draft));
    lack->demands += longcat_draft_fills_size(draft) ? 0 : 1;
    if (shortfall_total(*lack) > most)
        return false;
    if (!climb->ascent.proposal->filters->allow_greedy && probe_greedy(probe, draft->open, draft->cat))
        lack->demands += 0.5;
    if (shortfall_total(*lack) > most)
        return false;
    return climb->known != PATH_SOLVES || probe_has_other(probe, draft->open, draft->cat) == 0;
}

static void accept(void *context)
{
    struct longcat_climb *climb = context;
    struct longcat_draft old = climb->draft;
    climb->draft = climb->next;
    climb->next = old;
    memcpy(climb->path, climb->probe.path, climb->probe.length);
    climb->length = climb->probe.length;
    climb->shortfall = climb->next_shortfall;
}

/* Returns 0 for a level that lacks nothing, and less for all others. */
static double worth(void *context, double least)
{
    struct longcat_climb *climb = context;
    bool good = acceptable(climb, -least);
    climb->ascent.effort += climb->probe.nodes;
    return good ? -shortfall_total(climb->next_shortfall) : WORTHLESS;
}

static uint64_t siblings(const struct longcat_climb *climb)
{
    return climb->ascent.proposal->options->siblings;
}

/* Proposes the climb's current level as the unit's next candidate. */
static void propose_level(struct longcat_climb *climb, uint64_t unit, struct candidate_list *list)
{
    struct grid grid;
    uint64_t n = climb->proposed_count++;
    longcat_draft_copy(&climb->proposed[n], &climb->draft);
    candidate_add_level(list, unit * siblings(climb) + n, longcat_draft_level(&climb->draft, &grid), &grid);
}

static unsigned cells_of(const struct longcat_climb *climb)
{
    return (unsigned)(climb->draft.columns * climb->draft.rows);
}

/* Lengthens a walk, because a random walk on a large board soon shuts itself in.  Walks its end again many times, and
 * keeps a new end that covers no less.  `next` and the probe's path are the walk. */
static void lengthen(struct longcat_climb *climb)
{
    struct probe *probe = &climb->probe;
    unsigned walls = longcat_draft_walls(&climb->next);
    for (int n = 0; n < LENGTHENINGS && !proposal_stopped(climb->ascent.proposal); n++) {
        accept(climb);
        bool deep = n % 4 == 0; /* now and then from further back */
        unsigned most = climb->length < LAST_SLIDES || deep ? climb->length : LAST_SLIDES;
        unsigned again = most > 0 ? 1 + rng_below(&climb->rng, most) : 0;
        climb->next.cat = climb->draft.cat;
        memcpy(climb->next.open, climb->draft.open, cells_of(climb));
        probe->length =
            walk_again(&climb->next, climb->state, climb->path, climb->length - again, &climb->rng, probe->path);
        unsigned now = longcat_draft_walls(&climb->next);
        if (now > walls) {
            longcat_draft_copy(&climb->next, &climb->draft);
            memcpy(probe->path, climb->path, climb->length);
            probe->length = climb->length;
        } else {
            walls = now;
        }
    }
}

/* Finds a level that has one solution.  Returns false if STARTS attempts failed or the run was stopped. */
static bool start_climb(struct longcat_climb *climb)
{
    unsigned cells = cells_of(climb), width = cells * cells / 20 + 2; /* on small boards a wide beam would always find
                                                                       * the same levels, the best ones */
    bool small = cells <= SMALL_CELLS;
    bool walks = climb->growth == NULL || (small && rng_below(&climb->rng, 2) == 0);
    for (int tries = 0; tries < STARTS && !proposal_stopped(climb->ascent.proposal); tries++) {
        if (!walks) {
            grow(climb, true, width < WIDTH ? width : WIDTH);
        } else {
            climb->probe.length = walk_new(&climb->next, climb->state, &climb->rng, climb->probe.path);
            climb->known = PATH_SOLVES;
            if (climb->growth == NULL)
                lengthen(climb);
        }
        if (acceptable(climb, HUGE_VAL)) {
            accept(climb);
            return true;
        }
    }
    return false;
}

/* Whether the level fulfils the wish and differs enough from those that this climb has proposed. */
static bool enough(void *context)
{
    const struct longcat_climb *climb = context;
    unsigned least = cells_of(climb) / 16 < 3 ? 3 : cells_of(climb) / 16;
    bool good = shortfall_total(climb->shortfall) == 0;
    for (uint64_t i = 0; good && i < climb->proposed_count; i++)
        good = longcat_draft_distance(&climb->draft, &climb->proposed[i]) >= least;
    return good;
}

/* Edits the level until it fulfils the wish and differs enough from the levels proposed before.  Returns false if
 * that failed. */
static bool climb_on(struct longcat_climb *climb)
{
    static const struct ascent_steps steps = {edit, worth, accept, enough};
    uint64_t cells = cells_of(climb);
    struct ascent *ascent = &climb->ascent;
    ascent->edits = EDITS_A_CELL * cells < EDITS ? EDITS_A_CELL * cells : EDITS;
    ascent->effort = 0;
    ascent->most_effort = NODES_FOR_ALL;
    if (climb->large)
        ascent->most_effort *= NODES_IF_LARGE;
    else if (cells > COMMON_CELLS)
        ascent->most_effort = ascent->most_effort * COMMON_CELLS / cells;
    ascent->worth = -shortfall_total(climb->shortfall);
    return ascend(ascent, &steps, climb);
}

void longcat_climb_run(struct longcat_climb *climb, uint64_t unit, struct candidate_list *list)
{
    rng_start_candidate(&climb->rng, climb->ascent.proposal->options->seed, unit);
    climb->proposed_count = 0;
    /* Draws a wish: what the filters ask for and, within that, a random amount of luck that boards of this size can
     * give.  So a run has levels of all kinds. */
    const struct proposal *proposal = climb->ascent.proposal;
    bool large = climb->large;
    const struct filter_settings *wanted = proposal->filters;
    const struct longcat_pieces *pieces = proposal->pieces;
    unsigned columns = proposal->size.columns, rows = proposal->size.rows;
    double side = columns < rows ? columns : rows;
    unsigned depth = large ? columns * rows / CELLS_A_SLIDE : (unsigned)(side * SLIDES_PERCENT / 100);
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
    double high = between(least == 0 ? side - SPARE : large ? side * LUCK_A_CELL : side, low, most);
    if (high < low + 1)
        high = between(low + 1, low, most); /* the filters ask for more than usual */
    climb->wish.filters = wanted;
    climb->wish.walls = pieces->walls;
    if (large && climb->wish.walls.high == ANY_NUMBER)
        climb->wish.walls.high = columns * rows * (100 - OPEN_PERCENT) / 100;
    climb->wish.luck = high > low ? low + (high - low) * rng_below(&climb->rng, 101) / 100 : low;
    bool started = start_climb(climb);
    while (started && !list->failed && climb->proposed_count < siblings(climb) && climb_on(climb))
        propose_level(climb, unit, list);
    if (started && climb->proposed_count == 0 && climb->shortfall.demands == 0)
        propose_level(climb, unit, list);
    if (climb->proposed_count == 0)
        candidate_add_dropped(list, unit * siblings(climb), filter_index(FILTER_UNFIT));
}
