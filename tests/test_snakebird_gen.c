/* Snakebird's proposer: drafts, parts and climbs. */
#include "tests/unit.h"

#include "games/snakebird/snakebird.h"
#include "gen/climb/climb.h"
#include "gen/climb/composition.h"
#include "gen/snakebird/snakebird.h"
#include "gen/climb/draft.h"

#include <string.h>

static const struct snakebird_pieces pieces = {
    .birds = {2, 2},
    .length = {2, 4},
    .fruit = {1, 2},
    .spikes = {1, 3},
    .blocks = {0, 2},
    .portals = {0, 1},
    .low_exit = true,
};

static void test_drafts_have_the_pieces_asked_for(void **state)
{
    (void)state;
    struct grid grid;
    struct rng rng;
    int levels = 0;
    assert_true(grid_make(&grid, 9, 8, '-'));
    for (uint64_t i = 0; i < 4000; i++) {
        rng_start_candidate(&rng, 7, i);
        if (!proposer_snakebird.climb->scatter(&grid, &pieces, &rng))
            continue;
        while (proposer_snakebird.climb->missing(&grid, &pieces) > 0 &&
               proposer_snakebird.climb->grow(&grid, &pieces, &rng))
            continue;
        if (proposer_snakebird.climb->missing(&grid, &pieces) > 0 || !proposer_snakebird.climb->fits(&grid, &pieces))
            continue;
        struct complaint complaint;
        struct puzzle *puzzle = game_snakebird.load(&grid, (struct variant){0}, &complaint);
        if (puzzle == NULL)
            fail_msg("draft %u: %s", (unsigned)i, complaint.message);
        const struct snakebird *board = snakebird_board(puzzle);
        assert_int_equal(board->birds, 2);
        assert_int_equal(board->blocks, 2);
        assert_true(board->portal[1] != 0);
        assert_in_range(board->fruit_count, 1, 2);
        assert_in_range(board->shortest[0], 2, 4);
        game_snakebird.free(puzzle);
        levels++;
    }
    grid_free(&grid);
    assert_true(levels > 100);
}

static void test_taking_out_ends_and_keeps_the_least(void **state)
{
    (void)state;
    struct grid grid;
    struct rng rng;
    rng_start_candidate(&rng, 1, 1);
    assert_true(grid_make(&grid, 9, 8, '-'));
    while (!proposer_snakebird.climb->scatter(&grid, &pieces, &rng))
        continue;
    unsigned taken = 0;
    while (proposer_snakebird.climb->take_out(&grid, 0, &pieces))
        taken++;
    assert_in_range(taken, 1, 72);
    assert_null(memchr(grid.cells, '#', 72));
    assert_non_null(memchr(grid.cells, '+', 72));
    assert_non_null(memchr(grid.cells, '^', 72));
    assert_false(proposer_snakebird.climb->fits(&grid, &pieces));
    grid_free(&grid);
}

static bool judge_grid(const struct grid *grid, struct judgement *judgement)
{
    struct complaint complaint;
    struct request request = {.limits = {.max_states = 100000}, .list = 200, .measures = MEASURES_AUTO};
    struct puzzle *puzzle = game_snakebird.load(grid, (struct variant){0}, &complaint);
    if (puzzle == NULL)
        return false;
    bool good = judge(puzzle, &request, judgement);
    game_snakebird.free(puzzle);
    return good;
}

static bool same_solutions(const struct judgement *a, const struct judgement *b)
{
    bool same = a->verdict == b->verdict && a->listed_count == b->listed_count;
    for (size_t i = 0; same && i < a->listed_count; i++)
        same = move_lists_equal(&a->listed[i], &b->listed[i]);
    return same;
}

/* Fails if a part can be removed without any effect on the solutions or on the work to find one. */
static void check_nothing_is_useless(const struct grid *grid, const struct snakebird_pieces *wanted)
{
    struct judgement whole, less;
    struct grid copy;
    assert_true(judge_grid(grid, &whole));
    for (unsigned n = 0;; n++) {
        assert_true(grid_copy(&copy, grid));
        bool more = proposer_snakebird.climb->take_out(&copy, n, wanted);
        if (more && proposer_snakebird.climb->fits(&copy, wanted) && judge_grid(&copy, &less)) {
            if (same_solutions(&less, &whole) && less.states <= whole.states &&
                less.measure[MEASURE_luck] == whole.measure[MEASURE_luck])
                fail_msg("part %u is of no use", n);
            judgement_free(&less);
        }
        grid_free(&copy);
        if (!more)
            break;
    }
    judgement_free(&whole);
}

