/* The states that a best-first search expanded, one bit each.  No other state can be on a shortest solution, so
 * estimates need not be computed again after the search.  If the set takes too much memory, it is dropped. */
#ifndef ONLYWAY_SOLVE_SEARCH_EXPANDED_SET_H
#define ONLYWAY_SOLVE_SEARCH_EXPANDED_SET_H

#include "solve/search/bits.h"

struct expanded_set {
    bool kept;   /* false: the set was dropped */
    bits *taken; /* NULL: none yet */
    size_t bytes;
};

/* Returns how many more bytes the set takes if there are that many states. */
size_t expanded_set_more_bytes(const struct expanded_set *set, uint64_t states);

/* Adds the states `numbers`, out of `states` in all.  Drops the set if memory runs out. */
void expanded_set_take(struct expanded_set *set, uint64_t states, const uint32_t *numbers, size_t count);

/* Copies the set to `taken`, which must be zeroed and have room for `states` bits.  Returns false if the set was
 * dropped. */
bool expanded_set_copy(const struct expanded_set *set, uint64_t states, bits *taken);

void expanded_set_free(struct expanded_set *set);

#endif
