/* The graphs whose Hamiltonian cycles answer questions about the tours of an arena. */
#ifndef ONLYWAY_SOLVE_SNAKE_GRAPH_H
#define ONLYWAY_SOLVE_SNAKE_GRAPH_H

#include "games/snake/snake.h"
#include "solve/snake/frontier.h"

/* What a tour is asked about. */
enum graph_answer {
    GRAPH_COUNT, /* as many as the graph has cycles */
    GRAPH_ODD,   /* as many as the graph has odd cycles */
    GRAPH_NONE,  /* none, without counting */
    GRAPH_ONE,   /* one, without counting */
    GRAPH_FAILED /* out of memory */
};

/* The arena's own graph: its cycles are the tours. */
bool snake_graph(const struct snake *arena, struct frontier_graph *graph);

/* A graph from which the number of tours is known that a symmetry of the arena, not 0, maps onto
 * themselves.  The graph is made only for GRAPH_COUNT and GRAPH_ODD.
 *
 * A symmetry turns such a tour around or shifts it along itself.  A reflection turns it around:
 * just two of its cells stay where they are, or just two of its edges are turned; so half the arena
 * is crossed by one path between two places on the axis, and these places get exits.  A rotation
 * shifts it: with all images of a cell made one, the tour becomes a cycle of the smaller graph, run
 * through twice or four times.  Turning round once changes the side in an odd number of edges; a
 * cycle that does not falls apart into several. */
enum graph_answer snake_graph_fixed(const struct snake *arena, unsigned symmetry, struct frontier_graph *graph);

/* What is left of a tour that has come from cell 0 to `head` over the cells with `entered` (that do
 * not include cell 0): its cycles are the ways to end the tour.  head must not be 0. */
bool snake_graph_rest(const struct snake *arena, const bool *entered, unsigned head, struct frontier_graph *graph);

#endif
