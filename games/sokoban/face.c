/* The face of Sokoban: a storeroom with crates and its keeper. */
#include "games/sokoban/sokoban.h"

#include "games/draw/face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct threshold thresholds[] = {
    {"min-depth", "5"},
    {"min-interplay", "1"},
    {"min-choices", "2"},
    {0},
};

/* --- colours --- */

#define COLOURS(X)                                            \
    X(DEPOT, "depot", 0xece6d8, 0x3b3c42, WHITE)              \
    X(DEPOT_ODD, "depot-odd", 0xe3dcca, 0x414248, SPECKS)     \
    X(BRICK, "brick", 0x9aa0a8, 0x6f767f, RISING)             \
    X(BRICK_SIDE, "brick-side", 0x5f656e, 0x2c3036, EDGE)     \
    X(BRICK_JOINT, "brick-joint", 0xb4bac1, 0x828992, NONE)   \
    X(CRATE, "crate", 0xdca45c, 0xcf9850, WHITE)              \
    X(CRATE_EDGE, "crate-edge", 0x6f4418, 0x3d2408, EDGE)     \
    X(CRATE_PALE, "crate-pale", 0xf0c88a, 0xe2b878, WHITE)    \
    X(STORED, "stored", 0x2f8f83, 0x2f9a8c, DOTS)             \
    X(STORED_EDGE, "stored-edge", 0x0d4039, 0x06231f, EDGE)   \
    X(STORED_PALE, "stored-pale", 0x5fc0b0, 0x62c9b8, WHITE)  \
    X(GOAL, "goal", 0x2a6fb0, 0x6fb3f0, BLACK)                \
    X(OVERALL, "overall", 0x2f5fb3, 0x4b7ed6, UPRIGHT)        \
    X(OVERALL_EDGE, "overall-edge", 0x16294f, 0x0d1830, EDGE) \
    X(HELMET, "helmet", 0xffcb2e, 0xffc928, WHITE)

COLOUR_TABLE(COLOURS);

/* --- terminal --- */

static const struct glyph glyphs[] = {
    {'#', PAINT_WALL, "██", "##"},     {' ', PAINT_FLOOR, "  ", "  "},
    {'.', PAINT_GOAL, "‹›", "<>"},     {'$', PAINT_BOX, "[]", "[]"},
    {'*', PAINT_BOX_HOME, "[]", "{}"}, {'@', PAINT_PLAYER, "◖◗", "()"},
    {'+', PAINT_PLAYER, "◖◗", "()"},   {0},
};

static const struct terminal_look terminal = {.glyphs = glyphs, .players = "@+"};

/* --- words --- */

static const struct cell_words cell_names[] = {
    {'#', "wall"},          {' ', "floor"},
    {'-', "floor"},         {'_', "floor"},
    {'@', "player"},        {'+', "player on a goal"},
    {'$', "box"},           {'.', "goal"},
    {'*', "box on a goal"}, {0},
};

static void tell_progress(const struct grid *grid, struct text *text)
{
    text_addf(text, "%u of %u boxes on goals.", count_cells(grid, "*"), count_cells(grid, "*$"));
}

static void tell_missing(const struct grid *grid, struct text *text)
{
    add_missing(count_cells(grid, "$"), "box is not on a goal", "boxes are not on goals", text);
}

static const struct face_words words = {
    .aim = "Push every box onto a goal. Boxes can be pushed, never pulled, and only one at a time.",
    .moves = {{"push", "pushes"}, {"step", "steps"}},
    .player = "@+",
    .pushed = "Box",
    .pieces = "$*",
    .cells = cell_names,
    .progress = tell_progress,
    .missing = tell_missing,
};

static const struct rules_text rules = {
    .paragraphs = {"The keeper walks up, right, down and left. He pushes a crate by walking against it, if "
                   "the cell behind it is free: one crate at a time, and never pulls.",
                   "Push every crate onto a goal."},
    .notation = "Sokoban: u, r, d and l are steps up, right, down and left; capitals push a crate.",
    .open = ' ',
    .legend = {{"@", "the keeper"},
               {"$", "crate"},
               {".", "goal"},
               {"*", "crate on a goal"},
               {"+", "keeper on a goal"},
               {"#", "wall"}},
    .lesson = "######\n#@ $.#\n######",
    .lesson_way = "rR",
};

/* --- pieces in pictures --- */

