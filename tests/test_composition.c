/* Symmetries and sizes of levels. */
#include "tests/unit.h"

#include "gen/climb/composition.h"
#include "gen/climb/draft.h"

#include <string.h>

static void test_orbits(void **unused)
{
    (void)unused;
    int orbit[ORBIT_MOST], again[ORBIT_MOST];
    for (enum composition_symmetry symmetry = SYMMETRY_ANY; symmetry < SYMMETRY_COUNT; symmetry++) {
        for (int columns = 1; columns < 6; columns++) {
            for (int rows = 1; rows < 6; rows++) {
                bool axis = false;
                for (int cell = 0; cell < columns * rows; cell++) {
                    unsigned count = composition_orbit(symmetry, columns, rows, cell, orbit);
                    assert_int_equal(orbit[0], cell);
                    for (unsigned n = 0; n < count; n++) { /* all cells of an orbit have the same orbit */
                        bool back = false;
                        assert_in_range(orbit[n], 0, columns * rows - 1);
                        assert_int_equal(composition_orbit(symmetry, columns, rows, orbit[n], again), count);
                        for (unsigned k = 0; k < count; k++)
                            back |= again[k] == cell;
                        assert_true(back);
                    }
                    axis |= count == 1;
                }
                assert_int_equal(composition_has_axis(symmetry, columns, rows), axis);
            }
        }
    }
    assert_int_equal(composition_orbit(SYMMETRY_MIRROR, 5, 3, 5, orbit), 2);
    assert_int_equal(orbit[1], 9);
    assert_int_equal(composition_orbit(SYMMETRY_FLIP, 5, 3, 1, orbit), 2);
    assert_int_equal(orbit[1], 11);
    assert_int_equal(composition_orbit(SYMMETRY_TURN, 5, 3, 1, orbit), 2);
    assert_int_equal(orbit[1], 13);
    assert_int_equal(composition_orbit(SYMMETRY_BOTH, 5, 3, 1, orbit), 4);
}

/* After composition_repeat, a random change leaves a symmetric grid symmetric, apart from the player. */
static void test_changes_are_repeated(void **unused)
{
    (void)unused;
    struct grid grid;
    unsigned char before[35];
    struct rng rng;
    rng_start(&rng, 1, 1);
    assert_true(grid_make(&grid, 7, 5, '-'));
    unsigned repeated = 0, refused = 0;
    for (enum composition_symmetry symmetry = SYMMETRY_MIRROR; symmetry < SYMMETRY_COUNT; symmetry++) {
        memset(grid.cells, '-', 35);
        grid.cells[3] = '#';
        for (unsigned i = 0; i < 500; i++) {
            unsigned cell = rng_below(&rng, 35);
            memcpy(before, grid.cells, 35);
            if (grid.cells[cell] == '#' || grid.cells[cell] == '@')
                continue;
            grid.cells[cell] = (unsigned char)"X*-"[rng_below(&rng, 3)];
            unsigned char wanted = grid.cells[cell];
            bool good = composition_repeat(symmetry, &grid, before, "#@", "-*");
            assert_int_equal(grid.cells[cell], wanted);
            assert_true(good || wanted == 'X');
            assert_true(!good || composition_holds(symmetry, &grid, "#@", "-*"));
            repeated += good;
            refused += !good;
            if (!good)
                memcpy(grid.cells, before, 35);
        }
    }
    assert_true(repeated > 1000 && refused > 0);
    grid.cells[0] = 'X';
    grid.cells[6] = '-';
    assert_false(composition_holds(SYMMETRY_MIRROR, &grid, "#@", "-*"));
    grid_free(&grid);
}

/* A piece that stands alone does not change when the ground below it does. */
static void test_pieces_stay(void **unused)
{
    (void)unused;
    static const char alone[] = "#@11", ground[] = "-*-*";
    unsigned char cells[] = "1--@-", before[] = "1--@-";
    struct grid grid = {5, 1, cells};
    cells[4] = '*';
    assert_true(composition_repeat(SYMMETRY_MIRROR, &grid, before, alone, ground));
    assert_string_equal((const char *)cells, "1--@*");
    memcpy(before, cells, sizeof cells);
    cells[1] = '*';
    assert_true(composition_repeat(SYMMETRY_MIRROR, &grid, before, alone, ground));
    assert_string_equal((const char *)cells, "1*-@*");
    memcpy(before, cells, sizeof cells);
    cells[1] = '-';
    assert_true(composition_repeat(SYMMETRY_MIRROR, &grid, before, alone, ground));
    assert_string_equal((const char *)cells, "1--#*");
    memcpy(before, cells, sizeof cells);
    cells[4] = 'X';
    assert_false(composition_repeat(SYMMETRY_MIRROR, &grid, before, alone, ground));
}

static void test_sizes(void **unused)
{
    (void)unused;
    struct rng rng;
    unsigned sizes[16][16] = {{0}}, kinds = 0;
    rng_start(&rng, 2, 1);
    for (unsigned i = 0; i < 2000; i++) {
        enum composition_symmetry symmetry = (enum composition_symmetry)(1 + i % (SYMMETRY_COUNT - 1));
        struct board_size size = composition_size((struct board_size){5, 5}, 4, symmetry, &rng);
        assert_in_range(size.columns, 4, 5 + COMPOSITION_WIDER);
        assert_in_range(size.rows, 4, 5 + COMPOSITION_WIDER);
        assert_true(composition_has_axis(symmetry, (int)size.columns, (int)size.rows));
        kinds += sizes[size.columns][size.rows]++ == 0;
    }
    assert_true(kinds >= 10);
}

static void test_shares(void **unused)
{
    (void)unused;
    static const unsigned char shares[SYMMETRY_COUNT] = {[SYMMETRY_MIRROR] = 3, [SYMMETRY_BOTH] = 1};
    unsigned counts[SYMMETRY_COUNT] = {0};
    struct rng rng;
    rng_start(&rng, 3, 1);
    for (unsigned i = 0; i < 4000; i++)
        counts[share_draw(shares, SYMMETRY_COUNT, &rng)]++;
    assert_int_equal(counts[SYMMETRY_MIRROR] + counts[SYMMETRY_BOTH], 4000);
    assert_in_range(counts[SYMMETRY_BOTH], 800, 1200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orbits),      cmocka_unit_test(test_changes_are_repeated),
        cmocka_unit_test(test_pieces_stay), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_shares),
    };
    return cmocka_run_group_tests_name("composition", tests, NULL, NULL);
}
