/* One state for all mirror images, on random symmetric levels: images become the same state, from which the same
 * moves are possible, and all judgements agree with the slow judge and with a search that distinguishes images. */
#include "tests/unit.h"

#include "games/mirrors.h"
#include "games/snakebird/snakebird.h"
#include "games/snowman/board.h"
#include "games/snowman/snowman.h"
#include "games/sokoban/sokoban.h"
#include "solve/judge/solver.h"
#include "solve/search/disk/disk.h"
#include "tests/differential.h"
#include "tests/levels.h"
#include "tests/mirror_level.h"
#include "tests/slow_judge.h"
#include "tests/toys.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct game *const mirrored_games[] = {&game_sokoban, &game_snowman, &game_snakebird};
static const unsigned mirrors_rule[] = {SOKOBAN_MIRRORS, SNOWMAN_MIRRORS, SNAKEBIRD_MIRRORS};
enum { GAMES = sizeof mirrored_games / sizeof *mirrored_games, MOST_BYTES = 256, MOST_MOVES = 256 };

static uint64_t seed_at_hand;
static const struct game *game_at_hand;

#define check(condition)                                                                        \
    do {                                                                                        \
        if (!(condition))                                                                       \
            fail_msg("%s, seed %" PRIu64 ": %s", game_at_hand->name, seed_at_hand, #condition); \
    } while (0)

static uint64_t seeds(uint64_t few)
{
    return chance_seeds(CASES(few), 40);
}

/* Returns whether something happened on more than `least` levels; always true if few levels are tried, with
 * ONLYWAY_TEST_SEED or under a sanitizer. */
static bool is_enough(unsigned happened, uint64_t least)
{
    return WATCHED || getenv("ONLYWAY_TEST_SEED") != NULL || happened > least;
}

/* Calls `with` for random levels of each game, and checks that it is useful (returns true) for some of them. */
static void with_levels(uint64_t count, bool even, bool (*with)(struct puzzle *puzzle, unsigned rule))
{
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned used = 0;
        game_at_hand = mirrored_games[game];
        for (uint64_t n = 0; n < seeds(count); n++) {
            seed_at_hand = chance_seed() + n;
            struct puzzle *puzzle = mirror_level(game_at_hand, seed_at_hand, even);
            if (puzzle == NULL)
                continue;
            if (puzzle->mirrors > 1)
                used += with(puzzle, mirrors_rule[game]);
            game_at_hand->free(puzzle);
        }
        check(is_enough(used, seeds(count) / 100));
    }
}

/* --- images --- */

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    check(puzzle->state_bytes < MOST_BYTES && puzzle->max_moves <= MOST_MOVES);
    return puzzle->rules->expand(puzzle, state, moves, states);
}

/* Makes a legal move by its label. */
static void make_move(const struct puzzle *puzzle, unsigned char *state, game_move move)
{
    static game_move moves[MOST_MOVES];
    static unsigned char states[MOST_MOVES * MOST_BYTES];
    unsigned count = expand(puzzle, state, moves, states), n = 0;
    while (n < count && moves[n] != move)
        n++;
    check(n < count);
    memcpy(state, states + n * puzzle->state_bytes, puzzle->state_bytes);
}

static game_move image_of_move(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    return puzzle->rules->map_move != NULL ? puzzle->rules->map_move(puzzle, symmetry, move)
                                           : move_turned(symmetry, move);
}

/* Plays at random from a symmetric start, and makes the mirrored moves beside it. */
static bool images_are_one(struct puzzle *puzzle, unsigned rule)
{
    static game_move moves[MOST_MOVES];
    static unsigned char states[MOST_MOVES * MOST_BYTES];
    unsigned char here[MOST_BYTES], there[MOST_BYTES], one[MOST_BYTES], other[MOST_BYTES];
    uint64_t random = seed_at_hand + 5;
    size_t bytes = puzzle->state_bytes;
    (void)rule;
    for (unsigned s = 1; s < puzzle->symmetry_count; s++) {
        puzzle->rules->start(puzzle, here);
        puzzle->rules->start(puzzle, there);
        for (unsigned n = 0; n < 25; n++) {
            unsigned count = expand(puzzle, here, moves, states);
            if (count == 0)
                break;
            unsigned which = (unsigned)(toy_random(&random) % count);
            make_move(puzzle, there, image_of_move(puzzle, puzzle->symmetries[s], moves[which]));
            memcpy(here, states + which * bytes, bytes);
            memcpy(one, here, bytes);
            memcpy(other, there, bytes);
            puzzle->rules->merge(puzzle, one);
            puzzle->rules->merge(puzzle, other);
            check(memcmp(one, other, bytes) == 0);
            puzzle->rules->merge(puzzle, other);
            check(memcmp(one, other, bytes) == 0);
        }
    }
    return puzzle->symmetry_count > 1;
}

