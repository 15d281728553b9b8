/* Sokoban's tables, which otherwise only large levels have: made for thousands of small levels, where a slow search
 * can check all they say. */
#include "tests/unit.h"

#include "games/sokoban/sokoban.h"
#include "solve/judge/judge.h"
#include "tests/slow_judge.h"
#include "tests/toys.h"

#include <stdlib.h>
#include <string.h>

/* Loads a level with tables for groups of up to `grouped` boxes, and frees its text.  Returns NULL if it is not valid.
 */
static struct puzzle *load_room(struct grid *grid, unsigned metric, unsigned grouped)
{
    struct complaint complaint;
    struct puzzle *puzzle = game_sokoban.load(grid, (struct variant){.metric = metric}, &complaint);
    grid_free(grid);
    if (puzzle != NULL)
        assert_true(sokoban_make_tables((struct sokoban *)puzzle, grouped) &&
                    puzzle->rules->prepare_bound(puzzle, NULL));
    return puzzle;
}

/* Returns a random level in a room of that size, in which one cell in `density` is a wall, with tables for groups of
 * up to `grouped` boxes.  Returns NULL if the draw is not a valid level. */
static struct puzzle *fill_room(uint64_t *random, int columns, int rows, unsigned density, unsigned metric,
                                unsigned boxes, unsigned spare, unsigned grouped)
{
    struct grid grid;
    assert_true(grid_make(&grid, columns + 2, rows + 2, '#'));
    for (int row = 1; row <= rows; row++) {
        for (int column = 1; column <= columns; column++)
            grid.cells[row * (columns + 2) + column] = toy_random(random) % density == 0 ? '#' : ' ';
    }
    for (unsigned i = 0; i < 1 + 2 * boxes + spare; i++) {
        char piece = i == 0 ? '@' : i <= boxes ? '$' : '.';
        for (unsigned tries = 0; tries < 50; tries++) {
            int row = 1 + (int)(toy_random(random) % (unsigned)rows);
            int column = 1 + (int)(toy_random(random) % (unsigned)columns);
            unsigned char *cell = &grid.cells[row * (columns + 2) + column];
            if (*cell == ' ' || (*cell == '$' && piece == '.')) {
                *cell = *cell == '$' ? '*' : (unsigned char)piece;
                break;
            }
        }
    }
    return load_room(&grid, metric, grouped);
}

/* Returns a level in a room of up to 7x6 cells with many walls, so that boxes block the player's way, or in a
 * corridor, where boxes block each other; now and then in one that is wider than a word has bits. */
static struct puzzle *random_level(uint64_t seed, unsigned metric, unsigned boxes, unsigned spare)
{
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
    int columns = 3 + (int)(toy_random(&random) % 5), rows = 3 + (int)(toy_random(&random) % 4);
    unsigned density = 3 + (unsigned)(toy_random(&random) % 3);
    unsigned grouped = seed % 16 == 3 ? 4 : 3;
    if (seed % 256 == 5)
        return fill_room(&random, 66, 2, 1000, metric, 1, spare, grouped);
    return seed % 3 == 0 ? fill_room(&random, columns + 4, rows % 2 + 2, 6, metric, boxes, spare, grouped)
                         : fill_room(&random, columns, rows, density, metric, boxes, spare, grouped);
}

/* --- every state and its distance to the goal --- */

enum { MOST_STATES = 3000, NEVER = 1 << 20 };

struct all {
    const struct puzzle *puzzle;
    unsigned char *states;
    unsigned count;
    int *distance;
    game_move *moves;
    unsigned char *after;
};

static const unsigned char *state_at(const struct all *all, unsigned n)
{
    return all->states + n * all->puzzle->state_bytes;
}

static unsigned find_state(const struct all *all, const unsigned char *state)
{
    unsigned n = 0;
    while (n < all->count && memcmp(state_at(all, n), state, all->puzzle->state_bytes) != 0)
        n++;
    return n;
}

static void all_free(struct all *all)
{
    free(all->states);
    free(all->distance);
    free(all->moves);
    free(all->after);
}

