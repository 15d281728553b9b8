/* The graph of the shortest solutions; see shortest.h. */
#include "solve/search/shortest.h"

#include "base/check.h"
#include "base/sort.h"
#include "solve/search/best_first.h"
#include "solve/search/move_keys.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- from states to nodes --- */

/* Returns the mask of the bits that hold the index in the layer. */
static uint32_t place_mask(const struct node_table *table)
{
    return table->bits < 32 ? (UINT32_C(1) << table->bits) - 1 : UINT32_MAX;
}

static uint32_t fingerprint(const struct node_table *table, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~place_mask(table);
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
    if (table->slots == NULL)
        return search_check_memory(search, false);
    size_t mask = ((size_t)1 << table->bits) - 1;
    struct store_copy copy;
    for (uint32_t node = first; node < shortest->node_count; node++) {
        uint64_t hash = store_hash(&search->store, store_read(&search->store, shortest->nodes[node].number, &copy));
        size_t at = (size_t)hash & mask;
        while (table->slots[at] != 0)
            at = (at + 1) & mask;
        table->slots[at] = fingerprint(table, hash) | (node - table->first + 1);
    }
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
        if (store_equals(store, shortest->nodes[node].number, state))
            return node;
    }
    return STORE_NONE;
}

/* --- making the graph --- */

/* The data that making the graph needs. */
struct making {
    struct shortest *shortest;
    struct node_table table;
    struct by_depth by_depth;
    struct fanout fanout;
    struct move_keys keys; /* of the layer made last */

    /* The current layer. */
    uint32_t moves;          /* moves from the start */
    const uint32_t *numbers; /* numbers of its states; NULL: consecutive from `first` on */
    uint64_t first;
    bits *on_way; /* bit n: its n-th state is on a shortest solution */
};

/* Makes room for one more element. */
static bool reserve_one(struct shortest *shortest, void *items, uint64_t *capacity, size_t size)
{
    return search_grow(shortest->search, items, capacity, *capacity < 64 ? 64 : *capacity + 1, size,
                       &shortest->charged);
}

/* Expands a state of the layer and fills in the nodes of its successors; STORE_NONE for those that are not in the
 * layer made last.  Only that layer's nodes are searched, which are few compared with all states. */
static void expand_to_nodes(const struct making *making, uint32_t number, struct fanout *fanout)
{
    const struct search *search = making->shortest->search;
    const struct store *store = &search->store;
    struct store_copy copy;
    uint64_t left = making->shortest->depth - making->moves - 1;
    /* Rules that find nearly all states beyond the limit take longer for that than it takes to look these states up. */
    if (search->puzzle->keeps_within)
        search_expand(search, store_read(store, number, &copy), fanout);
    else
        search_expand_within(search, store_read(store, number, &copy), left, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        fanout->hashes[n] = store_hash(store, fanout_state(fanout, search->puzzle, n));
        node_table_prefetch(&making->table, fanout->hashes[n]);
    }
    for (unsigned n = 0; n < fanout->count; n++)
        fanout->numbers[n] = node_table_find(&making->table, making->shortest, fanout_state(fanout, search->puzzle, n),
                                             fanout->hashes[n]);
}

/* Expands a state of the layer and returns whether a move leads to a node of the layer made last. */
static bool leads(const struct making *making, uint32_t number, struct fanout *fanout)
{
    expand_to_nodes(making, number, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        if (fanout->numbers[n] != STORE_NONE)
            return true;
    }
    return false;
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
    bool on_way = false;
    if (search->successors.kept) {
        unsigned many;
        const uint32_t *after = successors_of(&search->successors, number, &many);
        for (unsigned n = 0; !on_way && n < many; n++) {
            /* Whether the state is a node of the layer made last. */
            if (!search_has_depth(search, after[n], making->moves + 1))
                continue;
            struct store_copy copy;
            const unsigned char *state = store_read(&search->store, after[n], &copy);
            on_way = node_table_find(&making->table, making->shortest, state, store_hash(&search->store, state)) !=
                     STORE_NONE;
        }
        return on_way;
    }
    struct store_copy copy;
    if (!move_keys_may_lead(&making->keys, search->puzzle, store_read(&search->store, number, &copy))) {
        CHECK(!leads(making, number, fanout));
        return false;
    }
    return leads(making, number, fanout);
}

