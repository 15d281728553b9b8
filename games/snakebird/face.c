/* The face of Snakebird: birds between islands in the sky. */
#include "games/snakebird/snakebird.h"

#include "games/draw/face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct threshold thresholds[] = {
    {"min-depth", "10"},
    {"min-choices", "5"},
    {"min-traps", "1"},
    {0},
};

/* --- birds and their letters --- */

static const struct piece_words birds = {
    .one = "bird",
    .heads = "Aa0N",
    .names = {"first bird", "second bird", "third bird", "fourth bird"},
};

static int segment(const struct puzzle *puzzle, unsigned char c, unsigned *number)
{
    const struct snakebird *board = snakebird_board(puzzle);
    int bird = -1;
    if (c >= '0' && c <= '9')
        bird = 2;
    else if (c >= 'a' && c <= 'z')
        bird = 1;
    else if (c >= 'A' && c <= 'Z') /* letters from N on are a separate bird if the level has a fourth one */
        bird = c >= 'N' && memchr(board->letter, birds.heads[3], board->birds) != NULL ? 3 : 0;
    *number = bird < 0 ? 0 : c - (unsigned)birds.heads[bird];
    return bird;
}

/* --- terminal --- */

static const struct glyph glyphs[] = {
    {'-', PAINT_PLAIN, "  ", "  "}, {'#', PAINT_WALL, "██", "##"},
    {'+', PAINT_FOOD, "◖◗", "()"},  {'*', PAINT_EXIT, "◎ ", "**"},
    {'^', PAINT_SPIKE, "▲▲", "^^"}, {'@', PAINT_PORTAL, "◌◌", "@@"},
    {'%', PAINT_BLOCK, "▒▒", "%%"}, {'&', PAINT_BLOCK, "▓▓", "&&"},
    {'$', PAINT_BLOCK, "░░", "$$"}, {'!', PAINT_BLOCK, "▚▚", "!!"},
    {';', PAINT_BLOCK, "▞▞", ";;"}, {':', PAINT_BLOCK, "▤▤", "::"},
    {',', PAINT_BLOCK, "▥▥", ",,"}, {'=', PAINT_BLOCK, "▦▦", "=="},
    {'/', PAINT_BLOCK, "▩▩", "//"}, {0},
};

static bool has_water(const struct puzzle *puzzle)
{
    return snakebird_board(puzzle)->rules == SNAKEBIRD_ORIGINAL;
}

static const struct terminal_look terminal = {.glyphs = glyphs, .water = has_water};

/* --- words --- */

static const struct cell_words cell_names[] = {
    {'-', "air"},          {'#', "ground"},      {'^', "spike"},        {'+', "fruit"},
    {'*', "exit"},         {'%', "first block"}, {'&', "second block"}, {'$', "third block"},
    {'!', "fourth block"}, {';', "fifth block"}, {':', "sixth block"},  {',', "seventh block"},
    {'=', "eighth block"}, {'/', "ninth block"}, {'@', "portal"},       {0},
};

static unsigned count_birds(const struct grid *grid)
{
    bool fourth = count_cells(grid, "M") == 0 && count_cells(grid, "N") > 0;
    return count_cells(grid, "Aa0") + fourth;
}

static void tell_progress(const struct grid *grid, struct text *text)
{
    unsigned fruit = count_cells(grid, "+"), left = count_birds(grid);
    if (fruit > 0)
        text_addf(text, "%u fruit, ", fruit);
    add_left(left, "bird", "birds", text);
}

static void tell_missing(const struct grid *grid, struct text *text)
{
    unsigned fruit = count_cells(grid, "+"), left = count_birds(grid);
    if (fruit > 0)
        add_missing(fruit, "fruit is not eaten", "fruit are not eaten", text);
    if (left > 0) {
        text_add_string(text, fruit > 0 ? " and " : "");
        add_missing(left, "bird is not gone", "birds are not gone", text);
    }
}

