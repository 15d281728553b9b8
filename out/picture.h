/* Pictures of scenes: how a level looks. */
#ifndef ONLYWAY_OUT_PICTURE_H
#define ONLYWAY_OUT_PICTURE_H

#include "games/draw/scene.h"

/* Draws the moment t, from 0 to 1, between two scenes of a level; from == to: nothing moves.  The unit is a cell,
 * and (0, 0) is the top left corner of the level's text.  The picture fills the view of both scenes.  Returns false
 * if memory runs out. */
bool picture_draw(const struct scene *from, const struct scene *to, double t, const struct pen *pen);

/* Draw the same in two parts: first what does not change while a level is played, and then everything else on top of
 * it. */
bool picture_draw_ground(const struct scene *scene, const struct pen *pen);
bool picture_draw_pieces(const struct scene *from, const struct scene *to, double t, const struct pen *pen);

/* Makes the scene at the moment t, from 0 to 1, between two scenes of one level.  Pieces move from their old to
 * their new place, bodies crawl, and what exists in only one of the scenes shrinks or grows.  An undone move runs
 * backwards.  Returns false if memory runs out. */
bool scene_between(struct scene *moment, const struct scene *from, const struct scene *to, double t);

#endif
