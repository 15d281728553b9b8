/* LongCat's two boards, part by part: the count without memory, the test for lost positions, and the undo of slides
 * on the wide board. */
#include "tests/unit.h"

#include "solve/longcat/bit_board.h"
#include "solve/longcat/wide_board.h"
#include "solve/longcat/position.h"
#include "tests/levels.h"
#include "tests/oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 20000, SIDE = 5, CAPACITY = 64 };

/* The level in the form that the count without memory uses: the whole text is the board. */
struct bit_level {
    struct bit_geometry geometry;
    uint64_t open;
    unsigned head;
};

static bool make_bit_level(const struct longcat *board, struct bit_level *level)
{
    const struct grid *grid = &board->grid;
    if (grid_size(grid) > 64 || grid->columns > 63)
        return false;
    bit_geometry_make(&level->geometry, (unsigned)grid->columns, (unsigned)grid->rows);
    level->open = 0;
    for (unsigned cell = 0; cell < board->cells; cell++)
        level->open |= UINT64_C(1) << board->place[cell];
    level->head = (unsigned)board->place[board->cat];
    level->open &= ~(UINT64_C(1) << level->head);
    return true;
}

static void check_count(const struct grid *grid, uint64_t seed, const struct bit_level *level,
                        const struct oracle *right, unsigned rules)
{
    struct bit_search search = {.geometry = &level->geometry, .rules = rules};
    bool complete = bit_count(&search, level->open, level->head);
    bool same_first = true;
    for (unsigned n = 0; right->count > 0 && n < right->list[0].length; n++)
        same_first = same_first && search.first[n] == right->list[0].labels[n];
    if (right->count > 0)
        same_first = same_first && search.first_length == right->list[0].length;
    if (complete && search.solutions == right->count && same_first)
        return;
    print_level(grid, seed, "bit_count");
    fail_msg("bit_count is wrong with rules %u, seed %" PRIu64, rules, seed);
}

/* A limit on solutions ends the count successfully; a limit on nodes makes it fail. */
static void check_limits(const struct bit_level *level, const struct oracle *right)
{
    struct bit_search search = {.geometry = &level->geometry, .rules = LONGCAT_ALL_RULES, .limit = 2};
    assert_true(bit_count(&search, level->open, level->head));
    assert_int_equal(search.solutions, right->count < 2 ? right->count : 2);
    struct bit_search whole = {.geometry = &level->geometry, .rules = 0};
    bit_count(&whole, level->open, level->head);
    if (whole.nodes < 3)
        return;
    struct bit_search cut = {.geometry = &level->geometry, .rules = 0, .max_nodes = whole.nodes - 1};
    assert_false(bit_count(&cut, level->open, level->head));
    struct bit_search enough = {.geometry = &level->geometry, .rules = 0, .max_nodes = whole.nodes};
    assert_true(bit_count(&enough, level->open, level->head));
    assert_int_equal(enough.solutions, right->count);
}

static void test_count_without_memory(void **state)
{
    (void)state;
    uint64_t first = chance_seed();
    unsigned compared = 0;
    for (uint64_t seed = first; seed < first + LEVELS; seed++) {
        struct chance chance = {seed};
        struct grid grid = random_level(&chance, SIDE);
        struct puzzle *puzzle = load_level(&grid);
        struct bit_level level;
        struct oracle right;
        oracle_judge(puzzle, &right);
        if (make_bit_level(longcat_board(puzzle), &level)) {
            for (unsigned rules = 0; rules < LONGCAT_BLOCKS; rules++)
                check_count(&grid, seed, &level, &right, rules);
            check_limits(&level, &right);
            compared++;
        }
        oracle_free(&right);
        puzzle->game->free(puzzle);
        grid_free(&grid);
    }
    assert_true(compared > LEVELS / 2);
}

/* Tries all sets of open cells of a 4x4 board: if the test says that no path exists, no cat wins from any cell. */
static void test_no_path_means_no_solution(void **state)
{
    (void)state;
    struct bit_geometry geometry;
    unsigned refused = 0;
    bit_geometry_make(&geometry, 4, 4);
    for (uint64_t open = 1; open < UINT64_C(1) << 16; open++) {
        if (bit_path_may_exist(&geometry, open))
            continue;
        refused++;
        for (unsigned cat = 0; cat < 16; cat++) {
            if ((open >> cat & 1) == 0)
                continue;
            struct bit_search search = {.geometry = &geometry};
            assert_true(bit_count(&search, open & ~(UINT64_C(1) << cat), cat));
            assert_int_equal(search.solutions, 0);
        }
    }
    assert_true(refused > 50000);
}

/* --- random walks on both boards, compared step by step with the plain rules --- */

struct walk {
    const struct puzzle *puzzle;
    struct position bits, wide;
    unsigned char state[CAPACITY];
};

