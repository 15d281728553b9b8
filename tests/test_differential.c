/* Tests the tester of `make differential`: the right changes find wrong rules and shrink the level, correct rules
 * cause no failures, and the proposed levels are worth trying. */
#include "tests/unit.h"

#include "base/check.h" /* ENABLE_CHECKS */
#include "games/longcat/longcat.h"
#include "games/snakebird/snakebird.h"
#include "games/snowman/board.h"
#include "games/snowman/snowman.h"
#include "games/sokoban/sokoban.h"
#include "solve/judge/solver.h"
#include "tests/differential.h"

#include <string.h>

enum { MOST_LEVELS = 1500 };

/* --- bugs --- */

/* The rules of the last spoiled puzzle, and its original rules. */
static struct puzzle_rules spoiled;
static const struct puzzle_rules *right;

/* Prepares wrong rules.  They need not respect symmetries, which the judge takes for granted, so the puzzle keeps
 * none. */
static void begin_to_spoil(struct puzzle *puzzle)
{
    puzzle->symmetry_count = 1;
    right = puzzle->rules;
    spoiled = *right;
    puzzle->rules = &spoiled;
}

/* Calls every state with few moves lost. */
static bool dead_too_early(const struct puzzle *puzzle, const unsigned char *state)
{
    game_move moves[64];
    unsigned char states[64 * 64];
    bool small = puzzle->max_moves <= 64 && puzzle->state_bytes <= 64;
    return small && !right->solved(puzzle, state) && right->expand(puzzle, state, moves, states) < 3;
}

static void spoil_dead(struct puzzle *puzzle)
{
    begin_to_spoil(puzzle);
    spoiled.dead = dead_too_early;
}

static unsigned estimate_too_much(const struct puzzle *puzzle, const unsigned char *state)
{
    return dead_too_early(puzzle, state) ? ESTIMATE_LOST : right->estimate(puzzle, state);
}

static void spoil_estimate(struct puzzle *puzzle)
{
    begin_to_spoil(puzzle);
    spoiled.estimate = spoiled.bound = estimate_too_much;
}

/* Omits the last move if there are three or more. */
static unsigned expand_too_little(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                  unsigned char *states)
{
    unsigned count = right->expand(puzzle, state, moves, states);
    return count > 2 ? count - 1 : count;
}

static void spoil_live_moves(struct puzzle *puzzle)
{
    begin_to_spoil(puzzle);
    spoiled.expand_live = expand_too_little;
}

static void spoil_all_moves(struct puzzle *puzzle)
{
    begin_to_spoil(puzzle);
    spoiled.expand = expand_too_little;
    spoiled.expand_live = NULL;
}

/* Makes the table of frozen boxes claim that no box can be pushed up or down off a goal. */
static void spoil_stuck(struct puzzle *puzzle)
{
    struct sokoban *board = (struct sokoban *)puzzle;
    for (unsigned w = 0; w < board->words; w++)
        board->stuck[0][w] |= board->floor[w] & ~board->goals[w];
}

/* Drops half of a LongCat level's symmetries. */
static void spoil_symmetry(struct puzzle *puzzle)
{
    puzzle->symmetry_count = (puzzle->symmetry_count + 1) / 2;
}

/* Drops a level's targets. */
static void spoil_targets(struct puzzle *puzzle)
{
    ((struct snowman *)puzzle)->has_targets = false;
}

static const struct bug {
    const struct game *game;
    const char *change; /* the change that must find it */
    void (*spoil)(struct puzzle *puzzle);
    int cells; /* the most cells of the shrunk level */
} bugs[] = {
    {&game_sokoban, "dead", spoil_dead, 42},
    {&game_snakebird, "slow", spoil_dead, 12},
    {&game_sokoban, "best-first", spoil_estimate, 56},
    {&game_snowman, "way", spoil_estimate, 36},
    {&game_snowman, "live-moves", spoil_live_moves, 30},
    {&game_sokoban, "slow", spoil_live_moves, 56},
    {&game_snakebird, "rules", spoil_all_moves, 12},
    {&game_sokoban, "rules", spoil_all_moves, 56},
    {&game_snowman, "rules", spoil_targets, 30},
    {&game_snowman, "turned", spoil_all_moves, 30},
    {&game_sokoban, "spared", spoil_stuck, 56},
    {&game_longcat, "slow", spoil_symmetry, 16},
};

static bool fails(const struct specimen *specimen, const struct change *change, struct text *why)
{
    struct trial trial;
    if (!trial_make(&trial, specimen, NULL))
        return false;
    bool failed = !change->holds(&trial, change, why);
    trial_free(&trial);
    return failed;
}

/* Finds a level that shows a bug.  Returns false if no proposed level does. */
static bool find_bug(const struct bug *bug, const struct change *change, struct specimen *specimen)
{
    for (uint64_t level = 0; level < MOST_LEVELS; level++) {
        struct chance chance = {chance_seed() * MOST_LEVELS + level};
        struct text why = {0};
        *specimen = specimen_propose(&chance, bug->game);
        specimen->spoil = bug->spoil;
        bool found = fails(specimen, change, &why);
        text_free(&why);
        if (found)
            return true;
        specimen_free(specimen);
    }
    return false;
}

