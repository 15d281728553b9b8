/* Snakebird: a lower bound on the moves still needed.
 *
 * One move takes any head at most one cell on, by itself or pushed along; falls are free, and so is
 * the portal for a head that is near enough to belong to a bird in it.  Neither ground nor a spike
 * nor (original rules) water can hold a head.  The least number of such moves from every cell to
 * the exit and to each fruit is worked out once, by a 0-1 breadth-first search backwards from
 * there.
 *
 * The bound of a search is better.  One move has one direction, and moves every head that moves, the one that
 * crawls and those that are pushed, one cell that way.  So let S be a set of directions, and t(S, bird) the least
 * number of moves with directions in S among all ways of its head to the exit, moves of other directions
 * being free.  There are at least as many moves with directions in S to come as t(S, bird) says of any bird, and
 * sets that have no direction in common have no move in common: their numbers may be added, whichever birds they
 * come from.  If one bird must go right and another left, or one must climb, these are different moves.  Moves down
 * are never needed, as a fall is free.  What was said of the tables for all directions holds for each set: seven
 * of them, five ways to divide the directions.  A move takes one from one of the numbers at most, and a
 * fall from none, so the bound is consistent.  The same for each fruit: some bird's head comes there,
 * and that bird's head from there to the exit.
 *
 * The tables reach one cell beyond the text.  All cells farther out count as the nearest one in
 * that frame: moving outside is never shorter seen from inside.  Where the board is small enough to
 * have a map, which one that is stands in a table, too.
 *
 * The bound of a search adds what brings a head that is farther out on a side back to that frame: so many moves
 * right, from the left, or left.  That is the least number for the whole way, as far as it was for the frame: out there
 * all is open, so that whatever a way from there does before it comes to the frame, but for these moves, it can do
 * in the frame's column as well, with the same moves up and falls.  Not where there is a portal, which carries
 * heads off from out there. */
#include "games/snakebird/snakebird.h"

#include <stdlib.h>

enum { FAR = 0xffff, EACH = SNAKEBIRD_WAYS - 1 /* all directions */ };

/* The cells of the text and a frame of one cell, and a table being filled. */
struct field {
    const struct snakebird *board;
    int columns, rows; /* with the frame */
    bool *open;        /* a head can be there */
    bool *queued;
    int *queue; /* a ring with room for each cell and one more */
    int first, last, capacity;
    unsigned set; /* of directions that are counted */
    uint16_t (*distance)[SNAKEBIRD_WAYS];
};

static int field_cell(const struct field *field, snakebird_cell cell)
{
    int row, column;
    snakebird_place(field->board, cell, &row, &column);
    row = row < -1 ? -1 : row > field->rows - 2 ? field->rows - 2 : row;
    column = column < -1 ? -1 : column > field->columns - 2 ? field->columns - 2 : column;
    return (row + 1) * field->columns + column + 1;
}

static void find_open(struct field *field)
{
    const struct snakebird *board = field->board;
    for (int row = -1; row < field->rows - 1; row++) {
        for (int column = -1; column < field->columns - 1; column++) {
            bool water = board->rules == SNAKEBIRD_ORIGINAL && row == board->text.rows;
            field->open[(row + 1) * field->columns + column + 1] =
                !water && grid_at(&board->text, row, column, '-') == '-';
        }
    }
}

/* Notes a shorter way; free ways go to the front of the queue. */
static void relax(struct field *field, int cell, unsigned distance, bool free_way)
{
    if (!field->open[cell] || field->distance[cell][field->set] <= distance)
        return;
    field->distance[cell][field->set] = (uint16_t)distance;
    if (field->queued[cell])
        return;
    field->queued[cell] = true;
    if (free_way) {
        field->first = (field->first + field->capacity - 1) % field->capacity;
        field->queue[field->first] = cell;
    } else {
        field->queue[field->last] = cell;
        field->last = (field->last + 1) % field->capacity;
    }
}

