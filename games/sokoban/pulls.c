/* Sokoban backwards: pushes taken back from the solved states; see sokoban.h and games/puzzle.h.
 *
 * A pull takes back a push: the player stands where the box was and steps back, and the box comes after
 * him.  What a search from the solved states still has to do is bring the boxes to where the start has
 * them; how many pulls that takes at least is found like the bound of pushes (bound.c), by how far each
 * node is from each box of the start. */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLACEMENTS = 4096 }; /* of the boxes on goals, where there are goals to spare */

/* --- how far it is from the start, if there were no other boxes --- */

/* Finds how many pushes take a box of the start to each node. */
static void push_nodes(const struct sokoban *board, struct sokoban_tables *tables, unsigned column,
                       unsigned start, const uint16_t *cell_of, uint16_t *queue)
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

bool sokoban_find_since(const struct sokoban *board, struct sokoban_tables *tables)
{
    struct sokoban_position position;
    size_t size = (size_t)tables->nodes * board->boxes;
    uint16_t *queue = calloc(tables->nodes + 1, sizeof *queue);
    uint16_t *cell_of = calloc(tables->nodes + 1, sizeof *cell_of);
    tables->since = calloc(size + 1, sizeof *tables->since);
    bool good = queue != NULL && cell_of != NULL && tables->since != NULL;
    if (good) {
        sokoban_read_state(board, board->start, &position);
        for (size_t i = 0; i < size; i++)
            tables->since[i] = SOKOBAN_FAR;
        for (unsigned cell = 0; cell < board->cells; cell++) {
            unsigned end = cell + 1 < board->cells ? tables->first_node[cell + 1] : tables->nodes;
            for (unsigned node = tables->first_node[cell]; node < end; node++)
                cell_of[node] = (uint16_t)cell;
        }
        for (unsigned n = 0; n < board->boxes; n++)
            push_nodes(board, tables, n,
                       sokoban_node(board, tables, position.list[n], position.player), cell_of,
                       queue);
    }
    free(queue);
    free(cell_of);
    return good;
}

/* --- the solved states --- */

/* Writes the solved states with these boxes, one for each region of the player or, counting moves, each of his
 * cells, as far as there is room.  Returns how many there are. */
static size_t write_regions(const struct sokoban *board, struct sokoban_position *position,
                            unsigned char *states, size_t room)
{
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS], seen[SOKOBAN_MAX_WORDS] = {0};
    size_t count = 0;
    for (unsigned w = 0; w < board->words; w++)
        open[w] = board->floor[w];
    for (unsigned n = 0; n < board->boxes; n++)
        sokoban_flip(open, board->bit[position->list[n]]);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned bit = board->bit[cell];
        if (!sokoban_test(open, bit) || sokoban_test(seen, bit))
            continue;
        memset(reach, 0, board->words * sizeof *reach);
        sokoban_flip(reach, bit);
        if (!board->counts_moves)
            sokoban_flood(board, reach, open);
        for (unsigned w = 0; w < board->words; w++)
            seen[w] |= reach[w];
        position->player = cell;
        if (count < room)
            sokoban_write_state(board, position, states + count * board->puzzle.state_bytes);
        count++;
    }
    return count;
}

/* Moves on to the next choice of boxes among the goals, whose numbers are in order.  False: it was the last. */
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

static size_t ends(const struct puzzle *puzzle, unsigned char *states, size_t room)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    unsigned goals[SOKOBAN_MOST_COLUMNS], chosen[SOKOBAN_MOST_COLUMNS], goal_count = 0;
    size_t count = 0, placements = 0;
    if (board->tables == NULL || board->hopeless[0] != '\0' ||
        !puzzle_prunes(puzzle, SOKOBAN_PULLS))
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
        size_t left = room > count ? room - count : 0;
        count += write_regions(board, &position,
                               left == 0 ? NULL : states + count * puzzle->state_bytes, left);
    } while (choose_next(chosen, board->boxes, goal_count));
    return count;
}

/* --- pulls --- */

/* Whether some box of the start can come to a cell with the player on that side of it. */
static bool comes_from_start(const struct sokoban *board, unsigned cell, unsigned player)
{
    const struct sokoban_tables *tables = board->tables;
    const int *since =
        tables->since + sokoban_node(board, tables, cell, player) * (size_t)board->boxes;
    for (unsigned n = 0; n < board->boxes; n++) {
        if (since[n] != SOKOBAN_FAR)
            return true;
    }
    return false;
}

/* The state before the n-th box was pushed from `from`, where the player now can be, to where it is; he
 * stood on `stand`. */
static void write_pull(const struct sokoban *board, const unsigned char *state,
                       const struct sokoban_position *position, const uint64_t *open, unsigned n,
                       unsigned from, unsigned stand, unsigned char *before)
{
    uint64_t opened[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned to = position->list[n], player = stand;
    if (!board->counts_moves) {
        memcpy(opened, open, board->words * sizeof *opened);
        memset(reach, 0, board->words * sizeof *reach);
        sokoban_flip(opened, board->bit[from]);
        sokoban_flip(opened, board->bit[to]);
        sokoban_flip(reach, board->bit[stand]);
        sokoban_flood(board, reach, opened);
        player = sokoban_first(board, reach);
    }
    sokoban_move_box(board, state, n, to, from, player, before);
}

static unsigned pull(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS] = {0};
    unsigned count = 0;
    sokoban_read_state(board, state, &position);
    for (unsigned w = 0; w < board->words; w++)
        open[w] = board->floor[w] & ~position.boxes[w];
    sokoban_flip(reach, board->bit[position.player]);
    if (!board->counts_moves)
        sokoban_flood(board, reach, open);
    for (unsigned n = 0; n < board->boxes; n++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int from = board->next[position.list[n]][direction];
            int stand = from < 0 ? -1 : board->next[from][direction];
            if (stand < 0 || !sokoban_test(reach, board->bit[from]) ||
                !sokoban_test(open, board->bit[stand]) ||
                !comes_from_start(board, (unsigned)from, (unsigned)stand))
                continue;
            write_pull(board, state, &position, open, n, (unsigned)from, (unsigned)stand,
                       states + count++ * puzzle->state_bytes);
        }
    }
    return count;
}

/* Counting moves: pulls, and steps back without a box. */
static unsigned step_back(const struct puzzle *puzzle, const unsigned char *state,
                          unsigned char *states)
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
    .bound = sokoban_bound_since,
    .may_take = may_take,
};

const struct puzzle_back sokoban_move_back = {
    .ends = ends,
    .expand = step_back,
    .bound = sokoban_bound_since,
};
