/* Ranks that are threads; see meeting.h. */
#include "tests/meeting.h"

#include <stdlib.h>
#include <string.h>

/* What a rank calls: one of these, or CALL_REDUCE + the number of values. */
enum { CALL_EXCHANGE, CALL_GATHER, CALL_REDUCE };

/* Like pthread_barrier_wait, which macOS lacks. */
static void wait_for_all(struct meeting *meeting)
{
    pthread_mutex_lock(&meeting->mutex);
    uint64_t turn = meeting->turn;
    if (++meeting->here == meeting->size) {
        meeting->here = 0;
        meeting->turn++;
        pthread_cond_broadcast(&meeting->all_here);
    }
    while (meeting->turn == turn)
        pthread_cond_wait(&meeting->all_here, &meeting->mutex);
    pthread_mutex_unlock(&meeting->mutex);
}

/* Waits until all ranks are here to exchange data.  They must all call the same function. */
static void meet(struct seat *seat, size_t call)
{
    seat->call = call;
    wait_for_all(seat->meeting);
    for (unsigned rank = 0; rank < seat->meeting->size; rank++) {
        if (seat->meeting->seats[rank].call != call)
            abort();
    }
}

static bool meet_to_reduce(void *context, enum disk_reduction how, uint64_t *values, size_t count)
{
    struct seat *seat = context;
    struct meeting *meeting = seat->meeting;
    uint64_t result[DISK_VALUES];
    seat->values = values;
    meet(seat, CALL_REDUCE + count);
    for (size_t i = 0; i < count; i++) {
        result[i] = meeting->seats[0].values[i];
        for (unsigned rank = 1; rank < meeting->size; rank++) {
            uint64_t value = meeting->seats[rank].values[i];
            if (how == DISK_SUM)
                result[i] += value;
            else if ((how == DISK_MIN) == (value < result[i]))
                result[i] = value;
        }
    }
    wait_for_all(meeting);
    memcpy(values, result, count * sizeof *values);
    return true;
}

static bool meet_to_exchange(void *context, const unsigned char *records, const uint64_t *counts, size_t record_bytes,
                             uint64_t *flags, disk_take *take, void *taker)
{
    struct seat *seat = context;
    struct meeting *meeting = seat->meeting;
    seat->records = records;
    seat->counts = counts;
    seat->flags = *flags;
    meet(seat, CALL_EXCHANGE);
    for (unsigned rank = 0; rank < meeting->size; rank++) {
        const struct seat *other = &meeting->seats[rank];
        uint64_t first = 0;
        *flags |= other->flags;
        for (unsigned owner = 0; owner < seat->rank; owner++)
            first += other->counts[owner];
        take(taker, other->records + first * record_bytes, other->counts[seat->rank]);
    }
    wait_for_all(meeting);
    return true;
}

static bool meet_to_gather(void *context, const unsigned char *records, uint64_t count, size_t record_bytes,
                           disk_take *take, void *taker)
{
    struct seat *seat = context;
    struct meeting *meeting = seat->meeting;
    (void)record_bytes;
    seat->records = records;
    seat->count = count;
    meet(seat, CALL_GATHER);
    for (unsigned rank = 0; rank < meeting->size; rank++)
        take(taker, meeting->seats[rank].records, meeting->seats[rank].count);
    wait_for_all(meeting);
    return true;
}

void meeting_make(struct meeting *meeting, unsigned size)
{
    *meeting = (struct meeting){.size = size};
    pthread_mutex_init(&meeting->mutex, NULL);
    pthread_cond_init(&meeting->all_here, NULL);
}

void meeting_free(struct meeting *meeting)
{
    pthread_cond_destroy(&meeting->all_here);
    pthread_mutex_destroy(&meeting->mutex);
}

struct disk_ranks meeting_rank(struct meeting *meeting, unsigned rank)
{
    meeting->seats[rank] = (struct seat){.meeting = meeting, .rank = rank};
    return (struct disk_ranks){&meeting->seats[rank], rank,          meeting->size, meet_to_reduce,
                               meet_to_exchange,      meet_to_gather};
}
