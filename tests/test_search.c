/* The search core: classic puzzles with known answers, limits, and thousands of random puzzles compared with the
 * slow judge. */
#include "tests/unit.h"

#include "base/clock.h"
#include "solve/judge/solver.h"
#include "solve/search/essential.h"
#include "solve/search/shortest.h"
#include "solve/search/state_graph.h"
#include "tests/slow_judge.h"
#include "tests/toys.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void judge_puzzle(const struct puzzle *puzzle, bool measures, size_t list, struct judgement *judgement)
{
    struct request request = {.list = list, .measures = measures};
    assert_true(judge(puzzle, &request, judgement));
}

static void judge_with(const struct puzzle *puzzle, const struct request *request, struct general_method method,
                       struct judgement *judgement)
{
    *judgement = (struct judgement){.greedy = -1, .symmetry = puzzle->symmetry_count};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement->measure[i] = UNKNOWN;
    assert_true(general_judge_with(puzzle, request, method, judgement));
}

static void test_river_crossing(void **state)
{
    (void)state;
    struct judgement judgement;
    judge_puzzle(&river_crossing, true, 10, &judgement);
    assert_int_equal(judgement.verdict, VERDICT_MULTIPLE);
    assert_true(judgement.measure[MEASURE_depth] == 7);
    assert_string_equal(text_string(&judgement.solutions), "2");
    assert_string_equal(text_string(&judgement.essential), "2");
    assert_int_equal(judgement.states, 10);
    assert_int_equal(judgement.listed_count, 2);
    assert_true(judgement.measure[MEASURE_forced] == 4);
    judgement_free(&judgement);
}

static void test_water_jugs(void **state)
{
    (void)state;
    struct judgement judgement;
    judge_puzzle(&water_jugs, true, 0, &judgement);
    assert_true(judgement.measure[MEASURE_depth] == 6);
    assert_string_equal(text_string(&judgement.solutions), "1");
    assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
    judgement_free(&judgement);
}

static void test_towers_of_hanoi(void **state)
{
    (void)state;
    for (int measures = 0; measures < 2; measures++) {
        struct judgement judgement;
        judge_puzzle(&towers_of_hanoi, measures != 0, 0, &judgement);
        assert_true(judgement.measure[MEASURE_depth] == (1 << HANOI_DISCS) - 1);
        assert_string_equal(text_string(&judgement.solutions), "1");
        if (measures)
            assert_int_equal(judgement.states, 729); /* 3^6 */
        judgement_free(&judgement);
    }
}

/* --- threads --- */

static pthread_t first_thread;
static bool waits_for_others;
static atomic_uint expanded_by_others; /* states that other threads than the first one expanded */

/* Expands a state.  Takes its time until another thread helps, so that one is worth starting on any machine. */
static unsigned expand_and_tell(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                unsigned char *states)
{
    if (!pthread_equal(pthread_self(), first_thread))
        atomic_fetch_add(&expanded_by_others, 1);
    double until = clock_now() + 2e-5;
    while (waits_for_others && atomic_load(&expanded_by_others) == 0 && clock_now() < until)
        continue;
    return eight_puzzle.rules->expand(puzzle, state, moves, states);
}

/* Large enough for threads to share the layers. */
static void test_eight_puzzle_with_threads(void **state)
{
    (void)state;
    struct puzzle_rules rules = *eight_puzzle.rules;
    struct puzzle puzzle = eight_puzzle;
    rules.expand = expand_and_tell;
    puzzle.rules = &rules;
    first_thread = pthread_self();
    char solutions[32] = "";
    game_move moves[31];
    for (unsigned way = 0; way < 6; way += WATCHED ? 2 : 1) {
        struct judgement judgement;
        struct request request = {
            .measures = way < 3 ? MEASURES_AUTO : MEASURES_NONE, .whole = way < 3, .limits = {.jobs = 1 + way % 3}};
        atomic_store(&expanded_by_others, 0);
        waits_for_others = way % 3 > 0;
        assert_true(judge(&puzzle, &request, &judgement));
        assert_true((atomic_load(&expanded_by_others) > 0) == (way % 3 > 0));
        assert_true(judgement.measure[MEASURE_depth] == 31);
        if (way == 0) {
            snprintf(solutions, sizeof solutions, "%s", text_string(&judgement.solutions));
            memcpy(moves, judgement.reported.moves, sizeof moves);
        }
        assert_string_equal(text_string(&judgement.solutions), solutions);
        assert_memory_equal(judgement.reported.moves, moves, sizeof moves);
        if (way < 3) {
            assert_int_equal(judgement.states, 181440); /* half of 9! */
            assert_true(judgement.measure[MEASURE_traps] == 0);
        }
        judgement_free(&judgement);
    }
}

