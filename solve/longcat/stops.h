/* The stops of LongCat's reported solution, and what the other slides at them lead to. */
#ifndef ONLYWAY_SOLVE_LONGCAT_STOPS_H
#define ONLYWAY_SOLVE_LONGCAT_STOPS_H

#include "solve/judge/judge.h"
#include "solve/longcat/graph.h"

struct stop {
    uint32_t number; /* of the node */
    unsigned cell;   /* of the head */
    int next;        /* the first cell that the solution's next slide covers, or -1 at the end */
};

struct stops {
    struct stop *list; /* [moves + 1] */
    unsigned passed;   /* how many stops the last state asked about had passed */
};

/* Follows a solution from the start through the graph.  Returns false if memory runs out; call stops_free in any
 * case. */
bool stops_make(struct stops *stops, const struct graph *graph, const struct longcat *board,
                const struct move_list *solution);
void stops_free(struct stops *stops);

/* Serves as a winnable_function for a state one slide away from one of the stops.  It is fast if the states come in
 * the order of their stops. */
int stops_winnable(struct stops *stops, const struct graph *graph, const struct longcat *board,
                   const unsigned char *state);

#endif
