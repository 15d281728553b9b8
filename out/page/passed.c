/* What scripts and engine pass to each other; see passed.h. */
#include "out/page/passed.h"

#include <stdlib.h>
#include <string.h>

struct passed passed;

char *EXPORT(input)(size_t size)
{
    free(passed.input);
    passed.input = malloc(size + 1);
    passed.input_size = passed.input == NULL ? 0 : size;
    if (passed.input != NULL)
        passed.input[size] = '\0';
    return passed.input;
}

const char *EXPORT(output)(void)
{
    return passed.output.failed ? NULL : text_string(&passed.output);
}

size_t EXPORT(output_size)(void)
{
    return passed.output.size;
}

void output_begin(void)
{
    text_free(&passed.output);
}

bool output_fail(const char *reason)
{
    output_begin();
    text_add_string(&passed.output, reason);
    return false;
}

static void hear(void *context, int line, bool error, const char *message)
{
    (void)context;
    if (error && passed.output.size == 0)
        text_addf(&passed.output, "line %d: %s", line, message);
}

/* Input: the name of a language and, from the second line on, a source for levels that are loaded later; without a
 * second line, there is no source.  Returns false if something is wrong; the output says what. */
bool EXPORT(game_source)(void)
{
    char *source = strchr(passed.input, '\n');
    bool no_memory = false;
    output_begin();
    source_release(passed.game_source);
    passed.game_source = NULL;
    if (source == NULL)
        return true;
    *source++ = '\0';
    const struct game *game = game_find(passed.input);
    if (game == NULL || game->language == NULL)
        return output_fail("an unknown language");
    passed.game_source = game->language->read(source, strlen(source), hear, NULL, NULL, &no_memory);
    return passed.game_source != NULL || (no_memory ? output_fail("out of memory") : false);
}

/* Takes the next line from the input. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    *rest = end == NULL ? line + strlen(line) : end + 1;
    if (end != NULL)
        *end = '\0';
    return line;
}

bool input_level(const struct game **game, struct variant *variant, const char **rows)
{
    char *rest = passed.input;
    struct complaint complaint = {0};
    *game = game_find(next_line(&rest));
    const char *rules = next_line(&rest), *metric = next_line(&rest);
    *rows = rest;
    *variant = (struct variant){0};
    if (*game == NULL)
        return output_fail("an unknown game");
    bool known =
        variant_find(*game, *rules == '\0' ? NULL : rules, *metric == '\0' ? NULL : metric, variant, &complaint);
    variant->game_source = (*game)->language == NULL ? NULL : passed.game_source;
    return known || output_fail(complaint.message);
}

/* The Latin-1 character at *c, decoded from UTF-8; advances *c to its last byte. */
static unsigned char take_character(const char **c)
{
    unsigned char first = (unsigned char)**c, second = (unsigned char)(*c)[1];
    if ((first & 0xfc) != 0xc0 || (second & 0xc0) != 0x80)
        return first;
    ++*c;
    return (unsigned char)((first & 3) << 6 | (second & 0x3f));
}

bool input_grid(const char *rows, unsigned char outside, struct grid *grid)
{
    int columns = 1, lines = 1, row = 0, column = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        column = take_character(&c) == '\n' ? 0 : column + 1;
        lines += *c == '\n';
        columns = column > columns ? column : columns;
    }
    if (columns > GRID_MAX_SIDE || lines > GRID_MAX_SIDE || !grid_make(grid, columns, lines, outside))
        return false;
    column = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        unsigned char character = take_character(&c);
        if (character != '\n')
            grid->cells[row * columns + column++] = character;
        else
            row++, column = 0;
    }
    return true;
}

struct puzzle *input_load(const struct game *game, const struct grid *grid, struct variant variant,
                          struct complaint *complaint)
{
    for (int cell = 0; game->language == NULL && cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        if (c != '\0' && strchr(game->cells, c) != NULL)
            continue;
        complain(complaint, cell / grid->columns + 1, cell % grid->columns + 1,
                 "a character that is none of this game");
        return NULL;
    }
    return game->load(grid, variant, complaint);
}
