/* Compares judgements of PuzzleScript levels with two slow judges: one knows the language but not places and
 * symmetries, the other knows puzzles and follows each definition literally. */
#include "tests/unit.h"

#include "base/text.h"
#include "games/puzzlescript/place.h"
#include "games/puzzlescript/puzzlescript.h"
#include "solve/judge/judge.h"
#include "tests/puzzlescript_kinds.h"
#include "tests/slow_judge.h"
#include "tests/slow_puzzlescript.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Plays a reported solution, key by key, in a session.  It must win at its last key and not before. */
static void play_solution(const struct ps_puzzle *puzzle, const struct judgement *judgement)
{
    static const char letters[] = "urdlx";
    static const enum ps_input inputs[] = {PS_IN_UP, PS_IN_RIGHT, PS_IN_DOWN, PS_IN_LEFT, PS_IN_ACTION};
    char text[2000];
    struct ps_state *state = ps_state_new(puzzle->program);
    size_t size =
        ps_write_moves(&puzzle->puzzle, judgement->reported.moves, judgement->reported.count, text, sizeof text);
    assert_true(size < sizeof text);
    assert_int_equal(size, judgement->measure[MEASURE_steps]);
    assert_true(ps_ensure_capacity(state, &puzzle->level) && ps_begin(state, puzzle->cells));
    ps_follow_again(state);
    for (size_t i = 0; i < size; i++) {
        assert_false(state->won);
        ps_turn(state, inputs[strchr(letters, text[i] | 0x20) - letters]);
        ps_follow_again(state);
    }
    assert_true(state->won);
    ps_state_free(state);
    /* The text, when read, gives these moves. */
    struct move_reader reader = {.text = text};
    struct complaint complaint;
    unsigned char *at = calloc(1, puzzle->puzzle.state_bytes);
    game_move *moves = calloc(puzzle->puzzle.max_moves, sizeof *moves), move;
    unsigned char *states = calloc(puzzle->puzzle.max_moves, puzzle->puzzle.state_bytes);
    puzzle->puzzle.rules->start(&puzzle->puzzle, at);
    for (size_t i = 0; i < judgement->reported.count; i++) {
        assert_int_equal(ps_read_move(&puzzle->puzzle, at, &reader, &move, &complaint), 1);
        assert_int_equal(move, judgement->reported.moves[i]);
        unsigned count = puzzle->puzzle.rules->expand(&puzzle->puzzle, at, moves, states), n = 0;
        while (n < count && moves[n] != move)
            n++;
        assert_true(n < count);
        memcpy(at, states + n * puzzle->puzzle.state_bytes, puzzle->puzzle.state_bytes);
    }
    assert_int_equal(ps_read_move(&puzzle->puzzle, at, &reader, &move, &complaint), 0);
    free(at);
    free(moves);
    free(states);
}

static void show_level(const struct puzzlescript_kind *kind, const struct grid *grid, bool walks)
{
    print_message("%s, %s:\n", kind->name, walks ? "changes" : "keys");
    for (int row = 0; row < grid->rows; row++)
        print_message("%.*s\n", grid->columns, (const char *)grid->cells + row * grid->columns);
}

/* Counts of compared levels, solved levels, and positions that walks connect. */
struct tally {
    unsigned levels, solved, deep, symmetric, merged;
};

/* Compares the essential solutions with those of the slow judge of puzzles, using the level's symmetries. */
static void compare_essential(const struct puzzlescript_kind *kind, const struct grid *grid, bool walks,
                              const struct puzzle *puzzle, const struct judgement *judgement, struct tally *tally)
{
    struct slow slow;
    tally->symmetric += puzzle->symmetry_count > 1;
    if (judgement->measure[MEASURE_depth] < 1 || !slow_judge(puzzle, 700, 400, &slow))
        return;
    if (!tells_essential(judgement, slow.essential)) {
        show_level(kind, grid, walks);
        fail_msg("%s essential, slowly %zu", text_string(&judgement->essential), slow.essential);
    }
    tally->merged += puzzle->symmetry_count > 1 && slow.essential < slow.solutions;
    slow_free(&slow);
}

static void compare(const struct puzzlescript_kind *kind, const struct game_source *game_source,
                    const struct grid *grid, bool walks, struct tally *tally)
{
    struct variant variant = {.game_source = game_source, .metric = walks ? PUZZLESCRIPT_CHANGES : PUZZLESCRIPT_KEYS};
    struct complaint complaint;
    struct puzzle *puzzle = game_puzzlescript.load(grid, variant, &complaint);
    struct request request = {.limits = {.jobs = 1}, .measures = true};
    struct judgement judgement;
    struct slow_answer answer;
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    /* States that are proved lost do not count. */
    puzzle->spared = tally->levels % 2 == 0 ? ~0u : 0;
    if (slow_puzzlescript(ps_puzzle_of(puzzle), walks, &answer)) {
        assert_true(judge(puzzle, &request, &judgement));
        char solutions[40];
        snprintf(solutions, sizeof solutions, "%.0f", answer.solutions);
        bool same = judgement.verdict != VERDICT_UNDECIDED &&
                    (judgement.verdict == VERDICT_UNSOLVABLE) == (answer.depth < 0) &&
                    judgement.measure[MEASURE_depth] == answer.depth &&
                    strcmp(text_string(&judgement.solutions), solutions) == 0 &&
                    (judgement.measure[MEASURE_forced] == UNKNOWN && answer.depth > 0
                         ? true
                         : judgement.states == answer.states || answer.depth == 0 ||
                               (puzzle->spared == 0 && judgement.states < answer.states));
        if (!same) {
            show_level(kind, grid, walks);
            fail_msg("%s (%s), depth %.0f, %s solutions, %" PRIu64 " states; slowly: depth %d, %s solutions, %u states",
                     verdict_names[judgement.verdict], judgement.reason, judgement.measure[MEASURE_depth],
                     text_string(&judgement.solutions), judgement.states, answer.depth, solutions, answer.states);
        }
        compare_essential(kind, grid, walks, puzzle, &judgement, tally);
        if (answer.depth >= 0)
            play_solution(ps_puzzle_of(puzzle), &judgement);
        tally->levels++;
        tally->solved += answer.depth > 0;
        tally->deep += answer.depth > 2;
        judgement_free(&judgement);
    }
    puzzle->game->free(puzzle);
}

static void test_against_slow_judge(void **unused)
{
    (void)unused;
    const char *lengthy = getenv("ONLYWAY_TEST_LONG");
    bool is_long = lengthy != NULL && strcmp(lengthy, "yes") == 0;
    struct rng rng;
    rng_start(&rng, test_seed(), 0);
    for (const struct puzzlescript_kind *kind = puzzlescript_kinds; kind->name != NULL; kind++) {
        struct game_source *game_source = puzzlescript_kind_read(kind);
        struct tally tally = {0};
        for (int n = 0; n < (is_long ? 2000 : 40); n++) {
            struct grid grid;
            puzzlescript_kind_level(&rng, &grid);
            compare(kind, game_source, &grid, n % 3 != 0, &tally);
            grid_free(&grid);
        }
        print_message("%s: %u levels, %u solved, %u deeper than 2; %u with symmetries, which merge solutions of %u\n",
                      kind->name, tally.levels, tally.solved, tally.deep, tally.symmetric, tally.merged);
        assert_true(tally.levels > 10);
        source_release(game_source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_slow_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
