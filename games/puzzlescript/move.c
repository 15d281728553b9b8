/* Movements: where players begin to move, and what becomes of all movements when the rules are done. */
#include "games/puzzlescript/compile.h"
#include "games/puzzlescript/state.h"

static uint64_t *moves_at(const struct ps_state *state, int i)
{
    return &state->moves[(size_t)i * (size_t)state->program->move_words];
}

/* Gives the player's objects in a cell a movement. */
static void start_in_cell(struct ps_state *state, int i, unsigned moves)
{
    const struct ps_program *program = state->program;
    const uint64_t *cell = ps_cell(state, i);
    ps_touch(state, i);
    for (int word = 0; word < program->object_words; word++)
        for (uint64_t own = cell[word] & program->player[word]; own != 0; own &= own - 1)
            add_moves(moves_at(state, i), moves,
                      program->id_layers[64 * word + __builtin_ctzll(own)]);
}

int ps_start_movement(struct ps_state *state, unsigned moves)
{
    const struct ps_program *program = state->program;
    int count = 0, words = program->object_words;
    if (words == 1 && !program->player_all) {
        uint64_t player = program->player[0];
        for (int i = 0; i < state->size; i++)
            if ((state->cells[i] & player) != 0)
                state->players[count++] = i;
    } else {
        for (int i = 0; i < state->size; i++)
            if (program->player_all ? within(program->player, ps_cell(state, i), words)
                                    : meets(program->player, ps_cell(state, i), words))
                state->players[count++] = i;
    }
    for (int i = 0; i < count; i++)
        start_in_cell(state, state->players[i], moves);
    return count;
}

/* As ps_summarize, where masks are one word. */
static void summarize_words(struct ps_state *state)
{
    int width = state->width, height = state->height;
    const uint64_t *cell = state->cells, *cell_moves = state->moves;
    uint64_t all = 0, all_moves = 0;
    memset(state->row_objects, 0, (size_t)height * sizeof(uint64_t));
    memset(state->row_moves, 0, (size_t)height * sizeof(uint64_t));
    for (int x = 0; x < width; x++) {
        uint64_t column = 0, column_moves = 0;
        for (int y = 0; y < height; y++, cell++, cell_moves++) {
            state->row_objects[y] |= *cell;
            state->row_moves[y] |= *cell_moves;
            column |= *cell;
            column_moves |= *cell_moves;
        }
        state->column_objects[x] = column;
        state->column_moves[x] = column_moves;
        all |= column;
        all_moves |= column_moves;
    }
    state->all_objects[0] = all;
    state->all_moves[0] = all_moves;
}

void ps_summarize(struct ps_state *state)
{
    if (state->program->object_words == 1 && state->program->move_words == 1) {
        summarize_words(state);
        return;
    }
    size_t words = (size_t)state->program->object_words, moves = (size_t)state->program->move_words;
    size_t width = (size_t)state->width, height = (size_t)state->height;
    memset(state->row_objects, 0, height * words * sizeof(uint64_t));
    memset(state->column_objects, 0, width * words * sizeof(uint64_t));
    memset(state->all_objects, 0, words * sizeof(uint64_t));
    memset(state->row_moves, 0, height * moves * sizeof(uint64_t));
    memset(state->column_moves, 0, width * moves * sizeof(uint64_t));
    memset(state->all_moves, 0, moves * sizeof(uint64_t));
    for (size_t x = 0; x < width; x++)
        for (size_t y = 0; y < height; y++) {
            const uint64_t *cell = &state->cells[(x * height + y) * words];
            const uint64_t *cell_moves = &state->moves[(x * height + y) * moves];
            add_mask(&state->row_objects[y * words], cell, (int)words);
            add_mask(&state->column_objects[x * words], cell, (int)words);
            add_mask(&state->row_moves[y * moves], cell_moves, (int)moves);
            add_mask(&state->column_moves[x * moves], cell_moves, (int)moves);
        }
    for (size_t x = 0; x < width; x++) {
        add_mask(state->all_objects, &state->column_objects[x * words], (int)words);
        add_mask(state->all_moves, &state->column_moves[x * moves], (int)moves);
    }
}

