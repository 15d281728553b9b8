/* The search from both ends: forwards from the start and backwards from the solved states, to meet in
 * the middle.
 *
 * Where bounds are weak, states multiply with each move, and two searches of half the depth are far
 * less than one of the whole.  It goes up through the depths d that a solution may have.  Of each side it
 * needs the states with f = moves made + bound of the moves to the other end <= d, and of these
 * only those that are k moves from the start or fewer, and d - k from a solved state or fewer.  A solution of d
 * moves has its first k states on one side and the others on the other, so there is one if and only if some state is
 * exactly k moves from the start and d - k from a solved state.  Each d has a k of its own, for a larger d brings
 * states of all layers: it begins with the first layers of both sides again, and where both have something to expand,
 * the side goes further that has less.  Layers without anything to expand, as most of those of lower d, cost nothing.
 *
 * Then the moves from the states where both sides meet are made once more, forwards, through states alone that
 * are on the other side with the right number of moves left.  So in the end all states on shortest solutions are in the
 * first search's store with their depths, as if it had gone all the way.
 *
 * Mirror images are one state only where the start is its own image, too: else some image of a state can be
 * reached sooner than another. */
#ifndef ONLYWAY_SOLVE_SEARCH_TWO_ENDS_H
#define ONLYWAY_SOLVE_SEARCH_TWO_ENDS_H

#include "solve/search/waiting.h"

/* Replaces search_best_first, with the same results.  Searches from both ends if the puzzle has moves back from its
 * solved states and the search begins with the puzzle's own start, else best first.  From both ends `closed_count`
 * counts the states of both sides. */
bool search_shortest(struct search *search);

/* Whether search_shortest will search from both ends. */
bool search_has_two_ends(const struct search *search);

/* One side. */
struct search_side {
    struct search *search;
    struct round round;
    size_t d;           /* all of f <= d is expanded first */
    uint64_t moves;     /* of all states with f <= d and fewer moves none is due */
    struct lists due;   /* states with f <= d to expand, by moves; some may have been reached in fewer since */
    struct lists later; /* states to expand when d comes to that, by the least such d */
    struct list layer;  /* the states at hand, of so many moves */
    size_t done;        /* of these; those before are expanded */
};

/* Writes a search from both ends down, and takes it up again. */
struct two_ends_keeper {
    void *context;
    size_t most; /* states to expand before `keep` is called again */

    /* Is called before the search begins, for the front and then for the back: fills a side if something was written
     * down.  The depth that the search had come to is then a lower bound of the front's search.  False: a limit, or
     * search->failed. */
    bool (*take_up)(void *context, struct search_side *side, bool is_front, bool *found);

    /* Is called where every state is expanded, due, at hand or to come later: writes that down if it is time.  False:
     * it cannot be written, so that the search ends. */
    bool (*keep)(void *context, const struct search_side *front, const struct search_side *back);
};

/* Searches from both ends, as search_shortest does; `keeper` may be NULL. */
bool search_two_ends(struct search *search, const struct two_ends_keeper *keeper);

#endif
