/* Arenas that obviously have no tour; see no_tour.h. */
#include "solve/snake/no_tour.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_connected(const struct snake *arena, bool *memory_failed)
{
    bool *seen = calloc(arena->cells, sizeof *seen);
    unsigned *queue = calloc(arena->cells, sizeof *queue);
    size_t first = 0, last = 0;
    *memory_failed = seen == NULL || queue == NULL;
    if (!*memory_failed) {
        seen[0] = true;
        queue[last++] = 0;
        for (; first < last; first++) {
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                int next = arena->next[queue[first] * DIRECTIONS + direction];
                if (next >= 0 && !seen[next]) {
                    seen[next] = true;
                    queue[last++] = (unsigned)next;
                }
            }
        }
    }
    free(seen);
    free(queue);
    return last == arena->cells;
}

/* The open cells of the colour of the upper left corner, minus the others. */
static int colour_balance(const struct snake *arena)
{
    int balance = 0;
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        int place = arena->place[cell], columns = arena->grid.columns;
        balance += (place / columns + place % columns) % 2 == 0 ? 1 : -1;
    }
    return balance;
}

/* A cell with fewer than two neighbours, or -1. */
static int find_dead_end(const struct snake *arena)
{
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        unsigned ways = 0;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++)
            ways += arena->next[cell * DIRECTIONS + direction] >= 0;
        if (ways < 2)
            return (int)cell;
    }
    return -1;
}

bool snake_has_no_tour(const struct snake *arena, char *reason, bool *failed)
{
    int balance = colour_balance(arena), dead_end = find_dead_end(arena);
    if (!is_connected(arena, failed) && !*failed)
        snprintf(reason, SNAKE_REASON, "the open cells are not connected");
    else if (arena->cells % 2 != 0)
        snprintf(reason, SNAKE_REASON, "the number of open cells, %u, is odd", arena->cells);
    else if (dead_end >= 0)
        snprintf(reason, SNAKE_REASON, "the open cell in row %d, column %d is a dead end",
                 arena->place[dead_end] / arena->grid.columns + 1, arena->place[dead_end] % arena->grid.columns + 1);
    else if (balance != 0)
        snprintf(reason, SNAKE_REASON, "coloured like a chessboard, the open cells are out of balance: %d and %d",
                 ((int)arena->cells + balance) / 2, ((int)arena->cells - balance) / 2);
    else
        return false;
    return true;
}
