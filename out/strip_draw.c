/* Panels as pictures; see strip.h. */
#include "out/strip.h"

#include "out/picture.h"

#include <math.h>
#include <stdio.h>

double panel_caption(const struct panel *panel)
{
    return panel->numbered || panel->way_count == 0 ? 0 : 0.75;
}

/* The point of a line's arrow: at `end`, pointing the way from `before`. */
static void draw_arrow(const struct brush *brush, struct point before, struct point end,
                       double size, enum colour colour)
{
    struct brush head = brush_at(brush, end.x, end.y);
    head = brush_turned(&head, atan2(end.y - before.y, end.x - before.x));
    const struct point points[] = {
        {0.26 + size, 0}, {-0.06 - size, -0.22 - size}, {-0.06 - size, 0.22 + size}};
    brush_way(&head, points, 3, 0.04, true);
    brush_paint(&head, colour, colour, 0.02);
}

/* The way in a light edge, so that it shows on any ground; a dot where it begins. */
static void draw_way(const struct panel *panel, const struct brush *brush)
{
    size_t count = panel->way_count;
    const struct point *way = panel->way;
    double width = panel->numbered ? 0.1 : 0.14;
    for (int edge = 1; edge >= 0; edge--) {
        enum colour colour = edge ? COLOUR_MARK_EDGE : COLOUR_MARK;
        brush_way(brush, way, count, 0.3, false);
        brush_paint(brush, COLOUR_NONE, colour, width + 0.1 * edge);
        brush_dot(brush, way[0].x, way[0].y, 0.12 + 0.05 * edge, colour);
        if (count > 1 && !panel->numbered)
            draw_arrow(brush, way[count - 2], way[count - 1], 0.05 * edge, colour);
    }
}

static void draw_numbers(const struct panel *panel, const struct brush *brush)
{
    for (size_t i = 0; i < panel->way_count; i++) {
        if (panel->stops[i] == 0)
            continue;
        char number[24];
        int digits = snprintf(number, sizeof number, "%zu", panel->stops[i]);
        brush_circle(brush, panel->way[i].x, panel->way[i].y, 0.27);
        brush_paint(brush, COLOUR_MARK, COLOUR_MARK_EDGE, 0.05);
        brush_write(brush, COLOUR_MARK_EDGE, panel->way[i].x, panel->way[i].y,
                    digits < 3 ? 0.34 : 0.25, number);
    }
}

static void draw_caption(const struct panel *panel, const struct box *view,
                         const struct brush *brush)
{
    char text[100];
    size_t last = panel->first + panel->count - 1;
    if (panel->count > 1)
        snprintf(text, sizeof text, "%zu\u2013%zu  %s", panel->first, last, panel->moves);
    else
        snprintf(text, sizeof text, "%zu  %s", panel->first, panel->moves);
    brush_write(brush, COLOUR_INK, view->x + view->width / 2, view->y - 0.35, 0.5, text);
}

bool panel_draw(const struct panel *panel, const struct box *view, const struct pen *pen)
{
    struct brush brush = brush_of(pen);
    if (!picture_draw(&panel->scene, &panel->scene, 0, pen))
        return false;
    if (panel->way_count > 0)
        draw_way(panel, &brush);
    if (panel->numbered)
        draw_numbers(panel, &brush);
    else if (panel->way_count > 0)
        draw_caption(panel, view, &brush);
    return true;
}
