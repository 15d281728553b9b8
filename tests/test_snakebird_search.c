/* Compares Snakebird's judgements with the slow judge on random levels: islands with birds, fruit and spikes, some
 * with a block or a portal, some mirrored.  Also checks that everything happens within the board, which ends a few
 * cells beyond the text, so additional air makes no difference. */
#include "tests/unit.h"

#include "games/snakebird/snakebird.h"
#include "gen/climb/climb.h"
#include "gen/snakebird/snakebird.h"
#include "solve/judge/judge.h"
#include "solve/search/search.h"
#include "tests/slow_judge.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 400, MOST_STATES = 4000, MOST_SOLUTIONS = 300, MOST_STATE_BYTES = 32 };

static const struct snakebird_pieces pieces = {.birds = {1, 2}, .length = {1, 3}, .fruit = {0, 2}, .spikes = {0, 2}};

/* Puts a character into random cells of air. */
static void scatter(struct grid *grid, unsigned char c, unsigned count, struct rng *rng)
{
    for (unsigned tries = 0; count > 0 && tries < 200; tries++) {
        uint32_t cell = rng_below(rng, (uint32_t)grid_size(grid));
        if (grid->cells[cell] == '-') {
            grid->cells[cell] = c;
            count--;
        }
    }
}

/* Draws a level, which may be invalid.  Returns false if the seed gives none.  The caller frees the grid. */
static bool random_grid(uint64_t seed, bool document, struct grid *grid)
{
    struct rng rng;
    rng_start_candidate(&rng, 11, seed);
    assert_true(grid_make(grid, 4 + (int)rng_below(&rng, 3), 4 + (int)rng_below(&rng, 2), '-'));
    struct snakebird_pieces mine = pieces;
    proposer_snakebird.climb->vary(&mine, seed);
    bool good = proposer_snakebird.climb->scatter(grid, &mine, &rng);
    while (good && proposer_snakebird.climb->missing(grid, &mine) > 0)
        good = proposer_snakebird.climb->grow(grid, &mine, &rng);
    unsigned kind = rng_below(&rng, 4);
    if (kind == 0) {
        /* Mirrors the left half to the right, except for birds, fruit and the exit. */
        for (int cell = 0; cell < grid_size(grid); cell++) {
            unsigned char *image = &grid->cells[symmetry_cell(1, grid->columns, grid->rows, cell)];
            if (strchr("-#", grid->cells[cell]) != NULL && strchr("-#", *image) != NULL)
                *image = grid->cells[cell];
        }
    }
    if (kind == 1 && !document)
        scatter(grid, '@', 2, &rng);
    if (kind >= 2 && !document)
        scatter(grid, kind == 2 ? '%' : '&', 1 + rng_below(&rng, 2), &rng);
    return good;
}

static struct puzzle *load(const struct grid *grid, bool document)
{
    struct complaint complaint;
    return game_snakebird.load(grid, (struct variant){.rules = document}, &complaint);
}

static void compare(uint64_t seed, const char *what, double fast, double slow)
{
    if (fast != slow)
        fail_msg("seed %llu: %s is %g, but the slow way says %g", (unsigned long long)seed, what, fast, slow);
}

static void compare_judgement(uint64_t seed, const struct puzzle *puzzle, bool measures, const struct slow *slow)
{
    struct judgement judgement;
    struct request request = {.measures = measures};
    assert_true(judge(puzzle, &request, &judgement));
    compare(seed, "depth", judgement.measure[MEASURE_depth], slow->depth == SLOW_NOT_SOLVED ? UNKNOWN : slow->depth);
    compare(seed, "solutions", atof(text_string(&judgement.solutions)), (double)slow->solutions);
    compare(seed, "whether essential is right", tells_essential(&judgement, slow->essential), true);
    for (int n = 0; n < slow->depth; n++)
        compare(seed, "reported move", judgement.reported.moves[n], slow->first[n]);
    if (measures && slow->depth != SLOW_NOT_SOLVED) {
        compare(seed, "forced", judgement.measure[MEASURE_forced], slow->forced);
        compare(seed, "traps", judgement.measure[MEASURE_traps], slow->traps);
    }
    judgement_free(&judgement);
}

