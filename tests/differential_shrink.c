/* Shrinks a level that shows a failure: removes rows and columns, and turns cells into floor or wall, as long as the
 * failure remains; see differential.h. */
#include "tests/differential.h"

#include <stdlib.h>
#include <string.h>

/* The characters to try in each cell, emptiest first, for all games. */
static const char plainest[] = " -#X";

static bool still_fails(const struct specimen *specimen, const struct change *change, struct text *why)
{
    struct trial trial;
    struct text reason = {0};
    if (!trial_make(&trial, specimen, NULL))
        return false;
    bool fails = !change->holds(&trial, change, &reason);
    if (fails) {
        text_clear(why);
        text_add_string(why, text_string(&reason));
    }
    text_free(&reason);
    trial_free(&trial);
    return fails;
}

/* Replaces the specimen by the other one if that fails too, and otherwise frees the other one. */
static bool take(struct specimen *specimen, struct specimen other, const struct change *change, struct text *why)
{
    bool fails = still_fails(&other, change, why);
    specimen_free(fails ? specimen : &other);
    if (fails)
        *specimen = other;
    return fails;
}

/* Returns a copy without a row or a column; -1: keep all of them. */
static struct specimen without(const struct specimen *specimen, int row, int column)
{
    const struct grid *grid = &specimen->grid;
    struct specimen smaller = *specimen;
    if (!grid_make(&smaller.grid, grid->columns - (column >= 0), grid->rows - (row >= 0), ' '))
        abort();
    int to = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (cell / grid->columns != row && cell % grid->columns != column)
            smaller.grid.cells[to++] = grid->cells[cell];
    }
    return smaller;
}

static bool take_out_lines(struct specimen *specimen, const struct change *change, struct text *why)
{
    bool changed = false;
    for (int row = specimen->grid.rows - 1; row >= 0 && specimen->grid.rows > 1; row--)
        changed |= take(specimen, without(specimen, row, -1), change, why);
    for (int column = specimen->grid.columns - 1; column >= 0 && specimen->grid.columns > 1; column--)
        changed |= take(specimen, without(specimen, -1, column), change, why);
    return changed;
}

static bool clear_cells(struct specimen *specimen, const struct change *change, struct text *why)
{
    bool changed = false;
    for (int cell = 0; cell < grid_size(&specimen->grid); cell++) {
        unsigned char now = specimen->grid.cells[cell];
        const char *place = strchr(plainest, now);
        size_t better = place == NULL ? strlen(plainest) : (size_t)(place - plainest);
        bool done = false;
        for (size_t i = 0; i < better && !done; i++) {
            if (strchr(specimen->game->cells, plainest[i]) == NULL)
                continue;
            struct specimen other = specimen_copy(specimen);
            other.grid.cells[cell] = (unsigned char)plainest[i];
            done = take(specimen, other, change, why);
        }
        changed |= done;
    }
    return changed;
}

void specimen_shrink(struct specimen *specimen, const struct change *change, struct text *why)
{
    while (take_out_lines(specimen, change, why) || clear_cells(specimen, change, why))
        ;
}
