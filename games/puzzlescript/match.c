/* Matches: where a rule's patterns occur.
 *
 * If the level is not too large, each object and each movement has a *board*, with a bit for each cell that has it.  A
 * few ANDs of boards, each moved by the place of a cell in the row, find all matches of a row; as many others find
 * those that change something. */
#include "games/puzzlescript/match.h"

#include <stdlib.h>
#include <string.h>

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

/* Adds the matches of a row that begin in a cell. */
static bool add_at(struct ps_state *state, const struct ps_row *row, int direction, int cell, struct match_list *list)
{
    bool across = direction > PS_DOWN, back = direction == PS_UP || direction == PS_LEFT;
    int place = across ? cell / state->height : cell % state->height, side = across ? state->width : state->height;
    int length = row->count - row->ellipses, spare = back ? place + 1 - length : side - length - place;
    int step = ps_stride(state, direction), first = 0, middle, last;
    if (spare < 0 || !run_matches(state, row, &first, cell, step))
        return true;
    if (row->ellipses == 0)
        return add_match(state, list, (struct match){cell, {0, 0}});
    for (int gap = 0; gap <= spare; gap++) {
        if (!ps_spend(state, 1 + (row->ellipses > 1) * (spare - gap)))
            return false;
        middle = first + 1;
        if (!run_matches(state, row, &middle, cell + step * (gap + first), step))
            continue;
        if (row->ellipses == 1 && !add_match(state, list, (struct match){cell, {gap, 0}}))
            return false;
        for (int more = 0; row->ellipses > 1 && gap + more <= spare; more++) {
            last = middle + 1;
            if (run_matches(state, row, &last, cell + step * (gap + more + middle - 1), step) &&
                !add_match(state, list, (struct match){cell, {gap, more}}))
                return false;
        }
    }
    return true;
}

/* --- boards --- */

/* Words of boards, from one to before another. */
struct range {
    int from, to;
};

/* A word of a board whose bits are those of the cells at a distance. */
static inline uint64_t word_at(const uint64_t *board, int word, int distance)
{
    board += word + (distance >> 6);
    return board[0] >> (distance & 63) | board[1] << 1 << (63 - (distance & 63));
}

static inline uint64_t *board_of(const struct ps_state *state, int number)
{
    return &state->boards[(size_t)number * (size_t)state->board_words];
}

/* The cells in which a row of a length can begin; those of short rows are kept. */
static const uint64_t *fit_of(struct ps_state *state, int direction, int length)
{
    bool across = direction > PS_DOWN, back = direction == PS_UP || direction == PS_LEFT;
    int slot = length > PS_SHORT_ROW ? 0 : 1 + 4 * (length - 1) + __builtin_ctz((unsigned)direction);
    uint64_t *fit = &state->fits[(size_t)slot * (size_t)state->board_words];
    if (slot > 0 && (state->fits_known >> slot & 1) != 0)
        return fit;
    state->fits_known |= (uint64_t)1 << slot;
    memset(fit, 0, (size_t)state->board_words * sizeof *fit);
    int first = back ? length - 1 : 0, end = (across ? state->width : state->height) - (back ? 0 : length - 1);
    for (int x = across ? first : 0; x < (across ? end : state->width); x++)
        for (int y = across ? 0 : first; y < (across ? state->height : end); y++)
            set_bit(fit, x * state->height + y);
    return fit;
}

/* Keeps the cells that have what a term looks up.  `flip`: all ones for those that do not.  Returns whether any are
 * left. */
static inline __attribute__((always_inline)) bool keep_cells(const struct ps_state *state, uint64_t *cells,
                                                             struct range range, struct ps_term term, int step,
                                                             uint64_t flip)
{
    const uint64_t *board = board_of(state, term.board);
    uint64_t all = 0;
    for (int n = range.from; n < range.to; n++)
        all |= cells[n] &= word_at(board, n, step * term.at) ^ flip;
    return all != 0;
}

static inline void add_cells(const struct ps_state *state, uint64_t *cells, struct range range, struct ps_term term,
                             int step, uint64_t flip)
{
    const uint64_t *board = board_of(state, term.board);
    for (int n = range.from; n < range.to; n++)
        cells[n] |= word_at(board, n, step * term.at) ^ flip;
}

/* Finds the places where a row matches up to its first ellipsis: in state->places, in the words of the range, which is
 * empty if there are none. */
