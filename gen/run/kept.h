/* The levels that a run has kept, and those it shall not come near: no copy of them is kept, nor what is too
 * near to one of them. */
#ifndef ONLYWAY_GEN_RUN_KEPT_H
#define ONLYWAY_GEN_RUN_KEPT_H

#include "filters/likeness.h"

/* A set of levels' hashes. */
struct hash_set *hash_set_make(void);
void hash_set_free(struct hash_set *set);

/* Whether a hash is in the set. */
bool hash_set_has(const struct hash_set *set, uint64_t hash);

/* Adds a hash.  False: out of memory. */
bool hash_set_add(struct hash_set *set, uint64_t hash);

struct kept {
    struct hash_set *hashes;
    struct likeness_list likenesses;
    bool compares; /* whether likenesses are asked for at all */
};

/* False: out of memory; free it all the same. */
bool kept_make(struct kept *kept);
void kept_free(struct kept *kept);

enum newness { NEW_LEVEL, NEW_COPY, NEW_TOO_NEAR, NEW_FAILED };

/* What a level is beside the others; NEW_FAILED: out of memory. */
enum newness kept_look(struct kept *kept, uint64_t hash, const struct likeness *likeness, double least);

/* Adds a level; its likeness becomes the set's.  False: out of memory. */
bool kept_add(struct kept *kept, uint64_t hash, struct likeness *likeness);

#endif
