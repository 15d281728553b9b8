/* Sokoban: how many pushes it takes at least, by the tables; see sokoban.h.
 *
 * Each box goes to a goal of its own, from the side where the player is: that is the cheapest
 * matching.  It is found by the method of Jonker and Volgenant: with a price for each goal, each box
 * takes the cheapest goal that is left at these prices, and those that find none take it from others
 * along a shortest path.  Prices differ little between states, so that all begin with those of the
 * start: then most boxes find their goal at once.  Where there are goals to spare, boxes that cost
 * nothing take them.
 *
 * To that comes what boxes lose by being in each other's way.  Of two boxes it is known how many
 * pushes they take more than each alone, whatever goals they go to; for pairs that have no box in
 * common this adds up, and to any matching. */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

/* --- the cheapest matching --- */

struct matching {
    unsigned size;                        /* rows and columns */
    const int *row[SOKOBAN_MOST_COLUMNS]; /* what each column costs */
    int gain[SOKOBAN_MOST_COLUMNS];       /* of a row: its cost at the prices is no less */
    int price[SOKOBAN_MOST_COLUMNS];      /* of a column */
    int taken_by[SOKOBAN_MOST_COLUMNS];   /* row or -1 */
};

/* Gives a row its cheapest column, if that is still free. */
static bool take_cheapest(struct matching *matching, unsigned row)
{
    const int *cost = matching->row[row], *price = matching->price;
    unsigned size = matching->size;
    int least = cost[0] - price[0];
    for (unsigned j = 1; j < size; j++)
        least = cost[j] - price[j] < least ? cost[j] - price[j] : least;
    matching->gain[row] = least;
    for (unsigned j = 0; j < size; j++) {
        if (cost[j] - price[j] == least && matching->taken_by[j] < 0) {
            matching->taken_by[j] = (int)row;
            return true;
        }
    }
    return false;
}

/* A shortest path from a row to a free column, by costs at the prices (Dijkstra). */
struct path {
    int length[SOKOBAN_MOST_COLUMNS];
    int from[SOKOBAN_MOST_COLUMNS]; /* the row before the column */
    int rank[SOKOBAN_MOST_COLUMNS]; /* 0: the column is free, 1: it is taken, DONE: its length is final */
    unsigned done[SOKOBAN_MOST_COLUMNS];
    unsigned done_count;
};

enum { DONE = 1 << 26 }; /* more than twice any length */

/* Goes on from a row, that is so far, and returns the nearest column that is not done, a free one if there is a
 * choice. */
static unsigned go_on_from(const struct matching *matching, struct path *path, unsigned row, int so_far)
{
    const int *cost = matching->row[row], *price = matching->price;
    int base = so_far - matching->gain[row], least = INT32_MAX;
    unsigned size = matching->size;
    for (unsigned j = 0; j < size; j++) {
        int length = base + cost[j] - price[j];
        bool shorter = length < path->length[j] && path->rank[j] != DONE;
        path->length[j] = shorter ? length : path->length[j];
        path->from[j] = shorter ? (int)row : path->from[j];
        int reached = 2 * path->length[j] + path->rank[j];
        least = reached < least ? reached : least;
    }
    unsigned j = 0;
    while (2 * path->length[j] + path->rank[j] != least)
        j++;
    return j;
}

static void change_prices(struct matching *matching, const struct path *path, unsigned row, int length)
{
    matching->gain[row] += length;
    for (unsigned i = 0; i < path->done_count; i++) {
        unsigned column = path->done[i];
        int change = length - path->length[column];
        matching->price[column] -= change;
        matching->gain[matching->taken_by[column]] += change;
    }
}

/* Finds a column for a row, where others may have to change theirs.  False: all ways are barred. */
static bool take_away(struct matching *matching, unsigned row)
{
    struct path path;
    path.done_count = 0;
    for (unsigned j = 0; j < matching->size; j++) {
        path.length[j] = 2 * SOKOBAN_FAR;
        path.rank[j] = matching->taken_by[j] >= 0;
    }
    unsigned column = go_on_from(matching, &path, row, 0);
    while (matching->taken_by[column] >= 0) {
        path.rank[column] = DONE;
        path.done[path.done_count++] = column;
        column = go_on_from(matching, &path, (unsigned)matching->taken_by[column], path.length[column]);
    }
    change_prices(matching, &path, row, path.length[column]);
    for (bool more = true; more;) {
        unsigned from = (unsigned)path.from[column], next = 0;
        more = from != row;
        while (more && matching->taken_by[next] != (int)from)
            next++;
        matching->taken_by[column] = (int)from;
        column = next;
    }
    return path.length[column] < SOKOBAN_FAR;
}

