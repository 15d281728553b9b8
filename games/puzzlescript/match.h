/* Where the patterns of rules match; see match.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H

#include "games/puzzlescript/state.h"

/* A match of a row of cells: its first cell and the lengths of its ellipses. */
struct match {
    int cell, gap[2];
};

struct match_list {
    struct match *items;
    int count, capacity;
};

static inline __attribute__((always_inline)) bool
ps_cell_matches_of(const struct ps_state *state, const struct ps_pattern *pattern, int i, int words, int move_words)
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

static inline bool ps_cell_matches(const struct ps_state *state, const struct ps_pattern *pattern, int i)
{
    int words = state->program->object_words, moves = state->program->move_words;
    return words == 1 ? moves == 1 ? ps_cell_matches_of(state, pattern, i, 1, 1)
                                   : ps_cell_matches_of(state, pattern, i, 1, moves)
                      : ps_cell_matches_of(state, pattern, i, words, moves);
}

/* The difference between the index of a cell and that of the next in a direction. */
static inline int ps_stride(const struct ps_state *state, int direction)
{
    return direction == PS_UP ? -1 : direction == PS_DOWN ? 1 : direction == PS_LEFT ? -state->height : state->height;
}

/* Adds objects to a cell's boards, or removes them, after a word of the cell has changed. */
static inline void ps_flip(struct ps_state *state, int i, int word, uint64_t changed)
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

bool ps_may_go_on(struct ps_state *state);

/* Counts work.  Returns false, with too_long set, if the limit is reached or the check stops the turn. */
static inline bool ps_spend(struct ps_state *state, long amount)
{
    state->patience -= amount;
    return state->patience >= 0 || ps_may_go_on(state);
}

/* ps_find_row, where the level has all that the row needs. */
bool ps_search_row(struct ps_state *state, const struct ps_row *row, int direction, bool one, struct match_list *list);

/* Finds a row's matches in the order of the original.  `one`: the first ones suffice.  Returns false on a failure. */
static inline bool ps_find_row(struct ps_state *state, const struct ps_row *row, int direction, bool one,
                               struct match_list *list)
{
    list->count = 0;
    return row->count == row->ellipses || state->changed_at <= state->vain[row->number] ||
           !within(row->objects, state->all_objects, state->program->object_words) ||
           !within(row->moves, state->all_moves, state->program->move_words) ||
           ps_search_row(state, row, direction, one, list);
}

#endif
