/* The data that a best-first search holds for each state besides its bytes: compares waiting lists and depths with
 * plain arrays, and the layers of a finished search with both. */
#include "tests/unit.h"

#include "base/threads.h"
#include "solve/search/best_first.h"
#include "solve/search/shortest.h"
#include "tests/toys.h"

#include <string.h>

static uint32_t random_below(uint64_t *seed, uint32_t limit)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*seed >> 32) * limit >> 32);
}

static void put(struct list *list, uint32_t number)
{
    if (list_is_full(list)) {
        size_t before = list->capacity, more = list_growth(list);
        assert_true(list_grow(list) && list->capacity == before + more);
    }
    list_put(list, number);
}

/* A list of numbers that mostly rise, by small or large steps, reads back as written, in portions of any size. */
static void test_lists_are_read_as_written(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    for (uint64_t seed = 1; seed <= CASES(400); seed++) {
        uint32_t numbers[COUNT], got[COUNT], spread = UINT32_C(1) << seed % 32;
        uint64_t random = seed;
        struct list list = {0};
        for (size_t i = 0; i < COUNT; i++) {
            uint32_t kind = random_below(&random, 20), last = i == 0 ? 0 : numbers[i - 1];
            numbers[i] = kind == 0   ? UINT32_MAX - random_below(&random, spread)
                         : kind == 1 ? random_below(&random, spread)
                                     : last + random_below(&random, spread);
            put(&list, numbers[i]);
        }
        assert_int_equal(list.count, COUNT);
        struct list_reader reader = {.list = &list};
        for (size_t done = 0; done < COUNT; done = reader.done) {
            assert_int_equal(list_left(&reader), COUNT - done);
            assert_true(list_read(&reader, got + done, 1 + random_below(&random, COUNT / 2)) > 0);
        }
        assert_int_equal(list_read(&reader, got, COUNT), 0);
        assert_memory_equal(got, numbers, sizeof numbers);
        free(list.bytes);
    }
}

static void test_neighbours_take_a_byte(void **state)
{
    (void)state;
    struct list list = {0};
    uint64_t random = 1;
    for (uint32_t i = 0, number = 0; i < 1000; i++)
        put(&list, number += random_below(&random, 64));
    assert_int_equal(list.size, 1000);
    free(list.bytes);
}

/* Depths of spans that are lowered at random, either rarely or so often that an array takes less memory. */
static void test_depths_are_the_least(void **state)
{
    (void)state;
    enum { COUNT = 30000, STEP = 300 };
    unsigned arrays = 0, seeds = CASES(60);
    unsigned *least = malloc(COUNT * sizeof *least);
    assert_non_null(least);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        uint64_t random = seed, met = 0;
        uint32_t lowered = random_below(&random, seed % 2 == 0 ? 10 : 2 * STEP);
        struct depths depths = {0};
        for (unsigned depth = 0; met < COUNT; depth += random_below(&random, 5)) {
            uint64_t more = 1 + random_below(&random, STEP);
            more = more < COUNT - met ? more : COUNT - met;
            assert_true(depths_reserve(&depths, met, met + more, lowered));
            assert_true(depths_left(&depths) >= lowered);
            unsigned given = random_below(&random, 9) == 0 ? DEPTHS_NONE : depth;
            depths_begin(&depths, met, given);
            for (; more > 0; more--, met++) {
                least[met] = DEPTHS_NONE;
                if (given != DEPTHS_NONE) {
                    least[met] = depth;
                    assert_true(depths_lower(&depths, met, depth, true));
                    assert_false(depths_lower(&depths, met, depth, false));
                }
            }
            for (uint32_t i = 0; i < lowered; i++) {
                uint32_t number = random_below(&random, (uint32_t)met), lower = random_below(&random, 600);
                assert_int_equal(depths_lower(&depths, number, lower, false), lower < least[number]);
                least[number] = lower < least[number] ? lower : least[number];
            }
        }
        for (uint64_t number = 0; number < COUNT; number++)
            assert_int_equal(depths_get(&depths, number), least[number]);
        uint64_t low = random_below(&random, 700), high = low + random_below(&random, 100);
        for (uint64_t from = 0; from < COUNT; from++) {
            uint64_t next = depths_seek(&depths, from, COUNT, low, high);
            for (; from < next; from++)
                assert_true(least[from] < low || least[from] > high);
        }
        arrays += depths_width(&depths) > 0;
        depths_free(&depths);
    }
    assert_true(arrays > 0 && arrays < seeds);
    free(least);
}

enum { THREADS = 4, TOGETHER = 5000 };

static void lower_all(void *context, unsigned n)
{
    for (uint64_t i = 0; i < TOGETHER; i++)
        depths_lower(context, i * 7 % TOGETHER, (unsigned)(100 - (i + n) % 50), false);
}

