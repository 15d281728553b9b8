/* The face of Snowman: a snowy lawn with hedges, and a child. */
#include "games/snowman/snowman.h"

#include "games/draw/face.h"

#include <string.h>

static const struct threshold thresholds[] = {
    {"min-depth", "5"},
    {"min-choices", "3"},
    {"min-interplay", "2"},
    {0},
};

/* --- colours --- */

#define COLOURS(X)                                         \
    X(LAWN, "lawn", 0xa9d07f, 0x3f5b38, SPECKS)            \
    X(LAWN_ODD, "lawn-odd", 0xa0c976, 0x43613b, DOTS)      \
    X(SNOW, "snow", 0xfafdff, 0xb9c9da, WHITE)             \
    X(SNOW_EDGE, "snow-edge", 0xc3d9ec, 0x8094a8, BLACK)   \
    X(HEDGE, "hedge", 0x4f8f45, 0x2f6a33, RISING)          \
    X(HEDGE_SIDE, "hedge-side", 0x2a5a2c, 0x142d18, EDGE)  \
    X(HEDGE_LEAF, "hedge-leaf", 0x6cab57, 0x43833f, NONE)  \
    X(BALL, "ball", 0xffffff, 0xf1f6fb, WHITE)             \
    X(BALL_EDGE, "ball-edge", 0x5b7896, 0x3c5068, EDGE)    \
    X(BALL_SHADE, "ball-shade", 0xcfe0f0, 0xb9cde0, WHITE) \
    X(COAL, "coal", 0x2b2b33, 0x2b2b33, BLACK)             \
    X(CARROT, "carrot", 0xf07c1f, 0xf07c1f, WHITE)         \
    X(SCARF, "scarf", 0xc62f3f, 0xd3404f, UPRIGHT)         \
    X(COAT, "coat", 0x7a3fa0, 0x9a5fc2, UPRIGHT)           \
    X(COAT_EDGE, "coat-edge", 0x391a50, 0x1d0b2b, EDGE)    \
    X(TARGET, "target", 0x8a5a2b, 0xd9ae7a, BLACK)

COLOUR_TABLE(COLOURS);

/* --- terminal --- */

/* Shows small, medium and large balls; the larger one of two is on the right. */
static const struct glyph glyphs[] = {
    {'X', PAINT_WALL, "██", "##"},   {'-', PAINT_FLOOR, "· ", ". "},     {'*', PAINT_SNOW, "░░", "::"},
    {'+', PAINT_GOAL, "‹›", "<>"},   {'=', PAINT_SNOW, "‹›", "<>"},      {'#', PAINT_PLAYER, "◖◗", "()"},
    {'@', PAINT_PLAYER, "◖◗", "()"}, {'1', PAINT_BALL, "∘ ", "s "},      {'2', PAINT_BALL, "o ", "m "},
    {'3', PAINT_BALL, "∘o", "sm"},   {'4', PAINT_BALL, "O ", "L "},      {'5', PAINT_BALL, "∘O", "sL"},
    {'6', PAINT_BALL, "oO", "mL"},   {'7', PAINT_BALL_DONE, "☃ ", "8<"}, {0},
};

static const struct terminal_look terminal = {.glyphs = glyphs, .players = "@#"};

/* --- words --- */

static const struct cell_words cell_names[] = {
    {'X', "wall"},
    {'-', "grass"},
    {'*', "snow"},
    {'#', "player"},
    {'@', "player on snow"},
    {'1', "small ball"},
    {'2', "medium ball"},
    {'3', "small ball on a medium one"},
    {'4', "large ball"},
    {'5', "small ball on a large one"},
    {'6', "medium ball on a large one"},
    {'7', "snowman"},
    {'+', "target"},
    {'=', "target under snow"},
    {0},
};

static unsigned count_balls(const struct grid *grid)
{
    unsigned balls = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        balls += c > '0' && c < '8' ? (unsigned)__builtin_popcount(c - '0') : 0;
    }
    return balls;
}

static void tell_progress(const struct grid *grid, struct text *text)
{
    text_addf(text, "%u of %u snowmen complete.", count_cells(grid, "7"), count_balls(grid) / 3);
}

static void tell_missing(const struct grid *grid, struct text *text)
{
    unsigned wanted = count_balls(grid) / 3, complete = count_cells(grid, "7");
    if (complete < wanted)
        add_missing(wanted - complete, "snowman is not complete", "snowmen are not complete", text);
    else
        text_add_string(text, "not every snowman stands on a target");
}

