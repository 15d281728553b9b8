/* The cache of steps, by window; see place.h. */
#include "games/puzzlescript/place.h"

#include "games/puzzlescript/state.h"

#include <stdlib.h>

enum { FIRST_ENTRIES = 1 << 11, MOST_BYTES = 32 << 20 /* of the table */, MOST_WORDS = 200 };

/* --- locality of the rules --- */

/* Whether a row can match only where there is a movement or the player. */
static bool is_anchored(const struct ps_program *program, const struct ps_row *row)
{
    for (int at = 0; at < row->count; at++) {
        const struct ps_pattern *pattern = &row->cells[at];
        if (pattern->ellipsis)
            continue;
        if (!is_zero(pattern->moving, program->move_words) ||
            meets(pattern->present, program->player, program->object_words))
            return true;
        for (int i = 0; i < pattern->any_count; i++)
            if (within(pattern->any[i], program->player, program->object_words))
                return true;
    }
    return false;
}

/* Includes a rule in the analysis. Returns false if the rule is not local. */
static bool add_rule(const struct ps_program *program, const struct ps_rule *rule, struct ps_locality *locality)
{
    bool anchored = false;
    for (int i = 0; i < rule->row_count; i++) {
        if (rule->rows[i].ellipses > 0)
            return false;
        if (rule->rows[i].count - 1 > locality->reach)
            locality->reach = rule->rows[i].count - 1;
        anchored = anchored || is_anchored(program, &rule->rows[i]);
    }
    if (rule->row_count > 1 || anchored)
        return anchored;
    locality->free_rules[locality->free_count++] = rule;
    return true;
}

static bool add_groups(const struct ps_program *program, const struct ps_groups *groups, struct ps_locality *locality)
{
    for (int i = 0; i < groups->count; i++)
        for (int r = 0; r < groups->items[i].count; r++)
            if (!add_rule(program, &groups->items[i].rules[r], locality))
                return false;
    return true;
}

static size_t count_rules(const struct ps_groups *groups)
{
    size_t count = 0;
    for (int i = 0; i < groups->count; i++)
        count += (size_t)groups->items[i].count;
    return count;
}

bool ps_locality_make(struct ps_puzzle *puzzle)
{
    const struct ps_program *program = puzzle->program;
    struct ps_locality *locality = &puzzle->locality;
    size_t rules = count_rules(&program->rules) + count_rules(&program->late);
    locality->free_rules = calloc(rules + 1, sizeof *locality->free_rules);
    if (locality->free_rules == NULL)
        return false;
    locality->reach = 1;
    locality->local = puzzle->walks && program->rigid_count == 0 && add_groups(program, &program->rules, locality) &&
                      add_groups(program, &program->late, locality);
    locality->ahead = locality->reach + 2;
    locality->columns = locality->ahead + locality->reach + 1;
    locality->rows = 2 * locality->reach + 1;
    size_t words = (size_t)locality->columns * (size_t)locality->rows;
    locality->local = locality->local && words * (size_t)program->object_words <= MOST_WORDS;
    for (int i = 0; i < program->conditions.count; i++) {
        const struct ps_condition *condition = &program->conditions.items[i];
        locality->by_player = locality->by_player || meets(condition->what, program->player, program->object_words) ||
                              meets(condition->where, program->player, program->object_words);
    }
    return true;
}

void ps_locality_free(struct ps_locality *locality)
{
    free(locality->free_rules);
}

bool ps_windows_hold(const struct ps_puzzle *puzzle, struct ps_state *state, const uint64_t *rest)
{
    const struct ps_locality *locality = &puzzle->locality;
    if (locality->free_count == 0)
        return true;
    state->too_long = state->stopped = false;
    state->steps = state->spent = 0;
    ps_set_cells(state, rest);
    ps_summarize(state);
    for (int i = 0; i < locality->free_count; i++)
        if (ps_rule_matches(state, locality->free_rules[i]) || state->out_of_memory)
            return false;
    return !state->too_long;
}

/* --- the table --- */

/* Words of a window, including the key; 0: the rules are not local. */
static size_t window_words(const struct ps_puzzle *puzzle)
{
    const struct ps_locality *locality = &puzzle->locality;
    return locality->local ? (size_t)(locality->columns * locality->rows) * (size_t)puzzle->program->object_words + 1
                           : 0;
}

static size_t entry_words(const struct ps_puzzle *puzzle)
{
    return window_words(puzzle) + 2 + (size_t)puzzle->program->object_words;
}

bool ps_windows_make(const struct ps_puzzle *puzzle, struct ps_windows *windows)
{
    if (!puzzle->locality.local)
        return true;
    windows->window_words = window_words(puzzle);
    windows->entry_words = entry_words(puzzle);
    windows->window = calloc(windows->window_words, sizeof *windows->window);
    return windows->window != NULL;
}

void ps_windows_free(struct ps_windows *windows)
{
    free(windows->entries);
    free(windows->window);
}

