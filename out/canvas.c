/* Drawing with cairo; see canvas.h. */
#include "out/canvas.h"

#include "base/memory.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

/* --- pictures in black on white, for printing: each colour becomes white, black or a hatch ---
 *
 * No large area is black, so a page needs little ink and can be photocopied.  Things that a player must tell apart
 * differ in shape, line or hatch. */

/* How a colour is used: to fill an outline, or to draw along it. */
enum ink_use { INK_FILLS, INK_DRAWS };

enum { TILE = 4 }; /* in units of the surface: points or pixels */

/* Sets the source to a colour for one use.  In print, hatches have the same density at any scale.  A hatch needs white
 * below it, drawn first because viewers may leave seams between its tiles: `below` sets that white.  Returns false if
 * there is nothing to draw. */
static bool set_source(const struct canvas *canvas, const struct colour *colour, enum ink_use use, bool below)
{
    cairo_t *context = canvas->context;
    enum ink ink = colour->ink;
    if (canvas->theme != THEME_PRINT) {
        uint32_t rgb = colour->rgb[canvas->theme];
        if (!below)
            cairo_set_source_rgba(context, (rgb >> 16) / 255.0, (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0,
                                  (100 - colour->transparent) / 100.0);
        return !below;
    }
    if (colour->name == NULL) { /* a colour without a name, such as a sprite's: the darker, the denser the hatch */
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
        /* A tile of a hatch, in the surface's own units, whatever the scale. */
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

/* --- the pen --- */

void canvas_set_colour(const struct canvas *canvas, const struct colour *colour)
{
    set_source(canvas, colour, INK_FILLS, false);
}

/* Upper bounds in bytes.  `share`: the memory for one shape or text, including the font file.  `shape_share`: the
 * memory that the end of a page takes for each shape. */
static const size_t share = 32 << 20, shape_share = 4096;

bool canvas_ready(struct canvas *canvas)
{
    size_t growth = 2 * canvas->bytes->capacity; /* for when the capacity doubles */
    canvas->failed =
        canvas->failed || canvas->bytes->failed || !memory_is_left(share + shape_share * canvas->shapes + growth);
    return !canvas->failed;
}

static void move_to(void *target, double x, double y)
{
    struct canvas *canvas = target;
    if (!canvas->failed)
        cairo_move_to(canvas->context, x, y);
}

static void line_to(void *target, double x, double y)
{
    struct canvas *canvas = target;
    if (!canvas->failed)
        cairo_line_to(canvas->context, x, y);
}

static void curve_to(void *target, double x1, double y1, double x2, double y2, double x, double y)
{
    struct canvas *canvas = target;
    if (!canvas->failed)
        cairo_curve_to(canvas->context, x1, y1, x2, y2, x, y);
}

static void close_path(void *target)
{
    struct canvas *canvas = target;
    if (!canvas->failed)
        cairo_close_path(canvas->context);
}

static void paint(void *target, const struct colour *fill, const struct colour *line, double width)
{
    struct canvas *canvas = target;
    cairo_t *context = canvas->context;
    if (!canvas_ready(canvas))
        return;
    if (fill != NULL && set_source(canvas, fill, INK_FILLS, true))
        cairo_fill_preserve(context);
    if (fill != NULL && set_source(canvas, fill, INK_FILLS, false))
        cairo_fill_preserve(context);
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(context, width);
    if (line != NULL && set_source(canvas, line, INK_DRAWS, true))
        cairo_stroke_preserve(context);
    if (line != NULL && set_source(canvas, line, INK_DRAWS, false))
        cairo_stroke_preserve(context);
    cairo_new_path(context);
    canvas->shapes++;
}

/* The middle of digits and capitals is half their height above the base line. */
static void write_text(void *target, const struct colour *colour, double x, double y, double size, const char *text)
{
    struct canvas *canvas = target;
    cairo_t *context = canvas->context;
    cairo_text_extents_t extents;
    if (!canvas_ready(canvas))
        return;
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(context, size);
    cairo_text_extents(context, text, &extents);
    canvas_set_colour(canvas, colour);
    cairo_move_to(context, x - extents.x_advance / 2, y + 0.36 * size);
    cairo_show_text(context, text);
    cairo_new_path(context);
    canvas->shapes++;
}

struct pen canvas_pen(struct canvas *canvas)
{
    return (struct pen){.target = canvas,
                        .move_to = move_to,
                        .line_to = line_to,
                        .curve_to = curve_to,
                        .close = close_path,
                        .paint = paint,
                        .write = write_text,
                        .plain = canvas->theme == THEME_PRINT};
}

/* --- the canvas --- */

#ifdef __SANITIZE_ADDRESS__
/* Fontconfig keeps its cache of fonts until the program ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

/* Does not report a lack of memory to cairo, which would use freed memory at the end of a page.  The text remembers
 * the failure instead. */
static cairo_status_t add_bytes(void *target, const unsigned char *bytes, unsigned size)
{
    text_add(target, (const char *)bytes, size);
    return CAIRO_STATUS_SUCCESS;
}

bool canvas_open(struct canvas *canvas, enum canvas_kind kind, double width, double height, enum theme theme,
                 struct text *bytes, struct text *error)
{
    *canvas = (struct canvas){.kind = kind, .theme = theme, .bytes = bytes};
    if (kind == CANVAS_PNG && (width > 32767 || height > 32767)) {
        text_add_string(error, "the picture is too large; use a smaller --scale");
        return false;
    }
    if (!canvas_ready(canvas))
        return text_fail(error);
    switch (kind) {
    case CANVAS_SVG:
        canvas->surface = cairo_svg_surface_create_for_stream(add_bytes, bytes, width, height);
        cairo_svg_surface_set_document_unit(canvas->surface, CAIRO_SVG_UNIT_PX);
        break;
    case CANVAS_PNG:
        canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
        break;
    default:
        canvas->surface = cairo_pdf_surface_create_for_stream(add_bytes, bytes, width, height);
        /* The time of writing would make every file different. */
        cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    }
    canvas->context = cairo_create(canvas->surface);
    return true; /* canvas_close reports errors up to here */
}

bool canvas_close(struct canvas *canvas, struct text *error)
{
    /* Destroying the surface would write the file.  If memory is low, everything is leaked instead. */
    if (!canvas_ready(canvas))
        return text_fail(error);
    cairo_status_t status = cairo_status(canvas->context);
    cairo_destroy(canvas->context);
    if (status == CAIRO_STATUS_SUCCESS && canvas->kind == CANVAS_PNG)
        status = cairo_surface_write_to_png_stream(canvas->surface, add_bytes, canvas->bytes);
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(canvas->surface);
    cairo_surface_destroy(canvas->surface);
    if (status == CAIRO_STATUS_NO_MEMORY || canvas->bytes->failed)
        return text_fail(error);
    if (status != CAIRO_STATUS_SUCCESS)
        text_add_string(error, cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

void canvas_place(struct canvas *canvas, double x, double y, double scale)
{
    if (!canvas_ready(canvas))
        return;
    cairo_save(canvas->context);
    cairo_translate(canvas->context, x, y);
    cairo_scale(canvas->context, scale, scale);
}

void canvas_clip(struct canvas *canvas, const struct box *window)
{
    if (canvas->failed)
        return;
    cairo_rectangle(canvas->context, window->x, window->y, window->width, window->height);
    cairo_clip(canvas->context);
}

void canvas_restore(struct canvas *canvas)
{
    if (!canvas->failed)
        cairo_restore(canvas->context);
}

void canvas_fill(struct canvas *canvas, const struct colour *colour)
{
    if (!canvas_ready(canvas))
        return;
    canvas_set_colour(canvas, colour);
    cairo_paint(canvas->context);
}
