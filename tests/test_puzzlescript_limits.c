/* PuzzleScript under limits: rules stop wherever they are asked to, in the middle of a turn, a flood or the reading
 * of a source.  Results up to then affect nothing later, and one key ends without any limit.
 *
 * Nothing here measures time: a check counts the questions and answers yes to one of them. */
#include "tests/unit.h"

#include "games/game.h"
#include "games/puzzlescript/place.h"
#include "games/puzzlescript/puzzlescript.h"
#include "solve/level/report.h"
#include "solve/explain/words.h"
#include "tests/puzzlescript_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Answers yes to question number `last` (from 1; 0: to none), and to a question with more than `bytes` bytes (0: to
 * none). */
struct counter {
    struct stop_check check;
    atomic_ulong asked;
    unsigned long last;
    size_t bytes;
};

static bool count_question(struct stop_check *check, size_t bytes)
{
    struct counter *counter = (struct counter *)check;
    if (!atomic_load(&check->stopped) &&
        (atomic_fetch_add(&counter->asked, 1) + 1 == counter->last || (counter->bytes != 0 && bytes > counter->bytes)))
        atomic_store(&check->stopped, true);
    return atomic_load(&check->stopped);
}

static struct counter counter_of(unsigned long last)
{
    return (struct counter){.check.asked = count_question, .last = last};
}

/* --- a source and its levels --- */

static const char head[] = "title Limits\n%s\n"
                           "OBJECTS\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nred\n\nCrate\norange\n\n"
                           "Target\nblue\n\nGhost\nwhite\n\nRunner\nwhite\n\n"
                           "LEGEND\n. = Background\n# = Wall\nP = Player\n* = Crate\nO = Target\ng = Ghost\n\n"
                           "SOUNDS\n\nCOLLISIONLAYERS\nBackground\nTarget\nPlayer, Wall, Crate\nGhost, Runner\n\n"
                           "RULES\n[ > Player | Crate ] -> [ > Player | > Crate ]\n%s\n"
                           "WINCONDITIONS\nAll Target on Crate\n\nLEVELS\n\n";

/* Writes a source with an empty room of a given size, the player in a corner, and a crate to push. */
static void write_source(const char *prelude, const char *rules, int size, struct text *source)
{
    text_addf(source, head, prelude, rules);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            bool edge = row == 0 || column == 0 || row == size - 1 || column == size - 1;
            char c = row == 1 && column == 1   ? 'P'
                     : row == 3 && column == 3 ? '*'
                     : row == 3 && column == 4 ? 'O'
                     : row == 1 && column == 2 ? 'g'
                                               : '.';
            text_add_char(source, edge ? '#' : c);
        }
        text_add_char(source, '\n');
    }
    assert_false(source->failed);
}

static struct puzzle *load(const struct game_source *game_source, struct variant variant)
{
    struct complaint complaint = {0};
    struct grid grid;
    int line;
    assert_true(puzzlescript_language.level(game_source, 0, &grid, &line, &complaint));
    variant.game_source = game_source;
    struct puzzle *puzzle = game_puzzlescript.load(&grid, variant, &complaint);
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    grid_free(&grid);
    return puzzle;
}

static struct puzzle *make(const char *prelude, const char *rules, int size, struct variant variant)
{
    struct text source = {0};
    write_source(prelude, rules, size, &source);
    struct game_source *game_source = puzzlescript_read(&source);
    assert_non_null(game_source);
    struct puzzle *puzzle = load(game_source, variant);
    source_release(game_source);
    text_free(&source);
    return puzzle;
}

/* --- long computations --- */

/* The ghost circles forever without repeating a state, because it leaves a trail. */
static const char long_again[] = "right [ Ghost | no Wall no Ghost ] -> [ Ghost | Ghost ] again\n"
                                 "down [ Ghost | no Wall no Ghost ] -> [ Ghost | Ghost ] again\n";

/* Three patterns that may be anywhere. */
static const char combinations[] =
    "[ > Player ] [ Background no Wall ] [ Background no Wall ] [ Background no Wall ] -> "
    "[ > Player ] [ Background ] [ Background ] [ Background ]\n";

/* A loop of groups that never become stable. */
static const char loops[] = "startloop\n[ > Player ] [ Ghost ] -> [ > Player ] [ Runner ]\n"
                            "[ > Player ] [ Runner ] -> [ > Player ] [ Ghost ]\nendloop\n";

/* Two ellipses try all distances. */
static const char ellipses[] = "[ > Player ] [ no Wall | ... | no Wall | ... | Ghost Target ] -> "
                               "[ > Player ] [ no Wall | ... | no Wall | ... | Ghost ]\n";

