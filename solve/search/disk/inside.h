/* Declarations shared by the parts of the search on disk; see disk.h. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_INSIDE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_INSIDE_H

#include "base/text.h"
#include "base/threads.h"
#include "solve/search/disk/disk.h"
#include "solve/search/best_first.h"
#include "solve/search/disk/run.h"
#include "solve/search/move_keys.h"

/* Greater estimates are stored as this one, which is also too far from the goal. */
enum { DISK_MOST_ESTIMATE = 0xffff };

/* Returns an estimate as it is stored. */
static inline uint16_t disk_estimate(unsigned estimate)
{
    return (uint16_t)(estimate < DISK_MOST_ESTIMATE ? estimate : DISK_MOST_ESTIMATE);
}

#define DISK_NONE UINT64_MAX

/* Runs in the order of their creation. */
struct run_list {
    struct sorted_run **runs;
    size_t count, capacity;
};

/* The states that were met with g moves and have the estimate h. */
struct bucket {
    uint32_t g, h;
    struct run_list pending; /* candidates */
    struct run_list closed;  /* expanded states, each in at most one run */
    struct run_list won; /* closed states on a shortest solution; those of all buckets of g are in the bucket (g, 0) */
};

/* Generated states that will become runs. */
struct buffer {
    struct store store;
    uint16_t *estimates; /* [capacity] */
    uint64_t capacity;   /* of `estimates` */
    size_t allowed;      /* bytes; 0: no limit */
};

/* The working data of one thread during expansion. */
struct worker;

/* Whether the search has to stop here.  DISK_LIMIT: a limit was hit, and the data in memory is still valid.
 * DISK_BROKEN: something failed here or at another rank, and the data in memory is not valid. */
enum disk_end { DISK_GOES_ON, DISK_LIMIT, DISK_BROKEN };

enum disk_phase { DISK_FORTH, DISK_COUNT, DISK_BACK };

struct disk_work {
    struct search *search;
    const struct disk_search *disk;
    unsigned rank, size;
    size_t state_bytes;
    struct run_space space;
    char *folder; /* the folder of this search and rank; NULL: none */
    int lock;     /* descriptor of the lock file in it, or -1 */

    struct bucket *buckets; /* sorted by g, then h */
    size_t bucket_count, bucket_capacity;

    /* The position of the search: everything before it is done. */
    enum disk_phase phase;
    uint64_t f;                       /* forward search: f of the current bucket */
    uint64_t g, h;                    /* the current bucket; DISK_NONE: none */
    unsigned char *after;             /* its states up to and including this one are done */
    bool resumes;                     /* `after` is set */
    uint64_t incumbent;               /* moves of the shortest solution met so far; DISK_NONE: none */
    uint64_t closed;                  /* distinct closed states */
    uint64_t counted;                 /* other distinct states, once they are counted */
    uint64_t checkpoint;              /* number of the last checkpoint */
    double began, checkpoint_written; /* times: the search began; the last checkpoint was written */
    double checkpoint_took;           /* seconds that the last checkpoint took */

    struct disk_table *table; /* the states of this rank while memory lasts; NULL: they are in runs */
    struct buffer made;       /* generated states of this rank */
    struct buffer outgoing;   /* generated states of other ranks */
    uint64_t made_moves;      /* their moves, the same for all */

    unsigned char *batch;         /* the current states, then padding */
    _Atomic unsigned char *marks; /* one for each state of the batch */
    uint64_t batch_capacity;

    struct move_keys keys; /* second pass: of the states on shortest solutions in a layer */
    uint64_t keyed;        /* the moves of that layer */

    struct worker *workers;
    unsigned worker_count;
    struct thread_team team; /* their threads */
    enum disk_end end;       /* why the search stops */
};

/* --- buckets and buffers (buckets.c) --- */

/* Takes ownership of `run`.  Returns false if `run` is NULL or memory runs out. */
bool run_list_add(struct disk_work *work, struct run_list *list, struct sorted_run *run);
void run_list_free(struct disk_work *work, struct run_list *list);

/* Opens a merge of the runs in a list.  First merges some of them into one if there are too many.  The merge begins
 * after work->after if that is set.  Returns false if something failed. */
bool run_list_merge(struct disk_work *work, struct run_list *list, struct run_merge *merge);

