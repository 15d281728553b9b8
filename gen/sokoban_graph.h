/* All states of a room with a number of boxes, goals or no goals, and all pushes between them.
 *
 * A set of cells is one word, so that there are at most ROOM_WORD of them. */
#ifndef ONLYWAY_GEN_SOKOBAN_GRAPH_H
#define ONLYWAY_GEN_SOKOBAN_GRAPH_H

#include "gen/sokoban_room.h"

#include <stddef.h>

/* A placement of the boxes; its number is its rank among all sets of so many cells. */
struct placement {
    uint64_t boxes;
    uint32_t first_state; /* one for each region in which the player can be and has something to do */
};

struct graph_state {
    uint64_t region;
    uint32_t placement;
    uint32_t first_edge; /* of those that lead away; the next state's is their end */
};

struct room_graph {
    struct room room;
    unsigned boxes;
    uint32_t choose[ROOM_WORD + 1][ROOM_MOST_BOXES + 1]; /* binomial coefficients */
    uint32_t most_states;
    struct placement *placements; /* [most_states + 1] owned, like the others */
    struct graph_state *states;   /* [most_states + 1] */
    uint32_t placement_count, state_count, edge_count;
    uint32_t *edges;         /* [4 * boxes * most_states] states after a push */
    uint16_t *labels;        /* of the edges */
    uint32_t *first_back;    /* [most_states + 1] the same edges by where they lead, see room_graph_turn */
    uint32_t *back;          /* states before a push */
    bool turned;             /* these are made */
};

/* False: out of memory; room_graph_free must be called all the same. */
bool room_graph_make(struct room_graph *graph, unsigned boxes, uint32_t most_states);
void room_graph_free(struct room_graph *graph);

/* Whether a room is small enough, as far as its cells tell. */
bool room_graph_fits(const struct room_graph *graph, unsigned cells);

/* Fills in the graph of a room that fits.  False: it has too many states. */
bool room_graph_fill(struct room_graph *graph, const struct room *room);

/* Fills in the edges by where they lead, unless that was done. */
void room_graph_turn(struct room_graph *graph);

#endif
