/* Checks the predictions of Snowman's search.  On random levels, all states are generated without pruning, and their
 * distances to the goal are measured backwards.  Then no state that can be won may be called lost, and no estimate
 * may be too high.  Judgements are compared with those of the slow judge. */
#include "tests/unit.h"

#include "games/snowman/board.h"
#include "solve/judge/judge.h"
#include "tests/slow_judge.h"
#include "tests/snowman_help.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 20000, SLOTS = 1 << 16, MOST_EDGES = 400000 };

struct space {
    struct puzzle *puzzle;
    unsigned char *states;
    unsigned count, edge_count;
    unsigned slots[SLOTS]; /* number + 1 */
    unsigned from[MOST_EDGES], to[MOST_EDGES];
    int distance[MOST_STATES]; /* distance to the goal; -1: unreachable */
    bool high;                 /* whether the puzzle has a high bound */
};

static unsigned char *space_state(struct space *space, unsigned number)
{
    return space->states + number * space->puzzle->state_bytes;
}

/* Returns the number of a state, and adds the state if it is new. */
static unsigned space_enter(struct space *space, const unsigned char *state)
{
    size_t bytes = space->puzzle->state_bytes;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ state[i]) * 16777619u;
    unsigned slot = (hash ^ hash >> 15) % SLOTS;
    while (space->slots[slot] != 0) {
        if (memcmp(space_state(space, space->slots[slot] - 1), state, bytes) == 0)
            return space->slots[slot] - 1;
        slot = (slot + 1) % SLOTS;
    }
    if (space->count < MOST_STATES)
        memcpy(space_state(space, space->count), state, bytes);
    space->slots[slot] = ++space->count;
    return space->count - 1;
}

/* Generates all states.  Returns false if there are too many. */
static bool space_fill(struct space *space, struct puzzle *puzzle)
{
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    unsigned char *after = calloc(puzzle->max_moves, puzzle->state_bytes);
    space->puzzle = puzzle;
    space->count = space->edge_count = 0;
    space->states = calloc(MOST_STATES, puzzle->state_bytes);
    memset(space->slots, 0, sizeof space->slots);
    puzzle->rules->start(puzzle, after);
    space_enter(space, after);
    bool good = true;
    for (unsigned n = 0; n < space->count && good; n++) {
        space->distance[n] = -1;
        if (puzzle->rules->solved(puzzle, space_state(space, n)))
            continue;
        unsigned count = puzzle->rules->expand(puzzle, space_state(space, n), moves, after);
        for (unsigned i = 0; i < count && good; i++) {
            unsigned to = space_enter(space, after + i * puzzle->state_bytes);
            good = space->count < MOST_STATES && space->edge_count < MOST_EDGES;
            if (good) {
                space->from[space->edge_count] = n;
                space->to[space->edge_count++] = to;
            }
        }
    }
    free(moves);
    free(after);
    return good;
}

static void space_measure(struct space *space)
{
    for (unsigned n = 0; n < space->count; n++)
        space->distance[n] = space->puzzle->rules->solved(space->puzzle, space_state(space, n)) ? 0 : -1;
    bool changed = true;
    for (int distance = 0; changed; distance++) {
        changed = false;
        for (unsigned i = 0; i < space->edge_count; i++) {
            if (space->distance[space->to[i]] == distance && space->distance[space->from[i]] < 0) {
                space->distance[space->from[i]] = distance + 1;
                changed = true;
            }
        }
    }
}

/* Counts of the cases that the checks met, so that they cannot pass without any. */
struct tally {
    unsigned spaces, solvable, lost, hopeless, left_out, closer, dead_ends, beyond, clearing;
    unsigned higher, exact, beyond_high; /* with the table of threes */
};

static void fail_state(struct space *space, unsigned n, uint64_t seed, const char *what)
{
    fail_msg("seed %llu: %s, though %d moves from the goal\n%s", (unsigned long long)seed, what, space->distance[n],
             snowman_drawing(space->puzzle, space_state(space, n)));
}

