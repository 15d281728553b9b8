/* Sokoban: what two boxes can do if there were no others; see sokoban.h.
 *
 * For two goals, pulls from there find how many pushes it takes to bring one box to the one and
 * another box to the other, for all places of the two and all parts of the board that the player may be
 * in.  What this is more than the pushes of each alone, for the two goals where it is least, the two
 * boxes lose by being in each other's way, whatever else there is.  Where no two goals can be reached,
 * a level with these two boxes and any others is lost, too.
 *
 * Neither changes by pushes of other boxes: the player's walks for these stay within his part. */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

/* A *place* is a pair of cells and a part of the board that they leave; a *state*, twice the number of
 * a place and 1 if the box that goes to the first goal is on the second cell. */
struct pairing {
    const struct sokoban *board;
    struct sokoban_tables *tables;
    uint8_t *part;      /* [pairs * cells] */
    uint32_t *first;    /* [pairs + 1] the place of the first part */
    uint32_t places;
    uint16_t *cells;    /* [2 * places] */
    uint16_t *player;   /* [places] some cell of the part */
    uint8_t *excess;    /* [places] */
    uint16_t *distance; /* [2 * places] of states, or SOKOBAN_NO_WAY */
    uint32_t *queue;    /* [2 * places] */
    uint32_t *before;   /* [16 * places] the states before a state, DIRECTIONS for each box, or NONE */
};

static const uint32_t NONE = UINT32_MAX;

static uint32_t place_of(const struct pairing *pairing, unsigned one, unsigned other,
                         unsigned player)
{
    const struct sokoban_tables *tables = pairing->tables;
    size_t pair = sokoban_pair(tables->rank[one], tables->rank[other]);
    return pairing->first[pair] + pairing->part[pair * pairing->board->cells + player];
}

/* The state with the first box on `one`. */
static uint32_t state_of(const struct pairing *pairing, unsigned one, unsigned other,
                         unsigned player)
{
    return 2 * place_of(pairing, one, other, player) + (one > other);
}

static bool number_places(struct pairing *pairing, uint16_t *queue)
{
    const struct sokoban *board = pairing->board;
    const struct sokoban_tables *tables = pairing->tables;
    size_t cells = board->cells, pair = 0;
    for (unsigned high = 0; high < cells; high++) {
        for (unsigned low = 0; low < high; low++) {
            if (tables->rank[high] == SOKOBAN_NO_WAY || tables->rank[low] == SOKOBAN_NO_WAY)
                continue;
            uint8_t *part = pairing->part + pair * cells;
            pairing->first[pair++] = pairing->places;
            pairing->places += sokoban_find_parts(board, low, high, part, queue);
        }
    }
    pairing->first[pair] = pairing->places;
    return pairing->places > 0;
}

static void name_places(struct pairing *pairing)
{
    const struct sokoban *board = pairing->board;
    const struct sokoban_tables *tables = pairing->tables;
    size_t cells = board->cells, pair = 0;
    for (unsigned high = 0; high < cells; high++) {
        for (unsigned low = 0; low < high; low++) {
            if (tables->rank[high] == SOKOBAN_NO_WAY || tables->rank[low] == SOKOBAN_NO_WAY)
                continue;
            for (unsigned player = 0; player < cells; player++) {
                if (player == low || player == high)
                    continue;
                uint32_t place = pairing->first[pair] + pairing->part[pair * cells + player];
                pairing->cells[2 * place] = (uint16_t)low;
                pairing->cells[2 * place + 1] = (uint16_t)high;
                pairing->player[place] = (uint16_t)player;
            }
            pair++;
        }
    }
}

/* The state before a push of the box on `box` that way, or NONE. */
static uint32_t state_before(const struct pairing *pairing, uint32_t place, unsigned box,
                             unsigned other, unsigned direction, bool is_first)
{
    const struct sokoban *board = pairing->board;
    int back = board->next[box][direction ^ 2];
    int player = back < 0 ? -1 : board->next[back][direction ^ 2];
    if (player < 0 || back == (int)other || player == (int)other ||
        pairing->tables->rank[back] == SOKOBAN_NO_WAY ||
        place_of(pairing, box, other, (unsigned)back) != place)
        return NONE;
    return is_first ? state_of(pairing, (unsigned)back, other, (unsigned)player)
                    : state_of(pairing, other, (unsigned)back, (unsigned)player);
}

static void link_states(struct pairing *pairing)
{
    for (uint32_t state = 0; state < 2 * pairing->places; state++) {
        uint32_t place = state / 2, *before = pairing->before + 8 * (size_t)state, count = 0;
        unsigned one = pairing->cells[2 * place + state % 2];
        unsigned other = pairing->cells[2 * place + (state + 1) % 2];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            uint32_t first = state_before(pairing, place, one, other, direction, true);
            uint32_t second = state_before(pairing, place, other, one, direction, false);
            if (first != NONE)
                before[count++] = first;
            if (second != NONE)
                before[count++] = second;
        }
        if (count < 8)
            before[count] = NONE;
    }
}

