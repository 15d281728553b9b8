/* The graph of the shortest solutions: every state on one of them and every move between these states.
 *
 * It is extracted from a finished search backwards, from the goals of the last layer to the start.  A state of a
 * layer belongs to the graph if a move leads from it to a state of the next layer that does.  The graph is usually
 * tiny compared with the search, so it can store edges and labels.
 *
 * Nodes are numbered from the goals on.  A layer is a range of nodes; layers nearer to the goal have lower numbers,
 * and the start has the highest.  Within a layer, nodes are sorted by the bytes of their states, so that the
 * numbering, too, depends only on the puzzle.
 *
 * If the search merged equivalent states, the graph has a node for each of the original states (unmerge.h), so that
 * labels are always those of the puzzle. */
#ifndef ONLYWAY_SOLVE_SEARCH_SHORTEST_H
#define ONLYWAY_SOLVE_SEARCH_SHORTEST_H

#include "solve/search/count.h"
#include "solve/search/search.h"

struct edge {
    uint32_t target; /* node number */
    game_move label;
};

struct node {
    uint32_t number;     /* number of its state; STORE_NONE after unmerging */
    uint32_t edge_count; /* edges are sorted by label */
    uint64_t first_edge;
};

struct shortest {
    struct search *search;
    uint32_t depth;
    uint32_t node_count, node_capacity;
    struct node *nodes;
    struct edge *edges;
    uint64_t edge_count, edge_capacity;
    uint32_t *layers; /* [depth + 2] layers[k]: the first node that is k moves from the goal */
    size_t charged;
};

/* Requires a search that found the depth.  SEARCH_LIMIT: search->watch.reason names the limit. */
enum search_end shortest_make(struct shortest *shortest, struct search *search);
void shortest_free(struct shortest *shortest);

/* Replaces the nodes and edges.  The new arrays must be charged at their capacities already, and `layers` set for
 * them. */
void shortest_replace(struct shortest *shortest, struct node *nodes, uint32_t node_capacity, uint32_t node_count,
                      struct edge *edges, uint64_t edge_capacity, uint64_t edge_count);

static inline uint32_t shortest_start(const struct shortest *shortest)
{
    return shortest->node_count - 1;
}

/* Returns the edge with this label, or NULL. */
const struct edge *shortest_follow(const struct shortest *shortest, uint32_t node, game_move label);

/* Counts the shortest solutions.  Returns false if memory runs out. */
bool shortest_count(const struct shortest *shortest, struct count_pool *pool, count *solutions);

/* Writes the labels of the first solution ([depth] labels). */
void shortest_first(const struct shortest *shortest, game_move *moves);

/* Replaces a solution by the next one in the order of labels.  `nodes` is scratch space ([depth + 1]).  Returns
 * false if it was the last. */
bool shortest_next(const struct shortest *shortest, game_move *moves, uint32_t *nodes);

#endif