static void check_state(struct space *space, unsigned n, uint64_t seed, struct tally *tally)
{
    const struct puzzle *puzzle = space->puzzle;
    const unsigned char *state = space_state(space, n);
    bool in_reach = space->distance[n] >= 0;
    bool lost = puzzle->rules->lost(puzzle, state);
    unsigned estimate = puzzle->rules->estimate(puzzle, state);
    tally->solvable += in_reach;
    tally->lost += lost;
    tally->hopeless += estimate == ESTIMATE_LOST;
    if (lost && in_reach)
        fail_state(space, n, seed, "lost");
    if (in_reach && estimate > (unsigned)space->distance[n])
        fail_state(space, n, seed, "estimated too far");
    unsigned bound = puzzle_bound(puzzle, state);
    if (in_reach && bound > (unsigned)space->distance[n])
        fail_state(space, n, seed, "bounded too far");
    if (bound < estimate)
        fail_state(space, n, seed, "bounded by less than the estimate");
    tally->closer += in_reach && bound > estimate;
    tally->dead_ends += !in_reach && bound > estimate;
    if (!space->high)
        return;
    unsigned high = puzzle->rules->high_bound(puzzle, state);
    if (in_reach && high > (unsigned)space->distance[n])
        fail_state(space, n, seed, "bounded too far by threes");
    if (high < bound)
        fail_state(space, n, seed, "bounded by less with threes");
    tally->higher += in_reach && high > bound;
    tally->exact += in_reach && high == (unsigned)space->distance[n];
}

/* The moves from a state, and the states after them. */
struct fan {
    game_move *moves;
    unsigned char *after;
    unsigned count;
};

static struct fan fan_make(const struct puzzle *puzzle)
{
    return (struct fan){calloc(puzzle->max_moves, sizeof(game_move)), calloc(puzzle->max_moves, puzzle->state_bytes),
                        0};
}

static void fan_free(struct fan *fan)
{
    free(fan->moves);
    free(fan->after);
}

/* Checks that the moves `some` are of `all`, in order, and that from where the others lead the goal is at least `least`
 * moves away.  Returns the number of the others. */
static unsigned check_left_out(struct space *space, const struct fan *all, const struct fan *some, unsigned least,
                               uint64_t seed, const char *what)
{
    size_t bytes = space->puzzle->state_bytes;
    unsigned next = 0;
    for (unsigned i = 0; i < all->count; i++) {
        if (next < some->count && some->moves[next] == all->moves[i]) {
            assert_memory_equal(some->after + next++ * bytes, all->after + i * bytes, bytes);
            continue;
        }
        unsigned to = space_enter(space, all->after + i * bytes);
        if (space->distance[to] >= 0 && (unsigned)space->distance[to] < least)
            fail_state(space, to, seed, what);
    }
    assert_int_equal(next, some->count);
    return all->count - some->count;
}

/* Checks that moves are left out only if they lose. */
static void check_live_moves(struct space *space, unsigned n, uint64_t seed, struct tally *tally)
{
    const struct puzzle *puzzle = space->puzzle;
    struct fan all = fan_make(puzzle), live = fan_make(puzzle);
    all.count = puzzle->rules->expand(puzzle, space_state(space, n), all.moves, all.after);
    live.count = puzzle->rules->expand_live(puzzle, space_state(space, n), live.moves, live.after);
    tally->left_out += check_left_out(space, &all, &live, UINT_MAX, seed, "left out");
    fan_free(&all);
    fan_free(&live);
}

/* Checks that moves are left out only if they lose or the goal is too far. */
static void check_moves_within(struct space *space, unsigned n, uint64_t seed, bool high, struct tally *tally)
{
    struct puzzle *puzzle = space->puzzle;
    struct fan live = fan_make(puzzle), near = fan_make(puzzle), spared = fan_make(puzzle);
    const unsigned char *state = space_state(space, n);
    unsigned bound = high ? puzzle->rules->high_bound(puzzle, state) : puzzle_bound(puzzle, state);
    live.count = puzzle->rules->expand_live(puzzle, state, live.moves, live.after);
    for (unsigned more = 0; more < 3; more++) {
        unsigned most = bound == ESTIMATE_LOST ? more * 7 : bound + more < 2 ? 0 : bound + more - 2, least = 0;
        near.count = puzzle->rules->expand_within(puzzle, state, most, high, near.moves, near.after, &least);
        assert_true(least > most);
        if (bound > most + 1)
            assert_true(near.count == 0 && least >= (bound == ESTIMATE_LOST ? bound : bound - 1));
        unsigned left_out = check_left_out(space, &live, &near, least, seed, "left out as too far");
        *(high ? &tally->beyond_high : &tally->beyond) += left_out;
        if (high)
            continue;
        puzzle->spared = 1u << SNOWMAN_CLEARING;
        spared.count = puzzle->rules->expand_within(puzzle, state, most, false, spared.moves, spared.after, &least);
        puzzle->spared = 0;
        assert_true(spared.count >= near.count);
        tally->clearing += spared.count - near.count;
    }
    fan_free(&live);
    fan_free(&near);
    fan_free(&spared);
}

