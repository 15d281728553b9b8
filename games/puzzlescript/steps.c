/* The memory of steps: what a key does, by the cells that it depends on; see place.h.
 *
 * Nearly all turns are steps over free ground, against a wall, or pushes.  Such a turn depends on few cells.  The state
 * records them (struct ps_trace) while it makes the turn:
 *
 * - Touched cells: the players', and those that the turn changed or gave a movement.  All other cells are as they were
 *   before the turn, and have no movement.
 * - Rows of patterns that need a movement or the player can match only on touched cells.  The other rows, the *free*
 *   ones, may match elsewhere, but then they do so before the turn and without the player, too.  So one examination of
 *   the level without its player tells which free rows match nowhere outside of the touched cells; the turn relies on
 *   that.  A rule whose only row is free may also match elsewhere if it changes nothing there.
 * - Where a row covers touched cells, the turn depends on all cells of a match, and on one cell that differs of each
 *   place without a match.  A cell outside the level also differs.
 * - A movement depends on the cell that it leads to.
 *
 * By induction over the rules tried, two turns run in the same way if these cells hold the same objects at the same
 * distances from the player and the same facts about free rows hold: the same rules match at the same distances, in the
 * same order, because the order of cells does not depend on where the player is.  So the second turn changes the cells
 * that the first one changed, to the same objects.  Whether the level is then won is determined anew, also between the
 * turns that `again` joins.  Turns that win by a command, restart or set a checkpoint are not remembered.
 *
 * The memory is a decision tree for each key.  A node names a cell, relative to the first player's; its children are
 * the objects that were found there.  If several cells have players, the first nodes ask where they are.  A leaf has
 * the facts relied on, and what the turn does. */
#include "games/puzzlescript/place.h"

#include "games/puzzlescript/state.h"

#include <stdlib.h>

enum {
    FIRST_NODES = 256,     /* also of slots, leaves and words */
    MOST_BYTES = 32 << 20, /* of the memory; beyond, it forgets everything */
    MOST_FREE_ROWS = 1 << 12,
    FIRST_ROOT = 1, /* nodes and leaves count from 1; the first nodes are the roots: for each key, with one cell with
                     * players or several */
    ROOTS = 2 * PS_KEYS,
    ANOTHER_PLAYER = INT16_MAX, /* `across` of a node that asks for the cell of the player numbered `down`, not for what
                                 * is in a cell */
};

/* --- blind rules ---
 *
 * Many games draw things anew in each turn: rules remove decorations everywhere and put them back.  They would make
 * each turn depend on the whole level.
 *
 * A *blind* rule neither reads nor changes players and movements.  Let a level without its players be
 * such that a turn of the blind rules alone gives no commands, changes it back to what it was, and changes on the
 * way only objects, the decorations, that no other rule reads or changes and that are in no layer in which anything
 * moves.  Then a turn in which the other rules and the movements change no objects but players is the product of two
 * turns that do not influence each other:
 *
 * - The other rules do not see decorations, so they do what they would do without the blind rules.
 * - By induction over the rules tried, blind rules find what they find in their own turn, since nothing that they read
 *   changes but for decorations.  That other rules make a group or loop run again makes no difference: blind rules that
 *   have changed something make it run again anyway, and blind rules that have changed nothing change nothing again.
 *
 * So such a turn need not be recorded for blind rules, and leaves the decorations as they were.  The record ends if
 * another object changes, or if a turn by `again` follows.  That a level is such is one more fact. */

