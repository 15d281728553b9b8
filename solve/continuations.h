/* Which games find continuations in a way of their own. */
#ifndef ONLYWAY_SOLVE_CONTINUATIONS_H
#define ONLYWAY_SOLVE_CONTINUATIONS_H

#include "solve/continuation.h"

/* Finds a shortest solution that begins with the `count` moves made, which are legal; as
 * continuation_find. */
typedef enum continuation_result continuation_function(const struct puzzle *puzzle,
                                                       const game_move *made, size_t count,
                                                       const struct limits *limits,
                                                       struct continuation *way);

/* That of a game; NULL: the general search is there for it. */
continuation_function *continuation_for(const struct game *game);

#endif
