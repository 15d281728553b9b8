/* Hints: plays random levels of every game at random, and compares each hint with a plain breadth-first search from
 * the current state. */
#include "tests/random_play.h"

#include "play/session.h"
#include "solve/judge/solver.h"
#include "tests/slow_states.h"

#include <stdlib.h>
#include <string.h>

/* --- the slow search --- */

enum { MOST_STATES = 30000, NO_WAY = -1, TOO_MANY = -2 };

/* Returns the number of moves from a state to the nearest goal, by plain breadth-first search. */
static int slow_depth(const struct puzzle *puzzle, const unsigned char *state)
{
    size_t bytes = puzzle->state_bytes;
    struct slow_states seen;
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    unsigned char *after = calloc(puzzle->max_moves + 1, bytes);
    int depth = NO_WAY;
    slow_states_make(&seen, bytes, MOST_STATES);
    slow_states_add(&seen, state, 0);
    for (size_t n = 0; n < seen.count && depth == NO_WAY; n++) {
        if (puzzle->rules->solved(puzzle, slow_states_at(&seen, n))) {
            depth = seen.depths[n];
            break;
        }
        unsigned count = puzzle->rules->expand(puzzle, slow_states_at(&seen, n), moves, after);
        for (unsigned i = 0; i < count && depth == NO_WAY; i++) {
            if (slow_states_add(&seen, after + i * bytes, seen.depths[n] + 1) == SLOW_STATES_NONE)
                depth = TOO_MANY;
        }
    }
    slow_states_free(&seen);
    free(moves);
    free(after);
    return depth;
}

/* --- hints --- */

/* Returns how many presses to undo until the goal can be reached, found one press after another.  Returns TOO_MANY
 * if the slow search cannot tell. */
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
        check(undo == TOO_MANY ||
              (undo == NO_WAY ? hint.kind == HINT_HOPELESS : hint.kind == HINT_UNDO && hint.undo == (size_t)undo));
        return;
    }
    check(hint.kind == (depth == 0 ? HINT_SOLVED : HINT_KEYS));
    check(hint.left == (size_t)depth);
}

/* Plays at random, sometimes asks for a hint, and sometimes follows it. */
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
    with_random_levels(CASES(3000), play_with_hints);
    for (int kind = 0; kind < HINT_UNKNOWN; kind++)
        assert_true(kind == HINT_LOST || hints_checked[kind] > CASES(240));
}

static int outlooks_checked[OUTLOOK_HOPELESS + 1];

/* Resolves doubts by searches, as a playing program does. */
static struct outlook settle_outlook(const struct puzzle *puzzle, struct session *session)
{
    static const struct limits limits;
    struct outlook outlook = session_outlook(session);
    for (; outlook.kind == OUTLOOK_DOUBT; outlook = session_outlook(session)) {
        struct hint_way way;
        enum search_end result = hint_solver_find(puzzle, session_state_after(session, outlook.moves),
                                                  session_made(session), outlook.moves, &limits, &way);
        check(result == SEARCH_FOUND || result == SEARCH_NONE);
        session_tell(session, outlook.moves, way.moves, way.count);
        hint_solver_free(&way);
    }
    return outlook;
}

/* Plays at random and checks the outlook, after each press or only occasionally. */
static void play_into_dead_ends(struct chance *chance, const struct puzzle *puzzle)
{
    struct session *session = session_open(puzzle);
    int rarely = 1 + (int)chance_below(chance, 4);
    for (int n = 0; n < 16; n++) {
        enum press press;
        check(session_press(session, random_key(chance), &press));
        if (chance_below(chance, 6) == 0)
            session_undo(session);
        if (chance_below(chance, 6) == 0)
            session_redo(session);
        if (chance_below(chance, rarely) > 0)
            continue;
        int undo = slow_undo(puzzle, session);
        struct outlook outlook = settle_outlook(puzzle, session);
        if (undo == TOO_MANY)
            continue;
        outlooks_checked[outlook.kind]++;
        check(outlook.kind == (undo == NO_WAY ? OUTLOOK_HOPELESS : undo == 0 ? OUTLOOK_GOOD : OUTLOOK_DEAD_END));
        check(outlook.kind != OUTLOOK_DEAD_END || outlook.undo == (size_t)undo);
    }
    session_close(session);
}

static void test_dead_ends(void **state)
{
    (void)state;
    with_random_levels(CASES(2000), play_into_dead_ends);
    assert_true(outlooks_checked[OUTLOOK_GOOD] > CASES(240));
    assert_true(outlooks_checked[OUTLOOK_DEAD_END] > CASES(240));
    assert_true(outlooks_checked[OUTLOOK_HOPELESS] > CASES(240));
}

/* Hints from the start to the goal make a shortest solution. */
static void follow_hints(struct chance *chance, const struct puzzle *puzzle)
{
    static const struct limits limits;
    (void)chance;
    struct session *session = session_open(puzzle);
    unsigned char *start = replay(puzzle, NULL, 0);
    int depth = slow_depth(puzzle, start);
    struct hint hint;
    enum press press;
    check(session_hint(session, &limits, &hint));
    while (hint.kind == HINT_KEYS) {
        for (size_t i = 0; i < hint.key_count; i++)
            check(session_press(session, hint.keys[i], &press) && press != PRESS_NOTHING);
        check(session_hint(session, &limits, &hint));
    }
    check(depth == TOO_MANY || (depth == NO_WAY) == (hint.kind == HINT_HOPELESS));
    if (depth >= 0) {
        check(session_solved(session) && session_moves(session) == (size_t)depth);
        struct session *other = session_open(puzzle);
        check(session_learn(other, session_made(session), session_moves(session)));
        check(depth == 0 || !session_learn(other, session_made(session), (size_t)depth - 1));
        session_close(other);
    }
    free(start);
    session_close(session);
}

static void test_hints_lead_to_the_goal(void **state)
{
    (void)state;
    with_random_levels(CASES(3000), follow_hints);
}

/* With a limit, a hint may be missing but never wrong. */
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
        check(hint.kind == (depth == NO_WAY ? HINT_HOPELESS : depth == 0 ? HINT_SOLVED : HINT_KEYS));
    free(start);
    session_close(session);
}

static void test_limits(void **state)
{
    (void)state;
    with_random_levels(CASES(2000), ask_in_haste);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_hints_lead_to_the_goal),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_dead_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
