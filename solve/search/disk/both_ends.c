/* Checkpoints of the search from both ends in memory; see disk.h.
 *
 * A side never loses states.  So each side has a file of its states, in the order in which they were met, and the file
 * only grows: 1.run for the front, 2.run for the back.  Everything else is in the file `checkpoint-ends`: how many
 * states of each file are valid, their moves, and the waiting lists.  A new `checkpoint-ends` replaces the old one
 * atomically, once it and the states it counts are synced to disk.  doc/runs.md describes each byte. */
#include "base/checksum.h"
#include "base/clock.h"
#include "base/file.h"
#include "solve/search/disk/inside.h"
#include "solve/search/both_ends.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1, SIDES = 2, TOGETHER = 4096 };
static const char magic[] = "onlyends", ends_name[] = "checkpoint-ends";

/* The contents of the states file of a side: count and checksum. */
struct states_file {
    uint64_t count, sum;
};

/* The head of the file `checkpoint-ends`. */
struct head {
    char magic[sizeof magic - 1];
    uint64_t version, state_bytes, depth, incumbent;
    struct states_file files[SIDES]; /* the front's, then the back's */
};

struct ends_checkpoint {
    struct disk_work *work;
    struct states_file files[SIDES];
    bool merges;    /* the search from the start alone stores equivalent states as one */
    bool given_up;  /* a write failed; no more checkpoints */
    int descriptor; /* of the checkpoint being read or written, or -1 */
    uint64_t sum;
};

static bool states_path(const struct ends_checkpoint *ends, int side, char path[RUN_PATH])
{
    return run_path(&ends->work->space, (uint64_t)side + 1, path);
}

/* --- writing --- */

static bool put(struct ends_checkpoint *ends, const void *bytes, size_t size)
{
    ends->sum = checksum_add(ends->sum, bytes, size);
    return run_write(&ends->work->space, ends->descriptor, bytes, size);
}

/* Writes the rest of a list, if there is one. */
static bool put_list(struct ends_checkpoint *ends, uint64_t place, struct list_reader reader)
{
    uint64_t line[] = {place, list_left(&reader)};
    bool good = line[1] == 0 || put(ends, line, sizeof line);
    while (good && list_left(&reader) > 0) {
        uint32_t numbers[TOGETHER];
        size_t count = list_read(&reader, numbers, TOGETHER);
        good = put(ends, numbers, count * sizeof *numbers);
    }
    return good;
}

/* Writes lists, and an empty one that ends them. */
static bool put_lists(struct ends_checkpoint *ends, const struct lists *lists)
{
    static const uint64_t end[2] = {0, 0};
    bool good = true;
    for (size_t n = 0; good && n < lists->count; n++)
        good = put_list(ends, n, (struct list_reader){.list = &lists->at[n]});
    return good && put(ends, end, sizeof end);
}

static bool put_side(struct ends_checkpoint *ends, const struct search_side *side)
{
    const struct search *search = side->search;
    return put(ends, &search->closed_count, sizeof search->closed_count) &&
           disk_write_depths(ends->work, ends->descriptor, &search->depths, store_count(&search->store), &ends->sum) &&
           put_list(ends, side->moves, side->reader) && put_lists(ends, &side->due) && put_lists(ends, &side->later);
}

/* Appends the new states to the file of a side, and syncs it. */
static bool write_states(struct ends_checkpoint *ends, int side, const struct store *store)
{
    struct states_file *file = &ends->files[side];
    struct run_space *space = &ends->work->space;
    uint64_t count = store_count(store);
    char path[RUN_PATH];
    if (!states_path(ends, side, path))
        return false;
    int descriptor = file_open(path, O_WRONLY | O_CREAT);
    bool good = descriptor >= 0 && lseek(descriptor, (off_t)(file->count * store->state_bytes), SEEK_SET) >= 0;
    if (!good)
        run_space_fail_here(space);
    uint64_t sum = file->sum;
    good = good && disk_write_states(ends->work, descriptor, store, file->count, count, &sum) &&
           (file_sync(descriptor) || run_space_fail_here(space));
    if (descriptor >= 0)
        close(descriptor);
    if (good)
        *file = (struct states_file){count, sum};
    return good;
}

