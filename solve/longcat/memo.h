/* The positions that LongCat's search has been to, and what it found there.
 *
 * A key is a position's open cells and head, as some 64-bit words; positions are numbered in the
 * order in which they are added.  The table holds their numbers only. */
#ifndef ONLYWAY_SOLVE_LONGCAT_MEMO_H
#define ONLYWAY_SOLVE_LONGCAT_MEMO_H

#include "solve/search/count.h"

struct memo_entry {
    count solutions;   /* from here */
    uint32_t shortest; /* moves of the shortest one */
    uint32_t seen_by;  /* free for walks over the entries */
};

struct memo {
    unsigned words;  /* of a key */
    uint64_t *keys;  /* [room * words] */
    struct memo_entry *entries; /* [room] */
    uint32_t used, room;
    uint32_t *table; /* number of the entry plus 1; 0: free */
    uint32_t table_mask;
};

#define MEMO_NONE UINT32_MAX

/* False: out of memory. */
bool memo_make(struct memo *memo, unsigned words);
void memo_free(struct memo *memo);

/* The number of a position, or MEMO_NONE. */
uint32_t memo_find(const struct memo *memo, const uint64_t *key);

/* Adds a position that is not there yet.  Returns its number, or MEMO_NONE: out of memory. */
uint32_t memo_add(struct memo *memo, const uint64_t *key);

/* What the memo takes, in bytes, with one more position in it. */
size_t memo_bytes(const struct memo *memo);

#endif
