/* Custom puzzles: the library judges them through callbacks, and the results agree with those of the equivalent
 * level of a game. */
#include "tests/library_use.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/* A token walks on a board of `side` x `side` cells from the first cell to the last, around walls.  A state is the
 * cell, stored in `bytes` bytes; a move is a direction. */
struct board {
    int side;
    const char *walls; /* row by row; NULL: no walls. '#' is a wall; from 'o' a step leads only to another 'o' */
    int too_high;      /* added to the estimate */
    char dead;         /* the cells that `dead` reports; 0: none */
    int break_after;   /* calls of `moves` after which they ask to stop; -1: never */
    bool disordered, too_many;
    atomic_int calls;
};

static int cell_of(const unsigned char *state)
{
    return state[0] | state[1] << 8;
}

static void write_cell(unsigned char *state, int cell)
{
    state[0] = (unsigned char)cell;
    state[1] = (unsigned char)(cell >> 8);
}

static int board_start(void *context, unsigned char *state)
{
    (void)context;
    write_cell(state, 0);
    return 0;
}

static int board_moves(void *context, const unsigned char *state, uint32_t *moves, unsigned char *states)
{
    struct board *board = context;
    static const int steps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    int cell = cell_of(state), count = 0;
    if (board->calls++ == board->break_after)
        return -1;
    for (int i = 0; i < 4; i++) {
        int row = cell / board->side + steps[i][0], column = cell % board->side + steps[i][1];
        int after = row * board->side + column;
        if (row < 0 || column < 0 || row >= board->side || column >= board->side)
            continue;
        if (board->walls != NULL &&
            (board->walls[after] == '#' || (board->walls[cell] == 'o' && board->walls[after] != 'o')))
            continue;
        moves[count] = (uint32_t)(board->disordered ? 4 - i : i);
        write_cell(states + 2 * count++, after);
    }
    return board->too_many ? 5 : count;
}

static int board_goal(void *context, const unsigned char *state)
{
    const struct board *board = context;
    return cell_of(state) == board->side * board->side - 1;
}

static int32_t board_estimate(void *context, const unsigned char *state)
{
    const struct board *board = context;
    int cell = cell_of(state), end = board->side - 1;
    return end - cell / board->side + end - cell % board->side + board->too_high;
}

static int board_dead(void *context, const unsigned char *state)
{
    const struct board *board = context;
    return board->walls != NULL && board->walls[cell_of(state)] == board->dead;
}

static ow_puzzle puzzle_of(struct board *board)
{
    return (ow_puzzle){.size = sizeof(ow_puzzle),
                       .context = board,
                       .state_bytes = 2,
                       .max_moves = 4,
                       .start = board_start,
                       .moves = board_moves,
                       .goal = board_goal};
}

static ow_judgement *judge_puzzle(const ow_puzzle *puzzle, const char *options)
{
    ow_judgement *judgement;
    char *message;
    assert_int_equal(ow_puzzle_judge(puzzle, options, NULL, &judgement, &message), OW_OK);
    assert_null(message);
    return judgement;
}

/* On a board without walls, the number of shortest ways is a binomial coefficient, and all are in one class. */
static void test_ways_over_a_board_are_counted(void **state)
{
    (void)state;
    struct board board = {.side = 11, .break_after = -1};
    ow_puzzle puzzle = puzzle_of(&board);
    for (int estimated = 0; estimated < 2; estimated++) {
        puzzle.estimate = estimated ? board_estimate : NULL;
        ow_judgement *judgement = judge_puzzle(&puzzle, "jobs=2");
        check_field(judgement, "verdict", "unique");
        check_field(judgement, "depth", "20");
        check_field(judgement, "solutions", "184756");
        check_field(judgement, "essential", "1");
        check_field(judgement, "interplay", "1");
        check_field(judgement, "level", "puzzle");
        check_field(judgement, "game", "");
        check_field(judgement, "columns", "");
        check_field(judgement, "hash", "");
        check_field(judgement, "solution", "1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2");
        double number;
        assert_true(ow_judgement_number(judgement, "solutions", &number) && number == 184756);
        ow_judgement_free(judgement);
    }
}

/* Two ways around a wall, and a dead end behind it.  Neither `dead` nor the number of threads changes a figure. */
static void test_dead_states_change_no_figure(void **state)
{
    (void)state;
    struct board board = {.side = 5,
                          .walls = "     "
                                   " ### "
                                   " oo# "
                                   " ### "
                                   "     ",
                          .dead = 'o',
                          .break_after = -1};
    ow_puzzle puzzle = puzzle_of(&board);
    puzzle.name = "a wall";
    static const char *const same[] = {"verdict", "depth", "solutions", "essential", "bits",  "choices",    "traps",
                                       "forced",  "luck",  "greedy",    "detours",   "steps", "difficulty", "solution"};
    ow_judgement *plain = judge_puzzle(&puzzle, "all");
    check_field(plain, "level", "a wall");
    check_field(plain, "verdict", "multiple");
    check_field(plain, "solutions", "2");
    check_field(plain, "essential", "2");
    assert_int_equal(ow_judgement_listed(plain), 2);
    assert_string_equal(ow_judgement_listed_at(plain, 1), "2 2 2 2 1 1 1 1");
    assert_non_null(strstr(ow_judgement_text(plain), "a wall: multiple, depth 8, 2 solutions, 2 essential\n"));
    puzzle.dead = board_dead;
    ow_judgement *pruned = judge_puzzle(&puzzle, "jobs=2");
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_string_equal(ow_judgement_field(plain, same[i]), ow_judgement_field(pruned, same[i]));
    assert_string_not_equal(ow_judgement_field(plain, "states"), ow_judgement_field(pruned, "states"));
    ow_judgement_free(plain);
    ow_judgement_free(pruned);
    board.walls = "   # "
                  " ### "
                  " oo# "
                  " ### "
                  "   # ";
    ow_judgement *none = judge_puzzle(&puzzle, NULL);
    check_field(none, "verdict", "unsolvable");
    check_field(none, "solution", "");
    ow_judgement_free(none);
}

