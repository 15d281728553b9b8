/* Hill climbing towards deep Snakebird levels with one solution. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_CLIMB_H
#define ONLYWAY_GEN_SNAKEBIRD_CLIMB_H

#include "gen/proposer.h"
#include "gen/snakebird_land.h"

struct bird_climb;

/* NULL: out of memory. */
struct bird_climb *bird_climb_make(const struct proposal *proposal,
                                   const struct land_pieces *pieces);
void bird_climb_free(struct bird_climb *climb);

/* One climb: adds its level, or that there was none. */
void bird_climb_run(struct bird_climb *climb, uint64_t unit, struct candidate_list *list);

#endif
