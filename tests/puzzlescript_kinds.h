/* Small PuzzleScript games of many kinds of rules, to be judged in random levels. */
#ifndef ONLYWAY_TESTS_PUZZLESCRIPT_KINDS_H
#define ONLYWAY_TESTS_PUZZLESCRIPT_KINDS_H

#include "base/rng.h"
#include "games/game.h"

struct puzzlescript_kind {
    const char *name, *prelude, *player, *rules, *wins;
};

/* The name of the last is NULL. */
extern const struct puzzlescript_kind puzzlescript_kinds[];

/* Reads a game of that kind; the test fails if that cannot be done. */
struct book *puzzlescript_kind_read(const struct puzzlescript_kind *kind);

/* A small level for any of them, with few players, and not too much else; some are images of themselves.  `grid` is
 * made here. */
void puzzlescript_kind_level(struct rng *rng, struct grid *grid);

#endif
