/* One round of a search: one or more threads expand a set of states. */
#ifndef ONLYWAY_SOLVE_SEARCH_ROUND_H
#define ONLYWAY_SOLVE_SEARCH_ROUND_H

#include "solve/search/search.h"
#include "solve/search/share.h"

/* Best first: a state that waits to be expanded. */
struct waiting {
    uint32_t number;
    uint32_t f; /* moves made + estimate, at least the round's f.  If successors beyond the limit were left out, the
                 * state waits again with the least f of these successors */
};

/* The working data of one thread. */
struct worker;

struct round {
    struct search *search;
    struct worker *workers;
    unsigned worker_count;
    uint32_t *numbers;          /* best first: [portion] the states to expand; NULL: the numbers `next` to `end` - 1
                                 * themselves */
    size_t portion;             /* the most states that are expanded in one go */
    const unsigned char *taken; /* not NULL: states that other ranks generated for this one, to be added instead */
    struct share *share;        /* best first: which rank owns which state; NULL: this process owns all */
    _Atomic uint64_t next;      /* index into `numbers` or `taken` */
    uint64_t end;
    uint64_t most;      /* stops when there are more states than this; 0: no limit */
    uint64_t depth;     /* moves made to the states being expanded */
    uint64_t f;         /* best first: f of the states being expanded */
    uint64_t limit;     /* best first: successors of a larger f are left out, and their parents wait again */
    uint64_t done;      /* states expanded or taken so far */
    atomic_uint begun;  /* threads that have begun, if they wait for each other */
    atomic_bool stop;   /* a limit was hit */
    atomic_bool solved; /* a goal was reached */
};

/* Returns false if memory runs out. */
bool round_make(struct round *round, struct search *search);
void round_free(struct round *round);

/* Returns the memory in bytes that the round always takes, whatever it finds. */
size_t round_bytes(const struct round *round);

/* Expands the states from `next` to `end`, or as many as the store and the send buffers have room for.  Call it
 * again until it returns true; states before `next` are then done.  In a best-first search, the states met are in
 * the workers' lists after each call.  If it cannot continue, it sets `stop` and the cause in the watch,
 * and returns true. */
bool round_run(struct round *round);

/* Returns the states that one worker met in the last call of round_run. */
const struct waiting *round_met(const struct round *round, unsigned worker, size_t *count);

/* Adds the start and returns its number. */
uint32_t round_add_start(struct round *round);

/* Adds a state that no expansion generated.  Returns its number, or STORE_NONE with the cause in the watch if
 * there is no room. */
uint32_t round_add(struct round *round, const unsigned char *state);

#endif