/* A crate: a frame with boards and a brace.  On a goal it has another colour and a tick. */
static void draw_crate(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    bool stored = scene_ground(scene, (int)floor(sprite->y), (int)floor(sprite->x)) & GROUND_GOAL;
    const struct colour *body = stored ? &colours[STORED] : &colours[CRATE];
    const struct colour *edge = stored ? &colours[STORED_EDGE] : &colours[CRATE_EDGE];
    const struct colour *pale = stored ? &colours[STORED_PALE] : &colours[CRATE_PALE];
    struct brush crate = sprite_brush(brush, sprite);
    brush_box(&crate, -0.4, -0.32, 0.84, 0.8, 0.08);
    brush_paint(&crate, &colours_shared[COLOUR_SHADOW], NULL, 0);
    brush_box(&crate, -0.42, -0.44, 0.84, 0.84, 0.08);
    brush_paint(&crate, body, edge, 0.06);
    brush_box(&crate, -0.27, -0.29, 0.54, 0.54, 0.03);
    brush_paint(&crate, pale, edge, 0.04);
    if (stored) {
        brush_move(&crate, -0.16, -0.01);
        brush_line(&crate, -0.04, 0.12);
        brush_line(&crate, 0.18, -0.16);
        brush_paint(&crate, NULL, edge, 0.11);
        return;
    }
    brush_stroke(&crate, -0.22, 0.2, 0.22, -0.24, edge, 0.15);
    brush_stroke(&crate, -0.22, 0.2, 0.22, -0.24, body, 0.08);
}

/* The keeper: helmet and overalls. */
static void draw_keeper(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush keeper = sprite_brush(brush, sprite);
    draw_shadow(&keeper, 0.39, 0.27, 0.08);
    for (int side = -1; side <= 1; side += 2) {
        brush_box(&keeper, side * 0.11 - 0.09, 0.26, 0.18, 0.14, 0.05);
        brush_paint(&keeper, &colours[OVERALL_EDGE], NULL, 0);
        brush_circle(&keeper, side * 0.27, 0.16, 0.08);
        brush_paint(&keeper, &colours_shared[COLOUR_SKIN], &colours[OVERALL_EDGE], 0.04);
    }
    brush_box(&keeper, -0.23, -0.02, 0.46, 0.36, 0.12);
    brush_paint(&keeper, &colours[OVERALL], &colours[OVERALL_EDGE], 0.05);
    brush_circle(&keeper, 0, -0.17, 0.21);
    brush_paint(&keeper, &colours_shared[COLOUR_SKIN], &colours[OVERALL_EDGE], 0.05);
    draw_eyes(&keeper, -0.13, sprite->facing);
    brush_move(&keeper, -0.25, -0.2);
    brush_curve(&keeper, -0.25, -0.54, 0.25, -0.54, 0.25, -0.2);
    brush_close(&keeper);
    brush_paint(&keeper, &colours[HELMET], &colours[OVERALL_EDGE], 0.05);
    brush_stroke(&keeper, -0.29, -0.2, 0.29, -0.2, &colours[OVERALL_EDGE], 0.06);
}

static const struct shape crate = {.name = "crate", .draw = draw_crate, .followed = true};
static const struct shape keeper = {.name = "keeper", .draw = draw_keeper};

/* --- the storeroom in pictures --- */

static const struct floor_style floor_style = {
    .floor = &colours[DEPOT],
    .odd = &colours[DEPOT_ODD],
    .wall = &colours[BRICK],
    .side = &colours[BRICK_SIDE],
    .joint = &colours[BRICK_JOINT],
    .goal = &colours[GOAL],
    .goal_dot = 0.13,
};

static const struct cell_ground ground[] = {
    {"#", GROUND_WALL},
    {".*+oBP", GROUND_FLOOR | GROUND_GOAL},
    {"$@bp", GROUND_FLOOR},
    {NULL, GROUND_OUTSIDE}, /* `read` makes it floor if it is inside */
};

