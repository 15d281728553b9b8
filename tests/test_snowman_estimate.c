/* Compares Snowman's estimate and its bound for a search with slow versions, which follow doc/snowman.md without any
 * shortcuts.  They move a ball and the player cell by cell in the empty level, and group the balls by trying every
 * group for the first free ball, on each dead end that may be needed.  Levels have up to twelve balls, so the tests
 * group one to four snowmen. */
#include "tests/unit.h"

#include "games/snowman/board.h"
#include "tests/snowman_help.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 66, MOST_BALLS = 12, SIZES = 3, LONGEST = 28, NEVER = 1000, ENDS = 4 };

struct slow {
    const struct grid *grid;  /* as drawn */
    const struct grid *begin; /* the text, which shows all targets but those below balls */
    unsigned cells;
    int cell_of[MOST_CELLS], number_of[MOST_CELLS]; /* cells in the grid, and the reverse */
    bool has_targets;
    unsigned balls;
    unsigned sizes[SIZES];                                        /* balls of each size, also in snowmen */
    unsigned cost[MOST_BALLS][SIZES][MOST_CELLS];                 /* NEVER: the ball cannot be that part there */
    unsigned end_count, ends[ENDS];                               /* the first dead ends with snow */
    unsigned group[MOST_BALLS][MOST_BALLS][MOST_BALLS][ENDS + 1]; /* on the n-th dead end; last: anywhere */
};

/* The pushes that move a lone ball from one cell of the empty level to another.  Same for all states of a level. */
static unsigned distance[MOST_CELLS][MOST_CELLS];

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_snow(const struct slow *slow, unsigned cell)
{
    return strchr("*=@", slow->grid->cells[slow->cell_of[cell]]) != NULL;
}

static unsigned stack_on(const struct slow *slow, unsigned cell)
{
    unsigned char drawn = slow->grid->cells[slow->cell_of[cell]];
    return drawn >= '1' && drawn <= '7' ? (unsigned)drawn - '0' : 0;
}

static void find_cells(struct slow *slow)
{
    bool reached[MOST_CELLS] = {false};
    int queue[MOST_CELLS], player = 0;
    while (strchr("#@", slow->grid->cells[player]) == NULL)
        player++;
    grid_flood(slow->grid, player, 'X', reached, queue);
    slow->cells = 0;
    for (int cell = 0; cell < grid_size(slow->grid); cell++) {
        unsigned char text = slow->begin->cells[cell]; /* cells of balls always belong to the level */
        reached[cell] |= text >= '1' && text <= '7';
        slow->number_of[cell] = reached[cell] ? (int)slow->cells : -1;
        if (reached[cell])
            slow->cell_of[slow->cells++] = cell;
    }
}

static int beside(const struct slow *slow, unsigned cell, unsigned direction)
{
    int next = grid_beside(slow->grid, slow->cell_of[cell], direction);
    return next < 0 ? -1 : slow->number_of[next];
}

/* Computes the pushes that move a lone ball from a cell to each other cell, with the player starting anywhere:
 * repeats rounds over all positions of ball and player until nothing changes. */
static void measure_from(const struct slow *slow, unsigned start)
{
    static unsigned pushes[MOST_CELLS][MOST_CELLS]; /* [cell of the ball][cell of the player] */
    for (unsigned ball = 0; ball < slow->cells; ball++) {
        distance[start][ball] = NEVER;
        for (unsigned player = 0; player < slow->cells; player++)
            pushes[ball][player] = ball == start && player != start ? 0 : NEVER;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (unsigned ball = 0; ball < slow->cells; ball++) {
            for (unsigned player = 0; player < slow->cells; player++) {
                unsigned here = pushes[ball][player];
                for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                    int to = here == NEVER ? -1 : beside(slow, player, direction);
                    bool pushed = to == (int)ball;
                    int ball_to = pushed ? beside(slow, ball, direction) : (int)ball;
                    if (to < 0 || ball_to < 0 || here + pushed >= pushes[ball_to][to])
                        continue;
                    pushes[ball_to][to] = here + pushed;
                    changed = true;
                }
            }
        }
    }
    for (unsigned ball = 0; ball < slow->cells; ball++) {
        for (unsigned player = 0; player < slow->cells; player++)
            distance[start][ball] = least(distance[start][ball],
                                          pushes[ball][player] == NEVER ? NEVER : least(pushes[ball][player], LONGEST));
    }
    distance[start][start] = 0;
}

static void measure_level(const struct grid *begin)
{
    struct slow slow = {.grid = begin, .begin = begin};
    find_cells(&slow);
    for (unsigned cell = 0; cell < slow.cells; cell++)
        measure_from(&slow, cell);
}

