/* Snowman's proposer: what edits preserve, and what a climb guarantees. */
#include "tests/unit.h"

#include "gen/climb/climb.h"
#include "gen/climb/composition.h"
#include "gen/climb/draft.h"
#include "gen/snowman/snowman.h"
#include "tests/snowman_help.h"

#include <string.h>

static const stop_flag go_on = 0;

static unsigned count_balls(const struct grid *draft)
{
    unsigned balls = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        balls += c >= '1' && c <= '7' ? (unsigned)__builtin_popcount(c - '0') : 0;
    }
    return balls;
}

static void test_edits_keep_the_pieces(void **unused)
{
    (void)unused;
    struct snowman_pieces pieces = {.walls = {3, 8}, .snow = {2, 9}, .snowmen = {2, 2}, .targets = {2, 2}};
    struct grid draft;
    struct rng rng;
    assert_true(grid_make(&draft, 6, 5, '-'));
    for (uint64_t seed = 0; seed < 50; seed++) {
        rng_start(&rng, seed, 1);
        assert_true(proposer_snowman.climb->scatter(&draft, &pieces, &rng));
        for (int i = 0; i < 100; i++) {
            proposer_snowman.climb->edit(&draft, &pieces, &rng);
            assert_int_equal(count_balls(&draft), 6);
            assert_int_equal(draft_count(&draft, "+="), 2);
            assert_int_equal(draft_count(&draft, "#@"), 1);
            assert_int_equal(draft_count(&draft, "X-*+=#@1234567"), 30);
        }
    }
    grid_free(&draft);
}

/* Loose balls stay even where walls and ground have mirror images but balls have none. */
static void test_loose_balls_stay(void **unused)
{
    (void)unused;
    struct snowman_pieces pieces = {.walls = {0, 20},
                                    .snow = {0, 20},
                                    .snowmen = {1, 1},
                                    .targets = {1, 1},
                                    .symmetry = SYMMETRY_MIRROR,
                                    .loose_balls = true};
    struct grid draft, next;
    struct rng rng;
    unsigned edited = 0;
    assert_true(grid_make(&draft, 4, 4, '-') && grid_make(&next, 4, 4, '-'));
    for (uint64_t seed = 0; seed < 50; seed++) {
        rng_start(&rng, seed, 1);
        if (!proposer_snowman.climb->scatter(&draft, &pieces, &rng))
            continue;
        for (int i = 0; i < 200; i++) {
            draft_copy(&next, &draft);
            if (!proposer_snowman.climb->edit(&next, &pieces, &rng))
                continue;
            draft_copy(&draft, &next);
            edited++;
            assert_int_equal(count_balls(&draft), 3);
            assert_int_equal(draft_count(&draft, "#@"), 1);
        }
    }
    assert_true(edited > 500);
    grid_free(&draft);
    grid_free(&next);
}

static void test_closing_walls_off(void **unused)
{
    (void)unused;
    struct grid draft = snowman_grid("#1-X*\n--XX-\n-X1X2");
    struct grid closed = snowman_grid("#1-XX\n--XXX\n-X1X2");
    assert_true(proposer_snowman.climb->close(&draft));
    assert_memory_equal(draft.cells, closed.cells, (size_t)grid_size(&draft));
    grid_free(&draft);
    grid_free(&closed);
}

