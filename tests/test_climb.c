/* The climb that all games share, tested with toy mazes: which levels it keeps, which pieces it removes, and what it
 * does when memory runs out. */
#include "tests/unit.h"

#include "gen/climb/climb.h"
#include "gen/climb/draft.h"
#include "tests/toy_maze.h"

#include <string.h>

/* The requirements on the mazes, and a record of the edits. */
struct wishes {
    struct number_range walls;
    unsigned scattered, edited;
    unsigned fail_at; /* the number of the edit whose draft fails to load as if memory had run out; 0: none */
};

static struct wishes *wishes_of(const void *pieces)
{
    return (struct wishes *)(uintptr_t)pieces;
}

static bool scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    wishes_of(pieces)->scattered++;
    memset(draft->cells, '-', (size_t)grid_size(draft));
    draft->cells[draft_pick(draft, "-", rng)] = '@';
    draft->cells[draft_pick(draft, "-", rng)] = '*';
    for (unsigned walls = rng_below(rng, 9); walls > 0; walls--)
        draft->cells[draft_pick(draft, "-", rng)] = '#';
    return true;
}

/* Adds or removes a wall. */
static bool edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    struct wishes *wishes = wishes_of(pieces);
    int cell = draft_pick(draft, "#-", rng);
    draft->cells[cell] = draft->cells[cell] == '#' ? '-' : '#';
    wishes->edited++;
    if (wishes->edited == wishes->fail_at)
        memcpy(draft->cells, TOY_MAZE_FAILS, strlen(TOY_MAZE_FAILS));
    return true;
}

static bool fits(const struct grid *draft, const void *pieces)
{
    return draft_has(draft, "#", wishes_of(pieces)->walls);
}

static double worth(const struct judgement *judgement, const struct grid *draft)
{
    (void)draft;
    return judgement->measure[MEASURE_depth];
}

static bool take_out(struct grid *draft, unsigned n, const void *pieces)
{
    (void)pieces;
    int wall = draft_find(draft, "#", n);
    if (wall >= 0)
        draft->cells[wall] = '-';
    return wall >= 0;
}

#define MAZE_CLIMB                                                                                                    \
    .starts = 50, .edits = 200, .start_states = 100, .states = 100, .compared = 50, .scatter = scatter, .edit = edit, \
    .fits = fits, .worth = worth, .take_out = take_out

static const struct climb_game plain = {MAZE_CLIMB, .tidies_again = true};
static const struct climb_game many_classes = {MAZE_CLIMB, .classes = 5, .tidies_again = true};
static const struct climb_game framed = {MAZE_CLIMB, .frame = '#', .tidies_scattered = true};
static const struct climb_game aiming = {MAZE_CLIMB, .usual_depth = 3};
static const struct aim_range depths = {.measure = MEASURE_depth, .low = 3, .high = 5, .near = 2, .weight = 1};
static const struct climb_game measured = {MAZE_CLIMB, .range = &depths, .whole_states = 100};

static const stop_flag go_on = 0;

enum { UNITS = WATCHED ? 5 : 20 };

/* A run with one thread. */
struct setting {
    struct proposer proposer;
    struct gen_options options;
    struct filter_settings filters;
    struct wishes wishes;
    struct proposal proposal;
    struct candidate_list list;
};

static void set_up(struct setting *setting, const struct climb_game *climb)
{
    *setting = (struct setting){
        .proposer = {.game = &game_toy_maze, .climb = climb},
        .options = {.seed = 4},
        .wishes = {.walls = {0, 36}},
    };
    filters_reset(&setting->filters);
    setting->proposal = (struct proposal){.proposer = &setting->proposer,
                                          .options = &setting->options,
                                          .filters = &setting->filters,
                                          .pieces = &setting->wishes,
                                          .size = {5, 4},
                                          .stop = &go_on};
}

