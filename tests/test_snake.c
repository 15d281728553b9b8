/* Snake: the text of arenas, and the count of tours compared with published numbers and plain search. */
#include "config.h"

#include "tests/unit.h"

#include "solve/judge/judge.h"
#include "solve/snake/solver.h"
#include "solve/snake/tours.h"
#include "tests/arenas.h"
#include "tests/plain_tours.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct puzzle *load(int columns, int rows, const char *cells, struct complaint *complaint)
{
    struct grid grid = {columns, rows, (unsigned char *)(uintptr_t)cells};
    return game_snake.load(&grid, (struct variant){0}, complaint);
}

static void judge_arena(const struct puzzle *puzzle, size_t list, struct judgement *judgement)
{
    struct request request = {.list = list};
    assert_true(judge(puzzle, &request, judgement));
}

/* --- arena text --- */

static void check_refused(int columns, int rows, const char *cells, int row, int column, const char *word)
{
    struct complaint complaint = {0};
    assert_null(load(columns, rows, cells, &complaint));
    assert_int_equal(complaint.row, row);
    assert_int_equal(complaint.column, column);
    assert_non_null(strstr(complaint.message, word));
}

static void test_small_arenas_are_refused(void **state)
{
    (void)state;
    check_refused(3, 3, "#########", 0, 0, "no open cell");
    check_refused(3, 3, "#### ####", 2, 2, "in a single row");
    check_refused(4, 3, "#####  #####", 2, 2, "in a single row");
    check_refused(3, 4, "#### ## ####", 2, 2, "in a single column");
    check_refused(3, 3, "# ##  ###", 1, 2, "only 3 open cells");
}

static void check_unsolvable(int columns, int rows, const char *cells, const char *word)
{
    struct complaint complaint = {0};
    struct puzzle *puzzle = load(columns, rows, cells, &complaint);
    assert_non_null(puzzle);
    struct judgement judgement;
    judge_arena(puzzle, 0, &judgement);
    assert_int_equal(judgement.verdict, VERDICT_UNSOLVABLE);
    assert_string_equal(text_string(&judgement.solutions), "0");
    assert_non_null(strstr(judgement.reason, word));
    judgement_free(&judgement);
    game_snake.free(puzzle);
}

static void test_reasons(void **state)
{
    (void)state;
    check_unsolvable(5, 2, "  #    #  ", "not connected");
    check_unsolvable(3, 3, "         ", "odd");
    check_unsolvable(5, 4, "#           #       ", "balance: 8 and 10");
    check_unsolvable(4, 3, "   #   ##   ", "");
    check_unsolvable(4, 2, "      ##", "row 1, column 4 is a dead end");
}

/* --- published numbers: OEIS A003763 (all), A209077 (up to symmetry) --- */

static void check_board(int columns, int rows, const char *solutions, const char *essential)
{
    struct puzzle *puzzle = load_arena(columns, rows, NULL);
    struct judgement judgement;
    judge_arena(puzzle, 0, &judgement);
    assert_string_equal(text_string(&judgement.solutions), solutions);
    if (essential != NULL) {
        assert_int_equal(judgement.essential_low, strtoll(essential, NULL, 10));
        assert_string_equal(text_string(&judgement.essential), judgement.essential_low > 256 ? ">256" : essential);
    }
    assert_int_equal((int)judgement.measure[MEASURE_depth], columns * rows);
    judgement_free(&judgement);
    game_snake.free(puzzle);
}

static void test_square_boards(void **state)
{
    (void)state;
    check_board(2, 2, "1", "1");
    check_board(4, 4, "6", "2");
    check_board(6, 6, "1072", "149");
    check_board(8, 8, "4638576", "580717");
    check_board(10, 10, "467260456608", "58407763266");
    check_board(12, 12, "1076226888605605706", "134528361351329451");
}

#ifdef HAVE_GMP
#include <gmp.h>