static void check_candidate(const struct grid *level, unsigned targets)
{
    struct judgement judgement;
    struct complaint complaint;
    struct request request = {.list = 40};
    struct puzzle *puzzle = game_snowman.load(level, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    assert_true(judge(puzzle, &request, &judgement));
    game_snowman.free(puzzle);
    assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
    assert_true(judgement.measure[MEASURE_depth] <= 12);
    judgement_free(&judgement);
    assert_int_equal(count_balls(level), 3);
    assert_int_equal(draft_count(level, "+="), targets);
    assert_true(draft_count(level, "*=@") <= 6);
}

static void test_climbs(void **unused)
{
    (void)unused;
    struct filter_settings filters_wanted;
    struct gen_options options = {.seed = 2, .size = {5, 4}};
    struct snowman_pieces pieces = {.walls = {0, 20}, .snow = {0, 6}, .snowmen = {1, 1}};
    filters_reset(&filters_wanted);
    filters_wanted.high[MEASURE_depth] = 12;
    struct proposal proposal = {.proposer = &proposer_snowman,
                                .options = &options,
                                .filters = &filters_wanted,
                                .pieces = &pieces,
                                .size = {5, 4},
                                .stop = &go_on};
    unsigned climbed = 0;
    struct candidate_list list = {0};
    void *first = climb_make(&proposal), *second = climb_make(&proposal);
    assert_true(first != NULL && second != NULL);
    for (uint64_t unit = 0; unit < 6; unit++) {
        pieces.targets = (struct number_range){unit % 2, unit % 2};
        climb_propose(&proposal, first, unit, &list);
        climb_propose(&proposal, second, unit, &list);
        assert_true(list.count == 2 && !list.failed);
        const struct candidate *one = &list.candidates[0], *other = &list.candidates[1];
        assert_int_equal(one->dropped_by, other->dropped_by);
        if (one->dropped_by == filter_count) {
            assert_memory_equal(one->grid.cells, other->grid.cells, 42);
            check_candidate(&one->grid, (unsigned)pieces.targets.low);
            climbed++;
        }
        candidates_clear(&list);
    }
    candidates_free(&list);
    climb_free(first);
    climb_free(second);
    assert_true(climbed >= 3);
}

/* Makes levels with only a symmetry as a requirement.  Returns the number of their sizes. */
static unsigned check_levels(enum composition_symmetry symmetry, uint64_t units)
{
    static const struct number_range any = {0, ANY_NUMBER};
    struct filter_settings filters_wanted;
    struct gen_options options = {.seed = 4};
    struct snowman_pieces pieces = {.walls = any, .snow = any, .snowmen = {1, 1}, .targets = any, .symmetry = symmetry};
    struct proposal proposal = {.proposer = &proposer_snowman,
                                .options = &options,
                                .filters = &filters_wanted,
                                .pieces = &pieces,
                                .size = proposer_snowman.size,
                                .stop = &go_on};
    struct text error = {0};
    struct candidate_list list = {0};
    filters_reset(&filters_wanted);
    assert_true(proposer_snowman.start(&proposal, &error));
    void *climb = climb_make(&proposal);
    assert_non_null(climb);
    for (uint64_t unit = 0; unit < units; unit++)
        climb_propose(&proposal, climb, unit, &list);
    bool seen[1024] = {false};
    unsigned levels = 0, sizes = 0;
    for (size_t i = 0; i < list.count; i++) {
        const struct grid *level = &list.candidates[i].grid;
        if (list.candidates[i].dropped_by != filter_count)
            continue;
        assert_int_equal(draft_count(level, "+="), 0);
        assert_int_equal(count_balls(level) % 3, 0);
        assert_true(symmetry == SYMMETRY_ANY || composition_holds(symmetry, level, "#@", "-*"));
        bool *size = &seen[32 * level->rows + level->columns];
        sizes += !*size;
        *size = true;
        levels++;
    }
    assert_true(levels > 0);
    candidates_free(&list);
    climb_free(climb);
    text_free(&error);
    return sizes;
}

static void test_levels_are_symmetric(void **unused)
{
    (void)unused;
    if (getenv("ONLYWAY_TEST_LONG") == NULL)
        skip(); /* takes several seconds */
    check_levels(SYMMETRY_FLIP, 8);
    check_levels(SYMMETRY_MIRROR, 8);
    assert_true(check_levels(SYMMETRY_ANY, 12) > 1);
}

/* The requested numbers and the resulting one; some requests are errors. */
static void test_targets_are_for_all_snowmen(void **unused)
{
    (void)unused;
    static const struct {
        struct number_range snowmen, targets;
        uint64_t most; /* the resulting most snowmen; 0: an error */
    } cases[] = {
        {{1, 2}, {0, 0}, 2}, {{1, 2}, {1, 1}, 1}, {{2, 2}, {1, 1}, 0},
        {{2, 2}, {0, 1}, 0}, {{1, 2}, {0, 1}, 2}, {{1, 2}, {2, 3}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct snowman_pieces pieces = {
            .walls = {0, 9}, .snow = {0, 20}, .snowmen = cases[i].snowmen, .targets = cases[i].targets};
        struct filter_settings filters_wanted;
        struct proposal proposal = {
            .proposer = &proposer_snowman, .filters = &filters_wanted, .pieces = &pieces, .size = {6, 6}};
        struct text error = {0};
        struct grid draft;
        struct rng rng;
        filters_reset(&filters_wanted);
        assert_int_equal(proposer_snowman.start(&proposal, &error), cases[i].most > 0);
        assert_int_equal(error.size > 0, cases[i].most == 0);
        assert_true(cases[i].most == 0 || pieces.snowmen.high == cases[i].most);
        assert_true(grid_make(&draft, 6, 6, '-'));
        rng_start(&rng, i, 1);
        for (unsigned n = 0; n < 200 && cases[i].most > 0; n++) {
            if (!proposer_snowman.climb->scatter(&draft, &pieces, &rng))
                continue;
            unsigned snowmen = count_balls(&draft) / 3, targets = draft_count(&draft, "+=");
            assert_true(targets >= snowmen || (targets == 0 && pieces.targets.low == 0));
            assert_true(targets >= pieces.targets.low && targets <= pieces.targets.high);
        }
        grid_free(&draft);
        text_free(&error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edits_keep_the_pieces), cmocka_unit_test(test_loose_balls_stay),
        cmocka_unit_test(test_closing_walls_off),     cmocka_unit_test(test_climbs),
        cmocka_unit_test(test_levels_are_symmetric),  cmocka_unit_test(test_targets_are_for_all_snowmen),
    };
    return cmocka_run_group_tests_name("gen_snowman", tests, NULL, NULL);
}
