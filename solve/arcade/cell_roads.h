/* Roads through an arena that is made of blocks of two by two cells, for the autopilot `cells`.
 *
 * In every block the snake drives round in one direction; from each cell it may turn on to the next
 * cell of its block or cross into the neighbouring block on that side.  Blocks between which it
 * crosses are joined.  As long as the joined blocks make a tree and all the rest can still be
 * reached, going round that tree, grown to span all blocks, is a Hamiltonian cycle on which the
 * body lies already: a *safe* position, from which the game can always be won.  (The idea is T. van
 * Laarhoven's "cell tree".) */
#ifndef ONLYWAY_SOLVE_ARCADE_CELL_ROADS_H
#define ONLYWAY_SOLVE_ARCADE_CELL_ROADS_H

#include "games/snake/snake.h"

/* The roads themselves, which do not change. */
struct roads {
    const struct snake *arena;
    unsigned cells, blocks;
    int *block; /* [cells] */
    int *turn;  /* [cells]: the next cell of the block */
    int *cross; /* [cells]: the cell across, or -1 */
};

/* What came of looking for something: there may be none, and memory may run out first. */
enum finding { FOUND_NONE, FOUND, FOUND_FAILED };

/* FOUND_NONE: the arena is not made of such blocks. */
enum finding roads_make(struct roads *roads, const struct snake *arena);
void roads_free(struct roads *roads);

/* What a search may add to the cost of a step, in thousandths of a step. */
struct road_prices {
    unsigned new_block; /* for crossing into a block where the snake is not */
    unsigned noise;     /* for any step, at most that much, by chance */
};

/* Room for looking at positions.  A position is a list of cells, tail first, head last. */
struct traffic {
    const struct roads *roads;
    int *parent;                /* [blocks]: the block from which the body first came there */
    unsigned char *taken;       /* [cells]: 1 the body, 2 can be reached */
    unsigned *queue, *distance; /* [cells] */
    /* of the last search */
    uint32_t *cost;             /* [cells] */
    int *from, *time, *origin;  /* [cells]: step before, steps made, block before this one */
    int *leaves, *block_leaves; /* when the body has left a cell, a block */
    unsigned char *done, *block_done;
    struct road_node *heap;
    size_t heap_count;
    uint64_t chance;
};

bool traffic_make(struct traffic *traffic, const struct roads *roads);
void traffic_free(struct traffic *traffic);

/* Whether a position is safe.  `distances` receives the sum, over all free cells, of the steps from
 * the head to there.  Afterwards `taken` says which free cells cannot be reached: those with 0. */
bool traffic_safe(struct traffic *traffic, const unsigned *body, unsigned length, uint64_t *distances);

/* Finds a cheap way from the head to every cell, with the body moving on meanwhile, its tail only
 * after `growth` steps; ways end at the food.  False: there is none to the food. */
bool traffic_search(struct traffic *traffic, const unsigned *body, unsigned length, unsigned growth, bool tail_blocked,
                    unsigned food, const struct road_prices *prices);

/* The way to a cell that the last search has found: writes its cells, returns how many. */
unsigned traffic_way(const struct traffic *traffic, unsigned cell, unsigned *way);

/* The cheapest cell among those that the last call of traffic_safe found out of reach, or -1. */
int traffic_nearest_lost(const struct traffic *traffic);

#endif
