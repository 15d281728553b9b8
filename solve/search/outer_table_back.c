/* Back from the goals where all that was met is in tables; see outer_table.h.
 *
 * Each partner sorts its states by their moves; then it is as with runs (outer_back.c), layer by layer: those from which a
 * move leads to a won state are won, and everybody learns of all. */
#include "solve/search/by_depth.h"
#include "solve/search/outer_table.h"

#include <stdlib.h>

/* Adds those of the batch that are on a shortest solution to `won`, which has room for them. */
static uint64_t add_marked(const struct outer_work *work, unsigned char *won, uint64_t count)
{
    uint64_t added = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (work->marks[i] != 0)
            memcpy(won + added++ * work->state_bytes, outer_state(work, work->batch, i),
                   work->state_bytes);
    }
    return added;
}

/* Finds the states of g moves, of those named, that are on a shortest solution.  NULL: something failed. */
static unsigned char *find_won(struct outer_work *work, const uint32_t *numbers, uint64_t count,
                               uint64_t g, uint64_t *won_count)
{
    const struct store *store = &work->table->search.store;
    unsigned char *won = malloc(1);
    uint64_t part;
    for (uint64_t first = 0; won != NULL && first < count; first += part) {
        part = count - first < work->batch_room ? count - first : work->batch_room;
        for (uint64_t i = 0; i < part; i++)
            memcpy(work->batch + i * work->state_bytes, store_state(store, numbers[first + i]),
                   work->state_bytes);
        if (!outer_mark_on_way(work, work->batch, part, g) || !outer_may_go_on(work))
            break;
        unsigned char *more = realloc(won, (size_t)(*won_count + part) * work->state_bytes + 1);
        if (more == NULL) {
            free(won);
            won = NULL;
            break;
        }
        won = more;
        *won_count += add_marked(work, won + *won_count * work->state_bytes, part);
    }
    if (won == NULL)
        run_space_no_memory(&work->space);
    return won;
}

bool outer_table_go_back(struct outer_work *work)
{
    struct search *own = &work->table->search;
    struct by_depth sorted = {0};
    own->limits.max_memory = 0; /* see own_limits */
    own->depth = (int64_t)work->known;
    bool good = by_depth_make(&sorted, own);
    if (!good && own->failed)
        run_space_no_memory(&work->space);
    good = outer_agree(work, NULL, NULL) && good;
    for (uint64_t g = work->known + 1; good && g-- > 0;) {
        uint64_t first = sorted.places[g], count = sorted.places[g + 1] - first, won_count = 0;
        unsigned char *won = find_won(work, sorted.numbers + first, count, g, &won_count);
        good = outer_take_won(work, won, won_count, g) && !work->stopped;
        free(won);
    }
    by_depth_free(&sorted, own);
    return good;
}
