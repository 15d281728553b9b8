/* Luck: exact fractions on small levels, plain play on larger ones, and that neither threads nor memory
 * change a bit of it. */
#include "tests/random_play.h"

#include "solve/judge.h"
#include "tests/slow_luck.h"
#include "tests/toys.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 5000, TOYS = 1200, STATES = 1500, GAMES = 40000, MOVES = 3000 };

static double luck_with(const struct puzzle *puzzle, struct limits limits, enum verdict *verdict)
{
    struct judgement judgement;
    struct request request = {.limits = limits, .measures = true};
    assert_true(judge(puzzle, &request, &judgement));
    double luck = judgement.measure[MEASURE_luck];
    *verdict = judgement.verdict;
    judgement_free(&judgement);
    return luck;
}

static double luck_of(const struct puzzle *puzzle, enum verdict *verdict)
{
    return luck_with(puzzle, (struct limits){0}, verdict);
}

/* --- fractions --- */

static unsigned compared[8];

static void compare_with_fractions(struct chance *chance, const struct puzzle *puzzle)
{
    (void)chance;
    enum verdict verdict;
    double luck = luck_of(puzzle, &verdict), exact = slow_luck(puzzle, STATES);
    bool solvable = verdict == VERDICT_UNIQUE || verdict == VERDICT_MULTIPLE;
    bool told = solvable && (strcmp(puzzle->game->name, "snake") != 0 || verdict == VERDICT_UNIQUE);
    check((luck == UNKNOWN) == !told);
    if (!told || exact < 0)
        return;
    if (fabs(luck - exact) > 1e-6)
        fail_msg("seed %" PRIu64 ": %s with luck %.9f, but it is %.9f", random_play_seed,
                 puzzle->game->name, luck, exact);
    for (size_t n = 0; games[n] != NULL; n++)
        compared[n] += games[n] == puzzle->game;
}

static void test_small_levels_have_the_luck_of_fractions(void **state)
{
    (void)state;
    with_random_levels(LEVELS, compare_with_fractions);
    for (size_t n = 0; games[n] != NULL && n < 5; n++) {
        print_message("%s: %u levels\n", games[n]->name, compared[n]);
        assert_true(compared[n] >= 3);
    }
}

static void test_toys_have_the_luck_of_fractions(void **state)
{
    (void)state;
    unsigned exact = 0, lucky = 0;
    for (uint64_t seed = 1; seed <= TOYS; seed++) {
        struct toy toy;
        enum verdict verdict;
        toy_make(&toy, seed);
        double luck = luck_of(&toy.puzzle, &verdict), slow = slow_luck(&toy.puzzle, STATES);
        if (slow < 0)
            continue;
        if (fabs(luck - slow) > 1e-6)
            fail_msg("seed %" PRIu64 ": luck %.9f, but it is %.9f", seed, luck, slow);
        exact++;
        lucky += luck > 0;
    }
    print_message("%u toys, %u of them take luck\n", exact, lucky);
    assert_true(exact > 50 && lucky > 30);
}

/* --- what must not matter --- */

static void test_threads_and_memory_change_no_bit(void **state)
{
    (void)state;
    unsigned told = 0, untold = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct toy toy;
        enum verdict verdict;
        toy_make(&toy, seed);
        double luck = luck_of(&toy.puzzle, &verdict);
        assert_true(luck_with(&toy.puzzle, (struct limits){.jobs = 3}, &verdict) == luck);
        for (uint64_t memory = 20000; memory < 600000; memory += memory / 4) {
            double some = luck_with(&toy.puzzle, (struct limits){.max_memory = memory}, &verdict);
            if (some != UNKNOWN && some != luck)
                fail_msg("seed %" PRIu64 ": luck %.17g, else %.17g", seed, some, luck);
            told += some != UNKNOWN;
            untold += some == UNKNOWN && luck != UNKNOWN && verdict != VERDICT_UNDECIDED;
        }
    }
    print_message("told %u times, untold %u times\n", told, untold);
    assert_true(told > 100 && untold > 20);
}

/* --- plain play --- */

static const struct {
    const char *game;
    int columns, rows;
    const char *cells;
} played[] = {
    {"longcat", 7, 7, "########     ##     ## C   ##   # ##     ########"},
    {"longcat", 3, 3, "    C    "},
    {"sokoban", 8, 6, "#########  ##  ## $ $  ##. @ . ##  #   #########"},
    {"snowman", 6, 5, "#--*----1--*-2--*-*--4----*---"},
    {"snake", 6, 6, "      " "    # " "  #   " "  #  #" "      " "##    "},
};

static void test_players_win_as_often_as_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof played / sizeof *played; i++) {
        struct grid grid;
        struct complaint complaint;
        enum verdict verdict;
        assert_true(grid_make(&grid, played[i].columns, played[i].rows, ' '));
        memcpy(grid.cells, played[i].cells, (size_t)grid_size(&grid));
        const struct game *game = game_find(played[i].game);
        struct puzzle *puzzle = game->load(&grid, (struct variant){0}, &complaint);
        assert_non_null(puzzle);
        double chance = exp2(-luck_of(puzzle, &verdict));
        double won = play_at_random(puzzle, i, GAMES, MOVES);
        double spread = sqrt(GAMES * chance * (1 - chance));
        print_message("%s: %g games won, %.1f expected\n", played[i].game, won, GAMES * chance);
        assert_true(GAMES * chance > 25 && fabs(won - GAMES * chance) <= 4 * spread);
        game->free(puzzle);
        grid_free(&grid);
    }
}

static void test_bits_of_a_chance(void **state)
{
    (void)state;
    assert_true(luck_of_chance(1) == 0 && !signbit(luck_of_chance(1)));
    assert_true(luck_of_chance(0.125) == 3);
    assert_true(luck_of_chance(0) == LUCK_MOST && luck_of_chance(1e-300) == LUCK_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_levels_have_the_luck_of_fractions),
        cmocka_unit_test(test_toys_have_the_luck_of_fractions),
        cmocka_unit_test(test_threads_and_memory_change_no_bit),
        cmocka_unit_test(test_players_win_as_often_as_told),
        cmocka_unit_test(test_bits_of_a_chance),
    };
    return cmocka_run_group_tests_name("luck", tests, NULL, NULL);
}
