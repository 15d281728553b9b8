/* Sokoban: the estimate, and the lower bound on pushes from the tables; see sokoban.h.
 *
 * Each box goes to its own goal.  The estimate is the cost of the cheapest matching, and so is the bound, for which a
 * box's distance takes the player's side into account.  A matching is found by the method of Jonker and Volgenant: each
 * goal has a price, each box takes the cheapest free goal at these prices, and boxes that find none take a goal from
 * other boxes along a shortest path.  Prices differ little between states, so those of the bound start with the prices
 * of the start, and most boxes then find their goal at once.  Dummy boxes, which cost nothing, take the spare goals.
 *
 * The bound also includes the extra pushes of boxes that get in each other's way.  The tables give the number of pushes
 * that a group of up to four boxes needs beyond those of each alone, for any goals.  For groups without common boxes
 * these numbers add up.  The high bound, for searches of very many states, also looks at some groups of five. */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

/* --- the excess of groups of boxes, from the tables --- */

enum { MOST_RANK_WORDS = SOKOBAN_MOST_RANKS / 64 };

/* A group whose excess is more than the groups within it account for. */
struct conflict {
    unsigned excess, size;
    uint64_t boxes; /* bit set of indexes in the list of boxes */
};

enum { MOST_CONFLICTS = 96 };

struct conflicts {
    const struct sokoban *board;
    const struct sokoban_groups *groups;
    const struct sokoban_excesses *excesses;
    unsigned player, boxes;
    uint16_t rank[SOKOBAN_MOST_COLUMNS];  /* of the boxes */
    uint64_t present[MOST_RANK_WORDS];    /* bitmap of their ranks */
    uint8_t box_of[64 * MOST_RANK_WORDS]; /* by rank */
    struct conflict found[MOST_CONFLICTS];
    unsigned count;
    bool lost;
};

/* Records the groups formed by `boxes` and each marked box. */
static void take_marked(struct conflicts *conflicts, uint64_t marked, unsigned word, const unsigned *boxes,
                        unsigned size)
{
    for (; marked != 0 && !conflicts->lost; marked &= marked - 1) {
        unsigned ranks[SOKOBAN_MOST_GROUPED];
        ranks[0] = 64 * word + (unsigned)__builtin_ctzll(marked);
        struct conflict conflict = {.size = size, .boxes = UINT64_C(1) << conflicts->box_of[ranks[0]]};
        for (unsigned n = 1; n < size; n++) {
            ranks[n] = conflicts->rank[boxes[n - 1]];
            conflict.boxes |= UINT64_C(1) << boxes[n - 1];
        }
        conflict.excess = sokoban_group_excess(conflicts->board, conflicts->excesses, ranks, size, conflicts->player);
        conflicts->lost |= conflict.excess == SOKOBAN_LOST_GROUP;
        if (conflicts->count < MOST_CONFLICTS)
            conflicts->found[conflicts->count++] = conflict;
    }
}

/* Looks for groups of the upper boxes, whose marks are `row`, any box below `end`, and one box below that box. */
static inline void look_at_row(struct conflicts *conflicts, const uint64_t *row, unsigned end, const unsigned *upper,
                               unsigned size)
{
    const uint16_t *rank = conflicts->rank;
    unsigned words = conflicts->groups->words, boxes[SOKOBAN_MOST_GROUPED];
    /* Usually, no group exists. */
    uint64_t any = 0, other = 0;
    if (words == 1) {
        for (unsigned low = 1; low < end; low++)
            any |= row[rank[low]];
    } else if (words == 2) {
        for (unsigned low = 1; low < end; low++) {
            any |= row[2 * rank[low]];
            other |= row[2 * rank[low] + 1];
        }
    }
    if (words <= 2 && (any & conflicts->present[0]) == 0 && (other & conflicts->present[1]) == 0)
        return;
    for (unsigned n = 2; n < size; n++)
        boxes[n - 1] = upper[n - 2];
    for (unsigned low = 1; low < end; low++) {
        boxes[0] = low;
        for (unsigned word = 0; word < words; word++) {
            uint64_t marked = row[rank[low] * (size_t)words + word] & conflicts->present[word];
            if (marked != 0)
                take_marked(conflicts, marked, word, boxes, size);
        }
    }
}

/* The marks for groups of this size and the player's cell. */
static const uint64_t *own_marks(const struct conflicts *conflicts, unsigned size)
{
    const struct sokoban_groups *groups = conflicts->groups;
    size_t all = groups->ways[size - 1][conflicts->board->tables->ranks];
    return conflicts->excesses->own[size] + conflicts->player * all * groups->words;
}

