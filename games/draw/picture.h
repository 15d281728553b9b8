/* How a game looks in pictures. */
#ifndef ONLYWAY_GAMES_DRAW_PICTURE_H
#define ONLYWAY_GAMES_DRAW_PICTURE_H

#include "games/draw/floor.h"
#include "games/draw/scene.h"

/* What the pictures of a solution show. */
enum strip_kind {
    STRIP_NOTHING, /* the start */
    STRIP_PUSHED,  /* the ways of pieces that are pushed: those of shapes that are followed */
    STRIP_MOVED,   /* the ways of pieces that move themselves, likewise */
    STRIP_TRAIL,   /* the start, and on it the trail, with a number at each stop */
    STRIP_TOUR,    /* the end, with all of the body */
};

struct picture_look {
    /* What a character says of the ground: GROUND_ bits. */
    unsigned (*ground)(unsigned char c);

    /* Adds the pieces, chooses the view and corrects the ground, which has been read.  False: out
     * of memory. */
    bool (*read)(struct scene *scene, const struct scene_text *text);

    /* The ground, seen from above; NULL: `draw_ground` draws it. */
    const struct floor_style *floor;

    /* Draws a ground of another kind, which does not change.  False: out of memory. */
    bool (*draw_ground)(const struct scene *scene, const struct brush *brush);

    bool upright; /* what stands in front covers what is behind */
    enum strip_kind strip;
};

#endif
