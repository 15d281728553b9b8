/* Code shared by the scripts of several games; see script.h. */
#include "games/draw/script.h"

#include <string.h>

void script_add_rows(const struct grid *grid, const char *cells, const char *glyphs, struct text *text)
{
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const char *found = strchr(cells, grid->cells[row * grid->columns + column]);
            text_add_char(text, found == NULL ? '#' : glyphs[found - cells]);
        }
        text_add_char(text, '\n');
    }
}
