/* Maps states to nodes of the graph of shortest solutions, for the layer that was made last. */
#ifndef ONLYWAY_SOLVE_SEARCH_NODE_TABLE_H
#define ONLYWAY_SOLVE_SEARCH_NODE_TABLE_H

#include "solve/search/shortest.h"

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
