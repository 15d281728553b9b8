/* What drafts of all games have in common; see draft.h. */
#include "gen/draft.h"

#include <string.h>

static bool is_one_of(unsigned char c, const char *kinds)
{
    return c != '\0' && strchr(kinds, c) != NULL;
}

unsigned draft_count(const struct grid *draft, const char *kinds)
{
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += is_one_of(draft->cells[cell], kinds);
    return count;
}

bool draft_has(const struct grid *draft, const char *kinds, struct number_range range)
{
    return range_holds(range, draft_count(draft, kinds));
}

int draft_find(const struct grid *draft, const char *kinds, unsigned n)
{
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (is_one_of(draft->cells[cell], kinds) && n-- == 0)
            return cell;
    }
    return -1;
}

int draft_pick(const struct grid *draft, const char *kinds, struct rng *rng)
{
    unsigned count = draft_count(draft, kinds);
    return count == 0 ? -1 : draft_find(draft, kinds, rng_below(rng, count));
}

void draft_copy(struct grid *to, const struct grid *from)
{
    memcpy(to->cells, from->cells, (size_t)grid_size(from));
}

unsigned range_draw(struct number_range range, struct rng *rng)
{
    return (unsigned)range.low + rng_below(rng, (uint32_t)(range.high - range.low + 1));
}