/* Lists the states, and measures their distances by passes over all of them until nothing changes.  Returns false if
 * there are too many. */
static bool all_make(struct all *all, const struct puzzle *puzzle, unsigned most)
{
    const struct puzzle_rules *rules = puzzle->rules;
    size_t bytes = puzzle->state_bytes;
    *all = (struct all){.puzzle = puzzle, .count = 1};
    all->states = calloc(most + 1, bytes);
    all->distance = calloc(most + 1, sizeof *all->distance);
    all->moves = calloc(puzzle->max_moves, sizeof *all->moves);
    all->after = calloc(puzzle->max_moves, bytes);
    assert_true(all->states != NULL && all->distance != NULL && all->moves != NULL && all->after != NULL);
    rules->start(puzzle, all->states);
    for (unsigned n = 0; n < all->count; n++) {
        unsigned moves = rules->expand(puzzle, state_at(all, n), all->moves, all->after);
        all->distance[n] = rules->solved(puzzle, state_at(all, n)) ? 0 : NEVER;
        for (unsigned i = 0; i < moves; i++) {
            if (find_state(all, all->after + i * bytes) < all->count)
                continue;
            if (all->count == most) {
                all_free(all);
                return false;
            }
            memcpy(all->states + all->count++ * bytes, all->after + i * bytes, bytes);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned n = all->count; n-- > 0;) {
            unsigned moves = rules->expand(puzzle, state_at(all, n), all->moves, all->after);
            for (unsigned i = 0; i < moves; i++) {
                int via = all->distance[find_state(all, all->after + i * bytes)] + 1;
                changed |= via < all->distance[n];
                all->distance[n] = via < all->distance[n] ? via : all->distance[n];
            }
        }
    }
    return true;
}

/* --- the tables are correct --- */

struct tally {
    unsigned levels, states, lost, higher, dropped, beyond;
};

/* Checks the bound of each state, with all rules and without some of them. */
static void check_bounds(uint64_t seed, struct puzzle *puzzle, const struct all *all, struct tally *tally)
{
    static const unsigned spares[] = {0, 1u << SOKOBAN_SIDES, 1u << SOKOBAN_GROUPS};
    for (unsigned spared = 0; spared < sizeof spares / sizeof *spares; spared++) {
        puzzle->spared = spares[spared];
        for (unsigned n = 0; n < all->count; n++) {
            unsigned bound = puzzle->rules->bound(puzzle, state_at(all, n));
            unsigned estimate = puzzle->rules->estimate(puzzle, state_at(all, n));
            if (all->distance[n] != NEVER && bound > (unsigned)all->distance[n])
                fail_msg("seed %llu: state %u has the bound %u, but %d moves do", (unsigned long long)seed, n, bound,
                         all->distance[n]);
            if (estimate != ESTIMATE_LOST && bound < estimate)
                fail_msg("seed %llu: the bound of state %u is %u, below the estimate %u", (unsigned long long)seed, n,
                         bound, estimate);
            if (spared == 0) {
                tally->states++;
                tally->lost += bound == ESTIMATE_LOST && estimate != ESTIMATE_LOST;
                tally->higher += bound != ESTIMATE_LOST && bound > estimate;
            }
        }
    }
    puzzle->spared = 0;
}

/* Checks that omitted moves lead to lost states, and that the remaining moves are the same. */
static void check_moves(uint64_t seed, const struct puzzle *puzzle, const struct all *all, struct tally *tally)
{
    game_move moves[64];
    unsigned char after[64 * 32];
    assert_true(puzzle->max_moves <= 64 && puzzle->state_bytes <= 32);
    for (unsigned n = 0; n < all->count; n++) {
        unsigned count = puzzle->rules->expand(puzzle, state_at(all, n), all->moves, all->after);
        unsigned live = puzzle->rules->expand_live(puzzle, state_at(all, n), moves, after), at = 0;
        for (unsigned i = 0; i < count; i++) {
            const unsigned char *state = all->after + i * puzzle->state_bytes;
            if (at < live && moves[at] == all->moves[i]) {
                assert_memory_equal(after + at++ * puzzle->state_bytes, state, puzzle->state_bytes);
                continue;
            }
            tally->dropped++;
            if (all->distance[find_state(all, state)] != NEVER)
                fail_msg("seed %llu: a move from state %u that solves the level is left out", (unsigned long long)seed,
                         n);
        }
        assert_int_equal(at, live);
    }
}

