/* Blocks of runs as they are stored: as they are, or compressed in one of two layouts.
 *
 * The *rows* of a block are what each state does not share with the one before it, one state after the other.  Its
 * *columns* are the same bytes in another order: first all lengths of what is shared, then all first bytes of states,
 * then all second ones ...; each is compressed by itself.  Which layout takes less depends on the game: bytes of one
 * column are like each other, but rows have endings in common.  So both are tried now and then, and what was
 * smaller is used until then. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_RUN_BLOCK_H
#define ONLYWAY_SOLVE_SEARCH_DISK_RUN_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum run_layout { RUN_PLAIN, RUN_ROWS, RUN_COLUMNS };

/* How long what is written is there: candidates for a while, states that were expanded to the end, which are worth
 * more time to make them small. */
enum run_stay { RUN_PASSING, RUN_LASTING, RUN_STAYS };

/* Which layout was smaller when both were tried last, and when they are tried again. */
struct run_choice {
    bool columns;
    unsigned before_trial; /* blocks */
};

struct run_packer {
    unsigned char *stored, *columns; /* owned, as all here */
    size_t *ends;                    /* of the columns */
    size_t state_bytes, stored_capacity;
    void *compressor;
};

/* What readers unpack with; one is enough for several of a thread. */
struct run_unpacker {
    unsigned char *stored; /* [stored_capacity] */
    void *decompressor;
    size_t stored_capacity;
};

/* Where the next bytes of a column are, and where they end. */
struct run_column {
    const unsigned char *at, *end;
};

#endif
