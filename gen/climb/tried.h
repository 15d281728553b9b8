/* The results of the drafts that a climb has tried.  Many edits undo an earlier one or change nothing, so drafts
 * recur. */
#ifndef ONLYWAY_GEN_CLIMB_TRIED_H
#define ONLYWAY_GEN_CLIMB_TRIED_H

#include "games/grid.h"

/* The result of judging a draft. */
struct merit {
    double worth;
    double missing; /* how far it is from what its climb aims at */
    unsigned depth;
    bool many;       /* it has essentially different solutions */
    uint64_t states; /* stored by its searches */
};

struct tried {
    size_t cells, capacity, count, mask;
    unsigned char *drafts; /* [capacity * cells] owned */
    struct merit *merits;  /* [capacity] owned */
    uint32_t *slots;       /* [mask + 1] owned: the index of a draft plus one; 0: free */
};

/* Reserves memory for up to `capacity` drafts of `cells` cells.  Returns false if memory runs out; call tried_free in
 * any case. */
bool tried_make(struct tried *tried, size_t capacity, size_t cells);
void tried_free(struct tried *tried);
void tried_clear(struct tried *tried);

/* The merit of a draft.  If *fresh, the draft is new and the caller must fill in its merit. */
struct merit *tried_find(struct tried *tried, const struct grid *draft, bool *fresh);

#endif
