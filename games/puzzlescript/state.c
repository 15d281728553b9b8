/* States: memory, loading, win conditions and `again` turns; see state.h. */
#include "games/puzzlescript/state.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BOARDS = 1 << 20 /* words of all boards */ };

/* Allocates all arrays of a state in one block. */
bool ps_ensure_capacity(struct ps_state *state, const struct ps_level *level)
{
    const struct ps_program *program = state->program;
    size_t size = (size_t)level->width * (size_t)level->height;
    size_t objects = (size_t)program->object_words, moves = (size_t)program->move_words;
    size_t rigid = program->rigid_count > 0 ? size * moves : 0;
    size_t board_words = (size + 63) / 64, boards = (size_t)ps_board_count(program) * board_words;
    bool large = boards > MOST_BOARDS;
    /* Searches read words before and after a board. */
    size_t margin = large ? 0 : board_words + 1;
    uint64_t *marks, *before, *after, *order;
    struct {
        uint64_t **array;
        size_t words;
    } arrays[] = {{&state->cells, size * objects},
                  {&state->restart, size * objects},
                  {&state->before, size * objects},
                  {&state->probe, size * objects},
                  {&state->circle, size * objects},
                  {&state->start, size * objects},
                  {&state->next, size * objects},
                  {&state->moves, size * moves},
                  {&state->start_moves, size * moves},
                  {&state->rigid_group, rigid},
                  {&state->rigid_moves, rigid},
                  {&state->used_boards, (size_t)ps_board_count(program) / 64 + 1},
                  {&state->counts, (size_t)program->ids},
                  {&state->all_moves, moves},
                  {&marks, (size + 7) / 8},
                  {&before, margin},
                  {&state->boards, large ? 0 : boards},
                  {&after, margin},
                  {&state->fits, large ? 0 : (1 + 4 * PS_SHORT_ROW) * board_words},
                  {&state->places, margin},
                  {&state->effects, margin},
                  {&order, (size + 1) / 2},
                  {&state->scratch, 8 * (objects + moves)}};
    size_t words = (size + 1) / 2, count = sizeof arrays / sizeof *arrays;
    for (size_t i = 0; i < count; i++)
        words += arrays[i].words;
    uint64_t *memory = calloc(words + 1, sizeof *memory);
    if (memory == NULL)
        return false;
    free(state->memory);
    state->memory = memory;
    for (size_t i = 0; i < count; i++) {
        *arrays[i].array = memory;
        memory += arrays[i].words;
    }
    state->players = (int *)(void *)memory;
    state->trace.marks = (unsigned char *)marks;
    state->order = (int *)(void *)order;
    state->fits_known = 0;
    state->width = level->width;
    state->height = level->height;
    state->size = level->width * level->height;
    state->board_words = (int)board_words;
    if (large)
        state->boards = NULL;
    return true;
}

bool ps_begin(struct ps_state *state, const uint64_t *cells)
{
    ps_set_cells(state, cells);
    memcpy(state->restart, cells, ps_cell_bytes(state));
    state->again = state->won = state->changed = state->too_long = state->endless = false;
    if (state->program->prelude.run_rules_on_level_start) {
        state->starting = true;
        ps_turn(state, PS_IN_TICK);
        state->starting = false;
    }
    return !state->out_of_memory;
}

bool ps_conditions_hold(const struct ps_program *program, const uint64_t *cells, int size)
{
    for (int i = 0; i < program->conditions.count; i++) {
        const struct ps_condition *condition = &program->conditions.items[i];
        bool decided = false;
        for (int cell = 0; cell < size && !decided; cell++)
            decided = ps_decides(condition, &cells[cell * program->object_words], program->object_words);
        if (decided != (condition->quantifier == PS_SOME))
            return false;
    }
    return program->conditions.count > 0;
}

/* Whether the cells equal those remembered some turns ago.  Remembers the cells after 1, 2, 4, 8 ... turns.  Returns
 * false if the rules use chance or checkpoints: then equal cells need not have equal successors. */
static bool is_cycle(struct ps_state *state, int turn)
{
    if (state->program->line_of_chance != 0 || state->program->checkpoints)
        return false;
    if (turn > 0 && memcmp(state->circle, state->cells, ps_cell_bytes(state)) == 0)
        return true;
    if ((turn & (turn + 1)) == 0)
        memcpy(state->circle, state->cells, ps_cell_bytes(state));
    return false;
}

/* Records the cells before a turn that `again` adds. */
static void trace_stage(struct ps_state *state)
{
    struct ps_trace *trace = &state->trace;
    size_t words = (size_t)state->program->object_words;
    if (!trace->on || trace->everywhere || state->program->conditions.count == 0)
        return;
    if (trace->stage_words + 1 + (size_t)trace->touched_count * (words + 1) > PS_STAGE_WORDS) {
        ps_trace_give_up(trace, -1);
        return;
    }
    uint64_t *to = &trace->stages[trace->stage_words];
    *to++ = (uint64_t)trace->touched_count;
    for (int i = 0; i < trace->touched_count; i++) {
        *to++ = (uint64_t)trace->touched[i];
        memcpy(to, ps_cell(state, trace->touched[i]), words * sizeof *to);
        to += words;
    }
    trace->stage_words = (size_t)(to - trace->stages);
    trace->stage_count++;
}

/* ps_follow_again without the `following_again` flag. */
static void follow_again(struct ps_state *state)
{
    bool changed = state->changed, won = state->won;
    state->endless = false;
    for (int turn = 0; state->again && !state->too_long; turn++) {
        if (turn == PS_MAX_AGAIN) {
            state->too_long = true;
            return;
        }
        trace_stage(state);
        ps_turn(state, PS_IN_TICK);
        changed = changed || state->changed;
        won = won || state->won;
        if (state->again && is_cycle(state, turn)) {
            state->endless = true;
            return;
        }
    }
    state->changed = changed;
    state->won = won;
}

void ps_follow_again(struct ps_state *state)
{
    state->following_again = true;
    follow_again(state);
    state->following_again = false;
}
