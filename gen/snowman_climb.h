/* Hill climbing towards Snowman gardens whose only solution is long and goes back and forth between
 * the balls.
 *
 * A climb starts from a random garden that can be solved and changes it a little at a time; a change
 * is kept if the garden comes no further from having one solution and that solution does not become
 * less worth.  In the end whatever does not matter goes: snow and walls without which the shortest
 * solutions are the very same. */
#ifndef ONLYWAY_GEN_SNOWMAN_CLIMB_H
#define ONLYWAY_GEN_SNOWMAN_CLIMB_H

#include "gen/proposer.h"
#include "gen/snowman_garden.h"

struct climber {
    const struct proposal *proposal;
    struct garden_plan plan;
    struct grid garden, next; /* owned */
    bool failed; /* out of memory */
};

bool climber_make(struct climber *climber, const struct proposal *proposal,
                  const struct garden_plan *plan);
void climber_free(struct climber *climber);

/* Climbs from a random garden; the result is in `garden`.  Returns filter_count, or the filter for
 * whose reason there is none. */
size_t climber_climb(struct climber *climber, struct rng *rng);

/* Makes a random garden, looked at only so far that hopeless ones need not be judged.  Likewise. */
size_t climber_scatter(struct climber *climber, struct rng *rng);

#endif
