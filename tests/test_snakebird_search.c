/* Snakebird's judgements against the slow oracle's, on random levels: islands with birds, fruit and
 * spikes, some with a block or a portal, some mirrored. */
#include "tests/unit.h"

#include "games/snakebird/snakebird.h"
#include "gen/snakebird_draft.h"
#include "solve/judge.h"
#include "tests/slow_judge.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 400, MOST_STATES = 4000, MOST_SOLUTIONS = 300 };

static const struct snakebird_pieces pieces = {{1, 2}, {1, 3}, {0, 2}, {0, 2}, {0, 0}, {0, 0}};

/* Puts a character into some cells of air. */
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

/* Makes the right half the mirror image of the left one, but for birds, fruit and the exit. */
static void mirror_ground(struct grid *grid)
{
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char *image = &grid->cells[symmetry_cell(1, grid->columns, grid->rows, cell)];
        if (strchr("-#", grid->cells[cell]) != NULL && strchr("-#", *image) != NULL)
            *image = grid->cells[cell];
    }
}

/* NULL: this seed has none. */
static struct puzzle *random_level(uint64_t seed, bool document)
{
    struct grid grid;
    struct rng rng;
    struct complaint complaint;
    rng_start_candidate(&rng, 11, seed);
    assert_true(grid_make(&grid, 4 + (int)rng_below(&rng, 3), 4 + (int)rng_below(&rng, 2), '-'));
    struct snakebird_pieces mine = pieces;
    snakebird_vary(&mine, seed);
    bool good = snakebird_scatter(&grid, &mine, &rng);
    while (good && snakebird_missing(&grid, &mine) > 0)
        good = snakebird_grow(&grid, &mine, &rng);
    unsigned kind = rng_below(&rng, 4);
    if (kind == 0)
        mirror_ground(&grid);
    if (kind == 1 && !document)
        scatter(&grid, '@', 2, &rng);
    if (kind >= 2 && !document)
        scatter(&grid, kind == 2 ? '%' : '&', 1 + rng_below(&rng, 2), &rng);
    struct puzzle *puzzle =
        good ? game_snakebird.load(&grid, (struct variant){.rules = document}, &complaint) : NULL;
    grid_free(&grid);
    return puzzle;
}

static void compare(uint64_t seed, const char *what, double fast, double slow)
{
    if (fast != slow)
        fail_msg("seed %llu: %s is %g, but the slow way says %g", (unsigned long long)seed, what,
                 fast, slow);
}

static void compare_judgement(uint64_t seed, const struct puzzle *puzzle, bool measures,
                              const struct slow *slow)
{
    struct judgement judgement;
    struct request request = {.measures = measures};
    assert_true(judge(puzzle, &request, &judgement));
    compare(seed, "depth", judgement.measure[MEASURE_depth],
            slow->depth == SLOW_NOT_SOLVED ? UNKNOWN : slow->depth);
    compare(seed, "solutions", atof(text_string(&judgement.solutions)), (double)slow->solutions);
    compare(seed, "essential", atof(text_string(&judgement.essential)), (double)slow->essential);
    for (int n = 0; n < slow->depth; n++)
        compare(seed, "reported move", judgement.reported.moves[n], slow->first[n]);
    if (measures && slow->depth != SLOW_NOT_SOLVED) {
        compare(seed, "forced", judgement.measure[MEASURE_forced], slow->forced);
        compare(seed, "traps", judgement.measure[MEASURE_traps], slow->traps);
    }
    judgement_free(&judgement);
}

static void compare_many(bool document)
{
    const char *first = getenv("ONLYWAY_TEST_SEED");
    uint64_t seed = first == NULL ? 1 : strtoull(first, NULL, 10);
    unsigned solved = 0, lost = 0;
    for (unsigned i = 0; i < LEVELS; i++, seed++) {
        struct puzzle *puzzle = random_level(seed, document);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judgements_by_the_original_rules),
        cmocka_unit_test(test_judgements_by_the_rules_of_the_document),
    };
    return cmocka_run_group_tests_name("snakebird_search", tests, NULL, NULL);
}
