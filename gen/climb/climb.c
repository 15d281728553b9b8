/* The climb for all games that the general search judges; see climb.h. */
#include "gen/climb/climb.h"

#include "gen/climb/ascent.h"
#include "gen/climb/composition.h"
#include "gen/climb/draft.h"
#include "gen/climb/tried.h"

#include <stdlib.h>
#include <string.h>

/* A thread's own data. */
struct climb {
    struct ascent ascent;
    const struct climb_game *game;
    const void *pieces;      /* the unit's pieces */
    void *varied;            /* owned; the unit's pieces if `vary` changes them; else NULL */
    struct grid draft, next; /* owned; `next` is the edited copy */
    struct grid grown;       /* owned; a copy with one more piece */
    struct merit merit, next_merit;
    unsigned depth; /* the depth at which the climb ends; 0: none */
    bool measured;  /* it aims at the measure of the game's range; otherwise at a depth, if at anything */
    struct aim aim; /* if `measured` */
    struct tried tried;
    struct rng rng;
};

/* --- judging --- */

/* Makes the level of a draft.  Returns false if memory runs out. */
static bool climb_make_level(const struct climb *climb, const struct grid *draft, struct grid *level)
{
    unsigned char frame = climb->game->frame, empty = climb->game->empty;
    if (empty != 0)
        return draft_cut(draft, empty, level);
    return frame == 0 ? grid_copy(level, draft) : grid_with_frame(draft, frame, level);
}

/* Judges a draft with a search that may store `states` states.  The caller fills in the rest of the request.
 * *lacking receives how many pieces are missing or unused; it may be NULL.  Returns false if the draft is not a level,
 * or not a requested one, or if memory runs out; then the climb has failed, and nothing is known about the draft. */
static bool judge_within(struct climb *climb, const struct grid *draft, uint64_t states, struct request request,
                         struct judgement *judgement, unsigned *lacking)
{
    const struct proposal *proposal = climb->ascent.proposal;
    const struct game *game = proposal->proposer->game;
    uint64_t most = proposal->options->max_states;
    unsigned enough = filters_enough(proposal->filters);
    request.limits = (struct limits){.max_states = most > 0 && most < states ? most : states,
                                     .max_memory = proposal->options->max_memory,
                                     .interrupted = proposal->stop};
    request.enough = enough > climb->game->classes ? enough : climb->game->classes;
    struct grid level;
    struct complaint complaint;
    if (!climb_make_level(climb, draft, &level)) {
        climb->ascent.failed = true;
        return false;
    }
    struct puzzle *puzzle = game->load(&level, proposal->variant, &complaint);
    grid_free(&level);
    if (puzzle == NULL) {
        climb->ascent.failed |= complaint.failed;
        return false;
    }
    puzzle->mirrors = 0; /* the cost of a climb must not depend on whether a draft happens to be symmetric */
    bool judged = climb->game->sound == NULL || climb->game->sound(puzzle);
    if (judged && !judge(puzzle, &request, judgement)) {
        climb->ascent.failed = true;
        judged = false;
    }
    if (judged && lacking != NULL)
        *lacking = judgement_has_solution(judgement) && climb->game->lacking != NULL
                       ? climb->game->lacking(puzzle, judgement, climb->pieces)
                       : 0;
    game->free(puzzle);
    return judged;
}

/* Judges a draft without measures and lists as many of its solutions as the game compares. */
static bool climb_judge(struct climb *climb, const struct grid *draft, struct judgement *judgement, unsigned *lacking)
{
    struct request request = {.list = climb->game->compared};
    return judge_within(climb, draft, climb->game->states, request, judgement, lacking);
}

/* Why a draft need not be judged with all measures, or filter_count. */
static size_t climb_drop_reason(const struct climb *climb, const struct judgement *judgement)
{
    if (judgement->verdict == VERDICT_UNSOLVABLE)
        return filter_index(FILTER_UNSOLVABLE);
    if (judgement->verdict == VERDICT_UNDECIDED)
        return filter_index(FILTER_UNDECIDED);
    uint64_t most = climb->ascent.proposal->filters->max_essential;
    bool many = judgement->verdict == VERDICT_MULTIPLE && (uint64_t)judgement->essential_low > most;
    return many ? filter_index(FILTER_ESSENTIAL) : filter_count;
}

