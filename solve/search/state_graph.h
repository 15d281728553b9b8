/* Properties that need the whole state graph: the states from which the goal can still be reached, the states that
 * every solution passes, and the chances of random players. */
#ifndef ONLYWAY_SOLVE_SEARCH_STATE_GRAPH_H
#define ONLYWAY_SOLVE_SEARCH_STATE_GRAPH_H

#include "solve/search/bits.h"
#include "solve/search/search.h"

struct state_graph {
    struct search *search;
    bits *winnable;        /* the states from which the goal can be reached */
    unsigned char *padded; /* room for one state and its padding */
    struct fanout fanout;
    size_t charged;
};

/* The whole graph must be stored in the search.  Returns false on a limit (the watch names it) or if memory runs out.
 */
bool state_graph_make(struct state_graph *graph, struct search *search);
void state_graph_free(struct state_graph *graph);

/* Returns whether the goal can be reached from a state.  A winnable_function whose context is the graph. */
int state_graph_winnable(void *context, const unsigned char *state);

/* Counts the states of a solution, without start and goal, that every solution of any length passes.  Returns false
 * as above. */
bool state_graph_forced(struct state_graph *graph, const game_move *moves, size_t count, unsigned *forced);

/* --- how likely players who move at random are to solve the level (chance.c) --- */

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

/* What the caller makes of the chances: whether all chances between two are the same to him. */
struct reading {
    bool (*alike)(void *context, const struct chances *low, const struct chances *high);
    void *context;
};

/* Computes the chances to within one millionth, or less precisely if they are the same to `reading` then (NULL: they
 * are not).  A value is negative if it would take too long, on a limit (search->watch.reason names it), or if memory
 * runs out.  The results do not depend on the number of threads. */
void state_graph_chances(struct state_graph *graph, const struct reading *reading, struct chances *chances);

#endif