static const struct face_words words = {
    .aim = "Build snowmen of three balls, the large one below, the small one on top. A ball "
           "grows when it rolls over snow.",
    .moves = {{"push", "pushes"}, {"step", "steps"}},
    .player = "#@",
    .pushed = "Ball",
    .pieces = "1234567",
    .cells = cell_names,
    .progress = tell_progress,
    .missing = tell_missing,
};

static const struct rules_text rules = {
    .paragraphs = {"Push the balls of snow, one at a time. A small or medium ball that rolls onto snow "
                   "takes it up and is a size larger from then on; a large ball takes the snow, too, and stays large.",
                   "A ball can be pushed onto a larger one. Of two balls that lie on each other, the upper "
                   "one can be pushed off to a free cell. Stacks cannot be pushed.",
                   "Build snowmen of all balls: a small one on a medium one on a large one. Where there are "
                   "rings, every snowman has to stand on one."},
    .notation = "Snowman: u, r, d and l are steps up, right, down and left; capitals push a ball, or pop one off.",
    .open = '-',
    .legend = {{"#", "you"},
               {"@", "you, in snow"},
               {"1", "small ball"},
               {"2", "medium ball"},
               {"4", "large ball"},
               {"3", "two balls"},
               {"5", "two balls"},
               {"6", "two balls"},
               {"7", "snowman"},
               {"*", "snow"},
               {"+", "place for a snowman"},
               {"=", "such a place in snow"},
               {"X", "hedge"}},
    .lesson = "XXXXXX\nX#2-4X\nX---1X\nX----X\nXXXXXX",
    .lesson_way = "RRddrU",
};

/* --- pieces in pictures --- */

/* A ball lies on the ground or on the balls below, raised by most of their size.  At most, there are a large and a
 * medium ball below. */
static void draw_ball(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    double r = 0.19 + 0.1 * sprite->size;
    double below = sprite->height > 1 ? 0.58 + 0.2 * (sprite->height - 1) : 0;
    if (sprite->height <= 1)
        below = sprite->height * (sprite->size < 0.5 ? 0.4 : 0.36);
    struct brush ball = sprite_brush(brush, sprite);
    if (sprite->height < 0.5)
        draw_shadow(&ball, 0.34, r * 1.05, 0.1);
    ball = brush_at(&ball, 0, 0.38 - r - below);
    brush_circle(&ball, 0, 0, r);
    brush_paint(&ball, &colours[BALL], &colours[BALL_EDGE], 0.045);
    brush_move(&ball, r * 0.8, 0.1 * r);
    brush_curve(&ball, r * 0.7, r * 0.65, r * 0.1, r * 0.9, -r * 0.4, r * 0.68);
    brush_curve(&ball, r * 0.2, r * 0.72, r * 0.62, r * 0.5, r * 0.8, 0.1 * r);
    brush_paint(&ball, &colours[BALL_SHADE], &colours[BALL_SHADE], 0.04);
    if (sprite->height > 1.5) {
        /* Eyes, a carrot and a smile of coal. */
        for (int side = -1; side <= 1; side += 2)
            brush_dot(&ball, side * 0.38 * r, -0.25 * r, 0.13 * r, &colours[COAL]);
        brush_move(&ball, -0.1 * r, -0.02 * r);
        brush_line(&ball, 0.75 * r, 0.18 * r);
        brush_line(&ball, -0.06 * r, 0.24 * r);
        brush_close(&ball);
        brush_paint(&ball, &colours[CARROT], &colours[COAL], 0.02);
        brush_move(&ball, -0.42 * r, 0.4 * r);
        brush_curve(&ball, -0.2 * r, 0.66 * r, 0.2 * r, 0.66 * r, 0.42 * r, 0.4 * r);
        brush_paint(&ball, NULL, &colours[COAL], 0.12 * r);
    }
}

