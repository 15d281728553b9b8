/* The face of PuzzleScript games: each in its own sprites and colours.
 *
 * A sprite is five by five points; one without rows is all its first colour.  Objects are drawn layer by layer,
 * as the game's legend says what a character of a drawing has in it. */
#include "games/puzzlescript/puzzlescript.h"

#include "faces/draw/shapes.h"
#include "faces/face.h"
#include "games/puzzlescript/book.h"
#include "games/puzzlescript/masks.h"

#include <string.h>
#include <strings.h>

static const struct threshold thresholds[] = {{0}};

static const struct glyph glyphs[] = {{0}};
static const struct terminal_look terminal = {.glyphs = glyphs};

static const struct cell_words cell_names[] = {{0}};

/* How far the goal is no drawing tells. */
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

/* --- colours --- */

static const struct {
    const char *name;
    uint32_t rgb;
} named[] = {
    {"black", 0x000000},      {"white", 0xffffff},      {"grey", 0x9d9d9d},
    {"gray", 0x9d9d9d},       {"darkgrey", 0x697175},   {"darkgray", 0x697175},
    {"lightgrey", 0xcccccc},  {"lightgray", 0xcccccc},  {"red", 0xbe2633},
    {"darkred", 0x732930},    {"lightred", 0xe06f8b},   {"brown", 0xa46422},
    {"darkbrown", 0x493c2b},  {"lightbrown", 0xeeb62f}, {"orange", 0xeb8931},
    {"yellow", 0xf7e26b},     {"green", 0x44891a},      {"darkgreen", 0x2f484e},
    {"lightgreen", 0xa3ce27}, {"blue", 0x1d57f7},       {"lightblue", 0xb2dcef},
    {"darkblue", 0x1b2632},   {"purple", 0x342a97},     {"pink", 0xde65e2},
};

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c == '\0' ? NULL : strchr(digits, c | 0x20);
    return at == NULL ? 0 : (int)(at - digits);
}

/* A colour as a source writes it; COLOUR_NONE: transparent, or unknown. */
static enum colour colour_of(const char *text)
{
    uint32_t rgb = 0;
    size_t size = strlen(text);
    if (text[0] == '#' && size >= 4) {
        for (size_t i = 0; i < 3; i++) {
            uint32_t high = (uint32_t)digit_of(text[size >= 7 ? 1 + 2 * i : 1 + i]);
            uint32_t low = size >= 7 ? (uint32_t)digit_of(text[2 + 2 * i]) : high;
            rgb = rgb << 8 | high << 4 | low;
        }
        return colour_of_rgb(rgb);
    }
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcasecmp(named[i].name, text) == 0)
            return colour_of_rgb(named[i].rgb);
    return COLOUR_NONE;
}

/* --- sprites --- */

enum { POINTS = 5 }; /* of a sprite, each way */

/* The number of a sprite's colour at a point; -1: none. */
static int number_at(const struct ps_object *object, int row, int column)
{
    if (object->rows.count == 0)
        return 0;
    const char *points = row < object->rows.count ? object->rows.items[row] : "";
    if ((int)strlen(points) <= column || points[column] < '0' || points[column] > '9')
        return -1;
    return points[column] - '0';
}

/* Outlines the points of one colour, a run of them at a time.  False: there are none. */
static bool outline_points(const struct ps_object *object, int number, const struct brush *brush)
{
    const double size = 1.0 / POINTS;
    bool any = false;
    for (int row = 0; row < POINTS; row++) {
        for (int column = 0, next; column < POINTS; column = next) {
            next = column + 1;
            if (number_at(object, row, column) != number)
                continue;
            while (next < POINTS && number_at(object, row, next) == number)
                next++;
            brush_box(brush, column * size - 0.5, row * size - 0.5, (next - column) * size, size,
                      0);
            any = true;
        }
    }
    return any;
}

static const struct ps_program *program_of(const struct scene *scene)
{
    return ps_book_of(scene->book)->program;
}

/* Whether something is at a point of a sprite. */
static bool is_there(const void *context, int row, int column)
{
    const struct ps_object *object = context;
    int number = row < 0 || column < 0 || row >= POINTS || column >= POINTS
                     ? -1
                     : number_at(object, row, column);
    return number >= 0 && number < object->colors.count &&
           colour_of(object->colors.items[number]) != COLOUR_NONE;
}

