/* Matches: where a rule's patterns are found.
 *
 * A pattern is looked for only in rows or columns whose summary has all its objects and movements;
 * summaries only grow during a turn, so that they never hide a match. */
#include "games/puzzlescript/match.h"

#include <stdlib.h>

static bool add_match(struct ps_state *state, struct match_list *list, struct match match)
{
    if (list->count == list->room) {
        int room = list->room == 0 ? 64 : list->room * 2;
        struct match *items =
            room > PS_MAX_MATCHES ? NULL : realloc(list->items, (size_t)room * sizeof *items);
        if (items == NULL) {
            state->too_long = room > PS_MAX_MATCHES;
            state->out_of_memory = !state->too_long;
            return false;
        }
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = match;
    return true;
}

static inline __attribute__((always_inline)) bool cell_matches_of(const struct ps_state *state,
                                                                  const struct ps_pattern *pattern,
                                                                  int i, int words, int move_words)
{
    const uint64_t *cell = &state->cells[(size_t)i * (size_t)words];
    const uint64_t *moves = &state->moves[(size_t)i * (size_t)move_words];
    for (int word = 0; word < words; word++)
        if ((cell[word] & pattern->present[word]) != pattern->present[word] ||
            (cell[word] & pattern->missing[word]) != 0)
            return false;
    for (int word = 0; word < move_words; word++)
        if ((moves[word] & pattern->moving[word]) != pattern->moving[word] ||
            (moves[word] & pattern->still[word]) != 0)
            return false;
    for (int any = 0; any < pattern->any_count; any++)
        if (!meets(pattern->any[any], cell, words))
            return false;
    return true;
}

static inline bool cell_matches(const struct ps_state *state, const struct ps_pattern *pattern,
                                int i)
{
    int words = state->program->object_words, moves = state->program->move_words;
    return words == 1 && moves == 1 ? cell_matches_of(state, pattern, i, 1, 1)
                                    : cell_matches_of(state, pattern, i, words, moves);
}

int step_of(const struct ps_state *state, int direction)
{
    return direction == PS_UP     ? -1
           : direction == PS_DOWN ? 1
           : direction == PS_LEFT ? -state->height
                                  : state->height;
}

/* Matches cells up to the next ellipsis or the end; `at` goes on behind them. */
static bool run_matches(const struct ps_state *state, const struct ps_row *row, int *at, int cell,
                        int step)
{
    for (; *at < row->count && !row->cells[*at].ellipsis; ++*at, cell += step)
        if (!cell_matches(state, &row->cells[*at], cell))
            return false;
    return true;
}

/* All lengths of the row's ellipses that match from this cell; `spare`: cells left for them. */
static bool match_gaps(struct ps_state *state, const struct ps_row *row, int cell, int step,
                       int spare, struct match_list *list)
{
    int first = 0, middle, last;
    if (!run_matches(state, row, &first, cell, step))
        return true;
    for (int gap = 0; gap <= spare; gap++) {
        middle = first + 1;
        if (!run_matches(state, row, &middle, cell + step * (gap + first), step))
            continue;
        if (row->ellipses == 1) {
            if (!add_match(state, list, (struct match){cell, {gap, 0}}))
                return false;
            continue;
        }
        for (int more = 0; gap + more <= spare; more++) {
            last = middle + 1;
            if (run_matches(state, row, &last, cell + step * (gap + more + middle - 1), step) &&
                !add_match(state, list, (struct match){cell, {gap, more}}))
                return false;
        }
    }
    return true;
}

static bool match_cell(struct ps_state *state, const struct ps_row *row, int cell, int step,
                       int spare, struct match_list *list)
{
    if (row->ellipses > 0)
        return match_gaps(state, row, cell, step, spare, list);
    int at = 0;
    return !run_matches(state, row, &at, cell, step) ||
           add_match(state, list, (struct match){cell, {0, 0}});
}

static bool summary_fits(const struct ps_state *state, const struct ps_row *row,
                         const uint64_t *objects, const uint64_t *moves)
{
    return within(row->objects, objects, state->program->object_words) &&
           within(row->moves, moves, state->program->move_words);
}

/* Finds a row's matches, in the order of the original: by row for horizontal rules, else by column. */
static bool find_row(struct ps_state *state, const struct ps_row *row, int direction,
                     struct match_list *list)
{
    size_t words = (size_t)state->program->object_words, moves = (size_t)state->program->move_words;
    bool across = direction > PS_DOWN;
    int length = row->count - row->ellipses, step = step_of(state, direction);
    int lines = across ? state->height : state->width,
        cells = across ? state->width : state->height;
    bool back = direction == PS_UP || direction == PS_LEFT;
    list->count = 0;
    if (length == 0 || !summary_fits(state, row, state->all_objects, state->all_moves))
        return true;
    const uint64_t *objects = across ? state->row_objects : state->column_objects;
    const uint64_t *line_moves = across ? state->row_moves : state->column_moves;
    for (int line = 0; line < lines; line++) {
        if (!summary_fits(state, row, &objects[(size_t)line * words],
                          &line_moves[(size_t)line * moves]))
            continue;
        state->steps += cells;
        if (state->steps > PS_MAX_STEPS) {
            state->too_long = true;
            return false;
        }
        for (int i = back ? length - 1 : 0; i < (back ? cells : cells - length + 1); i++) {
            int spare = back ? i - length + 1 : cells - length - i;
            int cell = across ? i * state->height + line : line * state->height + i;
            if (!match_cell(state, row, cell, step, spare, list))
                return false;
        }
    }
    return true;
}

bool find_matches(struct ps_state *state, const struct ps_rule *rule, struct match_list *lists)
{
    if (rule->row_count == 0 ||
        !within(rule->objects, state->all_objects, state->program->object_words))
        return false;
    for (int i = 0; i < rule->row_count; i++)
        if (!find_row(state, &rule->rows[i], rule->direction, &lists[i]) || lists[i].count == 0)
            return false;
    return true;
}

bool still_matches(const struct ps_state *state, const struct ps_row *row, int step,
                   const struct match *match)
{
    int cell = match->cell, ellipses = 0;
    for (int at = 0; at < row->count; at++) {
        if (row->cells[at].ellipsis) {
            cell += step * match->gap[ellipses++ & 1];
            continue;
        }
        if (!cell_matches(state, &row->cells[at], cell))
            return false;
        cell += step;
    }
    return true;
}

bool is_anchored(const struct ps_program *program, const struct ps_row *row)
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

bool anchored_rows_match(struct ps_state *state, const struct ps_rule *rule,
                         struct match_list *list)
{
    for (int i = 0; i < rule->row_count; i++) {
        if (!is_anchored(state->program, &rule->rows[i]))
            continue;
        if (find_row(state, &rule->rows[i], rule->direction, list) && list->count == 0)
            return false;
    }
    return true;
}
