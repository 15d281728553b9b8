/* The face of PuzzleScript games: each game in its own sprites and colours.
 *
 * A sprite has five by five points.  A sprite without rows is filled with its first colour.  Objects are drawn layer by
 * layer.  They come from the position itself, because the legend may lack a character for objects that rules create. */
#include "games/puzzlescript/puzzlescript.h"

#include "games/draw/shapes.h"
#include "games/draw/face.h"
#include "games/puzzlescript/level.h"
#include "games/puzzlescript/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { POINTS = 5 }; /* rows and columns of a sprite */

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

/* A colour as a source writes it, 0xRRGGBB, or -1 if it is transparent or unknown. */
static int32_t rgb_of(const char *text)
{
    size_t size = strlen(text);
    if (text[0] == '#' && size >= 4) {
        unsigned long rgb = strtoul(text + 1, NULL, 16);
        if (size < 7) /* each digit stands for two */
            rgb = (rgb & 0xf00) * 0x1100 | (rgb & 0xf0) * 0x110 | (rgb & 0xf) * 0x11;
        return (int32_t)(rgb & 0xffffff);
    }
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcasecmp(named[i].name, text) == 0)
            return (int32_t)named[i].rgb;
    return -1;
}

/* --- sprites --- */

/* The colour number of a sprite at a point; -1: none. */
static int sprite_number(const struct ps_object *object, int row, int column)
{
    if (object->rows.count == 0)
        return 0;
    const char *points = row < object->rows.count ? object->rows.items[row] : "";
    if ((int)strlen(points) <= column || points[column] < '0' || points[column] > '9')
        return -1;
    return points[column] - '0';
}

/* The colour of a sprite at a point, 0xRRGGBB; -1: none, or outside the sprite. */
static int32_t sprite_rgb(const struct ps_object *object, int row, int column)
{
    int number = row < 0 || column < 0 || row >= POINTS || column >= POINTS ? -1 : sprite_number(object, row, column);
    return number < 0 || number >= object->colors.count ? -1 : rgb_of(object->colors.items[number]);
}

/* The cells of a level that are visible during play: all, one of the screens into which the level is divided
 * (flickscreen), or those around the player (zoomscreen).  *focus receives his cell in the text, or -1. */
static struct grid_box window_of(const struct ps_program *program, int columns, int rows, const uint64_t *cells,
                                 int *focus)
{
    const struct ps_prelude *prelude = &program->prelude;
    bool flick = prelude->flickscreen != NULL;
    const char *text = flick ? prelude->flickscreen : prelude->zoomscreen;
    struct grid_box window = {.columns = columns, .rows = rows};
    int wide = 0, high = 0;
    *focus = -1;
    for (int cell = 0; cell < columns * rows && *focus < 0; cell++) {
        int at = cell % columns * rows + cell / columns;
        if (ps_has_player(program, &cells[(size_t)at * (size_t)program->object_words]))
            *focus = cell;
    }
    if (text == NULL || *focus < 0 || sscanf(text, "%5d%*1[xX]%5d", &wide, &high) != 2 || wide <= 0 || high <= 0)
        return window;
    int column = *focus % columns, row = *focus / columns;
    int left = flick ? column / wide * wide : column - wide / 2, top = flick ? row / high * high : row - high / 2;
    window.columns = wide < columns ? wide : columns;
    window.rows = high < rows ? high : rows;
    int last_column = columns - window.columns, last_row = rows - window.rows;
    window.left = left < 0 ? 0 : left > last_column ? last_column : left;
    window.top = top < 0 ? 0 : top > last_row ? last_row : top;
    return window;
}

