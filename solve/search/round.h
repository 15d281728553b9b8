/* One round of a search: a set of states is expanded, by one thread or several. */
#ifndef ONLYWAY_SOLVE_SEARCH_ROUND_H
#define ONLYWAY_SOLVE_SEARCH_ROUND_H

#include "solve/search/search.h"
#include "solve/search/share.h"

/* A state that waits for its turn, best first. */
struct waiting {
    uint32_t number;
    uint32_t f; /* moves made and moves estimated; beyond the round's limit: the least one of the states after it
                 * that were left out */
};

/* What one thread works with. */
struct worker;

struct round {
    struct search *search;
    struct worker *workers;
    unsigned worker_count;
    const uint32_t *numbers;    /* the states to expand; NULL: numbers from `next` to `end` themselves */
    const unsigned char *taken; /* not NULL: states that others made of theirs, to be entered instead */
    struct share *share;        /* best first: whose states are whose; NULL: all are this process's */
    _Atomic uint64_t next;      /* of `numbers`, or of `taken` */
    uint64_t end;
    uint64_t most;      /* stops beyond that many states; 0: none */
    uint64_t depth;     /* of the states that are expanded */
    uint64_t f;         /* best first: of these states */
    uint64_t limit;     /* likewise: states of a larger f are left out, and those before them wait once more */
    atomic_bool stop;   /* a limit was hit */
    atomic_bool solved; /* a goal was met */
};

/* False: out of memory. */
bool round_make(struct round *round, struct search *search);
void round_free(struct round *round);

/* The memory that the round takes, whatever it finds. */
size_t round_bytes(const struct round *round);

/* Expands the states from `next` to `end`, or as many as there is room for, in the send buffers, too; ask again
 * until it returns true.  What is before `next` is then done.  Best first, the states met are then in the workers'
 * lists.  Sets search->failed or a reason, and `stop`, where it cannot go on. */
bool round_run(struct round *round);

/* Hands over the states that the last call of round_run met, a few at a time. */
const struct waiting *round_met(const struct round *round, unsigned worker, size_t *count);

/* Adds the start. */
uint32_t round_add_start(struct round *round);

/* Adds a state that others do not follow from.  Its number; STORE_NONE: there is no room for it, see round_run. */
uint32_t round_add(struct round *round, const unsigned char *state);

#endif
