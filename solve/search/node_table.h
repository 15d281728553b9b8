/* Which node of the graph of shortest solutions a state has become, for the layer that was made last. */
#ifndef ONLYWAY_SOLVE_SEARCH_NODE_TABLE_H
#define ONLYWAY_SOLVE_SEARCH_NODE_TABLE_H

#include "solve/search/shortest.h"

/* A hash table of 2^bits slots, half of them empty at least.  A slot has the node's place in its layer + 1 in its low
 * bits and in those above a fingerprint of the state, so that most states that are no nodes are told by their slot
 * alone. Zeros: empty, and nothing may be looked for. */
struct node_table {
    uint32_t *slots; /* owned; 0: empty */
    unsigned bits;
    uint32_t first; /* node */
    size_t charged; /* bytes, to the search */
};

/* Enters the nodes from `first` on instead of those that are there.  False: limit or memory. */
bool node_table_fill(struct node_table *table, struct shortest *shortest, uint32_t first);
void node_table_free(struct node_table *table, struct search *search);

/* Brings the slot of a hash near, for a look-up to come. */
static inline void node_table_prefetch(const struct node_table *table, uint64_t hash)
{
    __builtin_prefetch(&table->slots[hash & ((UINT64_C(1) << table->bits) - 1)]);
}

/* The node of a state with this store_hash, or STORE_NONE. */
uint32_t node_table_find(const struct node_table *table, const struct shortest *shortest, const unsigned char *state,
                         uint64_t hash);

#endif