/* The child that builds the snowmen, with a coat, a bobble hat and a scarf. */
static void draw_child(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush child = sprite_brush(brush, sprite);
    draw_shadow(&child, 0.38, 0.27, 0.08);
    brush_move(&child, -0.13, 0.02);
    brush_curve(&child, -0.26, 0.14, -0.28, 0.3, -0.27, 0.38);
    brush_line(&child, 0.27, 0.38);
    brush_curve(&child, 0.28, 0.3, 0.26, 0.14, 0.13, 0.02);
    brush_close(&child);
    brush_paint(&child, &colours[COAT], &colours[COAT_EDGE], 0.05);
    brush_circle(&child, 0, -0.12, 0.22);
    brush_paint(&child, &colours_shared[COLOUR_SKIN], &colours[COAT_EDGE], 0.05);
    draw_eyes(&child, -0.08, sprite->facing);
    brush_move(&child, -0.17, 0.08);
    brush_curve(&child, -0.08, 0.15, 0.08, 0.15, 0.17, 0.08);
    brush_line(&child, 0.2, 0.24);
    brush_paint(&child, NULL, &colours[SCARF], 0.1);
    brush_move(&child, -0.23, -0.17);
    brush_curve(&child, -0.24, -0.46, 0.24, -0.46, 0.23, -0.17);
    brush_close(&child);
    brush_paint(&child, &colours[SCARF], &colours[COAT_EDGE], 0.05);
    brush_stroke(&child, -0.2, -0.18, 0.2, -0.18, &colours[BALL], 0.09);
    brush_circle(&child, 0, -0.42, 0.07);
    brush_paint(&child, &colours[BALL], &colours[COAT_EDGE], 0.04);
}

static const struct shape ball = {.name = "ball", .draw = draw_ball, .followed = true};
static const struct shape child = {.name = "child", .draw = draw_child};

/* --- the level in pictures --- */

static const struct floor_style floor_style = {
    .surrounded = true,
    .leaves = true,
    .snow = &colours[SNOW],
    .snow_edge = &colours[SNOW_EDGE],
    .floor = &colours[LAWN],
    .odd = &colours[LAWN_ODD],
    .wall = &colours[HEDGE],
    .side = &colours[HEDGE_SIDE],
    .joint = &colours[HEDGE_LEAF],
    .goal = &colours[TARGET],
    .goal_dot = 0.22,
};

static const struct cell_ground ground[] = {
    {"X", GROUND_WALL},
    {"*@", GROUND_FLOOR | GROUND_SNOW},
    {"+", GROUND_FLOOR | GROUND_GOAL},
    {"=", GROUND_FLOOR | GROUND_GOAL | GROUND_SNOW},
    {NULL, GROUND_FLOOR},
};

static bool read(struct scene *scene, const struct scene_text *text)
{
    scene->view = scene_box_around(scene, 1u << GROUND_FLOOR, 0.5);
    for (int cell = 0; cell < grid_size(text->drawn); cell++) {
        unsigned char c = text->drawn->cells[cell];
        if (text->start != NULL && scene->columns == text->start->columns)
            scene->ground[cell] |= text->start->ground[cell] & GROUND_GOAL;
        /* The balls of a stack, from the largest, which is at the bottom. */
        if (c >= '1' && c <= '7') {
            unsigned stack = c - '0';
            int height = 0;
            for (int size = 2; size >= 0; size--) {
                if ((stack >> size & 1) == 0)
                    continue;
                struct sprite *sprite = scene_add_at(scene, &ball, cell);
                if (sprite == NULL)
                    return false;
                sprite->size = size;
                sprite->height = height++;
            }
        }
        if ((c == '#' || c == '@') && scene_add_at(scene, &child, cell) == NULL)
            return false;
    }
    return true;
}

static const struct picture_look picture = {
    .ground = ground, .read = read, .floor = &floor_style, .upright = true, .strip = STRIP_PUSHED};

/* --- PuzzleScript --- */

/* Balls of the three sizes have separate layers, so that they can lie on each other.  If only some levels have
 * targets, Anywhere marks those that have none; snowmen may stand anywhere there. */
