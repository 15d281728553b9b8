/* PuzzleScript as a game: levels of a source (source.c) become puzzles whose moves are keys.
 *
 * The rules of the language are elsewhere (program.h, state.h); here is what a search wants of them.  A
 * search's state holds only what can change in its level (change.c, pack.c).  `--metric keys`: a move is
 * a key that changes the level or wins, all that `again` does included.  `--metric changes`: walking is
 * free.  A walk is a key that changes nothing but where the player is, and from where he can walk back;
 * what walks join is one *place* (place.c), stored as the least of its positions, and a move leads from one place
 * to another.  Its label is the player's cell and the key. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PUZZLESCRIPT_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PUZZLESCRIPT_H

#include "games/game.h"

extern const struct game game_puzzlescript;
extern const struct face face_puzzlescript;

enum {
    PUZZLESCRIPT_CHANGES, /* metrics: what depth counts */
    PUZZLESCRIPT_KEYS,
};

#endif
