/* Existing levels that a run must keep away from: those of --unlike, and those that it kept before it was
 * interrupted. */
#ifndef ONLYWAY_GEN_RUN_KNOWN_H
#define ONLYWAY_GEN_RUN_KNOWN_H

#include "gen/run/kept.h"
#include "solve/level/jobs.h"

/* How to read them. */
struct known_levels {
    struct job_kind kind;   /* their game and rules */
    struct request request; /* for levels that have to be solved */
    unsigned threads;
    struct text *notes; /* gets a line for each level that could not be solved; may be NULL */
};

/* Adds the levels of some files and folders.  A solution comes from the report beside a level (report.csv, or
 * FILE.csv beside FILE.xsb) if that has one that solves the level.  Otherwise the level is solved; if that fails,
 * only its cells are compared.  *sum is a checksum, continued over all levels.  Returns false, with one line in
 * `error`, if something cannot be read or memory runs out. */
bool known_levels_add(const struct known_levels *levels, char *const *operands, size_t count, struct kept *kept,
                      uint64_t *sum, struct text *error);

#endif
