/* Text that goes on in the next row where a window is too narrow for it. */
#ifndef ONLYWAY_PLAY_FLOW_H
#define ONLYWAY_PLAY_FLOW_H

#include "play/screen.h"

#include <stddef.h>

/* Where text goes on.  Rows begin at `indent` once the first one is full. */
struct flow {
    int row, column, indent;
    int last;     /* the last row that may be written to; what does not fit is left out */
    bool measure; /* nothing is painted */
};

/* Begins in a row, at the window's margin, with all rows to `last`. */
struct flow flow_begin(int row, int last);

/* Writes text, broken at spaces, and within words that are wider than the window. */
void flow_text(struct flow *flow, enum paint paint, const char *text);

/* Writes text as one piece: in the next row where the rest of this one is too short for it.  Pieces keep
 * `gap` columns apart. */
void flow_piece(struct flow *flow, enum paint paint, int gap, const char *text);

/* How many rows a text takes. */
int flow_rows(const char *text);

#endif