static bool read(struct scene *scene, const struct scene_text *text)
{
    /* Blank cells that are connected to a piece or goal are floor.  Sweeps back and forth until nothing changes; rooms
     * need only a few sweeps. */
    int cells = scene->columns * scene->rows;
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < 2 * cells; i++) {
            int cell = i < cells ? i : 2 * cells - 1 - i;
            for (int d = 0; d < DIRECTIONS && scene->ground[cell] == GROUND_OUTSIDE; d++) {
                int row = cell / scene->columns + direction_down[d],
                    column = cell % scene->columns + direction_across[d];
                if ((scene_ground(scene, row, column) & GROUND_KIND) == GROUND_FLOOR) {
                    scene->ground[cell] = GROUND_FLOOR;
                    changed = true;
                }
            }
        }
    }
    /* Walls that no floor touches are not drawn, such as filled corners of the text. */
    const struct grid *drawn = text->drawn;
    for (int cell = 0; cell < grid_size(drawn); cell++) {
        int row = cell / drawn->columns, column = cell % drawn->columns, walls = 0;
        for (int i = 0; i < 9; i++)
            walls += grid_at(drawn, row - 1 + i / 3, column - 1 + i % 3, '#') == '#';
        if (walls == 9)
            scene->ground[cell] = GROUND_OUTSIDE;
    }
    scene->view = scene_box_around(scene, 1u << GROUND_WALL | 1u << GROUND_FLOOR, 0.1);
    for (int cell = 0; cell < grid_size(text->drawn); cell++) {
        unsigned char c = text->drawn->cells[cell];
        bool box = strchr("$*bB", c) != NULL, player = strchr("@+pP", c) != NULL;
        if ((box || player) && scene_add_at(scene, box ? &crate : &keeper, cell) == NULL)
            return false;
    }
    return true;
}

static const struct picture_look picture = {
    .ground = ground, .read = read, .floor = &floor_style, .strip = STRIP_PUSHED};

/* --- PuzzleScript --- */

static const struct script_part script_parts[] = {
    SCRIPT_HEADING("OBJECTS"),
    {"Background\n#e8dcc4 #e3d5b8\n00000\n00000\n00100\n00000\n00000\n\n", SCRIPT_ALWAYS},
    {"Wall\n#7a5c3e #8f6f4d\n11101\n00000\n10111\n00000\n11101\n\n", SCRIPT_ALWAYS},
    {"Target\n#c0392b\n.....\n.000.\n.0.0.\n.000.\n.....\n\n", SCRIPT_ALWAYS},
    {"Crate\n#d9902f #a8641a\n11111\n10001\n10101\n10001\n11111\n\n", SCRIPT_ALWAYS},
    {"Player\n#2c3e50 #f2c9a0 #2e86c1\n.000.\n.111.\n22222\n.222.\n.0.0.\n\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("LEGEND"),
    {". = Background\n# = Wall\nP = Player\n* = Crate\nO = Target\n"
     "@ = Crate and Target\n+ = Player and Target\n",
     SCRIPT_ALWAYS},
    SCRIPT_HEADING("SOUNDS"),
    SCRIPT_HEADING("COLLISIONLAYERS"),
    {"Background\nTarget\nPlayer, Wall, Crate\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("RULES"),
    {"[ > Player | Crate ] -> [ > Player | > Crate ]\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("WINCONDITIONS"),
    {"All Crate on Target\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("LEVELS"),
    {NULL, SCRIPT_ALWAYS},
};

/* Boxes and goals out of the player's reach are decoration, which must not count for the win, so they become wall. */
static bool add_script_rows(const struct grid *level, bool mixed, struct text *text)
{
    (void)mixed;
    struct grid grid = {0};
    size_t size = (size_t)grid_size(level);
    int *queue = calloc(size, sizeof *queue);
    bool *reached = calloc(size, sizeof *reached);
    bool good = queue != NULL && reached != NULL && grid_copy(&grid, level);
    if (good) {
        /* What the player could reach without boxes.  The level has a wall around it. */
        for (int cell = 0; cell < grid_size(&grid); cell++) {
            if (grid.cells[cell] == '@' || grid.cells[cell] == '+')
                grid_flood(&grid, cell, '#', reached, queue);
        }
        for (size_t cell = 0; cell < size; cell++) {
            if (!reached[cell] && grid.cells[cell] != ' ')
                grid.cells[cell] = '#';
        }
        script_add_rows(&grid, "# @+$*.", "#.P+*@O", text);
    }
    grid_free(&grid);
    free(queue);
    free(reached);
    return good;
}

static const struct script script = {.parts = script_parts, .add_rows = add_script_rows};

const struct face face_sokoban = {
    .game = &game_sokoban,
    .thresholds = thresholds,
    .terminal = &terminal,
    .colours = colours,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
    .script = &script,
    .xsb = true,
};
