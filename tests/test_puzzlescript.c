/* The PuzzleScript language: small games of our own with obvious turns and faults. */
#include "tests/unit.h"

#include "base/text.h"
#include "tests/recorded_session.h"

#include <string.h>

/* Compiles a game with a wall, a player, a box and a mark, and these rules, conditions and level. */
static struct ps_program *compile(const char *prelude, const char *rules, const char *wins, const char *level)
{
    struct text source = {0};
    text_addf(&source,
              "%s\nOBJECTS\nBackground\nblack\n\nWall\ngray\n\nPlayer\nred\n\nBox\nbrown\n\nMark\ng"
              "reen\n\n"
              "LEGEND\n. = Background\n# = Wall\nP = Player\n* = Box\no = Mark\n"
              "@ = Box and Mark\nBoth = Box and Mark\nSolid = Wall or "
              "Box\nSOUNDS\nCOLLISIONLAYERS\nBackground\nMark\n"
              "Player, Wall, Box\nRULES\n%s\nWINCONDITIONS\n%s\nLEVELS\n\n%s\n",
              prelude, rules, wins, level);
    struct ps_program *program = ps_compile(text_string(&source), source.size, NULL);
    text_free(&source);
    assert_non_null(program);
    return program;
}

/* Returns the key of a cell's topmost object. */
static char key_of(const struct ps_state *state, int i)
{
    static const char keys[] = ".oP#*";
    char key = '?';
    for (int id = 0; id < state->program->ids; id++)
        if (ps_cell(state, i)[0] >> id & 1)
            key = keys[id];
    return key;
}

static void begin(struct ps_state *state)
{
    const struct ps_level *level = &state->program->levels.items[0];
    assert_true(ps_ensure_capacity(state, level) && ps_begin(state, level->cells));
}

static void assert_level(const struct ps_state *state, const char *wanted)
{
    char shown[200];
    size_t count = 0;
    for (int y = 0; y < state->height; y++) {
        for (int x = 0; x < state->width; x++)
            shown[count++] = key_of(state, x * state->height + y);
        shown[count++] = '\n';
    }
    shown[count - 1] = '\0';
    assert_string_equal(shown, wanted);
}

/* Plays inputs and compares the level: "u", "l", "d", "r", "a", and "z" (undo), "R" (restart), "t" (tick). */
static void play(const struct ps_program *program, const char *inputs, const char *wanted)
{
    struct ps_session session;
    assert_int_equal(program->errors, 0);
    assert_true(ps_session_begin(&session, program, 0, "seed"));
    for (; *inputs != '\0'; inputs++)
        if (*inputs == 'z')
            assert_true(ps_session_undo(&session));
        else if (*inputs == 'R')
            assert_true(ps_session_restart(&session));
        else if (*inputs == 't')
            assert_true(ps_session_input(&session, PS_TICK));
        else
            assert_true(ps_session_input(&session, (unsigned)(strchr("urdla", *inputs) - "urdla")));
    assert_level(session.state, wanted);
    ps_session_end(&session);
}

static void check_play(const char *rules, const char *level, const char *inputs, const char *wanted)
{
    struct ps_program *program = compile("", rules, "", level);
    play(program, inputs, wanted);
    ps_free(program);
}

#define PUSH_RULE "[ > Player | Box ] -> [ > Player | > Box ]\n"

static void test_push(void **state)
{
    (void)state;
    check_play(PUSH_RULE, "#####\n#P*.#\n#####", "r", "#####\n#.P*#\n#####");
    check_play(PUSH_RULE, "#####\n#P*.#\n#####", "rr", "#####\n#.P*#\n#####");
    check_play(PUSH_RULE, "#####\n#P**#\n#####", "r", "#####\n#P**#\n#####");
    check_play(PUSH_RULE, "P\n*\n.\n*\n.", "dd", ".\nP\n*\n*\n.");
    check_play(PUSH_RULE, "..\n.P", "lu", "P.\n..");
}

