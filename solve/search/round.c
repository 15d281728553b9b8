/* One round of a search; see round.h. */
#include "solve/search/round.h"

#include "base/threads.h"
#include "solve/search/round_worker.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORTH_THREADS = 2048 }; /* states from which on a round is worth more than one */

bool round_make(struct round *round, struct search *search)
{
    unsigned count = search->limits.jobs < 1 ? 1 : search->limits.jobs;
    *round = (struct round){.search = search,
                            .limit = UINT64_MAX,
                            .worker_count = count < THREADS_MOST ? count : THREADS_MOST};
    round->workers = calloc(round->worker_count, sizeof *round->workers);
    bool good = round->workers != NULL;
    for (unsigned i = 0; good && i < round->worker_count; i++)
        good = worker_make(&round->workers[i], round, i);
    return good;
}

void round_free(struct round *round)
{
    for (unsigned i = 0; round->workers != NULL && i < round->worker_count; i++)
        worker_free(&round->workers[i]);
    free(round->workers);
}

size_t round_bytes(const struct round *round)
{
    return worker_bytes(round->search) * round->worker_count;
}

static enum store_room reserve(struct search *search, uint64_t more)
{
    size_t limit = search->limits.max_memory, allowed = 0;
    if (limit != 0)
        allowed = limit > search->held ? limit - search->held : 1;
    return store_reserve(&search->store, more, allowed);
}

/* The depths grow with the store. */
static bool grow_depths(struct search *search)
{
    _Atomic uint16_t *depths =
        realloc((void *)search->depths, search->store.room * sizeof *depths);
    search->failed |= depths == NULL;
    if (depths == NULL)
        return false;
    memset((void *)(depths + search->depths_room), 0xff,
           (search->store.room - search->depths_room) * sizeof *depths);
    search->depths = depths;
    search->depths_room = search->store.room;
    return true;
}

/* Makes room for a batch of each worker, within the limit. */
static bool make_room(struct round *round, unsigned workers)
{
    struct search *search = round->search;
    uint64_t more = (uint64_t)round_batch(search) * workers;
    if (search->links.kept)
        search_make_room_for_links(search, round->end, round_links(search, workers));
    enum store_room room = reserve(search, more);
    if (room == STORE_FULL && search->links.kept) {
        search_drop_links(search);
        room = reserve(search, more);
    }
    search->failed |= room == STORE_FAILED;
    return room == STORE_READY && (search->depths == NULL ||
                                   search->depths_room >= search->store.room ||
                                   grow_depths(search));
}

static unsigned workers_for(struct round *round)
{
    uint64_t left = round->end - atomic_load(&round->next);
    unsigned workers = left < WORTH_THREADS ? 1 : round->worker_count;
    if (workers > 1 && !make_room(round, workers))
        workers = 1; /* so that a limit of memory is the same for any number of threads */
    bool good = workers > 1 || (!round->search->failed && make_room(round, 1));
    return good ? workers : 0;
}

static void run_workers(struct round *round, unsigned workers)
{
    unsigned all = round->worker_count;
    round->worker_count = workers;
    for (unsigned i = 0; i < all; i++)
        round->workers[i].met_count = 0;
    threads_run(workers, worker_run, round);
    round->worker_count = all;
}

static void take_reasons(struct round *round)
{
    struct watch *watch = &round->search->watch;
    for (unsigned i = 0; i < round->worker_count; i++) {
        if (round->workers[i].watch.reason[0] != '\0' && watch->reason[0] == '\0')
            memcpy(watch->reason, round->workers[i].watch.reason, sizeof watch->reason);
    }
}

/* Why there is no room for a batch. */
static void say_full(struct search *search)
{
    struct watch *watch = &search->watch;
    const struct store *store = &search->store;
    bool numbered = store_count(store) + round_batch(search) <= store->numbers;
    if (watch->reason[0] == '\0' && (!numbered || watch_allows(watch, 0, SIZE_MAX)))
        snprintf(watch->reason, sizeof watch->reason, "there are more states than can be numbered");
}

bool round_run(struct round *round)
{
    struct search *search = round->search;
    unsigned workers = search->failed ? 0 : workers_for(round);
    if (workers == 0) {
        if (!search->failed)
            say_full(search);
        atomic_store(&round->stop, true);
        return true;
    }
    run_workers(round, workers);
    take_reasons(round);
    if (atomic_load(&round->next) > round->end)
        atomic_store(&round->next, round->end);
    return atomic_load(&round->next) == round->end || atomic_load(&round->stop);
}

const struct waiting *round_met(const struct round *round, unsigned worker, size_t *count)
{
    *count = round->workers[worker].met_count;
    return round->workers[worker].met;
}

uint32_t round_add_start(struct round *round)
{
    struct search *search = round->search;
    unsigned char *start = round->workers[0].states;
    bool is_new;
    if (search->start == NULL)
        search->puzzle->rules->start(search->puzzle, start);
    else
        memcpy(start, search->start, search->puzzle->state_bytes);
    if (search->merges)
        search->puzzle->rules->merge(search->puzzle, start);
    return store_add(&search->store, start, store_hash(&search->store, start), &is_new);
}

uint32_t round_add(struct round *round, const unsigned char *state)
{
    struct search *search = round->search;
    unsigned char *copy = round->workers[0].states;
    bool is_new;
    if (store_left(&search->store) == 0 && !make_room(round, 1)) {
        say_full(search);
        return STORE_NONE;
    }
    memcpy(copy, state, search->puzzle->state_bytes);
    return store_add(&search->store, copy, store_hash(&search->store, copy), &is_new);
}
