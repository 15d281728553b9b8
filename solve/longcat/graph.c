/* The nodes of LongCat's search and their hash table; see graph.h. */
#include "solve/longcat/graph.h"

#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Sizes of chunks: the first nodes; then as many as all before, while these are few; then again as many as all before
 * each time, but divided into PARTS chunks, so that little memory is idle. */
enum { FIRST_BITS = 6, WHOLE_BITS = 12, PART_BITS = 4, PARTS = 1 << PART_BITS, FIRST_SLOTS = 128 };

struct graph_table {
    struct graph_table *before; /* the table that it replaced, while that one is kept */
    uint32_t mask;
    _Atomic uint32_t slots[]; /* number of the node plus 1; 0: free */
};

struct place {
    unsigned chunk;
    uint32_t index, size; /* index in the chunk, and size of the chunk */
};

static struct place place_of(uint32_t number)
{
    if (number < 1u << FIRST_BITS)
        return (struct place){0, number, 1u << FIRST_BITS};
    unsigned bits = 31u - (unsigned)__builtin_clz(number);
    if (bits < WHOLE_BITS)
        return (struct place){bits - FIRST_BITS + 1, number - (1u << bits), 1u << bits};
    uint32_t size = 1u << (bits - PART_BITS);
    unsigned chunk = WHOLE_BITS - FIRST_BITS + 1 + (bits - WHOLE_BITS) * PARTS + (number >> (bits - PART_BITS)) % PARTS;
    return (struct place){chunk, number & (size - 1), size};
}

struct cat_node *graph_node(const struct graph *graph, uint32_t number)
{
    struct place place = place_of(number);
    return &graph->chunks[place.chunk][place.index];
}

static size_t table_bytes(uint64_t slots)
{
    return sizeof(struct graph_table) + slots * sizeof(_Atomic uint32_t);
}

static struct graph_table *table_make(uint32_t slots)
{
    struct graph_table *table = calloc(1, table_bytes(slots));
    if (table != NULL)
        table->mask = slots - 1;
    return table;
}

bool graph_make(struct graph *graph)
{
    *graph = (struct graph){.lock = ATOMIC_FLAG_INIT};
    struct graph_table *table = table_make(FIRST_SLOTS);
    atomic_init(&graph->table, table);
    atomic_init(&graph->bytes, (sizeof(struct cat_node) << FIRST_BITS) + table_bytes(FIRST_SLOTS));
    return table != NULL;
}

static void free_tables(struct graph_table *table)
{
    while (table != NULL) {
        struct graph_table *before = table->before;
        free(table);
        table = before;
    }
}

void graph_free(struct graph *graph)
{
    for (unsigned i = 0; i < GRAPH_CHUNKS; i++)
        free(graph->chunks[i]);
    free_tables(atomic_load_explicit(&graph->table, memory_order_relaxed));
    *graph = (struct graph){.lock = ATOMIC_FLAG_INIT};
}

static uint32_t place_in_table(uint64_t hash, uint32_t head)
{
    hash = (hash ^ head) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(hash >> 32);
}

/* Returns whether a node stands for the position, given that their hashes, heads and numbers of open cells agree. */
static bool is_same(const struct graph *graph, const struct graph_way *way, const struct cat_node *node,
                    uint32_t number)
{
    if (way->position->kind == POSITION_BITS)
        return true;
    while (way->at[node->open] != number) {
        const struct cat_node *parent = graph_node(graph, node->parent);
        if (!position_covers(way->position, parent->head, node->head))
            return false;
        number = node->parent;
        node = parent;
    }
    return true;
}

/* Returns the number of a position in the table, or NODE_NONE.  *place is its slot, or the free slot where it
 * belongs. */
static uint32_t look_up(const struct graph *graph, const struct graph_table *table, const struct graph_way *way,
                        uint32_t *place)
{
    uint64_t hash = position_hash(way->position);
    uint32_t head = position_hash_head(way->position), open = position_open_count(way->position);
    *place = place_in_table(hash, head) & table->mask;
    for (;; *place = (*place + 1) & table->mask) {
        uint32_t slot = atomic_load_explicit(&table->slots[*place], memory_order_acquire);
        if (slot == 0)
            return NODE_NONE;
        const struct cat_node *node = graph_node(graph, slot - 1);
        if (node->hash == hash && node->head == head && node->open == open && is_same(graph, way, node, slot - 1))
            return slot - 1;
    }
}

uint32_t graph_find(const struct graph *graph, const struct graph_way *way)
{
    uint32_t place;
    return look_up(graph, atomic_load_explicit(&graph->table, memory_order_acquire), way, &place);
}

/* Makes room for one more node, and a larger table if this one is three quarters full.  Returns false if memory runs
 * out. */
