/* Simulates the ranks of a search on disk by threads of one process, which meet to exchange data. */
#ifndef ONLYWAY_TESTS_MEETING_H
#define ONLYWAY_TESTS_MEETING_H

#include "solve/search/disk/disk.h"

#include <pthread.h>

enum { MEETING_MOST = 4 };

struct meeting {
    pthread_mutex_t mutex;
    pthread_cond_t all_here;
    uint64_t turn;       /* how often all ranks have met */
    unsigned here, size; /* the number of ranks that wait, and of all ranks */
    struct seat {
        struct meeting *meeting;
        unsigned rank;
        const uint64_t *values;
        const unsigned char *records;
        const uint64_t *counts;
        uint64_t count, flags;
        size_t call; /* what the rank calls; see meeting.c */
    } seats[MEETING_MOST];
};

/* `size` is the number of ranks, at most MEETING_MOST. */
void meeting_make(struct meeting *meeting, unsigned size);
void meeting_free(struct meeting *meeting);

/* Returns the interface of one rank.  It is valid as long as the meeting. */
struct disk_ranks meeting_rank(struct meeting *meeting, unsigned rank);

#endif
