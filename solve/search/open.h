/* The states that wait for their turn in a search best first, and how they come to it.
 *
 * They are kept by f.  All states of one f are expanded in the order of moves made, so that those of one f
 * and one number of moves are complete when their turn comes.  A search from both ends goes only so
 * many moves far from either: states that lie as far as that are collected, until it goes one further. */
#ifndef ONLYWAY_SOLVE_SEARCH_OPEN_H
#define ONLYWAY_SOLVE_SEARCH_OPEN_H

#include "solve/search/round.h"

struct list {
    uint32_t *numbers;
    size_t count, room;
};

struct open {
    struct list *lists; /* by f */
    size_t count;
    uint64_t most_moves; /* states that were reached in so many moves are not expanded, */
    struct list rim;     /* but collected here; some may have been reached in fewer since */
};

void open_free(struct search *search, struct open *open);

/* Adds the start and lets it wait, unless it is a goal or lost: then the search is over (depth, whole).  False: a
 * limit, or search->failed. */
bool open_begin(struct round *round, struct open *open);

/* Lets a state wait.  False: a limit, or search->failed. */
bool open_add(struct search *search, struct open *open, uint32_t number, size_t f);

/* Expands all states of one f, those of fewer moves first.  False: a limit, or search->failed. */
bool open_expand(struct round *round, struct open *open, size_t f);

/* Goes one move further: expands the states of the rim, all of which have no larger f, and makes the rim
 * anew.  False: likewise. */
bool open_go_further(struct round *round, struct open *open, size_t f);

/* The least f after `f` of a state that waits; 0: there is none. */
size_t open_after(const struct open *open, size_t f);

#endif
