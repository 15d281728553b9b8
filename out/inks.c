/* Black on white; see inks.h. */
#include "config.h"

#include "out/inks.h"

/* The hatches are named by what they look like. */
enum ink {
    INK_WHITE,
    INK_BLACK,
    INK_NONE,
    INK_SPECKS, /* the lightest: every other cell of a floor */
    INK_DOTS,
    INK_RISING, /* lines from the left up to the right, and so on */
    INK_FALLING,
    INK_LEVEL,
    INK_UPRIGHT,
    INK_CROSSED,
};

/* What fills outlines, and what lines are drawn with; a role without a row is white in both. */
static const struct {
    enum ink fill, line;
} inks[COLOUR_COUNT] = {
#define BLACK                \
    {                        \
        INK_BLACK, INK_BLACK \
    }
#define EDGE                 \
    {                        \
        INK_WHITE, INK_BLACK \
    } /* a line around something; where it fills, that is a side that lies below */
#define HATCH(name)            \
    {                          \
        INK_##name, INK_##name \
    }
#define HIDDEN             \
    {                      \
        INK_NONE, INK_NONE \
    }
    [COLOUR_INK] = BLACK,
    [COLOUR_FAINT] = BLACK,
    [COLOUR_SHADOW] = HIDDEN,
    [COLOUR_SHINE] = HIDDEN,
    [COLOUR_PUPIL] = BLACK,
    [COLOUR_MARK] = BLACK,
    /* LongCat */
    [COLOUR_ROOM_ODD] = HATCH(SPECKS),
    [COLOUR_WALL] = HATCH(RISING),
    [COLOUR_WALL_SIDE] = EDGE,
    [COLOUR_WALL_JOINT] = HIDDEN,
    [COLOUR_FUR_EDGE] = EDGE,
    [COLOUR_FUR_STRIPE] = BLACK,
    [COLOUR_NOSE] = BLACK,
    /* Sokoban */
    [COLOUR_DEPOT_ODD] = HATCH(SPECKS),
    [COLOUR_BRICK] = HATCH(RISING),
    [COLOUR_BRICK_SIDE] = EDGE,
    [COLOUR_BRICK_JOINT] = HIDDEN,
    [COLOUR_CRATE_EDGE] = EDGE,
    [COLOUR_STORED_EDGE] = EDGE,
    [COLOUR_STORED] = HATCH(DOTS),
    [COLOUR_GOAL] = BLACK,
    [COLOUR_OVERALL] = HATCH(UPRIGHT),
    [COLOUR_OVERALL_EDGE] = EDGE,
    /* Snowman */
    [COLOUR_LAWN] = HATCH(SPECKS),
    [COLOUR_LAWN_ODD] = HATCH(DOTS),
    [COLOUR_SNOW_EDGE] = BLACK,
    [COLOUR_HEDGE] = HATCH(RISING),
    [COLOUR_HEDGE_SIDE] = EDGE,
    [COLOUR_HEDGE_LEAF] = HIDDEN,
    [COLOUR_BALL_EDGE] = EDGE,
    [COLOUR_COAL] = BLACK,
    [COLOUR_SCARF] = HATCH(UPRIGHT),
    [COLOUR_COAT] = HATCH(UPRIGHT),
    [COLOUR_COAT_EDGE] = EDGE,
    [COLOUR_TARGET] = BLACK,
    /* Snakebird */
    [COLOUR_CLOUD] = HIDDEN,
    [COLOUR_SOIL] = HATCH(RISING),
    [COLOUR_SOIL_EDGE] = EDGE,
    [COLOUR_SOIL_STONE] = HIDDEN,
    [COLOUR_TURF] = HATCH(CROSSED),
    [COLOUR_TURF_EDGE] = EDGE,
    [COLOUR_BIRD_1_EDGE] = EDGE,
    [COLOUR_BIRD_2_EDGE] = EDGE,
    [COLOUR_BIRD_3_EDGE] = EDGE,
    [COLOUR_BIRD_4_EDGE] = EDGE,
    [COLOUR_BIRD_2] = HATCH(UPRIGHT),
    [COLOUR_BIRD_3] = HATCH(DOTS),
    [COLOUR_BIRD_4] = HATCH(CROSSED),
    [COLOUR_BEAK_EDGE] = EDGE,
    [COLOUR_FRUIT_EDGE] = EDGE,
    [COLOUR_LEAF] = BLACK,
    [COLOUR_SPIKE_EDGE] = EDGE,
    [COLOUR_EXIT] = {INK_WHITE, INK_BLACK},
    [COLOUR_EXIT_GLOW] = HATCH(DOTS),
    [COLOUR_PORTAL] = {INK_WHITE, INK_BLACK},
    [COLOUR_PORTAL_GLOW] = HATCH(LEVEL),
    [COLOUR_BLOCK] = HATCH(FALLING),
    [COLOUR_BLOCK_EDGE] = EDGE,
    [COLOUR_BLOCK_MARK] = BLACK,
    [COLOUR_WATER] = HATCH(LEVEL),
    [COLOUR_WATER_CREST] = BLACK,
    /* Snake */
    [COLOUR_FIELD_ODD] = HATCH(SPECKS),
    [COLOUR_STONE] = HATCH(RISING),
    [COLOUR_STONE_SIDE] = EDGE,
    [COLOUR_STONE_JOINT] = HIDDEN,
    [COLOUR_SNAKE_EDGE] = EDGE,
    [COLOUR_TONGUE] = BLACK,
    /* Theseus and the Minotaur */
    [COLOUR_MAZE_ODD] = HATCH(SPECKS),
    [COLOUR_MARBLE] = BLACK,
    [COLOUR_MARBLE_SIDE] = EDGE,
    [COLOUR_STAIR_EDGE] = EDGE,
    [COLOUR_STAIR_SIGN] = BLACK,
    [COLOUR_TUNIC_EDGE] = EDGE,
    [COLOUR_HIDE] = HATCH(UPRIGHT),
    [COLOUR_HIDE_EDGE] = EDGE,
    [COLOUR_HAIR] = HATCH(CROSSED),
};

