/* Snowman: snow that other balls must clear.
 *
 * A small ball that becomes the small part of a snowman must not grow, nor must a medium ball that becomes the medium
 * part.  Say that such a ball cannot get to the meeting cell without crossing snow.  The first snow on its way is next
 * to the cells that are connected to it without snow, and another ball takes that snow before.  That ball is the large
 * part of some group, or a small ball that becomes the medium part.  On its way to its own meeting cell it passes the
 * cell of snow.  If that is a detour for every such ball, the groups need more pushes than the sum of their costs. */
#include "games/snowman/costs.h"

static inline bytes16 bytes_greater(bytes16 a, bytes16 b)
{
    return ~bytes_lesser(~a, ~b);
}

static unsigned least_cost(bytes16 costs)
{
    unsigned cost = bytes_least(costs);
    return cost < NEVER ? cost : UNGROUPED;
}

/* Fills in the pushes that a ball needs to get via a cell to each meeting cell. */
static void go_via(const struct parts *parts, unsigned ball, unsigned cell, unsigned char *costs)
{
    const struct snowman *board = parts->board;
    unsigned char there = snowman_distances(board, (unsigned)board->cell_at[parts->place[ball]])[cell];
    const unsigned char *row = snowman_distances(board, cell);
    for (unsigned i = 0; i < parts->row; i += BLOCK)
        bytes_store(costs + i, bytes_cut_down(bytes_load(row + i) + there));
    costs[cell] = there;
}

/* The costs of two balls that become two parts, in the cheaper order. */
static inline bytes16 two_parts(const unsigned char *const one[], const unsigned char *const two[], unsigned a,
                                unsigned b, unsigned i)
{
    return bytes_lesser(bytes_load(one[a] + i) + bytes_load(two[b] + i),
                        bytes_load(one[b] + i) + bytes_load(two[a] + i));
}

/* The least cost of a group whose ball number `helper` takes the snow of a cell. */
static unsigned cost_with_helper(const struct prospect *prospect, const struct group *group, unsigned helper,
                                 unsigned cell)
{
    const struct parts *parts = &prospect->parts;
    const unsigned char *const *own = prospect->rows[group->ball[helper]];
    const unsigned char *const *one = prospect->rows[group->ball[(helper + 1) % SNOWMAN_SIZES]];
    const unsigned char *const *two = prospect->rows[group->ball[(helper + 2) % SNOWMAN_SIZES]];
    const unsigned char *medium = group->ball[helper] < parts->small ? own[1] : prospect->never;
    unsigned char way[MOST_CELLS];
    bytes16 least = bytes_all(UINT8_MAX);
    go_via(parts, group->ball[helper], cell, way);
    for (unsigned i = 0; i < parts->row; i += BLOCK) {
        bytes16 via = bytes_load(way + i);
        bytes16 as_large = bytes_greater(via, bytes_load(own[2] + i)) + two_parts(one, two, 0, 1, i);
        bytes16 as_medium = bytes_greater(via, bytes_load(medium + i)) + two_parts(one, two, 0, 2, i);
        least = bytes_lesser(least, bytes_lesser(as_large, as_medium));
    }
    return least_cost(least);
}

/* The question how a ball of a group becomes the part of its own size. */
struct crossing {
    const struct prospect *prospect;
    const struct grouping *grouping;
    unsigned group;                 /* its number */
    unsigned ball, one, two;        /* the ball and the other two */
    unsigned part, smaller, larger; /* the ball's part and those of the other two */
};

/* The least cost of the group if the ball crosses no snow.  `others` has the costs of the other two. */
static unsigned cost_without_snow(const struct crossing *crossing, const struct near_snow *near,
                                  const unsigned char *others)
{
    const struct parts *parts = &crossing->prospect->parts;
    const struct snowman *board = parts->board;
    const unsigned char *plain = costs_of_part(parts, crossing->ball, crossing->part);
    cell_bits own = (cell_bits)1 << parts->place[crossing->ball], free = near->around;
    struct cell_set set;
    unsigned best = NEVER;
    /* To leave its cell and come back, it needs another one. */
    if (near->bare == own && plain[board->cell_at[parts->place[crossing->ball]]] != 0)
        free &= ~own;
    set_from_bits(board, &set, free);
    for (unsigned i = 0; i < board->words; i++) {
        for (uint64_t rest = set.word[i]; rest != 0; rest &= rest - 1) {
            int cell = board->cell_at[i * 64 + (unsigned)__builtin_ctzll(rest)];
            best = lesser(best, 0u + plain[cell] + others[cell]);
        }
    }
    return best < NEVER ? best : UNGROUPED;
}

/* The least cost of the group if another ball takes the snow of a cell, and then the ball crosses it.  Stops at a cost
 * of at most `most`. */
