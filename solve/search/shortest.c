/* The graph of the shortest solutions; see shortest.h. */
#include "solve/search/shortest.h"

#include "base/sort.h"
#include "solve/search/bits.h"
#include "solve/search/by_depth.h"
#include "solve/search/unmerge.h"
#include "solve/search/node_table.h"
#include "solve/search/capacity.h"
#include "solve/search/scan.h"

#include <assert.h>
#include <stdlib.h>

/* --- making the graph --- */

/* Data needed only while the graph is made. */
struct making {
    struct shortest *shortest;
    struct node_table table;
    struct by_depth by_depth;
    struct fanout fanout;

    /* The current layer. */
    uint32_t moves;          /* moves from the start */
    const uint32_t *numbers; /* numbers of its states; NULL: consecutive from `first` on */
    uint64_t first;
    bits *on_way; /* bit n: its n-th state is on a shortest solution */
};

static bool grow(struct shortest *shortest, void **array, uint64_t *capacity, size_t size)
{
    struct search *search = shortest->search;
    uint64_t more = capacity_for(*capacity, *capacity < 64 ? 64 : *capacity + 1, size) - *capacity;
    if (!search_charge(search, more * size))
        return false;
    void *larger = realloc(*array, (*capacity + more) * size);
    if (larger == NULL) {
        search->failed = true;
        return false;
    }
    shortest->charged += more * size;
    *array = larger;
    *capacity += more;
    return true;
}

static bool add_node(struct shortest *shortest, uint32_t number)
{
    uint64_t capacity = shortest->node_capacity;
    if (shortest->node_count == capacity) {
        void *nodes = shortest->nodes;
        bool good = grow(shortest, &nodes, &capacity, sizeof *shortest->nodes);
        shortest->nodes = nodes;
        shortest->node_capacity = (uint32_t)capacity;
        if (!good)
            return false;
    }
    shortest->nodes[shortest->node_count++] = (struct node){.number = number, .first_edge = shortest->edge_count};
    return true;
}

static bool add_edge(struct shortest *shortest, uint32_t target, game_move label)
{
    if (shortest->edge_count == shortest->edge_capacity) {
        void *edges = shortest->edges;
        bool good = grow(shortest, &edges, &shortest->edge_capacity, sizeof *shortest->edges);
        shortest->edges = edges;
        if (!good)
            return false;
    }
    shortest->edges[shortest->edge_count++] = (struct edge){target, label};
    return true;
}

/* Expands a state of the layer and fills in the nodes of its successors; STORE_NONE for those that are not in the
 * layer made last.  Only that layer's nodes are searched, which are few compared with all states. */
static void expand_to_nodes(const struct making *making, uint32_t number, struct fanout *fanout)
{
    const struct search *search = making->shortest->search;
    const struct store *store = &search->store;
    search_expand(search, store_state(store, number), fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        fanout->hashes[n] = store_hash(store, fanout_state(fanout, search->puzzle, n));
        node_table_prefetch(&making->table, fanout->hashes[n]);
    }
    for (unsigned n = 0; n < fanout->count; n++)
        fanout->numbers[n] = node_table_find(&making->table, making->shortest, fanout_state(fanout, search->puzzle, n),
                                             fanout->hashes[n]);
}

/* Returns whether this state is a node of the layer made last. */
static bool is_node_after(const struct making *making, uint32_t after)
{
    const struct search *search = making->shortest->search;
    if (!search_has_depth(search, after, making->moves + 1))
        return false;
    const unsigned char *state = store_state(&search->store, after);
    return node_table_find(&making->table, making->shortest, state, store_hash(&search->store, state)) != STORE_NONE;
}

static bool is_before_nodes(const struct making *making, struct fanout *fanout, uint32_t number)
{
    const struct search *search = making->shortest->search;
    bool is_before = false;
    if (search->predecessors.kept) {
        unsigned many;
        const uint32_t *after = predecessors_of(&search->predecessors, number, &many);
        for (unsigned n = 0; !is_before && n < many; n++)
            is_before = is_node_after(making, after[n]);
    } else {
        expand_to_nodes(making, number, fanout);
        for (unsigned n = 0; !is_before && n < fanout->count; n++)
            is_before = fanout->numbers[n] != STORE_NONE;
    }
    return is_before;
}

/* Returns the number of the layer's n-th state. */
static uint32_t nth_of_layer(const struct making *making, uint64_t n)
{
    return making->numbers == NULL ? (uint32_t)(making->first + n) : making->numbers[n];
}

/* Returns whether a state of the layer is on a shortest solution.  In the last layer these are the goals, in others
 * the states from which a move leads to a node of the layer made last. */
static bool is_on_way(const struct making *making, struct fanout *fanout, uint32_t number)
{
    const struct search *search = making->shortest->search;
    bool last = making->moves == making->shortest->depth;
    if (search_is_goal(search, number) || last)
        return last && search_is_goal(search, number);
    return is_before_nodes(making, fanout, number);
}

