/* From a level's text to its puzzle: which game it is, and whether its characters belong there; see
 * levels.h. */
#include "solve/levels.h"

#include "base/utf8.h"

#include <string.h>

static bool is_cell(const struct game *game, unsigned char c)
{
    return c == '\0' || strchr(game->cells, c) != NULL;
}

static size_t count_foreign(const struct game *game, const struct grid *grid)
{
    size_t foreign = 0;
    for (int cell = 0; cell < grid_size(grid); cell++)
        foreign += !is_cell(game, grid->cells[cell]);
    return foreign;
}

static bool has_mark(const struct game *game, const struct grid *grid)
{
    if (game->marks == NULL)
        return true;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] != '\0' && strchr(game->marks, grid->cells[cell]) != NULL)
            return true;
    }
    return false;
}

/* How well a level fits a game: all characters belong there and a mark is there, all characters
 * belong there, or not. */
static int fit(const struct game *game, const struct grid *grid)
{
    return count_foreign(game, grid) > 0 ? 0 : 1 + has_mark(game, grid);
}

/* The only game that fits best; where none fits, the one with the fewest foreign characters, whose
 * complaint will be the most useful.  NULL: two games fit, said in `error`. */
const struct game *level_game(const struct level *level, struct text *error)
{
    const struct game *best = NULL, *other = NULL;
    for (size_t i = 0; games[i] != NULL; i++) {
        int better = best == NULL ? 1 : fit(games[i], &level->grid) - fit(best, &level->grid);
        if (better == 0 && fit(best, &level->grid) < 2) /* none will do, so name the likeliest */
            better = count_foreign(games[i], &level->grid) < count_foreign(best, &level->grid)
                         ? 1
                         : -1;
        if (better > 0)
            other = NULL;
        else if (better == 0)
            other = games[i];
        if (better > 0)
            best = games[i];
    }
    if (other != NULL) {
        text_addf(error,
                  "%s:%lu:1: this could be %s or %s; say which with --game=%s or --game=%s\n",
                  text_string(&level->file), level->line, best->title, other->title, best->name,
                  other->name);
        return NULL;
    }
    return best;
}

enum level_fit level_try(const struct level *level, const struct game **game)
{
    struct text error = {0};
    struct puzzle *puzzle = NULL;
    *game = level_game(level, &error);
    enum level_fit result = *game == NULL                   ? LEVEL_LOADS
                            : fit(*game, &level->grid) == 2 ? LEVEL_FITS
                                                            : LEVEL_FITS_NOT;
    if (result == LEVEL_FITS)
        puzzle = level_load(level, *game, (struct variant){0}, &error);
    if (puzzle != NULL) {
        result = LEVEL_LOADS;
        puzzle->game->free(puzzle);
    }
    text_free(&error);
    return result;
}

static void name_character(const unsigned char *bytes, size_t size, struct text *error)
{
    size_t length;
    long code = utf8_decode((const char *)bytes, size, &length);
    if (code < 0)
        text_addf(error, "byte 0x%02X", bytes[0]);
    else if (code == '\t')
        text_add_string(error, "tab");
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0))
        text_addf(error, "control character U+%04lX", (unsigned long)code);
    else if (code < 0x7f)
        text_addf(error, "'%c'", (int)code);
    else
        text_addf(error, "'%.*s' (U+%04lX)", (int)length, (const char *)bytes,
                  (unsigned long)code);
}

/* Says which character does not belong into a level of the game. */
static void complain_foreign(const struct level *level, const struct game *game,
                             struct text *error)
{
    const struct grid *grid = &level->grid;
    int cell = 0;
    while (is_cell(game, grid->cells[cell]))
        cell++;
    int row = cell / grid->columns, column = cell % grid->columns;
    text_addf(error, "%s:%lu:%d: unknown character ", text_string(&level->file),
              level->line + (unsigned long)row, column + 1);
    name_character(grid->cells + cell, (size_t)(grid->columns - column), error);
    text_addf(error, " for a %s level, whose cells are", game->title);
    for (const char *c = game->cells; *c != '\0'; c++) {
        if (*c == ' ')
            text_add_string(error, " space");
        else
            text_addf(error, " %c", *c);
    }
    text_add_char(error, '\n');
}

struct puzzle *level_load(const struct level *level, const struct game *game,
                          struct variant variant, struct text *error)
{
    if (game == NULL)
        game = level_game(level, error);
    if (game == NULL)
        return NULL;
    if (count_foreign(game, &level->grid) > 0) {
        complain_foreign(level, game, error);
        return NULL;
    }
    struct grid grid;
    struct complaint complaint = {0};
    if (!grid_copy(&grid, &level->grid)) {
        text_addf(error, "%s:%lu:1: out of memory\n", text_string(&level->file), level->line);
        return NULL;
    }
    for (int cell = 0; cell < grid_size(&grid); cell++) {
        if (grid.cells[cell] == '\0')
            grid.cells[cell] = game->outside;
    }
    struct puzzle *puzzle = game->load(&grid, variant, &complaint);
    grid_free(&grid);
    if (puzzle == NULL)
        text_addf(error, "%s:%lu:%d: %s\n", text_string(&level->file),
                  level->line + (unsigned long)(complaint.row > 0 ? complaint.row - 1 : 0),
                  complaint.column > 0 ? complaint.column : 1, complaint.message);
    return puzzle;
}
