/* How a game looks in pictures. */
#ifndef ONLYWAY_GAMES_DRAW_PICTURE_H
#define ONLYWAY_GAMES_DRAW_PICTURE_H

#include "games/draw/floor.h"
#include "games/draw/scene.h"

/* What the pictures of a solution show. */
enum strip_kind {
    STRIP_NOTHING, /* the start */
    STRIP_PUSHED,  /* the paths of pushed pieces, if their shape is `followed` */
    STRIP_MOVED,   /* the paths of pieces that move themselves, if their shape is `followed` */
    STRIP_TRAIL,   /* the start with the trail on it, and a number at each stop */
    STRIP_TOUR,    /* the end, with the whole body */
};

struct picture_look {
    /* The GROUND_ bits of a character. */
    unsigned (*ground)(unsigned char c);

    /* Adds the pieces, chooses the view and corrects the ground, which has been read already.  Returns false if
     * memory runs out. */
    bool (*read)(struct scene *scene, const struct scene_text *text);

    /* The ground, seen from above; NULL: use `draw_ground`. */
    const struct floor_style *floor;

    /* Draws any other kind of ground, which does not change.  Returns false if memory runs out. */
    bool (*draw_ground)(const struct scene *scene, const struct brush *brush);

    bool upright; /* sprites in front cover those behind */
    enum strip_kind strip;
};

#endif
