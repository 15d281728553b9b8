/* One round of a search; see round.h. */
#include "solve/search/round.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/threads.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PARENTS = 64 }; /* the most states expanded in a batch */

/* The working data of one thread. */
struct worker {
    struct round *round;
    unsigned number;
    struct watch watch;
    double seconds; /* that it worked so far */
    game_move *moves;
    unsigned char *states;
    struct sought {
        uint64_t hash, place; /* the slot where the look-up of the state may begin */
    } * sought;
    struct parent { /* an expanded state, and how many states were generated from it */
        uint32_t number;
        unsigned moves;
        uint64_t beyond; /* the least f beyond the limit that the expansion left out; UINT64_MAX: none */
    } parents[MOST_PARENTS];
    unsigned parent_count;
    uint64_t beyond; /* for the current parent: the least f beyond the limit that was left out; UINT64_MAX: none */
    struct waiting *met;
    size_t met_count;
    size_t batch; /* capacity in states */
};

/* --- worker --- */

enum {
    BATCH_STATES = 512, /* states generated before they are looked up; more if one state has more moves */
    /* Best first: the states that each thread expands before a list is read on, and those that it returns by one
     * round_met.  The more there are, the less threads wait for each other. */
    LEAST_PORTION = 2048,
    MOST_PORTION = 16384,
    PARTS = 1024, /* a portion above the least takes at most one of so many parts of the memory */
};

static size_t portion_of_thread(const struct search *search)
{
    size_t memory = search->limits.max_memory, fits = memory / PARTS / (sizeof(struct waiting) + sizeof(uint32_t));
    return memory == 0 || fits > MOST_PORTION ? MOST_PORTION : fits < LEAST_PORTION ? LEAST_PORTION : fits;
}

/* Returns the number of states that a batch has room for. */
static size_t round_batch(const struct search *search)
{
    size_t most = search_most_moves(search);
    return most > BATCH_STATES ? most : BATCH_STATES;
}

/* Returns the successor entries that this many workers may claim at once. */
static uint64_t round_successors(const struct search *search, unsigned workers)
{
    return (round_batch(search) + MOST_PARENTS) * (uint64_t)workers;
}

static size_t met_capacity(const struct search *search, size_t batch)
{
    size_t most = batch + MOST_PARENTS;
    size_t portion = portion_of_thread(search);
    return !depths_exist(&search->depths) ? 0 : most > portion ? most : portion;
}

/* Returns whether a path ends in this state.  Backward searches do not stop at solved states. */
static bool is_goal(const struct search *search, const unsigned char *state)
{
    return search->back == NULL && search->puzzle->rules->solved(search->puzzle, state);
}

/* Returns whether the bound of a state is tested when the state is expanded.  It then waits with the round's f. */
static bool tests_later(const struct round *round)
{
    return round->limit != UINT64_MAX && search_keeps_within(round->search);
}

/* Adds a state to the store unless it is proved lost, or left out because its f is beyond the limit.  Returns its
 * number or STORE_NONE. */