/* Expands a state within a limit, or without if `most` is ESTIMATE_LOST. */
static unsigned expand_to(const struct puzzle *puzzle, bool back, const unsigned char *state, unsigned most,
                          unsigned char *after, unsigned *least)
{
    const struct puzzle_rules *rules = puzzle->rules;
    game_move moves[64];
    if (most == ESTIMATE_LOST)
        return back ? rules->back->expand(puzzle, state, after) : rules->expand_live(puzzle, state, moves, after);
    return back ? rules->back->expand_within(puzzle, state, most, after, least)
                : rules->expand_within(puzzle, state, most, false, moves, after, least);
}

/* Checks that an expansion within a limit leaves out only states with a higher bound, and never proves more than
 * it. */
static void check_limits(uint64_t seed, struct puzzle *puzzle, const struct all *all, bool back, struct tally *tally)
{
    static const unsigned spares[] = {0, 0, 0, 1u << SOKOBAN_DEAD_CELLS, 1u << SOKOBAN_GROUPS};
    unsigned (*bound_of)(const struct puzzle *, const unsigned char *) =
        back ? puzzle->rules->back->bound : puzzle->rules->bound;
    unsigned char some[64 * 32], within[64 * 32];
    size_t bytes = puzzle->state_bytes;
    assert_true(2 * puzzle->max_moves <= 64 && bytes <= 32);
    for (unsigned n = 0; n < all->count; n++) {
        puzzle->spared = spares[n % (sizeof spares / sizeof *spares)];
        unsigned bound = bound_of(puzzle, state_at(all, n)), least = ESTIMATE_LOST, at = 0;
        if (bound == ESTIMATE_LOST)
            continue;
        unsigned most = bound + n % 4 > 2 ? bound + n % 4 - 2 : 0;
        unsigned count = expand_to(puzzle, back, state_at(all, n), ESTIMATE_LOST, some, NULL);
        unsigned kept = expand_to(puzzle, back, state_at(all, n), most, within, &least);
        assert_true(least > most);
        for (unsigned i = 0; i < count; i++) {
            const unsigned char *state = some + i * bytes;
            if (at < kept && memcmp(within + at * bytes, state, bytes) == 0) {
                at++;
                continue;
            }
            tally->beyond++;
            unsigned proved = bound_of(puzzle, state);
            if (proved <= most || proved < least)
                fail_msg("seed %llu: state %u: a state with the bound %u is left out; limit %u, least %u",
                         (unsigned long long)seed, n, proved, most, least);
        }
        assert_int_equal(at, kept);
        if (kept == count)
            assert_int_equal(least, ESTIMATE_LOST);
    }
    puzzle->spared = 0;
}

/* --- the way back --- */

static bool is_among(const unsigned char *states, size_t count, const unsigned char *state, size_t bytes)
{
    size_t n = 0;
    while (n < count && memcmp(states + n * bytes, state, bytes) != 0)
        n++;
    return n < count;
}

/* Checks that the ends are exactly the solved states. */
static void check_ends(uint64_t seed, const struct puzzle *puzzle, const struct all *all)
{
    size_t bytes = puzzle->state_bytes, count = puzzle->rules->back->ends(puzzle, NULL, 0);
    unsigned char *ends = calloc(count + 1, bytes);
    assert_non_null(ends);
    assert_int_equal(puzzle->rules->back->ends(puzzle, ends, count), count);
    for (size_t n = 0; n < count; n++) {
        assert_true(puzzle->rules->solved(puzzle, ends + n * bytes));
        assert_false(is_among(ends, n, ends + n * bytes, bytes));
    }
    for (unsigned n = 0; n < all->count; n++) {
        if (puzzle->rules->solved(puzzle, state_at(all, n)) && !is_among(ends, count, state_at(all, n), bytes))
            fail_msg("seed %llu: state %u is solved and no end", (unsigned long long)seed, n);
    }
    free(ends);
}

