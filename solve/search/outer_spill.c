/* From the table of a partner to runs; see outer_table.h.
 *
 * What waits becomes candidates, what was expanded with the fewest moves known becomes closed runs.  States are taken by
 * their moves, a portion at a time, with estimate and kind before their bytes, so that sorting brings together what is one
 * run. */
#include "solve/search/bits.h"
#include "solve/search/outer_table.h"

#include <stdlib.h>

enum { PORTION = 1 << 20, HEAD = 3 };

struct spill {
    struct outer_work *work;
    bits *waits;            /* for each number */
    uint64_t *places;       /* [moves] of the numbers */
    uint32_t *numbers;      /* in the order of moves */
    uint64_t moves;         /* more than any state has */
    unsigned char *records; /* [PORTION] estimate, kind, state */
};

static size_t record_bytes(const struct outer_work *work)
{
    return HEAD + work->state_bytes;
}

static void mark_list(struct spill *spill, const struct list *list, uint64_t first, uint64_t g)
{
    const struct search *search = &spill->work->table->search;
    for (uint64_t i = first; i < list->count; i++) {
        if (search->depths[list->numbers[i]] == g)
            bits_set(spill->waits, list->numbers[i]);
    }
}

/* A state waits if it is in a list of its moves; it may be in lists of more moves, too, from before. */
static void mark_waiting(struct spill *spill)
{
    const struct outer_table *table = spill->work->table;
    for (uint64_t g = 0; g < table->row_count; g++) {
        for (size_t i = 0; i < table->rows[g].count; i++)
            mark_list(spill, &table->rows[g].lists[i], 0, g);
    }
    mark_list(spill, &table->at_hand, table->next, table->g);
}

/* Sorts the numbers of all states by their moves. */
static void sort_numbers(struct spill *spill)
{
    const struct search *search = &spill->work->table->search;
    uint64_t count = store_count(&search->store);
    for (uint64_t i = 0; i < count; i++)
        spill->places[search->depths[i] + 2]++;
    for (uint64_t g = 2; g < spill->moves + 2; g++)
        spill->places[g] += spill->places[g - 1];
    for (uint64_t i = 0; i < count; i++)
        spill->numbers[spill->places[search->depths[i] + 1]++] = (uint32_t)i;
}

static bool spill_make(struct spill *spill, struct outer_work *work)
{
    struct outer_table *table = work->table;
    struct store *store = &table->search.store;
    uint64_t count = store_count(store);
    free((void *)store->slots); /* nothing is looked up any more */
    store->slots = NULL;
    *spill = (struct spill){.work = work, .moves = table->row_count};
    spill->waits = calloc(1, bits_bytes(count));
    spill->numbers = malloc((count + 1) * sizeof *spill->numbers);
    spill->places = calloc(spill->moves + 2, sizeof *spill->places);
    spill->records = malloc(PORTION * record_bytes(work));
    return (spill->waits != NULL && spill->numbers != NULL && spill->places != NULL &&
            spill->records != NULL) ||
           run_space_no_memory(&work->space);
}

static void spill_free(struct spill *spill)
{
    free((void *)spill->waits);
    free(spill->numbers);
    free(spill->places);
    free(spill->records);
}

static void fill_record(const struct spill *spill, uint32_t number, unsigned char *record)
{
    struct outer_work *work = spill->work;
    const unsigned char *state = store_state(&work->table->search.store, number);
    unsigned estimate = puzzle_bound(work->search->puzzle, state);
    estimate = estimate < OUTER_MOST_ESTIMATE ? estimate : OUTER_MOST_ESTIMATE;
    record[0] = (unsigned char)(estimate >> 8);
    record[1] = (unsigned char)estimate;
    record[2] = bits_get(spill->waits, number);
    memcpy(record + HEAD, state, work->state_bytes);
    work->closed += record[2] == 0;
}

/* Makes a run of records that are of one kind, and sorted. */
static bool write_run(struct outer_work *work, const unsigned char *records, uint64_t count,
                      uint64_t g)
{
    struct run_writer writer;
    bool waits = records[2] != 0;
    struct bucket *bucket = bucket_reach(work, g, (uint64_t)records[0] << 8 | records[1]);
    if (bucket == NULL ||
        !run_writer_open(&writer, &work->space, waits ? RUN_PASSING : RUN_LASTING))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!run_writer_add(&writer, records + i * record_bytes(work) + HEAD)) {
            run_writer_drop(&writer);
            return false;
        }
    }
    return run_list_add(work, waits ? &bucket->pending : &bucket->closed,
                        run_writer_close(&writer));
}

static bool write_portion(struct spill *spill, const uint32_t *numbers, uint64_t count, uint64_t g)
{
    struct outer_work *work = spill->work;
    size_t size = record_bytes(work);
    for (uint64_t i = 0; i < count; i++)
        fill_record(spill, numbers[i], spill->records + i * size);
    run_sort(spill->records, count, size);
    bool good = true;
    for (uint64_t first = 0, end; good && first < count; first = end) {
        const unsigned char *record = spill->records + first * size;
        for (end = first + 1;
             end < count && memcmp(record, spill->records + end * size, HEAD) == 0;)
            end++;
        good = write_run(work, record, end - first, g);
    }
    return good;
}

bool outer_table_spill(struct outer_work *work)
{
    struct spill spill = {.work = work};
    bool good = buffer_flush(work) && spill_make(&spill, work);
    work->closed = 0;
    if (good) {
        mark_waiting(&spill);
        sort_numbers(&spill);
    }
    for (uint64_t g = 0; good && g < spill.moves; g++) {
        uint64_t part;
        for (uint64_t at = spill.places[g]; good && at < spill.places[g + 1]; at += part) {
            uint64_t left = spill.places[g + 1] - at;
            part = left < PORTION ? left : PORTION;
            good = write_portion(&spill, spill.numbers + at, part, g);
        }
    }
    spill_free(&spill);
    outer_table_free(work);
    return good && outer_good(work);
}
