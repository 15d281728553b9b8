/* Compares Snowman's rules with a slow and plain implementation, on random levels. */
#include "tests/unit.h"

#include "tests/snowman_help.h"
#include "tests/snowman_slow.h"

#include <stdlib.h>
#include <string.h>

#define LEVELS CASES(400)
enum { PLAYED = 15, CAPACITY = 256 };

static const struct snowman_kind kinds[] = {
    {5, 4, 15, 40, 3, 0, 0},    {6, 5, 10, 50, 6, 0, 0},   {4, 4, 0, 30, 4, 2, 0},
    {13, 7, 20, 40, 9, 0, 0},   {21, 11, 25, 30, 9, 3, 0}, {2, 30, 5, 40, 6, 0, 0},
    {22, 20, 30, 30, 12, 1, 0}, {1, 12, 0, 30, 3, 0, 0},   {15, 6, 35, 20, 12, 0, 0},
};

static void check_drawing(const struct puzzle *puzzle, const unsigned char *state, const struct slow_snowman *level,
                          uint64_t seed)
{
    struct grid fast, slow;
    assert_true(game_snowman.draw(puzzle, state, &fast));
    assert_true(grid_make(&slow, fast.columns, fast.rows, ' '));
    slow_snowman_draw(level, &slow);
    if (memcmp(fast.cells, slow.cells, (size_t)grid_size(&fast)) != 0)
        fail_msg("seed %llu: the levels differ", (unsigned long long)seed);
    grid_free(&fast);
    grid_free(&slow);
}

/* Checks every move in a state and makes one of them.  Returns false if there is none. */
static bool play_on(const struct puzzle *puzzle, unsigned char *state, struct slow_snowman *level, bool by_steps,
                    int start, uint64_t *dice_seed, uint64_t seed)
{
    game_move moves[CAPACITY];
    unsigned char *states = calloc(puzzle->max_moves, puzzle->state_bytes);
    assert_true(puzzle->max_moves <= CAPACITY);
    unsigned count = puzzle->rules->expand(puzzle, state, moves, states), found = 0;
    unsigned chosen = count == 0 ? 0 : dice(dice_seed, count);
    struct slow_snowman next = *level;
    int cells = by_steps ? 1 : level->columns * level->rows;
    for (int cell = 0; cell < cells; cell++) {
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            if (!by_steps && level->stack[cell] == 0)
                continue;
            struct slow_snowman after = *level;
            if (!(by_steps ? slow_snowman_press(&after, direction) : slow_snowman_push(&after, cell, direction)))
                continue;
            if (!by_steps) {
                /* If a state stores a region, its drawing shows the player in the first cell of the region. */
                bool reached[1024];
                slow_snowman_walks(&after, reached);
                int first = 0;
                while (!reached[first])
                    first++;
                after.player = reached[start] ? start : first;
            }
            if (found >= count || moves[found] != move_make((unsigned)cell, direction))
                fail_msg("seed %llu: the moves differ", (unsigned long long)seed);
            const unsigned char *made = states + found * puzzle->state_bytes;
            check_drawing(puzzle, made, &after, seed);
            assert_int_equal(puzzle->rules->solved(puzzle, made), slow_snowman_solved(&after));
            if (found++ == chosen)
                next = after;
        }
    }
    if (found != count)
        fail_msg("seed %llu: %u moves instead of %u", (unsigned long long)seed, count, found);
    if (count > 0)
        memcpy(state, states + chosen * puzzle->state_bytes, puzzle->state_bytes);
    *level = next;
    free(states);
    return count > 0;
}

static void play_level(uint64_t seed, unsigned metric)
{
    uint64_t dice_seed = seed;
    const struct snowman_kind *kind = &kinds[seed % (sizeof kinds / sizeof *kinds)];
    struct grid grid = snowman_random(&dice_seed, kind);
    struct complaint complaint;
    struct puzzle *puzzle = game_snowman.load(&grid, (struct variant){.metric = metric}, &complaint);
    assert_non_null(puzzle);
    unsigned char *state = calloc(1, puzzle->state_bytes);
    struct slow_snowman level;
    slow_snowman_read(&grid, &level);
    int start = level.player;
    puzzle->rules->start(puzzle, state);
    check_drawing(puzzle, state, &level, seed);
    for (int i = 0; i < PLAYED; i++) {
        if (!play_on(puzzle, state, &level, metric == METRIC_MOVES, start, &dice_seed, seed))
            break;
    }
    free(state);
    game_snowman.free(puzzle);
    grid_free(&grid);
}

static void test_pushes_agree(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < LEVELS; seed++)
        play_level(seed, METRIC_PUSHES);
}

static void test_steps_agree(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < LEVELS; seed++)
        play_level(seed, METRIC_MOVES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pushes_agree),
        cmocka_unit_test(test_steps_agree),
    };
    return cmocka_run_group_tests_name("snowman_rules", tests, NULL, NULL);
}
