/* A pen that draws with cairo; see pen_cairo.h. */
#include "out/pen_cairo.h"

#include "base/memory.h"
#include "out/inks.h"

/* Sets the source to a colour for one use, or to what must be drawn below it.  Returns false if nothing is to be
 * drawn. */
static bool set_source(const struct cairo_pen *target, enum colour colour, enum ink_use use, bool below)
{
    if (target->theme == THEME_PRINT)
        return ink_set(target->context, colour, use, below);
    if (below)
        return false;
    bool own = colour_is_own(colour);
    uint32_t rgb = own ? colour_rgb(colour) : colour_value(colour)->rgb[target->theme];
    cairo_set_source_rgba(target->context, (rgb >> 16) / 255.0, (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0,
                          own ? 1 : colour_value(colour)->opacity / 100.0);
    return true;
}

void pen_cairo_set_colour(const struct cairo_pen *target, enum colour colour)
{
    set_source(target, colour, INK_FILLS, false);
}

/* Bytes.  `share` is more than a shape or a text takes, including its font's file; `shape_share` is more than the
 * end of a page takes for each shape. */
static const size_t share = 32 << 20, shape_share = 4096;

bool pen_cairo_ready(struct cairo_pen *target)
{
    size_t growth = 2 * target->bytes->capacity; /* when its capacity doubles */
    target->failed =
        target->failed || target->bytes->failed || !memory_is_left(share + shape_share * target->shapes + growth);
    return !target->failed;
}

static void move_to(void *target, double x, double y)
{
    struct cairo_pen *pen = target;
    if (!pen->failed)
        cairo_move_to(pen->context, x, y);
}

static void line_to(void *target, double x, double y)
{
    struct cairo_pen *pen = target;
    if (!pen->failed)
        cairo_line_to(pen->context, x, y);
}

static void curve_to(void *target, double x1, double y1, double x2, double y2, double x, double y)
{
    struct cairo_pen *pen = target;
    if (!pen->failed)
        cairo_curve_to(pen->context, x1, y1, x2, y2, x, y);
}

static void close_path(void *target)
{
    struct cairo_pen *pen = target;
    if (!pen->failed)
        cairo_close_path(pen->context);
}

static void paint(void *target, enum colour fill, enum colour line, double width)
{
    struct cairo_pen *pen = target;
    cairo_t *context = pen->context;
    if (!pen_cairo_ready(pen))
        return;
    if (fill != COLOUR_NONE && set_source(pen, fill, INK_FILLS, true))
        cairo_fill_preserve(context);
    if (fill != COLOUR_NONE && set_source(pen, fill, INK_FILLS, false))
        cairo_fill_preserve(context);
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(context, width);
    if (line != COLOUR_NONE && set_source(pen, line, INK_DRAWS, true))
        cairo_stroke_preserve(context);
    if (line != COLOUR_NONE && set_source(pen, line, INK_DRAWS, false))
        cairo_stroke_preserve(context);
    cairo_new_path(context);
    pen->shapes++;
}

/* The middle of digits and capitals is half their height above the base line. */
static void write_text(void *target, enum colour colour, double x, double y, double size, const char *text)
{
    struct cairo_pen *pen = target;
    cairo_t *context = pen->context;
    cairo_text_extents_t extents;
    if (!pen_cairo_ready(pen))
        return;
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(context, size);
    cairo_text_extents(context, text, &extents);
    pen_cairo_set_colour(pen, colour);
    cairo_move_to(context, x - extents.x_advance / 2, y + 0.36 * size);
    cairo_show_text(context, text);
    cairo_new_path(context);
    pen->shapes++;
}

struct pen pen_cairo(struct cairo_pen *target)
{
    return (struct pen){.target = target,
                        .move_to = move_to,
                        .line_to = line_to,
                        .curve_to = curve_to,
                        .close = close_path,
                        .paint = paint,
                        .write = write_text,
                        .plain = target->theme == THEME_PRINT};
}