static void test_threads_lower_depths(void **state)
{
    (void)state;
    struct depths depths = {0}, one = {0};
    assert_true(depths_reserve(&depths, 0, TOGETHER, TOGETHER) && depths_reserve(&one, 0, TOGETHER, TOGETHER));
    threads_run(THREADS, lower_all, &depths);
    for (unsigned n = 0; n < THREADS; n++)
        lower_all(&one, n);
    for (uint64_t number = 0; number < TOGETHER; number++)
        assert_int_equal(depths_get(&depths, number), depths_get(&one, number));
    assert_int_equal(depths.exception_count, TOGETHER);
    depths_free(&depths);
    depths_free(&one);
}

/* --- a corridor in which each state has a different depth --- */

enum { LENGTH = 700 };

static void corridor_start(const struct puzzle *puzzle, unsigned char *state)
{
    memset(state, 0, puzzle->state_bytes);
}

static unsigned corridor_place(const unsigned char *state)
{
    return state[0] + 256u * state[1];
}

static unsigned corridor_expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                unsigned char *states)
{
    unsigned place = corridor_place(state), made = 0;
    for (unsigned to = place == 0 ? 1 : place - 1; to <= place + 1; to += 2) {
        moves[made] = (game_move)(to > place);
        states[made * puzzle->state_bytes] = (unsigned char)to;
        states[made++ * puzzle->state_bytes + 1] = (unsigned char)(to >> 8);
    }
    return made;
}

static bool corridor_solved(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    return corridor_place(state) == LENGTH;
}

static unsigned corridor_estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    return (LENGTH - corridor_place(state)) / 2;
}

static const struct puzzle_rules corridor_rules = {
    .start = corridor_start,
    .expand = corridor_expand,
    .solved = corridor_solved,
    .lost = toy_never_lost,
    .estimate = corridor_estimate,
};

static const struct puzzle corridor = {.rules = &corridor_rules, .state_bytes = 2, .max_moves = 2, .symmetry_count = 1};

static enum search_end search_corridor(size_t max_memory, size_t *bytes)
{
    struct search search;
    struct limits limits = {.max_memory = max_memory};
    assert_true(search_make(&search, &corridor, &limits));
    enum search_end end = search_best_first(&search);
    *bytes = store_bytes(&search.store);
    if (end == SEARCH_FOUND) {
        assert_int_equal(search.depth, LENGTH);
        for (uint32_t number = 0; number < store_count(&search.store); number++)
            assert_int_equal(depths_get(&search.depths, number), corridor_place(store_state(&search.store, number)));
        struct shortest shortest;
        if (shortest_make(&shortest, &search) == SEARCH_FOUND)
            assert_int_equal(shortest.node_count, LENGTH + 1);
        shortest_free(&shortest);
    } else {
        assert_int_equal(end, SEARCH_LIMIT);
        assert_int_equal(search.watch.hit, LIMIT_MEMORY);
        assert_true(search.lower_bound <= LENGTH);
    }
    search_free(&search);
    return end;
}

/* With any amount of memory, the search finds everything or reports the limit, and keeps within the limit. */
static void test_many_moves_and_little_memory(void **state)
{
    (void)state;
    size_t all, some;
    unsigned found = 0, limited = 0;
    assert_int_equal(search_corridor(0, &all), SEARCH_FOUND);
    for (size_t limit = 16; limit < 1 << 20; limit += limit / 16) {
        enum search_end end = search_corridor(limit, &some);
        assert_true(end == SEARCH_LIMIT || some <= limit);
        found += end == SEARCH_FOUND;
        limited += end == SEARCH_LIMIT;
    }
    assert_true(found > 10 && limited > 10);
}

/* --- layers --- */

/* The layers of a search that needs several passes contain each expanded state once, in order. */
static void test_layers_are_complete(void **state)
{
    (void)state;
    for (int spared = 0; spared < 2; spared++) {
        struct search search;
        struct limits limits = {.spared = spared == 0 ? 0 : SEARCH_EXPANDED_SET};
        assert_true(search_make(&search, &eight_puzzle, &limits));
        assert_int_equal(search_best_first(&search), SEARCH_FOUND);
        struct by_depth sorted = {0};
        uint64_t all = store_count(&search.store), sum = 0, many, chosen = 0, passes = 0, first = UINT64_MAX;
        assert_true(by_depth_make(&sorted, &search));
        for (uint64_t g = (uint64_t)search.depth + 1; g-- > 0; sum += many) {
            const uint32_t *numbers = by_depth_layer(&sorted, &search, g, &many);
            for (uint64_t i = 0; i < many; i++) {
                assert_int_equal(depths_get(&search.depths, numbers[i]), g);
                assert_true(i == 0 || numbers[i] > numbers[i - 1]);
            }
            passes += sorted.first != first;
            first = sorted.first;
        }
        const bits *set = spared == 0 ? search.expanded.taken : sorted.chosen;
        for (uint64_t number = 0; number < all; number++)
            chosen += bits_get(set, number);
        assert_int_equal(sum, chosen);
        assert_true(passes > 1 && passes < 20);
        by_depth_free(&sorted, &search);
        search_free(&search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_are_read_as_written),    cmocka_unit_test(test_neighbours_take_a_byte),
        cmocka_unit_test(test_depths_are_the_least),         cmocka_unit_test(test_threads_lower_depths),
        cmocka_unit_test(test_many_moves_and_little_memory), cmocka_unit_test(test_layers_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