static uint64_t first_seed(void)
{
    const char *first = getenv("ONLYWAY_TEST_SEED");
    return first == NULL ? 1 : strtoull(first, NULL, 10);
}

static void compare_many(bool document)
{
    uint64_t seed = first_seed();
    unsigned solved = 0, lost = 0;
    for (unsigned i = 0; i < LEVELS; i++, seed++) {
        struct grid grid;
        struct puzzle *puzzle = random_grid(seed, document, &grid) ? load(&grid, document) : NULL;
        grid_free(&grid);
        struct slow slow;
        if (puzzle == NULL)
            continue;
        if (slow_judge(puzzle, MOST_STATES, MOST_SOLUTIONS, &slow)) {
            compare_judgement(seed, puzzle, true, &slow);
            compare_judgement(seed, puzzle, false, &slow);
            solved += slow.depth > 0;
            lost += slow.depth == SLOW_NOT_SOLVED;
            slow_free(&slow);
        }
        game_snakebird.free(puzzle);
    }
    assert_true(solved > LEVELS / 40 && lost > LEVELS / 40);
}

static void test_judgements_by_the_original_rules(void **state)
{
    (void)state;
    compare_many(false);
}

static void test_judgements_by_the_rules_of_the_document(void **state)
{
    (void)state;
    compare_many(true);
}

/* --- the board --- */

/* The smallest distance of pieces at rest from the edges of the board. */
struct nearest {
    snakebird_cell side, top;
};

static void note_cell(uint64_t seed, const struct snakebird *board, snakebird_cell cell, struct nearest *nearest)
{
    snakebird_cell column = cell % board->width, row = cell / board->width;
    snakebird_cell right = board->width - 1 - column;
    snakebird_cell water = board->origin / board->width + board->text.rows;
    snakebird_cell side = column < right ? column : right;
    if (side < 2 || row < 2 || row >= water)
        fail_msg("seed %llu: a piece at rest in row %lld and column %lld of a board %lld wide",
                 (unsigned long long)seed, (long long)row, (long long)column, (long long)board->width);
    nearest->side = side < nearest->side ? side : nearest->side;
    nearest->top = row < nearest->top ? row : nearest->top;
}

static void note_state(uint64_t seed, const struct snakebird *board, const struct snakebird_state *state,
                       struct nearest *nearest)
{
    snakebird_cell cells[SNAKEBIRD_LONGEST];
    for (unsigned i = 0; i < board->birds; i++) {
        unsigned length = snakebird_segments(board, &state->bird[i], cells);
        for (unsigned k = 0; k < length; k++)
            note_cell(seed, board, cells[k], nearest);
    }
    for (unsigned i = 0; i < board->blocks; i++) {
        for (unsigned k = 0; state->block[i] != 0 && k < board->block[i].count; k++)
            note_cell(seed, board, state->block[i] + board->block[i].cells[k], nearest);
    }
}

/* Checks that no move lowers the bound by more than one, so the bound is never too high. */
static void compare_bounds(uint64_t seed, const struct puzzle *puzzle, const unsigned char *state)
{
    game_move moves[SNAKEBIRD_BIRDS * DIRECTIONS];
    unsigned char after[SNAKEBIRD_BIRDS * DIRECTIONS * MOST_STATE_BYTES];
    unsigned bound = puzzle_bound(puzzle, state);
    assert_true(puzzle->state_bytes <= MOST_STATE_BYTES);
    unsigned count = puzzle->rules->expand(puzzle, state, moves, after);
    for (unsigned n = 0; n < count; n++) {
        unsigned next = puzzle_bound(puzzle, after + n * puzzle->state_bytes);
        if (next != ESTIMATE_LOST && bound > next + 1)
            fail_msg("seed %llu: the bound falls from %u to %u in a move", (unsigned long long)seed, bound, next);
    }
    if (puzzle->rules->solved(puzzle, state))
        compare(seed, "bound of a goal", bound, 0);
}

