/* Rows or comments?  A line that begins with ';' or '::' is a comment, and "Name: value" is text; but a row of a
 * Snakebird level may look like that, too, as these are characters of its blocks.  See level_reader.h.
 *
 * Such a line is a row only if it has nothing but cells in it, as all rows around it, and is as wide as the
 * nearest of them above or below: every level is written with rows of equal width.  A comment with a space
 * in it, or one that is longer or shorter than the rows it stands at, is never taken for a row.
 *
 * Of "Name:value" in that width it is a row just if there is a level then.  And where every line begins like a
 * comment, the level may have been put out of use by that: without a game given, it is for the author to say. */
#include "solve/level_inside.h"

/* Whether all rows but those that may be titles are cells of a game. */
static bool all_cells(const struct level_reader *reader, struct rows *rows)
{
    struct text row = {0};
    bool found = false;
    for (size_t i = 0; games[i] != NULL && !found; i++) {
        found = reader->game == NULL || reader->game == games[i];
        for (size_t n = 0; n < rows->count && found; n++) {
            rows_nth(rows, n, &row);
            found = rows->doubtful[n] || line_all_cells(games[i], &row);
        }
    }
    rows->cells.failed |= row.failed;
    text_free(&row);
    return found && !rows->cells.failed;
}

/* Whether a row is as wide as the nearest row above or below that is none of the marked ones, or, if
 * all are marked, as its neighbours. */
static bool is_as_wide(const struct rows *rows, size_t n)
{
    size_t width = rows_width(rows, n, 1), above = n, below = n + 1;
    bool all = rows->marks == rows->count;
    if (rows->count == 1)
        return true;
    while (above > 0 && rows->marked[above - 1] && !all)
        above--;
    while (below < rows->count && rows->marked[below] && !all)
        below++;
    return (above > 0 && rows_width(rows, above - 1, 1) == width) ||
           (below < rows->count && rows_width(rows, below, 1) == width);
}

/* Whether all rows together are a level.  False as well: out of memory, which the rows note. */
static bool is_level(struct rows *rows)
{
    struct level level = {0};
    const struct game *game = NULL;
    enum level_fit fit = LEVEL_FITS_NOT;
    if (!rows_grid(rows, 0, rows->count, &level.grid)) {
        rows->cells.failed = true;
        return false;
    }
    rows->cells.failed |= !level_try(&level, &game, &fit);
    level_free(&level);
    return fit == LEVEL_LOADS && !rows->cells.failed;
}

static void say_marks(const struct level_reader *reader, const struct rows *rows,
                      struct text *error)
{
    text_addf(error,
              "%s:%lu:1: could be the rows of a level or comments; --game=NAME makes them rows, '; ' "
              "comments\n",
              reader->path, rows->line[0]);
}

enum doubt settle_marks(struct level_reader *reader, struct rows *rows, struct text *error)
{
    bool cells = all_cells(reader, rows), all = rows->marks == rows->count;
    bool good = cells && is_level(rows), every = true;
    reader->marks_from = rows->line[0];
    reader->marks_to = rows->line[rows->count - 1];
    if (all && good && reader->game == NULL) {
        say_marks(reader, rows, error);
        return DOUBT_STAYS;
    }
    for (size_t n = 0; n < rows->count; n++) {
        struct text row = {0};
        rows_nth(rows, n, &row);
        bool named = line_key_length(text_string(&row)) > 0;
        bool is_row = cells && is_as_wide(rows, n) && (good || !(named || all));
        every &= is_row || !rows->marked[n];
        reader->mark_is_row[rows->line[n] - reader->marks_from] = is_row;
        rows->cells.failed |= row.failed;
        text_free(&row);
    }
    return rows->cells.failed ? DOUBT_FAILED : every ? DOUBT_ROWS : DOUBT_TEXT;
}
