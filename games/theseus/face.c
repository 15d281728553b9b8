/* The face of Theseus and the Minotaur: a maze of thin walls. */
#include "games/theseus/theseus.h"

#include "games/draw/face.h"

#include <string.h>

static const struct threshold thresholds[] = {
    {"min-depth", "8"},
    {"min-interplay", "3"},
    {"min-traps", "1"},
    {0},
};

/* --- colours --- */

#define COLOURS(X)                                          \
    X(MAZE, "maze", 0xf6ead2, 0x3b3733, WHITE)              \
    X(MAZE_ODD, "maze-odd", 0xf0e1c3, 0x423e39, SPECKS)     \
    X(MARBLE, "marble", 0x3f5a80, 0x93a7c7, BLACK)          \
    X(MARBLE_SIDE, "marble-side", 0x23344f, 0x4b5a75, EDGE) \
    X(STAIR, "stair", 0xd9e8c4, 0x4d6a3f, WHITE)            \
    X(STAIR_EDGE, "stair-edge", 0x9dba7c, 0x36502a, EDGE)   \
    X(STAIR_SIGN, "stair-sign", 0x3d7a24, 0xbfe39b, BLACK)  \
    X(TUNIC, "tunic", 0x2f7fd6, 0x4b95e6, WHITE)            \
    X(TUNIC_EDGE, "tunic-edge", 0x12294a, 0x0a1830, EDGE)   \
    X(HAIR, "hair", 0x6b4320, 0x7d5430, CROSSED)            \
    X(HIDE, "hide", 0xa4472f, 0xb5553a, UPRIGHT)            \
    X(HIDE_EDGE, "hide-edge", 0x43150a, 0x260b05, EDGE)     \
    X(HORN, "horn", 0xfbf3dc, 0xf3e8ca, WHITE)              \
    X(MUZZLE, "muzzle", 0xe3a98c, 0xdc9f82, WHITE)          \
    X(RING, "ring", 0xe0a81c, 0xf0bb32, WHITE)

COLOUR_TABLE(COLOURS);

/* --- terminal --- */

static const struct glyph glyphs[] = {
    {'#', PAINT_WALL, "██", "##"},   {' ', PAINT_FLOOR, "  ", "  "},
    {'T', PAINT_PLAYER, "◉ ", "T "}, {'t', PAINT_PLAYER, "◉◂", "T!"},
    {'M', PAINT_BAD, "◥◤", "M "},    {'m', PAINT_BAD, "◥◤", "M!"},
    {'E', PAINT_EXIT, "◂ ", "E "},   {0},
};

static const struct terminal_look terminal = {.glyphs = glyphs, .players = "Tt", .small = true};

/* --- words --- */

static const struct cell_words cell_names[] = {
    {'#', "wall"},     {' ', "open"},
    {'T', "Theseus"},  {'t', "Theseus at the exit"},
    {'M', "Minotaur"}, {'m', "Minotaur at the exit"},
    {'E', "exit"},     {0},
};

/* "The exit is in row 2, column 3." */
static void tell_place(const struct grid *grid, const char *who, const char *marks, struct text *text)
{
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (strchr(marks, grid->cells[cell]) != NULL)
            text_addf(text, "%s in row %d, column %d.", who, cell / grid->columns / 2 + 1,
                      cell % grid->columns / 2 + 1);
    }
}

static void tell_minotaur(const struct grid *grid, struct text *text)
{
    if (count_cells(grid, "t") > 0)
        text_add_string(text, "You are out.");
    else
        tell_place(grid, "The Minotaur is", "Mm", text);
}

/* Lists the cells of a row that have a wall on one side, except the wall around the maze, as in
 * "; walls below columns 1, 3". */
static void tell_walls(const struct grid *grid, int row, bool below, struct text *text)
{
    const char *before = below ? "; walls below columns " : "; walls to the right of columns ";
    for (int column = 1; column < grid->columns - !below; column += 2) {
        int down = below ? row + 1 : row, right = below ? column : column + 1;
        if (right == grid->columns - 1 || down == grid->rows - 1 || grid_at(grid, down, right, '#') != '#')
            continue;
        text_addf(text, "%s%d", before, column / 2 + 1);
        before = ", ";
    }
}

static void tell_maze(const struct grid *grid, struct text *text)
{
    text_addf(text, "%d columns, %d rows.\n", grid->columns / 2, grid->rows / 2);
    tell_place(grid, "You are", "Tt", text);
    tell_place(grid, " The Minotaur is", "Mm", text);
    tell_place(grid, " The exit is", "Etm", text);
    for (int row = 1; row < grid->rows; row += 2) {
        text_addf(text, "\nRow %d", row / 2 + 1);
        tell_walls(grid, row, false, text);
        tell_walls(grid, row, true, text);
        text_add_char(text, '.');
    }
    text_add_char(text, '\n');
}

