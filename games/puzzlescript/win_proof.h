/* Proofs that a level can no longer be won, and lower bounds on the moves to a win; see win_proof.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_WIN_PROOF_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_WIN_PROOF_H

#include "games/puzzlescript/level.h"

/* Pruning rules, by their index in game_puzzlescript.pruning. */
enum ps_pruning { PS_PRUNE_PIECES, PS_PRUNE_PLACES };

/* Analyses the level, whose packing must exist. Returns false if memory runs out. */
bool ps_win_proof_make(struct ps_puzzle *puzzle);
void ps_win_proof_free(struct ps_win_proof *win_proof);

/* Whether the proof has any aims to test positions with. */
bool ps_has_win_proof(const struct ps_puzzle *puzzle);

/* Whether no win can follow from a position that is not won. */
bool ps_is_dead(const struct ps_puzzle *puzzle, const uint64_t *position);

/* Like ps_is_dead, but only if the reason is obvious: a piece that can never move again is not where it must be, or too
 * few usable pieces are left. */
bool ps_is_lost(const struct ps_puzzle *puzzle, const uint64_t *position);

/* A lower bound, at least 1, on the moves to a win from a position that is not won. */
unsigned ps_least_moves(const struct ps_puzzle *puzzle, const uint64_t *position);

#endif
