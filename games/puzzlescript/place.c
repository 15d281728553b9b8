/* Places: how turns are made in a workspace, the flood, and the moves out of a place; see place.h. */
#include "games/puzzlescript/place.h"

#include "games/puzzlescript/level.h"

#include <stdlib.h>

/* --- workspaces --- */

struct ps_workspace *ps_workspace_new(const struct ps_puzzle *puzzle)
{
    struct ps_workspace *workspace = calloc(1, sizeof *workspace);
    if (workspace == NULL)
        return NULL;
    size_t words = puzzle->layout.words;
    struct arrays *arrays = &workspace->arrays;
    bool probes = puzzle->locality.local && puzzle->locality.free_count > 0;
    workspace->state = ps_state_new(puzzle->program);
    workspace->position = arrays_add(arrays, words, sizeof *workspace->position);
    workspace->other = arrays_add(arrays, words, sizeof *workspace->other);
    workspace->start = arrays_add(arrays, words, sizeof *workspace->start);
    workspace->players = arrays_add(arrays, ps_words(puzzle), sizeof *workspace->players);
    workspace->distances = arrays_add(arrays, (size_t)ps_size(puzzle), sizeof *workspace->distances);
    workspace->steps.relied = arrays_add(arrays, puzzle->locality.fact_words, sizeof *workspace->steps.relied);
    for (int n = 0; n < 2; n++) {
        struct ps_place *place = n == 0 ? &workspace->here : &workspace->there;
        place->first = arrays_add(arrays, (size_t)ps_size(puzzle), sizeof *place->first);
        place->rest = arrays_add(arrays, words, sizeof *place->rest);
        place->deciding = arrays_add(arrays, (size_t)puzzle->program->conditions.count, sizeof *place->deciding);
        place->holds = arrays_add(arrays, puzzle->locality.fact_words, sizeof *place->holds);
        for (int cell = 0; place->first != NULL && cell < ps_size(puzzle); cell++)
            place->first[cell] = -1;
    }
    ps_answers_make(puzzle, &workspace->answers, arrays);
    if (arrays->failed || workspace->state == NULL || !ps_ensure_capacity(workspace->state, &puzzle->level) ||
        (probes && ((workspace->probe = ps_state_new(puzzle->program)) == NULL ||
                    !ps_ensure_capacity(workspace->probe, &puzzle->level)))) {
        ps_workspace_free(workspace);
        return NULL;
    }
    size_t cells = (size_t)ps_size(puzzle), moves = (size_t)puzzle->program->move_words;
    const struct ps_state *state = workspace->state;
    size_t boards = state->boards == NULL ? 0 : (size_t)ps_board_count(puzzle->program) * (size_t)state->board_words;
    workspace->bytes = sizeof(struct ps_workspace) + 5 * words * sizeof(uint64_t) +
                       cells * (2 * sizeof(int) + sizeof(unsigned) + (ps_words(puzzle) + 1) * sizeof(uint64_t)) +
                       (1 + (size_t)probes) *
                           (cells * (9 * ps_words(puzzle) + 2 * moves) + (size_t)puzzle->program->row_count + boards) *
                           sizeof(uint64_t);
    atomic_fetch_add(&puzzle->pool->bytes, workspace->bytes);
    workspace->state->bytes = &puzzle->pool->bytes;
    struct ps_trace *trace = &workspace->state->trace;
    trace->free_of = puzzle->locality.free_of;
    trace->free_count = puzzle->locality.free_count;
    trace->relied = workspace->steps.relied;
    /* Unless rules set checkpoints, all turns restart here. */
    memcpy(workspace->state->restart, puzzle->cells, ps_cell_bytes(workspace->state));
    return workspace;
}

void ps_workspace_free(struct ps_workspace *workspace)
{
    if (workspace == NULL)
        return;
    ps_state_free(workspace->state);
    ps_state_free(workspace->probe);
    ps_steps_free(&workspace->steps);
    ps_answers_free(&workspace->answers);
    free(workspace->places.items);
    free(workspace->places.numbers);
    free(workspace->turns.items);
    free(workspace->turns.numbers);
    for (int n = 0; n < 2; n++) {
        struct ps_place *place = n == 0 ? &workspace->here : &workspace->there;
        free(place->nodes);
        free(place->players);
        free(place->after);
        free(place->after_won);
    }
    arrays_free(&workspace->arrays);
    free(workspace->states);
    free(workspace->exits);
    free(workspace);
}