/* Whether a rule is blind.  `mobile`: layers in which anything may move. */
static bool is_blind(const struct ps_program *program, const struct ps_rule *rule, const uint64_t *mobile, bool late)
{
    int words = program->object_words, move_words = program->move_words;
    if (rule->row_count == 0 || rule->rigid > 0 || rule->chance)
        return false;
    for (int at = 0; at < rule->cell_count; at++) {
        const struct ps_pattern *pattern = &rule->cells[at];
        const struct ps_replacement *made = pattern->replacement;
        if (pattern->ellipsis)
            continue;
        if (!is_zero(pattern->moving, move_words) || !is_zero(pattern->still, move_words) ||
            meets(pattern->reads, program->player, words))
            return false;
        if (made == NULL)
            continue;
        if (!is_zero(made->moving, move_words) || meets(made->set, program->player, words) ||
            (!late && meets(made->still, mobile, move_words)))
            return false;
        /* It may neither remove a player nor take his place.  It cannot if another object fills the layer in all cells
         * that match the pattern. */
        for (int layer = 0; layer < program->layers; layer++) {
            const uint64_t *mask = program->layer_masks[layer];
            bool changes = meets(mask, made->set, words);
            for (int word = 0; word < words; word++)
                changes = changes || (mask[word] & made->clear[word] & program->player[word]) != 0;
            if (changes && meets(mask, program->player, words) && !ps_surely_has(program, pattern, mask))
                return false;
        }
    }
    return true;
}

/* Finds the blind rules.  Returns false if memory runs out. */
static bool find_blind(struct ps_puzzle *puzzle)
{
    const struct ps_program *program = puzzle->program;
    struct ps_locality *locality = &puzzle->locality;
    int words = program->object_words;
    uint64_t mobile[PS_MOVE_WORDS] = {0};
    bool any = false;
    locality->blind = arrays_add(&puzzle->arrays, (size_t)program->row_count, sizeof *locality->blind);
    locality->sighted = arrays_add(&puzzle->arrays, (size_t)program->object_words, sizeof *locality->sighted);
    if (locality->blind == NULL || locality->sighted == NULL)
        return false;
    for (unsigned phase = 0; phase < PS_PHASES; phase++)
        add_mask(mobile, program->moves[phase], program->move_words);
    /* All movements of a layer count, whichever is set. */
    for (int layer = 0; layer < program->layers; layer++)
        if (moves_of(mobile, layer) != 0) {
            add_moves(mobile, PS_MOVES, layer);
            add_mask(locality->sighted, program->layer_masks[layer], words);
        }
    for (int r = 0; r < program->rule_count; r++) {
        const struct ps_rule *rule = &program->all_rules[r];
        if (is_blind(program, rule, mobile, r >= program->rules.rule_count)) {
            any = locality->blind[rule->rows[0].number] = true;
            continue;
        }
        for (int at = 0; at < rule->cell_count; at++) {
            const struct ps_pattern *pattern = &rule->cells[at];
            const struct ps_replacement *made = pattern->replacement;
            if (pattern->ellipsis)
                continue;
            add_mask(locality->sighted, pattern->reads, words);
            if (made != NULL) {
                add_mask(locality->sighted, made->clear, words);
                add_mask(locality->sighted, made->set, words);
            }
        }
    }
    if (!any || program->rigid_count > 0)
        locality->blind = NULL;
    return true;
}

/* --- locality of the rules --- */

/* Whether a row can match only where there is a movement or the player. */
static bool is_anchored(const struct ps_program *program, const struct ps_row *row)
{
    for (int at = 0; at < row->count; at++) {
        const struct ps_pattern *pattern = &row->cells[at];
        if (!pattern->ellipsis &&
            (!is_zero(pattern->moving, program->move_words) || ps_surely_has(program, pattern, program->player)))
            return true;
    }
    return false;
}

bool ps_depends_on_player(const struct ps_program *program, const struct ps_condition *condition)
{
    int words = program->object_words;
    /* Where the objects are makes no difference if they are among those that may be there, as in `no X`. */
    bool anywhere =
        !condition->all_where && !is_zero(condition->what, words) && within(condition->what, condition->where, words);
    return meets(condition->what, program->player, words) ||
           (!anywhere && meets(condition->where, program->player, words));
}

