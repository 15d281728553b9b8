/* What the games look like as PuzzleScript sources: one table. */
#ifndef ONLYWAY_OUT_PUZZLESCRIPT_H
#define ONLYWAY_OUT_PUZZLESCRIPT_H

#include "out/pack.h"

/* Parts of a source that only some packs have. */
enum {
    SCRIPT_TARGETS = 1,     /* there are levels with targets, ... */
    SCRIPT_ALL_TARGETS = 2, /* and no others */
    SCRIPT_MIXED = 4,       /* and others */
};

struct script_part {
    const char *text;
    unsigned needs; /* is written only where all of these hold */
};

/* The sections of a source in which games differ, each a list that ends in a part without text. */
struct script {
    const struct game *game;
    const struct script_part *prelude, *objects, *legend, *layers, *rules, *win;

    /* What holds of a pack. */
    unsigned (*parts)(const struct pack *pack);

    /* Adds the rows of a level, with its line ends.  False: out of memory. */
    bool (*add_rows)(const struct pack_level *level, unsigned parts, struct text *text);
};

/* The scripts, one a game; `game` is NULL in the last. */
extern const struct script scripts[];

#endif