static void propose(struct setting *setting, uint64_t units)
{
    void *climb = climb_make(&setting->proposal);
    assert_non_null(climb);
    for (uint64_t unit = 0; unit < units; unit++)
        climb_propose(&setting->proposal, climb, unit, &setting->list);
    climb_free(climb);
}

static bool judge_maze(const struct grid *level, struct judgement *judgement)
{
    struct complaint complaint;
    struct request request = {.list = 50};
    struct puzzle *puzzle = game_toy_maze.load(level, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    assert_true(judge(puzzle, &request, judgement));
    game_toy_maze.free(puzzle);
    return judgement->verdict == VERDICT_UNIQUE || judgement->verdict == VERDICT_MULTIPLE;
}

/* Checks that each candidate has one solution and needs every wall.  Returns the largest depth. */
static double check_candidates(const struct setting *setting)
{
    double deepest = 0;
    for (size_t i = 0; i < setting->list.count; i++) {
        const struct grid *level = &setting->list.candidates[i].grid;
        struct judgement whole, less;
        if (setting->list.candidates[i].dropped_by != filter_count)
            continue;
        assert_true(judge_maze(level, &whole));
        assert_int_equal(whole.verdict, VERDICT_UNIQUE);
        double depth = whole.measure[MEASURE_depth];
        deepest = depth > deepest ? depth : deepest;
        for (unsigned n = 0; n < draft_count(level, "#"); n++) {
            struct grid copy;
            assert_true(grid_copy(&copy, level));
            take_out(&copy, n, NULL);
            bool same = judge_maze(&copy, &less) && less.listed_count == whole.listed_count &&
                        less.measure[MEASURE_depth] == depth;
            assert_false(same); /* the solution is unique, so an equal count means the same solutions */
            judgement_free(&less);
            grid_free(&copy);
        }
        judgement_free(&whole);
    }
    return deepest;
}

static void test_a_climb_goes_up_and_tidies(void **state)
{
    (void)state;
    struct setting setting;
    set_up(&setting, &plain);
    propose(&setting, UNITS);
    assert_int_equal(setting.list.count, UNITS);
    assert_false(setting.list.failed);
    assert_true(check_candidates(&setting) >= 9); /* on a 5x4 board; no randomly scattered maze is as deep */
    candidates_free(&setting.list);
}

static void test_the_same_unit_gives_the_same_level(void **state)
{
    (void)state;
    struct setting one, other;
    set_up(&one, &plain);
    set_up(&other, &plain);
    propose(&one, 6);
    propose(&other, 6);
    for (size_t i = 0; i < 6; i++) {
        const struct candidate *a = &one.list.candidates[i], *b = &other.list.candidates[i];
        assert_int_equal(a->dropped_by, b->dropped_by);
        if (a->dropped_by == filter_count)
            assert_memory_equal(a->grid.cells, b->grid.cells, (size_t)grid_size(&a->grid));
    }
    candidates_free(&one.list);
    candidates_free(&other.list);
}

static void test_no_level_is_deeper_than_is_asked_for(void **state)
{
    (void)state;
    struct setting setting;
    set_up(&setting, &plain);
    setting.filters.high[MEASURE_depth] = 5;
    propose(&setting, UNITS);
    double deepest = check_candidates(&setting);
    assert_true(deepest > 2 && deepest <= 5);
    candidates_free(&setting.list);
}

static void test_a_climb_with_an_aim_ends_there(void **state)
{
    (void)state;
    struct setting without;
    set_up(&without, &plain);
    propose(&without, UNITS);
    for (int i = 0; i < 2; i++) {
        struct setting with;
        set_up(&with, i == 0 ? &aiming : &measured);
        with.filters.allow_greedy = true;
        propose(&with, UNITS);
        assert_enough(with.wishes.edited < without.wishes.edited / 2);
        candidates_free(&with.list);
    }
    candidates_free(&without.list);
}

static void test_the_walls_asked_for_stay(void **state)
{
    (void)state;
    struct setting setting;
    set_up(&setting, &plain);
    setting.wishes.walls = (struct number_range){2, 3};
    propose(&setting, 10);
    unsigned levels = 0;
    for (size_t i = 0; i < setting.list.count; i++) {
        if (setting.list.candidates[i].dropped_by != filter_count)
            continue;
        assert_in_range(draft_count(&setting.list.candidates[i].grid, "#"), 2, 3);
        levels++;
    }
    assert_true(levels > 5);
    candidates_free(&setting.list);
}

/* Returns how many of many one-edit climbs end in a maze with too many solutions. */
static unsigned count_many(const struct climb_game *climb)
{
    struct setting setting;
    struct climb_game still = *climb;
    unsigned many = 0;
    still.edits = 1;
    set_up(&setting, &still);
    propose(&setting, 3 * UNITS);
    for (size_t i = 0; i < setting.list.count; i++)
        many += setting.list.candidates[i].dropped_by == filter_index(FILTER_ESSENTIAL);
    check_candidates(&setting);
    candidates_free(&setting.list);
    return many;
}

static void test_many_ways_are_worth_something_only_where_they_are_told_apart(void **state)
{
    (void)state;
    assert_true(count_many(&many_classes) > 0);
    assert_int_equal(count_many(&plain), 0);
}

static void test_random_drafts_get_their_frame_and_are_tidied(void **state)
{
    (void)state;
    struct setting setting;
    set_up(&setting, &framed);
    setting.proposal.method = 1;
    propose(&setting, 40);
    unsigned levels = 0;
    for (size_t i = 0; i < setting.list.count; i++) {
        const struct candidate *candidate = &setting.list.candidates[i];
        if (candidate->dropped_by != filter_count)
            continue;
        assert_true(grid_has_frame(&candidate->grid, '#'));
        assert_int_equal(candidate->grid.columns, 7);
        levels++;
    }
    assert_int_equal(setting.wishes.edited, 0);
    assert_true(levels > 0);
    candidates_free(&setting.list);
}

static void test_no_start_is_unfit(void **state)
{
    (void)state;
    struct setting setting;
    set_up(&setting, &plain);
    setting.wishes.walls = (struct number_range){19, 20};
    propose(&setting, 1);
    assert_int_equal(setting.wishes.scattered, 50);
    assert_int_equal(setting.wishes.edited, 0);
    assert_false(setting.list.failed);
    assert_int_equal(setting.list.candidates[0].dropped_by, filter_index(FILTER_UNFIT));
    candidates_free(&setting.list);
}

/* A unit whose memory runs out reports nothing, wherever that happens. */
static void test_running_out_of_memory_is_no_judgement(void **state)
{
    (void)state;
    for (unsigned fail_at = 1; fail_at < 60; fail_at += 13) {
        struct setting setting;
        set_up(&setting, &plain);
        setting.wishes.fail_at = fail_at;
        propose(&setting, 1);
        assert_true(setting.list.failed);
        assert_int_equal(setting.wishes.edited, fail_at);
        assert_int_equal(setting.list.count, 0);
        candidates_free(&setting.list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_climb_goes_up_and_tidies),
        cmocka_unit_test(test_the_same_unit_gives_the_same_level),
        cmocka_unit_test(test_no_level_is_deeper_than_is_asked_for),
        cmocka_unit_test(test_a_climb_with_an_aim_ends_there),
        cmocka_unit_test(test_the_walls_asked_for_stay),
        cmocka_unit_test(test_many_ways_are_worth_something_only_where_they_are_told_apart),
        cmocka_unit_test(test_random_drafts_get_their_frame_and_are_tidied),
        cmocka_unit_test(test_no_start_is_unfit),
        cmocka_unit_test(test_running_out_of_memory_is_no_judgement),
    };
    return cmocka_run_group_tests_name("climb", tests, NULL, NULL);
}
