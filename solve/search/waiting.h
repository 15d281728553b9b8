/* Lists of states that wait for their turn, and how those of a list have it. */
#ifndef ONLYWAY_SOLVE_SEARCH_WAITING_H
#define ONLYWAY_SOLVE_SEARCH_WAITING_H

#include "solve/search/round.h"

struct list {
    uint32_t *numbers;
    size_t count, capacity;
};

/* One list for each number of moves, or for each f. */
struct lists {
    struct list *at;
    size_t count; /* lists; those behind them are empty */
};

/* Adds a state to the n-th list.  False: a limit, or search->failed. */
bool lists_add(struct search *search, struct lists *lists, size_t n, uint32_t number);

/* Takes the n-th list out; whoever has it drops it. */
struct list lists_take(struct lists *lists, size_t n);

/* The first list from the n-th on that is not empty, or `count`. */
size_t lists_next(const struct lists *lists, size_t n);

void list_drop(struct search *search, struct list *list);
void lists_free(struct search *search, struct lists *lists);

static inline size_t lists_size(const struct lists *lists, size_t n)
{
    return n < lists->count ? lists->at[n].count : 0;
}

/* Expands states that were reached in round->depth moves, and hands what waits from then on to `take`, one at a time;
 * it returns false where it had to stop.  False: a limit, or search->failed. */
bool waiting_expand(struct round *round, const uint32_t *numbers, size_t count,
                    bool (*take)(void *context, struct waiting waiting), void *context);

/* Adds the start and tells its number and bound.  True: the search is over already (depth, whole). */
bool waiting_begin(struct round *round, uint32_t *number, unsigned *bound);

#endif
