/* Moving bytes between ranks; see wire.h. */
#include "solve/cluster/wire.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PORTION = 1 << 24,
    LOOKS = 20,            /* tests of a request before the first nap */
    NAP_LEAST = 50 * 1000, /* nanoseconds between two tests */
    NAP_MOST = 1000 * 1000,
};

/* The numbers that each rank sends to each other rank before an exchange: the number of its records for that rank, the
 * greatest number of its records for any rank, and its flags. */
enum { TOLD_COUNT, TOLD_MOST, TOLD_FLAGS, TOLD };

/* Waits until a request is done.  It naps between tests, up to `longest` nanoseconds, because the blocking calls of MPI
 * may poll without pause.  If ranks outnumber processors, polling takes the processor from the very ranks that this one
 * waits for. */
static void wait_napping(MPI_Request *request, long longest)
{
    long nap = NAP_LEAST;
    int done = 0;
    for (int looks = 0;; looks++) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        if (looks < LOOKS) {
            sched_yield();
            continue;
        }
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
        nap = 2 * nap < longest ? 2 * nap : longest;
    }
}

/* Waits for the other ranks in a collective call.  Keeps naps short, because long naps would slow down a transfer in
 * many pieces. */
static void wait_for(MPI_Request *request)
{
    wait_napping(request, NAP_LEAST);
}

bool wire_agree(bool good)
{
    int least = good;
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
    wait_for(&request);
    return least != 0;
}

int wire_neighbours(void)
{
    MPI_Comm here;
    int size = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &size);
    MPI_Comm_free(&here);
    return size;
}

bool wire_make(struct wire *wire, size_t portion)
{
    *wire = (struct wire){.portion = portion == 0 ? PORTION : portion};
    MPI_Comm_rank(MPI_COMM_WORLD, &wire->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &wire->size);
    size_t size = (size_t)wire->size;
    wire->sent = malloc(wire->portion);
    wire->taken = malloc(wire->portion);
    wire->coming = calloc(size, sizeof *wire->coming);
    wire->numbers = calloc(size, 2 * TOLD * sizeof *wire->numbers);
    int *parts = calloc(size, 4 * sizeof *parts);
    if (parts != NULL) {
        wire->out = (struct parts){parts, parts + size};
        wire->in = (struct parts){parts + 2 * size, parts + 3 * size};
    }
    return wire_agree(wire->sent != NULL && wire->taken != NULL && wire->coming != NULL && wire->numbers != NULL &&
                      parts != NULL);
}

void wire_free(struct wire *wire)
{
    free(wire->sent);
    free(wire->taken);
    free(wire->coming);
    free(wire->numbers);
    free(wire->out.bytes);
    *wire = (struct wire){0};
}

/* Maps unsigned numbers to signed ones in the same order, or back. */
static void flip(uint64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] ^= UINT64_C(1) << 63;
}

void wire_reduce(enum disk_reduction how, uint64_t *values, size_t count)
{
    assert(count <= DISK_VALUES);
    MPI_Request request;
    MPI_Op operation = how == DISK_SUM ? MPI_SUM : how == DISK_MIN ? MPI_MIN : MPI_MAX;
    bool compares = how != DISK_SUM; /* MPICH 4.0 compares MPI_UINT64_T as if it were signed */
    if (compares)
        flip(values, count);
    MPI_Iallreduce(MPI_IN_PLACE, values, (int)count, compares ? MPI_INT64_T : MPI_UINT64_T, operation, MPI_COMM_WORLD,
                   &request);
    wait_for(&request);
    if (compares)
        flip(values, count);
}

/* Enlarges a portion to at least `bytes`.  Returns false, on every rank, if that is impossible. */
static bool reserve(struct wire *wire, size_t bytes)
{
    if (bytes <= wire->portion)
        return true;
    if (bytes > INT_MAX)
        return false;
    unsigned char *sent = realloc(wire->sent, bytes);
    wire->sent = sent != NULL ? sent : wire->sent;
    unsigned char *taken = realloc(wire->taken, bytes);
    wire->taken = taken != NULL ? taken : wire->taken;
    bool good = wire_agree(sent != NULL && taken != NULL);
    if (good)
        wire->portion = bytes;
    return good;
}

/* Lays out a round's part of the records for or from each rank: at most `share` records after the first `passed`, which
 * are done.  Returns the bytes of all parts. */
static size_t lay_out(struct parts *parts, int size, const uint64_t *counts, uint64_t passed, uint64_t share,
                      size_t record_bytes)
{
    size_t place = 0;
    for (int i = 0; i < size; i++) {
        uint64_t left = counts[i] > passed ? counts[i] - passed : 0;
        size_t bytes = (size_t)(left < share ? left : share) * record_bytes;
        parts->bytes[i] = (int)bytes;
        parts->places[i] = (int)place;
        place += bytes;
    }
    return place;
}