/* A way by a move with a direction. */
static void relax_move(struct field *field, int cell, unsigned distance, unsigned direction)
{
    bool counts = (field->set & direction) != 0;
    relax(field, cell, distance + counts, !counts);
}

/* The cells from which a head can come to `cell`: from above by a fall, from beside by a move. */
static void relax_neighbours(struct field *field, int cell)
{
    unsigned distance = field->distance[cell][field->set];
    int row = cell / field->columns, column = cell % field->columns;
    if (row > 0)
        relax(field, cell - field->columns, distance, true);
    if (row + 1 < field->rows)
        relax_move(field, cell + field->columns, distance, SNAKEBIRD_UP);
    if (column > 0)
        relax_move(field, cell - 1, distance, SNAKEBIRD_RIGHT);
    if (column + 1 < field->columns)
        relax_move(field, cell + 1, distance, SNAKEBIRD_LEFT);
}

static void spread(struct field *field)
{
    while (field->first != field->last) {
        int cell = field->queue[field->first];
        field->first = (field->first + 1) % field->capacity;
        field->queued[cell] = false;
        relax_neighbours(field, cell);
    }
}

static unsigned longest_bird(const struct snakebird *board)
{
    unsigned longest = 0;
    for (unsigned i = 0; i < board->birds; i++)
        longest = board->longest[i] > longest ? board->longest[i] : longest;
    return longest;
}

/* Ways through the portal, from every place where the head of a bird in one end can be.  Returns
 * whether that made anything nearer. */
static bool relax_portal(struct field *field)
{
    const struct snakebird *board = field->board;
    int reach = (int)longest_bird(board) - 1;
    for (unsigned end = 0; end < 2; end++) {
        for (int down = -reach; down <= reach; down++) {
            int side = reach - (down < 0 ? -down : down);
            for (int across = -side; across <= side; across++) {
                snakebird_cell offset = down * board->width + across;
                int to = field_cell(field, board->portal[!end] + offset);
                unsigned distance = field->distance[to][field->set];
                if (distance != FAR)
                    relax(field, field_cell(field, board->portal[end] + offset), distance, true);
            }
        }
    }
    return field->first != field->last;
}

static void fill_table(struct field *field, snakebird_cell target)
{
    field->first = field->last = 0;
    for (int i = 0; i < field->columns * field->rows; i++)
        field->distance[i][field->set] = FAR;
    relax(field, field_cell(field, target), 0, false);
    spread(field);
    while (field->board->portal[0] != 0 && relax_portal(field))
        spread(field);
}

/* Fills the tables of all sets of directions; nobody asks for the empty one. */
static void fill_tables(struct field *field, snakebird_cell target, uint16_t (*distance)[SNAKEBIRD_WAYS])
{
    field->distance = distance;
    for (field->set = 1; field->set < SNAKEBIRD_WAYS; field->set++)
        fill_table(field, target);
}

/* How many columns a cell is beyond the frame, as far as that counts; to the left they are negative. */
static int columns_out(const struct field *field, snakebird_cell cell)
{
    int row, column;
    if (field->board->portal[0] != 0)
        return 0;
    snakebird_place(field->board, cell, &row, &column);
    return column < -1 ? column + 1 : column > field->columns - 2 ? column - field->columns + 2 : 0;
}

/* Which cell of the frame each cell of the board counts as.  False: out of memory. */
static bool find_nearest(const struct field *field, struct snakebird *board)
{
    if (board->map == NULL)
        return true;
    board->nearest = calloc((size_t)board->cells, sizeof *board->nearest);
    board->out = calloc((size_t)board->cells, sizeof *board->out);
    bool good = board->nearest != NULL && board->out != NULL;
    for (snakebird_cell cell = 0; good && cell < board->cells; cell++) {
        board->nearest[cell] = field_cell(field, cell);
        board->out[cell] = columns_out(field, cell);
    }
    return good;
}