static void test_images(void **state)
{
    (void)state;
    with_levels(300, true, images_are_one);
}

/* --- futures --- */

static size_t bytes_at_hand;

static int compare_states(const void *a, const void *b)
{
    return memcmp(a, b, bytes_at_hand);
}

/* Collects the states after a state, merged and sorted, one for each move. */
static unsigned merged_after(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states)
{
    static game_move moves[MOST_MOVES];
    unsigned count = expand(puzzle, state, moves, states);
    bytes_at_hand = puzzle->state_bytes;
    for (unsigned n = 0; n < count; n++)
        puzzle->rules->merge(puzzle, states + n * bytes_at_hand);
    qsort(states, count, bytes_at_hand, compare_states);
    return count;
}

/* Plays at random.  A state and its merged form must have the same future. */
static bool futures_are_one(struct puzzle *puzzle, unsigned rule)
{
    static unsigned char states[MOST_MOVES * MOST_BYTES], others[MOST_MOVES * MOST_BYTES];
    static game_move moves[MOST_MOVES];
    unsigned char here[MOST_BYTES], merged[MOST_BYTES];
    uint64_t random = seed_at_hand + 9;
    size_t bytes = puzzle->state_bytes;
    bool changed = false;
    (void)rule;
    puzzle->rules->start(puzzle, here);
    for (unsigned n = 0; n < 40; n++) {
        memcpy(merged, here, bytes);
        puzzle->rules->merge(puzzle, merged);
        changed |= memcmp(merged, here, bytes) != 0;
        check(puzzle->rules->solved(puzzle, merged) == puzzle->rules->solved(puzzle, here));
        check(puzzle->rules->lost(puzzle, merged) == puzzle->rules->lost(puzzle, here));
        unsigned count = merged_after(puzzle, here, states);
        check(merged_after(puzzle, merged, others) == count);
        check(memcmp(states, others, count * bytes) == 0);
        count = expand(puzzle, here, moves, states);
        if (count == 0 || puzzle->rules->solved(puzzle, here))
            break;
        memcpy(here, states + toy_random(&random) % count * bytes, bytes);
    }
    return changed;
}

static void test_futures(void **state)
{
    (void)state;
    with_levels(300, false, futures_are_one);
}

/* --- judgements --- */

enum { ALL = AGREE_COUNTS | AGREE_REPORTED | AGREE_MEASURES | AGREE_ESTIMATED };

static void judge_by(const struct puzzle *puzzle, const struct request *request, struct general_method method,
                     struct judgement *judgement)
{
    *judgement = (struct judgement){.greedy = -1, .symmetry = puzzle->symmetry_count};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement->measure[i] = UNKNOWN;
    check(general_judge_with(puzzle, request, method, judgement));
}

static void compare(const struct judgement *expected, const struct judgement *got)
{
    struct text why = {0};
    if (!judgements_agree(expected, got, ALL, &why))
        fail_msg("%s, seed %" PRIu64 ": %s", game_at_hand->name, seed_at_hand, text_string(&why));
    check(expected->listed_count == got->listed_count && expected->listed_classes == got->listed_classes);
    for (size_t i = 0; i < expected->listed_count; i++)
        check(move_lists_equal(&expected->listed[i], &got->listed[i]));
    text_free(&why);
}

