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

#include "solve/search/search.h"

/* In place of search_best_first, and with what follows from that: searches from both ends where the way back from
 * the solved states is known and the search begins with the puzzle's own start, else best first.  `closed_count` then
 * counts the states of both sides. */
bool search_shortest(struct search *search);

/* Whether it will search from both ends. */
bool search_has_two_ends(const struct search *search);

#endif
