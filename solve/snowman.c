/* Snowman's solver; see snowman.h. */
#include "solve/snowman.h"

#include "solve/general.h"

/* The estimate finds the shortest solutions in a small part of the graph of states, so that it is
 * the whole graph, which only some measures need, that would take the time. */
enum { MOST_WHOLE = 1 << 19 };

bool snowman_judge(const struct puzzle *puzzle, const struct request *request,
                   struct judgement *judgement)
{
    struct general_method method = general_default;
    method.whole_states = MOST_WHOLE;
    return general_judge_with(puzzle, request, method, judgement);
}
