/* Sokoban: what groups of boxes cost if there were no others; see groups.c and sokoban.h.
 *
 * Because it does not matter which box takes which goal, the costs of all groups of a size are
 * found in one go by pulls from all sets of goals at once, those of high prices first.  Prices differ little between
 * states, so those of the start do for all.
 *
 * No push of another box changes the cost of a group: the player's walks for these stay within his part. */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

/* A *place* is a group's cells and a part of the board that they leave. */
struct grouping {
    const struct sokoban *board;
    const struct sokoban_tables *tables;
    struct sokoban_groups *groups;
    unsigned size;     /* boxes of a group */
    uint16_t *cell_of; /* [ranks] */
    uint8_t *ranks;    /* [count * size] of each group */
    uint8_t *part;     /* [count * cells] */
    uint32_t *first;   /* [count + 1] the place of the first part */
    uint32_t places;
    uint32_t *group_of; /* [places] */
    uint16_t *player;   /* [places] some cell of the part */
    int32_t *cost;      /* [places] or NEVER */
    struct list {
        uint32_t *places;
        size_t count, room;
    } now, next;
    bool failed;
};

static const int32_t NEVER = INT32_MAX;

/* Goes on to the next group of ranks, which are in ascending order: that with the next number.  False: there is none. */
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

/* Tells the parts of the board without some cells, [cells].  Returns how many there are. */
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
    unsigned ranks[SOKOBAN_MOST_GROUPED], ranked = grouping->tables->ranks;
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
    } while (next_group(ranks, grouping->size, ranked));
    grouping->first[group] = grouping->places;
}

static void name_places(struct grouping *grouping)
{
    const struct sokoban *board = grouping->board;
    unsigned ranks[SOKOBAN_MOST_GROUPED];
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
    } while (next_group(ranks, grouping->size, grouping->tables->ranks));
}

/* --- the cost of all places --- */

static void list_add(struct grouping *grouping, struct list *list, uint32_t place)
{
    if (list->count == list->room) {
        size_t room = list->room < 64 ? 64 : 2 * list->room;
        uint32_t *places = realloc(list->places, room * sizeof *places);
        grouping->failed |= places == NULL;
        if (places == NULL)
            return;
        list->places = places;
        list->room = room;
    }
    list->places[list->count++] = place;
}

/* The place before the n-th box was pushed that way, or UINT32_MAX.  `ranks` are those of the place's group. */
static uint32_t place_before(const struct grouping *grouping, uint32_t place, const unsigned *ranks,
                             unsigned n, unsigned direction)
{
    const struct sokoban *board = grouping->board;
    const struct sokoban_tables *tables = grouping->tables;
    uint32_t group = grouping->group_of[place];
    int back = board->next[grouping->cell_of[ranks[n]]][direction ^ 2];
    int player = back < 0 ? -1 : board->next[back][direction ^ 2];
    if (player < 0 || tables->rank[back] == SOKOBAN_NO_WAY ||
        grouping->part[group * (size_t)board->cells + (unsigned)back] !=
            place - grouping->first[group])
        return UINT32_MAX;
    unsigned before[SOKOBAN_MOST_GROUPED], rank = tables->rank[back], size = grouping->size;
    for (unsigned i = 0; i < size; i++) {
        if (i != n &&
            (grouping->cell_of[ranks[i]] == back || grouping->cell_of[ranks[i]] == player))
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

static void pull(struct grouping *grouping, uint32_t place)
{
    const uint8_t *of_group = grouping->ranks + grouping->group_of[place] * (size_t)grouping->size;
    unsigned ranks[SOKOBAN_MOST_GROUPED];
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

/* Adds the sets of goals that cost so much to the list, and finds the cost of the next ones. */
static int32_t add_goals(struct grouping *grouping, int32_t cost)
{
    const struct sokoban_tables *tables = grouping->tables;
    unsigned columns[SOKOBAN_MOST_GROUPED], ranks[SOKOBAN_MOST_GROUPED];
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

/* Goes up through the costs (Dial): what a pull leads to costs one more. */
static void pull_all(struct grouping *grouping)
{
    int32_t cost = INT32_MIN, sets = add_goals(grouping, cost);
    for (uint32_t place = 0; place < grouping->places; place++)
        grouping->cost[place] = NEVER;
    while (!grouping->failed && (sets != NEVER || grouping->now.count > 0)) {
        if (grouping->now.count == 0)
            cost = sets;
        if (cost == sets)
            sets = add_goals(grouping, cost);
        for (size_t i = 0; i < grouping->now.count; i++) {
            if (grouping->cost[grouping->now.places[i]] == cost)
                pull(grouping, grouping->now.places[i]);
        }
        struct list done = grouping->now;
        grouping->now = grouping->next;
        grouping->next = done;
        grouping->next.count = 0;
        cost++;
    }
}

/* --- the tables --- */

/* What the smaller groups within one say of its excess; LOST if one of them is lost. */
static unsigned excess_within(const struct grouping *grouping, const unsigned *ranks,
                              unsigned player)
{
    const struct sokoban_groups *groups = grouping->groups;
    unsigned size = grouping->size, most = 0, pairs[SOKOBAN_MOST_GROUPED][SOKOBAN_MOST_GROUPED];
    for (unsigned i = 0; size > 2 && i < size; i++) { /* all but one */
        unsigned rest[SOKOBAN_MOST_GROUPED], count = 0;
        for (unsigned n = 0; n < size; n++) {
            if (n != i)
                rest[count++] = ranks[n];
        }
        unsigned excess = sokoban_group_excess(grouping->board, groups, rest, count, player);
        most = excess > most ? excess : most;
    }
    if (size < 4 || most == SOKOBAN_LOST_GROUP)
        return most;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = i + 1; j < 4; j++) {
            unsigned both[2] = {ranks[i], ranks[j]};
            pairs[i][j] = sokoban_group_excess(grouping->board, groups, both, 2, player);
        }
    }
    unsigned sums[3] = {pairs[0][1] + pairs[2][3], pairs[0][2] + pairs[1][3],
                        pairs[0][3] + pairs[1][2]};
    for (unsigned i = 0; i < 3; i++)
        most = sums[i] > most ? sums[i] : most;
    return most;
}

static unsigned excess_of(const struct grouping *grouping, const unsigned *ranks, uint32_t place)
{
    int32_t cost = grouping->cost[place];
    for (unsigned n = 0; cost != NEVER && n < grouping->size; n++)
        cost -= grouping->groups
                    ->gain[sokoban_node(grouping->board, grouping->tables,
                                        grouping->cell_of[ranks[n]], grouping->player[place])];
    return cost < SOKOBAN_LOST_GROUP ? (unsigned)cost
           : cost == NEVER           ? SOKOBAN_LOST_GROUP
                                     : SOKOBAN_LOST_GROUP - 1;
}

/* Enters the excess of a group's places, and marks it where it is more than that of groups within it. */
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
        excess[n] = excess_of(grouping, ranks, first + n);
        own[n] = excess[n] > 0 &&
                 excess[n] > excess_within(grouping, ranks, grouping->player[first + n]);
    }
    for (unsigned cell = 0; cell < board->cells; cell++) {
        bool box = false;
        for (unsigned n = 0; n < grouping->size; n++)
            box |= grouping->cell_of[ranks[n]] == cell;
        unsigned n = part[cell];
        part[cell] = box ? 0 : (uint8_t)excess[n];
        if (!box && own[n])
            sokoban_flip(groups->own[grouping->size] + (cell * all + others) * groups->words,
                         ranks[0]);
    }
}

