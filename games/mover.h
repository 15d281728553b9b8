/* Making single moves.  `expand` lists all legal moves of a state; replaying a solution, playing a level and
 * checking a move need just one of them. */
#ifndef ONLYWAY_GAMES_MOVER_H
#define ONLYWAY_GAMES_MOVER_H

#include "games/game.h"

struct mover {
    const struct puzzle *puzzle;
    unsigned char *state; /* the current state; initially the puzzle's start */
    game_move *moves;     /* capacity for all moves of a state */
    unsigned char *states;
};

/* The puzzle must outlive the mover.  Returns false if memory runs out; call mover_free even then. */
bool mover_make(struct mover *mover, const struct puzzle *puzzle);
void mover_free(struct mover *mover);

/* Returns the state after a move made in `state`, or NULL if the move is illegal.  The result is valid until the
 * mover is used again. */
const unsigned char *mover_after(struct mover *mover, const unsigned char *state, game_move move);

/* Makes a move in the mover's own state.  Returns false, and changes nothing, if it is illegal. */
bool mover_move(struct mover *mover, game_move move);

#endif
