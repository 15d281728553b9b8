/* All states of a room with a number of boxes, goals or no goals, and all pushes between them.
 *
 * A set of cells is one word, so that there are at most ROOM_WORD of them. */
#ifndef ONLYWAY_GEN_SOKOBAN_GRAPH_H
#define ONLYWAY_GEN_SOKOBAN_GRAPH_H

#include "gen/sokoban/room.h"

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
    uint32_t *edges;      /* [4 * boxes * most_states] states after a push */
    uint16_t *labels;     /* of the edges */
    uint32_t *first_back; /* [most_states + 1] the same edges by where they lead, see room_graph_turn */
    uint32_t *back;       /* states before a push */
    bool turned;          /* these are made */
};

#endif
