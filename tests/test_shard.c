/* Shards: what a shard is asked for by, how far it goes, and what its log keeps of chunks, whole or damaged. */
#include "tests/unit.h"

#include "base/file.h"
#include "base/rng.h"
#include "gen/shard.h"
#include "gen/shard_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNITS = 12 };

static void fill_environment(const char *name, const char *value)
{
    assert_int_equal(setenv(name, value, 1), 0);
}

static void clear_environment(void)
{
    static const char *const names[] = {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT",
                                        "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
                                        "SLURM_PROCID", "SLURM_NTASKS", "PARALLEL_SEQ"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(unsetenv(names[i]), 0);
}

static bool reads(const char *value, uint64_t index, uint64_t count)
{
    struct shard shard;
    struct text error = {0};
    bool good = shard_read(value, &shard, &error);
    assert_int_equal(good, !text_says(&error));
    text_free(&error);
    return good && shard.index == index && shard.count == count;
}

static void test_shards_are_read(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",       "0/4",    "5/4",  "1/0",     "4",    "/4",   "1/",
                                        "-1/4",   "1/-4",   "+1/4", " 1/4",    "1/4 ", "1/4/", "auto/",
                                        "auto/0", "auto/x", "autos", "18446744073709551617/18446744073709551617"};
    clear_environment();
    assert_true(reads("1/1", 0, 1));
    assert_true(reads("3/7", 2, 7));
    assert_true(reads("100000/100000", 99999, 100000));
    fill_environment("PMI_RANK", "0");
    fill_environment("PMI_SIZE", "4");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct shard shard;
        struct text error = {0};
        assert_false(shard_read(wrong[i], &shard, &error));
        assert_true(text_says(&error));
        text_free(&error);
    }
    clear_environment();
}

static void test_the_environment_tells_the_shard(void **state)
{
    (void)state;
    clear_environment();
    fill_environment("PARALLEL_SEQ", "3");
    assert_true(reads("auto/4", 2, 4));
    assert_false(reads("auto", 2, 4));
    assert_false(reads("auto/2", 2, 2));
    fill_environment("OMPI_COMM_WORLD_RANK", "1");
    fill_environment("OMPI_COMM_WORLD_SIZE", "6");
    assert_true(reads("auto", 1, 6));
    fill_environment("SLURM_ARRAY_TASK_ID", "7");
    fill_environment("SLURM_ARRAY_TASK_MIN", "5");
    fill_environment("SLURM_ARRAY_TASK_COUNT", "3");
    assert_true(reads("auto", 2, 3));
    clear_environment();
}

/* Rounds until so many levels are kept where each unit gives one with some chance. */
static void test_steps_are_few_and_short(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 10, 300, 10000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint64_t count = counts[i], units = 64, needed = 0, kept = 0, done = 0;
        struct rng rng;
        unsigned rounds = 0;
        rng_start(&rng, 5, i);
        while (kept < count) {
            for (; done < units; done++) {
                kept += rng_below(&rng, 20) == 0;
                if (kept == count && needed == 0)
                    needed = done + 1;
            }
            struct advance advance = {.units = done, .kept = kept, .wanted = count, .tries = done, .kept_since = kept,
                                      .survivors = kept, .recent_kept = kept, .recent_survivors = kept};
            uint64_t next = kept < count ? shard_next_bound(&advance, 8) : done;
            assert_true(kept >= count || (next > units && next % 8 == 0));
            units = next;
            rounds++;
        }
        assert_true(rounds <= 12);
        assert_true(count < 300 || done - needed <= needed / 100);
    }
}

/* Where the distance between levels is about to be lowered, after which they come quickly, steps do not go far beyond that; but
 * they do not become endlessly short. */
