/* Shards that cannot be merged yet: which have to run, and how far. */
#ifndef ONLYWAY_GEN_MERGE_MISSING_H
#define ONLYWAY_GEN_MERGE_MISSING_H

#include "base/program.h"
#include "gen/command.h"
#include "gen/merge_shards.h"

/* How a run has come so far, for the distance between levels that is in force: tallies when that was lowered last, all 0 if it
 * never was, and when some hundred levels fewer had been compared, but not before that. */
struct course {
    struct tally lowered, before, middle;
};

/* Looks at a tally, one chunk after the other. */
void course_note(struct course *course, const struct tally *tally);

/* What is known when a chunk is missing. */
struct merge_state {
    const struct command *command; /* that of the shards */
    struct merge_shards *shards;
    const struct run *run;         /* its tally is that of all that is there without a gap */
    const struct course *course;
    struct chunk *chunk;           /* to read into */
};

/* Says which shards are missing or unfinished, with their commands; if none is, tells all how far to go on, and says
 * so.  Returns EXIT_HOLDS_NOT, or another exit status with one line in `error`. */
int merge_missing(const struct merge_state *state, const struct program *program, struct text *error);

#endif
