/* The face of LongCat: a cat that fills a room. */
#include "games/longcat/longcat.h"

#include "games/draw/face.h"

#include <math.h>

static const struct threshold thresholds[] = {
    {"min-depth", "4"},
    {"min-choices", "2"},
    {"min-traps", "1"},
    {0},
};

/* --- colours --- */

#define COLOURS(X)                                         \
    X(FUR, "fur", 0xf5a342, 0xeb9a3c, WHITE)               \
    X(FUR_EDGE, "fur-edge", 0x9c5410, 0x4e2a0a, EDGE)      \
    X(FUR_STRIPE, "fur-stripe", 0xd9791c, 0xc76a14, BLACK) \
    X(FUR_PALE, "fur-pale", 0xfff1da, 0xffedd2, WHITE)     \
    X(EAR, "ear", 0xf7b7b2, 0xf0a9a5, WHITE)               \
    X(NOSE, "nose", 0xc7495a, 0xc7495a, BLACK)

COLOUR_TABLE(COLOURS);

/* --- terminal --- */

static const struct glyph glyphs[] = {
    {'#', PAINT_WALL, "██", "##"},
    {' ', PAINT_FLOOR, "· ", ". "},
    {0},
};

static const struct terminal_look terminal = {.glyphs = glyphs, .trail = "cC", .small = true};

/* --- words --- */

static const struct cell_words cell_names[] = {
    {'#', "wall"}, {' ', "open"}, {'C', "cat's head"}, {'c', "cat's body"}, {0},
};

static void tell_missing(const struct grid *grid, struct text *text)
{
    tell_missed_cells(&game_longcat, grid, text);
}

static const struct face_words words = {
    .aim = "The cat slides until something stops it and grows longer as it goes. Cover every open cell.",
    .moves = {{"slide", "slides"}},
    .player = "C",
    .cells = cell_names,
    .progress = tell_open_cells,
    .missing = tell_missing,
};

static const struct rules_text rules = {
    .paragraphs = {"The cat slides up, right, down or left, and stops only when a wall or its own body is "
                   "in the way. Its body grows and stays wherever it has been.",
                   "Fill all open cells with cat.",
                   "With a pencil: draw the cat's way as one line that goes through every cell."},
    .notation = "LongCat: U, R, D and L are slides up, right, down and left.",
    .open = ' ',
    .legend = {{"C", "the cat"}, {"#", "wall"}},
    .lesson = "#####\n#C  #\n##  #\n#####",
    .lesson_way = "RDL",
};

/* --- the cat in pictures --- */

/* Draws the face, which looks at the player: the ears point up, and the eyes and muzzle shift a little in the
 * direction in which the cat faces. */
static void draw_cat_head(const struct brush *brush, int facing)
{
    double x = facing == RIGHT ? 1 : facing == LEFT ? -1 : 0;
    double y = facing == DOWN ? 1 : facing == UP ? -1 : 0;
    for (int side = -1; side <= 1; side += 2) {
        brush_move(brush, side * 0.4, -0.02);
        brush_curve(brush, side * 0.46, -0.26, side * 0.44, -0.42, side * 0.38, -0.48);
        brush_curve(brush, side * 0.28, -0.46, side * 0.16, -0.36, side * 0.08, -0.26);
        brush_close(brush);
        brush_paint(brush, &colours[FUR], &colours[FUR_EDGE], 0.05);
        brush_move(brush, side * 0.35, -0.18);
        brush_line(brush, side * 0.36, -0.36);
        brush_line(brush, side * 0.2, -0.26);
        brush_close(brush);
        brush_paint(brush, &colours[EAR], NULL, 0);
    }
    brush_move(brush, -0.43, 0.04);
    brush_curve(brush, -0.43, -0.22, -0.24, -0.34, 0, -0.34);
    brush_curve(brush, 0.24, -0.34, 0.43, -0.22, 0.43, 0.04);
    brush_curve(brush, 0.43, 0.28, 0.22, 0.38, 0, 0.38);
    brush_curve(brush, -0.22, 0.38, -0.43, 0.28, -0.43, 0.04);
    brush_close(brush);
    brush_paint(brush, &colours[FUR], &colours[FUR_EDGE], 0.05);
    for (int i = -1; i <= 1; i++)
        brush_stroke(brush, 0.09 * i, -0.29, 0.07 * i, i == 0 ? -0.17 : -0.21, &colours[FUR_STRIPE], 0.05);
    struct brush face = brush_at(brush, 0.05 * x, 0.04 * y);
    for (int side = -1; side <= 1; side += 2) {
        brush_ellipse(&face, side * 0.17, -0.02, 0.105, 0.12);
        brush_paint(&face, &colours_shared[COLOUR_EYE], &colours[FUR_EDGE], 0.03);
        brush_ellipse(&face, side * 0.17 + x * 0.04, -0.02 + y * 0.045, 0.052, 0.075);
        brush_paint(&face, &colours_shared[COLOUR_PUPIL], NULL, 0);
        brush_dot(&face, side * 0.17 + x * 0.04 + 0.018, -0.05 + y * 0.045, 0.02, &colours_shared[COLOUR_EYE]);
    }
    /* The muzzle. */
    brush_ellipse(&face, 0, 0.2, 0.17, 0.11);
    brush_paint(&face, &colours[FUR_PALE], NULL, 0);
    brush_move(&face, -0.045, 0.12);
    brush_line(&face, 0.045, 0.12);
    brush_line(&face, 0, 0.165);
    brush_close(&face);
    brush_paint(&face, &colours[NOSE], &colours[NOSE], 0.03);
    brush_move(&face, -0.09, 0.22);
    brush_curve(&face, -0.06, 0.27, -0.01, 0.26, 0, 0.18);
    brush_curve(&face, 0.01, 0.26, 0.06, 0.27, 0.09, 0.22);
    brush_paint(&face, NULL, &colours[FUR_EDGE], 0.03);
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < 2; i++) {
            brush_move(&face, side * 0.2, 0.17 + 0.05 * i);
            brush_line(&face, side * 0.44, 0.13 + 0.11 * i);
        }
    }
    brush_paint(&face, NULL, &colours[FUR_EDGE], 0.022);
}

