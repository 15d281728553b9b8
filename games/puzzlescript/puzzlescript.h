/* PuzzleScript as a game: the levels of a source (source.c) become puzzles whose moves are keys.
 *
 * program.h and state.h implement the language; this file adds what a search needs.  A search state holds only what can
 * change in its level (effects.c, pack.c).  `--metric keys`: a move is a key that changes the level or wins, including
 * all `again` turns.  `--metric changes`: walking costs nothing.  A walk is a key that changes only the player's
 * position and that the player can walk back from.  Positions joined by walks form one *place* (place.c), stored as the
 * least of its positions; a move leads from one place to another.  The label of a move is the player's cell and the
 * key. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PUZZLESCRIPT_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PUZZLESCRIPT_H

#include "games/game.h"

extern const struct game game_puzzlescript;
extern const struct face face_puzzlescript;

/* See struct language. */
bool ps_show(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid, struct text *notes);

enum {
    PUZZLESCRIPT_CHANGES, /* metrics: what depth counts */
    PUZZLESCRIPT_KEYS,
};

#endif