/* The image that a terminal shows; see games/draw/face.h. */
static bool draw_points(const struct puzzle *puzzle, const unsigned char *state, unsigned hand,
                        const uint64_t *position, struct point_image *image)
{
    const struct ps_puzzle *own = ps_puzzle_of(puzzle);
    const struct ps_program *program = own->program;
    size_t words = ps_words(own), size = (size_t)ps_size(own);
    const char *ground = program->prelude.background_color;
    int32_t rgb = ground == NULL ? -1 : rgb_of(ground);
    int columns = own->level.width, rows = own->level.height, width = columns * POINTS;
    uint64_t *cells = calloc(size * words + 1, sizeof *cells);
    *image = (struct point_image){.columns = columns, .rows = rows, .side = POINTS};
    image->points = malloc(size * POINTS * POINTS * sizeof *image->points + 1);
    if (cells == NULL || image->points == NULL || (position == NULL && !ps_position_of(puzzle, state, hand, cells))) {
        free(image->points);
        free(cells);
        return false;
    }
    const uint64_t *shown = position != NULL ? position : cells;
    for (size_t i = 0; i < size * POINTS * POINTS; i++)
        image->points[i] = rgb < 0 ? 0 : (uint32_t)rgb;
    /* Sprites lie over one another by layer. */
    for (int layer = 0; layer < program->layers; layer++)
        for (int i = 0; i < program->objects.count; i++) {
            const struct ps_object *object = &program->objects.items[i];
            for (int cell = 0; object->layer == layer && cell < (int)size; cell++) {
                int row = cell / columns, column = cell % columns;
                if (!has_bit(&shown[(size_t)(column * rows + row) * words], object->id))
                    continue;
                uint32_t *corner = image->points + row * POINTS * width + column * POINTS;
                for (int point = 0; point < POINTS * POINTS; point++) {
                    int32_t own_rgb = sprite_rgb(object, point / POINTS, point % POINTS);
                    if (own_rgb >= 0)
                        corner[point / POINTS * width + point % POINTS] = (uint32_t)own_rgb;
                }
            }
        }
    struct grid_box window = window_of(program, columns, rows, shown, &image->focus);
    image->view_column = window.left;
    image->view_row = window.top;
    image->view_columns = window.columns;
    image->view_rows = window.rows;
    free(cells);
    return true;
}

static const struct threshold thresholds[] = {{0}};

static const struct glyph glyphs[] = {{0}};
static const struct terminal_look terminal = {.glyphs = glyphs, .points = draw_points};

static const struct cell_words cell_names[] = {{0}};

/* A drawing does not show how far the goal is. */
static void tell_nothing(const struct grid *grid, struct text *text)
{
    (void)grid;
    (void)text;
}

static const struct face_words words = {
    .aim = "",
    .moves = {{"move", "moves"}, {"key", "keys"}},
    .player = "",
    .action = "act",
    .cells = cell_names,
    .progress = tell_nothing,
};

static const struct rules_text rules = {
    .notation = "U, R, D and L are the arrow keys up, right, down and left, X is the action; small letters only walk.",
    .open = ' ',
};

/* --- sprites in pictures --- */

static const struct ps_program *program_of(const struct scene *scene)
{
    return ps_source_of(scene->game_source)->program;
}

/* Whether a sprite is opaque at a point. */
static bool is_there(const void *context, int row, int column)
{
    return sprite_rgb(context, row, column) >= 0;
}

/* A sprite's variant is the index of its object.  In black on white, the background object is left out, and all others
 * have outlines. */
static void draw_object(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    struct brush own = sprite_brush(brush, sprite);
    const struct ps_program *program = program_of(scene);
    const struct ps_object *object = &program->objects.items[sprite->variant];
    bool plain = brush->pen->plain;
    if (plain && object->id == program->background_id)
        return;
    for (int number = 0; number < object->colors.count; number++) {
        int32_t rgb = rgb_of(object->colors.items[number]);
        struct colour colour = colour_of_rgb((uint32_t)rgb);
        /* The points of this colour, in horizontal runs. */
        const double size = 1.0 / POINTS;
        bool any = false;
        for (int point = 0, next; rgb >= 0 && point < POINTS * POINTS; point = next) {
            int row = point / POINTS, column = point % POINTS;
            next = point + 1;
            if (sprite_number(object, row, column) != number)
                continue;
            while (next / POINTS == row && sprite_number(object, row, next % POINTS) == number)
                next++;
            brush_box(&own, column * size - 0.5, row * size - 0.5, (next - point) * size, size, 0);
            any = true;
        }
        if (any)
            brush_paint(&own, &colour, NULL, 0);
    }
    if (plain) {
        struct brush corner = brush_at(&own, -0.5, -0.5), points = brush_scaled(&corner, 1.0 / POINTS);
        if (brush_cells(&points, is_there, object, POINTS, POINTS, 0, 0))
            brush_paint(&points, NULL, &colours_shared[COLOUR_INK], 0.2);
    }
}

