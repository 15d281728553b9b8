/* Sokoban's tables: what a box can do if there are no others, given the player's side, and what groups of boxes cost;
 * see sokoban.h.
 *
 * A box that closes a passage can only be pushed from the side that the player is on.  To reach the other side, he has
 * to go around, or the box has to move.  The part of the board that he is in, with the box as an obstacle, stays the
 * same until this box is pushed, whatever else he does.  A box's node therefore gives its exact distance to each goal,
 * and pushes of other boxes do not change that distance.  (Junghanns and Schaeffer use the name backout conflicts for
 * what this adds to the bound.) */
#include "games/sokoban/sokoban.h"

#include "base/array.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- nodes --- */

/* Labels the parts of the board that remain without some cells: `part` [cells] holds part numbers from 0, and 0 for
 * those cells.  Returns the number of parts. */
static unsigned find_parts(const struct sokoban *board, const uint64_t *boxes, uint8_t *part)
{
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned parts = 0;
    memset(part, 0, board->cells);
    for (unsigned w = 0; w < 5 || w < board->words; w++) {
        open[w] = w < board->words ? board->floor[w] & ~boxes[w] : 0;
        reach[w] = 0;
    }
    for (unsigned w = 0; w < board->words;) {
        if (open[w] == 0) {
            w++;
            continue;
        }
        memset(reach, 0, board->words * sizeof *reach);
        reach[w] = open[w] & -open[w];
        sokoban_flood(board, reach, open);
        for (unsigned v = w; v < board->words; v++) {
            open[v] &= ~reach[v];
            for (uint64_t rest = parts == 0 ? 0 : reach[v]; rest != 0; rest &= rest - 1)
                part[board->cell_of_bit[64 * v + (unsigned)__builtin_ctzll(rest)]] = (uint8_t)parts;
        }
        parts++;
    }
    return parts;
}

/* Finds the distances of all nodes from those in the queue, whose distances are 0, by pushes of a box or by pulls, the
 * inverse of pushes.  After a push, the player stands where the box was.  `distance` has a node's in every row of
 * `columns` entries. */
static void spread(const struct sokoban *board, const struct sokoban_tables *tables, bool pulls, int *distance,
                   size_t columns, const uint16_t *cell_of, uint16_t *queue, unsigned last)
{
    for (unsigned first = 0; first < last; first++) {
        unsigned node = queue[first], cell = cell_of[node];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int to = board->next[cell][direction], now = pulls ? to : board->next[cell][direction ^ 2];
            int then = !pulls ? (int)cell : to < 0 ? -1 : board->next[to][direction];
            if (to < 0 || now < 0 || then < 0 || sokoban_node(board, tables, cell, (unsigned)now) != node)
                continue;
            unsigned other = sokoban_node(board, tables, (unsigned)to, (unsigned)then);
            if (distance[other * columns] != SOKOBAN_FAR)
                continue;
            distance[other * columns] = distance[node * columns] + 1;
            queue[last++] = (uint16_t)other;
        }
    }
}

static bool leads_to_goal(const struct sokoban_tables *tables, unsigned node)
{
    for (unsigned column = 0; column < tables->goals; column++) {
        if (tables->distance[node * (size_t)tables->goals + column] != SOKOBAN_FAR)
            return true;
    }
    return false;
}

/* Each push moves a box from a dark cell to a light one or back. */
bool sokoban_is_odd(const struct sokoban *board, const uint64_t *boxes)
{
    uint64_t dark = 0;
    for (unsigned w = 0; w < board->words; w++)
        dark ^= boxes[w] & board->tables->dark[w];
    return (board->tables->dark_goals + (unsigned)__builtin_popcountll(dark)) % 2 != 0;
}

/* Fills in the sides and nodes, and the colours of the cells. */
static bool find_sides(const struct sokoban *board, struct sokoban_tables *tables)
{
    size_t cells = board->cells;
    tables->goals = board->goal_count;
    tables->side = arrays_add(&tables->arrays, cells * cells, 1);
    tables->first_node = arrays_add(&tables->arrays, cells, sizeof *tables->first_node);
    tables->dark = arrays_add(&tables->arrays, board->words, sizeof *tables->dark);
    for (unsigned cell = 0; !tables->arrays.failed && cell < cells; cell++) {
        unsigned columns = (unsigned)board->columns, piece = board->piece[cell];
        uint64_t box[SOKOBAN_MAX_WORDS] = {0};
        if ((piece / columns + piece % columns) % 2 != 0) {
            sokoban_flip(tables->dark, board->bit[cell]);
            tables->dark_goals += board->goal[cell];
        }
        sokoban_flip(box, board->bit[cell]);
        unsigned sides = find_parts(board, box, tables->side + cell * cells);
        tables->first_node[cell] = (uint16_t)tables->nodes;
        tables->nodes += sides > 0 ? sides : 1;
    }
    return !tables->arrays.failed;
}

