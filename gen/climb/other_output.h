/* What the gen command makes instead of levels where a proposer's options ask for it. */
#ifndef ONLYWAY_GEN_CLIMB_OTHER_OUTPUT_H
#define ONLYWAY_GEN_CLIMB_OTHER_OUTPUT_H

#include "base/program.h"
#include "gen/climb/proposer.h"

struct other_output {
    const struct proposer *proposer;

    /* Makes it; the proposal has proposer, options, pieces and size.  Says on standard error, in
     * the program's name, what came of it, and returns the exit status. */
    int (*make)(const struct proposal *proposal, const struct program *program);
};

/* All of them, NULL last. */
extern const struct other_output *const other_outputs[];

#endif
