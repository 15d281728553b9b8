/* States and their turns: the player's movement, rules, movements, late rules, commands.
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

/* Marks the movements that a rigid rule gave.  Returns whether any mark is new. */
static bool mark_rigid(struct ps_state *state, const struct ps_replacement *made, int rigid, int cell)
{
    int words = state->program->move_words;
    uint64_t *groups = &state->rigid_group[(size_t)cell * (size_t)words], *mark = state->scratch;
    uint64_t *moves = &state->rigid_moves[(size_t)cell * (size_t)words];
    memset(mark, 0, (size_t)words * sizeof *mark);
    for (int layer = 0; layer < state->program->layers; layer++)
        add_moves(mark, (unsigned)rigid & moves_of(made->layers, layer), layer);
    if (within(mark, groups, words) || within(made->layers, moves, words))
        return false;
    add_mask(groups, mark, words);
    add_mask(moves, made->layers, words);
    return true;
}

/* Applies a replacement to a cell.  Returns whether the cell changed. */
static bool replace(struct ps_state *state, const struct ps_replacement *made, int rigid, int i)
{
    size_t words = (size_t)state->program->object_words, moves = (size_t)state->program->move_words;
    const uint64_t *set = made->set, *clear = made->clear, *set_moves = made->moving, *clear_moves = made->still;
    uint64_t *now = &state->scratch[moves], *drawn = now + moves;
    bool changed = false, moved = false;
    if (made->random != NULL || made->random_moves != NULL) {
        memcpy(drawn, set, words * sizeof *set);
        memcpy(drawn + words, clear, words * sizeof *clear);
        memcpy(drawn + 2 * words, set_moves, moves * sizeof *set_moves);
        memcpy(drawn + 2 * words + moves, clear_moves, moves * sizeof *clear_moves);
        draw(state, made, drawn, drawn + words, drawn + 2 * words, drawn + 2 * words + moves);
        set = drawn;
        clear = drawn + words;
        set_moves = drawn + 2 * words;
        clear_moves = set_moves + moves;
    }
    uint64_t *cell = ps_cell(state, i);
    for (int word = 0; word < state->program->object_words; word++) {
        uint64_t now_here = (cell[word] & ~clear[word]) | set[word], other = now_here ^ cell[word];
        if (other == 0)
            continue;
        cell[word] = now_here;
        ps_flip(state, i, word, other);
        note_objects(state, word, other);
        changed = true;
    }
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

struct ps_work {
    struct match_list lists[PS_MAX_ROWS];
    int chosen[PS_MAX_ROWS];
};

/* Applies a rule at the chosen matches.  `check`: test first that earlier ones have not destroyed them. */
static bool apply_at(struct ps_state *state, const struct ps_rule *rule, bool check)
{
    const struct ps_work *work = state->work;
    int step = ps_stride(state, rule->direction);
    bool changed = false;
    for (int i = 0; check && i < rule->row_count; i++)
        if (!still_matches(state, &rule->rows[i], step, &work->lists[i].items[work->chosen[i]]))
            return false;
    for (int i = 0; i < rule->row_count; i++) {
        const struct match *match = &work->lists[i].items[work->chosen[i]];
        changed = replace_row(state, &rule->rows[i], rule->rigid, step, match) || changed;
    }
    return changed;
}

/* Finds all matches of each row of a rule, one list per row.  Returns false if a row has none, or on a failure.
 * *quiet receives whether they surely change nothing. */
static bool find_matches(struct ps_state *state, const struct ps_rule *rule, bool *quiet)
{
    *quiet = rule->rigid == 0;
    if (rule->row_count == 0 || !within(rule->objects, state->used_boards, state->program->object_words))
        return false; /* the level lacks an object */
    for (int i = 0; i < rule->row_count; i++) {
        struct match_list *list = &state->work->lists[i];
        if (!ps_find_row(state, &rule->rows[i], rule->direction, quiet, list) || list->count == 0)
            return false;
    }
    return true;
}

/* Advances to the next combination of matches, the first pattern's changing fastest.  Returns false after the last. */
static bool next_choice(struct ps_work *work, const struct ps_rule *rule)
{
    for (int i = 0; i < rule->row_count; i++) {
        if (++work->chosen[i] < work->lists[i].count)
            return true;
        work->chosen[i] = 0;
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

static bool try_rule(struct ps_state *state, const struct ps_rule *rule)
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
    } else if (!find_matches(state, rule, &quiet)) {
        return false;
    } else if (rule->replaces && !quiet) {
        struct ps_work *work = state->work;
        memset(work->chosen, 0, (size_t)rule->row_count * sizeof *work->chosen);
        do {
            changed = apply_at(state, rule, check) || changed;
            check = true;
            if (!count_try(state, rule))
                return false;
        } while (next_choice(work, rule));
    }
    queue_commands(state, rule);
    /* Matches that changed nothing elsewhere may have become others next to the cells that are touched now. */
    if (traced && !state->trace.everywhere && touched < state->trace.touched_count && rule->row_count == 1 &&
        state->trace.free_of[rule->rows[0].number] >= 0)
        ps_trace_rely(&state->trace, state->trace.free_count + state->trace.free_of[rule->rows[0].number]);
    return changed;
}

/* Applies one randomly chosen match of a random group.  A first pass counts the matches. */
static bool apply_random(struct ps_state *state, const struct ps_group *group)
{
    struct ps_work *work = state->work;
    double total = 0;
    bool quiet;
    for (int i = 0; i < group->count; i++) {
        double count = 1;
        if (!find_matches(state, &group->rules[i], &quiet))
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
        if (!find_matches(state, rule, &quiet))
            continue;
        memset(work->chosen, 0, sizeof work->chosen);
        do {
            if (!ps_spend(state, rule->row_count))
                return false;
            if (left-- > 0)
                continue;
            bool changed = apply_at(state, rule, false);
            queue_commands(state, rule);
            return changed;
        } while (next_choice(work, rule));
    }
    return false;
}

/* Repeats a group until nothing changes. */
static bool apply_group(struct ps_state *state, const struct ps_group *group, unsigned phase)
{
    const struct ps_busy_rules *busy = &group->busy[phase];
    bool changed = false, again = busy->count > 0;
    if (group->random)
        return apply_random(state, group);
    for (int loop = 0; again && loop < MAX_LOOPS && !state->too_long && ps_spend(state, busy->count); loop++) {
        again = false;
        for (int i = 0; i < busy->count && !state->too_long; i++)
            again = try_rule(state, busy->rules[i]) || again;
        changed = changed || again;
    }
    state->capped = state->capped || again;
    return changed;
}

/* Applies groups of rules; `ban`: except the banned ones. */
static void apply_groups(struct ps_state *state, const struct ps_groups *groups, unsigned phase, bool ban)
{
    bool changed = false;
    int loops = 0;
    for (int i = 0; i < groups->count && !state->too_long && !state->out_of_memory;) {
        bool banned = false;
        for (int n = 0; ban && n < state->program->rigid_count; n++)
            banned = banned || (state->program->rigid_groups[n] == i && (state->banned >> n & 1) != 0);
        if (!banned)
            changed = apply_group(state, &groups->items[i], phase) || changed;
        if (!changed || groups->items[i].loop < 0) {
            i++;
            continue;
        }
        i = groups->items[i].loop;
        changed = false;
        if (++loops > MAX_LOOPS) {
            state->capped = true;
            break;
        }
    }
}

/* --- movements: the player's first movement, and the execution of all movements after the rules --- */

/* Executes the movements of a cell that are possible: those into a layer that is free in the next cell.  An action
 * always succeeds and moves nothing.  Returns whether there were any. */
static bool move_cell(struct ps_state *state, int i)
{
    const struct ps_program *program = state->program;
    uint64_t *moves = moves_at(state, i);
    int words = program->object_words, x = i / state->height, y = i % state->height;
    bool moved = false;
    for (int word = 0; word < program->move_words; word++)
        for (uint64_t left = moves[word]; left != 0;) {
            int layer = __builtin_ctzll(left) / 5;
            uint64_t own = left & (uint64_t)PS_MOVES << (5 * layer);
            int way = (int)(own >> (5 * layer)), to_x = x + ps_across(way), to_y = y + ps_down(way);
            const uint64_t *mask = program->layer_masks[word * PS_LAYERS_IN_WORD + layer];
            left &= ~own;
            if (state->trace.on && !state->trace.everywhere)
                ps_trace_read(state, (struct ps_spot){to_x, to_y});
            int target = to_x * state->height + to_y;
            if ((way & (way - 1)) != 0 || to_x < 0 || to_y < 0 || to_x >= state->width || to_y >= state->height ||
                (way != PS_ACTION && meets(mask, ps_cell(state, target), words)))
                continue; /* not a single direction, outside the level, or not free */
            ps_touch(state, i);
            ps_touch(state, target);
            for (int n = 0; target != i && n < words; n++) {
                uint64_t objects = ps_cell(state, i)[n] & mask[n];
                ps_cell(state, i)[n] &= ~objects;
                ps_cell(state, target)[n] |= objects;
                ps_flip(state, i, n, objects);
                ps_flip(state, target, n, objects);
                note_objects(state, n, objects);
            }
            moves[word] &= ~own;
            moved = true;
        }
    return moved;
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
        /* In each cell, bans the group of the first layer that could not make its rigid movement. */
        for (int i = 0; i < state->size; i++) {
            size_t at = (size_t)i * (size_t)state->program->move_words;
            int layer = 0;
            while (layer < state->program->layers &&
                   (moves_of(moves_at(state, i), layer) & moves_of(&state->rigid_moves[at], layer)) == 0)
                layer++;
            unsigned group = layer < state->program->layers ? moves_of(&state->rigid_group[at], layer) : 0;
            if (group == 0 || (state->banned >> (group - 1) & 1) != 0)
                continue;
            state->banned |= (uint64_t)1 << (group - 1);
            banned = true;
        }
        clear_rigid(state);
    }
    ps_clear_moves(state);
    return banned;
}

