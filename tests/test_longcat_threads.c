/* LongCat's solver with one thread and with several: the results are the same, with and without limits.
 *
 * The other threads join at once, because levels for which they would join by themselves take too long here.
 * ONLYWAY_TEST_SEED selects other levels, and ONLYWAY_TEST_LEVELS another number of them. */
#include "tests/unit.h"

#include "solve/longcat/solver.h"
#include "tests/winding.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 5000, MANY_STATES = 200, MOST_SIDE = 26 };

static struct tally {
    unsigned levels, many, decided, by_states, by_memory, unsolvable, several;
} tally;

static struct judgement judge_with(const struct puzzle *puzzle, struct longcat_method method, struct limits limits)
{
    struct request request = {.list = 20, .measures = MEASURES_AUTO, .limits = limits};
    struct judgement judgement = {.greedy = -1, .symmetry = puzzle->symmetry_count};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement.measure[i] = UNKNOWN;
    assert_true(longcat_judge_with(puzzle, &request, &method, &judgement));
    return judgement;
}

static bool same_lists(const struct move_list *a, const struct move_list *b, size_t count)
{
    bool same = true;
    for (size_t i = 0; same && i < count; i++)
        same = move_lists_equal(&a[i], &b[i]);
    return same;
}

static bool same_traps(const struct judgement *a, const struct judgement *b)
{
    bool same = a->measure[MEASURE_traps] == b->measure[MEASURE_traps];
    for (unsigned i = 0; same && i < a->measure[MEASURE_traps]; i++)
        same = a->traps[i].position == b->traps[i].position && a->traps[i].move == b->traps[i].move;
    return same;
}

/* Returns the first difference of two judgements, or NULL. */
static const char *first_difference(const struct judgement *a, const struct judgement *b)
{
    if (a->verdict != b->verdict)
        return "verdict";
    if (a->states != b->states)
        return "states";
    if (strcmp(a->reason, b->reason) != 0 || a->at_least != b->at_least)
        return "reason";
    if (strcmp(text_string(&a->solutions), text_string(&b->solutions)) != 0 ||
        strcmp(text_string(&a->essential), text_string(&b->essential)) != 0 || a->essential_low != b->essential_low)
        return "solutions";
    for (int i = 0; i < MEASURE_COUNT; i++) {
        if (a->measure[i] != b->measure[i])
            return measure_names[i];
    }
    if (a->guided.luck != b->guided.luck || a->guided.hazard != b->guided.hazard || a->greedy != b->greedy)
        return "how a player fares";
    if (!move_lists_equal(&a->reported, &b->reported))
        return "reported solution";
    if (a->listed_count != b->listed_count || a->listed_classes != b->listed_classes ||
        !same_lists(a->listed, b->listed, a->listed_count))
        return "listing";
    return same_traps(a, b) ? NULL : "place of a trap";
}

/* A quarter of the levels gets few states, a quarter little memory, a quarter one state less than needed, and the
 * rest ample limits. */
static struct limits draw_limits(struct chance *chance, const struct puzzle *puzzle, struct longcat_method method)
{
    struct limits limits = {.max_states = MOST_STATES};
    int kind = chance_below(chance, 4);
    if (kind == 0)
        limits.max_states = (uint64_t)chance_below(chance, 500) + 1;
    if (kind == 1)
        limits.max_memory = (uint64_t)chance_below(chance, 40000) + 4000;
    if (kind == 2) {
        struct judgement judgement = judge_with(puzzle, method, limits);
        limits.max_states = judgement.states > 1 ? judgement.states - 1 : 1;
        judgement_free(&judgement);
    }
    return limits;
}

static void compare(const struct grid *grid, uint64_t seed, const struct puzzle *puzzle, struct limits limits,
                    struct longcat_method method)
{
    struct judgement one = judge_with(puzzle, method, limits);
    tally.levels++;
    tally.many += one.states >= MANY_STATES;
    tally.decided += one.verdict != VERDICT_UNDECIDED;
    tally.by_states += strstr(one.reason, "states was hit") != NULL;
    tally.by_memory += strstr(one.reason, "memory was hit") != NULL;
    tally.unsolvable += one.verdict == VERDICT_UNSOLVABLE;
    tally.several += one.listed_count > 1;
    for (limits.jobs = 2; limits.jobs <= 4; limits.jobs++) {
        struct judgement several = judge_with(puzzle, method, limits);
        const char *difference = first_difference(&one, &several);
        if (difference != NULL) {
            print_level(grid, seed, difference);
            fail_msg("%s is not the same with %" PRIu64 " threads, rules %u, %" PRIu64 " states and %" PRIu64
                     " bytes at most, seed %" PRIu64,
                     difference, limits.jobs, method.rules, limits.max_states, limits.max_memory, seed);
        }
        judgement_free(&several);
    }
    judgement_free(&one);
}

static void test_threads_make_no_difference(void **state)
{
    (void)state;
    const char *wanted = getenv("ONLYWAY_TEST_LEVELS");
    uint64_t first = chance_seed(), levels = wanted == NULL ? CASES(500) : strtoull(wanted, NULL, 10);
    for (uint64_t seed = first; seed < first + levels; seed++) {
        struct chance chance = {seed};
        int columns = 4 + chance_below(&chance, MOST_SIDE - 4), rows = 4 + chance_below(&chance, MOST_SIDE - 4);
        struct grid grid = winding_level(&chance, columns, rows, 70);
        if (chance_below(&chance, 4) == 0) {
            /* Turns a wall into an open cell, or the other way round, so that the solution becomes invalid. */
            int cell =
                (1 + chance_below(&chance, grid.rows - 2)) * grid.columns + 1 + chance_below(&chance, grid.columns - 2);
            if (grid.cells[cell] != 'C')
                grid.cells[cell] = grid.cells[cell] == '#' ? ' ' : '#';
        }
        struct puzzle *puzzle = load_level(&grid);
        struct longcat_method method = {.wide = true, .alone = 1, .restless = seed % 4 != 0};
        bool spare = chance_below(&chance, 2) == 0;
        method.rules = spare ? (unsigned)chance_below(&chance, LONGCAT_ALL_RULES + 1) : LONGCAT_ALL_RULES;
        method.weak_hash = chance_below(&chance, 4) == 0;
        compare(&grid, seed, puzzle, draw_limits(&chance, puzzle, method), method);
        puzzle->game->free(puzzle);
        grid_free(&grid);
    }
    printf("%u levels, %u of %d states or more; %u decided, %u unsolvable, %u with several solutions; %u stopped by "
           "states, %u by memory\n",
           tally.levels, tally.many, MANY_STATES, tally.decided, tally.unsolvable, tally.several, tally.by_states,
           tally.by_memory);
}

static void test_the_levels_were_worth_comparing(void **state)
{
    (void)state;
    assert_true(tally.many > tally.levels / 20);
    assert_true(tally.decided > tally.levels / 4);
    assert_true(tally.unsolvable > tally.levels / 50);
    assert_true(tally.several > tally.levels / 50);
    assert_true(tally.by_states > tally.levels / 50);
    assert_enough(tally.by_memory > tally.levels / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_make_no_difference),
        cmocka_unit_test(test_the_levels_were_worth_comparing),
    };
    return cmocka_run_group_tests_name("LongCat's threads", tests, NULL, NULL);
}
