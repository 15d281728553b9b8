/* Snowman: text and rules, one drawn case each. */
#include "tests/unit.h"

#include "games/mover.h"

#include "tests/snowman_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Key presses and the drawing after them; if `after` is NULL, the last key does nothing. */
struct drawn_case {
    const char *rule, *before, *keys, *after;
};

static const struct drawn_case drawn_cases[] = {
    {"a player walks", "#-1", "R", "-#1"},
    {"not through walls", "#X1", "R", NULL},
    {"not out of the text", "#-1", "L", NULL},
    {"walking over snow leaves it", "#*-1", "RR", "-*#1"},
    {"standing on snow hides it only", "@-1", "R", "*#1"},
    {"a ball is pushed and the player follows", "#1-", "R", "-#1"},
    {"a medium ball is pushed", "#2-", "R", "-#2"},
    {"a large ball is pushed", "#4-", "R", "-#4"},
    {"a ball is pushed up", "-\n1\n#", "U", "1\n#\n-"},
    {"a ball is pushed down", "#\n1\n-", "D", "-\n#\n1"},
    {"a ball is pushed left", "-1#", "L", "1#-"},
    {"not into a wall", "#1X", "R", NULL},
    {"not out of the text", "#1", "R", NULL},
    {"small grows on snow, which goes", "#1*", "R", "-#2"},
    {"medium grows on snow", "#2*", "R", "-#4"},
    {"large eats snow", "#4*", "R", "-#4"},
    {"a ball grows twice", "#1**", "RR", "--#4"},
    {"the snow behind a ball is gone for the next one", "#1*-", "RR", "--#2"},
    {"small goes onto medium", "#12", "R", "-#3"},
    {"small goes onto large", "#14", "R", "-#5"},
    {"medium goes onto large", "#24", "R", "-#6"},
    {"small goes onto medium and large", "#16", "R", "-#7"},
    {"small does not go onto small", "#11", "R", NULL},
    {"medium does not go onto small", "#21", "R", NULL},
    {"medium does not go onto medium", "#22", "R", NULL},
    {"large does not go onto small", "#41", "R", NULL},
    {"large does not go onto medium", "#42", "R", NULL},
    {"large does not go onto large", "#44", "R", NULL},
    {"small does not go onto a stack with a small one: medium", "#13", "R", NULL},
    {"small does not go onto a stack with a small one: large", "#15", "R", NULL},
    {"small does not go onto a complete snowman", "#17", "R", NULL},
    {"medium does not go onto a stack with a small one: medium", "#23", "R", NULL},
    {"medium does not go onto a stack with a small one: large", "#25", "R", NULL},
    {"medium does not go onto a stack with a medium one", "#26", "R", NULL},
    {"medium does not go onto a complete snowman", "#27", "R", NULL},
    {"large goes onto no stack: 3", "#43", "R", NULL},
    {"large goes onto no stack: 5", "#45", "R", NULL},
    {"large goes onto no stack: 6", "#46", "R", NULL},
    {"large goes onto no stack: 7", "#47", "R", NULL},
    {"small pops off medium, the player stays", "#3-", "R", "#21"},
    {"small pops off large", "#5-", "R", "#41"},
    {"medium pops off large", "#6-", "R", "#42"},
    {"small pops off medium onto snow and grows", "#3*", "R", "#22"},
    {"small pops off large onto snow and grows", "#5*", "R", "#42"},
    {"medium pops off large onto snow and grows", "#6*", "R", "#44"},
    {"no popping onto a ball, even a larger one", "#34", "R", NULL},
    {"no popping onto a ball: large stack", "#54", "R", NULL},
    {"no popping onto a ball: medium off large", "#64", "R", NULL},
    {"no popping onto a stack", "#56", "R", NULL},
    {"no popping into a wall", "#3X", "R", NULL},
    {"a stack does not roll: its top one goes first", "#6--", "RR", NULL},
    {"a complete snowman does not move", "#7-", "R", NULL},
    {"a complete snowman does not break", "-7#", "L", NULL},
    {"a player does not walk through a snowman", "#7", "R", NULL},
    {"a ball is pushed over a target", "#1+-", "RRL", "-#+1"},
    {"a ball grows on a target with snow, which goes", "#1=-", "RRL", "-#+2"},
    {"a player on a target", "#+-1", "R", "-#-1"},
};