/* --- the turn --- */

enum { MAX_RIGID_TRIES = 50 };

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

static bool take_turn(struct ps_state *state, unsigned way, uint64_t *before, enum kind kind);

void ps_restart(struct ps_state *state)
{
    if (state->restarting)
        return;
    state->restarting = true;
    ps_set_cells(state, state->restart);
    state->again = false;
    if (state->program->prelude.run_rules_on_level_start)
        take_turn(state, PS_TICK, state->probe, STARTS);
    state->restarting = false;
    state->commands = 0;
}

/* Executes the commands of a turn.  Returns whether the turn changed something, or for a trial, would have. */
static bool obey(struct ps_state *state, uint64_t *before, enum kind kind)
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
    if ((state->commands & PS_RESTART) != 0 && kind != TRIED) {
        state->restarted = true;
        ps_restart(state);
    }
    bool modified = memcmp(state->cells, before, ps_cell_bytes(state)) != 0;
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
    if (kind == REAL && !state->never_wins)
        state->won = (state->commands & PS_WIN) != 0 || ps_is_won(state);
    if (state->won && (state->commands & PS_AGAIN) != 0)
        ps_trace_give_up(&state->trace, -1); /* unless the level is won, other turns follow */
    if (!state->won || state->goes_on_after_win) {
        if ((state->commands & PS_CHECKPOINT) != 0)
            copy_cells(state, state->restart, state->cells);
        if ((state->commands & PS_AGAIN) != 0 && modified) {
            bool won = state->won;
            const char *message = state->message;
            bool changes = take_turn(state, PS_TICK, state->probe, TRIED);
            state->won = won;
            state->message = message;
            state->again = changes;
        }
    }
    state->commands = 0;
    return modified;
}