/* Looks each cluster up. */
static void look_at_clusters(struct conflicts *conflicts, const struct sokoban_clusters *clusters)
{
    const struct sokoban *board = conflicts->board;
    unsigned all = board->tables->ranks;
    uint64_t seen[SOKOBAN_MOST_COLUMNS];
    unsigned seen_count = 0;
    for (unsigned n = 0; n < conflicts->boxes && !conflicts->lost; n++) {
        const uint8_t *nearest = clusters->nearest + conflicts->rank[n] * (size_t)all;
        uint64_t boxes = 0;
        for (unsigned count = 0; count < SOKOBAN_CLUSTERED; nearest++) {
            if (sokoban_test(conflicts->present, *nearest)) {
                boxes |= UINT64_C(1) << conflicts->box_of[*nearest];
                count++;
            }
        }
        unsigned i = 0, ranks[SOKOBAN_CLUSTERED], size = 0;
        while (i < seen_count && seen[i] != boxes)
            i++;
        if (i < seen_count)
            continue;
        seen[seen_count++] = boxes;
        for (uint64_t rest = boxes; rest != 0; rest &= rest - 1)
            ranks[size++] = conflicts->rank[__builtin_ctzll(rest)];
        size_t group = sokoban_group(conflicts->groups, ranks, size);
        unsigned excess = clusters->excess[group * board->cells + conflicts->player];
        conflicts->lost |= excess == SOKOBAN_LOST_GROUP;
        if (excess > 0 && conflicts->count < MOST_CONFLICTS)
            conflicts->found[conflicts->count++] = (struct conflict){excess, size, boxes};
    }
}

/* Adds up the excess of groups without common boxes, greedily. */
static unsigned add_up(const struct conflicts *conflicts, bool per_box)
{
    const struct conflict *found = conflicts->found;
    uint64_t used = 0;
    unsigned sum = 0, best;
    do {
        best = conflicts->count;
        for (unsigned i = 0; i < conflicts->count; i++) {
            if ((found[i].boxes & used) != 0)
                continue;
            const struct conflict *one = &found[i], *other = &found[best < conflicts->count ? best : i];
            unsigned mine = one->excess * (per_box ? other->size : 1), its = other->excess * (per_box ? one->size : 1);
            if (best == conflicts->count || mine > its || (mine == its && one->size < other->size))
                best = i;
        }
        if (best < conflicts->count) {
            sum += found[best].excess;
            used |= found[best].boxes;
        }
    } while (best < conflicts->count);
    return sum;
}

/* The pushes that groups and, unless NULL, clusters add to the sum of all gains, or ESTIMATE_LOST. */
static unsigned conflicts_of(const struct sokoban *board, const struct sokoban_position *position,
                             const struct sokoban_clusters *clusters)
{
    const struct sokoban_tables *tables = board->tables;
    struct conflicts conflicts;
    conflicts.board = board;
    conflicts.groups = tables->groups;
    conflicts.excesses = atomic_load_explicit(&tables->groups->excesses, memory_order_acquire);
    conflicts.player = position->player;
    conflicts.boxes = board->boxes;
    conflicts.count = 0;
    conflicts.lost = false;
    memset(conflicts.present, 0, sizeof conflicts.present);
    for (unsigned n = 0; n < board->boxes; n++) {
        unsigned rank = tables->rank[position->list[n]];
        if (rank == SOKOBAN_NO_WAY)
            return ESTIMATE_LOST;
        conflicts.rank[n] = (uint16_t)rank;
        conflicts.box_of[rank] = (uint8_t)n;
        sokoban_flip(conflicts.present, rank);
    }
    const struct sokoban_groups *groups = tables->groups;
    unsigned most = conflicts.excesses == NULL ? 0 : conflicts.excesses->most;
    if (most >= 2)
        look_at_row(&conflicts, own_marks(&conflicts, 2), board->boxes, NULL, 2);
    if (most >= 3) {
        const uint64_t *own = own_marks(&conflicts, 3);
        for (unsigned high = 2; high < board->boxes && !conflicts.lost; high++)
            look_at_row(&conflicts, own + groups->ways[2][conflicts.rank[high]] * (size_t)groups->words, high, &high,
                        3);
    }
    if (most >= 4) {
        const uint64_t *own = own_marks(&conflicts, 4);
        size_t middle_part[SOKOBAN_MOST_COLUMNS];
        for (unsigned n = 0; n < conflicts.boxes; n++)
            middle_part[n] = groups->ways[2][conflicts.rank[n]] * (size_t)groups->words;
        for (unsigned high = 3; high < conflicts.boxes && !conflicts.lost; high++) {
            const uint64_t *rows = own + groups->ways[3][conflicts.rank[high]] * (size_t)groups->words;
            for (unsigned middle = 2; middle < high; middle++) {
                unsigned upper[2] = {middle, high};
                look_at_row(&conflicts, rows + middle_part[middle], middle, upper, 4);
            }
        }
    }
    if (clusters != NULL && !conflicts.lost)
        look_at_clusters(&conflicts, clusters);
    if (conflicts.lost || conflicts.count == 0)
        return conflicts.lost ? ESTIMATE_LOST : 0;
    unsigned one = add_up(&conflicts, false), other = add_up(&conflicts, true);
    return one > other ? one : other;
}

