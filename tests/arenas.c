/* Snake arenas for tests; see arenas.h. */
#include "tests/arenas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct puzzle *load_arena(int columns, int rows, const char *cells)
{
    struct grid grid;
    struct complaint complaint = {0};
    if (!grid_make(&grid, columns, rows, ' '))
        abort();
    if (cells != NULL)
        memcpy(grid.cells, cells, (size_t)(columns * rows));
    struct puzzle *puzzle = game_snake.load(&grid, (struct variant){0}, &complaint);
    if (puzzle == NULL) {
        fprintf(stderr, "not an arena: %s\n", complaint.message);
        abort();
    }
    grid_free(&grid);
    return puzzle;
}

struct puzzle *random_arena(struct chance *chance)
{
    unsigned char cells[RANDOM_ARENA_CELLS];
    int columns = 2 + chance_below(chance, 5), rows = 2 + chance_below(chance, 5);
    unsigned symmetry = (unsigned)chance_below(chance, GRID_SYMMETRIES);
    memset(cells, ' ', sizeof cells);
    for (int walls = chance_below(chance, 7); walls > 0; walls--) {
        int cell = chance_below(chance, columns * rows);
        for (int turn = 0; turn < 4; turn++) {
            cells[cell] = '#';
            if (columns == rows || symmetry < 4)
                cell = symmetry_cell(symmetry, columns, rows, cell);
        }
    }
    struct complaint complaint;
    struct grid grid = {columns, rows, cells};
    return game_snake.load(&grid, (struct variant){0}, &complaint);
}