/* --- faults of the caller --- */

static void check_fault(const ow_puzzle *puzzle, ow_status wanted, const char *said)
{
    ow_judgement *judgement;
    char *message;
    assert_int_equal(ow_puzzle_judge(puzzle, NULL, NULL, &judgement, &message), wanted);
    if (said != NULL) {
        assert_null(judgement);
        assert_non_null(message);
        assert_non_null(strstr(message, said));
    }
    ow_free(message);
    ow_judgement_free(judgement);
}

static void test_contradictions_are_told(void **state)
{
    (void)state;
    struct board board = {.side = 4, .break_after = -1, .disordered = true};
    ow_puzzle puzzle = puzzle_of(&board);
    check_fault(&puzzle, OW_BAD_INPUT, "the moves of a state are not in ascending order");
    board.disordered = false;
    board.too_many = true;
    check_fault(&puzzle, OW_BAD_INPUT, "a state has more moves than max_moves");
    board.too_many = false;
    board.too_high = 1;
    puzzle.estimate = board_estimate;
    check_fault(&puzzle, OW_BAD_INPUT, "an estimate is larger");
    board.too_high = 0;
    board.walls = "               g"; /* the goal */
    board.dead = 'g';
    puzzle.dead = board_dead;
    check_fault(&puzzle, OW_BAD_INPUT, "a state that meets the goal is called dead");
    puzzle.size = 0;
    check_fault(&puzzle, OW_BAD_INPUT, "the member 'size' is not set");
    puzzle = puzzle_of(&board);
    puzzle.goal = NULL;
    check_fault(&puzzle, OW_BAD_INPUT, "a callback of the puzzle is a null pointer");
    puzzle = puzzle_of(&board);
    puzzle.state_bytes = 0;
    check_fault(&puzzle, OW_BAD_INPUT, "state_bytes must be");
    puzzle = puzzle_of(&board);
    puzzle.max_moves = SIZE_MAX;
    check_fault(&puzzle, OW_BAD_INPUT, "max_moves");
    check_fault(NULL, OW_BAD_INPUT, "the puzzle is a null pointer");
    ow_judgement *judgement;
    char *message;
    puzzle = puzzle_of(&board);
    assert_int_equal(ow_puzzle_judge(&puzzle, "why", NULL, &judgement, &message), OW_BAD_OPTION);
    assert_null(judgement);
    ow_free(message);
    assert_int_equal(ow_puzzle_judge(&puzzle, NULL, NULL, NULL, NULL), OW_BAD_INPUT);
}

/* When any callback asks to stop, the call ends without calling another one, and without a judgement. */
static void test_a_callback_can_stop_it(void **state)
{
    (void)state;
    for (int after = 0; after < 200; after += 7) {
        struct board board = {.side = 9, .break_after = after};
        ow_puzzle puzzle = puzzle_of(&board);
        puzzle.estimate = after % 2 == 0 ? board_estimate : NULL;
        ow_judgement *judgement;
        ow_status status = ow_puzzle_judge(&puzzle, NULL, NULL, &judgement, NULL);
        if (board.calls <= after) {
            assert_int_equal(status, OW_OK);
        } else {
            assert_int_equal(status, OW_CANCELLED);
            assert_int_equal(board.calls, after + 1);
            check_field(judgement, "verdict", "undecided");
        }
        ow_judgement_free(judgement);
    }
}

static void test_limits_hold(void **state)
{
    (void)state;
    struct board board = {.side = 90, .break_after = -1};
    ow_puzzle puzzle = puzzle_of(&board);
    ow_judgement *judgement = judge_puzzle(&puzzle, "max-states=100");
    check_field(judgement, "verdict", "undecided");
    assert_non_null(strstr(ow_judgement_reason(judgement), "limit of 100 states"));
    ow_judgement_free(judgement);
    judgement = judge_puzzle(&puzzle, "timeout=0.0001");
    check_field(judgement, "verdict", "undecided");
    ow_judgement_free(judgement);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_over_a_board_are_counted),
        cmocka_unit_test(test_dead_states_change_no_figure),
        cmocka_unit_test(test_contradictions_are_told),
        cmocka_unit_test(test_a_callback_can_stop_it),
        cmocka_unit_test(test_limits_hold),
    };
    return cmocka_run_group_tests_name("library's own puzzles", tests, NULL, NULL);
}
