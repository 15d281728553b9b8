/* The levels that a run has kept, and others that it must keep away from: those of --unlike, and those that it kept
 * before it was interrupted.  A run keeps no copies of them and no levels that are too near to one of them. */
#ifndef ONLYWAY_GEN_RUN_KEPT_H
#define ONLYWAY_GEN_RUN_KEPT_H

#include "filters/likeness.h"
#include "solve/level/jobs.h"

/* A set of the hashes of levels. */
struct hash_set *hash_set_make(void);
void hash_set_free(struct hash_set *set);

/* Whether a hash is in the set. */
bool hash_set_has(const struct hash_set *set, uint64_t hash);

/* Adds a hash.  Returns false if memory runs out. */
bool hash_set_add(struct hash_set *set, uint64_t hash);

struct kept {
    struct hash_set *hashes;
    struct likeness_list likenesses;
    bool compares; /* whether likenesses are compared at all */
};

/* Returns false if memory runs out; free it even then. */
bool kept_make(struct kept *kept);
void kept_free(struct kept *kept);

/* Adds a level and moves its likeness into the set.  Returns false if memory runs out. */
bool kept_add(struct kept *kept, uint64_t hash, struct likeness *likeness);

/* How to read levels that a run must keep away from. */
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