/* Fails if a level has the same solutions without one of its blocks, with ground instead of a block, or without its
 * portal. */
static void check_all_is_used(const struct grid *grid)
{
    static const struct {
        const char *piece, *instead;
    } changes[] = {{"%", "-"}, {"%", "#"}, {"&", "-"}, {"&", "#"}, {"@", "-"}};
    struct judgement whole, other;
    assert_true(judge_grid(grid, &whole));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct grid copy;
        if (draft_count(grid, changes[i].piece) == 0)
            continue;
        assert_true(grid_copy(&copy, grid));
        for (int cell = 0; cell < grid_size(&copy); cell++) {
            if (copy.cells[cell] == (unsigned char)*changes[i].piece)
                copy.cells[cell] = (unsigned char)*changes[i].instead;
        }
        assert_true(judge_grid(&copy, &other));
        if (same_solutions(&whole, &other))
            fail_msg("'%s' could as well be '%s'", changes[i].piece, changes[i].instead);
        judgement_free(&other);
        grid_free(&copy);
    }
    judgement_free(&whole);
}

/* Fails if a side has more than one row or column of air. */
static void check_margins(const struct grid *grid)
{
    struct grid cut;
    assert_true(draft_cut(grid, '-', &cut));
    assert_int_equal(cut.columns, grid->columns);
    assert_int_equal(cut.rows, grid->rows);
    grid_free(&cut);
}

static const stop_flag go_on = 0;

struct run {
    struct gen_options options;
    struct filter_settings wanted;
    struct snakebird_pieces pieces;
    struct proposal proposal;
};

static void prepare(struct run *run, struct snakebird_pieces wanted, double luck)
{
    *run = (struct run){.options = {.seed = 3}, .pieces = wanted};
    filters_reset(&run->wanted);
    run->wanted.high[MEASURE_luck] = luck;
    run->proposal = (struct proposal){.proposer = &proposer_snakebird,
                                      .options = &run->options,
                                      .filters = &run->wanted,
                                      .size = {7, 6},
                                      .stop = &go_on,
                                      .pieces = &run->pieces};
}

/* Returns whether ground and spikes are mirror-symmetric. */
static bool is_mirrored(const struct grid *grid)
{
    int low = grid->columns, high = -1;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int column = cell % grid->columns;
        bool ground = strchr("#^", grid->cells[cell]) != NULL;
        low = ground && column < low ? column : low;
        high = ground && column > high ? column : high;
    }
    for (int row = 0; row < grid->rows; row++) {
        for (int column = low; column <= high; column++) {
            unsigned char c = (unsigned char)grid_at(grid, row, column, '-');
            unsigned char image = (unsigned char)grid_at(grid, row, low + high - column, '-');
            if (c != image && (strchr("#^", c) != NULL || strchr("#^", image) != NULL))
                return false;
        }
    }
    return true;
}

/* Checks that each of several birds moves three times, and that they take turns. */
static void check_turns(const struct judgement *judgement, unsigned birds)
{
    const struct move_list *list = &judgement->reported;
    unsigned moves[3] = {0}, changes = 0;
    for (size_t n = 0; n < list->count; n++) {
        assert_in_range(move_piece(list->moves[n]), 0, birds - 1);
        moves[move_piece(list->moves[n])]++;
        changes += n > 0 && move_piece(list->moves[n]) != move_piece(list->moves[n - 1]);
    }
    for (unsigned i = 0; birds > 1 && i < birds; i++)
        assert_true(moves[i] >= 3);
    assert_true(changes >= 2 * (birds - 1));
}

