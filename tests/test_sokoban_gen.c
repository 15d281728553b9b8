/* Sokoban's generator: what it says of rooms is what the solver finds. */
#include "tests/unit.h"

#include "games/sokoban/sokoban.h"
#include "gen/sokoban_retro.h"
#include "solve/judge.h"

#include <stdlib.h>
#include <string.h>

static struct puzzle *load_level(const struct sokoban_draft *draft, const struct retro_level *level)
{
    struct grid grid;
    struct complaint complaint;
    assert_true(sokoban_draft_write(draft, level->boxes, level->goals, level->player, &grid));
    struct puzzle *puzzle = game_sokoban.load(&grid, (struct variant){0}, &complaint);
    grid_free(&grid);
    return puzzle;
}

static int depth_of(const struct puzzle *puzzle)
{
    struct request request = {.measures = false};
    struct judgement judgement;
    assert_true(judge(puzzle, &request, &judgement));
    double depth = judgement.measure[MEASURE_depth];
    judgement_free(&judgement);
    return depth == UNKNOWN ? -1 : (int)depth;
}

static int depth_of_level(const struct sokoban_draft *draft, const struct retro_level *level)
{
    struct puzzle *puzzle = load_level(draft, level);
    assert_non_null(puzzle);
    int depth = depth_of(puzzle);
    game_sokoban.free(puzzle);
    return depth;
}

static void random_room(struct sokoban_draft *draft, int columns, int rows, uint64_t seed)
{
    struct rng rng;
    rng_start(&rng, seed, 1);
    *draft = (struct sokoban_draft){.columns = columns, .rows = rows};
    sokoban_draft_scatter(draft, rng_below(&rng, (uint32_t)(columns * rows / 2)), &rng);
}

/* The levels found have the depth that was said, and so have those one less deep. */
static void test_depths_are_what_the_solver_finds(void **state)
{
    (void)state;
    for (unsigned boxes = 1; boxes <= 3; boxes++) {
        struct retro *retro = retro_make(boxes, 20000, 1 << 20);
        assert_non_null(retro);
        for (uint64_t seed = 0; seed < 60; seed++) {
            struct sokoban_draft draft;
            struct retro_level levels[RETRO_KEPT];
            random_room(&draft, 4 + (int)(seed % 2), 5 - (int)(seed % 3), seed);
            int depth = retro_run(retro, &draft);
            for (unsigned below = 0; depth > 0 && below < 2; below++) {
                unsigned count = retro_levels(retro, below, levels);
                assert_true(count > 0 || below == 1);
                for (unsigned i = 0; i < count && i < 3; i++) {
                    int solved = depth_of_level(&draft, &levels[i]);
                    if (below == 0 ? solved != depth : solved >= depth)
                        fail_msg("seed %llu, %u boxes: depth %d instead of %d",
                                 (unsigned long long)seed, boxes, solved, depth);
                }
            }
        }
        retro_free(retro);
    }
}

/* All levels of a room with two boxes, one by one: none is deeper. */
static int deepest_of_all(const struct sokoban_draft *draft)
{
    int deepest = -1;
    uint64_t cells[SOKOBAN_DRAFT_BITS];
    unsigned count = 0;
    for (uint64_t rest = draft->floor; rest != 0; rest &= rest - 1)
        cells[count++] = rest & -rest;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < a; b++)
            for (unsigned c = 0; c < count; c++)
                for (unsigned d = 0; d < c; d++) {
                    uint64_t boxes = cells[a] | cells[b], goals = cells[c] | cells[d];
                    uint64_t open = draft->floor & ~boxes;
                    while (open != 0 && !(boxes & goals)) {
                        unsigned player = (unsigned)__builtin_ctzll(open);
                        struct retro_level level = {boxes, goals, player};
                        open &= ~sokoban_draft_flood(draft, open & -open, open);
                        int depth = depth_of_level(draft, &level);
                        deepest = depth > deepest ? depth : deepest;
                    }
                }
    return deepest;
}

static void test_no_level_of_the_room_is_deeper(void **state)
{
    (void)state;
    struct retro *retro = retro_make(2, 20000, 1 << 20);
    assert_non_null(retro);
    for (uint64_t seed = 100; seed < 106; seed++) {
        struct sokoban_draft draft;
        random_room(&draft, 4, 3, seed);
        int depth = retro_run(retro, &draft), deepest = deepest_of_all(&draft);
        if (depth != deepest)
            fail_msg("seed %llu: %d instead of %d", (unsigned long long)seed, depth, deepest);
        assert_true(retro_compared_all(retro));
    }
    retro_free(retro);
}

/* Too little memory for all placements: fewer goals are compared, and depths are still right. */
static void test_little_memory(void **state)
{
    (void)state;
    struct retro *all = retro_make(2, 20000, 1 << 20), *some = retro_make(2, 20000, 400);
    assert_true(all != NULL && some != NULL);
    unsigned partial = 0;
    for (uint64_t seed = 200; seed < 240; seed++) {
        struct sokoban_draft draft;
        struct retro_level levels[RETRO_KEPT];
        random_room(&draft, 5, 5, seed);
        int deepest = retro_run(all, &draft), depth = retro_run(some, &draft);
        assert_true(depth <= deepest);
        if (depth > 0 && retro_levels(some, 0, levels) > 0) {
            partial += !retro_compared_all(some);
            assert_int_equal(depth_of_level(&draft, &levels[0]), depth);
        }
    }
    assert_true(partial > 5);
    retro_free(all);
    retro_free(some);
}

static void test_rooms_are_tidy(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct sokoban_draft draft;
        random_room(&draft, 3 + (int)(seed % 5), 3 + (int)(seed % 4), seed);
        if (draft.floor == 0)
            continue;
        assert_true(sokoban_draft_flood(&draft, draft.floor & -draft.floor, draft.floor) ==
                    draft.floor);
        for (uint64_t rest = draft.floor; rest != 0; rest &= rest - 1) {
            unsigned open = 0;
            for (unsigned direction = 0; direction < DIRECTIONS; direction++)
                open += (sokoban_draft_step(&draft, rest & -rest, direction) & draft.floor) != 0;
            assert_true(open >= 2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depths_are_what_the_solver_finds),
        cmocka_unit_test(test_no_level_of_the_room_is_deeper),
        cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_rooms_are_tidy),
    };
    return cmocka_run_group_tests_name("sokoban_gen", tests, NULL, NULL);
}