static unsigned sum(unsigned a, unsigned b)
{
    return a == NEVER || b == NEVER ? NEVER : least(a + b, LONGEST);
}

/* Returns the cost of reaching `cell` through a cell of snow, which the ball must leave again if `leave`. */
static unsigned through_snow(const struct slow *slow, const unsigned *there, unsigned cell, bool leave)
{
    unsigned best = NEVER;
    for (unsigned snow = 0; snow < slow->cells; snow++) {
        if (is_snow(slow, snow) && !(leave && snow == cell))
            best = least(best, sum(there[snow], distance[snow][cell]));
    }
    return best;
}

/* Returns the pushes that move a ball away from a cell and back. */
static unsigned round_trip(const struct slow *slow, unsigned cell)
{
    unsigned best = NEVER;
    for (unsigned other = 0; other < slow->cells; other++) {
        if (other != cell)
            best = least(best, sum(distance[cell][other], distance[other][cell]));
    }
    return best;
}

static void add_ball(struct slow *slow, unsigned at, unsigned size, bool search)
{
    const unsigned *plain = distance[at];
    unsigned(*cost)[MOST_CELLS] = slow->cost[slow->balls++], once[MOST_CELLS];
    for (unsigned cell = 0; cell < slow->cells; cell++) {
        for (unsigned part = 0; part < SIZES; part++)
            cost[part][cell] = part == size ? plain[cell] : NEVER;
        if (size == 1)
            cost[2][cell] = through_snow(slow, plain, cell, false);
        once[cell] = through_snow(slow, plain, cell, true);
    }
    for (unsigned cell = 0; size == 0 && cell < slow->cells; cell++) {
        unsigned here = search ? sum(plain[cell], round_trip(slow, cell)) : plain[cell];
        cost[1][cell] = is_snow(slow, cell) ? least(once[cell], here) : once[cell];
        cost[2][cell] = through_snow(slow, once, cell, false);
    }
    if (size == 0 || (size == 1 && stack_on(slow, at) < 4))
        cost[size][at] = round_trip(slow, at);
    for (unsigned cell = 0; cell < slow->cells; cell++) {
        bool target = strchr("+=", slow->begin->cells[slow->cell_of[cell]]) != NULL;
        if (stack_on(slow, cell) == 7 || (slow->has_targets && !target))
            cost[2][cell] = NEVER;
    }
}

/* Returns the lowest cost of a snowman of three balls on one of the cells first .. end - 1. */
static unsigned group_cost(const struct slow *slow, unsigned a, unsigned b, unsigned c, unsigned first, unsigned end)
{
    unsigned best = NEVER;
    const unsigned orders[][SIZES] = {{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}};
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned cell = first; cell < end; cell++) {
            unsigned cost = 0;
            for (unsigned part = 0; part < SIZES; part++)
                cost += slow->cost[orders[i][part]][part][cell];
            best = least(best, cost);
        }
    }
    return best;
}

/* Finds the costs of the estimate, or of the bound for a search. */
static void find_costs(struct slow *slow, bool search)
{
    slow->balls = 0;
    memset(slow->sizes, 0, sizeof slow->sizes);
    for (unsigned cell = 0; cell < slow->cells; cell++) {
        unsigned stack = stack_on(slow, cell);
        for (unsigned size = 0; size < SIZES; size++) {
            slow->sizes[size] += stack >> size & 1;
            if (stack != 7 && (stack >> size & 1) != 0)
                add_ball(slow, cell, size, search);
        }
    }
    for (unsigned a = 0; a < slow->balls; a++) {
        for (unsigned b = a + 1; b < slow->balls; b++) {
            for (unsigned c = b + 1; c < slow->balls; c++) {
                unsigned *cost = slow->group[a][b][c];
                for (unsigned n = 0; n < slow->end_count; n++)
                    cost[n] = group_cost(slow, a, b, c, slow->ends[n], slow->ends[n] + 1);
                cost[ENDS] = group_cost(slow, a, b, c, 0, slow->cells);
            }
        }
    }
}

