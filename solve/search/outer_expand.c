/* Expanding states for the outer search, by threads; what comes of it goes into buffers (outer_buffer.c). */
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
    if (!buffer_make_room(work, 1))
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
        if (!buffer_make_room(work, more))
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
