/* The face of games without one: it shows the characters of their text. */
#include "games/draw/shapes.h"
#include "games/draw/face.h"

static const struct threshold thresholds[] = {{0}};

static const struct glyph glyphs[] = {{0}};
static const struct terminal_look terminal = {.glyphs = glyphs};

static const struct cell_words cell_names[] = {{0}};
static const struct face_words words = {
    .aim = "",
    .moves = {{"move", "moves"}, {"move", "moves"}},
    .player = "",
    .action = "act",
    .cells = cell_names,
    .progress = tell_open_cells,
};

static const struct rules_text rules = {
    .notation = "U, R, D and L are up, right, down and left.",
    .open = ' ',
};

static void draw_letter(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush letter = sprite_brush(brush, sprite);
    const char text[] = {(char)sprite->variant, '\0'};
    brush_write(&letter, COLOUR_INK, 0, 0, 0.8, text);
}

static const struct shape letter = {.name = "letter", .draw = draw_letter, .distinct = true};

static unsigned ground(unsigned char c)
{
    return c == '#' ? GROUND_WALL : GROUND_FLOOR;
}

static bool read(struct scene *scene, const struct scene_text *text)
{
    scene->view = (struct box){0, 0, scene->columns, scene->rows};
    for (int cell = 0; cell < grid_size(text->drawn); cell++) {
        unsigned char c = text->drawn->cells[cell];
        if (c <= ' ' || c == '#' || c == '-' || c >= 0x7f)
            continue;
        struct sprite *sprite = scene_add_at(scene, &letter, cell);
        if (sprite == NULL)
            return false;
        sprite->variant = c;
    }
    return true;
}

static const struct floor_style floor_style = {
    .floor = COLOUR_ROOM,
    .odd = COLOUR_ROOM_ODD,
    .wall = COLOUR_WALL,
    .side = COLOUR_WALL_SIDE,
    .joint = COLOUR_WALL_JOINT,
};

static const struct picture_look picture = {.ground = ground, .read = read, .floor = &floor_style};

const struct face face_plain = {
    .thresholds = thresholds,
    .terminal = &terminal,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
};