bool wire_exchange(struct wire *wire, const unsigned char *records, const uint64_t *counts, size_t record_bytes,
                   uint64_t *flags, disk_take *take, void *taker)
{
    size_t row = (size_t)wire->size * record_bytes; /* one record for each rank */
    bool taking = true;
    if (!reserve(wire, row))
        return false;
    uint64_t share = wire->portion / row;
    /* All ranks exchange their counts and flags. */
    uint64_t most = 0, *out = wire->numbers, *in = out + TOLD * wire->size;
    MPI_Request request;
    for (int i = 0; i < wire->size; i++)
        most = counts[i] > most ? counts[i] : most;
    for (int i = 0; i < wire->size; i++) {
        uint64_t *told = out + TOLD * i;
        told[TOLD_COUNT] = counts[i];
        told[TOLD_MOST] = most;
        told[TOLD_FLAGS] = *flags;
    }
    MPI_Ialltoall(out, TOLD, MPI_UINT64_T, in, TOLD, MPI_UINT64_T, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (int i = 0; i < wire->size; i++) {
        const uint64_t *told = in + TOLD * i;
        wire->coming[i] = told[TOLD_COUNT];
        most = told[TOLD_MOST] > most ? told[TOLD_MOST] : most;
        *flags |= told[TOLD_FLAGS];
    }
    for (uint64_t passed = 0; passed < most; passed += share) {
        lay_out(&wire->out, wire->size, counts, passed, share, record_bytes);
        size_t bytes = lay_out(&wire->in, wire->size, wire->coming, passed, share, record_bytes);
        const unsigned char *its = records; /* the records for the i-th rank */
        for (int i = 0; i < wire->size; its += counts[i++] * record_bytes) {
            if (wire->out.bytes[i] > 0)
                memcpy(wire->sent + wire->out.places[i], its + passed * record_bytes, (size_t)wire->out.bytes[i]);
        }
        MPI_Ialltoallv(wire->sent, wire->out.bytes, wire->out.places, MPI_BYTE, wire->taken, wire->in.bytes,
                       wire->in.places, MPI_BYTE, MPI_COMM_WORLD, &request);
        wait_for(&request);
        taking = taking && (bytes == 0 || take(taker, wire->taken, bytes / record_bytes));
    }
    return true;
}

/* Sends the first bytes of a rank's buffer `taken` to all others. */
static void send_to_all(struct wire *wire, size_t bytes, int from)
{
    MPI_Request request;
    MPI_Ibcast(wire->taken, (int)bytes, MPI_BYTE, from, MPI_COMM_WORLD, &request);
    wait_for(&request);
}

bool wire_gather(struct wire *wire, const unsigned char *records, uint64_t count, size_t record_bytes, disk_take *take,
                 void *taker)
{
    uint64_t total = 0;
    MPI_Request request;
    if (!reserve(wire, record_bytes))
        return false;
    MPI_Iallgather(&count, 1, MPI_UINT64_T, wire->coming, 1, MPI_UINT64_T, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (int i = 0; i < wire->size; i++)
        total += wire->coming[i];
    if (total > wire->portion / record_bytes) {
        /* More than one portion: one rank after the other. */
        uint64_t share = wire->portion / record_bytes;
        bool taking = true;
        for (int from = 0; from < wire->size; from++) {
            for (uint64_t passed = 0; passed < wire->coming[from]; passed += share) {
                uint64_t left = wire->coming[from] - passed, part = left < share ? left : share;
                size_t bytes = (size_t)part * record_bytes;
                if (from == wire->rank)
                    memcpy(wire->taken, records + passed * record_bytes, bytes);
                send_to_all(wire, bytes, from);
                taking = taking && take(taker, wire->taken, part);
            }
        }
    } else if (total > 0) {
        lay_out(&wire->in, wire->size, wire->coming, 0, UINT64_MAX, record_bytes);
        MPI_Iallgatherv(records, (int)(count * record_bytes), MPI_BYTE, wire->taken, wire->in.bytes, wire->in.places,
                        MPI_BYTE, MPI_COMM_WORLD, &request);
        wait_for(&request);
        take(taker, wire->taken, total);
    }
    return true;
}

bool wire_tell(struct wire *wire, struct text *bytes)
{
    uint64_t size = bytes->size;
    MPI_Request request;
    MPI_Ibcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD, &request);
    wait_napping(&request, NAP_MOST); /* perhaps for hours */
    for (uint64_t passed = 0; passed < size; passed += wire->portion) {
        size_t part = size - passed < wire->portion ? (size_t)(size - passed) : wire->portion;
        if (wire->rank == 0)
            memcpy(wire->taken, bytes->data + passed, part);
        send_to_all(wire, part, 0);
        if (wire->rank != 0)
            text_add(bytes, (const char *)wire->taken, part);
    }
    return wire_agree(!bytes->failed);
}