/* Allocates a table of distances between nodes and `columns` cells. */
static int *new_distances(struct sokoban_tables *tables, unsigned columns)
{
    size_t size = (size_t)tables->nodes * columns;
    int *distances = arrays_add(&tables->arrays, size + 4, sizeof *distances);
    for (size_t i = 0; distances != NULL && i < size; i++)
        distances[i] = SOKOBAN_FAR;
    return distances;
}

/* Fills in the distances of all nodes from the boxes of the start and to the goals, where boxes may arrive, and the
 * ranks of the cells from which goals can be reached. */
static bool find_distances(const struct sokoban *board, struct sokoban_tables *tables)
{
    struct sokoban_position position;
    uint16_t *queue = calloc(tables->nodes + 1, sizeof *queue), *cell_of = calloc(tables->nodes + 1, sizeof *cell_of);
    tables->distance = new_distances(tables, tables->goals);
    tables->since = new_distances(tables, board->boxes);
    tables->rank = arrays_add(&tables->arrays, board->cells, sizeof *tables->rank);
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        tables->arrive[direction] = arrays_add(&tables->arrays, board->words, sizeof(uint64_t));
    bool good = queue != NULL && cell_of != NULL && !tables->arrays.failed;
    if (good) {
        for (unsigned cell = 0; cell < board->cells; cell++) {
            unsigned end = cell + 1 < board->cells ? tables->first_node[cell + 1] : tables->nodes;
            for (unsigned node = tables->first_node[cell]; node < end; node++)
                cell_of[node] = (uint16_t)cell;
        }
        unsigned column = 0;
        for (unsigned cell = 0; cell < board->cells; cell++) {
            if (!board->goal[cell])
                continue;
            int *distance = tables->distance + column++;
            unsigned count = 0;
            for (unsigned node = tables->first_node[cell]; node < tables->nodes && cell_of[node] == cell; node++) {
                distance[node * (size_t)tables->goals] = 0;
                queue[count++] = (uint16_t)node;
            }
            spread(board, tables, true, distance, tables->goals, cell_of, queue, count);
        }
        sokoban_read_state(board, board->start, &position);
        for (unsigned n = 0; n < board->boxes; n++) {
            unsigned node = sokoban_node(board, tables, position.list[n], position.player);
            tables->since[node * (size_t)board->boxes + n] = 0;
            queue[0] = (uint16_t)node;
            spread(board, tables, false, tables->since + n, board->boxes, cell_of, queue, 1);
        }
        for (unsigned cell = 0; cell < board->cells; cell++) {
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                int player = board->next[cell][direction ^ 2];
                if (player >= 0 && leads_to_goal(tables, sokoban_node(board, tables, cell, (unsigned)player)))
                    sokoban_flip(tables->arrive[direction], board->bit[cell]);
            }
        }
        memset(tables->rank, 0xff, board->cells * sizeof *tables->rank);
        for (unsigned node = 0; node < tables->nodes; node++) {
            if (leads_to_goal(tables, node) && tables->rank[cell_of[node]] == SOKOBAN_NO_WAY)
                tables->rank[cell_of[node]] = (uint16_t)tables->ranks++;
        }
    }
    free(queue);
    free(cell_of);
    return good;
}

/* --- what boxes cost at prices of the goals ---
 *
 * Given a price for each goal, a box costs at least its minimum of pushes minus price over all goals: its gain.  The
 * sum of all gains and all prices is a lower bound on the pushes, and equals the matching's cost if the prices are
 * right.  Likewise, a *group* of boxes costs at least its minimum of pushes minus the prices of the goals that it
 * takes.  The difference between that and the gains of its boxes is its *excess*: the boxes get in each other's way.
 * The excesses of groups without common boxes add up, because each goal is taken once.  A group that can reach no goals
 * is lost whatever the other boxes are. */

/* --- what single boxes cost --- */

/* Removes multiples of SOKOBAN_FAR from a price.  The prices of two goals can differ that much if no box can reach
 * both. */
