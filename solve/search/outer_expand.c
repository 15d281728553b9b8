/* Expanding states for the outer search, by threads, and collecting what comes of it.
 *
 * The states that are made go into a buffer, which is a store like that of the search in memory: most of what is met
 * twice is met twice within a short time and found there at once.  A full buffer is sorted in its place. */
#include "base/threads.h"
#include "solve/search/outer_inside.h"
#include "solve/search/share.h"

#include <stdlib.h>

enum {
    HAND_STATES = 512, /* states made before they are looked up; more if one state has more moves */
    MOST_PARENTS = 64, /* states expanded for that */
    WORTH_THREADS = 512,
};

struct hand {
    game_move *moves;
    unsigned char *states;
    uint64_t *hashes;
};

/* States that are being expanded. */
struct expansion {
    struct outer_work *work;
    const unsigned char *states;
    uint64_t count, g;
    size_t hands;
    _Atomic uint64_t next;
    atomic_bool solved;
};

static size_t hand_room(const struct outer_work *work)
{
    unsigned most = work->search->puzzle->max_moves;
    return most > HAND_STATES ? most : HAND_STATES;
}

static uint64_t parents_at_once(const struct outer_work *work)
{
    unsigned most = work->search->puzzle->max_moves;
    uint64_t parents = HAND_STATES / (most > 0 ? most : 1);
    return parents < 1 ? 1 : parents > MOST_PARENTS ? MOST_PARENTS : parents;
}

bool hands_make(struct outer_work *work)
{
    size_t room = hand_room(work);
    work->hands = calloc(work->hand_count, sizeof *work->hands);
    work->readers = calloc(work->hand_count, sizeof *work->readers);
    bool good = work->hands != NULL && work->readers != NULL;
    for (unsigned n = 0; good && n < work->hand_count; n++) {
        struct hand *hand = &work->hands[n];
        hand->moves = malloc(room * sizeof *hand->moves);
        hand->states = calloc(1, room * work->state_bytes + STORE_PADDING);
        hand->hashes = malloc(room * sizeof *hand->hashes);
        good = hand->moves != NULL && hand->states != NULL && hand->hashes != NULL &&
               run_reader_make(&work->readers[n], &work->space, NULL);
    }
    return good || run_space_no_memory(&work->space);
}

void hands_free(struct outer_work *work)
{
    for (unsigned n = 0; work->hands != NULL && n < work->hand_count; n++) {
        free(work->hands[n].moves);
        free(work->hands[n].states);
        free(work->hands[n].hashes);
        if (work->readers != NULL && work->readers[n].space != NULL)
            run_reader_free(&work->readers[n]);
    }
    free(work->hands);
    free(work->readers);
    work->hands = NULL;
    work->readers = NULL;
}

unsigned char *outer_scratch(const struct outer_work *work)
{
    return work->hands[0].states;
}

unsigned outer_owner(const struct outer_work *work, uint64_t hash)
{
    return share_owner(hash, work->size);
}

/* --- buffers --- */

bool buffer_make(struct outer_work *work, struct buffer *buffer, size_t allowed)
{
    *buffer = (struct buffer){.allowed = allowed};
    if (!store_make(&buffer->store, work->state_bytes, work->hand_count)) {
        store_free(&buffer->store);
        return run_space_no_memory(&work->space);
    }
    buffer->store.side_bytes = sizeof *buffer->estimates;
    return true;
}

void buffer_free(struct buffer *buffer)
{
    store_free(&buffer->store);
    free(buffer->estimates);
    *buffer = (struct buffer){0};
}

/* Makes room for so many states more.  STORE_FULL: it is time to empty the buffer. */
static enum store_room buffer_reserve(struct outer_work *work, struct buffer *buffer, uint64_t more)
{
    uint64_t most = work->outer->buffer_most, count = store_count(&buffer->store);
    if (most != 0 && count >= most)
        return STORE_FULL;
    enum store_room room = store_reserve(&buffer->store, more, buffer->allowed);
    if (room == STORE_READY && buffer->room < buffer->store.room) {
        uint16_t *estimates =
            realloc(buffer->estimates, (size_t)buffer->store.room * sizeof *estimates);
        if (estimates == NULL) {
            run_space_no_memory(&work->space);
            return STORE_FAILED;
        }
        buffer->estimates = estimates;
        buffer->room = buffer->store.room;
    }
    if (room == STORE_FAILED)
        run_space_no_memory(&work->space);
    return room;
}

