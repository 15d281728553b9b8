/* The climb of all games that the general search judges; see climb.h. */
#include "gen/climb_inside.h"

#include "gen/draft.h"

#include <stdlib.h>
#include <string.h>

enum { METHOD_CLIMB, METHOD_RANDOM };

const struct method climb_methods[] = {
    [METHOD_CLIMB] = {"climb", "from a random level up: change a little, and keep what is better", 5000,
                      1},
    [METHOD_RANDOM] = {"random", "walls and pieces anywhere", 1000000, 64},
    {.name = NULL},
};

void *climb_make(const struct proposal *proposal)
{
    struct climb *climb = calloc(1, sizeof *climb);
    if (climb == NULL)
        return NULL;
    const struct climb_game *game = proposal->proposer->climb;
    struct board_size size = game->draft_size == NULL ? proposal->size
                                                      : game->draft_size(proposal->size);
    int columns = (int)size.columns, rows = (int)size.rows;
    climb->ascent.proposal = proposal;
    climb->game = game;
    climb->pieces = proposal->pieces;
    bool good = grid_make(&climb->draft, columns, rows, '-') &&
                grid_make(&climb->next, columns, rows, '-') &&
                grid_make(&climb->part, columns, rows, '-') &&
                grid_make(&climb->grown, columns, rows, '-');
    if (game->vary != NULL)
        good = good && (climb->varied = malloc(MOST_PIECE_BYTES)) != NULL;
    if (proposal->method == METHOD_CLIMB)
        good = good && tried_make(&climb->tried, game->edits, (size_t)(columns * rows));
    if (good)
        return climb;
    climb_free(climb);
    return NULL;
}

void climb_free(void *context)
{
    struct climb *climb = context;
    grid_free(&climb->draft);
    grid_free(&climb->next);
    grid_free(&climb->part);
    grid_free(&climb->grown);
    tried_free(&climb->tried);
    free(climb->varied);
    free(climb);
}

/* --- climbing --- */

static bool edit(void *context)
{
    struct climb *climb = context;
    draft_copy(&climb->next, &climb->draft);
    return climb->game->edit(&climb->next, climb->pieces, &climb->rng);
}

/* A draft that is met again counts as the same number of states. */
static double worth(void *context, double least)
{
    struct climb *climb = context;
    bool fresh;
    struct merit *merit = tried_find(&climb->tried, &climb->next, &fresh);
    if (fresh)
        *merit = climb_weigh(climb, &climb->next, climb->game->states, least);
    climb->ascent.effort += merit->states;
    climb->next_merit = *merit;
    return merit->worth;
}

static void take(void *context)
{
    struct climb *climb = context;
    draft_copy(&climb->draft, &climb->next);
    climb->merit = climb->next_merit;
}

static bool enough(void *context)
{
    const struct climb *climb = context;
    const struct merit *merit = &climb->merit;
    if (climb->game->range != NULL)
        return merit->missing <= 0 && !merit->many;
    return climb->depth > 0 && merit->depth >= climb->depth;
}

static const struct ascent_steps steps = {edit, worth, take, enough};

/* Climbs aim anywhere between the depths asked for, or up to twice what there is to be at least. */
static unsigned choose_depth(struct climb *climb)
{
    const struct filter_settings *wanted = climb->ascent.proposal->filters;
    double low = wanted->low[MEASURE_depth], high = wanted->high[MEASURE_depth];
    if (high != UNKNOWN) {
        unsigned least = low != UNKNOWN && low < high ? (unsigned)low : (unsigned)high / 2;
        return least + rng_below(&climb->rng, (unsigned)high - least + 1);
    }
    unsigned depth = climb->game->aim(climb->pieces);
    if (low != UNKNOWN && low > depth)
        depth = (unsigned)low;
    return depth + rng_below(&climb->rng, depth);
}

/* Weighs a draft that may be the first one, or become that. */
static struct merit weigh_start(struct climb *climb, const struct grid *draft, double least)
{
    struct merit merit = climb_weigh(climb, draft, climb->game->start_states, least);
    climb->ascent.effort += merit.states;
    return merit;
}

/* Adds one piece to the edited copy, which is a level, so that it is one again.  What it is worth then is
 * WORTHLESS where that was not to be. */
static struct merit grow(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    for (unsigned i = 0; i < game->growths && !climb->ascent.failed; i++) {
        draft_copy(&climb->grown, &climb->next);
        if (!game->grow(&climb->grown, climb->pieces, &climb->rng))
            continue;
        struct merit merit = weigh_start(climb, &climb->grown, WORTHLESS);
        if (merit.worth != WORTHLESS) {
            draft_copy(&climb->next, &climb->grown);
            return merit;
        }
    }
    return (struct merit){.worth = WORTHLESS};
}

/* Scatters a draft, as the edited copy, and completes it.  It may be worth anything less than `least` where
 * that is what it would come to. */
static struct merit make_start(struct climb *climb, double least)
{
    const struct climb_game *game = climb->game;
    struct merit merit = {.worth = WORTHLESS};
    if (!game->scatter(&climb->next, climb->pieces, &climb->rng))
        return merit;
    unsigned missing = game->missing == NULL ? 0 : game->missing(&climb->next, climb->pieces);
    merit = weigh_start(climb, &climb->next, missing > 0 ? WORTHLESS : least);
    for (; missing > 0 && merit.worth != WORTHLESS; missing--)
        merit = grow(climb);
    return merit;
}

/* Scatters drafts until one is a level, and as many others as are to be compared with it, and takes the best.
 * False: none was. */
