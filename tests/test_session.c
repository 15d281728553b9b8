/* Sessions: random levels of every game are played at random.  Undo and redo must lead to where
 * playing the same keys again leads, hints must agree with a plain breadth-first search from the
 * state at hand. */
#include "tests/unit.h"

#include "games/game.h"
#include "games/longcat.h"
#include "games/snake.h"
#include "games/sokoban.h"
#include "play/session.h"
#include "tests/levels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed; /* of the level at hand */

#define check(condition)                                                                          \
    do {                                                                                          \
        if (!(condition))                                                                         \
            fail_msg("seed %" PRIu64 ": %s", seed, #condition);                                   \
    } while (0)

/* --- random levels --- */

/* What a game's random levels are made of: so many of each, the rest is `fill`. */
struct recipe {
    const char *game;
    int columns, rows; /* at most */
    unsigned char fill;
    const char *pieces; /* a random number of each of those in capitals of `many`, else just one */
    const char *many;   /* up to `most` of these */
    int most;
    unsigned metrics;   /* so many metrics to be tried */
};

static const struct recipe recipes[] = {
    {"longcat", 5, 5, ' ', "C", "#", 7, 1},
    {"sokoban", 5, 4, ' ', "@$.", "#", 5, 2},
    {"sokoban", 5, 4, ' ', "@$$..", "#", 4, 2},
    {"snowman", 4, 4, '-', "#114", "*", 6, 2},
    {"snowman", 4, 4, '-', "#112+", "*X", 6, 2},
    {"snake", 5, 5, ' ', "", "#", 4, 1},
};

static void put_anywhere(struct chance *chance, struct grid *grid, unsigned char fill, char piece)
{
    for (int tries = 0; tries < 100; tries++) {
        int cell = chance_below(chance, grid_size(grid));
        if (grid->cells[cell] == fill) {
            grid->cells[cell] = (unsigned char)piece;
            return;
        }
    }
}

/* The level in a wall of the game's `outside`, or of '#'. */
static struct grid walled(const struct grid *grid, unsigned char wall)
{
    struct grid larger;
    assert_true(grid_make(&larger, grid->columns + 2, grid->rows + 2, wall));
    for (int cell = 0; cell < grid_size(grid); cell++)
        larger.cells[(cell / grid->columns + 1) * larger.columns + cell % grid->columns + 1] =
            grid->cells[cell];
    return larger;
}

static struct puzzle *random_puzzle(struct chance *chance, const struct recipe *recipe)
{
    struct grid grid;
    struct complaint complaint;
    const struct game *game = game_find(recipe->game);
    assert_true(grid_make(&grid, 2 + chance_below(chance, recipe->columns - 1),
                          2 + chance_below(chance, recipe->rows - 1), recipe->fill));
    for (const char *piece = recipe->pieces; *piece != '\0'; piece++)
        put_anywhere(chance, &grid, recipe->fill, *piece);
    for (const char *piece = recipe->many; *piece != '\0'; piece++) {
        for (int n = chance_below(chance, recipe->most + 1); n > 0; n--)
            put_anywhere(chance, &grid, recipe->fill, *piece);
    }
    struct grid level = walled(&grid, strcmp(recipe->game, "snowman") == 0 ? 'X' : '#');
    unsigned metric = (unsigned)chance_below(chance, (int)recipe->metrics);
    struct puzzle *puzzle = game->load(&level, (struct variant){.metric = metric}, &complaint);
    grid_free(&grid);
    grid_free(&level);
    return puzzle;
}

/* A strip of islands with two birds that lie on it. */
static struct puzzle *random_birds(struct chance *chance)
{
    struct grid grid;
    struct complaint complaint;
    assert_true(grid_make(&grid, 5 + chance_below(chance, 2), 4, '-'));
    for (int column = 0; column < grid.columns; column++) {
        if (chance_below(chance, 5) > 0)
            grid.cells[3 * grid.columns + column] = '#';
    }
    unsigned char *ground = grid.cells + 2 * grid.columns;
    int at = chance_below(chance, grid.columns - 4);
    memcpy(ground + at, chance_below(chance, 2) == 0 ? "BA" : "AB", 2);
    if (chance_below(chance, 3) > 0)
        memcpy(ground + at + 2, chance_below(chance, 2) == 0 ? "ba" : "ab", 2);
    put_anywhere(chance, &grid, '-', '*');
    for (int n = chance_below(chance, 2); n > 0; n--)
        put_anywhere(chance, &grid, '-', '+');
    for (int n = chance_below(chance, 3); n > 0; n--)
        put_anywhere(chance, &grid, '-', "#^%"[chance_below(chance, 3)]);
    struct variant variant = {.rules = (unsigned)chance_below(chance, 2)};
    struct puzzle *puzzle = game_find("snakebird")->load(&grid, variant, &complaint);
    grid_free(&grid);
    return puzzle;
}

typedef void play_function(struct chance *chance, const struct puzzle *puzzle);

/* Lets `play` have random levels of every game. */
static void with_random_levels(int levels, play_function *play)
{
    size_t count = sizeof recipes / sizeof *recipes;
    uint64_t first = chance_seed();
    int played[sizeof recipes / sizeof *recipes + 1] = {0};
    for (seed = first; seed < first + (uint64_t)levels; seed++) {
        struct chance chance = {seed};
        size_t kind = seed % (count + 1);
        struct puzzle *puzzle =
            kind == count ? random_birds(&chance) : random_puzzle(&chance, &recipes[kind]);
        if (puzzle == NULL)
            continue;
        played[kind]++;
        play(&chance, puzzle);
        puzzle->game->free(puzzle);
    }
    for (size_t kind = 0; kind <= count; kind++)
        assert_in_range(played[kind], 1, levels);
}

/* --- the slow way --- */

enum { MOST_STATES = 30000, NO_WAY = -1, TOO_MANY = -2 };

struct seen {
    const struct puzzle *puzzle;
    unsigned char *states;
    int *depths, *table;
    int count;
};

static bool see(struct seen *seen, const unsigned char *state, int depth)
{
    size_t bytes = seen->puzzle->state_bytes;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ state[i]) * 1099511628211u;
    size_t at = (size_t)(hash >> 20) % (2 * MOST_STATES);
    for (; seen->table[at] >= 0; at = (at + 1) % (2 * MOST_STATES)) {
        if (memcmp(seen->states + (size_t)seen->table[at] * bytes, state, bytes) == 0)
            return true;
    }
    if (seen->count == MOST_STATES)
        return false;
    memcpy(seen->states + (size_t)seen->count * bytes, state, bytes);
    seen->depths[seen->count] = depth;
    seen->table[at] = seen->count++;
    return true;
}