static struct field field_of(const struct snakebird *board)
{
    return (struct field){.board = board, .columns = board->text.columns + 2, .rows = board->text.rows + 2};
}

bool snakebird_make_distances(struct snakebird *board)
{
    struct field field = field_of(board);
    size_t size = (size_t)field.columns * (size_t)field.rows;
    field.capacity = (int)size + 1;
    field.open = calloc(size, sizeof *field.open);
    field.queued = calloc(size, sizeof *field.queued);
    field.queue = calloc(size + 1, sizeof *field.queue);
    board->distance = calloc(size * (board->fruit_count + 1), sizeof *board->distance);
    bool good = field.open != NULL && field.queued != NULL && field.queue != NULL && board->distance != NULL &&
                find_nearest(&field, board);
    if (good) {
        find_open(&field);
        fill_tables(&field, board->exit, board->distance);
        for (unsigned i = 0; i < board->fruit_count; i++)
            fill_tables(&field, board->fruit[i], board->distance + (i + 1) * size);
    }
    free(field.open);
    free(field.queued);
    free(field.queue);
    return good;
}

static int nearest(const struct field *field, snakebird_cell cell)
{
    const int *table = field->board->nearest;
    return table != NULL ? table[cell] : field_cell(field, cell);
}

/* What a bird still needs to leave: the original's head, any segment of the document's. */
static unsigned way_out(const struct field *field, const struct snakebird_bird *bird, int head)
{
    const struct snakebird *board = field->board;
    unsigned least = board->distance[head][EACH];
    if (board->rules == SNAKEBIRD_ORIGINAL)
        return least;
    snakebird_cell cells[SNAKEBIRD_LONGEST];
    unsigned length = snakebird_segments(board, bird, cells);
    for (unsigned i = 1; i < length; i++) {
        unsigned distance = board->distance[nearest(field, cells[i])][EACH];
        least = distance < least ? distance : least;
    }
    return least;
}

/* What the nearest of `count` heads needs to eat a fruit, and in the original to leave from
 * there. */
static unsigned way_over(const struct field *field, const int *heads, unsigned count, unsigned fruit)
{
    const struct snakebird *board = field->board;
    size_t size = (size_t)field->columns * (size_t)field->rows;
    uint16_t(*table)[SNAKEBIRD_WAYS] = board->distance + (fruit + 1) * size;
    unsigned least = FAR;
    for (unsigned i = 0; i < count; i++)
        least = table[heads[i]][EACH] < least ? table[heads[i]][EACH] : least;
    if (board->rules == SNAKEBIRD_ORIGINAL)
        least += board->distance[nearest(field, board->fruit[fruit])][EACH];
    return least;
}

unsigned snakebird_estimate(const struct snakebird *board, const struct snakebird_state *state)
{
    struct field field = field_of(board);
    unsigned longest = 0, sum = 0, count = 0;
    int heads[SNAKEBIRD_BIRDS];
    for (unsigned i = 0; i < board->birds; i++) {
        if (state->bird[i].length == 0)
            continue;
        heads[count] = nearest(&field, state->bird[i].head);
        unsigned way = way_out(&field, &state->bird[i], heads[count++]);
        sum += way;
        longest = way > longest ? way : longest;
    }
    /* Under the document's rules nobody is pushed: each bird makes its own moves. */
    unsigned most = board->rules == SNAKEBIRD_DOCUMENT ? sum : longest;
    bool over = puzzle_prunes(&board->puzzle, SNAKEBIRD_WAYS_OVER);
    for (uint64_t rest = over ? state->fruit : 0; rest != 0; rest &= rest - 1) {
        unsigned way = way_over(&field, heads, count, (unsigned)__builtin_ctzll(rest));
        most = way > most ? way : most;
    }
    return most < FAR ? most : ESTIMATE_LOST;
}

/* --- the bound --- */

/* For each set of directions, the moves that are needed at least. */
struct needs {
    unsigned most[SNAKEBIRD_WAYS];
};

