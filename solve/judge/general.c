/* The general solver: from a search to a judgement.
 *
 * Full measures need the whole state graph, which is searched breadth first.  The verdict alone is found best first,
 * often with far fewer states.  Which of the two is less work is only known afterwards.  So the whole graph has a
 * budget: as many states as the verdict took, but at least a small number and at most a large one.  Within the small
 * number, one breadth-first search gives both the verdict and the graph.  Beyond it, the verdict is found best
 * first, and the whole graph is searched again if that has raised its budget.  So the discarded work is never more
 * than the work for the verdict plus twice the small number.  The budget is a number of states, not a time, so that
 * a report is the same everywhere.  If all measures are requested, only the limits bound the whole graph.
 *
 * Where rules may be slow and the bound helps, the verdict comes first: a time limit then seldom ends before it.
 *
 * Once the verdict is known, no limit can revoke it. */
#include "solve/judge/solver.h"

#include "base/check.h"
#include "solve/search/state_graph.h"
#include "solve/search/essential.h"
#include "solve/search/shortest.h"
#include "solve/search/disk/disk.h"
#include "solve/search/both_ends.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

const struct general_method general_default = {
    .whole_least = UINT64_C(1) << 16,
    .whole_times = 1,
    .whole_most = UINT64_C(1) << 21,
    .essential = ESSENTIAL_MOST,
};

struct general {
    const struct puzzle *puzzle;
    const struct request *request;
    struct general_method method;
    struct judgement *judgement;
    struct search search;
    uint64_t tried;    /* the whole graph has more states than this */
    bool asked_beyond; /* `beyond` was used, so its folder may contain files of this search */
    bool cut_short;    /* the search in memory ended for lack of memory, and for no other reason */
    const char *doubt; /* what the rules could not decide so far; NULL: nothing */
    bool no_memory;    /* the cause of the doubt was lack of memory */
};

/* Records any doubt of a puzzle's rules. */
static void take_doubt(struct general *general, const struct puzzle *puzzle)
{
    bool no_memory;
    const char *doubt = puzzle_doubt(puzzle, &no_memory);
    general->doubt = general->doubt == NULL ? doubt : general->doubt;
    general->no_memory |= no_memory;
}

/* --- searching for the shortest solutions --- */

/* Starts a new search in the time left.  Keeps the proved lower bound. */
static bool start_over(struct general *general)
{
    uint64_t lower_bound = general->search.lower_bound;
    take_doubt(general, general->search.puzzle);
    search_free(&general->search);
    bool good = search_make(&general->search, general->puzzle, &general->request->limits);
    general->search.lower_bound = lower_bound;
    search_check_memory(&general->search, good);
    return good;
}

/* Searches in memory, for at most `inner_most` states because another method follows.  A search from both ends may
 * use all that the limits allow, because other searches need more states. */
static bool look_inside(struct general *general, const struct disk_search *disk)
{
    const struct beyond *beyond = general->request->beyond;
    struct search *search = &general->search;
    uint64_t most = beyond->inner_most;
    uint64_t limit = search->limits.max_states;
    bool less = most != 0 && (limit == 0 || most < limit) && !search_has_both_ends(search);
    if (less)
        search->limits.max_states = most;
    bool found = search_is_done(beyond->inside(search, disk));
    search->limits.max_states = limit;
    general->cut_short = !found && !search_failed(search) &&
                         !limits_are_over(&search->limits, search->watch.deadline) &&
                         (limit == 0 || store_count(&search->store) + search->elsewhere <= limit) &&
                         search->lower_bound <= SEARCH_MOST_MOVES;
    return found;
}

/* Returns whether the search is done.  If several ranks judge together, all must be done, so that none continues
 * alone. */
static bool all_found(const struct general *general, bool mine)
{
    const struct beyond *beyond = general->request->beyond;
    return beyond == NULL || beyond->all == NULL ? mine : beyond->all(beyond->disk, mine);
}

/* Starts over for another method, if that is worthwhile.  Several ranks always start over, because they learn of each
 * other's limits only in the search that they share. */
static bool try_again(struct general *general, bool worth)
{
    const struct beyond *beyond = general->request->beyond;
    if (beyond != NULL && beyond->all != NULL && beyond->disk->ranks != NULL)
        worth = true;
    return worth && start_over(general);
}

