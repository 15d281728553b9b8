/* The loop of every climb; see ascent.h. */
#include "gen/climb/ascent.h"

/* Tries one edit.  Returns whether it replaced the draft. */
static bool step(struct ascent *ascent, const struct ascent_steps *steps, void *climb)
{
    double worth = steps->edit(climb) ? steps->worth(climb, ascent->worth) : WORTHLESS;
    if (worth < ascent->worth || ascent->failed)
        return false;
    steps->take(climb);
    ascent->worth = worth;
    return true;
}

bool ascend(struct ascent *ascent, const struct ascent_steps *steps, void *climb)
{
    bool fresh = true;
    for (uint64_t n = 0; n < ascent->edits && ascent->effort < ascent->most_effort; n++) {
        if (*ascent->proposal->stop != 0 || ascent->failed)
            return false;
        if (fresh && steps->enough != NULL && steps->enough(climb))
            return true;
        fresh = step(ascent, steps, climb);
    }
    return false;
}
