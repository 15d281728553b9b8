/* Where a rule's patterns match; see turn.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H

#include "games/puzzlescript/masks.h"
#include "games/puzzlescript/state.h"

/* Where a row of cells matches: its first cell and the lengths of its ellipses. */
struct match {
    int cell, gap[2];
};

struct match_list {
    struct match *items;
    int count, capacity;
};

/* Whether a row matches only where a movement or the player is. */
bool is_anchored(const struct ps_program *program, const struct ps_row *row);

#endif