/* Whether a best-first search should come first: the rules may be slow, and their bound promises fewer states. */
static bool wants_verdict_first(const struct general *general)
{
    const struct puzzle *puzzle = general->search.puzzle;
    if (puzzle->rules->checked == NULL || puzzle->rules->bound == NULL || general->request->whole ||
        general->request->beyond != NULL)
        return false;
    unsigned char *start = calloc(1, puzzle->state_bytes);
    if (start != NULL)
        puzzle->rules->start(puzzle, start);
    unsigned bound = start == NULL ? 0 : puzzle_bound(puzzle, start);
    free(start);
    return bound > 1 && bound != ESTIMATE_LOST;
}

static bool look_for_solutions(struct general *general)
{
    struct search *search = &general->search;
    if (measures_need_graph(general->request->measures) && !wants_verdict_first(general)) {
        search_keep_successors(search);
        general->tried = general->request->whole ? 0 : general->method.whole_least;
        if (all_found(general, search_is_done(search_breadth_first(search, general->tried))))
            return true;
        bool worth = !search_failed(search) && !limits_are_over(&search->limits, search->watch.deadline);
        if (general->request->whole || !try_again(general, worth))
            return false;
    }
    /* Searches best first, and continues in files if that is allowed.  If the files hold a checkpoint, begins with
     * that. */
    const struct beyond *beyond = general->request->beyond;
    search_merge_equals(search);
    /* The budget for the whole graph depends on how many states are stored, up to a limit.  Without that budget,
     * searches of few states still store the same ones as searches with files or several ranks. */
    enum { FEW_STATES = 1 << 13 };
    search->plenty = measures_need_graph(general->request->measures) ? general->method.whole_most : FEW_STATES;
    if (beyond == NULL)
        return search_is_done(search_shortest(search));
    struct disk_search disk = *beyond->disk;
    disk.variant = general->request->variant;
    disk.remarks = &general->judgement->remarks;
    general->asked_beyond = true;
    if (!beyond->waits(&disk, search)) {
        if (all_found(general, !search_failed(search) && look_inside(general, &disk)))
            return true;
        if (!try_again(general, general->cut_short))
            return false;
        search_merge_equals(search);
    }
    return search_is_done(beyond->search(search, &disk));
}

/* Continues until the whole graph is known.  Returns false if its budget of states is too small, on a limit, or if
 * memory runs out. */
static bool look_at_rest(struct general *general)
{
    struct search *search = &general->search;
    const struct general_method *method = &general->method;
    /* How many states the whole graph may have after a search for the verdict; 0: any number.  The whole graph contains
     * all mirror images, while the search for the verdict may have stored only one of each.  The budget allows for
     * that, so that measures are reported whether or not the board is symmetric. */
    uint64_t share = 0, closed_count = search->closed_count;
    if (!general->request->whole && general->request->measures != MEASURES_ALL) {
        share = method->whole_times * closed_count;
        if (search->merges && general->puzzle->mirrors > 1)
            share *= general->puzzle->mirrors;
        share = share < method->whole_most ? share : method->whole_most;
        share = share > method->whole_least ? share : method->whole_least;
    }
    if (!depths_exist(&search->depths))
        return search_is_done(search_rest(search, share));
    bool too_few = share != 0 && (share <= general->tried || search_leaves_more(search, share));
    if (too_few || limits_are_over(&search->limits, search->watch.deadline) || !start_over(general))
        return false;
    search_keep_successors(search);
    bool whole = search_is_done(search_breadth_first(search, share)) && search_is_done(search_rest(search, share));
    search->closed_count = whole ? search->closed_count : closed_count;
    return whole;
}

/* --- counting and listing the shortest solutions --- */

static bool list_solutions(struct general *general, const struct shortest *shortest, const struct essential *essential)
{
    struct judgement *judgement = general->judgement;
    size_t depth = shortest->depth, list = general->request->list, classes = essential->listed;
    for (size_t i = 0; i < classes; i++) {
        if (!judgement_list(judgement, essential->firsts + i * depth, depth))
            return false;
    }
    judgement->listed_classes = classes;
    game_move *moves = calloc(depth + 1, sizeof *moves);
    uint32_t *nodes = calloc(depth + 1, sizeof *nodes);
    bool good = moves != NULL && nodes != NULL, more = good;
    if (good)
        shortest_first(shortest, moves);
    size_t next = 0; /* both are in the same order, so one pass finds those listed already */
    while (good && more && judgement->listed_count < list) {
        if (next < classes && memcmp(moves, essential->firsts + next * depth, depth * sizeof *moves) == 0)
            next++;
        else
            good = judgement_list(judgement, moves, depth);
        more = shortest_next(shortest, moves, nodes);
    }
    free(moves);
    free(nodes);
    return good;
}