bool ps_workspace_grow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, void *items, size_t before,
                       size_t bytes)
{
    void *array;
    if (!ps_may_take(puzzle, bytes - before))
        return false;
    workspace->bytes += bytes - before;
    memcpy(&array, items, sizeof array);
    array = realloc(array, bytes);
    if (array == NULL)
        ps_doubt(puzzle, PS_NO_MEMORY);
    else
        memcpy(items, &array, sizeof array);
    return array != NULL;
}

struct ps_workspace *ps_workspace_take(struct ps_puzzle *puzzle)
{
    struct ps_workspace *workspace = NULL;
    while (workspace == NULL) {
        for (int i = 0; i < PS_MAX_IDLE && workspace == NULL; i++)
            if (atomic_load_explicit(&puzzle->pool->idle[i], memory_order_relaxed) != NULL)
                workspace = atomic_exchange(&puzzle->pool->idle[i], NULL);
        if (workspace == NULL)
            workspace = ps_workspace_new(puzzle);
    }
    workspace->state->check = puzzle->check;
    return workspace;
}

void ps_workspace_leave(struct ps_puzzle *puzzle, struct ps_workspace *workspace)
{
    workspace->state->check = NULL;
    for (int i = 0; i < PS_MAX_IDLE; i++) {
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
    ps_set_cells(state, position);
    if (puzzle->layout.restart > 0)
        memcpy(state->restart, position + puzzle->layout.restart, ps_cell_bytes(state));
    if (puzzle->layout.random > 0)
        memcpy(&state->random, position + puzzle->layout.random, sizeof state->random);
}

void ps_write_position(const struct ps_puzzle *puzzle, const struct ps_state *state, uint64_t *position)
{
    memcpy(position, state->cells, ps_cell_bytes(state));
    if (puzzle->layout.restart > 0)
        memcpy(position + puzzle->layout.restart, state->restart, ps_cell_bytes(state));
    if (puzzle->layout.random > 0)
        memcpy(position + puzzle->layout.random, &state->random, sizeof state->random);
}

const char *ps_each_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                         unsigned way, position_listener *show, void *context, unsigned *turn)
{
    struct ps_state *state = workspace->state;
    const char *message = NULL;
    load(puzzle, state, position);
    ps_turn(state, way);
    state->following_again = true; /* the limit on work applies to all turns of the key together */
    for (*turn = 0; *turn < PS_MAX_AGAIN; ++*turn) {
        message = show == NULL ? state->message : NULL;
        if (message != NULL || !state->again || state->too_long || state->out_of_memory ||
            (show != NULL && !show(context, state->cells)))
            break;
        ps_turn(state, PS_TICK);
    }
    state->following_again = false;
    if (state->out_of_memory)
        ps_doubt(puzzle, PS_NO_MEMORY);
    return message;
}

/* Whether the result of a turn may depend on the order of rules, because a limit ended a loop.  The symmetry proof may
 * rely on loops ending by themselves. */
static bool depends_on_order(const struct ps_puzzle *puzzle, const struct ps_state *state)
{
    return state->capped && puzzle->puzzle.symmetry_count > 1 &&
           ps_source_of(puzzle->game_source)->symmetries.by_patience;
}

enum ps_turn ps_make_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way, uint64_t *after, bool *won)
{
    struct ps_state *state = workspace->state;
    load(puzzle, state, position);
    ps_turn(state, way);
    ps_follow_again(state);
    if (state->out_of_memory)
        ps_doubt(puzzle, PS_NO_MEMORY);
    else if (state->too_long && !state->stopped)
        ps_doubt(puzzle, PS_TOO_LONG);
    if (state->too_long || state->out_of_memory)
        return PS_TURN_UNKNOWN;
    if (depends_on_order(puzzle, state))
        ps_doubt(puzzle, PS_TOO_LONG);
    if (state->endless)
        return PS_TURN_NOTHING;
    *won = state->won;
    if (!state->won && memcmp(state->cells, position, ps_cell_bytes(state)) == 0 &&
        (puzzle->layout.restart == 0 ||
         memcmp(state->restart, position + puzzle->layout.restart, ps_cell_bytes(state)) == 0))
        return PS_TURN_NOTHING;
    ps_write_position(puzzle, state, after);
    return PS_TURN_CHANGED;
}

/* The first cell with a player object from `cell` on, or the number of cells. */
static int next_player(const struct ps_puzzle *puzzle, const uint64_t *position, int cell)
{
    int words = puzzle->program->object_words, size = ps_size(puzzle);
    const uint64_t *player = puzzle->program->player;
    if (words > 1) {
        while (cell < size && !meets(&position[(size_t)cell * (size_t)words], player, words))
            cell++;
        return cell;
    }
    while (cell + 4 <= size &&
           ((position[cell] | position[cell + 1] | position[cell + 2] | position[cell + 3]) & *player) == 0)
        cell += 4;
    while (cell < size && (position[cell] & *player) == 0)
        cell++;
    return cell;
}

