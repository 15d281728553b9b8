/* Runs: sorted distinct states, compressed, in memory or in a file.
 *
 * A state is stored as the length of the start that it shares with the state before it, then the rest.  Some tens of
 * kibibytes of that form a block.  A block is compressed where that helps (packing.c) and has a checksum.  A run ends
 * with an index of its blocks that holds the first state of each, so a reader can skip blocks.  doc/runs.md describes
 * each byte.
 *
 * Runs live in a space.  They begin in memory.  They move into files when they take too much memory, when a run becomes
 * large, or when everything must be safe on disk.  Small runs share a file; a large one has its own.  A file is removed
 * when no run uses it and no checkpoint needs it. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_H

#include "base/threads.h"
#include "solve/search/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- packing (packing.c): how blocks are stored, plain or compressed in one of two layouts ---
 *
 * The *rows* of a block are the parts of each state that it does not share with the state before, one state after the
 * other.  Its *columns* are the same bytes in another order: first all lengths of the shared starts, then all first
 * bytes of states, then all second ones, and so on.  Each column is compressed by itself.  The better layout depends on
 * the game: the bytes of a column are alike, but rows have endings in common.  So now and then the packer tries both,
 * and uses the smaller one until the next trial. */

enum run_layout { RUN_PLAIN, RUN_ROWS, RUN_COLUMNS };

/* How long a run is kept.  Runs of candidates are passing.  Runs of expanded states last to the end of the search, so
 * compressing them well is worth more time. */
enum run_stay { RUN_PASSING, RUN_LASTING, RUN_STAYS };

/* Which layout was smaller in the last trial, and when the next one is due. */
struct run_choice {
    bool columns;
    unsigned before_trial; /* blocks until the next trial */
};

struct run_packer {
    unsigned char *stored, *columns; /* owned, like all pointers here */
    size_t *ends;                    /* where the columns end */
    size_t state_bytes, stored_capacity;
    void *compressor;
};

/* Buffers to unpack with.  Several readers of one thread can share them. */
struct run_unpacker {
    unsigned char *stored; /* a block as stored */
    void *decompressor;
};

/* The next byte of a column, and its end. */
struct run_column {
    const unsigned char *at, *end;
};

/* Makes a packer for blocks of at most `plain_capacity` bytes.  Returns false if memory runs out; free the packer in
 * either case. */
bool run_packer_make(struct run_packer *packer, size_t state_bytes, size_t plain_capacity);
void run_packer_free(struct run_packer *packer);

/* Packs the rows of a block.  Returns the bytes to store: `rows` or packer->stored. */
const unsigned char *run_pack(struct run_packer *packer, const unsigned char *rows, size_t size, enum run_stay stay,
                              struct run_choice *choice, enum run_layout *layout, size_t *stored);

/* Returns false if memory runs out; free the unpacker in either case. */
bool run_unpacker_make(struct run_unpacker *unpacker, size_t plain_capacity);
void run_unpacker_free(struct run_unpacker *unpacker);

/* Returns whether this build can unpack a layout. */
bool run_can_unpack(enum run_layout layout);

/* Unpacks stored bytes into exactly `size` bytes at `plain`: the rows, or the columns one after the other, whose places
 * go into `columns`.  Returns false if the stored bytes are invalid. */
bool run_unpack(struct run_unpacker *unpacker, enum run_layout layout, const unsigned char *stored, size_t stored_size,
                unsigned char *plain, size_t size, struct run_column *columns, size_t state_bytes);

/* Numbers in files have their lowest byte first. */
static inline void run_put(unsigned char *bytes, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
}

