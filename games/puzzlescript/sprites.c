/* Sprites, and images of levels made from them; see sprites.h. */
#include "games/puzzlescript/sprites.h"

#include "games/puzzlescript/level.h"
#include "games/puzzlescript/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- colours --- */

static const struct {
    const char *name;
    uint32_t rgb;
} named[] = {
    {"black", 0x000000},     {"white", 0xffffff},      {"grey", 0x9d9d9d},       {"gray", 0x9d9d9d},
    {"darkgrey", 0x697175},  {"darkgray", 0x697175},   {"lightgrey", 0xcccccc},  {"lightgray", 0xcccccc},
    {"red", 0xbe2633},       {"darkred", 0x732930},    {"lightred", 0xe06f8b},   {"brown", 0xa46422},
    {"darkbrown", 0x493c2b}, {"lightbrown", 0xeeb62f}, {"orange", 0xeb8931},     {"yellow", 0xf7e26b},
    {"green", 0x44891a},     {"darkgreen", 0x2f484e},  {"lightgreen", 0xa3ce27}, {"blue", 0x1d57f7},
    {"lightblue", 0xb2dcef}, {"darkblue", 0x1b2632},   {"purple", 0x342a97},     {"pink", 0xde65e2},
};

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c == '\0' ? NULL : strchr(digits, c | 0x20);
    return at == NULL ? 0 : (int)(at - digits);
}

int32_t ps_rgb_of(const char *text)
{
    uint32_t rgb = 0;
    size_t size = strlen(text);
    if (text[0] == '#' && size >= 4) {
        for (size_t i = 0; i < 3; i++) {
            uint32_t high = (uint32_t)digit_of(text[size >= 7 ? 1 + 2 * i : 1 + i]);
            uint32_t low = size >= 7 ? (uint32_t)digit_of(text[2 + 2 * i]) : high;
            rgb = rgb << 8 | high << 4 | low;
        }
        return (int32_t)rgb;
    }
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcasecmp(named[i].name, text) == 0)
            return (int32_t)named[i].rgb;
    return -1;
}

/* --- sprites --- */

int ps_sprite_number(const struct ps_object *object, int row, int column)
{
    if (object->rows.count == 0)
        return 0;
    const char *points = row < object->rows.count ? object->rows.items[row] : "";
    if ((int)strlen(points) <= column || points[column] < '0' || points[column] > '9')
        return -1;
    return points[column] - '0';
}

int32_t ps_sprite_rgb(const struct ps_object *object, int row, int column)
{
    int number =
        row < 0 || column < 0 || row >= PS_POINTS || column >= PS_POINTS ? -1 : ps_sprite_number(object, row, column);
    return number < 0 || number >= object->colors.count ? -1 : ps_rgb_of(object->colors.items[number]);
}

/* --- images of levels --- */

/* Draws a sprite over the points of a cell. */
static void lay(const struct ps_object *object, int cell, struct point_image *image)
{
    int width = image->columns * PS_POINTS;
    uint32_t *corner = image->points + cell / image->columns * PS_POINTS * width + cell % image->columns * PS_POINTS;
    for (int row = 0; row < PS_POINTS; row++)
        for (int column = 0; column < PS_POINTS; column++) {
            int32_t rgb = ps_sprite_rgb(object, row, column);
            if (rgb >= 0)
                corner[row * width + column] = (uint32_t)rgb;
        }
}

struct ps_window ps_window_of(const struct ps_program *program, int columns, int rows, int focus)
{
    const struct ps_prelude *prelude = &program->prelude;
    bool flick = prelude->flickscreen != NULL;
    const char *text = flick ? prelude->flickscreen : prelude->zoomscreen;
    struct ps_window window = {.columns = columns, .rows = rows};
    int wide = 0, high = 0;
    if (text == NULL || focus < 0 || sscanf(text, "%5d%*1[xX]%5d", &wide, &high) != 2 || wide <= 0 || high <= 0)
        return window;
    int column = focus % columns, row = focus / columns;
    int left = flick ? column / wide * wide : column - wide / 2, top = flick ? row / high * high : row - high / 2;
    window.columns = wide < columns ? wide : columns;
    window.rows = high < rows ? high : rows;
    int last_column = columns - window.columns, last_row = rows - window.rows;
    window.column = left < 0 ? 0 : left > last_column ? last_column : left;
    window.row = top < 0 ? 0 : top > last_row ? last_row : top;
    return window;
}

bool ps_has_player(const struct ps_program *program, const uint64_t *cell)
{
    return ps_matches(program->player, program->player_all, cell, program->object_words);
}

bool ps_points(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, const uint64_t *position,
               struct point_image *image)
{
    const struct ps_puzzle *own = ps_puzzle_of(puzzle);
    const struct ps_program *program = own->program;
    size_t words = (size_t)program->object_words, size = (size_t)ps_size(own);
    const char *ground = program->prelude.background_color;
    int32_t rgb = ground == NULL ? -1 : ps_rgb_of(ground);
    uint64_t *cells = calloc(size * words + 1, sizeof *cells);
    /* The objects of the program by layer, followed by NULL. */
    const struct ps_object **objects = calloc((size_t)program->objects.count + 1, sizeof *objects);
    int count = 0;
    for (int layer = 0; objects != NULL && layer < program->layers; layer++)
        for (int i = 0; i < program->objects.count; i++)
            if (program->objects.items[i].layer == layer)
                objects[count++] = &program->objects.items[i];
    *image =
        (struct point_image){.columns = own->level.width, .rows = own->level.height, .side = PS_POINTS, .focus = -1};
    image->points = malloc(size * PS_POINTS * PS_POINTS * sizeof *image->points + 1);
    bool good = cells != NULL && objects != NULL && image->points != NULL &&
                (position != NULL || ps_position_of(puzzle, state, hand, cells));
    const uint64_t *shown = position != NULL ? position : cells;
    for (size_t i = 0; good && i < size * PS_POINTS * PS_POINTS; i++)
        image->points[i] = rgb < 0 ? 0 : (uint32_t)rgb;
    for (int cell = 0; good && cell < (int)size; cell++) {
        int row = cell / image->columns, column = cell % image->columns;
        const uint64_t *here = shown + (size_t)(column * image->rows + row) * words;
        for (size_t i = 0; objects[i] != NULL; i++)
            if (has_bit(here, objects[i]->id))
                lay(objects[i], cell, image);
        if (image->focus < 0 && ps_has_player(program, here))
            image->focus = cell;
    }
    struct ps_window window = ps_window_of(program, image->columns, image->rows, image->focus);
    image->view_column = window.column;
    image->view_row = window.row;
    image->view_columns = window.columns;
    image->view_rows = window.rows;
    if (!good)
        free(image->points);
    free(cells);
    free(objects);
    return good;
}