/* --- the cheapest matching --- */

struct matching {
    unsigned size;                        /* rows and columns */
    const int *row[SOKOBAN_MOST_COLUMNS]; /* cost of each column */
    int gain[SOKOBAN_MOST_COLUMNS];       /* of a row: lower bound on its cost at the prices */
    int price[SOKOBAN_MOST_COLUMNS];      /* of a column */
    int taken_by[SOKOBAN_MOST_COLUMNS];   /* row or -1 */
};

/* Shortest paths from a row to the columns, by cost at the prices (Dijkstra). */
struct path {
    int length[SOKOBAN_MOST_COLUMNS];
    int from[SOKOBAN_MOST_COLUMNS]; /* the row before the column */
    int rank[SOKOBAN_MOST_COLUMNS]; /* 0: the column is free, 1: it is taken, DONE: its length is final */
    unsigned done[SOKOBAN_MOST_COLUMNS];
    unsigned done_count;
};

enum { DONE = 1 << 26 }; /* more than twice any length */

/* Four columns at a time, because gcc makes no vectors of the loop over columns at -O2. */
typedef int quad __attribute__((vector_size(4 * sizeof(int))));

static inline quad read_quad(const int *from)
{
    quad four;
    memcpy(&four, from, sizeof four);
    return four;
}

/* Returns one quad where `chosen` has all bits and the other where it has none. */
static inline quad choose(quad chosen, quad one, quad other)
{
    return (one & chosen) | (other & ~chosen);
}

/* Extends the paths from a row at distance `so_far`.  Returns the nearest column that is not done; prefers a free
 * one.  Reads up to three columns beyond the last, which count as done. */
static unsigned go_on_from(const struct matching *matching, struct path *path, unsigned row, int so_far)
{
    const int *cost = matching->row[row], *price = matching->price;
    int base = so_far - matching->gain[row];
    quad least = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    for (unsigned j = 0; j < matching->size; j += 4) {
        quad way = base + read_quad(cost + j) - read_quad(price + j);
        quad length = read_quad(path->length + j), rank = read_quad(path->rank + j);
        quad shorter = (way < length) & (rank != DONE);
        quad from = choose(shorter, (quad){0} + (int)row, read_quad(path->from + j));
        length = choose(shorter, way, length);
        memcpy(path->length + j, &length, sizeof length);
        memcpy(path->from + j, &from, sizeof from);
        quad reached = 2 * length + rank;
        least = choose(reached < least, reached, least);
    }
    for (unsigned i = 1; i < 4; i++)
        least[0] = least[i] < least[0] ? least[i] : least[0];
    unsigned j = 0;
    while (2 * path->length[j] + path->rank[j] != least[0])
        j++;
    return j;
}

