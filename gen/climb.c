/* The climb of all games that the general search judges; see climb.h. */
#include "gen/climb.h"

#include "gen/ascent.h"
#include "gen/draft.h"
#include "gen/tried.h"

#include <stdlib.h>
#include <string.h>

enum { METHOD_CLIMB, METHOD_RANDOM };

const struct method climb_methods[] = {
    [METHOD_CLIMB] = {"climb", 5000, 1}, [METHOD_RANDOM] = {"random", 1000000, 64}, {NULL, 0, 0}};

/* A thread's own. */
struct climb {
    struct ascent ascent;
    const struct climb_game *game;
    const void *pieces;
    struct grid draft, next; /* owned; `next` is the edited copy */
    unsigned depth, next_depth;
    unsigned aim; /* depth at which the climb ends; 0: none */
    struct tried tried;
    struct rng rng;
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
                grid_make(&climb->next, columns, rows, '-');
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
    tried_free(&climb->tried);
    free(climb);
}

/* --- what a search says of a draft --- */

/* What becomes of a draft. */
enum outcome {
    OUTCOME_JUDGED,
    OUTCOME_UNFIT,  /* it is no level, or not what is asked for */
    OUTCOME_FAILED, /* out of memory, which says nothing of it */
};

/* The level's text.  False: out of memory. */
static bool make_level(const struct climb *climb, const struct grid *draft, struct grid *level)
{
    unsigned char frame = climb->game->frame;
    return frame == 0 ? grid_copy(level, draft) : grid_with_frame(draft, frame, level);
}

/* Judges a draft without measures, by a search that may store so many states. */
static enum outcome judge_draft(const struct climb *climb, const struct grid *draft,
                                uint64_t states, size_t list, struct judgement *judgement)
{
    const struct proposal *proposal = climb->ascent.proposal;
    const struct game *game = proposal->proposer->game;
    uint64_t most = proposal->options->max_states;
    unsigned enough = filters_enough(proposal->filters);
    struct request request = {
        .limits = {.max_states = most > 0 && most < states ? most : states,
                   .max_memory = proposal->options->max_memory,
                   .interrupted = proposal->stop},
        .list = list,
        .enough = enough > climb->game->classes ? enough : climb->game->classes,
    };
    struct grid level;
    struct complaint complaint;
    if (!make_level(climb, draft, &level))
        return OUTCOME_FAILED;
    struct puzzle *puzzle = game->load(&level, proposal->variant, &complaint);
    grid_free(&level);
    if (puzzle == NULL)
        return complaint.failed ? OUTCOME_FAILED : OUTCOME_UNFIT;
    enum outcome outcome = OUTCOME_UNFIT;
    if (climb->game->sound == NULL || climb->game->sound(puzzle))
        outcome = judge(puzzle, &request, judgement) ? OUTCOME_JUDGED : OUTCOME_FAILED;
    game->free(puzzle);
    return outcome;
}

/* Why a draft need not be judged with all measures, or filter_count. */
static size_t drop_reason(const struct climb *climb, const struct judgement *judgement)
{
    if (judgement->verdict == VERDICT_UNSOLVABLE)
        return filter_index(FILTER_UNSOLVABLE);
    if (judgement->verdict == VERDICT_UNDECIDED)
        return filter_index(FILTER_UNDECIDED);
    uint64_t most = climb->ascent.proposal->filters->max_essential;
    bool many = judgement->verdict == VERDICT_MULTIPLE && (uint64_t)judgement->essential_low > most;
    return many ? filter_index(FILTER_ESSENTIAL) : filter_count;
}

/* Whether a judged draft is worth anything. */
static bool is_wanted(const struct climb *climb, const struct judgement *judgement)
{
    size_t reason = drop_reason(climb, judgement);
    double depth = judgement->measure[MEASURE_depth];
    double most = climb->ascent.proposal->filters->high[MEASURE_depth];
    bool solved = reason == filter_count ||
                  (reason == filter_index(FILTER_ESSENTIAL) && climb->game->classes > 0);
    return solved && depth > 0 && (most == UNKNOWN || depth <= most);
}

/* What a search of so many states says of a draft. */
static struct merit weigh(struct climb *climb, const struct grid *draft, uint64_t states)
{
    struct merit merit = {.worth = WORTHLESS};
    struct judgement judgement;
    if (!climb->game->fits(draft, climb->pieces))
        return merit;
    enum outcome outcome = judge_draft(climb, draft, states, 0, &judgement);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED)
        return merit;
    merit.states = judgement.states;
    if (is_wanted(climb, &judgement)) {
        merit.depth = (unsigned)judgement.measure[MEASURE_depth];
        merit.worth = climb->game->worth(&judgement, draft);
    }
    judgement_free(&judgement);
    return merit;
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
    (void)least;
    struct climb *climb = context;
    bool fresh;
    struct merit *merit = tried_find(&climb->tried, &climb->next, &fresh);
    if (fresh)
        *merit = weigh(climb, &climb->next, climb->game->states);
    climb->ascent.effort += merit->states;
    climb->next_depth = merit->depth;
    return merit->worth;
}

