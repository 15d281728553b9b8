/* Shards: how the number of a shard is given, how far a shard goes, and which chunks its log keeps, whole or
 * damaged. */
#include "tests/unit.h"

#include "base/file.h"
#include "base/rng.h"
#include "gen/shard/shard.h"
#include "gen/shard/folder.h"

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
    static const char *const names[] = {"SLURM_ARRAY_TASK_ID",
                                        "SLURM_ARRAY_TASK_MIN",
                                        "SLURM_ARRAY_TASK_COUNT",
                                        "SLURM_ARRAY_TASK_STEP",
                                        "SGE_TASK_ID",
                                        "SGE_TASK_FIRST",
                                        "SGE_TASK_LAST",
                                        "SGE_TASK_STEPSIZE",
                                        "LSB_JOBINDEX",
                                        "LSB_JOBINDEX_END",
                                        "LSB_JOBINDEX_STEP",
                                        "AWS_BATCH_JOB_ARRAY_INDEX",
                                        "AWS_BATCH_JOB_ARRAY_SIZE",
                                        "PBS_ARRAY_INDEX",
                                        "PBS_ARRAYID",
                                        "JOB_COMPLETION_INDEX",
                                        "OMPI_COMM_WORLD_RANK",
                                        "OMPI_COMM_WORLD_SIZE",
                                        "MV2_COMM_WORLD_RANK",
                                        "MV2_COMM_WORLD_SIZE",
                                        "PMI_RANK",
                                        "PMI_SIZE",
                                        "SLURM_PROCID",
                                        "SLURM_NTASKS",
                                        "PARALLEL_SEQ"};
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
    static const char *const wrong[] = {
        "",     "0/4",   "5/4",    "1/0",    "4",     "/4",
        "1/",   "-1/4",  "1/-4",   "+1/4",   " 1/4",  "1/4 ",
        "1/4/", "auto/", "auto/0", "auto/x", "autos", "18446744073709551617/18446744073709551617"};
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

/* Sets variables "NAME=VALUE NAME=VALUE" and reads "auto" or "auto/N".  Returns whether that gives shard `index`
 * (from 0) of `count`, or is refused if `count` is 0. */
static bool told_as(const char *variables, const char *value, uint64_t index, uint64_t count)
{
    char copy[256], *rest = copy;
    clear_environment();
    snprintf(copy, sizeof copy, "%s", variables);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        fill_environment(word, equals + 1);
    }
    bool good = count == 0 ? !reads(value, 0, 0) : reads(value, index, count);
    clear_environment();
    return good;
}

/* The variables of each batch system: numbers from 0 or from 1, with steps, with and without a count, and outside of
 * arrays. */
static void test_each_system_tells_the_shard(void **state)
{
    (void)state;
    assert_true(told_as("SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_STEP=2",
                        "auto", 3, 4));
    assert_true(told_as("SGE_TASK_ID=7 SGE_TASK_FIRST=1 SGE_TASK_LAST=8 SGE_TASK_STEPSIZE=3", "auto", 2, 3));
    assert_true(told_as("SGE_TASK_ID=8 SGE_TASK_FIRST=1 SGE_TASK_LAST=8 SGE_TASK_STEPSIZE=1", "auto", 7, 8));
    assert_true(told_as("SGE_TASK_ID=undefined SGE_TASK_FIRST=undefined SGE_TASK_LAST=undefined", "auto", 0, 0));
    assert_true(told_as("SGE_TASK_ID=undefined OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2", "auto", 1, 2));
    assert_true(told_as("LSB_JOBINDEX=4 LSB_JOBINDEX_END=8 LSB_JOBINDEX_STEP=1", "auto", 3, 8));
    assert_true(told_as("LSB_JOBINDEX=0 LSB_JOBINDEX_END=0 LSB_JOBINDEX_STEP=0", "auto", 0, 0)); /* no array */
    assert_true(told_as("LSB_JOBINDEX=0 PMI_RANK=3 PMI_SIZE=4", "auto", 3, 4));
    assert_true(told_as("AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=10", "auto", 0, 10));
    assert_true(told_as("AWS_BATCH_JOB_ARRAY_INDEX=9", "auto/10", 9, 10));
    assert_true(told_as("PBS_ARRAY_INDEX=64", "auto/64", 63, 64));
    assert_true(told_as("PBS_ARRAY_INDEX=64", "auto", 0, 0));
    assert_true(told_as("PBS_ARRAY_INDEX=65", "auto/64", 0, 0));
    assert_true(told_as("PBS_ARRAYID=1", "auto/3", 0, 3));
    assert_true(told_as("JOB_COMPLETION_INDEX=0", "auto/8", 0, 8));
    assert_true(told_as("JOB_COMPLETION_INDEX=8", "auto/8", 0, 0));
    assert_true(told_as("MV2_COMM_WORLD_RANK=2 MV2_COMM_WORLD_SIZE=4", "auto", 2, 4));
    assert_true(told_as("SLURM_PROCID=1 SLURM_NTASKS=4", "auto", 1, 4));
    assert_true(told_as("PARALLEL_SEQ=5", "auto/5", 4, 5));
}