static void find_on_way(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct making *making = context;
    for (uint64_t n = first; n < end; n++) {
        if (is_on_way(making, fanout, nth_of_layer(making, n)))
            bits_set(making->on_way, n);
    }
}

/* Adds a state with its edges into the layer made last. */
static bool add_with_edges(struct making *making, uint32_t number)
{
    struct shortest *shortest = making->shortest;
    struct fanout *fanout = &making->fanout;
    if (!add_node(shortest, number))
        return false;
    uint64_t before = shortest->edge_count;
    fanout->count = 0;
    if (making->moves < shortest->depth)
        expand_to_nodes(making, number, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        uint32_t node = fanout->numbers[n];
        if (node != STORE_NONE && !add_edge(shortest, node, fanout->moves[n]))
            return false;
    }
    shortest->nodes[shortest->node_count - 1].edge_count = (uint32_t)(shortest->edge_count - before);
    return true;
}

/* Locates the states of a layer.  Returns how many there are. */
static uint64_t open_layer(struct making *making, uint32_t moves)
{
    const struct search *search = making->shortest->search;
    making->moves = moves;
    if (making->by_depth.numbers != NULL) {
        const uint64_t *places = making->by_depth.places;
        making->numbers = making->by_depth.numbers + places[moves];
        return places[moves + 1] - places[moves];
    }
    making->first = search->layers[moves];
    return (moves + 1 < search->layer_count ? search->layers[moves + 1] : store_count(&search->store)) - making->first;
}

static int compare_nodes(const void *a, const void *b, void *context)
{
    const struct store *store = &((const struct search *)context)->store;
    return memcmp(store_state(store, ((const struct node *)a)->number),
                  store_state(store, ((const struct node *)b)->number), store->state_bytes);
}

static bool add_layer(struct making *making, uint64_t size)
{
    struct search *search = making->shortest->search;
    bool good = scan_states(search, size, false, find_on_way, making);
    for (uint64_t n = 0; good && n < size; n++) {
        if (bits_get(making->on_way, n))
            good = add_with_edges(making, nth_of_layer(making, n)) && watch_allows(&search->watch, 0, 0);
    }
    return good;
}

/* Makes the layer `moves` moves from the start.  The layer after it must have been made. */
static bool make_layer(struct making *making, uint32_t moves)
{
    struct shortest *shortest = making->shortest;
    struct search *search = shortest->search;
    uint64_t size = open_layer(making, moves);
    uint32_t first = shortest->node_count;
    shortest->layers[shortest->depth - moves] = first;
    if (!search_charge(search, bits_bytes(size)))
        return false;
    making->on_way = calloc(1, bits_bytes(size));
    search->failed |= making->on_way == NULL;
    bool good = making->on_way != NULL && add_layer(making, size);
    free((void *)making->on_way);
    search_discharge(search, bits_bytes(size));
    if (!good)
        return false;
    size_t nodes = shortest->node_count - first, copies = nodes * sizeof *shortest->nodes;
    if (!search_charge(search, copies)) /* sorting needs a copy */
        return false;
    sort_with(shortest->nodes + first, nodes, sizeof *shortest->nodes, compare_nodes, search);
    search_discharge(search, copies);
    return node_table_fill(&making->table, shortest, first);
}

