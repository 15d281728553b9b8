/* External-memory search: best first, like search_best_first, for more states than memory holds.
 *
 * It keeps no table of all states.  The states met with g moves and the estimate h form a *bucket*.  Expansion puts its
 * successors into the buckets of g + 1, sorted only by h and without a check for duplicates.  These are *candidates*,
 * in sorted runs (run.h).  When the turn of a bucket comes, its runs are merged.  A candidate is dropped if it is in a
 * closed run of the same estimate and no more moves.  A state has only one estimate, so no run of another estimate can
 * contain it.  The remaining candidates are expanded and become a closed run.  So duplicates are found late, all of a
 * bucket at once, by reading runs from end to end.  Disks and compressed memory are fast at that (delayed duplicate
 * detection).
 *
 * Buckets are processed in the order of f = g + h, which never falls, and then of g, as in memory.  So the same states
 * are expanded and counted.  If the estimate is only a lower bound, a state may be closed with more moves and again
 * later with fewer.  It counts once.
 *
 * When every f up to the depth is done, a second pass goes back from the goals.  It marks as *won* those states closed
 * with g moves from which a move leads to a won state of g + 1 moves.  Every state recorded with g moves can be reached
 * in g, so the won states are exactly the states on shortest solutions.  They are usually few.  They become the store
 * of the search, which all later steps use.
 *
 * While memory lasts, the states are in a table in memory, which costs as much as search_best_first.  When memory is
 * used up, the table becomes runs and the search goes on with these (table.c).
 *
 * Several processes, the *ranks*, may share the work.  The hash of a state determines which rank owns it.
 *
 * With a folder, the search writes checkpoints.  A search that stopped for any reason resumes from the last one. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_DISK_H
#define ONLYWAY_SOLVE_SEARCH_DISK_DISK_H

#include "base/text.h"
#include "solve/search/search.h"

enum disk_reduction { DISK_MIN, DISK_MAX, DISK_SUM };

/* Receives `count` records, stored one after the other.  They belong to the caller and are valid only during the call.
 * Returns false if there is no room for them.  The caller may then stop calling, but need not. */
typedef bool disk_take(void *taker, const unsigned char *records, uint64_t count);

/* The ranks that share a search.  All functions are collective: every rank calls the same ones in the same order, with
 * the same number of values and the same record_bytes.  They return false if a rank could not be reached; the search is
 * then over, undecided.  If a taker returns false, these functions do not fail: the ranks learn of that by other
 * means. */
struct disk_ranks {
    void *context;
    unsigned rank, size; /* this rank's number; the number of ranks */

    /* Replaces each of `count` values, at most DISK_VALUES, by the minimum, maximum or sum over all ranks. */
    bool (*reduce)(void *context, enum disk_reduction how, uint64_t *values, size_t count);

    /* Sends each rank its part of the records: the first counts[0] to rank 0 and so on, one after the other.  Passes
     * the records for this rank, from all ranks including itself, to `take` in any number of portions.  Sets *flags to
     * the bitwise OR of the flags of all ranks. */
    bool (*exchange)(void *context, const unsigned char *records, const uint64_t *counts, size_t record_bytes,
                     uint64_t *flags, disk_take *take, void *taker);

    /* Sends the records of every rank to every rank, itself included, in the order of ranks. */
    bool (*gather)(void *context, const unsigned char *records, uint64_t count, size_t record_bytes, disk_take *take,
                   void *taker);
};

enum { DISK_VALUES = 8 };

/* How to run the search. */
struct disk_search {
    const char *folder;             /* for files; each puzzle gets a folder of its own in it; NULL: memory only */
    const struct disk_ranks *ranks; /* NULL: a single process */
    unsigned variant;               /* distinguishes variants of a puzzle that have the same text */
    struct text *remarks;           /* receives lines about the files, if there is a folder */
    uint64_t buffer_most;           /* for tests: states to collect before they become runs; 0: as many as fit */
    uint64_t batch_most;            /* for tests: states to close at a time; 0: the usual number */
    uint64_t table_most;            /* for tests: states before the table is left; 0: as many as fit */
    double interval;                /* seconds between two checkpoints; negative: the usual number */
};

/* Returns how many states to search in memory first.  If the search needs more, it starts again on disk.  A search of
 * fewer states is not worth a folder or messages.  The number is lower if `max_memory` is small. */
uint64_t disk_inner_most(uint64_t max_memory);

/* Returns whether the folder holds a checkpoint of a stopped search of the puzzle: for this rank, or for every rank,
 * which is collective. */
bool disk_waits_here(const struct disk_search *disk, const struct search *search);
bool disk_waits(const struct disk_search *disk, const struct search *search);

/* Returns whether `mine` is true at all ranks; collective. */
bool disk_all(const struct disk_search *disk, bool mine);

/* Replaces search_best_first.  Once the search is done, the store holds only the states on shortest solutions, and
 * search->closed_count is the number of all states met.  The search must not have begun; it may merge equal pieces.
 * Collective, also for a rank whose search has already failed; every rank gets the same result. */
enum search_end disk_search(struct search *search, const struct disk_search *disk);

/* Searches in memory like search_shortest, with the same results.  For a single process with a folder, a search from
 * both ends writes checkpoints and resumes from them.  A search from the start alone does not: it is small here, see
 * disk_inner_most. */
enum search_end disk_search_inside(struct search *search, const struct disk_search *disk);

/* Removes the files that a search of the puzzle left in the folder.  Call it only when the results are safe elsewhere.
 * Does nothing if another program uses that folder.  Returns false, with the reason in `error`, if files remain.  A
 * file is removed only after every checkpoint that names it. */
bool disk_forget(const struct disk_search *disk, const struct puzzle *puzzle, struct text *error);

#endif
