/* Rows or titles?  While no game is given, a line such as "ABC" or "12" may be a row of a Snakebird
 * level or a title above another level; see level_reader.h.
 *
 * So both readings are tried: all lines as rows of one level, and those in doubt as text between
 * levels.  If only one of them gives levels, that is it.  If both do, it is for the author to
 * say. */
#include "solve/level_inside.h"

/* What a reading comes to. */
struct reading {
    enum level_fit fit;
    const struct game *game; /* of the first level */
    bool failed;             /* out of memory */
};

/* Adds a level of some rows to a reading, which fits no better than its worst level. */
static void try_rows(const struct rows *rows, size_t first, size_t count, struct reading *reading)
{
    struct level level = {0};
    const struct game *game = NULL;
    if (!rows_grid(rows, first, count, &level.grid)) {
        reading->failed = true;
        return;
    }
    enum level_fit fit = LEVEL_FITS_NOT;
    reading->failed |= !level_try(&level, &game, &fit);
    reading->fit = fit < reading->fit ? fit : reading->fit;
    reading->game = reading->game == NULL ? game : reading->game;
    level_free(&level);
}

/* The reading in which what is in doubt is text: it parts the other rows into levels. */
static struct reading try_as_text(const struct rows *rows)
{
    struct reading reading = {.fit = rows->doubts < rows->count ? LEVEL_LOADS : LEVEL_FITS_NOT};
    size_t first = 0;
    for (size_t n = 0; n <= rows->count; n++) {
        if (n < rows->count && !rows->doubtful[n])
            continue;
        if (n > first)
            try_rows(rows, first, n - first, &reading);
        first = n + 1;
    }
    return reading;
}

/* Whether a line in doubt is as wide as the widest of the others. */
static bool as_wide_as_rows(const struct rows *rows)
{
    size_t rows_widest = 0;
    for (size_t n = 0; n < rows->count; n++) {
        size_t width = rows_width(rows, n, 1);
        if (!rows->doubtful[n] && width > rows_widest)
            rows_widest = width;
    }
    for (size_t n = 0; n < rows->count; n++) {
        if (rows->doubtful[n] && rows_width(rows, n, 1) == rows_widest)
            return true;
    }
    return false;
}

static void say_doubt(const struct level_reader *reader, const struct rows *rows,
                      const struct game *game, struct text *error)
{
    struct text row = {0};
    size_t n = 0;
    while (!rows->doubtful[n])
        n++;
    rows_nth(rows, n, &row);
    text_addf(error,
              "%s:%lu:1: '%.40s' could be a row of a %s level or a title; --game=%s makes it a row, "
              "'; ' before it a title\n",
              reader->path, rows->line[n], text_string(&row), game->title, game->name);
    error->failed |= row.failed;
    text_free(&row);
}

enum doubt settle_doubt(const struct level_reader *reader, const struct rows *rows,
                        struct text *error)
{
    struct reading all = {.fit = LEVEL_LOADS};
    try_rows(rows, 0, rows->count, &all);
    if (all.fit == LEVEL_FITS_NOT && !all.failed)
        return DOUBT_TEXT;
    struct reading parts = try_as_text(rows);
    if (all.failed || parts.failed)
        return DOUBT_FAILED;
    /* A row with a mistake in it is no title, if it looks like its neighbours. */
    bool likely_row = all.fit == LEVEL_LOADS ||
                      (as_wide_as_rows(rows) && (parts.game == NULL || parts.game == all.game));
    if (!likely_row)
        return DOUBT_TEXT;
    if (parts.fit != LEVEL_LOADS)
        return DOUBT_ROWS;
    say_doubt(reader, rows, all.game, error);
    return DOUBT_STAYS;
}
