/* How blocks of runs are stored: plain, or compressed in one of two layouts.
 *
 * The *rows* of a block are the parts of each state that it does not share with the state before, one state after the
 * other.  Its *columns* are the same bytes in another order: first all lengths of the shared starts, then all first
 * bytes of states, then all second ones, and so on.  Each column is compressed by itself.  The better layout depends on
 * the game: the bytes of a column are alike, but rows have endings in common.  So now and then the packer tries both,
 * and uses the smaller one until the next trial. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_BLOCK_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum run_layout { RUN_PLAIN, RUN_ROWS, RUN_COLUMNS };

/* How long a run is kept.  Candidates are passing.  Expanded states last to the end of the search, so compressing them
 * well is worth more time. */
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
    unsigned char *stored; /* [stored_capacity] */
    void *decompressor;
    size_t stored_capacity;
};

/* The next byte of a column, and its end. */
struct run_column {
    const unsigned char *at, *end;
};

#endif
