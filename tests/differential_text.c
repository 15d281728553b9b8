/* Changes of text that must not affect the result: writes a level, alone and among others, and its solution, and
 * reads them again; see differential.h. */
#include "tests/differential.h"

#include "solve/level/reader.h"
#include "solve/level/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether a level can be written.  A blank row would end it. */
static bool can_be_written(const struct grid *grid)
{
    for (int row = 0; row < grid->rows; row++) {
        const unsigned char *cells = grid->cells + row * grid->columns;
        int column = 0;
        while (column < grid->columns && cells[column] == ' ')
            column++;
        if (column == grid->columns)
            return false;
    }
    return true;
}

/* Returns whether a level was read as intended.  Rows may be shorter than in `grid`. */
static bool is_read_as(const struct level *level, const struct grid *grid, unsigned char outside)
{
    bool same = level->grid.rows == grid->rows && level->grid.columns <= grid->columns;
    for (int cell = 0; cell < grid_size(grid) && same; cell++) {
        unsigned char c = grid_at(&level->grid, cell / grid->columns, cell % grid->columns, '\0');
        same = (c == '\0' ? outside : c) == grid->cells[cell];
    }
    return same;
}

/* Returns whether the game that a level's characters suggest is the right one.  Ambiguous levels may have none. */
static bool is_of_game(const struct level *level, const struct specimen *specimen, struct text *why)
{
    struct text error = {0};
    const struct game *game = level_game(level, &error);
    text_free(&error);
    if (game == NULL || game == specimen->game)
        return true;
    text_addf(why, "it is taken for a level of %s", game->title);
    return false;
}

/* Reads the next level and compares it with a specimen.  If the game is not given, the reader may report the level
 * as ambiguous, which sets *doubted and is not an error. */
static bool check_next(struct level_reader *reader, const struct specimen *specimen, bool *doubted, struct text *why)
{
    struct level level = {0};
    struct text error = {0};
    enum level_result result = level_reader_next(reader, &level, &error);
    bool good = result == LEVEL_READ;
    *doubted = reader->game == NULL && result == LEVEL_BAD && strstr(text_string(&error), "could be") != NULL;
    if (*doubted) {
        good = true;
    } else if (!good) {
        text_addf(why, "it is not read again: %s", text_string(&error));
    } else if (!is_read_as(&level, &specimen->grid, specimen->game->outside)) {
        text_add_string(why, "it is read as another level");
        good = false;
    } else {
        good = is_of_game(&level, specimen, why);
    }
    if (level.grid.cells != NULL)
        level_free(&level);
    text_free(&error);
    return good;
}

/* Reads a text that must hold exactly these specimens. */
static bool reads_as(const struct text *text, const struct specimen *const *specimens, size_t count,
                     const struct game *game, struct text *why)
{
    FILE *stream = fmemopen((void *)(uintptr_t)text_string(text), text->size, "rb");
    struct level_reader reader;
    struct level level = {0};
    struct text error = {0};
    if (stream == NULL)
        abort();
    level_reader_start(&reader, stream, "file", "file");
    reader.game = game;
    bool good = true, doubted = false;
    /* A line that is only ";" is a comment unless the game is given. */
    for (size_t i = 0; i < count && game == NULL; i++)
        doubted |= specimens[i]->grid.columns == 1 &&
                   memchr(specimens[i]->grid.cells, ';', (size_t)specimens[i]->grid.rows) != NULL;
    for (size_t i = 0; i < count && good && !doubted; i++)
        good = check_next(&reader, specimens[i], &doubted, why);
    if (good && !doubted && level_reader_next(&reader, &level, &error) != LEVEL_END) {
        text_addf(why, "there is more than what was written: %s", text_string(&error));
        good = false;
    }
    if (level.grid.cells != NULL)
        level_free(&level);
    text_free(&error);
    level_reader_stop(&reader);
    fclose(stream);
    if (!good)
        text_addf(why, " (%s)", game == NULL ? "told by its characters" : "game given");
    return good;
}

static void end_lines_with(struct text *text, const char *end)
{
    struct text copy = {0};
    for (size_t i = 0; i < text->size; i++) {
        if (text->data[i] == '\n')
            text_add_string(&copy, end);
        else
            text_add_char(&copy, text->data[i]);
    }
    text_free(text);
    *text = copy;
}

/* --- the solution as text --- */

static bool solution_is_read_again(const struct trial *trial, struct text *why)
{
    const struct puzzle *puzzle = trial->puzzle;
    const struct move_list *reported = &trial->judgement.reported;
    struct text solution = {0};
    struct complaint complaint = {0};
    solution_write(puzzle, reported, &solution);
    struct move_reader reader = {.text = text_string(&solution)};
    size_t bytes = puzzle->state_bytes, read = 0;
    unsigned char *states = calloc(puzzle->max_moves + 2, bytes);
    game_move *legal = calloc(puzzle->max_moves + 1, sizeof *legal), move;
    if (states == NULL || legal == NULL)
        abort();
    puzzle->rules->start(puzzle, states);
    while (read < reported->count && puzzle->game->read_move(puzzle, states, &reader, &move, &complaint) == 1 &&
           move == reported->moves[read]) {
        unsigned i = 0, many = puzzle->rules->expand(puzzle, states, legal, states + bytes);
        while (i < many && legal[i] != move)
            i++;
        if (i == many)
            break;
        memcpy(states, states + (i + 1) * bytes, bytes);
        read++;
    }
    bool good = read == reported->count && puzzle->game->read_move(puzzle, states, &reader, &move, &complaint) == 0;
    if (!good)
        text_addf(why, "its solution '%s' is read otherwise from move %zu on", text_string(&solution), read + 1);
    free(states);
    free(legal);
    text_free(&solution);
    return good;
}

bool holds_as_text(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    const struct specimen *specimen = trial->specimen;
    struct text text = {0};
    bool good = trial->judgement.verdict == VERDICT_UNSOLVABLE || solution_is_read_again(trial, why);
    if (!can_be_written(&specimen->grid))
        return good;
    specimen_write(specimen, &text);
    good = good && reads_as(&text, &specimen, 1, specimen->game, why) && reads_as(&text, &specimen, 1, NULL, why);
    end_lines_with(&text, "\r\n");
    good = good && reads_as(&text, &specimen, 1, specimen->game, why);
    text.size -= text.size > 1 ? 2 : 0;
    good = good && reads_as(&text, &specimen, 1, specimen->game, why);
    text_free(&text);
    return good;
}

/* Writes and reads the level, its mirror image and the level again, with the kind of text that collections have
 * between levels. */
bool holds_in_collection(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    struct specimen mirrored = specimen_turned(trial->specimen, 1);
    const struct specimen *specimens[] = {trial->specimen, &mirrored, trial->specimen};
    struct text text = {0};
    bool good = true;
    if (can_be_written(&trial->specimen->grid)) {
        text_add_string(&text, "; some levels\n\nTitle: First one\nAuthor: nobody\n\n");
        specimen_write(specimens[0], &text);
        text_add_string(&text, "\n; the same, mirrored\nTitle: Second\n\n");
        specimen_write(specimens[1], &text);
        text_add_string(&text, "\n\n:: and again\n\nTitle: Third\n");
        specimen_write(specimens[2], &text);
        good = reads_as(&text, specimens, 3, trial->specimen->game, why) && reads_as(&text, specimens, 3, NULL, why);
    }
    text_free(&text);
    specimen_free(&mirrored);
    return good;
}