static void find_on_way(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct making *making = context;
    for (uint64_t n = first; n < end; n++) {
        if (is_on_way(making, fanout, nth_of_layer(making, n)))
            bits_set(making->on_way, n);
    }
}

/* Adds a state with its edges into the layer made last.  `expanded`: making->fanout has its successors. */
static bool add_with_edges(struct making *making, uint32_t number, bool expanded)
{
    struct shortest *shortest = making->shortest;
    struct fanout *fanout = &making->fanout;
    if (shortest->node_count == shortest->node_capacity) {
        uint64_t capacity = shortest->node_capacity;
        bool good = reserve_one(shortest, &shortest->nodes, &capacity, sizeof *shortest->nodes);
        shortest->node_capacity = (uint32_t)capacity;
        if (!good)
            return false;
    }
    shortest->nodes[shortest->node_count++] = (struct node){.number = number, .first_edge = shortest->edge_count};
    uint64_t before = shortest->edge_count;
    if (making->moves == shortest->depth)
        fanout->count = 0;
    else if (!expanded)
        expand_to_nodes(making, number, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        uint32_t node = fanout->numbers[n];
        if (node == STORE_NONE)
            continue;
        if (shortest->edge_count == shortest->edge_capacity &&
            !reserve_one(shortest, &shortest->edges, &shortest->edge_capacity, sizeof *shortest->edges))
            return false;
        shortest->edges[shortest->edge_count++] = (struct edge){node, fanout->moves[n]};
    }
    shortest->nodes[shortest->node_count - 1].edge_count = (uint32_t)(shortest->edge_count - before);
    return true;
}

static int compare_nodes(const void *a, const void *b, void *context)
{
    const struct store *store = &((const struct search *)context)->store;
    struct store_copy one, other;
    return memcmp(store_read(store, ((const struct node *)a)->number, &one),
                  store_read(store, ((const struct node *)b)->number, &other), store->state_bytes);
}

