/* How likely players who play at random get through. */
#ifndef ONLYWAY_SOLVE_SEARCH_CHANCE_H
#define ONLYWAY_SOLVE_SEARCH_CHANCE_H

#include "solve/search/state_graph.h"

/* Players who leave out moves into obviously lost states.  One picks any other legal move with equal chance;
 * the guided one leaves out, too, those after which the estimate is ESTIMATE_LOST, and is the less likely to
 * pick a move the higher the estimate after it: half as likely where it is higher by two. */
struct chances {
    double equal;  /* that the first meets the goal from the start before a state from which it cannot be met */
    double guided; /* likewise the other */
    double hazard; /* the bits of luck that the guided player's next move takes, on the average of all states
                    * that can be won; a move that changes nothing is none */
};

/* Finds what they are, right to a millionth; negative where it would take too long or a limit was hit,
 * named in the search's watch, or search->failed.  They do not depend on the threads. */
void state_graph_chances(struct state_graph *graph, struct chances *chances);

#endif
