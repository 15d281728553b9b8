/* Which states were expanded, best first: nothing else can be on a shortest solution.  A bit each, so that
 * estimates need not be asked for again when the search is over.  Where that takes too much memory, it is not known. */
#ifndef ONLYWAY_SOLVE_SEARCH_EXPANDED_SET_H
#define ONLYWAY_SOLVE_SEARCH_EXPANDED_SET_H

#include "solve/search/bits.h"

struct expanded_set {
    bool kept;   /* or nothing is known */
    bits *taken; /* NULL: none yet */
    size_t bytes;
};

/* The bytes that writing down more takes, if there are so many states. */
size_t expanded_set_more_bytes(const struct expanded_set *set, uint64_t states);

/* Writes down that some of so many states were expanded, or keeps nothing any more for want of
 * memory. */
void expanded_set_take(struct expanded_set *set, uint64_t states, const uint32_t *numbers, size_t count);

/* Copies what is known of so many states, which `taken` has cleared room for.  False: nothing is. */
bool expanded_set_copy(const struct expanded_set *set, uint64_t states, bits *taken);

void expanded_set_free(struct expanded_set *set);

#endif
