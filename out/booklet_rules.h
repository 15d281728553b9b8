/* What the booklet says of each game. */
#ifndef ONLYWAY_OUT_BOOKLET_RULES_H
#define ONLYWAY_OUT_BOOKLET_RULES_H

#include "games/game.h"

/* What stands for something in pictures: level text, one row, and what it is called.  It is
 * told where the last of its characters occurs. */
struct legend {
    const char *cells; /* NULL: the last */
    const char *words;
};

struct rules_text {
    const char *game;
    const char *moves[2];     /* what depth counts, one and many */
    const char *paragraphs[4]; /* NULL at the end */
    unsigned char open; /* the character of an open cell */
    struct legend legend[16];
};

/* The text of a game; of a game without one: no paragraphs. */
const struct rules_text *rules_text_of(const struct game *game);

#endif
