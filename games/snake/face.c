/* The face of Snake: glyphs, words and pictures. */
#include "games/snake/snake.h"

#include "games/draw/face.h"

static const struct threshold thresholds[] = {{"min-depth", "8"}, {0}};

/* --- colours --- */

#define COLOURS(X)                                          \
    X(FIELD, "field", 0xe9f1d8, 0x2f3a33, WHITE)            \
    X(FIELD_ODD, "field-odd", 0xe0ebca, 0x344038, SPECKS)   \
    X(STONE, "stone", 0x8c9482, 0x5f675a, RISING)           \
    X(STONE_SIDE, "stone-side", 0x535b4a, 0x222720, EDGE)   \
    X(STONE_JOINT, "stone-joint", 0xa4ac9a, 0x727a6c, NONE) \
    X(SNAKE, "snake", 0x3d8f4f, 0x4aa55e, WHITE)            \
    X(SNAKE_EDGE, "snake-edge", 0x143f20, 0x0a2412, EDGE)   \
    X(SNAKE_PALE, "snake-pale", 0xb7e08a, 0xc4ea97, WHITE)  \
    X(TONGUE, "tongue", 0xd8324a, 0xe85a6f, BLACK)

COLOUR_TABLE(COLOURS);

/* --- terminal --- */

static const struct glyph glyphs[] = {
    {'#', PAINT_WALL, "██", "##"},
    {' ', PAINT_FLOOR, "· ", ". "},
    {'*', PAINT_FOOD, "◖◗", "()"}, /* only in the classic game */
    {0},
};

static const struct terminal_look terminal = {.glyphs = glyphs, .trail = "o@", .framed = true, .small = true};

/* --- words --- */

static const struct cell_words cell_names[] = {
    {'#', "wall"}, {' ', "open"}, {'@', "head"}, {'o', "trail"}, {0},
};

static void tell_missing(const struct grid *grid, struct text *text)
{
    tell_missed_cells(&game_snake, grid, text);
}

static const struct face_words words = {
    .aim = "Walk one step at a time through every open cell, each once, and back to where you began.",
    .moves = {{"step", "steps"}},
    .player = "@",
    .cells = cell_names,
    .progress = tell_open_cells,
    .missing = tell_missing,
};

static const struct rules_text rules = {
    .paragraphs = {"Draw one closed line through the middle of every open cell: each cell once, from cell "
                   "to neighbouring cell, and back to where it began."},
    .notation = "Snake: from the first open cell, row by row, U, R, D and L lead up, right, down and left to the next.",
    .open = ' ',
    .legend = {{"#", "wall"}, {" ", "open cell"}},
    .lesson = "#####\n#   #\n#   #\n#####",
    .lesson_way = "RRDLLU",
};

/* --- the snake in pictures --- */

static void draw_snake(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    double length = body_length(points, sprite->count);
    if (length > 0) {
        draw_tube(brush, points, sprite->count, 0.56, &colours[SNAKE], &colours[SNAKE_EDGE]);
        for (double at = 0.5; at < length; at += 1) {
            struct brush mark = body_brush(brush, points, sprite->count, length - at);
            brush_ellipse(&mark, 0, 0, 0.15, 0.08);
        }
        brush_paint(brush, &colours[SNAKE_PALE], NULL, 0);
    }
    struct brush head = sprite_brush(brush, sprite);
    int facing = body_facing(points, sprite->count, RIGHT);
    head = brush_facing(&head, (enum direction)facing);
    brush_move(&head, 0.34, 0);
    brush_line(&head, 0.5, 0);
    brush_line(&head, 0.58, -0.06);
    brush_move(&head, 0.5, 0);
    brush_line(&head, 0.58, 0.06);
    brush_paint(&head, NULL, &colours[TONGUE], 0.045);
    brush_ellipse(&head, 0.04, 0, 0.36, 0.31);
    brush_paint(&head, &colours[SNAKE], &colours[SNAKE_EDGE], 0.05);
    for (int side = -1; side <= 1; side += 2) {
        brush_circle(&head, 0.12, side * 0.15, 0.1);
        brush_paint(&head, &colours_shared[COLOUR_EYE], &colours[SNAKE_EDGE], 0.03);
        brush_dot(&head, 0.15, side * 0.15, 0.05, &colours_shared[COLOUR_PUPIL]);
    }
}

static const struct shape snake = {.name = "snake", .draw = draw_snake, .travel = TRAVEL_GROWS, .followed = true};

static const struct floor_style floor_style = {
    .surrounded = true,
    .floor = &colours[FIELD],
    .odd = &colours[FIELD_ODD],
    .wall = &colours[STONE],
    .side = &colours[STONE_SIDE],
    .joint = &colours[STONE_JOINT],
    .cover = &colours[SNAKE],
    .cover_edge = &colours[SNAKE_EDGE],
};

static const struct cell_ground ground[] = {
    {"#", GROUND_WALL},
    {"o", GROUND_FLOOR | GROUND_COVERED},
    {NULL, GROUND_FLOOR},
};

static bool read(struct scene *scene, const struct scene_text *text)
{
    return scene_read_body(scene, text, &snake, '@');
}

static const struct picture_look picture = {.ground = ground, .read = read, .floor = &floor_style, .strip = STRIP_TOUR};

const struct face face_snake = {
    .game = &game_snake,
    .thresholds = thresholds,
    .terminal = &terminal,
    .colours = colours,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
    .arena = snake_arena,
};
