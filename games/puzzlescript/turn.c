/* A turn: the player's movement, rules, movements, late rules, commands.
 *
 * Where a rigid group of rules could not move all it wanted to, the turn is tried again without it.
 * `again` asks for another turn only if that would change something, which is tried out first. */
#include "games/puzzlescript/compile.h"
#include "games/puzzlescript/state.h"

enum { MAX_RIGID_TRIES = 50 };

static void keep(struct ps_state *state, const uint64_t *cells)
{
    if (state->keep != NULL && !state->keep(state->keep_context, cells))
        state->out_of_memory = true;
}

static void copy_cells(const struct ps_state *state, uint64_t *to, const uint64_t *from)
{
    memcpy(to, from, ps_cell_bytes(state));
}

/* Applies the rules; in `start` is what to go back to for a rigid group. */
static void apply_rules(struct ps_state *state)
{
    size_t bytes = (size_t)state->size * (size_t)state->program->move_words * sizeof *state->moves;
    bool rigid = state->program->rigid_count > 0;
    state->banned = 0;
    state->commands = 0;
    state->tries = 0;
    ps_summarize(state);
    if (rigid) {
        copy_cells(state, state->start, state->cells);
        memcpy(state->start_moves, state->moves, bytes);
    }
    for (int tries = 0; tries < MAX_RIGID_TRIES; tries++) {
        ps_apply_groups(state, &state->program->rules, true);
        if (!ps_resolve(state)) {
            ps_apply_groups(state, &state->program->late, false);
            return;
        }
        copy_cells(state, state->cells, state->start);
        memcpy(state->moves, state->start_moves, bytes);
        state->commands = 0;
    }
    memset(state->moves, 0, bytes);
}

static bool player_moved(const struct ps_state *state, int players)
{
    for (int i = 0; i < players; i++)
        if (!meets(state->program->player, ps_cell(state, state->players[i]),
                   state->program->object_words))
            return true;
    return false;
}

/* What a turn is: the player's, one that starts a level, or one that `again` tries out. */
enum kind { REAL, STARTS, TRIED };

static bool take_turn(struct ps_state *state, enum ps_input input, uint64_t *before,
                      enum kind kind);

void ps_restart(struct ps_state *state)
{
    if (state->restarting)
        return;
    state->restarting = true;
    copy_cells(state, state->cells, state->restart);
    state->again = false;
    if (state->program->prelude.run_rules_on_level_start)
        take_turn(state, PS_IN_TICK, state->probe, STARTS);
    state->restarting = false;
    state->commands = 0;
}

static void check_win(struct ps_state *state)
{
    if (!state->never_wins)
        state->won = (state->commands & PS_WIN) != 0 || ps_conditions_hold(state->program, state->cells, state->size);
}

/* `again`: would another turn change anything? */
static bool would_change(struct ps_state *state)
{
    bool won = state->won;
    const char *message = state->message;
    bool changes = take_turn(state, PS_IN_TICK, state->probe, TRIED);
    state->won = won;
    state->message = message;
    return changes;
}

/* What follows from the commands of a turn; true if it changed something or would have. */
static bool obey(struct ps_state *state, enum ps_input input, uint64_t *before, enum kind kind)
{
    if ((state->commands & (PS_WIN | PS_AGAIN | PS_RESTART | PS_CHECKPOINT)) != 0)
        state->trace.everywhere = true;
    if ((state->commands & PS_CANCEL) != 0) {
        bool more = (state->commands & ~(unsigned)PS_CANCEL) != 0;
        copy_cells(state, state->cells, before);
        state->commands = 0;
        return more;
    }
    bool restart = (state->commands & PS_RESTART) != 0, modified;
    if (restart) {
        keep(state, before);
        if (kind != TRIED)
            ps_restart(state);
    }
    modified = memcmp(state->cells, before, ps_cell_bytes(state)) != 0;
    if (kind == TRIED && modified) {
        copy_cells(state, state->cells, before);
        return true;
    }
    if (kind == TRIED && (state->commands & (PS_WIN | PS_RESTART)) != 0)
        return true;
    if (modified && input != PS_IN_TICK)
        keep(state, before);
    if (kind == REAL)
        check_win(state);
    if (!state->won || state->goes_on_after_win) {
        if ((state->commands & PS_CHECKPOINT) != 0)
            copy_cells(state, state->restart, state->cells);
        if ((state->commands & PS_AGAIN) != 0 && modified)
            state->again = would_change(state);
    }
    state->commands = 0;
    return modified;
}

/* One turn; `before` takes what the cells were.  True as obey says. */
static bool take_turn(struct ps_state *state, enum ps_input input, uint64_t *before, enum kind kind)
{
    static const unsigned moves[] = {PS_UP, PS_LEFT, PS_DOWN, PS_RIGHT, PS_ACTION};
    int players = 0;
    copy_cells(state, before, state->cells);
    state->again = false;
    if (input != PS_IN_TICK)
        players = ps_start_movement(state, moves[input]);
    apply_rules(state);
    if (state->too_long || state->out_of_memory) {
        copy_cells(state, state->cells, before);
        return false;
    }
    if (players > 0 && state->program->prelude.require_player_movement &&
        !player_moved(state, players)) {
        copy_cells(state, state->cells, before);
        state->message = NULL;
        state->never_wins = false; /* as the original, which forgets that it shows a message */
        return false;
    }
    return obey(state, input, before, kind);
}

void ps_turn(struct ps_state *state, enum ps_input input)
{
    state->won = state->too_long = false;
    if (!state->settling) {
        state->steps = 0;
        state->capped = false;
    }
    state->message = NULL;
    state->changed = take_turn(state, input, state->before, state->starting ? STARTS : REAL);
}