/* Moves from a state to the nearest goal, by plain breadth-first search. */
static int slow_depth(const struct puzzle *puzzle, const unsigned char *state)
{
    size_t bytes = puzzle->state_bytes;
    struct seen seen = {.puzzle = puzzle,
                        .states = malloc(MOST_STATES * bytes),
                        .depths = malloc(MOST_STATES * sizeof(int)),
                        .table = malloc(2 * MOST_STATES * sizeof(int))};
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    unsigned char *after = calloc(puzzle->max_moves + 1, bytes);
    memset(seen.table, 0xff, 2 * MOST_STATES * sizeof(int));
    int depth = NO_WAY;
    see(&seen, state, 0);
    for (int n = 0; n < seen.count && depth == NO_WAY; n++) {
        const unsigned char *from = seen.states + (size_t)n * bytes;
        if (puzzle->rules->solved(puzzle, from)) {
            depth = seen.depths[n];
            break;
        }
        unsigned count = puzzle->rules->expand(puzzle, from, moves, after);
        for (unsigned i = 0; i < count && depth == NO_WAY; i++) {
            if (!see(&seen, after + i * bytes, seen.depths[n] + 1))
                depth = TOO_MANY;
        }
    }
    free(seen.states);
    free(seen.depths);
    free(seen.table);
    free(moves);
    free(after);
    return depth;
}

/* The state after some moves. */
static unsigned char *replay(const struct puzzle *puzzle, const game_move *made, size_t count)
{
    size_t bytes = puzzle->state_bytes;
    unsigned char *state = calloc(1, bytes), *after = calloc(puzzle->max_moves + 1, bytes);
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    puzzle->rules->start(puzzle, state);
    for (size_t n = 0; n < count; n++) {
        unsigned i = 0, legal = puzzle->rules->expand(puzzle, state, moves, after);
        while (i < legal && moves[i] != made[n])
            i++;
        check(i < legal);
        memcpy(state, after + i * bytes, bytes);
    }
    free(after);
    free(moves);
    return state;
}

/* --- playing --- */

static unsigned random_key(struct chance *chance)
{
    return (unsigned)chance_below(chance, chance_below(chance, 4) == 0 ? KEY_PIECE + 2 : 4);
}

static bool same_drawing(const struct session *a, const struct session *b)
{
    struct grid one, other;
    assert_true(session_draw(a, &one));
    assert_true(session_draw(b, &other));
    bool same = one.columns == other.columns && one.rows == other.rows &&
                memcmp(one.cells, other.cells, (size_t)grid_size(&one)) == 0;
    grid_free(&one);
    grid_free(&other);
    return same && session_hand(a) == session_hand(b) &&
           session_moves(a) == session_moves(b) && session_presses(a) == session_presses(b);
}

enum { MOST_PRESSES = 120 };

/* Presses, undoes, redoes and restarts at random, and plays the keys that should be left again. */
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

/* Walks and choices between two moves must not change what is solvable, and a key must be drawn
 * where the player stands: after a press to the right he is one cell further right, whatever
 * moved. */
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

/* Legal moves at random, each made by the presses of its route: as many as `steps` says. */
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
    size_t steps = puzzle->game->steps(puzzle, session_made(session), session_moves(session));
    check(keys->keep == NULL ? session_presses(session) == steps
                             : session_presses(session) <= steps);
    free(moves);
    free(after);
    session_close(session);
}

static void test_routes(void **state)
{
    (void)state;
    with_random_levels(700, press_routes);
}

/* --- hints --- */

