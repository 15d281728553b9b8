/* Filling in the open cells of a level whose other cells are given (gen/climb/from.h), in any game.
 *
 * A proposer lists the kinds of pieces of its levels, its *inventory*, as characters.  Each kind is put into open
 * cells, as many as the options or the defaults ask for.  Walls, which all games have, are added as well.  The game
 * decides whether the result is a level. */
#ifndef ONLYWAY_GEN_CLIMB_FILL_H
#define ONLYWAY_GEN_CLIMB_FILL_H

#include "base/rng.h"
#include "gen/climb/from.h"

/* A kind of piece. */
struct inventory_item {
    const char *option; /* the proposer's option for the number, a range; NULL: none */
    const char *counts; /* all characters that show this kind, wherever it stands; NULL ends the list */
    const char *puts;   /* the characters to put on plain ground, chosen at random */
    bool in_turn;       /* choose the first that is not used yet instead */
    unsigned low, high; /* the number if the option is not given; a level that has more keeps them */
    unsigned each;      /* pieces for each one that the option counts; 0: one */
    unsigned like;      /* the number must equal that of the inventory item with this number, from 1; 0: independent */
    const char *length; /* the option for the length of pieces that cover several cells, whose characters are
                         * consecutive; else NULL */
    bool loose;         /* edits may add and remove some */
};

enum { FILL_MOST_INVENTORY = 8 };

/* The kinds and numbers of a run. */
struct fill {
    const struct from *from;
    const struct game *game;
    const struct inventory_item *inventory;
    size_t inventory_count;
    struct number_range numbers[FILL_MOST_INVENTORY], lengths[FILL_MOST_INVENTORY];
    struct number_range walls;
    bool walls_told;
};

struct proposer;

/* The range that an option of a proposer has in its `pieces`.  Its high end is ANY_NUMBER if the option was not
 * given or is not a range. */
struct number_range fill_range(const struct proposer *proposer, const void *pieces, const char *option);

/* Looks up the numbers that the options ask for.  Returns false with the reason if the level has more already. */
bool fill_start(struct fill *fill, const struct from *from, const struct proposer *proposer, const void *pieces,
                struct text *error);

/* Copies the level into `draft` and fills its open cells.  Returns false if there was no room for everything this
 * time. */
bool fill_scatter(const struct fill *fill, struct grid *draft, struct rng *rng);

/* Changes the open cells a little.  Returns false if nothing was changed; the draft may then be spoilt. */
bool fill_edit(const struct fill *fill, struct grid *draft, struct rng *rng);

#endif