/* The only cell with a player object, or -1 if there is none or more than one. */
static int only_player(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    int size = ps_size(puzzle), found = next_player(puzzle, position, 0);
    return found < size && next_player(puzzle, position, found + 1) == size ? found : -1;
}

/* That cell if walking costs nothing, or -1. */
static int walking_player(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    return puzzle->walks ? only_player(puzzle, position) : -1;
}

/* --- nodes --- */

/* The node with this cell and these player objects, or -1.  Objects that are not the player's are ignored. */
static int node_at(const struct ps_puzzle *puzzle, const struct ps_place *place, int cell, const uint64_t *objects)
{
    size_t words = ps_words(puzzle);
    for (int node = place->first[cell]; node >= 0; node = place->nodes[node].same_cell) {
        const uint64_t *players = ps_players(puzzle, place, node);
        bool same = true;
        for (size_t word = 0; word < words && same; word++)
            same = players[word] == (objects[word] & puzzle->program->player[word]);
        if (same)
            return node;
    }
    return -1;
}

int ps_find_node(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position)
{
    int cell = place->single ? only_player(puzzle, position) : 0;
    if (!place->single || cell < 0)
        return place->single ? -1 : 0;
    return node_at(puzzle, place, cell, &position[(size_t)cell * ps_words(puzzle)]);
}

/* Adds a node with this cell and the player objects among `objects`.  Returns -1 if the puzzle is stopped. */
static int add_node(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                    const uint64_t *objects, int cell)
{
    size_t words = ps_words(puzzle);
    if (place->count == place->capacity) {
        int more = place->capacity == 0 ? 64 : 2 * place->capacity;
        size_t before = (size_t)place->capacity, after = (size_t)more;
        size_t node = sizeof *place->nodes, row = words * sizeof(uint64_t);
        if (!ps_workspace_grow(puzzle, workspace, &place->nodes, before * node, after * node) ||
            !ps_workspace_grow(puzzle, workspace, &place->players, before * row, after * row))
            return -1;
        place->capacity = more;
    }
    struct ps_node *node = &place->nodes[place->count];
    *node = (struct ps_node){.cell = cell, .same_cell = -1, .look = -1};
    for (int way = 0; way < PS_KEYS; way++)
        node->after[way] = PS_NOWHERE;
    if (cell >= 0) {
        node->same_cell = place->first[cell];
        place->first[cell] = place->count;
    }
    for (size_t word = 0; word < words; word++)
        ps_players(puzzle, place, place->count)[word] = cell < 0 ? 0 : objects[word] & puzzle->program->player[word];
    if (cell >= 0 && place->by_steps)
        node->look = ps_look_of(puzzle, workspace, ps_players(puzzle, place, place->count));
    return place->count++;
}

void ps_node_position(const struct ps_puzzle *puzzle, const struct ps_place *place, int node, uint64_t *position)
{
    memcpy(position, place->rest, puzzle->layout.words * sizeof *position);
    if (place->single)
        add_mask(&position[(size_t)place->nodes[node].cell * ps_words(puzzle)], ps_players(puzzle, place, node),
                 puzzle->program->object_words);
}

/* --- the flood --- */

/* Whether a position differs from the place only in where the single player is; if so, *cell is his cell.  If the trace
 * is usable, only touched cells are compared: the turn left the others unchanged. */
static bool is_walk(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position,
                    const struct ps_trace *trace, int *cell)
{
    size_t words = ps_words(puzzle), common = (size_t)ps_size(puzzle) * ps_words(puzzle);
    const uint64_t *player = puzzle->program->player;
    bool noted = trace->on && !trace->everywhere;
    int count = noted ? trace->touched_count : ps_size(puzzle);
    *cell = -1;
    if (words == 1 && !noted) {
        uint64_t differs = 0;
        for (int i = 0; i < count; i++)
            differs |= (position[i] & ~*player) ^ place->rest[i];
        *cell = differs != 0 ? -1 : only_player(puzzle, position);
        count = 0;
    }
    for (int n = 0; n < count; n++) {
        int i = noted ? trace->touched[n] : n;
        const uint64_t *here = &position[(size_t)i * words];
        const uint64_t *rest = &place->rest[(size_t)i * words];
        bool found = false;
        for (size_t word = 0; word < words; word++) {
            if ((here[word] & ~player[word]) != rest[word])
                return false;
            found = found || (here[word] & player[word]) != 0;
        }
        if (found && *cell >= 0)
            return false;
        *cell = found ? i : *cell;
    }
    return *cell >= 0 &&
           memcmp(position + common, place->rest + common, (puzzle->layout.words - common) * sizeof *position) == 0;
}

