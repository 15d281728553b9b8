/* What pieces levels of a PuzzleScript game have, and how many. */
#ifndef ONLYWAY_GEN_PUZZLESCRIPT_PIECES_H
#define ONLYWAY_GEN_PUZZLESCRIPT_PIECES_H

#include "games/game.h"
#include "gen/climb/proposer.h"

enum { MOST_PIECE_KINDS = 60, MOST_OF_A_KIND = 255 };

struct piece_kind {
    unsigned char byte, low, high;
};

struct puzzlescript_pieces {
    const char *pieces, *keep; /* as the options have them, or NULL */
    struct grid *frame;        /* owned; the first level, with floor where nothing of `keep` is; NULL without that */
    unsigned char floor, wall; /* wall 0: levels are not walled in */
    unsigned char kinds;
    bool walls_counted; /* low_walls and high_walls are numbers, not per cent of the field */
    unsigned short low_walls, high_walls;
    struct piece_kind kind[MOST_PIECE_KINDS];
};

_Static_assert(sizeof(struct puzzlescript_pieces) <= MOST_PIECE_BYTES, "pieces take too much room");

/* Fills them in from what the game's levels have, and from the lists of --pieces and --keep, where there are any.
 * False, with the reason: one cannot be read, or the levels cannot.  Drop them when they are needed no more. */
bool puzzlescript_pieces_find(const struct game_source *game_source, struct puzzlescript_pieces *pieces,
                              struct text *error);
void puzzlescript_pieces_drop(struct puzzlescript_pieces *pieces);

#endif
