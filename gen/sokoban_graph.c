/* The graph of a room's states; see sokoban_graph.h. */
#include "gen/sokoban_graph.h"

#include <stdlib.h>
#include <string.h>

static void fill_choose(struct room_graph *graph)
{
    for (unsigned n = 0; n <= ROOM_WORD; n++) {
        graph->choose[n][0] = 1;
        for (unsigned k = 1; k <= graph->boxes && n > 0; k++)
            graph->choose[n][k] = graph->choose[n - 1][k] + graph->choose[n - 1][k - 1];
    }
}

bool room_graph_make(struct room_graph *graph, unsigned boxes, uint32_t most_states)
{
    size_t most_edges = (size_t)most_states * 4 * boxes;
    *graph = (struct room_graph){.boxes = boxes, .most_states = most_states};
    graph->placements = calloc(most_states + 1, sizeof *graph->placements);
    graph->states = calloc(most_states + 1, sizeof *graph->states);
    graph->edges = calloc(most_edges, sizeof *graph->edges);
    graph->labels = calloc(most_edges, sizeof *graph->labels);
    graph->first_back = calloc(most_states + 2, sizeof *graph->first_back);
    graph->back = calloc(most_edges, sizeof *graph->back);
    fill_choose(graph);
    return graph->placements != NULL && graph->states != NULL && graph->edges != NULL &&
           graph->labels != NULL && graph->first_back != NULL && graph->back != NULL;
}

void room_graph_free(struct room_graph *graph)
{
    free(graph->placements);
    free(graph->states);
    free(graph->edges);
    free(graph->labels);
    free(graph->first_back);
    free(graph->back);
}

bool room_graph_fits(const struct room_graph *graph, unsigned cells)
{
    return cells > graph->boxes && cells <= ROOM_WORD &&
           graph->choose[cells][graph->boxes] <= graph->most_states;
}

/* The rank of a set of cells among all of its size (the combinatorial number system). */
static uint32_t rank_of(const struct room_graph *graph, uint64_t boxes)
{
    uint32_t rank = 0;
    for (unsigned k = 1; boxes != 0; boxes &= boxes - 1, k++)
        rank += graph->choose[__builtin_ctzll(boxes)][k];
    return rank;
}

/* Adds a placement with all regions in which the player can be and has something to do. */
static bool add_placement(struct room_graph *graph, uint64_t boxes)
{
    struct placement *placement = &graph->placements[graph->placement_count];
    *placement = (struct placement){boxes, graph->state_count};
    uint64_t beside = 0, open = (UINT64_MAX >> (ROOM_WORD - graph->room.cells)) & ~boxes;
    for (uint64_t rest = boxes; rest != 0; rest &= rest - 1)
        beside |= graph->room.beside[__builtin_ctzll(rest)].words[0];
    for (uint64_t rest = open & beside; rest != 0;) {
        uint64_t region = room_flood(&graph->room, rest & -rest, open);
        if (graph->state_count == graph->most_states)
            return false;
        graph->states[graph->state_count++] =
            (struct graph_state){.region = region, .placement = graph->placement_count};
        rest &= ~region;
    }
    graph->placement_count++;
    return true;
}

static bool list_states(struct room_graph *graph)
{
    graph->placement_count = graph->state_count = 0;
    unsigned chosen[ROOM_MOST_BOXES + 1]; /* cells, rising; counted through in order of rank */
    for (unsigned k = 0; k < graph->boxes; k++)
        chosen[k] = k;
    chosen[graph->boxes] = graph->room.cells;
    for (;;) {
        uint64_t boxes = 0;
        for (unsigned k = 0; k < graph->boxes; k++)
            boxes |= UINT64_C(1) << chosen[k];
        if (!add_placement(graph, boxes))
            return false;
        unsigned k = 0;
        while (k < graph->boxes && chosen[k] + 1 == chosen[k + 1]) {
            chosen[k] = k;
            k++;
        }
        if (k == graph->boxes)
            break;
        chosen[k]++;
    }
    graph->placements[graph->placement_count].first_state = graph->state_count;
    return true;
}

/* The state of a placement in which the player is at a cell. */
static uint32_t state_at(const struct room_graph *graph, uint32_t placement, unsigned player)
{
    uint32_t state = graph->placements[placement].first_state;
    while (!(graph->states[state].region >> player & 1))
        state++;
    return state;
}

static void add_pushes(struct room_graph *graph, const struct graph_state *state)
{
    uint64_t boxes = graph->placements[state->placement].boxes;
    for (uint64_t rest = boxes; rest != 0; rest &= rest - 1) {
        unsigned box = (unsigned)__builtin_ctzll(rest);
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            unsigned to = graph->room.next[box][direction];
            unsigned stand = graph->room.next[box][direction ^ 2];
            if (to == ROOM_NONE || stand == ROOM_NONE || boxes >> to & 1 ||
                !(state->region >> stand & 1))
                continue;
            uint64_t after = boxes ^ (rest & -rest) ^ UINT64_C(1) << to;
            graph->labels[graph->edge_count] = room_label(box, direction);
            graph->edges[graph->edge_count++] = state_at(graph, rank_of(graph, after), box);
        }
    }
}

static void link_states(struct room_graph *graph)
{
    graph->edge_count = 0;
    for (uint32_t i = 0; i < graph->state_count; i++) {
        graph->states[i].first_edge = graph->edge_count;
        add_pushes(graph, &graph->states[i]);
    }
    graph->states[graph->state_count].first_edge = graph->edge_count;
}

bool room_graph_fill(struct room_graph *graph, const struct room *room)
{
    graph->room = *room;
    graph->turned = false;
    bool listed = list_states(graph);
    if (listed)
        link_states(graph);
    return listed;
}

void room_graph_turn(struct room_graph *graph)
{
    if (graph->turned)
        return;
    uint32_t *first = graph->first_back, states = graph->state_count;
    memset(first, 0, (states + (size_t)2) * sizeof *first);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        first[graph->edges[e] + 2]++;
    for (uint32_t state = 2; state < states + 2; state++)
        first[state] += first[state - 1];
    for (uint32_t state = 0; state < states; state++) {
        for (uint32_t e = graph->states[state].first_edge; e < graph->states[state + 1].first_edge; e++)
            graph->back[first[graph->edges[e] + 1]++] = state;
    }
    graph->turned = true;
}
