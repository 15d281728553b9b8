/* Levels played step by step through the library: levels of every game that it can generate, and of a game in a
 * language. */
#include "tests/library_use.h"

#include <stdio.h>
#include <string.h>

/* A player who walks and pushes, in a language in which walking is free. */
static const char language_source[] =
    "title Pusher\n\nOBJECTS\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nred\n\nCrate\norange\n\nTarget\nblue\n\n"
    "LEGEND\n. = Background\n# = Wall\nP = Player\n* = Crate\nO = Target\n\nSOUNDS\n\n"
    "COLLISIONLAYERS\nBackground\nTarget\nPlayer, Wall, Crate\n\nRULES\n[ > Player | Crate ] -> [ > Player | > Crate "
    "]\n"
    "\nWINCONDITIONS\nall Target on Crate\n\nLEVELS\n\n#######\n#P....#\n#.*.*.#\n#....O#\n#O....#\n#######\n";
static const char random_source[] =
    "title Chance\n\nOBJECTS\nBackground\nblack\n\nPlayer\nred\n\nCrate\norange\n\nLEGEND\n. = Background\nP = Player\n"
    "* = Crate\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nPlayer, Crate\n\nRULES\n"
    "random [ > Player | Crate ] -> [ > Player | > Crate ]\n\nWINCONDITIONS\nno Crate\n\nLEVELS\n\nP*.\n";

static unsigned draw_random(unsigned below)
{
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % below;
}

static ow_session *open_session(const ow_level *level, const char *options)
{
    ow_session *session;
    char *message;
    assert_int_equal(ow_session_open(level, options, &session, &message), OW_OK);
    assert_null(message);
    return session;
}

static char *made(ow_session *session)
{
    char *moves;
    assert_int_equal(ow_session_made(session, &moves, NULL), OW_OK);
    return moves;
}

static char *drawn(ow_session *session)
{
    char *text;
    assert_int_equal(ow_session_text(session, &text, NULL), OW_OK);
    return text;
}

static ow_hint hint(ow_session *session)
{
    ow_hint hint = {.size = sizeof hint};
    assert_int_equal(ow_session_hint(session, NULL, &hint, NULL), OW_OK);
    return hint;
}

/* Makes up to `most` random moves.  Each legal move continues the moves made, also for ow_replay. */
static void wander(const ow_level *level, ow_session *session, unsigned most)
{
    for (unsigned i = 0; i < most; i++) {
        size_t count, steps = ow_session_steps(session), moves = ow_session_moves(session);
        assert_int_equal(ow_session_legal(session, &count, NULL), OW_OK);
        assert_null(ow_session_legal_at(session, count));
        if (count == 0)
            break;
        char *before = made(session);
        char *next = strdup(ow_session_legal_at(session, draw_random((unsigned)count)));
        assert_int_equal(ow_session_move(session, next, NULL), OW_OK);
        assert_int_equal(ow_session_steps(session), steps + 1);
        assert_int_equal(ow_session_moves(session), moves + 1);
        char *after = made(session), *told;
        assert_int_equal(strlen(after), strlen(before) + strlen(next));
        assert_memory_equal(after, before, strlen(before));
        assert_string_equal(after + strlen(before), next);
        int solved;
        assert_int_equal(ow_replay(level, after, NULL, &solved, &told, NULL), OW_OK);
        assert_null(strstr(told, "illegal"));
        assert_int_equal(solved, ow_session_solved(session));
        ow_free(told);
        ow_free(before);
        ow_free(after);
        free(next);
    }
}

static void check_undo_and_redo(ow_session *session)
{
    size_t steps = ow_session_steps(session);
    char *moves = made(session), *text = drawn(session);
    assert_int_equal(ow_session_undo(session, SIZE_MAX), steps);
    assert_int_equal(ow_session_moves(session), 0);
    assert_int_equal(ow_session_undo(session, 1), 0);
    char *none = made(session);
    assert_string_equal(none, "");
    assert_int_equal(ow_session_redo(session, steps / 2), steps / 2);
    assert_int_equal(ow_session_redo(session, SIZE_MAX), steps - steps / 2);
    char *again = made(session), *text_again = drawn(session);
    assert_string_equal(moves, again);
    assert_string_equal(text, text_again);
    ow_free(moves);
    ow_free(text);
    ow_free(none);
    ow_free(again);
    ow_free(text_again);
}