static void test_steps_end_where_levels_may_come_faster(void **state)
{
    (void)state;
    struct advance advance = {.units = 10000, .kept = 200, .wanted = 400, .tries = 10000, .survivors = 5000,
                              .kept_since = 200, .recent_kept = 100, .recent_survivors = 500};
    uint64_t far = shard_next_bound(&advance, 1);
    advance.until_lowered = 190;
    assert_int_equal(shard_next_bound(&advance, 1), far); /* not likely */
    advance.recent_kept = 10;
    assert_int_equal(shard_next_bound(&advance, 1), 10000 + 2 * 190);
    advance.until_lowered = 10;
    assert_in_range(shard_next_bound(&advance, 1), 10000 + 200, 10000 + 400);
    advance.until_lowered = 200; /* it was just lowered: no faster than one survivor after the other */
    advance.lowered_at = 9990;
    advance.kept_since = advance.recent_kept = advance.recent_survivors = 0;
    assert_int_equal(shard_next_bound(&advance, 1), 10000 + 2 * 200);
    advance = (struct advance){.units = 10000, .kept = 398, .wanted = 400, .tries = 10000, .survivors = 5000,
                               .lowered_at = 9900, .kept_since = 7, .recent_kept = 7, .recent_survivors = 7};
    assert_in_range(shard_next_bound(&advance, 1), 10000 + 300, 10000 + 400);
    advance.kept_since = advance.recent_kept = advance.recent_survivors = 50; /* they are known to come quickly */
    assert_int_equal(shard_next_bound(&advance, 1), 10000 + 2 * 3);
}

static void test_a_shard_pauses_before_its_share_is_there(void **state)
{
    (void)state;
    assert_true(shard_pauses(80, 1000, 10));
    assert_true(shard_pauses(74, 1000, 10));
    assert_false(shard_pauses(72, 1000, 10));
    assert_false(shard_pauses(72, 1000, 10));
    assert_true(shard_pauses(2, 400, 64));
    assert_false(shard_pauses(1, 400, 64));
    assert_true(shard_pauses(0, 10, 10));
}

/* --- the log --- */

static void fill_chunk(struct chunk *chunk, struct rng *rng)
{
    chunk_clear(chunk);
    chunk->units = 1 + rng_below(rng, UNITS);
    for (unsigned unit = 0; unit < chunk->units; unit++) {
        for (unsigned i = rng_below(rng, 5); i > 0; i--) {
            unsigned outcome = rng_below(rng, (unsigned)filter_count + 1);
            if (outcome == filter_count) {
                struct survivor *survivor = chunk_add_survivor(chunk);
                assert_non_null(survivor);
                survivor->hash = (uint64_t)rng_next(rng) << 32 | unit;
                int columns = 1 + (int)rng_below(rng, 9), rows = 1 + (int)rng_below(rng, 9);
                assert_true(grid_make(&survivor->grid, columns, rows, 'x'));
                text_addf(&survivor->row, ",a row,%u\n", rng_below(rng, 1000));
            }
            chunk_add_outcome(chunk, outcome);
        }
        chunk->unit_ends[unit] = chunk->outcome_count;
    }
}

static void assert_same(const struct chunk *one, const struct chunk *other)
{
    assert_int_equal(one->units, other->units);
    assert_int_equal(one->outcome_count, other->outcome_count);
    assert_int_equal(one->survivor_count, other->survivor_count);
    assert_memory_equal(one->unit_ends, other->unit_ends, one->units * sizeof *one->unit_ends);
    for (size_t i = 0; i < one->outcome_count; i++)
        assert_int_equal(one->outcomes[i], other->outcomes[i]);
    for (size_t i = 0; i < one->survivor_count; i++) {
        const struct survivor *a = &one->survivors[i], *b = &other->survivors[i];
        assert_int_equal(a->outcome, b->outcome);
        assert_true(a->hash == b->hash);
        assert_int_equal(a->grid.columns, b->grid.columns);
        assert_int_equal(a->grid.rows, b->grid.rows);
        assert_memory_equal(a->grid.cells, b->grid.cells, (size_t)grid_size(&a->grid));
        assert_string_equal(text_string(&a->row), text_string(&b->row));
    }
}

struct logged {
    char folder[64];
    struct text path, error;
    struct shard_log log;
};

static void open_folder(struct logged *logged)
{
    *logged = (struct logged){.folder = "/tmp/test_shard_XXXXXX"};
    assert_non_null(mkdtemp(logged->folder));
    text_addf(&logged->path, "%s/%s", logged->folder, SHARD_LOG);
    assert_true(shard_log_open(&logged->log, logged->folder, 64, &logged->error));
}

static void write_log(struct logged *logged, const char *bytes, size_t size)
{
    assert_true(file_replace(text_string(&logged->path), bytes, size, &logged->error));
    shard_log_close(&logged->log);
    assert_true(shard_log_open(&logged->log, logged->folder, 64, &logged->error));
}

static void close_folder(struct logged *logged)
{
    unlink(text_string(&logged->path));
    assert_int_equal(rmdir(logged->folder), 0);
    shard_log_close(&logged->log);
    text_free(&logged->path);
    text_free(&logged->error);
}