/* Returns whether a position has the same open cells and the same head as by the plain rules. */
static bool same_cells(const struct walk *walk, const struct position *position)
{
    const struct longcat *board = longcat_board(walk->puzzle);
    const unsigned char *bytes = walk->state + (board->cells + 7) / 8;
    unsigned head = bytes[0] | (unsigned)bytes[1] << 8;
    bool same = true;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int row = board->place[cell] / board->grid.columns - position->top;
        int column = board->place[cell] % board->grid.columns - position->left,
            place = row * position->columns + column;
        bool covered = walk->state[cell / 8] >> (cell % 8) & 1;
        bool blocked = position->kind == POSITION_WIDE
                           ? position->wide.blocked[(row + 1) * position->wide.stride + column + 1]
                           : !(position->open[position->slide_count] >> place & 1);
        same = same && covered == blocked && (cell == head) == (place == position_head(position));
    }
    return same;
}

/* All parts of the wide board that a slide changes, in one block. */
struct snapshot {
    size_t size;
    unsigned char bytes[4096];
};

static void take(struct snapshot *snapshot, const void *bytes, size_t size)
{
    assert_true(snapshot->size + size <= sizeof snapshot->bytes);
    memcpy(snapshot->bytes + snapshot->size, bytes, size);
    snapshot->size += size;
}

static struct snapshot take_snapshot(const struct wide_board *board)
{
    struct snapshot snapshot = {0};
    take(&snapshot, board->blocked, (size_t)board->size);
    take(&snapshot, board->ways, (size_t)board->size);
    take(&snapshot, &board->open_count, sizeof board->open_count);
    take(&snapshot, &board->dead_count, sizeof board->dead_count);
    take(&snapshot, &board->head, sizeof board->head);
    take(&snapshot, &board->hash, sizeof board->hash);
    take(&snapshot, &board->trail_size, sizeof board->trail_size);
    take(&snapshot, &board->slide_count, sizeof board->slide_count);
    take(&snapshot, &board->cut_off, sizeof board->cut_off);
    take(&snapshot, board->islands.splits, (size_t)board->size);
    take(&snapshot, &board->islands.join_count, sizeof board->islands.join_count);
    for (int cell = 0; cell < board->size; cell++) {
        if (!board->blocked[cell] || cell == board->head)
            continue;
        take(&snapshot, &board->islands.parent[cell], sizeof(int));
        take(&snapshot, &board->islands.count[cell], sizeof(int));
        take(&snapshot, &board->islands.next[cell], sizeof(int));
    }
    return snapshot;
}

static bool same_snapshot(const struct snapshot *one, const struct snapshot *other)
{
    return one->size == other->size && memcmp(one->bytes, other->bytes, one->size) == 0;
}

/* Compares the running figures of the wide board with a new count. */
static bool figures_fit(const struct wide_board *board)
{
    unsigned open = 0, dead = 0;
    for (int cell = 0; cell < board->size; cell++) {
        unsigned ways = 0;
        if (board->blocked[cell])
            continue;
        for (int d = 0; d < DIRECTIONS; d++)
            ways += !board->blocked[cell + board->step[d]];
        open++;
        dead += ways <= 1;
        if (ways != board->ways[cell])
            return false;
    }
    return open == board->open_count && dead == board->dead_count;
}

/* Marks in `seen` the open cells and the head that are connected to a cell; cells marked before are excluded. */
static void flood(const struct wide_board *board, int cell, unsigned char *seen)
{
    if (seen[cell] || (board->blocked[cell] && cell != board->head))
        return;
    seen[cell] = 1;
    for (int d = 0; d < DIRECTIONS; d++)
        flood(board, cell + board->step[d], seen);
}

/* Returns the number of parts into which the open cells and the head fall without one cell. */
static unsigned count_parts(const struct wide_board *board, int without)
{
    unsigned char seen[512] = {0};
    unsigned parts = 0;
    assert_true(board->size <= 512);
    seen[without] = 1;
    for (int cell = 0; cell < board->size; cell++) {
        if (seen[cell] || (board->blocked[cell] && cell != board->head))
            continue;
        flood(board, cell, seen);
        parts++;
    }
    return parts;
}

/* Compares the islands with floods. */
static bool splits_fit(const struct wide_board *board)
{
    if ((board->cut_off == WIDE_NEVER) != (count_parts(board, 0) == 1))
        return false;
    for (int cell = 0; cell < board->size && board->cut_off == WIDE_NEVER; cell++) {
        if (!board->blocked[cell] && board->islands.splits[cell] != count_parts(board, cell) - (board->open_count > 0))
            return false;
    }
    return true;
}

static struct {
    unsigned chains, parted; /* passed tests for blocks, and those among them on boards that a cell divides */
} tally;

/* Compares the incremental test for blocks with a full walk. */
static bool blocks_fit(struct wide_board *board)
{
    bool chain = !wide_hopeless(board, LONGCAT_BLOCKS | LONGCAT_NEARBY);
    tally.chains += chain;
    tally.parted += chain && board->islands.parting_count > 0;
    return chain == wide_allows_path(board, LONGCAT_BLOCKS, NULL);
}