/* Returns the lowest cost of grouping all free balls, with `needed` groups on free dead ends. */
static unsigned group(const struct slow *slow, bool *grouped, bool *taken, unsigned needed)
{
    unsigned a = 0, best = NEVER;
    while (a < slow->balls && grouped[a])
        a++;
    if (a == slow->balls)
        return needed == 0 ? 0 : NEVER;
    grouped[a] = true;
    for (unsigned b = a + 1; b < slow->balls; b++) {
        for (unsigned c = b + 1; c < slow->balls; c++) {
            if (grouped[b] || grouped[c])
                continue;
            const unsigned *cost = slow->group[a][b][c];
            if (cost[ENDS] >= NEVER)
                continue;
            grouped[b] = grouped[c] = true;
            best = least(best, cost[ENDS] + group(slow, grouped, taken, needed));
            for (unsigned n = 0; needed > 0 && n < slow->end_count; n++) {
                if (taken[n])
                    continue;
                taken[n] = true;
                best = least(best, cost[n] + group(slow, grouped, taken, needed - 1));
                taken[n] = false;
            }
            grouped[b] = grouped[c] = false;
        }
    }
    grouped[a] = false;
    return best;
}

/* Finds the dead ends.  Returns how much snow is more than needed. */
static unsigned find_ends(struct slow *slow)
{
    unsigned snow = 0;
    slow->end_count = 0;
    for (unsigned cell = 0; cell < slow->cells; cell++) {
        bool leaves = false;
        for (unsigned other = 0; other < slow->cells; other++)
            leaves |= other != cell && distance[cell][other] < NEVER;
        snow += is_snow(slow, cell);
        if (is_snow(slow, cell) && !leaves && slow->end_count < ENDS)
            slow->ends[slow->end_count++] = cell;
    }
    return snow + slow->sizes[2] - slow->sizes[0];
}

/* Returns the estimate, and stores the bound for a search in `bound`. */
static unsigned slow_estimate(struct slow *slow, unsigned *bound, unsigned *needed)
{
    bool grouped[MOST_BALLS] = {false}, taken[ENDS] = {false};
    find_cells(slow);
    slow->has_targets = false;
    for (int cell = 0; cell < grid_size(slow->begin); cell++)
        slow->has_targets |= strchr("+=", slow->begin->cells[cell]) != NULL;
    slow->end_count = 0;
    find_costs(slow, false);
    unsigned best = group(slow, grouped, taken, 0);
    unsigned spare = find_ends(slow);
    *needed = slow->end_count > spare ? slow->end_count - spare : 0;
    find_costs(slow, true);
    *bound = group(slow, grouped, taken, slow->balls == 0 ? 0 : *needed);
    *bound = *bound < NEVER ? *bound : ESTIMATE_LOST;
    return best < NEVER ? best : ESTIMATE_LOST;
}

struct tally {
    unsigned hopeless, groups[MOST_BALLS / SIZES + 1];
    unsigned on_ends[ENDS + 1], raised; /* counts of bounds by groups on dead ends; bounds above the estimate */
    unsigned within[MOST_BALLS / SIZES + 1], beyond[MOST_BALLS / SIZES + 1]; /* pushes made and left out, by groups */
};

static void compare(uint64_t seed, const struct puzzle *puzzle, const struct grid *begin, const unsigned char *state,
                    struct tally *tally)
{
    static struct slow slow;
    struct grid drawn;
    assert_true(game_snowman.draw(puzzle, state, &drawn));
    slow.grid = &drawn;
    slow.begin = begin;
    unsigned needed, bound, expected = slow_estimate(&slow, &bound, &needed);
    unsigned got = puzzle->rules->estimate(puzzle, state), found = puzzle_bound(puzzle, state);
    if (got != expected)
        fail_msg("seed %llu: the estimate is %u, not %u\n%s", (unsigned long long)seed, got, expected,
                 snowman_drawing(puzzle, state));
    if (found != bound)
        fail_msg("seed %llu: the bound is %u, not %u\n%s", (unsigned long long)seed, found, bound,
                 snowman_drawing(puzzle, state));
    tally->on_ends[needed] += bound != ESTIMATE_LOST;
    tally->raised += bound > got;
    tally->hopeless += got == ESTIMATE_LOST;
    tally->groups[slow.balls / SIZES] += got != ESTIMATE_LOST;
    grid_free(&drawn);
}

/* --- pushes that an expansion within a limit leaves out --- */

/* The index of the ball that a push moves. */
static unsigned moved_ball(const struct slow *slow, unsigned from)
{
    unsigned ball = 0, top = stack_on(slow, from) & -stack_on(slow, from);
    for (unsigned cell = 0; cell < from; cell++)
        ball += stack_on(slow, cell) == 7 ? 0 : (unsigned)__builtin_popcount(stack_on(slow, cell));
    return top == 0 ? MOST_BALLS : ball;
}

/* Returns whether some grouping costs at most `most` and one before a push, and at most `most` after it: the ball
 * `moved` has the costs of `after`, as the ball `now`; all other balls have the costs of `before`. */
