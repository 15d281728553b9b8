/* Hamiltonian cycles that autopilots follow, and roads that can always be completed to such a cycle. */
#ifndef ONLYWAY_SOLVE_ARCADE_CIRCUIT_H
#define ONLYWAY_SOLVE_ARCADE_CIRCUIT_H

#include "base/array.h"
#include "base/rng.h"
#include "games/snake/snake.h"

/* --- roads through an arena that is made of blocks of two by two cells ---
 *
 * In every block the snake goes round in one direction.  From each cell it may turn to the next cell of its block, or
 * cross into the neighbouring block on that side.  Blocks between which it crosses are joined.  A position is *safe* if
 * the joined blocks form a tree and all other cells can still be reached.  Then the tree can grow to span all blocks,
 * and going round it is a Hamiltonian cycle that already contains the body.  So a safe position can always be won.
 * (The idea is T. van Laarhoven's "cell tree".) */

/* The roads of an arena; they never change. */
struct roads {
    const struct snake *arena;
    unsigned cells, blocks;
    int *block; /* [cells] */
    int *turn;  /* [cells]: the next cell of the block */
    int *cross; /* [cells]: the cell across, in the next block; or -1 */
    struct arrays arrays;
};

/* The result of looking for something; FOUND_FAILED: memory ran out. */
enum finding { FOUND_NONE, FOUND, FOUND_FAILED };

/* FOUND_NONE: the arena is not made of such blocks. */
enum finding roads_make(struct roads *roads, const struct snake *arena);
void roads_free(struct roads *roads);

/* The amounts that a search adds to the cost of a step, in thousandths of a step. */
struct road_prices {
    unsigned new_block; /* for crossing into a block where the snake is not */
    unsigned noise;     /* for any step, a random amount below this */
};

/* What traffic_safe finds out about a cell. */
enum { UNREACHED, BODY, REACHED };

/* Scratch memory for examining positions.  A position is a list of cells, tail first, head last. */
struct traffic {
    const struct roads *roads;
    int *parent;                /* [blocks]: the block from which the body first came there */
    unsigned char *mark;        /* [cells]: UNREACHED, BODY or REACHED */
    unsigned *queue, *distance; /* [cells] */
    /* results of the last search */
    uint32_t *cost;             /* [cells] */
    int *from, *time, *origin;  /* [cells]: the cell before, the steps made, the block before this one */
    int *leaves, *block_leaves; /* when the body will have left a cell, a block */
    unsigned char *done, *block_done;
    struct road_node *heap;
    size_t heap_count;
    struct arrays arrays;
    uint64_t random; /* the state of the noise */
};

bool traffic_make(struct traffic *traffic, const struct roads *roads);
void traffic_free(struct traffic *traffic);

/* Returns whether a position is safe.  *distances becomes the sum of the steps from the head to every reachable free
 * cell.  Afterwards, unless the joined blocks are no tree, `mark` and `distance` hold for this position. */
bool traffic_safe(struct traffic *traffic, const unsigned *body, unsigned length, uint64_t *distances);

/* Finds a cheap way from the head to every cell.  The body moves on meanwhile, but its tail waits for the first
 * `growth` steps.  Ways end at the food.  Returns false if no way leads to the food. */
bool traffic_search(struct traffic *traffic, const unsigned *body, unsigned length, unsigned growth, bool tail_blocked,
                    unsigned food, const struct road_prices *prices);

/* Writes the cells of the way that the last search found to a cell, and returns their number. */
unsigned traffic_way(const struct traffic *traffic, unsigned cell, unsigned *way);

/* Returns the cell that is cheapest in the last search among those that the last call of traffic_safe could not reach,
 * or -1. */
int traffic_nearest_lost(const struct traffic *traffic);

/* --- cycles --- */

/* A cycle through all cells of an arena.  If their number is odd, the cycle leaves out one cell, the *spare*.  The
 * spare can replace its *twin*: both lie between the same two cells of the cycle. */
struct circuit {
    unsigned length;
    unsigned *cell;  /* [length]: the cells in order */
    unsigned *index; /* [cells]: the position of a cell; the spare has its twin's */
    int twin;        /* of the spare; -1: no spare */
};

void circuit_free(struct circuit *circuit);

/* Makes a cycle round a random maze (Prim's algorithm) whose corridors are the roads.  FOUND_NONE: not all blocks are
 * connected. */
enum finding circuit_from_maze(struct circuit *circuit, const struct roads *roads, struct rng *rng);

/* Finds the first cycle of an arena by search.  With `spares` and an odd number of cells, finds one that leaves a cell
 * out.  FOUND_NONE: there is none, or none was found within fixed limits; `why` (AUTOPILOT_REASON bytes) says which. */
enum finding circuit_from_search(struct circuit *circuit, const struct snake *arena, bool spares, char *why);

#endif
