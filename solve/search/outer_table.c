/* The outer search while memory lasts; see outer_table.h.
 *
 * Each partner has the states that are its own in a table, with the fewest moves that led to them, and waiting lists of
 * (f, g).  All go through these lists in the same order; what one makes for others is dealt out when a parcel is full and
 * at the end of a list, until nobody has more.  So a list is complete before its turn, and what is expanded is
 * what search_best_first would expand, at its price: no state is sorted, packed or merged.
 *
 * A bucket takes one reduction, which says which is next, and as a rule one exchange, whose flags say how everybody fares.
 *
 * When somebody's memory is used up, or it is time to write down what there is, everybody makes runs of what it
 * has (outer_spill.c), and the search goes on with these.  What comes from others and has no room in the table any more
 * waits as a candidate: it may be in the table, but runs may, too. */
#include "solve/search/outer_table.h"

#include "solve/search/room.h"

#include <stdlib.h>

/* How a partner fares. */
enum { FLAG_MORE = 1, FLAG_LEAVES = 2, FLAG_STOPPED = 4, FLAG_BROKEN = 8 };

/* --- beginning and end --- */

/* The table has three eighths of memory: numbers take an eighth in the end, what is found a half at most; or, when it is left, runs
 * and buffers have what they have without. */
static struct limits own_limits(const struct outer_work *work)
{
    struct limits limits = work->search->limits;
    limits.max_states = 0; /* that is for all together */
    limits.max_memory = limits.max_memory / 8 * 3;
    limits.timeout = 0;
    return limits;
}

/* States that a thread sends at a time. */
static uint64_t parcel_room(const struct outer_work *work)
{
    enum { MOST = 1 << 17, LEAST = 2048 };
    uint64_t memory = work->search->limits.max_memory, room = MOST / work->hand_count;
    uint64_t fits = memory / 64 / work->hand_count / (work->state_bytes + sizeof(uint32_t));
    room = memory != 0 && fits < room ? fits : room;
    uint64_t least = 2 * (uint64_t)work->search->puzzle->max_moves;
    least = (least > LEAST ? least : LEAST) + work->outer->buffer_most;
    return room > least ? room : least;
}

bool outer_table_make(struct outer_work *work)
{
    struct outer_table *table = calloc(1, sizeof *table);
    work->table = table;
    if (table == NULL)
        return run_space_no_memory(&work->space);
    struct search *search = &table->search;
    struct limits limits = own_limits(work);
    bool good = search_make(search, work->search->puzzle, &limits);
    search->watch.deadline = work->search->watch.deadline;
    search->start = work->search->start;
    search->merges = work->search->merges;
    good = good && search_make_depths(search) && round_make(&table->round, search);
    if (good && work->size > 1) {
        good = share_make(&table->share, work->state_bytes, work->rank, work->size,
                          work->hand_count, parcel_room(work));
        table->share.most = work->outer->buffer_most;
        table->round.share = &table->share;
    }
    if (good)
        search->held += round_bytes(&table->round);
    return good || run_space_no_memory(&work->space);
}

void outer_table_free(struct outer_work *work)
{
    struct outer_table *table = work->table;
    if (table == NULL)
        return;
    for (size_t g = 0; g < table->row_count; g++) {
        for (size_t i = 0; i < table->rows[g].count; i++)
            free(table->rows[g].lists[i].numbers);
        free(table->rows[g].lists);
    }
    free(table->rows);
    free(table->at_hand.numbers);
    round_free(&table->round);
    share_free(&table->share);
    search_free(&table->search);
    free(table);
    work->table = NULL;
}

/* --- waiting lists --- */

static bool grow(void **array, size_t *count, size_t wanted, size_t size)
{
    size_t room = wanted > 2 * *count ? wanted : 2 * *count;
    unsigned char *larger = realloc(*array, room * size);
    if (larger == NULL)
        return false;
    memset(larger + *count * size, 0, (room - *count) * size);
    *array = larger;
    *count = room;
    return true;
}

/* Lets a state wait.  Memory for that is charged, so that the store has less, but never refused: a state of the table
 * that does not wait is taken for one that was expanded. */