/* How many presses to take back until a way leads on, found one press after another; TOO_MANY:
 * the slow way cannot tell. */
static int slow_undo(const struct puzzle *puzzle, struct session *session)
{
    int undone = 0, depth = NO_WAY;
    while (depth == NO_WAY) {
        unsigned char *now = replay(puzzle, session_made(session), session_moves(session));
        depth = slow_depth(puzzle, now);
        free(now);
        if (depth != NO_WAY || !session_undo(session))
            break;
        undone++;
    }
    for (int n = 0; n < undone; n++)
        check(session_redo(session));
    return depth >= 0 ? undone : depth;
}

static int hints_checked[HINT_UNKNOWN + 1];

static void check_hint(const struct puzzle *puzzle, struct session *session)
{
    static const struct limits limits;
    struct hint hint;
    unsigned char *now = replay(puzzle, session_made(session), session_moves(session));
    int depth = slow_depth(puzzle, now);
    free(now);
    check(session_hint(session, &limits, &hint));
    if (depth == TOO_MANY)
        return;
    hints_checked[hint.kind]++;
    if (depth == NO_WAY) {
        int undo = slow_undo(puzzle, session);
        check(undo == TOO_MANY || (undo == NO_WAY ? hint.kind == HINT_HOPELESS
                                                  : hint.kind == HINT_UNDO &&
                                                        hint.undo == (size_t)undo));
        return;
    }
    check(hint.kind == (depth == 0 ? HINT_SOLVED : HINT_KEYS));
    check(hint.left == (size_t)depth);
}

/* Plays at random, asks for a hint now and then, follows it at times. */
static void play_with_hints(struct chance *chance, const struct puzzle *puzzle)
{
    static const struct limits limits;
    struct session *session = session_open(puzzle);
    for (int n = 0; n < 25; n++) {
        enum press press;
        struct hint hint;
        check(session_press(session, random_key(chance), &press));
        if (chance_below(chance, 8) == 0)
            session_undo(session);
        if (chance_below(chance, 4) > 0)
            continue;
        check_hint(puzzle, session);
        check(session_hint(session, &limits, &hint));
        for (size_t i = 0; hint.kind == HINT_KEYS && i < hint.key_count; i++)
            check(session_press(session, hint.keys[i], &press) && press != PRESS_NOTHING);
        for (size_t i = 0; hint.kind == HINT_UNDO && i < hint.undo; i++)
            check(session_undo(session));
    }
    check_hint(puzzle, session);
    session_close(session);
}

static void test_hints(void **state)
{
    (void)state;
    with_random_levels(1400, play_with_hints);
    for (int kind = 0; kind < HINT_UNKNOWN; kind++)
        assert_true(kind == HINT_LOST || hints_checked[kind] > 100);
}

/* Hints from the start to the end make a shortest solution. */
static void follow_hints(struct chance *chance, const struct puzzle *puzzle)
{
    static const struct limits limits;
    (void)chance;
    struct session *session = session_open(puzzle);
    unsigned char *start = replay(puzzle, NULL, 0);
    int depth = slow_depth(puzzle, start);
    struct hint hint;
    enum press press;
    check(session_optimum(session) == -1);
    check(session_hint(session, &limits, &hint));
    while (hint.kind == HINT_KEYS) {
        for (size_t i = 0; i < hint.key_count; i++)
            check(session_press(session, hint.keys[i], &press) && press != PRESS_NOTHING);
        check(session_hint(session, &limits, &hint));
    }
    check(depth == TOO_MANY || (depth == NO_WAY) == (hint.kind == HINT_HOPELESS));
    if (depth >= 0) {
        check(session_solved(session) && session_moves(session) == (size_t)depth);
        check(depth == 0 || session_optimum(session) == depth);
        struct session *other = session_open(puzzle);
        check(session_learn(other, session_made(session), session_moves(session)));
        check(session_optimum(other) == depth);
        check(depth == 0 || !session_learn(other, session_made(session), (size_t)depth - 1));
        session_close(other);
    }
    free(start);
    session_close(session);
}

static void test_hints_lead_to_the_goal(void **state)
{
    (void)state;
    with_random_levels(1400, follow_hints);
}

/* A limit gives no answer rather than a wrong one. */
static void ask_in_haste(struct chance *chance, const struct puzzle *puzzle)
{
    (void)chance;
    struct session *session = session_open(puzzle);
    struct limits limits = {.max_states = 2};
    struct hint hint;
    unsigned char *start = replay(puzzle, NULL, 0);
    int depth = slow_depth(puzzle, start);
    check(session_hint(session, &limits, &hint));
    if (hint.kind == HINT_UNKNOWN)
        check(hint.reason[0] != '\0');
    else if (depth != TOO_MANY)
        check(hint.kind == (depth == NO_WAY  ? HINT_HOPELESS
                            : depth == 0 ? HINT_SOLVED
                                         : HINT_KEYS));
    free(start);
    session_close(session);
}

static void test_limits(void **state)
{
    (void)state;
    with_random_levels(700, ask_in_haste);
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
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_hints_lead_to_the_goal),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_trails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