static bool find_start(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    struct ascent *ascent = &climb->ascent;
    unsigned found = 0;
    ascent->worth = WORTHLESS;
    for (unsigned i = 0; i < game->starts && found <= game->rivals; i++) {
        if (*ascent->proposal->stop != 0 || ascent->failed || ascent->effort >= ascent->most_effort)
            break;
        struct merit merit = make_start(climb, ascent->worth);
        found += merit.depth > 0;
        if (merit.worth <= ascent->worth)
            continue;
        draft_copy(&climb->draft, &climb->next);
        ascent->worth = merit.worth;
        climb->merit = merit;
    }
    return ascent->worth != WORTHLESS;
}

/* --- tidying up --- */

/* Whether a part that can go may stay: it is one of those that should not be idle, but only few of them
 * are. */
static bool may_stay(struct climb *climb, unsigned n)
{
    const struct climb_game *game = climb->game;
    if (game->live == NULL || game->idle_of == 0)
        return false;
    struct part_range live = game->live(&climb->draft);
    unsigned few = live.count / game->idle_of;
    return n >= live.first && climb_count_idle(climb, &climb->draft, few) <= few;
}

/* Whether the edited copy is as near to the aim as the draft was before it was tidied up, where that can be
 * told by one search. */
static bool is_as_near(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    bool aims = game->whole && climb->aim.filters != NULL;
    return !aims || climb_weigh(climb, &climb->next, game->states, WORTHLESS).missing <=
                               climb->merit.missing;
}

/* Takes out all parts that can go. */
static void tidy(struct climb *climb, const struct judgement *judgement)
{
    for (unsigned n = 0; !climb->ascent.failed;) {
        draft_copy(&climb->next, &climb->draft);
        if (!climb->game->take_out(&climb->next, n, climb->pieces))
            break;
        if (!climb->game->fits(&climb->next, climb->pieces) ||
            !climb_has_solutions(climb, &climb->next, judgement) || may_stay(climb, n) ||
            !is_as_near(climb)) {
            n++;
            continue;
        }
        draft_copy(&climb->draft, &climb->next);
        n = climb->game->tidies_again ? 0 : n; /* the next part has this number now */
    }
}

static void close_draft(struct climb *climb)
{
    if (climb->game->close != NULL && !climb->game->close(&climb->draft))
        climb->ascent.failed = true;
}

/* Whether pieces are missing or useless. */
static bool is_lacking(struct climb *climb)
{
    struct judgement judgement;
    unsigned lacking;
    if (climb->game->lacking == NULL || climb->ascent.failed)
        return false;
    enum outcome outcome = climb_judge(climb, &climb->draft, &judgement, &lacking);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED)
        return true;
    judgement_free(&judgement);
    return lacking > 0;
}

/* Tidies the draft up.  Returns filter_count, or the filter for whose reason it is to be
 * dropped. */
static size_t finish(struct climb *climb)
{
    struct judgement judgement;
    close_draft(climb);
    enum outcome outcome = climb_judge(climb, &climb->draft, &judgement, NULL);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED)
        return filter_index(FILTER_UNFIT);
    size_t reason = climb_drop_reason(climb, &judgement);
    if (reason == filter_count)
        tidy(climb, &judgement);
    judgement_free(&judgement);
    close_draft(climb);
    if (reason == filter_count && !climb->game->fits(&climb->draft, climb->pieces))
        reason = filter_index(FILTER_UNFIT); /* what was closed off was needed */
    return reason == filter_count && is_lacking(climb) ? filter_index(FILTER_UNFIT) : reason;
}

/* --- proposing --- */

/* Leaves a level in the draft.  Returns filter_count, or the filter for whose reason there is
 * none. */
static size_t climb_up(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    climb->depth = game->aim == NULL ? 0 : choose_depth(climb);
    if (game->range != NULL)
        climb->aim = aim_choose(climb->ascent.proposal->filters, *game->range, &climb->rng);
    climb->ascent.edits = game->edits;
    climb->ascent.most_effort = game->climb_states == 0 ? UINT64_MAX : game->climb_states;
    if (!find_start(climb))
        return filter_index(game->without_start);
    tried_clear(&climb->tried);
    ascend(&climb->ascent, &steps, climb);
    return finish(climb);
}

/* Likewise, without climbing. */
static size_t scatter(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    bool good = game->scatter(&climb->draft, climb->pieces, &climb->rng);
    while (good && game->missing != NULL && game->missing(&climb->draft, climb->pieces) > 0)
        good = game->grow(&climb->draft, climb->pieces, &climb->rng);
    if (!good || !game->fits(&climb->draft, climb->pieces))
        return filter_index(FILTER_UNFIT);
    return game->tidies_scattered ? finish(climb) : filter_count;
}

void climb_propose(const struct proposal *proposal, void *context, uint64_t unit,
                   struct candidate_list *list)
{
    struct climb *climb = context;
    struct grid level;
    climb->ascent.failed = false;
    climb->ascent.effort = 0;
    rng_start_candidate(&climb->rng, proposal->options->seed, unit);
    if (climb->varied != NULL) {
        memcpy(climb->varied, proposal->pieces, proposal->proposer->piece_bytes);
        climb->game->vary(climb->varied, unit);
        climb->pieces = climb->varied;
    }
    size_t reason = proposal->method == METHOD_CLIMB ? climb_up(climb) : scatter(climb);
    if (climb->ascent.failed) {
        list->failed = true;
    } else if (reason != filter_count) {
        candidate_add_filtered(list, unit, reason);
    } else if (climb_make_level(climb, &climb->draft, &level)) {
        candidate_add_level(list, unit, &level);
        grid_free(&level);
    } else {
        list->failed = true;
    }
}
