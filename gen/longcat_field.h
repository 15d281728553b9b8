/* A LongCat board while it is being made. */
#ifndef ONLYWAY_GEN_LONGCAT_FIELD_H
#define ONLYWAY_GEN_LONGCAT_FIELD_H

#include "base/rng.h"
#include "games/grid.h"

struct field {
    int columns, rows;
    int cat;
    unsigned char *open; /* [columns * rows] 1: open (the cat's cell, too), 0: wall; owned */
};

bool field_make(struct field *field, int columns, int rows);
void field_free(struct field *field);
void field_copy(struct field *to, const struct field *from);

unsigned field_walls(const struct field *field);

/* In how many cells two fields of one size differ. */
unsigned field_distance(const struct field *a, const struct field *b);

/* Whether the first and last rows and columns all have open cells: the field is really as large as it
 * says. */
bool field_fills_size(const struct field *field);

/* The level's text: the field with a wall around it.  False: out of memory. */
bool field_to_grid(const struct field *field, struct grid *grid);

/* A walk under way: which cells are decided. */
struct walk {
    struct field *field;
    unsigned char *state; /* [columns * rows] enum walk_cell */
    int head;
    int last;             /* direction of the last slide, or -1 */
};

enum walk_cell { WALK_UNKNOWN, WALK_COVERED, WALK_WALL };

/* Walks at random from a random cell and makes walls where the cat must stop; what the walk does not
 * reach becomes wall.  So the field has a solution.  `state` is scratch of the field's size; `early`
 * is how likely a slide stops before it must, in percent. */
void walk_new(struct field *field, unsigned char *state, unsigned early, struct rng *rng);

/* Keeps the first `length` slides of a solution and walks on at random from there. */
void walk_again(struct field *field, unsigned char *state, const unsigned char *path,
                unsigned length, unsigned early, struct rng *rng);

#endif
