/* Compares the store of states with an array of numbers: each added state is found under its number and nothing else
 * is found, while the table grows, when a limit stops its growth, and when several threads add the same states. */
#include "tests/unit.h"

#include "base/threads.h"
#include "solve/search/store.h"

#include <string.h>

enum { MOST_BYTES = PACKED_MOST_BYTES, THREADS = 4 };

/* The states have few different pairs of bytes, so a store can pack them.  `spread`: few different parts of any size.
 */
static bool alike, spread;

/* Makes the n-th state.  All are different. */
static void make_state(size_t state_bytes, uint32_t n, unsigned char *state)
{
    uint64_t word = n * UINT64_C(0x9e3779b1);
    memset(state, 0, MOST_BYTES + STORE_PADDING);
    if (alike) {
        enum { DIGITS = 5 };
        size_t digits = 0;
        for (size_t i = 0; i < state_bytes; i++) {
            bool varies = !spread || (i >= digits * state_bytes / DIGITS && digits < DIGITS);
            state[i] = (unsigned char)(i * 17 + (varies ? n % 13 * 5 : 0));
            n = varies ? n / 13 : n;
            digits += varies;
        }
        return;
    }
    for (size_t i = 0; i < state_bytes && i < 8; i++)
        state[i] = (unsigned char)((state_bytes < 4 ? n : word) >> 8 * i);
    if (state_bytes > 8)
        state[state_bytes - 1] = (unsigned char)(n % 7);
}

static uint32_t find(const struct store *store, uint32_t n)
{
    unsigned char state[MOST_BYTES + STORE_PADDING];
    make_state(store->state_bytes, n, state);
    uint64_t hash = store_hash(store, state), place = store_approach(store, hash);
    uint32_t number = store_find(store, state, hash);
    assert_int_equal(store_find_from(store, state, hash, &place), number);
    return number;
}

static uint32_t add(struct store *store, uint32_t n, bool *is_new)
{
    unsigned char state[MOST_BYTES + STORE_PADDING];
    make_state(store->state_bytes, n, state);
    uint64_t hash = store_hash(store, state);
    return store_add_from(store, state, hash, store_approach(store, hash), is_new);
}

/* Checks that the store holds exactly the states whose numbers are not STORE_NONE. */
static void check_states(const struct store *store, const uint32_t *numbers, uint32_t most)
{
    unsigned char state[MOST_BYTES + STORE_PADDING];
    uint64_t count = 0;
    for (uint32_t n = 0; n < most; n++) {
        assert_int_equal(find(store, n), numbers[n]);
        if (numbers[n] == STORE_NONE)
            continue;
        make_state(store->state_bytes, n, state);
        struct store_copy copy;
        assert_memory_equal(store_read(store, numbers[n], &copy), state, store->state_bytes);
        count++;
    }
    assert_int_equal(store_count(store), count);
}

static uint32_t *make_numbers(uint32_t most)
{
    uint32_t *numbers = malloc((most + 1) * sizeof *numbers);
    assert_non_null(numbers);
    memset(numbers, 0xff, (most + 1) * sizeof *numbers);
    return numbers;
}

/* Adds states in a random order that tends to higher numbers and repeats many states, until `most` calls or the
 * limit.  Returns the result of the last request for room. */
static enum store_capacity add_many(struct store *store, uint32_t *numbers, uint32_t most, size_t allowed)
{
    enum store_capacity capacity = STORE_READY;
    uint64_t random = most;
    for (uint32_t i = 0; i < most; i++) {
        if (store_left(store) == 0 && (capacity = store_reserve(store, 1 + i % 100, allowed)) != STORE_READY)
            break;
        random = store_mix(random + i);
        uint32_t n = (uint32_t)(random % (alike ? i + 1 : most)), before = numbers[n];
        bool is_new;
        assert_int_equal(find(store, n), before);
        numbers[n] = add(store, n, &is_new);
        assert_true(is_new == (before == STORE_NONE));
        assert_true(is_new ? numbers[n] + 1 == store_count(store) : numbers[n] == before);
    }
    return capacity;
}

static void test_states_are_found(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {1, 3, 8, 9, 16};
    static const uint32_t counts[] = {200, 70000, QUICK_CASES(400000), QUICK_CASES(200000), 3000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct store store;
        uint32_t *numbers = make_numbers(counts[i]);
        assert_true(store_make(&store, sizes[i], 1));
        assert_int_equal(add_many(&store, numbers, counts[i], 0), STORE_READY);
        check_states(&store, numbers, counts[i]);
        assert_true(store.slot_count * 3 < store_count(&store) * 5 || store_count(&store) < 1 << 17);
        store_free(&store);
        free(numbers);
    }
}