static void draw_cat(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    size_t count = sprite->count;
    if (count > 0) {
        /* The tail, which curls away from the body's end, and the hind paws. */
        struct brush tail = brush_at(brush, points[count - 1].x, points[count - 1].y);
        int away = body_facing(points + (count > 1 ? count - 2 : 0), count > 1 ? 2 : 1, UP);
        tail = brush_facing(&tail, (enum direction)away);
        for (int edge = 1; edge >= 0; edge--) {
            brush_move(&tail, -0.2, 0.05);
            brush_curve(&tail, -0.42, 0.1, -0.44, -0.12, -0.36, -0.3);
            brush_paint(&tail, NULL, edge ? &colours[FUR_EDGE] : &colours[FUR], edge ? 0.22 : 0.13);
        }
        double length = body_length(points, count);
        for (int side = -1; length > 0 && side <= 1; side += 2) {
            brush_ellipse(&tail, -0.05, side * 0.33, 0.15, 0.1);
            brush_paint(&tail, &colours[FUR_PALE], &colours[FUR_EDGE], 0.04);
        }
        draw_tube(brush, points, count, 0.68, &colours[FUR], &colours[FUR_EDGE]);
        /* Short stripes across the back.  They are counted from the tail, so they stay in place while the cat grows. */
        for (double at = 0.5; at < length - 0.5; at += 0.5) {
            struct brush stripe = body_brush(brush, points, count, length - at);
            double half = fmod(at, 1) == 0 ? 0.17 : 0.1;
            brush_move(&stripe, 0, -half);
            brush_line(&stripe, 0, half);
        }
        brush_paint(brush, NULL, &colours[FUR_STRIPE], 0.08);
    }
    struct brush head = sprite_brush(brush, sprite);
    draw_cat_head(&head, body_facing(points, sprite->count, -1));
}

static const struct shape cat = {.name = "cat", .draw = draw_cat, .travel = TRAVEL_GROWS, .followed = true};

static const struct floor_style floor_style = {
    .surrounded = true,
    .floor = &colours_shared[COLOUR_ROOM],
    .odd = &colours_shared[COLOUR_ROOM_ODD],
    .wall = &colours_shared[COLOUR_WALL],
    .side = &colours_shared[COLOUR_WALL_SIDE],
    .joint = &colours_shared[COLOUR_WALL_JOINT],
    .cover = &colours[FUR],
    .cover_edge = &colours[FUR_EDGE],
};

static const struct cell_ground ground[] = {
    {"#", GROUND_WALL},
    {"c", GROUND_FLOOR | GROUND_COVERED},
    {NULL, GROUND_FLOOR},
};

static bool read(struct scene *scene, const struct scene_text *text)
{
    return scene_read_body(scene, text, &cat, 'C');
}

static const struct picture_look picture = {
    .ground = ground, .read = read, .floor = &floor_style, .strip = STRIP_TRAIL};

/* --- PuzzleScript --- */

static const struct script_part script_parts[] = {
    SCRIPT_HEADING("OBJECTS"),
    {"Background\n#3b4252\n\n", SCRIPT_ALWAYS},
    {"Wall\n#3b4252 #4c566a\n11110\n11110\n11110\n11110\n00000\n\n", SCRIPT_ALWAYS},
    {"Open\n#eceff4 #d8dee9\n00000\n00000\n00100\n00000\n00000\n\n", SCRIPT_ALWAYS},
    {"Body\n#f4a259 #d98236\n00000\n01010\n00000\n01010\n00000\n\n", SCRIPT_ALWAYS},
    {"Player\n#f4a259 black #d98236\n20.02\n00000\n01010\n00000\n00100\n\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("LEGEND"),
    {". = Open\n# = Wall\nC = Player\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("SOUNDS"),
    SCRIPT_HEADING("COLLISIONLAYERS"),
    {"Background\nOpen\nPlayer, Body, Wall\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("RULES"),
    {"(the cat slides until a wall or the cat itself is in the way, and covers all cells)\n"
     "[ > Player | Open ] -> [ Body | > Player ]\n",
     SCRIPT_ALWAYS},
    SCRIPT_HEADING("WINCONDITIONS"),
    {"No Open\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("LEVELS"),
    {NULL, SCRIPT_ALWAYS},
};

static bool add_script_rows(const struct grid *grid, bool mixed, struct text *text)
{
    (void)mixed;
    script_add_rows(grid, "# C", "#.C", text);
    return true;
}

static const struct script script = {.parts = script_parts, .add_rows = add_script_rows};

const struct face face_longcat = {
    .game = &game_longcat,
    .thresholds = thresholds,
    .terminal = &terminal,
    .colours = colours,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
    .script = &script,
};