static void test_undo_and_restart(void **state)
{
    (void)state;
    check_play(PUSH_RULE, "P*...", "rrz", ".P*..");
    check_play(PUSH_RULE, "P*...", "rrzzz", "P*...");
    check_play(PUSH_RULE, "P*...", "rrR", "P*...");
    check_play(PUSH_RULE, "P*...", "rrRz", "..P*.");
    /* An input that changes nothing adds nothing to undo. */
    check_play(PUSH_RULE, "P*...", "rlllz", ".P*..");
}

static void test_commands(void **state)
{
    (void)state;
    check_play("late [ Player Mark ] -> cancel", "P.o.", "rrr", ".Po.");
    check_play("late [ Player Mark ] -> checkpoint", "P.o..", "rrrrR", "..P..");
    check_play("late [ Player | Wall ] -> restart", "P..#", "rr", "P..#");
    /* Turns repeat automatically until nothing changes. */
    check_play("late right [ Box | no Solid no Player ] -> [ | Box ] again\n", "P\n", "", "P");
    check_play("[ action Player ] [ Box ] -> [ Player ] [ right Box ]\n"
               "late right [ Mark | . ] -> [ | Mark ] again",
               "P*..#", "a", "P.*.#");
    check_play("right [ stationary Box | no Solid ] -> [ > Box | ] again", "P*....#", "a", "P....*#");
}

static void test_patterns(void **state)
{
    (void)state;
    check_play("[ > Player | ... | Box ] -> [ > Player | ... | > Box ]", "P..*..", "r", ".P..*.");
    check_play("right [ Box | ... | Mark | ... | Box ] -> [ | ... | Mark | ... | ]", "P.*.o.*", "a", "P...o..");
    check_play("[ action Player ] [ Box ] -> [ action Player ] [ Mark ]", "P*.*", "a", "Po.o");
    check_play("[ > Player | Solid ] -> [ > Player | Mark ]", "P*#", "r", ".P#");
    check_play("[ stationary Solid | > Player ] -> [ < Solid | > Player ]", "*P..", "r", "*.P.");
    check_play("startloop\nright [ Box | no Solid no Player ] -> [ | Box ]\n"
               "[ Wall | Box ] -> [ Wall | Mark ]\nendloop",
               "P*...#", "a", "P...o#");
    /* Parallel and perpendicular, relative to the rule's direction. */
    check_play("right [ parallel Player | Box ] -> [ | Box ]", "P*\n..", "r", ".*\n..");
    check_play("right [ perpendicular Player | Box ] -> [ perpendicular Player | perpendicular Box ]", "P*\n..", "d",
               "..\nP*");
}

static void test_rigid(void **state)
{
    (void)state;
    static const char rules[] = "[ > Player | Box ] -> [ > Player | > Box ]\n"
                                "+ rigid horizontal [ vertical Box | Box ] -> [ vertical Box | vertical Box ]\n"
                                "+ rigid horizontal [ Box | vertical Box ] -> [ vertical Box | vertical Box ]";
    check_play(rules, "..\n**\nP.", "u", "**\nP.\n..");
    check_play(rules, ".#\n**\nP.", "u", ".#\n**\nP.");
}