/* Empties a buffer and lets it begin with the room it needed last. */
static bool buffer_renew(struct outer_work *work, struct buffer *buffer, bool was_full)
{
    uint64_t count = store_count(&buffer->store);
    size_t allowed = buffer->allowed;
    store_free(&buffer->store);
    free(buffer->estimates);
    if (!buffer_make(work, buffer, allowed))
        return false;
    return !was_full || buffer_reserve(work, buffer, count - count / 8) != STORE_FAILED;
}

/* Sorts states by their estimates, in place; ends[h] is where those of h end, for h up to most. */
static void sort_by_estimate(struct outer_work *work, struct buffer *buffer, uint64_t *begins,
                             uint64_t *ends, unsigned most)
{
    unsigned char *states = buffer->store.states;
    uint16_t *estimates = buffer->estimates;
    uint64_t count = store_count(&buffer->store), sum = 0;
    for (uint64_t i = 0; i < count; i++)
        ends[estimates[i]]++;
    for (unsigned h = 0; h <= most; h++) {
        begins[h] = sum;
        sum += ends[h];
        ends[h] = sum;
    }
    for (unsigned h = 0; h <= most; h++) {
        while (begins[h] < ends[h]) {
            uint16_t its = estimates[begins[h]];
            uint64_t to = begins[its]++;
            if (its == h)
                continue;
            run_swap(states + begins[h] * work->state_bytes, states + to * work->state_bytes,
                     work->state_bytes);
            estimates[begins[h]] = estimates[to];
            estimates[to] = its;
        }
    }
}

static bool write_candidates(struct outer_work *work, const unsigned char *states, uint64_t count,
                             unsigned h)
{
    struct run_writer writer;
    struct bucket *bucket = bucket_reach(work, work->made_moves, h);
    if (bucket == NULL || !run_writer_open(&writer, &work->space, RUN_PASSING))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!run_writer_add(&writer, outer_state(work, states, i))) {
            run_writer_drop(&writer);
            return false;
        }
    }
    struct run_list *pending = &bucket->pending;
    return run_list_add(work, pending, run_writer_close(&writer)) &&
           (pending->count < 2 * RUN_MERGE_MOST ||
            run_merge_reduce(&work->space, pending->runs, &pending->count));
}

static bool flush(struct outer_work *work, bool was_full)
{
    struct buffer *buffer = &work->made;
    uint64_t count = store_count(&buffer->store);
    unsigned most = 0;
    if (count == 0)
        return true;
    for (uint64_t i = 0; i < count; i++)
        most = buffer->estimates[i] > most ? buffer->estimates[i] : most;
    free((void *)buffer->store.slots); /* states are about to change their places */
    buffer->store.slots = NULL;
    uint64_t *begins = calloc(2 * ((size_t)most + 1), sizeof *begins), *ends = begins + most + 1;
    if (begins == NULL)
        return run_space_no_memory(&work->space);
    sort_by_estimate(work, buffer, begins, ends, most);
    bool good = true;
    for (unsigned h = 0; good && h <= most; h++) {
        uint64_t first = h == 0 ? 0 : ends[h - 1], many = ends[h] - first;
        unsigned char *states = buffer->store.states + first * work->state_bytes;
        if (many == 0)
            continue;
        run_sort(states, many, work->state_bytes);
        good = write_candidates(work, states, many, h);
    }
    free(begins);
    return buffer_renew(work, buffer, was_full) && good;
}

bool buffer_flush(struct outer_work *work)
{
    return flush(work, false);
}

/* Room for so many states in the buffer, which is emptied if need be. */
static bool make_room(struct outer_work *work, uint64_t more)
{
    enum store_room room = buffer_reserve(work, &work->made, more);
    if (room == STORE_FULL && store_count(&work->made.store) > 0) {
        if (!flush(work, true))
            return false;
        room = buffer_reserve(work, &work->made, more);
    }
    if (room == STORE_FULL && !run_space_good(&work->space))
        return false;
    if (room == STORE_FULL)
        work->space.full = true; /* not even an empty buffer has it */
    return room == STORE_READY;
}

/* --- expansion --- */

