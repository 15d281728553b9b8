/* Reading several runs as one: their states in order, without duplicates. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_MERGE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_MERGE_H

#include "solve/search/disk/run.h"

enum { RUN_MERGE_MOST = 32 }; /* runs merged at once */

struct run_merge {
    struct run_space *space;
    struct run_reader readers[RUN_MERGE_MOST];
    struct run_reader *heap[RUN_MERGE_MOST]; /* readers that have not ended, least state first */
    size_t made, open;
    unsigned char *last; /* the last state returned */
    bool begun;
};

/* Opens at most RUN_MERGE_MOST runs.  `after`: only states after this one; NULL: all.  Returns false if memory runs out
 * or a run cannot be read. */
bool run_merge_open(struct run_merge *merge, struct run_space *space, struct sorted_run *const *runs, size_t count,
                    const unsigned char *after);
void run_merge_close(struct run_merge *merge);

/* Writes the next states, at most `capacity`, and returns how many.  If there are fewer, the runs have ended or the
 * space has failed. */
uint64_t run_merge_next(struct run_merge *merge, unsigned char *states, uint64_t capacity);

/* Merges runs until RUN_MERGE_MOST or fewer are left.  Replaces them in the array and updates *count. */
bool run_merge_reduce(struct run_space *space, struct sorted_run **runs, size_t *count);

/* Sorts states; duplicates are allowed and stay. */
void run_sort(unsigned char *states, uint64_t count, size_t state_bytes);

/* Swaps two states that do not overlap. */
void run_swap(unsigned char *a, unsigned char *b, size_t state_bytes);

#endif
