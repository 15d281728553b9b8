/* The search on disk while memory lasts; see inside.h.
 *
 * Each rank has a table of the states it owns, with the fewest moves known for each, and waiting lists by (f, g).  All
 * ranks go through these lists in the same order.  The ranks exchange the states that they generated for each other
 * when a send buffer is full and at the end of a list, until no rank has more.  So a list is complete before its turn.
 * The search expands the same states as search_best_first, at the same cost: it does not sort, pack or merge states.
 *
 * For each bucket, the ranks need one reduction, which chooses the bucket, and usually one exchange, whose flags carry
 * the condition of every rank.
 *
 * When a checkpoint is due, all ranks write their tables into files and go on.  When the memory of one rank is used up,
 * all ranks turn their tables into runs, and the search goes on with these.  A state received from another rank that
 * has no room in the table becomes a candidate.  It may also be in the table, but runs allow duplicates. */
#include "base/checksum.h"
#include "base/file.h"
#include "solve/search/capacity.h"
#include "solve/search/disk/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The files of the table that the last checkpoint names. */
struct table_pieces {
    struct table_piece *states; /* in the order of the states; owned */
    size_t count;               /* of `states` */
    struct table_piece moves, waits;
};

struct disk_table {
    struct search search; /* the states of this rank */
    struct table_pieces pieces;
    struct round round;
    struct share share;
    struct lists *rows; /* the waiting lists of the states met with g moves, by f - g */
    uint64_t row_count;
    struct list current;       /* the states of the current bucket, of f and round.depth moves */
    struct list_reader reader; /* of current */
    uint64_t next, end;        /* indices into round.numbers: the range of the states read but not yet expanded */
    bool full;                 /* there is no room for more states */
};

/* --- waiting lists --- */

/* Grows the array that the pointer at `items` points to, to at least `wanted` items of `size` bytes, the new ones zero.
 */
static bool grow_zeroed(struct disk_work *work, void *items, uint64_t *count, uint64_t wanted, size_t size)
{
    uint64_t before = *count;
    unsigned char *grown;
    if (wanted <= before)
        return true;
    if (!capacity_grow(items, count, wanted > 2 * before ? wanted : 2 * before, size))
        return run_space_no_memory(&work->space);
    memcpy(&grown, items, sizeof grown);
    memset(grown + before * size, 0, (size_t)(*count - before) * size);
    return true;
}

/* Makes room for waiting lists of states with g moves. */
static bool reserve_row(struct disk_work *work, uint64_t g)
{
    struct disk_table *table = work->table;
    return grow_zeroed(work, &table->rows, &table->row_count, g + 1, sizeof *table->rows);
}

/* Adds a state to its waiting list.  The memory counts against that of the store, but is never refused: a state of the
 * table that is in no list would count as expanded. */
static bool add_waiting(struct disk_work *work, uint32_t number, uint64_t f, uint64_t g)
{
    struct disk_table *table = work->table;
    f = f > work->f ? f : work->f;
    if (!reserve_row(work, g))
        return false;
    struct lists *row = &table->rows[g];
    if (!grow_zeroed(work, &row->at, &row->count, f - g + 1, sizeof *row->at))
        return false;
    struct list *list = &row->at[f - g];
    if (list_is_full(list)) {
        size_t more = list_growth(list);
        if (!list_grow(list))
            return run_space_no_memory(&work->space);
        table->search.held += more;
    }
    list_put(list, number);
    return true;
}

/* --- a table in files ---
 *
 * A table never loses states.  So each checkpoint writes a file of the new states, one of the moves of all states, and
 * one with a bit for each state that waits.  Nothing is sorted or packed.  Everything else follows from the states: the
 * moves and the estimate of a state determine its waiting list.  Numbers in these files are in the machine's byte
 * order. */

static bool add_piece(struct disk_work *work, struct table_piece piece)
{
    struct table_pieces *pieces = &work->table->pieces;
    struct table_piece *more = realloc(pieces->states, (pieces->count + 1) * sizeof *more);
    if (more == NULL)
        return run_space_no_memory(&work->space);
    pieces->states = more;
    pieces->states[pieces->count++] = piece;
    return true;
}

static void leave_piece(struct disk_work *work, struct table_piece *piece)
{
    if (piece->file != 0)
        run_file_leave(&work->space, piece->file);
    *piece = (struct table_piece){0};
}

static void table_pieces_free(struct table_pieces *pieces)
{
    free(pieces->states);
    *pieces = (struct table_pieces){0};
}

