/* Several runs as one: their states in order, each once. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_MERGE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_MERGE_H

#include "solve/search/disk/run.h"

enum { RUN_MERGE_MOST = 32 }; /* runs that are merged at once */

struct run_merge {
    struct run_space *space;
    struct run_reader readers[RUN_MERGE_MOST];
    struct run_reader *heap[RUN_MERGE_MOST]; /* those that have not ended, the least state first */
    size_t made, open;
    unsigned char *last; /* the state that was handed over last */
    bool begun;
};

/* At most RUN_MERGE_MOST runs.  `after`: only states after this one; NULL: all.  False: out of memory, or a run
 * cannot be read. */
bool run_merge_open(struct run_merge *merge, struct run_space *space, struct sorted_run *const *runs, size_t count,
                    const unsigned char *after);
void run_merge_close(struct run_merge *merge);

/* Hands over the next states, at most `capacity`.  Fewer, none perhaps: there are no more, or the space is no longer
 * good.
 */
uint64_t run_merge_next(struct run_merge *merge, unsigned char *states, uint64_t capacity);

/* Makes many runs few enough to be merged at once, which replace them in the array; *count becomes their
 * number. */
bool run_merge_reduce(struct run_space *space, struct sorted_run **runs, size_t *count);

/* Sorts states, of which no two need be different. */
void run_sort(unsigned char *states, uint64_t count, size_t state_bytes);

/* Swaps two that do not overlap. */
void run_swap(unsigned char *a, unsigned char *b, size_t state_bytes);

#endif