bool ps_locality_make(struct ps_puzzle *puzzle)
{
    const struct ps_program *program = puzzle->program;
    struct ps_locality *locality = &puzzle->locality;
    size_t rows = (size_t)program->row_count;
    locality->free_rows = arrays_add(&puzzle->arrays, rows, sizeof *locality->free_rows);
    locality->free_of = arrays_add(&puzzle->arrays, rows, sizeof *locality->free_of);
    if (locality->free_rows == NULL || locality->free_of == NULL)
        return false;
    for (int r = 0; r < program->rule_count; r++) {
        const struct ps_rule *rule = &program->all_rules[r];
        for (int row = 0; row < rule->row_count; row++) {
            bool anchored = is_anchored(program, &rule->rows[row]);
            locality->free_of[rule->rows[row].number] = anchored ? -1 : locality->free_count;
            if (!anchored)
                locality->free_rows[locality->free_count++] = (struct ps_free_row){rule, row};
        }
    }
    /* Late rules must not leave movements for the next turn. */
    locality->local = !puzzle->ticks && program->line_of_chance == 0 && locality->free_count <= MOST_FREE_ROWS &&
                      is_zero(program->moves[PS_LATE], program->move_words);
    locality->fact_words = 2 * (size_t)locality->free_count / 64 + 1;
    for (int i = 0; i < program->conditions.count; i++)
        locality->by_player = locality->by_player || ps_depends_on_player(program, &program->conditions.items[i]);
    return find_blind(puzzle);
}

/* --- facts about free rows --- */

bool ps_steps_begin(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *rest, uint64_t *holds,
                    bool *decorated)
{
    *decorated = false;
    const struct ps_locality *locality = &puzzle->locality;
    struct ps_state *state = workspace->probe;
    memset(holds, 0, locality->fact_words * sizeof *holds);
    if (locality->free_count == 0)
        return true;
    state->check = workspace->state->check;
    state->too_long = state->stopped = state->out_of_memory = false;
    state->steps = state->spent = 0;
    ps_set_cells(state, rest);
    for (int i = 0; i < locality->free_count; i++) {
        struct ps_quiet quiet = ps_is_quiet(state, locality->free_rows[i].rule, locality->free_rows[i].row);
        if (quiet.fires_nowhere)
            set_bit(holds, i);
        if (quiet.none)
            set_bit(holds, locality->free_count + i);
    }
    if (locality->blind != NULL && !state->too_long && !state->out_of_memory) {
        /* Whether a blind rule may change the level. */
        bool fire = false;
        for (int i = 0; !fire && i < locality->free_count;) {
            /* The free rows of a rule are adjacent, and a blind rule has no others. */
            const struct ps_rule *rule = locality->free_rows[i].rule;
            fire = locality->blind[rule->rows[0].number];
            for (; i < locality->free_count && locality->free_rows[i].rule == rule; i++)
                fire = fire && !has_bit(holds, i);
        }
        /* Blind rules that fire need not be recorded if they only decorate. */
        uint64_t written[PS_MAX_OBJECTS / 64] = {0};
        *decorated = fire && ps_apply_only(state, locality->blind, written) &&
                     (state->commands & (PS_SOUND0 - 1)) == 0 &&
                     !meets(written, locality->sighted, puzzle->program->object_words) &&
                     memcmp(state->cells, rest, ps_cell_bytes(state)) == 0;
        if (!fire || *decorated)
            set_bit(holds, 2 * locality->free_count);
    }
    return !state->too_long && !state->out_of_memory;
}

/* --- the memory --- */

struct ps_step_node {
    uint32_t parent, leaf; /* leaf: the first one; 0: none */
    int16_t across, down;  /* the cell that its children tell apart, if `asks` */
    bool asks;
};

/* Also makes it forget all that it remembers. */
void ps_steps_free(struct ps_steps *steps)
{
    free(steps->nodes);
    free(steps->contents);
    free(steps->slots);
    free(steps->leaves);
    free(steps->words);
    *steps = (struct ps_steps){.relied = steps->relied,
                               .epoch = steps->epoch + 1,
                               .wanted = steps->wanted,
                               .missed = steps->missed,
                               .found = steps->found};
}