/* Releases the files. */
static void table_pieces_leave(struct disk_work *work, struct table_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++)
        leave_piece(work, &pieces->states[i]);
    leave_piece(work, &pieces->moves);
    leave_piece(work, &pieces->waits);
    table_pieces_free(pieces);
}

/* --- writing --- */

/* Writes bytes and adds them to the checksum. */
static bool write_and_add(struct disk_work *work, int descriptor, const unsigned char *bytes, size_t size,
                          uint64_t *sum)
{
    *sum = checksum_add(*sum, bytes, size);
    return run_write(&work->space, descriptor, bytes, size);
}

bool disk_write_states(struct disk_work *work, int descriptor, const struct store *store, uint64_t first, uint64_t end,
                       uint64_t *sum)
{
    enum { TOGETHER = 1024 };
    unsigned char states[TOGETHER * PACKED_MOST_BYTES + PACKED_PADDING];
    uint64_t packed = end < store->packed.count ? end : store->packed.count;
    bool good = true;
    while (good && first < packed) {
        uint64_t count = 0;
        for (; count < TOGETHER && first < packed; count++, first++)
            packed_read(&store->packed, first, states + count * work->state_bytes);
        good = write_and_add(work, descriptor, states, (size_t)count * work->state_bytes, sum);
    }
    return good && (first >= end || write_and_add(work, descriptor, store_read(store, first, NULL),
                                                  (size_t)(end - first) * work->state_bytes, sum));
}

bool disk_write_depths(struct disk_work *work, int descriptor, const struct depths *depths, uint64_t count,
                       uint64_t *sum)
{
    enum { TOGETHER = 8192 };
    uint16_t moves[TOGETHER];
    bool good = true;
    for (uint64_t number = 0, part; good && number < count; number += part) {
        part = count - number < TOGETHER ? count - number : TOGETHER;
        for (uint64_t i = 0; i < part; i++)
            moves[i] = (uint16_t)depths_get(depths, number + i);
        good = write_and_add(work, descriptor, (const void *)moves, (size_t)part * sizeof *moves, sum);
    }
    return good;
}

/* Writes a file of the last `count` states, or of the moves or the waiting bits of all `count` states.  The file
 * replaces that of *piece, which stays if writing fails. */
static bool write_piece(struct disk_work *work, const struct search *search, enum table_part part, const bits *waits,
                        uint64_t count, struct table_piece *piece)
{
    struct table_piece written = {.count = count, .sum = CHECKSUM_START};
    uint64_t end = store_count(&search->store);
    int descriptor = run_file_make(&work->space, &written.file);
    if (descriptor < 0)
        return false;
    bool good =
        part == TABLE_STATES  ? disk_write_states(work, descriptor, &search->store, end - count, end, &written.sum)
        : part == TABLE_MOVES ? disk_write_depths(work, descriptor, &search->depths, count, &written.sum)
                              : write_and_add(work, descriptor, (const void *)waits, bits_bytes(count), &written.sum);
    if (close(descriptor) != 0 && good)
        good = run_space_fail_here(&work->space);
    if (good) {
        leave_piece(work, piece);
        *piece = written;
    }
    return good;
}

static uint64_t count_written(const struct table_pieces *pieces)
{
    uint64_t written = 0;
    for (size_t i = 0; i < pieces->count; i++)
        written += pieces->states[i].count;
    return written;
}

/* Sets the bit of a state listed with g moves if it waits.  A state that was met again with fewer moves is still in its
 * old list, but no longer waits there. */
static void mark_state(const struct search *search, bits *waits, uint32_t number, uint64_t g)
{
    if (depths_get(&search->depths, number) == g)
        bits_set(waits, number);
}

static void mark_list(const struct search *search, bits *waits, struct list_reader reader, uint64_t g)
{
    uint32_t number;
    while (list_read(&reader, &number, 1) > 0)
        mark_state(search, waits, number, g);
}

/* Sets the bits of the waiting states. */
static void mark_waiting(const struct disk_table *table, bits *waits)
{
    const struct search *search = &table->search;
    for (uint64_t g = 0; g < table->row_count; g++) {
        for (size_t i = 0; i < table->rows[g].count; i++)
            mark_list(search, waits, (struct list_reader){.list = &table->rows[g].at[i]}, g);
    }
    mark_list(search, waits, table->reader, table->round.depth);
    for (uint64_t i = table->next; i < table->end; i++)
        mark_state(search, waits, table->round.numbers[i], table->round.depth);
}