/* Follows hints from the start to the goal.  They take as many moves as the level's depth. */
static void check_hints_solve(const ow_level *level, ow_session *session)
{
    ow_judgement *judgement = judge_level(level, "measures=none");
    double depth;
    assert_true(ow_judgement_number(judgement, "depth", &depth));
    ow_judgement_free(judgement);
    ow_session_undo(session, SIZE_MAX);
    char *start = drawn(session);
    for (size_t left = (size_t)depth; left > 0; left--) {
        ow_hint next = hint(session);
        assert_int_equal(next.outlook, OW_OUTLOOK_GOOD);
        assert_int_equal(next.left, left);
        char *move = strdup(next.move);
        assert_int_equal(ow_session_move(session, move, NULL), OW_OK);
        free(move);
    }
    assert_true(ow_session_solved(session));
    assert_int_equal(hint(session).outlook, OW_OUTLOOK_SOLVED);
    size_t count = 1;
    assert_int_equal(ow_session_legal(session, &count, NULL), OW_OK);
    assert_int_equal(count, 0);
    char *end = drawn(session), *svg;
    assert_string_not_equal(start, end);
    assert_int_equal(ow_session_svg(session, "theme=dark", &svg, NULL), OW_OK);
    char *moves = made(session), *same;
    assert_int_equal(ow_draw_svg(level, moves, "theme=dark", &same, NULL), OW_OK);
    assert_string_equal(svg, same);
    ow_free(svg);
    ow_free(same);
    ow_free(moves);
    ow_free(start);
    ow_free(end);
}

static void check_advice(ow_session *session)
{
    for (ow_hint now = hint(session); now.outlook == OW_OUTLOOK_DEAD_END; now = hint(session)) {
        size_t back = now.back;
        assert_true(back > 0);
        assert_int_equal(ow_session_undo(session, back), back);
        assert_int_equal(hint(session).outlook, OW_OUTLOOK_GOOD); /* enough is undone */
        assert_int_equal(ow_session_redo(session, 1), 1);
        assert_int_not_equal(hint(session).outlook, OW_OUTLOOK_GOOD); /* and less would not be enough */
        ow_session_undo(session, 1);
    }
    assert_true(hint(session).outlook == OW_OUTLOOK_GOOD || hint(session).outlook == OW_OUTLOOK_SOLVED);
}

static void play_level(const ow_level *level)
{
    ow_session *session = open_session(level, "max-states=10000000");
    wander(level, session, 12);
    check_undo_and_redo(session);
    check_advice(session);
    check_hints_solve(level, session);
    for (int i = 0; i < 4; i++) {
        ow_session_undo(session, SIZE_MAX);
        wander(level, session, 30);
        check_advice(session);
    }
    ow_session_close(session);
}

static int keep_text(void *context, const ow_made *level)
{
    *(char **)context = strdup(ow_made_text(level));
    return 1;
}

static void test_every_game_is_played(void **state)
{
    (void)state;
    size_t played = 0;
    for (size_t n = 0; ow_game_name(n) != NULL; n++) {
        char *text = NULL;
        ow_maker maker = {.size = sizeof maker, .context = &text, .level = keep_text};
        ow_generate(ow_game_name(n), "count=1 seed=4", &maker, NULL);
        if (text == NULL) /* games of a language are not generated without a source */
            continue;
        char option[64];
        snprintf(option, sizeof option, "game=%s", ow_game_name(n));
        ow_levels *levels = read_levels(text, option, 1);
        play_level(ow_levels_at(levels, 0));
        ow_levels_free(levels);
        free(text);
        played++;
    }
    assert_true(played > 0);
    ow_levels *levels = read_levels(language_source, NULL, 1);
    play_level(ow_levels_at(levels, 0));
    ow_levels_free(levels);
}

