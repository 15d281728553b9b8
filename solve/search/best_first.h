/* Waiting lists: states that the search has met and will expand later; and the expansion of one list. */
#ifndef ONLYWAY_SOLVE_SEARCH_BEST_FIRST_H
#define ONLYWAY_SOLVE_SEARCH_BEST_FIRST_H

#include "solve/search/round.h"

struct list {
    uint32_t *numbers;
    size_t count, capacity;
};

/* One list for each number of moves, or for each f. */
struct lists {
    struct list *at;
    size_t count; /* the number of lists; all beyond are empty */
};

/* Adds a state to the n-th list.  Returns false on a limit, or if memory runs out. */
bool lists_add(struct search *search, struct lists *lists, size_t n, uint32_t number);

/* Takes the n-th list out.  The caller owns it and frees it by list_drop. */
struct list lists_take(struct lists *lists, size_t n);

/* Returns the first list from the n-th on that is not empty, or `count` if there is none. */
size_t lists_next(const struct lists *lists, size_t n);

void list_drop(struct search *search, struct list *list);
void lists_free(struct search *search, struct lists *lists);

static inline size_t lists_size(const struct lists *lists, size_t n)
{
    return n < lists->count ? lists->at[n].count : 0;
}

/* Expands states that were reached in round->depth moves.  Calls `take` for each state that has to wait; `take` returns
 * false to stop.  Returns false on a limit, or if memory runs out. */
bool waiting_expand(struct round *round, const uint32_t *numbers, size_t count,
                    bool (*take)(void *context, struct waiting waiting), void *context);

/* Adds the start and sets its number and bound.  Returns true if that ends the search (see depth and whole). */
bool waiting_begin(struct round *round, uint32_t *number, unsigned *bound);

/* --- the states of each number of moves ---
 *
 * After a best-first search: the states that may be on a shortest solution, sorted by number of moves.  A breadth-first
 * search does not need this, because its layers are ranges of numbers. */

struct by_depth {
    uint32_t *numbers; /* the states of g moves are at places[g] to places[g + 1] - 1; NULL: not made */
    uint64_t *places;  /* [depth + 3] */
    size_t charged;
};

/* Returns false on a limit (search->watch.reason names it) or if memory runs out.  Free it in either case. */
bool by_depth_make(struct by_depth *sorted, struct search *search);
void by_depth_free(struct by_depth *sorted, struct search *search);

#endif
