/* How blocks of runs are stored: plain, or compressed in one of two layouts.
 *
 * The *rows* of a block are the parts of each state that it does not share with the state before, one state after the
 * other.  Its *columns* are the same bytes in another order: first all lengths of the shared starts, then all first
 * bytes of states, then all second ones, and so on.  Each column is compressed by itself.  The better layout depends on
 * the game: the bytes of a column are alike, but rows have endings in common.  So now and then the packer tries both,
 * and uses the smaller one until the next trial. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_PACKING_H
#define ONLYWAY_SOLVE_SEARCH_DISK_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
