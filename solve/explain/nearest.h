/* How near play can come to a goal that is out of reach.
 *
 * The nearest state is chosen among those that a search keeps, that is, all but those proved lost at once.  It has
 * the lowest estimate; among equals, the lowest figure of the greedy player, if the game has one; then the fewest
 * moves; then the moves whose labels come first. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_NEAREST_H
#define ONLYWAY_SOLVE_EXPLAIN_NEAREST_H

#include "games/puzzle.h"
#include "solve/search/limits.h"

struct nearest {
    game_move *moves; /* the moves to it from the state where the search began; owned */
    size_t count;
    unsigned estimate; /* in that state; may be ESTIMATE_LOST */
    bool whole;        /* all states were searched; else only some, `states` in all */
    uint64_t states;
    uint64_t open; /* number of states among them that do not look lost */
    uint32_t last; /* number of moves to the last of these; `open` and `last` are valid only if `whole` */
};

/* Searches from a state, or from the start if it is NULL.  If there are more states than the limits allow, it
 * searches whole layers as far as the limits go, and then a quarter as many states that seem near.  Returns
 * SEARCH_FOUND, SEARCH_LIMIT with the reason, or SEARCH_NO_MEMORY. */
enum search_end nearest_find(const struct puzzle *puzzle, const unsigned char *state, const struct limits *limits,
                             struct nearest *nearest, char reason[LIMIT_REASON]);
void nearest_free(struct nearest *nearest);

#endif