static const struct face_words words = {
    .aim = "Eat all the fruit, then bring every bird to the exit. Birds fall when nothing holds "
           "them up; mind spikes and water.",
    .moves = {{"move", "moves"}},
    .chosen = &birds,
    .cells = cell_names,
    .progress = tell_progress,
    .missing = tell_missing,
};

static const struct rules_text rules = {
    .paragraphs = {"Choose a bird and move its head up, right, down or left; its body follows. What neither "
                   "ground nor fruit nor another bird holds up falls. Falling onto spikes or into the water "
                   "is not allowed.",
                   "A bird that eats a fruit grows by one segment. Birds and blocks in the way are pushed "
                   "along, as long as nothing behind them stops them. Portals carry a bird or block from "
                   "one end to the other.",
                   "When all fruit is eaten, every bird leaves through the exit, the head first."},
    .notation = "Snakebird: a letter names the bird, and what follows are the moves of its head: ^ up, > right, v "
                "down, < left.",
    .open = '-',
    .legend = {{"BA", "a bird"},
               {"ba", "a second one"},
               {"10", "a third one"},
               {"ON", "a fourth one"},
               {"+", "fruit"},
               {"*", "the exit"},
               {"^", "spikes"},
               {"@", "an end of the portal"},
               {"%", "block"},
               {"#", "ground"}},
    .lesson = "------\nBA-+-*\n######",
    .lesson_way = "A>>>>",
};

/* --- colours --- */

#define COLOURS(X)                                           \
    X(SKY, "sky", 0xd6eefb, 0x22304a, WHITE)                 \
    X(CLOUD, "cloud", 0xf3fafe, 0x2e3f5d, NONE)              \
    X(SOIL, "soil", 0xa9764a, 0x6d4a30, RISING)              \
    X(SOIL_EDGE, "soil-edge", 0x5e3c20, 0x2b1a0e, EDGE)      \
    X(SOIL_STONE, "soil-stone", 0x8e5f39, 0x583a25, NONE)    \
    X(TURF, "turf", 0x6fb543, 0x4f8f36, CROSSED)             \
    X(TURF_EDGE, "turf-edge", 0x3d7a24, 0x24491a, EDGE)      \
    X(BIRD_1, "bird-1", 0xe2463d, 0xe5534a, WHITE)           \
    X(BIRD_1_EDGE, "bird-1-edge", 0x6d120e, 0x3c0907, EDGE)  \
    X(BIRD_1_PALE, "bird-1-pale", 0xffb3a8, 0xffb3a8, WHITE) \
    X(BIRD_2, "bird-2", 0x2f7fd6, 0x3d8be0, UPRIGHT)         \
    X(BIRD_2_EDGE, "bird-2-edge", 0x0c3263, 0x071d3a, EDGE)  \
    X(BIRD_2_PALE, "bird-2-pale", 0xb5dcff, 0xb5dcff, WHITE) \
    X(BIRD_3, "bird-3", 0xf3c623, 0xf3c623, DOTS)            \
    X(BIRD_3_EDGE, "bird-3-edge", 0x7a5a00, 0x3f2f00, EDGE)  \
    X(BIRD_3_PALE, "bird-3-pale", 0xfff3bd, 0xfff3bd, WHITE) \
    X(BIRD_4, "bird-4", 0x8b4fc4, 0x9b63d1, CROSSED)         \
    X(BIRD_4_EDGE, "bird-4-edge", 0x391560, 0x210a3a, EDGE)  \
    X(BIRD_4_PALE, "bird-4-pale", 0xe3c9ff, 0xe3c9ff, WHITE) \
    X(BEAK, "beak", 0xffb020, 0xffb020, WHITE)               \
    X(BEAK_EDGE, "beak-edge", 0x8a4f00, 0x5a3300, EDGE)      \
    X(FRUIT, "fruit", 0xd81b60, 0xe83a78, WHITE)             \
    X(FRUIT_EDGE, "fruit-edge", 0x6b0a2e, 0x3d0519, EDGE)    \
    X(LEAF, "leaf", 0x4c9a2a, 0x63b53f, BLACK)               \
    X(SPIKE, "spike", 0xc9d1da, 0xb4bdc8, WHITE)             \
    X(SPIKE_EDGE, "spike-edge", 0x4a5561, 0x20262e, EDGE)    \
    X(EXIT, "exit", 0x7b2ff7, 0x9a5cff, EDGE)                \
    X(EXIT_GLOW, "exit-glow", 0xe7c6ff, 0x4a2a80, DOTS)      \
    X(EXIT_CORE, "exit-core", 0xffe27a, 0xffe27a, WHITE)     \
    X(PORTAL, "portal", 0x00796b, 0x2bb5a2, EDGE)            \
    X(PORTAL_GLOW, "portal-glow", 0xa7e6dd, 0x114f48, LEVEL) \
    X(BLOCK, "block", 0xf0b9a0, 0xb98872, FALLING)           \
    X(BLOCK_EDGE, "block-edge", 0x7c4a34, 0x33180c, EDGE)    \
    X(BLOCK_MARK, "block-mark", 0xa8664a, 0x6b3f2b, BLACK)   \
    X(WATER, "water", 0x4fa3d8, 0x2a618f, LEVEL)             \
    X(WATER_CREST, "water-crest", 0x9fd3f2, 0x5b9ac9, BLACK)

