/* What all games share; the registry is in registry.c. */
#include "games/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void complain(struct complaint *complaint, int row, int column, const char *format, ...)
{
    complaint->row = row;
    complaint->column = column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint->message, sizeof complaint->message, format, arguments);
    va_end(arguments);
}

const struct game *game_find(const char *name)
{
    for (size_t i = 0; games[i] != NULL; i++) {
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    }
    return NULL;
}

static bool maps_onto_itself(const struct grid *grid, unsigned symmetry)
{
    if (symmetry & 4 && grid->columns != grid->rows)
        return false;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[symmetry_cell(symmetry, grid->columns, grid->rows, cell)] !=
            grid->cells[cell])
            return false;
    }
    return true;
}

void puzzle_find_symmetries(struct puzzle *puzzle, const struct grid *grid, unsigned symmetries)
{
    puzzle->symmetry_count = 0;
    for (unsigned symmetry = 0; symmetry < symmetries; symmetry++) {
        if (maps_onto_itself(grid, symmetry))
            puzzle->symmetries[puzzle->symmetry_count++] = (unsigned char)symmetry;
    }
}
