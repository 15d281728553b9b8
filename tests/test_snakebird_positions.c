/* Compares Snakebird's fast rules with the slow ones, on random positions. */
#include "tests/unit.h"

#include "games/snakebird/snakebird.h"
#include "tests/snakebird_slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 16, MOST_BYTES = 256 };

static uint64_t randomness;

static unsigned draw_number(unsigned below)
{
    randomness ^= randomness << 13;
    randomness ^= randomness >> 7;
    randomness ^= randomness << 17;
    return (unsigned)(randomness >> 20) % below;
}

static int random_air(const struct grid *grid)
{
    for (int patience = 0; patience < 50; patience++) {
        int cell = (int)draw_number((unsigned)grid_size(grid));
        if (grid->cells[cell] == '-')
            return cell;
    }
    return -1;
}

/* Draws a bird or block as a random walk of up to `length` cells. */
static void scatter_walk(struct grid *grid, unsigned char first, bool letters, int length)
{
    int cell = random_air(grid);
    for (int k = 0; k < length && cell >= 0; k++) {
        grid->cells[cell] = (unsigned char)(letters ? first + k : first);
        int row = cell / grid->columns, column = cell % grid->columns;
        unsigned d = draw_number(4);
        cell = -1;
        for (unsigned i = 0; i < 4 && cell < 0; i++, d++) {
            int r = row + (d % 4 == 2) - (d % 4 == 0), c = column + (d % 4 == 1) - (d % 4 == 3);
            if (grid_at(grid, r, c, '#') == '-')
                cell = r * grid->columns + c;
        }
    }
}

static void scatter(struct grid *grid, unsigned char c, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        int cell = random_air(grid);
        if (cell >= 0)
            grid->cells[cell] = c;
    }
}

static bool random_level(struct grid *grid, bool document)
{
    if (!grid_make(grid, 4 + (int)draw_number(6), 3 + (int)draw_number(6), '-'))
        return false;
    unsigned size = (unsigned)grid_size(grid), birds = 1 + draw_number(document ? 3 : 4);
    scatter(grid, '*', 1);
    scatter(grid, '#', size / 8 + draw_number(size / 4));
    scatter(grid, '^', draw_number(size / 10 + 1));
    for (unsigned i = 0; i < birds; i++)
        scatter_walk(grid, (unsigned char)"Aa0N"[i], true, 1 + (int)draw_number(6));
    for (unsigned i = draw_number(document ? 1 : draw_number(4) == 0 ? 10 : 5); i > 0; i--)
        scatter_walk(grid, (unsigned char)"%&$!;:,=/"[i - 1], false, 1 + (int)draw_number(3));
    if (!document && draw_number(3) == 0 && random_air(grid) >= 0) {
        scatter(grid, '@', 2);
        int ends = 0;
        for (int cell = 0; cell < grid_size(grid); cell++)
            ends += grid->cells[cell] == '@';
        for (int cell = 0; cell < grid_size(grid) && ends == 1; cell++) {
            if (grid->cells[cell] == '@')
                grid->cells[cell] = '-';
        }
    }
    scatter(grid, '+', draw_number(4));
    return true;
}

/* Redraws a level with everything at rest, because only then are equal birds merged. */
static void bring_to_rest(struct grid *grid, bool document)
{
    struct slow_world world;
    slow_world_read(grid, document, &world);
    if (slow_world_settle(&world)) {
        struct grid settled;
        assert_true(slow_world_draw(&world, &settled));
        grid_free(grid);
        *grid = settled;
    }
}