/* Makes one turn.  `before` receives the cells before it.  Returns what obey returns; false if the turn was undone. */
static bool take_turn(struct ps_state *state, unsigned way, uint64_t *before, enum kind kind)
{
    int players = 0;
    copy_cells(state, before, state->cells);
    state->again = false;
    if (state->foreseen && way == PS_TICK && kind == REAL) {
        ps_set_cells(state, state->next);
        state->commands = state->next_commands;
        state->message = state->next_message;
        return obey(state, before, kind);
    }
    state->foreseen = false;
    if (way != PS_TICK) {
        /* Give a movement to all players and record their cells. */
        const struct ps_program *program = state->program;
        unsigned move = way == PS_ACTS ? PS_ACTION : ps_way_bits[way];
        players = ps_list_players(state);
        for (int n = 0; n < players; n++) {
            int i = state->players[n];
            const uint64_t *cell = ps_cell(state, i);
            uint64_t *own_moves = state->scratch;
            ps_touch(state, i);
            memcpy(own_moves, moves_at(state, i), (size_t)program->move_words * sizeof *own_moves);
            for (int word = 0; word < program->object_words; word++)
                for (uint64_t own = cell[word] & program->player[word]; own != 0; own &= own - 1)
                    add_moves(own_moves, move, program->id_layers[64 * word + __builtin_ctzll(own)]);
            ps_set_moves(state, i, own_moves);
        }
    }
    apply_rules(state, way);
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
    return obey(state, before, kind);
}