/* A store gives the same answers when it packs, in pairs of bytes or in few parts. */
static void test_packed_states_are_found(void **unused)
{
    (void)unused;
    enum { MOST = 371000, FEW_FROM = 1 << 16 };
    static const size_t sizes[] = {5, 9, 16, 17, 64};
    for (size_t i = 0; i <= 2 * sizeof sizes / sizeof *sizes; i += WATCHED ? 5 : 1) {
        struct store store;
        size_t size = i / 2;
        alike = size < sizeof sizes / sizeof *sizes;
        spread = i % 2 == 1;
        size_t bytes = alike ? sizes[size] : 6; /* if they are not alike, packing saves nothing */
        uint32_t *numbers = make_numbers(MOST);
        assert_true(store_make(&store, bytes, 1));
        store_pack(&store);
        store.packed.few = FEW_FROM;
        assert_int_equal(add_many(&store, numbers, MOST, 0), STORE_READY);
        check_states(&store, numbers, MOST);
        assert_true(alike == (store.packed.count > FEW_FROM));
        uint64_t plain = store_count(&store) * bytes + store.slot_count * sizeof(uint32_t);
        assert_true(!alike || store_bytes(&store) < plain / 10 * 9);
        if (alike) { /* it turns back to pairs where those take less memory */
            assert_true(store.packed.checked > FEW_FROM);
            assert_true((store.packed.few == UINT64_MAX) == (!spread && bytes > 9));
        }
        store_free(&store);
        free(numbers);
    }
    alike = spread = false;
}

static void test_limit_is_kept(void **unused)
{
    (void)unused;
    enum { MOST = 400000 };
    for (size_t allowed = 1 << 15; allowed < 3 << 20; allowed += WATCHED ? 2 * allowed : allowed / 3, alike = !alike) {
        struct store store;
        uint32_t *numbers = make_numbers(MOST);
        assert_true(store_make(&store, 8, 1));
        store_pack(&store);
        store.packed.few = 1 << 16;
        enum store_capacity capacity = add_many(&store, numbers, MOST, allowed);
        assert_true(capacity == STORE_READY || capacity == STORE_FULL);
        assert_true(store_bytes(&store) <= allowed);
        assert_true(capacity == STORE_READY || store_count(&store) * 20 > allowed);
        check_states(&store, numbers, MOST);
        store_free(&store);
        free(numbers);
    }
    alike = false;
}

/* Every thread adds all states, each from a different start. */
struct adding {
    struct store *store;
    uint32_t first, end;
    _Atomic uint64_t new_ones;
};

static void add_all(void *context, unsigned thread)
{
    struct adding *adding = context;
    uint32_t size = adding->end - adding->first, start = size / THREADS * thread;
    for (uint32_t i = 0; i < size; i++) {
        bool is_new;
        add(adding->store, adding->first + (start + i) % size, &is_new);
        atomic_fetch_add(&adding->new_ones, is_new);
    }
}

static void add_in_steps(struct store *store, uint32_t step, uint32_t steps)
{
    for (uint32_t n = 0; n < steps; n++) {
        struct adding adding = {.store = store, .first = n * step, .end = (n + 1) * step};
        assert_int_equal(store_reserve(store, 2 * (uint64_t)step, 0), STORE_READY);
        threads_run(THREADS, add_all, &adding);
        assert_int_equal(adding.new_ones, step);
    }
}

static void test_threads_add_each_once(void **unused)
{
    (void)unused;
    enum { STEP = 30000, STEPS = 5 };
    uint32_t *numbers = make_numbers(STEP * STEPS);
    for (int round = 0; round < CASES(40); round++) {
        struct store store;
        alike = round % 2 == 0;
        assert_true(store_make(&store, 9, THREADS));
        store_pack(&store);
        add_in_steps(&store, STEP, STEPS);
        for (uint32_t n = 0; n < STEP * STEPS; n++)
            assert_true((numbers[n] = find(&store, n)) < STEP * STEPS);
        if (round == 0)
            check_states(&store, numbers, STEP * STEPS);
        assert_true(alike == (store.packed.count > 0));
        store_free(&store);
    }
    free(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states_are_found),
        cmocka_unit_test(test_packed_states_are_found),
        cmocka_unit_test(test_limit_is_kept),
        cmocka_unit_test(test_threads_add_each_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