/* A strip four cells wide (OEIS A006864): a(n) = 2a(n-1) + 2a(n-2) - 2a(n-3) + a(n-4). */
static void test_long_strips_agree_with_their_recurrence(void **state)
{
    (void)state;
    mpz_t term[4], next;
    static const unsigned first[] = {0, 1, 2, 6}; /* 4 x 1 to 4 x 4 */
    for (int i = 0; i < 4; i++)
        mpz_init_set_ui(term[i], first[i]);
    mpz_init(next);
    for (int length = 5; length <= 200; length++) {
        mpz_add(next, term[3], term[2]);
        mpz_sub(next, next, term[1]);
        mpz_mul_ui(next, next, 2);
        mpz_add(next, next, term[0]);
        for (int i = 0; i < 3; i++)
            mpz_set(term[i], term[i + 1]);
        mpz_set(term[3], next);
    }
    char *digits = mpz_get_str(NULL, 10, term[3]);
    check_board(200, 4, digits, NULL);
    check_board(4, 200, digits, NULL);
    free(digits);
    mpz_clears(term[0], term[1], term[2], term[3], next, NULL);
}
#else
static void test_long_strips_agree_with_their_recurrence(void **state)
{
    (void)state;
    print_message("skipped: built without GMP (Debian: libgmp-dev)\n");
    skip();
}
#endif

/* --- random arenas compared with plain search --- */

static uint64_t first_state;

static void check_listed(const struct plain_tours *plain, const struct judgement *judgement)
{
    assert_int_equal(judgement->listed_count, plain->count);
    assert_int_equal(judgement->listed_classes, judgement->essential_low);
    for (size_t i = 0; i < plain->count; i++) { /* each exactly once */
        size_t found = 0;
        for (size_t j = 0; j < judgement->listed_count; j++)
            found += memcmp(plain->tours[i], judgement->listed[j].moves, plain->arena->cells * sizeof(game_move)) == 0;
        assert_int_equal(found, 1);
    }
}

struct comparison {
    const struct plain_tours *plain;
    size_t count;
};

static bool compare_tour(void *context, const game_move *moves)
{
    struct comparison *comparison = context;
    const struct plain_tours *plain = comparison->plain;
    assert_true(comparison->count < plain->count);
    assert_memory_equal(plain->tours[comparison->count++], moves, plain->arena->cells * sizeof *moves);
    return true;
}

/* The lister finds the same tours in the same order, whether it checks at every step or never whether the rest can
 * be completed. */
static void check_patience(const struct plain_tours *plain, unsigned patience)
{
    struct limits limits = {0};
    struct watch watch;
    watch_start(&watch, &limits);
    struct comparison comparison = {.plain = plain};
    assert_int_equal(snake_list_tours_patiently(plain->arena, &watch, compare_tour, &comparison, patience),
                     TOURS_LISTED);
    assert_int_equal(comparison.count, plain->count);
}

/* Reverses a tour. */
static void turn_round(const game_move *moves, unsigned count, game_move *turned)
{
    for (unsigned n = 0; n < count; n++)
        turned[n] = move_make(0, direction_opposite(move_direction(moves[count - 1 - n])));
}

/* Returns whether some tour, in either direction, begins with these steps. */
static bool begins_plainly(const struct plain_tours *plain, const game_move *steps, size_t count)
{
    game_move turned[64];
    for (size_t i = 0; i < plain->count; i++) {
        turn_round(plain->tours[i], plain->arena->cells, turned);
        if (memcmp(plain->tours[i], steps, count * sizeof *steps) == 0 ||
            memcmp(turned, steps, count * sizeof *steps) == 0)
            return true;
    }
    return false;
}

/* Makes random steps that do not cross their own track.  Returns their number. */
static size_t wander(const struct snake *arena, struct chance *chance, game_move *steps)
{
    bool entered[64] = {false};
    unsigned cell = 0, most = (unsigned)chance_below(chance, (int)arena->cells);
    size_t count = 0;
    for (unsigned tries = 0; tries < 100 && count < most; tries++) {
        enum direction direction = (enum direction)chance_below(chance, DIRECTIONS);
        int next = arena->next[cell * DIRECTIONS + direction];
        if (next <= 0 || entered[next])
            continue;
        cell = (unsigned)next;
        entered[cell] = true;
        steps[count++] = move_make(0, direction);
    }
    return count;
}

/* Finds a tour that continues some steps exactly if one exists, with any patience. */
static void check_going_on(const struct plain_tours *plain, struct chance *chance, unsigned patience)
{
    struct limits limits = {0};
    struct watch watch;
    game_move steps[64], moves[64];
    bool found;
    assert_in_range(plain->arena->cells, 4, 64);
    size_t count = wander(plain->arena, chance, steps);
    watch_start(&watch, &limits);
    assert_int_equal(snake_find_tour_patiently(plain->arena, &watch, steps, count, moves, &found, patience),
                     TOURS_LISTED);
    assert_int_equal(found, begins_plainly(plain, steps, count));
    if (!found)
        return;
    assert_memory_equal(moves, steps, count * sizeof *moves);
    assert_true(begins_plainly(plain, moves, plain->arena->cells));
}

