/* Graphs whose Hamiltonian cycles answer questions about the tours of an arena. */
#ifndef ONLYWAY_SOLVE_SNAKE_GRAPH_H
#define ONLYWAY_SOLVE_SNAKE_GRAPH_H

#include "games/snake/snake.h"
#include "solve/snake/frontier.h"

/* How to find the number of tours from a graph. */
enum graph_answer {
    GRAPH_COUNT, /* the number of cycles of the graph */
    GRAPH_ODD,   /* the number of odd cycles of the graph */
    GRAPH_NONE,  /* none, without counting */
    GRAPH_ONE,   /* one, without counting */
    GRAPH_FAILED /* out of memory */
};

/* Makes the arena's own graph, whose cycles are the tours.  Returns false if memory runs out. */
bool snake_graph(const struct snake *arena, struct frontier_graph *graph);

/* Makes the graph that determines how many tours a symmetry of the arena, not 0, maps onto themselves.  Makes a graph
 * only for GRAPH_COUNT and GRAPH_ODD.
 *
 * A reflection reverses such a tour.  Exactly two of its cells stay in place, or exactly two of its edges are reversed.
 * So one path crosses half of the arena between two places on the axis, and these places get exits.  A rotation shifts
 * such a tour along itself.  With all images of a cell merged, the tour becomes a cycle of the smaller graph, walked
 * two or four times.  Such a cycle has an odd number of odd edges.  A cycle with an even number stands for several
 * separate cycles of the arena. */
enum graph_answer snake_graph_fixed(const struct snake *arena, unsigned symmetry, struct frontier_graph *graph);

/* Makes the graph of the rest of a tour that has come from cell 0 to `head` over the cells with `entered` set (without
 * cell 0).  Its cycles are the ways to complete the tour.  `head` must not be 0. */
bool snake_graph_rest(const struct snake *arena, const bool *entered, unsigned head, struct frontier_graph *graph);

#endif
