/* How near one can come to the goal where it is out of reach.
 *
 * The nearest state is, of those that a search keeps (all but what is proved lost at once), one with the
 * lowest estimate; if there are several, one with the lowest figure of the greedy player, where the game has one;
 * then one that takes the fewest moves; and then the one that comes first by the labels of the moves to
 * it. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_NEAREST_H
#define ONLYWAY_SOLVE_EXPLAIN_NEAREST_H

#include "games/puzzle.h"
#include "solve/search/limits.h"

struct nearest {
    game_move *moves; /* that lead there, from where it was looked; owned */
    size_t count;
    unsigned estimate; /* there; may be ESTIMATE_LOST */
    bool whole;        /* all states were looked at; else some of them, `states` in all */
    uint64_t states;
    uint64_t open; /* states among them that do not look lost */
    uint32_t last; /* so many moves lead to the last of these; both only where `whole` */
};

/* Looks from a state, NULL: from the start.  Where there are more states than the limits allow, it looks at
 * those of the layers that they do, and then at as many that seem near. */
enum search_end nearest_find(const struct puzzle *puzzle, const unsigned char *state, const struct limits *limits,
                             struct nearest *nearest, char reason[LIMIT_REASON]);
void nearest_free(struct nearest *nearest);

#endif
