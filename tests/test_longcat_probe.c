/* Compares the quick probe of LongCat boards with the slow judge: numbers of solutions, limits and profiles. */
#include "tests/unit.h"

#include "solve/longcat/probe.h"
#include "tests/levels.h"
#include "tests/oracle.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 20000, SIDE = 5 };

static const char *wrong_count(struct probe *probe, const unsigned char *open, int head, const struct oracle *right)
{
    for (unsigned limit = 1; limit < 5; limit++) {
        int expected = right->count < limit ? (int)right->count : (int)limit;
        if (probe_count(probe, open, head, limit) != expected)
            return "the count";
    }
    if (right->count == 0 || right->reported.length == 0)
        return NULL;
    if (probe_has_other(probe, open, head) != (right->count > 1))
        return "whether there is another solution";
    bool same =
        probe->length == right->list[0].length && memcmp(probe->path, right->list[0].labels, probe->length) == 0;
    return same ? NULL : "the first solution";
}

/* Checks the profile of a level with one solution. */
static const char *wrong_profile(struct probe *probe, const unsigned char *open, int head, const struct oracle *right)
{
    struct profile profile;
    unsigned here = 0;
    double luck = 0; /* each stop offers the right slide and its traps */
    for (unsigned i = 0; i < right->traps; i++) {
        bool same = i > 0 && right->trap[i].position == right->trap[i - 1].position;
        here = same ? here + 1 : 1;
        luck += log2((here + 1.0) / here);
    }
    if (probe_has_other(probe, open, head) != 0)
        return "that there is another solution";
    probe_profile(probe, open, head, true, &profile);
    return profile.depth != right->reported.length            ? "depth"
           : profile.choices != right->choices                ? "choices"
           : profile.traps != right->traps                    ? "traps"
           : profile.interplay != right->interplay            ? "interplay"
           : profile.detours != right->detours                ? "detours"
           : fabs(profile.bits - right->bits) > 1e-9          ? "bits"
           : fabs(profile.luck - luck) > 1e-9                 ? "luck"
           : probe_greedy(probe, open, head) != right->greedy ? "greedy"
                                                              : NULL;
}

/* Computes probe_hides by its definition, with the plain rules. */
static int slow_hides(const struct puzzle *puzzle, const unsigned char *state)
{
    enum { CAPACITY = 64 };
    unsigned char after[DIRECTIONS * CAPACITY];
    game_move moves[DIRECTIONS];
    int longest = 0;
    if (puzzle->rules->solved(puzzle, state))
        return -1;
    assert_true(puzzle->state_bytes <= CAPACITY);
    unsigned count = puzzle->rules->expand(puzzle, state, moves, after);
    bool lost = oracle_lost(puzzle, state);
    for (unsigned i = 0; i < count; i++) {
        int more = slow_hides(puzzle, after + i * puzzle->state_bytes);
        if (more < 0)
            return -1;
        longest = more > longest ? more : longest;
    }
    return lost ? 0 : longest + 1;
}

/* Checks each first slide of a solvable level. */
static const char *wrong_hiding(struct probe *probe, const unsigned char *open, int head, int cells,
                                const struct puzzle *puzzle)
{
    uint64_t bits[LANES * LANES / 64] = {0};
    unsigned char state[64], after[DIRECTIONS * 64];
    game_move moves[DIRECTIONS];
    unsigned next = 0;
    if (probe->position.kind == POSITION_WIDE)
        return NULL;
    for (int cell = 0; cell < cells; cell++)
        bits[cell / 64] |= (uint64_t)(open[cell] && cell != head) << cell % 64;
    puzzle->rules->start(puzzle, state);
    unsigned count = puzzle->rules->expand(puzzle, state, moves, after);
    position_set_bits(&probe->position, bits, head);
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!position_slide(&probe->position, (enum direction)d))
            continue;
        const unsigned char *here = after + next++ * puzzle->state_bytes;
        int expected = slow_hides(puzzle, here);
        if (!position_solved(&probe->position) && probe_hides(probe, (enum direction)d) != expected)
            return "for how long a loss hides";
        position_undo(&probe->position);
    }
    return next == count ? NULL : "the slides of a board of bits";
}

/* Judges a level within a field of the given size, so that every kind of board is tested: one bit per cell, rows of
 * bits, and the general one. */
static const char *wrong_within(const struct puzzle *puzzle, int columns, int rows, const struct oracle *right)
{
    const struct longcat *board = longcat_board(puzzle);
    struct probe probe;
    unsigned char *open = calloc((size_t)columns * (size_t)rows, 1);
    assert_non_null(open);
    assert_true(probe_make(&probe, columns, rows, 1000000));
    int down = rows - board->grid.rows, across = (columns - board->grid.columns) / 2, head = 0;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int row = board->place[cell] / board->grid.columns + down;
        int column = board->place[cell] % board->grid.columns + across;
        open[row * columns + column] = 1;
        if (cell == board->cat)
            head = row * columns + column;
    }
    const char *wrong = wrong_count(&probe, open, head, right);
    if (wrong == NULL && right->count == 1)
        wrong = wrong_profile(&probe, open, head, right);
    if (wrong == NULL && right->count > 0)
        wrong = wrong_hiding(&probe, open, head, columns * rows, puzzle);
    probe_free(&probe);
    free(open);
    return wrong;
}

static void test_quick_look_agrees_with_the_slow_judge(void **state)
{
    (void)state;
    static const int sizes[][2] = {{0, 0}, {9, 8}, {16, 17}, {LANES, LANES}, {LANES + 1, 6}};
    uint64_t first = chance_seed();
    unsigned unique = 0;
    for (uint64_t seed = first; seed < first + CASES(LEVELS); seed++) {
        struct chance chance = {seed};
        struct grid grid = random_level(&chance, SIDE);
        struct puzzle *puzzle = load_level(&grid);
        const struct longcat *board = longcat_board(puzzle);
        struct oracle right;
        oracle_judge(puzzle, &right);
        unique += right.count == 1;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            int columns = sizes[i][0] > board->grid.columns ? sizes[i][0] : board->grid.columns;
            int rows = sizes[i][1] > board->grid.rows ? sizes[i][1] : board->grid.rows;
            const char *wrong = wrong_within(puzzle, columns, rows, &right);
            if (wrong != NULL) {
                print_level(&grid, seed, wrong);
                fail_msg("%s is wrong in a field of %dx%d, seed %" PRIu64, wrong, columns, rows, seed);
            }
        }
        oracle_free(&right);
        puzzle->game->free(puzzle);
        grid_free(&grid);
    }
    assert_true(unique > CASES(LEVELS) / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quick_look_agrees_with_the_slow_judge),
    };
    return cmocka_run_group_tests_name("LongCat's quick look", tests, NULL, NULL);
}