static void tell_missing(const struct grid *grid, struct text *text)
{
    int cell = 0;
    while (cell < grid_size(grid) && grid->cells[cell] != 'T')
        cell++;
    text_add_string(text, "Theseus is still in ");
    tell_cell(&game_theseus, grid, cell, text);
}

/* If no wall blocks Theseus, the Minotaur does: Theseus would step on him, or be caught. */
static const char *tell_refused(const struct grid *grid, unsigned key)
{
    int hero = 0;
    while (hero < grid_size(grid) && strchr("Tt", grid->cells[hero]) == NULL)
        hero++;
    bool open = key < DIRECTIONS && grid->cells[grid_beside(grid, hero, key)] != '#';
    return open || key == KEY_ACTION ? "The Minotaur would catch you." : NULL;
}

static const struct face_words words = {
    .aim = "Reach the exit. After each of your moves the Minotaur makes two steps towards you, across "
           "if that brings him nearer, else up or down; walls hold him. You may wait.",
    .moves = {{"move", "moves"}},
    .player = "Tt",
    .action = "wait",
    .cells = cell_names,
    .board = tell_maze,
    .progress = tell_minotaur,
    .missing = tell_missing,
    .refused = tell_refused,
};

static const struct rules_text rules = {
    .paragraphs = {"You are Theseus. Move one cell up, right, down or left, or wait. Then the Minotaur makes "
                   "two steps, each of which has to bring him nearer to you.",
                   "He goes left or right if that brings him nearer and no wall is in the way; else up or down, "
                   "if that does; else he stays. He does not look for ways around walls.",
                   "Reach the exit before he reaches you. Once you are there, he comes too late."},
    .notation = "Theseus: U, R, D and L are steps up, right, down and left, W is to wait.",
    .open = ' ',
    .legend = {{"T", "Theseus"}, {"M", "the Minotaur"}, {"E", "exit"}},
    .lesson = "#########\n#  T   E#\n##### # #\n#M      #\n#########",
    .lesson_way = "RR",
};

/* --- the two in pictures --- */

static void draw_hero(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush hero = sprite_brush(brush, sprite);
    draw_shadow(&hero, 0.37, 0.23, 0.07);
    for (int side = -1; side <= 1; side += 2) {
        brush_box(&hero, side * 0.1 - 0.06, 0.22, 0.12, 0.16, 0.04);
        brush_circle(&hero, side * 0.23, 0.12, 0.065);
        brush_paint(&hero, &colours_shared[COLOUR_SKIN], &colours[TUNIC_EDGE], 0.035);
    }
    brush_move(&hero, -0.15, -0.06);
    brush_line(&hero, 0.15, -0.06);
    brush_line(&hero, 0.23, 0.27);
    brush_line(&hero, -0.23, 0.27);
    brush_close(&hero);
    brush_paint(&hero, &colours[TUNIC], &colours[TUNIC_EDGE], 0.045);
    brush_stroke(&hero, -0.18, 0.12, 0.18, 0.12, &colours[TUNIC_EDGE], 0.05);
    brush_circle(&hero, 0, -0.17, 0.18);
    brush_paint(&hero, &colours_shared[COLOUR_SKIN], &colours[TUNIC_EDGE], 0.045);
    draw_eyes(&hero, -0.13, sprite->facing);
    brush_move(&hero, -0.2, -0.18);
    brush_curve(&hero, -0.22, -0.46, 0.22, -0.46, 0.2, -0.18);
    brush_curve(&hero, 0.1, -0.26, -0.1, -0.26, -0.2, -0.18);
    brush_close(&hero);
    brush_paint(&hero, &colours[HAIR], &colours[TUNIC_EDGE], 0.04);
}

static void draw_minotaur(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush place = sprite_brush(brush, sprite), head = brush_scaled(&place, 0.88);
    draw_shadow(&place, 0.37, 0.25, 0.07);
    for (int side = -1; side <= 1; side += 2) {
        brush_move(&head, side * 0.16, -0.24);
        brush_curve(&head, side * 0.3, -0.26, side * 0.36, -0.32, side * 0.33, -0.44);
        brush_curve(&head, side * 0.48, -0.3, side * 0.4, -0.12, side * 0.22, -0.12);
        brush_close(&head);
        brush_paint(&head, &colours[HORN], &colours[HIDE_EDGE], 0.04);
        brush_ellipse(&head, side * 0.33, -0.03, 0.1, 0.06);
        brush_paint(&head, &colours[HIDE], &colours[HIDE_EDGE], 0.04);
    }
    brush_move(&head, -0.27, -0.12);
    brush_curve(&head, -0.26, -0.34, 0.26, -0.34, 0.27, -0.12);
    brush_curve(&head, 0.27, 0.1, 0.2, 0.38, 0, 0.38);
    brush_curve(&head, -0.2, 0.38, -0.27, 0.1, -0.27, -0.12);
    brush_close(&head);
    brush_paint(&head, &colours[HIDE], &colours[HIDE_EDGE], 0.05);
    brush_ellipse(&head, 0, 0.24, 0.19, 0.13);
    brush_paint(&head, &colours[MUZZLE], &colours[HIDE_EDGE], 0.035);
    struct brush eyes = brush_scaled(&head, 1.6);
    draw_eyes(&eyes, -0.03, sprite->facing);
    for (int side = -1; side <= 1; side += 2) {
        brush_stroke(&head, side * 0.05, -0.09, side * 0.21, -0.17, &colours[HIDE_EDGE], 0.05);
        brush_dot(&head, side * 0.08, 0.22, 0.035, &colours[HIDE_EDGE]);
    }
    brush_circle(&head, 0, 0.32, 0.07);
    brush_paint(&head, NULL, &colours[RING], 0.04);
}

