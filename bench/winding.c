/* Prints a large LongCat level: winding COLUMNS ROWS SEED; see tests/winding.h. */
#include "tests/winding.h"

#include <stdio.h>
#include <stdlib.h>

enum { PERCENT = 65, LEAST = 4, MOST = 200 };

int main(int argc, char **argv)
{
    int columns = argc == 4 ? atoi(argv[1]) : 0, rows = argc == 4 ? atoi(argv[2]) : 0;
    if (columns < LEAST || rows < LEAST || columns > MOST || rows > MOST) {
        fprintf(stderr, "Usage: winding COLUMNS ROWS SEED\n");
        return 2;
    }
    struct chance chance = {strtoull(argv[3], NULL, 10)};
    struct grid grid = winding_level(&chance, columns, rows, PERCENT);
    for (int row = 0; row < grid.rows; row++)
        printf("%.*s\n", grid.columns, (const char *)grid.cells + row * grid.columns);
    grid_free(&grid);
    return 0;
}
