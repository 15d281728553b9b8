/* What a game and its face lack, collected as text; for tests/test_faces.c. */
#ifndef ONLYWAY_TESTS_LOOK_H
#define ONLYWAY_TESTS_LOOK_H

#include "games/draw/face.h"
#include "gen/climb/proposer.h"

/* What is being looked at, and what it lacks. */
struct look {
    const struct game *game;
    const struct face *face;
    struct text gaps; /* a line each, none twice; free it */
};

/* Notes that the game lacks something, in words as those of printf, if it is not good. */
__attribute__((format(printf, 3, 4))) void require(struct look *look, bool good, const char *what, ...);

/* Looks at all that the tables of face, proposer and filters have of the game. */
void look_at_tables(struct look *look);

/* Looks at the options of a proposer. */
void look_at_pieces(struct look *look, const struct proposer *proposer);

/* Looks at the easy shipped levels: those of the first folder or file that is not a script.  The first
 * ones are played to their end. */
void look_at_pack(struct look *look);

#endif
