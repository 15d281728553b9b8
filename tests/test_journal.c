/* Checkpoints of a run: which ones stay, and what is read from a damaged journal. */
#include "tests/unit.h"

#include "gen/run/journal.h"

#include <string.h>

static const char head[] = "onlyway-run 0\ngame longcat\noption seed 7\n";

static struct tally tally_at(uint64_t unit)
{
    struct tally tally = tally_start();
    tally.next_unit = unit;
    tally.tries = 3 * unit;
    tally.kept = unit / 2;
    tally.dropped[2] = unit;
    tally.known_sum = 99;
    return tally;
}

/* Few checkpoints stay, however long the run is, and each is at most three times as far from the end as the next.
 * Which ones stay does not depend on where the run was resumed. */
static void test_few_stay(void **state)
{
    (void)state;
    struct checkpoints checkpoints = {0}, resumed = {0};
    for (uint64_t unit = 0; unit <= 100000; unit++) {
        struct tally tally = tally_at(unit);
        assert_true(checkpoints_add(&checkpoints, &tally));
        assert_true(checkpoints.count <= 20);
        const struct tally *tallies = checkpoints.tallies;
        assert_int_equal(tallies[0].next_unit, 0);
        assert_int_equal(tallies[checkpoints.count - 1].next_unit, unit);
        for (size_t i = 1; i < checkpoints.count; i++) {
            uint64_t before = unit - tallies[i - 1].next_unit, after = unit - tallies[i].next_unit;
            assert_true(before > after && before <= (after == 0 ? 1 : 3 * after));
        }
        if (unit % 777 == 0) { /* as read from a journal */
            resumed.count = 0;
            for (size_t i = 0; i < checkpoints.count; i++)
                assert_true(checkpoints_add(&resumed, &tallies[i]));
        } else {
            assert_true(checkpoints_add(&resumed, &tally));
        }
        assert_int_equal(resumed.count, checkpoints.count);
        assert_memory_equal(resumed.tallies, tallies, resumed.count * sizeof *tallies);
    }
    checkpoints_free(&resumed);
    struct tally last = tally_at(100000);
    size_t count = checkpoints.count;
    last.crowded = 5; /* at the same unit */
    assert_true(checkpoints_add(&checkpoints, &last));
    assert_int_equal(checkpoints.count, count);
    assert_int_equal(checkpoints.tallies[count - 1].crowded, 5);
    checkpoints_free(&checkpoints);
}

/* Reads the checkpoints of a journal and compares them with the first ones that were written.  Returns their number. */
static size_t read_some(const struct text *journal, const struct checkpoints *written)
{
    struct checkpoints read = {0};
    size_t size, count;
    assert_true(checkpoints_read(&read, journal, &size));
    assert_true(size <= journal->size && (size == 0) == (read.count == 0) && read.count <= written->count);
    for (size_t i = 0; i < read.count; i++)
        assert_memory_equal(&read.tallies[i], &written->tallies[i], sizeof read.tallies[i]);
    count = read.count;
    checkpoints_free(&read);
    return count;
}

static void test_damaged_journals(void **state)
{
    (void)state;
    struct checkpoints checkpoints = {0};
    struct text journal = {0}, damaged = {0};
    for (uint64_t unit = 0; unit < 400; unit += 100)
        assert_true(checkpoints_add(&checkpoints, &(struct tally){.known_sum = 99, .next_unit = unit}));
    for (size_t i = 0; i < checkpoints.count; i++)
        checkpoints.tallies[i] = tally_at(checkpoints.tallies[i].next_unit);
    text_add_string(&journal, head);
    checkpoints_write(&checkpoints, &journal);
    assert_null(journal_fault(&journal));
    assert_int_equal(read_some(&journal, &checkpoints), checkpoints.count);
    size_t before = 0;
    for (size_t cut = 0; cut < journal.size; cut++) {
        text_clear(&damaged);
        text_add(&damaged, journal.data, cut);
        size_t count = read_some(&damaged, &checkpoints);
        assert_true(count < checkpoints.count && count >= before); /* a longer journal gives no fewer checkpoints */
        before = count;
        for (size_t i = cut; i < journal.size; i++)
            text_add_char(&damaged, '\0');
        assert_int_equal(read_some(&damaged, &checkpoints), count);
        text_clear(&damaged);
        text_add_text(&damaged, &journal);
        damaged.data[cut] ^= 1;
        assert_int_equal(read_some(&damaged, &checkpoints), count);
    }
    assert_int_equal(before, checkpoints.count - 1);
    text_free(&journal);
    text_free(&damaged);
    checkpoints_free(&checkpoints);
}

/* A journal with only the last checkpoint still begins with that of unit 0. */
static void test_one_checkpoint(void **state)
{
    (void)state;
    struct tally tally = tally_at(50), start = tally_start();
    start.known_sum = tally.known_sum;
    struct text journal = {0};
    struct checkpoints read = {0};
    size_t size;
    text_add_string(&journal, head);
    tally_write(&tally, &journal);
    journal_seal(&journal);
    assert_true(checkpoints_read(&read, &journal, &size));
    assert_int_equal(size, journal.size);
    assert_int_equal(read.count, 2);
    assert_memory_equal(&read.tallies[0], &start, sizeof start);
    assert_memory_equal(&read.tallies[1], &tally, sizeof tally);
    checkpoints_free(&read);
    text_free(&journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_stay),
        cmocka_unit_test(test_damaged_journals),
        cmocka_unit_test(test_one_checkpoint),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