/* A colour of its own: the darker, the denser. */
static enum ink ink_of_rgb(uint32_t rgb)
{
    double light = (0.299 * (rgb >> 16 & 0xff) + 0.587 * (rgb >> 8 & 0xff) + 0.114 * (rgb & 0xff)) / 255;
    return light > 0.8    ? INK_WHITE
           : light > 0.6  ? INK_SPECKS
           : light > 0.45 ? INK_DOTS
           : light > 0.3  ? INK_RISING
           : light > 0.15 ? INK_UPRIGHT
                          : INK_CROSSED;
}

/* --- hatches --- */

enum { TILE = 4 }; /* units of the surface: points, pixels */

static void add_lines(cairo_t *tile, enum ink ink)
{
    bool crossed = ink == INK_CROSSED;
    cairo_set_line_width(tile, 0.45);
    for (int shift = -TILE; shift <= TILE && (crossed || ink == INK_RISING); shift += TILE) {
        cairo_move_to(tile, shift - 1, TILE + 1);
        cairo_line_to(tile, shift + TILE + 1, -1);
    }
    for (int shift = -TILE; shift <= TILE && (crossed || ink == INK_FALLING); shift += TILE) {
        cairo_move_to(tile, shift - 1, -1);
        cairo_line_to(tile, shift + TILE + 1, TILE + 1);
    }
    if (ink == INK_LEVEL) {
        cairo_move_to(tile, -1, TILE / 2.0);
        cairo_line_to(tile, TILE + 1, TILE / 2.0);
    } else if (ink == INK_UPRIGHT) {
        cairo_move_to(tile, TILE / 2.0, -1);
        cairo_line_to(tile, TILE / 2.0, TILE + 1);
    }
    cairo_stroke(tile);
}

static void add_dots(cairo_t *tile, double radius)
{
    cairo_rectangle(tile, 1 - radius, 1 - radius, 2 * radius, 2 * radius);
    cairo_rectangle(tile, 3 - radius, 3 - radius, 2 * radius, 2 * radius);
    cairo_fill(tile);
}

/* A tile of a hatch, in the surface's own units whatever the scale is. */
static void set_hatch(cairo_t *context, enum ink ink)
{
    const cairo_rectangle_t extents = {0, 0, TILE, TILE};
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents);
    cairo_t *tile = cairo_create(surface);
    cairo_matrix_t matrix;
    cairo_set_source_rgb(tile, 0, 0, 0);
    if (ink == INK_SPECKS || ink == INK_DOTS)
        add_dots(tile, ink == INK_SPECKS ? 0.2 : 0.34);
    else
        add_lines(tile, ink);
    cairo_destroy(tile);
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
    cairo_surface_destroy(surface);
    cairo_get_matrix(context, &matrix);
    cairo_pattern_set_matrix(pattern, &matrix);
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT);
    cairo_set_source(context, pattern);
    cairo_pattern_destroy(pattern);
}

bool ink_set(cairo_t *context, enum colour colour, enum ink_use use, bool below)
{
    enum ink ink = colour_is_own(colour) ? ink_of_rgb(colour_rgb(colour))
                   : use == INK_FILLS    ? inks[colour].fill
                                         : inks[colour].line;
    bool hatch = ink >= INK_SPECKS;
    if (ink == INK_NONE || (below && !hatch))
        return false;
    if (ink == INK_WHITE || below)
        cairo_set_source_rgb(context, 1, 1, 1);
    else if (ink == INK_BLACK)
        cairo_set_source_rgb(context, 0, 0, 0);
    else
        set_hatch(context, ink);
    return true;
}
