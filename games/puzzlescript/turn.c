/* A turn: the player's movement, rules, movements, late rules, commands.
 *
 * If a rigid group of rules could not make all its movements, the turn is repeated without that group. `again` requests
 * another turn only if that turn would change something; a trial turn finds out. */
#include "games/grid.h"
#include "games/puzzlescript/match.h"

#include <stdlib.h>
#include <string.h>

/* --- chance ---
 *
 * Draws random numbers exactly as the original does, so that its recorded sessions can be replayed. */

static void swap(struct ps_random *random, unsigned i, unsigned j)
{
    uint8_t other = random->box[i];
    random->box[i] = random->box[j];
    random->box[j] = other;
}

void ps_random_seed(struct ps_random *random, const char *seed)
{
    size_t length = strlen(seed);
    unsigned j = 0;
    memset(random, 0, sizeof *random);
    for (unsigned i = 0; i < 256; i++)
        random->box[i] = (uint8_t)i;
    for (unsigned i = 0; length > 0 && i < 256; i++) {
        j = (j + random->box[i] + (unsigned char)seed[i % length]) % 256;
        swap(random, i, j);
    }
}

int ps_random_below(struct ps_random *random, int count)
{
    /* Combines seven bytes, rounding to a double at each step as the original does. */
    double value = 0;
    for (int i = 0; i < 7; i++) {
        random->i = (uint8_t)(random->i + 1);
        random->j = (uint8_t)(random->j + random->box[random->i]);
        swap(random, random->i, random->j);
        value = value * 256 + random->box[(uint8_t)(random->box[random->i] + random->box[random->j])];
    }
    int number = (int)((value / 72057594037927935.0) * count);
    return number < count ? number : count - 1;
}

/* --- applying rules: at one match, one rule, one group and all groups ---
 *
 * A rule with several patterns is applied for each combination of their matches; the matches of the first pattern
 * change fastest. */

enum { MAX_LOOPS = 200 }; /* of a group, and of loops; the limit of the original */

/* Marks the movements that a rigid rule gave.  Returns whether any mark is new. */
static bool mark_rigid(struct ps_state *state, const struct ps_replacement *made, int rigid, int cell)
{
    const struct ps_program *program = state->program;
    size_t words = (size_t)program->move_words;
    uint64_t *groups = &state->rigid_group[(size_t)cell * words];
    uint64_t *moves = &state->rigid_moves[(size_t)cell * words];
    uint64_t *mark = state->scratch;
    memset(mark, 0, words * sizeof *mark);
    for (int layer = 0; layer < program->layers; layer++)
        add_moves(mark, (unsigned)rigid & moves_of(made->layers, layer), layer);
    if (within(mark, groups, (int)words) || within(made->layers, moves, (int)words))
        return false;
    add_mask(groups, mark, (int)words);
    add_mask(moves, made->layers, (int)words);
    return true;
}

static uint64_t *moves_at(const struct ps_state *state, int i)
{
    return &state->moves[(size_t)i * (size_t)state->program->move_words];
}

/* Ends a record without blind rules if other objects than players change. */
static void note_objects(struct ps_state *state, int word, uint64_t changed)
{
    if (state->written != NULL)
        state->written[word] |= changed;
    if (state->trace.on && state->trace.blind != NULL && !state->trace.paused &&
        (changed & ~state->program->player[word]) != 0)
        ps_trace_give_up(&state->trace, -1);
}

static bool change_objects(struct ps_state *state, int i, const uint64_t *clear, const uint64_t *set)
{
    bool changed = false;
    uint64_t *cell = ps_cell(state, i);
    for (int word = 0; word < state->program->object_words; word++) {
        uint64_t now = (cell[word] & ~clear[word]) | set[word];
        if (now == cell[word])
            continue;
        uint64_t other = now ^ cell[word];
        cell[word] = now;
        ps_flip(state, i, word, other);
        note_objects(state, word, other);
        changed = true;
    }
    return changed;
}