static void check_arena(const struct puzzle *puzzle, struct chance *chance)
{
    static struct plain_tours plain;
    if (!plain_tours_find(snake_arena(puzzle), &plain))
        return;
    struct judgement judgement;
    judge_arena(puzzle, PLAIN_TOURS, &judgement);
    char solutions[24];
    snprintf(solutions, sizeof solutions, "%zu", plain.count);
    assert_string_equal(text_string(&judgement.solutions), solutions);
    assert_int_equal(judgement.essential_low, plain_tours_classes(&plain));
    assert_int_equal(judgement.verdict, plain.count == 0               ? VERDICT_UNSOLVABLE
                                        : judgement.essential_low == 1 ? VERDICT_UNIQUE
                                                                       : VERDICT_MULTIPLE);
    if (plain.count > 0) {
        assert_memory_equal(judgement.reported.moves, plain.tours[0], plain.arena->cells * sizeof(game_move));
        check_listed(&plain, &judgement);
        check_patience(&plain, 0);
        check_patience(&plain, UINT32_MAX);
    }
    for (unsigned patience = 0; patience < 40; patience += 13)
        check_going_on(&plain, chance, patience);
    check_going_on(&plain, chance, UINT32_MAX);
    judgement_free(&judgement);
}

static void test_random_arenas_agree_with_plain_search(void **state)
{
    (void)state;
    size_t solvable = 0, symmetrical = 0;
    for (uint64_t seed = 0; seed < CASES(4000); seed++) {
        struct chance chance = {first_state = seed + chance_seed()};
        struct puzzle *puzzle = random_arena(&chance);
        if (puzzle == NULL)
            continue;
        char reason[120];
        bool failed, may_have_tours = !snake_has_no_tour(snake_arena(puzzle), reason, &failed);
        assert_false(failed);
        check_arena(puzzle, &chance);
        solvable += may_have_tours;
        symmetrical += may_have_tours && puzzle->symmetry_count > 1;
        game_snake.free(puzzle);
    }
    assert_true(solvable > CASES(200) && symmetrical > CASES(100));
}

static int say_last_seed(void **state)
{
    (void)state;
    print_message("the last random arena was that of seed %" PRIu64 "\n", first_state);
    return 0;
}

/* --- limits --- */

static void test_a_limit_leaves_it_undecided(void **state)
{
    (void)state;
    struct puzzle *puzzle = load_arena(10, 10, NULL);
    struct judgement judgement;
    struct request request = {.limits = {.max_states = 1000}};
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_non_null(strstr(judgement.reason, "1000 states"));
    judgement_free(&judgement);
    request = (struct request){.limits = {.max_memory = 65536}};
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_non_null(strstr(judgement.reason, "memory"));
    judgement_free(&judgement);
    game_snake.free(puzzle);
}

/* --- replaying --- */

static void test_a_tour_may_be_walked_both_ways(void **state)
{
    (void)state;
    struct puzzle *puzzle = load_arena(2, 2, NULL);
    static const enum direction ways[2][4] = {{RIGHT, DOWN, LEFT, UP}, {DOWN, RIGHT, UP, LEFT}};
    for (int way = 0; way < 2; way++) {
        unsigned char current[8] = {0}, after[DIRECTIONS * 8];
        game_move moves[DIRECTIONS];
        puzzle->rules->start(puzzle, current);
        for (int n = 0; n < 4; n++) {
            assert_false(puzzle->rules->solved(puzzle, current));
            unsigned count = puzzle->rules->expand(puzzle, current, moves, after);
            unsigned i = 0;
            while (i < count && move_direction(moves[i]) != ways[way][n])
                i++;
            assert_true(i < count);
            memcpy(current, after + i * puzzle->state_bytes, puzzle->state_bytes);
        }
        assert_true(puzzle->rules->solved(puzzle, current));
    }
    game_snake.free(puzzle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_arenas_are_refused),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_square_boards),
        cmocka_unit_test(test_long_strips_agree_with_their_recurrence),
        cmocka_unit_test_teardown(test_random_arenas_agree_with_plain_search, say_last_seed),
        cmocka_unit_test(test_a_limit_leaves_it_undecided),
        cmocka_unit_test(test_a_tour_may_be_walked_both_ways),
    };
    return cmocka_run_group_tests_name("snake", tests, NULL, NULL);
}
