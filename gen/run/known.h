/* Levels that are there already and that a run shall not come near: those of --unlike, and those that it kept
 * before it was interrupted. */
#ifndef ONLYWAY_GEN_RUN_KNOWN_H
#define ONLYWAY_GEN_RUN_KNOWN_H

#include "gen/run/kept.h"
#include "solve/level/jobs.h"

/* What they are read with. */
struct known_levels {
    struct job_kind kind;   /* their game and its rules */
    struct request request; /* for those that have to be solved */
    unsigned threads;
    struct text *notes; /* gets a line for each level that could not be solved; or NULL */
};

/* Adds the levels of some files and folders.  A solution is taken from the report beside a level (report.csv,
 * or FILE.csv beside FILE.xsb) if it has one that solves the level; else the level is solved, and where that
 * comes to nothing, its cells alone count.  *sum, a checksum, goes on over all levels.  False, with one
 * line in `error`: something could not be read, or memory ran out. */
bool known_levels_add(const struct known_levels *levels, char *const *operands, size_t count, struct kept *kept,
                      uint64_t *sum, struct text *error);

#endif