static void forget(struct ps_steps *steps)
{
    memset(steps->slots, 0, steps->slot_count * sizeof *steps->slots);
    memset(steps->nodes, 0, (FIRST_ROOT + ROOTS) * sizeof *steps->nodes);
    for (int root = 0; root < ROOTS; root++)
        steps->nodes[FIRST_ROOT + root].asks = true; /* for the first player's cell */
    steps->leaves[0] = (struct ps_step_leaf){.kind = PS_STEP_UNKNOWN};
    steps->node_count = FIRST_ROOT + ROOTS;
    steps->leaf_count = 1;
    steps->word_count = 0;
    steps->distance_count = 0;
    steps->epoch++;
}

/* Enlarges the array that the pointer at `items` points to, to at least `wanted` items.  Returns false if the puzzle is
 * stopped. */
static bool reserve(struct ps_puzzle *puzzle, struct ps_workspace *workspace, void *items, size_t *capacity,
                    size_t wanted, size_t size)
{
    size_t more = *capacity == 0 ? FIRST_NODES : *capacity;
    while (more < wanted)
        more *= 2;
    if (more == *capacity)
        return true;
    bool good = ps_workspace_grow(puzzle, workspace, items, *capacity * size, more * size);
    *capacity = good ? more : *capacity;
    return good;
}