static bool ensure_capacity(struct graph *graph, uint32_t used)
{
    struct graph_table *table = atomic_load_explicit(&graph->table, memory_order_relaxed);
    struct place place = place_of(used);
    struct cat_node **chunk = &graph->chunks[place.chunk];
    if (used >= LINK_PLAINLY - LINK_FIRST)
        return false;
    if (*chunk == NULL)
        *chunk = malloc(place.size * sizeof **chunk);
    if (*chunk == NULL)
        return false;
    uint64_t slots = table->mask + UINT64_C(1);
    if (used + UINT64_C(1) <= slots / 4 * 3)
        return true;
    struct graph_table *larger = slots > UINT32_MAX / 2 ? NULL : table_make((uint32_t)(2 * slots));
    if (larger == NULL)
        return false;
    for (uint32_t number = 0; number < used; number++) {
        const struct cat_node *node = graph_node(graph, number);
        uint32_t slot = place_in_table(node->hash, node->head) & larger->mask;
        while (atomic_load_explicit(&larger->slots[slot], memory_order_relaxed) != 0)
            slot = (slot + 1) & larger->mask;
        atomic_store_explicit(&larger->slots[slot], number + 1, memory_order_relaxed);
    }
    if (graph->shared) {
        larger->before = table;
        graph->beside += table_bytes(slots);
        atomic_fetch_add_explicit(&graph->bytes, table_bytes(slots), memory_order_relaxed);
    } else {
        free_tables(table);
    }
    atomic_store_explicit(&graph->table, larger, memory_order_release);
    return true;
}

/* Returns how many bytes one more node will take on top of those in use. */
static size_t next_bytes(const struct graph *graph, uint32_t used)
{
    const struct graph_table *table = atomic_load_explicit(&graph->table, memory_order_relaxed);
    uint64_t slots = table->mask + UINT64_C(1);
    struct place place = place_of(used);
    return (graph->chunks[place.chunk] == NULL ? place.size * sizeof(struct cat_node) : 0) +
           (used + UINT64_C(1) > slots / 4 * 3 ? table_bytes(slots) : 0);
}

static void node_make(struct cat_node *node, const struct position *position, uint32_t parent)
{
    node->hash = position_hash(position);
    node->head = position_hash_head(position);
    node->open = position_open_count(position);
    node->parent = parent;
    node->end = position_chain_end(position);
    for (unsigned d = 0; d < DIRECTIONS; d++)
        atomic_init(&node->after[d], position_can_slide(position, (enum direction)d) ? LINK_UNTRIED : LINK_NO_MOVE);
    atomic_init(&node->stage, NODE_OPEN);
}

/* Does the work of graph_add.  Only one thread may be in here. */
static uint32_t add(struct graph *graph, const struct graph_way *way, uint32_t parent, bool *is_new)
{
    uint32_t place, used = atomic_load_explicit(&graph->used, memory_order_relaxed);
    struct graph_table *table = atomic_load_explicit(&graph->table, memory_order_relaxed);
    uint32_t number = look_up(graph, table, way, &place);
    *is_new = number == NODE_NONE;
    if (!*is_new)
        return number;
    if (!ensure_capacity(graph, used))
        return NODE_NONE;
    if (atomic_load_explicit(&graph->table, memory_order_relaxed) != table) {
        table = atomic_load_explicit(&graph->table, memory_order_relaxed);
        look_up(graph, table, way, &place);
    }
    node_make(graph_node(graph, used), way->position, parent);
    atomic_store_explicit(&table->slots[place], used + 1, memory_order_release);
    atomic_store_explicit(&graph->used, used + 1, memory_order_relaxed);
    size_t more = next_bytes(graph, used + 1);
    if (more > 0)
        atomic_fetch_add_explicit(&graph->bytes, more, memory_order_relaxed);
    return used;
}

uint32_t graph_add(struct graph *graph, const struct graph_way *way, uint32_t parent, bool *is_new)
{
    for (unsigned tries = 0; graph->shared && atomic_flag_test_and_set_explicit(&graph->lock, memory_order_acquire);)
        threads_wait(tries++);
    uint32_t number = add(graph, way, parent, is_new);
    if (graph->shared)
        atomic_flag_clear_explicit(&graph->lock, memory_order_release);
    return number;
}

void graph_share(struct graph *graph, size_t bytes)
{
    graph->shared = true;
    graph->beside = bytes;
    atomic_fetch_add(&graph->bytes, bytes);
}

void graph_keep(struct graph *graph)
{
    struct graph_table *table = atomic_load_explicit(&graph->table, memory_order_relaxed);
    graph->shared = false;
    free_tables(table->before);
    table->before = NULL;
    atomic_fetch_sub(&graph->bytes, graph->beside);
    graph->beside = 0;
}
