/* Workspaces: the memory that a thread needs to make turns; see place.h. */
#include "games/puzzlescript/place.h"

#include <stdlib.h>

/* --- workspaces --- */

static bool make_place(const struct ps_puzzle *puzzle, struct ps_place *place)
{
    size_t cells = (size_t)ps_size(puzzle);
    place->first = calloc(cells, sizeof *place->first);
    place->rest = calloc(puzzle->layout.words, sizeof *place->rest);
    for (size_t cell = 0; place->first != NULL && cell < cells; cell++)
        place->first[cell] = -1;
    return place->first != NULL && place->rest != NULL;
}

static void free_place(struct ps_place *place)
{
    free(place->nodes);
    free(place->players);
    free(place->first);
    free(place->rest);
    free(place->after);
    free(place->after_won);
}

/* The size of a new workspace in bytes. */
static size_t capacity_bytes(const struct ps_puzzle *puzzle)
{
    size_t cells = (size_t)ps_size(puzzle), words = ps_words(puzzle);
    size_t moves = (size_t)puzzle->program->move_words;
    return sizeof(struct ps_workspace) + 5 * puzzle->layout.words * sizeof(uint64_t) +
           cells * (2 * sizeof(int) + sizeof(unsigned)) + cells * (8 * words + 2 * moves) * sizeof(uint64_t) +
           ps_windows_bytes(puzzle);
}

struct ps_workspace *ps_workspace_new(const struct ps_puzzle *puzzle)
{
    struct ps_workspace *workspace = calloc(1, sizeof *workspace);
    if (workspace == NULL)
        return NULL;
    size_t words = puzzle->layout.words;
    workspace->state = ps_state_new(puzzle->program);
    workspace->position = calloc(words, sizeof *workspace->position);
    workspace->other = calloc(words, sizeof *workspace->other);
    workspace->start = calloc(words, sizeof *workspace->start);
    workspace->players = calloc((size_t)puzzle->program->object_words, sizeof *workspace->players);
    workspace->steps = calloc((size_t)ps_size(puzzle), sizeof *workspace->steps);
    if (workspace->players == NULL || workspace->steps == NULL || workspace->state == NULL ||
        workspace->position == NULL || workspace->other == NULL || workspace->start == NULL ||
        !make_place(puzzle, &workspace->here) || !make_place(puzzle, &workspace->there) ||
        !ps_ensure_capacity(workspace->state, &puzzle->level) || !ps_windows_make(puzzle, &workspace->windows)) {
        ps_workspace_free(workspace);
        return NULL;
    }
    workspace->bytes = capacity_bytes(puzzle);
    atomic_fetch_add(&puzzle->pool->bytes, workspace->bytes);
    workspace->state->bytes = &puzzle->pool->bytes;
    return workspace;
}

void ps_workspace_free(struct ps_workspace *workspace)
{
    if (workspace == NULL)
        return;
    ps_state_free(workspace->state);
    ps_windows_free(&workspace->windows);
    free_place(&workspace->here);
    free_place(&workspace->there);
    free(workspace->position);
    free(workspace->other);
    free(workspace->start);
    free(workspace->steps);
    free(workspace->players);
    free(workspace->states);
    free(workspace->exits);
    free(workspace);
}

void *ps_workspace_grow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, void *items, size_t before,
                        size_t bytes)
{
    if (!ps_may_take(puzzle, bytes - before))
        return NULL;
    workspace->bytes += bytes - before;
    void *larger = realloc(items, bytes);
    if (larger == NULL)
        ps_doubt(puzzle, PS_NO_MEMORY);
    return larger;
}

/* Takes an idle workspace or makes a new one. Returns NULL if memory runs out. */
static struct ps_workspace *find_capacity(struct ps_puzzle *puzzle)
{
    for (int i = 0; i < PS_IDLE_CAPACITIES; i++) {
        _Atomic(struct ps_workspace *) *idle = &puzzle->pool->idle[i];
        struct ps_workspace *workspace = atomic_load_explicit(idle, memory_order_relaxed);
        if (workspace != NULL)
            workspace = atomic_exchange(idle, NULL);
        if (workspace != NULL)
            return workspace;
    }
    return ps_workspace_new(puzzle);
}

