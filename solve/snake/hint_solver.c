/* Snake's hint solver: completes the tour that has been begun. */
#include "solve/snake/solver.h"

#include "solve/snake/tours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum search_end snake_hint_solver(const struct puzzle *puzzle, const game_move *made, size_t count,
                                  const struct limits *limits, struct hint_way *way)
{
    const struct snake *arena = snake_arena(puzzle);
    struct watch watch;
    game_move *moves = calloc(arena->cells + 1, sizeof *moves);
    bool found = false;
    enum tours_outcome outcome = TOURS_NO_MEMORY;
    watch_start(&watch, limits);
    if (moves != NULL)
        outcome = snake_find_tour(arena, &watch, made, count, moves, &found);
    if (found) {
        memmove(moves, moves + count, (arena->cells - count) * sizeof *moves);
        *way = (struct hint_way){.moves = moves, .count = arena->cells - count};
        return SEARCH_FOUND;
    }
    free(moves);
    snprintf(way->reason, sizeof way->reason, "%s", watch.reason);
    return outcome == TOURS_LISTED ? SEARCH_NONE : outcome == TOURS_STOPPED ? SEARCH_LIMIT : SEARCH_NO_MEMORY;
}
