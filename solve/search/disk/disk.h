/* The search on disk: best first, as search_best_first, where the states are more than memory holds.
 *
 * It keeps no table of all states.  States that were met with g moves and have the estimate h are a *bucket*,
 * and what expansion makes goes into the buckets of g + 1 unsorted by anything but h, met before or not: these
 * are *candidates*, in sorted runs (run.h).  When a bucket has its turn, its runs are merged, and what stands in a
 * closed run of the same estimate and no more moves is dropped (a state has one estimate, so it can be nowhere
 * else); the rest is expanded, and becomes a closed run itself.  So duplicates are found late, all of a bucket at once,
 * by reading runs from end to end, which disks and compressed memory do well (delayed duplicate detection).
 *
 * Buckets have their turns by f = g + h, but never less than before, and then by g, as in memory; what is
 * expanded, and hence the number of states, is the same.  Where an estimate is merely a lower bound, a
 * state may be closed with more moves first and then again with fewer; it counts once.
 *
 * When all f up to the depth are done, a second pass goes back from the goals: of the states closed with g moves
 * those are *won* from which a move leads to a won state of g + 1 moves.  What is recorded with g moves can be
 * reached in g, so these are the states of the shortest solutions and no others; they are usually few, and become the
 * store of the search, from which all else follows as ever.
 *
 * While memory lasts, states are in a table there, at the price of search_best_first; when it is used up, runs are made
 * of them and the search goes on with these (table.c).
 *
 * Several processes may share the work, *ranks*: each owns the states whose hash falls to it.
 *
 * With a folder, what is complete is written down now and then, and a search that was stopped, in whatever way, goes
 * on from there. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_DISK_H
#define ONLYWAY_SOLVE_SEARCH_DISK_DISK_H

#include "base/text.h"
#include "solve/search/search.h"

enum disk_reduction { DISK_MIN, DISK_MAX, DISK_SUM };

/* Is handed `count` records, one behind the other; they are the caller's and gone afterwards.  False: there is no
 * room for them; it need not be called again, but may be. */
typedef bool disk_take(void *taker, const unsigned char *records, uint64_t count);

/* Those who share a search.  All functions are collective: every rank calls the same ones in the same
 * order, with the same `count` of values and the same record_bytes.  False: a rank could not be reached, and the
 * search is over, undecided.  That a taker returned false is not such a failure: it is told by other means. */
struct disk_ranks {
    void *context;
    unsigned rank, size; /* this one, of so many */

    /* Replaces each of `count` values, at most DISK_VALUES, by the least, the greatest or the sum of all ranks'. */
    bool (*reduce)(void *context, enum disk_reduction how, uint64_t *values, size_t count);

    /* Gives each rank its part of the records, counts[0] for the first and so on, one behind the other; hands over,
     * in as many portions as is convenient, what all, this one included, have for this one.  *flags, bits, becomes
     * those that anybody has set. */
    bool (*exchange)(void *context, const unsigned char *records, const uint64_t *counts, size_t record_bytes,
                     uint64_t *flags, disk_take *take, void *taker);

    /* Hands the records of all, this one included, to everybody, in the order of their ranks. */
    bool (*gather)(void *context, const unsigned char *records, uint64_t count, size_t record_bytes, disk_take *take,
                   void *taker);
};

enum { DISK_VALUES = 8 };

/* How to go about it. */
struct disk_search {
    const char *folder;             /* where files are kept, in a folder of the puzzle's own; NULL: memory must do */
    const struct disk_ranks *ranks; /* NULL: alone */
    unsigned variant;               /* what tells variants of a puzzle apart that are written alike */
    struct text *remarks;           /* lines about the files are added to it; NULL: they are said nowhere */
    uint64_t buffer_most;           /* for tests: states that are collected until they become runs; 0: as many as fit */
    uint64_t batch_most;            /* for tests: states that are closed at a time; 0: the usual number */
    uint64_t table_most;            /* for tests: states before the table is left; 0: as many as fit */
    double rest; /* seconds between two checkpoints of what is complete; negative: the usual number */
};

/* How many states to search in memory before, which is begun again then: fewer are not worth a folder or messages.
 * Where memory is scarce there are fewer still. */
uint64_t disk_inner_most(uint64_t max_memory);

/* Whether the folder holds what a search of the puzzle had written down when it was stopped, of all ranks; collective.
 */
bool disk_waits(const struct disk_search *disk, const struct search *search);

/* Whether something is so for all ranks; collective. */
bool disk_all(const struct disk_search *disk, bool mine);

/* Searches, in place of search_best_first and with what follows from that: true if the depth and all
 * shortest solutions are known, or that there are none; the store then holds the states on shortest
 * solutions alone, and search->closed_count tells how many were met in all.  The search must not have begun; it may
 * merge equal pieces.  Collective, for a rank whose search has failed already, too; every rank ends with the same. */
bool disk_search(struct search *search, const struct disk_search *disk);

/* Searches in memory, as search_shortest and with what follows from that.  With a folder and alone, a search from both
 * ends is written down now and then, and taken up.  One from the start alone is not: it is small here, see
 * disk_inner_most. */
bool disk_search_inside(struct search *search, const struct disk_search *disk);

/* Removes what a search of the puzzle left in the folder: it is kept until its caller has all he wants of it.  False,
 * with the reason in `error`: something is left, and no checkpoint is gone before those that name what is. */
bool disk_forget(const struct disk_search *disk, const struct puzzle *puzzle, struct text *error);

#endif