static uint32_t enter(struct worker *worker, size_t nth)
{
    struct round *round = worker->round;
    struct search *search = round->search;
    const struct puzzle *puzzle = search->puzzle;
    bool best_first = depths_exist(&search->depths), is_new = false;
    uint64_t estimate = UINT64_MAX;
    const unsigned char *state = worker->states + nth * search->store.state_bytes;
    struct sought *sought = &worker->sought[nth];
    uint32_t number = store_find_from(&search->store, state, sought->hash, &sought->place);
    if (number == STORE_NONE) {
        if (search->within != NULL) {
            const struct search *within = search->within;
            uint32_t its = store_find(&within->store, state, sought->hash);
            if (its == STORE_NONE || depths_get(&within->depths, its) + round->depth + 1 != search->length)
                return STORE_NONE;
        }
        if (search->back == NULL && puzzle->rules->dead != NULL && puzzle->rules->dead(puzzle, state))
            return STORE_NONE;
        if (best_first && tests_later(round)) {
            estimate = 0;
        } else if (best_first) {
            unsigned bound = search_bound(search, state);
            if (bound == ESTIMATE_LOST)
                return STORE_NONE;
            uint64_t f = round->depth + 1 + bound;
            if (f > round->limit) {
                worker->beyond = f < worker->beyond ? f : worker->beyond;
                return STORE_NONE;
            }
            estimate = bound;
        }
        number = store_add_from(&search->store, state, sought->hash, sought->place, &is_new);
        if (!best_first && puzzle->rules->solved(puzzle, state))
            atomic_store_explicit(&round->solved, true, memory_order_relaxed);
    }
    uint64_t depth = round->depth + 1;
    if (best_first && depths_lower(&search->depths, number, (unsigned)depth, is_new)) {
        /* Adds the state to the list of met states, as it was not met with as few moves before. */
        if (is_goal(search, state))
            atomic_store_explicit(&round->solved, true, memory_order_relaxed);
        CHECK(!is_goal(search, state) || search_bound(search, state) == 0);
        if (estimate == UINT64_MAX)
            estimate = tests_later(round) ? 0 : search_bound(search, state);
        if (estimate == ESTIMATE_LOST) /* by a higher bound than when it was stored */
            return number;
        uint64_t f = depth + estimate > round->f ? depth + estimate : round->f;
        worker->met[worker->met_count++] = (struct waiting){number, (uint32_t)f};
    }
    return number;
}

/* Takes `count` generated states from index `made` on.  Keeps those that this rank owns and sends the others.
 * Returns how many states there are then in all. */
static size_t send_others(struct worker *worker, size_t made, unsigned count)
{
    struct share *share = worker->round->share;
    size_t bytes = worker->round->search->store.state_bytes, from = made;
    for (unsigned n = 0; n < count; n++, from++) {
        uint64_t hash = worker->sought[from].hash;
        unsigned owner = share_owner(hash, share->size);
        if (owner != share->rank) {
            share_add(share, worker->number, worker->states + from * bytes, hash, owner, worker->round->depth + 1);
            continue;
        }
        if (from != made)
            memcpy(worker->states + made * bytes, worker->states + from * bytes, bytes);
        worker->sought[made++].hash = hash;
    }
    return made;
}

/* Generates the successors of some states of the round and prefetches their slots.  Returns how many there are. */
static size_t make_states(struct worker *worker, uint64_t first, uint64_t end)
{
    const struct round *round = worker->round;
    const struct search *search = round->search;
    const struct store *store = &search->store;
    size_t bytes = store->state_bytes, made = 0;
    struct store_copy copy;
    worker->parent_count = 0;
    for (uint64_t i = first; i < end; i++) {
        uint32_t number = round->numbers == NULL ? (uint32_t)i : round->numbers[i];
        /* Goals are not expanded, nor states that were reached in fewer moves since. */
        if (depths_exist(&search->depths) && depths_get(&search->depths, number) != round->depth)
            continue;
        const unsigned char *state = store_read(store, number, &copy);
        if (is_goal(search, state))
            continue;
        struct fanout fanout = {.moves = worker->moves + made, .states = worker->states + made * bytes};
        uint64_t f = round->depth + 1;
        unsigned least = ESTIMATE_LOST;
        if (round->limit == UINT64_MAX)
            search_expand(search, state, &fanout);
        else if (f > round->limit)
            least = 0;
        else
            least = search_expand_within(search, state, round->limit - f, &fanout);
        uint64_t beyond = least == ESTIMATE_LOST ? UINT64_MAX : f + least;
        worker->parents[worker->parent_count++] = (struct parent){number, fanout.count, beyond};
        for (unsigned n = 0; n < fanout.count; n++) {
            uint64_t hash = store_hash(store, worker->states + (made + n) * bytes);
            worker->sought[made + n].hash = hash;
            store_prefetch(store, hash);
        }
        made = round->share == NULL ? made + fanout.count : send_others(worker, made, fanout.count);
    }
    return made;
}

