/* LongCat's way on; see way.h. */
#ifndef ONLYWAY_SOLVE_LONGCAT_WAY_H
#define ONLYWAY_SOLVE_LONGCAT_WAY_H

#include "solve/way.h"

/* As way_find, for a puzzle of LongCat. */
enum way_result longcat_way(const struct puzzle *puzzle, const game_move *made, size_t count,
                            const struct limits *limits, struct way *way);

#endif
