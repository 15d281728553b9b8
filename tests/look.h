/* Collects, as text, what a game and its face lack; for tests/test_faces.c. */
#ifndef ONLYWAY_TESTS_LOOK_H
#define ONLYWAY_TESTS_LOOK_H

#include "games/draw/face.h"
#include "gen/climb/proposer.h"

/* The game under inspection and its gaps. */
struct look {
    const struct game *game;
    const struct face *face;
    struct text gaps; /* one line for each gap, without duplicates; the caller frees it */
};

/* Records a gap, with printf-style text, unless `good` is true. */
__attribute__((format(printf, 3, 4))) void require(struct look *look, bool good, const char *what, ...);

/* Inspects everything that the tables of face, proposer and filters hold for the game. */
void look_at_tables(struct look *look);

/* Inspects the options of a proposer. */
void look_at_pieces(struct look *look, const struct proposer *proposer);

/* Inspects the easy shipped levels: those of the first folder or file that is not a script.  Plays the first levels
 * to their end. */
void look_at_pack(struct look *look);

#endif