/* Expands some states of the round, or takes states of other ranks, and adds the states to the store. */
static void expand_some(struct worker *worker, uint64_t first, uint64_t end)
{
    const struct search *search = worker->round->search;
    size_t made = (size_t)(end - first), bytes = search->store.state_bytes;
    if (worker->round->taken == NULL) {
        made = make_states(worker, first, end);
    } else {
        /* Copies states that other ranks generated. */
        memcpy(worker->states, worker->round->taken + first * bytes, made * bytes);
        for (size_t i = 0; i < made; i++) {
            worker->sought[i].hash = store_hash(&search->store, worker->states + i * bytes);
            store_prefetch(&search->store, worker->sought[i].hash);
        }
    }
    for (size_t i = 0; i < made; i++)
        worker->sought[i].place = store_approach(&search->store, worker->sought[i].hash);
    if (search->successors.kept) {
        /* Keeps the numbers of the successors, too. */
        struct successors *successors = &worker->round->search->successors;
        size_t i = 0;
        uint32_t at = successors_claim(successors, made + worker->parent_count);
        for (unsigned p = 0; p < worker->parent_count; p++) {
            struct parent parent = worker->parents[p];
            uint32_t *record = successors->entries + at, count = 0;
            for (unsigned n = 0; n < parent.moves; n++, i++) {
                uint32_t number = enter(worker, i);
                if (number != STORE_NONE)
                    record[++count] = number;
            }
            record[0] = count;
            successors->places[parent.number] = at;
            at += count + 1;
        }
    } else if (worker->round->limit != UINT64_MAX) {
        /* Successors beyond the limit are left out, and their parents wait again. */
        size_t i = 0;
        for (unsigned p = 0; p < worker->parent_count; p++) {
            worker->beyond = worker->parents[p].beyond;
            for (unsigned n = worker->parents[p].moves; n > 0; n--)
                enter(worker, i++);
            if (worker->beyond != UINT64_MAX)
                worker->met[worker->met_count++] =
                    (struct waiting){worker->parents[p].number, (uint32_t)worker->beyond};
        }
    } else {
        for (size_t i = 0; i < made; i++)
            enter(worker, i);
    }
}

/* Returns whether there is room for one more batch of each thread. */
static bool has_capacity(const struct worker *worker)
{
    const struct round *round = worker->round;
    const struct search *search = round->search;
    size_t met = met_capacity(search, worker->batch);
    return store_left(&search->store) >= worker->batch * round->worker_count &&
           (met == 0 || (met - worker->met_count >= worker->batch + MOST_PARENTS &&
                         depths_left(&search->depths) >= worker->batch * round->worker_count)) &&
           (round->share == NULL || round->taken != NULL ||
            share_left(round->share, worker->number) >= worker->batch) &&
           (!search->successors.kept ||
            successors_have_capacity(&search->successors, 0, round_successors(search, round->worker_count)));
}

/* Expands states of a round until none are left, a limit is hit or there is no room for a batch of each thread.
 * `context` is the round, n the worker's number. */
