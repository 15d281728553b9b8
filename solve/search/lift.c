/* From merged states back to those that tell equal pieces and mirror images apart; see lift.h.
 *
 * Whatever can be done in a state can be done after an exchange of equal pieces, by those that have changed
 * places, and leads to the same states but for that exchange; likewise in the mirror.  So what was made one state has
 * as many moves to the goal, and a state is on a shortest solution if and only if its merged state is a node of the same
 * layer.  From the start on, each layer is expanded as it is, and of the states after it those are
 * kept whose merged states are nodes of the next layer. */
#include "solve/search/lift.h"

#include "base/sort.h"
#include "solve/search/room.h"

#include <stdlib.h>

/* An array that grows. */
struct pile {
    unsigned char *items;
    size_t size; /* bytes of an item */
    uint64_t count, room;
};

struct lift {
    struct shortest *shortest; /* the merged graph */
    struct search *search;
    struct fanout fanout;
    unsigned char *merged; /* room for a state */
    struct pile layer;     /* the states of the layer at hand, in order */
    struct pile after;     /* states that moves from there lead to, as they were met */
    struct pile order;     /* [after] uint32_t: their places, in the order of the states */
    struct pile nodes;     /* struct node: of all layers so far, from the start on */
    struct pile edges;     /* struct edge: targets are places within the next layer */
    struct pile firsts;    /* uint32_t: where each layer begins, the start's being the first */
};

static bool pile_reserve(struct lift *lift, struct pile *pile, uint64_t wanted)
{
    if (wanted <= pile->room)
        return true;
    uint64_t room = room_for(pile->room, wanted, pile->size);
    if (!search_charge(lift->search, (room - pile->room) * pile->size))
        return false;
    lift->shortest->charged += (room - pile->room) * pile->size;
    unsigned char *items = realloc(pile->items, room * pile->size);
    lift->search->failed |= items == NULL;
    if (items == NULL)
        return false;
    pile->items = items;
    pile->room = room;
    return true;
}

static bool pile_add(struct lift *lift, struct pile *pile, const void *item)
{
    if (!pile_reserve(lift, pile, pile->count + 1))
        return false;
    memcpy(pile->items + pile->count++ * pile->size, item, pile->size);
    return true;
}

static void pile_free(struct lift *lift, struct pile *pile)
{
    search_discharge(lift->search, pile->room * pile->size);
    lift->shortest->charged -= pile->room * pile->size;
    free(pile->items);
    *pile = (struct pile){.size = pile->size};
}

static const unsigned char *state_in(const struct pile *pile, uint64_t n)
{
    return pile->items + n * pile->size;
}

