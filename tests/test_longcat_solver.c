/* Compares LongCat's solver with the slow judge: each pruning rule alone, none and all, on boards with one bit per
 * cell and on wide ones; verdict, solutions, measures, traps, listing.
 *
 * ONLYWAY_TEST_SEED selects other levels, and ONLYWAY_TEST_LEVELS another number of them. */
#include "tests/unit.h"

#include "solve/longcat/solver.h"
#include "tests/levels.h"
#include "tests/oracle.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 5, METHODS = 16 };
#define LEVELS CASES(100000)

static const struct longcat_method methods[METHODS] = {
    {.rules = 0, .wide = false},
    {.rules = LONGCAT_DEAD_ENDS, .wide = false},
    {.rules = LONGCAT_COLOURS, .wide = false},
    {.rules = LONGCAT_CONNECTED, .wide = false},
    {.rules = LONGCAT_ALL_RULES, .wide = false},
    {.rules = 0, .wide = true},
    {.rules = LONGCAT_DEAD_ENDS, .wide = true},
    {.rules = LONGCAT_COLOURS, .wide = true},
    {.rules = LONGCAT_CONNECTED, .wide = true},
    {.rules = LONGCAT_BLOCKS, .wide = true},
    {.rules = LONGCAT_CONNECTED | LONGCAT_BLOCKS, .wide = true},
    {.rules = LONGCAT_BLOCKS | LONGCAT_NEARBY, .wide = true},
    {.rules = LONGCAT_DEAD_ENDS | LONGCAT_BLOCKS, .wide = true},
    {.rules = LONGCAT_ALL_RULES, .wide = true},
    {.rules = 0, .wide = true, .weak_hash = true},
    {.rules = LONGCAT_ALL_RULES, .wide = true, .weak_hash = true},
};

/* Counts of the compared levels, which show that the test covers enough. */
static struct tally {
    unsigned levels, unique, multiple, unsolvable, symmetric, halved, trapped;
} tally;

/* Returns the first error of the judgement, or NULL. */
static const char *first_difference(const struct oracle *right, const struct judgement *judgement)
{
    const double *measure = judgement->measure;
    char digits[32];
    enum verdict verdict = right->essential == 0   ? VERDICT_UNSOLVABLE
                           : right->essential == 1 ? VERDICT_UNIQUE
                                                   : VERDICT_MULTIPLE;
    if (judgement->verdict != verdict)
        return "verdict";
    if (judgement->symmetry != right->symmetry)
        return "symmetry";
    snprintf(digits, sizeof digits, "%zu", right->count);
    if (strcmp(digits, text_string(&judgement->solutions)) != 0)
        return "solutions";
    snprintf(digits, sizeof digits, "%zu", right->essential);
    if (strcmp(digits, text_string(&judgement->essential)) != 0 ||
        judgement->essential_low != (int64_t)right->essential)
        return "essential";
    if (right->count == 0)
        return measure[MEASURE_depth] == UNKNOWN && judgement->greedy == -1 ? NULL : "a measure";
    if (measure[MEASURE_depth] != right->reported.length)
        return "depth";
    if (measure[MEASURE_steps] != right->reported.length)
        return "steps";
    if (fabs(measure[MEASURE_bits] - right->bits) > 1e-9)
        return "bits";
    if (measure[MEASURE_choices] != right->choices)
        return "choices";
    if (measure[MEASURE_forced] != right->forced)
        return "forced";
    if (measure[MEASURE_traps] != right->traps)
        return "traps";
    if (measure[MEASURE_interplay] != right->interplay)
        return "interplay";
    if (measure[MEASURE_detours] != right->detours)
        return "detours";
    return judgement->greedy == right->greedy ? NULL : "greedy";
}

static bool same_moves(const struct move_list *moves, const struct oracle_solution *solution)
{
    bool same = moves->count == solution->length;
    for (unsigned n = 0; same && n < solution->length; n++)
        same = moves->moves[n] == move_make(0, (enum direction)solution->labels[n]);
    return same;
}

