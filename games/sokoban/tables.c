/* Sokoban's tables of groups of boxes, and pulls backwards from the solved states; see sokoban.h and games/puzzle.h.
 *
 * A pull undoes a push: the player stands where the box was before it was pushed, steps back, and the box follows him.
 * A search from the solved states has to bring the boxes to where the start has them.  The lower bound on these pulls
 * works like the bound on pushes (bound.c), with the distance of each node from each box of the start. */
#include "games/sokoban/sokoban.h"

#include "base/array.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

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
    for (unsigned node = 0; node < tables->nodes; node++) {
        const int *distance = tables->distance + node * (size_t)tables->goals;
        groups->gain[node] = SOKOBAN_FAR;
        for (column = 0; column < tables->goals; column++) {
            int gain = distance[column] - groups->price[column];
            if (distance[column] >= SOKOBAN_FAR || gain > groups->gain[node])
                continue;
            if (gain < groups->gain[node])
                groups->tight[node] = 0;
            groups->gain[node] = gain;
            groups->tight[node] |= UINT64_C(1) << column;
        }
    }
}

bool sokoban_find_since_gains(const struct sokoban *board, struct sokoban_tables *tables)
{
    tables->since_gain = arrays_add(&tables->arrays, tables->nodes, sizeof *tables->since_gain);
    if (tables->since_gain == NULL)
        return false;
    for (unsigned n = 0; n < board->boxes; n++)
        tables->since_base += near_price(tables->since_price[n]);
    for (unsigned node = 0; node < tables->nodes; node++) {
        const int *since = tables->since + node * (size_t)board->boxes;
        int *gain = &tables->since_gain[node];
        *gain = SOKOBAN_FAR;
        for (unsigned n = 0; n < board->boxes; n++) {
            int own = since[n] - near_price(tables->since_price[n]);
            if (since[n] < SOKOBAN_FAR && own < *gain)
                *gain = own;
        }
    }
    return true;
}

/* Whether the memory and work for a table are worth it. */
static bool is_affordable(const struct sokoban *board, const struct sokoban_tables *tables, unsigned size)
{
    enum { MOST_BYTES = 1 << 24, MOST_SETS = 1 << 16 };
    const struct sokoban_groups *groups = tables->groups;
    return size <= board->boxes && size <= tables->ranks &&
           groups->ways[size][tables->ranks] * (double)board->cells <= MOST_BYTES &&
           groups->ways[size][tables->goals] <= MOST_SETS;
}

bool sokoban_find_groups(const struct sokoban *board, struct sokoban_tables *tables, unsigned most)
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
    for (unsigned size = 2; good && size <= most && is_affordable(board, tables, size); size++) {
        size_t cells = board->cells, smaller = groups->ways[size - 1][tables->ranks];
        groups->most = size;
        groups->bytes += cells * (groups->ways[size][tables->ranks] + smaller * groups->words * sizeof(uint64_t));
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

void sokoban_free_groups(struct sokoban_groups *groups)
{
    if (groups == NULL)
        return;
    free_excesses(groups->excesses);
    free_clusters(groups->clusters);
    free(groups);
}

/* --- the solved states --- */

enum { MOST_PLACEMENTS = 4096 }; /* of the boxes on goals, if there are spare goals */

/* Writes the solved states with these boxes: one for each region of the player or, when counting moves, one for
 * each of his cells.  Writes as many as there is capacity for.  Returns how many there are. */
static size_t write_regions(const struct sokoban *board, struct sokoban_position *position, unsigned char *states,
                            size_t capacity)
{
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS], seen[SOKOBAN_MAX_WORDS] = {0};
    size_t count = 0;
    for (unsigned w = 0; w < 5 || w < board->words; w++)
        open[w] = w < board->words ? board->floor[w] : 0;
    for (unsigned n = 0; n < board->boxes; n++)
        sokoban_flip(open, board->bit[position->list[n]]);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned bit = board->bit[cell];
        if (!sokoban_test(open, bit) || sokoban_test(seen, bit))
            continue;
        for (unsigned w = 0; w < 5 || w < board->words; w++)
            reach[w] = 0;
        sokoban_flip(reach, bit);
        if (!board->counts_moves)
            sokoban_flood(board, reach, open);
        for (unsigned w = 0; w < board->words; w++)
            seen[w] |= reach[w];
        position->player = cell;
        if (count < capacity)
            sokoban_write_state(board, position, states + count * board->puzzle.state_bytes);
        count++;
    }
    return count;
}

/* Advances to the next choice of goals for the boxes; the chosen indexes are in ascending order.  Returns false
 * after the last one. */
static bool choose_next(unsigned *chosen, unsigned boxes, unsigned goals)
{
    unsigned n = boxes;
    while (n > 0 && chosen[n - 1] == goals - boxes + n - 1)
        n--;
    if (n == 0)
        return false;
    chosen[n - 1]++;
    for (; n < boxes; n++)
        chosen[n] = chosen[n - 1] + 1;
    return true;
}

