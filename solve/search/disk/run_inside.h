/* Internals of runs, for the files of this folder only; see run.h and doc/runs.md. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_INSIDE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_INSIDE_H

#include "solve/search/disk/run.h"

#include <string.h>

#define RUN_MAGIC "owrun\r\n\032"
enum {
    RUN_VERSION = 2,
    RUN_HEAD = 8,        /* bytes before the first block: the magic */
    RUN_ENTRY = 32,      /* bytes of an index entry before the block's first state */
    RUN_FOOT = 48,       /* bytes after the index */
    RUN_SPILL = 1 << 18, /* a run of more bytes gets its own file */
    RUN_PATH = 4096,
};

/* An entry of the index. */
struct run_entry {
    uint64_t offset, checksum; /* offset in the run; checksum of the stored bytes */
    uint32_t stored, plain, states, layout;
    const unsigned char *first;
};

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
        .first = bytes + RUN_ENTRY,
    };
}

/* The most bytes that the rows of a block may have.  The length of a shared start takes at most 5. */
static inline size_t run_plain_capacity(const struct run_space *space)
{
    return space->block_bytes + space->state_bytes + 5;
}

/* Writes the path of a file.  Returns false and records the failure if it is too long. */
bool run_path(struct run_space *space, uint64_t id, char path[RUN_PATH]);

/* Creates a file, which no run uses yet.  Returns its descriptor, or -1. */
int run_file_make(struct run_space *space, uint64_t *id);

/* Adds an existing file to the space, with one use and `bytes` bytes of a run. */
bool run_file_adopt(struct run_space *space, uint64_t id, uint64_t bytes);

/* Adds a run of `bytes` bytes to a file's users, or removes one. */
void run_file_use(struct run_space *space, uint64_t id, uint64_t bytes);
void run_file_leave(struct run_space *space, uint64_t id);

/* Writes bytes to a file. */
bool run_write(struct run_space *space, int descriptor, const unsigned char *bytes, size_t size);

#endif
