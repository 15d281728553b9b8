/* Exact counts of the Hamiltonian cycles of a graph.
 *
 * The search processes the vertices one after another.  The edges from processed vertices to others are the *frontier*.
 * A state records which of these edges a partial cycle uses, and which two are the ends of the same path.  States with
 * equal frontiers have the same futures, so only the number of partial cycles that lead to each state matters
 * (Kloczkowski and Jernigan 1998; Jensen's method and Knuth's "Simpath" are related).  A grid of width w has about 3^w
 * states for each cell, far fewer than it has cycles.
 *
 * An edge keeps one place of the state, its *slot*, as long as it is in the frontier.  The slot holds the slot of the
 * path's other end.  So states need no renumbering, and the graph need not be planar. */
#ifndef ONLYWAY_SOLVE_SNAKE_FRONTIER_H
#define ONLYWAY_SOLVE_SNAKE_FRONTIER_H

#include "base/natural.h"
#include "solve/search/limits.h"

struct frontier_edge {
    unsigned from, to; /* vertices; from < to */
    bool odd;          /* counts for the parity of a cycle */
};

/* Vertices are numbered in the order in which they are processed. */
struct frontier_graph {
    unsigned vertices;
    struct frontier_edge *edges; /* sorted by `from` */
    size_t edge_count;
    /* NULL, or [vertices]: the vertices with an edge to one more vertex, the *outside*, which must also lie on the
     * cycle.  This turns cycles into paths between two of these vertices. */
    bool *exits;
};

void frontier_graph_free(struct frontier_graph *graph);

/* Returns the number of slots that the frontier needs, or 0 if memory runs out. */
unsigned frontier_width(const struct frontier_graph *graph);

enum frontier_outcome {
    FRONTIER_COUNTED,
    FRONTIER_STOPPED, /* a limit was hit; watch->reason says which */
    FRONTIER_NO_MEMORY
};

/* Receives the number of some cycles, as words with the lowest first, and whether each of these cycles has an odd
 * number of odd edges. */
typedef void frontier_total(void *context, const uint64_t *count, unsigned words, bool odd);

/* Counts the undirected cycles, in parts; frontier_count adds them up.  Adds the number of stored states to *states. */
enum frontier_outcome frontier_find(const struct frontier_graph *graph, struct watch *watch, frontier_total *total,
                                    void *context, uint64_t *states);

/* --- the number of Hamiltonian cycles of a graph, of any size --- */

/* Counts the undirected cycles with an even and with an odd number of odd edges.  `cycles` must be valid numbers.  Adds
 * the number of stored states to *states. */
enum frontier_outcome frontier_count(const struct frontier_graph *graph, struct watch *watch, struct natural cycles[2],
                                     uint64_t *states);

#endif
