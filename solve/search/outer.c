/* The outer search; see outer.h. */
#include "solve/search/outer_table.h"

#include "base/clock.h"
#include "base/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- together --- */

bool outer_reduce(struct outer_work *work, enum outer_reduction how, uint64_t *values, size_t count)
{
    const struct outer_partners *partners = work->outer->partners;
    if (partners == NULL || partners->reduce(partners->context, how, values, count))
        return true;
    work->broken = true;
    return false;
}

bool outer_good(struct outer_work *work)
{
    return !work->broken && !work->search->failed && run_space_good(&work->space);
}

/* Stops for a reason. */
static bool stop_for(struct outer_work *work, const char *reason)
{
    struct watch *watch = &work->search->watch;
    if (watch->reason[0] == '\0')
        snprintf(watch->reason, sizeof watch->reason, "%s", reason);
    work->stopped = true;
    return false;
}

bool outer_may_go_on(struct outer_work *work)
{
    struct watch *watch = &work->search->watch;
    watch_hurry(watch);
    if (!watch_allows(watch, work->closed + work->counted, 0))
        work->stopped = true;
    return !work->stopped;
}

bool outer_agree(struct outer_work *work, bool *this, bool *that)
{
    uint64_t values[] = {work->broken || !outer_good(work), work->stopped, this != NULL && *this,
                         that != NULL && *that};
    if (!outer_reduce(work, OUTER_MAX, values, sizeof values / sizeof *values))
        return false;
    work->stopped |= values[1] != 0;
    work->broken |= values[0] != 0;
    if (this != NULL)
        *this = values[2] != 0;
    if (that != NULL)
        *that = values[3] != 0;
    return values[0] == 0;
}

bool outer_all(const struct outer *outer, bool mine)
{
    uint64_t value = mine;
    return outer->partners == NULL
               ? mine
               : outer->partners->reduce(outer->partners->context, OUTER_MIN, &value, 1) &&
                     value != 0;
}

/* --- there --- */

/* The bucket whose turn it is, as a number: f, g and h; OUTER_NONE: no state waits. */
static uint64_t next_bucket(const struct outer_work *work)
{
    uint64_t least = OUTER_NONE;
    for (size_t i = 0; i < work->bucket_count; i++) {
        const struct bucket *bucket = &work->buckets[i];
        uint64_t f = (uint64_t)bucket->g + bucket->h;
        f = f > work->f ? f : work->f;
        uint64_t key = f << 40 | (uint64_t)bucket->g << 20 | bucket->h;
        if (bucket->pending.count > 0 && key < least)
            least = key;
    }
    return least;
}

static void prove_at_least(struct outer_work *work, uint64_t moves)
{
    struct search *search = work->search;
    search->below = moves > search->below ? moves : search->below;
}

/* Finds the next bucket.  False: the search is over, or something failed. */
static bool choose_bucket(struct outer_work *work)
{
    uint64_t values[] = {next_bucket(work), work->known};
    if (!outer_reduce(work, OUTER_MIN, values, 2))
        return false;
    work->known = values[1];
    uint64_t f = values[0] >> 40;
    if (values[0] == OUTER_NONE || (work->known != OUTER_NONE && f > work->known))
        return false;
    prove_at_least(work, f);
    if (f > SEARCH_MOST_MOVES) {
        char reason[RUN_REASON];
        snprintf(reason, sizeof reason, "no solution has %d moves or fewer", SEARCH_MOST_MOVES);
        return stop_for(work, reason);
    }
    work->f = f;
    work->g = values[0] >> 20 & 0xfffff;
    work->h = values[0] & 0xfffff;
    work->resumes = false;
    return true;
}

/* Tells how many states all partners together have closed, which, after a whole bucket, depends on neither their number nor
 * that of threads; and stops where these are more than there may be.  Collective. */
static bool sum_up(struct outer_work *work)
{
    struct search *search = work->search;
    uint64_t closed = work->closed;
    if (!outer_reduce(work, OUTER_SUM, &closed, 1))
        return false;
    search->settled = closed;
    if (search->limits.max_states != 0 && closed > search->limits.max_states) {
        watch_allows(&search->watch, closed, 0); /* which says why */
        work->stopped = true;
    }
    return true;
}

/* Expands everything up to the depth.  False: it had to stop. */
static bool go_forth(struct outer_work *work)
{
    prove_at_least(work, work->f);
    while (work->g != OUTER_NONE || choose_bucket(work)) {
        bool due;
        if (!outer_close_bucket(work, &due) || !sum_up(work))
            return false;
        if (((due || work->stopped) && !outer_note(work)) || work->stopped)
            return false;
    }
    return outer_good(work) && !work->stopped;
}

