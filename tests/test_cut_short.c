/* Rules that stop in the middle of a search, at each of its expansions in turn.  Then the verdict is undecided or
 * the same as without the stop, the reported bound holds, and no measure is reported that lacks a part. */
#include "tests/unit.h"

#include "solve/judge/solver.h"
#include "solve/search/essential.h"
#include "solve/explain/why.h"
#include "tests/toys.h"

#include <stdlib.h>
#include <string.h>

/* A toy whose rules stop at the expansion with the number `last`, counted from 1. */
struct cut {
    struct toy toy;
    struct puzzle_rules rules;
    struct stop_check *check;
};

static const struct puzzle_rules *toy_rules;
static atomic_ulong expansions;
static unsigned long last; /* 0: none */

static bool leaves_off(const struct puzzle *puzzle)
{
    struct stop_check *check = ((const struct cut *)puzzle)->check;
    if (atomic_fetch_add(&expansions, 1) + 1 == last && check != NULL)
        atomic_store(&check->stopped, true);
    return stop_check_stopped(check);
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    return leaves_off(puzzle) ? 0 : toy_rules->expand(puzzle, state, moves, states);
}

static struct puzzle *make_checked(const struct puzzle *puzzle, struct stop_check *check)
{
    struct cut *copy = malloc(sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, puzzle, sizeof *copy);
    copy->check = check;
    return &copy->toy.puzzle;
}

static void free_checked(struct puzzle *puzzle)
{
    free(puzzle);
}

static void cut_make(struct cut *cut, uint64_t seed)
{
    cut->check = NULL;
    toy_make(&cut->toy, seed);
    toy_rules = cut->toy.puzzle.rules;
    cut->rules = *toy_rules;
    cut->rules.expand = expand;
    cut->rules.expand_live = NULL;
    cut->rules.checked = make_checked;
    cut->rules.checked_free = free_checked;
    cut->toy.puzzle.rules = &cut->rules;
}

static void judge_cut(const struct cut *cut, const struct request *request, unsigned long at,
                      struct judgement *judgement)
{
    *judgement = (struct judgement){.greedy = -1, .symmetry = 1};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement->measure[i] = UNKNOWN;
    last = at;
    atomic_store(&expansions, 0);
    assert_true(general_judge_with(&cut->toy.puzzle, request, general_default, judgement));
}

/* Compares the judgement of a stopped search with that of the complete search. */
static void compare(const struct judgement *whole, const struct judgement *got, uint64_t seed, unsigned long at)
{
    if (got->verdict == VERDICT_UNDECIDED) {
        double depth = whole->measure[MEASURE_depth];
        bool solvable = whole->verdict != VERDICT_UNSOLVABLE;
        if (solvable && (double)got->at_least > depth)
            fail_msg("seed %d, cut at %lu: at least %d moves", (int)seed, at, (int)got->at_least);
        if (got->measure[MEASURE_depth] != UNKNOWN && got->measure[MEASURE_depth] != depth)
            fail_msg("seed %d, cut at %lu: another depth", (int)seed, at);
        return;
    }
    if (got->verdict != whole->verdict || strcmp(text_string(&got->solutions), text_string(&whole->solutions)) != 0 ||
        strcmp(text_string(&got->essential), text_string(&whole->essential)) != 0)
        fail_msg("seed %d, cut at %lu: another verdict", (int)seed, at);
    for (int i = 0; i < MEASURE_COUNT; i++)
        if (got->measure[i] != UNKNOWN && got->measure[i] != whole->measure[i])
            fail_msg("seed %d, cut at %lu: %s is another", (int)seed, at, measure_names[i]);
}

static void test_a_cut_search_tells_nothing_wrong(void **state)
{
    (void)state;
    unsigned undecided = 0, decided = 0;
    for (uint64_t seed = 1; seed <= CASES(120); seed++) {
        struct cut cut;
        cut_make(&cut, seed);
        for (int way = 0; way < 4; way++) {
            struct request request = {.limits = {.jobs = 1 + (unsigned)(seed % 4 == 1), .spared = SEARCH_ALONE},
                                      .list = way == 2 ? 3 : 0,
                                      .measures = way == 0   ? MEASURES_NONE
                                                  : way == 1 ? MEASURES_CHEAP
                                                             : MEASURES_AUTO,
                                      .whole = way == 3};
            struct judgement whole, got;
            judge_cut(&cut, &request, 0, &whole);
            unsigned long count = atomic_load(&expansions);
            for (unsigned long at = 1; at <= count; at += 1 + at / 12) {
                judge_cut(&cut, &request, at, &got);
                compare(&whole, &got, seed, at);
                undecided += got.verdict == VERDICT_UNDECIDED;
                decided += got.verdict != VERDICT_UNDECIDED;
                judgement_free(&got);
            }
            judgement_free(&whole);
        }
    }
    assert_true(undecided > CASES(1000) && decided > CASES(1000));
}

static void test_other_searches(void **state)
{
    (void)state;
    unsigned unknown = 0, known = 0;
    for (uint64_t seed = 1; seed <= CASES(120); seed++) {
        struct cut cut;
        struct limits limits = {.jobs = 1};
        const struct puzzle *puzzle = &cut.toy.puzzle;
        cut_make(&cut, seed);
        unsigned char start[64] = {0};
        toy_rules->start(puzzle, start);
        struct hint_way whole, way;
        struct nearest nearest, cut_nearest;
        char reason[LIMIT_REASON];
        last = 0;
        enum search_end result = hint_solver_find(puzzle, start, NULL, 0, &limits, &whole);
        assert_int_equal(nearest_find(puzzle, NULL, &limits, &nearest, reason), SEARCH_FOUND);
        for (last = 1; last < 400; last += 1 + last / 6) {
            atomic_store(&expansions, 0);
            enum search_end got = hint_solver_find(puzzle, start, NULL, 0, &limits, &way);
            bool same = got == result && way.count == whole.count &&
                        (way.count == 0 || memcmp(way.moves, whole.moves, way.count * sizeof *way.moves) == 0);
            if (!same && got != SEARCH_LIMIT)
                fail_msg("seed %d, cut at %lu: another way", (int)seed, last);
            unknown += got == SEARCH_LIMIT;
            known += got != SEARCH_LIMIT;
            hint_solver_free(&way);
            atomic_store(&expansions, 0);
            enum search_end near = nearest_find(puzzle, NULL, &limits, &cut_nearest, reason);
            assert_true(near == SEARCH_FOUND || near == SEARCH_LIMIT);
            if (near == SEARCH_FOUND &&
                (cut_nearest.estimate != nearest.estimate || cut_nearest.count != nearest.count))
                fail_msg("seed %d, cut at %lu: another state is nearest", (int)seed, last);
            nearest_free(&cut_nearest);
            struct divergences divergences = {0};
            atomic_store(&expansions, 0);
            enum search_end parted = solver_of(NULL)->divergence(puzzle, &limits, &divergences, reason);
            assert_true(parted == SEARCH_FOUND || parted == SEARCH_LIMIT);
            divergences_free(&divergences);
        }
        hint_solver_free(&whole);
        nearest_free(&nearest);
    }
    assert_enough(unknown > CASES(500) && known > CASES(500));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cut_search_tells_nothing_wrong),
        cmocka_unit_test(test_other_searches),
    };
    return cmocka_run_group_tests_name("cut short", tests, NULL, NULL);
}
