/* Symmetries and sizes of levels; see composition.h. */
#include "gen/climb/composition.h"

#include <string.h>

unsigned composition_orbit(enum composition_symmetry symmetry, int columns, int rows, int cell, int orbit[ORBIT_MOST])
{
    int row = cell / columns, column = cell % columns;
    int mirrored = row * columns + columns - 1 - column, flipped = (rows - 1 - row) * columns + column;
    int images[] = {mirrored, flipped, columns * rows - 1 - cell};
    bool both = symmetry == SYMMETRY_BOTH;
    bool taken[] = {both || symmetry == SYMMETRY_MIRROR, both || symmetry == SYMMETRY_FLIP,
                    both || symmetry == SYMMETRY_TURN};
    unsigned count = 0;
    orbit[count++] = cell;
    for (unsigned i = 0; i < 3; i++) {
        bool fresh = taken[i];
        for (unsigned n = 0; n < count; n++)
            fresh = fresh && orbit[n] != images[i];
        if (fresh)
            orbit[count++] = images[i];
    }
    return count;
}

bool composition_has_axis(enum composition_symmetry symmetry, int columns, int rows)
{
    bool wide = columns % 2 != 0, high = rows % 2 != 0;
    switch (symmetry) {
    case SYMMETRY_MIRROR:
        return wide;
    case SYMMETRY_FLIP:
        return high;
    case SYMMETRY_TURN:
    case SYMMETRY_BOTH:
        return wide && high;
    default:
        return true;
    }
}

static unsigned draw_side(unsigned usual, unsigned least, unsigned more, bool odd, struct rng *rng)
{
    unsigned low = usual > least + 1 ? usual - 1 : least;
    unsigned side = low + rng_below(rng, usual + more - low + 1);
    if (odd && side % 2 == 0)
        return side < usual + more ? side + 1 : side - 1;
    return side;
}

struct board_size composition_size(struct board_size usual, unsigned least, enum composition_symmetry symmetry,
                                   struct rng *rng)
{
    bool both = symmetry == SYMMETRY_BOTH || symmetry == SYMMETRY_TURN;
    unsigned columns = draw_side(usual.columns, least, COMPOSITION_WIDER, both || symmetry == SYMMETRY_MIRROR, rng);
    unsigned rows = draw_side(usual.rows, least, 1, both || symmetry == SYMMETRY_FLIP, rng);
    return (struct board_size){columns, rows};
}

/* The content of an image of a cell that holds `c`: a piece that stands alone becomes its ground. */
static unsigned char without(unsigned char c, const char *alone, const char *ground)
{
    const char *found = c == '\0' ? NULL : strchr(alone, c);
    return found == NULL ? c : (unsigned char)ground[found - alone];
}

/* Makes *image the image of a cell that holds `c`.  If *image holds a piece that stands alone, only changes its ground.
 * Returns false if that is impossible. */
static bool make_image(unsigned char *image, unsigned char c, const char *alone, const char *ground)
{
    unsigned char wanted = without(c, alone, ground);
    const char *found = *image == '\0' ? NULL : strchr(alone, *image);
    if (found == NULL) {
        *image = wanted;
        return true;
    }
    size_t pair = (size_t)(found - alone) / 2 * 2;
    for (size_t i = pair; i < pair + 2; i++) {
        if (ground[i] == wanted) {
            *image = (unsigned char)alone[i];
            return true;
        }
    }
    return false;
}

bool composition_repeat(enum composition_symmetry symmetry, struct grid *grid, const unsigned char *before,
                        const char *alone, const char *ground)
{
    int orbit[ORBIT_MOST];
    bool good = true;
    for (int cell = 0; good && cell < grid_size(grid); cell++) {
        unsigned count = composition_orbit(symmetry, grid->columns, grid->rows, cell, orbit), changed = 0;
        bool first = true; /* the cell is the first of its orbit */
        for (unsigned n = 1; n < count; n++)
            first = first && orbit[n] > cell;
        while (changed < count && grid->cells[orbit[changed]] == before[orbit[changed]])
            changed++;
        if (!first || changed == count)
            continue;
        unsigned char c = grid->cells[orbit[changed]];
        for (unsigned n = 0; n < count; n++) {
            if (n != changed)
                good = good && make_image(&grid->cells[orbit[n]], c, alone, ground);
        }
    }
    return good;
}

bool composition_holds(enum composition_symmetry symmetry, const struct grid *grid, const char *alone,
                       const char *ground)
{
    int orbit[ORBIT_MOST];
    bool holds = true;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned count = composition_orbit(symmetry, grid->columns, grid->rows, cell, orbit);
        for (unsigned n = 1; n < count; n++)
            holds = holds && without(grid->cells[cell], alone, ground) == without(grid->cells[orbit[n]], alone, ground);
    }
    return holds;
}