static const char *check_position(struct walk *walk)
{
    const struct puzzle *puzzle = walk->puzzle;
    bool lost = oracle_lost(puzzle, walk->state);
    bool solved = puzzle->rules->solved(puzzle, walk->state);
    if (puzzle->rules->lost(puzzle, walk->state) != lost)
        return "lost";
    if (walk->bits.kind == POSITION_BITS &&
        bit_hopeless(&walk->bits.geometry, LONGCAT_ALL_RULES, walk->bits.open[walk->bits.slide_count],
                     walk->bits.head[walk->bits.slide_count]) != lost)
        return "bit_hopeless";
    if (!same_cells(walk, &walk->bits) || !same_cells(walk, &walk->wide))
        return "the cells";
    if (position_solved(&walk->bits) != solved || position_solved(&walk->wide) != solved)
        return "solved";
    if (!figures_fit(&walk->wide.wide))
        return "a figure of the wide board";
    if (solved)
        return NULL;
    unsigned rules = LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED;
    if (wide_hopeless(&walk->wide.wide, rules) != lost)
        return "hopeless on the wide board";
    if (position_colours_fit(&walk->bits) != position_colours_fit(&walk->wide))
        return "colours";
    if (!splits_fit(&walk->wide.wide))
        return "a cell that parts the others";
    if (!blocks_fit(&walk->wide.wide))
        return "the test for blocks";
    return NULL;
}

/* A copy equals the original, and can undo all slides back to the start. */
static const char *check_copy(const struct position *position)
{
    struct position copy;
    assert_true(position_copy(&copy, position));
    struct snapshot one = take_snapshot(&position->wide), other = take_snapshot(&copy.wide);
    bool good = same_snapshot(&one, &other);
    while (copy.wide.slide_count > 0)
        position_undo(&copy);
    good = good && figures_fit(&copy.wide) && splits_fit(&copy.wide);
    position_free(&copy);
    return good ? NULL : "a copy";
}

/* Walks from here in all directions, a few steps deep, and back. */
static const char *walk_from(struct walk *walk, struct chance *chance)
{
    const struct puzzle *puzzle = walk->puzzle;
    const char *wrong = check_position(walk);
    if (wrong == NULL && chance_below(chance, 8) == 0)
        wrong = check_copy(&walk->wide);
    unsigned char states[DIRECTIONS * CAPACITY], before[CAPACITY];
    game_move moves[DIRECTIONS];
    unsigned count = puzzle->rules->expand(puzzle, walk->state, moves, states), next = 0;
    memcpy(before, walk->state, puzzle->state_bytes);
    for (int d = 0; d < DIRECTIONS && wrong == NULL; d++) {
        bool legal = next < count && moves[next] == move_make(0, (enum direction)d);
        struct snapshot snapshot = take_snapshot(&walk->wide.wide);
        bool slid = position_slide(&walk->wide, (enum direction)d);
        if (slid != legal || position_slide(&walk->bits, (enum direction)d) != legal)
            return "a slide";
        if (legal) {
            memcpy(walk->state, states + next++ * puzzle->state_bytes, puzzle->state_bytes);
            if (chance_below(chance, 3) > 0)
                wrong = walk_from(walk, chance);
            position_undo(&walk->wide);
            position_undo(&walk->bits);
        }
        struct snapshot then = take_snapshot(&walk->wide.wide);
        if (wrong == NULL && !same_snapshot(&snapshot, &then))
            wrong = "undo";
        memcpy(walk->state, before, puzzle->state_bytes);
    }
    if (wrong == NULL && walk->wide.wide.open_count > 0 && !blocks_fit(&walk->wide.wide))
        wrong = "the test for blocks, after slides that were undone";
    return wrong;
}

static void test_boards_agree_with_the_rules_on_walks(void **state)
{
    (void)state;
    uint64_t first = chance_seed();
    for (uint64_t seed = first; seed < first + LEVELS; seed++) {
        struct chance chance = {seed};
        struct grid grid = random_level(&chance, seed % 4 == 0 ? 9 : SIDE);
        struct puzzle *puzzle = load_level(&grid);
        struct walk walk = {.puzzle = puzzle};
        assert_true(puzzle->state_bytes <= CAPACITY);
        assert_true(position_make(&walk.bits, longcat_board(puzzle), false, LONGCAT_ALL_RULES));
        assert_true(position_make(&walk.wide, longcat_board(puzzle), true, LONGCAT_ALL_RULES));
        puzzle->rules->start(puzzle, walk.state);
        const char *wrong = walk_from(&walk, &chance);
        if (wrong != NULL) {
            print_level(&grid, seed, wrong);
            fail_msg("%s is wrong, seed %" PRIu64, wrong, seed);
        }
        position_free(&walk.bits);
        position_free(&walk.wide);
        puzzle->game->free(puzzle);
        grid_free(&grid);
    }
    printf("%u chains of blocks, %u of them newly parted\n", tally.chains, tally.parted);
    assert_true(tally.parted > 0 && tally.chains > tally.parted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_count_without_memory),
        cmocka_unit_test(test_no_path_means_no_solution),
        cmocka_unit_test(test_boards_agree_with_the_rules_on_walks),
    };
    return cmocka_run_group_tests_name("LongCat's boards", tests, NULL, NULL);
}
