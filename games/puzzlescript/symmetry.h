/* Which rotations and reflections the rules of a game respect, proved on the rules; see symmetry.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_SYMMETRY_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_SYMMETRY_H

#include "games/puzzlescript/program.h"

struct ps_symmetries {
    unsigned proved;  /* the grid's symmetries (games/grid.h), as bits; they form a group, 0 is always in it */
    bool by_patience; /* the proof wants that loops come to their end by themselves, not by the limit */
};

/* Those of which a turn of an image is the image of the turn, in all levels of the game.  False: no memory, or `check`,
 * which may be NULL, has stopped. */
bool ps_find_symmetries(const struct ps_program *program, struct stop_check *check, struct ps_symmetries *found);

#endif
