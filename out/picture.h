/* Pictures of scenes, the scene of a level that is being played, and a pen that writes SVG. */
#ifndef ONLYWAY_OUT_PICTURE_H
#define ONLYWAY_OUT_PICTURE_H

#include "base/text.h"
#include "games/draw/pen.h"
#include "games/draw/scene.h"
#include "play/session.h"

/* Draws a scene.  The unit is a cell, and (0, 0) is the top left corner of the level's text.  The picture fills the
 * scene's view.  Returns false if memory runs out. */
bool picture_draw(const struct scene *scene, const struct pen *pen);

/* Draw the same in two parts: the ground, which does not change while a level is played, and then all pieces on top of
 * it, at the moment t, from 0 to 1, between two scenes of a level; from == to: nothing moves. */
bool picture_draw_ground(const struct scene *scene, const struct pen *pen);
bool picture_draw_pieces(const struct scene *from, const struct scene *to, double t, const struct pen *pen);

/* Makes the scene at the moment t, from 0 to 1, between two scenes of one level.  Pieces move from their old to their
 * new place, bodies crawl, and pieces that exist in only one of the scenes shrink or grow.  An undone move runs
 * backwards.  Returns false if memory runs out. */
bool scene_between(struct scene *moment, const struct scene *from, const struct scene *to, double t);

/* Makes the scene of a session's current state.  `start` is the scene of its start, or NULL; see scene_make.
 * Returns false if memory runs out. */
bool session_scene(const struct session *session, const struct puzzle *puzzle, const struct scene *start,
                   struct scene *scene);

/* A pen that adds SVG elements to a text.  Colours are classes, `f-NAME` to fill and `s-NAME` to draw lines, so that
 * a style sheet can set them. */
struct pen pen_svg(struct text *svg);

/* pen_svg_colours adds one theme's part of the style sheet: declarations such as `--wall:#7383a8;`, which the caller
 * puts into a rule.  pen_svg_classes adds the rules of the classes that use them; a page needs them only once. */
void pen_svg_colours(struct text *css, enum theme theme);
void pen_svg_classes(struct text *css);

#endif