static void check_bug(const struct bug *bug)
{
    const char *name = bug->change;
    const struct game *game = bug->game;
    const struct change *change = differential_changes;
    while (strcmp(change->name, name) != 0 || !change_applies(change, game))
        change++;
    struct specimen specimen;
    struct text why = {0}, level = {0};
    if (!find_bug(bug, change, &specimen))
        fail_msg("%s, %s: the bug is not found", bug->game->name, bug->change);
    int before = grid_size(&specimen.grid);
    specimen_shrink(&specimen, change, &why);
    specimen_write(&specimen, &level);
    text_clear(&why);
    assert_true(fails(&specimen, change, &why));
    assert_true(why.size > 0);
    if (grid_size(&specimen.grid) > bug->cells || grid_size(&specimen.grid) > before)
        fail_msg("%s, %s: shrunk to %d cells\n%s", bug->game->name, bug->change, grid_size(&specimen.grid),
                 text_string(&level));
    specimen.spoil = NULL;
    assert_false(fails(&specimen, change, &why));
    text_free(&why);
    text_free(&level);
    specimen_free(&specimen);
}

static void test_bugs_are_found_and_shrunk(void **state)
{
    (void)state;
#ifdef ENABLE_CHECKS
    skip(); /* such a build stops in the judge itself at the levels that a bug affects */
#endif
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        check_bug(&bugs[i]);
}

/* --- proposed levels --- */

static void check_proposals(const struct game *game)
{
    enum { LEVELS = 60 };
    unsigned solvable = 0, unique = 0, unsolvable = 0, deep = 0;
    for (uint64_t level = 0; level < LEVELS; level++) {
        struct chance chance = {chance_seed() * LEVELS + level};
        struct specimen specimen = specimen_propose(&chance, game);
        struct trial trial;
        if (trial_make(&trial, &specimen, NULL)) {
            enum verdict verdict = trial.judgement.verdict;
            unique += verdict == VERDICT_UNIQUE;
            unsolvable += verdict == VERDICT_UNSOLVABLE;
            solvable += verdict != VERDICT_UNSOLVABLE;
            deep += trial.judgement.measure[MEASURE_depth] >= 8;
            trial_free(&trial);
        }
        specimen_free(&specimen);
    }
    if (solvable < LEVELS / 5 || unique == 0 || unique == solvable || unsolvable < 2 || deep < 2)
        fail_msg("%s: %u solvable, %u unique, %u unsolvable, %u deep", game->name, solvable, unique, unsolvable, deep);
}

static void test_proposals_are_mixed(void **state)
{
    (void)state;
    if (WATCHED)
        skip(); /* it counts, and other tests run the same code */
    for (size_t i = 0; games[i] != NULL; i++)
        check_proposals(games[i]);
}

/* The same stream of random numbers gives the same level. */
static void test_proposals_can_be_repeated(void **state)
{
    (void)state;
    for (uint64_t level = 0; level < 10; level++) {
        struct chance one = {level}, other = {level};
        struct specimen a = specimen_propose(&one, NULL), b = specimen_propose(&other, NULL);
        assert_ptr_equal(a.game, b.game);
        assert_int_equal(grid_size(&a.grid), grid_size(&b.grid));
        assert_memory_equal(a.grid.cells, b.grid.cells, (size_t)grid_size(&a.grid));
        specimen_free(&a);
        specimen_free(&b);
    }
}

/* --- correct rules --- */

static void test_every_game_has_changes_of_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; games[i] != NULL; i++) {
        bool slow = false, labels = solver_of(games[i])->game != NULL; /* then its moves may be its own */
        for (const struct change *c = differential_changes; c->name != NULL; c++) {
            slow = slow || (c->game == games[i] && strcmp(c->name, "slow") == 0);
            labels = labels || (c->game == games[i] && strcmp(c->name, "labels") == 0);
        }
        if (!slow)
            fail_msg("%s has no slow judge to be compared with", games[i]->name);
        if (!labels)
            fail_msg("%s has no row \"labels\": nothing tries whether its moves turn with its levels", games[i]->name);
    }
}

static void test_right_rules_pass(void **state)
{
    (void)state;
    for (uint64_t level = 0; level < CASES(40); level++) {
        struct chance chance = {level};
        struct specimen specimen = specimen_propose(&chance, NULL);
        struct text why = {0};
        for (const struct change *c = differential_changes; c->name != NULL; c++) {
            if (change_applies(c, specimen.game) && fails(&specimen, c, &why))
                fail_msg("%s, level %d: %s", c->name, (int)level, text_string(&why));
        }
        specimen_free(&specimen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bugs_are_found_and_shrunk), cmocka_unit_test(test_proposals_are_mixed),
        cmocka_unit_test(test_proposals_can_be_repeated), cmocka_unit_test(test_every_game_has_changes_of_its_own),
        cmocka_unit_test(test_right_rules_pass),
    };
    return cmocka_run_group_tests_name("differential", tests, NULL, NULL);
}
