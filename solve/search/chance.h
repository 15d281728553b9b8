/* How likely players who move at random are to solve the level. */
#ifndef ONLYWAY_SOLVE_SEARCH_CHANCE_H
#define ONLYWAY_SOLVE_SEARCH_CHANCE_H

#include "solve/search/state_graph.h"

/* Two players, neither of whom moves into an obviously lost state.  The equal player picks any other legal move with
 * equal chance.  The guided player also leaves out moves after which the estimate is ESTIMATE_LOST, and prefers
 * moves with a lower estimate: a move whose estimate is higher by two is half as likely. */
struct chances {
    double equal;  /* that the equal player, from the start, meets the goal before a state from which it cannot be
                    * met */
    double guided; /* the same for the guided player */
    double hazard; /* bits of luck that the guided player's next move takes, averaged over all states that can be
                    * won; moves that change nothing do not count */
};

/* Computes the chances to within one millionth.  A value is negative if it would take too long, on a limit
 * (search->watch.reason names it), or if search->failed.  The results do not depend on the number of threads. */
void state_graph_chances(struct state_graph *graph, struct chances *chances);

#endif