/* Examines all states of a level except its start, which need not be at rest.  Returns whether the level has few
 * enough states. */
static bool note_level(uint64_t seed, const struct puzzle *puzzle, struct nearest *nearest)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct search search;
    struct limits limits = {.max_states = MOST_STATES};
    assert_true(search_make(&search, puzzle, &limits));
    bool whole = search_is_done(search_breadth_first(&search, 0)) && search_is_done(search_rest(&search, 0));
    for (uint64_t n = 1; whole && n < store_count(&search.store); n++) {
        struct snakebird_state state;
        snakebird_unpack(board, store_state(&search.store, n), &state);
        note_state(seed, board, &state, nearest);
        compare_bounds(seed, puzzle, store_state(&search.store, n));
    }
    search_free(&search);
    return whole;
}

/* Returns the same level with more air: two columns on the left, three on the right and two rows on top. */
static struct puzzle *in_more_air(const struct grid *grid)
{
    enum { LEFT_AIR = 2, RIGHT_AIR = 3, TOP_AIR = 2 };
    struct grid wide;
    assert_true(grid_make(&wide, grid->columns + LEFT_AIR + RIGHT_AIR, grid->rows + TOP_AIR, '-'));
    for (int row = 0; row < grid->rows; row++)
        memcpy(wide.cells + (row + TOP_AIR) * wide.columns + LEFT_AIR, grid->cells + row * grid->columns,
               (size_t)grid->columns);
    struct puzzle *puzzle = load(&wide, false);
    grid_free(&wide);
    return puzzle;
}

static void compare_in_more_air(uint64_t seed, const struct puzzle *puzzle, const struct puzzle *wide, bool measures)
{
    struct judgement one, other;
    struct request request = {.measures = measures ? MEASURES_AUTO : MEASURES_NONE};
    assert_true(judge(puzzle, &request, &one) && judge(wide, &request, &other));
    compare(seed, "verdict", one.verdict, other.verdict);
    compare(seed, "solution", move_lists_equal(&one.reported, &other.reported), true);
    assert_string_equal(text_string(&one.solutions), text_string(&other.solutions));
    assert_string_equal(text_string(&one.essential), text_string(&other.essential));
    for (unsigned n = 0; n < MEASURE_COUNT; n++) {
        bool estimated = n == MEASURE_detours || n == MEASURE_difficulty;
        if (!estimated) /* the estimate covers only the surroundings of the text */
            compare(seed, measure_names[n], one.measure[n], other.measure[n]);
    }
    if (measures)
        compare(seed, "states", (double)one.states, (double)other.states);
    judgement_free(&one);
    judgement_free(&other);
}

static void test_all_happens_on_the_board(void **state)
{
    (void)state;
    struct nearest nearest = {99, 99};
    unsigned levels = 0;
    uint64_t seed = first_seed(), end = seed + (uint64_t)20 * LEVELS; /* many seeds have no level */
    for (; seed < end && (levels < LEVELS / 2 || nearest.side > 2 || nearest.top > 2); seed++) {
        struct grid grid;
        bool good = random_grid(seed, false, &grid);
        struct puzzle *puzzle = good ? load(&grid, false) : NULL;
        if (puzzle != NULL && note_level(seed, puzzle, &nearest)) {
            struct puzzle *wide = in_more_air(&grid);
            compare_in_more_air(seed, puzzle, wide, true);
            compare_in_more_air(seed, puzzle, wide, false);
            game_snakebird.free(wide);
            levels++;
        }
        if (puzzle != NULL)
            game_snakebird.free(puzzle);
        grid_free(&grid);
    }
    assert_true(levels >= LEVELS / 2);
    assert_int_equal(nearest.side, 2); /* a smaller board would be too small */
    assert_int_equal(nearest.top, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judgements_by_the_original_rules),
        cmocka_unit_test(test_judgements_by_the_rules_of_the_document),
        cmocka_unit_test(test_all_happens_on_the_board),
    };
    return cmocka_run_group_tests_name("snakebird_search", tests, NULL, NULL);
}
