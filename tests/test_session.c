/* Sessions: random levels of every game are played at random.  Undo and redo must lead to the state that the same
 * keys reach again. */
#include "tests/random_play.h"

#include "games/longcat/longcat.h"
#include "games/snake/snake.h"
#include "games/sokoban/sokoban.h"
#include "play/session.h"

#include <stdlib.h>
#include <string.h>

static bool same_drawing(const struct session *a, const struct session *b)
{
    struct grid one, other;
    assert_true(session_draw(a, &one));
    assert_true(session_draw(b, &other));
    bool same = one.columns == other.columns && one.rows == other.rows &&
                memcmp(one.cells, other.cells, (size_t)grid_size(&one)) == 0;
    grid_free(&one);
    grid_free(&other);
    return same && session_hand(a) == session_hand(b) && session_moves(a) == session_moves(b) &&
           session_presses(a) == session_presses(b);
}

enum { MOST_PRESSES = 120 };

/* Presses, undoes, redoes and restarts at random, and replays the keys that should remain. */
static void play_back_and_forth(struct chance *chance, const struct puzzle *puzzle)
{
    struct session *session = session_open(puzzle), *again = session_open(puzzle);
    unsigned keys[MOST_PRESSES];
    size_t made = 0, last = 0;
    for (int n = 0; n < MOST_PRESSES; n++) {
        int what = chance_below(chance, 10);
        enum press press;
        if (what == 0) {
            check(session_undo(session) == (made > 0));
            made -= made > 0;
        } else if (what == 1) {
            check(session_redo(session) == (made < last));
            made += made < last;
        } else if (what == 2 && chance_below(chance, 5) == 0) {
            session_restart(session);
            made = 0;
        } else {
            unsigned key = random_key(chance);
            bool was_solved = session_solved(session);
            check(session_press(session, key, &press));
            check(!was_solved || press == PRESS_NOTHING);
            if (press != PRESS_NOTHING) {
                keys[made] = key;
                last = ++made;
            }
        }
    }
    check(session_presses(session) == made);
    for (size_t n = 0; n < made; n++) {
        enum press press;
        check(session_press(again, keys[n], &press));
        check(press != PRESS_NOTHING);
    }
    check(same_drawing(session, again));
    unsigned char *state = replay(puzzle, session_made(session), session_moves(session));
    check(session_solved(session) == puzzle->rules->solved(puzzle, state));
    free(state);
    session_close(session);
    session_close(again);
}

static void test_undo_and_redo(void **state)
{
    (void)state;
    with_random_levels(700, play_back_and_forth);
}

/* Each drawing must show exactly one player.  A press changes the drawing unless it does nothing, and counts as a
 * move only if it is one. */
static void follow_player(struct chance *chance, const struct puzzle *puzzle)
{
    if (puzzle->game->keys == NULL || puzzle->game->keys->show == NULL)
        return;
    struct session *session = session_open(puzzle);
    for (int n = 0; n < MOST_PRESSES; n++) {
        struct grid before, after;
        enum press press;
        size_t moves = session_moves(session);
        assert_true(session_draw(session, &before));
        check(session_press(session, random_key(chance), &press));
        assert_true(session_draw(session, &after));
        const char *looks = puzzle->game == &game_sokoban ? "@+" : "@#";
        int players = 0;
        for (int cell = 0; cell < grid_size(&after); cell++)
            players += strchr(looks, after.cells[cell]) != NULL;
        check(players == 1);
        bool same = memcmp(before.cells, after.cells, (size_t)grid_size(&after)) == 0;
        check(same == (press == PRESS_NOTHING));
        check(session_moves(session) == moves + (press == PRESS_MOVE));
        grid_free(&before);
        grid_free(&after);
    }
    session_close(session);
}

static void test_player_is_drawn_where_he_stands(void **state)
{
    (void)state;
    with_random_levels(700, follow_player);
}

/* Makes random legal moves by the presses of their routes; their number must be what `steps` says. */
static void press_routes(struct chance *chance, const struct puzzle *puzzle)
{
    const struct game_keys *keys = puzzle->game->keys;
    if (keys == NULL)
        return;
    struct session *session = session_open(puzzle);
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    unsigned char *after = calloc(puzzle->max_moves + 1, puzzle->state_bytes);
    for (int n = 0; n < 30 && !session_solved(session); n++) {
        unsigned char *now = replay(puzzle, session_made(session), session_moves(session));
        unsigned count = puzzle->rules->expand(puzzle, now, moves, after);
        unsigned char route[64];
        enum press press;
        if (count == 0) {
            free(now);
            break;
        }
        game_move move = moves[chance_below(chance, (int)count)];
        size_t length = keys->route(puzzle, now, session_hand(session), move, route, sizeof route);
        check(length > 0 && length <= sizeof route);
        for (size_t i = 0; i < length; i++) {
            check(session_press(session, route[i], &press));
            check(press == (i + 1 == length ? PRESS_MOVE : PRESS_WALK));
        }
        check(session_made(session)[session_moves(session) - 1] == move);
        free(now);
    }
    const struct game *game = puzzle->game;
    size_t moves_made = session_moves(session);
    size_t steps = game->steps == NULL /* then each press is a move */
                       ? moves_made
                       : game->steps(puzzle, session_made(session), moves_made);
    check(keys->keep == NULL ? session_presses(session) == steps : session_presses(session) <= steps);
    free(moves);
    free(after);
    session_close(session);
}

static void test_routes(void **state)
{
    (void)state;
    with_random_levels(700, press_routes);
}

/* --- trails --- */

static void follow_trail(struct chance *chance, const struct puzzle *puzzle)
{
    struct session *session = session_open(puzzle);
    int cells[64];
    for (int n = 0; n < 30; n++) {
        enum press press;
        struct grid grid;
        check(session_press(session, random_key(chance), &press));
        size_t length = session_trail(session, cells, 64);
        check((length > 0) == (puzzle->game->trail != NULL));
        assert_true(session_draw(session, &grid));
        for (size_t i = 1; i < length; i++) {
            int apart = abs(cells[i] - cells[i - 1]);
            check(apart == 1 || apart == grid.columns);
            check(grid.cells[cells[i - 1]] == (puzzle->game == &game_longcat ? 'c' : 'o') ||
                  cells[i - 1] == cells[length - 1]);
        }
        if (length > 1)
            check(strchr("C@", grid.cells[cells[length - 1]]) != NULL);
        int covered = 0;
        for (int cell = 0; cell < grid_size(&grid); cell++)
            covered += strchr("cC@o", grid.cells[cell]) != NULL;
        bool closed = puzzle->game == &game_snake && session_solved(session);
        check(length < 2 || puzzle->game->trail == NULL || covered + closed == (int)length);
        grid_free(&grid);
    }
    session_close(session);
}

static void test_trails(void **state)
{
    (void)state;
    with_random_levels(700, follow_trail);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo_and_redo),
        cmocka_unit_test(test_player_is_drawn_where_he_stands),
        cmocka_unit_test(test_routes),
        cmocka_unit_test(test_trails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
