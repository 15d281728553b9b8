/* Snowman's solver; see snowman.h. */
#include "solve/snowman.h"

#include "games/snowman.h"
#include "solve/general.h"

#include <stdio.h>

bool snowman_judge(const struct puzzle *puzzle, const struct request *request,
                   struct judgement *judgement)
{
    const char *reason = snowman_unsolvable(puzzle);
    if (reason == NULL)
        return general_judge(puzzle, request, judgement);
    judgement->verdict = VERDICT_UNSOLVABLE;
    judgement->essential_low = 0;
    text_add_string(&judgement->solutions, "0");
    text_add_string(&judgement->essential, "0");
    snprintf(judgement->reason, sizeof judgement->reason, "%s", reason);
    return true;
}