/* Draws a random object and random directions. */
static void draw(struct ps_state *state, const struct ps_replacement *made, uint64_t *set, uint64_t *clear,
                 uint64_t *set_moves, uint64_t *clear_moves)
{
    const struct ps_program *program = state->program;
    if (made->random != NULL) {
        int count = 0, chosen = 0;
        for (int id = 0; id < program->ids; id++)
            count += has_bit(made->random, id);
        int left = ps_random_below(&state->random, count);
        for (int id = 0; id < program->ids; id++)
            if (has_bit(made->random, id) && left-- == 0)
                chosen = id;
        int layer = program->id_layers[chosen];
        set_bit(set, chosen);
        add_mask(clear, program->layer_masks[layer], program->object_words);
        add_moves(clear_moves, PS_MOVES, layer);
    }
    for (int layer = 0; made->random_moves != NULL && layer < program->layers; layer++)
        if (moves_of(made->random_moves, layer) != 0)
            add_moves(set_moves, 1u << ps_random_below(&state->random, 4), layer);
}

/* Applies a replacement to a cell.  Returns whether the cell changed. */
static bool replace(struct ps_state *state, const struct ps_replacement *made, int rigid, int i)
{
    size_t words = (size_t)state->program->object_words, moves = (size_t)state->program->move_words;
    const uint64_t *set = made->set, *clear = made->clear, *set_moves = made->moving;
    uint64_t *now = &state->scratch[moves], *clear_moves = now + moves, *drawn = clear_moves + moves;
    for (size_t word = 0; word < moves; word++)
        clear_moves[word] = made->still[word] | made->layers[word];
    if (made->random != NULL || made->random_moves != NULL) {
        memcpy(drawn, set, words * sizeof *set);
        memcpy(drawn + words, clear, words * sizeof *clear);
        memcpy(drawn + 2 * words, set_moves, moves * sizeof *set_moves);
        draw(state, made, drawn, drawn + words, drawn + 2 * words, clear_moves);
        set = drawn;
        clear = drawn + words;
        set_moves = drawn + 2 * words;
    }
    bool changed = change_objects(state, i, clear, set), moved = false;
    for (size_t word = 0; word < moves; word++) {
        uint64_t before = moves_at(state, i)[word];
        now[word] = (before & ~clear_moves[word]) | set_moves[word];
        moved = moved || now[word] != before;
    }
    if (moved)
        ps_set_moves(state, i, now);
    changed = changed || moved;
    if (rigid > 0 && mark_rigid(state, made, rigid, i))
        changed = true;
    if (changed)
        ps_touch(state, i);
    return changed;
}

/* Whether a row still matches where it did. */
static bool still_matches(const struct ps_state *state, const struct ps_row *row, int step, const struct match *match)
{
    int cell = match->cell, ellipses = 0;
    for (int at = 0; at < row->count; at++) {
        if (row->cells[at].ellipsis) {
            cell += step * match->gap[ellipses++ & 1];
            continue;
        }
        if (!ps_cell_matches(state, &row->cells[at], cell))
            return false;
        cell += step;
    }
    return true;
}

/* Makes the replacements of a row.  Returns whether anything changed. */
static bool replace_row(struct ps_state *state, const struct ps_row *row, int rigid, int step,
                        const struct match *match)
{
    bool changed = false;
    int cell = match->cell, ellipses = 0;
    for (int at = 0; at < row->count; at++) {
        const struct ps_pattern *pattern = &row->cells[at];
        if (pattern->ellipsis) {
            cell += step * match->gap[ellipses++ & 1];
            continue;
        }
        if (pattern->replacement != NULL)
            changed = replace(state, pattern->replacement, rigid, cell) || changed;
        cell += step;
    }
    return changed;
}

