/* Cairo's surfaces, written to memory; see canvas.h. */
#include "out/canvas.h"

#include "base/program.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
/* Fontconfig keeps what it knows of fonts until the program ends. */
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

static cairo_status_t add_bytes(void *target, const unsigned char *bytes, unsigned size)
{
    struct text *text = target;
    text_add(text, (const char *)bytes, size);
    return text->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *make_surface(enum canvas_kind kind, double width, double height,
                                     struct text *bytes)
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
        /* The moment at which it is written would make every file another one. */
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "2000-01-01T00:00:00Z");
        return surface;
    }
}

/* Cairo forgets that it had no memory for a line, and a drawing then lacks it; or it reads what it could not
 * have.  But malloc leaves its mark in errno, which nothing else touches while a canvas is open. */
static bool lacked_memory(void)
{
    return errno == ENOMEM;
}

static void end_for_cairo(int number)
{
    static const char message[] = "pack: out of memory\n";
    if (lacked_memory() && write(STDERR_FILENO, message, sizeof message - 1) > 0)
        _exit(EXIT_LIMIT);
    signal(number, SIG_DFL); /* and it comes again */
}

static const int crashes[CANVAS_CRASHES] = {SIGSEGV, SIGABRT};

static void guard(struct canvas *canvas)
{
    struct sigaction action = {.sa_handler = end_for_cairo};
    errno = 0;
    for (size_t i = 0; i < CANVAS_CRASHES; i++)
        sigaction(crashes[i], &action, &canvas->before[i]);
}

static void stop_guarding(const struct canvas *canvas)
{
    for (size_t i = 0; i < CANVAS_CRASHES; i++)
        sigaction(crashes[i], &canvas->before[i], NULL);
}

bool canvas_open(struct canvas *canvas, enum canvas_kind kind, double width, double height,
                 enum theme theme, struct text *bytes, struct text *error)
{
    *canvas = (struct canvas){.kind = kind, .bytes = bytes};
    if (kind == CANVAS_PNG && (width > 32767 || height > 32767)) {
        text_add_string(error, "the picture is too large; a smaller --scale will do");
        return false;
    }
    guard(canvas);
    canvas->surface = make_surface(kind, width, height, bytes);
    canvas->pen = (struct cairo_pen){cairo_create(canvas->surface), theme};
    return true; /* what went wrong so far, canvas_close says */
}

bool canvas_close(struct canvas *canvas, struct text *error)
{
    cairo_status_t status = cairo_status(canvas->pen.context);
    cairo_destroy(canvas->pen.context);
    if (status == CAIRO_STATUS_SUCCESS && canvas->kind == CANVAS_PNG)
        status = cairo_surface_write_to_png_stream(canvas->surface, add_bytes, canvas->bytes);
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(canvas->surface);
    cairo_surface_destroy(canvas->surface);
    stop_guarding(canvas);
    if (status == CAIRO_STATUS_NO_MEMORY || lacked_memory())
        return text_fail(error);
    if (status != CAIRO_STATUS_SUCCESS)
        text_add_string(error, cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

void canvas_place(struct canvas *canvas, double x, double y, double scale)
{
    cairo_save(canvas->pen.context);
    cairo_translate(canvas->pen.context, x, y);
    cairo_scale(canvas->pen.context, scale, scale);
}

void canvas_restore(struct canvas *canvas)
{
    cairo_restore(canvas->pen.context);
}

void canvas_fill(struct canvas *canvas, enum colour colour)
{
    pen_cairo_set_colour(&canvas->pen, colour);
    cairo_paint(canvas->pen.context);
}
