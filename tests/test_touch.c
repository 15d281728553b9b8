/* Taps on the page's board: compares the walks and pushes that they find with plain breadth-first play of random
 * levels, which replays the key presses of every position from the start. */
#include "tests/random_play.h"

#include "out/page/engine.h"
#include "play/session.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 64, MOST_POSITIONS = 400, FAR = 1000 };

/* A position of the slow search: the keys that reach it, and the final cell of the pushed piece. */
struct position {
    unsigned char keys[MOST_KEYS];
    unsigned count, pushes;
    int piece;
    struct grid drawn;
};

struct slow {
    const struct puzzle *puzzle;
    struct position *made;
    size_t count;
    bool full; /* some positions were not visited */
};

static int player_cell(const struct puzzle *puzzle, const struct grid *drawn)
{
    return touch_player(puzzle, drawn, 0);
}

/* Presses keys from the start and follows the piece.  Returns false if a key does nothing or moves another piece. */
static bool reach(const struct puzzle *puzzle, struct position *position)
{
    static const int across[] = {0, 1, 0, -1}, down[] = {-1, 0, 1, 0};
    struct session *session = session_open(puzzle);
    bool good = session != NULL && session_draw(session, &position->drawn);
    assert_true(good);
    position->pushes = 0;
    for (unsigned i = 0; good && i < position->count; i++) {
        unsigned key = position->keys[i];
        int step = across[key] + down[key] * position->drawn.columns;
        int pushed = player_cell(puzzle, &position->drawn) + step;
        enum press press;
        assert_true(session_press(session, key, &press));
        good = press == PRESS_WALK || (press == PRESS_MOVE && pushed == position->piece);
        if (good && press == PRESS_MOVE) {
            position->pushes++;
            position->piece += step;
        }
        grid_free(&position->drawn);
        assert_true(session_draw(session, &position->drawn));
    }
    session_close(session);
    return good;
}

static bool is_known(const struct slow *slow, const struct position *position)
{
    for (size_t n = 0; n < slow->count; n++) {
        const struct position *other = &slow->made[n];
        if (other->piece == position->piece &&
            memcmp(other->drawn.cells, position->drawn.cells, (size_t)grid_size(&other->drawn)) == 0)
            return true;
    }
    return false;
}

/* Lists all positions that walks and, unless `piece` is -1, pushes of that piece reach, sorted by pushes and then by
 * keys. */
static void search(struct slow *slow, int piece)
{
    struct position first = {.piece = piece};
    assert_true(reach(slow->puzzle, &first));
    slow->made[slow->count++] = first;
    for (unsigned pushes = 0; pushes <= MOST_KEYS; pushes++) {
        for (size_t n = 0; n < slow->count; n++) {
            for (unsigned key = 0; key < DIRECTIONS && slow->made[n].pushes <= pushes; key++) {
                struct position next = slow->made[n];
                if (next.count == MOST_KEYS || slow->count == MOST_POSITIONS) {
                    slow->full = true;
                    return;
                }
                next.keys[next.count++] = (unsigned char)key;
                next.piece = piece;
                next.drawn = (struct grid){0};
                if (reach(slow->puzzle, &next) && next.pushes <= pushes && !is_known(slow, &next))
                    slow->made[slow->count++] = next;
                else
                    grid_free(&next.drawn);
            }
        }
    }
}

static void forget(struct slow *slow)
{
    while (slow->count > 0)
        grid_free(&slow->made[--slow->count].drawn);
    slow->full = false;
}

/* Plays the keys that a tap found from the start.  Returns their number for a walk, or the number of pushes. */
static unsigned do_keys(const struct puzzle *puzzle, const struct text *keys, int piece, int cell, bool walk)
{
    struct position end = {.piece = piece};
    check(keys->size <= MOST_KEYS);
    memcpy(end.keys, keys->data == NULL ? "" : keys->data, keys->size);
    end.count = (unsigned)keys->size;
    check(reach(puzzle, &end));
    check((walk ? player_cell(puzzle, &end.drawn) : end.piece) == cell);
    grid_free(&end.drawn);
    return walk ? end.count : end.pushes;
}

/* Returns the fewest keys, or pushes, that the slow search found to a cell. */
static unsigned slow_cost(const struct slow *slow, int cell, bool walk)
{
    unsigned best = FAR;
    for (size_t n = 0; n < slow->count; n++) {
        const struct position *made = &slow->made[n];
        unsigned cost = walk ? made->count : made->pushes;
        if ((walk ? player_cell(slow->puzzle, &made->drawn) : made->piece) == cell && cost < best)
            best = cost;
    }
    return best;
}

static void compare(struct slow *slow, const unsigned char *start, int piece, int cell)
{
    const struct puzzle *puzzle = slow->puzzle;
    unsigned hand = puzzle->game->keys->hand(puzzle), cost = slow_cost(slow, cell, piece < 0);
    struct text keys = {0};
    bool found =
        piece < 0 ? touch_walk(puzzle, start, hand, cell, &keys) : touch_push(puzzle, start, hand, piece, cell, &keys);
    check(found == (cost < FAR));
    if (found)
        check(do_keys(puzzle, &keys, piece, cell, piece < 0) == cost);
    text_free(&keys);
}

/* Returns whether the moves of a level name pieces by their cells, and are not single steps. */
static bool has_pushes(const struct puzzle *puzzle, const unsigned char *start)
{
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    unsigned char *states = calloc(puzzle->max_moves + 1, puzzle->state_bytes);
    assert_true(moves != NULL && states != NULL);
    bool good = puzzle->game->keys != NULL && puzzle->game->move_cell != NULL &&
                puzzle->rules->expand(puzzle, start, moves, states) > 0 &&
                puzzle->game->move_cell(puzzle, moves[0]) >= 0;
    free(moves);
    free(states);
    return good;
}

static unsigned compared;

static void play(struct chance *chance, const struct puzzle *puzzle)
{
    struct slow slow = {.puzzle = puzzle, .made = calloc(MOST_POSITIONS, sizeof *slow.made)};
    struct grid drawn = {0};
    unsigned char *start = replay(puzzle, NULL, 0);
    (void)chance;
    assert_true(slow.made != NULL && puzzle_draw_start(puzzle, &drawn));
    bool pushes = has_pushes(puzzle, start);
    for (int piece = -1; pushes && piece < grid_size(&drawn); piece++) {
        if (piece >= 0 && !touch_is_piece(puzzle, &drawn, piece))
            continue;
        search(&slow, piece);
        for (int cell = 0; !slow.full && cell < grid_size(&drawn); cell++) {
            if (piece >= 0 && cell == piece)
                continue;
            compare(&slow, start, piece, cell);
            compared++;
        }
        forget(&slow);
    }
    struct text keys = {0};
    if (puzzle->game->move_cell == NULL)
        check(!touch_push(puzzle, start, 0, 0, 1, &keys));
    text_free(&keys);
    grid_free(&drawn);
    free(start);
    free(slow.made);
}

static void test_taps_as_the_slow_search(void **state)
{
    (void)state;
    with_random_levels(QUICK_CASES(60), play);
    print_message("%u taps compared\n", compared);
    assert_enough(compared > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_taps_as_the_slow_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