/* Whether a draft has the same shortest solutions as one that climb_judge has judged. */
static bool climb_has_solutions(struct climb *climb, const struct grid *draft, const struct judgement *judgement)
{
    struct judgement other;
    if (!climb_judge(climb, draft, &other, NULL))
        return false;
    /* The numbers of solutions and of essentially different ones are equal, and so are all listed solutions. */
    bool same = other.verdict == judgement->verdict && other.listed_count == judgement->listed_count &&
                strcmp(text_string(&other.solutions), text_string(&judgement->solutions)) == 0 &&
                strcmp(text_string(&other.essential), text_string(&judgement->essential)) == 0;
    for (size_t i = 0; same && i < other.listed_count; i++)
        same = move_lists_equal(&other.listed[i], &judgement->listed[i]);
    climb->ascent.effort += other.states;
    judgement_free(&other);
    return same;
}

/* --- weighing --- */

/* Returns the worth of a draft, with a search that may store `states` states.  If the worth is below `least`, may
 * return any value below `least`. */
static struct merit climb_weigh(struct climb *climb, const struct grid *draft, uint64_t states, double least)
{
    const struct climb_game *game = climb->game;
    struct merit merit = {.worth = WORTHLESS, .missing = HUGE_VAL};
    struct judgement judgement;
    if (!game->fits(draft, climb->pieces))
        return merit;
    /* One search for all, or one without measures, which then often suffices. */
    bool whole = game->whole && climb->measured;
    struct request request = {.measures = whole ? MEASURES_AUTO : MEASURES_NONE, .whole = whole};
    unsigned lacking = 0;
    if (!judge_within(climb, draft, states, request, &judgement, whole ? &lacking : NULL))
        return merit;
    merit.states = judgement.states;
    size_t reason = climb_drop_reason(climb, &judgement);
    bool solved = reason == filter_count || (reason == filter_index(FILTER_ESSENTIAL) && game->classes > 0);
    double depth = judgement.measure[MEASURE_depth];
    double most = climb->ascent.proposal->filters->high[MEASURE_depth];
    if (solved && depth > 0 && (most == UNKNOWN || depth <= most) &&
        (!whole || judgement.measure[MEASURE_luck] != UNKNOWN)) {
        merit.depth = (unsigned)depth;
        merit.many = judgement.verdict == VERDICT_MULTIPLE;
        merit.missing = whole ? aim_distance(&climb->aim, &judgement) + game->lacking_cost * lacking : 0;
        merit.worth = game->worth(&judgement, draft) - merit.missing;
    }
    judgement_free(&judgement);
    if (!whole && climb->measured && merit.worth >= least && merit.worth != WORTHLESS) {
        /* Subtracts the distance of the measures from the aim.  A draft without the measure aimed at is WORTHLESS. */
        double distance = HUGE_VAL;
        request = (struct request){.measures = MEASURES_AUTO};
        if (judge_within(climb, draft, game->whole_states, request, &judgement, NULL)) {
            if (judgement.measure[climb->aim.range.measure] != UNKNOWN)
                distance = aim_distance(&climb->aim, &judgement);
            merit.states += judgement.states;
            judgement_free(&judgement);
        }
        merit.missing += distance;
        merit.worth -= distance;
    }
    return merit;
}

/* --- climb --- */

enum { METHOD_CLIMB, METHOD_RANDOM };

const struct method climb_methods[] = {
    [METHOD_CLIMB] = {"climb", "start with a random level, change it a little at a time and keep what is better", 5000,
                      1},
    [METHOD_RANDOM] = {"random", "put walls and pieces anywhere", 1000000, 64},
    {.name = NULL},
};