static bool enter_phase(struct outer_work *work, enum outer_phase phase, uint64_t g, uint64_t h)
{
    work->phase = phase;
    work->g = g;
    work->h = h;
    work->resumes = false;
    return outer_note(work);
}

static bool count_all(struct outer_work *work)
{
    struct search *search = work->search;
    if (work->phase == OUTER_COUNT && !outer_count(work))
        return false;
    uint64_t all = work->closed + work->counted;
    if (!outer_reduce(work, OUTER_SUM, &all, 1))
        return false;
    search->settled = all;
    if (!watch_allows(&search->watch, all, 0)) /* which may look at the clock of this partner alone */
        work->stopped = true;
    return outer_agree(work, NULL, NULL) && !work->stopped;
}

/* Tells what is found. */
static bool conclude(struct outer_work *work)
{
    struct search *search = work->search;
    search->depth = search->known;
    search->whole = search->depth < 0;
    return true;
}

/* Searches in the table until that is left.  *over: that was all, or it failed.  Returns whether it did not. */
static bool go_through_table(struct outer_work *work, bool *over)
{
    struct search *search = work->search;
    enum table_end end = outer_table_go_forth(work);
    search->known = work->known == OUTER_NONE ? -1 : (int64_t)work->known;
    *over = end != TABLE_LEFT || (work->stopped && work->folder == NULL);
    if (end == TABLE_DONE)
        return (search->known < 0 || outer_table_go_back(work)) && conclude(work);
    if (*over)
        return false;
    bool good = outer_table_spill(work);
    return outer_agree(work, NULL, NULL) && good && outer_note(work) && !work->stopped;
}

static bool go_through_phases(struct outer_work *work)
{
    if (work->table != NULL) {
        bool over, good = go_through_table(work, &over);
        if (over || !good)
            return good;
    }
    if (work->phase == OUTER_FORTH &&
        !(go_forth(work) && enter_phase(work, OUTER_COUNT, OUTER_NONE, 0)))
        return false;
    struct search *search = work->search;
    search->known = work->known == OUTER_NONE ? -1 : (int64_t)work->known;
    if (!count_all(work))
        return false;
    if (work->phase == OUTER_COUNT && search->known >= 0 &&
        !enter_phase(work, OUTER_BACK, work->known, 0))
        return false;
    return (search->known < 0 || outer_go_back(work)) && conclude(work);
}

/* --- beginning and end --- */

static bool make_depths(struct search *search)
{
    search->depths_room = search->store.room;
    search->depths = malloc(search->depths_room * sizeof *search->depths);
    search->store.side_bytes = sizeof *search->depths;
    search->failed |= search->depths == NULL;
    return !search->failed;
}

/* The parts of memory: half for what expansion makes, a quarter for runs, and the rest for what runs are read and merged
 * with. */
static bool outer_make(struct outer_work *work)
{
    enum { BATCH_MOST = 1 << 18, BATCH_LEAST = 64 };
    const struct outer_partners *partners = work->outer->partners;
    uint64_t memory = work->search->limits.max_memory, batch = work->outer->batch_most;
    work->size = partners == NULL ? 1 : partners->size;
    work->rank = partners == NULL ? 0 : partners->rank;
    uint64_t fits = memory == 0 ? BATCH_MOST : memory / 16 / (work->state_bytes + 1);
    batch = batch == 0 || batch > BATCH_MOST ? BATCH_MOST : batch;
    batch = batch < fits ? batch : fits < BATCH_LEAST ? BATCH_LEAST : fits;
    work->batch_room = batch;
    work->batch = calloc(1, (size_t)batch * work->state_bytes + STORE_PADDING);
    work->marks = calloc(batch, 1);
    work->after = calloc(1, work->state_bytes + 1);
    if (work->batch == NULL || work->marks == NULL || work->after == NULL)
        return run_space_no_memory(&work->space);
    size_t half = (size_t)(work->size == 1 ? memory / 2 : memory / 4);
    return hands_make(work) && buffer_make(work, &work->made, half) &&
           (work->size == 1 || buffer_make(work, &work->outgoing, half / 2));
}

static void outer_free(struct outer_work *work)
{
    outer_table_free(work);
    buffer_free(&work->made);
    buffer_free(&work->outgoing);
    buckets_free(work);
    hands_free(work);
    free(work->batch);
    free((void *)work->marks);
    free(work->after);
    free(work->folder);
    if (work->lock >= 0)
        close(work->lock);
    run_space_free(&work->space);
}