/* Replaces the n-th cell that holds one of the characters `from`.  Returns false if there are fewer. */
static bool change_nth(struct grid *grid, unsigned n, const char *from, unsigned char to)
{
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (strchr(from, grid->cells[cell]) != NULL && n-- == 0) {
            grid->cells[cell] = to;
            return true;
        }
    }
    return false;
}

/* Makes most balls small, and leaves hardly more snow than they need, sometimes in a corner. */
static void starve(uint64_t *seed, struct grid *grid)
{
    int last = grid_size(grid) - 1, left = grid->columns - 1;
    const int corners[] = {0, left, last - left, last};
    unsigned snow = 0, needed = dice(seed, 2);
    for (int cell = 0; cell <= last; cell++) {
        unsigned char *there = &grid->cells[cell];
        if (strchr("24", *there) != NULL && dice(seed, 4) > 0)
            *there = '1';
        if (strchr("*=@", *there) != NULL)
            *there = *there == '*' ? '-' : *there == '=' ? '+' : '#';
        unsigned stack = *there >= '1' && *there <= '7' ? *there - (unsigned)'0' : 0;
        needed += (stack & 1) - (stack >> 2 & 1);
    }
    int corner = corners[dice(seed, 4)];
    if ((int)needed > 0 && grid->cells[corner] == '-') {
        grid->cells[corner] = '*';
        snow++;
    }
    for (unsigned tries = 0; tries < 100 && (int)(needed - snow) > 0; tries++)
        snow += change_nth(grid, dice(seed, (uint32_t)last), "-", '*');
}

static struct puzzle *load_random(uint64_t seed, const struct snowman_kind *kind, unsigned metric, bool starved)
{
    struct grid grid = snowman_random(&seed, kind);
    struct complaint complaint;
    if (starved)
        starve(&seed, &grid);
    struct puzzle *puzzle = game_snowman.load(&grid, (struct variant){.metric = metric}, &complaint);
    assert_non_null(puzzle);
    grid_free(&grid);
    return puzzle;
}

static void check_space(struct space *space, uint64_t seed, const struct snowman_kind *kind, unsigned metric,
                        bool starved, struct tally *tally)
{
    struct puzzle *puzzle = load_random(seed, kind, metric, starved);
    if (space_fill(space, puzzle)) {
        tally->spaces++;
        space_measure(space);
        /* The table of threes takes some time. */
        space->high =
            seed % 4 == 1 && puzzle->rules->prepare(puzzle, kind->columns * kind->rows > 30 ? 0 : SIZE_MAX, NULL) > 0;
        for (unsigned n = 0; n < space->count; n++) {
            check_state(space, n, seed, tally);
            if (space->distance[n] != 0)
                check_live_moves(space, n, seed, tally);
            if (space->distance[n] != 0 && puzzle->rules->expand_within != NULL)
                check_moves_within(space, n, seed, false, tally);
            if (space->distance[n] != 0 && puzzle->rules->expand_within != NULL && space->high)
                check_moves_within(space, n, seed, true, tally);
        }
    }
    free(space->states);
    game_snowman.free(puzzle);
}

static const struct snowman_kind small_kinds[] = {
    {4, 4, 5, 40, 3, 0, 0},  {5, 4, 5, 40, 3, 0, 0},  {6, 4, 10, 30, 3, 0, 0}, {5, 5, 10, 25, 3, 0, 0},
    {5, 5, 20, 30, 3, 0, 0}, {6, 5, 20, 20, 3, 0, 0}, {4, 4, 5, 40, 3, 2, 0},  {5, 4, 5, 30, 3, 4, 0},
    {4, 4, 5, 20, 6, 0, 0},  {5, 3, 0, 20, 6, 0, 0},  {4, 4, 0, 15, 2, 0, 2},  {4, 4, 5, 10, 2, 6, 2},
    {5, 3, 0, 10, 3, 0, 3},  {4, 4, 0, 5, 3, 0, 3},   {4, 4, 0, 10, 9, 0, 0},  {40, 2, 5, 4, 3, 0, 0},
    {4, 4, 0, 20, 4, 0, 0},  {4, 5, 0, 10, 4, 0, 4},
};

