/* A turn: the player's movement, rules, movements, late rules, commands.
 *
 * If a rigid group of rules could not make all its movements, the turn is repeated without that group. `again` requests
 * another turn only if that turn would change something; a trial turn finds out. */
#include "games/grid.h"
#include "games/puzzlescript/state.h"

#include <stdlib.h>
#include <string.h>

/* Draws random numbers exactly as the original does, so that its recorded sessions can be replayed. */

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

/* The board of an object, in the order of cells along a direction. */
static const uint64_t *ps_board(const struct ps_state *state, int id, int direction)
{
    return &state->boards[(size_t)(2 * id + (direction > PS_DOWN)) * (size_t)state->board_words];
}

/* Adds objects to a cell's boards, or removes them, after a word of the cell has changed. */
static inline void flip(struct ps_state *state, int i, int word, uint64_t changed)
{
    if (state->boards == NULL)
        return;
    size_t words = (size_t)state->board_words;
    size_t across = (size_t)(i % state->height * state->width + i / state->height);
    for (; changed != 0; changed &= changed - 1) {
        uint64_t *board = &state->boards[2 * (size_t)(64 * word + __builtin_ctzll(changed)) * words];
        board[i / 64] ^= (uint64_t)1 << i % 64;
        board[words + across / 64] ^= (uint64_t)1 << across % 64;
    }
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

static inline __attribute__((always_inline)) bool
cell_matches_of(const struct ps_state *state, const struct ps_pattern *pattern, int i, int words, int move_words)
{
    const uint64_t *cell = &state->cells[(size_t)i * (size_t)words];
    const uint64_t *moves = &state->moves[(size_t)i * (size_t)move_words];
    for (int word = 0; word < words; word++)
        if ((cell[word] & pattern->present[word]) != pattern->present[word] ||
            (cell[word] & pattern->missing[word]) != 0)
            return false;
    for (int word = 0; word < move_words; word++)
        if ((moves[word] & pattern->moving[word]) != pattern->moving[word] || (moves[word] & pattern->still[word]) != 0)
            return false;
    for (int any = 0; any < pattern->any_count; any++)
        if (!meets(pattern->any[any], cell, words))
            return false;
    return true;
}

static inline bool cell_matches(const struct ps_state *state, const struct ps_pattern *pattern, int i)
{
    int words = state->program->object_words, moves = state->program->move_words;
    return words == 1
               ? moves == 1 ? cell_matches_of(state, pattern, i, 1, 1) : cell_matches_of(state, pattern, i, 1, moves)
               : cell_matches_of(state, pattern, i, words, moves);
}

/* The difference between the index of a cell and that of the next in a direction. */
static int step_of(const struct ps_state *state, int direction)
{
    return direction == PS_UP ? -1 : direction == PS_DOWN ? 1 : direction == PS_LEFT ? -state->height : state->height;
}

/* Matches cells up to the next ellipsis or the end. `at` is advanced past them. */
static bool run_matches(const struct ps_state *state, const struct ps_row *row, int *at, int cell, int step)
{
    for (; *at < row->count && !row->cells[*at].ellipsis; ++*at, cell += step)
        if (!cell_matches(state, &row->cells[*at], cell))
            return false;
    return true;
}

static bool may_go_on(struct ps_state *state)
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

/* Counts work.  Returns false, with too_long set, if the limit is reached or the check stops the turn. */
static inline bool spend(struct ps_state *state, long amount)
{
    state->patience -= amount;
    return state->patience >= 0 || may_go_on(state);
}

/* Adds a match for each length of the row's ellipses that fits from this cell. `spare`: the cells available to them. */
static bool match_gaps(struct ps_state *state, const struct ps_row *row, int cell, int step, int spare,
                       struct match_list *list)
{
    int first = 0, middle, last;
    if (!run_matches(state, row, &first, cell, step))
        return true;
    for (int gap = 0; gap <= spare; gap++) {
        if (!spend(state, 1 + (row->ellipses > 1) * (spare - gap)))
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

/* A place where a row may match, according to its line and its position there. */
static bool add_at(struct ps_state *state, const struct ps_row *row, const struct lines *lines, int line, int place,
                   bool back, int step, struct match_list *list)
{
    int length = row->count - row->ellipses;
    return match_cell(state, row, line * lines->next_line + place * lines->next_cell, step,
                      back ? place - length + 1 : lines->length - length - place, list);
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
                filters[count].boards[0] = ps_board(state, 64 * word + __builtin_ctzll(left), direction);
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
                    filter->boards[filter->count - 1] = ps_board(state, 64 * word + __builtin_ctzll(left), direction);
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
    int length = row->count - row->ellipses, step = step_of(state, direction);
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
            if (line >= lines.count || place < first || place >= end || lines.changed_at[line] <= since ||
                !within(row->objects, &lines.objects[line * words], words) ||
                !within(row->moves, &lines.moves[line * move_words], move_words))
                continue;
            if (++state->steps > PS_MAX_STEPS)
                state->too_long = true;
            if (state->too_long || !spend(state, row->count) ||
                !add_at(state, row, &lines, line, place, back, step, list))
                return false;
            if (one && list->count > 0)
                return true;
        }
    }
    if (list->count == 0)
        state->vain[row->number] = state->now++;
    return true;
}

/* find_row for masks of `words` and `move_words` words, without boards. */
static inline __attribute__((always_inline)) bool find_row_of(struct ps_state *state, const struct ps_row *row,
                                                              int direction, bool one, struct match_list *list,
                                                              int words, int move_words)
{
    struct lines lines = lines_along(state, direction);
    int length = row->count - row->ellipses, step = step_of(state, direction);
    bool back = direction == PS_UP || direction == PS_LEFT;
    uint64_t since = state->vain[row->number];
    const struct ps_pattern *key = row->ellipses == 0 ? &row->cells[row->key] : NULL;
    int ahead = row->key * step;
    for (int line = 0; line < lines.count; line++) {
        if (lines.changed_at[line] <= since || !within(row->objects, &lines.objects[line * words], words) ||
            !within(row->moves, &lines.moves[line * move_words], move_words))
            continue;
        state->steps += lines.length;
        if (state->steps > PS_MAX_STEPS)
            state->too_long = true;
        if (state->too_long || !spend(state, lines.length))
            return false;
        int first = back ? length - 1 : 0, end = back ? lines.length : lines.length - length + 1;
        int cell = line * lines.next_line + first * lines.next_cell;
        for (int i = first; i < end; i++, cell += lines.next_cell) {
            if (key != NULL && !cell_matches_of(state, key, cell + ahead, words, move_words))
                continue;
            if (!add_at(state, row, &lines, line, i, back, step, list))
                return false;
            if (one && list->count > 0)
                return true;
        }
    }
    if (list->count == 0)
        state->vain[row->number] = state->now++;
    return true;
}

/* Finds a row's matches in the order of the original.  `one`: the first ones suffice. */
static bool find_row(struct ps_state *state, const struct ps_row *row, int direction, bool one, struct match_list *list)
{
    int words = state->program->object_words, moves = state->program->move_words;
    list->count = 0;
    if (row->count == row->ellipses || state->changed_at <= state->vain[row->number] ||
        !within(row->objects, state->all_objects, words) || !within(row->moves, state->all_moves, moves))
        return true;
    struct filter filters[MOST_FILTERS];
    int count = state->boards == NULL ? 0 : list_filters(state, row, direction, filters);
    if (!spend(state, direction > PS_DOWN ? state->height : state->width))
        return false;
    if (count > 0)
        return find_by_boards(state, row, direction, one, filters, count, list);
    return words == 1 && moves == 1 ? find_row_of(state, row, direction, one, list, 1, 1)
                                    : find_row_of(state, row, direction, one, list, words, moves);
}

/* Finds all matches of each row of a rule, one list per row. Returns false if a row has none, or on a failure. */
static bool find_matches(struct ps_state *state, const struct ps_rule *rule, struct match_list *lists)
{
    if (rule->row_count == 0 || !spend(state, 1) ||
        !within(rule->objects, state->all_objects, state->program->object_words))
        return false;
    for (int i = 0; i < rule->row_count; i++)
        if (!find_row(state, &rule->rows[i], rule->direction, false, &lists[i]) || lists[i].count == 0)
            return false;
    return true;
}

/* The record of what a turn depends on; see steps.c. */

enum { MOST_TRACE_WORK = 12000 /* of a record */ };

static void touch(struct ps_state *state, int cell);

void ps_trace_begin(struct ps_state *state, const int *cells, int count, const bool *blind)
{
    struct ps_trace *trace = &state->trace;
    memset(trace->marks, 0, (size_t)state->size);
    memset(trace->relied, 0, (size_t)(trace->free_count / 32 + 1) * sizeof *trace->relied);
    trace->on = true;
    trace->everywhere = false;
    trace->culprit = -1;
    trace->read_count = trace->touched_count = trace->stage_count = 0;
    trace->stage_words = 0;
    trace->work = 0;
    trace->paused = false;
    trace->blind = blind;
    if (blind != NULL)
        set_bit(trace->relied, 2 * trace->free_count);
    for (int i = 0; i < count; i++)
        touch(state, cells[i]);
}

static bool is_inside(const struct ps_state *state, struct ps_spot spot)
{
    return spot.x >= 0 && spot.y >= 0 && spot.x < state->width && spot.y < state->height;
}

static void note_read(struct ps_state *state, struct ps_spot spot)
{
    struct ps_trace *trace = &state->trace;
    if (is_inside(state, spot)) {
        unsigned char *mark = &trace->marks[spot.x * state->height + spot.y];
        if ((*mark & PS_READ) != 0)
            return;
        *mark |= PS_READ;
    } else {
        for (int i = 0; i < trace->read_count; i++)
            if (trace->reads[i].x == spot.x && trace->reads[i].y == spot.y)
                return;
    }
    if (trace->read_count == PS_MOST_READS)
        ps_trace_give_up(trace, -1);
    else
        trace->reads[trace->read_count++] = spot;
}

static void touch(struct ps_state *state, int cell)
{
    struct ps_trace *trace = &state->trace;
    if (!trace->on || trace->everywhere || trace->paused || (trace->marks[cell] & PS_TOUCHED) != 0)
        return;
    note_read(state, (struct ps_spot){cell / state->height, cell % state->height});
    if (trace->everywhere)
        return;
    trace->marks[cell] |= PS_TOUCHED;
    trace->touched[trace->touched_count++] = cell;
}

/* What a trace knows about the matches of a row. */
enum row_status { ROW_FAILS, ROW_MATCHES, ROW_UNKNOWN };

struct spots {
    struct ps_spot items[PS_MOST_READS];
    int count;
};

/* Examines all places of a row that cover touched cells, which contain nothing but `objects` and `moves`.  Adds to
 * `spots` the other cells on which it depends whether the row matches there: all cells of a match, one cell that
 * differs of each other place. */
static enum row_status status_of(struct ps_state *state, const struct ps_row *row, int direction, uint64_t objects,
                                 uint64_t moves, struct spots *spots)
{
    struct ps_trace *trace = &state->trace;
    int free_row = trace->free_of[row->number];
    int across = (direction == PS_RIGHT) - (direction == PS_LEFT), down = (direction == PS_DOWN) - (direction == PS_UP);
    bool matches = false;
    spots->count = 0;
    if (free_row >= 0 && !has_bit(trace->holds, free_row))
        return ROW_UNKNOWN;
    for (int at = 0; at < row->count; at++) {
        /* No touched cell matches a pattern if none has its first movements and objects. */
        const struct ps_pattern *pattern = &row->cells[at];
        if (pattern->ellipsis || (pattern->present[0] & ~objects) != 0 || (pattern->moving[0] & ~moves) != 0)
            continue;
        trace->work += trace->touched_count;
        for (int n = 0; n < trace->touched_count; n++) {
            int cell = trace->touched[n];
            if (!cell_matches(state, pattern, cell))
                continue;
            if (row->ellipses > 0)
                return ROW_UNKNOWN;
            struct ps_spot differs = {0, 0};
            bool fails = false, known = false; /* known: a cell differs that is a touched or read one */
            for (int i = 0; i < row->count && !known; i++) {
                struct ps_spot spot = {cell / state->height + across * (i - at),
                                       cell % state->height + down * (i - at)};
                bool inside = is_inside(state, spot);
                if (inside && cell_matches(state, &row->cells[i], spot.x * state->height + spot.y))
                    continue;
                known = inside && trace->marks[spot.x * state->height + spot.y] != 0;
                differs = fails && !known ? differs : spot;
                fails = true;
            }
            if (known)
                continue;
            for (int i = fails ? row->count - 1 : 0; i < row->count; i++) {
                struct ps_spot spot = {cell / state->height + across * (i - at),
                                       cell % state->height + down * (i - at)};
                if (spots->count == PS_MOST_READS)
                    return ROW_UNKNOWN;
                spots->items[spots->count++] = fails ? differs : spot;
            }
            matches = matches || !fails;
        }
    }
    return matches ? ROW_MATCHES : ROW_FAILS;
}

/* Records that the turn relies on a fact about a free row. */
static void rely(struct ps_trace *trace, int bit)
{
    if (has_bit(trace->holds, bit))
        set_bit(trace->relied, bit);
    else
        ps_trace_give_up(trace, bit);
}

static void note_spots(struct ps_state *state, const struct ps_row *row, const struct spots *spots)
{
    for (int i = 0; i < spots->count; i++)
        note_read(state, spots->items[i]);
    if (state->trace.free_of[row->number] >= 0)
        rely(&state->trace, state->trace.free_of[row->number]);
}

/* Records what it depends on whether and where a rule matches.  A row without matches suffices to show that it does
 * not. */
static void trace_rule(struct ps_state *state, const struct ps_rule *rule)
{
    struct ps_trace *trace = &state->trace;
    struct spots spots, fewest;
    int unknown = -1, failing = -1;
    /* The first words of all that touched cells contain. */
    uint64_t objects = 0, moves = 0;
    for (int i = 0; i < trace->touched_count; i++) {
        objects |= state->cells[(size_t)trace->touched[i] * (size_t)state->program->object_words];
        moves |= state->moves[(size_t)trace->touched[i] * (size_t)state->program->move_words];
    }
    trace->work += trace->touched_count / 4;
    if (trace->work > MOST_TRACE_WORK) {
        ps_trace_give_up(trace, -1);
        return;
    }
    for (int i = 0; i < rule->row_count; i++) {
        enum row_status status = status_of(state, &rule->rows[i], rule->direction, objects, moves, &spots);
        if (status == ROW_FAILS && (failing < 0 || spots.count < fewest.count)) {
            failing = i;
            fewest.count = spots.count;
            memcpy(fewest.items, spots.items, (size_t)spots.count * sizeof *spots.items);
            if (spots.count == 0)
                break;
        }
        unknown = status == ROW_UNKNOWN ? i : unknown;
    }
    if (failing >= 0) {
        note_spots(state, &rule->rows[failing], &fewest);
    } else if (unknown >= 0) {
        ps_trace_give_up(trace, trace->free_of[rule->rows[unknown].number]);
    } else {
        for (int i = 0; i < rule->row_count; i++) {
            status_of(state, &rule->rows[i], rule->direction, objects, moves, &spots);
            note_spots(state, &rule->rows[i], &spots);
        }
    }
}

/* Applies rules: at one match, one rule, one group and all groups.
 *
 * A rule with several patterns is applied for each combination of their matches; the matches of the first pattern
 * change fastest. */

enum { MAX_LOOPS = 200 }; /* of a group, and of loops; the limit of the original */

/* Marks the movements that a rigid rule gave. Returns whether any mark is new. */
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

static void note_change(struct ps_state *state, int i)
{
    state->column_changed_at[i / state->height] = state->row_changed_at[i % state->height] = state->changed_at =
        state->now;
}

static void grow_summaries(struct ps_state *state, int i)
{
    const struct ps_program *program = state->program;
    size_t words = (size_t)program->object_words, move_words = (size_t)program->move_words;
    size_t column = (size_t)(i / state->height), row = (size_t)(i % state->height);
    note_change(state, i);
    for (size_t word = 0; word < words; word++) {
        uint64_t objects = state->cells[(size_t)i * words + word];
        state->row_objects[row * words + word] |= objects;
        state->column_objects[column * words + word] |= objects;
        state->all_objects[word] |= objects;
    }
    for (size_t word = 0; word < move_words; word++) {
        uint64_t moves = state->moves[(size_t)i * move_words + word];
        state->row_moves[row * move_words + word] |= moves;
        state->column_moves[column * move_words + word] |= moves;
        state->all_moves[word] |= moves;
    }
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
        flip(state, i, word, now ^ cell[word]);
        note_objects(state, word, now ^ cell[word]);
        cell[word] = now;
        changed = true;
    }
    return changed;
}

