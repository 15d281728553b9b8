/* Replays a level's solution in a changed level: does it still go the same way, and does it solve it? */
#ifndef ONLYWAY_SOLVE_EXPLAIN_REPLAY_H
#define ONLYWAY_SOLVE_EXPLAIN_REPLAY_H

#include "games/game.h"

/* Returns whether the moves are legal in the changed level and the last one, but none before it, meets the goal.
 * `from` is the level whose labels they are; NULL: the changed level itself.  `labels`, if not NULL, has room for
 * `count` labels and receives those of the changed level.  *failed is set if memory runs out. */
bool replay_solves(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                   game_move *labels, bool *failed);

/* Returns whether the moves are legal in the changed level and lead through positions that look like those of the
 * unchanged level, apart from one cell of the text. */
bool replay_goes_same(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                      int cell, bool *failed);

/* Writes the state after the first `count` moves to `state`.  Returns false if they are not legal or memory runs
 * out. */
bool replay_to(const struct puzzle *puzzle, const game_move *moves, size_t count, unsigned char *state);

#endif
