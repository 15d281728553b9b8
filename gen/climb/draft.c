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

/* Rows or columns from `low` to `high`, both included. */
struct span {
    int low, high;
};

static void stretch(struct span *span, int at)
{
    span->low = at < span->low ? at : span->low;
    span->high = at > span->high ? at : span->high;
}

/* Widens a span by one on each side, within 0 to `count` - 1. */
static struct span widen(struct span span, int count)
{
    return (struct span){span.low > 0 ? span.low - 1 : 0, span.high + 1 < count ? span.high + 1 : count - 1};
}

bool draft_cut(const struct grid *draft, unsigned char empty, struct grid *cut)
{
    struct span rows = {draft->rows, -1}, columns = {draft->columns, -1};
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (draft->cells[cell] != empty) {
            stretch(&rows, cell / draft->columns);
            stretch(&columns, cell % draft->columns);
        }
    }
    if (rows.high < 0)
        return grid_copy(cut, draft);
    rows = widen(rows, draft->rows);
    columns = widen(columns, draft->columns);
    int width = columns.high - columns.low + 1, height = rows.high - rows.low + 1;
    if (!grid_make(cut, width, height, empty))
        return false;
    for (int row = 0; row < height; row++)
        memcpy(cut->cells + row * width, draft->cells + (rows.low + row) * draft->columns + columns.low, (size_t)width);
    return true;
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
