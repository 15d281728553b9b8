/* A PuzzleScript source file as a source of levels. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_SOURCE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_SOURCE_H

#include "games/game.h"
#include "games/puzzlescript/program.h"

struct ps_source {
    struct game_source game_source;
    struct game_source *whole; /* the source that owns the program, the levels and the text; NULL: this one */
    struct ps_program *program;
    int *levels; /* entries of LEVELS that are not messages */
    size_t count;
    char *source; /* the text before its levels, with the LEVELS header; NUL-terminated */
    size_t source_size;
    /* The text of a level has one byte per character.  Printable Latin-1 characters of the source stand for themselves;
     * each other character gets a byte that no key uses.  The mapping depends on the legend alone; if it has more
     * characters than there are bytes, those of the level come first, or those of all levels. */
    int key_of[256]; /* the program's key for each byte, or -1 */
    struct ps_symmetries symmetries;
    unsigned char *byte_of;            /* the byte for each key; 0: no byte is left for it */
    struct game_content contents[257]; /* what the cells of its levels contain; see source.c */
};

extern const struct language puzzlescript_language;

static inline const struct ps_source *ps_source_of(const struct game_source *game_source)
{
    return (const struct ps_source *)game_source;
}

/* Seconds between ticks; 0: none.  See struct language. */
double ps_source_interval(const struct game_source *game_source);

/* The byte that shows a cell: the key with exactly the cell's objects, where a key without a background counts as
 * having `background`; otherwise the topmost key whose objects are all in the cell; otherwise '?'. */
unsigned char ps_source_byte(const struct ps_source *game_source, const uint64_t *cell, const uint64_t *background);

/* Whether a line, outside of comments, is the heading of one of these sections, a list of words. */
bool ps_is_heading(const char *line, size_t size, const char *headings);

/* Whether a byte shows exactly a cell's objects. */
bool ps_source_is_exact(const struct ps_source *game_source, unsigned char byte, const uint64_t *cell,
                        const uint64_t *background);

#endif