static const struct script_part script_parts[] = {
    {"run_rules_on_level_start\n", SCRIPT_MIXED}, /* otherwise the first key would change something */
    SCRIPT_HEADING("OBJECTS"),
    {"Background\n#8fbf6f #86b566\n00000\n00010\n00000\n01000\n00000\n\n", SCRIPT_ALWAYS},
    {"Snow\nwhite #e6eef5\n00000\n01000\n00000\n00010\n00000\n\n", SCRIPT_ALWAYS},
    {"Target\n#d64550\n0...0\n.....\n.....\n.....\n0...0\n\n", SCRIPT_SOME},
    {"Spot\ntransparent\n\nAnywhere\ntransparent\n\n", SCRIPT_MIXED},
    {"Wall\n#2f5d3a #3c7549\n00100\n01110\n01110\n11111\n00100\n\n", SCRIPT_ALWAYS},
    {"Player\n#22223b #f2c9a0 #4a4e9e\n.000.\n.111.\n22222\n.222.\n.0.0.\n\n", SCRIPT_ALWAYS},
    {"Large\n#f7fbff #9fb3c8\n10001\n00000\n00000\n00000\n10001\n\n", SCRIPT_ALWAYS},
    {"Medium\n#dbe7f3 #7f97b2\n.111.\n10001\n10001\n10001\n.111.\n\n", SCRIPT_ALWAYS},
    {"Small\n#ffffff #5b7493\n.....\n.111.\n.101.\n.111.\n.....\n\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("LEGEND"),
    {"Ball = Small or Medium or Large\n"
     ". = Background\n# = Wall\n* = Snow\nP = Player\nQ = Player and Snow\n"
     "1 = Small\n2 = Medium\n3 = Small and Medium\n4 = Large\n5 = Small and Large\n"
     "6 = Medium and Large\n7 = Small and Medium and Large\n",
     SCRIPT_ALWAYS},
    {"T = Target\nS = Target and Snow\n", SCRIPT_ALL},
    {"T = Target and Spot\nS = Target and Spot and Snow\nA = Wall and Anywhere\n", SCRIPT_MIXED},
    SCRIPT_HEADING("SOUNDS"),
    SCRIPT_HEADING("COLLISIONLAYERS"),
    {"Background\nSnow\n", SCRIPT_ALWAYS},
    {"Target\n", SCRIPT_SOME},
    {"Spot\nAnywhere\n", SCRIPT_MIXED},
    {"Player, Wall\nLarge\nMedium\nSmall\n", SCRIPT_ALWAYS},
    SCRIPT_HEADING("RULES"),
    {"(a ball that lies alone rolls on, onto free ground or onto larger balls)\n"
     "[ > Player | Small no Medium no Large | no Small no Wall ] -> [ > Player | > Small | ]\n"
     "[ > Player | Medium no Small no Large | no Small no Medium no Wall ] -> [ > Player | > Medium | ]\n"
     "[ > Player | Large no Small no Medium | no Ball no Wall ] -> [ > Player | > Large | ]\n\n"
     "(the upper ball of two is pushed off; the player stays where he is)\n"
     "[ > Player | Small Medium no Large | no Ball no Wall ] -> [ Player | > Small Medium | ]\n"
     "[ > Player | Small Large no Medium | no Ball no Wall ] -> [ Player | > Small Large | ]\n"
     "[ > Player | Medium Large no Small | no Ball no Wall ] -> [ Player | > Medium Large | ]\n\n"
     "(what does not roll is in the way)\n"
     "[ > Player | stationary Ball ] -> [ Player | Ball ]\n\n"
     "(a ball takes the snow it comes to lie on, and grows)\n"
     "late [ Small Snow ] -> [ Medium ]\n"
     "late [ Medium Snow ] -> [ Large ]\n"
     "late [ Large Snow ] -> [ Large ]\n",
     SCRIPT_ALWAYS},
    {"\n(without targets every place will do)\n"
     "late [ Anywhere ] [ Large no Spot ] -> [ Anywhere ] [ Large Spot ]\n",
     SCRIPT_MIXED},
    SCRIPT_HEADING("WINCONDITIONS"),
    {"All Small on Large\nAll Medium on Small\nAll Large on Medium\n", SCRIPT_ALWAYS},
    {"All Large on Target\n", SCRIPT_ALL},
    {"All Large on Spot\n", SCRIPT_MIXED},
    SCRIPT_HEADING("LEVELS"),
    {NULL, SCRIPT_ALWAYS},
};

static bool has_targets(const struct grid *grid)
{
    size_t size = (size_t)grid_size(grid);
    return memchr(grid->cells, '+', size) != NULL || memchr(grid->cells, '=', size) != NULL;
}

static bool add_script_rows(const struct grid *grid, bool mixed, struct text *text)
{
    size_t first = text->size;
    script_add_rows(grid, "X-*#@1234567+=", "#.*PQ1234567TS", text);
    if (mixed && !has_targets(grid) && !text->failed)
        text->data[first] = 'A'; /* a corner, which is wall */
    return true;
}

static const struct script script = {.parts = script_parts, .trait = has_targets, .add_rows = add_script_rows};

const struct face face_snowman = {
    .game = &game_snowman,
    .thresholds = thresholds,
    .terminal = &terminal,
    .colours = colours,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
    .script = &script,
};
