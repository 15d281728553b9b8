/* The plain distance; see plain_distance.h.  It tries one level in every position relative to the other and counts
 * all differences.  A move consists of a piece or a cell, and a step. */
#include "tests/plain_distance.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 80, MOST_MOVES = 1000 };

struct step {
    int row, column, piece, down, across;
};

/* A level in the top left corner of a board; all other cells are 0. */
struct board {
    int rows, columns;
    unsigned char cells[SIDE][SIDE];
    struct step steps[MOST_MOVES];
    size_t count;
    const struct game *game;
};

static bool row_is(const struct board *board, int row, unsigned char fill)
{
    for (int column = 0; column < board->columns; column++) {
        if (board->cells[row][column] != fill)
            return false;
    }
    return true;
}

static bool column_is(const struct board *board, int column, unsigned char fill)
{
    for (int row = 0; row < board->rows; row++) {
        if (board->cells[row][column] != fill)
            return false;
    }
    return true;
}

/* Removes rows and columns from the sides of the level and moves the rest to the top left corner. */
static void crop(struct board *board, int top, int left, int bottom, int right)
{
    board->rows -= top + bottom;
    board->columns -= left + right;
    for (int row = 0; row < board->rows; row++)
        memmove(board->cells[row], board->cells[row + top] + left, (size_t)board->columns);
    for (size_t i = 0; i < board->count; i++) {
        board->steps[i].row -= top;
        board->steps[i].column -= left;
    }
}

static void crop_frame(struct board *board)
{
    const struct game *game = board->game;
    bool trims = game->margin == MARGIN_SPACE;
    while (trims && board->rows > 1 && row_is(board, board->rows - 1, game->outside))
        crop(board, 0, 0, 1, 0);
    while (trims && board->rows > 1 && row_is(board, 0, game->outside))
        crop(board, 1, 0, 0, 0);
    while (trims && board->columns > 1 && column_is(board, board->columns - 1, game->outside))
        crop(board, 0, 0, 0, 1);
    while (trims && board->columns > 1 && column_is(board, 0, game->outside))
        crop(board, 0, 1, 0, 0);
    unsigned char ring = board->cells[0][0];
    if (ring != ' ' && board->rows > 2 && board->columns > 2 && row_is(board, 0, ring) &&
        row_is(board, board->rows - 1, ring) && column_is(board, 0, ring) && column_is(board, board->columns - 1, ring))
        crop(board, 1, 1, 1, 1);
}

static void lay(const struct solved_level *level, struct board *board)
{
    const struct puzzle *puzzle = level->puzzle;
    const struct game *game = puzzle->game;
    struct grid grid;
    unsigned char *start = calloc(puzzle->state_bytes, 1);
    memset(board, 0, sizeof *board);
    board->game = game;
    if (start == NULL)
        abort();
    puzzle->rules->start(puzzle, start);
    if (!game->draw(puzzle, start, &grid))
        abort();
    free(start);
    if (grid.rows > SIDE || grid.columns > SIDE || level->moves.count > MOST_MOVES)
        abort();
    board->rows = grid.rows;
    board->columns = grid.columns;
    for (int row = 0; row < grid.rows; row++)
        memcpy(board->cells[row], grid.cells + row * grid.columns, (size_t)grid.columns);
    board->count = level->moves.moves == NULL ? 0 : level->moves.count;
    int tour = 0;
    while (game->tours && grid.cells[tour] != ' ')
        tour++;
    for (size_t i = 0; i < board->count; i++) {
        game_move move = level->moves.moves[i];
        unsigned way = move_way(move);
        bool in_cells = game->tours || game->move_cell != NULL;
        int cell = game->tours ? tour : in_cells ? game->move_cell(puzzle, move) : (int)move_piece(move);
        struct step *step = &board->steps[i];
        if (way < DIRECTIONS)
            *step = (struct step){.down = direction_down[way], .across = direction_across[way]};
        step->piece = in_cells ? 0 : cell;
        step->row = in_cells ? cell / grid.columns : 0;
        step->column = in_cells ? cell % grid.columns : 0;
        tour += step->down * grid.columns + step->across;
    }
    grid_free(&grid);
    crop_frame(board);
}

static void mirror(struct board *board)
{
    for (int row = 0; row < board->rows; row++) {
        for (int column = 0; column < board->columns / 2; column++) {
            unsigned char *cells = board->cells[row], kept = cells[column];
            cells[column] = cells[board->columns - 1 - column];
            cells[board->columns - 1 - column] = kept;
        }
    }
    for (size_t i = 0; i < board->count; i++) {
        board->steps[i].column = board->columns - 1 - board->steps[i].column;
        board->steps[i].across = -board->steps[i].across;
    }
}

static void transpose(struct board *board)
{
    struct board *old = malloc(sizeof *old);
    if (old == NULL)
        abort();
    *old = *board;
    memset(board->cells, 0, sizeof board->cells);
    board->rows = old->columns;
    board->columns = old->rows;
    for (int row = 0; row < old->rows; row++) {
        for (int column = 0; column < old->columns; column++)
            board->cells[column][row] = old->cells[row][column];
    }
    for (size_t i = 0; i < board->count; i++) {
        struct step was = old->steps[i];
        board->steps[i] = (struct step){was.column, was.row, was.piece, was.across, was.down};
    }
    free(old);
}