/* Applies a rule at one combination of matches.  `check`: test first that earlier ones have not destroyed it. */
static bool apply_at(struct ps_state *state, const struct ps_rule *rule, const struct match_list *lists,
                     const int *chosen, bool check)
{
    int step = ps_stride(state, rule->direction);
    bool changed = false;
    for (int i = 0; check && i < rule->row_count; i++)
        if (!still_matches(state, &rule->rows[i], step, &lists[i].items[chosen[i]]))
            return false;
    for (int i = 0; i < rule->row_count; i++)
        changed = replace_row(state, &rule->rows[i], rule->rigid, step, &lists[i].items[chosen[i]]) || changed;
    return changed;
}

/* Finds all matches of each row of a rule, one list per row.  Returns false if a row has none, or on a failure.
 * *quiet receives whether they surely change nothing. */
static bool find_matches(struct ps_state *state, const struct ps_rule *rule, struct match_list *lists, bool *quiet)
{
    *quiet = rule->rigid == 0;
    if (rule->row_count == 0 || !within(rule->objects, state->used_boards, state->program->object_words))
        return false; /* the level lacks an object */
    for (int i = 0; i < rule->row_count; i++)
        if (!ps_find_row(state, &rule->rows[i], rule->direction, quiet, &lists[i]) || lists[i].count == 0)
            return false;
    return true;
}

/* Advances to the next combination of matches, the first pattern's changing fastest.  Returns false after the last. */
static bool next_choice(const struct ps_rule *rule, const struct match_list *lists, int *chosen)
{
    for (int i = 0; i < rule->row_count; i++) {
        if (++chosen[i] < lists[i].count)
            return true;
        chosen[i] = 0;
    }
    return false;
}

/* Adds the commands of a rule that matched.  Cancel overrides restart, and both override all other commands. */
static void queue_commands(struct ps_state *state, const struct ps_rule *rule)
{
    unsigned own = rule->commands;
    if (own == 0 || (state->commands & PS_CANCEL) != 0 ||
        ((state->commands & PS_RESTART) != 0 && (own & PS_CANCEL) == 0))
        return;
    if ((own & (PS_CANCEL | PS_RESTART)) != 0) {
        state->commands = 0;
        state->message = NULL;
    }
    if ((own & ~state->commands & PS_MESSAGE) != 0)
        state->message = rule->message;
    state->commands |= own;
}

struct ps_work {
    struct match_list lists[PS_MAX_ROWS];
    int chosen[PS_MAX_ROWS];
};

struct ps_quiet ps_is_quiet(struct ps_state *state, const struct ps_rule *rule, int row)
{
    struct match_list *list = &state->work->lists[0];
    bool quiet = true;
    if (!ps_find_row(state, &rule->rows[row], rule->direction, &quiet, list))
        return (struct ps_quiet){false, false};
    if (list->count == 0)
        return (struct ps_quiet){true, true};
    return (struct ps_quiet){false, rule->row_count == 1 && quiet && rule->rigid == 0 &&
                                        (rule->commands & (PS_SOUND0 - 1)) == 0};
}

/* Counts a combination of matches.  Returns false if a limit is reached. */
static bool count_try(struct ps_state *state, const struct ps_rule *rule)
{
    if (++state->tries > PS_MAX_MATCHES)
        state->too_long = true;
    return !state->too_long && ps_spend(state, rule->row_count);
}

/* Applies a rule of one row without ellipses.  *matches receives whether it matches. */
static bool try_single(struct ps_state *state, const struct ps_rule *rule, bool *matches)
{
    const struct ps_row *row = &rule->rows[0];
    int count = 0, step = ps_stride(state, rule->direction);
    bool changed = false;
    *matches = false;
    if (!ps_may_match(state, row))
        return false;
    *matches = ps_find_single(state, rule, &count);
    for (int n = 0; n < count; n++) {
        struct match match = {state->order[n], {0, 0}};
        if (n == 0 || rule->apart || still_matches(state, row, step, &match))
            changed = replace_row(state, row, 0, step, &match) || changed;
        if (!count_try(state, rule))
            return false;
    }
    return changed;
}