static void take(void *context)
{
    struct climb *climb = context;
    draft_copy(&climb->draft, &climb->next);
    climb->depth = climb->next_depth;
}

static bool enough(void *context)
{
    const struct climb *climb = context;
    return climb->aim > 0 && climb->depth >= climb->aim;
}

static const struct ascent_steps steps = {edit, worth, take, enough};

/* Climbs aim anywhere between the depths asked for, or up to twice what there is to be at least. */
static unsigned choose_aim(struct climb *climb)
{
    const struct filter_settings *wanted = climb->ascent.proposal->filters;
    double low = wanted->low[MEASURE_depth], high = wanted->high[MEASURE_depth];
    if (high != UNKNOWN) {
        unsigned least = low != UNKNOWN && low < high ? (unsigned)low : (unsigned)high / 2;
        return least + rng_below(&climb->rng, (unsigned)high - least + 1);
    }
    unsigned aim = climb->game->aim(climb->pieces);
    if (low != UNKNOWN && low > aim)
        aim = (unsigned)low;
    return aim + rng_below(&climb->rng, aim);
}

/* Scatters drafts until one is a level.  False: none was. */
static bool find_start(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    struct ascent *ascent = &climb->ascent;
    ascent->worth = WORTHLESS;
    for (unsigned i = 0; i < game->starts && ascent->worth == WORTHLESS; i++) {
        if (*ascent->proposal->stop != 0 || ascent->failed)
            break;
        if (!game->scatter(&climb->draft, climb->pieces, &climb->rng))
            continue;
        struct merit merit = weigh(climb, &climb->draft, game->start_states);
        ascent->effort += merit.states;
        ascent->worth = merit.worth;
        climb->depth = merit.depth;
    }
    return ascent->worth != WORTHLESS;
}

/* --- tidying up --- */

/* Whether two judgements have the same shortest solutions: as many, as many essentially different
 * ones, and one by one the same, as far as they are listed. */
static bool same_solutions(const struct judgement *a, const struct judgement *b)
{
    bool same = a->verdict == b->verdict && a->listed_count == b->listed_count &&
                strcmp(text_string(&a->solutions), text_string(&b->solutions)) == 0 &&
                strcmp(text_string(&a->essential), text_string(&b->essential)) == 0;
    for (size_t i = 0; same && i < a->listed_count; i++)
        same = move_lists_equal(&a->listed[i], &b->listed[i]);
    return same;
}

/* Whether the edited copy has the solutions of the draft. */
static bool changes_nothing(struct climb *climb, const struct judgement *judgement)
{
    struct judgement other;
    if (!climb->game->fits(&climb->next, climb->pieces))
        return false;
    enum outcome outcome =
        judge_draft(climb, &climb->next, climb->game->states, climb->game->compared, &other);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    bool same = outcome == OUTCOME_JUDGED && same_solutions(&other, judgement);
    if (outcome == OUTCOME_JUDGED)
        judgement_free(&other);
    return same;
}

/* Takes out all parts that can go. */
static void tidy(struct climb *climb, const struct judgement *judgement)
{
    for (unsigned n = 0; !climb->ascent.failed;) {
        draft_copy(&climb->next, &climb->draft);
        if (!climb->game->take_out(&climb->next, n, climb->pieces))
            break;
        if (!changes_nothing(climb, judgement)) {
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

/* Tidies the draft up.  Returns filter_count, or the filter for whose reason it is to be
 * dropped. */
static size_t finish(struct climb *climb)
{
    struct judgement judgement;
    close_draft(climb);
    enum outcome outcome =
        judge_draft(climb, &climb->draft, climb->game->states, climb->game->compared, &judgement);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED)
        return filter_index(FILTER_UNFIT);
    size_t reason = drop_reason(climb, &judgement);
    if (reason == filter_count)
        tidy(climb, &judgement);
    judgement_free(&judgement);
    close_draft(climb);
    return reason;
}

/* --- proposing --- */

/* Leaves a level in the draft.  Returns filter_count, or the filter for whose reason there is
 * none. */
static size_t climb_up(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    climb->aim = game->aim == NULL ? 0 : choose_aim(climb);
    if (!find_start(climb))
        return filter_index(game->without_start);
    climb->ascent.edits = game->edits;
    climb->ascent.most_effort = game->climb_states == 0 ? UINT64_MAX : game->climb_states;
    tried_clear(&climb->tried);
    ascend(&climb->ascent, &steps, climb);
    return finish(climb);
}

/* Likewise, without climbing. */
static size_t scatter(struct climb *climb)
{
    const struct climb_game *game = climb->game;
    if (!game->scatter(&climb->draft, climb->pieces, &climb->rng) ||
        !game->fits(&climb->draft, climb->pieces))
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
    size_t reason = proposal->method == METHOD_CLIMB ? climb_up(climb) : scatter(climb);
    if (climb->ascent.failed) {
        list->failed = true;
    } else if (reason != filter_count) {
        candidate_add_filtered(list, unit, reason);
    } else if (make_level(climb, &climb->draft, &level)) {
        candidate_add_level(list, unit, &level);
        grid_free(&level);
    } else {
        list->failed = true;
    }
}
