/* Pages and their text; see paper.h. */
#include "out/paper.h"

#include <stdio.h>
#include <string.h>

/* Whether the text is intact and cairo has enough memory for its next step. */
static bool ready(struct pages *pages, const struct text *text)
{
    pages->canvas.pen.failed |= text->failed;
    return pen_cairo_ready(&pages->canvas.pen);
}

static cairo_t *context_of(const struct pages *pages)
{
    return pages->canvas.pen.context;
}

bool pages_open(struct pages *pages, double width, double height, enum theme theme, struct text *bytes,
                struct text *error)
{
    *pages = (struct pages){.width = width, .height = height, .margin = 48};
    return canvas_open(&pages->canvas, CANVAS_PDF, width, height, theme, bytes, error);
}

/* Returns false if memory has run low. */
static bool set_type(struct pages *pages, const struct type *type)
{
    if (!pen_cairo_ready(&pages->canvas.pen))
        return false;
    cairo_select_font_face(context_of(pages), type->fixed ? "monospace" : "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           type->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context_of(pages), type->size);
    pen_cairo_set_colour(&pages->canvas.pen, type->colour);
    return true;
}

static double width_of(const struct pages *pages, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(context_of(pages), text, &extents);
    return extents.x_advance;
}

/* The number of bytes in the first character of a text. */
static size_t character(const char *text)
{
    size_t size = 1;
    while (((unsigned char)text[size] & 0xc0) == 0x80)
        size++;
    return size;
}

static void end_page(struct pages *pages)
{
    static const struct type small = {8, false, false, COLOUR_FAINT};
    char number[24];
    if (pages->number == 0)
        return;
    snprintf(number, sizeof number, "%u", pages->number);
    double y = pages->height - pages->margin / 2;
    pages_line(pages, &small, ALIGN_RIGHT, pages->width - pages->margin, y, 100, number);
    if (pages->footer != NULL && pages->number > 1)
        pages_line(pages, &small, ALIGN_LEFT, pages->margin, y, pages_width(pages) - 60, pages->footer);
    if (pen_cairo_ready(&pages->canvas.pen))
        cairo_show_page(context_of(pages));
    pages->canvas.pen.shapes = 0;
}

void pages_turn(struct pages *pages, const char *title)
{
    char link[40];
    end_page(pages);
    pages->number++;
    pages->y = pages->margin;
    if (title == NULL || !pen_cairo_ready(&pages->canvas.pen))
        return;
    snprintf(link, sizeof link, "page=%u pos=[0 0]", pages->number);
    cairo_pdf_surface_add_outline(pages->canvas.surface, CAIRO_PDF_OUTLINE_ROOT, title, link,
                                  (cairo_pdf_outline_flags_t)0);
}

void pages_describe(struct pages *pages, cairo_pdf_metadata_t what, const char *text)
{
    if (text != NULL && pen_cairo_ready(&pages->canvas.pen))
        cairo_pdf_surface_set_metadata(pages->canvas.surface, what, text);
}

bool pages_close(struct pages *pages, struct text *error)
{
    end_page(pages);
    return canvas_close(&pages->canvas, error);
}

double pages_width(const struct pages *pages)
{
    return pages->width - 2 * pages->margin;
}

double pages_left(const struct pages *pages)
{
    return pages->height - pages->margin - pages->y;
}

/* Cuts a line short until it is no wider than `capacity`.  Returns its width. */
static double cut_short(struct pages *pages, const char *text, double capacity, struct text *cut)
{
    size_t length = strlen(text);
    text_add_string(cut, text);
    while (ready(pages, cut) && length > 0 && width_of(pages, text_string(cut)) > capacity) {
        do {
            length--;
        } while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
        text_clear(cut);
        text_add(cut, text, length);
        text_add_string(cut, "\u2026");
    }
    return ready(pages, cut) ? width_of(pages, text_string(cut)) : 0;
}

/* Writes a line of text that starts at (x, y). */
static void write_line(struct pages *pages, double x, double y, const struct text *line)
{
    if (!ready(pages, line))
        return;
    cairo_move_to(context_of(pages), x, y);
    cairo_show_text(context_of(pages), text_string(line));
    cairo_new_path(context_of(pages));
    pages->canvas.pen.shapes++;
}

void pages_line(struct pages *pages, const struct type *type, enum alignment alignment, double x, double y,
                double capacity, const char *text)
{
    struct text cut = {0};
    if (!set_type(pages, type))
        return;
    double width = cut_short(pages, text, capacity, &cut);
    x -= alignment == ALIGN_RIGHT ? width : alignment == ALIGN_CENTRE ? width / 2 : 0;
    write_line(pages, x, y, &cut);
    text_free(&cut);
}

/* How many bytes of a text fit into a width, broken at a space if possible; all of them if memory has run low. */
static size_t fit(struct pages *pages, const char *text, double width)
{
    size_t length = 0, word = 0;
    struct text line = {0};
    while (text[length] != '\0') {
        size_t size = character(text + length);
        if (text[length] == ' ')
            word = length;
        text_add(&line, text + length, size);
        if (ready(pages, &line) && width_of(pages, text_string(&line)) > width && length > 0)
            break;
        length += size;
    }
    text_free(&line);
    return text[length] == '\0' || word == 0 ? length : word;
}

double pages_text(struct pages *pages, const struct type *type, double x, double y, double width, const char *text,
                  bool draw)
{
    if (!set_type(pages, type))
        return y;
    while (*text != '\0') {
        size_t length = fit(pages, text, width);
        struct text line = {0};
        text_add(&line, text, length);
        if (draw)
            write_line(pages, x, y + type->size, &line);
        text_free(&line);
        y += type->size * 1.4;
        text += length;
        text += strspn(text, " ");
    }
    return y;
}
