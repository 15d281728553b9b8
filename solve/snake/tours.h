/* Listing the tours of an arena in the order of their labels.
 *
 * A tour begins at cell 0, whose only neighbours lie to the right and below.  Of its two directions, the one that
 * begins with R comes first and stands for both. */
#ifndef ONLYWAY_SOLVE_SNAKE_TOURS_H
#define ONLYWAY_SOLVE_SNAKE_TOURS_H

#include "games/snake/snake.h"
#include "solve/search/limits.h"

enum tours_outcome {
    TOURS_LISTED,
    TOURS_STOPPED, /* a limit was hit */
    TOURS_NO_MEMORY
};

/* Receives the moves of a tour, as many as the arena has cells.  Returns false to stop. */
typedef bool tour_function(void *context, const game_move *moves);

/* Lists all tours in order.  It walks along the tours with backtracking.  After too many steps without a tour it asks
 * the frontier search, before each step, whether any tour goes that way.  So even the hardest arena takes at most a few
 * such searches for each cell. */
enum tours_outcome snake_list_tours(const struct snake *arena, struct watch *watch, tour_function *take, void *context);

/* As above, with the number of steps after which it begins to ask; for tests. */
enum tours_outcome snake_list_tours_patiently(const struct snake *arena, struct watch *watch, tour_function *take,
                                              void *context, unsigned patience);

/* Finds the first tour that begins with `count` legal steps and copies its moves, as many as the arena has cells.  If
 * *found is false, TOURS_LISTED means that there is none; other outcomes leave that open. */
enum tours_outcome snake_find_tour(const struct snake *arena, struct watch *watch, const game_move *steps, size_t count,
                                   game_move *moves, bool *found);
enum tours_outcome snake_find_tour_patiently(const struct snake *arena, struct watch *watch, const game_move *steps,
                                             size_t count, game_move *moves, bool *found, unsigned patience);

#endif
