/* Text that continues in the next row if the window is too narrow for it. */
#ifndef ONLYWAY_PLAY_FLOW_H
#define ONLYWAY_PLAY_FLOW_H

#include "play/screen.h"

#include <stddef.h>

/* Where the text continues.  Rows after the first begin at `indent`. */
struct flow {
    int row, column, indent;
    int last;     /* the last row that may be written to; the rest of the text is left out */
    bool measure; /* only measure; paint nothing */
};

/* Begins in a row, at the window's margin; rows up to `last` may be used. */
struct flow flow_begin(int row, int last);

/* Writes text, broken at spaces.  A word that is wider than the window is broken too. */
void flow_text(struct flow *flow, enum paint paint, const char *text);

/* Writes text as one piece, in the next row if it does not fit into the rest of this one.  Pieces are `gap` columns
 * apart. */
void flow_piece(struct flow *flow, enum paint paint, int gap, const char *text);

/* The number of rows that a text takes. */
int flow_rows(const char *text);

#endif