static void test_one_turn_is_stopped(void **state)
{
    (void)state;
    static const char *const rules[] = {long_again, combinations, loops, ellipses};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct puzzle *puzzle = make("", rules[i], 60, (struct variant){.metric = PUZZLESCRIPT_KEYS});
        unsigned char *begin = calloc(1, puzzle->state_bytes);
        unsigned char *states = calloc(puzzle->max_moves, puzzle->state_bytes);
        game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
        puzzle->rules->start(puzzle, begin);
        for (unsigned long last = 1; last < 4; last++) {
            struct counter counter = counter_of(last);
            struct puzzle *copy = puzzle->rules->checked(puzzle, &counter.check);
            assert_int_equal(copy->rules->expand(copy, begin, moves, states), 0);
            /* The rules asked only a few more times after that. */
            assert_true(puzzle_stopped(copy));
            assert_int_equal(atomic_load(&counter.asked), last);
            bool no_memory;
            assert_null(puzzle_doubt(copy, &no_memory));
            copy->rules->checked_free(copy);
        }
        assert_false(puzzle_stopped(puzzle));
        free(begin);
        free(states);
        free(moves);
        game_puzzlescript.free(puzzle);
    }
}

static void test_one_turn_has_an_end(void **state)
{
    (void)state;
    /* A rule tries at most 2^24 combinations. */
    static const char pairs[] = "[ Background no Wall ] [ Background no Wall ] -> [ Background ] [ > Background ]\n";
    struct puzzle *puzzle = make("", pairs, 68, (struct variant){.metric = PUZZLESCRIPT_KEYS});
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *workspace = ps_workspace_take(own);
    uint64_t *after = calloc(own->layout.words, sizeof *after);
    bool won;
    assert_int_equal(ps_make_turn(own, workspace, own->start, RIGHT, after, &won), PS_TURN_UNKNOWN);
    assert_true(workspace->state->spent <= PS_MAX_WORK);
    bool no_memory;
    assert_non_null(puzzle_doubt(puzzle, &no_memory));
    assert_false(no_memory);
    free(after);
    ps_workspace_leave(own, workspace);
    game_puzzlescript.free(puzzle);
}

/* A level whose first turn takes too long is undecided, and loading it ends. */
static void test_start_has_an_end(void **state)
{
    (void)state;
    static const char rules[] = "[ Background no Wall ] [ Background no Wall ] -> [ Background ] [ > Background ]\n";
    struct puzzle *puzzle = make("run_rules_on_level_start\n", rules, 68, (struct variant){0});
    bool no_memory;
    assert_non_null(strstr(puzzle_doubt(puzzle, &no_memory), "too long"));
    assert_false(no_memory);
    struct counter counter = counter_of(0);
    struct puzzle *copy = puzzle->rules->checked(puzzle, &counter.check);
    assert_non_null(puzzle_doubt(copy, &no_memory));
    copy->rules->checked_free(copy);
    game_puzzlescript.free(puzzle);
}

/* --- limits of a judge --- */

static void test_judge_obeys(void **state)
{
    (void)state;
    stop_flag stop = 1;
    struct judgement judgement;
    struct puzzle *puzzle = make("", "", 40, (struct variant){0});
    /* If it is interrupted from the start, nothing is known, not even the hash of the start. */
    struct request request = {.limits = {.interrupted = &stop}};
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_string_equal(judgement.reason, "interrupted");
    assert_int_equal(judgement.hash, 0);
    judgement_free(&judgement);
    /* The time is over before the flood, so the flood stops, too. */
    request.limits = (struct limits){.timeout = 3, .deadline = 1e-9};
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_string_equal(judgement.reason, "the limit of 3 seconds was hit");
    judgement_free(&judgement);
    /* The buffers for turns alone need more memory. */
    request.limits = (struct limits){.max_memory = 1 << 16};
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_string_equal(judgement.reason, "the limit of 0.0625 MiB of memory was hit");
    judgement_free(&judgement);
    /* Afterwards the judgement is as usual. */
    request.limits = (struct limits){0};
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
    assert_int_equal(judgement.measure[MEASURE_depth], 1);
    judgement_free(&judgement);
    game_puzzlescript.free(puzzle);
}

static void test_puzzle_is_interrupted(void **state)
{
    (void)state;
    stop_flag stop = 0;
    bool no_memory;
    char text[64];
    struct puzzle *puzzle = make("", "", 40, (struct variant){.interrupted = &stop});
    stop = 1;
    game_move move = move_make(1, RIGHT);
    ps_write_moves(puzzle, &move, 1, text, sizeof text);
    assert_true(puzzle_stopped(puzzle));
    assert_string_equal(puzzle_doubt(puzzle, &no_memory), "interrupted");
    game_puzzlescript.free(puzzle);
}

