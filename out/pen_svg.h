/* A pen that writes SVG. */
#ifndef ONLYWAY_OUT_PEN_SVG_H
#define ONLYWAY_OUT_PEN_SVG_H

#include "base/text.h"
#include "games/draw/pen.h"

/* A pen that adds SVG elements to a text.  Colours are classes: `f-NAME` fills, `s-NAME` draws
 * lines, so that a style sheet decides about them. */
struct pen pen_svg(struct text *svg);

/* Adds the style sheet's part for one theme, declarations such as `--wall:#7383a8;`, to be put
 * into a rule of its own; and, once, the rules that make classes of them. */
void pen_svg_colours(struct text *css, enum theme theme);
void pen_svg_classes(struct text *css);

#endif
