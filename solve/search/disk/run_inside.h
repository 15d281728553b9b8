/* What the parts of runs share; see run.h and doc/runs.md. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_INSIDE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_INSIDE_H

#include "solve/search/disk/run.h"

#include <string.h>

#define RUN_MAGIC "owrun\r\n\032"
enum {
    RUN_VERSION = 2,
    RUN_HEAD = 8,        /* bytes before the first block: the magic */
    RUN_ENTRY = 32,      /* of the index, before the block's first state */
    RUN_FOOT = 48,       /* after the index */
    RUN_SPILL = 1 << 18, /* a run of more bytes gets a file of its own */
    RUN_PATH = 4096,
};

/* An entry of the index. */
struct run_entry {
    uint64_t offset, checksum; /* of the stored bytes */
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

/* The bytes that a block of a space may have before it is compressed: the length of what is shared takes
 * 5 at most. */
static inline size_t run_plain_capacity(const struct run_space *space)
{
    return space->block_bytes + space->state_bytes + 5;
}

/* The path of a file; false, and said, if it is too long. */
bool run_path(struct run_space *space, uint64_t id, char path[RUN_PATH]);

/* Makes a file and its entry, which no run uses yet.  The descriptor, or -1. */
int run_file_make(struct run_space *space, uint64_t *id);

/* A file that was made before is used, with so many bytes. */
bool run_file_adopt(struct run_space *space, uint64_t id, uint64_t bytes);

/* Another run is in a file, and so many bytes; or one less. */
void run_file_use(struct run_space *space, uint64_t id, uint64_t bytes);
void run_file_leave(struct run_space *space, uint64_t id);

/* Writes bytes at the end of a file. */
bool run_write(struct run_space *space, int descriptor, const unsigned char *bytes, size_t size);

#endif
