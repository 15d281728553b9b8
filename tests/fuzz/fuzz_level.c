/* Fuzzes the readers of levels, with the game given (--of) or guessed.
 *
 * A level that was read must stay the same when it is written and read again.  By every rule set of its game, it is
 * valid exactly if its turned and mirrored images are. */
#include "tests/fuzz/fuzz.h"

#include "solve/level/reader.h"

#include <stdlib.h>
#include <string.h>

static const struct game *told;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    told = fuzz_game(*argc, *argv);
    return 0;
}

/* Opens bytes as a file of levels. */
static void open_reader(struct level_reader *reader, const struct game *game, const void *bytes, size_t size)
{
    FILE *stream = fmemopen((void *)(uintptr_t)bytes, size, "r");
    MUST(stream != NULL);
    level_reader_start(reader, stream, "input", "input");
    reader->game = game;
}

static void close_reader(struct level_reader *reader)
{
    level_reader_stop(reader);
    fclose(reader->stream);
}

/* Returns the puzzle of a text that must hold exactly one level. */
static struct puzzle *read_again(const struct text *text, const struct game *game, struct variant variant)
{
    struct level_reader reader;
    struct level level = {0}, other = {0};
    struct text error = {0};
    open_reader(&reader, game, text->data, text->size);
    MUST(level_reader_next(&reader, &level, &error) == LEVEL_READ);
    MUST(level_reader_next(&reader, &other, &error) == LEVEL_END);
    struct puzzle *puzzle = level_load(&level, game, variant, &error);
    MUST(puzzle != NULL && error.size == 0);
    level_free(&level);
    close_reader(&reader);
    return puzzle;
}

/* Returns whether the drawing of the start equals `text`.  If `text` is empty, stores the drawing there. */
static bool draws(const struct puzzle *puzzle, const unsigned char *start, struct text *text)
{
    struct text drawn = {0};
    struct grid grid;
    MUST(puzzle->game->draw(puzzle, start, &grid));
    for (int row = 0; row < grid.rows; row++) {
        text_add(&drawn, (const char *)grid.cells + row * grid.columns, (size_t)grid.columns);
        text_add_char(&drawn, '\n');
    }
    grid_free(&grid);
    if (text->size == 0)
        text_add(text, drawn.data, drawn.size);
    bool same = strcmp(text_string(text), text_string(&drawn)) == 0;
    text_free(&drawn);
    return same;
}

static void check_written(const struct puzzle *puzzle, struct variant variant)
{
    struct text text = {0};
    unsigned char *start = fuzz_start(puzzle);
    draws(puzzle, start, &text);
    struct puzzle *again = read_again(&text, puzzle->game, variant);
    unsigned char *start_again = fuzz_start(again);
    MUST(again->state_bytes == puzzle->state_bytes && again->max_moves == puzzle->max_moves);
    MUST(again->symmetry_count == puzzle->symmetry_count);
    MUST(memcmp(start, start_again, puzzle->state_bytes) == 0);
    MUST(draws(again, start_again, &text));
    free(start);
    free(start_again);
    puzzle->game->free(again);
    text_free(&text);
}

/* Returns whether the level, transformed by a symmetry of its game, is a valid level.  Its own text has NULs on the
 * right. */
static bool loads_turned(const struct level *level, const struct game *game, unsigned symmetry, struct variant variant)
{
    struct level turned = *level;
    struct text error = {0};
    MUST(grid_copy(&turned.grid, &level->grid));
    grid_transform(&level->grid, symmetry, turned.grid.cells);
    if (symmetry & 4) {
        turned.grid.columns = level->grid.rows;
        turned.grid.rows = level->grid.columns;
    }
    struct puzzle *puzzle = level_load(&turned, game, variant, &error);
    if (puzzle != NULL)
        game->free(puzzle);
    grid_free(&turned.grid);
    text_free(&error);
    return puzzle != NULL;
}

static void check_level(const struct level *level, const struct game *game, struct variant variant)
{
    struct text error = {0};
    struct puzzle *puzzle = level_load(level, game, variant, &error);
    MUST((puzzle == NULL) == (error.size > 0));
    for (unsigned symmetry = 1; symmetry < game->symmetries; symmetry++)
        MUST(loads_turned(level, game, symmetry, variant) == (puzzle != NULL));
    if (puzzle != NULL) {
        check_written(puzzle, variant);
        game->free(puzzle);
    }
    text_free(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct level_reader reader;
    struct text error = {0};
    enum level_result result;
    open_reader(&reader, told, data, size);
    do {
        struct level level = {0};
        text_clear(&error);
        result = level_reader_next(&reader, &level, &error);
        MUST((result == LEVEL_BAD) == (error.size > 0));
        const struct game *game = told;
        if (result == LEVEL_READ && game == NULL)
            game = level_game(&level, &error);
        for (unsigned rules = 0; result == LEVEL_READ && game != NULL; rules++) {
            check_level(&level, game, (struct variant){.rules = rules});
            if (game->rules == NULL || game->rules[rules] == NULL || game->rules[rules + 1] == NULL)
                break;
        }
        level_free(&level);
    } while (result != LEVEL_END);
    close_reader(&reader);
    text_free(&error);
    return 0;
}
