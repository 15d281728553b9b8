/* What the parts of the search on disk share; see disk.h. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_INSIDE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_INSIDE_H

#include "base/text.h"
#include "solve/search/disk/disk.h"
#include "solve/search/disk/run_merge.h"

enum { DISK_MOST_ESTIMATE = 0xffff }; /* greater ones are taken for this, from which the goal is too far, too */

#define DISK_NONE UINT64_MAX

/* Runs in the order in which they were made. */
struct run_list {
    struct sorted_run **runs;
    size_t count, capacity;
};

/* The states that were met with g moves and have the estimate h. */
struct bucket {
    uint32_t g, h;
    struct run_list pending; /* candidates */
    struct run_list closed;  /* states expanded, each in one of these at most */
    struct run_list won;     /* of these, those on a shortest solution; in the bucket of the estimate 0 for all of g */
};

/* States that were made and are to become runs. */
struct buffer {
    struct store store;
    uint16_t *estimates; /* [store.room] */
    uint64_t capacity;   /* of it */
    size_t allowed;      /* bytes; 0: any number */
};

/* What one thread expands with. */
struct worker;

enum disk_phase { DISK_FORTH, DISK_COUNT, DISK_BACK };

struct disk_work {
    struct search *search;
    const struct disk_search *disk;
    unsigned rank, size;
    size_t state_bytes;
    struct run_space space;
    char *folder; /* of this search and rank; NULL: none */
    int lock;     /* descriptor of a file in it, or -1 */

    struct bucket *buckets; /* in the order of g, then h */
    size_t bucket_count, bucket_capacity;

    /* Where it is: what is before this is done. */
    enum disk_phase phase;
    uint64_t f;             /* forth: of the bucket at hand */
    uint64_t g, h;          /* the bucket at hand; DISK_NONE: none */
    unsigned char *after;   /* its states up to this one are done */
    bool resumes;           /* `after` holds one */
    uint64_t incumbent;     /* moves in the shortest solution met; DISK_NONE: none */
    uint64_t closed;        /* different states among the closed ones */
    uint64_t counted;       /* all different states, once they are counted */
    uint64_t checkpoint;    /* the number of the last checkpoint */
    double began, noted;    /* when the search was, and the checkpoint */
    double checkpoint_took; /* seconds */

    struct disk_table *table; /* the states of this rank while memory lasts; NULL: all are runs */
    struct buffer made;       /* states of this rank */
    struct buffer outgoing;   /* states of others */
    uint64_t made_moves;      /* g of all of them */

    unsigned char *batch;         /* states at hand, and padding */
    _Atomic unsigned char *marks; /* one for each */
    uint64_t batch_capacity;

    struct worker *workers;
    struct run_reader *readers; /* one for each hand */
    unsigned worker_count;
    bool stopped; /* a limit was hit, orderly */
    bool broken;  /* something failed, so that what is in memory is worth nothing; here or at a rank */
};

/* --- buckets (disk.c) --- */

/* False: out of memory, or too many. */
bool run_list_add(struct disk_work *work, struct run_list *list, struct sorted_run *run);

/* The bucket of (g, h); NULL: there is none. */
struct bucket *bucket_find(struct disk_work *work, uint64_t g, uint64_t h);

/* The same, made if there is none; NULL: out of memory.  Other pointers to buckets are good no longer. */
struct bucket *bucket_reach(struct disk_work *work, uint64_t g, uint64_t h);

/* --- buffers (disk.c) --- */

/* Makes runs of the states in work->made, and empties it. */
bool buffer_flush(struct disk_work *work);

/* --- expansion (disk.c) --- */

/* Room for a state and its padding. */
unsigned char *disk_scratch(const struct disk_work *work);

/* The rank that owns a state. */
unsigned disk_owner(const struct disk_work *work, uint64_t hash);

/* Lets a state of this rank, which was reached in work->made_moves, be a candidate unless it is proved lost.  False:
 * there is no room for it. */
bool disk_enter(struct disk_work *work, const unsigned char *state);

/* Marks those of some states from which a move leads to a state of the search's store with one move more than g. False:
 * something failed, or it was cut short. */
bool disk_mark_on_way(struct disk_work *work, const unsigned char *states, uint64_t count, uint64_t g);

/* --- the second pass (second_pass.c) --- */

/* Goes back from the goals and takes the states of the shortest solutions into the store of the search; collective. */
bool disk_go_back(struct disk_work *work);

/* Everybody takes the won states of g moves, everybody's, into the store of the search; collective.  `states` may be
 * NULL if something failed here. */
bool disk_take_won(struct disk_work *work, const unsigned char *states, uint64_t count, uint64_t g);

/* --- checkpoints (checkpoint.c) --- */

/* Finds the folder, makes it if need be, and takes up what is written there; without a folder does nothing.  *found:
 * there was something. */
bool disk_take_up(struct disk_work *work, bool *found);

/* Sets work->folder, within the one that was asked for.  False: out of memory, or a limit has cut the search short. */
bool disk_find_folder(struct disk_work *work);

/* Makes work->folder and locks it: nobody else may work there. */
bool disk_open_folder(struct disk_work *work);

/* Writes down all that is complete, if it is time or `now`; collective. */
bool disk_checkpoint(struct disk_work *work);
bool disk_checkpoint_is_due(const struct disk_work *work);

/* --- from both ends (both_ends.c) --- */

/* Searches from both ends in memory, and keeps what there is in work->folder; see search_two_ends. */
bool disk_search_both_ends(struct disk_work *work);

/* --- together (disk.c) --- */

bool disk_reduce(struct disk_work *work, enum disk_reduction how, uint64_t *values, size_t count);

/* Whether the search may go on here, as far as limits go. */
bool disk_may_go_on(struct disk_work *work);

/* Whether the rules told what became of every move in a search of this rank; else it stops. */
bool disk_is_told(struct disk_work *work, const struct search *search);

/* Whether nothing failed here. */
bool disk_good(struct disk_work *work);

/* Agrees with the ranks: whether all are good; `stopped` becomes whether anybody has to stop, and what `this` and
 * `that` point to, if anything, whether it is so for anybody. */
bool disk_agree(struct disk_work *work, bool *this, bool *that);

static inline const unsigned char *disk_state(const struct disk_work *work, const unsigned char *states, uint64_t n)
{
    return states + n * work->state_bytes;
}

#endif
