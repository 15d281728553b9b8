/* Which rotations and reflections the rules of a game respect, proved from the rules; see symmetry.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_SYMMETRY_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_SYMMETRY_H

#include "games/puzzlescript/program.h"

struct ps_symmetries {
    unsigned proved;  /* bit set of the grid's symmetries (games/grid.h); they form a group; bit 0 is always set */
    bool by_patience; /* the proof requires that loops end by themselves, not by the limit */
};

/* Finds the symmetries for which the turn of an image is the image of the turn, in all levels of the game. Returns
 * false if memory runs out or `check`, which may be NULL, stops the work. */
bool ps_find_symmetries(const struct ps_program *program, struct stop_check *check, struct ps_symmetries *found);

#endif