int ps_walk_to(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int cell,
               const uint64_t *objects)
{
    int next = node_at(puzzle, place, cell, objects);
    return next >= 0 ? next : add_node(puzzle, workspace, place, objects, cell);
}

/* Whether the position is won in which these cells, and no others, differ from `rest`.  `spots` are the cells' numbers,
 * `contents` their objects. */
static bool wins_with(const struct ps_puzzle *puzzle, const struct ps_place *place, const int *cells,
                      const uint64_t *const *contents, int count)
{
    const struct ps_program *program = puzzle->program;
    size_t words = ps_words(puzzle);
    for (int i = 0; i < program->conditions.count; i++) {
        const struct ps_condition *condition = &program->conditions.items[i];
        int deciding = place->deciding[i];
        for (int n = 0; n < count; n++)
            deciding += ps_decides(condition, contents[n], program->object_words) -
                        ps_decides(condition, &place->rest[(size_t)cells[n] * words], program->object_words);
        if ((deciding > 0) != (condition->quantifier == PS_SOME))
            return false;
    }
    return program->conditions.count > 0;
}

/* The view of a node, if place->by_steps. */
static const struct ps_view *view_of(const struct ps_puzzle *puzzle, struct ps_place *place, int node)
{
    place->view.players = ps_players(puzzle, place, node);
    place->view.look = place->nodes[node].look;
    if (place->single)
        place->view.cells[0] = place->nodes[node].cell;
    return &place->view;
}

/* Records that a key leads from a node to workspace->other.  Returns false if the puzzle is stopped. */
static bool leave_by(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                     unsigned way, bool won, bool exits)
{
    if (!exits)
        return true;
    place->nodes[node].after[way] = PS_ELSEWHERE - place->exits;
    size_t words = puzzle->layout.words;
    if (place->exits == place->exits_capacity) {
        size_t before = (size_t)place->exits_capacity, more = before == 0 ? 16 : 2 * before;
        size_t row = words * sizeof *place->after;
        if (!ps_workspace_grow(puzzle, workspace, &place->after, before * row, more * row) ||
            !ps_workspace_grow(puzzle, workspace, &place->after_won, before * sizeof(bool), more * sizeof(bool)))
            return false;
        place->exits_capacity = (int)more;
    }
    memcpy(place->after + (size_t)place->exits * words, workspace->other, words * sizeof *workspace->other);
    place->after_won[place->exits++] = won;
    return true;
}

/* Makes the turn of a key and records the result.  `trace`: remembers it.  Returns false if the puzzle is stopped. */
static bool follow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                   unsigned way, bool exits, bool trace)
{
    struct ps_state *state = workspace->state;
    size_t words = ps_words(puzzle);
    bool won = false;
    int cell = -1;
    ps_node_position(puzzle, place, node, workspace->position);
    bool recalls = !trace && place->single;
    struct ps_known_turn known = {.next = -1};
    enum ps_turn turn = PS_TURN_UNKNOWN;
    if (recalls)
        turn = ps_recall_turn(puzzle, workspace, place, node, workspace->position, way, &known);
    if (ps_is_stopped(puzzle))
        return false;
    if (known.next >= 0) {
        place->nodes[node].after[way] = known.next;
        return true;
    }
    if (trace) {
        const struct ps_view *view = view_of(puzzle, place, node);
        state->trace.holds = view->holds;
        ps_trace_begin(state, view->cells, view->count, view->decorated ? puzzle->locality.blind : NULL);
    }
    bool made = turn == PS_TURN_UNKNOWN;
    if (made)
        turn = ps_make_turn(puzzle, workspace, workspace->position, way, workspace->other, &won);
    else if (turn == PS_TURN_CHANGED)
        won = ps_recall_position(puzzle, workspace, known.to, workspace->other);
    place->unsure = place->unsure || (made && (turn == PS_TURN_UNKNOWN || depends_on_order(puzzle, state)));
    bool changed = turn == PS_TURN_CHANGED;
    bool moves = changed && place->single && is_walk(puzzle, place, workspace->other, &state->trace, &cell);
    if (!ps_is_stopped(puzzle) && trace && turn != PS_TURN_UNKNOWN && !state->endless && !state->capped) {
        /* Whether the level is then won is no part of a step. */
        const struct ps_view *view = view_of(puzzle, place, node);
        int from = view->cells[0], height = puzzle->level.height;
        struct ps_step_leaf step = {.kind = state->trace.everywhere ? PS_STEP_TURN
                                            : moves                 ? PS_STEP_WALK
                                            : changed               ? PS_STEP_CHANGE
                                                                    : PS_STEP_NOTHING};
        if (step.kind == PS_STEP_WALK) {
            step.across = (int16_t)(cell / height - from / height);
            step.down = (int16_t)(cell % height - from % height);
            for (size_t word = 0; word < words; word++)
                workspace->players[word] =
                    workspace->other[(size_t)cell * words + word] & puzzle->program->player[word];
        }
        ps_step_keep(puzzle, workspace, view, way, step);
    }
    bool walk = moves && won == place->won;
    state->trace.on = false;
    if (ps_is_stopped(puzzle))
        return false;
    if (walk) {
        known.next = ps_walk_to(puzzle, workspace, place, cell, &workspace->other[(size_t)cell * words]);
        if (known.next < 0)
            return false;
        place->nodes[node].after[way] = known.next;
    }
    if (recalls && !made && walk && !place->won)
        ps_name_node(workspace, place, known.next, known.to);
    /* A turn that a limit ended is not remembered, because each repetition must record its doubt again. */
    if (recalls && made && turn != PS_TURN_UNKNOWN && !state->capped)
        ps_keep_turn(puzzle, workspace, place, &known, way, changed ? workspace->other : NULL, won);
    return walk || !changed || leave_by(puzzle, workspace, place, node, way, won, exits);
}