/* Pulls two boxes from two goals, the first from the first.  Returns how many states there are. */
static uint32_t pull_pair(struct pairing *pairing, unsigned goal, unsigned other)
{
    size_t pair = sokoban_pair(pairing->tables->rank[goal], pairing->tables->rank[other]);
    uint32_t first = 0, last = 0, *queue = pairing->queue;
    uint16_t *distance = pairing->distance;
    memset(distance, 0xff, 2 * (size_t)pairing->places * sizeof *distance);
    for (uint32_t place = pairing->first[pair]; place < pairing->first[pair + 1]; place++) {
        queue[last] = 2 * place + (goal > other);
        distance[queue[last++]] = 0;
    }
    while (first < last) {
        uint32_t state = queue[first++], *before = pairing->before + 8 * (size_t)state;
        for (unsigned i = 0; i < 8 && before[i] != NONE; i++) {
            if (distance[before[i]] != SOKOBAN_NO_WAY)
                continue;
            distance[before[i]] = (uint16_t)(distance[state] + 1);
            queue[last++] = before[i];
        }
    }
    return last;
}

/* Takes note of what the boxes of all states take more to two goals than each alone. */
static void compare_with_single(struct pairing *pairing, unsigned column, unsigned other_column,
                                uint32_t states)
{
    const struct sokoban_tables *tables = pairing->tables;
    for (uint32_t i = 0; i < states; i++) {
        uint32_t state = pairing->queue[i], place = state / 2;
        if (pairing->excess[place] == 0)
            continue;
        unsigned one = sokoban_node(pairing->board, tables, pairing->cells[2 * place + state % 2],
                                    pairing->player[place]);
        unsigned other =
            sokoban_node(pairing->board, tables, pairing->cells[2 * place + (state + 1) % 2],
                         pairing->player[place]);
        int more = pairing->distance[state] -
                   tables->distance[one * (size_t)tables->goals + column] -
                   tables->distance[other * (size_t)tables->goals + other_column];
        more = more < SOKOBAN_LOST_PAIR ? more : SOKOBAN_LOST_PAIR - 1;
        if (more < pairing->excess[place])
            pairing->excess[place] = (uint8_t)more;
    }
}

static void pull_all(struct pairing *pairing)
{
    const struct sokoban *board = pairing->board;
    unsigned column = 0;
    memset(pairing->excess, SOKOBAN_LOST_PAIR, pairing->places);
    for (unsigned goal = 0; goal < board->cells; goal++) {
        unsigned other_column = column + 1;
        for (unsigned other = goal + 1; board->goal[goal] && other < board->cells; other++) {
            if (board->goal[other]) {
                uint32_t states = pull_pair(pairing, goal, other);
                compare_with_single(pairing, column, other_column++, states);
            }
        }
        column += board->goal[goal];
    }
}

static void fill_table(const struct pairing *pairing)
{
    const struct sokoban_tables *tables = pairing->tables;
    size_t cells = pairing->board->cells;
    for (size_t pair = 0; pair < tables->pairs; pair++) {
        for (size_t player = 0; player < cells; player++) {
            uint32_t place = pairing->first[pair] + pairing->part[pair * cells + player];
            if (place < pairing->first[pair + 1])
                tables->excess[player * tables->pairs + pair] = pairing->excess[place];
        }
    }
}

static bool make_places(struct pairing *pairing)
{
    size_t cells = pairing->board->cells, pairs = pairing->tables->pairs;
    uint16_t *queue = calloc(cells, sizeof *queue);
    pairing->part = calloc(pairs * cells, 1);
    pairing->first = calloc(pairs + 1, sizeof *pairing->first);
    if (queue != NULL && pairing->part != NULL && pairing->first != NULL)
        number_places(pairing, queue);
    bool good = queue != NULL && pairing->part != NULL && pairing->first != NULL;
    free(queue);
    size_t places = pairing->places + 1;
    pairing->cells = calloc(2 * places, sizeof *pairing->cells);
    pairing->player = calloc(places, sizeof *pairing->player);
    pairing->excess = calloc(places, 1);
    pairing->distance = calloc(2 * places, sizeof *pairing->distance);
    pairing->queue = calloc(2 * places, sizeof *pairing->queue);
    pairing->before = calloc(16 * places, sizeof *pairing->before);
    return good && pairing->cells != NULL && pairing->player != NULL && pairing->excess != NULL &&
           pairing->distance != NULL && pairing->queue != NULL && pairing->before != NULL;
}

/* So much work and memory is the table worth. */
static bool is_affordable(const struct sokoban *board, const struct sokoban_tables *tables)
{
    enum { MOST_BYTES = 1 << 24, MOST_STATES = 1 << 25 };
    double goal_pairs = 0.5 * tables->goals * (tables->goals - 1.0);
    return tables->goals > 1 && tables->pairs * board->cells <= MOST_BYTES &&
           2 * (double)tables->pairs * goal_pairs <= MOST_STATES;
}

bool sokoban_find_pairs(const struct sokoban *board, struct sokoban_tables *tables)
{
    struct pairing pairing = {.board = board, .tables = tables};
    if (board->boxes < 2 || !is_affordable(board, tables))
        return true;
    tables->excess = calloc(board->cells * tables->pairs + 1, 1);
    bool good = tables->excess != NULL && make_places(&pairing);
    if (good) {
        name_places(&pairing);
        link_states(&pairing);
        pull_all(&pairing);
        fill_table(&pairing);
    }
    free(pairing.part);
    free(pairing.first);
    free(pairing.cells);
    free(pairing.player);
    free(pairing.excess);
    free(pairing.distance);
    free(pairing.queue);
    free(pairing.before);
    return good;
}