void *climb_make(const struct proposal *proposal)
{
    struct climb *climb = calloc(1, sizeof *climb);
    if (climb == NULL)
        return NULL;
    const struct climb_game *game = proposal->proposer->climb;
    struct board_size size = game->draft_size == NULL ? proposal->size : game->draft_size(proposal->size);
    int more = game->compose == NULL ? 0 : COMPOSITION_WIDER;
    int columns = (int)size.columns + more, rows = (int)size.rows + more;
    climb->ascent.proposal = proposal;
    climb->game = game;
    climb->pieces = proposal->pieces;
    if (game->range != NULL) {
        const struct filter_settings *wanted = proposal->filters;
        enum measure measure = game->range->measure;
        climb->measured = game->usual_depth == 0 || wanted->low[measure] != UNKNOWN || wanted->high[measure] != UNKNOWN;
    }
    bool good = grid_make(&climb->draft, columns, rows, '-') && grid_make(&climb->next, columns, rows, '-') &&
                grid_make(&climb->grown, columns, rows, '-');
    if (game->vary != NULL || game->compose != NULL)
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

/* A draft that comes up again costs the same effort as the first time. */
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

static void accept(void *context)
{
    struct climb *climb = context;
    draft_copy(&climb->draft, &climb->next);
    climb->merit = climb->next_merit;
}

static bool enough(void *context)
{
    const struct climb *climb = context;
    const struct merit *merit = &climb->merit;
    if (climb->measured)
        return merit->missing <= 0 && !merit->many;
    return climb->depth > 0 && merit->depth >= climb->depth;
}

static const struct ascent_steps steps = {edit, worth, accept, enough};

/* Limits a requested depth, so that twice the depth still fits. */
static unsigned depth_of(double asked)
{
    enum { MOST = 1 << 30 };
    return asked < MOST ? (unsigned)asked : MOST;
}

/* Draws the depth to aim at.  If the filters set a highest depth, draws from the lowest depth they set (by default half
 * the highest) to the highest.  Otherwise draws from d to 2 * d - 1, where d is the game's usual depth or, if greater,
 * the lowest depth that the filters set. */
static unsigned choose_depth(struct climb *climb)
{
    const struct filter_settings *wanted = climb->ascent.proposal->filters;
    double low = wanted->low[MEASURE_depth], high = wanted->high[MEASURE_depth];
    if (high != UNKNOWN) {
        unsigned most = depth_of(high);
        unsigned least = low != UNKNOWN && low < high ? depth_of(low) : most / 2;
        return least + rng_below(&climb->rng, most - least + 1);
    }
    unsigned depth = climb->game->usual_depth;
    if (low != UNKNOWN && low > depth)
        depth = depth_of(low);
    return depth + rng_below(&climb->rng, depth);
}

/* The states that a search may store for a scattered draft with some of the wanted pieces.  Each piece multiplies the
 * states, so a draft that lacks pieces may have fewer: n pieces of N may have about the N-th root of the n-th power. */
static uint64_t start_states(const struct climb_game *game, unsigned pieces, unsigned wanted)
{
    enum { SLACK = 4 }; /* the estimate is rough */
    if (wanted == 1)
        return game->start_states;
    if (pieces == wanted)
        return game->states;
    uint64_t all = 1, states = 0, power;
    for (unsigned n = 0; n < pieces; n++)
        all *= SLACK * game->states;
    do {
        states++;
        power = 1;
        for (unsigned n = 0; n < wanted; n++)
            power *= states;
    } while (power < all);
    return states;
}

/* Weighs a draft that may become the first one, as it is or after it is completed. */
static struct merit weigh_start(struct climb *climb, const struct grid *draft, uint64_t states, double least)
{
    struct merit merit = climb_weigh(climb, draft, states, least);
    climb->ascent.effort += merit.states;
    return merit;
}

/* Adds one piece to the edited copy, which is a level, so that the result is a level too, with at most `states` states.
 * The merit's worth is WORTHLESS if no attempt succeeds. */
static struct merit grow(struct climb *climb, uint64_t states)
{
    const struct climb_game *game = climb->game;
    for (unsigned i = 0; i < game->growths && !climb->ascent.failed; i++) {
        draft_copy(&climb->grown, &climb->next);
        if (!game->grow(&climb->grown, climb->pieces, &climb->rng))
            continue;
        struct merit merit = weigh_start(climb, &climb->grown, states, WORTHLESS);
        if (merit.worth != WORTHLESS) {
            draft_copy(&climb->next, &climb->grown);
            return merit;
        }
    }
    return (struct merit){.worth = WORTHLESS};
}

/* Scatters a draft into the edited copy and completes it.  If its worth is below `least`, may return any value below
 * `least`. */
static struct merit make_start(struct climb *climb, double least)
{
    const struct climb_game *game = climb->game;
    if (!game->scatter(&climb->next, climb->pieces, &climb->rng))
        return (struct merit){.worth = WORTHLESS};
    unsigned wanted = 1 + (game->missing == NULL ? 0 : game->missing(&climb->next, climb->pieces));
    struct merit merit =
        weigh_start(climb, &climb->next, start_states(game, 1, wanted), wanted > 1 ? WORTHLESS : least);
    for (unsigned pieces = 2; pieces <= wanted && merit.worth != WORTHLESS; pieces++)
        merit = grow(climb, start_states(game, pieces, wanted));
    return merit;
}

/* --- tidying up --- */

static void close_draft(struct climb *climb)
{
    if (climb->game->close != NULL && !climb->game->close(&climb->draft))
        climb->ascent.failed = true;
}

/* Tidies the draft up.  Returns filter_count, or the filter that drops it. */
static size_t tidy_up(struct climb *climb)
{
    struct judgement judgement;
    close_draft(climb);
    if (!climb_judge(climb, &climb->draft, &judgement, NULL))
        return filter_index(FILTER_UNFIT);
    size_t reason = climb_drop_reason(climb, &judgement);
    if (reason == filter_count) {
        /* Removes all parts that can go and do not take the draft further from the aim. */
        const struct climb_game *game = climb->game;
        bool aims = game->whole && climb->aim.filters != NULL; /* one search can tell how near a draft is */
        for (unsigned n = 0; !climb->ascent.failed;) {
            draft_copy(&climb->next, &climb->draft);
            if (!game->take_out(&climb->next, n, climb->pieces))
                break;
            bool goes =
                game->fits(&climb->next, climb->pieces) && climb_has_solutions(climb, &climb->next, &judgement) &&
                (!aims || climb_weigh(climb, &climb->next, game->states, WORTHLESS).missing <= climb->merit.missing);
            if (goes)
                draft_copy(&climb->draft, &climb->next);
            n = !goes ? n + 1 : game->tidies_again ? 0 : n; /* the next part now has this number */
        }
    }
    judgement_free(&judgement);
    close_draft(climb);
    if (reason == filter_count && !climb->game->fits(&climb->draft, climb->pieces))
        reason = filter_index(FILTER_UNFIT); /* closing removed something that is needed */
    if (reason != filter_count || climb->game->lacking == NULL || climb->ascent.failed)
        return reason;
    unsigned lacking = 1; /* pieces that are missing or unused */
    if (climb_judge(climb, &climb->draft, &judgement, &lacking))
        judgement_free(&judgement);
    return lacking > 0 ? filter_index(FILTER_UNFIT) : reason;
}

/* --- proposing --- */

/* Leaves a level in the draft.  Returns filter_count, or the filter that explains why there is none. */
static size_t climb_up(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    climb->depth = game->usual_depth == 0 || climb->measured ? 0 : choose_depth(climb);
    if (climb->measured)
        climb->aim = aim_choose(climb->ascent.proposal->filters, *game->range, &climb->rng);
    climb->ascent.edits = game->edits;
    climb->ascent.most_effort = game->climb_states == 0 ? UINT64_MAX : game->climb_states;
    /* Scatters drafts until one is a level, and then the number of rivals that the game wants, and takes the best. */
    struct ascent *ascent = &climb->ascent;
    unsigned found = 0;
    ascent->worth = WORTHLESS;
    for (unsigned i = 0; i < game->starts && found <= game->rivals; i++) {
        if (proposal_stopped(ascent->proposal) || ascent->failed || ascent->effort >= ascent->most_effort)
            break;
        struct merit merit = make_start(climb, ascent->worth);
        found += merit.depth > 0;
        if (merit.worth <= ascent->worth)
            continue;
        draft_copy(&climb->draft, &climb->next);
        ascent->worth = merit.worth;
        climb->merit = merit;
    }
    if (ascent->worth == WORTHLESS)
        return filter_index(game->without_start);
    tried_clear(&climb->tried);
    ascend(&climb->ascent, &steps, climb);
    return tidy_up(climb);
}

/* Leaves a scattered draft, without climbing.  Returns filter_count, or the filter that rejects it. */
static size_t scatter(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    bool good = game->scatter(&climb->draft, climb->pieces, &climb->rng);
    while (good && game->missing != NULL && game->missing(&climb->draft, climb->pieces) > 0)
        good = game->grow(&climb->draft, climb->pieces, &climb->rng);
    if (!good || !game->fits(&climb->draft, climb->pieces))
        return filter_index(FILTER_UNFIT);
    return game->tidies_scattered ? tidy_up(climb) : filter_count;
}

/* Gives a draft the size of a unit.  Its memory suffices for the largest size. */
static void resize(struct grid *draft, struct board_size size)
{
    draft->columns = (int)size.columns;
    draft->rows = (int)size.rows;
}

void climb_propose(const struct proposal *proposal, void *context, uint64_t unit, struct candidate_list *list)
{
    struct climb *climb = context;
    struct grid level;
    climb->ascent.failed = false;
    climb->ascent.effort = 0;
    rng_start_candidate(&climb->rng, proposal->options->seed, unit);
    if (climb->varied != NULL) {
        memcpy(climb->varied, proposal->pieces, proposal->proposer->piece_bytes);
        if (climb->game->vary != NULL)
            climb->game->vary(climb->varied, unit);
        climb->pieces = climb->varied;
    }
    if (climb->game->compose != NULL) {
        struct board_size size = proposal->size;
        climb->game->compose(climb->varied, proposal, &size, &climb->rng);
        resize(&climb->draft, size);
        resize(&climb->next, size);
        resize(&climb->grown, size);
    }
    size_t reason = proposal->method == METHOD_CLIMB ? climb_up(climb) : scatter(climb);
    if (climb->ascent.failed)
        list->failed = true;
    else if (reason != filter_count)
        candidate_add_dropped(list, unit, reason);
    else
        candidate_add_level(list, unit, climb_make_level(climb, &climb->draft, &level), &level);
}
