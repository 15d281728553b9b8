/* Compares runs with sorted arrays: written, read from the beginning and from given states, and merged, in memory
 * and in files, with states and blocks of all sizes, in both layouts. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "tests/unit.h"

#include "solve/search/disk/run.h"
#include "tests/toys.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t seed_at_hand;

#define check(condition)                                                \
    do {                                                                \
        if (!(condition))                                               \
            fail_msg("seed %" PRIu64 ": %s", seed_at_hand, #condition); \
    } while (0)

/* --- states --- */

struct states {
    unsigned char *bytes;
    uint64_t count;
    size_t size;
};

static const unsigned char *state_at(const struct states *states, uint64_t n)
{
    return states->bytes + n * states->size;
}

static void sort_once(struct states *states)
{
    uint64_t kept = 0;
    run_sort(states->bytes, states->count, states->size);
    for (uint64_t i = 0; i < states->count; i++) {
        if (kept > 0 && memcmp(state_at(states, kept - 1), state_at(states, i), states->size) == 0)
            continue;
        memmove(states->bytes + kept++ * states->size, state_at(states, i), states->size);
    }
    states->count = kept;
}

/* Draws sorted, distinct states.  `few` is the number of values that their bytes can have. */
static struct states draw_states(uint64_t *random, size_t size, uint64_t most, unsigned few)
{
    struct states states = {.count = toy_random(random) % (most + 1), .size = size};
    states.bytes = malloc((size_t)states.count * size + 1);
    assert_non_null(states.bytes);
    for (uint64_t i = 0; i < states.count * size; i++)
        states.bytes[i] = (unsigned char)(toy_random(random) % few * (i % 3 == 0 ? 7 : 1));
    sort_once(&states);
    return states;
}

/* --- a folder --- */

static char folder[WORK_FOLDER];

static void empty_folder(void)
{
    DIR *open = opendir(folder);
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (open != NULL)
        closedir(open);
}

/* --- trying --- */

static struct sorted_run *write_states(struct run_space *space, const struct states *states, enum run_stay stay)
{
    struct run_writer writer;
    check(run_writer_open(&writer, space, stay));
    for (uint64_t i = 0; i < states->count; i++)
        check(run_writer_add(&writer, state_at(states, i)));
    struct sorted_run *run = run_writer_close(&writer);
    check(run != NULL);
    return run;
}

static void read_all(struct run_space *space, const struct sorted_run *run, const struct states *states)
{
    struct run_reader reader, other;
    check(run_reader_make(&other, space, NULL) && run_reader_make(&reader, space, &other));
    bool more = run_reader_begin(&reader, run, NULL);
    for (uint64_t i = 0; i < states->count; i++, more = run_reader_next(&reader))
        check(more && memcmp(reader.key, state_at(states, i), states->size) == 0);
    check(!more && run_space_good(space));
    run_reader_free(&reader);
    run_reader_free(&other);
}

/* Seeks states in ascending order, some of which are in the run. */
static void seek_some(struct run_space *space, const struct sorted_run *run, const struct states *states,
                      uint64_t *random)
{
    struct run_reader reader;
    struct states keys = draw_states(random, states->size, 20, 1 + (unsigned)(toy_random(random) % 256));
    for (uint64_t i = 0; i < keys.count && states->count > 0; i++) {
        if (toy_random(random) % 2 == 0)
            memcpy(keys.bytes + i * keys.size, state_at(states, toy_random(random) % states->count), keys.size);
    }
    sort_once(&keys);
    check(run_reader_make(&reader, space, NULL));
    uint64_t at = 0;
    for (uint64_t i = 0; i < keys.count; i++) {
        const unsigned char *key = state_at(&keys, i);
        bool there = i == 0 ? run_reader_begin(&reader, run, key) : run_reader_seek(&reader, key);
        while (at < states->count && memcmp(state_at(states, at), key, keys.size) < 0)
            at++;
        check(there == (at < states->count));
        check(!there || memcmp(reader.key, state_at(states, at), keys.size) == 0);
        if (!there)
            break;
    }
    check(run_space_good(space));
    run_reader_free(&reader);
    free(keys.bytes);
}

static void merge_them(struct run_space *space, struct sorted_run **runs, size_t count, const struct states *states)
{
    struct run_merge merge;
    unsigned char *portion = malloc(7 * states->size + 1);
    uint64_t at = 0, many;
    check(run_merge_reduce(space, runs, &count) && count <= RUN_MERGE_MOST);
    check(run_merge_open(&merge, space, runs, count, NULL));
    while ((many = run_merge_next(&merge, portion, 7)) > 0) {
        check(many <= states->count - at);
        check(memcmp(portion, state_at(states, at), (size_t)many * states->size) == 0);
        at += many;
    }
    check(at == states->count && run_space_good(space));
    run_merge_close(&merge);
    for (size_t i = 0; i < count; i++)
        run_free(space, runs[i]);
    free(portion);
}

/* Counts of the layouts in which blocks were stored. */
static unsigned layouts[RUN_COLUMNS + 1];

