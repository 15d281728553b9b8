/* The graph of the shortest solutions; see shortest.h. */
#include "solve/shortest.h"

#include <stdlib.h>

/* --- which node a state has become, for the layer that was made last --- */

struct node_table {
    uint32_t *slots; /* node + 1, 0: empty */
    size_t mask, charged;
};

static size_t table_place(const struct node_table *table, uint32_t number)
{
    return (size_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & table->mask;
}

/* Enters the nodes from `first` on.  False: limit or memory. */
static bool table_fill(struct node_table *table, struct shortest *shortest, uint32_t first)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)(shortest->node_count - first))
        slots *= 2;
    struct search *search = shortest->search;
    search_discharge(search, table->charged);
    free(table->slots);
    table->slots = NULL;
    table->charged = 0;
    if (!search_charge(search, slots * sizeof *table->slots))
        return false;
    table->charged = slots * sizeof *table->slots;
    table->slots = calloc(slots, sizeof *table->slots);
    table->mask = slots - 1;
    search->failed |= table->slots == NULL;
    if (table->slots == NULL)
        return false;
    for (uint32_t node = first; node < shortest->node_count; node++) {
        size_t at = table_place(table, shortest->nodes[node].number);
        while (table->slots[at] != 0)
            at = (at + 1) & table->mask;
        table->slots[at] = node + 1;
    }
    return true;
}

/* The node of a state, or STORE_NONE. */
static uint32_t table_find(const struct node_table *table, const struct shortest *shortest,
                           uint32_t number)
{
    size_t at = table_place(table, number);
    for (; table->slots[at] != 0; at = (at + 1) & table->mask) {
        if (shortest->nodes[table->slots[at] - 1].number == number)
            return table->slots[at] - 1;
    }
    return STORE_NONE;
}

/* --- the states of each number of moves, after a best-first search --- */

struct by_depth {
    uint32_t *numbers; /* NULL after a breadth-first search: layers are ranges */
    uint64_t *places;  /* [depth + 2] */
    size_t charged;
};

/* A state whose estimate exceeds what is left is on no shortest solution. */
static bool may_be_on_way(const struct search *search, uint32_t number, uint32_t depth)
{
    unsigned moves = search->depths[number];
    return moves <= depth && search->puzzle->rules->estimate(
                                 search->puzzle, store_state(&search->store, number)) <=
                                 depth - moves;
}

static bool sort_by_depth(struct by_depth *sorted, struct search *search, uint32_t depth)
{
    uint64_t all = store_count(&search->store);
    sorted->charged = all * sizeof *sorted->numbers;
    if (!search_charge(search, sorted->charged)) {
        sorted->charged = 0;
        return false;
    }
    sorted->numbers = malloc((all + 1) * sizeof *sorted->numbers);
    sorted->places = calloc(depth + 3, sizeof *sorted->places);
    if (sorted->numbers == NULL || sorted->places == NULL) {
        search->failed = true;
        return false;
    }
    for (uint64_t i = 0; i < all; i++) {
        if (may_be_on_way(search, (uint32_t)i, depth))
            sorted->places[search->depths[i] + 2]++;
    }
    for (uint32_t g = 2; g < depth + 3; g++)
        sorted->places[g] += sorted->places[g - 1];
    for (uint64_t i = 0; i < all; i++) {
        if (may_be_on_way(search, (uint32_t)i, depth))
            sorted->numbers[sorted->places[search->depths[i] + 1]++] = (uint32_t)i;
    }
    return true;
}

/* --- making the graph --- */

/* What is needed only while the graph is made. */
struct making {
    struct shortest *shortest;
    struct node_table table;
    struct by_depth by_depth;
    struct fanout fanout;
};

static bool grow(struct shortest *shortest, void **array, uint64_t *room, size_t size)
{
    struct search *search = shortest->search;
    uint64_t more = *room < 64 ? 64 : *room / 2;
    if (!search_charge(search, more * size))
        return false;
    void *larger = realloc(*array, (*room + more) * size);
    if (larger == NULL) {
        search->failed = true;
        return false;
    }
    shortest->charged += more * size;
    *array = larger;
    *room += more;
    return true;
}

static bool add_node(struct shortest *shortest, uint32_t number)
{
    uint64_t room = shortest->node_room;
    if (shortest->node_count == room) {
        void *nodes = shortest->nodes;
        bool good = grow(shortest, &nodes, &room, sizeof *shortest->nodes);
        shortest->nodes = nodes;
        shortest->node_room = (uint32_t)room;
        if (!good)
            return false;
    }
    shortest->nodes[shortest->node_count++] =
        (struct node){.number = number, .first_edge = shortest->edge_count};
    return true;
}

static bool add_edge(struct shortest *shortest, uint32_t target, game_move label)
{
    if (shortest->edge_count == shortest->edge_room) {
        void *edges = shortest->edges;
        bool good = grow(shortest, &edges, &shortest->edge_room, sizeof *shortest->edges);
        shortest->edges = edges;
        if (!good)
            return false;
    }
    shortest->edges[shortest->edge_count++] = (struct edge){target, label};
    return true;
}

/* The node of a state of the layer made last, or STORE_NONE. */
static uint32_t node_after(const struct making *making, uint32_t after, uint32_t moves)
{
    const struct shortest *shortest = making->shortest;
    return search_has_depth(shortest->search, after, moves + 1)
               ? table_find(&making->table, shortest, after)
               : STORE_NONE;
}

