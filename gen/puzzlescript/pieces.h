/* Which pieces the levels of a PuzzleScript game have, and how many. */
#ifndef ONLYWAY_GEN_PUZZLESCRIPT_PIECES_H
#define ONLYWAY_GEN_PUZZLESCRIPT_PIECES_H

#include "games/game.h"
#include "gen/climb/proposer.h"

enum { MOST_PIECE_KINDS = 60, MOST_OF_A_KIND = 255 };

struct piece_kind {
    unsigned char byte, low, high;
};

struct puzzlescript_pieces {
    const char *pieces, *keep; /* the options' values, or NULL */
    struct grid
        *frame; /* owned; the first level with only the characters of `keep`, the rest is floor; NULL if `keep` is */
    unsigned char floor, wall; /* wall 0: levels have no outer wall */
    unsigned char kinds;
    bool walls_counted; /* low_walls and high_walls are counts, not percentages of the inner cells */
    unsigned short low_walls, high_walls;
    struct piece_kind kind[MOST_PIECE_KINDS];
};

_Static_assert(sizeof(struct puzzlescript_pieces) <= MOST_PIECE_BYTES, "pieces take too much room");

/* Fills in the pieces from the game's levels and from the lists of --pieces and --keep, if given. Returns false, with
 * the reason, if a list or a level cannot be read. Release with puzzlescript_pieces_drop. */
bool puzzlescript_pieces_find(const struct game_source *game_source, struct puzzlescript_pieces *pieces,
                              struct text *error);
void puzzlescript_pieces_drop(struct puzzlescript_pieces *pieces);

#endif