/* Counts the rounds until `count` levels are kept if each unit gives a level with probability 1/20, after a first
 * round that is too short. */
static void test_steps_are_few_and_short(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 10, 300, 10000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint64_t count = counts[i], units = 14 * count, needed = 0, kept = 0, done = 0;
        struct rng rng;
        unsigned rounds = 0;
        rng_start(&rng, 5, i);
        while (kept < count) {
            for (; done < units; done++) {
                kept += rng_below(&rng, 20) == 0;
                if (kept == count && needed == 0)
                    needed = done + 1;
            }
            struct advance advance = {.units = done, .kept = kept, .wanted = count, .tries = done};
            uint64_t next = kept < count ? shard_next_bound(&advance, 8) : done;
            assert_true(kept >= count || (next > units && next % 8 == 0));
            units = next;
            rounds++;
        }
        assert_true(rounds <= (count < 300 ? 8 : 2));
        assert_true(count < 300 || done - needed <= needed / 5);
    }
}

/* If levels become rarer the more there are, shards go further, but not without bound. */
static void test_steps_are_longer_where_levels_come_slower(void **state)
{
    (void)state;
    struct advance advance = {.units = 10000, .kept = 100, .wanted = 200, .tries = 10000};
    assert_int_equal(shard_next_bound(&advance, 1), 10000 + 12000);
    advance.then = 2500;
    advance.kept_then = 25;
    assert_int_equal(shard_next_bound(&advance, 1), 10000 + 12000);
    advance.kept_then = 50; /* grows as the square root of the units */
    assert_in_range(shard_next_bound(&advance, 1), 10000 + 36000 - 1, 10000 + 36000 + 1);
    advance.kept_then = 99;
    assert_in_range(shard_next_bound(&advance, 1), 10000 + 36000 - 1, 10000 + 36000 + 1);
    advance.wanted = 1000000;
    assert_int_equal(shard_next_bound(&advance, 1), 10000 + 192000);
    advance.kept = advance.kept_then = 0;
    assert_int_equal(shard_next_bound(&advance, 1), 10000 + 30000);
}

static void test_a_shard_pauses_with_a_fifth_to_spare(void **state)
{
    (void)state;
    assert_true(shard_pauses(120, 1000, 10));
    assert_false(shard_pauses(119, 1000, 10));
    assert_true(shard_pauses(7, 400, 64));
    assert_false(shard_pauses(6, 400, 64));
    assert_true(shard_pauses(1, 10, 10));
    assert_true(shard_pauses(0, 9, 10)); /* more shards than levels */
}

/* --- the log --- */

static void fill_batch(struct batch *batch, struct rng *rng)
{
    batch_clear(batch);
    batch->units = 1 + rng_below(rng, UNITS);
    for (unsigned unit = 0; unit < batch->units; unit++) {
        for (unsigned i = rng_below(rng, 5); i > 0; i--) {
            unsigned outcome = rng_below(rng, (unsigned)filter_count + 1);
            if (outcome == filter_count) {
                struct survivor *survivor = batch_add_survivor(batch);
                assert_non_null(survivor);
                survivor->hash = (uint64_t)rng_next(rng) << 32 | unit;
                int columns = 1 + (int)rng_below(rng, 9), rows = 1 + (int)rng_below(rng, 9);
                assert_true(grid_make(&survivor->grid, columns, rows, 'x'));
                text_addf(&survivor->row, ",a row,%u\n", rng_below(rng, 1000));
            }
            batch_add_outcome(batch, outcome);
        }
        batch->unit_ends[unit] = batch->outcome_count;
    }
}

