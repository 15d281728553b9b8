/* Closing a bucket: what was met before goes, the rest is expanded; see outer.h.
 *
 * The candidates are merged a batch at a time, and each closed run of the estimate is read beside the batch, by a
 * thread: both are in order.  Of a run no more is read than the blocks in which something of the batch may be. */
#include "base/threads.h"
#include "solve/search/outer_inside.h"

#include <stdlib.h>

enum {
    MARK_MET = 1,   /* closed before, with no more moves */
    MARK_LATER = 2, /* closed before, with more moves */
    SLICE = 4096,   /* states of a batch that each thread expands before clock and limits are looked at */
    SLICES_ALONE = 32, /* that are expanded before partners hear of it, so that all stop soon when one has to */
};

/* --- what is known already --- */

struct sieve {
    struct outer_work *work;
    const unsigned char *states;
    uint64_t count;
    struct run *const *runs;
    size_t run_count;
    unsigned char mark;
    _Atomic size_t next;
};

/* The first of the states from `low` on that is not before `key`; it is likely to be near. */
static uint64_t first_from(const struct sieve *sieve, uint64_t low, const unsigned char *key)
{
    size_t size = sieve->work->state_bytes;
    uint64_t high = sieve->count;
    for (uint64_t step = 1; low < high; step *= 2) {
        uint64_t at = step < high - low ? low + step - 1 : high - 1;
        if (run_compare(sieve->states + at * size, key, size) >= 0) {
            high = at;
            break;
        }
        low = at + 1;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (run_compare(sieve->states + middle * size, key, size) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void sieve_run(const struct sieve *sieve, struct run_reader *reader, const struct run *run)
{
    struct outer_work *work = sieve->work;
    size_t size = work->state_bytes;
    bool more = run_reader_begin_at(reader, run, sieve->states);
    for (uint64_t i = 0; more;) {
        i = first_from(sieve, i, reader->key);
        if (i == sieve->count)
            return;
        if (run_compare(reader->key, sieve->states + i * size, size) == 0) {
            atomic_fetch_or_explicit(&work->marks[i], sieve->mark, memory_order_relaxed);
            i++;
        }
        more = i < sieve->count && run_reader_seek(reader, sieve->states + i * size);
    }
}

static void sieve_by_hand(void *context, unsigned n)
{
    struct sieve *sieve = context;
    size_t at;
    while ((at = atomic_fetch_add(&sieve->next, 1)) < sieve->run_count)
        sieve_run(sieve, &sieve->work->readers[n], sieve->runs[at]);
}

/* Marks those states of a sorted batch that are in a run of some; `mark` is the bit set. */
static bool sieve_batch(struct outer_work *work, const unsigned char *states, uint64_t count,
                        struct run *const *runs, size_t run_count, unsigned char mark)
{
    enum { WORTH_THREADS = 4096 };
    struct sieve sieve = {.work = work, .states = states, .count = count, .runs = runs,
                          .run_count = run_count, .mark = mark};
    if (count > 0 && run_count > 0)
        threads_run(count < WORTH_THREADS || run_count == 1 ? 1 : work->hand_count, sieve_by_hand,
                    &sieve);
    return run_space_good(&work->space);
}

/* --- closing --- */

struct closing {
    struct outer_work *work;
    struct run_merge merge;
    struct run_writer writer;
    bool merging, writing;
    struct run **before, **later; /* closed runs of the estimate, of no more moves and of more */
    size_t before_count, later_count;
    uint64_t count, at; /* of the batch, and what of it is done */
};

/* Finds the runs that a state of the bucket may be in. */
static bool find_closed(struct closing *closing)
{
    struct outer_work *work = closing->work;
    size_t most = 0, at = 0, later = 0;
    for (size_t i = 0; i < work->bucket_count; i++)
        most += work->buckets[i].h == work->h ? work->buckets[i].closed.count : 0;
    closing->before = malloc((most + 1) * sizeof *closing->before);
    if (closing->before == NULL)
        return run_space_no_memory(&work->space);
    for (size_t i = 0; i < work->bucket_count; i++) { /* in the order of g */
        const struct bucket *bucket = &work->buckets[i];
        for (size_t n = 0; bucket->h == work->h && n < bucket->closed.count; n++) {
            closing->before[at++] = bucket->closed.runs[n];
            later += bucket->g > work->g;
        }
    }
    closing->before_count = at - later;
    closing->later = closing->before + closing->before_count;
    closing->later_count = later;
    return true;
}

static bool closing_open(struct closing *closing)
{
    struct outer_work *work = closing->work;
    struct bucket *bucket = bucket_find(work, work->g, work->h);
    if (bucket == NULL || bucket->pending.count == 0)
        return true; /* a partner has some */
    struct run_list *pending = &bucket->pending;
    closing->merging = run_merge_reduce(&work->space, pending->runs, &pending->count) &&
                       run_merge_open(&closing->merge, &work->space, pending->runs, pending->count,
                                      work->resumes ? work->after : NULL);
    return closing->merging && find_closed(closing);
}

static void closing_free(struct closing *closing)
{
    if (closing->merging)
        run_merge_close(&closing->merge);
    if (closing->writing)
        run_writer_drop(&closing->writer);
    free(closing->before);
}

/* Takes out of a batch what is marked as met. */
static void compact(struct closing *closing)
{
    struct outer_work *work = closing->work;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < closing->count; i++) {
        unsigned char mark = work->marks[i];
        if ((mark & MARK_MET) != 0)
            continue;
        if (kept != i)
            memcpy(work->batch + kept * work->state_bytes, work->batch + i * work->state_bytes,
                   work->state_bytes);
        work->marks[kept++] = mark;
    }
    closing->count = kept;
}

/* Gets the next batch with something in it.  False: there is none, or something failed. */
static bool next_batch(struct closing *closing)
{
    struct outer_work *work = closing->work;
    while (closing->merging && closing->at == closing->count) {
        closing->at = 0;
        closing->count = run_merge_next(&closing->merge, work->batch, work->batch_room);
        if (closing->count == 0 || !run_space_good(&work->space)) {
            closing->count = 0;
            return false;
        }
        memset((void *)work->marks, 0, closing->count);
        if (!sieve_batch(work, work->batch, closing->count, closing->before,
                         closing->before_count, MARK_MET))
            return false;
        compact(closing);
        if (!sieve_batch(work, work->batch, closing->count, closing->later, closing->later_count,
                         MARK_LATER))
            return false;
    }
    return closing->merging;
}

/* Writes down that some states of the batch are expanded. */
static bool take_closed(struct closing *closing, uint64_t many)
{
    struct outer_work *work = closing->work;
    if (many == 0)
        return true;
    if (!closing->writing)
        closing->writing = run_writer_open(&closing->writer, &work->space, RUN_LASTING);
    bool good = closing->writing;
    for (uint64_t i = closing->at; good && i < closing->at + many; i++) {
        good = run_writer_add(&closing->writer, outer_state(work, work->batch, i));
        work->closed += (work->marks[i] & MARK_LATER) == 0;
    }
    closing->at += many;
    memcpy(work->after, outer_state(work, work->batch, closing->at - 1), work->state_bytes);
    work->resumes = true;
    return good;
}

/* Works until the bucket is done, or the partners are needed, or it is time for a note, or to stop.  Returns whether the bucket is not
 * done. */
static bool work_on(struct closing *closing)
{
    struct outer_work *work = closing->work;
    uint64_t most = SLICE * (uint64_t)work->hand_count, left_alone = 0;
    while (outer_good(work) && next_batch(closing)) {
        uint64_t left = closing->count - closing->at, slice = left < most ? left : most;
        uint64_t done = outer_expand(work, outer_state(work, work->batch, closing->at), slice,
                                     work->g);
        if (!take_closed(closing, done) || done < slice)
            return true;
        if (!outer_may_go_on(work))
            return true;
        if (outer_note_is_due(work))
            return true;
        left_alone += done;
        if (work->size > 1 && left_alone >= most * SLICES_ALONE)
            return true;
    }
    return !outer_good(work);
}

/* Makes all that is done so far part of the bucket, and runs of what came of it. */
static bool settle(struct closing *closing)
{
    struct outer_work *work = closing->work;
    if (!buffer_flush(work))
        return false;
    if (!closing->writing)
        return true;
    closing->writing = false;
    struct run *run = run_writer_close(&closing->writer);
    struct bucket *bucket = bucket_find(work, work->g, work->h);
    if (run == NULL || bucket == NULL)
        return false;
    return run_list_add(work, &bucket->closed, run);
}

static bool close_all(struct closing *closing)
{
    struct outer_work *work = closing->work;
    bool more = closing_open(closing), others, due;
    if (!more && outer_good(work))
        work->broken = true;
    do {
        more = outer_good(work) && work_on(closing);
        if (!outer_trade(work))
            return false;
        others = more;
        due = outer_note_is_due(work);
        if (!outer_agree(work, &others, &due))
            return false;
        if (work->stopped || (due && others)) {
            bool settled = settle(closing);
            if (!outer_agree(work, NULL, NULL) || !settled || !outer_note(work))
                return false;
        }
        if (work->stopped)
            return false;
    } while (others);
    return settle(closing);
}

bool outer_close_bucket(struct outer_work *work, bool *due)
{
    struct closing closing = {.work = work};
    work->made_moves = work->g + 1;
    bool good = close_all(&closing);
    closing_free(&closing);
    struct bucket *bucket = bucket_find(work, work->g, work->h);
    if (good && bucket != NULL)
        run_list_free(work, &bucket->pending);
    if (good) {
        work->g = work->h = OUTER_NONE;
        work->resumes = false;
    }
    *due = outer_note_is_due(work);
    return outer_agree(work, NULL, due) && good;
}

/* --- counting --- */

/* Collects what waits with an estimate, of any number of moves, in one list. */
static bool gather_pending(struct outer_work *work, uint64_t h, struct run_list *list)
{
    for (size_t i = 0; i < work->bucket_count; i++) {
        struct run_list *pending = &work->buckets[i].pending;
        if (work->buckets[i].h != h)
            continue;
        for (size_t n = 0; n < pending->count; n++) {
            if (!run_list_add(work, list, pending->runs[n])) {
                pending->runs[n] = pending->runs[--pending->count];
                return false;
            }
            pending->runs[n] = NULL;
        }
        pending->count = 0;
    }
    return true;
}

static bool count_merged(struct closing *closing, uint64_t *many)
{
    struct outer_work *work = closing->work;
    while (next_batch(closing)) {
        *many += closing->count;
        closing->at = closing->count;
        if (!outer_may_go_on(work))
            return false;
    }
    return outer_good(work);
}

/* Counts the states with an estimate that wait and are not closed. */
static bool count_pending(struct outer_work *work, struct run_list *list, uint64_t *many)
{
    struct closing closing = {.work = work};
    work->g = UINT32_MAX; /* all that is closed comes before */
    closing.merging =
        run_merge_reduce(&work->space, list->runs, &list->count) &&
        run_merge_open(&closing.merge, &work->space, list->runs, list->count, NULL);
    bool good = closing.merging && find_closed(&closing) && count_merged(&closing, many);
    work->g = OUTER_NONE;
    closing_free(&closing);
    return good;
}

/* The least estimate from work->h on with which states wait. */
static uint64_t next_estimate(const struct outer_work *work)
{
    uint64_t least = OUTER_NONE;
    for (size_t i = 0; i < work->bucket_count; i++) {
        const struct bucket *bucket = &work->buckets[i];
        if (bucket->pending.count > 0 && bucket->h >= work->h && bucket->h < least)
            least = bucket->h;
    }
    return least;
}

bool outer_count(struct outer_work *work)
{
    bool good = outer_good(work);
    while (good && (work->h = next_estimate(work)) != OUTER_NONE) {
        struct run_list list = {0};
        uint64_t many = 0;
        good = gather_pending(work, work->h, &list) && count_pending(work, &list, &many);
        run_list_free(work, &list);
        if (good) {
            work->counted += many;
            work->h++;
        }
        good = good && (work->size > 1 || !outer_note_is_due(work) || outer_note(work));
    }
    return outer_agree(work, NULL, NULL) && !work->stopped && good;
}