static void try_seed(uint64_t most)
{
    enum { MOST_RUNS = 40 };
    uint64_t random = seed_at_hand * 1234567 + 1;
    size_t size = 1 + toy_random(&random) % (toy_random(&random) % 8 == 0 ? 400 : 20);
    size_t count = 1 + toy_random(&random) % (toy_random(&random) % 8 == 0 ? MOST_RUNS : 3);
    size_t memory = toy_random(&random) % 4 == 0 ? 0 : (size_t)(1000 + toy_random(&random) % (64 << 20));
    unsigned few = 1 + (unsigned)(toy_random(&random) % (toy_random(&random) % 2 == 0 ? 256 : 6));
    bool in_files = memory != 0 && toy_random(&random) % 4 != 0;
    struct run_space space;
    struct sorted_run *runs[MOST_RUNS];
    struct states all = {.size = size};
    run_space_make(&space, in_files ? folder : NULL, size, memory, 2);
    space.allowed = in_files ? space.allowed : 0;
    for (size_t i = 0; i < count; i++) {
        enum run_stay stay = toy_random(&random) % 2 == 0 ? RUN_PASSING : RUN_LASTING;
        struct states states = draw_states(&random, size, most / size / count, few);
        runs[i] = write_states(&space, &states, stay);
        const struct sorted_run *run = runs[i];
        for (uint64_t block = 0; block < run->blocks; block++)
            layouts[run_entry_at(&space, run, block).layout]++;
        read_all(&space, runs[i], &states);
        seek_some(&space, runs[i], &states, &random);
        all.bytes = realloc(all.bytes, (size_t)(all.count + states.count) * all.size + 1);
        assert_non_null(all.bytes);
        memcpy(all.bytes + all.count * all.size, states.bytes, (size_t)states.count * states.size);
        all.count += states.count;
        sort_once(&all);
        free(states.bytes);
    }
    merge_them(&space, runs, count, &all);
    check(space.used == 0);
    run_space_free(&space);
    free(all.bytes);
    empty_folder();
}

static void test_runs(void **state)
{
    (void)state;
    const char *seed = getenv("ONLYWAY_TEST_SEED");
    uint64_t first = seed == NULL ? 1 : strtoull(seed, NULL, 10), count = seed == NULL ? QUICK_CASES(300) : 1;
    if (seed == NULL && getenv("ONLYWAY_TEST_LONG") != NULL)
        count = 10000;
    for (seed_at_hand = first; seed_at_hand < first + count; seed_at_hand++)
        try_seed(seed_at_hand % 16 == 0 ? 1 << 21 : 1 << 15);
    check(layouts[RUN_PLAIN] > 0 || seed != NULL);
#ifdef HAVE_ZSTD
    check((layouts[RUN_ROWS] > 0 && layouts[RUN_COLUMNS] > 0) || seed != NULL);
#endif
}

/* Blocks of a search with more memory are refused by one with less. */
static void test_less_memory(void **state)
{
    enum { STATE_BYTES = 5, MEMORY = 64 << 20 };
    struct run_space space, small;
    uint64_t random = 1;
    (void)state;
    struct states states = draw_states(&random, STATE_BYTES, 1000, 256);
    run_space_make(&space, folder, STATE_BYTES, MEMORY, 1);
    run_space_make(&small, folder, STATE_BYTES, MEMORY / 16, 1);
    struct sorted_run *run = write_states(&space, &states, RUN_LASTING);
    check(run_space_save(&space));
    struct sorted_run *again = run_open(&space, run->file, run->offset, run->bytes);
    check(again != NULL);
    read_all(&space, again, &states);
    check(run_open(&small, run->file, run->offset, run->bytes) == NULL);
    check(strstr(small.reason, "more memory") != NULL);
    run_free(&space, again);
    run_free(&space, run);
    run_space_free(&small);
    run_space_free(&space);
    free(states.bytes);
    empty_folder();
}

/* A merge whose result cannot be written fails, leaves the runs as they are and, as a sanitizer shows, leaks nothing.
 */
static void test_unwritten_merge(void **state)
{
    enum { STATE_BYTES = 40, RUNS = RUN_MERGE_MOST + 1 };
    struct run_space space;
    struct sorted_run *runs[RUNS];
    size_t count = RUNS;
    uint64_t random = 1;
    (void)state;
    run_space_make(&space, "none", STATE_BYTES, 0, 1);
    for (size_t i = 0; i < RUNS; i++) {
        struct states states = draw_states(&random, STATE_BYTES, RUN_SPILL / STATE_BYTES / 2, 256);
        runs[i] = write_states(&space, &states, RUN_PASSING);
        free(states.bytes);
    }
    check(!run_merge_reduce(&space, runs, &count) && count == RUNS);
    check(space.hit == LIMIT_BROKEN && strstr(space.reason, "none") != NULL);
    for (size_t i = 0; i < RUNS; i++)
        run_free(&space, runs[i]);
    check(space.used == 0);
    run_space_free(&space);
}

static int make_folder(void **state)
{
    (void)state;
    return !make_work_folder(folder);
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs), cmocka_unit_test(test_less_memory),
                                       cmocka_unit_test(test_unwritten_merge)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
