/* A PuzzleScript source with its levels, as a source. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_SOURCE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_SOURCE_H

#include "games/game.h"
#include "games/puzzlescript/symmetry.h"

struct ps_source {
    struct game_source game_source;
    struct ps_program *program;
    int *levels; /* entries of LEVELS that are no messages */
    size_t count;
    char *source; /* up to its levels */
    size_t source_size;
    /* The text of a level has a byte for a character: those of the source that are of Latin-1 stand for
     * themselves, others for one that the source does not use.  Which it is depends on the legend alone. */
    int key_of[256]; /* what a byte means, among the program's keys, or -1 */
    struct ps_symmetries symmetries;
    unsigned char *byte_of;            /* of each key; 0: there are more keys than bytes */
    struct game_content contents[257]; /* what the cells of its levels hold; see contents.c */
};

extern const struct language puzzlescript_language;

static inline const struct ps_source *ps_source_of(const struct game_source *game_source)
{
    return (const struct ps_source *)game_source;
}

/* Seconds between ticks, 0: none; as struct language's. */
double ps_source_interval(const struct game_source *game_source);

/* Fills in the contents of a source that has bytes for its keys. */
void ps_find_contents(struct ps_source *game_source);

/* The byte that shows a cell: that of the key with just its objects, `background` added where a key has
 * none; else of the key whose objects, all in the cell, lie on top; '?' where there is none. */
unsigned char ps_source_byte(const struct ps_source *game_source, const uint64_t *cell, const uint64_t *background);

#endif