bool ps_record_key(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                   unsigned way, bool exits)
{
    if (!place->by_steps)
        return follow(puzzle, workspace, place, node, way, exits, false);
    size_t words = ps_words(puzzle);
    const struct ps_view *view = view_of(puzzle, place, node);
    struct ps_steps *steps = &workspace->steps;
    const struct ps_step_leaf *step = ps_answer(puzzle, workspace, view, way);
    int from = view->cells[0], count = 0;
    steps->wanted++;
    steps->missed += step->kind == PS_STEP_UNKNOWN;
    steps->found += step->kind > PS_STEP_TURN;
    if (step->kind <= PS_STEP_TURN)
        return follow(puzzle, workspace, place, node, way, exits, step->kind == PS_STEP_UNKNOWN);
    const uint64_t *effect = &steps->words[step->words + puzzle->locality.fact_words];
    const uint64_t *stage = &steps->words[step->stage];
    int cells[PS_MOST_READS + 1];
    const uint64_t *contents[PS_MOST_READS + 1];
    for (int i = 0; i < step->stages; i++) {
        int differ = (int)*stage++;
        for (int n = 0; n < differ; n++, stage += 1 + words) {
            cells[n] = ps_step_cell(puzzle, from, stage[0]);
            contents[n] = stage + 1;
        }
        if (wins_with(puzzle, place, cells, contents, differ))
            return follow(puzzle, workspace, place, node, way, exits, false);
    }
    if (step->kind == PS_STEP_WALK) {
        int cell = from + step->across * puzzle->level.height + step->down;
        if (puzzle->locality.by_player) {
            uint64_t with[PS_MAX_OBJECTS / 64];
            for (size_t word = 0; word < words; word++)
                with[word] = place->rest[(size_t)cell * words + word] | effect[word];
            if (wins_with(puzzle, place, &cell, &(const uint64_t *){with}, 1) != place->won)
                return follow(puzzle, workspace, place, node, way, exits, false);
        }
        int next = ps_walk_to(puzzle, workspace, place, cell, effect);
        place->nodes[node].after[way] = next;
        return next >= 0;
    }
    if (step->kind == PS_STEP_NOTHING || !exits)
        return true;
    memcpy(workspace->other, place->rest, puzzle->layout.words * sizeof *workspace->other);
    for (; count < step->count; count++, effect += 1 + words) {
        cells[count] = ps_step_cell(puzzle, from, effect[0]);
        contents[count] = effect + 1;
        memcpy(&workspace->other[(size_t)cells[count] * words], effect + 1, words * sizeof *effect);
    }
    return leave_by(puzzle, workspace, place, node, way, wins_with(puzzle, place, cells, contents, count), true);
}

enum { NODES_BETWEEN = 4096 /* nodes between two stop checks */ };

/* Finds out whether steps in the place of a position may be remembered, and what that needs; `only`: the cell of the
 * walking player, or -1. */
