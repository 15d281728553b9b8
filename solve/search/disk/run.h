/* Runs: sorted states, each once, in few bytes, in memory or in a file.
 *
 * A state is what it does not share with the one before it: the length of the common start, then the rest.  Some tens
 * of kibibytes of that are a block, which is compressed where that helps (run_block.h) and has a checksum.  A run ends
 * with an index of its blocks, with the first state of each, so that whole blocks are passed by where nothing in
 * them is looked for.  doc/runs.md describes each byte.
 *
 * Runs live in a space.  They are made in memory, and go into files when they become too many or one becomes large; or
 * when all that there is shall be safe.  Small runs share a file, a large one has its own; a file goes when
 * nothing in it is used any more, but not before it is safe to do without. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_H

#include "solve/search/disk/run_block.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { RUN_REASON = 160, RUN_BLOCK_LEAST = 1024, RUN_BLOCK_MOST = 1 << 17 };

/* The order of states: that of their bytes, as memcmp has it, which is called too often to be called. */
static inline int run_compare(const unsigned char *a, const unsigned char *b, size_t size)
{
    enum { WORD = sizeof(uint64_t) };
    for (size_t at = 0; size >= WORD; at = at + 2 * WORD <= size ? at + WORD : size - WORD) {
        uint64_t one, other;
        memcpy(&one, a + at, WORD);
        memcpy(&other, b + at, WORD);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        one = __builtin_bswap64(one);
        other = __builtin_bswap64(other);
#endif
        if (one != other)
            return one < other ? -1 : 1;
        if (at + WORD == size)
            return 0;
    }
    return memcmp(a, b, size);
}

struct sorted_run {
    uint64_t count;        /* of its states */
    uint64_t bytes;        /* of all that is written */
    uint64_t file, offset; /* where it is; file 0: nowhere but in memory */
    unsigned char *memory; /* its bytes; NULL: they are in the file alone */
    unsigned char *index;
    uint64_t blocks;
    struct sorted_run *before, *after; /* others in memory */
};

struct run_file {
    uint64_t id, used; /* runs in it that are used */
    uint64_t bytes;
    bool safe; /* it is on the disk for certain */
};

struct run_space {
    const char *folder; /* NULL: there are no files */
    size_t state_bytes, block_bytes;
    size_t allowed, used; /* bytes of memory for runs and their indexes; 0: any number */
    uint64_t next_file;
    struct run_file *files;
    size_t file_count, file_capacity;
    uint64_t *unused; /* files that are no longer used, but may be needed if the program ends now */
    size_t unused_count, unused_capacity;
    int shared; /* the file of small runs, or -1 */
    uint64_t shared_id, shared_size;
    struct sorted_run *first; /* of those in memory */
    uint64_t written;         /* bytes, ever */
    uint64_t on_disk, most_on_disk;
    struct run_choice choices[RUN_STAYS]; /* of layouts */
    pthread_mutex_t mutex;                /* of the next three */
    bool no_memory;
    bool full;               /* the memory for runs is used up, and there is no folder */
    char reason[RUN_REASON]; /* what is wrong with files; "" while nothing is */
};

/* `hands` is how many threads read runs.  False: out of memory.  `folder` must outlive the space. */
bool run_space_make(struct run_space *space, const char *folder, size_t state_bytes, size_t memory, unsigned workers);
void run_space_free(struct run_space *space);

/* Whether nothing went wrong so far. */
bool run_space_good(struct run_space *space);

/* Remembers that something did: an error number of a call, or, with 0, what `what` says.  Returns false. */
bool run_space_fail(struct run_space *space, int error, const char *what);
bool run_space_no_memory(struct run_space *space);

/* The same, of the space's folder and errno. */
bool run_space_fail_here(struct run_space *space);

/* Writes every run into files and waits until they are on the disk. */
bool run_space_save(struct run_space *space);

/* Takes away the files that became unused before run_space_save, as what needs them is no longer in force. */
void run_space_clean(struct run_space *space);

/* Takes away every file of the folder that holds runs and none that is used: those that a killed program left. */
bool run_space_sweep(struct run_space *space);

/* The run that is written there.  NULL: it cannot be read or is damaged. */
struct sorted_run *run_open(struct run_space *space, uint64_t file, uint64_t offset, uint64_t bytes);

/* Gives it up; NULL is allowed. */
void run_free(struct run_space *space, struct sorted_run *run);

/* --- writing --- */

struct run_writer {
    struct run_space *space;
    struct sorted_run *run;
    unsigned char *plain, *last; /* the rows of the block at hand; the state added last */
    size_t plain_size;
    uint32_t states; /* of the block */
    int descriptor;  /* of its own file, or -1 */
    size_t capacity; /* of run->memory */
    uint64_t index_capacity;
    enum run_stay stay;
    struct run_packer packer;
};

bool run_writer_open(struct run_writer *writer, struct run_space *space, enum run_stay stay);

/* States must come in order, each once. */
bool run_writer_add(struct run_writer *writer, const unsigned char *state);

/* The finished run; NULL: it failed.  The writer is closed. */
struct sorted_run *run_writer_close(struct run_writer *writer);

/* Gives it up unfinished; a closed one is left alone. */
void run_writer_drop(struct run_writer *writer);

/* --- reading --- */

struct run_reader {
    struct run_space *space;
    const struct sorted_run *run;
    unsigned char *plain, *key; /* the block, unpacked; the state at hand */
    struct run_column *columns; /* of the block, if it has some */
    bool in_columns;
    uint64_t block; /* that comes next */
    size_t plain_size, at;
    uint32_t left; /* states of the block that come after the one at hand */
    int descriptor;
    bool ended;
    struct run_unpacker own, *unpacker; /* its own, or that of others */
};

/* A reader may read one run after another; it is at the first state of each, if there is one.  It unpacks with what
 * `other` has, which must outlive it and be read by the same thread; NULL: with its own. */
bool run_reader_make(struct run_reader *reader, struct run_space *space, struct run_reader *other);
void run_reader_free(struct run_reader *reader);
bool run_reader_begin(struct run_reader *reader, const struct sorted_run *run);

/* The same, but it is at the first state that is not before `key`, if there is one. */
bool run_reader_begin_at(struct run_reader *reader, const struct sorted_run *run, const unsigned char *key);

/* Goes to the next state.  False: there is none (`ended`), or it cannot be read. */
bool run_reader_next(struct run_reader *reader);

/* Goes on to the first state that is not before `key`.  False: likewise. */
bool run_reader_seek(struct run_reader *reader, const unsigned char *key);

#endif