static void test_keys_walk_and_push(void **state)
{
    (void)state;
    ow_levels *levels = read_levels("######\n#@   #\n# $ .#\n#    #\n######\n", NULL, 1);
    ow_session *session = open_session(ow_levels_at(levels, 0), NULL);
    static const ow_key keys[] = {OW_KEY_UP, OW_KEY_DOWN, OW_KEY_RIGHT, OW_KEY_ACTION, OW_KEY_NEXT};
    static const int works[] = {0, 1, 1, 0, 0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        int done;
        assert_int_equal(ow_session_press(session, keys[i], &done, NULL), OW_OK);
        assert_int_equal(done, works[i]);
    }
    assert_int_equal(ow_session_steps(session), 2);
    assert_int_equal(ow_session_moves(session), 1);
    char *text = drawn(session), *moves = made(session);
    assert_string_equal(text, "######\n#    #\n# @$.#\n#    #\n######\n");
    assert_string_equal(moves, "dR");
    assert_int_equal(ow_session_undo(session, 1), 1); /* undoes the push, but not the walk before it */
    char *walked = drawn(session);
    assert_string_equal(walked, "######\n#    #\n#@$ .#\n#    #\n######\n");
    assert_int_equal(ow_session_move(session, "dRR", NULL), OW_OK); /* continues from no moves */
    assert_int_equal(ow_session_steps(session), 3);
    assert_true(ow_session_solved(session));
    int done;
    char *message;
    assert_int_equal(ow_session_press(session, (ow_key)17, &done, &message), OW_BAD_INPUT);
    assert_non_null(message);
    ow_free(message);
    ow_free(text);
    ow_free(moves);
    ow_free(walked);
    ow_session_close(session);
    ow_levels_free(levels);
}