static bool try_rule(struct ps_state *state, const struct ps_rule *rule, struct ps_work *work)
{
    bool changed = false, check = false, quiet;
    if (state->only != NULL && (rule->row_count == 0 || !state->only[rule->rows[0].number]))
        return false;
    state->trace.paused = state->trace.blind != NULL && rule->row_count > 0 && state->trace.blind[rule->rows[0].number];
    bool traced = state->trace.on && !state->trace.everywhere && !state->trace.paused;
    int touched = state->trace.touched_count;
    if (traced)
        ps_trace_rule(state, rule);
    if (state->boards != NULL && rule->row_count == 1 && rule->rows[0].ellipses == 0 && rule->rigid == 0) {
        bool matches;
        changed = try_single(state, rule, &matches);
        if (!matches || state->too_long)
            return false;
    } else if (!find_matches(state, rule, work->lists, &quiet)) {
        return false;
    } else if (rule->replaces && !quiet) {
        memset(work->chosen, 0, (size_t)rule->row_count * sizeof *work->chosen);
        do {
            changed = apply_at(state, rule, work->lists, work->chosen, check) || changed;
            check = true;
            if (!count_try(state, rule))
                return false;
        } while (next_choice(rule, work->lists, work->chosen));
    }
    queue_commands(state, rule);
    /* Matches that changed nothing elsewhere may have become others next to the cells that are touched now. */
    if (traced && !state->trace.everywhere && touched < state->trace.touched_count && rule->row_count == 1 &&
        state->trace.free_of[rule->rows[0].number] >= 0)
        ps_trace_rely(&state->trace, state->trace.free_count + state->trace.free_of[rule->rows[0].number]);
    return changed;
}

/* Applies one randomly chosen match of a random group.  A first pass counts the matches. */
static bool apply_random(struct ps_state *state, const struct ps_group *group, struct ps_work *work)
{
    double total = 0;
    bool quiet;
    for (int i = 0; i < group->count; i++) {
        double count = 1;
        if (!find_matches(state, &group->rules[i], work->lists, &quiet))
            continue;
        for (int j = 0; j < group->rules[i].row_count; j++)
            count *= work->lists[j].count;
        total += count;
    }
    if (total < 1)
        return false;
    if (total > PS_MAX_MATCHES) {
        state->too_long = true;
        return false;
    }
    int left = ps_random_below(&state->random, (int)total);
    for (int i = 0; i < group->count; i++) {
        const struct ps_rule *rule = &group->rules[i];
        if (!find_matches(state, rule, work->lists, &quiet))
            continue;
        memset(work->chosen, 0, sizeof work->chosen);
        do {
            if (!ps_spend(state, rule->row_count))
                return false;
            if (left-- > 0)
                continue;
            bool changed = apply_at(state, rule, work->lists, work->chosen, false);
            queue_commands(state, rule);
            return changed;
        } while (next_choice(rule, work->lists, work->chosen));
    }
    return false;
}

/* Repeats a group until nothing changes. */
static bool apply_group(struct ps_state *state, const struct ps_group *group, unsigned phase, struct ps_work *work)
{
    const struct ps_busy_rules *busy = &group->busy[phase];
    bool changed = false, again = busy->count > 0;
    if (group->random)
        return apply_random(state, group, work);
    for (int loop = 0; again && loop < MAX_LOOPS && !state->too_long && ps_spend(state, busy->count); loop++) {
        again = false;
        for (int i = 0; i < busy->count && !state->too_long; i++)
            again = try_rule(state, busy->rules[i], work) || again;
        changed = changed || again;
    }
    state->capped = state->capped || again;
    return changed;
}

static bool is_banned(const struct ps_state *state, int group)
{
    for (int i = 0; i < state->program->rigid_count; i++)
        if (state->program->rigid_groups[i] == group)
            return state->banned >> i & 1;
    return false;
}