COLOUR_TABLE(COLOURS);

/* --- birds --- */

static const struct {
    const struct colour *body, *edge, *pale;
} plumage[] = {
    {&colours[BIRD_1], &colours[BIRD_1_EDGE], &colours[BIRD_1_PALE]},
    {&colours[BIRD_2], &colours[BIRD_2_EDGE], &colours[BIRD_2_PALE]},
    {&colours[BIRD_3], &colours[BIRD_3_EDGE], &colours[BIRD_3_PALE]},
    {&colours[BIRD_4], &colours[BIRD_4_EDGE], &colours[BIRD_4_PALE]},
};

static void draw_bird(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    unsigned bird = sprite->variant % SNAKEBIRD_BIRDS;
    struct brush head = sprite_brush(brush, sprite);
    int facing = body_facing(points, sprite->count, sprite->facing < 0 ? RIGHT : sprite->facing);
    head = brush_facing(&head, (enum direction)facing);
    if (sprite->count > 0 && body_length(points, sprite->count) > 0) {
        draw_tube(brush, points, sprite->count, 0.74, plumage[bird].body, plumage[bird].edge);
        double length = body_length(points, sprite->count);
        for (double at = 1; at < length + 0.3; at += 1) {
            struct brush mark = body_brush(brush, points, sprite->count, at);
            /* Each bird has its own mark, facing right, in addition to its colours. */
            static const struct point diamond[] = {{-0.17, 0}, {0, -0.15}, {0.17, 0}, {0, 0.15}};
            switch (bird) {
            case 0:
                brush_circle(&mark, 0, 0, 0.13);
                break;
            case 1:
                brush_box(&mark, -0.07, -0.24, 0.14, 0.48, 0.06);
                break;
            case 2:
                brush_polygon(&mark, diamond, 4);
                break;
            default: /* an arrow pointing ahead */
                brush_move(&mark, -0.16, -0.2);
                brush_line(&mark, 0.12, 0);
                brush_line(&mark, -0.16, 0.2);
                brush_line(&mark, -0.04, 0);
                brush_close(&mark);
            }
        }
        brush_paint(brush, plumage[bird].pale, NULL, 0);
    }
    /* Feathers on top of the head, one more for each bird. */
    for (unsigned i = 0; i <= bird; i++) {
        double angle = -1.35 - 0.42 * i; /* of the feather's root on the head */
        struct brush feather = brush_at(&head, 0.36 * cos(angle), 0.36 * sin(angle));
        feather = brush_turned(&feather, angle - 0.35);
        brush_move(&feather, -0.05, -0.07);
        brush_curve(&feather, 0.06, -0.12, 0.17, -0.1, 0.21, 0);
        brush_curve(&feather, 0.17, 0.08, 0.06, 0.1, -0.05, 0.07);
        brush_close(&feather);
        brush_paint(&feather, plumage[bird].pale, plumage[bird].edge, 0.045);
    }
    brush_move(&head, 0.26, -0.16);
    brush_curve(&head, 0.42, -0.16, 0.54, -0.06, 0.58, 0.06);
    brush_curve(&head, 0.5, 0.12, 0.4, 0.2, 0.24, 0.2);
    brush_close(&head);
    brush_paint(&head, &colours[BEAK], &colours[BEAK_EDGE], 0.05);
    brush_circle(&head, 0, 0, 0.4);
    brush_paint(&head, plumage[bird].body, plumage[bird].edge, 0.06);
    brush_stroke(&head, 0.34, 0.07, 0.53, 0.07, &colours[BEAK_EDGE], 0.03);
    brush_circle(&head, 0.1, -0.1, 0.17);
    brush_paint(&head, &colours_shared[COLOUR_EYE], plumage[bird].edge, 0.04);
    brush_dot(&head, 0.16, -0.09, 0.08, &colours_shared[COLOUR_PUPIL]);
    brush_dot(&head, 0.18, -0.12, 0.03, &colours_shared[COLOUR_EYE]);
}