/* Writes the states that are new in the search, the moves of all, and which of them wait. */
static bool write_pieces(struct disk_work *work, const struct search *search, const bits *waits)
{
    struct table_pieces *pieces = &work->table->pieces;
    uint64_t count = store_count(&search->store), written = count_written(pieces);
    struct table_piece piece = {0};
    bool good = count == written ||
                (write_piece(work, search, TABLE_STATES, NULL, count - written, &piece) && add_piece(work, piece));
    return good && write_piece(work, search, TABLE_MOVES, NULL, count, &pieces->moves) &&
           write_piece(work, search, TABLE_WAITS, waits, count, &pieces->waits);
}

bool disk_table_write(struct disk_work *work)
{
    const struct search *search = &work->table->search;
    bits *waits = calloc(1, bits_bytes(store_count(&search->store)));
    if (waits == NULL)
        return run_space_no_memory(&work->space);
    mark_waiting(work->table, waits);
    bool good = write_pieces(work, search, waits);
    free((void *)waits);
    return good;
}

bool disk_table_write_search(struct disk_work *work, const struct search *search, const bits *waits,
                             const struct table_piece *states)
{
    work->table = calloc(1, sizeof *work->table);
    if (work->table == NULL)
        return run_space_no_memory(&work->space);
    return run_file_adopt(&work->space, states->file) && add_piece(work, *states) && write_pieces(work, search, waits);
}

