/* LongCat's way on; see continuation.h. */
#ifndef ONLYWAY_SOLVE_LONGCAT_CONTINUATION_H
#define ONLYWAY_SOLVE_LONGCAT_CONTINUATION_H

#include "solve/continuation.h"

/* As continuation_find, for a puzzle of LongCat. */
enum continuation_result longcat_continuation(const struct puzzle *puzzle, const game_move *made,
                                              size_t count, const struct limits *limits,
                                              struct continuation *way);

#endif