static bool write_ends(struct ends_checkpoint *ends, const struct search_side *front, const struct search_side *back)
{
    struct run_space *space = &ends->work->space;
    char path[RUN_PATH], beside[RUN_PATH];
    struct head head = {.version = VERSION,
                        .state_bytes = ends->work->state_bytes,
                        .depth = front->search->lower_bound,
                        .incumbent = (uint64_t)front->search->incumbent,
                        .files = {ends->files[0], ends->files[1]}};
    memcpy(head.magic, magic, sizeof head.magic);
    if (!run_space_path(space, ends_name, path))
        return false;
    int descriptor = ends->descriptor = disk_begin_file(ends->work, beside);
    ends->sum = CHECKSUM_START;
    bool good = descriptor >= 0 && put(ends, &head, sizeof head) && put_side(ends, front) && put_side(ends, back) &&
                run_write(space, descriptor, (const void *)&ends->sum, sizeof ends->sum);
    ends->descriptor = -1;
    return descriptor >= 0 && disk_end_file(ends->work, descriptor, good, beside, path);
}

/* Stops writing checkpoints after a failed write, and adds a remark about it.  The search goes on. */
static void give_up(struct ends_checkpoint *ends)
{
    struct disk_work *work = ends->work;
    ends->given_up = true;
    text_addf(work->disk->remarks, "%s; the search goes on, but is no longer saved\n", work->space.reason);
    run_space_forgive(&work->space);
}

static bool save_ends(void *context, const struct search_side *front, const struct search_side *back)
{
    struct ends_checkpoint *ends = context;
    struct disk_work *work = ends->work;
    double start = clock_now();
    if (ends->given_up || !disk_checkpoint_is_due(work))
        return true;
    bool good = (work->lock >= 0 || disk_open_folder(work)) && write_states(ends, 0, &front->search->store) &&
                write_states(ends, 1, &back->search->store) && write_ends(ends, front, back);
    work->checkpoint_written = clock_now();
    work->checkpoint_took = work->checkpoint_written - start;
    if (!good && work->space.reason[0] != '\0')
        give_up(ends);
    return run_space_good(&work->space);
}

/* --- handing over --- */

static void mark_list(bits *waits, struct list_reader reader)
{
    uint32_t number;
    while (list_read(&reader, &number, 1) > 0)
        bits_set(waits, number);
}

/* Writes the front as the first checkpoint of a search from the start alone, which then goes on in files.  That search
 * must merge the same states. */
static void hand_over(void *context, const struct search_side *front)
{
    struct ends_checkpoint *ends = context;
    struct disk_work *work = ends->work;
    const struct search *search = front->search;
    uint64_t count = store_count(&search->store);
    bits *waits = calloc(1, bits_bytes(count));
    if (ends->given_up || search->merges != ends->merges || waits == NULL) {
        free((void *)waits);
        return;
    }
    /* Finds the front's states that are still to be expanded, including those that may have been expanded already. */
    for (size_t n = 0; n < front->due.count; n++)
        mark_list(waits, (struct list_reader){.list = &front->due.at[n]});
    for (size_t n = 0; n < front->later.count; n++)
        mark_list(waits, (struct list_reader){.list = &front->later.at[n]});
    mark_list(waits, front->reader);
    work->incumbent = DISK_NONE; /* the least depth of a solved state that the front has reached */
    for (uint64_t number = 0; number < count; number++) {
        uint64_t depth = depths_get(&search->depths, number);
        if (front->layer.count > 0 && depth == front->moves + 1)
            bits_set(waits, number);
        if (depth < work->incumbent && search_is_goal(search, (uint32_t)number))
            work->incumbent = depth;
    }
    work->f = search->lower_bound;
    work->closed = count;
    bool good = (work->lock >= 0 || disk_open_folder(work)) && write_states(ends, 0, &search->store);
    const struct table_piece states = {1, ends->files[0].count, ends->files[0].sum};
    if (work->space.next_file <= SIDES)
        work->space.next_file = SIDES + 1;
    good = good && disk_table_write_search(work, search, waits, &states) && disk_write_checkpoint(work);
    free((void *)waits);
    if (!good && work->space.reason[0] != '\0')
        give_up(ends);
}

/* --- reading --- */

static bool get(const struct ends_checkpoint *ends, void *bytes, size_t size)
{
    return read_all(ends->descriptor, bytes, size) == size;
}

static int open_states(const struct ends_checkpoint *ends, int side)
{
    char path[RUN_PATH];
    return states_path(ends, side, path) ? file_open(path, O_RDONLY) : -1;
}

/* Adds states to the search of a side, in their order. */
static bool take_states(void *taker, const unsigned char *states, uint64_t count)
{
    struct search_side *side = taker;
    const struct store *store = &side->search->store;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t number = store_count(store);
        if (round_add(&side->round, states + i * store->state_bytes) != number)
            return false;
    }
    return true;
}