static void test_replay_obeys(void **state)
{
    (void)state;
    struct text text = {0};
    struct limits limits = {.timeout = 2, .deadline = 1e-9};
    struct puzzle *puzzle = make("", "", 40, (struct variant){0});
    assert_int_equal(show_replay("level", puzzle, "ddrR", false, &limits, &text), REPLAY_UNDECIDED);
    assert_string_equal(text_string(&text), "level: undecided (the limit of 2 seconds was hit)\n");
    text_clear(&text);
    limits = (struct limits){0};
    assert_int_equal(show_replay("level", puzzle, "ddrR", false, &limits, &text), REPLAY_SOLVES);
    text_free(&text);
    game_puzzlescript.free(puzzle);
}

/* --- a stopped judgement affects no later one --- */

static void judge_row(const struct puzzle *puzzle, struct text *row)
{
    struct judgement judgement;
    struct request request = {.measures = MEASURES_AUTO};
    struct report_row about = {.level = "", .seconds = -1};
    assert_true(judge(puzzle, &request, &judgement));
    report_add_row(row, &about, puzzle, &judgement);
    judgement_free(&judgement);
    assert_false(row->failed);
}

/* Expands some states with a check that stops at question number `last`.  Returns whether it stopped. */
static bool disturb(const struct puzzle *puzzle, unsigned long last)
{
    enum { STATES = 40 };
    struct counter counter = counter_of(last);
    struct puzzle *copy = puzzle->rules->checked(puzzle, &counter.check);
    size_t bytes = copy->state_bytes;
    unsigned char *states = calloc(STATES + copy->max_moves, bytes);
    game_move *moves = calloc(copy->max_moves, sizeof *moves);
    unsigned count = 1;
    copy->rules->start(copy, states);
    for (unsigned n = 0; n < count && n < STATES && !puzzle_stopped(copy); n++)
        count += count < STATES ? copy->rules->expand(copy, states + n * bytes, moves, states + count * bytes) : 0;
    bool stopped = puzzle_stopped(copy);
    struct ps_workspace *workspace = ps_workspace_take(ps_puzzle_of(copy));
    assert_false(workspace->state->trace.on); /* or the next turn would go on with the record of the last one */
    ps_workspace_leave(ps_puzzle_of(copy), workspace);
    free(states);
    free(moves);
    copy->rules->checked_free(copy);
    return stopped;
}

static void test_nothing_is_spoilt(void **state)
{
    (void)state;
    const char *longer = getenv("ONLYWAY_TEST_LONG");
    int levels = longer != NULL && *longer != '\0' ? 20 : 1;
    unsigned stopped = 0;
    struct rng rng;
    rng_start(&rng, 23, 9);
    for (const struct puzzlescript_kind *kind = puzzlescript_kinds; kind->name != NULL; kind++) {
        struct game_source *game_source = puzzlescript_kind_read(kind);
        for (int n = 0; n < levels; n++) {
            struct grid grid;
            struct complaint complaint;
            struct text whole = {0}, after = {0};
            struct variant variant = {.game_source = game_source};
            puzzlescript_kind_level(&rng, &grid);
            struct puzzle *fresh = game_puzzlescript.load(&grid, variant, &complaint);
            struct puzzle *puzzle = game_puzzlescript.load(&grid, variant, &complaint);
            assert_true(fresh != NULL && puzzle != NULL);
            judge_row(fresh, &whole);
            for (unsigned long last = 1; last < 2000 && disturb(puzzle, last); last += 1 + last / 16)
                stopped++;
            judge_row(puzzle, &after);
            assert_string_equal(text_string(&after), text_string(&whole));
            text_free(&whole);
            text_free(&after);
            game_puzzlescript.free(fresh);
            game_puzzlescript.free(puzzle);
            grid_free(&grid);
        }
        source_release(game_source);
    }
    assert_true(stopped > 200);
}

/* Once the crate is no longer left of the target, turns do not end, and because of checkpoints it is not known that
 * they repeat.  So it is not known to which place a position belongs, and a later judgement must notice that, too. */
