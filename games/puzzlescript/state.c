/* States: memory, loading, win conditions and `again` turns; see state.h. */
#include "games/puzzlescript/compile.h"
#include "games/puzzlescript/state.h"

#include <stdlib.h>

struct ps_state *ps_state_new(const struct ps_program *program)
{
    struct ps_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->work = ps_work_new();
    if (state->work == NULL) {
        free(state);
        return NULL;
    }
    state->program = program;
    state->level = -1;
    ps_random_seed(&state->random, "onlyway");
    return state;
}

void ps_state_free(struct ps_state *state)
{
    if (state == NULL)
        return;
    ps_work_free(state->work);
    free(state->memory);
    free(state);
}

bool ps_may_go_on(struct ps_state *state)
{
    if (state->too_long)
        return false;
    state->spent += PS_WORK_BETWEEN - state->patience;
    state->patience = PS_WORK_BETWEEN;
    size_t bytes = state->bytes == NULL ? 0 : atomic_load_explicit(state->bytes, memory_order_relaxed);
    state->stopped = stop_check_ask(state->check, bytes);
    state->too_long = state->stopped || state->spent > PS_MAX_WORK;
    return !state->too_long;
}

/* Allocates all arrays of a state in one block. */
bool ps_ensure_capacity(struct ps_state *state, const struct ps_level *level)
{
    const struct ps_program *program = state->program;
    size_t size = (size_t)level->width * (size_t)level->height;
    size_t objects = (size_t)program->object_words, moves = (size_t)program->move_words;
    size_t width = (size_t)level->width, height = (size_t)level->height;
    size_t rigid = program->rigid_count > 0 ? size * moves : 0;
    struct {
        uint64_t **array;
        size_t words;
    } arrays[] = {{&state->cells, size * objects},
                  {&state->restart, size * objects},
                  {&state->before, size * objects},
                  {&state->probe, size * objects},
                  {&state->circle, size * objects},
                  {&state->start, size * objects},
                  {&state->moves, size * moves},
                  {&state->start_moves, size * moves},
                  {&state->rigid_group, rigid},
                  {&state->rigid_moves, rigid},
                  {&state->row_objects, height * objects},
                  {&state->column_objects, width * objects},
                  {&state->all_objects, objects},
                  {&state->row_moves, height * moves},
                  {&state->column_moves, width * moves},
                  {&state->all_moves, moves},
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
    state->width = level->width;
    state->height = level->height;
    state->size = level->width * level->height;
    return true;
}

bool ps_begin(struct ps_state *state, const uint64_t *cells)
{
    memcpy(state->cells, cells, ps_cell_bytes(state));
    memcpy(state->restart, cells, ps_cell_bytes(state));
    state->again = state->won = state->changed = state->too_long = state->endless = false;
    if (state->program->prelude.run_rules_on_level_start) {
        state->starting = true;
        ps_turn(state, PS_IN_TICK);
        state->starting = false;
    }
    return !state->out_of_memory;
}

bool ps_load(struct ps_state *state, int number, const char *seed)
{
    const struct ps_level *level = &state->program->levels.items[number];
    if (!ps_ensure_capacity(state, level))
        return false;
    if (seed != NULL)
        ps_random_seed(&state->random, seed);
    state->level = number;
    return ps_begin(state, level->cells);
}

static inline bool matches(const uint64_t *mask, bool all, const uint64_t *cell, int words)
{
    return all ? within(mask, cell, words) : meets(mask, cell, words);
}

static bool condition_holds(const struct ps_condition *condition, const uint64_t *cells, int size, int words)
{
    for (int i = 0; i < size; i++) {
        const uint64_t *cell = &cells[(size_t)i * (size_t)words];
        if (!matches(condition->what, condition->all_what, cell, words))
            continue;
        bool there = matches(condition->where, condition->all_where, cell, words);
        if (condition->quantifier == PS_ALL ? !there : there)
            return condition->quantifier == PS_SOME;
    }
    return condition->quantifier != PS_SOME;
}

bool ps_conditions_hold(const struct ps_program *program, const uint64_t *cells, int size)
{
    for (int i = 0; i < program->conditions.count; i++)
        if (!condition_holds(&program->conditions.items[i], cells, size, program->object_words))
            return false;
    return program->conditions.count > 0;
}

/* Whether the cells equal those remembered some turns ago. Remembers the cells after 1, 2, 4, 8 ... turns. Returns
 * false if the rules use chance or checkpoints: then equal cells need not have equal successors. */
static bool goes_round(struct ps_state *state, int turn)
{
    if (state->program->line_of_chance != 0 || state->program->checkpoints)
        return false;
    if (turn > 0 && memcmp(state->circle, state->cells, ps_cell_bytes(state)) == 0)
        return true;
    if ((turn & (turn + 1)) == 0)
        memcpy(state->circle, state->cells, ps_cell_bytes(state));
    return false;
}

/* ps_settle without the `settling` flag. */
static void settle(struct ps_state *state)
{
    bool changed = state->changed, won = state->won;
    state->endless = false;
    for (int turn = 0; state->again && !state->too_long; turn++) {
        if (turn == PS_MAX_AGAIN) {
            state->too_long = true;
            return;
        }
        ps_turn(state, PS_IN_TICK);
        changed = changed || state->changed;
        won = won || state->won;
        if (state->again && goes_round(state, turn)) {
            state->endless = true;
            return;
        }
    }
    state->changed = changed;
    state->won = won;
}

void ps_settle(struct ps_state *state)
{
    state->settling = true;
    settle(state);
    state->settling = false;
}
