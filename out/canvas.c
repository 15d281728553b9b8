/* Cairo's surfaces, written to memory; see canvas.h. */
#include "out/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

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

static cairo_surface_t *make_surface(enum canvas_kind kind, double width, double height, struct text *bytes)
{
    cairo_surface_t *surface;
    switch (kind) {
    case CANVAS_SVG:
        surface = cairo_svg_surface_create_for_stream(add_bytes, bytes, width, height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
        return surface;
    case CANVAS_PNG:
        return cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    default:
        surface = cairo_pdf_surface_create_for_stream(add_bytes, bytes, width, height);
        /* The time of writing would make every file different. */
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
        return surface;
    }
}

bool canvas_open(struct canvas *canvas, enum canvas_kind kind, double width, double height, enum theme theme,
                 struct text *bytes, struct text *error)
{
    *canvas = (struct canvas){.kind = kind, .bytes = bytes, .pen = {.theme = theme, .bytes = bytes}};
    if (kind == CANVAS_PNG && (width > 32767 || height > 32767)) {
        text_add_string(error, "the picture is too large; a smaller --scale will do");
        return false;
    }
    if (!pen_cairo_ready(&canvas->pen))
        return text_fail(error);
    canvas->surface = make_surface(kind, width, height, bytes);
    canvas->pen.context = cairo_create(canvas->surface);
    return true; /* canvas_close reports errors up to here */
}

bool canvas_close(struct canvas *canvas, struct text *error)
{
    /* Destroying the surface would write the file.  If memory is low, everything is leaked instead. */
    if (!pen_cairo_ready(&canvas->pen))
        return text_fail(error);
    cairo_status_t status = cairo_status(canvas->pen.context);
    cairo_destroy(canvas->pen.context);
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
    if (!pen_cairo_ready(&canvas->pen))
        return;
    cairo_save(canvas->pen.context);
    cairo_translate(canvas->pen.context, x, y);
    cairo_scale(canvas->pen.context, scale, scale);
}

void canvas_clip(struct canvas *canvas, const struct box *window)
{
    if (canvas->pen.failed)
        return;
    cairo_rectangle(canvas->pen.context, window->x, window->y, window->width, window->height);
    cairo_clip(canvas->pen.context);
}

void canvas_restore(struct canvas *canvas)
{
    if (!canvas->pen.failed)
        cairo_restore(canvas->pen.context);
}

void canvas_fill(struct canvas *canvas, enum colour colour)
{
    if (!pen_cairo_ready(&canvas->pen))
        return;
    pen_cairo_set_colour(&canvas->pen, colour);
    cairo_paint(canvas->pen.context);
}