static const struct shape hero = {.name = "hero", .draw = draw_hero, .followed = true};
static const struct shape minotaur = {.name = "minotaur", .draw = draw_minotaur};

/* --- the maze in pictures --- */

static const struct cell_ground ground[] = {
    {"#", GROUND_WALL},
    {"Etm", GROUND_FLOOR | GROUND_GOAL},
    {NULL, GROUND_FLOOR},
};

static bool read(struct scene *scene, const struct scene_text *text)
{
    const struct grid *drawn = text->drawn;
    scene->view = (struct box){-0.2, -0.2, drawn->columns / 2 + 0.4, drawn->rows / 2 + 0.4};
    for (int cell = 0; cell < grid_size(drawn); cell++) {
        unsigned char c = drawn->cells[cell];
        const struct shape *shape = strchr("Tt", c) != NULL ? &hero : strchr("Mm", c) != NULL ? &minotaur : NULL;
        if (shape != NULL && scene_add_at(scene, shape, cell) == NULL)
            return false;
    }
    return true;
}

static bool is_wall(const struct scene *scene, int row, int column)
{
    return (scene_ground(scene, row, column) & GROUND_KIND) == GROUND_WALL;
}

static void draw_walls(const struct scene *scene, const struct brush *brush, const struct colour *colour, double width)
{
    /* Outlines the walls of one direction, then of the other, with one line for each straight run. */
    for (int across = 1; across >= 0; across--) {
        int lines = across ? scene->rows : scene->columns, length = across ? scene->columns : scene->rows;
        for (int line = 0; line < lines; line += 2) {
            bool open = true;
            for (int at = 1; at < length; at += 2) {
                bool wall = across ? is_wall(scene, line, at) : is_wall(scene, at, line);
                double place = line / 2.0, from = (at - 1) / 2.0, to = (at + 1) / 2.0;
                if (wall && open)
                    brush_move(brush, across ? from : place, across ? place : from);
                if (wall)
                    brush_line(brush, across ? to : place, across ? place : to);
                open = !wall;
            }
        }
    }
    brush_paint(brush, NULL, colour, width);
}

static bool draw_ground(const struct scene *scene, const struct brush *brush)
{
    int columns = scene->columns / 2, rows = scene->rows / 2;
    brush_box(brush, 0, 0, columns, rows, 0);
    brush_paint(brush, &colours[MAZE], NULL, 0);
    for (int cell = 0; cell < columns * rows; cell++) {
        if ((cell / columns + cell % columns) % 2 == 1)
            brush_box(brush, cell % columns, cell / columns, 1, 1, 0);
    }
    brush_paint(brush, &colours[MAZE_ODD], NULL, 0);
    for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
        if (scene->ground[cell] & GROUND_GOAL) {
            /* Steps lead up and out of the maze. */
            struct point middle = scene_middle(scene, cell);
            struct brush exit = brush_at(brush, middle.x, middle.y);
            brush_box(&exit, -0.36, -0.36, 0.72, 0.72, 0.1);
            brush_paint(&exit, &colours[STAIR], &colours[STAIR_EDGE], 0.04);
            for (int i = 1; i < 4; i++)
                brush_stroke(&exit, -0.36, 0.36 - 0.18 * i, 0.36, 0.36 - 0.18 * i, &colours[STAIR_EDGE], 0.04);
            brush_move(&exit, -0.14, 0.02);
            brush_line(&exit, 0, -0.16);
            brush_line(&exit, 0.14, 0.02);
            brush_move(&exit, 0, -0.16);
            brush_line(&exit, 0, 0.2);
            brush_paint(&exit, NULL, &colours[STAIR_SIGN], 0.09);
        }
    }
    struct brush below = brush_at(brush, 0, 0.05);
    draw_walls(scene, &below, &colours[MARBLE_SIDE], 0.16);
    draw_walls(scene, brush, &colours[MARBLE], 0.13);
    return true;
}

static const struct picture_look picture = {
    .ground = ground, .read = read, .draw_ground = draw_ground, .upright = true, .strip = STRIP_MOVED};

const struct face face_theseus = {
    .game = &game_theseus,
    .thresholds = thresholds,
    .terminal = &terminal,
    .colours = colours,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
};