static bool take_depths(const struct ends_checkpoint *ends, struct search *search, uint64_t count)
{
    uint16_t moves[TOGETHER];
    for (uint64_t number = 0, part; number < count; number += part) {
        part = count - number < TOGETHER ? count - number : TOGETHER;
        if (!get(ends, moves, (size_t)part * sizeof *moves))
            return false;
        for (uint64_t i = 0; i < part; i++) {
            if (moves[i] != DEPTHS_NONE && !search_lower_depth(search, (uint32_t)(number + i), moves[i]))
                return false;
        }
    }
    return true;
}

static bool take_lists(const struct ends_checkpoint *ends, struct search *search, struct lists *lists)
{
    uint64_t line[2]; /* the place of a list, and how many numbers follow; 0: the end */
    uint32_t numbers[TOGETHER];
    for (;;) {
        if (!get(ends, line, sizeof line))
            return false;
        if (line[1] == 0)
            return true;
        if (line[0] > SEARCH_MOST_MOVES + (uint64_t)DISK_MOST_ESTIMATE)
            return false;
        for (uint64_t left = line[1]; left > 0;) {
            size_t part = left < TOGETHER ? (size_t)left : TOGETHER;
            if (!get(ends, numbers, part * sizeof *numbers))
                return false;
            for (size_t i = 0; i < part; i++) {
                if (numbers[i] >= store_count(&search->store) || !lists_add(search, lists, (size_t)line[0], numbers[i]))
                    return false;
            }
            left -= part;
        }
    }
}

/* Opens `checkpoint-ends` of an earlier search and reads its head, if it and the states it counts are undamaged. */
static bool find_ends(struct ends_checkpoint *ends, struct head *head)
{
    struct disk_work *work = ends->work;
    char path[RUN_PATH];
    if (!run_space_path(&work->space, ends_name, path) || access(path, F_OK) != 0 || !disk_open_folder(work))
        return false;
    ends->descriptor = file_open(path, O_RDONLY);
    off_t size = ends->descriptor < 0 ? -1 : lseek(ends->descriptor, 0, SEEK_END);
    bool good = size >= (off_t)(sizeof *head + sizeof ends->sum) && lseek(ends->descriptor, 0, SEEK_SET) == 0 &&
                disk_is_whole(ends->descriptor, (uint64_t)size - sizeof ends->sum, NULL) &&
                get(ends, head, sizeof *head) && memcmp(head->magic, magic, sizeof head->magic) == 0 &&
                head->version == VERSION && head->state_bytes == work->state_bytes;
    for (int side = 0; good && side < SIDES; side++) {
        int descriptor = open_states(ends, side);
        good = descriptor >= 0 && head->files[side].count < STORE_NONE &&
               disk_is_whole(descriptor, head->files[side].count * head->state_bytes, &head->files[side].sum);
        if (descriptor >= 0)
            close(descriptor);
    }
    if (!good)
        text_addf(work->disk->remarks, "%s: files of the stopped search are missing or damaged; it starts again\n",
                  work->folder);
    return good;
}

static bool load_side(void *context, struct search_side *side, bool is_front, bool *found)
{
    struct ends_checkpoint *ends = context;
    struct search *search = side->search;
    struct head head;
    if (is_front) {
        *found = find_ends(ends, &head);
        if (!*found)
            return run_space_good(&ends->work->space);
        search_prove_at_least(search, head.depth);
        search->incumbent = (int64_t)head.incumbent;
        memcpy(ends->files, head.files, sizeof ends->files);
    }
    int which = is_front ? 0 : 1;
    uint64_t closed;
    uint64_t count = ends->files[which].count;
    int descriptor = open_states(ends, which);
    bool good = descriptor >= 0 && get(ends, &closed, sizeof closed) &&
                disk_read_states(ends->work, descriptor, count, take_states, side) &&
                take_depths(ends, search, count) && take_lists(ends, search, &side->due) &&
                take_lists(ends, search, &side->later);
    if (descriptor >= 0)
        close(descriptor);
    search_drop_expanded(search);
    search->closed_count = good ? closed : 0;
    return good;
}

bool disk_search_both_ends(struct disk_work *work)
{
    enum { MOST = 1 << 20 };
    uint64_t most = work->disk->batch_most;
    struct ends_checkpoint ends = {.work = work,
                                   .merges = work->search->merges,
                                   .descriptor = -1,
                                   .files = {{0, CHECKSUM_START}, {0, CHECKSUM_START}}};
    const struct both_ends_keeper keeper = {&ends, most == 0 ? MOST : (size_t)most, load_side, save_ends, hand_over};
    bool good = search_is_done(search_both_ends(work->search, &keeper));
    if (ends.descriptor >= 0)
        close(ends.descriptor);
    return good;
}