static const struct shape bird_shape = {
    .name = "bird", .draw = draw_bird, .travel = TRAVEL_CRAWLS, .distinct = true, .followed = true};

/* --- fruit --- */

static void draw_fruit(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush fruit = sprite_brush(brush, sprite);
    brush_move(&fruit, 0, -0.14);
    brush_curve(&fruit, 0.02, -0.26, 0.06, -0.34, 0.1, -0.4);
    brush_paint(&fruit, NULL, &colours[SOIL_EDGE], 0.06);
    brush_move(&fruit, 0.06, -0.28);
    brush_curve(&fruit, 0.14, -0.44, 0.28, -0.42, 0.34, -0.36);
    brush_curve(&fruit, 0.3, -0.24, 0.18, -0.22, 0.06, -0.28);
    brush_close(&fruit);
    brush_paint(&fruit, &colours[LEAF], &colours[TURF_EDGE], 0.03);
    brush_move(&fruit, 0, -0.15);
    brush_curve(&fruit, 0.2, -0.3, 0.37, -0.14, 0.34, 0.08);
    brush_curve(&fruit, 0.31, 0.3, 0.12, 0.42, 0, 0.35);
    brush_curve(&fruit, -0.12, 0.42, -0.31, 0.3, -0.34, 0.08);
    brush_curve(&fruit, -0.37, -0.14, -0.2, -0.3, 0, -0.15);
    brush_close(&fruit);
    brush_paint(&fruit, &colours[FRUIT], &colours[FRUIT_EDGE], 0.05);
    brush_ellipse(&fruit, -0.18, -0.02, 0.06, 0.1);
    brush_paint(&fruit, &colours_shared[COLOUR_SHINE], NULL, 0);
}

static const struct shape fruit_shape = {.name = "fruit", .draw = draw_fruit};

/* --- blocks --- */

/* The cells of a block, relative to its first cell. */
struct block_cells {
    const struct point *points;
    size_t count;
    struct point first;
    int size; /* cells are within this many rows and columns of the first */
};

static bool is_block(const void *context, int row, int column)
{
    const struct block_cells *cells = context;
    for (size_t i = 0; i < cells->count; i++) {
        if (fabs(cells->points[i].x - cells->first.x - (column - cells->size)) < 0.5 &&
            fabs(cells->points[i].y - cells->first.y - (row - cells->size)) < 0.5)
            return true;
    }
    return false;
}

/* A rigid block: one outline, with the block's number of bolts in each cell, and rods between parts that do not
 * touch. */
