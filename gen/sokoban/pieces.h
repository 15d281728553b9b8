/* What sort of room is asked for. */
#ifndef ONLYWAY_GEN_SOKOBAN_PIECES_H
#define ONLYWAY_GEN_SOKOBAN_PIECES_H

#include "gen/climb/proposer.h"
#include "gen/sokoban/draft.h"

/* Sokoban's options. */
struct sokoban_pieces {
    struct number_range walls, boxes;
};

/* Whether a room has as many walls as were asked for. */
bool sokoban_walls_fit(const struct proposal *proposal, const struct sokoban_draft *draft);

#endif
