/* Snakebird: lower bounds on the moves still needed.
 *
 * One move takes any head at most one cell further, whether the head moves itself or is pushed.  Falls are free,
 * and so is the portal for a head that is near enough to belong to a bird in it.  A head cannot be in ground, on a
 * spike or (original rules) in water.  A 0-1 breadth-first search backwards from the exit and from each fruit
 * computes, once, the fewest such moves from every cell.
 *
 * Searches use a better bound.  One move has one direction, and every head that it moves, crawling or pushed, goes
 * one cell in that direction.  Let S be a set of directions, and let t(S, bird) be the minimum number of moves in S
 * over all paths of the bird's head to the exit, with moves in other directions free.  At least t(S, bird) moves in
 * S are still to come, for every bird.  Disjoint sets share no moves, so their numbers add up, even for different
 * birds.  For example, if one bird must go right and another left, or one must climb, these are different moves.
 * Moves down are never needed, because falls are free.  The statements about the tables for all directions hold for
 * each set.  There are seven sets, and five ways to partition the directions.  A move reduces at most one number of
 * a partition, by one, and a fall reduces none, so the bound is consistent.  The same holds for each fruit: some
 * bird's head gets to it, and then from there to the exit.
 *
 * The tables extend one cell beyond the text.  Any cell farther out counts as the nearest cell of that frame,
 * because a path through cells farther out is no shorter than its image in the frame.  If the board is small enough
 * to have a map, a table gives this nearest cell.
 *
 * The bound for searches adds the moves that bring a head from farther out at a side back to the frame: moves right
 * if it is on the left, and left if it is on the right.  The sum is a minimum for the whole path, as it was for the
 * frame.  Everything is open out there, so whatever else a path does before it reaches the frame could also be done
 * in the frame's column, with the same moves up and falls.  This does not hold with a portal, which can carry heads
 * away from out there. */
#include "base/array.h"
#include "games/snakebird/snakebird.h"

enum { FAR = 0xffff, EACH = SNAKEBIRD_WAYS - 1 /* all directions */ };