/* Presses a key.  Returns false if it is no move. */
static bool press(const struct puzzle *puzzle, unsigned char *state, char key)
{
    game_move moves[DIRECTIONS];
    unsigned char *states = calloc(DIRECTIONS, puzzle->state_bytes);
    bool found = false;
    unsigned count = puzzle->rules->expand(puzzle, state, moves, states);
    for (unsigned i = 0; i < count && !found; i++) {
        found = move_direction(moves[i]) == (enum direction)(strchr("URDL", key) - "URDL");
        if (found)
            memcpy(state, states + i * puzzle->state_bytes, puzzle->state_bytes);
    }
    free(states);
    return found;
}

static void check_case(const struct drawn_case *drawn)
{
    struct puzzle *puzzle = snowman_load(drawn->before, METRIC_MOVES);
    unsigned char *state = calloc(1, puzzle->state_bytes);
    char expected[64];
    puzzle->rules->start(puzzle, state);
    bool last = true;
    for (const char *key = drawn->keys; *key != '\0'; key++) {
        if (!last)
            fail_msg("%s: a key before the last does nothing", drawn->rule);
        last = press(puzzle, state, *key);
    }
    snprintf(expected, sizeof expected, "%s\n", drawn->after == NULL ? "" : drawn->after);
    if (last != (drawn->after != NULL))
        fail_msg("%s: the last key %s", drawn->rule, last ? "does something" : "does nothing");
    if (last && strcmp(snowman_drawing(puzzle, state), expected) != 0)
        fail_msg("%s: got\n%s", drawn->rule, snowman_drawing(puzzle, state));
    free(state);
    game_snowman.free(puzzle);
}

static void test_drawn_cases(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof drawn_cases / sizeof *drawn_cases; i++)
        check_case(&drawn_cases[i]);
}

/* --- goals and lost positions --- */

static void check_start(const char *rows, bool solved, bool lost)
{
    for (unsigned metric = METRIC_PUSHES; metric <= METRIC_MOVES; metric++) {
        struct puzzle *puzzle = snowman_load(rows, metric);
        unsigned char *state = calloc(1, puzzle->state_bytes);
        puzzle->rules->start(puzzle, state);
        if (puzzle->rules->solved(puzzle, state) != solved)
            fail_msg("solved?\n%s", rows);
        if (puzzle->rules->lost(puzzle, state) != lost)
            fail_msg("lost?\n%s", rows);
        free(state);
        game_snowman.free(puzzle);
    }
}

static void test_goal(void **unused)
{
    (void)unused;
    check_start("#7-", true, false);
    check_start("#7-\n--7", true, false);
    check_start("#-6-1-", false, false);
    check_start("#7-\n124\n---", false, false);
    check_start("#7+", false, true); /* complete, but permanently off the target */
}

static void test_obviously_lost(void **unused)
{
    (void)unused;
    check_start("1----\n-2--#\n--4--", false, true);                      /* small ball in a corner */
    check_start("2----\n-1--#\n--4--", false, true);                      /* medium ball in a corner */
    check_start("4----\n-1--#\n--2--", false, false);                     /* large ball: may stay there */
    check_start("5----\n-2--#\n-----", false, false);                     /* small ball on another ball */
    check_start("-----\n-22-#\n--4--", false, true);                      /* too few small balls */
    check_start("-----\n-11-#\n-----\n-4-1-\n-4-4-\n-----", false, true); /* too many large balls */
    check_start("-----\n-11-#\n--2--", false, true);                      /* too little snow */
    check_start("-----\n-11*#\n--2--", false, true);
    check_start("-----\n-11*#\n--4--", false, false);
    check_start("-----\n-111#\n-**--", false, true);
    check_start("-----\n-111#\n-***-", false, false);
    check_start("-----\n-11-#\n--2--\nXXXXX\n--*--", false, true); /* unreachable snow */
    check_start("-----\n-1-2#\n--4--\n--1--", false, true);        /* not a multiple of three */
    check_start("--+--\n-1-2#\n--4--\n--7--", false, true);        /* complete off the target */
}

static void test_reasons(void **unused)
{
    static const struct {
        const char *rows, *reason;
    } cases[] = {
        {"#-1-2-\n------", "the number of balls is no multiple of three"},
        {"#-2-2-\n---4--", "there are too few small balls"},
        {"#-1-4-\n---1-4\n-1-4--", "there are too many large balls"},
        {"#-1-1-\n---1--", "there is too little snow to make the large balls"},
        {"#-7---\n-7-+--", "there are fewer targets within reach than snowmen"},
        {"+X#-7-", "there are fewer targets within reach than snowmen"},
        {"=X61#-\nX----+", NULL},
        {"#-1-2-\n---4--", NULL},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct puzzle *puzzle = snowman_load(cases[i].rows, METRIC_PUSHES);
        const char *reason = game_snowman.unsolvable(puzzle);
        if (cases[i].reason == NULL)
            assert_null(reason);
        else
            assert_string_equal(reason, cases[i].reason);
        game_snowman.free(puzzle);
    }
}