/* Applies groups of rules; `ban`: except the banned ones. */
static void apply_groups(struct ps_state *state, const struct ps_groups *groups, unsigned phase, bool ban)
{
    struct ps_work *work = state->work;
    bool changed = false;
    int loops = 0;
    for (int i = 0; i < groups->count && !state->too_long && !state->out_of_memory;) {
        if (!(ban && is_banned(state, i)))
            changed = apply_group(state, &groups->items[i], phase, work) || changed;
        if (changed && groups->items[i].loop >= 0) {
            i = groups->items[i].loop;
            changed = false;
            if (++loops > MAX_LOOPS) {
                state->capped = true;
                break;
            }
            continue;
        }
        i++;
    }
}

/* --- movements: the player's first movement, and the execution of all movements after the rules --- */

/* The cell that a movement leads to.  -1: outside the level, or not a single direction. */
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

/* Moves the objects of one layer of a cell if the target is free.  An action always succeeds and moves nothing. */
static bool move_layer(struct ps_state *state, int i, int layer, unsigned moves)
{
    const struct ps_program *program = state->program;
    const uint64_t *mask = program->layer_masks[layer];
    int target = target_of(state, i, moves), words = program->object_words;
    if (state->trace.on && !state->trace.everywhere && moves != 0)
        ps_trace_read(state, (struct ps_spot){i / state->height + (moves == PS_RIGHT) - (moves == PS_LEFT),
                                              i % state->height + (moves == PS_DOWN) - (moves == PS_UP)});
    if (target < 0 || (moves != PS_ACTION && meets(mask, ps_cell(state, target), words)))
        return false;
    uint64_t *from = ps_cell(state, i), *to = ps_cell(state, target);
    ps_touch(state, i);
    ps_touch(state, target);
    for (int word = 0; target != i && word < words; word++) {
        uint64_t moved = from[word] & mask[word];
        from[word] &= ~moved;
        to[word] |= moved;
        ps_flip(state, i, word, moved);
        ps_flip(state, target, word, moved);
        note_objects(state, word, moved);
    }
    return true;
}

static bool move_cell(struct ps_state *state, int i)
{
    uint64_t *moves = moves_at(state, i);
    bool moved = false;
    for (int word = 0; word < state->program->move_words; word++)
        for (uint64_t left = moves[word]; left != 0;) {
            int layer = __builtin_ctzll(left) / 5;
            uint64_t own = left & (uint64_t)PS_MOVES << (5 * layer);
            left &= ~own;
            if (move_layer(state, i, word * PS_LAYERS_IN_WORD + layer, (unsigned)(own >> (5 * layer)))) {
                moves[word] &= ~own;
                moved = true;
            }
        }
    return moved;
}

/* Bans the rigid group of the first layer that could not make its rigid movement.  Returns whether the ban is new. */
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

static void clear_rigid(struct ps_state *state)
{
    size_t bytes = (size_t)state->size * (size_t)state->program->move_words * sizeof *state->moves;
    memset(state->rigid_group, 0, bytes);
    memset(state->rigid_moves, 0, bytes);
}

bool ps_apply_only(struct ps_state *state, const bool *only, uint64_t *written)
{
    state->only = only;
    state->written = written;
    state->capped = false;
    state->commands = 0;
    state->tries = 0;
    apply_groups(state, &state->program->rules, UP, false);
    apply_groups(state, &state->program->late, PS_LATE, false);
    state->only = NULL;
    state->written = NULL;
    return !state->out_of_memory && !state->too_long && !state->capped;
}

/* Executes all movements that are possible and clears the rest.  Returns whether a rigid group failed and is now
 * banned. */
static bool resolve(struct ps_state *state)
{
    bool banned = false;
    int count = ps_list_moving(state);
    for (bool moved = true; moved && ps_spend(state, state->board_words + count);) {
        moved = false;
        for (int n = 0; n < count; n++)
            moved = move_cell(state, state->order[n]) || moved;
    }
    if (state->program->rigid_count > 0) {
        for (int i = 0; i < state->size; i++)
            banned = ban_rigid(state, i) || banned;
        clear_rigid(state);
    }
    ps_clear_moves(state);
    return banned;
}

