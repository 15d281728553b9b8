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

/* Notes that the objects of a word of a cell have changed. */
static inline void ps_flip(struct ps_state *state, int i, int word, uint64_t changed)
{
    uint64_t now = state->cells[(size_t)i * (size_t)state->program->object_words + (size_t)word];
    for (; changed != 0; changed &= changed - 1) {
        int id = 64 * word + __builtin_ctzll(changed);
        uint64_t bit = changed & -changed;
        if (state->boards != NULL)
            state->boards[(size_t)id * (size_t)state->board_words + (size_t)(i / 64)] ^= (uint64_t)1 << i % 64;
        if ((now & bit) != 0)
            state->counts[id]++;
        else
            state->counts[id]--;
        state->used_boards[word] =
            state->counts[id] > 0 ? state->used_boards[word] | bit : state->used_boards[word] & ~bit;
    }
}

bool ps_may_go_on(struct ps_state *state);

/* Counts work.  Returns false, with too_long set, if the limit is reached or the check stops the turn. */
static inline bool ps_spend(struct ps_state *state, long amount)
{
    state->patience -= amount;
    return state->patience >= 0 || ps_may_go_on(state);
}

/* Whether a row may match: the level has all that it needs. */
static inline bool ps_may_match(const struct ps_state *state, const struct ps_row *row)
{
    return row->count > row->ellipses && within(row->objects, state->used_boards, state->program->object_words) &&
           within(row->moves, state->all_moves, state->program->move_words);
}

/* Finds the matches of a rule of one row without ellipses, which may match.  Lists the first cells of those that may
 * change something in state->order: in the order of the original, or in any order if that makes no difference.  Returns
 * whether there are matches.  Only with boards. */
bool ps_find_single(struct ps_state *state, const struct ps_rule *rule, int *count);

/* ps_find_row, where the row may match. */
bool ps_search_row(struct ps_state *state, const struct ps_row *row, int direction, bool *quiet,
                   struct match_list *list);

/* Finds a row's matches in the order of the original.  Clears *quiet if they may change something.  Returns false on a
 * failure. */
static inline bool ps_find_row(struct ps_state *state, const struct ps_row *row, int direction, bool *quiet,
                               struct match_list *list)
{
    list->count = 0;
    return !ps_may_match(state, row) || ps_search_row(state, row, direction, quiet, list);
}

/* Replaces the movements of a cell. */
void ps_set_moves(struct ps_state *state, int i, const uint64_t *moves);

/* Lists the cells with movements in state->order, column by column.  Returns how many. */
int ps_list_moving(struct ps_state *state);

void ps_clear_moves(struct ps_state *state);

/* Lists the cells with players in state->players.  Returns how many. */
int ps_list_players(const struct ps_state *state);

/* Whether the cells meet all win conditions. */
bool ps_is_won(const struct ps_state *state);

#endif
