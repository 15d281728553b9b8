/* The level that a run starts from: `--from`.
 *
 * Its text may hold `?`: then these cells are filled in, and all others stay.  Without any, levels are made of it by
 * a few changes.  Of a language it is the source, whose source the proposer reads. */
#ifndef ONLYWAY_GEN_CLIMB_FROM_H
#define ONLYWAY_GEN_CLIMB_FROM_H

#include "base/options.h"
#include "solve/level/levels.h"
#include "solve/search/limits.h"

struct from {
    struct level level; /* as read; where it has open cells, its grid has no short rows, and plain ground there */
    bool *open;         /* [cells] owned; whether a cell is to be filled in */
    size_t open_count;
    struct puzzle *puzzle; /* owned; NULL where there are open cells */
    uint64_t sum;          /* checksum of the text */
    bool limited;          /* it is not read, as a limit was hit */
};

/* Reads it from a file, or from a text that messages call `name`.  False, with one line in `error`: it cannot be
 * read, or there is not one level.  Free it at any rate. */
typedef bool from_reader(const char *path, const struct game *game, struct variant variant, const struct limits *limits,
                         struct from *from, struct text *error);
from_reader from_read_file; /* in the gen command alone */
bool from_read_text(const char *text, size_t size, const char *name, const struct game *game, struct variant variant,
                    const struct limits *limits, struct from *from, struct text *error);
void from_free(struct from *from);

/* How many columns and rows there are to play on, without a wall all around. */
struct board_size from_size(const struct from *from, const struct game *game);

/* Says what is wrong with a level made of it, where it stands in the file. */
void from_complain(const struct from *from, const struct complaint *complaint, struct text *error);

#endif