static void draw_block(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    struct block_cells cells = {points, sprite->count, {sprite->x, sprite->y}, 0};
    for (size_t i = 0; i < sprite->count; i++) {
        double far = fmax(fabs(points[i].x - sprite->x), fabs(points[i].y - sprite->y));
        cells.size = far > cells.size ? (int)(far + 0.5) : cells.size;
    }
    struct brush block = sprite_brush(brush, sprite);
    for (size_t i = 1; i < sprite->count; i++)
        brush_stroke(&block, points[i - 1].x - sprite->x, points[i - 1].y - sprite->y, points[i].x - sprite->x,
                     points[i].y - sprite->y, &colours[BLOCK_EDGE], 0.1);
    struct brush corner = brush_at(&block, -cells.size - 0.5, -cells.size - 0.5);
    int side = 2 * cells.size + 1;
    if (brush_cells(&corner, is_block, &cells, side, side, 0.05, 0.16))
        brush_paint(&corner, &colours[BLOCK], &colours[BLOCK_EDGE], 0.07);
    for (size_t i = 0; i < sprite->count; i++) {
        struct brush cell = brush_at(&block, points[i].x - sprite->x, points[i].y - sprite->y);
        /* Bolts: up to four in one row, more in rows of three. */
        unsigned count = sprite->variant + 1;
        unsigned row = count <= 4 ? count : 3, rows = (count + row - 1) / row;
        for (unsigned bolt = 0; bolt < count; bolt++) {
            unsigned along = bolt / row + 1 < rows ? row : count - row * (rows - 1);
            brush_circle(&cell, 0.16 * (bolt % row - (along - 1) / 2.0), 0.16 * (bolt / row - (rows - 1) / 2.0), 0.06);
        }
    }
    brush_paint(&block, &colours[BLOCK_MARK], NULL, 0);
}

static const struct shape block_shape = {.name = "block", .draw = draw_block, .travel = TRAVEL_RIGID};

/* --- the world seen from the side --- */

static bool is_soil(const void *context, int row, int column)
{
    const struct scene *scene = context;
    return (scene->ground[row * scene->columns + column] & GROUND_KIND) == GROUND_WALL;
}

static bool is_soil_at(const struct scene *scene, int row, int column)
{
    return (scene_ground(scene, row, column) & GROUND_KIND) == GROUND_WALL;
}

/* Grass on the open tops of the soil: a strip over each run of cells, ragged at the bottom. */
static void draw_turf(const struct scene *scene, const struct brush *brush)
{
    for (int row = 0; row < scene->rows; row++) {
        for (int column = 0; column < scene->columns; column++) {
            if (!is_soil_at(scene, row, column) || is_soil_at(scene, row - 1, column))
                continue;
            bool left = is_soil_at(scene, row, column - 1) && !is_soil_at(scene, row - 1, column - 1);
            bool right = is_soil_at(scene, row, column + 1) && !is_soil_at(scene, row - 1, column + 1);
            double from = left ? 0 : -0.02, to = right ? 1 : 1.02;
            struct brush cell = brush_at(brush, column, row);
            brush_move(&cell, from, left ? 0 : 0.1);
            if (!left)
                brush_curve(&cell, from, 0.02, from + 0.06, -0.04, from + 0.14, -0.04);
            else
                brush_line(&cell, from, -0.04);
            brush_line(&cell, right ? to : to - 0.14, -0.04);
            if (!right)
                brush_curve(&cell, to - 0.06, -0.04, to, 0.02, to, 0.1);
            brush_line(&cell, to, 0.18);
            for (int tooth = 3; tooth >= 0; tooth--) {
                double x = from + (to - from) * tooth / 4.0, width = (to - from) / 4;
                brush_curve(&cell, x + width, 0.3, x, 0.3, x, 0.18);
            }
            brush_close(&cell);
        }
    }
    brush_paint(brush, &colours[TURF], NULL, 0);
}