/* Checks that pulls find exactly the reachable predecessors of each state, and that the bound of the way from the
 * start is a lower bound. */
static void check_back(uint64_t seed, const struct puzzle *puzzle, const struct all *all)
{
    const struct puzzle_back *back = puzzle->rules->back;
    size_t bytes = puzzle->state_bytes;
    unsigned most = PUZZLE_MOST_BACK * puzzle->max_moves;
    unsigned char *before = calloc(most, bytes);
    unsigned *gone = calloc(all->count + 1, sizeof *gone), *found = calloc(all->count + 1, sizeof *found);
    assert_true(before != NULL && gone != NULL && found != NULL);
    for (unsigned n = 0; n < all->count; n++) {
        unsigned bound = back->bound(puzzle, state_at(all, n));
        if (bound > gone[n])
            fail_msg("seed %llu: state %u is %u moves from the start and not %u", (unsigned long long)seed, n, gone[n],
                     bound);
        unsigned count = puzzle->rules->expand(puzzle, state_at(all, n), all->moves, all->after);
        for (unsigned i = 0; i < count; i++) {
            unsigned after = find_state(all, all->after + i * bytes);
            found[after]++;
            gone[after] = after == 0 || gone[after] != 0 ? gone[after] : gone[n] + 1;
            assert_true(is_among(before, back->expand(puzzle, state_at(all, after), before), state_at(all, n), bytes));
        }
    }
    for (unsigned n = 0; n < all->count; n++) {
        unsigned count = back->expand(puzzle, state_at(all, n), before), reached = 0;
        assert_true(count <= most);
        for (unsigned i = 0; i < count; i++)
            reached += find_state(all, before + i * bytes) < all->count;
        if (reached != found[n])
            fail_msg("seed %llu: %u moves lead to state %u, and %u back", (unsigned long long)seed, found[n], n,
                     reached);
        for (unsigned i = 0; i < count; i++) {
            unsigned moves = puzzle->rules->expand(puzzle, before + i * bytes, all->moves, all->after);
            assert_true(is_among(all->after, moves, state_at(all, n), bytes));
        }
    }
    free(before);
    free(gone);
    free(found);
}

/* With as many boxes as a group has, the bound recognises exactly the lost states.  With one box and pushes as
 * moves, it is the exact distance. */
static void check_exact(uint64_t seed, const struct puzzle *puzzle, const struct all *all, unsigned boxes)
{
    for (unsigned n = 0; n < all->count; n++) {
        unsigned bound = puzzle->rules->bound(puzzle, state_at(all, n));
        bool exact = boxes == 1 && sokoban_board(puzzle)->counts_moves == false;
        if ((bound == ESTIMATE_LOST) != (all->distance[n] == NEVER) ||
            (exact && bound != ESTIMATE_LOST && bound != (unsigned)all->distance[n]))
            fail_msg("seed %llu: %u boxes: state %u has the bound %u and is %d moves off", (unsigned long long)seed,
                     boxes, n, bound, all->distance[n]);
    }
}

static void check_levels(unsigned metric, uint64_t seeds, unsigned most, struct tally *tally)
{
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        unsigned boxes = 1 + (unsigned)(seed % 4), spare = seed % 5 == 0;
        struct puzzle *puzzle = random_level(seed, metric, boxes, spare);
        struct all all;
        if (puzzle == NULL)
            continue;
        if (*sokoban_board(puzzle)->hopeless == '\0' && all_make(&all, puzzle, most)) {
            tally->levels++;
            check_bounds(seed, puzzle, &all, tally);
            check_moves(seed, puzzle, &all, tally);
            if (puzzle->rules->expand_within != NULL) {
                check_limits(seed, puzzle, &all, false, tally);
                check_limits(seed, puzzle, &all, true, tally);
            }
            if (seed % 4 == 1) {
                check_ends(seed, puzzle, &all);
                check_back(seed, puzzle, &all);
            }
            if (boxes == sokoban_board(puzzle)->boxes && boxes <= (seed % 16 == 3 ? 4 : 3))
                check_exact(seed, puzzle, &all, boxes);
            all_free(&all);
        }
        game_sokoban.free(puzzle);
    }
}