static void test_win(void **state)
{
    (void)state;
    static const struct {
        const char *condition, *level;
        bool won;
    } cases[] = {
        {"All Mark on Box", "P*o", false},  {"All Mark on Box", "P@.", true}, {"Some Mark on Box", "P*@o", true},
        {"Some Mark on Box", "P*o", false}, {"No Box", "P.o", true},          {"No Box", "P*o", false},
        {"No Mark on Box", "P@", false},    {"No Mark on Box", "P*o", true},  {"Some Box\nNo Mark", "P*o", false},
        {"Some Both", "P*o", false},        {"Some Both", "P@", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ps_program *program = compile("", PUSH_RULE, cases[i].condition, cases[i].level);
        struct ps_state *level = ps_state_new(program);
        assert_int_equal(program->errors, 0);
        begin(level);
        assert_int_equal(ps_conditions_hold(level->program, level->cells, level->size), cases[i].won);
        ps_turn(level, PS_TICK);
        assert_int_equal(level->won, cases[i].won);
        ps_state_free(level);
        ps_free(program);
    }
}

/* After a win comes the next level.  A message or the end keeps the level, which cannot be won again. */
static void test_next_level(void **state)
{
    (void)state;
    struct ps_program *program = compile("", PUSH_RULE, "All Mark on Box", "P*o\n\n..\nP@");
    play(program, "r", "..\nP*");
    ps_free(program);
    program = compile("", PUSH_RULE, "All Mark on Box", "P*o.\n\nmessage well done\n\n..\nP@");
    play(program, "r", ".P*.");
    play(program, "rl", "P.*.");
    ps_free(program);
    program = compile("", PUSH_RULE, "All Mark on Box", "P*o.");
    play(program, "rl", "P.*.");
    ps_free(program);
}

static void test_prelude(void **state)
{
    (void)state;
    struct ps_program *program = compile("title Some Words\nrequire_player_movement\nrun_rules_on_level_start",
                                         "late right [ Box | no Solid no Player ] -> [ | Box ]\n"
                                         "[ action Player ] [ Box ] -> [ Player ] [ ]",
                                         "", "P*..#");
    assert_string_equal(program->prelude.title, "Some Words");
    play(program, "", "P..*#");
    play(program, "a", "P..*#");
    ps_free(program);
}

/* Endless loops stop after some rounds, and endless turns are reported. */
static void test_endless(void **state)
{
    (void)state;
    check_play("[ Box ] -> [ Mark ]\n+ [ Mark ] -> [ Box ]", "P*", "a", "P*");
    check_play("startloop\n[ Box ] -> [ Mark ]\n[ Mark ] -> [ Box ]\nendloop", "P*", "a", "P*");
    struct ps_program *program = compile("",
                                         "[ Box ] -> [ action Mark ] again\n"
                                         "[ stationary Mark ] -> [ Box ] again",
                                         "", "P*");
    struct ps_state *level = ps_state_new(program);
    assert_int_equal(program->errors, 0);
    begin(level);
    ps_turn(level, PS_ACTS);
    assert_level(level, "Po");
    assert_true(level->again);
    ps_follow_again(level);
    assert_true(level->endless && !level->too_long);
    ps_state_free(level);
    ps_free(program);
}

static void test_random_numbers(void **state)
{
    (void)state;
    /* RC4's published key stream for the key "Key"; its bytes form the numbers. */
    struct ps_random random;
    ps_random_seed(&random, "Key");
    static const unsigned bytes[] = {0xeb, 0x9f, 0x77, 0x81, 0xb7, 0x34, 0xca};
    double wanted = 0;
    for (size_t i = 0; i < 7; i++)
        wanted = wanted * 256 + bytes[i];
    assert_int_equal(ps_random_below(&random, 1000000), (int)(wanted / 72057594037927935.0 * 1000000));
}

/* Checks that a game has errors in exactly these lines. */
static void check_faults(const struct ps_program *program, const int *lines, int count)
{
    int found = 0;
    for (int i = 0; i < program->issues.count; i++)
        if (program->issues.items[i].error) {
            assert_in_range(found, 0, count - 1);
            assert_int_equal(program->issues.items[i].line, lines[found++]);
        }
    assert_int_equal(found, count);
    assert_int_equal(program->errors, count);
}

enum { FIRST_RULE = 33 }; /* the line of the first rule */

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        int lines[4], count;
    } cases[] = {
        {PUSH_RULE, {0}, 0},
        {"[ > Player | Sofa ] -> [ > Player | > Sofa ]", {FIRST_RULE, FIRST_RULE, FIRST_RULE, FIRST_RULE}, 4},
        {"[ > Player ]", {FIRST_RULE}, 1},
        {"\n[ > Player | ] -> [ > Player ]", {FIRST_RULE + 1}, 1},
        {"[ Player ] -> [ moving Player ]\n[ Player ] -> [ Player Box ]\nlate [ > Box ] -> [ ]",
         {FIRST_RULE + 2, FIRST_RULE},
         2},
        {"[ Player ] -> [ Solid ]", {FIRST_RULE}, 1},
        /* A movement that may be one of several does not hide an object that may be one of several. */
        {"[ Player ] -> [ moving Player ]\n[ Player ] -> [ Solid ]", {FIRST_RULE, FIRST_RULE + 1}, 2},
        {"[ Player ] -> [ moving Solid ]", {FIRST_RULE, FIRST_RULE}, 2},
        {"[ Player | ] -> [ | moving Solid ]\n[ > Player | Solid ] -> [ > Player | parallel Solid ]",
         {FIRST_RULE, FIRST_RULE + 1, FIRST_RULE + 1, FIRST_RULE},
         4},
        {"[ Player Box ] -> [ ]", {FIRST_RULE}, 1},
        {"[ ... | Player ] -> [ ... | Player ]", {FIRST_RULE}, 1},
        {"endloop\nstartloop", {FIRST_RULE, FIRST_RULE + 1}, 2},
        {"+ [ Player ] -> [ ]", {FIRST_RULE}, 1},
        {"[ Player ] -> [ no @ ]", {FIRST_RULE}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ps_program *program = compile("", cases[i].rules, "", "P*");
        check_faults(program, cases[i].lines, cases[i].count);
        ps_free(program);
    }
}