/* Whether the merged state of a state is a node of the layer k; its nodes are in order of their states. */
static bool is_node(struct lift *lift, uint32_t k, const unsigned char *state)
{
    const struct shortest *shortest = lift->shortest;
    const struct search *search = lift->search;
    size_t size = search->puzzle->state_bytes;
    memcpy(lift->merged, state, size);
    search->puzzle->rules->merge(search->puzzle, lift->merged);
    uint32_t low = shortest->layers[k], high = shortest->layers[k + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const unsigned char *there = store_state(&search->store, shortest->nodes[middle].number);
        int order = memcmp(there, lift->merged, size);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Expands a state of a layer: its node, and the edges that stay within the graph, whose targets are, for
 * the time being, places among the states as they are met. */
static bool expand_one(struct lift *lift, uint32_t k, uint64_t n)
{
    struct fanout *fanout = &lift->fanout;
    const struct puzzle *puzzle = lift->search->puzzle;
    struct node node = {.number = STORE_NONE, .first_edge = lift->edges.count};
    fanout->count = 0;
    if (k > 0)
        fanout->count = puzzle->rules->expand(puzzle, state_in(&lift->layer, n), fanout->moves,
                                              fanout->states);
    for (unsigned i = 0; i < fanout->count; i++) {
        const unsigned char *state = fanout_state(fanout, puzzle, i);
        struct edge edge = {(uint32_t)lift->after.count, fanout->moves[i]};
        if (!is_node(lift, k - 1, state))
            continue;
        if (!pile_add(lift, &lift->edges, &edge) || !pile_add(lift, &lift->after, state))
            return false;
    }
    node.edge_count = (uint32_t)(lift->edges.count - node.first_edge);
    return pile_add(lift, &lift->nodes, &node) && watch_allows(&lift->search->watch, 0, 0);
}

static int compare_states(const void *a, const void *b, void *context)
{
    const struct pile *states = context;
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return memcmp(state_in(states, one), state_in(states, other), states->size);
}

/* Makes the states met the next layer, each once, in order; the edges from `first` on lead there. */
static bool next_layer(struct lift *lift, uint64_t first)
{
    struct pile *after = &lift->after, *order = &lift->order;
    order->count = lift->layer.count = 0;
    if (after->count == 0) /* behind the goals; there may be no edges at all */
        return true;
    for (uint32_t n = 0; n < after->count; n++) {
        if (!pile_add(lift, order, &n))
            return false;
    }
    uint32_t *places = (uint32_t *)(void *)order->items;
    struct edge *edges = (struct edge *)(void *)lift->edges.items + first;
    sort_with(places, order->count, sizeof *places, compare_states, after);
    for (uint64_t i = 0; i < order->count; i++) {
        bool same = i > 0 && compare_states(&places[i], &places[i - 1], after) == 0;
        if (!same && !pile_add(lift, &lift->layer, state_in(after, places[i])))
            return false;
        edges[places[i]].target = (uint32_t)lift->layer.count - 1;
    }
    after->count = 0;
    return true;
}

/* Goes through the layers from the start to the goals. */
static bool go_through_layers(struct lift *lift)
{
    const struct puzzle *puzzle = lift->search->puzzle;
    unsigned char *start = lift->fanout.states;
    if (lift->search->start == NULL)
        puzzle->rules->start(puzzle, start);
    else
        memcpy(start, lift->search->start, puzzle->state_bytes);
    bool good = pile_add(lift, &lift->layer, start);
    for (uint32_t k = lift->shortest->depth + 1; good && k-- > 0;) {
        uint32_t first = (uint32_t)lift->nodes.count;
        uint64_t first_edge = lift->edges.count;
        good = lift->nodes.count + lift->layer.count < STORE_NONE &&
               pile_add(lift, &lift->firsts, &first);
        for (uint64_t n = 0; good && n < lift->layer.count; n++)
            good = expand_one(lift, k, n);
        good = good && next_layer(lift, first_edge);
    }
    return good;
}

/* Numbers the nodes from the goals on, and takes them into the graph. */
static bool take(struct lift *lift)
{
    struct shortest *shortest = lift->shortest;
    const struct node *from = (const struct node *)(const void *)lift->nodes.items;
    const struct edge *their = (const struct edge *)(const void *)lift->edges.items;
    const uint32_t *firsts = (const uint32_t *)(const void *)lift->firsts.items;
    uint32_t all = (uint32_t)lift->nodes.count, made = 0;
    uint64_t edges = 0;
    struct pile nodes = {.size = sizeof *from}, targets = {.size = sizeof *their};
    bool good = pile_reserve(lift, &nodes, all) &&
                pile_reserve(lift, &targets, lift->edges.count + 1);
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
                edge[edges] = (struct edge){before + their[from[n].first_edge + i].target,
                                            their[from[n].first_edge + i].label};
        }
    }
    if (!good) {
        pile_free(lift, &nodes);
        pile_free(lift, &targets);
        return false;
    }
    shortest->layers[shortest->depth + 1] = made;
    shortest_replace(shortest, node, (uint32_t)nodes.room, made, edge, targets.room, edges);
    return true;
}

bool shortest_lift(struct shortest *shortest)
{
    struct search *search = shortest->search;
    size_t size = search->puzzle->state_bytes;
    struct lift lift = {
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
    bool room = fanout_make(&lift.fanout, search->puzzle) && lift.merged != NULL;
    search->failed |= !room;
    bool good = room && go_through_layers(&lift) && take(&lift);
    pile_free(&lift, &lift.layer);
    pile_free(&lift, &lift.after);
    pile_free(&lift, &lift.order);
    pile_free(&lift, &lift.nodes);
    pile_free(&lift, &lift.edges);
    pile_free(&lift, &lift.firsts);
    fanout_free(&lift.fanout);
    free(lift.merged);
    return good;
}
