/* Messages between processes; tests/mpi.sh runs this program with one process and with several. */
#include "tests/unit.h"

#include "solve/cluster/wire.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void test_reduce(void **state)
{
    (void)state;
    struct wire wire;
    assert_true(wire_make(&wire, 0));
    uint64_t rank = (uint64_t)wire.rank, size = (uint64_t)wire.size, top = UINT64_C(1) << 63;
    bool last = rank == size - 1;
    uint64_t least[] = {rank + 5, top + size - rank, last ? 7 : UINT64_MAX};
    uint64_t most[] = {rank, top + rank, last ? UINT64_MAX : 7};
    uint64_t sum[] = {1, rank, top / size};
    wire_reduce(DISK_MIN, least, 3);
    wire_reduce(DISK_MAX, most, 3);
    assert_int_equal(least[2], 7);
    assert_true(most[2] == UINT64_MAX);
    wire_reduce(DISK_SUM, sum, 3);
    assert_int_equal(least[0], 5);
    assert_int_equal(least[1], top + 1);
    assert_int_equal(most[0], size - 1);
    assert_int_equal(most[1], top + size - 1);
    assert_int_equal(sum[0], size);
    assert_int_equal(sum[1], size * (size - 1) / 2);
    assert_int_equal(sum[2], size * (top / size));
    wire_free(&wire);
}

static void test_agree(void **state)
{
    (void)state;
    struct wire wire;
    assert_true(wire_make(&wire, 0));
    assert_true(wire_agree(true));
    assert_false(wire_agree(wire.rank != wire.size - 1));
    assert_false(wire_agree(false));
    wire_free(&wire);
}

/* A record starts with its sender, its receiver, and its number among the records of that pair. */
enum { FROM, TO, NTH, HEAD };

static uint64_t count_between(uint64_t from, uint64_t to, uint64_t seed)
{
    return (from * 7 + to * 13 + seed) % (seed + 1) * ((from + 2 * to + seed) % 3);
}

struct taker {
    unsigned char *records;
    size_t record_bytes;
    uint64_t count, capacity, calls, refuses_after;
};

static bool take(void *context, const unsigned char *records, uint64_t count)
{
    struct taker *taker = context;
    taker->calls++;
    assert_true(count > 0);
    if (taker->refuses_after != 0 && taker->calls > taker->refuses_after)
        return false;
    if (taker->count + count > taker->capacity) {
        taker->capacity = 2 * (taker->count + count);
        taker->records = realloc(taker->records, taker->capacity * taker->record_bytes);
        assert_non_null(taker->records);
    }
    memcpy(taker->records + taker->count * taker->record_bytes, records, count * taker->record_bytes);
    taker->count += count;
    return true;
}

static void make_record(unsigned char *record, size_t record_bytes, uint64_t from, uint64_t to, uint64_t nth)
{
    uint32_t head[HEAD] = {[FROM] = (uint32_t)from, [TO] = (uint32_t)to, [NTH] = (uint32_t)nth};
    memset(record, (int)(from + to + nth), record_bytes);
    memcpy(record, head, sizeof head);
}

/* Each record arrives once, complete, and in its sender's order.  After `refuses_after` portions the receiver
 * accepts no more; 0: it accepts all. */
static void exchange(size_t portion, size_t record_bytes, uint64_t seed, uint64_t refuses_after)
{
    struct wire wire;
    assert_true(wire_make(&wire, portion));
    uint64_t size = (uint64_t)wire.size, rank = (uint64_t)wire.rank, total = 0, expected = 0;
    uint64_t *counts = calloc(size, sizeof *counts), *next = calloc(size, sizeof *next);
    assert_true(counts != NULL && next != NULL);
    for (uint64_t to = 0; to < size; to++) {
        counts[to] = count_between(rank, to, seed);
        total += counts[to];
        expected += count_between(to, rank, seed);
    }
    unsigned char *records = malloc((total + 1) * record_bytes), *record = records;
    unsigned char *wanted = malloc(record_bytes);
    assert_true(records != NULL && wanted != NULL);
    for (uint64_t to = 0; to < size; to++) {
        for (uint64_t i = 0; i < counts[to]; i++, record += record_bytes)
            make_record(record, record_bytes, rank, to, i);
    }
    struct taker taker = {.record_bytes = record_bytes, .refuses_after = refuses_after};
    uint64_t flags = rank == size - 1 ? 6 : 1;
    assert_true(wire_exchange(&wire, records, counts, record_bytes, &flags, take, &taker));
    assert_int_equal(flags, size == 1 ? 6 : 7);
    if (refuses_after == 0)
        assert_int_equal(taker.count, expected);
    else
        assert_true(taker.calls <= refuses_after + 1);
    for (uint64_t i = 0; i < taker.count; i++) {
        uint32_t head[HEAD];
        memcpy(head, taker.records + i * record_bytes, sizeof head);
        assert_true(head[FROM] < size);
        make_record(wanted, record_bytes, head[FROM], rank, next[head[FROM]]++);
        assert_memory_equal(taker.records + i * record_bytes, wanted, record_bytes);
    }
    free(taker.records);
    free(records);
    free(wanted);
    free(counts);
    free(next);
    wire_free(&wire);
}

