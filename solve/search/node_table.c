/* Maps states to nodes; see node_table.h. */
#include "solve/search/node_table.h"

#include <stdlib.h>
#include <string.h>

/* Returns the mask of the bits that hold the index in the layer. */
static uint32_t place_mask(const struct node_table *table)
{
    return table->bits < 32 ? (UINT32_C(1) << table->bits) - 1 : UINT32_MAX;
}

static uint32_t fingerprint(const struct node_table *table, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~place_mask(table);
}

static void enter(struct node_table *table, const struct store *store, const struct shortest *shortest, uint32_t node)
{
    size_t mask = ((size_t)1 << table->bits) - 1;
    uint64_t hash = store_hash(store, store_state(store, shortest->nodes[node].number));
    size_t at = (size_t)hash & mask;
    while (table->slots[at] != 0)
        at = (at + 1) & mask;
    table->slots[at] = fingerprint(table, hash) | (node - table->first + 1);
}

bool node_table_fill(struct node_table *table, struct shortest *shortest, uint32_t first)
{
    struct search *search = shortest->search;
    node_table_free(table, search);
    table->first = first;
    table->bits = 4;
    while ((size_t)1 << table->bits < 2 * (size_t)(shortest->node_count - first))
        table->bits++;
    size_t bytes = sizeof *table->slots << table->bits;
    if (!search_charge(search, bytes))
        return false;
    table->charged = bytes;
    table->slots = calloc((size_t)1 << table->bits, sizeof *table->slots);
    if (table->slots == NULL) {
        search->failed = true;
        return false;
    }
    for (uint32_t node = first; node < shortest->node_count; node++)
        enter(table, &search->store, shortest, node);
    return true;
}

void node_table_free(struct node_table *table, struct search *search)
{
    search_discharge(search, table->charged);
    free(table->slots);
    *table = (struct node_table){0};
}

uint32_t node_table_find(const struct node_table *table, const struct shortest *shortest, const unsigned char *state,
                         uint64_t hash)
{
    const struct store *store = &shortest->search->store;
    size_t mask = ((size_t)1 << table->bits) - 1;
    uint32_t print = fingerprint(table, hash), places = place_mask(table);
    for (size_t at = (size_t)hash & mask; table->slots[at] != 0; at = (at + 1) & mask) {
        if ((table->slots[at] & ~places) != print)
            continue;
        uint32_t node = table->first + (table->slots[at] & places) - 1;
        if (memcmp(store_state(store, shortest->nodes[node].number), state, store->state_bytes) == 0)
            return node;
    }
    return STORE_NONE;
}
