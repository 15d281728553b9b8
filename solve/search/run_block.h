/* Blocks of runs as they are stored: as they are, or compressed in one of two layouts.
 *
 * The *rows* of a block are what each state does not share with the one before it, one state after the other.  Its
 * *columns* are the same bytes in another order: first all lengths of what is shared, then all first bytes of states,
 * then all second ones ...; each is compressed by itself.  Which layout takes less depends on the game: bytes of one
 * column are like each other, but rows have endings in common.  So both are tried now and then, and what was
 * smaller is used until then. */
#ifndef ONLYWAY_SOLVE_SEARCH_RUN_BLOCK_H
#define ONLYWAY_SOLVE_SEARCH_RUN_BLOCK_H

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
    size_t state_bytes, stored_room;
    void *compressor;
};

/* Room for blocks of so many bytes; false: out of memory.  It is to be freed in either case. */
bool run_packer_make(struct run_packer *packer, size_t state_bytes, size_t plain_room);
void run_packer_free(struct run_packer *packer);

/* Packs the rows of a block.  Returns the bytes to be stored: rows or packer->stored. */
const unsigned char *run_pack(struct run_packer *packer, const unsigned char *rows, size_t size,
                              enum run_stay stay, struct run_choice *choice,
                              enum run_layout *layout, size_t *stored);

/* What readers unpack with; one is enough for several of a thread. */
struct run_unpacker {
    unsigned char *stored; /* [stored_room] */
    void *decompressor;
    size_t stored_room;
};

bool run_unpacker_make(struct run_unpacker *unpacker, size_t plain_room);
void run_unpacker_free(struct run_unpacker *unpacker);

/* Whether this program can unpack it. */
bool run_can_unpack(enum run_layout layout);

/* Where the next bytes of a column are, and where they end. */
struct run_column {
    const unsigned char *at, *end;
};

/* Unpacks stored bytes to `plain`, exactly `size` of them: rows or, one behind the other, columns, which are then told.
 * False: that is not what they are. */
bool run_unpack(struct run_unpacker *unpacker, enum run_layout layout, const unsigned char *stored,
                size_t stored_size, unsigned char *plain, size_t size, struct run_column *columns,
                size_t state_bytes);

#endif
