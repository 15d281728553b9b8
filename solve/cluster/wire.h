/* Moving bytes between the ranks of a search, by MPI.
 *
 * All functions are collective.  An MPI error ends all processes, because a lost rank takes its states with it, and the
 * search cannot go on without them.
 *
 * Element counts are `int` in MPI, and buffers should leave the memory to states.  So long data moves in portions: in
 * each round, every rank sends every other rank at most an equal share of a portion. */
#ifndef ONLYWAY_SOLVE_CLUSTER_WIRE_H
#define ONLYWAY_SOLVE_CLUSTER_WIRE_H

#include "base/text.h"
#include "solve/search/disk/disk.h"

struct wire {
    int rank, size;
    size_t portion;              /* bytes in each of the two buffers */
    unsigned char *sent, *taken; /* owned */
    struct parts {               /* what goes to each rank in a round, and what comes from each */
        int *bytes, *places;     /* [size] number of bytes, and their offset in the buffer; one array, owned */
    } out, in;
    uint64_t *coming;  /* [size] records that each rank has for this one; owned */
    uint64_t *numbers; /* [6 * size] numbers sent and received; owned */
};

/* Call between MPI_Init and MPI_Finalize.  `portion` 0 means the usual size; tests use less.  Returns false on every
 * rank if one is out of memory. */
bool wire_make(struct wire *wire, size_t portion);
void wire_free(struct wire *wire);

/* As specified in struct disk_ranks. wire_exchange and wire_gather return false, on every rank, if the portion
 * cannot be enlarged.  That is needed only if one record for each rank (wire_gather: one record) does not fit into a
 * portion. */
void wire_reduce(enum disk_reduction how, uint64_t *values, size_t count);
bool wire_exchange(struct wire *wire, const unsigned char *records, const uint64_t *counts, size_t record_bytes,
                   uint64_t *flags, disk_take *take, void *taker);
bool wire_gather(struct wire *wire, const unsigned char *records, uint64_t count, size_t record_bytes, disk_take *take,
                 void *taker);

/* Returns how many of the ranks run on this machine, at least 1. */
int wire_neighbours(void);

/* Returns whether `good` is true on all ranks. */
bool wire_agree(bool good);

/* Sends the bytes of rank 0 to all ranks.  The others pass an empty text and wait as long as it takes, without using
 * a processor.  Returns false on every rank if one is out of memory. */
bool wire_tell(struct wire *wire, struct text *bytes);

#endif