static bool grouping_fits(const struct slow *before, const unsigned (*now)[MOST_CELLS], unsigned moved, bool *grouped,
                          unsigned cost, unsigned cost_after, unsigned most)
{
    unsigned a = 0;
    while (a < before->balls && grouped[a])
        a++;
    if (a == before->balls)
        return cost <= most + 1 && cost_after <= most;
    bool fits = false;
    grouped[a] = true;
    for (unsigned b = a + 1; b < before->balls && !fits; b++) {
        for (unsigned c = b + 1; c < before->balls && !fits; c++) {
            unsigned old = before->group[a][b][c][ENDS], new = old;
            if (grouped[b] || grouped[c] || old >= NEVER || cost + old > most + 1)
                continue;
            if (moved == a || moved == b || moved == c) {
                static struct slow changed;
                changed = *before;
                memcpy(changed.cost[moved], now, sizeof changed.cost[moved]);
                new = group_cost(&changed, a, b, c, 0, before->cells);
            }
            grouped[b] = grouped[c] = true;
            fits = grouping_fits(before, now, moved, grouped, cost + old, cost_after + new, most);
            grouped[b] = grouped[c] = false;
        }
    }
    grouped[a] = false;
    return fits;
}

/* Checks which pushes are left out without the rule on clearing, unless groups have to meet on dead ends. */
static void compare_pushes(uint64_t seed, struct puzzle *puzzle, const struct grid *begin, const unsigned char *state,
                           struct tally *tally)
{
    static struct slow before, after;
    struct grid drawn, next;
    unsigned bound, needed, most, least;
    game_move moves[4 * MOST_BALLS], near[4 * MOST_BALLS];
    unsigned char states[4 * MOST_BALLS * 64], near_states[4 * MOST_BALLS * 64];
    assert_true(puzzle->max_moves <= 4 * MOST_BALLS && puzzle->state_bytes <= 64);
    assert_true(game_snowman.draw(puzzle, state, &drawn));
    before.grid = &drawn;
    before.begin = begin;
    slow_estimate(&before, &bound, &needed);
    if (needed == 0 && bound != ESTIMATE_LOST && before.balls > 0) {
        most = bound + (unsigned)(seed / 2 % 3) < 2 ? 0 : bound + (unsigned)(seed / 2 % 3) - 2;
        unsigned count = puzzle->rules->expand_live(puzzle, state, moves, states), n = 0;
        puzzle->spared = 1u << SNOWMAN_CLEARING;
        unsigned near_count = puzzle->rules->expand_within(puzzle, state, most, false, near, near_states, &least);
        puzzle->spared = 0;
        for (unsigned i = 0; i < count; i++) {
            bool left_out = n == near_count || near[n] != moves[i], grouped[MOST_BALLS] = {false};
            int from = (int)move_piece(moves[i]), to = grid_beside(&drawn, from, move_way(moves[i]));
            assert_true(game_snowman.draw(puzzle, states + i * puzzle->state_bytes, &next));
            after.grid = &next;
            after.begin = begin;
            slow_estimate(&after, &bound, &needed);
            unsigned from_cell = (unsigned)before.number_of[from], to_cell = (unsigned)before.number_of[to];
            bool complete = stack_on(&after, to_cell) == 7;
            unsigned moved = moved_ball(&before, from_cell);
            unsigned now = complete ? 0 : moved_ball(&after, to_cell);
            bool fits = complete || grouping_fits(&before, (const unsigned(*)[MOST_CELLS])after.cost[now], moved,
                                                  grouped, 0, 0, most);
            if (complete && before.balls > 0 && near_count == 0)
                fits = !left_out; /* the position itself is beyond the limit */
            if (fits == left_out)
                fail_msg("seed %llu: move %u is %s, most %u\n%s", (unsigned long long)seed, i,
                         left_out ? "left out" : "made", most, snowman_drawing(puzzle, state));
            tally->within[before.balls / SIZES] += !left_out;
            tally->beyond[before.balls / SIZES] += left_out;
            n += !left_out;
            grid_free(&next);
        }
    }
    grid_free(&drawn);
}

static void add_snow_in_corners(struct grid *grid)
{
    int size = grid_size(grid);
    const int corners[] = {0, grid->columns - 1, size - grid->columns, size - 1};
    for (unsigned i = 0; i < 4; i++) {
        unsigned char *cell = &grid->cells[corners[i]];
        *cell = *cell == '-' ? '*' : *cell == '+' ? '=' : *cell == '#' ? '@' : *cell;
    }
}