static void worker_run(void *context, unsigned n)
{
    struct round *round = context;
    struct worker *worker = &round->workers[n];
    double began = clock_now();
    size_t most = search_most_moves(round->search);
    uint64_t parents = BATCH_STATES / (most > 0 ? most : 1);
    parents = parents < 1 ? 1 : parents > MOST_PARENTS ? MOST_PARENTS : parents;
    if (round->taken != NULL) { /* states from other ranks are not expanded here */
        parents = BATCH_STATES;
    } else if ((round->search->limits.spared & SEARCH_ALONE) != 0) { /* even a small round is shared */
        /* Wait until all threads have begun, unless that takes too long. */
        enum { PATIENCE = 1000 };
        atomic_fetch_add(&round->begun, 1);
        for (unsigned tries = 0; tries < PATIENCE && atomic_load(&round->begun) < round->worker_count; tries++)
            threads_wait(tries);
        parents = 1;
    }
    while (has_capacity(worker)) {
        uint64_t count = store_count(&round->search->store) + round->search->elsewhere;
        watch_hurry(&worker->watch);
        if (!watch_allows(&worker->watch, count, 0) || (round->most != 0 && count > round->most))
            atomic_store(&round->stop, true);
        if (atomic_load_explicit(&round->stop, memory_order_relaxed))
            break;
        if (search_wants_threads(round->search))
            break;
        uint64_t first = atomic_fetch_add(&round->next, parents);
        if (first >= round->end)
            break;
        expand_some(worker, first, first + parents < round->end ? first + parents : round->end);
    }
    worker->seconds += clock_now() - began;
}

/* --- round --- */

/* The seconds of work that a thread of a round must get, because its start takes about a tenth of a millisecond. */
#define WORTH_A_THREAD 0.0005

/* Returns how many threads a round of `left` states is worth, judged by the time that the rounds before took. */
static unsigned threads_worth_starting(const struct round *round, uint64_t left)
{
    double seconds = 0;
    if ((round->search->limits.spared & SEARCH_ALONE) != 0)
        return round->worker_count;
    for (unsigned i = 0; i < round->worker_count; i++)
        seconds += round->workers[i].seconds;
    double worth = round->done == 0 ? THREADS_MOST : (double)left / (double)round->done * seconds / WORTH_A_THREAD;
    return worth < 1 ? 1 : worth < round->worker_count ? (unsigned)worth : round->worker_count;
}

bool round_make(struct round *round, struct search *search)
{
    *round = (struct round){.search = search, .limit = UINT64_MAX, .worker_count = limits_threads(&search->limits)};
    round->workers = calloc(round->worker_count, sizeof *round->workers);
    size_t batch = round_batch(search), met = met_capacity(search, batch);
    bool good = round->workers != NULL;
    for (unsigned i = 0; good && i < round->worker_count; i++) {
        struct worker *worker = &round->workers[i];
        *worker = (struct worker){.round = round, .number = i, .watch = search->watch, .batch = batch};
        worker->moves = malloc(batch * sizeof *worker->moves);
        worker->states = calloc(1, batch * search->puzzle->state_bytes + STORE_PADDING);
        worker->sought = malloc(batch * sizeof *worker->sought);
        worker->met = met == 0 ? NULL : malloc(met * sizeof *worker->met);
        good = worker->moves != NULL && worker->states != NULL && worker->sought != NULL &&
               (met == 0 || worker->met != NULL);
    }
    if (depths_exist(&search->depths)) {
        round->portion = portion_of_thread(search) * round->worker_count;
        round->numbers = malloc(round->portion * sizeof *round->numbers);
        good = good && round->numbers != NULL;
    }
    return good;
}

void round_free(struct round *round)
{
    for (unsigned i = 0; round->workers != NULL && i < round->worker_count; i++) {
        struct worker *worker = &round->workers[i];
        free(worker->moves);
        free(worker->states);
        free(worker->sought);
        free(worker->met);
    }
    free(round->workers);
    free(round->numbers);
}

size_t round_bytes(const struct round *round)
{
    size_t batch = round_batch(round->search);
    size_t each = round->search->puzzle->state_bytes + sizeof(game_move) + sizeof(struct sought);
    size_t of_worker = batch * each + met_capacity(round->search, batch) * sizeof(struct waiting);
    return of_worker * round->worker_count + round->portion * sizeof *round->numbers;
}

