/* What the page's scripts pass to the engine and get from it.
 *
 * Functions that scripts call take numbers.  Text goes in through the buffer that `input` returns and comes out as
 * the bytes at `output`, which are valid until the next call. */
#ifndef ONLYWAY_OUT_PAGE_PASSED_H
#define ONLYWAY_OUT_PAGE_PASSED_H

#include "base/text.h"
#include "games/game.h"

/* A function that scripts call. */
#define EXPORT(name) __attribute__((export_name(#name))) name

struct passed {
    char *input; /* ends in a NUL */
    size_t input_size;
    struct text output;
    struct game_source *game_source; /* the source for levels of a language that are loaded later; NULL: none was
                                      * given */
};

extern struct passed passed;

/* Empties the output and clears its failure. */
void output_begin(void);

/* Makes a reason the output.  Returns false. */
bool output_fail(const char *reason);

/* Takes a level from the input: the game's name, its rules, its metric ("": the default), and the rows, one per
 * line, which stay in the input.  Returns false if one of the names is unknown; the output says which. */
bool input_level(const struct game **game, struct variant *variant, const char **rows);

/* Loads a level from any text.  Returns NULL with a complaint if it is not a level. */
struct puzzle *input_load(const struct game *game, const struct grid *grid, struct variant variant,
                          struct complaint *complaint);

/* Makes a grid of rows, one per line; short rows are filled up with `outside`.  Returns false if it is too large or
 * memory runs out. */
bool input_grid(const char *rows, unsigned char outside, struct grid *grid);

#endif
