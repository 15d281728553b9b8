/* Snowman: the fewest pushes of a single ball from cell to cell in the empty garden.
 *
 * The player must get behind the ball, walking around it; other balls do not count. */
#include "games/snowman/costs.h"

#include <stdlib.h>

/* A ball on a cell cuts the garden into parts; from which of them the player pushes is named by the
 * first direction in which that part begins.  A node is a cell and such a part, and a ball that is
 * pushed leaves the player in the part behind it. */
static void find_sides(const struct snowman *board, signed char *side)
{
    struct cell_set ball, region;
    set_clear(board, &ball);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        const int *next = board->next + board->place_of[cell] * DIRECTIONS;
        set_add(&ball, board->place_of[cell]);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            signed char *found = &side[cell * DIRECTIONS + (unsigned)direction];
            *found = -1;
            if (next[direction] < 0)
                continue;
            set_clear(board, &region);
            set_add(&region, next[direction]);
            snowman_flood(board, &ball, &region);
            for (signed char first = 0; *found < 0; first++) {
                if (next[first] >= 0 && set_has(&region, next[first]))
                    *found = first;
            }
        }
        set_remove(&ball, board->place_of[cell]);
    }
}

struct nodes {
    const signed char *side;  /* [cells * DIRECTIONS] */
    unsigned *queue;          /* [cells * DIRECTIONS] */
    unsigned char *distance;  /* [cells * DIRECTIONS] NEVER until reached */
    unsigned last;
};

static void reach_node(struct nodes *nodes, unsigned node, unsigned distance)
{
    if (nodes->distance[node] != NEVER)
        return;
    nodes->distance[node] = (unsigned char)(distance < FAR ? distance : FAR);
    nodes->queue[nodes->last++] = node;
}

/* Breadth-first pushes of one ball from a cell, the player starting on any side. */
static void measure_from(struct snowman *board, unsigned start, struct nodes *nodes)
{
    memset(nodes->distance, NEVER, (size_t)board->cells * DIRECTIONS);
    nodes->last = 0;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        int side = nodes->side[start * DIRECTIONS + i];
        if (side >= 0)
            reach_node(nodes, start * DIRECTIONS + (unsigned)side, 0);
    }
    for (unsigned first = 0; first < nodes->last; first++) {
        unsigned node = nodes->queue[first], cell = node / DIRECTIONS;
        const int *next = board->next + board->place_of[cell] * DIRECTIONS;
        const signed char *side = nodes->side + cell * DIRECTIONS;
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            unsigned behind = direction_opposite(direction);
            if (next[direction] < 0 || side[behind] != (int)(node % DIRECTIONS))
                continue;
            unsigned to = (unsigned)board->cell_at[next[direction]] * DIRECTIONS;
            reach_node(nodes, to + (unsigned)nodes->side[to + behind],
                       nodes->distance[node] + 1u);
        }
    }
    unsigned char *distance = board->distance + (size_t)start * board->distance_row;
    memset(distance, NEVER, board->distance_row);
    for (unsigned node = 0; node < board->cells * DIRECTIONS; node++) {
        if (nodes->distance[node] < distance[node / DIRECTIONS])
            distance[node / DIRECTIONS] = nodes->distance[node];
    }
    distance[start] = NEVER; /* see costs.h */
}

/* Leaving a cell and coming back to it. */
static unsigned char measure_round_trip(const struct snowman *board, unsigned cell)
{
    unsigned best = NEVER;
    for (unsigned other = 0; other < board->cells; other++) {
        unsigned both = 0u + snowman_distances(board, cell)[other] +
                        snowman_distances(board, other)[cell];
        if (other != cell && both < best)
            best = both;
    }
    return (unsigned char)(best < FAR || best == NEVER ? best : FAR);
}

/* Round trips, and where there are none. */
static void note_round_trip(struct snowman *board, unsigned cell)
{
    board->round_trip[cell] = measure_round_trip(board, cell);
    bool leaves = false;
    for (unsigned other = 0; other < board->cells; other++)
        leaves |= other != cell && snowman_distances(board, cell)[other] != NEVER;
    if (!leaves)
        set_add(&board->dead_ends, board->place_of[cell]);
}

bool snowman_measure_distances(struct snowman *board)
{
    if (board->cells > MOST_CELLS)
        return true;
    size_t nodes = (size_t)board->cells * DIRECTIONS;
    board->distance_row = (board->cells + BLOCK - 1) / BLOCK * BLOCK;
    board->distance = calloc(board->cells, board->distance_row);
    board->round_trip = calloc(board->cells, 1);
    signed char *side = calloc(nodes, 1);
    struct nodes room = {side, calloc(nodes, sizeof *room.queue), calloc(nodes, 1), 0};
    bool good = board->distance != NULL && board->round_trip != NULL && side != NULL &&
                room.queue != NULL && room.distance != NULL;
    if (good) {
        find_sides(board, side);
        for (unsigned cell = 0; cell < board->cells; cell++)
            measure_from(board, cell, &room);
        for (unsigned cell = 0; cell < board->cells; cell++)
            note_round_trip(board, cell);
    }
    free(side);
    free(room.queue);
    free(room.distance);
    return good;
}