static void enter(struct expansion *expansion, const unsigned char *state, uint64_t hash)
{
    struct outer_work *work = expansion->work;
    const struct puzzle *puzzle = work->search->puzzle;
    struct buffer *buffer = work->size > 1 && outer_owner(work, hash) != work->rank
                                ? &work->outgoing
                                : &work->made;
    bool is_new = false;
    uint64_t place = store_place(&buffer->store, hash);
    if (store_find_from(&buffer->store, state, hash, &place) != STORE_NONE ||
        (puzzle->rules->dead != NULL && puzzle->rules->dead(puzzle, state)))
        return;
    unsigned estimate = puzzle_bound(puzzle, state);
    if (estimate == ESTIMATE_LOST)
        return;
    uint32_t number = store_add_from(&buffer->store, state, hash, place, &is_new);
    if (!is_new)
        return;
    buffer->estimates[number] =
        (uint16_t)(estimate < OUTER_MOST_ESTIMATE ? estimate : OUTER_MOST_ESTIMATE);
    if (puzzle->rules->solved(puzzle, state))
        atomic_store_explicit(&expansion->solved, true, memory_order_relaxed);
}

bool outer_enter(struct outer_work *work, const unsigned char *state)
{
    struct expansion expansion = {.work = work, .count = 1};
    unsigned char *copy = work->hands[0].states;
    if (!make_room(work, 1))
        return false;
    memcpy(copy, state, work->state_bytes);
    enter(&expansion, copy, store_hash(&work->made.store, copy));
    if (atomic_load(&expansion.solved) && work->made_moves < work->known)
        work->known = work->made_moves;
    return true;
}

static void expand_some(struct expansion *expansion, struct hand *hand, uint64_t first,
                        uint64_t end)
{
    struct outer_work *work = expansion->work;
    const struct puzzle *puzzle = work->search->puzzle;
    size_t bytes = work->state_bytes, made = 0;
    for (uint64_t i = first; i < end; i++) {
        const unsigned char *state = outer_state(work, expansion->states, i);
        struct fanout fanout = {.moves = hand->moves + made, .states = hand->states + made * bytes};
        if (puzzle->rules->solved(puzzle, state))
            continue;
        search_expand(work->search, state, &fanout);
        for (unsigned n = 0; n < fanout.count; n++, made++) {
            hand->hashes[made] = store_hash(&work->made.store, hand->states + made * bytes);
            store_prefetch(&work->made.store, hand->hashes[made]);
        }
    }
    for (size_t i = 0; i < made; i++)
        enter(expansion, hand->states + i * bytes, hand->hashes[i]);
}

static bool has_room(const struct expansion *expansion)
{
    const struct outer_work *work = expansion->work;
    uint64_t more = hand_room(work) * expansion->hands, most = work->outer->buffer_most;
    const struct store *made = &work->made.store, *outgoing = &work->outgoing.store;
    return store_left(made) >= more && (most == 0 || store_count(made) < most) &&
           (work->size == 1 ||
            (store_left(outgoing) >= more && (most == 0 || store_count(outgoing) < most)));
}

static void expand_by_hand(void *context, unsigned n)
{
    struct expansion *expansion = context;
    struct outer_work *work = expansion->work;
    uint64_t parents = parents_at_once(work);
    while (has_room(expansion)) {
        uint64_t first = atomic_fetch_add(&expansion->next, parents);
        uint64_t end = first + parents < expansion->count ? first + parents : expansion->count;
        if (first >= expansion->count)
            return;
        expand_some(expansion, &work->hands[n], first, end);
    }
}

uint64_t outer_expand(struct outer_work *work, const unsigned char *states, uint64_t count,
                      uint64_t g)
{
    struct expansion expansion = {
        .work = work, .states = states, .count = count, .g = g, .hands = 1};
    uint64_t next = 0;
    while (next < count) {
        expansion.hands = count - next < WORTH_THREADS ? 1 : work->hand_count;
        uint64_t more = hand_room(work) * expansion.hands;
        if (!make_room(work, more))
            break;
        if (work->size > 1) {
            enum store_room room = buffer_reserve(work, &work->outgoing, more);
            if (room == STORE_FULL && store_count(&work->outgoing.store) == 0)
                work->space.full = true;
            if (room != STORE_READY)
                break;
        }
        threads_run((unsigned)expansion.hands, expand_by_hand, &expansion);
        next = atomic_load(&expansion.next);
        next = next < count ? next : count;
        atomic_store(&expansion.next, next);
    }
    if (atomic_load(&expansion.solved) && g + 1 < work->known)
        work->known = g + 1;
    return next;
}

/* --- partners --- */

/* A record on its way: the estimate, then the state. */
static size_t record_bytes(const struct outer_work *work)
{
    return sizeof(uint16_t) + work->state_bytes;
}