static int near_price(int price)
{
    int half = price < 0 ? -SOKOBAN_FAR / 2 : SOKOBAN_FAR / 2;
    return price - (price + half) / SOKOBAN_FAR * SOKOBAN_FAR;
}

/* The minimum of distance minus price over all columns that can be reached, which *tight receives as a bit set if they
 * attain it; SOKOBAN_FAR: none can be reached. */
static int least_gain(const int *distance, const int *price, unsigned columns, uint64_t *tight)
{
    int least = SOKOBAN_FAR;
    *tight = 0;
    for (unsigned column = 0; column < columns; column++) {
        int gain = distance[column] - price[column];
        if (distance[column] >= SOKOBAN_FAR || gain > least)
            continue;
        *tight = (gain < least ? 0 : *tight) | UINT64_C(1) << column;
        least = gain;
    }
    return least;
}

static void find_gains(const struct sokoban *board, const struct sokoban_tables *tables, struct sokoban_groups *groups)
{
    unsigned column = 0;
    int most = INT32_MIN;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (!board->goal[cell])
            continue;
        groups->goal[column] = cell;
        groups->price[column] = near_price(tables->price[column]);
        groups->base += groups->price[column];
        most = groups->price[column] > most ? groups->price[column] : most;
        column++;
    }
    groups->near = true;
    for (column = 0; column < tables->goals; column++)
        groups->near &= abs(groups->price[column]) < SOKOBAN_FAR / 8;
    groups->base -= (int)(tables->goals - board->boxes) * most;
    for (column = 0; column < tables->goals; column++) {
        if (groups->price[column] == most)
            groups->spare |= UINT64_C(1) << column;
    }
    for (unsigned node = 0; node < tables->nodes; node++)
        groups->gain[node] = least_gain(tables->distance + node * (size_t)tables->goals, groups->price, tables->goals,
                                        &groups->tight[node]);
}

/* Fills in since_gain and since_base; the prices must be known.  Returns false if memory runs out. */
static bool find_since_gains(const struct sokoban *board, struct sokoban_tables *tables)
{
    tables->since_gain = arrays_add(&tables->arrays, tables->nodes, sizeof *tables->since_gain);
    if (tables->since_gain == NULL)
        return false;
    int price[SOKOBAN_MOST_COLUMNS];
    uint64_t tight;
    for (unsigned n = 0; n < board->boxes; n++)
        tables->since_base += price[n] = near_price(tables->since_price[n]);
    for (unsigned node = 0; node < tables->nodes; node++)
        tables->since_gain[node] = least_gain(tables->since + node * (size_t)board->boxes, price, board->boxes, &tight);
    return true;
}

/* Fills in groups, except the excesses; those of up to `most` boxes will be made as far as they are affordable.  Sides
 * and prices must be known.  Returns false if memory runs out. */
static bool find_all_groups(const struct sokoban *board, struct sokoban_tables *tables, unsigned most)
{
    if (board->boxes > tables->goals || tables->ranks > SOKOBAN_MOST_RANKS)
        return true;
    struct sokoban_groups *groups = calloc(1, sizeof *groups);
    tables->groups = groups;
    if (groups == NULL)
        return false;
    groups->gain = arrays_add(&tables->arrays, tables->nodes, sizeof *groups->gain);
    groups->tight = arrays_add(&tables->arrays, tables->nodes, sizeof *groups->tight);
    groups->words = (tables->ranks + 63) / 64;
    bool good = !tables->arrays.failed;
    if (good) {
        /* Binomial coefficients. */
        for (unsigned ranks = 0; ranks <= SOKOBAN_MOST_RANKS; ranks++) {
            groups->ways[0][ranks] = 1;
            for (unsigned size = 1; ranks > 0 && size <= SOKOBAN_CLUSTERED; size++)
                groups->ways[size][ranks] = groups->ways[size - 1][ranks - 1] + groups->ways[size][ranks - 1];
        }
        find_gains(board, tables, groups);
    }
    for (unsigned size = 2; good && size <= most && size <= board->boxes && size <= tables->ranks; size++) {
        /* Whether the memory and work for a table are worth it. */
        enum { MOST_BYTES = 1 << 24, MOST_SETS = 1 << 16 };
        size_t cells = board->cells, all = groups->ways[size][tables->ranks];
        size_t smaller = groups->ways[size - 1][tables->ranks];
        if ((double)all * (double)cells > MOST_BYTES || groups->ways[size][tables->goals] > MOST_SETS)
            break;
        groups->most = size;
        groups->bytes += cells * (all + smaller * groups->words * sizeof(uint64_t));
    }
    return good;
}

