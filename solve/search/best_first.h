/* Waiting lists of states that the search has met and will expand later, and the expansion of such a list. */
#ifndef ONLYWAY_SOLVE_SEARCH_BEST_FIRST_H
#define ONLYWAY_SOLVE_SEARCH_BEST_FIRST_H

#include "solve/search/list.h"
#include "solve/search/round.h"

/* One list for each number of moves, for each f, or for each f less the moves. */
struct lists {
    struct list *at;
    uint64_t count; /* the number of lists; all beyond are empty */
};

/* Adds a state to the n-th list.  Returns false on a limit, or if memory runs out. */
bool lists_add(struct search *search, struct lists *lists, size_t n, uint32_t number);

/* Takes the n-th list out.  The caller owns it and frees it by list_drop. */
struct list lists_take(struct lists *lists, size_t n);

/* Returns the first list from the n-th on that is not empty, or `count` if there is none. */
size_t lists_next(const struct lists *lists, size_t n);

void list_drop(struct search *search, struct list *list);
void lists_free(struct search *search, struct lists *lists);

/* Expands the next states of a list, at most `most`, which were reached in round->depth moves.  Calls `take` for each
 * state that has to wait; `take` returns false to stop.  Returns false on a limit, or if memory runs out; the reader's
 * position is then unchanged. */
bool waiting_expand(struct round *round, struct list_reader *reader, size_t most,
                    bool (*take)(void *context, struct waiting waiting), void *context);

/* Adds the start and sets its number and bound.  Returns true if that ends the search (see depth and whole). */
bool waiting_begin(struct round *round, uint32_t *number, unsigned *bound);

/* Makes what the puzzle's high bound needs.  Returns false if there is no such bound or too little memory for it. */
bool search_prepare_high_bound(struct search *search);

/* --- the states of each number of moves ---
 *
 * After a best-first search: the states that may be on a shortest solution, by number of moves.  Only some layers are
 * sorted at a time, so that this takes no more memory than the waiting lists did.  A breadth-first search does not need
 * it, because its layers are ranges of numbers. */

struct by_depth {
    bits *chosen;      /* NULL: the expanded states */
    uint64_t *counts;  /* [depth + 1] the states of g moves; NULL: not made */
    uint64_t *places;  /* [depth + 1] for the sorted layers: where those of g moves end in `numbers` */
    uint32_t *numbers; /* [room] */
    uint64_t room;
    uint64_t first, end; /* the layers from `first` to `end` - 1 are sorted */
    size_t charged;
};

/* Returns false on a limit (search->watch.reason names it) or if memory runs out.  Free it in either case. */
bool by_depth_make(struct by_depth *sorted, struct search *search);
void by_depth_free(struct by_depth *sorted, struct search *search);

/* Returns the states of g moves, in the order of their numbers, valid until the next call.  Calls should go from many
 * moves to few. */
const uint32_t *by_depth_layer(struct by_depth *sorted, const struct search *search, uint64_t g, uint64_t *count);

#endif