static bool take_record(struct outer_work *work, const unsigned char *record, unsigned char *state)
{
    bool is_new;
    struct store *store = &work->made.store;
    if (!make_room(work, 1))
        return false;
    memcpy(state, record + sizeof(uint16_t), work->state_bytes);
    uint32_t number = store_add(store, state, store_hash(store, state), &is_new);
    if (is_new)
        memcpy(&work->made.estimates[number], record, sizeof(uint16_t));
    return true;
}

static bool take_records(void *taker, const unsigned char *records, uint64_t count)
{
    struct outer_work *work = taker;
    bool good = true;
    for (uint64_t i = 0; good && i < count; i++)
        good = take_record(work, records + i * record_bytes(work), work->hands[0].states);
    return good;
}

/* Puts records of the states into an array, in the order of their owners. */
static void deal_records(struct outer_work *work, unsigned char *records, uint64_t *counts)
{
    const struct store *store = &work->outgoing.store;
    uint64_t count = store_count(store), sum = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < count; i++) {
            const unsigned char *state = store_state(store, i);
            unsigned owner = outer_owner(work, store_hash(store, state));
            uint64_t at = counts[owner]++;
            if (pass == 0)
                continue;
            unsigned char *record = records + at * record_bytes(work);
            memcpy(record, &work->outgoing.estimates[i], sizeof(uint16_t));
            memcpy(record + sizeof(uint16_t), state, work->state_bytes);
        }
        for (unsigned owner = 0; pass == 0 && owner < work->size; owner++) {
            uint64_t its = counts[owner];
            counts[owner] = sum;
            sum += its;
        }
    }
    for (unsigned owner = work->size; owner-- > 1;) /* from ends to numbers */
        counts[owner] -= counts[owner - 1];
}

bool outer_trade(struct outer_work *work)
{
    if (work->size == 1)
        return true;
    const struct outer_partners *partners = work->outer->partners;
    uint64_t count = store_count(&work->outgoing.store);
    uint64_t *counts = calloc(work->size, sizeof *counts);
    unsigned char *records = malloc((size_t)count * record_bytes(work) + 1);
    bool good = (counts != NULL && records != NULL) || run_space_no_memory(&work->space);
    if (good)
        deal_records(work, records, counts);
    bool agreed = outer_agree(work, NULL, NULL);
    if (agreed) {
        uint64_t flags = 0;
        bool reached = partners->exchange(partners->context, records, counts, record_bytes(work),
                                          &flags, take_records, work);
        work->broken |= !reached;
        if (reached)
            buffer_renew(work, &work->outgoing, false); /* if it cannot be, that is agreed on later */
        agreed = reached;
    }
    free(counts);
    free(records);
    return agreed;
}

/* --- backwards --- */

struct marking {
    struct outer_work *work;
    const unsigned char *states;
    uint64_t count, g;
    _Atomic uint64_t next;
    atomic_bool failed;
};

static bool leads_on(const struct marking *marking, const unsigned char *state,
                     struct fanout *fanout)
{
    const struct search *search = marking->work->search;
    search_expand(search, state, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        uint32_t number = search_find(search, fanout_state(fanout, search->puzzle, n));
        if (number != STORE_NONE && search->depths[number] == marking->g + 1)
            return true;
    }
    return false;
}

static void mark_by_hand(void *context, unsigned n)
{
    enum { PORTION = 64 };
    struct marking *marking = context;
    struct outer_work *work = marking->work;
    const struct puzzle *puzzle = work->search->puzzle;
    struct hand *hand = &work->hands[n];
    uint64_t first;
    while ((first = atomic_fetch_add(&marking->next, PORTION)) < marking->count) {
        uint64_t end = first + PORTION < marking->count ? first + PORTION : marking->count;
        for (uint64_t i = first; i < end; i++) {
            const unsigned char *state = outer_state(work, marking->states, i);
            struct fanout fanout = {.moves = hand->moves, .states = hand->states};
            bool goal = puzzle->rules->solved(puzzle, state);
            bool on_way = marking->g == work->known ? goal
                                                    : !goal && leads_on(marking, state, &fanout);
            atomic_store_explicit(&work->marks[i], on_way, memory_order_relaxed);
        }
    }
}

bool outer_mark_on_way(struct outer_work *work, const unsigned char *states, uint64_t count,
                       uint64_t g)
{
    struct marking marking = {.work = work, .states = states, .count = count, .g = g};
    threads_run(count < WORTH_THREADS ? 1 : work->hand_count, mark_by_hand, &marking);
    return run_space_good(&work->space);
}