/* --- the turn --- */

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

void ps_set_cells(struct ps_state *state, const uint64_t *cells)
{
    int words = state->program->object_words, column = state->height * words;
    uint64_t *to = state->cells;
    state->foreseen = false;
    for (int x = 0; x < state->width; x++, to += column, cells += column) {
        uint64_t changed = 0;
        for (int at = 0; at < column; at++)
            changed |= to[at] ^ cells[at];
        for (int at = 0; changed != 0 && at < column; at++) {
            uint64_t other = to[at] ^ cells[at];
            to[at] = cells[at];
            if (other != 0)
                ps_flip(state, x * state->height + at / words, at % words, other);
        }
    }
}

/* Applies the rules. state->start keeps the cells from which the turn is repeated without a banned rigid group. */
static void apply_rules(struct ps_state *state, unsigned phase)
{
    size_t bytes = (size_t)state->size * (size_t)state->program->move_words * sizeof *state->moves;
    bool rigid = state->program->rigid_count > 0;
    state->banned = 0;
    state->commands = 0;
    state->tries = 0;
    state->trace.paused = false;
    if (!ps_spend(state, 4L * state->size))
        return;
    if (rigid) {
        copy_cells(state, state->start, state->cells);
        memcpy(state->start_moves, state->moves, bytes);
    }
    for (int tries = 0; tries < MAX_RIGID_TRIES; tries++) {
        apply_groups(state, &state->program->rules, phase, true);
        state->trace.paused = false;
        bool banned = resolve(state);
        if (state->too_long)
            return;
        if (!banned) {
            apply_groups(state, &state->program->late, PS_LATE, false);
            return;
        }
        ps_set_cells(state, state->start);
        for (int i = 0; i < state->size; i++)
            ps_set_moves(state, i, &state->start_moves[(size_t)i * (size_t)state->program->move_words]);
        state->commands = 0;
    }
    ps_clear_moves(state);
}

/* The kind of turn: the player's, one that starts a level, or a trial for `again`. */
enum kind { REAL, STARTS, TRIED };

static bool take_turn(struct ps_state *state, enum ps_input input, uint64_t *before, enum kind kind);

void ps_restart(struct ps_state *state)
{
    if (state->restarting)
        return;
    state->restarting = true;
    ps_set_cells(state, state->restart);
    state->again = false;
    if (state->program->prelude.run_rules_on_level_start)
        take_turn(state, PS_IN_TICK, state->probe, STARTS);
    state->restarting = false;
    state->commands = 0;
}

/* Executes the commands of a turn.  Returns whether the turn changed something, or for a trial, would have. */
static bool obey(struct ps_state *state, enum ps_input input, uint64_t *before, enum kind kind)
{
    state->trace.paused = false;
    if ((state->commands & (PS_WIN | PS_RESTART | PS_CHECKPOINT)) != 0 ||
        (state->trace.blind != NULL && (state->commands & PS_AGAIN) != 0))
        ps_trace_give_up(&state->trace, -1);
    if ((state->commands & PS_CANCEL) != 0) {
        bool more = (state->commands & ~(unsigned)PS_CANCEL) != 0;
        ps_set_cells(state, before);
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
        copy_cells(state, state->next, state->cells);
        state->next_commands = state->commands;
        state->next_message = state->message;
        ps_set_cells(state, before);
        state->foreseen = state->program->line_of_chance == 0;
        return true;
    }
    if (kind == TRIED && (state->commands & (PS_WIN | PS_RESTART)) != 0)
        return true;
    if (modified && input != PS_IN_TICK)
        keep(state, before);
    if (kind == REAL) {
        if (!state->never_wins)
            state->won = (state->commands & PS_WIN) != 0 || ps_is_won(state);
    }
    if (state->won && (state->commands & PS_AGAIN) != 0)
        ps_trace_give_up(&state->trace, -1); /* unless the level is won, other turns follow */
    if (!state->won || state->goes_on_after_win) {
        if ((state->commands & PS_CHECKPOINT) != 0)
            copy_cells(state, state->restart, state->cells);
        if ((state->commands & PS_AGAIN) != 0 && modified) {
            bool won = state->won;
            const char *message = state->message;
            bool changes = take_turn(state, PS_IN_TICK, state->probe, TRIED);
            state->won = won;
            state->message = message;
            state->again = changes;
        }
    }
    state->commands = 0;
    return modified;
}

