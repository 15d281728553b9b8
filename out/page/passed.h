/* What the scripts of the page pass to the engine and get from it.
 *
 * Functions that scripts call take numbers; text goes in through the place that `input` returns and comes out
 * as the bytes at `output`, which live until the next call. */
#ifndef ONLYWAY_OUT_PAGE_PASSED_H
#define ONLYWAY_OUT_PAGE_PASSED_H

#include "base/text.h"
#include "games/game.h"

/* A function that scripts call. */
#define EXPORT(name) __attribute__((export_name(#name))) name

struct passed {
    char *input; /* with a NUL */
    size_t input_size;
    struct text output;
    struct game_source *game_source; /* of a language, that levels to come are of; NULL: none was given */
};

extern struct passed passed;

/* Empties the output; what could not be told before for want of memory is forgotten. */
void output_begin(void);

/* Makes a reason the output.  Returns false. */
bool output_fail(const char *reason);

/* Takes a level from the input: the game's name, its rules, its metric ("": the default), and the rows, a line
 * each, which stay in the input.  False: there is no such game; the output says so. */
bool input_level(const struct game **game, struct variant *variant, const char **rows);

/* Loads a level of any text.  NULL, with a complaint: it is none. */
struct puzzle *input_load(const struct game *game, const struct grid *grid, struct variant variant,
                          struct complaint *complaint);

/* Makes a grid of rows, a line each, filled up with `outside`.  False: it is too large, or out of memory. */
bool input_grid(const char *rows, unsigned char outside, struct grid *grid);

#endif