/* The memory of the core never exceeds the limit, whichever search it uses. */
static void test_memory_is_bounded(void **state)
{
    (void)state;
    for (size_t limit = 120000; limit < 6000000; limit += WATCHED ? 2 * limit : limit / 3) {
        for (int best_first = 0; best_first < 2; best_first++) {
            struct search search;
            struct limits limits = {.max_memory = limit};
            assert_true(search_make(&search, &eight_puzzle, &limits));
            bool found = best_first ? search_is_done(search_best_first(&search))
                                    : search_is_done(search_breadth_first(&search, 0));
            size_t array = search.store.capacity * 9;
            size_t table = sizeof(uint32_t) * search.store.slot_count;
            assert_true(search.held + array + table <= limit);
            assert_true(found || strstr(search.watch.reason, "memory") != NULL);
            assert_true(found == (search.depth == 31));
            assert_true(found || store_count(&search.store) > limit / 64);
            search_free(&search);
        }
    }
}

static void test_limits_give_undecided(void **state)
{
    (void)state;
    struct judgement judgement;
    struct request request = {.limits = {.max_states = 300}, .measures = MEASURES_AUTO};
    assert_true(judge(&towers_of_hanoi, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_in_range(judgement.at_least, 1, (1 << HANOI_DISCS) - 1);
    assert_non_null(strstr(judgement.reason, "300 states"));
    assert_true(judgement.measure[MEASURE_depth] == UNKNOWN);
    assert_true(judgement.states <= 300);
    judgement_free(&judgement);
    request = (struct request){.limits = {.max_memory = 20000}, .measures = MEASURES_AUTO};
    assert_true(judge(&towers_of_hanoi, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_non_null(strstr(judgement.reason, "memory"));
    judgement_free(&judgement);
}

/* Checks that measures are unknown or equal. */
static void assert_measures_agree(const struct judgement *all, const struct judgement *some)
{
    for (int i = 0; i < MEASURE_COUNT; i++)
        assert_true(some->measure[i] == UNKNOWN || some->measure[i] == all->measure[i]);
}

/* All measures are found however many states the verdict took, and a limit that they hit does not change the
 * verdict. */
static void test_all_measures(void **state)
{
    (void)state;
    unsigned more = 0, fewer = 0;
    for (uint64_t seed = 1; seed < QUICK_CASES(400); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        struct judgement whole, some, all, limited;
        judge_puzzle(&toy.puzzle, true, 0, &whole);
        struct general_method method = {.whole_least = whole.states / 8 + 1, .whole_most = 1, .essential = 256};
        struct request request = {.measures = MEASURES_AUTO};
        judge_with(&toy.puzzle, &request, method, &some);
        request.measures = MEASURES_ALL;
        judge_with(&toy.puzzle, &request, method, &all);
        request.limits.max_states = whole.states - 1;
        judge_with(&toy.puzzle, &request, method, &limited);
        assert_int_equal(all.verdict, some.verdict);
        for (int i = 0; i < MEASURE_COUNT; i++)
            assert_true(all.measure[i] == whole.measure[i]);
        assert_true(limited.verdict == VERDICT_UNDECIDED || limited.verdict == whole.verdict);
        assert_measures_agree(&whole, &limited);
        bool solved = whole.verdict != VERDICT_UNSOLVABLE;
        more += solved && some.measure[MEASURE_forced] == UNKNOWN;
        fewer += solved && limited.verdict == whole.verdict && limited.measure[MEASURE_forced] == UNKNOWN;
        judgement_free(&whole);
        judgement_free(&some);
        judgement_free(&all);
        judgement_free(&limited);
    }
    assert_enough(more > 20 && fewer > 20);
}

/* A small limit for the whole graph makes only measures unknown. */
static void test_limit_behind_the_verdict(void **state)
{
    (void)state;
    unsigned seen = 0, later = 0;
    for (uint64_t seed = 1; seed < QUICK_CASES(400); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        struct judgement all, some;
        judge_puzzle(&toy.puzzle, true, 0, &all);
        struct general_method method = {
            .whole_least = all.states / 8 + 1, .whole_times = seed % 4, .whole_most = UINT64_MAX, .essential = 256};
        struct request request = {.measures = MEASURES_AUTO};
        judge_with(&toy.puzzle, &request, method, &some);
        if (all.verdict != VERDICT_UNSOLVABLE) {
            assert_int_equal(some.verdict, all.verdict);
            assert_string_equal(text_string(&some.essential), text_string(&all.essential));
            assert_measures_agree(&all, &some);
            bool known = some.measure[MEASURE_forced] != UNKNOWN;
            seen += !known;
            later += known && all.states > method.whole_least;
            assert_true(!known || some.states == all.states);
        }
        judgement_free(&some);
        judgement_free(&all);
    }
    assert_enough(seen > 20 && later > 20);
}

/* `whole` gives the same results within the limits, and is undecided beyond them. */
static void test_the_whole_graph_or_nothing(void **state)
{
    (void)state;
    unsigned undecided = 0, decided = 0;
    for (uint64_t seed = 1; seed < QUICK_CASES(400); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        struct judgement all, some;
        judge_puzzle(&toy.puzzle, true, 0, &all);
        struct request request = {.limits = {.max_states = seed % 2 == 0 ? all.states : all.states / 2 + 1},
                                  .measures = MEASURES_AUTO,
                                  .whole = true};
        judge_with(&toy.puzzle, &request, general_default, &some);
        assert_true(some.states <= request.limits.max_states);
        if (some.verdict == VERDICT_UNDECIDED) {
            assert_true(request.limits.max_states < all.states);
            undecided++;
        } else {
            assert_int_equal(some.verdict, all.verdict);
            assert_string_equal(text_string(&some.essential), text_string(&all.essential));
            assert_true(seed % 2 != 0 || some.measure[MEASURE_luck] == all.measure[MEASURE_luck]);
            decided++;
        }
        judgement_free(&some);
        judgement_free(&all);
    }
    assert_enough(undecided > 20 && decided > 200);
}

/* Compares the links of every state with a new expansion of the state, and the states that can win by the links with
 * those that can win without them. */
static void check_successors(const struct puzzle *puzzle, unsigned jobs)
{
    struct search search, plain;
    struct limits limits = {.jobs = jobs, .spared = SEARCH_ALONE};
    struct fanout fanout;
    assert_true(search_make(&search, puzzle, &limits) && fanout_make(&fanout, puzzle));
    search_keep_successors(&search);
    assert_true(search_is_done(search_breadth_first(&search, 0)) && search_is_done(search_rest(&search, 0)));
    assert_true(search.successors.kept);
    plain = search;
    plain.successors = (struct successors){0};
    for (uint32_t i = 0; i < store_count(&search.store); i++) {
        unsigned successors, states;
        const uint32_t *link = search_after(&search, i, &fanout, &successors);
        const uint32_t *after = search_after(&plain, i, &fanout, &states);
        assert_int_equal(successors, search_is_goal(&search, i) ? 0 : states);
        assert_memory_equal(link, after, successors * sizeof *link);
    }
    struct state_graph graph, slow;
    assert_true(state_graph_make(&graph, &search) && state_graph_make(&slow, &plain));
    for (uint32_t i = 0; i < store_count(&search.store); i++)
        assert_int_equal(bits_get(graph.winnable, i), bits_get(slow.winnable, i));
    state_graph_free(&graph);
    state_graph_free(&slow);
    fanout_free(&fanout);
    search_free(&search);
}

static void test_successors(void **state)
{
    (void)state;
    for (unsigned jobs = WATCHED ? 3 : 1; jobs < 4; jobs++)
        check_successors(&eight_puzzle, jobs);
    for (uint64_t seed = 1; seed < QUICK_CASES(300); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        check_successors(&toy.puzzle, 1);
    }
}

/* A memory limit first costs the links, then measures, then the verdict, but never changes a result. */
static void test_little_memory_changes_nothing(void **state)
{
    (void)state;
    unsigned known = 0, unknown = 0;
    for (uint64_t seed = 1; seed < QUICK_CASES(200); seed++) {
        struct toy toy;
        struct judgement all, some;
        toy_make(&toy, seed);
        judge_puzzle(&toy.puzzle, true, 0, &all);
        for (size_t limit = 20000; limit < 300000; limit += limit / 8) {
            struct request request = {.limits = {.max_memory = limit}, .measures = MEASURES_AUTO};
            assert_true(judge(&toy.puzzle, &request, &some));
            bool decided = some.verdict != VERDICT_UNDECIDED;
            if (decided && some.verdict != all.verdict)
                fail_msg("seed %llu: another verdict", (unsigned long long)seed);
            for (int i = MEASURE_forced; decided && i <= MEASURE_traps; i++) {
                if (some.measure[i] != UNKNOWN && some.measure[i] != all.measure[i])
                    fail_msg("seed %llu: another %s", (unsigned long long)seed, measure_names[i]);
            }
            known += some.measure[MEASURE_forced] != UNKNOWN;
            unknown += some.measure[MEASURE_forced] == UNKNOWN;
            judgement_free(&some);
        }
        judgement_free(&all);
    }
    assert_enough(known > 200 && unknown > 200);
}

/* --- random toys --- */

enum { MOST_STATES = 4000, MOST_SOLUTIONS = 600 };

static void compare(uint64_t seed, const char *what, double fast, double slow)
{
    if (fast != slow)
        fail_msg("seed %llu: %s is %g, but the slow way says %g", (unsigned long long)seed, what, fast, slow);
}

static void check_order(const struct judgement *judgement, const struct slow *slow, uint64_t seed)
{
    size_t bytes = (size_t)slow->depth * sizeof(game_move);
    if (memcmp(judgement->reported.moves, slow->first, bytes) != 0)
        fail_msg("seed %llu: the reported solution is not the first", (unsigned long long)seed);
    compare(seed, "listed", (double)judgement->listed_count, (double)slow->solutions);
    compare(seed, "listed classes", (double)judgement->listed_classes, (double)slow->essential);
    for (size_t i = 0; i < judgement->listed_count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (memcmp(judgement->listed[i].moves, judgement->listed[j].moves, bytes) == 0)
                fail_msg("seed %llu: a solution is listed twice", (unsigned long long)seed);
        }
    }
}

static void compare_judgement(uint64_t seed, const struct judgement *judgement, const struct slow *slow, bool whole)
{
    compare(seed, "depth", judgement->measure[MEASURE_depth], slow->depth == SLOW_NOT_SOLVED ? UNKNOWN : slow->depth);
    compare(seed, "solutions", atof(text_string(&judgement->solutions)), (double)slow->solutions);
    compare(seed, "essential", atof(text_string(&judgement->essential)), (double)slow->essential);
    enum verdict verdict = slow->solutions == 0   ? VERDICT_UNSOLVABLE
                           : slow->essential == 1 ? VERDICT_UNIQUE
                                                  : VERDICT_MULTIPLE;
    compare(seed, "verdict", judgement->verdict, verdict);
    if (slow->depth == SLOW_NOT_SOLVED)
        return;
    check_order(judgement, slow, seed);
    if (whole) {
        compare(seed, "forced", judgement->measure[MEASURE_forced], slow->forced);
        compare(seed, "traps", judgement->measure[MEASURE_traps], slow->traps);
    }
}

static void test_random_toys(void **state)
{
    (void)state;
    unsigned unique = 0, multiple = 0, symmetric = 0, merged = 0;
    for (uint64_t seed = 1; seed <= CASES(6000); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        struct toy plain = toy_plain(&toy);
        struct slow slow;
        if (!slow_judge(&plain.puzzle, MOST_STATES, MOST_SOLUTIONS, &slow))
            continue;
        for (int way = 0; way < (seed % 4 == 0 ? 3 : 2); way++) { /* starting threads takes long */
            struct judgement judgement;
            struct request request = {.list = MOST_SOLUTIONS,
                                      .measures = way == 0,
                                      .limits = {.jobs = way == 2 ? 3 : 1, .spared = SEARCH_ALONE}};
            assert_true(judge(&toy.puzzle, &request, &judgement));
            compare_judgement(seed, &judgement, &slow, way == 0);
            judgement_free(&judgement);
        }
        unique += slow.essential == 1;
        multiple += slow.essential > 1;
        merged += slow.essential < slow.solutions;
        symmetric += toy.puzzle.symmetry_count > 1;
        slow_free(&slow);
    }
    assert_true(unique > CASES(300) && multiple > CASES(300) && merged > CASES(300) && symmetric > CASES(300));
}

/* The number of classes is exact up to any maximum; above it, only a lower bound is reported, whatever the proof. */
static void test_classes_are_counted_up_to_a_maximum(void **state)
{
    (void)state;
    unsigned more = 0, exact = 0, unknown[2] = {0, 0};
    for (uint64_t seed = 1; seed <= CASES(3000); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        struct judgement all, some;
        struct request request = {.measures = false, .list = seed % 5 == 0 ? 3 : 0};
        assert_true(judge(&toy.puzzle, &request, &all));
        struct general_method method = general_default;
        method.essential = 1 + (unsigned)seed % 4;
        for (int sampled = 0; sampled < 2; sampled++) {
            request.limits.spared = sampled ? 0 : SEARCH_SAMPLE;
            judge_with(&toy.puzzle, &request, method, &some);
            if (some.verdict == VERDICT_UNDECIDED) {
                unknown[sampled]++;
            } else if (all.essential_low > (int64_t)method.essential) {
                more++;
                assert_int_equal(some.verdict, VERDICT_MULTIPLE);
                assert_int_equal(some.essential_low, method.essential + 1);
                assert_int_equal(some.essential.data[0], '>');
                assert_true(request.list == 0 || (some.listed_classes > 0 && some.listed_classes <= request.list));
            } else {
                exact++;
                assert_int_equal(some.verdict, all.verdict);
                assert_string_equal(text_string(&some.essential), text_string(&all.essential));
            }
            judgement_free(&some);
        }
        judgement_free(&all);
    }
    assert_true(more > CASES(30) && exact > CASES(300));
    assert_true(unknown[0] + unknown[1] <= CASES(3000) / 100);
    printf("%u more, %u exact, %u unknown, %u of them with samples\n", more, exact, unknown[0] + unknown[1],
           unknown[1]);
}

/* search_leaves_more is true exactly if the whole graph has more states than the best-first search stored. */
static void test_whole_graph_is_known_to_be_larger(void **state)
{
    (void)state;
    unsigned larger = 0, same = 0;
    for (uint64_t seed = 1; seed <= CASES(3000); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        struct search search, whole;
        struct limits limits = {.spared = seed % 3 == 0 ? SEARCH_EXPANDED_SET : 0};
        assert_true(search_make(&search, &toy.puzzle, &limits) && search_make(&whole, &toy.puzzle, &limits));
        assert_true(search_is_done(search_best_first(&search)) && search_is_done(search_breadth_first(&whole, 0)) &&
                    search_is_done(search_rest(&whole, 0)));
        uint64_t stored = store_count(&search.store), all = store_count(&whole.store);
        if (search.depth >= 0) {
            assert_int_equal(search_leaves_more(&search, stored), all > stored);
            assert_true(search_leaves_more(&search, stored - 1));
            assert_false(search_leaves_more(&search, stored + 1));
            larger += all > stored;
            same += all == stored;
        }
        search_free(&search);
        search_free(&whole);
    }
    assert_true(larger > CASES(100) && same > CASES(100));
}

/* With `enough`, a judgement is correct, but may say less. */
static void test_enough_is_enough(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(3000); seed++) {
        struct toy toy;
        toy_make(&toy, seed);
        struct judgement all, some;
        struct request request = {.enough = 0};
        assert_true(judge(&toy.puzzle, &request, &all));
        request.enough = 2 + (unsigned)seed % 2;
        assert_true(judge(&toy.puzzle, &request, &some));
        if (some.verdict != all.verdict || some.essential_low > all.essential_low ||
            (some.essential_low < all.essential_low && some.essential_low < request.enough))
            fail_msg("seed %llu: at least %d, but %d in all", (unsigned long long)seed, (int)some.essential_low,
                     (int)all.essential_low);
        judgement_free(&some);
        judgement_free(&all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_river_crossing),
        cmocka_unit_test(test_water_jugs),
        cmocka_unit_test(test_towers_of_hanoi),
        cmocka_unit_test(test_eight_puzzle_with_threads),
        cmocka_unit_test(test_memory_is_bounded),
        cmocka_unit_test(test_limits_give_undecided),
        cmocka_unit_test(test_all_measures),
        cmocka_unit_test(test_limit_behind_the_verdict),
        cmocka_unit_test(test_successors),
        cmocka_unit_test(test_little_memory_changes_nothing),
        cmocka_unit_test(test_random_toys),
        cmocka_unit_test(test_classes_are_counted_up_to_a_maximum),
        cmocka_unit_test(test_the_whole_graph_or_nothing),
        cmocka_unit_test(test_whole_graph_is_known_to_be_larger),
        cmocka_unit_test(test_enough_is_enough),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