/* Returns the number of nodes in the largest layer. */
static size_t widest_layer(const struct shortest *shortest)
{
    size_t widest = 1;
    for (uint32_t k = 0; k <= shortest->depth; k++) {
        size_t width = shortest->layers[k + 1] - shortest->layers[k];
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Charges the memory that counting will need, so that a limit is hit here, not there. */
static bool charge_counts(struct shortest *shortest)
{
    size_t bytes = 2 * widest_layer(shortest) * sizeof(count);
    if (!search_charge(shortest->search, bytes))
        return false;
    shortest->charged += bytes;
    return true;
}

static bool make_all(struct making *making)
{
    struct shortest *shortest = making->shortest;
    struct search *search = shortest->search;
    shortest->layers = calloc(shortest->depth + 2, sizeof *shortest->layers);
    if (shortest->layers == NULL || !fanout_make(&making->fanout, search->puzzle)) {
        search->failed = true;
        return false;
    }
    if (search->depths != NULL && !by_depth_make(&making->by_depth, search))
        return false;
    bool good = true;
    for (uint32_t k = 0; good && k <= shortest->depth; k++)
        good = make_layer(making, shortest->depth - k);
    shortest->layers[shortest->depth + 1] = shortest->node_count;
    assert(!good || shortest->layers[shortest->depth + 1] - shortest->layers[shortest->depth] == 1);
    return good;
}

enum search_end shortest_make(struct shortest *shortest, struct search *search)
{
    *shortest = (struct shortest){.search = search, .depth = (uint32_t)search->depth};
    struct making making = {.shortest = shortest};
    bool good = make_all(&making);
    node_table_free(&making.table, search);
    by_depth_free(&making.by_depth, search);
    fanout_free(&making.fanout);
    if (good && (!search->merges || shortest_unmerge(shortest)) && charge_counts(shortest))
        return SEARCH_FOUND;
    shortest_free(shortest);
    return search->failed ? SEARCH_NO_MEMORY : SEARCH_LIMIT;
}

void shortest_replace(struct shortest *shortest, struct node *nodes, uint32_t node_capacity, uint32_t node_count,
                      struct edge *edges, uint64_t edge_capacity, uint64_t edge_count)
{
    size_t bytes = shortest->node_capacity * sizeof *nodes + shortest->edge_capacity * sizeof *edges;
    search_discharge(shortest->search, bytes);
    shortest->charged -= bytes;
    free(shortest->nodes);
    free(shortest->edges);
    shortest->nodes = nodes;
    shortest->node_capacity = node_capacity;
    shortest->node_count = node_count;
    shortest->edges = edges;
    shortest->edge_capacity = edge_capacity;
    shortest->edge_count = edge_count;
}

void shortest_free(struct shortest *shortest)
{
    if (shortest->search != NULL)
        search_discharge(shortest->search, shortest->charged);
    free(shortest->nodes);
    free(shortest->edges);
    free(shortest->layers);
    *shortest = (struct shortest){0};
}

/* --- queries --- */

const struct edge *shortest_follow(const struct shortest *shortest, uint32_t node, game_move label)
{
    const struct edge *edges = shortest->edges + shortest->nodes[node].first_edge;
    uint32_t low = 0, high = shortest->nodes[node].edge_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (edges[middle].label < label)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < shortest->nodes[node].edge_count && edges[low].label == label;
    return found ? &edges[low] : NULL;
}

/* Counts the paths from the nodes of layer k to the goals.  `near` has the counts of layer k - 1. */
static void count_layer(const struct shortest *shortest, uint32_t k, const count *near,
                        const struct count_pool *near_pool, count *counts, struct count_pool *pool)
{
    uint32_t first = shortest->layers[k], before = shortest->layers[k - 1];
    for (uint32_t node = first; node < shortest->layers[k + 1]; node++) {
        const struct edge *edge = shortest->edges + shortest->nodes[node].first_edge;
        assert(shortest->nodes[node].edge_count > 0);
        counts[node - first] = 0;
        for (uint32_t n = shortest->nodes[node].edge_count; n > 0; n--, edge++)
            count_accumulate(pool, &counts[node - first], near_pool, near[edge->target - before]);
    }
}

bool shortest_count(const struct shortest *shortest, struct count_pool *pool, count *solutions)
{
    size_t widest = widest_layer(shortest);
    count *near = calloc(widest, sizeof *near), *counts = calloc(widest, sizeof *counts);
    struct count_pool near_pool = {0};
    bool good = near != NULL && counts != NULL;
    for (uint32_t n = 0; good && n < shortest->layers[1]; n++)
        near[n] = 1;
    for (uint32_t k = 1; good && k <= shortest->depth; k++) {
        struct count_pool next_pool = {0};
        count_layer(shortest, k, near, &near_pool, counts, &next_pool);
        count_pool_free(&near_pool);
        good = !next_pool.failed;
        near_pool = next_pool;
        count *swap = near;
        near = counts;
        counts = swap;
    }
    *solutions = 0;
    if (good)
        count_accumulate(pool, solutions, &near_pool, near[0]);
    count_pool_free(&near_pool);
    free(near);
    free(counts);
    return good && !pool->failed;
}

void shortest_first(const struct shortest *shortest, game_move *moves)
{
    uint32_t node = shortest_start(shortest);
    for (uint32_t n = 0; n < shortest->depth; n++) {
        const struct edge *edge = &shortest->edges[shortest->nodes[node].first_edge];
        moves[n] = edge->label;
        node = edge->target;
    }
}

bool shortest_next(const struct shortest *shortest, game_move *moves, uint32_t *nodes)
{
    nodes[0] = shortest_start(shortest);
    for (uint32_t n = 0; n < shortest->depth; n++)
        nodes[n + 1] = shortest_follow(shortest, nodes[n], moves[n])->target;
    uint32_t n = shortest->depth;
    while (n-- > 0) {
        const struct node *node = &shortest->nodes[nodes[n]];
        const struct edge *last = &shortest->edges[node->first_edge + node->edge_count - 1];
        const struct edge *edge = shortest_follow(shortest, nodes[n], moves[n]);
        if (edge == last)
            continue;
        for (edge++; n < shortest->depth; n++) {
            moves[n] = edge->label;
            edge = &shortest->edges[shortest->nodes[edge->target].first_edge];
        }
        return true;
    }
    return false;
}