/* Three steel points, facing away from the ground that they stand on. */
static void draw_spikes(const struct scene *scene, const struct brush *brush)
{
    static const double turns[DIRECTIONS] = {2, 3, 0, 1}; /* quarter turns, by the side of the ground */
    for (int row = 0; row < scene->rows; row++) {
        for (int column = 0; column < scene->columns; column++) {
            if ((scene_ground(scene, row, column) & GROUND_KIND) != GROUND_SPIKE)
                continue;
            int base = DOWN;
            for (int i = 0; i < DIRECTIONS && !is_soil_at(scene, row + 1, column); i++) {
                if (is_soil_at(scene, row + direction_down[i], column + direction_across[i]))
                    base = i;
            }
            struct brush cell = brush_at(brush, column + 0.5, row + 0.5);
            cell = brush_turned(&cell, turns[base] * acos(0));
            static const struct point teeth[] = {{-0.46, 0.5}, {-0.32, -0.22}, {-0.15, 0.2}, {0, -0.38},
                                                 {0.15, 0.2},  {0.32, -0.22},  {0.46, 0.5}};
            brush_polygon(&cell, teeth, 7);
            brush_paint(&cell, &colours[SPIKE], &colours[SPIKE_EDGE], 0.06);
        }
    }
}

/* Waves, starting in the row below the text. */
static void draw_water(const struct scene *scene, const struct brush *brush)
{
    const struct box *view = &scene->view;
    double right = view->x + view->width, bottom = view->y + view->height;
    double top = scene->rows + 0.25;
    if (top + 0.1 > bottom)
        return;
    for (int crest = 0; crest < 2; crest++) {
        double shift = crest ? 0.12 : 0;
        brush_move(brush, view->x, bottom);
        brush_line(brush, view->x, top + shift);
        for (double x = view->x; x < right; x += 1) {
            double end = fmin(x + 1, right), middle = (x + end) / 2;
            brush_curve(brush, x + 0.15, top + shift - 0.12, middle - 0.15, top + shift - 0.12, middle, top + shift);
            brush_curve(brush, middle + 0.15, top + shift + 0.12, end - 0.15, top + shift + 0.12, end, top + shift);
        }
        brush_line(brush, right, bottom);
        brush_close(brush);
        brush_paint(brush, crest ? &colours[WATER] : &colours[WATER_CREST], NULL, 0);
    }
}

static bool draw_sky(const struct scene *scene, const struct brush *brush)
{
    const struct box *view = &scene->view;
    brush_box(brush, view->x, view->y, view->width, view->height, 0);
    brush_paint(brush, &colours[SKY], NULL, 0);
    for (int i = 0; i * 5 < scene->columns + 2; i++) {
        double x = view->x + 1.6 + 5 * i, y = view->y + 0.9 + (i * 5 % 3) * 0.9;
        if (x + 1.2 > view->x + view->width)
            break;
        struct brush cloud = brush_at(brush, x, y);
        brush_ellipse(&cloud, 0, 0, 0.9, 0.24);
        brush_circle(&cloud, -0.25, -0.14, 0.32);
        brush_circle(&cloud, 0.22, -0.2, 0.4);
        brush_paint(&cloud, &colours[CLOUD], NULL, 0);
    }
    draw_water(scene, brush);
    /* The exit spirals inwards; the ends of a portal are rings. */
    for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
        struct brush place = brush_at(brush, cell % scene->columns + 0.5, cell / scene->columns + 0.5);
        if (scene->ground[cell] & GROUND_GOAL) {
            brush_dot(&place, 0, 0, 0.48, &colours[EXIT_GLOW]);
            for (int arm = 0; arm < 3; arm++) {
                /* A spiral of one and a half turns, made of quarter circles that get smaller. */
                struct brush turned = brush_turned(&place, arm * acos(0) * 4 / 3);
                double radius = 0.44;
                brush_move(&turned, radius, 0);
                for (int i = 0; i < 6; i++) {
                    double next = radius * 0.74, k = 0.55;
                    brush_curve(&turned, radius, radius * k, next * k, next, 0, next);
                    turned = brush_turned(&turned, acos(0));
                    radius = next;
                }
            }
            brush_paint(&place, NULL, &colours[EXIT], 0.09);
            brush_dot(&place, 0, 0, 0.09, &colours[EXIT_CORE]);
        }
        if (scene->ground[cell] & GROUND_PORTAL) {
            brush_circle(&place, 0, 0, 0.4);
            brush_paint(&place, &colours[PORTAL_GLOW], &colours[PORTAL], 0.1);
            brush_circle(&place, 0, 0, 0.22);
            brush_paint(&place, NULL, &colours[PORTAL], 0.06);
        }
    }
    draw_spikes(scene, brush);
    if (!brush_cells(brush, is_soil, scene, scene->columns, scene->rows, 0.02, 0.2))
        return false;
    brush_paint(brush, &colours[SOIL], &colours[SOIL_EDGE], 0.06);
    for (int row = 0; row < scene->rows; row++) {
        for (int column = 0; column < scene->columns; column++) {
            if (!is_soil_at(scene, row, column))
                continue;
            unsigned mix = (unsigned)(row * 31 + column * 17) % 7;
            brush_ellipse(brush, column + 0.3 + 0.06 * mix, row + 0.72 - 0.03 * mix, 0.1, 0.06);
            if (mix % 2 == 0)
                brush_ellipse(brush, column + 0.72 - 0.05 * mix, row + 0.48, 0.06, 0.04);
        }
    }
    brush_paint(brush, &colours[SOIL_STONE], NULL, 0);
    draw_turf(scene, brush);
    return true;
}

