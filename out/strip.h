/* A solution as a strip of pictures that a person can follow.
 *
 * Where one picture tells all, in LongCat and Snake, the strip is one panel: the way, with a
 * number at each stop, or the closed tour.  In the other games pieces come back to where they
 * were, and one picture of all moves could not be read; there a panel shows the level before a
 * run of moves of one piece, and the way of that piece. */
#ifndef ONLYWAY_OUT_STRIP_H
#define ONLYWAY_OUT_STRIP_H

#include "games/draw/scene.h"

struct panel {
    struct scene scene;  /* before its moves, the player in place for the first */
    size_t first, count; /* its moves, numbered from 1 (in games of pushes, steps do not count) */
    struct point *way;   /* of the piece that moves, owned */
    size_t way_count, way_capacity;
    size_t *stops;  /* [way_count] the number of the move that ends there; 0: none */
    bool numbered;  /* whether numbers are drawn at the stops */
    char moves[40]; /* what to press, for a caption; empty where the way tells it */
};

struct strip {
    struct panel *panels; /* owned */
    size_t count, capacity;
    struct box view; /* what every panel shows */
};

/* Makes the strip of a solution.  Where there are no moves, or none that can be shown, it is
 * one panel: the start. False: out of memory. */
bool strip_make(struct strip *strip, const struct puzzle *puzzle, const game_move *moves, size_t count);
/* The same of the moves from the `skip`-th on; those before it are made, too, but not shown.  LongCat's and Snake's
 * panels have the whole way all the same. */
bool strip_make_from(struct strip *strip, const struct puzzle *puzzle, const game_move *moves, size_t skip,
                     size_t count);
void strip_free(struct strip *strip);

/* The height of the caption above a panel, in cells; 0 where there is none. */
double panel_caption(const struct panel *panel);

/* Draws a panel: its scene, the way over it and the caption above the view.  False: out of
 * memory. */
bool panel_draw(const struct panel *panel, const struct box *view, const struct pen *pen);

#endif
