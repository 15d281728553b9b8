/* Whether a level can still be won, and how many moves that takes at least, as far as it is proved; see win_proof.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_WIN_PROOF_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_WIN_PROOF_H

#include "games/puzzlescript/level.h"

/* Pruning rules, by their numbers in game_puzzlescript.pruning. */
enum ps_pruning { PS_PRUNE_PIECES, PS_PRUNE_PLACES };

/* Finds out about the level, whose packing is made.  False: no memory. */
bool ps_win_proof_make(struct ps_puzzle *puzzle);
void ps_win_proof_free(struct ps_win_proof *win_proof);

/* Whether anything can be told of positions. */
bool ps_has_win_proof(const struct ps_puzzle *puzzle);

/* Whether no win can follow from a position that is not won. */
bool ps_is_dead(const struct ps_puzzle *puzzle, const uint64_t *position);

/* Likewise, where that can be seen at once: a piece that never moves again is not where it has to be, or there are
 * too few pieces left that might be. */
bool ps_is_lost(const struct ps_puzzle *puzzle, const uint64_t *position);

/* Moves that a win takes at least from a position that is not won; 1 at least. */
unsigned ps_least_moves(const struct ps_puzzle *puzzle, const uint64_t *position);

#endif
