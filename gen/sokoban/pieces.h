/* The requested properties of a room. */
#ifndef ONLYWAY_GEN_SOKOBAN_PIECES_H
#define ONLYWAY_GEN_SOKOBAN_PIECES_H

#include "gen/climb/proposer.h"
#include "gen/sokoban/draft.h"

/* Sokoban's options. */
struct sokoban_pieces {
    struct number_range walls, boxes;
};

/* Whether a room has the requested number of walls. */
bool sokoban_walls_fit(const struct proposal *proposal, const struct sokoban_draft *draft);

#endif
