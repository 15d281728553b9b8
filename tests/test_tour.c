/* Random tours: each Hamiltonian cycle of a small arena must be equally likely. */
#include "tests/unit.h"

#include "gen/snake/snake.h"
#include "solve/arcade/autopilot.h"
#include "tests/arenas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef bool tour_walk(const struct snake *arena, struct circuit *tour, struct rng *rng);

/* Returns the set of edges to the right of a tour, one bit for each cell.  On a board without walls, it identifies
 * the tour. */
static uint64_t name_tour(const struct snake *arena, const struct circuit *tour)
{
    uint64_t name = 0;
    for (unsigned i = 0; i < tour->length; i++) {
        unsigned a = tour->cell[i], b = tour->cell[(i + 1) % tour->length];
        unsigned low = a < b ? a : b, high = a < b ? b : a;
        bool right = arena->next[low * DIRECTIONS + RIGHT] == (int)high;
        bool below = arena->next[low * DIRECTIONS + DOWN] == (int)high;
        assert_true(right || below);
        assert_int_equal(tour->index[a], i);
        name |= (uint64_t)right << low;
    }
    return name;
}

static int compare_names(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Makes `times` tours for each of the `kinds` possible ones, and compares their frequencies with equal ones:
 * Pearson's statistic has mean kinds - 1 and deviation sqrt(2 (kinds - 1)). */
static void check_evenness(struct puzzle *puzzle, tour_walk *walk, unsigned kinds, unsigned times)
{
    const struct snake *arena = snake_arena(puzzle);
    struct circuit tour;
    char why[AUTOPILOT_REASON];
    size_t count = (size_t)kinds * times;
    uint64_t *names = calloc(count, sizeof *names);
    assert_non_null(names);
    assert_int_equal(circuit_from_search(&tour, arena, false, why), FOUND);
    for (size_t i = 0; i < count; i++) {
        struct rng rng;
        rng_start_candidate(&rng, 2, i);
        assert_true(walk(arena, &tour, &rng));
        names[i] = name_tour(arena, &tour);
    }
    qsort(names, count, sizeof *names, compare_names);
    unsigned found = 0;
    double statistic = 0;
    for (size_t i = 0, j; i < count; i = j) {
        for (j = i; j < count && names[j] == names[i]; j++)
            continue;
        found++;
        statistic += ((double)(j - i) - times) * ((double)(j - i) - times) / times;
    }
    assert_int_equal(found, kinds);
    print_message("statistic %.1f with %u degrees of freedom\n", statistic, kinds - 1);
    assert_true(statistic < kinds - 1 + 5 * sqrt(2.0 * (kinds - 1)));
    free(names);
    circuit_free(&tour);
    game_snake.free(puzzle);
}

static void test_backbite_is_even(void **state)
{
    (void)state;
    check_evenness(load_arena(4, 4, NULL), tour_backbite, 6, 500);
    check_evenness(load_arena(6, 6, NULL), tour_backbite, 1072, 10);
}

static void test_switching_is_even(void **state)
{
    (void)state;
    check_evenness(load_arena(4, 4, NULL), tour_switch, 6, 500);
    check_evenness(load_arena(6, 6, NULL), tour_switch, 1072, 10);
}

/* A tour walks around each maze once, and mazes differ. */
static void test_mazes_give_tours(void **state)
{
    (void)state;
    struct puzzle *puzzle = load_arena(8, 6, NULL);
    struct roads roads;
    assert_int_equal(roads_make(&roads, snake_arena(puzzle)), FOUND);
    uint64_t first = 0;
    unsigned different = 0;
    for (uint64_t i = 0; i < 100; i++) {
        struct rng rng;
        struct circuit tour;
        rng_start_candidate(&rng, 5, i);
        assert_int_equal(circuit_from_maze(&tour, &roads, &rng), FOUND);
        uint64_t name = name_tour(snake_arena(puzzle), &tour);
        first = i == 0 ? name : first;
        different += name != first;
        circuit_free(&tour);
    }
    assert_true(different > 50);
    roads_free(&roads);
    game_snake.free(puzzle);
}

static void test_walled_arenas_have_tours(void **state)
{
    (void)state;
    static const char walled[] = "      "
                                 "      "
                                 "  ##  "
                                 "  ##  "
                                 "      "
                                 "      ";
    tour_walk *const walks[] = {tour_backbite, tour_switch};
    for (int i = 0; i < 2; i++) {
        struct puzzle *puzzle = load_arena(6, 6, walled);
        struct circuit tour;
        char why[AUTOPILOT_REASON];
        struct rng rng;
        rng_start(&rng, 1, 1);
        assert_int_equal(circuit_from_search(&tour, snake_arena(puzzle), false, why), FOUND);
        for (int n = 0; n < 100; n++) {
            assert_true(walks[i](snake_arena(puzzle), &tour, &rng));
            name_tour(snake_arena(puzzle), &tour);
            tour_align(snake_arena(puzzle), &tour);
            assert_int_equal(tour.cell[0], 0);
            assert_int_equal(tour.cell[1], 1);
            name_tour(snake_arena(puzzle), &tour);
        }
        circuit_free(&tour);
        game_snake.free(puzzle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_backbite_is_even),
        cmocka_unit_test(test_switching_is_even),
        cmocka_unit_test(test_mazes_give_tours),
        cmocka_unit_test(test_walled_arenas_have_tours),
    };
    return cmocka_run_group_tests_name("tour", tests, NULL, NULL);
}
