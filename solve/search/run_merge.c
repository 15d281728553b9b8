/* Several runs as one; see run_merge.h. */
#include "solve/search/run_merge.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static bool is_before(const struct run_merge *merge, size_t a, size_t b)
{
    return run_compare(merge->heap[a]->key, merge->heap[b]->key, merge->space->state_bytes) < 0;
}

static void sift_down(struct run_merge *merge, size_t at)
{
    for (size_t child; (child = 2 * at + 1) < merge->open; at = child) {
        if (child + 1 < merge->open && is_before(merge, child + 1, child))
            child++;
        if (!is_before(merge, child, at))
            return;
        struct run_reader *swap = merge->heap[at];
        merge->heap[at] = merge->heap[child];
        merge->heap[child] = swap;
    }
}

/* Brings a reader to the first state after one. */
static bool go_past(struct run_reader *reader, const unsigned char *after)
{
    return run_reader_seek(reader, after) &&
           (run_compare(reader->key, after, reader->space->state_bytes) != 0 || run_reader_next(reader));
}

bool run_merge_open(struct run_merge *merge, struct run_space *space, struct run *const *runs,
                    size_t count, const unsigned char *after)
{
    *merge = (struct run_merge){.space = space, .last = calloc(1, space->state_bytes + 1)};
    bool good = merge->last != NULL || run_space_no_memory(space);
    for (; good && merge->made < count; merge->made++) {
        struct run_reader *reader = &merge->readers[merge->made];
        good = run_reader_make(reader, space, merge->made > 0 ? &merge->readers[0] : NULL);
        if (!good)
            break;
        if (run_reader_begin(reader, runs[merge->made]) &&
            (after == NULL || go_past(reader, after)))
            merge->heap[merge->open++] = reader;
    }
    for (size_t at = merge->open / 2; at-- > 0;)
        sift_down(merge, at);
    if (good && run_space_good(space))
        return true;
    run_merge_close(merge);
    return false;
}

void run_merge_close(struct run_merge *merge)
{
    for (size_t i = 0; i < merge->made; i++)
        run_reader_free(&merge->readers[i]);
    free(merge->last);
    merge->last = NULL;
    merge->made = merge->open = 0;
}

uint64_t run_merge_next(struct run_merge *merge, unsigned char *states, uint64_t room)
{
    size_t size = merge->space->state_bytes;
    uint64_t count = 0;
    while (merge->open > 0) {
        struct run_reader *least = merge->heap[0];
        if (!merge->begun || run_compare(merge->last, least->key, size) != 0) {
            if (count == room)
                break;
            memcpy(states + count++ * size, least->key, size);
            memcpy(merge->last, least->key, size);
            merge->begun = true;
        }
        if (!run_reader_next(least))
            merge->heap[0] = merge->heap[--merge->open];
        sift_down(merge, 0);
    }
    return count;
}

/* --- many runs --- */

/* Writes what is merged into one run. */
static struct run *write_merged(struct run_space *space, struct run *const *runs, size_t count)
{
    enum { PORTION = 256 };
    struct run_merge merge;
    struct run_writer writer;
    struct run *made = NULL;
    unsigned char *states = malloc(PORTION * space->state_bytes + 1);
    if (states == NULL) {
        run_space_no_memory(space);
        return NULL;
    }
    if (run_merge_open(&merge, space, runs, count, NULL)) {
        bool good = run_writer_open(&writer, space, RUN_PASSING);
        for (uint64_t many; good && (many = run_merge_next(&merge, states, PORTION)) > 0;) {
            for (uint64_t i = 0; good && i < many; i++)
                good = run_writer_add(&writer, states + i * space->state_bytes);
        }
        if (good && run_space_good(space))
            made = run_writer_close(&writer);
        else if (good)
            run_writer_drop(&writer);
        run_merge_close(&merge);
    }
    free(states);
    return made;
}

bool run_merge_reduce(struct run_space *space, struct run **runs, size_t *count)
{
    while (*count >
           RUN_MERGE_MOST) { /* the first ones are the oldest and, as a rule, of the same size */
        struct run *made = write_merged(space, runs, RUN_MERGE_MOST);
        if (made == NULL)
            return false;
        for (size_t i = 0; i < RUN_MERGE_MOST; i++)
            run_free(space, runs[i]);
        *count -= RUN_MERGE_MOST;
        memmove(runs, runs + RUN_MERGE_MOST, *count * sizeof *runs);
        runs[(*count)++] = made;
    }
    return true;
}

/* --- sorting --- */

enum { FEW = 24, VALUES = 256, DEEPEST = 256 };

void run_swap(unsigned char *a, unsigned char *b, size_t state_bytes)
{
    uint64_t one, other;
    for (; state_bytes >= 8; state_bytes -= 8, a += 8, b += 8) {
        memcpy(&one, a, 8);
        memcpy(&other, b, 8);
        memcpy(a, &other, 8);
        memcpy(b, &one, 8);
    }
    for (; state_bytes > 0; state_bytes--, a++, b++) {
        unsigned char byte = *a;
        *a = *b;
        *b = byte;
    }
}

static void sort_few(unsigned char *states, uint64_t count, size_t size, size_t at)
{
    for (uint64_t i = 1; i < count; i++) {
        for (unsigned char *state = states + i * size;
             state > states && run_compare(state - size + at, state + at, size - at) > 0; state -= size)
            run_swap(state - size, state, size);
    }
}

/* Puts each state where those of its byte `at` go; ends[value] is then where these end. */
static void deal(unsigned char *states, size_t size, size_t at, uint64_t *begins,
                 const uint64_t *ends)
{
    for (unsigned value = 0; value < VALUES; value++) {
        while (begins[value] < ends[value]) {
            unsigned char *state = states + begins[value] * size;
            if (state[at] == value)
                begins[value]++;
            else
                run_swap(state, states + begins[state[at]]++ * size, size);
        }
    }
}

static int compare_states(const void *a, const void *b, void *size)
{
    return run_compare(a, b, *(size_t *)size);
}

/* Radix sort from the first byte on, in place; the bytes before `at` are all the same.  `deep` bounds the stack. */
static void sort_from(unsigned char *states, uint64_t count, size_t size, size_t at, unsigned deep)
{
    if (deep == DEEPEST) {
        sort_with(states, (size_t)count, size, compare_states, &size);
        return;
    }
    uint64_t begins[VALUES], ends[VALUES];
    for (; at < size && count > FEW; at++) {
        memset(ends, 0, sizeof ends);
        for (uint64_t i = 0; i < count; i++)
            ends[states[i * size + at]]++;
        if (ends[states[at]] == count)
            continue;
        uint64_t sum = 0;
        for (unsigned value = 0; value < VALUES; value++) {
            begins[value] = sum;
            sum += ends[value];
            ends[value] = sum;
        }
        deal(states, size, at, begins, ends);
        for (unsigned value = 0; value < VALUES; value++) {
            uint64_t first = value == 0 ? 0 : ends[value - 1];
            if (ends[value] - first > 1)
                sort_from(states + first * size, ends[value] - first, size, at + 1, deep + 1);
        }
        return;
    }
    if (at < size)
        sort_few(states, count, size, at);
}

void run_sort(unsigned char *states, uint64_t count, size_t state_bytes)
{
    if (state_bytes > 0)
        sort_from(states, count, state_bytes, 0, 0);
}
