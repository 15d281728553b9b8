/* Separates merged states again; see unmerge.h.
 *
 * Any move in a state can also be made after an exchange of equal pieces, by the pieces that changed places, and
 * leads to the same state but for that exchange.  The same holds for mirror images.  So all states merged into one
 * need the same number of moves to the goal, and a state is on a shortest solution if and only if its merged state
 * is a node of the same layer.  From the start on, each layer is expanded without merging, and a successor is kept
 * if its merged state is a node of the next layer. */
#include "solve/search/unmerge.h"

#include "base/sort.h"
#include "solve/search/capacity.h"

#include <stdlib.h>

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
    if (wanted <= pile->capacity)
        return true;
    uint64_t capacity = capacity_for(pile->capacity, wanted, pile->size);
    if (!search_charge(unmerge->search, (capacity - pile->capacity) * pile->size))
        return false;
    unmerge->shortest->charged += (capacity - pile->capacity) * pile->size;
    unsigned char *items = realloc(pile->items, capacity * pile->size);
    unmerge->search->failed |= items == NULL;
    if (items == NULL)
        return false;
    pile->items = items;
    pile->capacity = capacity;
    return true;
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
    memcpy(unmerge->merged, state, size);
    search->puzzle->rules->merge(search->puzzle, unmerge->merged);
    uint32_t low = shortest->layers[k], high = shortest->layers[k + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const unsigned char *there = store_state(&search->store, shortest->nodes[middle].number);
        int order = memcmp(there, unmerge->merged, size);
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

/* Expands all layers from the start to the goals. */
static bool go_through_layers(struct unmerge *unmerge)
{
    const struct puzzle *puzzle = unmerge->search->puzzle;
    unsigned char *start = unmerge->fanout.states;
    if (unmerge->search->start == NULL)
        puzzle->rules->start(puzzle, start);
    else
        memcpy(start, unmerge->search->start, puzzle->state_bytes);
    bool good = pile_add(unmerge, &unmerge->layer, start);
    for (uint32_t k = unmerge->shortest->depth + 1; good && k-- > 0;) {
        uint32_t first = (uint32_t)unmerge->nodes.count;
        uint64_t first_edge = unmerge->edges.count;
        good = unmerge->nodes.count + unmerge->layer.count < STORE_NONE && pile_add(unmerge, &unmerge->firsts, &first);
        for (uint64_t n = 0; good && n < unmerge->layer.count; n++)
            good = expand_one(unmerge, k, n);
        good = good && next_layer(unmerge, first_edge);
    }
    return good;
}

/* Renumbers the nodes from the goals on and puts them into the graph. */
static bool take(struct unmerge *unmerge)
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
    shortest_replace(shortest, node, (uint32_t)nodes.capacity, made, edge, targets.capacity, edges);
    return true;
}

bool shortest_unmerge(struct shortest *shortest)
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
    bool capacity = fanout_make(&unmerge.fanout, search->puzzle) && unmerge.merged != NULL;
    search->failed |= !capacity;
    bool good = capacity && go_through_layers(&unmerge) && take(&unmerge);
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