static bool begin_steps(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                        const uint64_t *position, int only)
{
    enum { FEW = 300, MANY = 3000 };
    const struct ps_program *program = puzzle->program;
    const struct ps_steps *steps = &workspace->steps;
    struct ps_view *view = &place->view;
    int size = ps_size(puzzle), words = program->object_words;
    /* In a won place, a key that changes nothing wins again; elsewhere, it does nothing. */
    if (place->won || !puzzle->locality.local || !puzzle_prunes(&puzzle->puzzle, PS_PRUNE_STEPS) ||
        (steps->wanted > FEW && steps->found < steps->wanted / 4) ||
        (steps->wanted > MANY && steps->missed > steps->wanted / 3))
        return false;
    *view = (struct ps_view){.rest = place->rest, .holds = place->holds};
    uint64_t *without = place->rest;
    if (place->single) {
        view->cells[view->count++] = only;
    } else {
        without = workspace->position;
        memcpy(without, place->rest, puzzle->layout.words * sizeof *without);
        for (int cell = -1; (cell = next_player(puzzle, position, cell + 1)) < size;) {
            if (view->count == PS_MOST_PLAYERS)
                return false;
            view->cells[view->count++] = cell;
            clear_mask(&without[(size_t)cell * (size_t)words], program->player, words);
        }
    }
    if (view->count == 0 || !ps_steps_begin(puzzle, workspace, without, place->holds, &view->decorated))
        return false;
    bool won = program->conditions.count > 0;
    for (int i = 0; i < program->conditions.count; i++) {
        const struct ps_condition *condition = &program->conditions.items[i];
        const uint64_t *cells = place->rest;
        size_t first = (size_t)view->cells[0] * (size_t)words;
        int count = 0;
        if (words == 1 && !condition->all_what && !condition->all_where) {
            bool all = condition->quantifier == PS_ALL;
            uint64_t what = *condition->what, where = *condition->where;
            for (int cell = 0; cell < size; cell++)
                count += (cells[cell] & what) != 0 && ((cells[cell] & where) != 0) != all;
        } else {
            for (int cell = 0; cell < size; cell++)
                count += ps_decides(condition, &cells[(size_t)cell * (size_t)words], words);
        }
        place->deciding[i] = count;
        count += ps_decides(condition, &position[first], words) - ps_decides(condition, &cells[first], words);
        won = won && (count > 0) == (condition->quantifier == PS_SOME);
    }
    return !won;
}

/* ps_flood, where `cell` is that of the walking player; lists the exits only if `exits`. */
static bool flood(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                  const uint64_t *position, int cell, bool won, bool exits)
{
    size_t words = ps_words(puzzle);
    for (int i = 0; i < place->count; i++)
        if (place->nodes[i].cell >= 0)
            place->first[place->nodes[i].cell] = -1;
    place->count = place->exits = 0;
    place->flood = ++workspace->floods;
    place->single = cell >= 0;
    place->won = won;
    place->unsure = false;
    memcpy(place->rest, position, puzzle->layout.words * sizeof *position);
    if (cell >= 0)
        clear_mask(&place->rest[(size_t)cell * words], puzzle->program->player, (int)words);
    place->by_steps = begin_steps(puzzle, workspace, place, position, cell);
    if (place->by_steps && place->single)
        ps_answers_enter(puzzle, workspace, place, exits);
    if (ps_is_stopped(puzzle) ||
        add_node(puzzle, workspace, place, position + (cell < 0 ? 0 : (size_t)cell * words), cell) < 0)
        return false;
    /* A walk may win if all conditions hold that do not depend on the player. */
    bool boards = !exits && place->by_steps && place->single, may_win = boards && puzzle->locality.by_player;
    for (int i = 0; may_win && i < puzzle->program->conditions.count; i++) {
        const struct ps_condition *condition = &puzzle->program->conditions.items[i];
        may_win = ps_depends_on_player(puzzle->program, condition) ||
                  (place->deciding[i] > 0) == (condition->quantifier == PS_SOME);
    }
    place->by_boards = boards && !may_win && ps_flood_boards(puzzle, workspace, place);
    if (place->by_boards || ps_is_stopped(puzzle))
        return !ps_is_stopped(puzzle);
    for (int node = 0; node < place->count; node++) {
        if (node % NODES_BETWEEN == NODES_BETWEEN - 1 && !ps_may_take(puzzle, 0))
            return false; /* remembered steps make no turns, which would check for a stop */
        for (unsigned way = 0; way < PS_KEYS; way++)
            if (ps_is_key(puzzle, way) && !ps_record_key(puzzle, workspace, place, node, way, exits))
                return false;
    }
    /* Marks the nodes from which walks lead to node 0.  Most walks can be reversed at once and so lead to an earlier
     * node; then one upward pass is enough. */
    bool down = false;
    place->nodes[0].joined = true;
    for (bool more = true; more; down = !down) {
        more = false;
        if (!ps_may_take(puzzle, 0))
            return false;
        for (int n = 1; n < place->count; n++) {
            struct ps_node *node = &place->nodes[down ? place->count - n : n];
            if (node->joined)
                continue;
            for (int way = 0; way < PS_KEYS && !node->joined; way++)
                node->joined = node->after[way] >= 0 && place->nodes[node->after[way]].joined;
            more = more || node->joined;
        }
    }
    return true;
}

