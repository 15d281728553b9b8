/* Small PuzzleScript games of many kinds of rules, to be judged in random levels. */
#ifndef ONLYWAY_TESTS_PUZZLESCRIPT_KINDS_H
#define ONLYWAY_TESTS_PUZZLESCRIPT_KINDS_H

#include "base/rng.h"
#include "base/text.h"
#include "games/game.h"

struct puzzlescript_kind {
    const char *name, *prelude, *player, *rules, *wins;
};

/* The name of the last is NULL. */
extern const struct puzzlescript_kind puzzlescript_kinds[];

/* The source of a game of that kind, with a level; `name` is its title. */
void puzzlescript_kind_source(const struct puzzlescript_kind *kind, struct text *source);

/* Reads a source; NULL if there is something wrong with it. */
struct game_source *puzzlescript_read(const struct text *source);

/* Adds a rule made up of the objects of these games, as likely as not one that cannot be. */
void puzzlescript_random_rule(struct rng *rng, struct text *rules);

/* Reads a game of that kind; the test fails if that cannot be done. */
struct game_source *puzzlescript_kind_read(const struct puzzlescript_kind *kind);

/* A small level for any of them, with few players, and not too much else; some are images of themselves.  `grid` is
 * made here. */
void puzzlescript_kind_level(struct rng *rng, struct grid *grid);

#endif