/* Compares with the slow judge. */
static void compare_slow(const struct slow *slow, const struct judgement *judgement)
{
    bool solvable = slow->depth != SLOW_NOT_SOLVED;
    check(judgement->measure[MEASURE_depth] == (solvable ? slow->depth : UNKNOWN));
    check(strtod(text_string(&judgement->solutions), NULL) == (double)slow->solutions);
    check(tells_essential(judgement, slow->essential));
    for (int n = 0; n < slow->depth; n++)
        check(judgement->reported.moves[n] == slow->first[n]);
    if (solvable && judgement->measure[MEASURE_forced] != UNKNOWN) {
        check(judgement->measure[MEASURE_forced] == slow->forced);
        check(judgement->measure[MEASURE_traps] == slow->traps);
    }
}

static unsigned decided, solved, slowly; /* counts of compared judgements */

static struct disk_search disk_at_hand = {.buffer_most = 7, .batch_most = 11, .interval = -1};

/* Skips most unsolvable levels, to leave time for others. */
static bool is_worth_while(const struct puzzle *puzzle)
{
    struct request request = {.limits = {.max_states = 60000}};
    struct judgement judgement;
    judge_by(puzzle, &request, general_default, &judgement);
    bool worth = judgement.verdict == VERDICT_UNSOLVABLE || judgement.measure[MEASURE_depth] < 2
                     ? seed_at_hand % 6 == 0
                     : judgement.verdict != VERDICT_UNDECIDED;
    judgement_free(&judgement);
    return worth;
}

/* Compares judgements with and without merging of images: in memory and on disk, with one thread and three, with all
 * measures and without. */
static bool judgements_agree_with_all(struct puzzle *puzzle, unsigned rule)
{
    struct beyond beyond = {disk_waits, disk_search_inside, disk_search, disk_all, &disk_at_hand, 1};
    struct general_method method = {0, 1, 1 << 21, general_default.essential};
    struct judgement expected, got;
    struct slow slow;
    bool fewer = false;
    if (seed_at_hand % 4 == 0)
        method.whole_least = general_default.whole_least;
    puzzle->spared = 1u << rule;
    if (!is_worth_while(puzzle))
        return false;
    bool small = slow_judge(puzzle, 3000, 300, &slow); /* the level is not too large for the slow judge */
    for (unsigned way = 0; way < 5; way++) {
        struct request request = {.list = 4, .limits = {.max_states = 60000}};
        request.measures = way < 2 ? MEASURES_AUTO : MEASURES_NONE;
        struct general_method whole = method;
        whole.whole_times = 16;
        if (way < 3) { /* the others change only how to search */
            puzzle->spared = 1u << rule;
            judge_by(puzzle, &request, way == 0 ? whole : method, &expected);
        }
        puzzle->spared = 0;
        request.limits.jobs = way % 2 == 1 ? 3 : 1;
        request.limits.spared = SEARCH_ALONE;
        request.beyond = way == 4 ? &beyond : NULL;
        judge_by(puzzle, &request, way == 0 ? whole : method, &got);
        if (expected.verdict != VERDICT_UNDECIDED && got.verdict != VERDICT_UNDECIDED) {
            if (way == 1) { /* the state limit of the measures differs between the two */
                for (int i = 0; i < MEASURE_COUNT; i++)
                    got.measure[i] = expected.measure[i];
                got.guided = expected.guided;
            }
            compare(&expected, &got);
            slowly += small;
            if (small)
                compare_slow(&slow, &got);
            solved += got.verdict != VERDICT_UNSOLVABLE && got.measure[MEASURE_depth] > 1;
            decided++;
            fewer |= got.states < expected.states;
        }
        judgement_free(&got);
        if (way < 2 || way == 4)
            judgement_free(&expected);
    }
    if (small)
        slow_free(&slow);
    return fewer;
}

static void test_judgements(void **state)
{
    (void)state;
    decided = solved = slowly = 0;
    with_levels(400, false, judgements_agree_with_all);
    check(is_enough(solved, decided / 8) && is_enough(slowly, decided / 4));
}

static void test_judgements_of_even_starts(void **state)
{
    (void)state;
    decided = solved = slowly = 0;
    with_levels(300, true, judgements_agree_with_all);
    check(is_enough(solved, decided / 8) && is_enough(slowly, decided / 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_futures),
        cmocka_unit_test(test_judgements),
        cmocka_unit_test(test_judgements_of_even_starts),
    };
    return cmocka_run_group_tests_name("mirrors", tests, NULL, NULL);
}