static void test_unknown_places_are_not_remembered(void **state)
{
    (void)state;
    static const char rules[] =
        "left [ Target | no Crate ] [ stationary Ghost ] -> [ Target | ] [ action Runner ] again\n"
        "left [ Target | no Crate ] [ stationary Runner ] -> [ Target | ] [ action Ghost ] again\n"
        "[ Ghost Crate ] -> [ Ghost Crate ] checkpoint\n"
        "[ Runner Crate ] -> [ Runner Crate ] restart\n";
    struct puzzle *puzzle = make("", rules, 6, (struct variant){0});
    unsigned char *states = calloc(1 + puzzle->max_moves, puzzle->state_bytes);
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    for (int n = 0; n < 2; n++) {
        struct puzzle *copy = puzzle->rules->checked(puzzle, NULL);
        bool no_memory;
        copy->rules->start(copy, states);
        assert_null(puzzle_doubt(copy, &no_memory));
        assert_int_equal(copy->rules->expand(copy, states, moves, states + puzzle->state_bytes), 4);
        assert_non_null(puzzle_doubt(copy, &no_memory));
        copy->rules->checked_free(copy);
    }
    free(states);
    free(moves);
    game_puzzlescript.free(puzzle);
}

/* The player pushes crates that stick together, in two winding rows, and a limit ends the loop that makes them move.
 * `walled`: first he must break a wall.  `uneven`: the level has no symmetry. */
static struct game_source *read_winding(const char *rules, bool walled, bool uneven)
{
    enum { HALF = 20, ROWS = 40 };
    struct text source = {0};
    text_addf(&source, head, "", rules);
    for (int row = walled ? -1 : 0; row < ROWS; row++) {
        for (int column = 0; column <= 2 * HALF; column++) {
            int off = abs(column - HALF), turn = row / 2 % 2 == 1 ? HALF : 1;
            bool player = off == 0 && row == (walled ? -1 : 0),
                 ghost = off == HALF && row <= 0 && !(uneven && column > 0);
            bool crate = row % 2 == 1 ? row == 1 || off > 0 : row > 0 && off == turn;
            bool target = off == 0 && row == 4;
            text_add_char(&source, player               ? 'P'
                                   : walled && row == 0 ? '#'
                                   : ghost              ? 'g'
                                   : crate              ? '*'
                                   : target             ? 'O'
                                                        : '.');
        }
        text_add_char(&source, '\n');
    }
    struct game_source *game_source = puzzlescript_read(&source);
    assert_non_null(game_source);
    text_free(&source);
    return game_source;
}

static const char stick[] = "[ > Player | Wall ] -> [ > Player | ]\n"
                            "[ moving Crate | Crate ] -> [ moving Crate | moving Crate ]\n";
static const char stick_endlessly[] = "[ moving Crate | Crate ] -> [ moving Crate | moving Crate ]\n"
                                      "[ stationary Ghost ] -> [ action Runner ] again\n"
                                      "[ stationary Runner ] -> [ action Ghost ] again\n";

/* By a symmetry of the level, the rules may act in another order, so the result of a turn is unknown if a limit ended a
 * loop.  That also holds for turns that do not end. */
static void test_limited_loops(void **state)
{
    (void)state;
    for (int n = 0; n < 4; n++) {
        bool uneven = n % 2 == 1, endless = n / 2 == 1;
        struct game_source *game_source = read_winding(endless ? stick_endlessly : stick, false, uneven);
        struct puzzle *puzzle = load(game_source, (struct variant){0});
        struct ps_puzzle *own = ps_puzzle_of(puzzle);
        struct ps_workspace *workspace = ps_workspace_take(own);
        uint64_t *after = calloc(own->layout.words, sizeof *after);
        bool won, no_memory;
        assert_true(workspace != NULL && after != NULL);
        assert_int_equal(puzzle->symmetry_count, uneven ? 1 : 2);
        assert_int_equal(ps_make_turn(own, workspace, own->start, DOWN, after, &won),
                         endless ? PS_TURN_NOTHING : PS_TURN_CHANGED);
        assert_true(workspace->state->capped);
        assert_true((puzzle_doubt(puzzle, &no_memory) == NULL) == uneven);
        ps_workspace_leave(own, workspace);
        free(after);
        game_puzzlescript.free(puzzle);
        source_release(game_source);
    }
}

/* Expands the start of a level twice, as two judgements would: both must notice limited loops unless the level is
 * `uneven`.  `late`: finding the start meets none. */