/* --- text --- */

static void test_refused_levels(void **unused)
{
    static const struct {
        const char *rows;
        int row, column;
        const char *message;
    } cases[] = {
        {"--1", 0, 0, "no player in this level ('#' on bare ground, '@' on snow)"},
        {"-#-\n1-@", 2, 3, "a second player; a level has one ('#' on bare ground, '@' on snow)"},
        {"-#-\n*+=", 0, 0, "no ball in this level ('1' to '7')"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grid grid = snowman_grid(cases[i].rows);
        struct complaint complaint = {0};
        assert_null(game_snowman.load(&grid, (struct variant){0}, &complaint));
        assert_int_equal(complaint.row, cases[i].row);
        assert_int_equal(complaint.column, cases[i].column);
        assert_string_equal(complaint.message, cases[i].message);
        grid_free(&grid);
    }
}

static void test_levels_are_drawn_as_read(void **unused)
{
    static const char *const levels[] = {
        "XXXX\nX@1X\nX*+X\nX-=X\nXXXX\n",
        "1234567\n*-+=*#-\n",
        "X*XX-\n*X*#1\n",
        "#-*\n--1\n",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        for (unsigned metric = METRIC_PUSHES; metric <= METRIC_MOVES; metric++) {
            struct puzzle *puzzle = snowman_load(levels[i], metric);
            unsigned char *state = calloc(1, puzzle->state_bytes);
            puzzle->rules->start(puzzle, state);
            assert_string_equal(snowman_drawing(puzzle, state), levels[i]);
            free(state);
            game_snowman.free(puzzle);
        }
    }
}

static const char two_pushes[] = "XXXXXX\n"
                                 "X-#--X\n"
                                 "X-1--X\n"
                                 "X*-6-X\n"
                                 "X----X\n"
                                 "XXXXXX\n";

static void test_solutions_as_text(void **unused)
{
    (void)unused;
    struct puzzle *puzzle = snowman_load(two_pushes, METRIC_PUSHES);
    game_move moves[2] = {move_make(2 * 6 + 2, DOWN), move_make(3 * 6 + 2, RIGHT)};
    char text[32], little[4];
    size_t length = game_snowman.write_moves(puzzle, moves, 2, text, sizeof text);
    assert_string_equal(text, "DldR");
    assert_int_equal(length, 4);
    assert_int_equal(game_snowman.write_moves(puzzle, moves, 2, little, sizeof little), 4);
    assert_string_equal(little, "Dld");
    assert_int_equal(game_snowman.steps(puzzle, moves, 2), 4);
    game_snowman.write_label(puzzle, moves[1], text, sizeof text);
    assert_string_equal(text, "4,3R");
    game_snowman.free(puzzle);
}

/* Plays a text.  Returns the number of pushes, or -1 at an illegal or unreadable move. */
static int replay(const struct puzzle *puzzle, const char *text, unsigned char *state)
{
    struct move_reader reader = {.text = text};
    struct complaint complaint = {0};
    struct mover mover;
    game_move move = 0;
    int made = 0, got;
    assert_true(mover_make(&mover, puzzle));
    while (made >= 0 && (got = game_snowman.read_move(puzzle, mover.state, &reader, &move, &complaint)) != 0)
        made = got < 0 || !mover_move(&mover, move) ? -1 : made + 1;
    memcpy(state, mover.state, puzzle->state_bytes);
    mover_free(&mover);
    return made;
}

static void check_replay(const char *text, unsigned metric, int made, bool solved)
{
    struct puzzle *puzzle = snowman_load(two_pushes, metric);
    unsigned char *state = calloc(1, puzzle->state_bytes);
    if (replay(puzzle, text, state) != made)
        fail_msg("replaying %s", text);
    if (made >= 0)
        assert_int_equal(puzzle->rules->solved(puzzle, state), solved);
    free(state);
    game_snowman.free(puzzle);
}

static void test_replays(void **unused)
{
    (void)unused;
    check_replay("DldR", METRIC_PUSHES, 2, true);
    check_replay("Dl dR\n", METRIC_PUSHES, 2, true);
    check_replay("dldr", METRIC_PUSHES, 2, true);  /* lower-case letters are keys, too */
    check_replay("DldRu", METRIC_PUSHES, 2, true); /* walks on after the pushes */
    check_replay("Dl", METRIC_PUSHES, 1, false);
    check_replay("Dx", METRIC_PUSHES, -1, false);
    check_replay("u", METRIC_PUSHES, -1, false); /* a wall */
    check_replay("R", METRIC_PUSHES, -1, false); /* no ball there */
    check_replay("rrdR", METRIC_PUSHES, -1, false);
    check_replay("DldR", METRIC_MOVES, 4, true);
    check_replay("u", METRIC_MOVES, -1, false);
    /* the top ball moves off and the player stays: three keys, one push */
    check_replay("rdD", METRIC_PUSHES, 1, false);
    check_replay("rdDd", METRIC_PUSHES, -1, false);
}

static void test_symmetries(void **unused)
{
    (void)unused;
    struct puzzle *puzzle = snowman_load("-1-\n1#1\n---", METRIC_PUSHES);
    assert_int_equal(puzzle->symmetry_count, 2);
    assert_int_equal(puzzle->symmetries[1], 1); /* left and right */
    game_move mapped = puzzle->rules->map_move(puzzle, 1, move_make(3, RIGHT));
    assert_int_equal(move_piece(mapped), 5);
    assert_int_equal(move_direction(mapped), LEFT);
    game_snowman.free(puzzle);
    /* the amount of wall around it does not matter */
    puzzle = snowman_load("X-1-\nX1#1\nX---\nXXXX", METRIC_PUSHES);
    assert_int_equal(puzzle->symmetry_count, 2);
    mapped = puzzle->rules->map_move(puzzle, 1, move_make(5, RIGHT));
    assert_int_equal(move_piece(mapped), 7);
    game_snowman.free(puzzle);
    /* counting pushes: the player may start anywhere in his region; counting steps: only on the same cell */
    puzzle = snowman_load("-1-\n1-1\n-#-\n---", METRIC_PUSHES);
    assert_int_equal(puzzle->symmetry_count, 2);
    game_snowman.free(puzzle);
    puzzle = snowman_load("-1-\n1-1\n#--\n---", METRIC_PUSHES);
    assert_int_equal(puzzle->symmetry_count, 2);
    game_snowman.free(puzzle);
    puzzle = snowman_load("-1-\n1-1\n#--\n---", METRIC_MOVES);
    assert_int_equal(puzzle->symmetry_count, 1);
    game_snowman.free(puzzle);
}

/* Returns the interplay of the moves that a text names. */
static unsigned count_interplay(const char *rows, unsigned metric, const char *keys)
{
    struct puzzle *puzzle = snowman_load(rows, metric);
    size_t bytes = puzzle->state_bytes;
    unsigned char *states = calloc(32, bytes);
    game_move moves[32];
    struct mover mover;
    struct move_reader reader = {.text = keys};
    struct complaint complaint;
    unsigned made = 0, interplay = 0;
    assert_true(mover_make(&mover, puzzle));
    memcpy(states, mover.state, bytes);
    while (game_snowman.read_move(puzzle, mover.state, &reader, &moves[made], &complaint) > 0) {
        assert_true(mover_move(&mover, moves[made]));
        memcpy(states + ++made * bytes, mover.state, bytes);
    }
    mover_free(&mover);
    for (unsigned n = 0; n < made; n++)
        interplay += puzzle->rules->interplay(puzzle, states, moves, n);
    free(states);
    game_snowman.free(puzzle);
    return interplay;
}

/* Balls are identified by where they went, not by the cells from which they were pushed. */
static void test_interplay(void **unused)
{
    (void)unused;
    for (unsigned metric = METRIC_PUSHES; metric <= METRIC_MOVES; metric++) {
        assert_int_equal(count_interplay("#1--6", metric, "RRR"), 0);
        assert_int_equal(count_interplay("#1-4-\n-----\n-----", metric, "RRR"), 0);
        assert_int_equal(count_interplay("#1--\n-2--", metric, "RldR"), 1);
        assert_int_equal(count_interplay("#1--\n-2--", metric, "RldRlurR"), 2);
    }
}

static void test_states_are_small(void **unused)
{
    (void)unused;
    /* 2 + 2 bits of counts, 4 cells of 4 bits, 5 bits of snow */
    struct puzzle *puzzle = snowman_load("*****\n-1-1-\n-1-#-", METRIC_PUSHES);
    assert_int_equal(puzzle->state_bytes, 4);
    game_snowman.free(puzzle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawn_cases),       cmocka_unit_test(test_goal),
        cmocka_unit_test(test_obviously_lost),    cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_refused_levels),    cmocka_unit_test(test_levels_are_drawn_as_read),
        cmocka_unit_test(test_solutions_as_text), cmocka_unit_test(test_replays),
        cmocka_unit_test(test_symmetries),        cmocka_unit_test(test_interplay),
        cmocka_unit_test(test_states_are_small),
    };
    return cmocka_run_group_tests_name("snowman", tests, NULL, NULL);
}