static void say_undecided(struct general *general)
{
    const struct search *search = &general->search;
    uint64_t at_least = search->depth >= 0 ? (uint64_t)search->depth : search->lower_bound;
    judgement_undecided(general->judgement, at_least, search->incumbent, search->watch.reason);
}

/* If a few classes are enough, tries with few classes first.  That takes much less time if there are many classes,
 * and otherwise gives the same result. */
static enum search_end count_classes(struct general *general, const struct shortest *shortest,
                                     struct essential *essential)
{
    enum { FEW = 64 };
    unsigned most = general->method.essential, enough = general->request->enough;
    unsigned few = enough < FEW ? FEW : enough;
    size_t list = general->request->list;
    if (enough != 0 && few < most) {
        enum search_end result = essential_at_least(shortest, list, few, essential);
        if (result != SEARCH_FOUND || essential->exact || essential->number >= enough)
            return result;
        essential_free(essential);
    }
    return essential_count(shortest, list, most, essential);
}

/* Returns false if memory runs out. */
static bool compare_solutions(struct general *general, const struct shortest *shortest, bool single)
{
    struct essential essential = {0};
    struct judgement *judgement = general->judgement;
    const struct request *request = general->request;
    if (single && request->list == 0) {
        judgement_set_essential(judgement, 1, true);
        return true;
    }
    enum search_end result = count_classes(general, shortest, &essential);
    if (result == SEARCH_NO_MEMORY)
        return false;
    /* Above these numbers, the count need not be exact. */
    bool many =
        essential.number > general->method.essential || (request->enough != 0 && essential.number >= request->enough);
    if (result == SEARCH_LIMIT || (!essential.exact && !many)) {
        watch_stop(&general->search.watch, LIMIT_OTHER, "there are too many solutions to compare");
        say_undecided(general);
    } else {
        judgement_set_essential(judgement, (int64_t)essential.number, essential.exact);
    }
    bool good = request->list == 0 || list_solutions(general, shortest, &essential);
    essential_free(&essential);
    return good;
}

static bool tell_solutions(struct general *general)
{
    struct search *search = &general->search;
    struct judgement *judgement = general->judgement;
    struct shortest shortest;
    judgement->measure[MEASURE_depth] = (double)search->depth;
    enum search_end result = shortest_make(&shortest, search);
    if (result == SEARCH_NO_MEMORY)
        return false;
    if (result == SEARCH_LIMIT) {
        say_undecided(general);
        return true;
    }
    game_move *moves = calloc(shortest.depth + 1, sizeof *moves);
    bool good = moves != NULL;
    if (good) {
        shortest_first(&shortest, moves);
        good = judgement_report(judgement, moves, shortest.depth);
    }
    free(moves);
    struct count_pool pool = {0};
    count solutions = 0;
    good = good && shortest_count(&shortest, &pool, &solutions);
    if (good)
        count_write(&pool, solutions, &judgement->solutions);
    count_pool_free(&pool);
    good = good && compare_solutions(general, &shortest, solutions == 1);
    shortest_free(&shortest);
    return good;
}

/* --- measures --- */

/* Measures the reported solution.  The search has evaluated its moves before, so no limit except an interruption
 * applies. */
static bool measure_reported(struct general *general, struct state_graph *graph, bool known)
{
    struct judgement *judgement = general->judgement;
    struct limits limits = {.interrupted = general->request->limits.interrupted};
    struct limited limited;
    char reason[LIMIT_REASON] = "";
    bool good = limited_open(&limited, general->puzzle, &limits) &&
                measure_solution(limited.puzzle, known ? state_graph_winnable : NULL, graph, judgement);
    if (good && limited_stopped(&limited, reason))
        judgement_forget_measures(judgement);
    if (good)
        take_doubt(general, limited.puzzle);
    limited_close(&limited);
    return good;
}

