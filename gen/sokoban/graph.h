/* All states of a room with a given number of boxes, regardless of goals, and all pushes between them.
 *
 * A set of cells is one word, so a room has at most ROOM_WORD cells. */
#ifndef ONLYWAY_GEN_SOKOBAN_GRAPH_H
#define ONLYWAY_GEN_SOKOBAN_GRAPH_H

#include "gen/sokoban/room.h"

#include <stddef.h>

/* A placement of the boxes.  Its number is its rank among all sets of that many cells. */
struct placement {
    uint64_t boxes;
    uint32_t first_state; /* placements have one state for each region in which the player can push a box */
};

struct graph_state {
    uint64_t region;
    uint32_t placement;
    uint32_t first_edge; /* of the outgoing edges; they end at the next state's first_edge */
};

struct room_graph {
    struct room room;
    unsigned boxes;
    uint32_t choose[ROOM_WORD + 1][ROOM_MOST_BOXES + 1]; /* binomial coefficients */
    uint32_t most_states;
    struct placement *placements; /* [most_states + 1] owned, like the arrays below */
    struct graph_state *states;   /* [most_states + 1] */
    uint32_t placement_count, state_count, edge_count;
    uint32_t *edges;      /* [4 * boxes * most_states] the states after each push */
    uint16_t *labels;     /* of the edges */
    uint32_t *first_back; /* [most_states + 2] the same edges, sorted by target; see room_graph_turn */
    uint32_t *back;       /* the states before each push */
    bool turned;          /* first_back and back are filled in */
};

#endif
