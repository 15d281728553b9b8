/* A solution as a strip of pictures that a person can follow.
 *
 * In LongCat and Snake, one picture is enough and the strip is one panel: the path, with a number at each stop, or
 * the closed tour.  In the other games, pieces return to earlier cells, so that a single picture of all moves would
 * be unreadable.  There, a panel shows the level before a run of moves of one piece, and the path of that piece. */
#ifndef ONLYWAY_OUT_STRIP_H
#define ONLYWAY_OUT_STRIP_H

#include "games/draw/scene.h"

struct panel {
    struct scene scene;  /* before the panel's moves; the player stands where the first of them is made */
    size_t first, count; /* the panel's moves, numbered from 1 (in games with pushes, steps do not count) */
    struct point *way;   /* path of the piece that moves; owned */
    size_t way_count, way_capacity, stop_capacity;
    size_t *stops;  /* [way_count] the number of the move that ends at each point; 0: none; owned */
    bool numbered;  /* whether numbers are drawn at the stops */
    char moves[40]; /* a caption: the keys to press, or what the position is; empty: none */
};

struct strip {
    struct panel *panels; /* owned */
    size_t count, capacity;
    struct box view; /* the same for all panels */
};

/* Adds a panel that shows a scene.  Returns false if memory runs out. */
bool strip_add_scene(struct strip *strip, const struct scene *scene);

/* Makes the strip of a solution, or of its moves from index `skip` on; the earlier moves are made but not shown.  The
 * panels of LongCat and Snake always show the whole path.  Without moves that can be shown, the strip is one panel with
 * the position before them.  Returns false if memory runs out. */
bool strip_make(struct strip *strip, const struct puzzle *puzzle, const game_move *moves, size_t skip, size_t count);
void strip_free(struct strip *strip);

/* The layout of a strip's panels in one picture, about one and a half times as wide as high. */
struct strip_layout {
    size_t columns, rows;
    double width, height; /* of a panel with its caption and the gap around it, in cells */
};

struct strip_layout strip_layout(const struct strip *strip);

/* Where the origin of the n-th panel's scene lies in the picture, in cells. */
struct point strip_origin(const struct strip *strip, const struct strip_layout *layout, size_t n);

/* The height of the caption above a panel, in cells; 0 without a caption. */
double panel_caption(const struct panel *panel);

/* Draws a panel: its scene, the path over it and the caption above the view.  Returns false if memory runs out. */
bool panel_draw(const struct panel *panel, const struct box *view, const struct pen *pen);

#endif
