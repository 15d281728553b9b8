/* Listing the tours of an arena in the order of their labels.
 *
 * A tour begins at cell 0, whose only neighbours lie right and below; of its two directions the one
 * that begins with R comes first and stands for both. */
#ifndef ONLYWAY_SOLVE_SNAKE_TOURS_H
#define ONLYWAY_SOLVE_SNAKE_TOURS_H

#include "games/snake/snake.h"
#include "solve/search/limits.h"

enum tours_outcome {
    TOURS_LISTED,
    TOURS_STOPPED, /* a limit was hit */
    TOURS_NO_MEMORY
};

/* Is given each tour's moves, as many as the arena has cells; returns false to stop. */
typedef bool tour_function(void *context, const game_move *moves);

/* Lists all tours, the first first.  What walking along a tour cannot find soon is found by asking,
 * step by step, whether any tour goes that way (the frontier search tells), so that even the
 * hardest arena takes no more than a few such searches a cell. */
enum tours_outcome snake_list_tours(const struct snake *arena, struct watch *watch, tour_function *take, void *context);

/* The same, with the number of steps after which it begins to ask: for tests. */
enum tours_outcome snake_list_tours_patiently(const struct snake *arena, struct watch *watch, tour_function *take,
                                              void *context, unsigned patience);

/* Finds the first tour that begins with `count` legal steps, and copies its moves, as many as the
 * arena has cells.  *found false: there is none if the outcome is TOURS_LISTED, else nobody
 * knows. */
enum tours_outcome snake_find_tour(const struct snake *arena, struct watch *watch, const game_move *steps, size_t count,
                                   game_move *moves, bool *found);
enum tours_outcome snake_find_tour_patiently(const struct snake *arena, struct watch *watch, const game_move *steps,
                                             size_t count, game_move *moves, bool *found, unsigned patience);

#endif
