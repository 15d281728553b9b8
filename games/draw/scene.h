/* A scene: the ground of a level and the pieces on it, at one moment.
 *
 * A scene is made from a level's text, in the form in which the game draws its states.  It knows no rules and no
 * colours; the game's face defines what the characters show.  Pictures are made from scenes.  Positions are
 * measured in cells: the cell in row r and column c of the text extends from (c, r) to (c + 1, r + 1), with y
 * growing downwards, and a piece's position is its centre.  If walls lie between cells (see `spaced` in struct
 * game), rows and columns count only the cells, and walls have no width.  The moments between two scenes are scenes
 * too, with pieces in motion. */
#ifndef ONLYWAY_GAMES_DRAW_SCENE_H
#define ONLYWAY_GAMES_DRAW_SCENE_H

#include "games/draw/brush.h"
#include "games/game.h"

struct face;

/* Height of wall tops above the ground, in games seen from above. */
#define WALL_HEIGHT 0.16

/* The ground of a cell: one of the first four, plus the bits of what is on it. */
enum {
    GROUND_OUTSIDE = 0, /* nothing is drawn */
    GROUND_FLOOR = 1,   /* floor, lawn, air */
    GROUND_WALL = 2,    /* wall, hedge, soil */
    GROUND_SPIKE = 3,
    GROUND_KIND = 3, /* mask of the kinds above */
    GROUND_GOAL = 4, /* where pieces have to stop or to leave */
    GROUND_SNOW = 8,
    GROUND_PORTAL = 16,
    GROUND_COVERED = 32, /* by a body of which only the cells are known */
};

struct scene;
struct sprite;

/* How a piece moves from its old position to its new one. */
enum travel {
    TRAVEL_GLIDES, /* in a straight line */
    TRAVEL_GROWS,  /* a body that extends and retracts */
    TRAVEL_CRAWLS, /* a body led by its head; it may be carried, fall, and leave through the exit */
    TRAVEL_RIGID,  /* cells that are carried and fall together */
};

/* A kind of piece: how it is drawn, and how it behaves between two scenes. */
struct shape {
    const char *name; /* what it shows: "crate" */

    /* Draws one; the brush's (0, 0) is the level's. */
    void (*draw)(const struct scene *scene, const struct sprite *sprite, const struct brush *brush);

    enum travel travel;
    bool distinct; /* sprites of different variants are never the same piece */
    bool followed; /* strips show the path of such a piece; see enum strip_kind */
};

struct sprite {
    const struct shape *shape;
    unsigned variant;     /* of its shape: other colours, another mark */
    unsigned char symbol; /* the character by which keys select the piece; 0: keys cannot */
    double x, y;          /* of a body: its head's */
    double size, height;  /* of balls: size 0 to 2, and the number of balls below */
    double scale;         /* 1, or less while it appears or disappears */
    int facing;           /* a direction; -1: towards the viewer */
    size_t first, count;  /* its points in the scene: the cells of a body from the head, or of a rigid piece; for a
                           * closed body, the first again at the end */
};

struct box {
    double x, y, width, height;
};

struct scene {
    const struct face *face;
    const struct game_source *game_source; /* of a language's level, outlives the scene; otherwise NULL */
    int columns, rows;                     /* of the ground */
    unsigned char *ground;                 /* columns * rows, owned */
    struct box view;                       /* what a picture should show */
    struct box window;                     /* the part of the view that the player sees; width 0: the whole view */
    struct point player;                   /* the player's position, in a language; outside the view: none */
    struct sprite *sprites;                /* in drawing order, owned */
    size_t count, capacity;
    struct point *points; /* owned */
    size_t point_count, point_capacity;
};

/* The input of a scene: a level's text, as drawn by game->draw and session_draw, and what the text does not show. */
struct scene_text {
    const struct grid *drawn;
    const int *trail; /* [trail_length] the cells of a body's trail in order, the head last (row * columns + column of
                       * that text); none if the trail is unknown */
    size_t trail_length;
    const struct scene *start;   /* of the same level; NULL: this is the start */
    const struct puzzle *puzzle; /* NULL: only the text is known */
    const unsigned char *state;  /* the state that `drawn` shows, with the selection `hand`; NULL: the start */
    unsigned hand;
    const uint64_t *position; /* of a language: shown instead of the state, see `between` in struct language; or NULL */
};

/* Makes a scene.  That of the start supplies the ground that pieces now cover, and the position of the text within a
 * text enlarged by a piece that leans out.  A language needs the puzzle, because a state can have objects that no
 * character of its text shows.  Returns false if memory runs out. */
bool scene_make(struct scene *scene, const struct game *game, const struct scene_text *text);
bool scene_copy(struct scene *to, const struct scene *from);
void scene_free(struct scene *scene);

/* The ground of a cell; outside the text, that of the surroundings. */
unsigned scene_ground(const struct scene *scene, int row, int column);

/* Add a sprite, or a point to the last sprite.  A returned sprite is valid until the next one is added.  Return
 * NULL or false if memory runs out. */
struct sprite *scene_add(struct scene *scene, const struct shape *shape, struct point place);
struct sprite *scene_add_at(struct scene *scene, const struct shape *shape, int cell);
bool scene_add_point(struct scene *scene, struct point point);
struct sprite *scene_add_copy(struct scene *scene, const struct scene *from, const struct sprite *sprite);
struct sprite *scene_add_without_points(struct scene *scene, const struct sprite *sprite);

/* Adds a body from its trail, or only its head, found by its character, if the trail is unknown.  The view becomes
 * all floor.  Returns false if memory runs out. */
bool scene_read_body(struct scene *scene, const struct scene_text *text, const struct shape *shape, unsigned char head);

/* The centre of a ground cell, or of a wall between cells. */
struct point scene_middle(const struct scene *scene, int cell);

/* The box around all cells of the given ground kinds (one bit each), plus `margin` on all sides and a wall's height
 * at the top. */
struct box scene_box_around(const struct scene *scene, unsigned kinds, double margin);

/* The box around the view and the whole text. */
struct box scene_whole(const struct scene *scene);

/* The smallest box around two boxes. */
struct box box_union(struct box a, struct box b);

#endif
