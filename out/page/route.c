/* Converts a solution to keys; see route.h.  A session that has learned the solution gives the keys of each move as
 * a hint. */
#include "out/page/route.h"

#include "games/mover.h"
#include "play/session.h"

bool route_moves(const struct puzzle *puzzle, const char *solution, game_move *moves, size_t *count)
{
    struct move_reader reader = {.text = solution};
    struct complaint complaint;
    struct mover mover;
    bool good = mover_make(&mover, puzzle);
    int read = 1;
    *count = 0;
    while (good && read > 0) {
        read = puzzle->game->read_move(puzzle, mover.state, &reader, &moves[*count], &complaint);
        good = read >= 0;
        if (read > 0)
            good = mover_move(&mover, moves[(*count)++]);
    }
    mover_free(&mover);
    return good;
}

static bool press_all(struct session *session, const char *keys, size_t count)
{
    enum press press = PRESS_WALK;
    for (size_t i = 0; i < count && press != PRESS_NOTHING; i++) {
        if (!session_press(session, (unsigned char)keys[i], &press))
            return false;
    }
    return press != PRESS_NOTHING;
}

bool route_keys(const struct puzzle *puzzle, const game_move *moves, size_t count, struct text *keys)
{
    static const struct limits unlimited = {0};
    struct session *session = session_open(puzzle);
    bool good = session != NULL && session_learn(session, moves, count);
    while (good && !session_solved(session)) {
        struct hint hint;
        good = session_hint(session, &unlimited, &hint) && hint.kind == HINT_KEYS;
        if (good)
            text_add(keys, (const char *)hint.keys, hint.key_count);
        good = good && !keys->failed && press_all(session, keys->data + keys->size - hint.key_count, hint.key_count);
    }
    session_close(session);
    return good;
}
