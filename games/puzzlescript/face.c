/* The face of PuzzleScript games: each game in its own sprites and colours.
 *
 * A sprite has five by five points.  A sprite without rows is filled with its first colour.  Objects are drawn layer by
 * layer.  They come from the position itself, because the legend may lack a character for objects that rules create. */
#include "games/puzzlescript/puzzlescript.h"

#include "games/draw/shapes.h"
#include "games/draw/face.h"
#include "games/puzzlescript/sprites.h"
#include "games/puzzlescript/level.h"
#include "games/puzzlescript/place.h"

#include <stdlib.h>

static const struct threshold thresholds[] = {{0}};

static const struct glyph glyphs[] = {{0}};
static const struct terminal_look terminal = {.glyphs = glyphs, .points = ps_points};

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

/* --- sprites --- */

static const struct ps_program *program_of(const struct scene *scene)
{
    return ps_source_of(scene->game_source)->program;
}

/* Whether a sprite is opaque at a point. */
static bool is_there(const void *context, int row, int column)
{
    return ps_sprite_rgb(context, row, column) >= 0;
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
        int32_t rgb = ps_rgb_of(object->colors.items[number]);
        struct colour colour = colour_of_rgb((uint32_t)rgb);
        /* The points of this colour, in horizontal runs. */
        const double size = 1.0 / PS_POINTS;
        bool any = false;
        for (int point = 0, next; rgb >= 0 && point < PS_POINTS * PS_POINTS; point = next) {
            int row = point / PS_POINTS, column = point % PS_POINTS;
            next = point + 1;
            if (ps_sprite_number(object, row, column) != number)
                continue;
            while (next / PS_POINTS == row && ps_sprite_number(object, row, next % PS_POINTS) == number)
                next++;
            brush_box(&own, column * size - 0.5, row * size - 0.5, (next - point) * size, size, 0);
            any = true;
        }
        if (any)
            brush_paint(&own, &colour, NULL, 0);
    }
    if (plain) {
        struct brush corner = brush_at(&own, -0.5, -0.5), points = brush_scaled(&corner, 1.0 / PS_POINTS);
        if (brush_cells(&points, is_there, object, PS_POINTS, PS_POINTS, 0, 0))
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
        int focus = -1;
        for (int cell = 0; cell < scene->columns * scene->rows && focus < 0; cell++) {
            int at = cell % scene->columns * scene->rows + cell / scene->columns;
            if (ps_has_player(program, &shown[(size_t)at * (size_t)program->object_words]))
                focus = cell;
        }
        scene->player = focus < 0 ? (struct point){-1, -1} : scene_middle(scene, focus);
        struct ps_window window = ps_window_of(program, scene->columns, scene->rows, focus);
        if (window.columns < scene->columns || window.rows < scene->rows)
            scene->window = (struct box){window.column, window.row, window.columns, window.rows};
    }
    free(cells);
    return good;
}

/* Draws only the background colour.  The floor itself consists of objects. */
static bool draw_ground(const struct scene *scene, const struct brush *brush)
{
    const char *text = scene->game_source == NULL ? NULL : program_of(scene)->prelude.background_color;
    int32_t rgb = text == NULL ? 0 : ps_rgb_of(text);
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