static void add_line(const char *kind, const struct table_piece *piece, struct text *text)
{
    text_addf(text, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", kind, piece->file, piece->count, piece->sum);
}

void disk_table_add_lines(const struct disk_table *table, struct text *text)
{
    const struct table_pieces *pieces = &table->pieces;
    for (size_t i = 0; i < pieces->count; i++)
        add_line("states", &pieces->states[i], text);
    add_line("moves", &pieces->moves, text);
    add_line("waits", &pieces->waits, text);
}

bool disk_table_is_whole(const struct disk_work *work)
{
    return !work->table->full && store_count(&work->made.store) == 0;
}

/* --- reading --- */

static bool damaged(struct disk_work *work)
{
    return run_space_fail(&work->space, 0, "a file of states in the folder is damaged");
}

bool disk_table_take_piece(struct disk_work *work, enum table_part part, uint64_t file, uint64_t count, uint64_t sum)
{
    struct table_piece piece = {file, count, sum};
    if (count > STORE_NONE)
        return damaged(work);
    if (work->table == NULL && !disk_table_make(work))
        return false;
    struct table_pieces *pieces = &work->table->pieces;
    if (!run_file_adopt(&work->space, file))
        return false;
    if (part == TABLE_STATES)
        return add_piece(work, piece);
    *(part == TABLE_MOVES ? &pieces->moves : &pieces->waits) = piece;
    return true;
}

static int open_piece(struct disk_work *work, const struct table_piece *piece)
{
    if (piece->file != 0)
        return run_file_open(&work->space, piece->file);
    damaged(work);
    return -1;
}

/* Records that a file cannot be read, or is damaged if errno is 0.  Returns false. */
static bool read_failed(struct disk_work *work)
{
    return errno != 0 ? run_space_fail_here(&work->space) : damaged(work);
}

static bool read_bytes(struct disk_work *work, int descriptor, unsigned char *bytes, size_t size)
{
    return read_all(descriptor, bytes, size) == size || read_failed(work);
}

bool disk_is_whole(int descriptor, uint64_t size, const uint64_t *sum)
{
    enum { AT_ONCE = 1 << 16 };
    unsigned char bytes[AT_ONCE];
    uint64_t found = CHECKSUM_START, wanted = sum == NULL ? 0 : *sum;
    for (uint64_t left = size; left > 0;) {
        size_t part = left < AT_ONCE ? (size_t)left : AT_ONCE;
        if (read_all(descriptor, bytes, part) != part)
            return false;
        found = checksum_add(found, bytes, part);
        left -= part;
    }
    if ((sum == NULL && read_all(descriptor, &wanted, sizeof wanted) != sizeof wanted) ||
        lseek(descriptor, 0, SEEK_SET) != 0)
        return false;
    errno = 0;
    return found == wanted;
}

/* Returns the contents of a file, owned by the caller, or NULL if it cannot be read or memory ran out. */
static void *read_piece(struct disk_work *work, const struct table_piece *piece, size_t size)
{
    unsigned char *bytes = malloc(size + 1);
    int descriptor = open_piece(work, piece);
    bool good = descriptor >= 0 && (bytes != NULL || run_space_no_memory(&work->space)) &&
                read_bytes(work, descriptor, bytes, size) &&
                (checksum_add(CHECKSUM_START, bytes, size) == piece->sum || damaged(work));
    if (descriptor >= 0)
        close(descriptor);
    if (good)
        return bytes;
    free(bytes);
    return NULL;
}

/* A table being loaded. */
struct loading {
    struct disk_work *work;
    uint16_t *moves;
    bits *waits;
    uint64_t at; /* number of states loaded so far */
    bool left;   /* some states did not fit into the table and are in runs */
};

/* Turns the table into runs; work->closed includes the states of earlier calls. */
static bool leave_table(struct loading *loading)
{
    struct disk_work *work = loading->work;
    uint64_t closed = loading->left ? work->closed : 0;
    bool good = disk_table_spill(work);
    work->closed += closed;
    loading->left = true;
    return good;
}

/* Adds a state of a file to the table and to its waiting list.  If the table is full, turns it into runs first and
 * makes a new one. */
static bool load_state(struct loading *loading, const unsigned char *state)
{
    struct disk_work *work = loading->work;
    uint64_t g = loading->moves[loading->at], most = work->disk->table_most, count;
    bool waits = bits_get(loading->waits, loading->at++);
    uint32_t number;
    for (;;) {
        count = store_count(&work->table->search.store);
        number = most != 0 && count >= most ? STORE_NONE : round_add(&work->table->round, state);
        if (number != STORE_NONE)
            break;
        if (search_failed(&work->table->search))
            return run_space_no_memory(&work->space);
        if (count == 0)
            return run_space_no_room(&work->space);
        if (!leave_table(loading) || !disk_table_make(work))
            return false;
    }
    struct search *search = &work->table->search;
    unsigned estimate = puzzle_bound(search->puzzle, state);
    if (number != count || g > SEARCH_MOST_MOVES + 1 || (waits && estimate == ESTIMATE_LOST))
        return damaged(work);
    if (!search_lower_depth(search, number, g))
        return run_space_no_memory(&work->space);
    return reserve_row(work, g) && (!waits || add_waiting(work, number, g + estimate, g));
}

static bool load_states(void *taker, const unsigned char *states, uint64_t count)
{
    struct loading *loading = taker;
    bool good = true;
    for (uint64_t i = 0; good && i < count; i++)
        good = load_state(loading, disk_state(loading->work, states, i));
    return good;
}

bool disk_read_states(struct disk_work *work, int descriptor, uint64_t count, disk_take *take, void *taker)
{
    enum { TOGETHER = 4096 };
    unsigned char *states = calloc(1, TOGETHER * work->state_bytes + STORE_PADDING);
    bool good = states != NULL || run_space_no_memory(&work->space);
    for (uint64_t part; good && count > 0; count -= part) {
        part = count < TOGETHER ? count : TOGETHER;
        good = read_bytes(work, descriptor, states, (size_t)part * work->state_bytes) && take(taker, states, part);
    }
    free(states);
    return good;
}

/* Loads the states of a file. */
static bool load_piece(struct loading *loading, const struct table_piece *piece)
{
    struct disk_work *work = loading->work;
    int descriptor = open_piece(work, piece);
    /* Reads the file twice: the rules must never get states of a damaged one. */
    bool good = descriptor >= 0 &&
                (disk_is_whole(descriptor, piece->count * work->state_bytes, &piece->sum) || read_failed(work)) &&
                disk_read_states(work, descriptor, piece->count, load_states, loading);
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

bool disk_table_resume(struct disk_work *work)
{
    struct table_pieces pieces = work->table->pieces;
    struct loading loading = {.work = work};
    uint64_t count = count_written(&pieces);
    work->table->pieces = (struct table_pieces){0};
    bool good = (pieces.moves.count == count && pieces.waits.count == count) || damaged(work);
    if (good) {
        loading.moves = read_piece(work, &pieces.moves, (size_t)count * sizeof *loading.moves);
        loading.waits = read_piece(work, &pieces.waits, bits_bytes(count));
    }
    good = loading.moves != NULL && loading.waits != NULL;
    for (size_t i = 0; good && i < pieces.count; i++)
        good = load_piece(&loading, &pieces.states[i]);
    free(loading.moves);
    free((void *)loading.waits);
    if (good && loading.left)
        good = leave_table(&loading);
    if (good && !loading.left) {
        struct search *search = &work->table->search;
        search_drop_expanded(search); /* which states were expanded is not known */
        work->closed = store_count(&search->store);
        work->table->pieces = pieces;
    } else {
        table_pieces_leave(work, &pieces);
    }
    return good && disk_good(work);
}

/* --- the way back from the goals, when all states are in tables ---
 *
 * Each rank sorts its states by moves.  Then it goes back layer by layer, as with runs (disk.c): states from
 * which a move leads to a won state are won, and all ranks exchange these. */

/* Returns those of the numbered states, all of g moves, that are on shortest solutions; owned by the caller.  The
 * result is incomplete if something failed or a limit was hit.  NULL: out of memory. */
static unsigned char *find_won(struct disk_work *work, const uint32_t *numbers, uint64_t count, uint64_t g,
                               uint64_t *won_count)
{
    const struct store *store = &work->table->search.store;
    unsigned char *won = malloc(1);
    uint64_t part;
    for (uint64_t first = 0; won != NULL && first < count; first += part) {
        part = count - first < work->batch_capacity ? count - first : work->batch_capacity;
        for (uint64_t i = 0; i < part; i++) {
            struct store_copy copy;
            memcpy(work->batch + i * work->state_bytes, store_read(store, numbers[first + i], &copy),
                   work->state_bytes);
        }
        if (!disk_mark_on_way(work, work->batch, part, g) || !disk_may_go_on(work))
            break;
        unsigned char *more = realloc(won, (size_t)(*won_count + part) * work->state_bytes + 1);
        if (more == NULL) {
            free(won);
            won = NULL;
            break;
        }
        won = more;
        for (uint64_t i = 0; i < part; i++) {
            if (work->marks[i] != 0)
                memcpy(won + (*won_count)++ * work->state_bytes, disk_state(work, work->batch, i), work->state_bytes);
        }
    }
    if (won == NULL)
        run_space_no_memory(&work->space);
    return won;
}

bool disk_table_second_pass(struct disk_work *work)
{
    struct search *own = &work->table->search;
    struct by_depth sorted = {0};
    own->limits.max_memory = 0; /* see disk_table_make */
    own->depth = (int64_t)work->incumbent;
    bool good = by_depth_make(&sorted, own);
    if (!good && search_failed(own))
        run_space_no_memory(&work->space);
    good = disk_agree(work, NULL, NULL) && good;
    for (uint64_t g = work->incumbent + 1; good && g-- > 0;) {
        uint64_t count, won_count = 0;
        const uint32_t *numbers = by_depth_layer(&sorted, own, g, &count);
        unsigned char *won = find_won(work, numbers, count, g, &won_count);
        good = disk_take_won(work, won, won_count, g) && !disk_stopped(work);
        free(won);
    }
    by_depth_free(&sorted, own);
    return good;
}

/* The condition of a rank. */
enum { FLAG_MORE = 1, FLAG_LEAVES = 2, FLAG_STOPPED = 4, FLAG_BROKEN = 8, FLAG_CHECKPOINT = 16 };

/* --- beginning and end --- */

bool disk_table_make(struct disk_work *work)
{
    struct disk_table *table = calloc(1, sizeof *table);
    work->table = table;
    if (table == NULL)
        return run_space_no_memory(&work->space);
    struct search *search = &table->search;
    /* The table gets three eighths of memory.  On the way back, the sorted numbers take an eighth at most, and the
     * store of the search half.  If the table becomes runs, runs and buffers get their usual share. */
    struct limits limits = work->search->limits;
    limits.max_states = 0; /* the limit is for all ranks together */
    limits.max_memory = limits.max_memory / 8 * 3;
    limits.timeout = 0;
    bool good = search_make(search, work->search->puzzle, &limits);
    search->watch.deadline = work->search->watch.deadline;
    search->start = work->search->start;
    search->merges = work->search->merges;
    good = good && search_make_depths(search) && round_make(&table->round, search);
    if (good && work->size > 1) {
        /* The capacity of a thread's send buffer, in states. */
        enum { MOST = 1 << 17, LEAST = 2048 };
        uint64_t memory = work->search->limits.max_memory, capacity = MOST / work->worker_count;
        uint64_t fits = memory / 64 / work->worker_count / (work->state_bytes + sizeof(uint32_t));
        capacity = memory != 0 && fits < capacity ? fits : capacity;
        uint64_t least = 2 * (uint64_t)work->search->puzzle->max_moves;
        least = (least > LEAST ? least : LEAST) + work->disk->buffer_most;
        good = share_make(&table->share, work->state_bytes, work->rank, work->size, work->worker_count,
                          capacity > least ? capacity : least);
        table->share.most = work->disk->buffer_most;
        table->round.share = &table->share;
    }
    if (good)
        search->held += round_bytes(&table->round);
    return good || run_space_no_memory(&work->space);
}

void disk_table_free(struct disk_work *work)
{
    struct disk_table *table = work->table;
    if (table == NULL)
        return;
    for (size_t g = 0; g < table->row_count; g++) {
        for (size_t i = 0; i < table->rows[g].count; i++)
            free(table->rows[g].at[i].bytes);
        free(table->rows[g].at);
    }
    free(table->rows);
    table_pieces_free(&table->pieces);
    free(table->current.bytes);
    round_free(&table->round);
    share_free(&table->share);
    search_free(&table->search);
    free(table);
    work->table = NULL;
}

bool disk_table_begin(struct disk_work *work, const unsigned char *start)
{
    struct disk_table *table = work->table;
    struct search *search = &table->search;
    if (work->size > 1 && share_owner(store_hash(&search->store, start), work->size) != work->rank)
        return true;
    uint32_t number = round_add_start(&table->round);
    depths_lower(&search->depths, number, 0, false);
    return add_waiting(work, number, puzzle_bound(search->puzzle, start), 0);
}

/* --- rounds --- */

/* Runs a round from `next` to `end`, as far as there is room.  Returns the first index that is not done. */
static uint64_t run_round(struct disk_work *work, uint64_t next, uint64_t end)
{
    struct disk_table *table = work->table;
    struct round *round = &table->round;
    uint64_t most = work->disk->table_most;
    atomic_store(&round->next, next);
    round->end = end;
    while (next < end && !table->full && disk_good(work) && disk_may_go_on(work)) {
        uint64_t before = next;
        round_run(round);
        bool decided = disk_rules_decided(work, &table->search);
        if (decided)
            next = atomic_load(&round->next);
        else if (round->taken != NULL)
            disk_end_with(work, DISK_BROKEN);
        work->closed = store_count(&table->search.store);
        /* Adds the states met to their waiting lists. */
        bool good = true;
        for (unsigned worker = 0; worker < round->worker_count; worker++) {
            size_t count;
            const struct waiting *met = round_met(round, worker, &count);
            for (size_t i = 0; good && i < count; i++)
                good = add_waiting(work, met[i].number, met[i].f, work->made_moves);
        }
        if (!good || !decided) /* the successors made are valid, but any of these states may have more */
            break;
        if (atomic_load(&round->stop)) {
            /* Memory ran out, a limit stops the search, or the table has no room for another state. */
            if (search_failed(&table->search))
                run_space_no_memory(&work->space);
            else if (disk_may_go_on(work))
                table->full = true;
            if (!search_failed(&table->search))
                watch_clear(&table->search.watch);
            atomic_store(&round->stop, false);
        } else if (next == before)
            break; /* a send buffer is full */
        table->full |= most != 0 && work->closed >= most;
    }
    if (atomic_exchange(&round->solved, false) && work->made_moves < work->incumbent)
        work->incumbent = work->made_moves;
    return next;
}

/* Enters the states received from other ranks.  Those that have no room become candidates. */
static bool table_take_states(void *taker, const unsigned char *states, uint64_t count)
{
    struct disk_work *work = taker;
    struct disk_table *table = work->table;
    table->round.taken = states;
    uint64_t next = run_round(work, 0, count);
    table->round.taken = NULL;
    for (; next < count && disk_good(work); next++) {
        if (!disk_add_candidate(work, disk_state(work, states, next)))
            disk_end_with(work, DISK_BROKEN);
    }
    return disk_good(work);
}

static uint64_t flags_of(struct disk_work *work)
{
    const struct disk_table *table = work->table;
    return (table->next < table->end || list_left(&table->reader) > 0 ? FLAG_MORE : 0) |
           (table->full ? FLAG_LEAVES : 0) | (disk_checkpoint_is_due(work) ? FLAG_CHECKPOINT : 0) |
           (disk_stopped(work) ? FLAG_STOPPED : 0) | (disk_good(work) ? 0 : FLAG_BROKEN);
}

/* --- buckets --- */

/* Agrees with the other ranks on the next bucket; collective.  *flags becomes the OR of all ranks' flags that end the
 * search in the table. */
static bool choose_list(struct disk_work *work, uint64_t *key, uint64_t *flags)
{
    enum { KEY, KNOWN, STAYS, GOES_ON, GOOD, VALUES };
    uint64_t own = flags_of(work);
    /* The next list, with f and g combined in one number, or DISK_NONE if no state waits. */
    const struct disk_table *table = work->table;
    uint64_t least = DISK_NONE;
    for (uint64_t g = 0; g < table->row_count; g++) {
        const struct lists *row = &table->rows[g];
        uint64_t most = least == DISK_NONE ? UINT64_MAX : least >> 32;
        for (uint64_t i = work->f > g ? work->f - g : 0; i < row->count && g + i < most; i++) {
            if (row->at[i].count > 0) {
                least = (g + i) << 32 | g;
                break;
            }
        }
    }
    uint64_t values[VALUES] = {
        [KEY] = least,
        [KNOWN] = work->incumbent,
        [STAYS] = (own & FLAG_LEAVES) == 0,
        [GOES_ON] = (own & FLAG_STOPPED) == 0,
        [GOOD] = (own & FLAG_BROKEN) == 0,
    };
    if (!disk_reduce(work, DISK_MIN, values, VALUES))
        return false;
    *key = values[KEY];
    work->incumbent = values[KNOWN];
    *flags =
        (values[STAYS] ? 0 : FLAG_LEAVES) | (values[GOES_ON] ? 0 : FLAG_STOPPED) | (values[GOOD] ? 0 : FLAG_BROKEN);
    return true;
}

/* Expands the current bucket; collective.  Returns whether the search goes on in the table; if not, *flags says why. */
static bool expand_list(struct disk_work *work, uint64_t *flags)
{
    struct disk_table *table = work->table;
    struct share *share = &table->share;
    const struct disk_ranks *ranks = work->disk->ranks;
    do {
        while ((table->next = run_round(work, table->next, table->end)) == table->end) {
            /* All states that were read are expanded, so it reads on. */
            table->next = 0;
            table->end = list_read(&table->reader, table->round.numbers, table->round.portion);
            search_add_expanded(&table->search, table->round.numbers, (size_t)table->end);
            if (table->end == 0)
                break;
        }
        *flags = flags_of(work);
        if (work->size > 1) {
            /* Sends the other ranks their states and receives this rank's.  *flags becomes the OR of all ranks'. */
            share_sort(share);
            if (!ranks->exchange(ranks->context, share->sorted, share->counts, work->state_bytes, flags,
                                 table_take_states, work)) {
                disk_end_with(work, DISK_BROKEN);
                *flags |= FLAG_BROKEN;
            }
        }
        if ((*flags & ~(uint64_t)(FLAG_MORE | FLAG_CHECKPOINT)) != 0)
            return false;
        if ((*flags & FLAG_CHECKPOINT) == 0)
            continue;
        /* Writes a checkpoint, unless a rank is about to leave the table. */
        bool leaves = !disk_table_is_whole(work);
        if (!disk_agree(work, &leaves, NULL) || (!leaves && !disk_checkpoint(work))) {
            *flags |= FLAG_BROKEN;
            return false;
        }
    } while ((*flags & FLAG_MORE) != 0);
    list_drop(&table->search, &table->current);
    table->reader = (struct list_reader){0};
    table->next = table->end = 0;
    return true;
}

enum table_end disk_table_expand_all(struct disk_work *work)
{
    struct disk_table *table = work->table;
    const struct store *store = &table->search.store; /* of all states met */
    uint64_t key, flags;
    bool limited = work->search->limits.max_states != 0;
    for (;;) {
        if (!choose_list(work, &key, &flags))
            return TABLE_FAILED;
        uint64_t f = key >> 32;
        if (flags != 0)
            break;
        if (key == DISK_NONE || (work->incumbent != DISK_NONE && f > work->incumbent))
            return disk_sum_up(work, store_count(store)) && !disk_stopped(work) ? TABLE_DONE : TABLE_FAILED;
        search_prove_at_least(work->search, f);
        if (search_is_too_deep(work->search, f)) {
            disk_end_with(work, DISK_LIMIT);
            return TABLE_FAILED;
        }
        uint64_t g = key & UINT32_MAX;
        work->f = table->round.f = f;
        table->round.depth = g;
        work->made_moves = g + 1;
        if (g < table->row_count)
            table->current = lists_take(&table->rows[g], f - g);
        table->reader = (struct list_reader){.list = &table->current};
        if (!expand_list(work, &flags))
            break;
        if (limited && !disk_sum_up(work, store_count(store)))
            return TABLE_FAILED;
    }
    if ((flags & FLAG_BROKEN) == 0 && !disk_sum_up(work, store_count(store)))
        return TABLE_FAILED;
    if ((flags & FLAG_BROKEN) != 0)
        disk_end_with(work, DISK_BROKEN);
    if ((flags & FLAG_STOPPED) != 0)
        disk_end_with(work, DISK_LIMIT);
    return work->end == DISK_BROKEN ? TABLE_FAILED : TABLE_LEFT;
}

/* --- from the table of a rank to runs ---
 *
 * Waiting states become candidates.  States expanded with the fewest moves known become closed runs.  The states are
 * processed by moves, a portion at a time.  Each record begins with estimate and kind, so sorting brings together the
 * states of one run. */

enum { PORTION = 1 << 20, HEAD = 3 };

/* Writes states of g moves as runs.  `records` has room for them. */
static bool write_portion(struct disk_work *work, const bits *waits, const uint32_t *numbers, uint64_t count,
                          uint64_t g, unsigned char *records)
{
    size_t size = HEAD + work->state_bytes;
    for (uint64_t i = 0; i < count; i++) {
        unsigned char *record = records + i * size;
        struct store_copy copy;
        const unsigned char *state = store_read(&work->table->search.store, numbers[i], &copy);
        uint16_t estimate = disk_estimate(puzzle_bound(work->search->puzzle, state));
        record[0] = (unsigned char)(estimate >> 8);
        record[1] = (unsigned char)estimate;
        record[2] = bits_get(waits, numbers[i]);
        memcpy(record + HEAD, state, work->state_bytes);
        work->closed += record[2] == 0;
    }
    run_sort(records, count, size);
    bool good = true;
    for (uint64_t first = 0, end; good && first < count; first = end) {
        const unsigned char *record = records + first * size;
        for (end = first + 1; end < count && memcmp(record, records + end * size, HEAD) == 0;)
            end++;
        /* These records are sorted and of one kind and estimate: they make a run. */
        bool wait = record[2] != 0;
        struct bucket *bucket = bucket_reach(work, g, (uint64_t)record[0] << 8 | record[1]);
        good = bucket != NULL && run_list_add(work, wait ? &bucket->pending : &bucket->closed,
                                              run_of_states(&work->space, record + HEAD, end - first, size,
                                                            wait ? RUN_PASSING : RUN_LASTING));
    }
    return good;
}

bool disk_table_spill(struct disk_work *work)
{
    struct search *search = &work->table->search;
    uint64_t count = store_count(&search->store), rows = work->table->row_count;
    bits *waits = NULL;
    uint64_t *places = NULL;  /* [rows + 2] where the numbers of each g begin */
    uint32_t *numbers = NULL; /* sorted by moves */
    unsigned char *records = NULL;
    bool good = buffer_flush(work, false);
    work->closed = 0;
    if (good) {
        free((void *)search->store.slots); /* no state is looked up any more */
        search->store.slots = NULL;
        waits = calloc(1, bits_bytes(count));
        places = calloc(rows + 2, sizeof *places);
        numbers = malloc((count + 1) * sizeof *numbers);
        records = malloc(PORTION * (HEAD + work->state_bytes));
        good = (waits != NULL && places != NULL && numbers != NULL && records != NULL) ||
               run_space_no_memory(&work->space);
    }
    if (good) {
        mark_waiting(work->table, waits);
        for (uint64_t i = 0; i < count; i++)
            places[depths_get(&search->depths, i) + 2]++;
        for (uint64_t g = 2; g < rows + 2; g++)
            places[g] += places[g - 1];
        for (uint64_t i = 0; i < count; i++)
            numbers[places[depths_get(&search->depths, i) + 1]++] = (uint32_t)i;
    }
    for (uint64_t g = 0; good && g < rows; g++) {
        uint64_t part;
        for (uint64_t at = places[g]; good && at < places[g + 1]; at += part) {
            uint64_t left = places[g + 1] - at;
            part = left < PORTION ? left : PORTION;
            good = write_portion(work, waits, numbers + at, part, g, records);
        }
    }
    free((void *)waits);
    free(places);
    free(numbers);
    free(records);
    table_pieces_leave(work, &work->table->pieces);
    disk_table_free(work);
    return good && disk_good(work);
}
