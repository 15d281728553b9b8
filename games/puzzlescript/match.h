/* Where a rule's patterns match; see turn.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H

#include "games/puzzlescript/masks.h"
#include "games/puzzlescript/state.h"

/* A match of a row of cells: its first cell and the lengths of its ellipses. */
struct match {
    int cell, gap[2];
};

struct match_list {
    struct match *items;
    int count, capacity;
};

/* Whether a row can match only where there is a movement or the player. */
bool is_anchored(const struct ps_program *program, const struct ps_row *row);

#endif