/* Checks the start of a random level and some states that random moves reach. */
static void check_level(uint64_t seed, const struct snowman_kind *kind, bool corners, struct tally *tally)
{
    uint64_t random = seed;
    struct grid grid = snowman_random(&random, kind);
    if (corners)
        add_snow_in_corners(&grid);
    struct complaint complaint;
    struct puzzle *puzzle = game_snowman.load(&grid, (struct variant){.metric = METRIC_PUSHES}, &complaint);
    assert_non_null(puzzle);
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    unsigned char *states = calloc(puzzle->max_moves + 2, puzzle->state_bytes), *state = states;
    unsigned char *after = states + puzzle->state_bytes;
    assert_true(moves != NULL && states != NULL);
    puzzle->rules->start(puzzle, state);
    measure_level(&grid);
    for (unsigned step = 0; step < 4; step++) {
        if (game_snowman.unsolvable(puzzle) == NULL)
            compare(seed, puzzle, &grid, state, tally);
        /* A board that bits cannot hold leaves no push out: with 32-bit processors, boards of two words. */
        if (game_snowman.unsolvable(puzzle) == NULL && step % 2 == 1 && snowman_can_look_ahead(snowman_board(puzzle)))
            compare_pushes(seed, puzzle, &grid, state, tally);
        unsigned count = puzzle->rules->expand(puzzle, state, moves, after);
        if (count == 0)
            break;
        memcpy(state, after + dice(&random, count) * puzzle->state_bytes, puzzle->state_bytes);
    }
    free(moves);
    free(states);
    game_snowman.free(puzzle);
    grid_free(&grid);
}

static const struct snowman_kind kinds[] = {
    {5, 4, 5, 70, 3, 0, 0}, {6, 4, 10, 30, 3, 4, 0}, {6, 5, 0, 40, 6, 0, 0},  {7, 5, 5, 40, 6, 0, 0},
    {6, 5, 0, 40, 9, 0, 0}, {8, 5, 0, 40, 9, 0, 0},  {6, 6, 0, 60, 12, 0, 0}, {6, 4, 0, 30, 6, 5, 0},
    {7, 5, 0, 10, 3, 0, 3}, {7, 6, 0, 70, 12, 0, 0},
};

/* Levels with snow in all corners and little elsewhere. */
static const struct snowman_kind cornered[] = {
    {7, 6, 0, 12, 7, 0, 1}, {6, 5, 0, 8, 4, 0, 1},  {7, 6, 0, 12, 5, 0, 2},
    {6, 6, 2, 5, 3, 0, 0},  {7, 6, 0, 3, 6, 0, 3},  {7, 5, 2, 10, 4, 3, 1},
    {6, 6, 0, 10, 6, 0, 0}, {7, 6, 0, 16, 9, 0, 0}, {8, 6, 0, 10, 8, 0, 2},
};

/* Levels with much snow, in which the bound uses the snow near each ball; of one word and of two. */
static const struct snowman_kind snowy[] = {
    {8, 6, 0, 95, 6, 0, 0},  {11, 6, 0, 90, 6, 0, 0},  {8, 6, 0, 95, 9, 0, 0},
    {11, 6, 8, 80, 9, 0, 0}, {11, 6, 15, 90, 6, 4, 1},
};

static void test_estimate_is_the_cheapest_grouping(void **unused)
{
    (void)unused;
    struct tally tally = {0};
    for (uint64_t seed = 0; seed < CASES(400) + 60; seed++)
        check_level(seed, &kinds[seed % (sizeof kinds / sizeof *kinds)], false, &tally);
    for (uint64_t seed = 0; seed < CASES(300) + 45; seed++)
        check_level(seed, &cornered[seed % (sizeof cornered / sizeof *cornered)], true, &tally);
    for (uint64_t seed = 0; seed < CASES(30) + 5; seed++)
        check_level(seed, &snowy[seed % (sizeof snowy / sizeof *snowy)], false, &tally);
    assert_true(tally.hopeless > CASES(100));
    for (unsigned groups = 1; groups <= MOST_BALLS / SIZES; groups++) {
        assert_true(tally.groups[groups] > CASES(40));
        /* A tenth of the cases may have no push of twelve balls that is within the limit. */
        bool few = CASES(400) < 100 && groups == MOST_BALLS / SIZES;
        assert_true((few || tally.within[groups] > CASES(40)) && tally.beyond[groups] > CASES(40));
    }
    for (unsigned needed = 0; needed < ENDS; needed++)
        assert_true(tally.on_ends[needed] > CASES(8));
    assert_true(tally.raised > CASES(50));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimate_is_the_cheapest_grouping),
    };
    return cmocka_run_group_tests_name("snowman_estimate", tests, NULL, NULL);
}