/* Levels with hardly more snow than needed. */
static const struct snowman_kind starved_kinds[] = {
    {5, 4, 0, 0, 3, 0, 0}, {5, 5, 0, 0, 3, 0, 0}, {6, 4, 10, 0, 3, 0, 0}, {6, 5, 15, 0, 3, 0, 0},
    {6, 4, 0, 0, 3, 0, 0}, {4, 4, 0, 0, 6, 0, 0}, {5, 5, 0, 0, 3, 5, 0},  {5, 3, 0, 0, 6, 0, 0},
};

/* Levels with much snow. */
static const struct snowman_kind snowy_kinds[] = {
    {4, 4, 0, 60, 3, 0, 0},  {4, 4, 0, 100, 3, 0, 0}, {5, 3, 0, 60, 3, 0, 0},
    {5, 4, 20, 50, 3, 0, 0}, {6, 3, 5, 60, 3, 0, 0},
};

static void check_spaces(unsigned metric, uint64_t seeds, struct tally *tally)
{
    struct space *space = calloc(1, sizeof *space);
    size_t kinds = sizeof small_kinds / sizeof *small_kinds;
    assert_non_null(space);
    for (uint64_t seed = 0; seed < seeds; seed++)
        check_space(space, seed, &small_kinds[seed % kinds], metric, false, tally);
    free(space);
}

static void test_pushes_never_lose_too_early(void **unused)
{
    (void)unused;
    struct tally tally = {0};
    check_spaces(METRIC_PUSHES, CASES(900), &tally);
    assert_enough(tally.spaces > CASES(500));
    assert_enough(tally.solvable > CASES(2000));
    assert_enough(tally.lost > CASES(1000));
    assert_enough(tally.hopeless > CASES(1000));
    assert_enough(tally.left_out > CASES(1000));
    assert_enough(tally.beyond > CASES(10000));
    assert_enough(tally.beyond_high > CASES(10000));
}

static void test_bounds_with_much_snow_are_none_too_high(void **unused)
{
    (void)unused;
    struct tally tally = {0};
    struct space *space = calloc(1, sizeof *space);
    size_t kinds = sizeof snowy_kinds / sizeof *snowy_kinds;
    assert_non_null(space);
    for (uint64_t seed = 0; seed < CASES(250); seed++)
        check_space(space, seed, &snowy_kinds[seed % kinds], METRIC_PUSHES, false, &tally);
    free(space);
    assert_enough(tally.solvable >= CASES(300));
    assert_enough(tally.beyond >= CASES(10000));
    assert_enough(tally.clearing >= CASES(20));
}

/* In levels of three balls without snow, the bound is exact, save where the player would rather be in another part. */
static void test_threes_are_exact_without_snow(void **unused)
{
    (void)unused;
    static const struct snowman_kind bare_kinds[] = {
        {5, 4, 10, 0, 3, 0, 0}, {6, 5, 20, 0, 3, 0, 0}, {5, 5, 20, 0, 3, 4, 0}};
    struct tally tally = {0};
    struct space *space = calloc(1, sizeof *space);
    assert_non_null(space);
    for (uint64_t seed = 1; seed < CASES(1000); seed += 4)
        check_space(space, seed, &bare_kinds[seed / 4 % 3], METRIC_PUSHES, false, &tally);
    free(space);
    assert_enough(tally.solvable > CASES(1000));
    assert_enough(tally.higher > CASES(500));
    assert_true(tally.exact < tally.solvable && tally.exact > tally.solvable / 4 * 3);
}

static void test_bounds_of_starved_levels_are_none_too_high(void **unused)
{
    (void)unused;
    struct tally tally = {0};
    struct space *space = calloc(1, sizeof *space);
    size_t kinds = sizeof starved_kinds / sizeof *starved_kinds;
    assert_non_null(space);
    for (uint64_t seed = 0; seed < CASES(1200); seed++)
        check_space(space, seed, &starved_kinds[seed % kinds], seed % 5 == 0 ? METRIC_MOVES : METRIC_PUSHES, true,
                    &tally);
    free(space);
    assert_enough(tally.solvable > CASES(30000));
    assert_enough(tally.closer > CASES(500));
    assert_enough(tally.dead_ends > CASES(3000));
    assert_enough(tally.beyond > CASES(30000));
}

