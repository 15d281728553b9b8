/* Snowman's solver; see snowman.h. */
#include "solve/snowman.h"

#include "games/snowman.h"
#include "solve/general.h"

#include <stdio.h>

/* The estimate finds the shortest solutions in a small part of the graph of states, so that it is the
 * whole graph, which only some measures need, that would take the time. */
enum { MOST_WHOLE = 1 << 19 };

bool snowman_judge(const struct puzzle *puzzle, const struct request *request,
                   struct judgement *judgement)
{
    struct general_method method = general_default;
    method.whole_states = MOST_WHOLE;
    const char *reason = snowman_unsolvable(puzzle);
    if (reason == NULL)
        return general_judge_with(puzzle, request, method, judgement);
    judgement->verdict = VERDICT_UNSOLVABLE;
    judgement->essential_low = 0;
    text_add_string(&judgement->solutions, "0");
    text_add_string(&judgement->essential, "0");
    snprintf(judgement->reason, sizeof judgement->reason, "%s", reason);
    return true;
}