static void free_clusters(struct sokoban_clusters *clusters)
{
    if (clusters == NULL)
        return;
    free(clusters->nearest);
    free(clusters->excess);
    free(clusters);
}

static void free_excesses(struct sokoban_excesses *excesses)
{
    for (unsigned size = 2; excesses != NULL && size <= SOKOBAN_MOST_GROUPED; size++) {
        free(excesses->excess[size]);
        free(excesses->own[size]);
    }
    free(excesses);
}

static void free_groups(struct sokoban_groups *groups)
{
    if (groups == NULL)
        return;
    free_excesses(groups->excesses);
    free_clusters(groups->clusters);
    free(groups);
}

/* --- what groups of boxes cost if there are no others ---
 *
 * It does not matter which box takes which goal, so the costs of all groups of one size are found together, by pulls
 * from all sets of goals at once, in order of falling price.  Prices differ little between states, so the prices of the
 * start serve for all states.
 *
 * Pushes of other boxes do not change the cost of a group, because the player's walks for them stay within his part of
 * the board. */

/* A *place* is the set of a group's cells together with one of the parts into which they divide the board. */
struct grouping {
    const struct sokoban *board;
    const struct sokoban_tables *tables;
    const struct sokoban_groups *groups;
    const struct sokoban_excesses *smaller; /* of smaller groups */
    unsigned size;                          /* boxes per group */
    uint16_t *cell_of;                      /* [ranks] */
    uint8_t *ranks;                         /* [count * size] ranks of each group */
    uint8_t *part;                          /* [count * cells]; in the end, the excess */
    uint64_t *own;   /* as in struct sokoban_groups; NULL: the excess of groups that have none of their own is 0 */
    uint32_t *first; /* [count + 1] the place of the group's first part */
    uint32_t places;
    uint32_t *group_of; /* [places] */
    uint16_t *player;   /* [places] some cell of the part */
    int32_t *cost;      /* [places] or NEVER */
    struct list {
        uint32_t *places;
        size_t count, capacity;
    } now, next;
    struct arrays arrays;     /* all but `part` and `own` */
    struct stop_check *check; /* NULL: none */
    unsigned steps;
    bool failed; /* memory ran out, or the check has stopped the work */
};

static const int32_t NEVER = INT32_MAX;

/* Asks the check now and then.  Returns whether to give up. */
static bool has_failed(struct grouping *grouping)
{
    grouping->failed = grouping->failed || stop_check_step(grouping->check, &grouping->steps);
    return grouping->failed;
}

/* Advances to the group with the next number; `ranks` are in ascending order.  Returns false after the last one. */
static bool next_group(unsigned *ranks, unsigned size, unsigned most)
{
    unsigned n = 0;
    while (n + 1 < size && ranks[n] + 1 == ranks[n + 1])
        n++;
    if (++ranks[n] == most)
        return false;
    for (unsigned i = 0; i < n; i++)
        ranks[i] = i;
    return true;
}

static void first_group(unsigned *ranks, unsigned size)
{
    for (unsigned n = 0; n < size; n++)
        ranks[n] = n;
}

static void number_places(struct grouping *grouping)
{
    const struct sokoban *board = grouping->board;
    unsigned ranks[SOKOBAN_CLUSTERED], ranked = grouping->tables->ranks;
    size_t group = 0;
    first_group(ranks, grouping->size);
    do {
        uint64_t boxes[SOKOBAN_MAX_WORDS] = {0};
        for (unsigned n = 0; n < grouping->size; n++)
            sokoban_flip(boxes, board->bit[grouping->cell_of[ranks[n]]]);
        for (unsigned n = 0; n < grouping->size; n++)
            grouping->ranks[group * grouping->size + n] = (uint8_t)ranks[n];
        grouping->first[group] = grouping->places;
        grouping->places += find_parts(board, boxes, grouping->part + group * board->cells);
        group++;
    } while (!has_failed(grouping) && next_group(ranks, grouping->size, ranked));
    grouping->first[group] = grouping->places;
}