/* Checks the levels of some units, each made twice.  Returns the number of levels. */
static unsigned check_units(struct run *run, uint64_t units)
{
    unsigned levels = 0;
    void *climb = climb_make(&run->proposal), *fresh = climb_make(&run->proposal);
    struct candidate_list first = {0}, again = {0};
    assert_true(climb != NULL && fresh != NULL);
    for (uint64_t unit = units; unit-- > 0;)
        climb_propose(&run->proposal, fresh, unit, &again);
    for (uint64_t unit = 0; unit < units; unit++) {
        climb_propose(&run->proposal, climb, unit, &first);
        const struct candidate *candidate = &first.candidates[first.count - 1];
        const struct candidate *other = &again.candidates[units - 1 - unit];
        assert_true(first.count == unit + 1 && !first.failed);
        assert_int_equal(candidate->dropped_by, other->dropped_by);
        if (candidate->dropped_by != filter_count)
            continue;
        struct judgement judgement;
        struct snakebird_pieces mine = run->pieces;
        proposer_snakebird.climb->vary(&mine, unit);
        mine.low_exit = true; /* some units allow a low exit */
        assert_true(judge_grid(&candidate->grid, &judgement));
        assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
        check_turns(&judgement, (unsigned)mine.birds.low);
        judgement_free(&judgement);
        assert_true(is_mirrored(&candidate->grid) || mine.symmetry != SYMMETRY_MIRROR);
        assert_true(proposer_snakebird.climb->fits(&candidate->grid, &mine));
        mine.low_exit = false; /* no unit may keep removable parts */
        check_nothing_is_useless(&candidate->grid, &mine);
        check_all_is_used(&candidate->grid);
        check_margins(&candidate->grid);
        assert_int_equal(candidate->grid.columns, other->grid.columns);
        assert_memory_equal(candidate->grid.cells, other->grid.cells, (size_t)grid_size(&candidate->grid));
        levels++;
    }
    candidates_free(&first);
    candidates_free(&again);
    climb_free(climb);
    climb_free(fresh);
    return levels;
}

static void test_climbs_end_in_unique_levels_without_useless_parts(void **state)
{
    (void)state;
    struct run run;
    prepare(&run, (struct snakebird_pieces){.birds = {1, 1}, .length = {3, 3}, .fruit = {0, 1}, .spikes = {0, 2}}, 6);
    assert_true(check_units(&run, 4) >= 2);
}

static void test_blocks_and_portals_are_used(void **state)
{
    (void)state;
    struct run run;
    if (getenv("ONLYWAY_TEST_LONG") == NULL)
        skip(); /* takes a quarter of a minute */
    prepare(
        &run,
        (struct snakebird_pieces){
            .birds = {1, 2}, .length = {3, 3}, .fruit = {0, 1}, .spikes = {0, 2}, .blocks = {1, 1}, .portals = {1, 1}},
        20);
    run.proposal.size = (struct board_size){9, 8};
    assert_true(check_units(&run, 4) >= 1);
}

static void test_levels_are_symmetric(void **state)
{
    (void)state;
    struct run run;
    prepare(&run,
            (struct snakebird_pieces){.birds = {2, 2}, .length = {2, 3}, .spikes = {0, 4}, .symmetry = SYMMETRY_MIRROR},
            6);
    run.options.seed = 4; /* one of few whose first units end in a level */
    assert_true(check_units(&run, 5) >= 1);
}

/* Random edits keep a symmetry, but edits of a draft without one break it. */
static void test_edits_keep_the_symmetry(void **state)
{
    (void)state;
    struct grid grid, copy;
    struct rng rng;
    unsigned edits = 0, broken = 0;
    assert_true(grid_make(&grid, 11, 9, '-') && grid_make(&copy, 11, 9, '-'));
    for (unsigned symmetry = SYMMETRY_MIRROR; symmetry <= SYMMETRY_NONE; symmetry++) {
        struct snakebird_pieces mine = pieces;
        mine.symmetry = symmetry;
        mine.spikes.high = 12;
        for (uint64_t i = 0; i < 40; i++) {
            rng_start_candidate(&rng, 9, i);
            if (!proposer_snakebird.climb->scatter(&grid, &mine, &rng))
                continue;
            for (unsigned n = 0; n < 100; n++) {
                bool mirrored = is_mirrored(&grid);
                assert_true(mirrored || symmetry == SYMMETRY_NONE);
                broken += !mirrored;
                draft_copy(&copy, &grid);
                if (proposer_snakebird.climb->edit(&copy, &mine, &rng)) {
                    draft_copy(&grid, &copy);
                    edits++;
                }
            }
        }
    }
    grid_free(&grid);
    grid_free(&copy);
    assert_true(edits > 1000 && broken > 1000);
}

