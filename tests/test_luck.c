/* Luck: exact fractions on small levels, simulated play on larger ones, and equal results whatever the threads and
 * memory. */
#include "tests/random_play.h"

#include "solve/judge/judge.h"
#include "tests/slow_luck.h"
#include "tests/toys.h"

#include <math.h>
#include <string.h>

enum { STATES = 1500, MOVES = 3000 };
#define LEVELS CASES(3000)
#define TOYS CASES(1200)
#define GAMES (1000 + CASES(5000))

/* Returns the luck of a level and, in `guided`, the figures of guided players. */
static double fare_with(const struct puzzle *puzzle, struct limits limits, enum verdict *verdict, struct guided *guided)
{
    struct judgement judgement;
    struct request request = {.limits = limits, .measures = MEASURES_AUTO};
    assert_true(judge(puzzle, &request, &judgement));
    double luck = judgement.measure[MEASURE_luck];
    *verdict = judgement.verdict;
    *guided = judgement.guided;
    judgement_free(&judgement);
    return luck;
}

/* Counts the levels that take some luck. */
static unsigned rounded_apart, rounded_lucky;

/* Checks that rough chances round as precise ones do. */
static void check_rounded(const struct puzzle *puzzle, double luck, double difficulty)
{
    struct judgement judgement;
    struct request request = {.measures = MEASURES_AUTO, .rounded = true};
    struct text precise = {0}, rough = {0};
    assert_true(judge(puzzle, &request, &judgement));
    measure_write(MEASURE_luck, luck, &precise);
    measure_write(MEASURE_luck, judgement.measure[MEASURE_luck], &rough);
    assert_string_equal(text_string(&precise), text_string(&rough));
    assert_true(judgement.measure[MEASURE_difficulty] == difficulty);
    rounded_apart += judgement.measure[MEASURE_luck] != luck;
    rounded_lucky += luck > 0;
    text_free(&precise);
    text_free(&rough);
    judgement_free(&judgement);
}

static double luck_with(const struct puzzle *puzzle, struct limits limits, enum verdict *verdict)
{
    struct guided guided;
    return fare_with(puzzle, limits, verdict, &guided);
}

static void test_rough_chances_round_alike(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= TOYS; seed++) {
        struct toy toy;
        struct judgement judgement;
        struct request request = {.measures = MEASURES_AUTO};
        toy_make(&toy, seed);
        assert_true(judge(&toy.puzzle, &request, &judgement));
        check_rounded(&toy.puzzle, judgement.measure[MEASURE_luck], judgement.measure[MEASURE_difficulty]);
        judgement_free(&judgement);
    }
    print_message("%u toys take luck, and rough chances differ in %u\n", rounded_lucky, rounded_apart);
    assert_true(rounded_lucky > CASES(30));
    assert_true(rounded_apart > CASES(30));
}

static double luck_of(const struct puzzle *puzzle, enum verdict *verdict)
{
    return luck_with(puzzle, (struct limits){0}, verdict);
}

/* --- fractions --- */

static unsigned compared[8], guided_apart;

static void need_fractions(void)
{
    if (slow_luck_has_fractions())
        return;
    print_message("skipped: built without GMP (Debian: libgmp-dev)\n");
    skip();
}

/* Returns whether a game has its own solver, whose estimate gives no guidance. */
static bool all_moves_weigh_alike(const struct game *game)
{
    return game != NULL && (strcmp(game->name, "snake") == 0 || strcmp(game->name, "longcat") == 0);
}

static void compare_guided(const struct puzzle *puzzle, const struct guided *found, const char *what)
{
    struct guided exact;
    if (!slow_guided(puzzle, STATES, all_moves_weigh_alike(puzzle->game), &exact))
        return;
    if (fabs(found->luck - exact.luck) > 1e-6 || fabs(found->hazard - exact.hazard) > 1e-6)
        fail_msg("%s: guided players need %.9f, hazard %.9f, but it is %.9f, %.9f", what, found->luck, found->hazard,
                 exact.luck, exact.hazard);
    guided_apart += fabs(exact.luck - slow_luck(puzzle, STATES)) > 0.01;
}

static void compare_with_fractions(struct chance *chance, const struct puzzle *puzzle)
{
    (void)chance;
    enum verdict verdict;
    struct guided guided;
    double luck = fare_with(puzzle, (struct limits){0}, &verdict, &guided);
    double exact = slow_luck(puzzle, STATES);
    bool solvable = verdict == VERDICT_UNIQUE || verdict == VERDICT_MULTIPLE;
    bool told = solvable && (strcmp(puzzle->game->name, "snake") != 0 || verdict == VERDICT_UNIQUE);
    check(luck == UNKNOWN || told);
    check(luck != UNKNOWN || !told || exact < 0);
    if (!told || exact < 0)
        return;
    if (fabs(luck - exact) > 1e-6)
        fail_msg("seed %" PRIu64 ": %s with luck %.9f, but it is %.9f", random_play_seed, puzzle->game->name, luck,
                 exact);
    compare_guided(puzzle, &guided, puzzle->game->name);
    for (size_t n = 0; games[n] != NULL; n++)
        compared[n] += games[n] == puzzle->game;
}

static void test_small_levels_have_the_luck_of_fractions(void **state)
{
    (void)state;
    need_fractions();
    with_random_levels(LEVELS, compare_with_fractions);
    for (size_t n = 0; games[n] != NULL && n < 5; n++) {
        print_message("%s: %u levels\n", games[n]->name, compared[n]);
        assert_true(compared[n] >= 1 + CASES(2));
    }
    print_message("guided players need another luck: %u levels\n", guided_apart);
    assert_true(guided_apart >= CASES(20));
}

