/* Games in which the player may act instead of moving: a corridor with gates that are open every other turn, so the
 * player must wait in front of them. */
#include "tests/unit.h"

#include "games/draw/face.h"
#include "play/session.h"
#include "solve/judge/judge.h"
#include "tests/toys.h"

#include <string.h>

/* '@' is the player, '*' the goal, and 'G' a gate.  A state is a cell and whether the gates are open. */
struct corridor {
    struct puzzle puzzle;
    struct grid grid;
};

static const struct corridor *corridor_of(const struct puzzle *puzzle)
{
    return (const struct corridor *)puzzle;
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    const struct grid *grid = &corridor_of(puzzle)->grid;
    const unsigned char *at = memchr(grid->cells, '@', (size_t)grid_size(grid));
    state[0] = (unsigned char)(at - grid->cells);
    state[1] = 0;
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    const struct grid *grid = &corridor_of(puzzle)->grid;
    unsigned count = 0;
    for (unsigned way = 0; way < MOVE_WAYS; way++) {
        int next = way == MOVE_ACTION ? state[0] : grid_beside(grid, state[0], way);
        if (next < 0 || (grid->cells[next] == 'G' && !state[1]))
            continue;
        moves[count] = move_make(0, way);
        states[2 * count] = (unsigned char)next;
        states[2 * count++ + 1] = !state[1];
    }
    return count;
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    return corridor_of(puzzle)->grid.cells[state[0]] == '*';
}

static const struct puzzle_rules rules = {
    .start = start, .expand = expand, .solved = solved, .lost = toy_never_lost, .estimate = toy_zero};

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    (void)state;
    return grid_copy(grid, &corridor_of(puzzle)->grid);
}

static const struct game game_corridor = {
    .name = "corridor",
    .title = "Corridor",
    .cells = "@G*-",
    .outside = '-',
    .draw = draw,
    .letters = "URDLW",
    .action = true,
    .write_moves = write_by_letters,
    .read_move = read_by_letters,
};

/* Returns the corridor that a row draws.  It refers to the row. */
static struct corridor corridor_of_text(const char *row)
{
    struct corridor corridor = {
        .puzzle = {.rules = &rules, .game = &game_corridor, .state_bytes = 2, .max_moves = MOVE_WAYS},
        .grid = {.columns = (int)strlen(row), .rows = 1, .cells = (unsigned char *)row},
    };
    assert_true(puzzle_find_symmetries(&corridor.puzzle, &corridor.grid, 2, 0));
    return corridor;
}

static void assert_solution(const char *row, const char *solutions, const char *essential, const char *reported)
{
    struct corridor corridor = corridor_of_text(row);
    struct request request = {.measures = MEASURES_AUTO};
    struct judgement judgement;
    char text[20];
    assert_true(judge(&corridor.puzzle, &request, &judgement));
    assert_string_equal(text_string(&judgement.solutions), solutions);
    assert_string_equal(text_string(&judgement.essential), essential);
    write_by_letters(&corridor.puzzle, judgement.reported.moves, judgement.reported.count, text, sizeof text);
    assert_string_equal(text, reported);
    judgement_free(&judgement);
}

static void waits_where_nothing_else_helps(void **state)
{
    (void)state;
    assert_solution("@G*", "1", "1", "WRR");
}

/* The wait may come first, second or third.  The action is last in move order, so the reported solution waits as
 * late as possible. */
static void lists_the_action_last(void **state)
{
    (void)state;
    assert_solution("@--G*", "3", "1", "RRWRR");
}

static void keeps_the_action_in_the_mirror(void **state)
{
    (void)state;
    assert_solution("*G@G*", "2", "1", "WRR");
    for (unsigned symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++)
        assert_int_equal(move_turned(symmetry, move_make(7, MOVE_ACTION)), move_make(7, MOVE_ACTION));
    assert_int_equal(move_turned(1, move_make(7, LEFT)), move_make(7, RIGHT));
}

static void reads_and_writes_its_letter(void **state)
{
    (void)state;
    struct corridor corridor = corridor_of_text("@G*");
    struct move_reader reader = {.text = "w R?"};
    struct complaint complaint;
    game_move move;
    assert_int_equal(read_by_letters(&corridor.puzzle, NULL, &reader, &move, &complaint), 1);
    assert_int_equal(move, move_make(0, MOVE_ACTION));
    assert_int_equal(read_by_letters(&corridor.puzzle, NULL, &reader, &move, &complaint), 1);
    assert_int_equal(move, move_make(0, RIGHT));
    assert_int_equal(read_by_letters(&corridor.puzzle, NULL, &reader, &move, &complaint), -1);
    assert_string_equal(complaint.message, "'?' is no move; moves are U, R, D, L and W");
}

static void plays_by_a_key_of_its_own(void **state)
{
    (void)state;
    struct corridor corridor = corridor_of_text("@G*");
    struct session *session = session_open(&corridor.puzzle);
    const struct limits unlimited = {0};
    struct hint hint;
    enum press press;
    assert_non_null(session);
    assert_true(session_press(session, RIGHT, &press) && press == PRESS_NOTHING);
    assert_true(session_press(session, KEY_PIECE, &press) && press == PRESS_NOTHING);
    assert_true(session_hint(session, &unlimited, &hint) && hint.kind == HINT_KEYS);
    assert_int_equal(hint.key_count, 1);
    assert_int_equal(hint.keys[0], KEY_ACTION);
    assert_true(session_press(session, KEY_ACTION, &press) && press == PRESS_MOVE);
    assert_true(session_press(session, RIGHT, &press) && press == PRESS_MOVE);
    assert_true(session_press(session, RIGHT, &press) && press == PRESS_MOVE);
    assert_true(session_solved(session));
    session_close(session);
}

static int second_cell(const struct puzzle *puzzle, game_move move)
{
    (void)puzzle;
    (void)move;
    return 1;
}

static void is_told_with_its_cell(void **state)
{
    (void)state;
    const struct face_words pressing = {.moves = {{"press", "presses"}}, .action = "press"};
    struct game game = game_corridor;
    struct corridor corridor = corridor_of_text("@G*");
    struct text text = {0};
    corridor.puzzle.game = &game;
    tell_move(&pressing, &corridor.puzzle, 0, move_make(0, MOVE_ACTION), &text);
    assert_string_equal(text_string(&text), "press");
    game.move_cell = second_cell;
    text_clear(&text);
    tell_move(&pressing, &corridor.puzzle, 0, move_make(0, MOVE_ACTION), &text);
    assert_string_equal(text_string(&text), "press in row 1, column 2");
    text_free(&text);
}

static void is_not_there_in_other_games(void **state)
{
    (void)state;
    for (size_t i = 0; games[i] != NULL; i++) {
        game_move move;
        assert_int_equal(key_is_move(games[i], KEY_ACTION, &move), games[i]->action);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_where_nothing_else_helps), cmocka_unit_test(lists_the_action_last),
        cmocka_unit_test(keeps_the_action_in_the_mirror), cmocka_unit_test(reads_and_writes_its_letter),
        cmocka_unit_test(plays_by_a_key_of_its_own),      cmocka_unit_test(is_told_with_its_cell),
        cmocka_unit_test(is_not_there_in_other_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