/* Returns the bucket (g, h), or NULL. */
struct bucket *bucket_find(struct disk_work *work, uint64_t g, uint64_t h);

/* Returns the bucket (g, h), which it creates if needed, or NULL if memory runs out.  Invalidates other pointers to
 * buckets. */
struct bucket *bucket_reach(struct disk_work *work, uint64_t g, uint64_t h);

/* Makes an empty buffer of at most `allowed` bytes (0: no limit).  Returns false if memory runs out. */
bool buffer_make(struct disk_work *work, struct buffer *buffer, size_t allowed);
void buffer_free(struct buffer *buffer);

/* Makes room for `more` states in a buffer.  STORE_FULL: the buffer must be emptied first. */
enum store_capacity buffer_reserve(struct disk_work *work, struct buffer *buffer, uint64_t more);

/* Empties a buffer.  If it was full, reserves most of the room it had right away. */
bool buffer_renew(struct disk_work *work, struct buffer *buffer, bool was_full);

/* Turns the states in work->made into runs and empties the buffer, like buffer_renew. */
bool buffer_flush(struct disk_work *work, bool was_full);

/* Makes room for `more` states in work->made, which it flushes if needed. */
bool buffer_ensure_capacity(struct disk_work *work, uint64_t more);

/* --- the search (disk.c) --- */

/* Adds a state of this rank, reached in work->made_moves, to the candidates unless it is proved lost.  Returns false if
 * it does not fit. */
bool disk_add_candidate(struct disk_work *work, const unsigned char *state);

/* Sets work->marks for the states on shortest solutions.  If g is the incumbent, these are the goals.  Otherwise they
 * are the non-goals from which a move leads to a state of the search's store with g + 1 moves.  Returns false if
 * something failed or a limit was hit. */
bool disk_mark_on_way(struct disk_work *work, const unsigned char *states, uint64_t count, uint64_t g);

/* Each rank puts the won states of g moves, from all ranks, into the store of its search; collective.  `states` may be
 * NULL if something failed at this rank. */
bool disk_take_won(struct disk_work *work, const unsigned char *states, uint64_t count, uint64_t g);

/* --- checkpoints (checkpoint.c) --- */

/* Finds or creates the folder and resumes from the checkpoint in it.  Sets *found to whether there was a checkpoint.
 * Does nothing without a folder. */
bool disk_resume(struct disk_work *work, bool *found);

/* Sets work->folder to a folder in disk->folder.  Returns false if memory runs out or a limit was hit. */
bool disk_find_folder(struct disk_work *work);

/* Creates work->folder and locks it against other programs. */
bool disk_open_folder(struct disk_work *work);

/* Writes a checkpoint if there is a folder; collective. */
bool disk_checkpoint(struct disk_work *work);

/* Writes the text of the next checkpoint, after the runs and the files that it names. */
bool disk_write_checkpoint(struct disk_work *work);
bool disk_checkpoint_is_due(const struct disk_work *work);

/* Write a file of work->folder so that it gets its name only when it is synced to disk.  disk_begin_file creates it
 * under the temporary name `beside`, and returns its descriptor, or -1 on failure.  disk_end_file closes it, then
 * renames or, unless `good`, removes it. */
int disk_begin_file(struct disk_work *work, char beside[RUN_PATH]);
bool disk_end_file(struct disk_work *work, int descriptor, bool good, const char *beside, const char *path);

/* --- from both ends (both_ends.c) --- */

/* Searches from both ends in memory, with checkpoints in work->folder; see search_both_ends. */
bool disk_search_both_ends(struct disk_work *work);

/* --- ranks and limits (disk.c) --- */

/* Ends the search; DISK_BROKEN replaces DISK_LIMIT.  Returns false. */
static inline bool disk_end_with(struct disk_work *work, enum disk_end end)
{
    work->end = end > work->end ? end : work->end;
    return false;
}

static inline bool disk_stopped(const struct disk_work *work)
{
    return work->end != DISK_GOES_ON;
}

bool disk_reduce(struct disk_work *work, enum disk_reduction how, uint64_t *values, size_t count);

/* Returns whether the limits let the search go on at this rank.  If not, ends it with DISK_LIMIT. */
bool disk_may_go_on(struct disk_work *work);