/* Whether a state of layer `moves` has an edge into the layer made last, as far as links tell. */
static bool may_lead_on(struct making *making, uint32_t number, uint32_t moves)
{
    const struct search *search = making->shortest->search;
    unsigned many;
    if (!search->links.kept)
        return true;
    const uint32_t *after = links_of(&search->links, number, &many);
    for (unsigned n = 0; n < many; n++) {
        if (node_after(making, after[n], moves) != STORE_NONE)
            return true;
    }
    return false;
}

/* Adds a state of layer `moves` with its edges, if it has any into the layer made last. */
static bool add_if_on_way(struct making *making, uint32_t number, uint32_t moves)
{
    struct shortest *shortest = making->shortest;
    const struct search *search = shortest->search;
    struct fanout *fanout = &making->fanout;
    uint64_t before = shortest->edge_count;
    if (!may_lead_on(making, number, moves))
        return true;
    search_expand_and_find(search, number, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        uint32_t after = fanout->numbers[n];
        uint32_t node = after == STORE_NONE ? STORE_NONE : node_after(making, after, moves);
        if (node != STORE_NONE && !add_edge(shortest, node, fanout->moves[n]))
            return false;
    }
    if (shortest->edge_count == before)
        return true;
    uint64_t end = shortest->edge_count;
    shortest->edge_count = before; /* where the node's edges begin */
    bool good = add_node(shortest, number);
    shortest->edge_count = end;
    if (good)
        shortest->nodes[shortest->node_count - 1].edge_count = (uint32_t)(end - before);
    return good;
}

/* The n-th state of layer `moves`; false: there are not so many. */
static bool nth_of_layer(const struct making *making, uint32_t moves, uint64_t n,
                         uint32_t *number)
{
    const struct search *search = making->shortest->search;
    if (making->by_depth.numbers != NULL) {
        const uint64_t *places = making->by_depth.places;
        if (places[moves] + n >= places[moves + 1])
            return false;
        *number = making->by_depth.numbers[places[moves] + n];
        return true;
    }
    uint64_t end = moves + 1 < search->layer_count ? search->layers[moves + 1]
                                                   : store_count(&search->store);
    *number = (uint32_t)(search->layers[moves] + n);
    return search->layers[moves] + n < end;
}

static int compare_nodes(const void *a, const void *b, void *context)
{
    const struct store *store = &((const struct search *)context)->store;
    return memcmp(store_state(store, ((const struct node *)a)->number),
                  store_state(store, ((const struct node *)b)->number), store->state_bytes);
}

/* Makes the layer that is `moves` from the start; the one after it has been made. */
static bool make_layer(struct making *making, uint32_t moves)
{
    struct shortest *shortest = making->shortest;
    struct search *search = shortest->search;
    uint32_t first = shortest->node_count, number;
    shortest->layers[shortest->depth - moves] = first;
    for (uint64_t n = 0; nth_of_layer(making, moves, n, &number); n++) {
        bool goal = search_is_goal(search, number), good = true;
        if (moves == shortest->depth)
            good = !goal || add_node(shortest, number);
        else if (!goal)
            good = add_if_on_way(making, number, moves);
        if (!good || !watch_allows(&search->watch, 0, 0))
            return false;
    }
    qsort_r(shortest->nodes + first, shortest->node_count - first, sizeof *shortest->nodes,
            compare_nodes, search);
    return table_fill(&making->table, shortest, first);
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
    if (search->depths != NULL && !sort_by_depth(&making->by_depth, search, shortest->depth))
        return false;
    bool good = true;
    for (uint32_t k = 0; good && k <= shortest->depth; k++)
        good = make_layer(making, shortest->depth - k);
    shortest->layers[shortest->depth + 1] = shortest->node_count;
    return good;
}

enum shortest_result shortest_make(struct shortest *shortest, struct search *search)
{
    *shortest = (struct shortest){.search = search, .depth = (uint32_t)search->depth};
    struct making making = {.shortest = shortest};
    bool good = make_all(&making);
    search_discharge(search, making.table.charged + making.by_depth.charged);
    free(making.table.slots);
    free(making.by_depth.numbers);
    free(making.by_depth.places);
    fanout_free(&making.fanout);
    if (good)
        return SHORTEST_MADE;
    shortest_free(shortest);
    return search->failed ? SHORTEST_FAILED : SHORTEST_LIMIT;
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

/* --- what can be asked of it --- */

const struct edge *shortest_follow(const struct shortest *shortest, uint32_t node,
                                   game_move label)
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

/* Counts the ways from the nodes of layer k to the goal; `near` has those of layer k - 1. */
static void count_layer(const struct shortest *shortest, uint32_t k, const count *near,
                        const struct count_pool *near_pool, count *counts,
                        struct count_pool *pool)
{
    uint32_t first = shortest->layers[k], before = shortest->layers[k - 1];
    for (uint32_t node = first; node < shortest->layers[k + 1]; node++) {
        const struct edge *edge = shortest->edges + shortest->nodes[node].first_edge;
        counts[node - first] = 0;
        for (uint32_t n = shortest->nodes[node].edge_count; n > 0; n--, edge++)
            count_accumulate(pool, &counts[node - first], near_pool, near[edge->target - before]);
    }
}

bool shortest_count(const struct shortest *shortest, struct count_pool *pool, count *solutions)
{
    size_t widest = 1;
    for (uint32_t k = 0; k <= shortest->depth; k++) {
        size_t width = shortest->layers[k + 1] - shortest->layers[k];
        widest = width > widest ? width : widest;
    }
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