/* What boxes are matched with: the goals, or the boxes of the start. */
struct places {
    unsigned count;
    const int *distance; /* [nodes * count] or SOKOBAN_FAR */
    const int *price;    /* [count] to begin with */
};

static const int nothing[SOKOBAN_MOST_COLUMNS]; /* what goals cost that go without a box */

/* The cost of a whole matching, or ESTIMATE_LOST. */
static unsigned matching_cost(const struct matching *matching)
{
    unsigned sum = 0;
    for (unsigned j = 0; j < matching->size; j++)
        sum += (unsigned)matching->row[matching->taken_by[j]][j];
    return sum >= SOKOBAN_FAR ? ESTIMATE_LOST : sum;
}

/* The cost of the cheapest matching of boxes, by their nodes, or ESTIMATE_LOST. */
static unsigned match(const struct places *places, const unsigned *nodes, unsigned boxes, struct matching *matching)
{
    unsigned left[SOKOBAN_MOST_COLUMNS], left_count = 0;
    matching->size = places->count;
    memcpy(matching->price, places->price, places->count * sizeof *places->price);
    for (unsigned j = 0; j < places->count; j++)
        matching->taken_by[j] = -1;
    for (unsigned row = 0; row < places->count; row++) {
        matching->row[row] = row < boxes ? places->distance + nodes[row] * (size_t)places->count : nothing;
        if (!take_cheapest(matching, row))
            left[left_count++] = row;
    }
    for (unsigned i = 0; i < left_count; i++)
        take_away(matching, left[i]);
    return matching_cost(matching);
}

static void find_nodes(const struct sokoban *board, const struct sokoban_position *position, unsigned *nodes)
{
    for (unsigned n = 0; n < board->boxes; n++)
        nodes[n] = sokoban_node(board, board->tables, position->list[n], position->player);
}

static struct places goals_of(const struct sokoban_tables *tables)
{
    return (struct places){tables->goals, tables->distance, tables->price};
}

static struct places start_of(const struct sokoban *board, const struct sokoban_tables *tables)
{
    return (struct places){board->boxes, tables->since, tables->since_price};
}

/* The prices of a state's cheapest matching, from those that are there. */
static void take_prices(const struct sokoban *board, const struct places *places, const unsigned char *state,
                        int *price)
{
    struct sokoban_position position;
    struct matching matching;
    unsigned nodes[SOKOBAN_MOST_COLUMNS];
    sokoban_read_state(board, state, &position);
    find_nodes(board, &position, nodes);
    if (match(places, nodes, board->boxes, &matching) != ESTIMATE_LOST)
        memcpy(price, matching.price, places->count * sizeof *price);
}

bool sokoban_find_prices(const struct sokoban *board, struct sokoban_tables *tables)
{
    tables->price = calloc(tables->goals + 1, sizeof *tables->price);
    tables->since_price = calloc(board->boxes + 1, sizeof *tables->since_price);
    if (tables->price == NULL || tables->since_price == NULL)
        return false;
    struct places goals = goals_of(tables), start = start_of(board, tables);
    take_prices(board, &goals, board->start, tables->price);
    if (board->boxes == board->goal_count)
        take_prices(board, &start, board->solved, tables->since_price);
    return true;
}

/* --- boxes in each other's way --- */

bool sokoban_pair_lost(const struct sokoban *board, const struct sokoban_position *position, unsigned from, unsigned to)
{
    const struct sokoban_tables *tables = board->tables;
    const uint8_t *excess = tables->excess + from * tables->pairs;
    unsigned rank = tables->rank[to];
    for (unsigned n = 0; rank != SOKOBAN_NO_WAY && n < board->boxes; n++) {
        unsigned cell = position->list[n], other = tables->rank[cell];
        if (cell != from && other != SOKOBAN_NO_WAY && excess[sokoban_pair(rank, other)] == SOKOBAN_LOST_PAIR)
            return true;
    }
    return false;
}

