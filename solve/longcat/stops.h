/* The stops of LongCat's reported solution, and what else could be done there. */
#ifndef ONLYWAY_SOLVE_LONGCAT_STOPS_H
#define ONLYWAY_SOLVE_LONGCAT_STOPS_H

#include "solve/judge/judge.h"
#include "solve/longcat/graph.h"

struct stop {
    uint32_t number; /* of the node */
    unsigned cell;   /* the head's */
    int next;        /* the first cell that is covered then; -1: it is the end */
};

struct stops {
    struct stop *list; /* [moves + 1] */
    unsigned passed;   /* how many the last state asked about had come through */
};

/* Follows a solution from the start through the graph.  False: out of memory. */
bool stops_make(struct stops *stops, const struct graph *graph, const struct longcat *board,
                const struct move_list *solution);
void stops_free(struct stops *stops);

/* As a winnable_function, of a state that is one slide from one of the stops.  Quick where the states come in the order
 * of their stops. */
int stops_winnable(struct stops *stops, const struct graph *graph, const struct longcat *board,
                   const unsigned char *state);

#endif