static void test_bad_moves_change_nothing(void **state)
{
    (void)state;
    ow_levels *levels = read_levels("######\n#@$ .#\n######\n", NULL, 1);
    ow_session *session = open_session(ow_levels_at(levels, 0), NULL);
    assert_int_equal(ow_session_move(session, "RR", NULL), OW_OK);
    assert_int_equal(ow_session_undo(session, 2), 2); /* these moves can still be redone afterwards */
    static const char *const bad[][2] = {{"RRR", "move 3 comes after the level is solved"},
                                         {"RL", "move 2 is illegal: there is no box to push at 'L'"},
                                         {"R?", "the moves cannot be read"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *message;
        assert_int_equal(ow_session_move(session, bad[i][0], &message), OW_BAD_INPUT);
        assert_non_null(message);
        assert_non_null(strstr(message, bad[i][1]));
        assert_int_equal(ow_session_moves(session), 0);
        assert_int_equal(ow_session_steps(session), 0);
        ow_free(message);
    }
    assert_int_equal(ow_session_redo(session, 3), 2);
    assert_true(ow_session_solved(session));
    assert_int_equal(ow_session_undo(session, 2), 2);
    assert_int_equal(ow_session_move(session, "R", NULL), OW_OK);
    assert_int_equal(ow_session_redo(session, 1), 0);
    assert_int_equal(ow_session_move(session, "R", NULL), OW_OK);
    assert_true(ow_session_solved(session));
    ow_session_close(session);
    ow_levels_free(levels);
}

static int stop_at_once(void *context, uint64_t states)
{
    (void)states;
    ++*(int *)context;
    return 1;
}

static void test_levels_without_hope_and_limits(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(MULTIPLE_LEVEL, NULL, 1);
    ow_session *session = open_session(ow_levels_at(levels, 0), "max-states=2");
    ow_hint now = hint(session);
    assert_int_equal(now.outlook, OW_OUTLOOK_UNKNOWN);
    assert_non_null(strstr(now.reason, "limit of 2 states"));
    ow_session_close(session);
    ow_levels_free(levels);
    levels = read_levels("#####\n#@ .#\n#  $#\n#####\n#   #\n#####\n", NULL, 1);
    session = open_session(ow_levels_at(levels, 0), NULL);
    assert_int_equal(hint(session).outlook, OW_OUTLOOK_HOPELESS);
    ow_session_close(session);
    ow_levels_free(levels);
    static const char large[] = "############\n#@         #\n# $ $ $ $  #\n#          #\n"
                                "# $ $ $ $  #\n#          #\n#..........#\n############\n";
    levels = read_levels(large, NULL, 1);
    session = open_session(ow_levels_at(levels, 0), NULL);
    int calls = 0;
    ow_watch watch = {sizeof watch, &calls, stop_at_once};
    now.size = sizeof now;
    assert_int_equal(ow_session_hint(session, &watch, &now, NULL), OW_CANCELLED);
    assert_int_equal(now.outlook, OW_OUTLOOK_UNKNOWN);
    assert_int_equal(calls, 1);
    ow_session_close(session);
    ow_levels_free(levels);
    levels = read_levels(random_source, NULL, 1);
    char *message;
    assert_int_equal(ow_session_open(ow_levels_at(levels, 0), NULL, &session, &message), OW_BAD_INPUT);
    assert_null(session);
    assert_non_null(strstr(message, "random"));
    ow_free(message);
    ow_levels_free(levels);
}

/* Once the crate is on the mark, a key to the right starts a binary counter that runs for 2^14 turns, which is too
 * long. No answer is certain there: a key that does nothing is not an illegal move. */
static void test_rules_that_give_up_answer_nothing(void **state)
{
    (void)state;
    static const char source[] =
        "title Counter\n\nOBJECTS\nBackground\nblack\n\nPlayer\nred\n\nCrate\nbrown\n\nMark\nyellow\n\nGo\ngreen\n\n"
        "Bit\nwhite\n\nCarry\nblue\n\nLEGEND\n. = Background\nP = Player\n* = Crate\nO = Mark\n\nSOUNDS\n\n"
        "COLLISIONLAYERS\nBackground\nMark\nPlayer, Crate\nGo\nBit\nCarry\n\n"
        "RULES\nright [ > Player ] [ Crate Mark ] -> [ Player Go ] [ Crate Mark ]\n"
        "right [ > Player | Crate ] -> [ > Player | > Crate ]\nright [ Go | no Carry ] -> [ Go | Carry ]\n"
        "right [ Carry Bit | ] -> [ | Carry ]\n[ Carry no Bit ] -> [ Bit ] again\n\n"
        "WINCONDITIONS\nno Player\n\nLEVELS\n\nP*O..............\n";
    ow_levels *levels = read_levels(source, NULL, 1);
    static const char *const calls[] = {"move", "press", "picture"};
    for (size_t n = 0; n < sizeof calls / sizeof *calls; n++) {
        ow_session *session = open_session(ow_levels_at(levels, 0), NULL);
        char *message, *svg;
        int done;
        ow_status status = n == 0   ? ow_session_move(session, "R", &message)
                           : n == 1 ? ow_session_press(session, OW_KEY_RIGHT, &done, &message)
                                    : ow_draw_svg(ow_levels_at(levels, 0), "R", NULL, &svg, &message);
        if (status != OW_LIMIT)
            fail_msg("%s: %s", calls[n], message == NULL ? ow_status_text(status) : message);
        assert_string_equal(message, "undecided (a turn of these rules takes too long to compute)");
        ow_free(message);
        ow_session_close(session);
    }
    ow_levels_free(levels);
}

static void test_cells_columns_and_numbers(void **state)
{
    (void)state;
    ow_levels *levels = read_levels("######\n#@ $.#\n######\n", NULL, 1);
    const ow_level *level = ow_levels_at(levels, 0);
    assert_int_equal(ow_level_rows(level), 3);
    assert_int_equal(ow_level_columns(level), 6);
    assert_int_equal(ow_level_cell(level, 2, 2), '@');
    assert_int_equal(ow_level_cell(level, 2, 5), '.');
    assert_int_equal(ow_level_cell(level, 0, 1) + ow_level_cell(level, 4, 1) + ow_level_cell(level, 1, 7), 0);
    ow_judgement *judgement = judge_level(level, NULL);
    char *header, *at;
    assert_int_equal(ow_report_header(&header), OW_OK);
    at = header;
    double number;
    size_t numbers = 0, n = 0;
    for (; ow_report_column(n) != NULL; n++) {
        const char *name = ow_report_column(n);
        assert_memory_equal(at, name, strlen(name));
        at += strlen(name) + 1;
        assert_non_null(ow_judgement_field(judgement, name));
        numbers += (size_t)ow_judgement_number(judgement, name, &number);
    }
    assert_string_equal(at, "");
    assert_true(numbers >= 10 && numbers < n);
    assert_true(ow_judgement_number(judgement, "depth", &number) && number == 1);
    assert_true(ow_judgement_number(judgement, "bits", &number) && number == 0);
    static const char *const none[] = {"level", "verdict", "hash", "seed", "solution", "greedy", "colour"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(ow_judgement_number(judgement, none[i], &number));
    ow_free(header);
    ow_judgement_free(judgement);
    ow_levels_free(levels);
}

static void check_null(ow_status status, char **message)
{
    assert_int_equal(status, OW_BAD_INPUT);
    assert_non_null(strstr(*message, "is a null pointer"));
    ow_free(*message);
}

static void test_null_pointers_are_refused(void **state)
{
    (void)state;
    ow_levels *levels = read_levels("######\n#@ $.#\n######\n", NULL, 1);
    const ow_level *level = ow_levels_at(levels, 0);
    ow_session *session;
    ow_hint now = {.size = sizeof now};
    char *text, *message;
    size_t count;
    int done;
    check_null(ow_session_open(NULL, NULL, &session, &message), &message);
    assert_null(session);
    check_null(ow_session_open(level, NULL, NULL, &message), &message);
    session = open_session(level, NULL);
    check_null(ow_session_made(NULL, &text, &message), &message);
    check_null(ow_session_made(session, NULL, &message), &message);
    check_null(ow_session_text(NULL, &text, &message), &message);
    check_null(ow_session_text(session, NULL, &message), &message);
    check_null(ow_session_svg(NULL, NULL, &text, &message), &message);
    check_null(ow_session_svg(session, NULL, NULL, &message), &message);
    check_null(ow_session_legal(NULL, &count, &message), &message);
    check_null(ow_session_legal(session, NULL, &message), &message);
    check_null(ow_session_move(NULL, "R", &message), &message);
    check_null(ow_session_move(session, NULL, &message), &message);
    check_null(ow_session_press(NULL, OW_KEY_UP, &done, &message), &message);
    check_null(ow_session_press(session, OW_KEY_UP, NULL, &message), &message);
    check_null(ow_session_hint(NULL, NULL, &now, &message), &message);
    check_null(ow_session_hint(session, NULL, NULL, &message), &message);
    now.size = 0;
    assert_int_equal(ow_session_hint(session, NULL, &now, NULL), OW_BAD_INPUT);
    assert_int_equal(ow_session_svg(session, "theme=red", &text, NULL), OW_BAD_OPTION);
    assert_null(text);
    assert_int_equal(ow_session_solved(NULL) || ow_session_moves(NULL) || ow_session_steps(NULL), 0);
    assert_int_equal(ow_session_undo(NULL, 1) + ow_session_redo(NULL, 1), 0);
    assert_null(ow_session_legal_at(NULL, 0));
    assert_null(ow_session_legal_at(session, 0)); /* no moves are listed yet */
    ow_session_close(session);
    ow_session_close(NULL);
    assert_int_equal(ow_level_rows(NULL) + ow_level_columns(NULL), 0);
    assert_int_equal(ow_level_cell(NULL, 1, 1), 0);
    double number;
    ow_judgement *judgement = judge_level(level, NULL);
    assert_false(ow_judgement_number(NULL, "depth", &number));
    assert_false(ow_judgement_number(judgement, NULL, &number));
    assert_false(ow_judgement_number(judgement, "depth", NULL));
    assert_false(ow_made_number(NULL, "depth", &number));
    ow_judgement_free(judgement);
    ow_levels_free(levels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game_is_played),
        cmocka_unit_test(test_keys_walk_and_push),
        cmocka_unit_test(test_bad_moves_change_nothing),
        cmocka_unit_test(test_levels_without_hope_and_limits),
        cmocka_unit_test(test_rules_that_give_up_answer_nothing),
        cmocka_unit_test(test_cells_columns_and_numbers),
        cmocka_unit_test(test_null_pointers_are_refused),
    };
    return cmocka_run_group_tests_name("playing through the library", tests, NULL, NULL);
}
