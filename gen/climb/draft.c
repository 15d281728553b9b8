/* Code shared by the drafts of all games; see draft.h. */
#include "gen/climb/draft.h"

#include <limits.h>
#include <string.h>

/* A set of characters. */
struct set {
    bool holds[UCHAR_MAX + 1];
};

static struct set set_of(const char *kinds)
{
    struct set set = {0};
    for (; *kinds != '\0'; kinds++)
        set.holds[(unsigned char)*kinds] = true;
    return set;
}

unsigned draft_count(const struct grid *draft, const char *kinds)
{
    struct set set = set_of(kinds);
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += set.holds[draft->cells[cell]];
    return count;
}

bool draft_has(const struct grid *draft, const char *kinds, struct number_range range)
{
    return range_holds(range, draft_count(draft, kinds));
}

int draft_find(const struct grid *draft, const char *kinds, unsigned n)
{
    struct set set = set_of(kinds);
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (set.holds[draft->cells[cell]] && n-- == 0)
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

bool draft_cut(const struct grid *draft, unsigned char empty, struct grid *cut)
{
    struct grid_box box = grid_extent(draft, empty);
    bool above = box.top > 0, below = box.top + box.rows < draft->rows;
    bool before = box.left > 0, after = box.left + box.columns < draft->columns;
    box = (struct grid_box){box.top - above, box.left - before, box.rows + above + below, box.columns + before + after};
    return grid_part(draft, box, cut);
}

unsigned range_draw(struct number_range range, struct rng *rng)
{
    uint64_t more = range.high - range.low;
    return (unsigned)range.low + rng_below(rng, more < UINT32_MAX ? (uint32_t)more + 1 : UINT32_MAX);
}

unsigned share_draw(const unsigned char *shares, unsigned count, struct rng *rng)
{
    unsigned sum = 0, index = 0;
    for (unsigned i = 0; i < count; i++)
        sum += shares[i];
    unsigned drawn = rng_below(rng, sum);
    while (drawn >= shares[index])
        drawn -= shares[index++];
    return index;
}