static void name_places(struct grouping *grouping)
{
    const struct sokoban *board = grouping->board;
    unsigned ranks[SOKOBAN_CLUSTERED];
    uint32_t group = 0;
    first_group(ranks, grouping->size);
    do {
        const uint8_t *part = grouping->part + group * (size_t)board->cells;
        for (unsigned cell = 0; cell < board->cells; cell++) {
            bool box = false;
            for (unsigned n = 0; n < grouping->size; n++)
                box |= grouping->cell_of[ranks[n]] == cell;
            if (box)
                continue;
            grouping->group_of[grouping->first[group] + part[cell]] = group;
            grouping->player[grouping->first[group] + part[cell]] = (uint16_t)cell;
        }
        group++;
    } while (!has_failed(grouping) && next_group(ranks, grouping->size, grouping->tables->ranks));
}

/* --- the cost of all places --- */

static void list_add(struct grouping *grouping, struct list *list, uint32_t place)
{
    if (ARRAY_RESERVE(list->places, list->count, list->capacity, 64))
        list->places[list->count++] = place;
    else
        grouping->failed = true;
}

/* The place before the n-th box was pushed in `direction`, or UINT32_MAX.  `ranks` are those of the place's group. */
static uint32_t place_before(const struct grouping *grouping, uint32_t place, const unsigned *ranks, unsigned n,
                             unsigned direction)
{
    const struct sokoban *board = grouping->board;
    const struct sokoban_tables *tables = grouping->tables;
    uint32_t group = grouping->group_of[place];
    int back = board->next[grouping->cell_of[ranks[n]]][direction ^ 2];
    int player = back < 0 ? -1 : board->next[back][direction ^ 2];
    if (player < 0 || tables->rank[back] == SOKOBAN_NO_WAY ||
        grouping->part[group * (size_t)board->cells + (unsigned)back] != place - grouping->first[group])
        return UINT32_MAX;
    unsigned before[SOKOBAN_CLUSTERED], rank = tables->rank[back], size = grouping->size;
    for (unsigned i = 0; i < size; i++) {
        if (i != n && (grouping->cell_of[ranks[i]] == back || grouping->cell_of[ranks[i]] == player))
            return UINT32_MAX;
        before[i] = ranks[i];
    }
    for (; n > 0 && before[n - 1] > rank; n--)
        before[n] = before[n - 1];
    for (; n + 1 < size && before[n + 1] < rank; n++)
        before[n] = before[n + 1];
    before[n] = rank;
    size_t number = sokoban_group(grouping->groups, before, size);
    return grouping->first[number] + grouping->part[number * board->cells + (unsigned)player];
}

static void pull_from(struct grouping *grouping, uint32_t place)
{
    const uint8_t *of_group = grouping->ranks + grouping->group_of[place] * (size_t)grouping->size;
    unsigned ranks[SOKOBAN_CLUSTERED];
    for (unsigned n = 0; n < grouping->size; n++)
        ranks[n] = of_group[n];
    for (unsigned n = 0; n < grouping->size; n++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            uint32_t before = place_before(grouping, place, ranks, n, direction);
            if (before == UINT32_MAX || grouping->cost[before] <= grouping->cost[place] + 1)
                continue;
            grouping->cost[before] = grouping->cost[place] + 1;
            list_add(grouping, &grouping->next, before);
        }
    }
}

/* Adds the sets of goals with this cost to the list.  Returns the next higher cost. */
static int32_t add_goals(struct grouping *grouping, int32_t cost)
{
    const struct sokoban_tables *tables = grouping->tables;
    unsigned columns[SOKOBAN_CLUSTERED], ranks[SOKOBAN_CLUSTERED];
    int32_t next = NEVER;
    first_group(columns, grouping->size);
    do {
        int32_t own = 0;
        for (unsigned n = 0; n < grouping->size; n++)
            own -= grouping->groups->price[columns[n]];
        next = own > cost && own < next ? own : next;
        if (own != cost)
            continue;
        for (unsigned n = 0; n < grouping->size; n++)
            ranks[n] = tables->rank[grouping->groups->goal[columns[n]]];
        size_t group = sokoban_group(grouping->groups, ranks, grouping->size);
        for (uint32_t place = grouping->first[group]; place < grouping->first[group + 1]; place++) {
            if (grouping->cost[place] <= cost)
                continue;
            grouping->cost[place] = cost;
            list_add(grouping, &grouping->now, place);
        }
    } while (next_group(columns, grouping->size, tables->goals));
    return next;
}

/* --- the tables --- */