struct conflict {
    unsigned excess, one, other;
};

/* The sum of the excess of pairs without a box in common: the greatest first. */
static unsigned add_up(const struct conflict *conflicts, unsigned count)
{
    uint64_t used = 0;
    unsigned sum = 0, best;
    do {
        best = count;
        for (unsigned i = 0; i < count; i++) {
            uint64_t boxes = UINT64_C(1) << conflicts[i].one | UINT64_C(1) << conflicts[i].other;
            if ((boxes & used) == 0 && (best == count || conflicts[i].excess > conflicts[best].excess))
                best = i;
        }
        if (best < count) {
            sum += conflicts[best].excess;
            used |= UINT64_C(1) << conflicts[best].one | UINT64_C(1) << conflicts[best].other;
        }
    } while (best < count);
    return sum;
}

/* What comes to the matching for the sake of pairs, or ESTIMATE_LOST. */
static unsigned pairs_excess(const struct sokoban *board, const struct sokoban_position *position)
{
    enum { MOST_CONFLICTS = 128 };
    const struct sokoban_tables *tables = board->tables;
    const uint8_t *excess = tables->excess + position->player * tables->pairs;
    struct conflict conflicts[MOST_CONFLICTS];
    unsigned count = 0;
    for (unsigned high = 0; high < board->boxes; high++) {
        unsigned rank = tables->rank[position->list[high]];
        if (rank == SOKOBAN_NO_WAY)
            return ESTIMATE_LOST;
        const uint8_t *with = excess + (rank == 0 ? 0 : sokoban_pair(0, rank));
        for (unsigned low = 0; low < high; low++) {
            unsigned more = with[tables->rank[position->list[low]]];
            if (more == SOKOBAN_LOST_PAIR)
                return ESTIMATE_LOST;
            if (more > 0 && count < MOST_CONFLICTS)
                conflicts[count++] = (struct conflict){more, low, high};
        }
    }
    return count == 0 ? 0 : add_up(conflicts, count);
}

/* Gives a row one of its tight columns, where others may have to change theirs. */
static bool take_tight(const uint64_t *tight, int *taken_by, uint64_t *free_columns, uint64_t *seen, unsigned row)
{
    uint64_t at_once = tight[row] & *free_columns;
    if (at_once != 0) {
        taken_by[__builtin_ctzll(at_once)] = (int)row;
        *free_columns &= ~(at_once & -at_once);
        return true;
    }
    for (uint64_t rest; (rest = tight[row] & ~*seen) != 0;) {
        unsigned column = (unsigned)__builtin_ctzll(rest);
        *seen |= rest & -rest;
        if (take_tight(tight, taken_by, free_columns, seen, (unsigned)taken_by[column])) {
            taken_by[column] = (int)row;
            return true;
        }
    }
    return false;
}

/* Matches boxes with goals at their gains, as many as can be.  Returns the rows that are left, as bits: with none no
 * matching is cheaper than the gains and prices tell. */
static uint64_t match_tight(const struct sokoban *board, const unsigned *nodes, int *taken_by)
{
    const struct sokoban_groups *groups = board->tables->groups;
    unsigned goals = board->tables->goals;
    uint64_t tight[SOKOBAN_MOST_COLUMNS], left = 0;
    uint64_t free_columns = goals == 64 ? UINT64_MAX : (UINT64_C(1) << goals) - 1;
    for (unsigned row = 0; row < goals; row++) {
        tight[row] = row < board->boxes ? groups->tight[nodes[row]] : groups->spare;
        taken_by[row] = -1;
    }
    for (unsigned row = 0; row < goals; row++) {
        uint64_t seen = 0;
        if (!take_tight(tight, taken_by, &free_columns, &seen, row))
            left |= UINT64_C(1) << row;
    }
    return left;
}

