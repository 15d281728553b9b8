/* Hill climbing for Snowman; see snowman_climb.h. */
#include "gen/snowman_climb.h"

#include "games/snowman/snowman.h"

#include <stdlib.h>
#include <string.h>

enum {
    STARTS = 400,       /* random gardens until one can be solved */
    EDITS = 300,        /* in a climb */
    START_STATES = 2000, /* that a search may take while climbing */
    CLIMB_STATES = 4000,
    COMPARED = 40,      /* solutions, besides their number and that of their classes */
    CLASSES_TOLD = 10,  /* so many essentially different solutions are told apart: the fewer the better */
};

bool climber_make(struct climber *climber, const struct proposal *proposal,
                  const struct garden_plan *plan)
{
    *climber = (struct climber){.proposal = proposal, .plan = *plan};
    return grid_make(&climber->garden, plan->columns, plan->rows, '-') &&
           grid_make(&climber->next, plan->columns, plan->rows, '-');
}

void climber_free(struct climber *climber)
{
    grid_free(&climber->garden);
    grid_free(&climber->next);
}

static void copy(struct grid *to, const struct grid *from)
{
    memcpy(to->cells, from->cells, (size_t)grid_size(from));
}

/* Judges a garden without measures.  False: it is no level, or out of memory. */
static bool judge_garden(struct climber *climber, const struct grid *garden, uint64_t states,
                         size_t list, struct judgement *judgement)
{
    struct grid level;
    struct complaint complaint;
    unsigned needed = filters_enough(climber->proposal->filters);
    struct request request = {.limits = {.max_states = states,
                                         .interrupted = climber->proposal->stop},
                              .list = list,
                              .enough = needed > CLASSES_TOLD ? needed : CLASSES_TOLD};
    if (!garden_level(garden, &level)) {
        climber->failed = true;
        return false;
    }
    struct puzzle *puzzle =
        game_snowman.load(&level, climber->proposal->variant, &complaint);
    bool good = puzzle != NULL && judge(puzzle, &request, judgement);
    if (puzzle != NULL)
        game_snowman.free(puzzle);
    grid_free(&level);
    return good;
}

/* How often another ball is pushed than before. */
static unsigned count_changes(const struct judgement *judgement, int columns)
{
    static const int down[DIRECTIONS] = {-1, 0, 1, 0}, across[DIRECTIONS] = {0, 1, 0, -1};
    const struct move_list *reported = &judgement->reported;
    unsigned changes = 0;
    for (size_t n = 1; n < reported->count; n++) {
        enum direction direction = move_direction(reported->moves[n - 1]);
        int went = (int)move_piece(reported->moves[n - 1]) + down[direction] * columns +
                   across[direction];
        changes += went != (int)move_piece(reported->moves[n]);
    }
    return changes;
}

/* How much a garden is worth; less than 0: nothing, it cannot be solved or is not what is asked
 * for. */
static double garden_worth(struct climber *climber, const struct grid *garden, uint64_t states)
{
    const struct filter_settings *wanted = climber->proposal->filters;
    struct judgement judgement;
    if (!garden_fits(garden, &climber->plan) ||
        !judge_garden(climber, garden, states, 0, &judgement))
        return -1;
    double worth = -1, depth = judgement.measure[MEASURE_depth];
    double most = wanted->high[MEASURE_depth];
    bool solved = judgement.verdict == VERDICT_UNIQUE || judgement.verdict == VERDICT_MULTIPLE;
    if (solved && depth > 0 && (most == UNKNOWN || depth <= most)) {
        double classes = (double)judgement.essential_low;
        double extra = classes < CLASSES_TOLD ? classes - 1 : CLASSES_TOLD - 1;
        worth = 100 + depth + 2 * count_changes(&judgement, garden->columns + 2) - 4 * extra;
    }
    judgement_free(&judgement);
    return worth;
}

/* --- what does not matter goes --- */

static bool same_lists(const struct judgement *a, const struct judgement *b)
{
    if (a->listed_count != b->listed_count ||
        strcmp(text_string(&a->solutions), text_string(&b->solutions)) != 0 ||
        strcmp(text_string(&a->essential), text_string(&b->essential)) != 0)
        return false;
    for (size_t i = 0; i < a->listed_count; i++) {
        if (!move_lists_equal(&a->listed[i], &b->listed[i]))
            return false;
    }
    return true;
}

