/* What the gen command makes instead of levels if a proposer's options ask for it. */
#ifndef ONLYWAY_GEN_CLIMB_OTHER_OUTPUT_H
#define ONLYWAY_GEN_CLIMB_OTHER_OUTPUT_H

#include "base/program.h"
#include "gen/climb/proposer.h"

struct other_output {
    const struct proposer *proposer;

    /* Makes it.  The proposal has proposer, options, pieces and size.  Reports the result on standard error, under
     * the program's name, and returns the exit status. */
    int (*make)(const struct proposal *proposal, const struct program *program);
};

/* All other outputs; NULL ends the list. */
extern const struct other_output *const other_outputs[];

#endif