/* Draws a line around a sprite. */
static void draw_edge(const struct ps_object *object, const struct brush *own)
{
    struct brush corner = brush_at(own, -0.5, -0.5), points = brush_scaled(&corner, 1.0 / POINTS);
    if (brush_cells(&points, is_there, object, POINTS, POINTS, 0, 0))
        brush_paint(&points, COLOUR_NONE, COLOUR_INK, 0.2);
}

/* A sprite's variant is the place of its object among the program's.  In black on white, what lies
 * everywhere is left out, and all else has an edge. */
static void draw_object(const struct scene *scene, const struct sprite *sprite,
                        const struct brush *brush)
{
    struct brush own = sprite_brush(brush, sprite);
    const struct ps_program *program = program_of(scene);
    const struct ps_object *object = &program->objects.items[sprite->variant];
    bool plain = brush->pen->plain;
    if (plain && object->id == program->background_id)
        return;
    for (int number = 0; number < object->colors.count; number++) {
        enum colour colour = colour_of(object->colors.items[number]);
        if (colour != COLOUR_NONE && outline_points(object, number, &own))
            brush_paint(&own, colour, COLOUR_NONE, 0);
    }
    if (plain)
        draw_edge(object, &own);
}

static const struct shape object_shape = {.name = "object", .draw = draw_object, .distinct = true};

/* --- scenes --- */

static unsigned ground(unsigned char c)
{
    (void)c;
    return GROUND_FLOOR;
}

/* Adds the objects of a layer in a cell. */
static bool add_objects(struct scene *scene, int cell, int layer, const uint64_t *objects,
                        bool bare)
{
    const struct ps_program *program = program_of(scene);
    for (int i = 0; i < program->objects.count; i++) {
        const struct ps_object *object = &program->objects.items[i];
        bool background = bare && object->id == program->background_id;
        if (object->layer != layer || (!background && !has_bit(objects, object->id)))
            continue;
        struct sprite *sprite = scene_add_at(scene, &object_shape, cell);
        if (sprite == NULL)
            return false;
        sprite->variant = (unsigned)i;
    }
    return true;
}

static bool read(struct scene *scene, const struct scene_text *text)
{
    scene->view = (struct box){0, 0, scene->columns, scene->rows};
    if (scene->book == NULL)
        return true;
    const struct ps_book *book = ps_book_of(scene->book);
    const struct ps_program *program = book->program;
    for (int layer = 0; layer < program->layers; layer++)
        for (int cell = 0; cell < grid_size(text->drawn); cell++) {
            int key = book->key_of[text->drawn->cells[cell]];
            if (key < 0)
                continue;
            const uint64_t *objects = program->keys.items[key].objects;
            bool bare = layer == program->background_layer &&
                        !meets(objects, program->layer_masks[layer], program->object_words);
            if (!add_objects(scene, cell, layer, objects, bare))
                return false;
        }
    return true;
}

/* Paper with thin lines around its cells. */
static void draw_paper(const struct scene *scene, const struct brush *brush)
{
    brush_box(brush, 0, 0, scene->columns, scene->rows, 0);
    brush_paint(brush, COLOUR_PAPER, COLOUR_NONE, 0);
    for (int row = 0; row <= scene->rows; row++)
        brush_stroke(brush, 0, row, scene->columns, row, COLOUR_INK, 0.015);
    for (int column = 0; column <= scene->columns; column++)
        brush_stroke(brush, column, 0, column, scene->rows, COLOUR_INK, 0.015);
}

/* All there is of a ground are the objects of its layer. */
static bool draw_ground(const struct scene *scene, const struct brush *brush)
{
    const char *colour = scene->book == NULL ? NULL : program_of(scene)->prelude.background_color;
    if (brush->pen->plain) {
        draw_paper(scene, brush);
        return true;
    }
    brush_box(brush, 0, 0, scene->columns, scene->rows, 0);
    brush_paint(brush, colour == NULL ? colour_of_rgb(0) : colour_of(colour), COLOUR_NONE, 0);
    return true;
}

static const struct picture_look picture = {
    .ground = ground, .read = read, .draw_ground = draw_ground};

const struct face face_puzzlescript = {
    .game = &game_puzzlescript,
    .thresholds = thresholds,
    .terminal = &terminal,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
};
