/* The level that a run starts from; see from.h.
 *
 * Level readers do not know `?`.  They get a wall in its place, which is a valid cell in every game.  The original
 * text then shows which walls were open cells. */
#include "gen/climb/from.h"

#include "base/checksum.h"
#include "base/utf8.h"
#include "solve/level/reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Keeps only the first line of an error.  Returns false. */
static bool keep_first_line(struct text *error)
{
    size_t size = error->data == NULL ? 0 : strcspn(error->data, "\n");
    if (size < error->size) {
        error->data[size] = '\0';
        error->size = size;
    }
    return false;
}

/* --- open cells --- */

/* The start of a line of a text, counted from 1, after any byte order mark. */
static const char *find_line(const char *text, unsigned long line)
{
    if (line == 1)
        return text + utf8_mark(text, strlen(text));
    while (line > 1 && (text = strchr(text, '\n')) != NULL) {
        text++;
        line--;
    }
    return text;
}

/* --- reading --- */

static bool read_level(const struct text *text, const char *name, const struct game *game, const struct limits *limits,
                       struct from *from, struct text *error)
{
    struct level_reader reader;
    struct level more = {0};
    level_reader_start(&reader, NULL, name, name);
    reader.game = game;
    reader.limits = limits;
    level_reader_give(&reader, text_string(text), text->size);
    enum level_result result = level_reader_next(&reader, &from->level, error);
    from->limited = result == LEVEL_LIMIT;
    if (result == LEVEL_END && !error->failed)
        text_addf(error, "%s: there is no level", name);
    if (result == LEVEL_READ && from->level.game_source == NULL &&
        level_reader_next(&reader, &more, error) == LEVEL_READ)
        text_addf(error, "%s:%lu:1: there is more than one level", name, more.line);
    level_free(&more);
    level_reader_stop(&reader);
    return result == LEVEL_READ && !text_says(error);
}

/* --- rules that make levels --- */

bool from_take_rules(struct from *from, const char *rules, size_t size, const char *name, struct text *error)
{
    if (from->level.game_source == NULL) {
        text_add_string(error, "--transform: --from names no source of a game in PuzzleScript");
        return false;
    }
    size_t mark = utf8_mark(rules, size);
    rules += mark;
    size -= mark;
    text_clear(&from->transform);
    text_clear(&from->transform_name);
    text_add(&from->transform, rules, size);
    text_add_string(&from->transform_name, name);
    from->transform_line = 1;
    from->sum = checksum_add(from->sum, rules, size);
    if (size == 0)
        text_addf(error, "%s:1: there are no rules", name);
    return from->transform.failed || from->transform_name.failed ? text_fail(error) : size > 0;
}

/* Takes the rules after the heading TRANSFORM, if the source has them. */
static bool take_own_rules(struct from *from, const char *text, const char *name, struct text *error)
{
    const char *line = text;
    for (int number = 1; line != NULL; number++, line = find_line(line, 2)) {
        size_t length = strcspn(line, " \t\r\n");
        if (length != 9 || line[length + strspn(line + length, " \t\r")] != '\n' ||
            strncasecmp(line, "transform", length) != 0)
            continue;
        text_add_string(&from->transform, line);
        text_add_string(&from->transform_name, name);
        from->transform_line = number;
        return from->transform.failed || from->transform_name.failed ? text_fail(error) : true;
    }
    return true;
}

/* Notes the cells marked ?, which are open: they hold the plain ground at first.  Returns false if memory runs out. */
static bool open_cells(struct from *from, const char *text, const struct game *game)
{
    struct grid *grid = &from->level.grid;
    const char *line = find_line(text, from->level.line);
    for (int row = 0; row < grid->rows && line != NULL; row++) {
        int width = (int)strcspn(line, "\r\n");
        for (int column = 0; column < width && column < grid->columns; column++) {
            int cell = row * grid->columns + column;
            from->open[cell] = line[column] == '?' && game->contents != NULL;
            if (!from->open[cell])
                continue;
            grid->cells[cell] = (unsigned char)game->contents[0].cell;
            from->open_count++;
        }
        line = find_line(line, 2);
    }
    for (int cell = 0; cell < grid_size(grid) && from->open_count > 0; cell++) {
        if (grid->cells[cell] != '\0')
            continue;
        if (game->ragged && from->missing == NULL &&
            (from->missing = calloc((size_t)grid_size(grid), sizeof *from->missing)) == NULL)
            return false;
        if (game->ragged)
            from->missing[cell] = true;
        grid->cells[cell] = game->outside;
    }
    return true;
}

bool from_read_text(const char *text, size_t size, const char *name, const struct game *game, struct variant variant,
                    const struct limits *limits, struct from *from, struct text *error)
{
    struct text walled = {0};
    *from = (struct from){.sum = checksum_add(CHECKSUM_START, text, size)};
    text_add(&walled, text, size);
    /* Open cells are read as walls first. */
    for (size_t i = 0; i < walled.size && game->contents != NULL; i++) {
        if (walled.data[i] == '?')
            walled.data[i] = game->contents[1].cell;
    }
    bool good = walled.failed ? text_fail(error) : read_level(&walled, name, game, limits, from, error);
    text_free(&walled);
    if (!good)
        return keep_first_line(error);
    if (from->level.game_source != NULL)
        return take_own_rules(from, text, name, error);
    from->open = calloc((size_t)grid_size(&from->level.grid), sizeof *from->open);
    if (from->open == NULL || !open_cells(from, text, game))
        return text_fail(error);
    if (from->open_count == 0)
        from->puzzle = level_load(&from->level, game, variant, error);
    else
        level_check(&from->level, game, error);
    return !text_says(error) || keep_first_line(error);
}

void from_free(struct from *from)
{
    if (from->puzzle != NULL)
        from->puzzle->game->free(from->puzzle);
    level_free(&from->level);
    text_free(&from->transform);
    text_free(&from->transform_name);
    free(from->open);
    free(from->missing);
    *from = (struct from){0};
}

struct board_size from_size(const struct from *from, const struct game *game)
{
    const struct grid *grid = &from->level.grid;
    int margin = game->margin != MARGIN_NONE && grid_has_frame(grid, (unsigned char)game->contents[1].cell) ? 2 : 0;
    int share = game->spaced ? 2 : 1;
    return (struct board_size){(unsigned)((grid->columns - margin) / share), (unsigned)((grid->rows - margin) / share)};
}

void from_complain(const struct from *from, const struct complaint *complaint, struct text *error)
{
    level_complain(&from->level, complaint, error);
    keep_first_line(error);
}