static void compare_drawings(const struct puzzle *puzzle, const unsigned char *state, const struct slow_world *world,
                             uint64_t seed)
{
    struct grid fast, slow;
    assert_true(game_snakebird.draw(puzzle, state, &fast));
    assert_true(slow_world_draw(world, &slow));
    bool same = fast.columns == slow.columns && fast.rows == slow.rows &&
                memcmp(fast.cells, slow.cells, (size_t)grid_size(&fast)) == 0;
    if (!same) {
        for (int row = 0; row < fast.rows; row++)
            print_error("%.*s\n", fast.columns, fast.cells + row * fast.columns);
        print_error("but slowly\n");
        for (int row = 0; row < slow.rows; row++)
            print_error("%.*s\n", slow.columns, slow.cells + row * slow.columns);
        fail_msg("seed %llu: the drawings differ", (unsigned long long)seed);
    }
    grid_free(&fast);
    grid_free(&slow);
}

/* Compares all moves of a position.  Returns how many are legal. */
static unsigned compare_moves(const struct puzzle *puzzle, const unsigned char *state, const struct slow_world *world,
                              game_move *moves, unsigned char *states, uint64_t seed)
{
    unsigned count = puzzle->rules->expand(puzzle, state, moves, states), next = 0;
    for (unsigned i = 0; i < puzzle->max_moves; i++) {
        game_move move = move_make(i / DIRECTIONS, i % DIRECTIONS);
        struct slow_world after = *world;
        bool legal = slow_world_move(&after, (int)move_piece(move), move_direction(move));
        if (legal != (next < count && moves[next] == move)) {
            compare_drawings(puzzle, state, world, seed);
            fail_msg("seed %llu: move %u is %s", (unsigned long long)seed, move,
                     legal ? "legal, but not fast" : "illegal, but not fast");
        }
        if (legal)
            compare_drawings(puzzle, states + next++ * puzzle->state_bytes, &after, seed);
    }
    assert_int_equal(next, count);
    return count;
}

/* Checks that the estimate falls by at most one with a move and is 0 at the goal, so it is a lower bound. */
static void check_estimates(const struct puzzle *puzzle, const unsigned char *state, const unsigned char *states,
                            unsigned count, uint64_t seed)
{
    unsigned before = puzzle->rules->estimate(puzzle, state);
    for (unsigned i = 0; i < count; i++) {
        const unsigned char *after = states + i * puzzle->state_bytes;
        unsigned estimate = puzzle->rules->estimate(puzzle, after);
        if (estimate != ESTIMATE_LOST && estimate + 1 < before)
            fail_msg("seed %llu: the estimate falls from %u to %u", (unsigned long long)seed, before, estimate);
        if (puzzle->rules->solved(puzzle, after) && estimate != 0)
            fail_msg("seed %llu: estimate %u at the goal", (unsigned long long)seed, estimate);
        unsigned high = puzzle_bound(puzzle, state), low = puzzle_bound(puzzle, after);
        if ((low != ESTIMATE_LOST && low + 1 < high) || low < estimate ||
            (puzzle->rules->solved(puzzle, after) && low != 0))
            fail_msg("seed %llu: the bound falls from %u to %u", (unsigned long long)seed, high, low);
    }
    bool lost = puzzle->rules->lost(puzzle, state);
    assert_true(lost == (count == 0 && !puzzle->rules->solved(puzzle, state)));
}

/* Counts of positions in which merging exchanged birds: all, and those with something in the portal before or after
 * a move. */
static long exchanged, exchanged_at_portal;

static bool is_at_portal(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state read;
    snakebird_cell cells[SNAKEBIRD_LONGEST];
    bool there = false;
    snakebird_unpack(board, state, &read);
    for (unsigned i = 0; board->portal[0] != 0 && i < board->birds; i++) {
        unsigned length = snakebird_segments(board, &read.bird[i], cells);
        for (unsigned k = 0; k < length; k++)
            there |= cells[k] == board->portal[0] || cells[k] == board->portal[1];
    }
    return there;
}

static size_t size_to_compare;

static int by_bytes(const void *one, const void *other)
{
    return memcmp(one, other, size_to_compare);
}

