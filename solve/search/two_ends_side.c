/* One side of a search from both ends; see two_ends_side.h. */
#include "solve/search/two_ends_side.h"

bool side_make(struct side *side, struct search *search)
{
    side->search = search;
    bool good = search_make_depths(search) && round_make(&side->round, search);
    search->failed |= !good;
    return good && search_charge(search, round_bytes(&side->round));
}

void side_free(struct side *side)
{
    if (side->search == NULL)
        return;
    lists_free(side->search, &side->due);
    lists_free(side->search, &side->later);
    if (side->round.workers != NULL)
        search_discharge(side->search, round_bytes(&side->round));
    round_free(&side->round);
}

bool side_add(struct side *side, uint32_t number, size_t f)
{
    return lists_add(side->search, &side->later, f, number);
}

bool side_rise(struct side *side, size_t d)
{
    struct search *search = side->search;
    bool good = true;
    while (good && (side->d = lists_next(&side->later, side->d)) <= d &&
           side->d < side->later.count) {
        struct list list = lists_take(&side->later, side->d);
        for (size_t i = 0; good && i < list.count; i++)
            good = lists_add(search, &side->due, search->depths[list.numbers[i]], list.numbers[i]);
        list_drop(search, &list);
    }
    side->d = d;
    side->moves = 0;
    return good;
}

/* Leaving out takes more time, as bounds are asked for again: it is done where memory counts. */
static uint64_t limit_of(const struct side *side)
{
    enum { PLENTY = 1 << 20 };
    uint64_t plenty = side->search->limits.plenty;
    return store_count(&side->search->store) < (plenty == 0 ? PLENTY : plenty) ? UINT64_MAX
                                                                               : side->d;
}

static bool take(void *context, struct waiting waiting)
{
    struct side *side = context;
    return waiting.f <= side->d
               ? lists_add(side->search, &side->due, side->moves + 1, waiting.number)
               : lists_add(side->search, &side->later, waiting.f, waiting.number);
}

bool side_go_further(struct side *side)
{
    struct list list = lists_take(&side->due, side->moves);
    side->round.depth = side->moves;
    side->round.limit = limit_of(side);
    bool good =
        list.count == 0 || waiting_expand(&side->round, list.numbers, list.count, take, side);
    list_drop(side->search, &list);
    side->moves++;
    return good;
}

size_t side_next_depth(const struct side *side)
{
    if (lists_next(&side->due, 0) < side->due.count)
        return side->d + 1;
    size_t next = lists_next(&side->later, side->d + 1);
    return next < side->later.count ? next : 0;
}
