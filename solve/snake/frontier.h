/* Counting the Hamiltonian cycles of a graph, exactly.
 *
 * The vertices are taken one after another.  Between two of them, the edges from those behind to
 * those ahead are the *frontier*; a state says which of these a partial cycle uses, and which two
 * are the ends of one path.  States with equal frontiers have equal futures, so it is enough to
 * know how many partial cycles lead to each state (Kloczkowski and Jernigan 1998; Jensen's and
 * Knuth's "Simpath" are of this family).  For a grid of width w that makes about 3^w states a cell
 * instead of all the cycles.
 *
 * An edge of the frontier keeps one place of the state, its *slot*, as long as it is there, and the
 * slot holds the other end's slot.  Such states need no renumbering, and the graph need not be
 * planar. */
#ifndef ONLYWAY_SOLVE_SNAKE_FRONTIER_H
#define ONLYWAY_SOLVE_SNAKE_FRONTIER_H

#include "solve/search/limits.h"

struct frontier_edge {
    unsigned from, to; /* vertices; from comes before to */
    bool odd;          /* counts for the parity of a cycle */
};

/* Vertices are numbered in the order in which they are taken. */
struct frontier_graph {
    unsigned vertices;
    struct frontier_edge *edges; /* sorted by `from` */
    size_t edge_count;
    /* NULL, or [vertices]: which vertices have an edge to one more vertex, the *outside*, which
     * then must lie on the cycle, too.  So cycles become paths between two of these vertices. */
    bool *exits;
};

void frontier_graph_free(struct frontier_graph *graph);

/* How wide the frontier becomes: the number of slots needed.  0: out of memory. */
unsigned frontier_width(const struct frontier_graph *graph);

enum frontier_outcome {
    FRONTIER_COUNTED,
    FRONTIER_STOPPED, /* a limit was hit; watch->reason says which */
    FRONTIER_NO_MEMORY
};

/* Is given some of the cycles: how many, as words with the lowest first, and whether each of them
 * has an odd number of odd edges. */
typedef void frontier_total(void *context, const uint64_t *count, unsigned words, bool odd);

/* Counts the undirected cycles, a part at a time (frontier_count.h has their sum).
 * `states` is increased by the states stored. */
enum frontier_outcome frontier_find(const struct frontier_graph *graph, struct watch *watch, frontier_total *total,
                                    void *context, uint64_t *states);

#endif
