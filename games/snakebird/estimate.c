/* Snakebird: a lower bound on the moves still needed.
 *
 * One move takes any head at most one cell on, by itself or pushed along; falls are free, and so is
 * the portal for a head that is near enough to belong to a bird in it.  Neither ground nor a spike
 * nor (original rules) water can hold a head.  The least number of such moves from every cell to
 * the exit and to each fruit is worked out once, by a 0-1 breadth-first search backwards from
 * there.
 *
 * The tables reach one cell beyond the text.  All cells farther out count as the nearest one in
 * that frame: moving outside is never shorter seen from inside.  Where the board is small enough to
 * have a map, which one that is stands in a table, too. */
#include "games/snakebird/snakebird.h"

#include <stdlib.h>

enum { FAR = 0xffff };

/* The cells of the text and a frame of one cell, and a table being filled. */
struct field {
    const struct snakebird *board;
    int columns, rows; /* with the frame */
    bool *open;        /* a head can be there */
    bool *queued;
    int *queue;        /* a ring with room for each cell and one more */
    int first, last, room;
    uint16_t *distance;
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
    if (!field->open[cell] || field->distance[cell] <= distance)
        return;
    field->distance[cell] = (uint16_t)distance;
    if (field->queued[cell])
        return;
    field->queued[cell] = true;
    if (free_way) {
        field->first = (field->first + field->room - 1) % field->room;
        field->queue[field->first] = cell;
    } else {
        field->queue[field->last] = cell;
        field->last = (field->last + 1) % field->room;
    }
}

/* The cells from which a head can come to `cell`: from above by a fall, from beside by a move. */
static void relax_neighbours(struct field *field, int cell)
{
    unsigned distance = field->distance[cell];
    int row = cell / field->columns, column = cell % field->columns;
    if (row > 0)
        relax(field, cell - field->columns, distance, true);
    if (row + 1 < field->rows)
        relax(field, cell + field->columns, distance + 1, false);
    if (column > 0)
        relax(field, cell - 1, distance + 1, false);
    if (column + 1 < field->columns)
        relax(field, cell + 1, distance + 1, false);
}

static void spread(struct field *field)
{
    while (field->first != field->last) {
        int cell = field->queue[field->first];
        field->first = (field->first + 1) % field->room;
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
                if (field->distance[to] != FAR)
                    relax(field, field_cell(field, board->portal[end] + offset),
                          field->distance[to], true);
            }
        }
    }
    return field->first != field->last;
}

static void fill_table(struct field *field, snakebird_cell target, uint16_t *distance)
{
    field->distance = distance;
    field->first = field->last = 0;
    for (int i = 0; i < field->columns * field->rows; i++)
        distance[i] = FAR;
    relax(field, field_cell(field, target), 0, false);
    spread(field);
    while (field->board->portal[0] != 0 && relax_portal(field))
        spread(field);
}

/* Which cell of the frame each cell of the board counts as.  False: out of memory. */
static bool find_nearest(const struct field *field, struct snakebird *board)
{
    if (board->map == NULL)
        return true;
    board->nearest = calloc((size_t)board->cells, sizeof *board->nearest);
    for (snakebird_cell cell = 0; board->nearest != NULL && cell < board->cells; cell++)
        board->nearest[cell] = field_cell(field, cell);
    return board->nearest != NULL;
}

static struct field field_of(const struct snakebird *board)
{
    return (struct field){
        .board = board, .columns = board->text.columns + 2, .rows = board->text.rows + 2};
}

bool snakebird_make_distances(struct snakebird *board)
{
    struct field field = field_of(board);
    size_t size = (size_t)field.columns * (size_t)field.rows;
    field.room = (int)size + 1;
    field.open = calloc(size, sizeof *field.open);
    field.queued = calloc(size, sizeof *field.queued);
    field.queue = calloc(size + 1, sizeof *field.queue);
    board->distance = calloc(size * (board->fruit_count + 1), sizeof *board->distance);
    bool good = field.open != NULL && field.queued != NULL && field.queue != NULL &&
                board->distance != NULL && find_nearest(&field, board);
    if (good) {
        find_open(&field);
        fill_table(&field, board->exit, board->distance);
        for (unsigned i = 0; i < board->fruit_count; i++)
            fill_table(&field, board->fruit[i], board->distance + (i + 1) * size);
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
    unsigned least = board->distance[head];
    if (board->rules == SNAKEBIRD_ORIGINAL)
        return least;
    snakebird_cell cells[SNAKEBIRD_LONGEST];
    unsigned length = snakebird_segments(board, bird, cells);
    for (unsigned i = 1; i < length; i++) {
        unsigned distance = board->distance[nearest(field, cells[i])];
        least = distance < least ? distance : least;
    }
    return least;
}

/* What the nearest of `count` heads needs to eat a fruit, and in the original to leave from
 * there. */
static unsigned way_over(const struct field *field, const int *heads, unsigned count,
                         unsigned fruit)
{
    const struct snakebird *board = field->board;
    size_t size = (size_t)field->columns * (size_t)field->rows;
    const uint16_t *table = board->distance + (fruit + 1) * size;
    unsigned least = FAR;
    for (unsigned i = 0; i < count; i++)
        least = table[heads[i]] < least ? table[heads[i]] : least;
    if (board->rules == SNAKEBIRD_ORIGINAL)
        least += board->distance[nearest(field, board->fruit[fruit])];
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
