/* A PuzzleScript source with its levels, as a book. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_BOOK_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_BOOK_H

#include "games/game.h"
#include "games/puzzlescript/symmetry.h"

struct ps_book {
    struct book book;
    struct ps_program *program;
    int *levels; /* entries of LEVELS that are no messages */
    size_t count;
    char *source; /* up to its levels */
    size_t source_size;
    /* The text of a level has a byte for a character: those of the source that are ASCII stand for
     * themselves, others for one that the source does not use. */
    int key_of[256];        /* what a byte means, among the program's keys, or -1 */
    struct ps_symmetries symmetries;
    unsigned char *byte_of; /* of each key; 0: there are more keys than bytes */
    struct game_content contents[257]; /* what the cells of its levels hold; see contents.c */
};

extern const struct language puzzlescript_language;

static inline const struct ps_book *ps_book_of(const struct book *book)
{
    return (const struct ps_book *)book;
}

/* Seconds between ticks, 0: none; as struct language's. */
double ps_book_interval(const struct book *book);

/* Fills in the contents of a book that has bytes for its keys. */
void ps_find_contents(struct ps_book *book);

/* The byte that shows a cell: that of the key with just its objects, `background` added where a key has
 * none; else of the key whose objects, all in the cell, lie on top; '?' where there is none. */
unsigned char ps_book_byte(const struct ps_book *book, const uint64_t *cell,
                           const uint64_t *background);

#endif
