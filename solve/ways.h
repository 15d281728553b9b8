/* Which games have a way of their own to find the way on. */
#ifndef ONLYWAY_SOLVE_WAYS_H
#define ONLYWAY_SOLVE_WAYS_H

#include "solve/way.h"

/* Finds a shortest solution that begins with the `count` moves made, which are legal; as way_find. */
typedef enum way_result way_function(const struct puzzle *puzzle, const game_move *made,
                                     size_t count, const struct limits *limits, struct way *way);

/* That of a game; NULL: the general search is there for it. */
way_function *way_for(const struct game *game);

#endif
