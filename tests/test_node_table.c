/* The table of a layer's nodes finds each of them and nothing else, even if so many states share their slot values
 * that only their bytes differ. */
#include "tests/unit.h"

#include "solve/search/shortest.h"

#include <stdlib.h>
#include <string.h>

static const struct puzzle puzzle = {.state_bytes = 6};

enum { STATE_BYTES = 6, BEFORE = 5 }; /* nodes of other layers before the first */

/* Makes the n-th state.  All are different. */
static void make_state(uint32_t n, unsigned char *state)
{
    uint64_t word = (uint64_t)n * UINT64_C(0x5851f42d4c95) & UINT64_C(0xffffffffffff);
    memset(state, 0, STATE_BYTES + STORE_PADDING);
    memcpy(state, &word, STATE_BYTES);
}

static void add_nodes(struct shortest *shortest, uint32_t many)
{
    struct store *store = &shortest->search->store;
    assert_int_equal(store_reserve(store, many, 0), STORE_READY);
    for (uint32_t n = 0; n < many; n++) {
        unsigned char state[STATE_BYTES + STORE_PADDING];
        bool is_new;
        make_state(n, state);
        uint32_t number = store_add(store, state, store_hash(store, state), &is_new);
        assert_true(is_new);
        shortest->nodes[BEFORE + n] = (struct node){.number = number};
    }
    shortest->node_count = BEFORE + many;
}

static uint32_t find(const struct node_table *table, const struct shortest *shortest, uint32_t n)
{
    unsigned char state[STATE_BYTES + STORE_PADDING];
    make_state(n, state);
    uint64_t hash = store_hash(&shortest->search->store, state);
    node_table_prefetch(table, hash);
    return node_table_find(table, shortest, state, hash);
}

static void check_layer(uint32_t many)
{
    struct search search = {.puzzle = &puzzle};
    struct shortest shortest = {.search = &search};
    struct node_table table = {0};
    shortest.nodes = calloc(BEFORE + (size_t)many, sizeof *shortest.nodes);
    assert_non_null(shortest.nodes);
    assert_true(store_make(&search.store, STATE_BYTES, 1));
    add_nodes(&shortest, many);
    for (int times = 0; times < 2; times++) /* the second time replaces the old contents */
        assert_true(node_table_fill(&table, &shortest, BEFORE));
    assert_int_equal(search.held, table.charged);
    for (uint32_t n = 0; n < many; n++)
        assert_int_equal(find(&table, &shortest, n), BEFORE + n);
    for (uint32_t n = many; n < 2 * many + 100; n++)
        assert_int_equal(find(&table, &shortest, n), STORE_NONE);
    node_table_free(&table, &search);
    assert_int_equal(search.held, 0);
    store_free(&search.store);
    free(shortest.nodes);
}

static void test_nodes_are_found(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 7, 8, 9, 1000, 400000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        check_layer(counts[i]);
}

static void test_memory_is_asked_for(void **state)
{
    (void)state;
    struct search search = {.puzzle = &puzzle, .limits = {.max_memory = 1}};
    struct shortest shortest = {.search = &search, .node_count = 1};
    struct node_table table = {0};
    watch_start(&search.watch, &search.limits);
    assert_false(node_table_fill(&table, &shortest, 0));
    assert_false(search_failed(&search));
    assert_int_equal(search.held, 0);
    node_table_free(&table, &search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_are_found),
        cmocka_unit_test(test_memory_is_asked_for),
    };
    return cmocka_run_group_tests_name("node table", tests, NULL, NULL);
}
