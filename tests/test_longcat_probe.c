/* The quick look at LongCat boards against the slow judge: numbers of solutions, limits, profiles. */
#include "tests/unit.h"

#include "solve/longcat_probe.h"
#include "tests/levels.h"
#include "tests/oracle.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 20000, SIDE = 5 };

static const char *wrong_count(struct probe *probe, const unsigned char *open, int head,
                               const struct oracle *right)
{
    for (unsigned limit = 1; limit < 5; limit++) {
        int expected = right->count < limit ? (int)right->count : (int)limit;
        if (probe_count(probe, open, head, limit) != expected)
            return "the count";
    }
    if (right->count == 0 || right->reported.length == 0)
        return NULL;
    bool same = probe->length == right->list[0].length &&
                memcmp(probe->path, right->list[0].labels, probe->length) == 0;
    return same ? NULL : "the first solution";
}

/* Only where there is one solution. */
static const char *wrong_profile(struct probe *probe, const unsigned char *open, int head,
                                 const struct oracle *right)
{
    struct profile profile;
    unsigned stops = 0;
    for (unsigned i = 0; i < right->traps; i++)
        stops += i == 0 || right->trap[i].position != right->trap[i - 1].position;
    probe_profile(probe, open, head, right->list[0].labels, right->list[0].length, true, &profile);
    return profile.depth != right->reported.length    ? "depth"
           : profile.choices != right->choices        ? "choices"
           : profile.traps != right->traps            ? "traps"
           : profile.stops != stops                   ? "stops"
           : profile.interplay != right->interplay    ? "interplay"
           : profile.detours != right->detours        ? "detours"
           : fabs(profile.bits - right->bits) > 1e-9  ? "bits"
           : profile.greedy != right->greedy          ? "greedy"
                                                      : NULL;
}

static void test_quick_look_agrees_with_the_slow_judge(void **state)
{
    (void)state;
    uint64_t first = chance_seed();
    unsigned unique = 0;
    for (uint64_t seed = first; seed < first + LEVELS; seed++) {
        struct chance chance = {seed};
        struct grid grid = random_level(&chance, SIDE);
        struct puzzle *puzzle = load_level(&grid);
        const struct longcat *board = longcat_board(puzzle);
        struct oracle right;
        struct probe probe;
        unsigned char *open = calloc((size_t)grid_size(&board->grid), 1);
        assert_non_null(open);
        assert_true(probe_make(&probe, board->grid.columns, board->grid.rows, 1000000));
        for (unsigned cell = 0; cell < board->cells; cell++)
            open[board->place[cell]] = 1;
        oracle_judge(puzzle, &right);
        int head = board->place[board->cat];
        const char *wrong = wrong_count(&probe, open, head, &right);
        if (wrong == NULL && right.count == 1) {
            wrong = wrong_profile(&probe, open, head, &right);
            unique++;
        }
        if (wrong != NULL) {
            print_level(&grid, seed, wrong);
            fail_msg("%s is wrong, seed %" PRIu64, wrong, seed);
        }
        probe_free(&probe);
        free(open);
        oracle_free(&right);
        puzzle->game->free(puzzle);
        grid_free(&grid);
    }
    assert_true(unique > LEVELS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quick_look_agrees_with_the_slow_judge),
    };
    return cmocka_run_group_tests_name("LongCat's quick look", tests, NULL, NULL);
}
