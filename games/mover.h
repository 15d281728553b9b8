/* Making single moves: a rule source tells all legal moves of a state at once, and whoever replays a
 * solution, plays a level or checks a move wants one of them. */
#ifndef ONLYWAY_GAMES_MOVER_H
#define ONLYWAY_GAMES_MOVER_H

#include "games/game.h"

struct mover {
    const struct puzzle *puzzle;
    unsigned char *state; /* what mover_move has come to; at first the puzzle's start */
    game_move *moves;     /* room for all moves from a state */
    unsigned char *states;
};

/* The puzzle must outlive the mover.  False: out of memory; free it all the same. */
bool mover_make(struct mover *mover, const struct puzzle *puzzle);
void mover_free(struct mover *mover);

/* The state after a move made in `state`, good until the mover is used again; NULL: it is
 * illegal. */
const unsigned char *mover_after(struct mover *mover, const unsigned char *state, game_move move);

/* Makes a move in the mover's own state.  False: it is illegal, and nothing changes. */
bool mover_move(struct mover *mover, game_move move);

#endif