static const struct shape object_shape = {.name = "object", .draw = draw_object, .distinct = true};

/* --- scenes --- */

static const struct cell_ground ground[] = {
    {NULL, GROUND_FLOOR},
};

/* Adds a position's sprites: all objects, including those that no character of the legend stands for. */
static bool read_position(struct scene *scene, const uint64_t *cells)
{
    const struct ps_program *program = program_of(scene);
    for (int layer = 0; layer < program->layers; layer++)
        for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
            int row = cell / scene->columns, column = cell % scene->columns;
            size_t at = (size_t)(column * scene->rows + row) * (size_t)program->object_words;
            for (int i = 0; i < program->objects.count; i++) {
                const struct ps_object *object = &program->objects.items[i];
                if (object->layer != layer || !has_bit(&cells[at], object->id))
                    continue;
                struct sprite *sprite = scene_add_at(scene, &object_shape, cell);
                if (sprite == NULL)
                    return false;
                sprite->variant = (unsigned)i;
            }
        }
    return true;
}

static bool read(struct scene *scene, const struct scene_text *text)
{
    scene->view = (struct box){0, 0, scene->columns, scene->rows};
    if (scene->game_source == NULL)
        return true;
    if (text->state == NULL)
        return read_position(scene, ps_puzzle_of(text->puzzle)->start);
    size_t object_words = (size_t)program_of(scene)->object_words;
    uint64_t *cells = calloc((size_t)grid_size(text->drawn) * object_words + 1, sizeof *cells);
    const uint64_t *shown = text->position != NULL ? text->position : cells;
    bool good = cells != NULL && (shown != cells || ps_position_of(text->puzzle, text->state, text->hand, cells)) &&
                read_position(scene, shown);
    if (good) {
        /* The window follows the player. */
        const struct ps_program *program = program_of(scene);
        int focus;
        struct grid_box window = window_of(program, scene->columns, scene->rows, shown, &focus);
        scene->player = focus < 0 ? (struct point){-1, -1} : scene_middle(scene, focus);
        if (window.columns < scene->columns || window.rows < scene->rows)
            scene->window = (struct box){window.left, window.top, window.columns, window.rows};
    }
    free(cells);
    return good;
}

/* Draws only the background colour.  The floor itself consists of objects. */
static bool draw_ground(const struct scene *scene, const struct brush *brush)
{
    const char *text = scene->game_source == NULL ? NULL : program_of(scene)->prelude.background_color;
    int32_t rgb = text == NULL ? 0 : rgb_of(text);
    struct colour colour = colour_of_rgb((uint32_t)rgb);
    if (brush->pen->plain) {
        /* White paper with thin grid lines. */
        brush_box(brush, 0, 0, scene->columns, scene->rows, 0);
        brush_paint(brush, &colours_shared[COLOUR_PAPER], NULL, 0);
        for (int row = 0; row <= scene->rows; row++)
            brush_stroke(brush, 0, row, scene->columns, row, &colours_shared[COLOUR_INK], 0.015);
        for (int column = 0; column <= scene->columns; column++)
            brush_stroke(brush, column, 0, column, scene->rows, &colours_shared[COLOUR_INK], 0.015);
        return true;
    }
    brush_box(brush, 0, 0, scene->columns, scene->rows, 0);
    brush_paint(brush, rgb < 0 ? NULL : &colour, NULL, 0);
    return true;
}

static const struct picture_look picture = {.ground = ground, .read = read, .draw_ground = draw_ground};

const struct face face_puzzlescript = {
    .game = &game_puzzlescript,
    .thresholds = thresholds,
    .terminal = &terminal,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
};
