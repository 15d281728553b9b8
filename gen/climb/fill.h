/* Filling in the open cells of a level whose other cells are given (gen/climb/from.h), in any game.
 *
 * A proposer lists the kinds of pieces that its levels are made of, its *inventory*, as characters.  As many of each
 * are put into open cells as options, or the usual numbers, ask for; walls, which all games have, besides.  Whether
 * what comes of it is a level, the game says. */
#ifndef ONLYWAY_GEN_CLIMB_FILL_H
#define ONLYWAY_GEN_CLIMB_FILL_H

#include "base/rng.h"
#include "gen/climb/from.h"

/* A kind of piece. */
struct inventory_item {
    const char *option; /* the range among the proposer's options that tells how many; NULL: none does */
    const char *counts; /* the characters of it, wherever they stand; NULL ends the list */
    const char *puts;   /* those put on plain ground: one of them at random, */
    bool in_turn;       /* or the first that there is none of */
    unsigned low, high; /* how many there are where the option is not given, and not more in the level */
    unsigned each;      /* pieces of one that the option counts; 0: one */
    unsigned like;      /* as many as of the inventory of this number, from 1; 0: a number of its own */
    const char *length; /* of pieces of several cells, whose characters follow each other: their option; else NULL */
    bool loose;         /* edits may add some and take some away */
};

enum { FILL_MOST_INVENTORY = 8 };

/* Kinds and numbers, for a run. */
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

/* The range that an option of a proposer has in its `pieces`; ANY_NUMBER at its end: it was not given, or is none. */
struct number_range fill_range(const struct proposer *proposer, const void *pieces, const char *option);

/* Looks up the numbers asked for among the options.  False, with the reason: the level has more already. */
bool fill_start(struct fill *fill, const struct from *from, const struct proposer *proposer, const void *pieces,
                struct text *error);

/* Fills the open cells of a copy of the level in.  False: this time there was no room for all. */
bool fill_scatter(const struct fill *fill, struct grid *draft, struct rng *rng);

/* Changes the open cells a little.  False: the draw came to nothing; the draft may be spoilt. */
bool fill_edit(const struct fill *fill, struct grid *draft, struct rng *rng);

#endif