/* Rotates a tour so that it begins in the first cell, and reverses it if needed so that it first goes right. */
static void begin_tour(struct board *board)
{
    struct board *old = malloc(sizeof *old);
    size_t first = 0, count = board->count;
    if (old == NULL)
        abort();
    *old = *board;
    for (size_t i = 1; i < count; i++) {
        const struct step *step = &old->steps[i], *best = &old->steps[first];
        if (step->row < best->row || (step->row == best->row && step->column < best->column))
            first = i;
    }
    bool onward = count > 0 && old->steps[first].across == 1;
    for (size_t i = 0; i < count; i++) {
        struct step step = old->steps[(onward ? first + i : first + 2 * count - 1 - i) % count];
        if (!onward) {
            step.row += step.down;
            step.column += step.across;
            step.down = -step.down;
            step.across = -step.across;
        }
        board->steps[i] = step;
    }
    free(old);
}

static bool same_step(const struct board *a, const struct step *x, const struct step *y, int down, int across)
{
    bool placed = a->game->move_cell != NULL;
    return x->piece == y->piece && x->down == y->down && x->across == y->across &&
           (!placed || (x->row == y->row + down && x->column == y->column + across));
}

static double move_share(const struct board *a, const struct board *b, int down, int across)
{
    static unsigned table[MOST_MOVES + 1][MOST_MOVES + 1];
    size_t longer = a->count > b->count ? a->count : b->count;
    if (a->count == 0 || b->count == 0)
        return 1;
    for (unsigned i = 0; i <= a->count; i++) {
        for (unsigned j = 0; j <= b->count; j++) {
            unsigned best = i == 0 ? j : j == 0 ? i : i + j;
            if (i > 0 && j > 0) {
                unsigned other = !same_step(a, &a->steps[i - 1], &b->steps[j - 1], down, across);
                if (table[i - 1][j - 1] + other < best)
                    best = table[i - 1][j - 1] + other;
                if (table[i - 1][j] + 1 < best)
                    best = table[i - 1][j] + 1;
                if (table[i][j - 1] + 1 < best)
                    best = table[i][j - 1] + 1;
            }
            table[i][j] = best;
        }
    }
    return table[a->count][b->count] / (double)longer;
}

/* Returns the share of cells that differ if the second level lies `down` rows below and `across` columns to the
 * right of the first. */
static double cell_share(const struct board *a, const struct board *b, int down, int across)
{
    int rows = a->rows > b->rows ? a->rows : b->rows, all = 0, differ = 0;
    int columns = a->columns > b->columns ? a->columns : b->columns;
    int top = down < 0 ? down : 0, left = across < 0 ? across : 0;
    for (int row = top; row < top + rows; row++) {
        for (int column = left; column < left + columns; column++) {
            bool in_a = row >= 0 && row < a->rows && column >= 0 && column < a->columns;
            int r = row - down, c = column - across;
            bool in_b = r >= 0 && r < b->rows && c >= 0 && c < b->columns;
            bool corner = a->game->spaced && (row - top) % 2 != 0 && (column - left) % 2 != 0;
            all += !corner;
            if (!corner)
                differ += !in_a || !in_b || a->cells[row][column] != b->cells[r][c];
        }
    }
    return differ / (double)all;
}

static double least_share(const struct board *a, const struct board *b)
{
    double best = 1;
    int step = a->game->spaced ? 2 : 1;
    for (int down = -SIDE; down <= SIDE; down += step) {
        for (int across = -SIDE; across <= SIDE; across += step) {
            int low = b->rows < a->rows ? 0 : a->rows - b->rows;
            int left = b->columns < a->columns ? 0 : a->columns - b->columns;
            if (down < low || across < left || down > low + abs(a->rows - b->rows) ||
                across > left + abs(a->columns - b->columns))
                continue;
            double cells = cell_share(a, b, down, across), moves = move_share(a, b, down, across);
            best = cells < best ? cells : best;
            best = moves < best ? moves : best;
        }
    }
    return best;
}

double plain_distance(const struct solved_level *a, const struct solved_level *b)
{
    struct board *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    double best = 1;
    if (first == NULL || second == NULL)
        abort();
    lay(a, first);
    lay(b, second);
    unsigned symmetries = first->game->symmetries;
    for (unsigned n = 0; n < 8; n++) {
        /* all eight symmetries in turn; `known`: the game has this symmetry */
        bool known = symmetries == 8 || n == 0 || (symmetries == 2 && n == 1) ||
                     (symmetries == 4 && (n == 1 || n == 4 || n == 5));
        if (first->game->tours)
            begin_tour(first);
        if (known) {
            double share = least_share(first, second);
            best = share < best ? share : best;
        }
        if (n % 2 == 0)
            mirror(first);
        else
            transpose(first);
    }
    free(first);
    free(second);
    return best;
}
