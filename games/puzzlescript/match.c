/* Matches: where a rule's patterns occur.
 *
 * A pattern is searched for only in lines (rows or columns) whose summary has all its objects and movements.  Summaries
 * only grow during a turn, so they never hide a match.
 *
 * A search also skips lines that have not changed since the pattern was last found nowhere.  A clock ticks after each
 * such vain search.  Each line has the time of its last change, and each pattern the time of its last vain search
 * (`vain`): at that time no line matched, and only lines changed later may match now.  This holds across turns, too. It
 * saves much work, because few cells change from one turn to the next.
 *
 * If the level is not too large, each object has two *boards*, with a bit for each cell that has it.  ANDs of boards
 * leave few places to look at. */
#include "games/puzzlescript/match.h"

#include <stdlib.h>

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

static bool add_match(struct ps_state *state, struct match_list *list, struct match match)
{
    if (list->count == list->capacity) {
        int capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        struct match *items = capacity > PS_MAX_MATCHES ? NULL : realloc(list->items, (size_t)capacity * sizeof *items);
        if (items == NULL) {
            state->too_long = capacity > PS_MAX_MATCHES;
            state->out_of_memory = !state->too_long;
            return false;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = match;
    return true;
}

/* Matches cells up to the next ellipsis or the end. `at` is advanced past them. */
static bool run_matches(const struct ps_state *state, const struct ps_row *row, int *at, int cell, int step)
{
    for (; *at < row->count && !row->cells[*at].ellipsis; ++*at, cell += step)
        if (!ps_cell_matches(state, &row->cells[*at], cell))
            return false;
    return true;
}

/* Adds a match for each length of the row's ellipses that fits from this cell. `spare`: the cells available to them. */
static bool match_gaps(struct ps_state *state, const struct ps_row *row, int cell, int step, int spare,
                       struct match_list *list)
{
    int first = 0, middle, last;
    if (!run_matches(state, row, &first, cell, step))
        return true;
    for (int gap = 0; gap <= spare; gap++) {
        if (!ps_spend(state, 1 + (row->ellipses > 1) * (spare - gap)))
            return false;
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

static bool match_cell(struct ps_state *state, const struct ps_row *row, int cell, int step, int spare,
                       struct match_list *list)
{
    if (row->ellipses > 0)
        return match_gaps(state, row, cell, step, spare, list);
    int at = 0;
    return !run_matches(state, row, &at, cell, step) || add_match(state, list, (struct match){cell, {0, 0}});
}

/* The lines along a direction, in the order of the original: rows for horizontal rules, columns for others. */
struct lines {
    const uint64_t *objects, *moves, *changed_at;
    int count, length;
    int next_line, next_cell; /* the differences between indices of cells */
};

static inline struct lines lines_along(const struct ps_state *state, int direction)
{
    if (direction > PS_DOWN)
        return (struct lines){
            state->row_objects, state->row_moves, state->row_changed_at, state->height, state->width, 1, state->height};
    return (struct lines){state->column_objects,
                          state->column_moves,
                          state->column_changed_at,
                          state->width,
                          state->height,
                          state->height,
                          1};
}

/* Whether a row may match in a line, which has what the row needs and has changed since a time. */
static inline bool may_match(const struct ps_row *row, const struct lines *lines, int line, uint64_t since, int words,
                             int move_words)
{
    return lines->changed_at[line] > since && within(row->objects, &lines->objects[line * words], words) &&
           within(row->moves, &lines->moves[line * move_words], move_words);
}

/* Adds the matches of a row at one place of a line. */
static bool add_at(struct ps_state *state, const struct ps_row *row, const struct lines *lines, int line, int place,
                   bool back, int step, struct match_list *list)
{
    int length = row->count - row->ellipses;
    return match_cell(state, row, line * lines->next_line + place * lines->next_cell, step,
                      back ? place - length + 1 : lines->length - length - place, list);
}

/* The board of an object, in the order of cells along a direction. */
static const uint64_t *board_of(const struct ps_state *state, int id, int direction)
{
    return &state->boards[(size_t)(2 * id + (direction > PS_DOWN)) * (size_t)state->board_words];
}

/* A search by boards: a row can match only where each of its filters has a bit for the first cell. */

enum { MOST_FILTERS = 6, MOST_CHOICES = 16, MOST_SHIFT = 63 };

struct filter {
    const uint64_t *boards[MOST_CHOICES]; /* of objects, one of which must be in the row's cell `at` */
    int count, at;
};

/* Lists conditions of the row's cells before the first ellipsis, those of one object first.  A row can have others. */
static int list_filters(const struct ps_state *state, const struct ps_row *row, int direction, struct filter *filters)
{
    int count = 0, words = state->program->object_words, end = 0;
    for (; end < row->count && end <= MOST_SHIFT && !row->cells[end].ellipsis; end++)
        for (int word = 0; word < words; word++)
            for (uint64_t left = row->cells[end].present[word]; left != 0 && count < MOST_FILTERS; left &= left - 1) {
                filters[count].boards[0] = board_of(state, 64 * word + __builtin_ctzll(left), direction);
                filters[count].count = 1;
                filters[count++].at = end;
            }
    for (int at = 0; at < end; at++)
        for (int any = 0; any < row->cells[at].any_count && count < MOST_FILTERS; any++) {
            struct filter *filter = &filters[count];
            filter->at = at;
            filter->count = 0;
            for (int word = 0; word < words && filter->count <= MOST_CHOICES; word++)
                for (uint64_t left = row->cells[at].any[any][word]; left != 0; left &= left - 1) {
                    if (filter->count++ == MOST_CHOICES)
                        break;
                    filter->boards[filter->count - 1] = board_of(state, 64 * word + __builtin_ctzll(left), direction);
                }
            count += filter->count <= MOST_CHOICES;
        }
    return count;
}

/* A word of a filter's boards, moved so that the bits are those of the row's first cell. */
static inline uint64_t filter_word(const struct filter *filter, int word, int words, bool back)
{
    uint64_t here = 0, next = 0;
    int beside = back ? word - 1 : word + 1;
    for (int i = 0; i < filter->count; i++)
        here |= filter->boards[i][word];
    if (filter->at == 0)
        return here;
    for (int i = 0; beside >= 0 && beside < words && i < filter->count; i++)
        next |= filter->boards[i][beside];
    return back ? here << filter->at | next >> (64 - filter->at) : here >> filter->at | next << (64 - filter->at);
}

static bool find_by_boards(struct ps_state *state, const struct ps_row *row, int direction, bool one,
                           const struct filter *filters, int count, struct match_list *list)
{
    struct lines lines = lines_along(state, direction);
    int length = row->count - row->ellipses, step = ps_stride(state, direction);
    bool back = direction == PS_UP || direction == PS_LEFT;
    int first = back ? length - 1 : 0, end = back ? lines.length : lines.length - length + 1;
    int words = state->program->object_words, move_words = state->program->move_words;
    uint64_t since = state->vain[row->number];
    for (int word = 0; word < state->board_words; word++) {
        uint64_t found = UINT64_MAX;
        for (int i = 0; i < count && found != 0; i++)
            found &= filter_word(&filters[i], word, state->board_words, back);
        for (; found != 0; found &= found - 1) {
            int bit = 64 * word + __builtin_ctzll(found), line = bit / lines.length, place = bit % lines.length;
            if (line >= lines.count || place < first || place >= end ||
                !may_match(row, &lines, line, since, words, move_words))
                continue;
            if (++state->steps > PS_MAX_STEPS)
                state->too_long = true;
            if (state->too_long || !ps_spend(state, row->count) ||
                !add_at(state, row, &lines, line, place, back, step, list))
                return false;
            if (one && list->count > 0)
                return true;
        }
    }
    return true;
}

/* ps_find_row for masks of `words` and `move_words` words, without boards. */
static inline __attribute__((always_inline)) bool find_row_of(struct ps_state *state, const struct ps_row *row,
                                                              int direction, bool one, struct match_list *list,
                                                              int words, int move_words)
{
    struct lines lines = lines_along(state, direction);
    int length = row->count - row->ellipses, step = ps_stride(state, direction);
    bool back = direction == PS_UP || direction == PS_LEFT;
    uint64_t since = state->vain[row->number];
    const struct ps_pattern *key = row->ellipses == 0 ? &row->cells[row->key] : NULL;
    int ahead = row->key * step;
    for (int line = 0; line < lines.count; line++) {
        if (!may_match(row, &lines, line, since, words, move_words))
            continue;
        state->steps += lines.length;
        if (state->steps > PS_MAX_STEPS)
            state->too_long = true;
        if (state->too_long || !ps_spend(state, lines.length))
            return false;
        int first = back ? length - 1 : 0, end = back ? lines.length : lines.length - length + 1;
        int cell = line * lines.next_line + first * lines.next_cell;
        for (int i = first; i < end; i++, cell += lines.next_cell) {
            if (key != NULL && !ps_cell_matches_of(state, key, cell + ahead, words, move_words))
                continue;
            if (!add_at(state, row, &lines, line, i, back, step, list))
                return false;
            if (one && list->count > 0)
                return true;
        }
    }
    return true;
}

bool ps_search_row(struct ps_state *state, const struct ps_row *row, int direction, bool one, struct match_list *list)
{
    int words = state->program->object_words, moves = state->program->move_words;
    struct filter filters[MOST_FILTERS];
    int count = state->boards == NULL ? 0 : list_filters(state, row, direction, filters);
    if (!ps_spend(state, direction > PS_DOWN ? state->height : state->width))
        return false;
    bool good = count > 0                  ? find_by_boards(state, row, direction, one, filters, count, list)
                : words == 1 && moves == 1 ? find_row_of(state, row, direction, one, list, 1, 1)
                                           : find_row_of(state, row, direction, one, list, words, moves);
    if (good && list->count == 0)
        state->vain[row->number] = state->now++;
    return good;
}
