/* Small PuzzleScript games with many kinds of rules, to judge in random levels. */
#ifndef ONLYWAY_TESTS_PUZZLESCRIPT_KINDS_H
#define ONLYWAY_TESTS_PUZZLESCRIPT_KINDS_H

#include "base/rng.h"
#include "base/text.h"
#include "games/game.h"

struct puzzlescript_kind {
    const char *name, *prelude, *player, *rules, *wins;
};

/* All kinds; a NULL name ends the table. */
extern const struct puzzlescript_kind puzzlescript_kinds[];

/* Writes the source of a game of that kind with a level.  Its title is `name`. */
void puzzlescript_kind_source(const struct puzzlescript_kind *kind, struct text *source);

/* Inserts text behind the first occurrence of a line, which the source must have. */
void puzzlescript_insert(struct text *source, const char *line, const char *inserted);

/* Reads a source.  Returns NULL if the source is invalid. */
struct game_source *puzzlescript_read(const struct text *source);

/* Appends a random rule about the objects of these games.  The rule is often invalid. */
void puzzlescript_random_rule(struct rng *rng, struct text *rules);

/* Writes the source of a random game with these objects.  The source is often invalid. */
void puzzlescript_random_source(struct rng *rng, struct text *source);

/* Reads a game of that kind.  Fails the test if the game is invalid. */
struct game_source *puzzlescript_kind_read(const struct puzzlescript_kind *kind);

/* Makes a small level for any of these games, with few players and few other objects; some levels are symmetric.
 * The caller frees `grid`. */
void puzzlescript_kind_level(struct rng *rng, struct grid *grid);

#endif