static bool make_places(struct grouping *grouping)
{
    size_t places = grouping->places;
    grouping->group_of = calloc(places, sizeof *grouping->group_of);
    grouping->player = calloc(places, sizeof *grouping->player);
    grouping->cost = calloc(places, sizeof *grouping->cost);
    return grouping->group_of != NULL && grouping->player != NULL && grouping->cost != NULL;
}

static bool find_groups(struct grouping *grouping, unsigned size)
{
    const struct sokoban_tables *tables = grouping->tables;
    struct sokoban_groups *groups = grouping->groups;
    size_t cells = grouping->board->cells, count = groups->ways[size][tables->ranks];
    size_t others = groups->ways[size - 1][tables->ranks];
    grouping->size = size;
    grouping->places = 0;
    grouping->first = calloc(count + 1, sizeof *grouping->first);
    grouping->ranks = calloc(count * size, 1);
    grouping->part = groups->excess[size] = calloc(count * cells, 1);
    groups->own[size] = calloc(others * cells * groups->words, sizeof *groups->own[size]);
    bool good = grouping->first != NULL && grouping->ranks != NULL && grouping->part != NULL &&
                groups->own[size] != NULL;
    if (good)
        number_places(grouping);
    good = good && make_places(grouping);
    if (good) {
        unsigned ranks[SOKOBAN_MOST_GROUPED];
        uint32_t group = 0;
        name_places(grouping);
        pull_all(grouping);
        first_group(ranks, size);
        do {
            fill_in(grouping, group++, ranks);
        } while (next_group(ranks, size, tables->ranks));
        groups->most = size;
    }
    free(grouping->first);
    free(grouping->ranks);
    free(grouping->group_of);
    free(grouping->player);
    free(grouping->cost);
    grouping->first = NULL;
    grouping->group_of = NULL;
    grouping->player = NULL;
    grouping->cost = NULL;
    return good && !grouping->failed;
}

bool sokoban_pull_groups(const struct sokoban *board, struct sokoban_tables *tables, unsigned size)
{
    struct grouping grouping = {.board = board, .tables = tables, .groups = tables->groups};
    grouping.cell_of = calloc(tables->ranks + 1u, sizeof *grouping.cell_of);
    bool good = grouping.cell_of != NULL;
    for (unsigned cell = 0; good && cell < board->cells; cell++) {
        if (tables->rank[cell] != SOKOBAN_NO_WAY)
            grouping.cell_of[tables->rank[cell]] = (uint16_t)cell;
    }
    good = good && find_groups(&grouping, size);
    free(grouping.cell_of);
    free(grouping.now.places);
    free(grouping.next.places);
    return good;
}