/* Whether `next` has the solutions of `judgement`: as many, as many classes, and the same ones as far
 * as they are listed. */
static bool same_solutions(struct climber *climber, const struct judgement *judgement)
{
    struct judgement other;
    if (!garden_fits(&climber->next, &climber->plan) ||
        !judge_garden(climber, &climber->next, CLIMB_STATES, COMPARED, &other))
        return false;
    bool same = other.verdict == judgement->verdict && same_lists(&other, judgement);
    judgement_free(&other);
    return same;
}

/* Takes snow away, then walls, where that changes no solution. */
static void tidy_up(struct climber *climber, const struct judgement *judgement)
{
    struct grid *garden = &climber->garden, *next = &climber->next;
    for (int cell = 0; cell < grid_size(garden); cell++) {
        copy(next, garden);
        if (garden_set_snow(next, cell, false) && same_solutions(climber, judgement))
            copy(garden, next);
    }
    for (int cell = 0; cell < grid_size(garden); cell++) {
        copy(next, garden);
        if (next->cells[cell] != 'X')
            continue;
        next->cells[cell] = '-';
        if (same_solutions(climber, judgement))
            copy(garden, next);
    }
}

/* Why a garden just judged need not be judged with all measures, or filter_count. */
static size_t drop_reason(const struct climber *climber, const struct judgement *judgement)
{
    if (judgement->verdict == VERDICT_UNSOLVABLE)
        return filter_index(FILTER_UNSOLVABLE);
    if (judgement->verdict == VERDICT_UNDECIDED)
        return filter_index(FILTER_UNDECIDED);
    bool many = (uint64_t)judgement->essential_low > climber->proposal->filters->max_essential;
    return many ? filter_index(FILTER_ESSENTIAL) : filter_count;
}

/* Tidies the garden up.  Returns filter_count, or the filter for whose reason it is to be dropped. */
static size_t finish_garden(struct climber *climber)
{
    struct judgement judgement;
    if (!garden_close(&climber->garden)) {
        climber->failed = true;
        return filter_count;
    }
    if (!judge_garden(climber, &climber->garden, CLIMB_STATES, COMPARED, &judgement))
        return filter_index(FILTER_UNFIT);
    size_t reason = drop_reason(climber, &judgement);
    if (reason == filter_count)
        tidy_up(climber, &judgement);
    judgement_free(&judgement);
    if (!garden_close(&climber->garden))
        climber->failed = true;
    return reason;
}

/* --- climbing --- */

/* A random garden that can be solved, and its worth; less than 0: there is none. */
static double find_start(struct climber *climber, struct rng *rng)
{
    for (int i = 0; i < STARTS && *climber->proposal->stop == 0; i++) {
        if (!garden_scatter(&climber->garden, &climber->plan, rng))
            continue;
        double worth = garden_worth(climber, &climber->garden, START_STATES);
        if (worth >= 0 || climber->failed)
            return worth;
    }
    return -1;
}

size_t climber_climb(struct climber *climber, struct rng *rng)
{
    double worth = find_start(climber, rng);
    if (worth < 0)
        return filter_index(FILTER_UNSOLVABLE);
    for (int i = 0; i < EDITS && *climber->proposal->stop == 0 && !climber->failed; i++) {
        copy(&climber->next, &climber->garden);
        bool changed = false;
        for (unsigned n = 1 + rng_below(rng, 3); n > 0; n--)
            changed |= garden_edit(&climber->next, rng);
        double next = changed ? garden_worth(climber, &climber->next, CLIMB_STATES) : -1;
        if (next >= worth) {
            copy(&climber->garden, &climber->next);
            worth = next;
        }
    }
    return finish_garden(climber);
}

size_t climber_scatter(struct climber *climber, struct rng *rng)
{
    if (!garden_scatter(&climber->garden, &climber->plan, rng) ||
        !garden_fits(&climber->garden, &climber->plan))
        return filter_index(FILTER_UNFIT);
    return finish_garden(climber);
}