/* Finds a column for a row; other rows may have to change theirs.  Returns false if every path is blocked. */
static bool take_away(struct matching *matching, unsigned row)
{
    struct path path;
    path.done_count = 0;
    for (unsigned j = 0; j < matching->size; j++) {
        path.length[j] = 2 * SOKOBAN_FAR;
        path.rank[j] = matching->taken_by[j] >= 0;
    }
    for (unsigned j = matching->size; j % 4 != 0; j++) {
        path.length[j] = 2 * SOKOBAN_FAR;
        path.rank[j] = DONE;
        matching->price[j] = 0;
    }
    unsigned column = go_on_from(matching, &path, row, 0);
    while (matching->taken_by[column] >= 0) {
        path.rank[column] = DONE;
        path.done[path.done_count++] = column;
        column = go_on_from(matching, &path, (unsigned)matching->taken_by[column], path.length[column]);
    }
    int length = path.length[column];
    matching->gain[row] += length;
    for (unsigned i = 0; i < path.done_count; i++) {
        unsigned done = path.done[i];
        int change = length - path.length[done];
        matching->price[done] -= change;
        matching->gain[matching->taken_by[done]] += change;
    }
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

/* The columns of a matching: the goals, or the boxes of the start. */
struct places {
    unsigned count;
    const int *distance; /* [nodes * count] or SOKOBAN_FAR; for the estimate, of cells instead of nodes */
    const int *price;    /* [count] initial prices */
};

static const int nothing[SOKOBAN_MOST_COLUMNS]; /* cost of each goal for a dummy box */

/* The cost of a complete matching, or ESTIMATE_LOST. */
static unsigned matching_cost(const struct matching *matching)
{
    unsigned sum = 0;
    for (unsigned j = 0; j < matching->size; j++)
        sum += (unsigned)matching->row[matching->taken_by[j]][j];
    return sum >= SOKOBAN_FAR ? ESTIMATE_LOST : sum;
}

/* The cost of the cheapest matching of boxes, given by their nodes, or ESTIMATE_LOST. */
static unsigned match(const struct places *places, const unsigned *nodes, unsigned boxes, struct matching *matching)
{
    unsigned left[SOKOBAN_MOST_COLUMNS], left_count = 0;
    matching->size = places->count;
    memcpy(matching->price, places->price, places->count * sizeof *places->price);
    for (unsigned j = 0; j < places->count; j++)
        matching->taken_by[j] = -1;
    for (unsigned row = 0; row < places->count; row++) {
        matching->row[row] = row < boxes ? places->distance + nodes[row] * (size_t)places->count : nothing;
        /* Gives the row its cheapest column, if that is free. */
        const int *cost = matching->row[row], *price = matching->price;
        int least = cost[0] - price[0];
        for (unsigned j = 1; j < matching->size; j++)
            least = cost[j] - price[j] < least ? cost[j] - price[j] : least;
        matching->gain[row] = least;
        unsigned column = 0;
        while (column < matching->size && (cost[column] - price[column] != least || matching->taken_by[column] >= 0))
            column++;
        if (column < matching->size)
            matching->taken_by[column] = (int)row;
        else
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

/* Replaces `price` by the prices of a state's cheapest matching, if it has one. */
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
    tables->price = arrays_add(&tables->arrays, tables->goals, sizeof *tables->price);
    tables->since_price = arrays_add(&tables->arrays, board->boxes, sizeof *tables->since_price);
    if (tables->arrays.failed)
        return false;
    struct places goals = {tables->goals, tables->distance, tables->price};
    struct places start = {board->boxes, tables->since, tables->since_price};
    take_prices(board, &goals, board->start, tables->price);
    if (board->boxes == board->goal_count)
        take_prices(board, &start, board->solved, tables->since_price);
    return true;
}

/* Gives a row one of its tight columns; other rows may have to change theirs. */
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

/* Matches as many boxes as possible with goals at their gains.  Returns the rows left over as a bit set.  If there
 * are none, the gains and prices give the cost of the cheapest matching. */
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

/* Extends the result of match_tight to the cheapest matching.  Returns its cost, or ESTIMATE_LOST. */
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

bool sokoban_set_limit(const struct sokoban *board, const struct sokoban_position *position, bool back,
                       struct sokoban_limit *limit)
{
    const struct sokoban_tables *tables = board->tables;
    const struct puzzle *puzzle = &board->puzzle;
    if (tables == NULL || tables->groups == NULL || board->hopeless[0] != '\0' ||
        !puzzle_prunes(puzzle, SOKOBAN_SIDES) || !puzzle_prunes(puzzle, SOKOBAN_MATCHING) ||
        !puzzle_prunes(puzzle, SOKOBAN_GROUPS))
        return false;
    limit->gain = back ? tables->since_gain : tables->groups->gain;
    limit->sum = back ? tables->since_base : tables->groups->base;
    limit->parity = board->boxes == board->goal_count;
    for (unsigned n = 0; n < board->boxes; n++) {
        int gain = limit->gain[sokoban_node(board, tables, position->list[n], position->player)];
        if (gain == SOKOBAN_FAR)
            return false;
        limit->sum += gain;
    }
    if (limit->parity) {
        struct sokoban_position start;
        limit->odd = !sokoban_is_odd(board, position->boxes);
        if (back) {
            sokoban_read_state(board, board->start, &start);
            limit->odd ^= sokoban_is_odd(board, start.boxes);
        }
    }
    return true;
}

/* The bound from the tables. */
static unsigned bound_by_tables(const struct sokoban *board, const struct sokoban_position *position,
                                const struct sokoban_clusters *clusters)
{
    const struct sokoban_tables *tables = board->tables;
    const struct sokoban_groups *groups = tables->groups;
    struct matching matching;
    unsigned nodes[SOKOBAN_MOST_COLUMNS], priced = 0;
    uint64_t left = 0;
    find_nodes(board, position, nodes);
    if (groups != NULL && puzzle_prunes(&board->puzzle, SOKOBAN_GROUPS)) {
        /* The bound from prices: the gains of all boxes plus the excess of groups. */
        int sum = groups->base;
        for (unsigned n = 0; n < board->boxes; n++) {
            if (groups->gain[nodes[n]] == SOKOBAN_FAR)
                return ESTIMATE_LOST;
            sum += groups->gain[nodes[n]];
        }
        unsigned more = conflicts_of(board, position, clusters);
        if (more == ESTIMATE_LOST)
            return ESTIMATE_LOST;
        sum += (int)more;
        priced = sum < 0 ? 0 : (unsigned)sum;
        left = match_tight(board, nodes, matching.taken_by);
        if (left == 0)
            return priced;
    }
    struct places goals = {tables->goals, tables->distance, tables->price};
    unsigned matched = left != 0 && groups->near ? match_rest(board, nodes, left, &matching)
                                                 : match(&goals, nodes, board->boxes, &matching);
    return matched > priced ? matched : priced;
}

unsigned sokoban_estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    unsigned cells[SOKOBAN_MOST_MATCHED], sum = 0;
    if (board->hopeless[0] != '\0')
        return ESTIMATE_LOST;
    sokoban_read_state(board, state, &position);
    if (board->distance != NULL && puzzle_prunes(puzzle, SOKOBAN_MATCHING)) {
        struct places goals = {board->goal_count, board->distance, nothing};
        struct matching matching;
        for (unsigned n = 0; n < board->boxes; n++)
            cells[n] = position.list[n];
        return match(&goals, cells, board->boxes, &matching);
    }
    for (unsigned n = 0; n < board->boxes; n++) {
        if (board->nearest[position.list[n]] == SOKOBAN_NO_WAY)
            return ESTIMATE_LOST;
        sum += board->nearest[position.list[n]];
    }
    return sum;
}

/* Uses clusters unless they are NULL. */
static unsigned bound_with(const struct puzzle *puzzle, const unsigned char *state,
                           const struct sokoban_clusters *clusters)
{
    const struct sokoban *board = sokoban_board(puzzle);
    if (board->tables == NULL || !puzzle_prunes(puzzle, SOKOBAN_SIDES) || !puzzle_prunes(puzzle, SOKOBAN_MATCHING) ||
        board->hopeless[0] != '\0')
        return sokoban_estimate(puzzle, state);
    struct sokoban_position position;
    sokoban_read_state(board, state, &position);
    unsigned bound = bound_by_tables(board, &position, clusters);
    bool fits = board->counts_moves || board->boxes != board->goal_count || bound == ESTIMATE_LOST ||
                sokoban_is_odd(board, position.boxes) == (bound % 2 != 0);
    return fits ? bound : bound + 1;
}

unsigned sokoban_bound(const struct puzzle *puzzle, const unsigned char *state)
{
    return bound_with(puzzle, state, NULL);
}

unsigned sokoban_high_bound(const struct puzzle *puzzle, const unsigned char *state)
{
    struct sokoban_groups *groups = sokoban_board(puzzle)->tables->groups;
    bool used = puzzle_prunes(puzzle, SOKOBAN_CLUSTERS);
    return bound_with(puzzle, state, used ? atomic_load_explicit(&groups->clusters, memory_order_acquire) : NULL);
}

unsigned sokoban_bound_since(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    struct matching matching;
    unsigned nodes[SOKOBAN_MOST_COLUMNS];
    if (!puzzle_prunes(puzzle, SOKOBAN_SIDES) || !puzzle_prunes(puzzle, SOKOBAN_MATCHING))
        return 0;
    struct places start = {board->boxes, board->tables->since, board->tables->since_price};
    sokoban_read_state(board, state, &position);
    find_nodes(board, &position, nodes);
    return match(&start, nodes, board->boxes, &matching);
}