/* --- scenes from text ---
 *
 * Birds can hide the exit or an end of the portal, and enlarge the text by leaning out of it.  The scene of the
 * start has the ground.  Ground and spikes are never hidden, so the corner of their bounding box in both texts
 * shows how far the text has shifted. */

/* The offset of the text's top left cell from the start's. */
struct shift {
    int down, across;
};

/* The top left corner of the box around ground and spikes. */
static struct shift corner(const struct scene *scene)
{
    struct shift shift = {scene->rows, scene->columns};
    for (int cell = 0; cell < scene->rows * scene->columns; cell++) {
        int row = cell / scene->columns, column = cell % scene->columns;
        if ((scene->ground[cell] & GROUND_KIND) == GROUND_FLOOR)
            continue;
        shift.down = row < shift.down ? row : shift.down;
        shift.across = column < shift.across ? column : shift.across;
    }
    return shift;
}

static struct point middle(const struct grid *drawn, struct shift shift, int cell)
{
    return (struct point){cell % drawn->columns + shift.across + 0.5, cell / drawn->columns + shift.down + 0.5};
}

/* The next cell of a bird after cell `from`: an adjacent one with this letter, or any if `from` is -1.  Returns -1
 * if there is none. */
static int next_segment(const struct grid *drawn, int from, unsigned char letter, const bool *used)
{
    for (int cell = 0; cell < grid_size(drawn); cell++) {
        int steps =
            abs(cell / drawn->columns - from / drawn->columns) + abs(cell % drawn->columns - from % drawn->columns);
        if (drawn->cells[cell] == letter && !used[cell] && (from < 0 || steps == 1))
            return cell;
    }
    return -1;
}

/* The inputs for finding pieces. */
struct finds {
    const struct grid *drawn;
    struct shift shift;
    bool *used; /* [cells of the text] by birds */
    int *cells; /* [cells of the text] of one piece */
};

static bool add_piece(struct scene *scene, const struct shape *shape, unsigned variant, const struct finds *finds,
                      size_t count)
{
    if (count == 0)
        return true;
    struct sprite *sprite = scene_add(scene, shape, middle(finds->drawn, finds->shift, finds->cells[0]));
    if (sprite == NULL)
        return false;
    sprite->variant = variant;
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = scene_add_point(scene, middle(finds->drawn, finds->shift, finds->cells[i]));
    return good;
}

