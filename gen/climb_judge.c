/* What searches say of a climb's drafts; see climb_inside.h.
 *
 * The cheap questions come first, and the others are asked only of drafts that may turn out to be worth
 * as much as the one there is. */
#include "gen/climb_inside.h"

#include "gen/draft.h"

#include <string.h>

/* --- judging --- */

bool climb_make_level(const struct climb *climb, const struct grid *draft, struct grid *level)
{
    unsigned char frame = climb->game->frame, empty = climb->game->empty;
    if (empty != 0)
        return draft_cut(draft, empty, level);
    return frame == 0 ? grid_copy(level, draft) : grid_with_frame(draft, frame, level);
}

/* Judges a draft by a search that may store so many states; the rest of the request is the caller's. */
static enum outcome judge_within(const struct climb *climb, const struct grid *draft,
                                 uint64_t states, struct request request,
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
    if (!climb_make_level(climb, draft, &level))
        return OUTCOME_FAILED;
    struct puzzle *puzzle = game->load(&level, proposal->variant, &complaint);
    grid_free(&level);
    if (puzzle == NULL)
        return complaint.failed ? OUTCOME_FAILED : OUTCOME_UNFIT;
    puzzle->mirrors = 0; /* a climb lasts so many states, also where some draft is its own image by chance */
    enum outcome outcome = OUTCOME_UNFIT;
    if (climb->game->sound == NULL || climb->game->sound(puzzle))
        outcome = judge(puzzle, &request, judgement) ? OUTCOME_JUDGED : OUTCOME_FAILED;
    if (outcome == OUTCOME_JUDGED && lacking != NULL)
        *lacking = judgement_has_solution(judgement) && climb->game->lacking != NULL
                       ? climb->game->lacking(puzzle, judgement, climb->pieces)
                       : 0;
    game->free(puzzle);
    return outcome;
}

enum outcome climb_judge(const struct climb *climb, const struct grid *draft,
                         struct judgement *judgement, unsigned *lacking)
{
    struct request request = {.list = climb->game->compared};
    return judge_within(climb, draft, climb->game->states, request, judgement, lacking);
}

size_t climb_drop_reason(const struct climb *climb, const struct judgement *judgement)
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
    size_t reason = climb_drop_reason(climb, judgement);
    double depth = judgement->measure[MEASURE_depth];
    double most = climb->ascent.proposal->filters->high[MEASURE_depth];
    bool solved = reason == filter_count ||
                  (reason == filter_index(FILTER_ESSENTIAL) && climb->game->classes > 0);
    return solved && depth > 0 && (most == UNKNOWN || depth <= most);
}

/* --- parts that make no difference --- */

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

bool climb_has_solutions(struct climb *climb, const struct grid *draft,
                         const struct judgement *judgement)
{
    struct judgement other;
    enum outcome outcome = climb_judge(climb, draft, &other, NULL);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    bool same = outcome == OUTCOME_JUDGED && same_solutions(&other, judgement);
    if (outcome == OUTCOME_JUDGED) {
        climb->ascent.effort += other.states;
        judgement_free(&other);
    }
    return same;
}

unsigned climb_count_idle(struct climb *climb, const struct grid *draft, double most)
{
    const struct climb_game *game = climb->game;
    struct judgement judgement;
    enum outcome outcome = climb_judge(climb, draft, &judgement, NULL);
    struct part_range live = game->live(draft);
    unsigned idle = 0;
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED)
        return live.count;
    for (unsigned n = 0; n < live.count && idle <= most && !climb->ascent.failed; n++) {
        draft_copy(&climb->part, draft);
        game->take_out(&climb->part, live.first + n, climb->pieces);
        idle += climb_has_solutions(climb, &climb->part, &judgement);
    }
    judgement_free(&judgement);
    return idle;
}

/* --- weighing --- */

/* Takes off what is idle. */
static void weigh_idle(struct climb *climb, const struct grid *draft, double least,
                       struct merit *merit)
{
    double cost = climb->game->idle_cost;
    double idle = cost * climb_count_idle(climb, draft, (merit->worth - least) / cost);
    merit->missing += idle;
    merit->worth -= idle;
}

/* Takes off what is missing from the aim. */
static void weigh_measures(struct climb *climb, const struct grid *draft, struct merit *merit)
{
    struct judgement judgement;
    struct request request = {.measures = MEASURES_ALL};
    enum outcome outcome =
        judge_within(climb, draft, climb->game->whole_states, request, &judgement, NULL);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED) {
        merit->worth = WORTHLESS;
        return;
    }
    double distance = aim_distance(&climb->aim, &judgement);
    merit->states += judgement.states;
    merit->missing += distance;
    merit->worth -= distance;
    judgement_free(&judgement);
}

/* The same by one search. */
static struct merit weigh_whole(struct climb *climb, const struct grid *draft, uint64_t states)
{
    struct merit merit = {.worth = WORTHLESS, .missing = HUGE_VAL};
    struct judgement judgement;
    struct request request = {.measures = MEASURES_ALL, .whole = true};
    unsigned lacking;
    enum outcome outcome = judge_within(climb, draft, states, request, &judgement, &lacking);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED)
        return merit;
    merit.states = judgement.states;
    if (is_wanted(climb, &judgement) && judgement.measure[MEASURE_luck] != UNKNOWN) {
        merit.depth = (unsigned)judgement.measure[MEASURE_depth];
        merit.many = judgement.verdict == VERDICT_MULTIPLE;
        merit.missing = aim_distance(&climb->aim, &judgement) + climb->game->idle_cost * lacking;
        merit.worth = climb->game->worth(&judgement, draft) - merit.missing;
    }
    judgement_free(&judgement);
    return merit;
}

struct merit climb_weigh(struct climb *climb, const struct grid *draft, uint64_t states,
                         double least)
{
    const struct climb_game *game = climb->game;
    struct merit merit = {.worth = WORTHLESS, .missing = HUGE_VAL};
    struct judgement judgement;
    if (!game->fits(draft, climb->pieces))
        return merit;
    if (game->whole)
        return weigh_whole(climb, draft, states);
    enum outcome outcome = judge_within(climb, draft, states, (struct request){0}, &judgement, NULL);
    climb->ascent.failed |= outcome == OUTCOME_FAILED;
    if (outcome != OUTCOME_JUDGED)
        return merit;
    merit.states = judgement.states;
    if (is_wanted(climb, &judgement)) {
        merit.depth = (unsigned)judgement.measure[MEASURE_depth];
        merit.many = judgement.verdict == VERDICT_MULTIPLE;
        merit.worth = game->worth(&judgement, draft);
    }
    judgement_free(&judgement);
    if (game->live != NULL && merit.worth >= least && merit.worth != WORTHLESS)
        weigh_idle(climb, draft, least, &merit);
    if (game->range != NULL && merit.worth >= least && merit.worth != WORTHLESS)
        weigh_measures(climb, draft, &merit);
    return merit;
}