static size_t ends(const struct puzzle *puzzle, unsigned char *states, size_t capacity)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    unsigned goals[SOKOBAN_MOST_COLUMNS], chosen[SOKOBAN_MOST_COLUMNS], goal_count = 0;
    size_t count = 0, placements = 0;
    if (board->tables == NULL || board->hopeless[0] != '\0' || !puzzle_prunes(puzzle, SOKOBAN_PULLS))
        return 0;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (board->goal[cell])
            goals[goal_count++] = cell;
    }
    for (unsigned n = 0; n < board->boxes; n++)
        chosen[n] = n;
    do {
        if (++placements > MOST_PLACEMENTS)
            return 0;
        for (unsigned n = 0; n < board->boxes; n++)
            position.list[n] = (uint16_t)goals[chosen[n]];
        size_t left = capacity > count ? capacity - count : 0;
        count += write_regions(board, &position, left == 0 ? NULL : states + count * puzzle->state_bytes, left);
    } while (choose_next(chosen, board->boxes, goal_count));
    return count;
}

/* --- pulls --- */

/* Pulls all boxes.  With `limit`, only into states within it. */
static unsigned pull_within(const struct sokoban *board, const unsigned char *state, struct sokoban_limit *limit,
                            unsigned char *states)
{
    const struct sokoban_tables *tables = board->tables;
    struct sokoban_position position;
    uint64_t padded[2 * SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned words = board->words < 5 ? 5 : board->words, pad = sokoban_pad(board), count = 0;
    uint64_t *open = padded + pad;
    sokoban_read_state(board, state, &position);
    if (limit != NULL && !sokoban_set_limit(board, &position, true, limit))
        limit = NULL;
    for (unsigned w = 0; w <= pad; w++) /* a read of three bits may touch two words */
        padded[w] = padded[pad + words + w] = 0;
    for (unsigned w = 0; w < words; w++) {
        open[w] = w < board->words ? board->floor[w] & ~position.boxes[w] : 0;
        reach[w] = 0;
    }
    sokoban_flip(reach, board->bit[position.player]);
    if (!board->counts_moves)
        sokoban_flood(board, reach, open);
    struct sokoban_shift shift = {.reach = reach, .open = open, .first = position.player};
    for (unsigned w = 0; w < words; w++)
        shift.apart |= open[w] != reach[w];
    for (unsigned n = 0; n < board->boxes; n++) {
        shift.from = position.list[n];
        for (shift.direction = 0; shift.direction < DIRECTIONS; shift.direction++) {
            /* The state before the box was pushed from `to`, which the player can reach now, to its present cell. */
            int to = board->next[shift.from][shift.direction];
            int stand = to < 0 ? -1 : board->next[to][shift.direction];
            if (stand < 0 || !sokoban_test(reach, board->bit[to]) || !sokoban_test(open, board->bit[stand]))
                continue;
            unsigned node = sokoban_node(board, tables, (unsigned)to, (unsigned)stand);
            if (tables->since_gain[node] == SOKOBAN_FAR ||
                (limit != NULL &&
                 !sokoban_is_within(limit, sokoban_node(board, tables, shift.from, position.player), node)))
                continue;
            shift.to = (unsigned)to;
            shift.player = (unsigned)stand;
            sokoban_move_box(board, state, n, shift.from, shift.to,
                             board->counts_moves ? shift.player : sokoban_region_after(board, &shift),
                             states + count++ * board->puzzle.state_bytes);
        }
    }
    return count;
}

static unsigned pull(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states)
{
    return pull_within(sokoban_board(puzzle), state, NULL, states);
}

static unsigned pull_near(const struct puzzle *puzzle, const unsigned char *state, unsigned most, unsigned char *states,
                          unsigned *least)
{
    struct sokoban_limit limit = {.most = most, .least = ESTIMATE_LOST};
    unsigned count = pull_within(sokoban_board(puzzle), state, &limit, states);
    *least = limit.least;
    return count;
}

/* When counting moves: pulls, and steps back without a box. */
static unsigned step_back(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    unsigned count = pull(puzzle, state, states);
    sokoban_read_state(board, state, &position);
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int back = board->next[position.player][direction];
        if (back < 0 || sokoban_test(position.boxes, board->bit[back]))
            continue;
        unsigned char *before = states + count++ * puzzle->state_bytes;
        memcpy(before, state, board->box_bytes);
        sokoban_set_cell(before + board->box_bytes, board->cell_bytes, (unsigned)back);
    }
    return count;
}

static bool may_take(const struct puzzle *puzzle, uint64_t pushes)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    if (board->boxes != board->goal_count)
        return true;
    sokoban_read_state(board, board->start, &position);
    return sokoban_is_odd(board, position.boxes) == (pushes % 2 != 0);
}

const struct puzzle_back sokoban_push_back = {
    .ends = ends,
    .expand = pull,
    .expand_within = pull_near,
    .bound = sokoban_bound_since,
    .may_take = may_take,
};

const struct puzzle_back sokoban_move_back = {
    .ends = ends,
    .expand = step_back,
    .bound = sokoban_bound_since,
};

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

/* Labels the parts of the board without some cells; `part` has [cells].  Returns their number. */
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

static void fill_in_all(struct grouping *grouping)
{
    unsigned ranks[SOKOBAN_CLUSTERED];
    uint32_t group = 0;
    first_group(ranks, grouping->size);
    do {
        fill_in(grouping, group++, ranks);
    } while (!has_failed(grouping) && next_group(ranks, grouping->size, grouping->tables->ranks));
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
    if (!grouping->failed)
        fill_in_all(grouping);
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
