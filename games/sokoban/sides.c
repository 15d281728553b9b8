/* Sokoban: what a box can do if there are no others, given the player's side; see sokoban.h.
 *
 * A box that closes a passage can only be pushed from the side that the player is on.  To reach the other side, he has
 * to go around, or the box has to move.  The part of the board that he is in, with the box as an obstacle, stays the
 * same until this box is pushed, whatever else he does.  A box's node therefore gives its exact distance to each goal,
 * and pushes of other boxes do not change that distance.  (Junghanns and Schaeffer use the name backout conflicts for
 * what this adds to the bound.) */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

/* Labels the parts of the board that remain without a cell: `part` [cells] holds part numbers from 0, and 0 for that
 * cell.  `queue` has capacity for all cells.  Returns the number of parts. */
static unsigned find_parts(const struct sokoban *board, unsigned without, uint8_t *part, uint16_t *queue)
{
    enum { NONE = 0xff };
    unsigned parts = 0;
    memset(part, NONE, board->cells);
    part[without] = 0;
    for (unsigned start = 0; start < board->cells; start++) {
        unsigned first = 0, last = 0;
        if (part[start] != NONE)
            continue;
        part[start] = (uint8_t)parts;
        queue[last++] = (uint16_t)start;
        while (first < last) {
            const int *next = board->next[queue[first++]];
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                if (next[direction] < 0 || part[next[direction]] != NONE)
                    continue;
                part[next[direction]] = (uint8_t)parts;
                queue[last++] = (uint16_t)next[direction];
            }
        }
        parts++;
    }
    return parts;
}

/* Finds the distances of all nodes to a goal by pulls, the inverse of pushes: after a push, the player stands where
 * the box was. */
static void pull_nodes(const struct sokoban *board, struct sokoban_tables *tables, unsigned goal, unsigned column,
                       uint16_t *cell_of, uint16_t *queue)
{
    unsigned first = 0, last = 0;
    for (unsigned node = tables->first_node[goal]; node < tables->nodes && cell_of[node] == goal; node++) {
        tables->distance[node * (size_t)tables->goals + column] = 0;
        queue[last++] = (uint16_t)node;
    }
    while (first < last) {
        unsigned node = queue[first++], cell = cell_of[node];
        int after = tables->distance[node * (size_t)tables->goals + column];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int back = board->next[cell][direction];
            int player = back < 0 ? -1 : board->next[back][direction];
            if (player < 0 || sokoban_node(board, tables, cell, (unsigned)back) != node)
                continue;
            unsigned before = sokoban_node(board, tables, (unsigned)back, (unsigned)player);
            int *distance = &tables->distance[before * (size_t)tables->goals + column];
            if (*distance != SOKOBAN_FAR)
                continue;
            *distance = after + 1;
            queue[last++] = (uint16_t)before;
        }
    }
}

/* Finds the number of pushes from a box of the start to each node. */
static void push_nodes(const struct sokoban *board, struct sokoban_tables *tables, unsigned column, unsigned start,
                       const uint16_t *cell_of, uint16_t *queue)
{
    unsigned first = 0, last = 0, columns = board->boxes;
    tables->since[start * (size_t)columns + column] = 0;
    queue[last++] = (uint16_t)start;
    while (first < last) {
        unsigned node = queue[first++], cell = cell_of[node];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int to = board->next[cell][direction], player = board->next[cell][direction ^ 2];
            if (to < 0 || player < 0 || sokoban_node(board, tables, cell, (unsigned)player) != node)
                continue;
            unsigned after = sokoban_node(board, tables, (unsigned)to, cell);
            int *since = &tables->since[after * (size_t)columns + column];
            if (*since != SOKOBAN_FAR)
                continue;
            *since = tables->since[node * (size_t)columns + column] + 1;
            queue[last++] = (uint16_t)after;
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
    uint16_t *queue = calloc(cells, sizeof *queue);
    tables->goals = board->goal_count;
    tables->side = arrays_add(&tables->arrays, cells * cells, 1);
    tables->first_node = arrays_add(&tables->arrays, cells, sizeof *tables->first_node);
    tables->dark = arrays_add(&tables->arrays, board->words, sizeof *tables->dark);
    bool good = queue != NULL && !tables->arrays.failed;
    for (unsigned cell = 0; good && cell < cells; cell++) {
        unsigned columns = (unsigned)board->columns, piece = board->piece[cell];
        if ((piece / columns + piece % columns) % 2 != 0) {
            sokoban_flip(tables->dark, board->bit[cell]);
            tables->dark_goals += board->goal[cell];
        }
        unsigned sides = find_parts(board, cell, tables->side + cell * cells, queue);
        tables->first_node[cell] = (uint16_t)tables->nodes;
        tables->nodes += sides > 0 ? sides : 1;
    }
    free(queue);
    return good;
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
            if (board->goal[cell])
                pull_nodes(board, tables, cell, column++, cell_of, queue);
        }
        sokoban_read_state(board, board->start, &position);
        for (unsigned n = 0; n < board->boxes; n++)
            push_nodes(board, tables, n, sokoban_node(board, tables, position.list[n], position.player), cell_of,
                       queue);
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
           sokoban_find_prices(board, tables) && sokoban_find_since_gains(board, tables) &&
           sokoban_find_groups(board, tables, grouped);
}

void sokoban_free_tables(struct sokoban_tables *tables)
{
    if (tables == NULL)
        return;
    arrays_free(&tables->arrays);
    sokoban_free_groups(tables->groups);
    free(tables);
}