static void take_start(const struct search *search, unsigned char *state)
{
    const struct puzzle *puzzle = search->puzzle;
    if (search->start == NULL)
        puzzle->rules->start(puzzle, state);
    else
        memcpy(state, search->start, puzzle->state_bytes);
    if (search->merges)
        puzzle->rules->merge(puzzle, state);
}

/* Whether the start says all; then that is what the search found. */
static bool is_over(struct search *search, const unsigned char *state)
{
    const struct puzzle *puzzle = search->puzzle;
    bool goal = puzzle->rules->solved(puzzle, state), is_new;
    search->settled = 1;
    if (goal) {
        search->depths[store_add(&search->store, state, store_hash(&search->store, state),
                                 &is_new)] = 0;
        search->depth = search->known = 0;
    } else {
        search->whole = puzzle_bound(puzzle, state) == ESTIMATE_LOST;
    }
    return goal || search->whole;
}

/* The first candidate, with its owner. */
static bool begin(struct outer_work *work, const unsigned char *start)
{
    const struct search *search = work->search;
    unsigned estimate = puzzle_bound(search->puzzle, start);
    uint64_t h = estimate < OUTER_MOST_ESTIMATE ? estimate : OUTER_MOST_ESTIMATE;
    struct run_writer writer;
    prove_at_least(work, h == 0 ? 1 : h);
    if (work->outer->partners != NULL)
        return outer_table_make(work) && outer_table_begin(work, start);
    if (work->size > 1 && outer_owner(work, store_hash(&search->store, start)) != work->rank)
        return true;
    struct bucket *bucket = bucket_reach(work, 0, h);
    if (bucket == NULL || !run_writer_open(&writer, &work->space, RUN_PASSING))
        return false;
    if (run_writer_add(&writer, start))
        return run_list_add(work, &bucket->pending, run_writer_close(&writer));
    run_writer_drop(&writer);
    return false;
}

/* Says why, where it was not a limit that the search's watch knows. */
static void say_why(struct outer_work *work)
{
    struct search *search = work->search;
    struct run_space *space = &work->space;
    search->failed |= space->no_memory;
    if (search->failed)
        return;
    if (space->reason[0] != '\0')
        stop_for(work, space->reason);
    else if (space->full && watch_allows(&search->watch, 0, SIZE_MAX))
        stop_for(work, "there are more states than can be numbered");
    else if (space->full)
        work->stopped = true;
    else
        stop_for(work, "another process had to stop");
}

static bool search_outside(struct outer_work *work, const unsigned char *start)
{
    bool found = false, good = outer_make(work);
    good = outer_agree(work, NULL, NULL) && good && outer_take_up(work, &found);
    if (good && !found)
        good = begin(work, start);
    good = outer_agree(work, NULL, NULL) && good && go_through_phases(work);
    if (!good)
        say_why(work);
    return good;
}

static bool outer_make_space(struct outer_work *work)
{
    struct search *search = work->search;
    unsigned jobs = search->limits.jobs;
    work->hand_count = jobs < 1 ? 1 : jobs < THREADS_MOST ? jobs : THREADS_MOST;
    search->failed |= !run_space_make(&work->space, NULL, work->state_bytes,
                                      (size_t)search->limits.max_memory, work->hand_count);
    return !search->failed;
}

/* Partners wait for this one to say that all is well. */
static void tell_failure(const struct outer *outer)
{
    struct search none = {.failed = true};
    struct outer_work work = {.search = &none, .outer = outer, .broken = true};
    outer_agree(&work, NULL, NULL);
}

bool outer_search(struct search *search, const struct outer *outer)
{
    struct outer_work work = {.search = search,
                              .outer = outer,
                              .state_bytes = search->puzzle->state_bytes,
                              .lock = -1,
                              .g = OUTER_NONE,
                              .h = OUTER_NONE,
                              .known = OUTER_NONE,
                              .began = now(),
                              .noted = now()};
    unsigned char *start = calloc(1, work.state_bytes + STORE_PADDING);
    search->failed |= start == NULL;
    if (search->failed || !make_depths(search) || !outer_make_space(&work)) {
        free(start);
        tell_failure(outer);
        return false;
    }
    take_start(search, start);
    bool good = is_over(search, start);
    if (!good) {
        good = search_outside(&work, start);
        search->known = work.known == OUTER_NONE ? -1 : (int64_t)work.known;
    }
    outer_free(&work);
    free(start);
    return good;
}