/* The cells of the text with a frame of one cell, and a table being filled. */
struct field {
    const struct snakebird *board;
    int columns, rows; /* with the frame */
    bool *open;        /* a head can be there */
    bool *queued;
    int *queue; /* ring buffer with capacity for each cell and one more */
    int first, last, capacity;
    unsigned set; /* of the directions that count */
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

/* Stores a shorter path; free steps go to the front of the queue. */
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

/* Relaxes a step by a move in a direction. */
static void relax_move(struct field *field, int cell, unsigned distance, unsigned direction)
{
    bool counts = (field->set & direction) != 0;
    relax(field, cell, distance + counts, !counts);
}

static void spread(struct field *field)
{
    while (field->first != field->last) {
        int cell = field->queue[field->first];
        field->first = (field->first + 1) % field->capacity;
        field->queued[cell] = false;
        /* Relaxes the cells from which a head can get here: from above by a fall, from the other sides by a move. */
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
}

/* Relaxes paths through the portal, from every cell where the head of a bird in one end can be.  Returns whether
 * any became shorter. */
static bool relax_portal(struct field *field)
{
    const struct snakebird *board = field->board;
    unsigned longest = 0;
    for (unsigned i = 0; i < board->birds; i++)
        longest = board->longest[i] > longest ? board->longest[i] : longest;
    int reach = (int)longest - 1;
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

/* Fills the tables of all sets of directions except the empty one, which is not used. */
static void fill_tables(struct field *field, snakebird_cell target, uint16_t (*distance)[SNAKEBIRD_WAYS])
{
    field->distance = distance;
    for (field->set = 1; field->set < SNAKEBIRD_WAYS; field->set++) {
        field->first = field->last = 0;
        for (int i = 0; i < field->columns * field->rows; i++)
            field->distance[i][field->set] = FAR;
        relax(field, field_cell(field, target), 0, false);
        spread(field);
        while (field->board->portal[0] != 0 && relax_portal(field))
            spread(field);
    }
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
    struct arrays arrays = {0};
    field.open = arrays_add(&arrays, size, sizeof *field.open);
    field.queued = arrays_add(&arrays, size, sizeof *field.queued);
    field.queue = arrays_add(&arrays, size + 1, sizeof *field.queue);
    board->distance = arrays_add(&board->arrays, size * (board->fruit_count + 1), sizeof *board->distance);
    if (board->map != NULL) {
        board->nearest = arrays_add(&board->arrays, (size_t)board->cells, sizeof *board->nearest);
        board->out = arrays_add(&board->arrays, (size_t)board->cells, sizeof *board->out);
    }
    bool good = !arrays.failed && !board->arrays.failed;
    for (snakebird_cell cell = 0; good && board->map != NULL && cell < board->cells; cell++) {
        /* The frame cell that it counts as, and how many columns it is beyond the frame, negative on the left. */
        int row, column, last = field.columns - 2;
        board->nearest[cell] = field_cell(&field, cell);
        snakebird_place(board, cell, &row, &column);
        if (board->portal[0] == 0)
            board->out[cell] = column < -1 ? column + 1 : column > last ? column - last : 0;
    }
    if (good) {
        for (int row = -1; row < field.rows - 1; row++) {
            for (int column = -1; column < field.columns - 1; column++) {
                bool water = board->rules == SNAKEBIRD_ORIGINAL && row == board->text.rows;
                field.open[(row + 1) * field.columns + column + 1] =
                    !water && grid_at(&board->text, row, column, '-') == '-';
            }
        }
        fill_tables(&field, board->exit, board->distance);
        for (unsigned i = 0; i < board->fruit_count; i++)
            fill_tables(&field, board->fruit[i], board->distance + (i + 1) * size);
    }
    arrays_free(&arrays);
    return good;
}

static int nearest(const struct field *field, snakebird_cell cell)
{
    const int *table = field->board->nearest;
    return table != NULL ? table[cell] : field_cell(field, cell);
}

unsigned snakebird_estimate(const struct snakebird *board, const struct snakebird_state *state)
{
    struct field field = field_of(board);
    size_t size = (size_t)field.columns * (size_t)field.rows;
    unsigned longest = 0, sum = 0, count = 0;
    int heads[SNAKEBIRD_BIRDS];
    bool lost = false; /* a way does not exist; a sum of several may reach FAR */
    for (unsigned i = 0; i < board->birds; i++) {
        if (state->bird[i].length == 0)
            continue;
        heads[count] = nearest(&field, state->bird[i].head);
        /* A bird leaves with its head under the original rules, with any segment under the document's. */
        unsigned way = board->distance[heads[count++]][EACH];
        snakebird_cell cells[SNAKEBIRD_LONGEST];
        unsigned length = board->rules == SNAKEBIRD_ORIGINAL ? 0 : snakebird_segments(board, &state->bird[i], cells);
        for (unsigned k = 1; k < length; k++) {
            unsigned distance = board->distance[nearest(&field, cells[k])][EACH];
            way = distance < way ? distance : way;
        }
        lost |= way == FAR;
        sum += way;
        longest = way > longest ? way : longest;
    }
    /* Under the document's rules, birds cannot be pushed, so each makes its own moves. */
    unsigned most = board->rules == SNAKEBIRD_DOCUMENT ? sum : longest;
    bool over = puzzle_prunes(&board->puzzle, SNAKEBIRD_WAYS_OVER);
    for (uint64_t rest = over ? state->fruit : 0; rest != 0; rest &= rest - 1) {
        /* The moves of the nearest head to the fruit and, under the original rules, from the fruit to the exit. */
        unsigned fruit = (unsigned)__builtin_ctzll(rest), way = FAR;
        uint16_t(*table)[SNAKEBIRD_WAYS] = board->distance + (fruit + 1) * size;
        for (unsigned i = 0; i < count; i++)
            way = table[heads[i]][EACH] < way ? table[heads[i]][EACH] : way;
        unsigned out =
            board->rules == SNAKEBIRD_ORIGINAL ? board->distance[nearest(&field, board->fruit[fruit])][EACH] : 0;
        lost |= way == FAR || out == FAR;
        most = way + out > most ? way + out : most;
    }
    return lost ? ESTIMATE_LOST : most;
}

/* --- the bound --- */

/* Adds the way back to the frame to the moves `way` from there, for a head that is `out` columns beyond the frame:
 * to the right or, if negative, to the left. */
static void add_way_back(const uint16_t *way, int out, unsigned *moves)
{
    unsigned right = out < 0 ? (unsigned)-out : 0, left = out > 0 ? (unsigned)out : 0;
    for (unsigned set = 0; set < SNAKEBIRD_WAYS; set++)
        moves[set] = way[set] + (set & SNAKEBIRD_RIGHT ? right : 0) + (set & SNAKEBIRD_LEFT ? left : 0);
}

/* A head: the frame cell that it counts as, and the number of columns beyond the frame. */
struct head {
    int cell, out;
};

unsigned snakebird_bound(const struct snakebird *board, const struct snakebird_state *state)
{
    if (board->rules != SNAKEBIRD_ORIGINAL || !puzzle_prunes(&board->puzzle, SNAKEBIRD_DIRECTIONS))
        return snakebird_estimate(board, state);
    struct field field = field_of(board);
    unsigned most[SNAKEBIRD_WAYS] = {0}; /* for each set of directions, the least moves needed */
    unsigned count = 0;
    struct head heads[SNAKEBIRD_BIRDS];
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell head = state->bird[i].head;
        if (state->bird[i].length != 0)
            heads[count++] = (struct head){board->nearest[head], board->out[head]};
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned moves[SNAKEBIRD_WAYS];
        add_way_back(board->distance[heads[i].cell], heads[i].out, moves);
        for (unsigned set = 0; set < SNAKEBIRD_WAYS; set++)
            most[set] = moves[set] > most[set] ? moves[set] : most[set];
    }
    bool over = puzzle_prunes(&board->puzzle, SNAKEBIRD_WAYS_OVER);
    for (uint64_t rest = over ? state->fruit : 0; rest != 0; rest &= rest - 1) {
        unsigned fruit = (unsigned)__builtin_ctzll(rest);
        /* The moves of the nearest head to the fruit and from the fruit to the exit. */
        size_t size = (size_t)field.columns * (size_t)field.rows;
        uint16_t(*table)[SNAKEBIRD_WAYS] = board->distance + (fruit + 1) * size;
        const uint16_t *out = board->distance[nearest(&field, board->fruit[fruit])];
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
            most[set] = both > most[set] ? both : most[set];
        }
    }
    /* The best of all partitions of the directions. */
    enum { U = SNAKEBIRD_UP, R = SNAKEBIRD_RIGHT, L = SNAKEBIRD_LEFT };
    const unsigned sums[] = {most[U] + most[R] + most[L], most[U | R] + most[L], most[U | L] + most[R],
                             most[R | L] + most[U]};
    unsigned best = most[EACH];
    for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++)
        best = sums[i] > best ? sums[i] : best;
    return most[EACH] < FAR ? best : ESTIMATE_LOST;
}
