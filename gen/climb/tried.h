/* What came of the drafts that a climb has tried.  Many an edit undoes an earlier one or does
 * nothing, so that drafts are met again. */
#ifndef ONLYWAY_GEN_CLIMB_TRIED_H
#define ONLYWAY_GEN_CLIMB_TRIED_H

#include "games/grid.h"

/* What a search says of a draft. */
struct merit {
    double worth;
    double missing; /* how far it is from what its climb aims at */
    unsigned depth;
    bool many;       /* it has essentially different solutions */
    uint64_t states; /* that the search stored */
};

struct tried {
    size_t cells, capacity, count, mask;
    unsigned char *drafts; /* [room * cells] owned */
    struct merit *merits;  /* [room] owned */
    uint32_t *slots;       /* [mask + 1] owned: the number of a draft, and one more; 0: free */
};

/* For up to `capacity` drafts of so many cells.  False: out of memory; tried_free must be called all
 * the same. */
bool tried_make(struct tried *tried, size_t capacity, size_t cells);
void tried_free(struct tried *tried);
void tried_clear(struct tried *tried);

/* The merit of a draft.  *fresh: it was not tried before, and its merit is to be filled in. */
struct merit *tried_find(struct tried *tried, const struct grid *draft, bool *fresh);

#endif
