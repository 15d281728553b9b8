/* Rules that make new levels of a PuzzleScript game from its own: `--transform`, or the section TRANSFORM after the
 * levels of a source.
 *
 * Each line is a rule in PuzzleScript's syntax, `[ Wall ] -> [ ]`.  Applied once, it changes one of the places where it
 * matches, chosen at random.  Two words may stand before it: `choose N` applies it N times, and `option P` applies it
 * each time only with probability P.  A line that begins with `or` is an alternative to the rules above it: one of all
 * their matches is chosen.  The rules are applied from top to bottom. */
#ifndef ONLYWAY_GEN_PUZZLESCRIPT_TRANSFORM_H
#define ONLYWAY_GEN_PUZZLESCRIPT_TRANSFORM_H

#include "base/rng.h"
#include "base/text.h"
#include "games/puzzlescript/source.h"

struct transform;

/* Reads the rules for a game.  `name` and `line`: the file and the line of its first rule, for errors.  Returns NULL
 * with the reason, `NAME:LINE: what is wrong`, if the text is not valid rules or memory runs out.  The source must
 * outlive the transform. */
struct transform *transform_read(const struct game_source *game_source, const char *rules, const char *name, int line,
                                 struct text *error);
void transform_free(struct transform *transform);

/* Reserves memory for one more thread to apply rules to levels of one size.  Returns false if memory runs out. */
bool transform_add_worker(struct transform *transform, int columns, int rows);

/* Applies the rules to a level.  Returns whether they changed it into another level that the game's characters can
 * show; otherwise leaves it as it was.  Each thread that calls this at the same time needs a worker. */
bool transform_apply(struct transform *transform, struct grid *level, struct rng *rng);

#endif