static void test_tables_tell_the_truth_of_pushes(void **state)
{
    struct tally tally = {0};
    (void)state;
    check_levels(SOKOBAN_PUSHES, CASES(9000), 600, &tally);
    assert_enough(tally.levels > CASES(2100) && tally.lost > CASES(1200) && tally.higher > CASES(300) &&
                  tally.dropped > CASES(90000) && tally.beyond > CASES(90000));
}

static void test_tables_tell_the_truth_of_moves(void **state)
{
    struct tally tally = {0};
    (void)state;
    check_levels(SOKOBAN_MOVES, CASES(1800), 600, &tally);
    assert_enough(tally.levels > CASES(600) && tally.lost > CASES(1500) && tally.higher > CASES(15));
}

/* --- if no box blocks the way, the matching equals that of the estimate --- */

static unsigned compare_matchings(uint64_t seed, const struct puzzle *puzzle)
{
    unsigned char *state = calloc(2 + puzzle->max_moves, puzzle->state_bytes);
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    unsigned compared = 0, count = 1;
    uint64_t random = seed;
    assert_true(state != NULL && moves != NULL);
    puzzle->rules->start(puzzle, state);
    for (; compared < 40 && count > 0; compared++) {
        unsigned bound = puzzle->rules->bound(puzzle, state);
        unsigned estimate = puzzle->rules->estimate(puzzle, state);
        if (bound != estimate)
            fail_msg("seed %llu: after %u moves the matching costs %u, by the estimate %u", (unsigned long long)seed,
                     compared, bound, estimate);
        unsigned char *after = state + puzzle->state_bytes;
        count = puzzle->rules->expand(puzzle, state, moves, after);
        if (count > 0)
            memcpy(state, after + toy_random(&random) % count * puzzle->state_bytes, puzzle->state_bytes);
    }
    free(state);
    free(moves);
    return compared;
}

static void test_matching_of_many_boxes(void **state)
{
    unsigned compared = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(80); seed++) {
        uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
        unsigned boxes = 3 + (unsigned)(toy_random(&random) % 12);
        struct puzzle *puzzle = fill_room(&random, 9, 7, 12, SOKOBAN_PUSHES, boxes, seed % 4, 2);
        if (puzzle == NULL)
            continue;
        const struct sokoban *board = sokoban_board(puzzle);
        puzzle->spared = 1u << SOKOBAN_GROUPS;
        if (*board->hopeless == '\0' && board->tables->nodes == board->cells)
            compared += compare_matchings(seed, puzzle);
        game_sokoban.free(puzzle);
    }
    assert_enough(compared > CASES(200));
}

/* --- judgements with tables compared with the slow judge --- */

static void compare(uint64_t seed, const char *what, double fast, double slow)
{
    if (fast != slow)
        fail_msg("seed %llu: %s is %g, but the slow way says %g", (unsigned long long)seed, what, fast, slow);
}

static void judge_both(uint64_t seed, const struct puzzle *puzzle, const struct slow *slow,
                       enum measures_wanted measures)
{
    struct judgement judgement;
    struct request request = {.measures = measures, .limits = {.jobs = 1}};
    assert_true(judge(puzzle, &request, &judgement));
    compare(seed, "depth", judgement.measure[MEASURE_depth], slow->depth == SLOW_NOT_SOLVED ? UNKNOWN : slow->depth);
    compare(seed, "solutions", atof(text_string(&judgement.solutions)), (double)slow->solutions);
    compare(seed, "whether essential is right", tells_essential(&judgement, slow->essential), true);
    for (int n = 0; n < slow->depth; n++)
        compare(seed, "reported move", judgement.reported.moves[n], slow->first[n]);
    if (slow->depth >= 0 && measures == MEASURES_AUTO) {
        compare(seed, "forced", judgement.measure[MEASURE_forced], slow->forced);
        compare(seed, "traps", judgement.measure[MEASURE_traps], slow->traps);
    }
    judgement_free(&judgement);
}