/* Makes one turn.  `before` receives the cells before it.  Returns what obey returns; false if the turn was undone. */
static bool take_turn(struct ps_state *state, enum ps_input input, uint64_t *before, enum kind kind)
{
    static const unsigned moves[] = {PS_UP, PS_LEFT, PS_DOWN, PS_RIGHT, PS_ACTION};
    static const unsigned phases[] = {UP, LEFT, DOWN, RIGHT, PS_ACTS};
    int players = 0;
    copy_cells(state, before, state->cells);
    state->again = false;
    if (state->foreseen && input == PS_IN_TICK && kind == REAL) {
        ps_set_cells(state, state->next);
        state->commands = state->next_commands;
        state->message = state->next_message;
        return obey(state, input, before, kind);
    }
    state->foreseen = false;
    if (input != PS_IN_TICK) {
        /* Give a movement to all players and record their cells. */
        const struct ps_program *program = state->program;
        players = ps_list_players(state);
        for (int n = 0; n < players; n++) {
            int i = state->players[n];
            const uint64_t *cell = ps_cell(state, i);
            uint64_t *own_moves = state->scratch;
            ps_touch(state, i);
            memcpy(own_moves, moves_at(state, i), (size_t)program->move_words * sizeof *own_moves);
            for (int word = 0; word < program->object_words; word++)
                for (uint64_t own = cell[word] & program->player[word]; own != 0; own &= own - 1)
                    add_moves(own_moves, moves[input], program->id_layers[64 * word + __builtin_ctzll(own)]);
            ps_set_moves(state, i, own_moves);
        }
    }
    apply_rules(state, input == PS_IN_TICK ? PS_TICK : phases[input]);
    if (state->too_long || state->out_of_memory) {
        ps_set_cells(state, before);
        ps_clear_moves(state);
        if (state->program->rigid_count > 0)
            clear_rigid(state);
        return false;
    }
    bool stays = players > 0 && state->program->prelude.require_player_movement;
    for (int n = 0; stays && n < players; n++)
        stays = meets(state->program->player, ps_cell(state, state->players[n]), state->program->object_words);
    if (stays) {
        ps_set_cells(state, before);
        state->message = NULL;
        state->never_wins = false; /* as the original does: it forgets that it is showing a message */
        return false;
    }
    return obey(state, input, before, kind);
}

void ps_turn(struct ps_state *state, enum ps_input input)
{
    state->won = state->too_long = state->stopped = false;
    if (!state->following_again) {
        state->steps = state->spent = 0;
        state->capped = false;
    }
    state->message = NULL;
    state->changed = take_turn(state, input, state->before, state->starting ? STARTS : REAL);
}

struct ps_state *ps_state_new(const struct ps_program *program)
{
    struct ps_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->work = calloc(1, sizeof(struct ps_work));
    if (state->work == NULL) {
        free(state);
        return NULL;
    }
    state->program = program;
    ps_random_seed(&state->random, "onlyway");
    return state;
}

void ps_state_free(struct ps_state *state)
{
    if (state == NULL)
        return;
    struct ps_work *work = state->work;
    for (int i = 0; work != NULL && i < PS_MAX_ROWS; i++)
        free(work->lists[i].items);
    free(work);
    free(state->memory);
    free(state);
}