/* The cell that one goes to, or -1: it is off the level, or the movement is no single direction. */
static int target_of(const struct ps_state *state, int i, unsigned moves)
{
    int x = i / state->height, y = i % state->height;
    switch (moves) {
    case PS_UP:
        return y > 0 ? i - 1 : -1;
    case PS_DOWN:
        return y < state->height - 1 ? i + 1 : -1;
    case PS_LEFT:
        return x > 0 ? i - state->height : -1;
    case PS_RIGHT:
        return x < state->width - 1 ? i + state->height : -1;
    case PS_ACTION:
        return i;
    default:
        return -1;
    }
}

/* Moves a layer of a cell, if its place there is free; what acts stays and has moved. */
static bool move_layer(struct ps_state *state, int i, int layer, unsigned moves)
{
    const struct ps_program *program = state->program;
    const uint64_t *mask = program->layer_masks[layer];
    int target = target_of(state, i, moves), words = program->object_words;
    if (target < 0 || (moves != PS_ACTION && meets(mask, ps_cell(state, target), words)))
        return false;
    uint64_t *from = ps_cell(state, i), *to = ps_cell(state, target);
    ps_touch(state, i);
    ps_touch(state, target);
    size_t row = (size_t)(target % state->height), column = (size_t)(target / state->height);
    for (int word = 0; target != i && word < words; word++) {
        uint64_t moved = from[word] & mask[word];
        from[word] &= ~moved;
        to[word] |= moved;
        state->row_objects[row * (size_t)words + (size_t)word] |= moved;
        state->column_objects[column * (size_t)words + (size_t)word] |= moved;
    }
    return true;
}

static bool move_cell(struct ps_state *state, int i)
{
    uint64_t *moves = moves_at(state, i);
    bool moved = false;
    if (is_zero(moves, state->program->move_words))
        return false;
    for (int layer = 0; layer < state->program->layers; layer++) {
        unsigned own = moves_of(moves, layer);
        if (own != 0 && move_layer(state, i, layer, own)) {
            moves[layer / PS_LAYERS_IN_WORD] &=
                ~((uint64_t)own << (5 * (layer % PS_LAYERS_IN_WORD)));
            moved = true;
        }
    }
    return moved;
}

/* Bans the rigid group of the first layer that could not move as its rule said; true if it is new. */
static bool ban_rigid(struct ps_state *state, int i)
{
    size_t words = (size_t)state->program->move_words;
    const uint64_t *groups = &state->rigid_group[(size_t)i * words];
    const uint64_t *rigid = &state->rigid_moves[(size_t)i * words];
    for (int layer = 0; layer < state->program->layers; layer++) {
        if ((moves_of(moves_at(state, i), layer) & moves_of(rigid, layer)) == 0)
            continue;
        unsigned group = moves_of(groups, layer);
        if (group == 0 || (state->banned >> (group - 1) & 1))
            return false;
        state->banned |= (uint64_t)1 << (group - 1);
        return true;
    }
    return false;
}

bool ps_resolve(struct ps_state *state)
{
    size_t bytes = (size_t)state->size * (size_t)state->program->move_words * sizeof *state->moves;
    size_t words = (size_t)state->program->move_words;
    bool banned = false;
    for (bool moved = true; moved;) {
        moved = false;
        for (int x = 0; x < state->width; x++) {
            if (is_zero(&state->column_moves[(size_t)x * words], (int)words))
                continue;
            for (int i = x * state->height; i < (x + 1) * state->height; i++)
                moved = move_cell(state, i) || moved;
        }
    }
    if (state->program->rigid_count > 0) {
        for (int i = 0; i < state->size; i++)
            banned = ban_rigid(state, i) || banned;
        memset(state->rigid_group, 0, bytes);
        memset(state->rigid_moves, 0, bytes);
    }
    if (!is_zero(state->all_moves, (int)words))
        memset(state->moves, 0, bytes);
    return banned;
}
