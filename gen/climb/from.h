/* The level that a run starts from: `--from`.
 *
 * Its text may contain `?`.  The run fills these cells in and keeps all others.  Without any `?`, the run makes levels
 * by a few changes to it.  For a language, --from is a source file, which the proposer reads. */
#ifndef ONLYWAY_GEN_CLIMB_FROM_H
#define ONLYWAY_GEN_CLIMB_FROM_H

#include "base/options.h"
#include "solve/level/levels.h"
#include "solve/search/limits.h"

struct proposer;

struct from {
    struct level level; /* as read; if it has open cells, its short rows are filled up and its open cells hold plain
                         * ground */
    bool *open;         /* [cells] owned; whether the run fills in a cell */
    size_t open_count;
    bool *missing; /* [cells] owned; the cells that short rows lack, for a game whose `load` fills them; or NULL */
    struct puzzle *puzzle;                 /* owned; NULL if there are open cells */
    struct text transform, transform_name; /* of a source: rules that make levels from its own, the name of their file,
                                            * and their first line there; size 0: there are none; owned */
    int transform_line;
    uint64_t sum; /* checksum of the text and of the rules */
    bool limited; /* it was not read because a limit was hit */
};

/* Reads the level from a file, or from a text that messages call `name`.  Returns false, with one line in `error`,
 * if it cannot be read or there is not exactly one level.  Free it in any case. */
typedef bool from_reader(const char *path, const struct game *game, struct variant variant, const struct limits *limits,
                         struct from *from, struct text *error);
bool from_read_text(const char *text, size_t size, const char *name, const struct game *game, struct variant variant,
                    const struct limits *limits, struct from *from, struct text *error);
void from_free(struct from *from);

/* Replaces the rules that make new levels from the source's own.  Returns false, with the reason, if --from is no
 * source, if there are no rules, or if memory runs out. */
bool from_take_rules(struct from *from, const char *rules, size_t size, const char *name, struct text *error);

/* The number of columns and rows to play on, without an outer wall. */
struct board_size from_size(const struct from *from, const struct game *game);

/* Reports a complaint about a level made from it, at its position in the file. */
void from_complain(const struct from *from, const struct complaint *complaint, struct text *error);

/* Returns a game's proposer, changed to propose from the given level.
 *
 * If the level has open cells, the proposer fills them in at random and then edits them while that brings the level
 * closer to the request.  Otherwise all levels one change away come first, with the changes that `solve --mend`
 * makes; then levels two changes away, all of them or a random sample; then levels with more and more changes, found by
 * climbing.  The levels that are kept are therefore the nearest. */
struct proposer near_proposer(const struct proposer *proposer);

#endif