static void test_exchange(void **state)
{
    (void)state;
    static const size_t portions[] = {1, 100, 1000, 0};
    for (size_t i = 0; i < sizeof portions / sizeof *portions; i++) {
        exchange(portions[i], 12, 0, 0); /* no records */
        exchange(portions[i], 12, 1, 0);
        exchange(portions[i], 13, 20, 0);
        exchange(portions[i], 50, 333, 0);
        exchange(portions[i], 50, 333, 2);
    }
}

/* Each process receives all records, in the order of the processes. */
static void gather(size_t portion, size_t record_bytes, uint64_t seed)
{
    struct wire wire;
    assert_true(wire_make(&wire, portion));
    uint64_t size = (uint64_t)wire.size, rank = (uint64_t)wire.rank, i = 0;
    uint64_t count = count_between(rank, 1, seed);
    unsigned char *records = malloc((count + 1) * record_bytes), *wanted = malloc(record_bytes);
    assert_true(records != NULL && wanted != NULL);
    for (uint64_t n = 0; n < count; n++)
        make_record(records + n * record_bytes, record_bytes, rank, 0, n);
    struct taker taker = {.record_bytes = record_bytes};
    assert_true(wire_gather(&wire, records, count, record_bytes, take, &taker));
    for (uint64_t from = 0; from < size; from++) {
        for (uint64_t n = 0; n < count_between(from, 1, seed); n++, i++) {
            assert_true(i < taker.count);
            make_record(wanted, record_bytes, from, 0, n);
            assert_memory_equal(taker.records + i * record_bytes, wanted, record_bytes);
        }
    }
    assert_int_equal(taker.count, i);
    free(taker.records);
    free(records);
    free(wanted);
    wire_free(&wire);
}

static void test_gather(void **state)
{
    (void)state;
    static const size_t portions[] = {1, 100, 1000, 0};
    for (size_t i = 0; i < sizeof portions / sizeof *portions; i++) {
        gather(portions[i], 12, 0);
        gather(portions[i], 17, 40);
        gather(portions[i], 40, 500);
    }
}

/* A message of process 0 arrives, in one portion and in several. */
static void tell(size_t portion, size_t size)
{
    struct wire wire;
    struct text said = {0}, heard = {0};
    assert_true(wire_make(&wire, portion));
    for (size_t i = 0; i < size; i++)
        text_add_char(&said, (char)(i * 7 / 3));
    assert_true(wire_tell(&wire, wire.rank == 0 ? &said : &heard));
    const struct text *bytes = wire.rank == 0 ? &said : &heard;
    assert_int_equal(bytes->size, size);
    assert_memory_equal(text_string(bytes), text_string(&said), size);
    text_free(&said);
    text_free(&heard);
    wire_free(&wire);
}

static void test_tell(void **state)
{
    (void)state;
    tell(10, 0);
    tell(10, 9);
    tell(10, 10);
    tell(10, 12345);
    tell(0, 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reduce), cmocka_unit_test(test_agree), cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_gather), cmocka_unit_test(test_tell),
    };
    MPI_Init(NULL, NULL);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (failed != 0)
        MPI_Abort(MPI_COMM_WORLD, 1); /* the other processes may be waiting */
    MPI_Finalize();
    return 0;
}