bool ps_flood(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
              const uint64_t *position, bool won)
{
    return flood(puzzle, workspace, place, position, walking_player(puzzle, position), won, true);
}

/* --- states and moves --- */

/* Packs the state of a position's place, which is its least position; `cell` is that of the walking player.  Returns
 * false if the puzzle is stopped; the state is then that of the position itself. */
static bool state_of(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position, int cell,
                     bool won, unsigned char *state)
{
    struct ps_place *place = &workspace->there;
    size_t words = ps_words(puzzle);
    if (cell < 0) {
        ps_pack(puzzle, position, won, state);
        return true;
    }
    uint64_t *rest = workspace->position;
    memcpy(rest, position, puzzle->layout.words * sizeof *rest);
    clear_mask(&rest[(size_t)cell * words], puzzle->program->player, (int)words);
    ps_pack(puzzle, rest, won, state);
    if (ps_known_state(puzzle, workspace, &position[(size_t)cell * words], cell, state))
        return true;
    if (!flood(puzzle, workspace, place, position, cell, won, false)) {
        ps_pack(puzzle, position, won, state);
        return false;
    }
    return ps_keep_state(puzzle, workspace, place, state);
}

void ps_begin_state(struct ps_puzzle *puzzle, unsigned char *state)
{
    struct ps_pool *pool = puzzle->pool;
    size_t bytes = puzzle->puzzle.state_bytes;
    if (atomic_load(&pool->begin) == PS_BEGIN_KNOWN) {
        memcpy(state, pool->begin_state, bytes);
        return;
    }
    struct ps_workspace *workspace = ps_workspace_take(puzzle);
    memset(state, 0, bytes);
    int cell = walking_player(puzzle, puzzle->start);
    bool known = state_of(puzzle, workspace, puzzle->start, cell, puzzle->start_won, state);
    if (known && (cell < 0 || !workspace->there.unsure)) {
        /* Publish the state in which the level begins, unless another thread does so. */
        int unknown = PS_BEGIN_UNKNOWN;
        if (atomic_compare_exchange_strong(&pool->begin, &unknown, PS_BEGIN_WRITTEN)) {
            memcpy(pool->begin_state, state, bytes);
            atomic_store(&pool->begin, PS_BEGIN_KNOWN);
        }
    }
    ps_workspace_leave(puzzle, workspace);
}

/* --- moves out of a place --- */

void ps_exit_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const struct ps_exit *exit,
                      uint64_t *position)
{
    const struct ps_place *place = &workspace->here;
    int after = place->nodes[exit->node].after[exit->way];
    if (after >= 0)
        ps_node_position(puzzle, place, after, position);
    else
        memcpy(position, place->after + (size_t)(PS_ELSEWHERE - after) * puzzle->layout.words,
               puzzle->layout.words * sizeof *position);
}

/* The piece number of moves from a cell: its index in the text, row by row, from 1; 0 for no cell. */
static unsigned piece_of(const struct ps_puzzle *puzzle, int cell)
{
    int height = puzzle->level.height;
    return cell < 0 ? 0 : 1 + (unsigned)(cell % height * puzzle->level.width + cell / height);
}

/* No two exits are equal, so that every library's qsort gives the same order. */
static int compare_exits(const void *one, const void *other)
{
    const struct ps_exit *a = one, *b = other;
    if (a->move != b->move)
        return a->move < b->move ? -1 : 1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return a->way < b->way ? -1 : a->way > b->way;
}

static int by_target(const void *one, const void *other)
{
    const struct ps_exit *a = one, *b = other;
    return a->to != b->to ? (a->to < b->to ? -1 : 1) : compare_exits(one, other);
}

/* Given moves that all lead the player to the same cell, returns the only state that several of them lead to.  Returns
 * NULL if no state or more than one is such. */
static const unsigned char *state_entered(const struct ps_exit *exits, int count, size_t bytes)
{
    const unsigned char *entered = NULL;
    for (int i = 0; i < count; i++)
        for (int n = 0; n < i; n++) {
            if (exits[i].move == exits[n].move || memcmp(exits[i].state, exits[n].state, bytes) != 0)
                continue;
            if (entered != NULL && memcmp(exits[i].state, entered, bytes) != 0)
                return NULL;
            entered = exits[i].state;
        }
    return entered;
}