static bool let_wait(struct outer_work *work, uint32_t number, uint64_t f, uint64_t g)
{
    struct outer_table *table = work->table;
    void *rows = table->rows;
    if (g >= table->row_count && !grow(&rows, &table->row_count, g + 1, sizeof *table->rows))
        return run_space_no_memory(&work->space);
    table->rows = rows;
    struct table_row *row = &table->rows[g];
    void *lists = row->lists;
    if (f - g >= row->count && !grow(&lists, &row->count, f - g + 1, sizeof *row->lists))
        return run_space_no_memory(&work->space);
    row->lists = lists;
    struct list *list = &row->lists[f - g];
    if (list->count == list->room) {
        size_t room = (size_t)room_for(list->room, list->room + 16, sizeof *list->numbers);
        uint32_t *numbers = realloc(list->numbers, room * sizeof *numbers);
        if (numbers == NULL)
            return run_space_no_memory(&work->space);
        table->search.held += (room - list->room) * sizeof *numbers;
        list->numbers = numbers;
        list->room = room;
    }
    list->numbers[list->count++] = number;
    return true;
}

bool outer_table_begin(struct outer_work *work, const unsigned char *start)
{
    struct outer_table *table = work->table;
    struct search *search = &table->search;
    if (work->size > 1 && outer_owner(work, store_hash(&search->store, start)) != work->rank)
        return true;
    uint32_t number = round_add_start(&table->round);
    search->depths[number] = 0;
    return let_wait(work, number, puzzle_bound(search->puzzle, start), 0);
}

/* Lets those wait that the last round met. */
static bool take_met(struct outer_work *work)
{
    struct outer_table *table = work->table;
    for (unsigned worker = 0; worker < table->round.worker_count; worker++) {
        size_t count;
        const struct waiting *met = round_met(&table->round, worker, &count);
        for (size_t i = 0; i < count; i++) {
            if (!let_wait(work, met[i].number, met[i].f, table->g + 1))
                return false;
        }
    }
    return true;
}

/* The list whose turn it is, as a number: f, then g; OUTER_NONE: no state waits. */
static uint64_t next_list(const struct outer_table *table)
{
    uint64_t least = OUTER_NONE;
    for (uint64_t g = 0; g < table->row_count; g++) {
        const struct table_row *row = &table->rows[g];
        uint64_t most = least == OUTER_NONE ? UINT64_MAX : least >> 32;
        for (size_t i = table->f > g ? (size_t)(table->f - g) : 0; i < row->count && g + i < most;
             i++) {
            if (row->lists[i].count > 0) {
                least = (g + i) << 32 | g;
                break;
            }
        }
    }
    return least;
}

/* --- rounds --- */

/* Finds out why a round stopped: what stops the search stops all; else there is no room for a state more. */
static void find_reason(struct outer_work *work)
{
    struct outer_table *table = work->table;
    if (table->search.failed)
        run_space_no_memory(&work->space);
    else if (outer_may_go_on(work))
        table->full = true;
    table->search.watch.reason[0] = '\0';
    atomic_store(&table->round.stop, false);
}

/* Does what is left of a round, as far as there is room.  Returns what of it is done. */
static uint64_t run_round(struct outer_work *work, uint64_t next, uint64_t end)
{
    struct outer_table *table = work->table;
    struct round *round = &table->round;
    uint64_t most = work->outer->table_most;
    atomic_store(&round->next, next);
    round->end = end;
    while (next < end && !table->full && outer_good(work) && outer_may_go_on(work)) {
        uint64_t before = next;
        round_run(round);
        next = atomic_load(&round->next);
        work->closed = store_count(&table->search.store);
        if (!take_met(work))
            break;
        if (atomic_load(&round->stop))
            find_reason(work);
        else if (next == before)
            break; /* a parcel is full */
        table->full |= most != 0 && work->closed >= most;
    }
    if (atomic_exchange(&round->solved, false) && table->g + 1 < work->known)
        work->known = table->g + 1;
    return next;
}

/* Takes what others made; what has no room waits as a candidate. */
static bool take_states(void *taker, const unsigned char *states, uint64_t count)
{
    struct outer_work *work = taker;
    struct outer_table *table = work->table;
    table->round.taken = states;
    uint64_t next = run_round(work, 0, count);
    table->round.taken = NULL;
    for (; next < count && outer_good(work); next++) {
        if (!outer_enter(work, outer_state(work, states, next)))
            work->broken = true;
    }
    return outer_good(work);
}

static uint64_t flags_of(struct outer_work *work)
{
    const struct outer_table *table = work->table;
    bool leaves = table->full || outer_table_is_due(work);
    return (table->next < table->at_hand.count ? FLAG_MORE : 0) | (leaves ? FLAG_LEAVES : 0) |
           (work->stopped ? FLAG_STOPPED : 0) | (outer_good(work) ? 0 : FLAG_BROKEN);
}

