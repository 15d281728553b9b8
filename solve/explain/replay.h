/* A solution of a level in a changed one: whether it still goes the same way there, and solves it. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_REPLAY_H
#define ONLYWAY_SOLVE_EXPLAIN_REPLAY_H

#include "games/game.h"

/* Whether the moves, made in the changed level, are legal and lead to a state that meets its goal, and to
 * none before.  `from` is the level that they are labels of; NULL: the changed level itself.  `labels`, if
 * not NULL, has room for `count` and receives their labels in the changed level.  *failed: out of memory. */
bool replay_solves(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                   game_move *labels, bool *failed);

/* Whether the moves, made in the changed level, are legal and lead through positions that look as those of the
 * unchanged one do, one cell of the text left out of sight. */
bool replay_goes_same(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                      int cell, bool *failed);

/* The state after the first `count` moves, which must be legal, in `state`.  False: they are not, or memory
 * ran out. */
bool replay_to(const struct puzzle *puzzle, const game_move *moves, size_t count, unsigned char *state);

#endif
