/* Sessions; see recorded_session.h.  A win leads to the next entry of LEVELS at once.  If that entry is a message or
 * does not exist, play continues in the same level without another win, as in the original engine when it replays
 * recorded sessions. */
#include "tests/recorded_session.h"

#include <stdlib.h>
#include <string.h>

/* Keeps the level's cells for undo, which passes over those that it has reached.  Returns false if memory runs out. */
static bool keep(struct ps_session *session)
{
    size_t bytes = ps_cell_bytes(session->state);
    uint64_t *copy = malloc(bytes);
    if (copy == NULL)
        return false;
    memcpy(copy, session->state->cells, bytes);
    *(uint64_t **)PUSH(&session->arena, &session->kept) = copy;
    if (session->arena.failed)
        free(copy);
    return !session->arena.failed;
}

static void forget(struct ps_session *session)
{
    for (int i = 0; i < session->kept.count; i++)
        free(session->kept.items[i]);
    session->kept.count = 0;
}

static bool is_level(const struct ps_session *session, int entry)
{
    const struct ps_program *program = session->state->program;
    return entry < program->levels.count && program->levels.items[entry].message == NULL;
}

static bool load(struct ps_session *session, const char *seed)
{
    session->state->goes_on_after_win = !is_level(session, session->entry + 1);
    forget(session);
    const struct ps_level *level = &session->state->program->levels.items[session->entry];
    if (seed != NULL)
        ps_random_seed(&session->state->random, seed);
    return ps_ensure_capacity(session->state, level) && ps_begin(session->state, level->cells);
}

static bool next_entry(struct ps_session *session)
{
    session->entry++;
    if (is_level(session, session->entry))
        return load(session, NULL);
    if (session->entry >= session->state->program->levels.count)
        session->entry = 0;
    session->state->never_wins = true;
    return true;
}

/* Makes a turn without a key.  An undo returns to the cells before it only if it restarts the level. */
static bool tick(struct ps_session *session)
{
    struct ps_state *state = session->state;
    if (!keep(session))
        return false;
    ps_turn(state, PS_TICK);
    if (!state->restarted)
        free(session->kept.items[--session->kept.count]);
    return true;
}

static bool settle(struct ps_session *session)
{
    struct ps_state *state = session->state;
    for (int turn = 0; !state->out_of_memory; turn++) {
        if (state->won && !next_entry(session))
            return false;
        if (!state->again || turn == PS_MAX_AGAIN)
            return !state->out_of_memory;
        if (!tick(session))
            return false;
    }
    return false;
}

bool ps_session_begin(struct ps_session *session, const struct ps_program *program, int entry, const char *seed)
{
    memset(session, 0, sizeof *session);
    arena_begin(&session->arena, (size_t)1 << 26);
    session->entry = entry;
    session->state = ps_state_new(program);
    if (session->state == NULL)
        return false;
    return load(session, seed) && settle(session);
}

void ps_session_end(struct ps_session *session)
{
    forget(session);
    arena_end(&session->arena);
    ps_state_free(session->state);
}

bool ps_session_input(struct ps_session *session, unsigned way)
{
    if (way == PS_TICK)
        return tick(session) && settle(session);
    if (!keep(session))
        return false;
    ps_turn(session->state, way);
    return settle(session);
}

bool ps_session_undo(struct ps_session *session)
{
    struct ps_state *state = session->state;
    size_t bytes = ps_cell_bytes(state);
    if (state->program->prelude.noundo)
        return true;
    while (session->kept.count > 0) {
        uint64_t *cells = session->kept.items[--session->kept.count];
        bool same = memcmp(cells, state->cells, bytes) == 0;
        ps_set_cells(state, cells);
        free(cells);
        if (!same)
            break;
    }
    state->again = state->won = false;
    return true;
}

bool ps_session_restart(struct ps_session *session)
{
    struct ps_state *state = session->state;
    if (state->program->prelude.norestart)
        return true;
    if (!keep(session))
        return false;
    state->won = false;
    ps_restart(state);
    return settle(session);
}