/* Checks that a position and its merged form have the same successors, up to the exchange of equal birds. */
static void check_merging(const struct puzzle *puzzle, const unsigned char *state, const unsigned char *states,
                          unsigned count, uint64_t seed)
{
    static unsigned char mine[MOST_MOVES * MOST_BYTES], theirs[MOST_MOVES * MOST_BYTES];
    game_move moves[MOST_MOVES];
    unsigned char merged[MOST_BYTES];
    size_t size = puzzle->state_bytes;
    bool at_portal = is_at_portal(puzzle, state);
    memcpy(merged, state, size);
    puzzle->rules->merge(puzzle, merged);
    if (memcmp(merged, state, size) == 0)
        return;
    memcpy(mine, states, count * size);
    assert_int_equal(puzzle->rules->expand(puzzle, merged, moves, theirs), count);
    for (unsigned i = 0; i < count; i++) {
        at_portal |= is_at_portal(puzzle, mine + i * size);
        puzzle->rules->merge(puzzle, mine + i * size);
        puzzle->rules->merge(puzzle, theirs + i * size);
    }
    size_to_compare = size;
    qsort(mine, count, size, by_bytes);
    qsort(theirs, count, size, by_bytes);
    if (memcmp(mine, theirs, count * size) != 0)
        fail_msg("seed %llu: equal birds have different moves", (unsigned long long)seed);
    exchanged++;
    exchanged_at_portal += at_portal;
}

/* Plays one level at random.  Returns the number of compared positions. */
static long play_at_random(uint64_t seed, bool document)
{
    struct grid grid;
    struct complaint complaint = {0};
    randomness = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (int i = 0; i < 10; i++)
        draw_number(2);
    assert_true(random_level(&grid, document));
    if (seed % 2 == 0)
        bring_to_rest(&grid, document);
    struct puzzle *puzzle = game_snakebird.load(&grid, (struct variant){.rules = document}, &complaint);
    long positions = 0;
    if (puzzle != NULL) {
        unsigned char state[MOST_BYTES], states[MOST_MOVES * MOST_BYTES];
        game_move moves[MOST_MOVES];
        struct slow_world world;
        slow_world_read(&grid, document, &world);
        puzzle->rules->start(puzzle, state);
        compare_drawings(puzzle, state, &world, seed);
        bool safe = slow_world_settle(&world);
        unsigned count = safe;
        if (!safe)
            assert_int_equal(puzzle->rules->expand(puzzle, state, moves, states), 0);
        for (; positions < 60 && count > 0; positions++) {
            count = compare_moves(puzzle, state, &world, moves, states, seed);
            check_estimates(puzzle, state, states, count, seed);
            if (puzzle->equals)
                check_merging(puzzle, state, states, count, seed);
            if (count == 0)
                break;
            unsigned choice = draw_number(count);
            memcpy(state, states + choice * puzzle->state_bytes, puzzle->state_bytes);
            slow_world_move(&world, (int)move_piece(moves[choice]), move_direction(moves[choice]));
        }
        game_snakebird.free(puzzle);
    }
    grid_free(&grid);
    return positions;
}

/* ONLYWAY_POSITIONS sets the number of positions, and ONLYWAY_TEST_SEED selects others. */
static void compare_rules(bool document)
{
    const char *wanted = getenv("ONLYWAY_POSITIONS"), *first = getenv("ONLYWAY_TEST_SEED");
    long left = wanted == NULL ? CASES(100000) : strtol(wanted, NULL, 10);
    uint64_t seed = first == NULL ? 1 : strtoull(first, NULL, 10);
    while (left > 0)
        left -= play_at_random(seed++, document);
}

static void test_original_rules_agree_with_slow_ones(void **state)
{
    (void)state;
    compare_rules(false);
    assert_enough(getenv("ONLYWAY_POSITIONS") != NULL || (exchanged > CASES(4000) && exchanged_at_portal > CASES(200)));
}

static void test_document_rules_agree_with_slow_ones(void **state)
{
    (void)state;
    compare_rules(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_original_rules_agree_with_slow_ones),
        cmocka_unit_test(test_document_rules_agree_with_slow_ones),
    };
    return cmocka_run_group_tests_name("snakebird_positions", tests, NULL, NULL);
}
