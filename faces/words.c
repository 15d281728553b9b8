/* Words that several games use; see words.h. */
#include "faces/words.h"

#include <string.h>

unsigned count_cells(const struct grid *grid, const char *characters)
{
    unsigned found = 0;
    for (int cell = 0; cell < grid_size(grid); cell++)
        found += grid->cells[cell] != '\0' && strchr(characters, grid->cells[cell]) != NULL;
    return found;
}

void add_left(unsigned left, const char *one, const char *many, struct text *text)
{
    text_addf(text, "%u %s left.", left, left == 1 ? one : many);
}

void tell_open_cells(const struct grid *grid, struct text *text)
{
    add_left(count_cells(grid, " "), "open cell", "open cells", text);
}
