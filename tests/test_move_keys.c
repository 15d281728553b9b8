/* Keys of moves, on random levels: each state shares a key with each of its successors, also once they are merged, and
 * hardly ever with a state further away. */
#include "tests/unit.h"

#include "games/snakebird/snakebird.h"
#include "games/snowman/snowman.h"
#include "tests/differential.h"
#include "tests/mirror_level.h"
#include "tests/slow_states.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 400, FAR = 4 /* moves */ };

/* What was met. */
static struct met {
    unsigned moves, merged; /* of these, into a state that merging changes */
    unsigned leaving[3];    /* of these, by how many birds leave */
    unsigned eating, pairs, alike;
} met;

static uint64_t seed_at_hand;

static unsigned merged_keys(const struct puzzle *puzzle, const unsigned char *state, bool after, uint64_t *keys)
{
    unsigned char *merged = calloc(1, puzzle->state_bytes + 8);
    assert_non_null(merged);
    memcpy(merged, state, puzzle->state_bytes);
    puzzle->rules->merge(puzzle, merged);
    met.merged += after && memcmp(merged, state, puzzle->state_bytes) != 0;
    unsigned count = puzzle->rules->move_keys(puzzle, merged, after, keys);
    assert_true(count > 0 && count <= PUZZLE_MOST_KEYS);
    free(merged);
    return count;
}

/* Whether a state shares a key with one that may be its successor. */
static bool share(const struct puzzle *puzzle, const unsigned char *state, const unsigned char *after)
{
    uint64_t own[PUZZLE_MOST_KEYS], other[PUZZLE_MOST_KEYS];
    unsigned count = merged_keys(puzzle, state, false, own), others = merged_keys(puzzle, after, true, other);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < others; j++) {
            if (own[i] == other[j])
                return true;
        }
    }
    return false;
}

/* Counts what a move of a bird does. */
static void see_birds(const struct puzzle *puzzle, const unsigned char *bytes, const unsigned char *after)
{
    struct snakebird_state before, then;
    unsigned left = 0;
    snakebird_unpack(snakebird_board(puzzle), bytes, &before);
    snakebird_unpack(snakebird_board(puzzle), after, &then);
    for (unsigned i = 0; i < snakebird_board(puzzle)->birds; i++)
        left += before.bird[i].length > 0 && then.bird[i].length == 0;
    met.leaving[left < 2 ? left : 2]++;
    met.eating += before.fruit != then.fruit;
}

/* Goes through the states near the start, breadth first. */
static void check_level(const struct puzzle *puzzle)
{
    const struct puzzle_rules *rules = puzzle->rules;
    struct slow_states states;
    size_t bytes = puzzle->state_bytes;
    unsigned char *start = calloc(1, bytes + 8), *here = calloc(1, bytes + 8);
    unsigned char *after = calloc(puzzle->max_moves, bytes);
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    assert_true(start != NULL && here != NULL && after != NULL && moves != NULL);
    slow_states_make(&states, bytes, MOST_STATES);
    rules->start(puzzle, start);
    slow_states_add(&states, start, 0);
    for (size_t n = 0; n < states.count; n++) {
        memcpy(here, slow_states_at(&states, n), bytes);
        int depth = states.depths[n];
        if (depth >= FAR) {
            met.pairs++;
            met.alike += share(puzzle, start, here);
        }
        unsigned count = rules->solved(puzzle, here) ? 0 : rules->expand(puzzle, here, moves, after);
        for (unsigned k = 0; k < count; k++) {
            if (!share(puzzle, here, after + k * bytes))
                fail_msg("%s, seed %" PRIu64 ": state %zu shares no key with its successor %u", puzzle->game->name,
                         seed_at_hand, n, k);
            met.moves++;
            if (puzzle->game == &game_snakebird)
                see_birds(puzzle, here, after + k * bytes);
            slow_states_add(&states, after + k * bytes, depth + 1);
        }
    }
    slow_states_free(&states);
    free(start);
    free(here);
    free(after);
    free(moves);
}

/* Checks random levels of a game: of all kinds, and symmetric ones. */
static void check_game(const struct game *game, uint64_t levels)
{
    met = (struct met){0};
    for (uint64_t n = 0; n < 2 * levels; n++) {
        seed_at_hand = chance_seed() + n;
        struct chance chance = {seed_at_hand};
        struct specimen specimen = {0};
        struct puzzle *puzzle;
        if (n % 2 == 0) {
            specimen = specimen_propose(&chance, game);
            puzzle = specimen_load(&specimen);
        } else {
            puzzle = mirror_level(game, seed_at_hand, n % 4 == 1);
        }
        if (puzzle != NULL && puzzle->rules->move_keys != NULL)
            check_level(puzzle);
        if (puzzle != NULL)
            game->free(puzzle);
        if (n % 2 == 0)
            specimen_free(&specimen);
    }
    assert_true(met.moves > 20 * levels && met.merged > levels && met.pairs > levels);
    assert_true(met.alike < met.pairs / 2);
}

static void test_snakebird(void **state)
{
    (void)state;
    check_game(&game_snakebird, CASES(400));
    assert_true(met.eating > 0 && met.leaving[1] > 0 && met.leaving[2] > 0);
}

static void test_snowman(void **state)
{
    (void)state;
    check_game(&game_snowman, CASES(400));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_snakebird),
        cmocka_unit_test(test_snowman),
    };
    return cmocka_run_group_tests_name("move_keys", tests, NULL, NULL);
}
