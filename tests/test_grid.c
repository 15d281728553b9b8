/* Grids: the eight symmetries form a group, and the images of a grid share one canonical form. */
#include "tests/unit.h"

#include "games/grid.h"
#include "tests/levels.h"

#include <inttypes.h>
#include <string.h>

enum { GRIDS = 3000 };

/* Returns the image of a grid as a new grid. */
static struct grid image_of(const struct grid *grid, unsigned symmetry)
{
    struct grid image;
    assert_true(grid_copy(&image, grid));
    grid_transform(grid, symmetry, image.cells);
    if (symmetry & 4) {
        image.columns = grid->rows;
        image.rows = grid->columns;
    }
    return image;
}

static bool same(const struct grid *one, const struct grid *other)
{
    return one->columns == other->columns && one->rows == other->rows &&
           memcmp(one->cells, other->cells, (size_t)grid_size(one)) == 0;
}

/* Returns the composition of two symmetries: the symmetry that takes a chiral grid to the same image. */
static unsigned compose(unsigned first, unsigned second)
{
    struct grid chiral;
    assert_true(grid_make(&chiral, 3, 2, '.'));
    memcpy(chiral.cells, "abcdef", 6);
    struct grid once = image_of(&chiral, first), twice = image_of(&once, second);
    unsigned found = GRID_SYMMETRIES;
    for (unsigned s = 0; s < GRID_SYMMETRIES; s++) {
        struct grid image = image_of(&chiral, s);
        if (same(&image, &twice)) {
            assert_int_equal(found, GRID_SYMMETRIES);
            found = s;
        }
        grid_free(&image);
    }
    assert_true(found < GRID_SYMMETRIES);
    grid_free(&chiral);
    grid_free(&once);
    grid_free(&twice);
    return found;
}

static void test_symmetries_form_a_group(void **state)
{
    (void)state;
    unsigned commuting = 0;
    for (unsigned a = 0; a < GRID_SYMMETRIES; a++) {
        unsigned reached = 0;
        assert_int_equal(compose(0, a), a);
        assert_int_equal(compose(a, 0), a);
        for (unsigned b = 0; b < GRID_SYMMETRIES; b++) {
            reached |= 1u << compose(a, b);
            commuting += compose(a, b) == compose(b, a);
            for (unsigned c = 0; c < GRID_SYMMETRIES; c++)
                assert_int_equal(compose(compose(a, b), c), compose(a, compose(b, c)));
        }
        assert_int_equal(reached, 0xff); /* so each has an inverse */
    }
    assert_int_equal(commuting, 40); /* 8 times the 5 conjugacy classes of the square's group */
}

/* Directions follow the cells, and compose like them. */
static void test_directions_follow_cells(void **state)
{
    (void)state;
    enum { COLUMNS = 5, ROWS = 4, ROW = 2, COLUMN = 1 };
    for (unsigned s = 0; s < GRID_SYMMETRIES; s++) {
        int wide = s & 4 ? ROWS : COLUMNS;
        int from = symmetry_cell(s, COLUMNS, ROWS, ROW * COLUMNS + COLUMN);
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            int next = (ROW + direction_down[d]) * COLUMNS + COLUMN + direction_across[d];
            int to = symmetry_cell(s, COLUMNS, ROWS, next);
            enum direction turned = symmetry_direction(s, d);
            assert_int_equal(to / wide - from / wide, direction_down[turned]);
            assert_int_equal(to % wide - from % wide, direction_across[turned]);
            assert_int_equal(symmetry_direction(s, direction_opposite(d)), direction_opposite(turned));
        }
    }
}

/* Returns whether one of the first `symmetries` symmetries maps one grid onto the other. */
static bool are_images(const struct grid *one, const struct grid *other, unsigned symmetries)
{
    bool found = false;
    for (unsigned s = 0; s < symmetries; s++) {
        struct grid image = image_of(one, s);
        found = found || same(&image, other);
        grid_free(&image);
    }
    return found;
}

static void check_images(const struct grid *grid, unsigned symmetries, uint64_t seed)
{
    struct grid canonical;
    assert_true(grid_canonical(grid, (1u << symmetries) - 1, &canonical));
    assert_true(are_images(grid, &canonical, symmetries));
    for (unsigned s = 0; s < symmetries; s++) {
        struct grid image = image_of(grid, s), other;
        assert_true(grid_canonical(&image, (1u << symmetries) - 1, &other));
        if (!same(&canonical, &other))
            fail_msg("images differ, seed %" PRIu64 ", symmetry %u", seed, s);
        assert_true(grid_canonical_hash(&canonical) == grid_canonical_hash(&other));
        grid_free(&image);
        grid_free(&other);
    }
    grid_free(&canonical);
}

static void test_images_share_a_canonical_form(void **state)
{
    (void)state;
    uint64_t first = chance_seed();
    for (uint64_t seed = first; seed < first + GRIDS; seed++) {
        struct chance chance = {seed};
        struct grid grid;
        assert_true(grid_make(&grid, 1 + chance_below(&chance, 5), 1 + chance_below(&chance, 5), ' '));
        for (int cell = 0; cell < grid_size(&grid); cell++)
            grid.cells[cell] = (unsigned char)"# C\xff"[chance_below(&chance, 4)];
        check_images(&grid, 2, seed);
        check_images(&grid, GRID_SYMMETRIES, seed);
        grid_free(&grid);
    }
}