/* The slot of a node's child, or a free slot. */
static inline __attribute__((always_inline)) size_t slot_of(const struct ps_steps *steps, uint32_t parent,
                                                            const uint64_t *content, size_t words)
{
    uint64_t hash = parent * UINT64_C(0xda942042e4dd58b5);
    for (size_t word = 0; word < words; word++) {
        hash = (hash ^ content[word]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    size_t slot = (size_t)hash & (steps->slot_count - 1);
    for (; steps->slots[slot] != 0; slot = (slot + 1) & (steps->slot_count - 1)) {
        uint32_t node = steps->slots[slot];
        if (steps->nodes[node].parent == parent &&
            memcmp(&steps->contents[node * words], content, words * sizeof *content) == 0)
            break;
    }
    return slot;
}

/* Makes room for the nodes and the leaf of one more turn.  Returns false if the puzzle is stopped. */
static bool make_room(struct ps_puzzle *puzzle, struct ps_workspace *workspace)
{
    struct ps_steps *steps = &workspace->steps;
    size_t words = ps_words(puzzle);
    size_t nodes = steps->node_count + PS_MOST_READS + PS_MOST_PLAYERS + FIRST_ROOT + ROOTS;
    size_t data = steps->word_count + puzzle->locality.fact_words + PS_MOST_READS * (words + 1) +
                  workspace->state->trace.stage_words;
    size_t bytes = steps->node_capacity * sizeof *steps->nodes + steps->content_capacity * sizeof *steps->contents +
                   steps->leaf_capacity * sizeof *steps->leaves + steps->word_capacity * sizeof *steps->words;
    bool fresh = steps->slot_count == 0;
    if (nodes <= steps->node_capacity && steps->leaf_count < steps->leaf_capacity && data <= steps->word_capacity &&
        steps->slot_count >= 2 * steps->node_capacity)
        return true;
    if (bytes > MOST_BYTES / 2 && !fresh) {
        forget(steps);
        return true;
    }
    if (!reserve(puzzle, workspace, &steps->nodes, &steps->node_capacity, nodes, sizeof *steps->nodes) ||
        !reserve(puzzle, workspace, &steps->contents, &steps->content_capacity, steps->node_capacity * words,
                 sizeof *steps->contents) ||
        !reserve(puzzle, workspace, &steps->leaves, &steps->leaf_capacity, steps->leaf_count + 1,
                 sizeof *steps->leaves) ||
        !reserve(puzzle, workspace, &steps->words, &steps->word_capacity, data, sizeof *steps->words) ||
        !reserve(puzzle, workspace, &steps->slots, &steps->slot_count, 2 * steps->node_capacity,
                 sizeof *steps->slots)) {
        ps_steps_free(steps); /* the capacities may no longer fit each other */
        return false;
    }
    memset(steps->slots, 0, steps->slot_count * sizeof *steps->slots);
    for (uint32_t node = FIRST_ROOT + ROOTS; node < steps->node_count; node++)
        steps->slots[slot_of(steps, steps->nodes[node].parent, &steps->contents[node * words], words)] = node;
    if (fresh)
        forget(steps);
    return true;
}

/* Where a spot is, seen from a cell: as two numbers that are not negative. */
static uint64_t spot_of(const struct ps_puzzle *puzzle, int from, int cell)
{
    int height = puzzle->level.height;
    return (uint64_t)(cell / height - from / height + GRID_MAX_SIDE) << 32 |
           (uint64_t)(cell % height - from % height + GRID_MAX_SIDE);
}

/* The child of a node for the answer to its question, with the first player at (x, y); 0: none. */
static inline __attribute__((always_inline)) uint32_t child_of(const struct ps_puzzle *puzzle,
                                                               const struct ps_steps *steps, uint32_t at,
                                                               const struct ps_view *view, int x, int y, size_t words,
                                                               size_t *slot, uint64_t *content)
{
    const struct ps_step_node *node = &steps->nodes[at];
    int column = x + node->across, row = y + node->down, height = puzzle->level.height;
    if (node->across == ANOTHER_PLAYER) {
        memset(content, 0, words * sizeof *content);
        content[0] = node->down < view->count ? spot_of(puzzle, view->cells[0], view->cells[node->down]) : UINT64_MAX;
    } else if (column < 0 || row < 0 || column >= puzzle->level.width || row >= height) {
        memset(content, 0xff, words * sizeof *content); /* no cell has all objects */
    } else {
        bool own = node->across == 0 && node->down == 0;
        for (size_t word = 0; word < words; word++)
            content[word] =
                view->rest[(size_t)(column * height + row) * words + word] | (own ? view->players[word] : 0);
    }
    *slot = slot_of(steps, at, content, words);
    return steps->slots[*slot];
}

static uint32_t root_of(const struct ps_view *view, unsigned way)
{
    return FIRST_ROOT + way + (view->count > 1 ? PS_KEYS : 0);
}

uint32_t ps_step_find(const struct ps_puzzle *puzzle, const struct ps_steps *steps, const struct ps_view *view,
                      unsigned way)
{
    size_t words = ps_words(puzzle);
    uint64_t content[PS_MAX_OBJECTS / 64];
    uint32_t node = steps->slot_count == 0 ? 0 : root_of(view, way);
    int x = view->cells[0] / puzzle->level.height, y = view->cells[0] % puzzle->level.height;
    while (node != 0) {
        for (uint32_t at = steps->nodes[node].leaf; at != 0; at = steps->leaves[at].next)
            if (ps_step_applies(puzzle, steps, at, view->holds))
                return at;
        if (!steps->nodes[node].asks)
            break;
        size_t slot;
        node = words == 1 ? child_of(puzzle, steps, node, view, x, y, 1, &slot, content)
                          : child_of(puzzle, steps, node, view, x, y, words, &slot, content);
    }
    return 0;
}

/* Finds or adds the node for all answers on which the turn of the trace depends. */
static uint32_t node_of(const struct ps_puzzle *puzzle, struct ps_steps *steps, const struct ps_trace *trace,
                        const struct ps_view *view, unsigned way)
{
    size_t words = ps_words(puzzle);
    uint64_t content[PS_MAX_OBJECTS / 64];
    int16_t questions[PS_MOST_READS + PS_MOST_PLAYERS][2];
    bool asked[PS_MOST_READS + PS_MOST_PLAYERS] = {false};
    int x = view->cells[0] / puzzle->level.height, y = view->cells[0] % puzzle->level.height, count = 0;
    /* First what is in the first player's cell, then where the others are. */
    for (int i = 0; i < trace->read_count; i++) {
        questions[count][0] = (int16_t)(trace->reads[i].x - x);
        questions[count++][1] = (int16_t)(trace->reads[i].y - y);
        for (int player = 1; i == 0 && view->count > 1 && player <= view->count; player++) {
            questions[count][0] = ANOTHER_PLAYER;
            questions[count++][1] = (int16_t)player;
        }
    }
    uint32_t at = root_of(view, way);
    for (int first = 0;;) {
        while (first < count && asked[first])
            first++;
        if (first == count)
            return at;
        struct ps_step_node *node = &steps->nodes[at];
        if (!node->asks) {
            node->asks = true;
            node->across = questions[first][0];
            node->down = questions[first][1];
        }
        for (int i = first; i < count; i++)
            asked[i] = asked[i] || (questions[i][0] == node->across && questions[i][1] == node->down);
        size_t slot;
        if (child_of(puzzle, steps, at, view, x, y, words, &slot, content) == 0) {
            if (steps->node_count == steps->node_capacity)
                return 0;
            uint32_t child = (uint32_t)steps->node_count++;
            steps->nodes[child] = (struct ps_step_node){.parent = at};
            memcpy(&steps->contents[child * words], content, words * sizeof *content);
            steps->slots[slot] = child;
        }
        at = steps->slots[slot];
    }
}

void ps_step_keep(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_view *view, unsigned way,
                  struct ps_step_leaf leaf)
{
    struct ps_steps *steps = &workspace->steps;
    const struct ps_trace *trace = &workspace->state->trace;
    size_t words = ps_words(puzzle), facts = puzzle->locality.fact_words;
    int cell = view->cells[0], height = puzzle->level.height;
    uint32_t node = make_room(puzzle, workspace) ? node_of(puzzle, steps, trace, view, way) : 0;
    if (node == 0)
        return;
    leaf.next = steps->nodes[node].leaf;
    leaf.culprit = leaf.kind == PS_STEP_TURN ? trace->culprit : -1;
    leaf.words = steps->word_count;
    for (int i = 0; i < trace->read_count; i++) {
        struct ps_spot distance = {trace->reads[i].x - cell / height, trace->reads[i].y - cell % height};
        int number = 0;
        while (number < steps->distance_count &&
               (steps->distances[number].x != distance.x || steps->distances[number].y != distance.y))
            number++;
        if (number == steps->distance_count && number < PS_MOST_DISTANCES)
            steps->distances[steps->distance_count++] = distance;
        leaf.reads |= ps_distance_bit(number);
        leaf.last_distance = number > leaf.last_distance ? number : leaf.last_distance;
    }
    uint64_t *to = &steps->words[steps->word_count];
    memcpy(to, trace->relied, facts * sizeof *to);
    to += facts;
    if (leaf.kind == PS_STEP_WALK) {
        memcpy(to, workspace->players, words * sizeof *to);
        to += words;
    }
    for (int i = 0; leaf.kind == PS_STEP_CHANGE && i < trace->touched_count; i++, leaf.count++) {
        int at = trace->touched[i];
        *to++ = spot_of(puzzle, cell, at);
        memcpy(to, &workspace->other[(size_t)at * words], words * sizeof *to);
        to += words;
    }
    leaf.stage = (size_t)(to - steps->words);
    leaf.stages = leaf.kind == PS_STEP_TURN ? 0 : trace->stage_count;
    const uint64_t *from = trace->stages;
    for (int stage = 0; stage < leaf.stages; stage++) {
        int count = (int)(*to++ = *from++);
        for (int i = 0; i < count; i++, to += words, from += words) {
            *to++ = spot_of(puzzle, cell, (int)*from++);
            memcpy(to, from, words * sizeof *to);
        }
    }
    steps->word_count = (size_t)(to - steps->words);
    steps->leaves[steps->leaf_count] = leaf;
    steps->nodes[node].leaf = (uint32_t)steps->leaf_count++;
}

int ps_step_cell(const struct ps_puzzle *puzzle, int cell, uint64_t spot)
{
    int height = puzzle->level.height;
    return cell + ((int)(spot >> 32) - GRID_MAX_SIDE) * height + (int)(spot & UINT32_MAX) - GRID_MAX_SIDE;
}