static struct range find_places(struct ps_state *state, const struct ps_row *row, int direction)
{
    struct range range = {0, state->board_words}, none = {0, 0};
    uint64_t *places = state->places, all = 0;
    const struct ps_term *term = row->terms, *end = term + row->needs;
    int step = ps_stride(state, direction);
    if (row->count - row->ellipses > (direction > PS_DOWN ? state->width : state->height))
        return none;
    const uint64_t *fit = fit_of(state, direction, row->count - row->ellipses);
    for (int n = 0; n < range.to; n++)
        places[n] = fit[n];
    for (; term < end; term++)
        if (!keep_cells(state, places, range, *term, step, 0))
            return none;
    while (range.from < range.to && places[range.from] == 0)
        range.from++;
    while (range.to > range.from && places[range.to - 1] == 0)
        range.to--;
    for (end += row->lacks; term < end; term++)
        if (has_bit(state->used_boards, term->board) && !keep_cells(state, places, range, *term, step, UINT64_MAX))
            return none;
    for (int set = 0; set < row->sets; set++) {
        uint64_t *found = state->effects;
        for (int n = range.from; n < range.to; n++)
            found[n] = 0;
        for (end = term + 1 + term->board, term++; term < end; term++)
            if (has_bit(state->used_boards, term->board))
                add_cells(state, found, range, *term, step, 0);
        for (int n = range.from; n < range.to; n++)
            places[n] &= found[n];
    }
    for (int n = range.from; n < range.to; n++)
        all |= places[n];
    return all == 0 ? none : range;
}

/* Finds which of state->places change something: in state->effects, unless by chance.  Returns whether any may. */
static bool find_effects(const struct ps_state *state, const struct ps_row *row, int direction, struct range range)
{
    uint64_t *effects = state->effects, all = 0;
    int step = ps_stride(state, direction);
    const struct ps_term *term = row->terms + row->needs + row->lacks, *end;
    if (row->chance)
        return true;
    for (int set = 0; set < row->sets; set++)
        term += 1 + term->board;
    for (int n = range.from; n < range.to; n++)
        effects[n] = 0;
    for (end = term + row->adds; term < end; term++)
        add_cells(state, effects, range, *term, step, UINT64_MAX);
    for (end = term + row->removes; term < end; term++)
        if (has_bit(state->used_boards, term->board))
            add_cells(state, effects, range, *term, step, 0);
    for (int n = range.from; n < range.to; n++)
        all |= effects[n] &= state->places[n];
    return all != 0;
}

/* Lists the cells of a board in state->order, in the order of the original for a direction: by rows for horizontal
 * rules, by columns for others. */
static int order_cells(const struct ps_state *state, const uint64_t *board, struct range range, int direction)
{
    int *order = state->order, count = 0, height = state->height;
    enum { FEW = 16 };
    for (int word = range.from; word < range.to; word++)
        for (uint64_t left = board[word]; left != 0; left &= left - 1) {
            int cell = 64 * word + __builtin_ctzll(left), at = count++;
            if (direction > PS_DOWN && at < FEW)
                for (; at > 0 && order[at - 1] % height > cell % height; at--)
                    order[at] = order[at - 1];
            order[at] = cell;
        }
    if (direction <= PS_DOWN || count <= FEW)
        return count;
    count = 0;
    for (int y = 0; y < height; y++)
        for (int cell = y; cell < state->size; cell += height)
            if (cell / 64 >= range.from && cell / 64 < range.to && has_bit(board, cell))
                order[count++] = cell;
    return count;
}

static bool spend_search(struct ps_state *state, int steps)
{
    state->steps += steps;
    if (state->steps > PS_MAX_STEPS)
        state->too_long = true;
    return !state->too_long && ps_spend(state, steps);
}

bool ps_find_single(struct ps_state *state, const struct ps_rule *rule, int *count)
{
    const struct ps_row *row = &rule->rows[0];
    *count = 0;
    if (!spend_search(state, state->board_words))
        return false;
    struct range range = find_places(state, row, rule->direction);
    if (range.from == range.to)
        return false;
    if (!rule->replaces || !find_effects(state, row, rule->direction, range))
        return true;
    *count = order_cells(state, rule->steady ? state->effects : state->places, range,
                         rule->steady && rule->apart ? PS_DOWN : rule->direction);
    return spend_search(state, *count);
}

bool ps_search_row(struct ps_state *state, const struct ps_row *row, int direction, bool *quiet,
                   struct match_list *list)
{
    if (state->boards != NULL) {
        if (!spend_search(state, state->board_words))
            return false;
        struct range range = find_places(state, row, direction);
        int count = order_cells(state, state->places, range, direction);
        *quiet = *quiet && row->ellipses == 0 && !find_effects(state, row, direction, range);
        if (!spend_search(state, count))
            return false;
        for (int i = 0; i < count; i++)
            if (!(row->ellipses > 0 ? add_at(state, row, direction, state->order[i], list)
                                    : add_match(state, list, (struct match){state->order[i], {0, 0}})))
                return false;
    } else {
        bool across = direction > PS_DOWN;
        *quiet = false;
        if (!spend_search(state, state->size))
            return false;
        for (int i = 0; i < state->size; i++)
            if (!add_at(state, row, direction, across ? i % state->width * state->height + i / state->width : i, list))
                return false;
    }
    return true;
}