/* The only entry that can hold a window. */
static uint64_t *entry_of(const struct ps_windows *windows, const uint64_t *window)
{
    /* Sums the words times odd numbers.  The products are independent, so the processor can overlap them. */
    size_t words = windows->window_words;
    uint64_t hash = 0, factor = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < words; i++, factor += UINT64_C(0xda942042e4dd58b6))
        hash += (window[i] ^ window[i] >> 29) * factor;
    size_t place = (size_t)(hash >> 32) % windows->count;
    return windows->entries + place * windows->entry_words;
}

/* Makes room in the table: doubles it if a quarter of its entries is used, up to a limit. Entries of the lower half
 * stay or go to the upper one. Returns false if the puzzle is stopped. */
static bool reserve_items(struct ps_puzzle *puzzle, struct ps_workspace *workspace)
{
    struct ps_windows *windows = &workspace->windows;
    size_t words = windows->entry_words, before = windows->count, after = before == 0 ? FIRST_ENTRIES : 2 * before;
    size_t bytes = words * sizeof *windows->entries;
    if (4 * windows->used < before || (before > 0 && after * bytes > MOST_BYTES))
        return true;
    uint64_t *entries = ps_workspace_grow(puzzle, workspace, windows->entries, before * bytes, after * bytes);
    if (entries == NULL)
        return false;
    memset(entries + before * words, 0, (after - before) * bytes);
    windows->entries = entries;
    windows->count = after;
    for (size_t i = 0; i < before; i++) {
        uint64_t *entry = entries + i * words, *to = entry_of(windows, entry);
        if (to == entry || entry[windows->window_words] == PS_STEP_UNKNOWN)
            continue;
        memcpy(to, entry, bytes);
        entry[windows->window_words] = PS_STEP_UNKNOWN;
    }
    return true;
}

struct ps_step ps_window_find(const struct ps_puzzle *puzzle, struct ps_windows *windows, const uint64_t *rest,
                              int cell, const uint64_t *players, unsigned way)
{
    /* Copies the key and the window into windows->window.  Cells outside the level are all ones. */
    size_t words = (size_t)puzzle->program->object_words;
    int width = puzzle->level.width, height = puzzle->level.height;
    struct ps_frame frame = ps_frame_of(puzzle, cell, way);
    uint64_t *to = windows->window;
    *to++ = way;
    int top = frame.top < 0 ? 0 : frame.top;
    int bottom = frame.bottom < height ? frame.bottom : height - 1;
    size_t above = (size_t)(top - frame.top) * words, below = (size_t)(frame.bottom - bottom) * words;
    size_t inside = (size_t)(bottom - top + 1) * words;
    for (int x = frame.left; x <= frame.right; x++) {
        bool beyond = x < 0 || x >= width;
        for (size_t i = 0; i < above; i++)
            *to++ = UINT64_MAX;
        const uint64_t *from = beyond ? NULL : &rest[(size_t)(x * height + top) * words];
        for (size_t i = 0; i < inside; i++)
            *to++ = beyond ? UINT64_MAX : from[i];
        for (size_t i = 0; i < below; i++)
            *to++ = UINT64_MAX;
    }
    int middle = (cell / height - frame.left) * (frame.bottom - frame.top + 1) + cell % height - frame.top;
    add_mask(&windows->window[1 + (size_t)middle * words], players, (int)words);
    if (windows->count == 0)
        return (struct ps_step){.kind = PS_STEP_UNKNOWN};
    const uint64_t *entry = entry_of(windows, windows->window);
    const uint64_t *made = entry + windows->window_words;
    if (made[0] == PS_STEP_UNKNOWN || memcmp(entry, windows->window, windows->window_words * sizeof *entry) != 0)
        return (struct ps_step){.kind = PS_STEP_UNKNOWN};
    return (struct ps_step){.kind = (enum ps_step_kind)made[0],
                            .across = (int)(made[1] >> 32) - GRID_MAX_SIDE,
                            .down = (int)(made[1] & UINT32_MAX) - GRID_MAX_SIDE,
                            .players = made + 2};
}

bool ps_window_keep(struct ps_puzzle *puzzle, struct ps_workspace *workspace, int cell, unsigned way,
                    struct ps_step step)
{
    struct ps_windows *windows = &workspace->windows;
    const struct ps_trace *trace = &workspace->state->trace;
    int reach = puzzle->locality.reach;
    struct ps_frame frame = ps_frame_of(puzzle, cell, way);
    if (trace->everywhere || trace->left - reach < frame.left || trace->right + reach > frame.right ||
        trace->top - reach < frame.top || trace->bottom + reach > frame.bottom || !reserve_items(puzzle, workspace))
        return false;
    uint64_t *entry = entry_of(windows, windows->window);
    uint64_t *made = entry + windows->window_words;
    windows->used += made[0] == PS_STEP_UNKNOWN;
    memcpy(entry, windows->window, windows->window_words * sizeof *entry);
    made[0] = step.kind;
    made[1] = (uint64_t)(step.across + GRID_MAX_SIDE) << 32 | (uint64_t)(step.down + GRID_MAX_SIDE);
    if (step.kind == PS_STEP_WALK)
        memcpy(made + 2, step.players, (size_t)puzzle->program->object_words * sizeof *step.players);
    return true;
}
