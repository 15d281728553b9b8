/* Pictures of scenes: what a level looks like. */
#ifndef ONLYWAY_OUT_PICTURE_H
#define ONLYWAY_OUT_PICTURE_H

#include "games/draw/scene.h"

/* Draws the moment t, from 0 to 1, between two scenes of a level; from == to: it stands still.
 * The unit is a cell, (0, 0) the top left corner of the level's text; the picture fills the view
 * of both scenes.  False: out of memory. */
bool picture_draw(const struct scene *from, const struct scene *to, double t, const struct pen *pen);

/* The same in two parts: what is never covered anew while a level is played, and, over it, the
 * rest. */
bool picture_draw_ground(const struct scene *scene, const struct pen *pen);
bool picture_draw_pieces(const struct scene *from, const struct scene *to, double t, const struct pen *pen);

/* The moment t, from 0 to 1, between two scenes of one level: pieces of a kind go from where
 * they were to where they will be, bodies crawl, and what is in one scene only shrinks or
 * grows.  A step backwards runs backwards.  False: out of memory. */
bool scene_between(struct scene *moment, const struct scene *from, const struct scene *to, double t);

#endif
