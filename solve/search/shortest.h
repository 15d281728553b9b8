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
 * If the search merged equivalent states, the graph has a node for each of the original states (see "separating merged
 * states" in shortest.c), so that labels are always those of the puzzle. */
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

/* --- from states to nodes: for the layer that was made last --- */

/* A hash table of 2^bits slots, at least half of them empty.  The low bits of a slot hold the node's index in its
 * layer plus 1.  The bits above hold a fingerprint of the state, so that the slot alone rules out most states that
 * are not nodes.  An all-zero struct is an empty table, in which nothing may be looked up. */
struct node_table {
    uint32_t *slots; /* owned; 0: empty */
    unsigned bits;
    uint32_t first; /* first node of the layer */
    size_t charged; /* bytes charged to the search */
};

/* Replaces the contents by the nodes from `first` on.  Returns false on a limit or if memory runs out. */
bool node_table_fill(struct node_table *table, struct shortest *shortest, uint32_t first);
void node_table_free(struct node_table *table, struct search *search);

/* Prefetches the slot of a hash for a later look-up. */
static inline void node_table_prefetch(const struct node_table *table, uint64_t hash)
{
    __builtin_prefetch(&table->slots[hash & ((UINT64_C(1) << table->bits) - 1)]);
}

/* Returns the node of a state whose store_hash is `hash`, or STORE_NONE. */
uint32_t node_table_find(const struct node_table *table, const struct shortest *shortest, const unsigned char *state,
                         uint64_t hash);

#endif