/* A game with many warnings is still a game. */
static void test_many_warnings(void **state)
{
    (void)state;
    struct text level = {0};
    text_add_string(&level, "P..");
    for (int i = 0; i < 2 * PS_MAX_ISSUES; i++)
        text_add_string(&level, "\n....");
    struct ps_program *program = compile("", PUSH_RULE, "", text_string(&level));
    assert_int_equal(program->issues.count, PS_MAX_ISSUES);
    assert_int_equal(program->errors, 0);
    assert_true(program->playable);
    ps_free(program);
    text_free(&level);
}

/* Sources that would exhaust the memory or stack of a careless reader. */
static void test_hostile(void **state)
{
    (void)state;
    struct text source = {0};
    for (int i = 0; i < 1 << 20; i++)
        text_add_char(&source, '(');
    struct ps_program *program = ps_compile(text_string(&source), source.size, NULL);
    assert_true(program != NULL && program->errors > 0);
    ps_free(program);
    text_clear(&source);
    text_add_string(&source, "OBJECTS\nA\nred\nLEGEND\nB = C\nC = D\nD = B\nPlayer = B\nBackground = C\n"
                             "SOUNDS\nCOLLISIONLAYERS\nA\nB\nRULES\nWINCONDITIONS\nLEVELS\nb\n");
    program = ps_compile(text_string(&source), source.size, NULL);
    assert_true(program != NULL && program->errors > 0);
    ps_free(program);
    text_clear(&source);
    /* Twelve choices of five each give too many rules. */
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 12; i++)
            text_addf(&source, "%s[ moving Solid | moving Player ] ", i == 0 && side == 1 ? "-> " : "");
    program = compile("", text_string(&source), "", "P");
    assert_true(program->errors > 0);
    ps_free(program);
    text_free(&source);
    program = ps_compile("\xff\xfe\0[", 4, NULL);
    assert_true(program != NULL && program->errors > 0);
    ps_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_push),           cmocka_unit_test(test_undo_and_restart),
        cmocka_unit_test(test_commands),       cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_rigid),          cmocka_unit_test(test_win),
        cmocka_unit_test(test_prelude),        cmocka_unit_test(test_next_level),
        cmocka_unit_test(test_endless),        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_random_numbers), cmocka_unit_test(test_many_warnings),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