static void test_toys_have_the_luck_of_fractions(void **state)
{
    (void)state;
    need_fractions();
    unsigned exact = 0, lucky = 0;
    for (uint64_t seed = 1; seed <= TOYS; seed++) {
        struct toy toy;
        enum verdict verdict;
        toy_make(&toy, seed);
        struct guided guided;
        double luck = fare_with(&toy.puzzle, (struct limits){0}, &verdict, &guided);
        double slow = slow_luck(&toy.puzzle, STATES);
        if (slow < 0)
            continue;
        compare_guided(&toy.puzzle, &guided, "a toy");
        if (fabs(luck - slow) > 1e-6)
            fail_msg("seed %" PRIu64 ": luck %.9f, but it is %.9f", seed, luck, slow);
        exact++;
        lucky += luck > 0;
    }
    print_message("%u toys, %u of them take luck\n", exact, lucky);
    assert_true(exact > CASES(50) && lucky > CASES(30));
}

/* --- threads and memory --- */

static void test_threads_and_memory_change_no_bit(void **state)
{
    (void)state;
    unsigned told = 0, untold = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct toy toy;
        enum verdict verdict;
        toy_make(&toy, seed);
        struct guided guided, same;
        double luck = fare_with(&toy.puzzle, (struct limits){0}, &verdict, &guided);
        assert_true(fare_with(&toy.puzzle, (struct limits){.jobs = 3, .spared = SEARCH_ALONE}, &verdict, &same) ==
                    luck);
        assert_true(same.luck == guided.luck && same.hazard == guided.hazard);
        for (uint64_t memory = 20000; memory < 600000; memory += memory / 4) {
            double some = luck_with(&toy.puzzle, (struct limits){.max_memory = memory}, &verdict);
            if (some != UNKNOWN && some != luck)
                fail_msg("seed %" PRIu64 ": luck %.17g, else %.17g", seed, some, luck);
            told += some != UNKNOWN;
            untold += some == UNKNOWN && luck != UNKNOWN && verdict != VERDICT_UNDECIDED;
        }
    }
    print_message("told %u times, untold %u times\n", told, untold);
    assert_true(told > 100 && untold > 15);
}

/* --- wandering --- */

/* A corridor with the goal at its far end and a pit, without any moves, at the near end.  A random player who starts
 * n cells from the pit in a corridor of m cells reaches the goal with probability n / m.  The longer the corridor,
 * the longer the walk takes. */
struct corridor {
    struct puzzle puzzle;
    uint16_t start, length;
};

static void enter_corridor(const struct puzzle *puzzle, unsigned char *state)
{
    memcpy(state, &((const struct corridor *)puzzle)->start, sizeof(uint16_t));
}

static uint16_t place_in_corridor(const unsigned char *state)
{
    uint16_t place;
    memcpy(&place, state, sizeof place);
    return place;
}

static unsigned step(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    (void)puzzle;
    uint16_t place = place_in_corridor(state), back = (uint16_t)(place - 1), on = (uint16_t)(place + 1);
    moves[0] = move_make(0, RIGHT);
    moves[1] = move_make(0, LEFT);
    memcpy(states, &on, sizeof on);
    memcpy(states + sizeof on, &back, sizeof back);
    return place == 0 ? 0 : 2;
}

static bool is_through(const struct puzzle *puzzle, const unsigned char *state)
{
    return place_in_corridor(state) == ((const struct corridor *)puzzle)->length;
}

static double luck_in_corridor(uint16_t start, uint16_t length)
{
    static const struct puzzle_rules rules = {
        .start = enter_corridor, .expand = step, .solved = is_through, .lost = toy_never_lost, .estimate = toy_zero};
    struct corridor corridor = {
        {.rules = &rules, .state_bytes = 2, .max_moves = 2, .symmetry_count = 1}, start, length};
    enum verdict verdict;
    double luck = luck_of(&corridor.puzzle, &verdict);
    assert_int_equal(verdict, VERDICT_UNIQUE);
    return luck;
}

static void test_luck_of_those_who_wander(void **state)
{
    (void)state;
    assert_true(fabs(luck_in_corridor(1, 2) - 1) < 1e-6);
    assert_true(fabs(luck_in_corridor(100, 200) - 1) < 1e-6);
    assert_true(fabs(luck_in_corridor(25, 200) - 3) < 1e-6);
    assert_true(luck_in_corridor(30000, 60000) == UNKNOWN);
}

/* --- simulated play --- */

static const struct {
    const char *game;
    int columns, rows;
    const char *cells;
} played[] = {
    {"longcat", 7, 7, "########     ##     ## C   ##   # ##     ########"},
    {"longcat", 3, 3, "    C    "},
    {"sokoban", 8, 6, "#########  ##  ## $ $  ##. @ . ##  #   #########"},
    {"snowman", 6, 5, "#--*----1--*-2--*-*--4----*---"},
    {"snake", 6, 6,
     "      "
     "    # "
     "  #   "
     "  #  #"
     "      "
     "##    "},
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
        cmocka_unit_test(test_rough_chances_round_alike),
        cmocka_unit_test(test_threads_and_memory_change_no_bit),
        cmocka_unit_test(test_luck_of_those_who_wander),
        cmocka_unit_test(test_players_win_as_often_as_told),
        cmocka_unit_test(test_bits_of_a_chance),
    };
    return cmocka_run_group_tests_name("luck", tests, NULL, NULL);
}
