/* The buckets of the outer search, by moves and estimate. */
#include "solve/search/outer_inside.h"

#include <stdlib.h>

bool run_list_add(struct outer_work *work, struct run_list *list, struct run *run)
{
    if (run == NULL)
        return false;
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 2 : 2 * list->room;
        struct run **runs = realloc(list->runs, room * sizeof *runs);
        if (runs == NULL) {
            run_free(&work->space, run);
            return run_space_no_memory(&work->space);
        }
        list->runs = runs;
        list->room = room;
    }
    list->runs[list->count++] = run;
    return true;
}

void run_list_free(struct outer_work *work, struct run_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        run_free(&work->space, list->runs[i]);
    free(list->runs);
    *list = (struct run_list){0};
}

/* The place of the first bucket that is not before (g, h). */
static size_t place_of(const struct outer_work *work, uint64_t g, uint64_t h)
{
    size_t low = 0, high = work->bucket_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct bucket *bucket = &work->buckets[middle];
        if (bucket->g < g || (bucket->g == g && bucket->h < h))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct bucket *bucket_find(struct outer_work *work, uint64_t g, uint64_t h)
{
    size_t place = place_of(work, g, h);
    if (place == work->bucket_count)
        return NULL;
    struct bucket *bucket = &work->buckets[place];
    return bucket->g == g && bucket->h == h ? bucket : NULL;
}

struct bucket *bucket_reach(struct outer_work *work, uint64_t g, uint64_t h)
{
    struct bucket *bucket = bucket_find(work, g, h);
    if (bucket != NULL)
        return bucket;
    if (work->bucket_count == work->bucket_room) {
        size_t room = work->bucket_room == 0 ? 64 : 2 * work->bucket_room;
        struct bucket *buckets = realloc(work->buckets, room * sizeof *buckets);
        if (buckets == NULL) {
            run_space_no_memory(&work->space);
            return NULL;
        }
        work->buckets = buckets;
        work->bucket_room = room;
    }
    size_t place = place_of(work, g, h);
    bucket = &work->buckets[place];
    memmove(bucket + 1, bucket, (work->bucket_count - place) * sizeof *bucket);
    *bucket = (struct bucket){.g = (uint32_t)g, .h = (uint32_t)h};
    work->bucket_count++;
    return bucket;
}

void buckets_free(struct outer_work *work)
{
    for (size_t i = 0; i < work->bucket_count; i++) {
        run_list_free(work, &work->buckets[i].pending);
        run_list_free(work, &work->buckets[i].closed);
        run_list_free(work, &work->buckets[i].won);
    }
    free(work->buckets);
    work->buckets = NULL;
    work->bucket_count = work->bucket_room = 0;
}