/* Makes the layer `moves` moves from the start.  The layer after it must have been made. */
static bool make_layer(struct making *making, uint32_t moves)
{
    struct shortest *shortest = making->shortest;
    struct search *search = shortest->search;
    uint64_t size;
    making->moves = moves;
    if (making->by_depth.numbers != NULL) {
        making->numbers = by_depth_layer(&making->by_depth, search, moves, &size);
    } else {
        making->first = search->layers[moves];
        size =
            (moves + 1 < search->layer_count ? search->layers[moves + 1] : store_count(&search->store)) - making->first;
    }
    uint32_t first = shortest->node_count;
    shortest->layers[shortest->depth - moves] = first;
    if (!search_charge(search, bits_bytes(size)))
        return false;
    /* One thread expands each state once.  Several first mark the states to add, and these are expanded again.  The
     * marks are charged in any case, so that no limit depends on the threads. */
    bool alone = search->limits.jobs <= 1, good = true;
    making->on_way = alone ? NULL : calloc(1, bits_bytes(size));
    if (!alone)
        good = search_check_memory(search, making->on_way != NULL) &&
               scan_states(search, size, false, find_on_way, making);
    for (uint64_t n = 0; good && n < size; n++) {
        uint32_t number = nth_of_layer(making, n);
        if (alone ? is_on_way(making, &making->fanout, number) : bits_get(making->on_way, n))
            good = add_with_edges(making, number, alone && !search->successors.kept);
        good = good && watch_allows(&search->watch, 0, 0);
    }
    free((void *)making->on_way);
    search_discharge(search, bits_bytes(size));
    if (!good)
        return false;
    size_t nodes = shortest->node_count - first, copies = nodes * sizeof *shortest->nodes;
    if (!search_charge(search, copies)) /* sorting needs a copy */
        return false;
    sort_with(shortest->nodes + first, nodes, sizeof *shortest->nodes, compare_nodes, search);
    search_discharge(search, copies);
    /* Begin the keys of this layer. */
    move_keys_begin(&making->keys, shortest->search);
    for (uint32_t node = first; node < shortest->node_count && making->keys.known; node++) {
        struct store_copy copy;
        move_keys_add(&making->keys, shortest->search->puzzle,
                      store_read(&shortest->search->store, shortest->nodes[node].number, &copy));
    }
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

/* --- separating merged states again ---
 *
 * Any move in a state can also be made after an exchange of equal pieces, by the pieces that changed places, and leads
 * to the same state up to that exchange.  The same holds for mirror images.  So all states merged into one need the
 * same number of moves to the goal, and a state is on a shortest solution if and only if its merged state is a node of
 * the same layer.  From the start on, each layer is expanded without merging, and a successor is kept if its merged
 * state is a node of the next layer. */

/* A growing array. */
struct pile {
    unsigned char *items;
    size_t size; /* bytes per item */
    uint64_t count, capacity;
};

struct unmerge {
    struct shortest *shortest; /* the merged graph */
    struct search *search;
    struct fanout fanout;
    unsigned char *merged; /* room for one state */
    struct pile layer;     /* the states of the current layer, sorted */
    struct pile after;     /* successors of these states, in the order in which they were generated */
    struct pile order;     /* [after] uint32_t: indices into `after`, sorted by state */
    struct pile nodes;     /* struct node: all layers so far, from the start on */
    struct pile edges;     /* struct edge: each target is an index in the next layer */
    struct pile firsts;    /* uint32_t: the first node of each layer, beginning with the start's */
};

static bool pile_reserve(struct unmerge *unmerge, struct pile *pile, uint64_t wanted)
{
    return search_grow(unmerge->search, &pile->items, &pile->capacity, wanted, pile->size, &unmerge->shortest->charged);
}

static bool pile_add(struct unmerge *unmerge, struct pile *pile, const void *item)
{
    if (!pile_reserve(unmerge, pile, pile->count + 1))
        return false;
    memcpy(pile->items + pile->count++ * pile->size, item, pile->size);
    return true;
}

static void pile_free(struct unmerge *unmerge, struct pile *pile)
{
    search_discharge(unmerge->search, pile->capacity * pile->size);
    unmerge->shortest->charged -= pile->capacity * pile->size;
    free(pile->items);
    *pile = (struct pile){.size = pile->size};
}

static const unsigned char *state_in(const struct pile *pile, uint64_t n)
{
    return pile->items + n * pile->size;
}

/* Returns whether a state, once merged, is a node of layer k, whose nodes are sorted by their states. */
static bool is_node(struct unmerge *unmerge, uint32_t k, const unsigned char *state)
{
    const struct shortest *shortest = unmerge->shortest;
    const struct search *search = unmerge->search;
    size_t size = search->puzzle->state_bytes;
    struct store_copy copy;
    memcpy(unmerge->merged, state, size);
    search->puzzle->rules->merge(search->puzzle, unmerge->merged);
    uint32_t low = shortest->layers[k], high = shortest->layers[k + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = memcmp(store_read(&search->store, shortest->nodes[middle].number, &copy), unmerge->merged, size);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Expands a state of a layer: adds its node and the edges that stay within the graph.  Until next_layer, the targets
 * of the edges are indices into `after`. */
static bool expand_one(struct unmerge *unmerge, uint32_t k, uint64_t n)
{
    struct fanout *fanout = &unmerge->fanout;
    const struct puzzle *puzzle = unmerge->search->puzzle;
    struct node node = {.number = STORE_NONE, .first_edge = unmerge->edges.count};
    fanout->count = 0;
    if (k > 0)
        fanout->count = puzzle->rules->expand(puzzle, state_in(&unmerge->layer, n), fanout->moves, fanout->states);
    for (unsigned i = 0; i < fanout->count; i++) {
        const unsigned char *state = fanout_state(fanout, puzzle, i);
        struct edge edge = {(uint32_t)unmerge->after.count, fanout->moves[i]};
        if (!is_node(unmerge, k - 1, state))
            continue;
        if (!pile_add(unmerge, &unmerge->edges, &edge) || !pile_add(unmerge, &unmerge->after, state))
            return false;
    }
    node.edge_count = (uint32_t)(unmerge->edges.count - node.first_edge);
    return pile_add(unmerge, &unmerge->nodes, &node) && watch_allows(&unmerge->search->watch, 0, 0);
}

static int compare_states(const void *a, const void *b, void *context)
{
    const struct pile *states = context;
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return memcmp(state_in(states, one), state_in(states, other), states->size);
}

/* Makes the generated states, sorted and without duplicates, the next layer.  The edges from `first` on lead there. */
static bool next_layer(struct unmerge *unmerge, uint64_t first)
{
    struct pile *after = &unmerge->after, *order = &unmerge->order;
    order->count = unmerge->layer.count = 0;
    if (after->count == 0) /* after the goals; there may be no edges at all */
        return true;
    for (uint32_t n = 0; n < after->count; n++) {
        if (!pile_add(unmerge, order, &n))
            return false;
    }
    uint32_t *places = (uint32_t *)(void *)order->items;
    struct edge *edges = (struct edge *)(void *)unmerge->edges.items + first;
    sort_with(places, order->count, sizeof *places, compare_states, after);
    for (uint64_t i = 0; i < order->count; i++) {
        bool same = i > 0 && compare_states(&places[i], &places[i - 1], after) == 0;
        if (!same && !pile_add(unmerge, &unmerge->layer, state_in(after, places[i])))
            return false;
        edges[places[i]].target = (uint32_t)unmerge->layer.count - 1;
    }
    after->count = 0;
    return true;
}

/* Renumbers the nodes from the goals on and puts them into the graph. */
static bool renumber_nodes(struct unmerge *unmerge)
{
    struct shortest *shortest = unmerge->shortest;
    const struct node *from = (const struct node *)(const void *)unmerge->nodes.items;
    const struct edge *their = (const struct edge *)(const void *)unmerge->edges.items;
    const uint32_t *firsts = (const uint32_t *)(const void *)unmerge->firsts.items;
    uint32_t all = (uint32_t)unmerge->nodes.count, made = 0;
    uint64_t edges = 0;
    struct pile nodes = {.size = sizeof *from}, targets = {.size = sizeof *their};
    bool good = pile_reserve(unmerge, &nodes, all) && pile_reserve(unmerge, &targets, unmerge->edges.count + 1);
    struct node *node = (struct node *)(void *)nodes.items;
    struct edge *edge = (struct edge *)(void *)targets.items;
    for (uint32_t k = 0; good && k <= shortest->depth; k++) {
        uint32_t at = shortest->depth - k, end = k == 0 ? all : firsts[at + 1];
        uint32_t before = k == 0 ? 0 : shortest->layers[k - 1];
        shortest->layers[k] = made;
        for (uint32_t n = firsts[at]; n < end; n++, made++) {
            node[made] = from[n];
            node[made].first_edge = edges;
            for (uint32_t i = 0; i < from[n].edge_count; i++, edges++)
                edge[edges] =
                    (struct edge){before + their[from[n].first_edge + i].target, their[from[n].first_edge + i].label};
        }
    }
    if (!good) {
        pile_free(unmerge, &nodes);
        pile_free(unmerge, &targets);
        return false;
    }
    shortest->layers[shortest->depth + 1] = made;
    /* Replaces the nodes and edges.  The new arrays are charged already. */
    size_t bytes = shortest->node_capacity * sizeof *node + shortest->edge_capacity * sizeof *edge;
    search_discharge(shortest->search, bytes);
    shortest->charged -= bytes;
    free(shortest->nodes);
    free(shortest->edges);
    shortest->nodes = node;
    shortest->node_capacity = (uint32_t)nodes.capacity;
    shortest->node_count = made;
    shortest->edges = edge;
    shortest->edge_capacity = targets.capacity;
    shortest->edge_count = edges;
    return true;
}

/* Replaces the graph of a search that merges states by the graph that a search without merging would have found.
 * Returns false on a limit or if memory runs out; free the graph in either case. */
static bool shortest_unmerge(struct shortest *shortest)
{
    struct search *search = shortest->search;
    size_t size = search->puzzle->state_bytes;
    struct unmerge unmerge = {
        .shortest = shortest,
        .search = search,
        .merged = calloc(1, size + STORE_PADDING),
        .layer.size = size,
        .after.size = size,
        .order.size = sizeof(uint32_t),
        .nodes.size = sizeof(struct node),
        .edges.size = sizeof(struct edge),
        .firsts.size = sizeof(uint32_t),
    };
    bool good = search_check_memory(search, fanout_make(&unmerge.fanout, search->puzzle) && unmerge.merged != NULL);
    if (good) {
        unsigned char *start = unmerge.fanout.states;
        search_write_start(search, start);
        good = pile_add(&unmerge, &unmerge.layer, start);
    }
    /* Expands all layers from the start to the goals. */
    for (uint32_t k = shortest->depth + 1; good && k-- > 0;) {
        uint32_t first = (uint32_t)unmerge.nodes.count;
        uint64_t first_edge = unmerge.edges.count;
        good = unmerge.nodes.count + unmerge.layer.count < STORE_NONE && pile_add(&unmerge, &unmerge.firsts, &first);
        for (uint64_t n = 0; good && n < unmerge.layer.count; n++)
            good = expand_one(&unmerge, k, n);
        good = good && next_layer(&unmerge, first_edge);
    }
    good = good && renumber_nodes(&unmerge);
    pile_free(&unmerge, &unmerge.layer);
    pile_free(&unmerge, &unmerge.after);
    pile_free(&unmerge, &unmerge.order);
    pile_free(&unmerge, &unmerge.nodes);
    pile_free(&unmerge, &unmerge.edges);
    pile_free(&unmerge, &unmerge.firsts);
    fanout_free(&unmerge.fanout);
    free(unmerge.merged);
    return good;
}

/* --- the whole graph --- */

enum search_end shortest_make(struct shortest *shortest, struct search *search)
{
    *shortest = (struct shortest){.search = search, .depth = (uint32_t)search->depth};
    struct making making = {.shortest = shortest};
    shortest->layers = calloc(shortest->depth + 2, sizeof *shortest->layers);
    bool good = search_check_memory(search, shortest->layers != NULL && fanout_make(&making.fanout, search->puzzle)) &&
                (!depths_exist(&search->depths) || by_depth_make(&making.by_depth, search));
    for (uint32_t k = 0; good && k <= shortest->depth; k++)
        good = make_layer(&making, shortest->depth - k);
    if (good) {
        shortest->layers[shortest->depth + 1] = shortest->node_count;
        assert(shortest->layers[shortest->depth + 1] - shortest->layers[shortest->depth] == 1);
    }
    node_table_free(&making.table, search);
    by_depth_free(&making.by_depth, search);
    move_keys_free(&making.keys);
    fanout_free(&making.fanout);
    if (good && (!search->merges || shortest_unmerge(shortest))) {
        /* Charges the memory that counting will need, so that a limit is hit here, not there. */
        size_t bytes = 2 * widest_layer(shortest) * sizeof(count);
        if (search_charge(search, bytes)) {
            shortest->charged += bytes;
            return SEARCH_FOUND;
        }
    }
    shortest_free(shortest);
    return search_end_of(search, false);
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
        /* Counts the paths from the nodes of layer k to the goals. */
        uint32_t first = shortest->layers[k], before = shortest->layers[k - 1];
        for (uint32_t node = first; node < shortest->layers[k + 1]; node++) {
            const struct edge *edge = shortest->edges + shortest->nodes[node].first_edge;
            assert(shortest->nodes[node].edge_count > 0);
            counts[node - first] = 0;
            for (uint32_t n = shortest->nodes[node].edge_count; n > 0; n--, edge++)
                count_accumulate(&next_pool, &counts[node - first], &near_pool, near[edge->target - before]);
        }
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