static bool change_moves(uint64_t *mask, const uint64_t *clear, const uint64_t *set, size_t words)
{
    bool changed = false;
    for (size_t word = 0; word < words; word++) {
        uint64_t now = (mask[word] & ~clear[word]) | set[word];
        changed = changed || now != mask[word];
        mask[word] = now;
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

/* Applies a replacement to a cell. Returns whether the cell changed. */
static bool replace(struct ps_state *state, const struct ps_replacement *made, int rigid, int i)
{
    size_t words = (size_t)state->program->object_words, moves = (size_t)state->program->move_words;
    if (words == 1 && moves == 1 && rigid == 0 && made->random == NULL && made->random_moves == NULL &&
        ((state->cells[i] & ~made->clear[0]) | made->set[0]) == state->cells[i] &&
        ((state->moves[i] & ~(made->still[0] | made->layers[0])) | made->moving[0]) == state->moves[i])
        return false;
    uint64_t *set = &state->scratch[2 * moves], *clear = set + words, *set_moves = clear + words,
             *clear_moves = set_moves + moves;
    memcpy(set, made->set, words * sizeof *set);
    memcpy(clear, made->clear, words * sizeof *clear);
    memcpy(set_moves, made->moving, moves * sizeof *set_moves);
    for (size_t word = 0; word < moves; word++)
        clear_moves[word] = made->still[word] | made->layers[word];
    if (made->random != NULL || made->random_moves != NULL)
        draw(state, made, set, clear, set_moves, clear_moves);
    bool changed = change_objects(state, i, clear, set);
    changed = change_moves(&state->moves[(size_t)i * moves], clear_moves, set_moves, moves) || changed;
    if (rigid > 0 && mark_rigid(state, made, rigid, i))
        changed = true;
    if (changed) {
        grow_summaries(state, i);
        touch(state, i);
    }
    return changed;
}

/* Applies a rule at one combination of matches. `check`: test first that earlier ones have not destroyed it. */
static bool apply_at(struct ps_state *state, const struct ps_rule *rule, const struct match_list *lists,
                     const int *chosen, bool check)
{
    int step = step_of(state, rule->direction);
    bool changed = false;
    for (int i = 0; check && i < rule->row_count; i++) {
        /* The row must still match where it did. */
        int cell = lists[i].items[chosen[i]].cell, ellipses = 0;
        for (int at = 0; at < rule->rows[i].count; at++) {
            if (rule->rows[i].cells[at].ellipsis) {
                cell += step * lists[i].items[chosen[i]].gap[ellipses++ & 1];
                continue;
            }
            if (!cell_matches(state, &rule->rows[i].cells[at], cell))
                return false;
            cell += step;
        }
    }
    for (int i = 0; i < rule->row_count; i++) {
        const struct match *match = &lists[i].items[chosen[i]];
        int cell = match->cell, ellipses = 0;
        for (int at = 0; at < rule->rows[i].count; at++) {
            const struct ps_pattern *pattern = &rule->rows[i].cells[at];
            if (pattern->ellipsis) {
                cell += step * match->gap[ellipses++ & 1];
                continue;
            }
            if (pattern->replacement != NULL)
                changed = replace(state, pattern->replacement, rule->rigid, cell) || changed;
            cell += step;
        }
    }
    return changed;
}

/* Advances to the next combination of matches, the first pattern's changing fastest. Returns false after the last. */
static bool next_choice(const struct ps_rule *rule, const struct match_list *lists, int *chosen)
{
    for (int i = 0; i < rule->row_count; i++) {
        if (++chosen[i] < lists[i].count)
            return true;
        chosen[i] = 0;
    }
    return false;
}

/* Adds the commands of a rule that matched. Cancel overrides restart, and both override all other commands. */
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
    const struct ps_row *cells = &rule->rows[row];
    bool alone = rule->row_count == 1;
    if (!find_row(state, cells, rule->direction, !alone, list))
        return (struct ps_quiet){false, false};
    if (list->count == 0)
        return (struct ps_quiet){true, true};
    if (!alone || cells->ellipses > 0 || rule->rigid > 0 || (rule->commands & (PS_SOUND0 - 1)) != 0)
        return (struct ps_quiet){false, false};
    size_t words = (size_t)state->program->object_words;
    for (int i = 0; rule->replaces && i < list->count; i++)
        for (int at = 0; at < cells->count; at++) {
            const struct ps_replacement *made = cells->cells[at].replacement;
            const uint64_t *cell = ps_cell(state, list->items[i].cell + at * step_of(state, rule->direction));
            for (size_t word = 0; made != NULL && word < words; word++)
                if (((cell[word] & ~made->clear[word]) | made->set[word]) != cell[word])
                    return (struct ps_quiet){false, false};
            if (made != NULL && !is_zero(made->moving, state->program->move_words))
                return (struct ps_quiet){false, false};
        }
    return (struct ps_quiet){false, true};
}

static bool try_rule(struct ps_state *state, const struct ps_rule *rule, struct ps_work *work)
{
    bool changed = false, check = false;
    if (state->only != NULL && (rule->row_count == 0 || !state->only[rule->rows[0].number]))
        return false;
    state->trace.paused = state->trace.blind != NULL && rule->row_count > 0 && state->trace.blind[rule->rows[0].number];
    bool traced = state->trace.on && !state->trace.everywhere && !state->trace.paused;
    int touched = state->trace.touched_count;
    if (traced)
        trace_rule(state, rule);
    if (!find_matches(state, rule, work->lists))
        return false;
    memset(work->chosen, 0, (size_t)rule->row_count * sizeof *work->chosen);
    if (rule->replaces)
        do {
            changed = apply_at(state, rule, work->lists, work->chosen, check) || changed;
            check = true;
            if (++state->tries > PS_MAX_MATCHES)
                state->too_long = true;
            if (state->too_long || !spend(state, rule->row_count))
                return false;
        } while (next_choice(rule, work->lists, work->chosen));
    queue_commands(state, rule);
    /* Matches that changed nothing elsewhere may have become others next to the cells that are touched now. */
    if (traced && !state->trace.everywhere && touched < state->trace.touched_count && rule->row_count == 1 &&
        state->trace.free_of[rule->rows[0].number] >= 0)
        rely(&state->trace, state->trace.free_count + state->trace.free_of[rule->rows[0].number]);
    return changed;
}

/* Applies one randomly chosen match of a random group. A first pass counts the matches. */
static bool apply_random(struct ps_state *state, const struct ps_group *group, struct ps_work *work)
{
    double total = 0;
    for (int i = 0; i < group->count; i++) {
        double count = 1;
        if (!find_matches(state, &group->rules[i], work->lists))
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
        if (!find_matches(state, rule, work->lists))
            continue;
        memset(work->chosen, 0, sizeof work->chosen);
        do {
            if (!spend(state, rule->row_count))
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
    for (int loop = 0; again && loop < MAX_LOOPS && !state->too_long; loop++) {
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
    for (int i = 0; i < state->program->rigid_count && i < 64; i++)
        if (state->program->rigid_groups[i] == group)
            return state->banned >> i & 1;
    return false;
}

/* Applies groups of rules; `ban`: except the banned ones. Returns false if memory runs out. */
static bool ps_apply_groups(struct ps_state *state, const struct ps_groups *groups, unsigned phase, bool ban)
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
    return !state->out_of_memory;
}

/* Movements: the player's first movement, and the execution of all movements after the rules. */

static uint64_t *moves_at(const struct ps_state *state, int i)
{
    return &state->moves[(size_t)i * (size_t)state->program->move_words];
}

/* Summarizes the cells of a line that are `step` apart. */
static void summarize_line(const struct ps_state *state, int cell, int step, int count, uint64_t *objects,
                           uint64_t *moves)
{
    int words = state->program->object_words, move_words = state->program->move_words;
    if (words == 1 && move_words == 1) {
        uint64_t all = 0, all_moves = 0;
        for (int n = 0; n < count; n++, cell += step) {
            all |= state->cells[cell];
            all_moves |= state->moves[cell];
        }
        *objects = all;
        *moves = all_moves;
        return;
    }
    memset(objects, 0, (size_t)words * sizeof *objects);
    memset(moves, 0, (size_t)move_words * sizeof *moves);
    for (int n = 0; n < count; n++, cell += step) {
        add_mask(objects, ps_cell(state, cell), words);
        add_mask(moves, moves_at(state, cell), move_words);
    }
}

void ps_summarize(struct ps_state *state)
{
    size_t words = (size_t)state->program->object_words, moves = (size_t)state->program->move_words;
    int width = state->width, height = state->height;
    for (int y = 0; y < height; y++)
        if (state->row_changed_at[y] > state->summarized_at)
            summarize_line(state, y, height, width, &state->row_objects[(size_t)y * words],
                           &state->row_moves[(size_t)y * moves]);
    memset(state->all_objects, 0, words * sizeof(uint64_t));
    memset(state->all_moves, 0, moves * sizeof(uint64_t));
    for (int x = 0; x < width; x++) {
        uint64_t *objects = &state->column_objects[(size_t)x * words];
        uint64_t *column_moves = &state->column_moves[(size_t)x * moves];
        if (state->column_changed_at[x] > state->summarized_at)
            summarize_line(state, x * height, 1, height, objects, column_moves);
        add_mask(state->all_objects, objects, (int)words);
        add_mask(state->all_moves, column_moves, (int)moves);
    }
    state->summarized_at = state->now++;
}

/* The cell that a movement leads to. -1: outside the level, or not a single direction. */
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

/* Moves the objects of one layer of a cell if the target is free. An action always succeeds and moves nothing. */
static bool move_layer(struct ps_state *state, int i, int layer, unsigned moves)
{
    const struct ps_program *program = state->program;
    const uint64_t *mask = program->layer_masks[layer];
    int target = target_of(state, i, moves), words = program->object_words;
    if (state->trace.on && !state->trace.everywhere && moves != 0)
        note_read(state, (struct ps_spot){i / state->height + (moves == PS_RIGHT) - (moves == PS_LEFT),
                                          i % state->height + (moves == PS_DOWN) - (moves == PS_UP)});
    if (target < 0 || (moves != PS_ACTION && meets(mask, ps_cell(state, target), words)))
        return false;
    uint64_t *from = ps_cell(state, i), *to = ps_cell(state, target);
    touch(state, i);
    touch(state, target);
    size_t row = (size_t)(target % state->height), column = (size_t)(target / state->height);
    note_change(state, i);
    note_change(state, target);
    for (int word = 0; target != i && word < words; word++) {
        uint64_t moved = from[word] & mask[word];
        from[word] &= ~moved;
        to[word] |= moved;
        flip(state, i, word, moved);
        flip(state, target, word, moved);
        note_objects(state, word, moved);
        state->row_objects[row * (size_t)words + (size_t)word] |= moved;
        state->column_objects[column * (size_t)words + (size_t)word] |= moved;
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

/* Bans the rigid group of the first layer that could not make its rigid movement. Returns whether the ban is new. */
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

bool ps_apply_only(struct ps_state *state, const bool *only, uint64_t *written)
{
    state->only = only;
    state->written = written;
    state->capped = false;
    state->commands = 0;
    state->tries = 0;
    bool good = ps_apply_groups(state, &state->program->rules, UP, false) &&
                ps_apply_groups(state, &state->program->late, PS_LATE, false) && !state->too_long && !state->capped;
    state->only = NULL;
    state->written = NULL;
    return good;
}

/* Executes all movements that are possible and clears the rest. Returns whether a rigid group failed and is now
 * banned. */
static bool ps_resolve(struct ps_state *state)
{
    size_t bytes = (size_t)state->size * (size_t)state->program->move_words * sizeof *state->moves;
    size_t words = (size_t)state->program->move_words;
    bool banned = false;
    for (bool moved = true; moved && spend(state, state->size);) {
        moved = false;
        for (int x = 0; x < state->width; x++) {
            if (is_zero(&state->column_moves[(size_t)x * words], (int)words))
                continue;
            for (int i = x * state->height; i < (x + 1) * state->height; i++)
                if ((words > 1 || state->moves[i] != 0) && move_cell(state, i))
                    moved = true;
        }
    }
    if (state->program->rigid_count > 0) {
        for (int i = 0; i < state->size; i++)
            banned = ban_rigid(state, i) || banned;
        memset(state->rigid_group, 0, bytes);
        memset(state->rigid_moves, 0, bytes);
    }
    if (!is_zero(state->all_moves, (int)words)) {
        memset(state->moves, 0, bytes);
        /* Any line that had movements may have lost them. */
        state->changed_at = state->now;
        for (int x = 0; x < state->width; x++)
            if (!is_zero(&state->column_moves[(size_t)x * words], (int)words))
                state->column_changed_at[x] = state->now;
        for (int y = 0; y < state->height; y++)
            if (!is_zero(&state->row_moves[(size_t)y * words], (int)words))
                state->row_changed_at[y] = state->now;
    }
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
        if (changed == 0)
            continue;
        state->column_changed_at[x] = state->changed_at = state->now;
        for (int at = 0; at < column; at++)
            if (to[at] != cells[at]) {
                state->row_changed_at[at / words] = state->now;
                flip(state, x * state->height + at / words, at % words, to[at] ^ cells[at]);
            }
        memcpy(to, cells, (size_t)column * sizeof *to);
    }
}

void ps_mark_all(struct ps_state *state)
{
    state->changed_at = state->now;
    for (int x = 0; x < state->width; x++)
        state->column_changed_at[x] = state->now;
    for (int y = 0; y < state->height; y++)
        state->row_changed_at[y] = state->now;
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
    if (!spend(state, 4L * state->size))
        return;
    if (rigid) {
        copy_cells(state, state->start, state->cells);
        memcpy(state->start_moves, state->moves, bytes);
    }
    for (int tries = 0; tries < MAX_RIGID_TRIES; tries++) {
        ps_apply_groups(state, &state->program->rules, phase, true);
        state->trace.paused = false;
        bool banned = ps_resolve(state);
        if (state->too_long)
            return;
        if (!banned) {
            ps_apply_groups(state, &state->program->late, PS_LATE, false);
            return;
        }
        ps_set_cells(state, state->start);
        memcpy(state->moves, state->start_moves, bytes);
        ps_mark_all(state);
        state->commands = 0;
    }
    memset(state->moves, 0, bytes);
    ps_mark_all(state);
}

static bool player_moved(const struct ps_state *state, int players)
{
    for (int i = 0; i < players; i++)
        if (!meets(state->program->player, ps_cell(state, state->players[i]), state->program->object_words))
            return true;
    return false;
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

/* Executes the commands of a turn. Returns whether the turn changed something, or for a trial, would have. */
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
            state->won =
                (state->commands & PS_WIN) != 0 || ps_conditions_hold(state->program, state->cells, state->size);
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

/* Makes one turn. `before` receives the cells before it. Returns what obey returns; false if the turn was undone. */
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
    ps_summarize(state);
    if (input != PS_IN_TICK) {
        /* Give a movement to all players and record their cells. */
        const struct ps_program *program = state->program;
        int words = program->object_words;
        for (int x = 0; x < state->width; x++) {
            if (!ps_matches(program->player, program->player_all, &state->column_objects[(size_t)x * (size_t)words],
                            words))
                continue;
            for (int i = x * state->height; i < (x + 1) * state->height; i++)
                if (words == 1 && !program->player_all
                        ? (state->cells[i] & program->player[0]) != 0
                        : ps_matches(program->player, program->player_all, ps_cell(state, i), words))
                    state->players[players++] = i;
        }
        for (int n = 0; n < players; n++) {
            int i = state->players[n];
            const uint64_t *cell = ps_cell(state, i);
            touch(state, i);
            for (int word = 0; word < program->object_words; word++)
                for (uint64_t own = cell[word] & program->player[word]; own != 0; own &= own - 1)
                    add_moves(moves_at(state, i), moves[input], program->id_layers[64 * word + __builtin_ctzll(own)]);
            grow_summaries(state, i);
        }
    }
    apply_rules(state, input == PS_IN_TICK ? PS_TICK : phases[input]);
    if (state->too_long || state->out_of_memory) {
        ps_set_cells(state, before);
        size_t bytes = (size_t)state->size * (size_t)state->program->move_words * sizeof *state->moves;
        memset(state->moves, 0, bytes);
        ps_mark_all(state);
        if (state->program->rigid_count > 0) {
            memset(state->rigid_group, 0, bytes);
            memset(state->rigid_moves, 0, bytes);
        }
        return false;
    }
    if (players > 0 && state->program->prelude.require_player_movement && !player_moved(state, players)) {
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
    state->level = -1;
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