/* The excess that the smaller groups within a group account for; SOKOBAN_LOST_GROUP if one of them is lost. */
static unsigned excess_within(const struct grouping *grouping, const unsigned *ranks, unsigned player)
{
    const struct sokoban_excesses *smaller = grouping->smaller;
    unsigned size = grouping->size, most = 0, pairs[SOKOBAN_MOST_GROUPED][SOKOBAN_MOST_GROUPED];
    for (unsigned i = 0; size > 2 && size <= smaller->most + 1 && i < size; i++) { /* leave out one */
        unsigned rest[SOKOBAN_CLUSTERED], count = 0;
        for (unsigned n = 0; n < size; n++) {
            if (n != i)
                rest[count++] = ranks[n];
        }
        unsigned excess = sokoban_group_excess(grouping->board, smaller, rest, count, player);
        most = excess > most ? excess : most;
    }
    if (size != 4 || most == SOKOBAN_LOST_GROUP)
        return most;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = i + 1; j < 4; j++) {
            unsigned both[2] = {ranks[i], ranks[j]};
            pairs[i][j] = sokoban_group_excess(grouping->board, smaller, both, 2, player);
        }
    }
    unsigned sums[3] = {pairs[0][1] + pairs[2][3], pairs[0][2] + pairs[1][3], pairs[0][3] + pairs[1][2]};
    for (unsigned i = 0; i < 3; i++)
        most = sums[i] > most ? sums[i] : most;
    return most;
}

/* Stores the excess of a group's places, and marks those where it exceeds that of the groups within. */
static void fill_in(const struct grouping *grouping, uint32_t group, const unsigned *ranks)
{
    const struct sokoban *board = grouping->board;
    const struct sokoban_groups *groups = grouping->groups;
    uint8_t *part = grouping->part + group * (size_t)board->cells;
    size_t others = sokoban_group(groups, ranks + 1, grouping->size - 1);
    size_t all = groups->ways[grouping->size - 1][grouping->tables->ranks];
    uint32_t first = grouping->first[group], count = grouping->first[group + 1] - first;
    unsigned excess[UINT8_MAX + 1];
    bool own[UINT8_MAX + 1];
    for (uint32_t n = 0; n < count; n++) {
        int32_t cost = grouping->cost[first + n];
        for (unsigned i = 0; cost != NEVER && i < grouping->size; i++)
            cost -= groups->gain[sokoban_node(board, grouping->tables, grouping->cell_of[ranks[i]],
                                              grouping->player[first + n])];
        excess[n] = cost < SOKOBAN_LOST_GROUP ? (unsigned)cost
                    : cost == NEVER           ? SOKOBAN_LOST_GROUP
                                              : SOKOBAN_LOST_GROUP - 1;
        own[n] = excess[n] > 0 && excess[n] > excess_within(grouping, ranks, grouping->player[first + n]);
    }
    for (unsigned cell = 0; cell < board->cells; cell++) {
        bool box = false;
        for (unsigned n = 0; n < grouping->size; n++)
            box |= grouping->cell_of[ranks[n]] == cell;
        unsigned n = part[cell];
        part[cell] = box || (grouping->own == NULL && !own[n]) ? 0 : (uint8_t)excess[n];
        if (!box && own[n] && grouping->own != NULL)
            sokoban_flip(grouping->own + (cell * all + others) * groups->words, ranks[0]);
    }
}

/* Finds the costs of all places in ascending order (Dial's algorithm); each pull adds one to the cost. */
static void find_costs(struct grouping *grouping)
{
    for (uint32_t place = 0; place < grouping->places; place++)
        grouping->cost[place] = NEVER;
    int32_t cost = INT32_MIN, sets = add_goals(grouping, cost);
    while (!grouping->failed && (sets != NEVER || grouping->now.count > 0)) {
        if (grouping->now.count == 0)
            cost = sets;
        if (cost == sets)
            sets = add_goals(grouping, cost);
        for (size_t i = 0; i < grouping->now.count && !has_failed(grouping); i++) {
            if (grouping->cost[grouping->now.places[i]] == cost)
                pull_from(grouping, grouping->now.places[i]);
        }
        struct list done = grouping->now;
        grouping->now = grouping->next;
        grouping->next = done;
        grouping->next.count = 0;
        cost++;
    }
}

