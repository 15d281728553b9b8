/* A LongCat level under construction. */
#ifndef ONLYWAY_GEN_LONGCAT_DRAFT_H
#define ONLYWAY_GEN_LONGCAT_DRAFT_H

#include "base/rng.h"
#include "games/grid.h"

struct longcat_draft {
    int columns, rows;
    int cat;
    unsigned char *open; /* [columns * rows] 1: open, as the cat's cell is, too; 0: wall; owned */
};

bool longcat_draft_make(struct longcat_draft *draft, int columns, int rows);
void longcat_draft_free(struct longcat_draft *draft);
void longcat_draft_copy(struct longcat_draft *to, const struct longcat_draft *from);

unsigned longcat_draft_walls(const struct longcat_draft *draft);

/* Returns the number of cells in which two drafts of the same size differ. */
unsigned longcat_draft_distance(const struct longcat_draft *a, const struct longcat_draft *b);

/* Returns whether the first and last rows and columns all have open cells, so that the draft is really as large as it
 * says. */
bool longcat_draft_fills_size(const struct longcat_draft *draft);

/* Makes the slides of a path and turns the cells behind the cat's head into wall. */
void longcat_draft_slide(struct longcat_draft *draft, const unsigned char *path, unsigned length);

/* Makes the level's text: the draft with a wall around it.  Returns false if memory runs out. */
bool longcat_draft_level(const struct longcat_draft *draft, struct grid *grid);

/* Walks at random from a random cell and puts walls where the cat must stop.  Cells that the walk does not reach
 * become wall, so the draft has a solution.  `state` is scratch of the draft's size.  `path` receives the slides;
 * returns their number. */
unsigned walk_new(struct longcat_draft *draft, unsigned char *state, struct rng *rng, unsigned char *path);

/* Keeps the first `length` slides of a solution and walks on at random from there. */
unsigned walk_again(struct longcat_draft *draft, unsigned char *state, const unsigned char *old_path, unsigned length,
                    struct rng *rng, unsigned char *path);

#endif
