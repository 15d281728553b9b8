/* What is seen of a level at one moment: the ground and the pieces on it.
 *
 * A scene is made of a level's text, as a game draws its states, and knows nothing of rules, of
 * colours or of shapes: pictures are made of scenes.  Places are measured in cells: the cell in
 * row r and column c of the level's text reaches from (c, r) to (c + 1, r + 1), y growing
 * downwards, and a piece's place is the middle of it.  Between two scenes there are moments,
 * which are scenes, too, with pieces on their way. */
#ifndef ONLYWAY_OUT_SCENE_H
#define ONLYWAY_OUT_SCENE_H

#include "games/game.h"
#include "out/brush.h"

/* How much higher than the ground the tops of walls are drawn, in games seen from above. */
#define WALL_HEIGHT 0.16

/* What a cell of the ground is: one of the first four, and what is on it. */
enum {
    GROUND_OUTSIDE = 0, /* nothing is drawn */
    GROUND_FLOOR = 1,   /* floor, lawn, air */
    GROUND_WALL = 2,    /* wall, hedge, soil */
    GROUND_SPIKE = 3,
    GROUND_KIND = 3,    /* the bits of these */
    GROUND_GOAL = 4,    /* where boxes or snowmen have to stand; the exit of birds */
    GROUND_SNOW = 8,
    GROUND_PORTAL = 16,
    GROUND_COVERED = 32, /* by a body of which only the cells are known */
};

enum sprite_kind {
    SPRITE_LETTER, /* a character of a game that has no shapes: variant */
    SPRITE_FRUIT,
    SPRITE_BLOCK,  /* points: its cells; variant: which */
    SPRITE_BOX,
    SPRITE_BALL,   /* size 0 to 2, and lift: how many balls are below it */
    SPRITE_PLAYER,
    SPRITE_BIRD,   /* points: its body from the head; variant: which */
    SPRITE_CAT,    /* points: its body from the head */
    SPRITE_SNAKE,  /* points: its body from the head; where the tour is closed, the first again */
    SPRITE_KINDS
};

struct sprite {
    enum sprite_kind kind;
    unsigned variant;
    double x, y;        /* of a body: of its head */
    double size, lift;  /* of balls */
    double scale;       /* 1; less while it comes or goes */
    int facing;         /* a direction; -1: to whom looks at the picture */
    size_t first, count; /* its points in the scene */
};

struct box {
    double x, y, width, height;
};

struct scene {
    const struct game *game;
    int columns, rows;       /* of the ground */
    unsigned char *ground;   /* columns * rows, owned */
    struct box view;         /* what a picture should show */
    struct sprite *sprites;  /* in the order in which they are drawn, owned */
    size_t count, room;
    struct point *points;    /* owned */
    size_t point_count, point_room;
};

/* Makes the scene of a level's text as game->draw and session_draw give it.  `trail` is what of
 * a body cannot be seen from the text: the cells of the cat or of the snake's tour in order,
 * the head last (row * columns + column of that text); `trail_length` 0: it is not known. 
 * `start` is the scene of the same level's start, NULL for itself: it shows what pieces cover
 * now, and where the text lies if a bird leaning out has made it larger.  False: out of memory. */
bool scene_make(struct scene *scene, const struct game *game, const struct grid *drawn,
                const int *trail, size_t trail_length, const struct scene *start);
bool scene_copy(struct scene *to, const struct scene *from);
void scene_free(struct scene *scene);

/* The ground of a cell; what is around the text where it is none of it. */
unsigned scene_ground(const struct scene *scene, int row, int column);

/* The moment t, from 0 to 1, between two scenes of one level: pieces of a kind go from where
 * they were to where they will be, bodies crawl, and what is in one scene only shrinks or
 * grows.  A step backwards runs backwards.  False: out of memory. */
bool scene_between(struct scene *moment, const struct scene *from, const struct scene *to,
                   double t);

/* Adds a sprite, valid until the next is added, and points to the last sprite.  NULL, false: out of
 * memory. */
struct sprite *scene_add(struct scene *scene, enum sprite_kind kind, struct point place);
bool scene_add_point(struct scene *scene, struct point point);
struct sprite *scene_add_copy(struct scene *scene, const struct scene *from,
                              const struct sprite *sprite);

/* The smallest box around two. */
struct box box_union(struct box a, struct box b);

#endif