struct ps_workspace *ps_workspace_take(struct ps_puzzle *puzzle)
{
    struct ps_workspace *workspace;
    while ((workspace = find_capacity(puzzle)) == NULL)
        continue;
    workspace->state->check = puzzle->check;
    return workspace;
}

void ps_workspace_leave(struct ps_puzzle *puzzle, struct ps_workspace *workspace)
{
    workspace->state->check = NULL;
    for (int i = 0; i < PS_IDLE_CAPACITIES; i++) {
        struct ps_workspace *none = NULL;
        if (atomic_compare_exchange_strong(&puzzle->pool->idle[i], &none, workspace))
            return;
    }
    atomic_fetch_sub(&puzzle->pool->bytes, workspace->bytes);
    ps_workspace_free(workspace);
}

/* --- turns --- */

static void load(const struct ps_puzzle *puzzle, struct ps_state *state, const uint64_t *position)
{
    state->out_of_memory = false;
    memcpy(state->cells, position, ps_cell_bytes(state));
    if (puzzle->layout.restart > 0)
        memcpy(state->restart, position + puzzle->layout.restart, ps_cell_bytes(state));
    if (puzzle->layout.random > 0)
        memcpy(&state->random, position + puzzle->layout.random, sizeof state->random);
}

static void save(const struct ps_puzzle *puzzle, const struct ps_state *state, uint64_t *position)
{
    memcpy(position, state->cells, ps_cell_bytes(state));
    if (puzzle->layout.restart > 0)
        memcpy(position + puzzle->layout.restart, state->restart, ps_cell_bytes(state));
    if (puzzle->layout.random > 0)
        memcpy(position + puzzle->layout.random, &state->random, sizeof state->random);
}

/* Indexed by the way of a move. */
static const enum ps_input inputs[PS_KEYS] = {PS_IN_UP, PS_IN_RIGHT, PS_IN_DOWN, PS_IN_LEFT, PS_IN_ACTION, PS_IN_TICK};

const char *ps_message_of(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way)
{
    struct ps_state *state = workspace->state;
    const char *message = NULL;
    load(puzzle, state, position);
    ps_turn(state, inputs[way]);
    state->settling = true; /* all turns count as the work of one key, which is limited */
    for (int turn = 0; turn < PS_MAX_AGAIN && message == NULL; turn++) {
        message = state->message;
        if (!state->again || state->too_long || state->out_of_memory)
            break;
        ps_turn(state, PS_IN_TICK);
    }
    state->settling = false;
    if (state->out_of_memory)
        ps_doubt(puzzle, PS_NO_MEMORY);
    return message;
}

/* Whether the result of a turn is known. If not, the puzzle is in doubt or stopped. */
static bool tell(struct ps_puzzle *puzzle, const struct ps_state *state)
{
    if (state->out_of_memory)
        ps_doubt(puzzle, PS_NO_MEMORY);
    else if (state->too_long && !state->stopped)
        ps_doubt(puzzle, PS_TOO_LONG);
    return !state->too_long && !state->out_of_memory;
}

enum ps_turn ps_make_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way, uint64_t *after, bool *won)
{
    struct ps_state *state = workspace->state;
    load(puzzle, state, position);
    ps_turn(state, inputs[way]);
    ps_settle(state);
    if (!tell(puzzle, state))
        return PS_TURN_UNTOLD;
    if (state->endless)
        return PS_TURN_NOTHING;
    /* A limit ended a loop, so the result may depend on the order of rules. The symmetry proof relied on loops ending
     * by themselves. */
    if (state->capped && puzzle->puzzle.symmetry_count > 1 && ps_source_of(puzzle->game_source)->symmetries.by_patience)
        ps_doubt(puzzle, PS_TOO_LONG);
    *won = state->won;
    if (!state->won && memcmp(state->cells, position, ps_cell_bytes(state)) == 0 &&
        (puzzle->layout.restart == 0 ||
         memcmp(state->restart, position + puzzle->layout.restart, ps_cell_bytes(state)) == 0))
        return PS_TURN_NOTHING;
    save(puzzle, state, after);
    return PS_TURN_CHANGED;
}