static void assert_same(const struct batch *one, const struct batch *other)
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
    enum { BATCHES = 40 };
    struct logged logged;
    struct batch batches[BATCHES], read;
    struct text records = {0};
    struct rng rng;
    uint64_t number = 0;
    rng_start(&rng, 3, 1);
    open_folder(&logged);
    assert_true(batch_make(&read, UNITS));
    for (unsigned i = 0; i < BATCHES; i++) {
        assert_true(batch_make(&batches[i], UNITS));
        fill_batch(&batches[i], &rng);
        shard_log_add_batch(&batches[i], i * UINT64_C(1000000007), &records);
        if (i % 7 == 0)
            shard_log_add_pause(&records);
    }
    assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_NONE);
    write_log(&logged, records.data, records.size);
    for (unsigned i = 0; i < BATCHES; i++) {
        assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_BATCH);
        assert_true(number == i * UINT64_C(1000000007));
        assert_same(&batches[i], &read);
        if (i % 7 == 0)
            assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_PAUSE);
    }
    assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_NONE);
    for (unsigned i = 0; i < BATCHES; i++)
        batch_free(&batches[i]);
    batch_free(&read);
    text_free(&records);
    close_folder(&logged);
}

/* Sorting may only exchange the outcomes between two survivors. */
static void test_sorting_keeps_what_counts(void **state)
{
    (void)state;
    struct rng rng;
    struct batch batch;
    rng_start(&rng, 4, 1);
    assert_true(batch_make(&batch, UNITS));
    for (int round = 0; round < 200; round++) {
        size_t before[64][64] = {{0}}, gap = 0;
        fill_batch(&batch, &rng);
        for (size_t i = 0; i < batch.outcome_count; i++) {
            before[gap][batch.outcomes[i]]++;
            gap += batch.outcomes[i] == filter_count;
        }
        shard_log_sort(&batch);
        size_t survivor = 0;
        gap = 0;
        for (size_t i = 0; i < batch.outcome_count; i++) {
            assert_true(before[gap][batch.outcomes[i]]-- > 0);
            if (batch.outcomes[i] != filter_count)
                continue;
            assert_int_equal(batch.survivors[survivor++].outcome, i);
            gap++;
        }
        assert_int_equal(survivor, batch.survivor_count);
        assert_int_equal(batch.unit_ends[batch.units - 1], batch.outcome_count);
    }
    batch_free(&batch);
}

static void test_damage_is_found(void **state)
{
    (void)state;
    struct logged logged;
    struct batch batch, read;
    struct text records = {0};
    struct rng rng;
    uint64_t number = 0;
    rng_start(&rng, 6, 1);
    open_folder(&logged);
    assert_true(batch_make(&batch, UNITS) && batch_make(&read, UNITS));
    do
        fill_batch(&batch, &rng);
    while (batch.survivor_count == 0);
    shard_log_add_batch(&batch, 5, &records);
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
    assert_int_equal(shard_log_next(&logged.log, batch.units - 1, &number, &read, &logged.error), RECORD_BROKEN);
    assert_int_equal(shard_log_next(&logged.log, UNITS, &number, &read, &logged.error), RECORD_BATCH);
    assert_same(&batch, &read);
    batch_free(&batch);
    batch_free(&read);
    text_free(&records);
    close_folder(&logged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shards_are_read),
        cmocka_unit_test(test_the_environment_tells_the_shard),
        cmocka_unit_test(test_each_system_tells_the_shard),
        cmocka_unit_test(test_steps_are_few_and_short),
        cmocka_unit_test(test_steps_are_longer_where_levels_come_slower),
        cmocka_unit_test(test_a_shard_pauses_with_a_fifth_to_spare),
        cmocka_unit_test(test_the_log_gives_back_what_was_put_in),
        cmocka_unit_test(test_sorting_keeps_what_counts),
        cmocka_unit_test(test_damage_is_found),
    };
    return cmocka_run_group_tests_name("shard", tests, NULL, NULL);
}