/* Fills in the excess of the groups of one size, and which have one of their own. */
static bool find_groups(struct grouping *grouping, unsigned size)
{
    const struct sokoban_groups *groups = grouping->groups;
    size_t cells = grouping->board->cells, count = groups->ways[size][grouping->tables->ranks];
    size_t others = groups->ways[size - 1][grouping->tables->ranks];
    bool marked = size <= SOKOBAN_MOST_GROUPED;
    grouping->size = size;
    struct arrays *arrays = &grouping->arrays;
    grouping->first = arrays_add(arrays, count + 1, sizeof *grouping->first);
    grouping->ranks = arrays_add(arrays, count * size, 1);
    grouping->part = calloc(count * cells, 1);
    grouping->own = marked ? calloc(others * cells * groups->words, sizeof *grouping->own) : NULL;
    grouping->failed = arrays->failed || grouping->part == NULL || (grouping->own == NULL) == marked;
    if (!grouping->failed)
        number_places(grouping);
    if (!grouping->failed) {
        size_t places = grouping->places;
        grouping->group_of = arrays_add(arrays, places, sizeof *grouping->group_of);
        grouping->player = arrays_add(arrays, places, sizeof *grouping->player);
        grouping->cost = arrays_add(arrays, places, sizeof *grouping->cost);
        grouping->failed = arrays->failed;
    }
    if (!grouping->failed)
        name_places(grouping);
    if (!grouping->failed)
        find_costs(grouping);
    unsigned ranks[SOKOBAN_CLUSTERED];
    first_group(ranks, size);
    for (uint32_t group = 0; !has_failed(grouping) && group < count; group++) {
        fill_in(grouping, group, ranks);
        next_group(ranks, size, grouping->tables->ranks);
    }
    return !grouping->failed;
}

/* Finds the groups of one size; `smaller` has all smaller ones.  *own receives NULL for clusters.  The caller frees
 * both results.  Returns false if memory runs out or the check (NULL: none) stops it. */
static bool pull_groups(const struct sokoban *board, const struct sokoban_excesses *smaller, unsigned size,
                        struct stop_check *check, uint8_t **excess, uint64_t **own)
{
    const struct sokoban_tables *tables = board->tables;
    struct grouping grouping = {
        .board = board, .tables = tables, .groups = tables->groups, .smaller = smaller, .check = check};
    grouping.cell_of = arrays_add(&grouping.arrays, tables->ranks, sizeof *grouping.cell_of);
    bool good = grouping.cell_of != NULL;
    for (unsigned cell = 0; good && cell < board->cells; cell++) {
        if (tables->rank[cell] != SOKOBAN_NO_WAY)
            grouping.cell_of[tables->rank[cell]] = (uint16_t)cell;
    }
    good = good && find_groups(&grouping, size);
    *excess = grouping.part;
    *own = grouping.own;
    arrays_free(&grouping.arrays);
    free(grouping.now.places);
    free(grouping.next.places);
    return good;
}

bool sokoban_make_excesses(const struct puzzle *puzzle, struct stop_check *check)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_groups *groups = board->tables == NULL ? NULL : board->tables->groups;
    struct sokoban_excesses *known = NULL, *excesses;
    if (groups == NULL || groups->most == 0 || !puzzle_prunes(puzzle, SOKOBAN_GROUPS) ||
        atomic_load_explicit(&groups->excesses, memory_order_acquire) != NULL)
        return true;
    excesses = calloc(1, sizeof *excesses);
    if (excesses == NULL)
        return false;
    excesses->groups = groups;
    bool good = true;
    for (unsigned size = 2; good && size <= groups->most; size++) {
        good = pull_groups(board, excesses, size, check, &excesses->excess[size], &excesses->own[size]);
        excesses->most = size;
    }
    if (good && atomic_compare_exchange_strong(&groups->excesses, &known, excesses))
        return true;
    free_excesses(excesses);
    return good || stop_check_stopped(check); /* another thread was faster */
}

/* --- clusters --- */

/* Lists the ranks by their distance from each rank, as the player walks without boxes. */
static bool find_nearest(const struct sokoban *board, uint8_t *nearest)
{
    const uint16_t *rank = board->tables->rank;
    unsigned ranks = board->tables->ranks;
    uint16_t *queue = calloc(board->cells, sizeof *queue);
    bool *seen = calloc(board->cells, sizeof *seen);
    bool good = queue != NULL && seen != NULL;
    for (unsigned start = 0; good && start < board->cells; start++) {
        if (rank[start] == SOKOBAN_NO_WAY)
            continue;
        unsigned first = 0, last = 0, count = 0;
        memset(seen, 0, board->cells * sizeof *seen);
        queue[last++] = (uint16_t)start;
        seen[start] = true;
        while (first < last) {
            unsigned cell = queue[first++];
            if (rank[cell] != SOKOBAN_NO_WAY)
                nearest[rank[start] * (size_t)ranks + count++] = (uint8_t)rank[cell];
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                int next = board->next[cell][direction];
                if (next < 0 || seen[next])
                    continue;
                seen[next] = true;
                queue[last++] = (uint16_t)next;
            }
        }
    }
    free(queue);
    free(seen);
    return good;
}

