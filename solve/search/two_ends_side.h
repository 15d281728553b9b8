/* One side of a search from both ends: see two_ends.h.
 *
 * It goes layer by layer, a layer being the states that were reached in so many moves, and only through states with f = moves
 * made + bound <= d.  States of a larger f wait until d comes to it.  Once there are many, these are not even stored: the state
 * before them waits for the least f of those that were left out, and is then expanded once more. */
#ifndef ONLYWAY_SOLVE_SEARCH_TWO_ENDS_SIDE_H
#define ONLYWAY_SOLVE_SEARCH_TWO_ENDS_SIDE_H

#include "solve/search/waiting.h"

struct side {
    struct search *search;
    struct round round;
    size_t d;
    uint64_t moves;     /* of all states with f <= d and fewer moves none is due */
    struct lists due;   /* states with f <= d to expand, by moves; some may have been reached in fewer since */
    struct lists later; /* states to expand when d comes to that, by the least such d */
};

/* Makes the side of a search that has not begun.  False: a limit, or search->failed. */
bool side_make(struct side *side, struct search *search);
void side_free(struct side *side);

/* Lets a state of no moves wait for its f.  False: likewise. */
bool side_add(struct side *side, uint32_t number, size_t f);

/* Goes up to d and begins with the first layer again.  False: likewise. */
bool side_rise(struct side *side, size_t d);

/* Expands what is due of the next layer.  False: likewise. */
bool side_go_further(struct side *side);

/* How many states are due in the next layer. */
static inline size_t side_due(const struct side *side)
{
    return lists_size(&side->due, side->moves);
}

/* The least depth above d that a solution may have, if none has d or fewer, as far as the side tells.  0: there is
 * none. */
size_t side_next_depth(const struct side *side);

#endif
