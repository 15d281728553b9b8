/* The rows of a level while it is read, and what only all of them together tell; see level_reader.h. */
#include "solve/level_inside.h"

#include <string.h>

void rows_free(struct rows *rows)
{
    text_free(&rows->cells);
    text_free(&rows->raw);
}

void rows_add(const char *row, unsigned long line, enum line kind, struct rows *rows)
{
    bool more = true;
    while (more && rows->count < GRID_MAX_SIDE) {
        size_t size = strcspn(row, "\n");
        text_add(&rows->cells, row, size);
        more = row[size] == '\n';
        row += size + more;
        rows->line[rows->count] = line;
        rows->marked[rows->count] = kind == LINE_MARKED;
        rows->doubtful[rows->count++] = kind == LINE_DOUBT;
        rows->start[rows->count] = rows->cells.size;
    }
    rows->doubts += kind == LINE_DOUBT;
    rows->marks += kind == LINE_MARKED;
}

static size_t row_size(const struct rows *rows, size_t n)
{
    return rows->start[n + 1] - rows->start[n];
}

void rows_nth(const struct rows *rows, size_t n, struct text *row)
{
    text_clear(row);
    text_add(row, text_string(&rows->cells) + rows->start[n], row_size(rows, n));
}

size_t rows_width(const struct rows *rows, size_t first, size_t count)
{
    size_t widest = 0;
    for (size_t n = first; n < first + count; n++)
        widest = row_size(rows, n) > widest ? row_size(rows, n) : widest;
    return widest;
}

bool rows_grid(const struct rows *rows, size_t first, size_t count, struct grid *grid)
{
    size_t width = rows_width(rows, first, count);
    if (!grid_make(grid, (int)width, (int)count, '\0'))
        return false;
    for (size_t n = 0; n < count; n++)
        memcpy(grid->cells + n * width, text_string(&rows->cells) + rows->start[first + n],
               row_size(rows, first + n));
    return true;
}

/* --- packed rows --- */

/* Whether a game takes every row as it is, and finds its mark in one of them. */
static bool takes_all(const struct game *game, struct rows *rows)
{
    struct text row = {0};
    bool all = game->marks == NULL || strpbrk(text_string(&rows->cells), game->marks) != NULL;
    for (size_t n = 0; all && n < rows->count; n++) {
        rows_nth(rows, n, &row);
        all = line_all_cells(game, &row);
    }
    rows->cells.failed |= row.failed;
    text_free(&row);
    return all;
}

/* Unpacks every row by a game's rules.  False: it does not take one of them. */
static bool unpack_all(const struct game *game, const struct rows *rows, struct rows *unpacked)
{
    struct text row = {0};
    bool all = true;
    for (size_t n = 0; all && n < rows->count; n++) {
        rows_nth(rows, n, &row);
        all = game->read_row(text_string(&row), row.size, NULL, 0) >= 0;
        if (all)
            line_unpack(game, &row);
        rows_add(text_string(&row), rows->line[n], LINE_ROW, unpacked);
    }
    unpacked->cells.failed |= row.failed;
    text_free(&row);
    return all;
}

void settle_packing(const struct level_reader *reader, struct rows *rows)
{
    bool settled = false;
    for (size_t i = 0; games[i] != NULL && !settled; i++)
        settled = (reader->game == NULL || reader->game == games[i]) && takes_all(games[i], rows);
    for (size_t i = 0; games[i] != NULL && !settled; i++) {
        struct rows unpacked = {0};
        if (games[i]->read_row == NULL || (reader->game != NULL && reader->game != games[i]))
            continue;
        settled = unpack_all(games[i], rows, &unpacked) && takes_all(games[i], &unpacked);
        rows->cells.failed |= unpacked.cells.failed;
        rows_free(settled ? rows : &unpacked);
        if (settled)
            *rows = unpacked;
    }
}