/* Gives others what is theirs and takes what they have; collective.  *flags becomes that of all. */
static bool deal_out(struct outer_work *work, uint64_t *flags)
{
    const struct outer_partners *partners = work->outer->partners;
    struct share *share = &work->table->share;
    *flags = flags_of(work);
    if (work->size == 1)
        return true;
    share_deal(share);
    if (partners->exchange(partners->context, share->dealt, share->counts, work->state_bytes, flags,
                           take_states, work))
        return true;
    work->broken = true;
    return false;
}

/* --- buckets --- */

/* Agrees on the bucket that is next; collective.  *flags: of all. */
static bool choose_list(struct outer_work *work, uint64_t *key, uint64_t *flags)
{
    enum { KEY, KNOWN, STAYS, GOES_ON, GOOD, VALUES };
    uint64_t own = flags_of(work);
    uint64_t values[VALUES] = {
        [KEY] = next_list(work->table),     [KNOWN] = work->known,
        [STAYS] = (own & FLAG_LEAVES) == 0, [GOES_ON] = (own & FLAG_STOPPED) == 0,
        [GOOD] = (own & FLAG_BROKEN) == 0,
    };
    if (!outer_reduce(work, OUTER_MIN, values, VALUES))
        return false;
    *key = values[KEY];
    work->known = values[KNOWN];
    *flags = (values[STAYS] ? 0 : FLAG_LEAVES) | (values[GOES_ON] ? 0 : FLAG_STOPPED) |
             (values[GOOD] ? 0 : FLAG_BROKEN);
    return true;
}

static void open_list(struct outer_work *work, uint64_t f, uint64_t g)
{
    struct outer_table *table = work->table;
    table->f = work->f = table->round.f = f;
    table->g = table->round.depth = g;
    work->made_moves = g + 1;
    table->next = 0;
    if (g < table->row_count && f - g < table->rows[g].count) {
        struct list *list = &table->rows[g].lists[f - g];
        table->at_hand = *list;
        *list = (struct list){0};
    }
    search_take_turns(&table->search, table->at_hand.numbers, table->at_hand.count);
}

static void close_list(struct outer_table *table)
{
    table->search.held -= table->at_hand.room * sizeof *table->at_hand.numbers;
    free(table->at_hand.numbers);
    table->at_hand = (struct list){0};
    table->next = 0;
}

/* Expands the bucket at hand; collective.  Returns whether the search goes on in the table; *flags tells why it does
 * not. */
static bool expand_list(struct outer_work *work, uint64_t *flags)
{
    struct outer_table *table = work->table;
    do {
        table->round.numbers = table->at_hand.numbers;
        table->next = run_round(work, table->next, table->at_hand.count);
        if (!deal_out(work, flags))
            *flags |= FLAG_BROKEN;
        if ((*flags & ~(uint64_t)FLAG_MORE) != 0)
            return false;
    } while ((*flags & FLAG_MORE) != 0);
    close_list(table);
    return true;
}

static enum table_end end_with(struct outer_work *work, uint64_t flags)
{
    work->broken |= (flags & FLAG_BROKEN) != 0;
    work->stopped |= (flags & FLAG_STOPPED) != 0;
    return work->broken ? TABLE_FAILED : TABLE_LEFT;
}

/* Counts what all have met, and stops where that is more than there may be; collective. */
static bool sum_up(struct outer_work *work)
{
    struct search *search = work->search;
    uint64_t met = store_count(&work->table->search.store);
    if (!outer_reduce(work, OUTER_SUM, &met, 1))
        return false;
    search->settled = met;
    if (search->limits.max_states != 0 && met > search->limits.max_states) {
        watch_allows(&search->watch, met, 0); /* which says why */
        work->stopped = true;
    }
    return true;
}

enum table_end outer_table_go_forth(struct outer_work *work)
{
    uint64_t key, flags;
    bool limited = work->search->limits.max_states != 0;
    for (;;) {
        if (!choose_list(work, &key, &flags))
            return TABLE_FAILED;
        uint64_t f = key >> 32;
        if (flags != 0)
            break;
        if (key == OUTER_NONE || (work->known != OUTER_NONE && f > work->known))
            return sum_up(work) && !work->stopped ? TABLE_DONE : TABLE_FAILED;
        search_prove_at_least(work->search, f);
        if (search_is_too_deep(work->search, f)) {
            work->stopped = true;
            return TABLE_FAILED;
        }
        open_list(work, f, key & UINT32_MAX);
        if (!expand_list(work, &flags))
            break;
        if (limited && !sum_up(work))
            return TABLE_FAILED;
    }
    if ((flags & FLAG_BROKEN) == 0 && !sum_up(work))
        return TABLE_FAILED;
    return end_with(work, flags);
}