/* All 3x2 and 2x3 grids of two characters, pair by pair. */
static void test_only_images_share_a_canonical_form(void **state)
{
    (void)state;
    enum { PATTERNS = 64 };
    struct grid grids[2 * PATTERNS], forms[2 * PATTERNS];
    for (unsigned i = 0; i < 2 * PATTERNS; i++) {
        assert_true(grid_make(&grids[i], i < PATTERNS ? 3 : 2, i < PATTERNS ? 2 : 3, ' '));
        for (unsigned cell = 0; cell < 6; cell++)
            grids[i].cells[cell] = i >> cell & 1 ? '#' : ' ';
        assert_true(grid_canonical(&grids[i], (1u << GRID_SYMMETRIES) - 1, &forms[i]));
    }
    for (unsigned i = 0; i < 2 * PATTERNS; i++) {
        for (unsigned j = 0; j < 2 * PATTERNS; j++) {
            bool equal = are_images(&grids[i], &grids[j], GRID_SYMMETRIES);
            assert_true(same(&forms[i], &forms[j]) == equal);
            assert_true((grid_canonical_hash(&forms[i]) == grid_canonical_hash(&forms[j])) == equal);
        }
    }
    for (unsigned i = 0; i < 2 * PATTERNS; i++) {
        grid_free(&grids[i]);
        grid_free(&forms[i]);
    }
}

typedef bool cut_function(const struct grid *grid, unsigned char fill, struct grid *bare);

static void check_cut(cut_function *cut, const char *text, int columns, int rows, const char *bare)
{
    struct grid grid, without;
    int wide = (int)strcspn(text, "/"), size = 0;
    assert_true(grid_make(&grid, wide, ((int)strlen(text) + 1) / (wide + 1), ' '));
    for (; *text != '\0'; text++) {
        if (*text != '/')
            grid.cells[size++] = (unsigned char)*text;
    }
    assert_true(cut(&grid, '#', &without));
    assert_int_equal(without.columns, columns);
    assert_int_equal(without.rows, rows);
    assert_memory_equal(without.cells, bare, strlen(bare));
    grid_free(&grid);
    grid_free(&without);
}

static void test_frames(void **state)
{
    (void)state;
    check_cut(grid_without_frame, "###/#C#/###", 1, 1, "C");
    check_cut(grid_without_frame, "#####/#C  #/#####", 3, 1, "C  ");
    check_cut(grid_without_frame, "#####/#####/##C##/#####/#####", 3, 3, "####C####");
    check_cut(grid_without_frame, "####/#C #/#  #", 4, 3, "#####C ##  #");
    check_cut(grid_without_frame, "##/##", 2, 2, "####");
    check_cut(grid_with_frame, "C", 3, 3, "####C####");
    check_cut(grid_with_frame, " C/##", 4, 4, "##### C#########");
}

static void test_a_frame_is_whole(void **state)
{
    (void)state;
    unsigned char cells[9];
    struct grid grid = {3, 3, cells};
    memcpy(cells, "#### ####", 9);
    assert_true(grid_has_frame(&grid, '#'));
    for (int cell = 0; cell < 9; cell++) {
        memcpy(cells, "#### ####", 9);
        cells[cell] = ' ';
        assert_true(grid_has_frame(&grid, '#') == (cell == 4));
    }
}

static void test_trimming(void **state)
{
    (void)state;
    check_cut(grid_trim, "###/#C#/###", 1, 1, "C");
    check_cut(grid_trim, "#####/#####/##C #/## ##/#####", 2, 2, "C  #");
    check_cut(grid_trim, "####/#C #/#  #", 2, 2, "C   ");
    check_cut(grid_trim, "C #/ # ", 3, 2, "C # # ");
    check_cut(grid_trim, "##/##", 1, 1, "#");
    check_cut(grid_trim, "#", 1, 1, "#");
    check_cut(grid_trim, " ", 1, 1, " ");
}

/* --- neighbours and floods --- */

static void test_neighbours_end_with_the_grid(void **state)
{
    (void)state;
    struct grid grid = {5, 3, NULL};
    for (int cell = 0; cell < grid_size(&grid); cell++) {
        bool edge = false;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            int row = cell / 5 + direction_down[d], column = cell % 5 + direction_across[d];
            bool inside = row >= 0 && row < 3 && column >= 0 && column < 5;
            assert_int_equal(grid_beside(&grid, cell, d), inside ? row * 5 + column : -1);
            edge |= !inside;
        }
        assert_int_equal(grid_is_edge(&grid, cell), edge);
    }
}

static void test_a_flood_stops_at_walls(void **state)
{
    (void)state;
    unsigned char cells[] = "  #  "
                            " ## a"
                            "   ##";
    struct grid grid = {5, 3, cells};
    bool reached[15] = {false};
    int queue[15];
    static const int nearest_first[] = {1, 0, 5, 10, 11, 12};
    assert_int_equal(grid_flood(&grid, 1, '#', reached, queue), 6);
    assert_memory_equal(queue, nearest_first, sizeof nearest_first);
    assert_int_equal(grid_flood(&grid, 9, '#', reached, queue), 4);
    for (int cell = 0; cell < 15; cell++)
        assert_int_equal(reached[cell], cells[cell] != '#');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries_form_a_group),
        cmocka_unit_test(test_directions_follow_cells),
        cmocka_unit_test(test_images_share_a_canonical_form),
        cmocka_unit_test(test_only_images_share_a_canonical_form),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_a_frame_is_whole),
        cmocka_unit_test(test_trimming),
        cmocka_unit_test(test_neighbours_end_with_the_grid),
        cmocka_unit_test(test_a_flood_stops_at_walls),
    };
    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
