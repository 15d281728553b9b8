/* Partners of a search on disk that are threads of one process and meet to exchange what they have. */
#ifndef ONLYWAY_TESTS_MEETING_H
#define ONLYWAY_TESTS_MEETING_H

#include "solve/search/disk/disk.h"

#include <pthread.h>

enum { MEETING_MOST = 4 };

struct meeting {
    pthread_mutex_t mutex;
    pthread_cond_t all_here;
    uint64_t turn;       /* how often all have met */
    unsigned here, size; /* those who wait, and how many there are */
    struct seat {
        struct meeting *meeting;
        unsigned rank;
        const uint64_t *values;
        const unsigned char *records;
        const uint64_t *counts;
        uint64_t count, flags;
    } seats[MEETING_MOST];
};

/* Of so many ranks, at most MEETING_MOST. */
void meeting_make(struct meeting *meeting, unsigned size);
void meeting_free(struct meeting *meeting);

/* One of them, as long as the meeting lasts. */
struct disk_ranks meeting_rank(struct meeting *meeting, unsigned rank);

#endif