/* Gives different numbers to moves with the same cell and key that lead to different states: each further state becomes
 * another piece. */
static void tell_apart(const struct ps_puzzle *puzzle, struct ps_exit *exits, int count)
{
    size_t bytes = puzzle->puzzle.state_bytes;
    for (int i = 0, first; i < count; i = first) {
        game_move move = exits[i].move;
        unsigned kinds = 0;
        first = i;
        for (; first < count && exits[first].move == move; first++)
            continue;
        for (int n = i; n < first; n++) {
            int same = i;
            while (memcmp(exits[same].state, exits[n].state, bytes) != 0)
                same++;
            unsigned piece = move_piece(move) + kinds * (unsigned)ps_size(puzzle);
            exits[n].move = same < n ? exits[same].move : move_make(piece, move_way(move));
            kinds += same == n;
        }
    }
}

int ps_list_exits(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state, bool live)
{
    struct ps_place *place = &workspace->here;
    size_t bytes = puzzle->puzzle.state_bytes;
    bool won = ps_unpack(puzzle, state, workspace->start);
    int count = 0;
    live = live && ps_has_win_proof(puzzle);
    if (!ps_flood(puzzle, workspace, place, workspace->start, won))
        return -1;
    for (int node = 0; node < place->count; node++)
        for (unsigned way = 0; place->nodes[node].joined && way < PS_KEYS; way++) {
            int after = place->nodes[node].after[way];
            if (after == PS_NOWHERE || (after >= 0 && place->nodes[after].joined))
                continue;
            if (!ps_may_take(puzzle, 0))
                return -1;
            if (count == workspace->exits_capacity) {
                int more = count == 0 ? 64 : 2 * count;
                size_t before = (size_t)count, capacity = (size_t)more;
                if (!ps_workspace_grow(puzzle, workspace, &workspace->exits, before * sizeof *workspace->exits,
                                       capacity * sizeof *workspace->exits) ||
                    !ps_workspace_grow(puzzle, workspace, &workspace->states, before * bytes, capacity * bytes))
                    return -1;
                for (int i = 0; i < count; i++) /* they are still in this order */
                    workspace->exits[i].state = workspace->states + (size_t)i * bytes;
                workspace->exits_capacity = more;
            }
            struct ps_exit *exit = &workspace->exits[count];
            *exit = (struct ps_exit){.move = move_make(piece_of(puzzle, place->nodes[node].cell), way),
                                     .node = node,
                                     .to = -1,
                                     .way = way,
                                     .won = after >= 0 ? won : place->after_won[PS_ELSEWHERE - after],
                                     .state = workspace->states + (size_t)count * bytes};
            ps_exit_position(puzzle, workspace, exit, workspace->start);
            exit->dead = live && !exit->won && ps_is_dead(puzzle, workspace->start);
            if (exit->dead && !puzzle->walks)
                continue;
            int cell = after >= 0 ? place->nodes[after].cell : walking_player(puzzle, workspace->start);
            if (place->single)
                exit->to = cell;
            count++;
            /* A dead state only serves to compare moves that lead the player to the same cell.  If he looks the same
             * there, their places are the same only if the positions are. */
            if (exit->dead && puzzle->variants == 1)
                ps_pack(puzzle, workspace->start, false, exit->state);
            else if (!state_of(puzzle, workspace, workspace->start, cell, exit->won, exit->state))
                return -1;
        }
    if (count == 0)
        return 0;
    /* The names of moves depend on all moves, also on those into dead states.  Joins the moves that lead to the same
     * cell of the same place into one, named by that cell.  If a cell could name two such moves, it names neither: in
     * an image of the level, it might name the other one. */
    struct ps_exit *exits = workspace->exits;
    qsort(exits, (size_t)count, sizeof *exits, by_target);
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && exits[end].to == exits[first].to;)
            end++;
        const unsigned char *entered = exits[first].to < 0 ? NULL : state_entered(exits + first, end - first, bytes);
        for (int i = first; entered != NULL && i < end; i++)
            if (memcmp(exits[i].state, entered, bytes) == 0)
                exits[i].move = move_make(piece_of(puzzle, exits[i].to), MOVE_ENTER);
    }
    qsort(exits, (size_t)count, sizeof *exits, compare_exits);
    tell_apart(puzzle, exits, count);
    qsort(exits, (size_t)count, sizeof *exits, compare_exits);
    int left = 0;
    for (int i = 0; i < count; i++)
        if (!exits[i].dead)
            exits[left++] = exits[i];
    return left;
}