static inline uint64_t run_get(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* --- runs and their space --- */

enum { RUN_REASON = 160, RUN_BLOCK_LEAST = 1024, RUN_BLOCK_MOST = 1 << 17 };

struct sorted_run {
    uint64_t count;        /* states in it */
    uint64_t bytes;        /* bytes of the whole run, with its index */
    uint64_t file, offset; /* its place; file 0: in memory only */
    unsigned char *memory; /* its bytes; NULL: in the file only */
    unsigned char *index;
    uint64_t blocks;
    struct sorted_run *before, *after; /* links of the list of runs in memory */
};

struct run_file {
    uint64_t id;
    uint64_t users; /* runs and tables stored in it, and a writer */
    bool safe;      /* it is synced to disk */
};

struct run_space {
    const char *folder; /* NULL: no files */
    size_t state_bytes, block_bytes;
    size_t allowed, used; /* bytes of memory for runs and their indexes; allowed 0: no limit */
    uint64_t next_file;
    struct run_file *files;
    size_t file_count, file_capacity;
    uint64_t *unused; /* files that no run uses, but that the last checkpoint may still need */
    size_t unused_count, unused_capacity;
    int shared; /* descriptor of the file of small runs, or -1 */
    uint64_t shared_id, shared_size;
    struct sorted_run *first;             /* first run in memory */
    struct run_choice choices[RUN_STAYS]; /* of layouts, by stay */
    struct monitor monitor;               /* protects the next two */
    enum limit_hit hit; /* LIMIT_MEMORY: the memory for runs is used up and there is no folder for them; LIMIT_BROKEN:
                         * an error with files; LIMIT_NO_MEMORY */
    char reason[RUN_REASON]; /* the first error with files; "" if none */
};

/* `workers` threads read runs.  `folder` must outlive the space. */
void run_space_make(struct run_space *space, const char *folder, size_t state_bytes, size_t memory, unsigned workers);
void run_space_free(struct run_space *space);

/* Returns whether nothing has failed so far. */
bool run_space_good(struct run_space *space);

/* Records that the memory for runs is used up.  Returns false. */
bool run_space_no_room(struct run_space *space);

/* Forgets an error with files. */
void run_space_forgive(struct run_space *space);

/* Records a failure: of the call whose errno is `error`, or, if that is 0, just `what`.  Returns false. */
bool run_space_fail(struct run_space *space, int error, const char *what);
bool run_space_no_memory(struct run_space *space);

/* Records a failure of the space's folder with errno.  Returns false. */
bool run_space_fail_here(struct run_space *space);

/* Writes every run into files and syncs them to disk. */
bool run_space_save(struct run_space *space);

/* Removes the unused files.  Call it when no checkpoint needs them any more. */
void run_space_clean(struct run_space *space);

/* Removes every run file of the folder that no run uses: a killed program may have left some. */
bool run_space_sweep(struct run_space *space);

/* Opens the run stored at this place.  NULL: it cannot be read or is damaged. */
struct sorted_run *run_open(struct run_space *space, uint64_t file, uint64_t offset, uint64_t bytes);

/* Frees a run and its place in a file; `run` may be NULL. */
void run_free(struct run_space *space, struct sorted_run *run);

/* --- writing --- */

struct run_writer {
    struct run_space *space;
    struct sorted_run *run;      /* NULL: the writer is closed */
    unsigned char *plain, *last; /* the rows of the current block; the last state added */
    size_t plain_size;
    uint32_t states; /* states in the block */
    int descriptor;  /* descriptor of the run's own file, or -1 */
    size_t capacity; /* of run->memory */
    uint64_t index_capacity;
    enum run_stay stay;
    struct run_packer packer;
};

bool run_writer_open(struct run_writer *writer, struct run_space *space, enum run_stay stay);

/* Adds a state.  States must come in ascending order, without duplicates. */
bool run_writer_add(struct run_writer *writer, const unsigned char *state);

/* Finishes the run and closes the writer.  NULL: it failed. */
struct sorted_run *run_writer_close(struct run_writer *writer);

/* Drops the unfinished run.  Does nothing to a closed writer, or to one that is all zero. */
void run_writer_drop(struct run_writer *writer);

/* Returns a run of `count` states in ascending order, each `stride` bytes after the one before.  NULL: it failed. */
struct sorted_run *run_of_states(struct run_space *space, const unsigned char *states, uint64_t count, size_t stride,
                                 enum run_stay stay);

/* --- reading --- */

struct run_reader {
    struct run_space *space;
    const struct sorted_run *run;
    unsigned char *plain, *key; /* the unpacked block; the current state */
    struct run_column *columns; /* of the block, if it has columns */
    bool in_columns;
    uint64_t block; /* the next block */
    size_t plain_size, at;
    uint32_t left; /* states of the block after the current one */
    int descriptor;
    bool ended;
    struct run_unpacker own, *unpacker; /* its own, or that of another reader */
};

/* Makes a reader, which may read one run after another.  It unpacks with the buffers of `other`, which must outlive it
 * and be used by the same thread, or with its own if `other` is NULL. */
bool run_reader_make(struct run_reader *reader, struct run_space *space, struct run_reader *other);
void run_reader_free(struct run_reader *reader);

/* Goes to the first state of a run that is not before `key`; NULL: its first state.  Returns false if there is none or
 * it cannot be read. */
bool run_reader_begin(struct run_reader *reader, const struct sorted_run *run, const unsigned char *key);

/* Goes to the next state.  Returns false at the end (`ended`) or if the run cannot be read. */
bool run_reader_next(struct run_reader *reader);

/* Goes forward to the first state that is not before `key`.  Returns false as above. */
bool run_reader_seek(struct run_reader *reader, const unsigned char *key);

/* --- reading several runs as one: their states in order, without duplicates --- */

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
 * space has failed.  There are none if the merge is closed or all zero. */
uint64_t run_merge_next(struct run_merge *merge, unsigned char *states, uint64_t capacity);

/* Merges runs until RUN_MERGE_MOST or fewer are left.  Replaces them in the array and updates *count. */
bool run_merge_reduce(struct run_space *space, struct sorted_run **runs, size_t *count);

/* Returns the index of the first of `high` states that is not before `key`, but at least `low`.  They are in ascending
 * order, each `stride` bytes after the one before.  Fast if the result is near `low`. */
uint64_t run_first_from(const unsigned char *states, size_t stride, uint64_t low, uint64_t high,
                        const unsigned char *key, size_t state_bytes);

/* Sorts states; duplicates are allowed and stay. */
void run_sort(unsigned char *states, uint64_t count, size_t state_bytes);

/* Swaps two states that do not overlap. */
void run_swap(unsigned char *a, unsigned char *b, size_t state_bytes);

/* --- the format in bytes, for the files of this folder (doc/runs.md) --- */

#define RUN_MAGIC "owrun\r\n\032"
enum {
    RUN_VERSION = 2,
    RUN_HEAD = 8,        /* bytes before the first block: the magic */
    RUN_ENTRY = 32,      /* bytes of an index entry before the block's first state */
    RUN_FOOT = 48,       /* bytes after the index */
    RUN_SPILL = 1 << 18, /* a run of more bytes gets its own file */
    RUN_PATH = 4096,
};

/* An entry of the index, without the block's first state. */
struct run_entry {
    uint64_t offset, checksum; /* offset in the run; checksum of the stored bytes */
    uint32_t stored, plain, states, layout;
};

static inline size_t run_entry_bytes(const struct run_space *space)
{
    return RUN_ENTRY + space->state_bytes;
}

static inline size_t run_index_bytes(const struct run_space *space, const struct sorted_run *run)
{
    return (size_t)run->blocks * run_entry_bytes(space);
}

static inline struct run_entry run_entry_at(const struct run_space *space, const struct sorted_run *run, uint64_t block)
{
    const unsigned char *bytes = run->index + block * run_entry_bytes(space);
    return (struct run_entry){
        .offset = run_get(bytes, 8),
        .checksum = run_get(bytes + 8, 8),
        .stored = (uint32_t)run_get(bytes + 16, 4),
        .plain = (uint32_t)run_get(bytes + 20, 4),
        .states = (uint32_t)run_get(bytes + 24, 4),
        .layout = (uint32_t)run_get(bytes + 28, 4),
    };
}

/* Returns the most bytes that the rows of a block may have.  The length of a shared start takes at most 5. */
static inline size_t run_plain_capacity(const struct run_space *space)
{
    return space->block_bytes + space->state_bytes + 5;
}

/* Write the path of a file in the folder: of that name, or of runs.  Return false and record the failure if it is too
 * long. */
bool run_space_path(struct run_space *space, const char *name, char path[RUN_PATH]);
bool run_path(struct run_space *space, uint64_t id, char path[RUN_PATH]);

/* Creates a file, with one user.  Returns its descriptor, or -1. */
int run_file_make(struct run_space *space, uint64_t *id);

/* Opens a file for reading.  Returns its descriptor, or -1. */
int run_file_open(struct run_space *space, uint64_t id);

/* Adds an existing file to the space, or adds a user to it. */
bool run_file_adopt(struct run_space *space, uint64_t id);

/* Removes a user.  The file without users stays on disk for now, because the last checkpoint may still need it. */
void run_file_leave(struct run_space *space, uint64_t id);

/* Writes bytes to a file. */
bool run_write(struct run_space *space, int descriptor, const unsigned char *bytes, size_t size);

#endif