static void test_numbers_of_birds_come_in_turn(void **state)
{
    (void)state;
    unsigned blocks = 0, portals = 0, birds[4] = {0};
    for (uint64_t unit = 0; unit < 96; unit++) {
        struct snakebird_pieces mine = {.birds = {1, 3}, .blocks = {0, 1}, .portals = {0, 1}};
        proposer_snakebird.climb->vary(&mine, unit);
        assert_int_equal(mine.birds.high, mine.birds.low);
        assert_in_range(mine.birds.low, 1, 3);
        birds[mine.birds.low]++;
        assert_int_equal(mine.blocks.low, 0);
        blocks += (unsigned)mine.blocks.high;
        portals += (unsigned)mine.portals.high;
    }
    assert_int_equal(birds[1], 3);
    assert_int_equal(birds[2], 81);
    assert_int_equal(blocks, 48);
    assert_int_equal(portals, 48);
    for (uint64_t unit = 0; unit < 4; unit++) {
        struct snakebird_pieces mine = {.birds = {2, 3}};
        proposer_snakebird.climb->vary(&mine, unit);
        assert_int_equal(mine.birds.low, 2 + unit % 2);
    }
}

/* Returns how many blocks and portals the solution of a level does not use. */
static unsigned unused_in(const char *rows, const char *moves)
{
    int columns = (int)strcspn(rows, "\n"), count = (int)strlen(rows) / (columns + 1);
    struct grid grid;
    struct complaint complaint;
    struct judgement judgement;
    char text[64];
    assert_true(grid_make(&grid, columns, count, '-'));
    for (int row = 0; row < count; row++)
        memcpy(grid.cells + row * columns, rows + row * (columns + 1), (size_t)columns);
    struct puzzle *puzzle = game_snakebird.load(&grid, (struct variant){0}, &complaint);
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    assert_true(judge(puzzle, &(struct request){.list = 1}, &judgement));
    assert_true(judgement_has_solution(&judgement));
    game_snakebird.write_moves(puzzle, judgement.reported.moves, judgement.reported.count, text, sizeof text);
    assert_string_equal(text, moves);
    unsigned unused = snakebird_unused(puzzle, &judgement);
    judgement_free(&judgement);
    game_snakebird.free(puzzle);
    grid_free(&grid);
    return unused;
}

static void test_what_a_solution_uses(void **state)
{
    (void)state;
    /* pushed into the gap, which the bird then crosses */
    assert_int_equal(unused_in("A%---*\n##-###\n######\n", "A>>>>>"), 0);
    /* pushed away, but a longer bird can cross the gap without it */
    assert_int_equal(unused_in("CBA%--*\n####-##\n####-##\n", "A>>>>"), 1);
    /* it could be ground instead */
    assert_int_equal(unused_in("BA---*\n##%%##\n######\n", "A>>>>"), 1);
    /* only one of two identical blocks is pushed */
    assert_int_equal(unused_in("%A&---*\n###-###\n#######\n", "A>>>>>"), 1);
    /* the portal leads up: too high for one bird, but not for two; in the last case it is not on the way */
    assert_int_equal(unused_in("@--*\n####\nA-@-\n####\n", "A>>>>>"), 1);
    assert_int_equal(unused_in("@--*\n####\nAa@-\n####\n", "A>a>A>>>>"), 0);
    assert_int_equal(unused_in("@---@-\nA-*---\n######\n", "A>>"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drafts_have_the_pieces_asked_for),
        cmocka_unit_test(test_taking_out_ends_and_keeps_the_least),
        cmocka_unit_test(test_climbs_end_in_unique_levels_without_useless_parts),
        cmocka_unit_test(test_blocks_and_portals_are_used),
        cmocka_unit_test(test_levels_are_symmetric),
        cmocka_unit_test(test_edits_keep_the_symmetry),
        cmocka_unit_test(test_numbers_of_birds_come_in_turn),
        cmocka_unit_test(test_what_a_solution_uses),
    };
    return cmocka_run_group_tests_name("gen_snakebird", tests, NULL, NULL);
}