/* The ways of one head that is `out` columns beyond the frame, to the right or, if negative, to the left: to where
 * `way` tells of ways from the frame. */
static void add_way_back(const uint16_t *way, int out, unsigned *moves)
{
    unsigned right = out < 0 ? (unsigned)-out : 0, left = out > 0 ? (unsigned)out : 0;
    for (unsigned set = 0; set < SNAKEBIRD_WAYS; set++)
        moves[set] = way[set] + (set & SNAKEBIRD_RIGHT ? right : 0) + (set & SNAKEBIRD_LEFT ? left : 0);
}

/* A head: the cell of the frame that it counts as, and how far out it is. */
struct head {
    int cell, out;
};

static void need_ways_out(const struct snakebird *board, const struct head *heads, unsigned count, struct needs *needs)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned moves[SNAKEBIRD_WAYS];
        add_way_back(board->distance[heads[i].cell], heads[i].out, moves);
        for (unsigned set = 0; set < SNAKEBIRD_WAYS; set++)
            needs->most[set] = moves[set] > needs->most[set] ? moves[set] : needs->most[set];
    }
}

static void need_way_over(const struct field *field, const struct head *heads, unsigned count, unsigned fruit,
                          struct needs *needs)
{
    const struct snakebird *board = field->board;
    size_t size = (size_t)field->columns * (size_t)field->rows;
    uint16_t(*table)[SNAKEBIRD_WAYS] = board->distance + (fruit + 1) * size;
    const uint16_t *out = board->distance[nearest(field, board->fruit[fruit])];
    unsigned least[SNAKEBIRD_WAYS], moves[SNAKEBIRD_WAYS];
    for (unsigned set = 0; set < SNAKEBIRD_WAYS; set++)
        least[set] = FAR;
    for (unsigned i = 0; i < count; i++) {
        add_way_back(table[heads[i].cell], heads[i].out, moves);
        for (unsigned set = 0; set < SNAKEBIRD_WAYS; set++)
            least[set] = moves[set] < least[set] ? moves[set] : least[set];
    }
    for (unsigned set = 0; set < SNAKEBIRD_WAYS; set++) {
        unsigned both = least[set] + out[set];
        needs->most[set] = both > needs->most[set] ? both : needs->most[set];
    }
}

/* The best of all ways to divide the directions. */
static unsigned add_needs(const unsigned *most)
{
    enum { U = SNAKEBIRD_UP, R = SNAKEBIRD_RIGHT, L = SNAKEBIRD_LEFT };
    const unsigned sums[] = {most[U] + most[R] + most[L], most[U | R] + most[L], most[U | L] + most[R],
                             most[R | L] + most[U]};
    unsigned best = most[EACH];
    for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++)
        best = sums[i] > best ? sums[i] : best;
    return best;
}

unsigned snakebird_bound(const struct snakebird *board, const struct snakebird_state *state)
{
    if (board->rules != SNAKEBIRD_ORIGINAL || !puzzle_prunes(&board->puzzle, SNAKEBIRD_DIRECTIONS))
        return snakebird_estimate(board, state);
    struct field field = field_of(board);
    struct needs needs = {{0}};
    unsigned count = 0;
    struct head heads[SNAKEBIRD_BIRDS];
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell head = state->bird[i].head;
        if (state->bird[i].length != 0)
            heads[count++] = (struct head){board->nearest[head], board->out[head]};
    }
    need_ways_out(board, heads, count, &needs);
    bool over = puzzle_prunes(&board->puzzle, SNAKEBIRD_WAYS_OVER);
    for (uint64_t rest = over ? state->fruit : 0; rest != 0; rest &= rest - 1)
        need_way_over(&field, heads, count, (unsigned)__builtin_ctzll(rest), &needs);
    return needs.most[EACH] < FAR ? add_needs(needs.most) : ESTIMATE_LOST;
}