static void test_steps_never_lose_too_early(void **unused)
{
    (void)unused;
    struct tally tally = {0};
    check_spaces(METRIC_MOVES, CASES(540), &tally);
    assert_enough(tally.spaces > CASES(150));
    assert_enough(tally.solvable > CASES(1500));
    assert_enough(tally.left_out > CASES(3000));
}

static void compare(uint64_t seed, const char *what, double got, double expected)
{
    if (got != expected)
        fail_msg("seed %llu: %s is %g, not %g", (unsigned long long)seed, what, got, expected);
}

static void compare_judgements(uint64_t seed, const struct puzzle *puzzle, bool measures, const struct slow *oracle)
{
    struct judgement judgement;
    /* From that many states on, the verdict alone stops leaving out states if there are few more. */
    struct request request = {.measures = measures, .limits.plenty = measures ? 0 : seed % 3 * 8};
    assert_true(judge(puzzle, &request, &judgement));
    compare(seed, "depth", judgement.measure[MEASURE_depth],
            oracle->depth == SLOW_NOT_SOLVED ? UNKNOWN : oracle->depth);
    compare(seed, "solutions", strtod(text_string(&judgement.solutions), NULL), (double)oracle->solutions);
    compare(seed, "whether essential is right", tells_essential(&judgement, oracle->essential), true);
    if (oracle->depth > 0)
        assert_memory_equal(judgement.reported.moves, oracle->first, (size_t)oracle->depth * sizeof(game_move));
    if (measures && oracle->depth != SLOW_NOT_SOLVED) {
        compare(seed, "forced", judgement.measure[MEASURE_forced], oracle->forced);
        compare(seed, "traps", judgement.measure[MEASURE_traps], oracle->traps);
    }
    judgement_free(&judgement);
}

static void test_judgements_agree_with_the_oracle(void **unused)
{
    (void)unused;
    size_t kinds = sizeof small_kinds / sizeof *small_kinds, solved = 0;
    for (uint64_t seed = 5000; seed < 5000 + CASES(1500); seed++) {
        unsigned metric = seed % 5 == 0 ? METRIC_MOVES : METRIC_PUSHES;
        struct puzzle *puzzle = load_random(seed, &small_kinds[seed % kinds], metric, false);
        struct slow oracle;
        if (slow_judge(puzzle, 3000, 2000, &oracle)) {
            compare_judgements(seed, puzzle, true, &oracle);
            compare_judgements(seed, puzzle, false, &oracle);
            solved += oracle.depth > 0;
            slow_free(&oracle);
        }
        game_snowman.free(puzzle);
    }
    assert_true(solved > CASES(20));
}