static void make_turn(struct ps_state *state, unsigned way, enum kind kind)
{
    state->won = state->restarted = state->too_long = state->stopped = false;
    if (!state->following_again) {
        state->steps = state->spent = 0;
        state->capped = false;
    }
    state->message = NULL;
    state->changed = take_turn(state, way, state->before, kind);
}

void ps_turn(struct ps_state *state, unsigned way)
{
    make_turn(state, way, REAL);
}

/* --- states: memory, loading, win conditions, and turns that `again` adds --- */

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
    if (state->program->prelude.run_rules_on_level_start)
        make_turn(state, PS_TICK, STARTS);
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

void ps_follow_again(struct ps_state *state)
{
    const struct ps_program *program = state->program;
    struct ps_trace *trace = &state->trace;
    size_t words = (size_t)program->object_words, bytes = ps_cell_bytes(state);
    bool changed = state->changed, won = state->won;
    state->endless = false;
    state->following_again = true;
    for (int turn = 0; state->again && !state->too_long && !state->endless; turn++) {
        if (turn == PS_MAX_AGAIN) {
            state->too_long = true;
            break;
        }
        if (trace->on && !trace->everywhere && program->conditions.count > 0) {
            /* Records the cells before a turn that `again` adds. */
            if (trace->stage_words + 1 + (size_t)trace->touched_count * (words + 1) > PS_STAGE_WORDS) {
                ps_trace_give_up(trace, -1);
            } else {
                uint64_t *to = &trace->stages[trace->stage_words];
                *to++ = (uint64_t)trace->touched_count;
                for (int i = 0; i < trace->touched_count; i++, to += words) {
                    *to++ = (uint64_t)trace->touched[i];
                    memcpy(to, ps_cell(state, trace->touched[i]), words * sizeof *to);
                }
                trace->stage_words = (size_t)(to - trace->stages);
                trace->stage_count++;
            }
        }
        ps_turn(state, PS_TICK);
        changed = changed || state->changed;
        won = won || state->won;
        /* The turns go on for ever if the cells repeat, unless rules use chance or checkpoints: then equal cells need
         * not have equal successors.  The cells after 1, 2, 4, 8 ... turns are remembered. */
        if (!state->again || program->line_of_chance != 0 || program->checkpoints)
            continue;
        state->endless = turn > 0 && memcmp(state->circle, state->cells, bytes) == 0;
        if ((turn & (turn + 1)) == 0)
            memcpy(state->circle, state->cells, bytes);
    }
    state->following_again = false;
    if (!state->again) {
        state->changed = changed;
        state->won = won;
    }
}
