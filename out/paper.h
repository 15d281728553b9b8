/* Pages of a PDF file and the text on them.  If memory runs low, pages_close reports it, see canvas.h. */
#ifndef ONLYWAY_OUT_PAPER_H
#define ONLYWAY_OUT_PAPER_H

#include "base/text.h"
#include "out/canvas.h"

#include <cairo-pdf.h>

enum alignment { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };

/* The style of text. */
struct type {
    double size;      /* points */
    bool bold, fixed; /* fixed: all characters have the same width */
    enum colour colour;
};

struct pages {
    struct canvas canvas;
    double width, height, margin; /* points */
    double y;                     /* how far down the page is filled */
    unsigned number;              /* of the current page; 0: none is open */
    const char *footer;           /* printed beside the page number; may be NULL */
};

bool pages_open(struct pages *pages, double width, double height, enum theme theme, struct text *bytes,
                struct text *error);
bool pages_close(struct pages *pages, struct text *error);

/* Sets metadata of the document; nothing if `text` is NULL. */
void pages_describe(struct pages *pages, cairo_pdf_metadata_t what, const char *text);

/* Ends the current page and begins another one.  `title`, if not NULL, is added to the document's outline. */
void pages_turn(struct pages *pages, const char *title);

/* The width between the margins, and the height that is left on the page. */
double pages_width(const struct pages *pages);
double pages_left(const struct pages *pages);

/* Writes a line with its left end, middle or right end at x and its base line at y.  A line wider than `capacity` is
 * cut short and ends in dots. */
void pages_line(struct pages *pages, const struct type *type, enum alignment alignment, double x, double y,
                double capacity, const char *text);

/* Writes text in lines of at most `width`, from (x, y) down, broken at spaces, or anywhere if there are none.
 * Returns the y of the next line.  With `draw` false, only measures. */
double pages_text(struct pages *pages, const struct type *type, double x, double y, double width, const char *text,
                  bool draw);

#endif
