/* Snake's measures: compares plain deduction with the list of all tours, with itself on turned arenas and with its
 * answers on all walks, and traps with the slow judge. */
#include "tests/unit.h"

#include "games/snake/deduce.h"
#include "solve/judge/judge.h"
#include "tests/arenas.h"
#include "tests/slow_judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ARENAS = 3000, STATES = 20000, MORE_STATES = 500000, TOURS = 500 };

static uint64_t seed_in_use;

static struct puzzle *next_arena(unsigned number)
{
    struct chance chance = {seed_in_use = chance_seed() + number};
    return random_arena(&chance);
}

static int say_seed(void **state)
{
    (void)state;
    print_message("the last random arena was that of seed %" PRIu64 "\n", seed_in_use);
    return 0;
}

static void judge_arena(const struct puzzle *puzzle, struct judgement *judgement)
{
    struct request request = {.list = TOURS, .measures = MEASURES_AUTO};
    assert_true(judge(puzzle, &request, judgement));
}

/* Runs plain deduction from the start.  Returns false if it finds that there is no tour. */
static bool deduce(struct deduction *deduction, const struct puzzle *puzzle)
{
    unsigned char *start = malloc(puzzle->state_bytes);
    assert_true(deduction_make(deduction, snake_arena(puzzle)) && start != NULL);
    puzzle->rules->start(puzzle, start);
    bool possible = deduction_begin(deduction, start);
    free(start);
    return possible;
}

/* Marks the sides of a tour in an array with one byte for each side of each cell. */
static void mark_sides(const struct snake *arena, const game_move *moves, unsigned char *sides)
{
    unsigned cell = 0;
    memset(sides, SIDE_UNUSED, (size_t)arena->cells * DIRECTIONS);
    for (unsigned n = 0; n < arena->cells; n++) {
        enum direction direction = move_direction(moves[n]);
        unsigned next = (unsigned)arena->next[cell * DIRECTIONS + direction];
        sides[cell * DIRECTIONS + direction] = SIDE_USED;
        sides[next * DIRECTIONS + direction_opposite(direction)] = SIDE_USED;
        cell = next;
    }
}

/* --- deductions hold in every tour --- */

static unsigned check_tours(const struct deduction *deduction, const struct judgement *judgement)
{
    unsigned char sides[RANDOM_ARENA_CELLS * DIRECTIONS];
    unsigned settled = 0;
    for (size_t i = 0; i < judgement->listed_count; i++) {
        mark_sides(deduction->arena, judgement->listed[i].moves, sides);
        for (unsigned side = 0; side < deduction->arena->cells * DIRECTIONS; side++) {
            if (deduction->side[side] == SIDE_OPEN)
                continue;
            assert_int_equal(deduction->side[side], sides[side]);
            settled++;
        }
    }
    return settled;
}

static void test_what_is_deduced_is_true_of_every_tour(void **state)
{
    (void)state;
    unsigned settled = 0, impossible = 0;
    for (unsigned n = 0; n < ARENAS; n++) {
        struct puzzle *puzzle = next_arena(n);
        if (puzzle == NULL)
            continue;
        struct judgement judgement;
        struct deduction deduction;
        judge_arena(puzzle, &judgement);
        if (deduce(&deduction, puzzle)) {
            settled += check_tours(&deduction, &judgement) > 0;
        } else {
            assert_int_equal(judgement.verdict, VERDICT_UNSOLVABLE);
            impossible++;
        }
        deduction_free(&deduction);
        judgement_free(&judgement);
        game_snake.free(puzzle);
    }
    assert_true(settled > 100 && impossible > 100);
}

/* --- a walk that looks lost is lost --- */

struct walks {
    const struct puzzle *puzzle;
    unsigned left;       /* the number of states left to visit */
    unsigned lost, seen; /* counts of walks without a tour: all, and those that look lost */
};

/* Returns whether a tour continues from a state, by trying all ways and visiting all of their states. */
static bool goes_on(struct walks *walks, const unsigned char *from)
{
    const struct puzzle *puzzle = walks->puzzle;
    unsigned char after[DIRECTIONS * (RANDOM_ARENA_CELLS / 8 + 3)];
    game_move moves[DIRECTIONS];
    if (puzzle->rules->solved(puzzle, from))
        return true;
    if (walks->left == 0)
        return true; /* assume that it does, so that nothing is asserted */
    walks->left--;
    unsigned count = puzzle->rules->expand(puzzle, from, moves, after);
    bool found = false;
    for (unsigned i = 0; i < count; i++)
        found |= goes_on(walks, after + i * puzzle->state_bytes);
    bool lost = puzzle->rules->lost(puzzle, from);
    assert_false(lost && found && walks->left > 0);
    walks->lost += !found;
    walks->seen += !found && lost;
    return found;
}

