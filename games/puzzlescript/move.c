/* Movements: where players begin to move, and what becomes of all movements when the rules are done. */
#include "games/puzzlescript/compile.h"
#include "games/puzzlescript/state.h"

static uint64_t *moves_at(const struct ps_state *state, int i)
{
    return &state->moves[(size_t)i * (size_t)state->program->move_words];
}

int ps_start_movement(struct ps_state *state, unsigned moves)
{
    const struct ps_program *program = state->program;
    int count = 0, words = program->object_words;
    for (int i = 0; i < state->size; i++) {
        const uint64_t *cell = ps_cell(state, i);
        if (!(program->player_all ? within(program->player, cell, words)
                                  : meets(program->player, cell, words)))
            continue;
        state->players[count++] = i;
        for (int id = 0; id < program->ids; id++)
            if (has_bit(cell, id) && has_bit(program->player, id))
                add_moves(moves_at(state, i), moves, program->id_layers[id]);
    }
    return count;
}

void ps_summarize(struct ps_state *state)
{
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
    bool banned = false;
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < state->size; i++)
            moved = move_cell(state, i) || moved;
    }
    if (state->program->rigid_count > 0) {
        for (int i = 0; i < state->size; i++)
            banned = ban_rigid(state, i) || banned;
        memset(state->rigid_group, 0, bytes);
        memset(state->rigid_moves, 0, bytes);
    }
    memset(state->moves, 0, bytes);
    return banned;
}