static enum store_capacity reserve(struct search *search, uint64_t more)
{
    size_t limit = search->limits.max_memory, allowed = 0, held = search_held(search);
    if (limit != 0)
        allowed = limit > held ? limit - held : 1;
    return store_reserve(&search->store, more, allowed);
}

/* Makes room for a batch of each worker, and for its depths, within the limit.  Drops the kept successors if needed.
 * States that are met from now on are one move deeper than the round. */
static bool ensure_capacity(struct round *round, unsigned workers)
{
    struct search *search = round->search;
    uint64_t more = (uint64_t)round_batch(search) * workers;
    if (search->successors.kept)
        search_reserve_successors(search, round->end, round_successors(search, workers));
    enum store_capacity capacity = reserve(search, more);
    if (capacity == STORE_FULL && search->successors.kept) {
        search_drop_successors(search);
        capacity = reserve(search, more);
    }
    search_check_memory(search, capacity != STORE_FAILED);
    struct depths *depths = &search->depths;
    if (capacity != STORE_READY || !depths_exist(depths))
        return capacity == STORE_READY;
    size_t bytes = depths_bytes_more(depths, search->store.capacity, more);
    if ((bytes > 0 && !search_can_afford(search, bytes)) || !search_reserve_depths(search, more))
        return false;
    depths_begin(depths, store_count(&search->store), (unsigned)round->depth + 1);
    return true;
}

/* Sets the reason why there is no room for a batch. */
static void say_full(struct search *search)
{
    struct watch *watch = &search->watch;
    const struct store *store = &search->store;
    bool numbered = store_count(store) + round_batch(search) <= store->numbers;
    if (!numbered || watch_allows(watch, 0, SIZE_MAX))
        watch_stop(watch, LIMIT_NUMBERS, NULL);
}

static bool has_states_left(const void *context)
{
    const struct round *round = context;
    return atomic_load(&round->next) < round->end && !atomic_load(&round->stop);
}

bool round_run(struct round *round)
{
    struct search *search = round->search;
    for (unsigned i = 0; i < round->worker_count; i++)
        round->workers[i].met_count = 0;
    atomic_store(&round->begun, 0);
    uint64_t left = round->end - atomic_load(&round->next);
    unsigned workers = threads_worth_starting(round, left);
    bool good = !search_failed(search);
    if (good && workers > 1 && !ensure_capacity(round, workers))
        workers = 1; /* so that a memory limit is hit at the same point with any number of threads */
    if (good && workers == 1)
        good = !search_failed(search) && ensure_capacity(round, 1);
    if (!good) {
        if (!search_failed(search))
            say_full(search);
        atomic_store(&round->stop, true);
        return true;
    }
    unsigned all = round->worker_count;
    round->worker_count = workers;
    search_work(search, workers, worker_run, has_states_left, round);
    round->worker_count = all;
    for (unsigned i = 0; i < all; i++)
        watch_stop_with(&search->watch, &round->workers[i].watch);
    if (atomic_load(&round->next) > round->end)
        atomic_store(&round->next, round->end);
    round->done += left - (round->end - atomic_load(&round->next));
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
    search_write_start(search, start);
    if (search->merges)
        search->puzzle->rules->merge(search->puzzle, start);
    return store_add(&search->store, start, store_hash(&search->store, start), &is_new);
}

uint32_t round_add(struct round *round, const unsigned char *state)
{
    struct search *search = round->search;
    unsigned char *copy = round->workers[0].states;
    bool is_new;
    if (store_left(&search->store) == 0 && !ensure_capacity(round, 1)) {
        say_full(search);
        return STORE_NONE;
    }
    if (depths_exist(&search->depths)) { /* the state has no depth until it is lowered */
        if (!search_reserve_depths(search, 0))
            return STORE_NONE;
        depths_begin(&search->depths, store_count(&search->store), DEPTHS_NONE);
    }
    memcpy(copy, state, search->puzzle->state_bytes);
    return store_add(&search->store, copy, store_hash(&search->store, copy), &is_new);
}