static bool add_birds(struct scene *scene, const struct scene_text *text, struct finds *finds)
{
    const struct scene *start = text->start;
    bool fourth = memchr(text->drawn->cells, 'M', (size_t)grid_size(text->drawn)) == NULL;
    for (size_t i = 0; start != NULL && i < start->count; i++)
        fourth |= start->sprites[i].shape == &bird_shape && start->sprites[i].variant == 3;
    for (unsigned bird = 0; bird < SNAKEBIRD_BIRDS; bird++) {
        unsigned char first = snakebird_alphabets[bird].first, last = snakebird_alphabets[bird].last;
        if (bird == 0 && fourth)
            last = 'M';
        if (bird == 3 && !fourth)
            break;
        /* The cells of the bird, head first.  Beyond the last letter, adjacent cells repeat it. */
        const struct grid *drawn = finds->drawn;
        bool *used = finds->used;
        int *cells = finds->cells;
        size_t length = 0;
        unsigned char letter = first;
        int cell = next_segment(drawn, -1, letter, used);
        while (cell >= 0) {
            used[cell] = true;
            cells[length++] = cell;
            int next = letter < last ? next_segment(drawn, cell, (unsigned char)(letter + 1), used) : -1;
            if (next >= 0)
                letter++;
            else
                next = next_segment(drawn, cell, letter, used);
            cell = next;
        }
        if (!add_piece(scene, &bird_shape, bird, finds, length))
            return false;
        if (length > 0)
            scene->sprites[scene->count - 1].symbol = first;
    }
    return true;
}

static bool read(struct scene *scene, const struct scene_text *text)
{
    size_t cells = (size_t)grid_size(text->drawn) + 1;
    struct finds finds = {text->drawn, {0, 0}, calloc(cells, sizeof *finds.used), calloc(cells, sizeof *finds.cells)};
    bool good = finds.used != NULL && finds.cells != NULL;
    if (good && text->start != NULL) {
        /* Replaces the ground by the start's. */
        const struct scene *start = text->start;
        struct shift now = corner(scene), then = corner(start);
        size_t size = (size_t)start->columns * (size_t)start->rows;
        unsigned char *start_ground = malloc(size > 0 ? size : 1);
        good = start_ground != NULL;
        if (now.down < scene->rows && then.down < start->rows)
            finds.shift = (struct shift){then.down - now.down, then.across - now.across};
        if (good) {
            memcpy(start_ground, start->ground, size);
            free(scene->ground);
            scene->ground = start_ground;
            scene->columns = start->columns;
            scene->rows = start->rows;
        }
    }
    for (int cell = 0; good && cell < grid_size(finds.drawn); cell++)
        good = finds.drawn->cells[cell] != '+' ||
               scene_add(scene, &fruit_shape, middle(finds.drawn, finds.shift, cell)) != NULL;
    for (unsigned block = 0; good && snakebird_block_symbols[block] != '\0'; block++) {
        size_t count = 0;
        for (int cell = 0; cell < grid_size(finds.drawn); cell++) {
            if (finds.drawn->cells[cell] == (unsigned char)snakebird_block_symbols[block])
                finds.cells[count++] = cell;
        }
        good = add_piece(scene, &block_shape, block, &finds, count);
    }
    good = good && add_birds(scene, text, &finds);
    /* Shows the text, half a cell of air around it, the water below, and birds that lean out. */
    scene->view = (struct box){-0.5, -0.5, scene->columns + 1, scene->rows + 1.4};
    for (size_t i = 0; i < scene->count; i++) {
        const struct sprite *sprite = &scene->sprites[i];
        for (size_t k = 0; sprite->shape == &bird_shape && k < sprite->count; k++) {
            struct point point = scene->points[sprite->first + k];
            struct box box = {point.x - 0.8, point.y - 0.8, 1.6, 1.6};
            scene->view = box_union(scene->view, box);
        }
    }
    free(finds.used);
    free(finds.cells);
    return good;
}

static const struct cell_ground ground[] = {
    {"#", GROUND_WALL},   {"^", GROUND_SPIKE}, {"*", GROUND_FLOOR | GROUND_GOAL}, {"@", GROUND_FLOOR | GROUND_PORTAL},
    {NULL, GROUND_FLOOR},
};

static const struct picture_look picture = {
    .ground = ground, .read = read, .draw_ground = draw_sky, .strip = STRIP_MOVED};

const struct face face_snakebird = {
    .game = &game_snakebird,
    .thresholds = thresholds,
    .terminal = &terminal,
    .colours = colours,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
    .segment = segment,
};