size_t sokoban_make_clusters(const struct puzzle *puzzle, size_t allowed, struct stop_check *check)
{
    enum { MOST_BYTES = 1 << 27, MOST_CLUSTER_RANKS = 64, MOST_SETS = 1 << 16 };
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_groups *groups = board->tables == NULL ? NULL : board->tables->groups;
    const struct sokoban_excesses *smaller =
        groups == NULL ? NULL : atomic_load_explicit(&groups->excesses, memory_order_acquire);
    if (smaller == NULL || board->boxes < SOKOBAN_CLUSTERED || board->tables->ranks < SOKOBAN_CLUSTERED ||
        board->tables->ranks > MOST_CLUSTER_RANKS ||
        groups->ways[SOKOBAN_CLUSTERED][board->tables->goals] > MOST_SETS || !puzzle_prunes(puzzle, SOKOBAN_CLUSTERS))
        return 0;
    size_t ranks = board->tables->ranks, groups_bytes = groups->ways[SOKOBAN_CLUSTERED][ranks] * (size_t)board->cells;
    size_t bytes = groups_bytes + ranks * ranks;
    if (groups_bytes > MOST_BYTES || bytes > allowed / 2) /* making the table takes almost as much again */
        return 0;
    struct sokoban_clusters *known = NULL, *clusters = NULL;
    if (atomic_load_explicit(&groups->clusters, memory_order_acquire) != NULL)
        return bytes;
    clusters = calloc(1, sizeof *clusters);
    if (clusters == NULL)
        return 0;
    uint64_t *own = NULL;
    clusters->nearest = calloc(ranks * ranks, 1);
    bool good = clusters->nearest != NULL && find_nearest(board, clusters->nearest) &&
                pull_groups(board, smaller, SOKOBAN_CLUSTERED, check, &clusters->excess, &own);
    free(own);
    if (good && atomic_compare_exchange_strong(&groups->clusters, &known, clusters))
        return bytes;
    free_clusters(clusters);
    return good ? bytes : 0; /* another thread was faster */
}

/* --- whether tables pay off --- */

enum {
    LARGE = 22,         /* binary logarithm of the number of box placements from which tables pay off */
    WORTH_TRIPLES = 25, /* the same for groups of three boxes, whose tables take milliseconds to make */
    WORTH_FOURS = 30,   /* the same for groups of four boxes, whose tables take tenths of a second */
    MOST_CELLS = 400,   /* the tables grow with the square of the number of cells */
};

unsigned sokoban_groups_worth(const struct sokoban *board)
{
    unsigned alive = 0;
    double ways = 1;
    for (unsigned w = 0; w < board->words; w++)
        alive += (unsigned)__builtin_popcountll(board->alive[w]);
    if (board->cells > MOST_CELLS || board->goal_count > SOKOBAN_MOST_COLUMNS || board->boxes > alive ||
        board->boxes > board->goal_count)
        return 0;
    for (unsigned n = 0; n < board->boxes && ways < 1ull << WORTH_FOURS; n++)
        ways *= (double)(alive - n) / (n + 1);
    return ways >= 1ull << WORTH_FOURS ? 4 : ways >= 1ull << WORTH_TRIPLES ? 3 : ways >= 1ull << LARGE ? 2 : 0;
}

bool sokoban_make_tables(struct sokoban *board, unsigned grouped)
{
    if (board->tables != NULL)
        return true;
    struct sokoban_tables *tables = calloc(1, sizeof *tables);
    board->tables = tables;
    return tables != NULL && find_sides(board, tables) && find_distances(board, tables) &&
           sokoban_find_prices(board, tables) && find_since_gains(board, tables) &&
           find_all_groups(board, tables, grouped);
}

void sokoban_free_tables(struct sokoban_tables *tables)
{
    if (tables == NULL)
        return;
    arrays_free(&tables->arrays);
    free_groups(tables->groups);
    free(tables);
}