static void test_the_log_gives_back_what_was_put_in(void **state)
{
    (void)state;
    enum { CHUNKS = 40 };
    struct logged logged;
    struct chunk chunks[CHUNKS], read;
    struct text records = {0};
    struct rng rng;
    uint64_t number = 0;
    rng_start(&rng, 3, 1);
    open_folder(&logged);
    assert_true(chunk_make(&read, UNITS));
    for (unsigned i = 0; i < CHUNKS; i++) {
        assert_true(chunk_make(&chunks[i], UNITS));
        fill_chunk(&chunks[i], &rng);
        shard_log_add_chunk(&chunks[i], i * UINT64_C(1000000007), &records);
        if (i % 7 == 0)
            shard_log_add_pause(&records);
    }
    assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_NONE);
    write_log(&logged, records.data, records.size);
    for (unsigned i = 0; i < CHUNKS; i++) {
        assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_CHUNK);
        assert_true(number == i * UINT64_C(1000000007));
        assert_same(&chunks[i], &read);
        if (i % 7 == 0)
            assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_PAUSE);
    }
    assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_NONE);
    for (unsigned i = 0; i < CHUNKS; i++)
        chunk_free(&chunks[i]);
    chunk_free(&read);
    text_free(&records);
    close_folder(&logged);
}

/* The outcomes between two survivors may change places, and nothing else may change. */
static void test_sorting_keeps_what_counts(void **state)
{
    (void)state;
    struct rng rng;
    struct chunk chunk;
    rng_start(&rng, 4, 1);
    assert_true(chunk_make(&chunk, UNITS));
    for (int round = 0; round < 200; round++) {
        size_t before[64][64] = {{0}}, gap = 0;
        fill_chunk(&chunk, &rng);
        for (size_t i = 0; i < chunk.outcome_count; i++) {
            before[gap][chunk.outcomes[i]]++;
            gap += chunk.outcomes[i] == filter_count;
        }
        shard_log_sort(&chunk);
        size_t survivor = 0;
        gap = 0;
        for (size_t i = 0; i < chunk.outcome_count; i++) {
            assert_true(before[gap][chunk.outcomes[i]]-- > 0);
            if (chunk.outcomes[i] != filter_count)
                continue;
            assert_int_equal(chunk.survivors[survivor++].outcome, i);
            gap++;
        }
        assert_int_equal(survivor, chunk.survivor_count);
        assert_int_equal(chunk.unit_ends[chunk.units - 1], chunk.outcome_count);
    }
    chunk_free(&chunk);
}

static void test_damage_is_found(void **state)
{
    (void)state;
    struct logged logged;
    struct chunk chunk, read;
    struct text records = {0};
    struct rng rng;
    uint64_t number = 0;
    rng_start(&rng, 6, 1);
    open_folder(&logged);
    assert_true(chunk_make(&chunk, UNITS) && chunk_make(&read, UNITS));
    do
        fill_chunk(&chunk, &rng);
    while (chunk.survivor_count == 0);
    shard_log_add_chunk(&chunk, 5, &records);
    for (size_t size = 1; size < records.size; size++) {
        write_log(&logged, records.data, size);
        assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_BROKEN);
        assert_int_equal(logged.log.offset, 0);
    }
    for (size_t i = 0; i < records.size; i++) {
        unsigned bit = 1u << rng_below(&rng, 8);
        records.data[i] = (char)(records.data[i] ^ (int)bit);
        write_log(&logged, records.data, records.size);
        assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_BROKEN);
        records.data[i] = (char)(records.data[i] ^ (int)bit);
    }
    write_log(&logged, records.data, records.size);
    assert_int_equal(shard_log_next(&logged.log, chunk.units - 1, &number, &read, &logged.error), RECORD_BROKEN);
    assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_CHUNK);
    assert_same(&chunk, &read);
    chunk_free(&chunk);
    chunk_free(&read);
    text_free(&records);
    close_folder(&logged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shards_are_read),
        cmocka_unit_test(test_the_environment_tells_the_shard),
        cmocka_unit_test(test_steps_are_few_and_short),
        cmocka_unit_test(test_steps_end_where_levels_may_come_faster),
        cmocka_unit_test(test_a_shard_pauses_before_its_share_is_there),
        cmocka_unit_test(test_the_log_gives_back_what_was_put_in),
        cmocka_unit_test(test_sorting_keeps_what_counts),
        cmocka_unit_test(test_damage_is_found),
    };
    return cmocka_run_group_tests_name("shard", tests, NULL, NULL);
}