static void test_counts_are_those_of_the_slow_way(void **state)
{
    unsigned solved = 0, lost = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(1000); seed++) {
        unsigned boxes = 1 + (unsigned)(seed % 4), spare = seed % 3 == 0;
        struct puzzle *puzzle = random_level(seed, seed % 7 == 0 ? SOKOBAN_MOVES : SOKOBAN_PUSHES, boxes, spare);
        struct slow slow;
        if (puzzle == NULL)
            continue;
        if (slow_judge(puzzle, MOST_STATES, 300, &slow)) {
            judge_both(seed, puzzle, &slow, MEASURES_NONE);
            judge_both(seed, puzzle, &slow, MEASURES_AUTO);
            solved += slow.depth > 0;
            lost += slow.depth == SLOW_NOT_SOLVED;
            slow_free(&slow);
        }
        game_sokoban.free(puzzle);
    }
    assert_enough(solved > CASES(20) && lost > CASES(200));
}

/* --- clusters --- */

/* Returns a level with five or six boxes, made from a solved state by random pulls.  Returns NULL if the draw is not a
 * valid level. */
static struct puzzle *pulled_level(uint64_t seed)
{
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
    int columns = 5 + (int)(toy_random(&random) % 5), rows = 5 + (int)(toy_random(&random) % 2);
    unsigned boxes = SOKOBAN_CLUSTERED + seed % 3 % 2, pulls = 4 + (unsigned)(toy_random(&random) % 30);
    struct grid grid;
    assert_true(grid_make(&grid, columns, rows, '#'));
    int inner[64], count = 0, player;
    for (int cell = columns; cell < columns * (rows - 1); cell++) {
        if (cell % columns == 0 || cell % columns == columns - 1 || toy_random(&random) % 5 == 0)
            continue;
        grid.cells[cell] = ' ';
        inner[count++] = cell;
    }
    if (count < (int)boxes + 3) {
        grid_free(&grid);
        return NULL;
    }
    for (unsigned left = boxes + (seed % 5 == 0); left > 0;) {
        unsigned char *at = &grid.cells[inner[toy_random(&random) % (unsigned)count]];
        if (*at == ' ')
            *at = --left >= boxes ? '.' : '*';
    }
    do
        player = inner[toy_random(&random) % (unsigned)count];
    while (grid.cells[player] != ' ');
    for (unsigned steps = 0; pulls > 0 && steps < 300; steps++) {
        int step = (toy_random(&random) % 2 == 0 ? 1 : columns) * (toy_random(&random) % 2 == 0 ? 1 : -1);
        unsigned char *from = &grid.cells[player - step], *to = &grid.cells[player];
        if (strchr(" .", grid.cells[player + step]) == NULL)
            continue;
        if (strchr("$*", *from) != NULL && toy_random(&random) % 4 != 0) {
            *from = *from == '*' ? '.' : ' ';
            *to = *to == '.' ? '*' : '$';
            pulls--;
        }
        player += step;
    }
    grid.cells[player] = grid.cells[player] == '.' ? '+' : '@';
    return load_room(&grid, seed % 7 == 0 ? SOKOBAN_MOVES : SOKOBAN_PUSHES, 2 + (unsigned)(seed / 2 % 3));
}

/* Checks the high bound of each state.  With five boxes there is one cluster, so it recognises exactly the lost states.
 */
static void check_high_bounds(uint64_t seed, const struct puzzle *puzzle, const struct all *all, struct tally *tally)
{
    bool whole = sokoban_board(puzzle)->boxes == SOKOBAN_CLUSTERED && sokoban_board(puzzle)->tables->groups->most == 4;
    tally->levels++;
    for (unsigned n = 0; n < all->count; n++) {
        unsigned bound = puzzle->rules->bound(puzzle, state_at(all, n));
        unsigned high = puzzle->rules->high_bound(puzzle, state_at(all, n));
        bool lost = all->distance[n] == NEVER;
        if (high < bound || (!lost && high > (unsigned)all->distance[n]) || (whole && lost != (high == ESTIMATE_LOST)))
            fail_msg("seed %llu: state %u has the bounds %u and %u and is %d moves off", (unsigned long long)seed, n,
                     bound, high, all->distance[n]);
        tally->states++;
        tally->lost += high == ESTIMATE_LOST && bound != ESTIMATE_LOST;
        tally->higher += high != ESTIMATE_LOST && high > bound;
    }
}