/* Returns a hall of snow, three rows high, with three or six small balls in the middle row. */
static struct puzzle *load_hall(uint64_t seed)
{
    enum { MOST_COLUMNS = 14 };
    struct grid grid;
    struct complaint complaint;
    uint64_t random = seed;
    unsigned columns = MOST_COLUMNS - dice(&random, 5), balls = 3 + 3 * dice(&random, 2);
    assert_true(grid_make(&grid, (int)columns, 3, '*'));
    for (unsigned n = dice(&random, 4); n > 0; n--)
        grid.cells[dice(&random, 3 * columns)] = '-';
    while (balls > 0) {
        unsigned char *cell = &grid.cells[columns + 1 + dice(&random, columns - 2)];
        balls -= *cell != '1';
        *cell = '1';
    }
    while (!change_nth(&grid, dice(&random, 3 * columns), "*", '@'))
        continue;
    struct puzzle *puzzle = game_snowman.load(&grid, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    grid_free(&grid);
    return puzzle;
}

/* Judges halls with and without a rule.  They are larger than the oracle can judge. */
static void check_rule(unsigned rule)
{
    struct request request = {.measures = MEASURES_NONE, .limits = {.plenty = 500, .max_states = 40000}};
    uint64_t decided = 0, fewer = 0;
    for (uint64_t seed = 0; seed < CASES(100); seed++) {
        struct puzzle *puzzle = load_hall(seed);
        struct judgement with, without;
        assert_true(judge(puzzle, &request, &with));
        puzzle->spared = 1u << rule;
        assert_true(judge(puzzle, &request, &without));
        if (with.verdict != VERDICT_UNDECIDED && without.verdict != VERDICT_UNDECIDED) {
            compare(seed, "depth", with.measure[MEASURE_depth], without.measure[MEASURE_depth]);
            assert_int_equal(with.verdict, without.verdict);
            assert_string_equal(text_string(&with.solutions), text_string(&without.solutions));
            assert_string_equal(text_string(&with.essential), text_string(&without.essential));
            decided += with.verdict != VERDICT_UNSOLVABLE;
            fewer += with.states < without.states;
        }
        judgement_free(&with);
        judgement_free(&without);
        game_snowman.free(puzzle);
    }
    assert_true(decided >= CASES(10));
    assert_true(fewer > CASES(1));
}

static void test_clearing_changes_no_result(void **unused)
{
    (void)unused;
    check_rule(SNOWMAN_CLEARING);
}

static void test_threes_change_no_result(void **unused)
{
    (void)unused;
    check_rule(SNOWMAN_THREES);
}

/* Returns a level whose initial snow has all symmetries; three balls and the player are at random cells. */
static struct grid even_level(uint64_t *seed, int side)
{
    struct grid grid;
    assert_true(grid_make(&grid, side, side, '-'));
    for (int cell = 0; cell < side * side; cell++) {
        int row = cell / side, column = cell % side;
        row = row < side - 1 - row ? row : side - 1 - row;
        column = column < side - 1 - column ? column : side - 1 - column;
        grid.cells[cell] = (row + column) % 3 == 0 ? '-' : '*';
    }
    for (const char *thing = "124#"; *thing != '\0';) {
        unsigned char *cell = &grid.cells[dice(seed, (uint32_t)(side * side))];
        if (*cell == '-')
            *cell = (unsigned char)*thing++;
    }
    return grid;
}

/* Returns whether one level is an image of the other under a symmetry, ignoring the player. */
static bool is_image(const struct grid *level, const struct grid *other)
{
    for (unsigned symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
        bool same = true;
        for (int cell = 0; cell < grid_size(level); cell++) {
            int image = symmetry_cell(symmetry, level->columns, level->rows, cell);
            unsigned char one = level->cells[cell], two = other->cells[image];
            one = one == '#' ? '-' : one == '@' ? '*' : one;
            two = two == '#' ? '-' : two == '@' ? '*' : two;
            same &= one == two;
        }
        if (same)
            return true;
    }
    return false;
}

/* States are merged into images of themselves, in levels with states of one word, two words and more. */
static void test_merged_states_are_images(void **unused)
{
    static const int sides[] = {6, 8, 10, 13};
    unsigned changed = 0;
    (void)unused;
    for (uint64_t seed = 0; seed < 40; seed++) {
        uint64_t random = seed;
        struct grid grid = even_level(&random, sides[seed % 4]), before, after;
        struct complaint complaint;
        struct puzzle *puzzle = game_snowman.load(&grid, (struct variant){.metric = METRIC_PUSHES}, &complaint);
        game_move moves[64];
        unsigned char states[65 * 64], merged[64];
        assert_true(puzzle != NULL && puzzle->max_moves < 64 && puzzle->state_bytes <= 64);
        assert_true(puzzle->mirrors == GRID_SYMMETRIES);
        puzzle->rules->start(puzzle, states);
        for (unsigned step = 0; step < 20; step++) {
            memcpy(merged, states, puzzle->state_bytes);
            puzzle->rules->merge(puzzle, merged);
            changed += memcmp(merged, states, puzzle->state_bytes) != 0;
            assert_true(game_snowman.draw(puzzle, states, &before));
            assert_true(game_snowman.draw(puzzle, merged, &after));
            assert_true(is_image(&before, &after));
            grid_free(&before);
            grid_free(&after);
            unsigned count = puzzle->rules->expand(puzzle, states, moves, states + 64);
            if (count == 0)
                break;
            memmove(states, states + 64 + dice(&random, count) * puzzle->state_bytes, puzzle->state_bytes);
        }
        game_snowman.free(puzzle);
        grid_free(&grid);
    }
    assert_true(changed > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pushes_never_lose_too_early),
        cmocka_unit_test(test_steps_never_lose_too_early),
        cmocka_unit_test(test_bounds_with_much_snow_are_none_too_high),
        cmocka_unit_test(test_clearing_changes_no_result),
        cmocka_unit_test(test_threes_change_no_result),
        cmocka_unit_test(test_threes_are_exact_without_snow),
        cmocka_unit_test(test_bounds_of_starved_levels_are_none_too_high),
        cmocka_unit_test(test_judgements_agree_with_the_oracle),
        cmocka_unit_test(test_merged_states_are_images),
    };
    return cmocka_run_group_tests_name("snowman_search", tests, NULL, NULL);
}