static bool same_traps(const struct oracle *right, const struct judgement *judgement)
{
    bool same = true;
    for (unsigned i = 0; i < right->traps && right->count > 0; i++)
        same = same && judgement->traps[i].position == right->trap[i].position &&
               judgement->traps[i].move == move_make(0, right->trap[i].direction);
    return same;
}

/* The listing holds every solution once, with one of each class at the front. */
static bool same_listing(const struct oracle *right, const struct judgement *judgement)
{
    if (judgement->listed_count != right->count || judgement->listed_classes != right->essential)
        return false;
    for (size_t i = 0; i < right->count; i++) {
        unsigned found = 0;
        for (size_t j = 0; j < right->count; j++)
            found += same_moves(&judgement->listed[j], &right->list[i]);
        if (found != 1)
            return false;
    }
    return true;
}

static void compare(const struct grid *grid, uint64_t seed, const struct puzzle *puzzle, const struct oracle *right,
                    const struct longcat_method *method)
{
    struct request request = {.list = right->count + 1, .measures = MEASURES_AUTO};
    struct judgement judgement = {.greedy = -1, .symmetry = puzzle->symmetry_count};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement.measure[i] = UNKNOWN;
    assert_true(longcat_judge_with(puzzle, &request, method, &judgement));
    const char *difference = first_difference(right, &judgement);
    if (difference == NULL && right->count > 0 && !same_moves(&judgement.reported, &right->reported))
        difference = "reported solution";
    if (difference == NULL && !same_traps(right, &judgement))
        difference = "place of a trap";
    if (difference == NULL && !same_listing(right, &judgement))
        difference = "listing";
    if (difference != NULL) {
        print_level(grid, seed, difference);
        fail_msg("%s is wrong with rules %u on the %s board, seed %" PRIu64, difference, method->rules,
                 method->wide ? "wide" : "bit", seed);
    }
    judgement_free(&judgement);
}

static void test_every_method_agrees_with_the_slow_judge(void **state)
{
    (void)state;
    const char *wanted = getenv("ONLYWAY_TEST_LEVELS");
    uint64_t first = chance_seed(), levels = wanted == NULL ? LEVELS : strtoull(wanted, NULL, 10);
    for (uint64_t seed = first; seed < first + levels; seed++) {
        struct chance chance = {seed};
        struct grid grid = random_level(&chance, SIDE);
        struct puzzle *puzzle = load_level(&grid);
        struct oracle right;
        oracle_judge(puzzle, &right);
        tally.levels++;
        tally.unique += right.essential == 1;
        tally.multiple += right.essential > 1;
        tally.unsolvable += right.essential == 0;
        tally.symmetric += right.symmetry > 1 && right.count > 0;
        tally.halved += right.essential != right.count;
        tally.trapped += right.count > 0 && right.traps > 0;
        for (int i = 0; i < METHODS; i++)
            compare(&grid, seed, puzzle, &right, &methods[i]);
        oracle_free(&right);
        puzzle->game->free(puzzle);
        grid_free(&grid);
    }
    printf("%u levels: %u unique, %u multiple, %u unsolvable; %u of those with a solution symmetric, "
           "%u with essentially equal solutions, %u with traps\n",
           tally.levels, tally.unique, tally.multiple, tally.unsolvable, tally.symmetric, tally.halved, tally.trapped);
}

static void test_the_levels_were_worth_comparing(void **state)
{
    (void)state;
    assert_true(tally.unique > tally.levels / 10);
    assert_true(tally.multiple > tally.levels / 50);
    assert_true(tally.unsolvable > tally.levels / 10);
    assert_true(tally.symmetric > tally.levels / 100);
    assert_true(tally.halved > tally.levels / 200);
    assert_true(tally.trapped > tally.levels / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_method_agrees_with_the_slow_judge),
        cmocka_unit_test(test_the_levels_were_worth_comparing),
    };
    return cmocka_run_group_tests_name("LongCat's solver", tests, NULL, NULL);
}