static void test_clusters(void **state)
{
    int solved = 0, fewer = 0;
    struct tally tally = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(1000); seed++) {
        struct puzzle *puzzle = pulled_level(seed);
        struct all all;
        struct slow slow;
        if (puzzle == NULL)
            continue;
        assert_int_equal(puzzle->rules->prepare(puzzle, 1, NULL), 0);
        if (*sokoban_board(puzzle)->hopeless == '\0' && all_make(&all, puzzle, 1000)) {
            if (puzzle->rules->prepare(puzzle, SIZE_MAX, NULL) > 0)
                check_high_bounds(seed, puzzle, &all, &tally);
            all_free(&all);
        }
        if (slow_judge(puzzle, MOST_STATES, 300, &slow)) {
            double states[2];
            for (unsigned spared = 0; spared < 2; spared++) {
                struct judgement judgement;
                unsigned jobs = 1 + (unsigned)(seed % 2);
                struct request request = {.measures = MEASURES_NONE,
                                          .limits = {.jobs = jobs, .plenty = 1, .spared = SEARCH_ALONE}};
                puzzle->spared = spared << SOKOBAN_CLUSTERS;
                assert_true(judge(puzzle, &request, &judgement));
                compare(seed, "depth", judgement.measure[MEASURE_depth],
                        slow.depth == SLOW_NOT_SOLVED ? UNKNOWN : slow.depth);
                compare(seed, "solutions", atof(text_string(&judgement.solutions)), (double)slow.solutions);
                states[spared] = (double)judgement.states;
                judgement_free(&judgement);
            }
            solved += slow.depth > 0;
            fewer += states[0] < states[1];
            slow_free(&slow);
        }
        game_sokoban.free(puzzle);
    }
    assert_enough(tally.levels > CASES(500) && tally.lost > CASES(200) && tally.higher > CASES(10));
    assert_enough(solved > CASES(400) && fewer >= CASES(3));
}

/* --- a board with more cells than a word has bits --- */

static void test_wide_boards(void **state)
{
    unsigned solved = 0, fewer = 0, wide = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= QUICK_CASES(20); seed++) {
        uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
        struct puzzle *puzzle = fill_room(&random, 14, 8, 20, SOKOBAN_PUSHES, 3, seed % 2, 3);
        struct judgement judgement;
        struct request request = {.measures = MEASURES_NONE, .limits = {.jobs = 1}};
        if (puzzle == NULL)
            continue;
        wide += sokoban_board(puzzle)->tables->ranks > 64;
        double depth = 0, solutions = 0, states = 0;
        for (unsigned spared = 0; spared < 2; spared++) {
            puzzle->spared = spared << SOKOBAN_GROUPS;
            assert_true(judge(puzzle, &request, &judgement));
            if (spared == 0) {
                depth = judgement.measure[MEASURE_depth];
                solutions = atof(text_string(&judgement.solutions));
                states = (double)judgement.states;
                solved += depth > 0;
            } else {
                compare(seed, "depth", depth, judgement.measure[MEASURE_depth]);
                compare(seed, "solutions", solutions, atof(text_string(&judgement.solutions)));
                fewer += states < (double)judgement.states;
            }
            judgement_free(&judgement);
        }
        game_sokoban.free(puzzle);
    }
    assert_enough(solved > 1 && fewer > 0 && wide > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_tell_the_truth_of_pushes),
        cmocka_unit_test(test_tables_tell_the_truth_of_moves),
        cmocka_unit_test(test_matching_of_many_boxes),
        cmocka_unit_test(test_counts_are_those_of_the_slow_way),
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_wide_boards),
    };
    return cmocka_run_group_tests_name("sokoban_tables", tests, NULL, NULL);
}