/* Returns whether a report says the same of two players' chances.  The context is the judgement. */
static bool reads_alike(void *context, const struct chances *low, const struct chances *high)
{
    const struct judgement *judgement = context;
    const struct chances *chances[] = {low, high};
    struct text text[2] = {{0}};
    double difficulty[2];
    for (unsigned n = 0; n < 2; n++) {
        measure_write(MEASURE_luck, luck_of_chance(chances[n]->equal), &text[n]);
        const struct guided guided = {luck_of_chance(chances[n]->guided), chances[n]->hazard};
        difficulty[n] = difficulty_of(&guided, judgement->measure[MEASURE_steps]);
    }
    bool alike = !text[0].failed && !text[1].failed && strcmp(text_string(&text[0]), text_string(&text[1])) == 0 &&
                 difficulty[0] == difficulty[1];
    text_free(&text[0]);
    text_free(&text[1]);
    return alike;
}

/* --- the judgement --- */

/* Returns whether the rules decided the outcome of every move.  If not, revokes the judgement. */
static bool rules_decided(struct general *general)
{
    struct judgement *judgement = general->judgement;
    take_doubt(general, general->search.puzzle);
    if (general->doubt == NULL)
        return true;
    judgement_take_back(general->puzzle, judgement);
    judgement_undecided(judgement, 0, -1, general->doubt);
    return false;
}

static bool search_and_tell(struct general *general)
{
    struct search *search = &general->search;
    struct judgement *judgement = general->judgement;
    bool found = look_for_solutions(general), good = !search_failed(search);
    if (good && !found) {
        say_undecided(general);
    } else if (good && search->depth < 0) {
        uint64_t states = general->search.closed_count;
        judgement_unsolvable(judgement);
        if (general->search.both_ends)
            snprintf(judgement->reason, sizeof judgement->reason,
                     "%" PRIu64 " states searched from both ends, which never meet", states);
        else
            snprintf(judgement->reason, sizeof judgement->reason,
                     "%" PRIu64 " state%s searched, and there are no others", states, states == 1 ? "" : "s");
    } else if (good) {
        good = tell_solutions(general);
    }
    /* A search that was cut short must never count as finished. */
    CHECK(!good || judgement->verdict == VERDICT_UNDECIDED || !search_cut_short(search));
    if (good && search_cut_short(search) && judgement->verdict != VERDICT_UNDECIDED) {
        judgement_take_back(general->puzzle, judgement);
        watch_stop_with_rules(&search->watch, &search->limited);
        say_undecided(general);
    }
    bool told = good && rules_decided(general) && judgement->verdict != VERDICT_UNDECIDED;
    /* Enough essentially different solutions may be known. */
    unsigned wanted = general->request->enough;
    bool enough = wanted != 0 && judgement->essential_low >= (int64_t)wanted;
    if (told && !enough && search->depth >= 0 && general->request->measures != MEASURES_NONE) {
        struct state_graph graph = {0};
        bool known = measures_need_graph(general->request->measures) && look_at_rest(general) &&
                     state_graph_make(&graph, search);
        unsigned forced;
        const struct move_list *reported = &judgement->reported;
        if (known && state_graph_forced(&graph, reported->moves, reported->count, &forced))
            judgement->measure[MEASURE_forced] = forced;
        good = !search_failed(search) && measure_reported(general, &graph, known);
        if (good && known) {
            struct chances chances;
            const struct reading rounded = {reads_alike, judgement};
            state_graph_chances(&graph, general->request->rounded ? &rounded : NULL, &chances);
            if (chances.equal >= 0)
                judgement->measure[MEASURE_luck] = luck_of_chance(chances.equal);
            if (chances.guided >= 0)
                judgement_guided(judgement, luck_of_chance(chances.guided), chances.hazard);
        }
        good = good && !search_failed(search);
        state_graph_free(&graph);
        told = good && rules_decided(general);
    }
    judgement->states = search->closed_count;
    judgement->leaves_files = told && general->asked_beyond;
    return good && !general->no_memory;
}

bool general_judge_with(const struct puzzle *puzzle, const struct request *request, struct general_method method,
                        struct judgement *judgement)
{
    struct request timed = *request;
    limits_begin(&timed.limits);
    struct general general = {.puzzle = puzzle, .request = &timed, .method = method, .judgement = judgement};
    bool good = search_make(&general.search, puzzle, &timed.limits) && search_and_tell(&general);
    search_free(&general.search);
    return good;
}

bool general_judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement)
{
    return general_judge_with(puzzle, request, general_default, judgement);
}