/* Sets the closed count to the sum of all ranks' counts.  Stops the search if it exceeds the limit.  Collective. */
bool disk_sum_up(struct disk_work *work, uint64_t count);

/* Returns whether the rules decided every move in a search of this rank and no limit was hit.  If not, stops the search
 * and returns false. */
bool disk_rules_decided(struct disk_work *work, const struct search *search);

/* Returns whether nothing has failed at this rank. */
bool disk_good(struct disk_work *work);

/* Agrees with the other ranks.  Returns whether all are good.  work->end becomes the worst of all ranks.  *this and
 * *that become true if they are true at any rank; `this` and `that` may be NULL. */
bool disk_agree(struct disk_work *work, bool *this, bool *that);

static inline const unsigned char *disk_state(const struct disk_work *work, const unsigned char *states, uint64_t n)
{
    return states + n * work->state_bytes;
}

/* --- the table (table.c) ---
 *
 * The first part of a search on disk or with ranks: while memory lasts, each rank keeps its states in a table, like
 * search_best_first. */

/* A file that holds a part of a table: some number of states, with a checksum. */
struct table_piece {
    uint64_t file, count, sum;
};

enum table_part { TABLE_STATES, TABLE_MOVES, TABLE_WAITS };

/* How the forward search in the table ended; the same at all ranks. */
enum table_end {
    TABLE_DONE,   /* everything up to the depth is expanded */
    TABLE_LEFT,   /* a rank's memory is used up, or a rank has to stop: call disk_table_spill or write a checkpoint */
    TABLE_FAILED, /* the search is over, undecided */
};

/* Makes an empty table.  Returns false if memory runs out. */
bool disk_table_make(struct disk_work *work);
void disk_table_free(struct disk_work *work);

/* Adds the start if this rank owns it.  Returns false if memory runs out. */
bool disk_table_begin(struct disk_work *work, const unsigned char *start);

/* Expands everything up to the depth; collective. */
enum table_end disk_table_expand_all(struct disk_work *work);

/* Turns the table into runs and frees it. */
bool disk_table_spill(struct disk_work *work);

/* --- checkpoints (table.c) --- */

/* Writes the states from number `first` to `end` - 1, one after the other, and adds them to a checksum. */
bool disk_write_states(struct disk_work *work, int descriptor, const struct store *store, uint64_t first, uint64_t end,
                       uint64_t *sum);

/* Writes the depths of `count` states, two bytes each, and adds them to a checksum. */
bool disk_write_depths(struct disk_work *work, int descriptor, const struct depths *depths, uint64_t count,
                       uint64_t *sum);

/* Reads that many states of a file and passes them to `take` in portions.  The states have padding after them. */
bool disk_read_states(struct disk_work *work, int descriptor, uint64_t count, disk_take *take, void *taker);

/* Returns whether the next `size` bytes of a file have the checksum *sum or, if `sum` is NULL, the one stored after
 * them, and rewinds the file.  Otherwise sets errno, to 0 if the file could be read. */
bool disk_is_whole(int descriptor, uint64_t size, const uint64_t *sum);

/* Returns whether the table holds all states of this rank. */
bool disk_table_is_whole(const struct disk_work *work);

/* Writes the table into files of the space.  The table stays. */
bool disk_table_write(struct disk_work *work);

/* Does the same for the states of a search from the start; `states` names the file that already holds them.
 * work->table must be NULL.  Afterwards it is a table that only names the files. */
bool disk_table_write_search(struct disk_work *work, const struct search *search, const bits *waits,
                             const struct table_piece *states);

/* Adds the checkpoint lines that name these files. */
void disk_table_add_lines(const struct disk_table *table, struct text *text);

/* disk_table_take_piece takes one of these lines.  After all lines, disk_table_resume loads the table.  If it does not
 * fit into memory, it becomes runs and there is no table. */
bool disk_table_take_piece(struct disk_work *work, enum table_part part, uint64_t file, uint64_t count, uint64_t sum);
bool disk_table_resume(struct disk_work *work);

/* Collects the states on shortest solutions after TABLE_DONE, like disk_second_pass; collective. */
bool disk_table_second_pass(struct disk_work *work);

#endif
