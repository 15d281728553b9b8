/* What is seen of a level at one moment: the ground and the pieces on it.
 *
 * A scene is made of a level's text, as a game draws its states, and knows nothing of rules or of
 * colours; what its characters show is in the game's face.  Pictures are made of scenes.  Places are measured in cells:
 * the cell in row r and column c of the level's text reaches from (c, r) to (c + 1, r + 1), y growing downwards, and a
 * piece's place is the middle of it.  Where walls lie between cells (see `spaced` in struct game), row and column are
 * those among the cells alone, and walls have no breadth.  Between two scenes there are moments, which are scenes, too,
 * with pieces on their way. */
#ifndef ONLYWAY_GAMES_DRAW_SCENE_H
#define ONLYWAY_GAMES_DRAW_SCENE_H

#include "games/draw/brush.h"
#include "games/game.h"

struct face;

/* How much higher than the ground the tops of walls are drawn, in games seen from above. */
#define WALL_HEIGHT 0.16

/* What a cell of the ground is: one of the first four, and what is on it. */
enum {
    GROUND_OUTSIDE = 0, /* nothing is drawn */
    GROUND_FLOOR = 1,   /* floor, lawn, air */
    GROUND_WALL = 2,    /* wall, hedge, soil */
    GROUND_SPIKE = 3,
    GROUND_KIND = 3, /* the bits of these */
    GROUND_GOAL = 4, /* where pieces have to stand, or to leave */
    GROUND_SNOW = 8,
    GROUND_PORTAL = 16,
    GROUND_COVERED = 32, /* by a body of which only the cells are known */
};

struct scene;
struct sprite;

/* How a piece gets from where it was to where it will be. */
enum travel {
    TRAVEL_GLIDES, /* straight on */
    TRAVEL_GROWS,  /* a body that reaches further, and draws back */
    TRAVEL_CRAWLS, /* a body whose head leads; it may be carried, fall, and leave by the goal */
    TRAVEL_RIGID,  /* cells that are carried and fall together */
};

/* What a kind of pieces is: how it is drawn, and how it behaves between two scenes. */
struct shape {
    const char *name; /* what it shows: "crate" */

    /* Draws one; the brush's (0, 0) is that of the level. */
    void (*draw)(const struct scene *scene, const struct sprite *sprite, const struct brush *brush);

    enum travel travel;
    bool distinct; /* sprites of different variants are never the same piece */
    bool followed; /* strips follow the way of such a piece; see enum strip_kind */
};

struct sprite {
    const struct shape *shape;
    unsigned variant;     /* which of its shape: in other colours, with another mark */
    unsigned char symbol; /* by which the game's keys name a piece that can be chosen, or 0 */
    double x, y;          /* of a body: of its head */
    double size, lift;    /* of balls: 0 to 2, and how many balls are below it */
    double scale;         /* 1; less while it comes or goes */
    int facing;           /* a direction; -1: to whom looks at the picture */
    size_t first, count;  /* its points in the scene: the cells of a body from the head, or of a
                           * rigid piece; where a body is closed, the first again */
};

struct box {
    double x, y, width, height;
};

struct scene {
    const struct face *face;
    const struct game_source *game_source; /* of a language's level, which outlives the scene; else NULL */
    int columns, rows;                     /* of the ground */
    unsigned char *ground;                 /* columns * rows, owned */
    struct box view;                       /* what a picture should show */
    struct sprite *sprites;                /* in the order in which they are drawn, owned */
    size_t count, capacity;
    struct point *points; /* owned */
    size_t point_count, point_capacity;
};

/* What a scene is made of; see scene_make. */
struct scene_text {
    const struct grid *drawn;
    const int *trail;
    size_t trail_length;
    const struct scene *start;
};

/* Makes the scene of a level's text as game->draw and session_draw give it.  `trail` is what of
 * a body cannot be seen from the text: the cells of its trail in order, the head last (row * columns +
 * column of that text); `trail_length` 0: it is not known.
 * `start` is the scene of the same level's start, NULL for itself: it shows what pieces cover
 * now, and where the text lies if a piece leaning out has made it larger.  False: out of memory. */
bool scene_make(struct scene *scene, const struct game *game, const struct grid *drawn, const int *trail,
                size_t trail_length, const struct scene *start);

/* The same of a level's puzzle, which a language needs: what a character shows is in its source. */
bool scene_of_puzzle(struct scene *scene, const struct puzzle *puzzle, const struct grid *drawn, const int *trail,
                     size_t trail_length, const struct scene *start);
bool scene_copy(struct scene *to, const struct scene *from);
void scene_free(struct scene *scene);

/* The ground of a cell; what is around the text where it is none of it. */
unsigned scene_ground(const struct scene *scene, int row, int column);

/* Adds a sprite, valid until the next is added, and points to the last sprite.  NULL, false: out of
 * memory. */
struct sprite *scene_add(struct scene *scene, const struct shape *shape, struct point place);
struct sprite *scene_add_at(struct scene *scene, const struct shape *shape, int cell);
bool scene_add_point(struct scene *scene, struct point point);
struct sprite *scene_add_copy(struct scene *scene, const struct scene *from, const struct sprite *sprite);

/* Adds a body whose trail is known, or whose head alone is, by its character; the view is all floor.
 * False: out of memory. */
bool scene_read_body(struct scene *scene, const struct scene_text *text, const struct shape *shape, unsigned char head);

/* The middle of a cell of the ground; of a wall between cells, if they have such. */
struct point scene_middle(const struct scene *scene, int cell);

/* The box around all cells of the given kinds of ground (a bit each), `margin` around it, and the
 * height of a wall above it. */
struct box scene_box_around(const struct scene *scene, unsigned kinds, double margin);

/* The box around what a picture should show and all of the text. */
struct box scene_whole(const struct scene *scene);

/* The smallest box around two. */
struct box box_union(struct box a, struct box b);

#endif