static unsigned cost_with_help(const struct crossing *crossing, unsigned cell, const unsigned char *others,
                               unsigned most)
{
    const struct prospect *prospect = crossing->prospect;
    const struct parts *parts = &prospect->parts;
    const unsigned char *plain = costs_of_part(parts, crossing->ball, crossing->part);
    const unsigned char *const *one = prospect->rows[crossing->one], *const *two = prospect->rows[crossing->two];
    unsigned smaller = crossing->smaller, larger = crossing->larger;
    unsigned char way[MOST_CELLS], way_one[MOST_CELLS], way_two[MOST_CELLS];
    bytes16 least = bytes_all(UINT8_MAX), least_foreign = least;
    go_via(parts, crossing->ball, cell, way);
    go_via(parts, crossing->one, cell, way_one);
    go_via(parts, crossing->two, cell, way_two);
    for (unsigned i = 0; i < parts->row; i += BLOCK) {
        bytes16 own = bytes_greater(bytes_load(way + i), bytes_load(plain + i));
        bytes16 via_one = bytes_load(way_one + i), via_two = bytes_load(way_two + i);
        bytes16 one_smaller = bytes_load(one[smaller] + i), one_larger = bytes_load(one[larger] + i);
        bytes16 two_smaller = bytes_load(two[smaller] + i), two_larger = bytes_load(two[larger] + i);
        least_foreign = bytes_lesser(least_foreign, own + bytes_load(others + i));
        /* The ball that helps becomes the large part, or is small and becomes the medium part. */
        bytes16 help = bytes_lesser(bytes_greater(via_one, one_larger) + two_smaller,
                                    bytes_greater(via_two, two_larger) + one_smaller);
        if (smaller == 1 && crossing->one < parts->small)
            help = bytes_lesser(help, bytes_greater(via_one, one_smaller) + two_larger);
        if (smaller == 1 && crossing->two < parts->small)
            help = bytes_lesser(help, bytes_greater(via_two, two_smaller) + one_larger);
        least = bytes_lesser(least, own + help);
    }
    unsigned best = least_cost(least), foreign = least_cost(least_foreign);
    unsigned cost = crossing->grouping->group[crossing->group].cost; /* needed in any case */
    foreign = foreign > cost ? foreign : cost;
    if (foreign > most)
        return lesser(best, foreign);
    /* A ball of another group helps. */
    for (unsigned n = 0; n < crossing->grouping->count; n++) {
        const struct group *group = &crossing->grouping->group[n];
        for (unsigned i = 0; i < SNOWMAN_SIZES && n != crossing->group && best > most; i++) {
            unsigned with_help = cost_with_helper(prospect, group, i, cell);
            best = lesser(best, foreign + (with_help > group->cost ? with_help - group->cost : 0));
        }
    }
    return best;
}

/* A lower bound on the pushes of a group and those that others make to help it, from how `part` (small or medium) is
 * made.  Stops at a cost of at most `most`. */
static unsigned cost_of_part(struct prospect *prospect, const struct grouping *grouping, unsigned n, unsigned part,
                             unsigned most)
{
    const struct parts *parts = &prospect->parts;
    const struct group *group = &grouping->group[n];
    struct crossing crossing = {prospect, grouping, n, 0, 0, 0, part, part == 0 ? 1 : 0, 2};
    unsigned best = UNGROUPED;
    for (unsigned i = 0; i < SNOWMAN_SIZES && best > most; i++) {
        crossing.ball = group->ball[i];
        crossing.one = group->ball[(i + 1) % SNOWMAN_SIZES];
        crossing.two = group->ball[(i + 2) % SNOWMAN_SIZES];
        unsigned size = size_of_part(parts, crossing.ball);
        if (size > part)
            continue;
        const unsigned char *const *one = prospect->rows[crossing.one], *const *two = prospect->rows[crossing.two];
        const unsigned char *own = costs_of_part(parts, crossing.ball, part);
        unsigned char others[MOST_CELLS];
        bytes16 costs = bytes_all(UINT8_MAX);
        for (unsigned k = 0; k < parts->row; k += BLOCK) {
            bytes16 sum = two_parts(one, two, crossing.smaller, crossing.larger, k);
            bytes_store(others + k, sum);
            costs = bytes_lesser(costs, sum + bytes_load(own + k));
        }
        unsigned cost = least_cost(costs);
        if (size < part || cost > most) {
            best = lesser(best, cost);
            continue;
        }
        const struct near_snow *near = snowman_near_snow(parts->board, &prospect->snow, parts->place[crossing.ball]);
        best = lesser(best, cost_without_snow(&crossing, near, others));
        for (unsigned k = 0; k < near->first.count && best > most; k++)
            best = lesser(best, cost_with_help(&crossing, near->first.cell[k], others, most));
    }
    return best;
}

unsigned snowman_cost_with_clearing(struct prospect *prospect, const struct grouping *grouping)
{
    unsigned sum = 0, limit = prospect->most + 1;
    for (unsigned n = 0; n < grouping->count; n++)
        sum += grouping->group[n].cost;
    unsigned best = sum;
    if (prospect->snow.bits == 0 || !puzzle_prunes(&prospect->parts.board->puzzle, SNOWMAN_CLEARING))
        return sum;
    for (unsigned n = 0; n < grouping->count && best <= limit; n++) {
        unsigned others = sum - grouping->group[n].cost;
        for (unsigned part = 0; part < 2 && best <= limit; part++) {
            unsigned cost = others + cost_of_part(prospect, grouping, n, part, limit - others);
            best = cost > best ? cost : best;
        }
    }
    return lesser(best, UNGROUPED);
}