/* --- changes --- */

void ps_set_moves(struct ps_state *state, int i, const uint64_t *moves)
{
    int words = state->program->move_words;
    uint64_t *own = &state->moves[(size_t)i * (size_t)words];
    for (int word = 0; word < words; word++) {
        uint64_t changed = own[word] ^ moves[word];
        state->all_moves[word] |= own[word] = moves[word];
        for (; state->boards != NULL && changed != 0; changed &= changed - 1) {
            int board = ps_move_board(state->program, word, __builtin_ctzll(changed));
            set_bit(state->used_boards, board);
            board_of(state, board)[i / 64] ^= (uint64_t)1 << i % 64;
        }
    }
}

int ps_list_moving(struct ps_state *state)
{
    int words = state->program->move_words, count = 0;
    if (is_zero(state->all_moves, words))
        return 0;
    if (state->boards == NULL) {
        for (int i = 0; i < state->size; i++)
            if (!is_zero(&state->moves[(size_t)i * (size_t)words], words))
                state->order[count++] = i;
        return count;
    }
    memset(state->places, 0, (size_t)state->board_words * sizeof *state->places);
    for (int word = 0; word < words; word++)
        for (uint64_t left = state->all_moves[word]; left != 0; left &= left - 1)
            add_mask(state->places, board_of(state, ps_move_board(state->program, word, __builtin_ctzll(left))),
                     state->board_words);
    return order_cells(state, state->places, (struct range){0, state->board_words}, PS_DOWN);
}

void ps_clear_moves(struct ps_state *state)
{
    int words = state->program->move_words, count = ps_list_moving(state);
    for (int n = 0; n < count; n++)
        memset(&state->moves[(size_t)state->order[n] * (size_t)words], 0, (size_t)words * sizeof *state->moves);
    for (int word = 0; word < words; word++)
        for (uint64_t left = state->all_moves[word]; left != 0; left &= left - 1) {
            int board = ps_move_board(state->program, word, __builtin_ctzll(left));
            state->used_boards[board / 64] &= ~((uint64_t)1 << board % 64);
            if (state->boards != NULL)
                memset(board_of(state, board), 0, (size_t)state->board_words * sizeof *state->boards);
        }
    memset(state->all_moves, 0, (size_t)words * sizeof *state->all_moves);
}

/* A word of the board of cells that have objects of a mask: all of them, or any. */
static uint64_t matching_word(const struct ps_state *state, const uint64_t *mask, bool all, int word)
{
    uint64_t found = all ? UINT64_MAX : 0;
    for (int n = 0; n < state->program->object_words; n++)
        for (uint64_t left = mask[n]; left != 0; left &= left - 1) {
            uint64_t here = board_of(state, 64 * n + __builtin_ctzll(left))[word];
            found = all ? found & here : found | here;
        }
    return found;
}

int ps_list_players(const struct ps_state *state)
{
    const struct ps_program *program = state->program;
    int count = 0;
    for (int word = 0; state->boards != NULL && word < state->board_words; word++)
        for (uint64_t left = matching_word(state, program->player, program->player_all, word); left != 0;
             left &= left - 1)
            if (64 * word + __builtin_ctzll(left) < state->size)
                state->players[count++] = 64 * word + __builtin_ctzll(left);
    for (int i = 0; state->boards == NULL && i < state->size; i++)
        if (ps_has_player(program, ps_cell(state, i)))
            state->players[count++] = i;
    return count;
}

bool ps_is_won(const struct ps_state *state)
{
    const struct ps_program *program = state->program;
    if (state->boards == NULL)
        return ps_conditions_hold(program, state->cells, state->size);
    for (int i = 0; i < program->conditions.count; i++) {
        const struct ps_condition *condition = &program->conditions.items[i];
        bool decided = false;
        for (int word = 0; word < state->board_words && !decided; word++) {
            uint64_t what = matching_word(state, condition->what, condition->all_what, word);
            if (word == state->board_words - 1 && state->size % 64 != 0)
                what &= ((uint64_t)1 << state->size % 64) - 1;
            if (what != 0)
                decided = (what & (matching_word(state, condition->where, condition->all_where, word) ^
                                   (condition->quantifier == PS_ALL ? UINT64_MAX : 0))) != 0;
        }
        if (decided != (condition->quantifier == PS_SOME))
            return false;
    }
    return program->conditions.count > 0;
}