static void test_a_walk_that_looks_lost_is_lost(void **state)
{
    (void)state;
    struct walks walks = {0};
    for (unsigned n = 0; n < ARENAS / 10; n++) {
        struct puzzle *puzzle = next_arena(n);
        unsigned char start[RANDOM_ARENA_CELLS / 8 + 3];
        if (puzzle == NULL)
            continue;
        walks.puzzle = puzzle;
        walks.left = STATES;
        puzzle->rules->start(puzzle, start);
        goes_on(&walks, start);
        game_snake.free(puzzle);
    }
    print_message("%u of %u walks that lead nowhere look lost\n", walks.seen, walks.lost);
    assert_true(walks.seen > walks.lost / 2 && walks.seen < walks.lost);
}

/* --- measures --- */

/* Returns the arena turned by a symmetry. */
static struct puzzle *turn(const struct puzzle *puzzle, unsigned symmetry)
{
    const struct grid *grid = &snake_arena(puzzle)->grid;
    unsigned char cells[RANDOM_ARENA_CELLS];
    struct grid turned = {grid->columns, grid->rows, cells};
    struct complaint complaint;
    if (symmetry >= 4)
        turned = (struct grid){grid->rows, grid->columns, cells};
    grid_transform(grid, symmetry, cells);
    return game_snake.load(&turned, (struct variant){0}, &complaint);
}

/* The deduction of a tour does not depend on the arena's orientation. */
static void check_turned(const struct puzzle *puzzle, const struct judgement *judgement)
{
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        struct puzzle *turned = turn(puzzle, symmetry);
        struct judgement other;
        judge_arena(turned, &other);
        assert_true(other.measure[MEASURE_interplay] == judgement->measure[MEASURE_interplay]);
        judgement_free(&other);
        game_snake.free(turned);
    }
}

static void check_interplay(const struct puzzle *puzzle, const struct judgement *judgement)
{
    struct deduction deduction;
    unsigned char sides[RANDOM_ARENA_CELLS * DIRECTIONS];
    const struct snake *arena = snake_arena(puzzle);
    unsigned open = 0;
    assert_true(deduce(&deduction, puzzle));
    mark_sides(arena, judgement->reported.moves, sides);
    for (unsigned side = 0; side < arena->cells * DIRECTIONS; side++)
        open += sides[side] == SIDE_USED && deduction.side[side] == SIDE_OPEN;
    assert_int_equal(open, 2 * (int)judgement->measure[MEASURE_interplay]);
    deduction_free(&deduction);
}

static void test_measures_of_unique_arenas(void **state)
{
    (void)state;
    unsigned unique = 0, symmetrical = 0, open = 0;
    for (unsigned n = 0; n < ARENAS; n++) {
        struct puzzle *puzzle = next_arena(n);
        struct judgement judgement;
        struct slow slow;
        if (puzzle == NULL)
            continue;
        judge_arena(puzzle, &judgement);
        if (judgement.verdict != VERDICT_UNIQUE) {
            assert_true(judgement.measure[MEASURE_traps] == UNKNOWN);
        } else if (slow_judge(puzzle, STATES, TOURS, &slow)) {
            assert_int_equal(judgement.measure[MEASURE_traps], slow.traps);
            check_interplay(puzzle, &judgement);
            check_turned(puzzle, &judgement);
            unique++;
            symmetrical += puzzle->symmetry_count > 1 && slow.solutions > 2;
            open += judgement.measure[MEASURE_interplay] > 0;
            slow_free(&slow);
        }
        judgement_free(&judgement);
        game_snake.free(puzzle);
    }
    print_message("%u unique arenas, %u with several tours, %u to be thought about\n", unique, symmetrical, open);
    assert_true(unique > 50 && symmetrical > 5 && open > 5);
}

/* Random arenas seldom have traps; these arenas were made to have some. */
static void test_traps(void **state)
{
    (void)state;
    static const struct {
        const char *cells;
        int traps;
    } arenas[] = {
        {"            "
         "  ##  "
         "   #  "
         "     #"
         "#    #",
         2},
        {"      "
         "    # "
         "  #   "
         "  #  #"
         "      "
         "##    ",
         1},
    };
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++) {
        struct puzzle *puzzle = load_arena(6, 6, arenas[i].cells);
        struct judgement judgement;
        struct slow slow;
        judge_arena(puzzle, &judgement);
        assert_true(slow_judge(puzzle, MORE_STATES, TOURS, &slow));
        assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
        assert_int_equal(slow.traps, arenas[i].traps);
        assert_int_equal(judgement.measure[MEASURE_traps], arenas[i].traps);
        slow_free(&slow);
        judgement_free(&judgement);
        game_snake.free(puzzle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_what_is_deduced_is_true_of_every_tour, say_seed),
        cmocka_unit_test_teardown(test_a_walk_that_looks_lost_is_lost, say_seed),
        cmocka_unit_test_teardown(test_measures_of_unique_arenas, say_seed),
        cmocka_unit_test(test_traps),
    };
    return cmocka_run_group_tests_name("snake measures", tests, NULL, NULL);
}
