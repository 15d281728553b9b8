/* A pen that writes SVG. */
#ifndef ONLYWAY_OUT_PEN_SVG_H
#define ONLYWAY_OUT_PEN_SVG_H

#include "base/text.h"
#include "games/draw/pen.h"

/* A pen that adds SVG elements to a text.  Colours are classes, `f-NAME` to fill and `s-NAME` to draw lines, so that
 * a style sheet can set them. */
struct pen pen_svg(struct text *svg);

/* pen_svg_colours adds one theme's part of the style sheet: declarations such as `--wall:#7383a8;`, to be put into a
 * rule. pen_svg_classes adds the rules that make classes of them; it is needed only once. */
void pen_svg_colours(struct text *css, enum theme theme);
void pen_svg_classes(struct text *css);

#endif
