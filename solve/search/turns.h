/* Which states were expanded, best first: nothing else can be on a shortest solution.  A bit each, so that
 * estimates need not be asked for again when the search is over.  Where that takes too much memory, it is not known. */
#ifndef ONLYWAY_SOLVE_SEARCH_TURNS_H
#define ONLYWAY_SOLVE_SEARCH_TURNS_H

#include "solve/search/bits.h"

struct turns {
    bool kept;   /* or nothing is known */
    bits *taken; /* NULL: none yet */
    size_t bytes;
};

/* The bytes that writing down more takes, if there are so many states. */
size_t turns_more_bytes(const struct turns *turns, uint64_t states);

/* Writes down that some of so many states were expanded, or keeps nothing any more for want of
 * memory. */
void turns_take(struct turns *turns, uint64_t states, const uint32_t *numbers, size_t count);

/* Copies what is known of so many states, which `taken` has cleared room for.  False: nothing is. */
bool turns_copy(const struct turns *turns, uint64_t states, bits *taken);

void turns_free(struct turns *turns);

#endif
