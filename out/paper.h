/* Pages of a PDF file and text on them.  That memory is short is said by pages_close, see canvas.h. */
#ifndef ONLYWAY_OUT_PAPER_H
#define ONLYWAY_OUT_PAPER_H

#include "base/text.h"
#include "out/canvas.h"

#include <cairo-pdf.h>

enum alignment { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };

/* How text looks. */
struct type {
    double size;      /* points */
    bool bold, fixed; /* fixed: all characters as wide as each other */
    enum colour colour;
};

struct pages {
    struct canvas canvas;
    double width, height, margin; /* points */
    double y;                     /* where the page is written down to */
    unsigned number;              /* of the page that is open; 0: none */
    const char *footer;           /* beside the page's number */
};

bool pages_open(struct pages *pages, double width, double height, enum theme theme, struct text *bytes,
                struct text *error);
bool pages_close(struct pages *pages, struct text *error);

/* Says something of the document; NULL: does not. */
void pages_describe(struct pages *pages, cairo_pdf_metadata_t what, const char *text);

/* Ends the page that is open, and begins another one.  `title`, if not NULL, goes into the
 * document's outline. */
void pages_turn(struct pages *pages, const char *title);

/* What is left to write on, from margin to margin. */
double pages_width(const struct pages *pages);
double pages_left(const struct pages *pages);

/* Writes a line with its middle, left or right end at x and its base at y; what is wider than
 * `capacity` is cut short with dots. */
void pages_line(struct pages *pages, const struct type *type, enum alignment alignment, double x, double y,
                double capacity, const char *text);

/* Writes text in lines of a width from (x, y) down, broken at spaces (or anywhere, where there are
 * none).  Returns where the next line would be.  `draw` false: only measures. */
double pages_text(struct pages *pages, const struct type *type, double x, double y, double width, const char *text,
                  bool draw);

#endif
