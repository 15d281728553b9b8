/* What one thread does in a round of a search: expands batches of states and enters what comes of it. */
#ifndef ONLYWAY_SOLVE_SEARCH_ROUND_WORKER_H
#define ONLYWAY_SOLVE_SEARCH_ROUND_WORKER_H

#include "solve/search/round.h"

enum { MOST_PARENTS = 64 }; /* states expanded for a batch */

/* What a thread works with. */
struct worker {
    struct round *round;
    unsigned number;
    struct watch watch;
    game_move *moves;
    unsigned char *states;
    struct sought {
        uint64_t hash, place; /* where looking for the state may begin */
    } *sought;
    struct parent { /* a state that is expanded, and how many were made of it */
        uint32_t number;
        unsigned moves;
    } parents[MOST_PARENTS];
    unsigned parent_count;
    uint64_t beyond; /* the least f beyond the limit that was left out, of the state at hand; UINT64_MAX: none */
    struct waiting *met;
    size_t met_count;
    size_t batch; /* room for that many states */
};

/* The states that a batch has room for. */
size_t round_batch(const struct search *search);

/* Entries of links that so many workers may claim at once. */
uint64_t round_links(const struct search *search, unsigned workers);

/* False: out of memory. */
bool worker_make(struct worker *worker, struct round *round, unsigned number);
void worker_free(struct worker *worker);

/* The memory that a worker takes. */
size_t worker_bytes(const struct search *search);

/* Expands states of a round until there is none left, a limit is hit or there is no room for a batch of each thread.
 * `context` is the round, n the worker's number. */
void worker_run(void *context, unsigned n);

#endif
