/* States by their number of moves; see by_depth.h. */
#include "solve/search/by_depth.h"

#include "solve/search/bits.h"
#include "solve/search/scan.h"

#include <stdlib.h>

/* A state whose estimate exceeds the moves left is on no shortest solution. */
static bool may_be_on_way(const struct search *search, uint32_t number)
{
    unsigned moves = search->depths[number], depth = (unsigned)search->depth;
    return moves <= depth && puzzle_bound(search->puzzle, store_state(&search->store, number)) <= depth - moves;
}

struct choosing {
    const struct search *search;
    bits *chosen;
};

static void choose_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct choosing *choosing = context;
    (void)fanout;
    for (uint64_t number = first; number < end; number++) {
        if (may_be_on_way(choosing->search, (uint32_t)number))
            bits_set(choosing->chosen, number);
    }
}

/* Finds the states that may be on a shortest solution.  If the search kept the set of expanded states, no estimates
 * are needed.  Returns false on a limit, or if search->failed. */
static bool choose(struct search *search, bits *chosen)
{
    uint64_t all = store_count(&search->store);
    struct choosing choosing = {.search = search, .chosen = chosen};
    return expanded_set_copy(&search->expanded, all, chosen) ||
           scan_states(search, all, false, choose_block, &choosing);
}

static void fill_places(struct by_depth *sorted, const struct search *search, const bits *chosen)
{
    uint64_t all = store_count(&search->store);
    uint32_t depth = (uint32_t)search->depth;
    for (uint64_t i = 0; i < all; i++) {
        if (bits_get(chosen, i))
            sorted->places[search->depths[i] + 2]++;
    }
    for (uint32_t g = 2; g < depth + 3; g++)
        sorted->places[g] += sorted->places[g - 1];
    for (uint64_t i = 0; i < all; i++) {
        if (bits_get(chosen, i))
            sorted->numbers[sorted->places[search->depths[i] + 1]++] = (uint32_t)i;
    }
}

bool by_depth_make(struct by_depth *sorted, struct search *search)
{
    uint64_t all = store_count(&search->store);
    size_t bytes = all * sizeof *sorted->numbers + bits_bytes(all);
    if (!search_charge(search, bytes))
        return false;
    sorted->charged = bytes;
    bits *chosen = calloc(1, bits_bytes(all));
    sorted->numbers = malloc((all + 1) * sizeof *sorted->numbers);
    sorted->places = calloc((size_t)search->depth + 3, sizeof *sorted->places);
    bool good = chosen != NULL && sorted->numbers != NULL && sorted->places != NULL;
    search->failed |= !good;
    good = good && choose(search, chosen);
    if (good)
        fill_places(sorted, search, chosen);
    free((void *)chosen);
    return good;
}

void by_depth_free(struct by_depth *sorted, struct search *search)
{
    search_discharge(search, sorted->charged);
    free(sorted->numbers);
    free(sorted->places);
    *sorted = (struct by_depth){0};
}