static void expand_twice(struct game_source *game_source, bool uneven, bool late, unsigned spared)
{
    struct puzzle *puzzle = load(game_source, (struct variant){0});
    puzzle->spared = spared;
    unsigned char *states = calloc(1 + puzzle->max_moves, puzzle->state_bytes);
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    assert_true(states != NULL && moves != NULL);
    assert_int_equal(puzzle->symmetry_count, uneven ? 1 : 2);
    for (int n = 0; n < 2; n++) {
        struct puzzle *copy = puzzle->rules->checked(puzzle, NULL);
        bool no_memory;
        copy->rules->start(copy, states);
        assert_true(!late || puzzle_doubt(copy, &no_memory) == NULL);
        copy->rules->expand(copy, states, moves, states + puzzle->state_bytes);
        assert_true((puzzle_doubt(copy, &no_memory) == NULL) == uneven);
        copy->rules->checked_free(copy);
    }
    free(states);
    free(moves);
    game_puzzlescript.free(puzzle);
    source_release(game_source);
}

static void test_limited_loops_are_not_remembered(void **state)
{
    (void)state;
    for (unsigned spared = 0; spared <= 1u << PS_PRUNE_STEPS; spared += 1u << PS_PRUNE_STEPS) {
        expand_twice(read_winding(stick, true, false), false, true, spared);
        expand_twice(read_winding(stick, true, true), true, true, spared);
    }
}

/* The same if a loop that a limit ends looks at the player's cell alone, so that the key is a step. */
static void test_limited_steps_are_not_remembered(void **state)
{
    (void)state;
    for (int uneven = 0; uneven < 2; uneven++) {
        struct text source = {0};
        text_addf(&source, head, "",
                  "[ moving Crate | Crate ] -> [ moving Crate | moving Crate ]\n"
                  "startloop\n[ Player no Ghost ] -> [ Player Ghost ]\n[ Player Ghost ] -> [ Player ]\nendloop\n");
        text_addf(&source, "#######\n#..P..#\n#....%c#\n#######\n#..*..#\n#..O..#\n#######\n", uneven != 0 ? '#' : '.');
        struct game_source *game_source = puzzlescript_read(&source);
        assert_non_null(game_source);
        text_free(&source);
        expand_twice(game_source, uneven != 0, false, 0);
    }
}

/* --- reading --- */

static void ignore(void *context, int line, bool error, const char *message)
{
    (void)context;
    (void)line;
    (void)error;
    (void)message;
}

/* A game whose rules expand to several thousand. */
static void write_large(struct text *source)
{
    static const char rules[] = "[ > Any | > Any | > Any | Ghost ] -> [ Any | Any | Any | Ghost ]\n";
    struct text whole = {0};
    write_source("", rules, 6, &whole);
    const char *at = strstr(text_string(&whole), "SOUNDS");
    text_add(source, text_string(&whole), (size_t)(at - text_string(&whole)));
    text_add_string(source, "Any = Player or Target or Ghost or Background\n\n");
    text_add_string(source, at);
    assert_false(source->failed);
    text_free(&whole);
}

static void test_reading_is_stopped(void **state)
{
    (void)state;
    struct text source = {0};
    write_large(&source);
    struct counter counter = counter_of(0);
    bool no_memory = true;
    struct game_source *game_source =
        puzzlescript_language.read(source.data, source.size, ignore, NULL, &counter.check, &no_memory);
    assert_non_null(game_source);
    unsigned long whole = atomic_load(&counter.asked);
    size_t bytes = ((const struct ps_source *)game_source)->program->arena.bytes;
    source_release(game_source);
    assert_true(whole > 50);
    for (unsigned long last = 1; last <= whole; last += 1 + last / 8) {
        counter = counter_of(last);
        game_source = puzzlescript_language.read(source.data, source.size, ignore, NULL, &counter.check, &no_memory);
        assert_null(game_source);
        assert_false(no_memory);
        assert_true(atomic_load(&counter.asked) <= last + 1);
    }
    counter = counter_of(0);
    counter.bytes = bytes / 2;
    game_source = puzzlescript_language.read(source.data, source.size, ignore, NULL, &counter.check, &no_memory);
    assert_null(game_source);
    assert_true(stop_check_stopped(&counter.check) && !no_memory);
    text_free(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limited_loops),
        cmocka_unit_test(test_limited_loops_are_not_remembered),
        cmocka_unit_test(test_limited_steps_are_not_remembered),
        cmocka_unit_test(test_one_turn_is_stopped),
        cmocka_unit_test(test_one_turn_has_an_end),
        cmocka_unit_test(test_start_has_an_end),
        cmocka_unit_test(test_judge_obeys),
        cmocka_unit_test(test_puzzle_is_interrupted),
        cmocka_unit_test(test_replay_obeys),
        cmocka_unit_test(test_nothing_is_spoilt),
        cmocka_unit_test(test_unknown_places_are_not_remembered),
        cmocka_unit_test(test_reading_is_stopped),
    };
    return cmocka_run_group_tests_name("puzzlescript limits", tests, NULL, NULL);
}
