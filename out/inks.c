/* Black on white; see inks.h. */
#include "config.h"

#include "out/inks.h"

#include <stddef.h>

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

bool ink_set(cairo_t *context, const struct colour *colour, enum ink_use use, bool below)
{
    enum ink ink = colour->ink;
    if (colour->name == NULL) { /* it stands for nothing but itself: the darker, the denser */
        uint32_t rgb = colour->rgb[THEME_LIGHT];
        double light = (0.299 * (rgb >> 16 & 0xff) + 0.587 * (rgb >> 8 & 0xff) + 0.114 * (rgb & 0xff)) / 255;
        ink = light > 0.8    ? INK_WHITE
              : light > 0.6  ? INK_SPECKS
              : light > 0.45 ? INK_DOTS
              : light > 0.3  ? INK_RISING
              : light > 0.15 ? INK_UPRIGHT
                             : INK_CROSSED;
    }
    if (ink == INK_EDGE)
        ink = use == INK_FILLS ? INK_WHITE : INK_BLACK;
    bool hatch = ink >= INK_SPECKS;
    if (ink == INK_NONE || (below && !hatch))
        return false;
    if (ink == INK_WHITE || below) {
        cairo_set_source_rgb(context, 1, 1, 1);
    } else if (ink == INK_BLACK) {
        cairo_set_source_rgb(context, 0, 0, 0);
    } else {
        /* A tile of a hatch, in the surface's own units whatever the scale is. */
        const cairo_rectangle_t extents = {0, 0, TILE, TILE};
        cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents);
        cairo_t *tile = cairo_create(surface);
        cairo_matrix_t matrix;
        cairo_set_source_rgb(tile, 0, 0, 0);
        if (ink == INK_SPECKS || ink == INK_DOTS) {
            double radius = ink == INK_SPECKS ? 0.2 : 0.34;
            cairo_rectangle(tile, 1 - radius, 1 - radius, 2 * radius, 2 * radius);
            cairo_rectangle(tile, 3 - radius, 3 - radius, 2 * radius, 2 * radius);
            cairo_fill(tile);
        } else {
            add_lines(tile, ink);
        }
        cairo_destroy(tile);
        cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
        cairo_surface_destroy(surface);
        cairo_get_matrix(context, &matrix);
        cairo_pattern_set_matrix(pattern, &matrix);
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT);
        cairo_set_source(context, pattern);
        cairo_pattern_destroy(pattern);
    }
    return true;
}
