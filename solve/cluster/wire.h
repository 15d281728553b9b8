/* Moving bytes between the processes of a search, by MPI.
 *
 * All functions are collective.  An error of MPI ends all processes: without one of them, whose states nobody else
 * has, there is nothing left to do.
 *
 * Numbers of elements are `int` in MPI, and memory is for states, so what is long is moved in portions: in each round
 * every process sends every other at most the same small part of a portion. */
#ifndef ONLYWAY_SOLVE_CLUSTER_WIRE_H
#define ONLYWAY_SOLVE_CLUSTER_WIRE_H

#include "base/text.h"
#include "solve/search/disk/disk.h"

struct wire {
    int rank, size;
    size_t portion;              /* bytes of each of the two buffers */
    unsigned char *sent, *taken; /* owned */
    struct parts {               /* what goes to each process in a round, and what comes from each */
        int *bytes, *places;     /* [size] how many, and where in the buffer; owned */
    } out, in;
    uint64_t *coming;  /* [size] records that each has for this one; owned */
    uint64_t *numbers; /* [6 * size] on their way; owned */
};

/* Between MPI_Init and MPI_Finalize.  `portion` 0: the usual size; less is for tests.  False, for all alike: one of
 * them is out of memory. */
bool wire_make(struct wire *wire, size_t portion);
void wire_free(struct wire *wire);

/* As struct disk_ranks has them.  The latter two return false, for all alike, where one is out of memory, which
 * can only be if a record is larger than its share of a portion. */
void wire_reduce(enum disk_reduction how, uint64_t *values, size_t count);
bool wire_exchange(struct wire *wire, const unsigned char *records, const uint64_t *counts, size_t record_bytes,
                   uint64_t *flags, disk_take *take, void *taker);
bool wire_gather(struct wire *wire, const unsigned char *records, uint64_t count, size_t record_bytes, disk_take *take,
                 void *taker);

/* How many of the processes are on this machine, at least 1. */
int wire_neighbours(void);

/* Whether it is true for all. */
bool wire_agree(bool good);

/* Gives everybody the bytes of process 0, whose text it is; the others wait for as long as it takes, without using a
 * processor, and receive them in an empty text.  False, for all alike: one of them is out of memory. */
bool wire_tell(struct wire *wire, struct text *bytes);

#endif
