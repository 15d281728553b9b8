/* The graph of the shortest solutions: every state on one of them, every move between these.
 *
 * It is taken out of a finished search backwards, from the goals of the last layer to the start: a
 * state of a layer belongs to it if a move leads to a state of the next layer that does.  It is
 * usually tiny beside the search, so that it may keep edges and labels.
 *
 * Nodes are numbered from the goals on: a layer is a range of nodes, those nearer to the goal have
 * the lower numbers, the start has the highest.  Within a layer they are sorted by the bytes of
 * their states, so that the numbering, too, depends on the puzzle alone.
 *
 * Where the search merged states, by exchange of equal pieces or in the mirror, there is a node for each that was
 * merged (unmerge.h), so that labels are always those of the puzzle. */
#ifndef ONLYWAY_SOLVE_SEARCH_SHORTEST_H
#define ONLYWAY_SOLVE_SEARCH_SHORTEST_H

#include "solve/search/count.h"
#include "solve/search/search.h"

struct edge {
    uint32_t target; /* node */
    game_move label;
};

struct node {
    uint32_t number;     /* of its state; several nodes may have it where the search merges */
    uint32_t edge_count; /* in the order of their labels */
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

/* From a search that found the depth.  SEARCH_LIMIT: named in the search's watch. */
enum search_end shortest_make(struct shortest *shortest, struct search *search);
void shortest_free(struct shortest *shortest);

/* Takes other nodes and edges, with the rooms that were charged for them; their layers are set already. */
void shortest_replace(struct shortest *shortest, struct node *nodes, uint32_t node_capacity, uint32_t node_count,
                      struct edge *edges, uint64_t edge_capacity, uint64_t edge_count);

static inline uint32_t shortest_start(const struct shortest *shortest)
{
    return shortest->node_count - 1;
}

/* The edge with this label, or NULL. */
const struct edge *shortest_follow(const struct shortest *shortest, uint32_t node, game_move label);

/* How many shortest solutions there are.  False: out of memory. */
bool shortest_count(const struct shortest *shortest, struct count_pool *pool, count *solutions);

/* Fills in the labels of the first solution ([depth] labels). */
void shortest_first(const struct shortest *shortest, game_move *moves);

/* Changes the labels of a solution into those of the next one.  False: it was the last. */
bool shortest_next(const struct shortest *shortest, game_move *moves, uint32_t *nodes);

#endif