/* Goes on from there to the cheapest matching.  Its cost, or ESTIMATE_LOST. */
static unsigned match_rest(const struct sokoban *board, const unsigned *nodes, uint64_t left, struct matching *matching)
{
    const struct sokoban_tables *tables = board->tables;
    const struct sokoban_groups *groups = tables->groups;
    int spare = -groups->price[__builtin_ctzll(groups->spare)];
    matching->size = tables->goals;
    memcpy(matching->price, groups->price, tables->goals * sizeof *groups->price);
    for (unsigned row = 0; row < tables->goals; row++) {
        bool box = row < board->boxes;
        matching->row[row] = box ? tables->distance + nodes[row] * (size_t)tables->goals : nothing;
        matching->gain[row] = box ? groups->gain[nodes[row]] : spare;
    }
    for (; left != 0; left &= left - 1)
        take_away(matching, (unsigned)__builtin_ctzll(left));
    return matching_cost(matching);
}

/* The bound by prices: the gains of all boxes, and what groups of them cost more. */
static unsigned bound_by_prices(const struct sokoban *board, const struct sokoban_position *position,
                                const unsigned *nodes)
{
    const struct sokoban_groups *groups = board->tables->groups;
    int sum = groups->base;
    for (unsigned n = 0; n < board->boxes; n++) {
        if (groups->gain[nodes[n]] == SOKOBAN_FAR)
            return ESTIMATE_LOST;
        sum += groups->gain[nodes[n]];
    }
    unsigned more = sokoban_conflicts(board, position);
    if (more == ESTIMATE_LOST)
        return ESTIMATE_LOST;
    sum += (int)more;
    return sum < 0 ? 0 : (unsigned)sum;
}

/* The bound by the cheapest matching and by pairs. */
static unsigned bound_by_matching(const struct sokoban *board, const struct sokoban_position *position,
                                  const unsigned *nodes, uint64_t left, struct matching *matching)
{
    const struct sokoban_tables *tables = board->tables;
    struct places goals = goals_of(tables);
    unsigned more = 0;
    if (tables->excess != NULL && puzzle_prunes(&board->puzzle, SOKOBAN_PAIRS))
        more = pairs_excess(board, position);
    if (more == ESTIMATE_LOST)
        return ESTIMATE_LOST;
    unsigned sum = left != 0 ? match_rest(board, nodes, left, matching) : match(&goals, nodes, board->boxes, matching);
    return sum == ESTIMATE_LOST ? ESTIMATE_LOST : sum + more;
}

/* The bound by tables. */
static unsigned bound_by_tables(const struct sokoban *board, const struct sokoban_position *position)
{
    const struct sokoban_groups *groups = board->tables->groups;
    struct matching matching;
    unsigned nodes[SOKOBAN_MOST_COLUMNS], priced = 0;
    uint64_t left = 0;
    find_nodes(board, position, nodes);
    if (groups != NULL && puzzle_prunes(&board->puzzle, SOKOBAN_GROUPS)) {
        priced = bound_by_prices(board, position, nodes);
        left = priced == ESTIMATE_LOST ? 0 : match_tight(board, nodes, matching.taken_by);
        if (left == 0)
            return priced;
    }
    unsigned matched = bound_by_matching(board, position, nodes, groups != NULL && groups->near ? left : 0, &matching);
    return matched > priced ? matched : priced;
}

unsigned sokoban_bound(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    if (board->tables == NULL || !puzzle_prunes(puzzle, SOKOBAN_SIDES) || !puzzle_prunes(puzzle, SOKOBAN_MATCHING) ||
        board->hopeless[0] != '\0')
        return sokoban_estimate(puzzle, state);
    struct sokoban_position position;
    sokoban_read_state(board, state, &position);
    unsigned bound = bound_by_tables(board, &position);
    bool fits = board->counts_moves || board->boxes != board->goal_count || bound == ESTIMATE_LOST ||
                sokoban_is_odd(board, position.boxes) == (bound % 2 != 0);
    return fits ? bound : bound + 1;
}

unsigned sokoban_bound_since(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    struct matching matching;
    unsigned nodes[SOKOBAN_MOST_COLUMNS];
    if (!puzzle_prunes(puzzle, SOKOBAN_SIDES) || !puzzle_prunes(puzzle, SOKOBAN_MATCHING))
        return 0;
    struct places start = start_of(board, board->tables);
    sokoban_read_state(board, state, &position);
    find_nodes(board, &position, nodes);
    return match(&start, nodes, board->boxes, &matching);
}
