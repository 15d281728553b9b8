/* Snakebird: drawings of states, and the mirror symmetry of levels. */
#include "games/snakebird/snakebird.h"

#include <stdlib.h>

/* A picture: the grid, and the position of the text's first cell in it. */
struct picture {
    struct grid *grid;
    int top, left;
};

static void draw_cell(const struct snakebird *board, const struct picture *picture, snakebird_cell cell,
                      unsigned char c)
{
    int row, column;
    snakebird_place(board, cell, &row, &column);
    row += picture->top;
    column += picture->left;
    if (row >= 0 && column >= 0 && row < picture->grid->rows && column < picture->grid->columns)
        picture->grid->cells[row * picture->grid->columns + column] = c;
}

static void draw_pieces(const struct snakebird *board, const struct snakebird_state *state,
                        const struct picture *picture)
{
    draw_cell(board, picture, board->exit, '*');
    for (unsigned i = 0; i < 2 && board->portal[i] != 0; i++)
        draw_cell(board, picture, board->portal[i], '@');
    for (uint64_t rest = state->fruit; rest != 0; rest &= rest - 1)
        draw_cell(board, picture, board->fruit[__builtin_ctzll(rest)], '+');
    for (unsigned i = 0; i < board->blocks; i++) {
        for (unsigned k = 0; state->block[i] != 0 && k < board->block[i].count; k++)
            draw_cell(board, picture, state->block[i] + board->block[i].cells[k], board->block[i].symbol);
    }
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell cells[SNAKEBIRD_LONGEST];
        unsigned length = snakebird_segments(board, &state->bird[i], cells);
        for (unsigned k = 0; k < length; k++)
            draw_cell(board, picture, cells[k], snakebird_letter(board, i, k));
    }
}

/* Finds how many rows and columns the birds extend beyond the text: top, right, bottom, left. */
static void find_overhang(const struct snakebird *board, const struct snakebird_state *state, int *over)
{
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell cells[SNAKEBIRD_LONGEST];
        unsigned length = snakebird_segments(board, &state->bird[i], cells);
        for (unsigned k = 0; k < length; k++) {
            int row, column;
            snakebird_place(board, cells[k], &row, &column);
            over[UP] = -row > over[UP] ? -row : over[UP];
            over[LEFT] = -column > over[LEFT] ? -column : over[LEFT];
            int below = row - board->text.rows + 1, beyond = column - board->text.columns + 1;
            over[DOWN] = below > over[DOWN] ? below : over[DOWN];
            over[RIGHT] = beyond > over[RIGHT] ? beyond : over[RIGHT];
        }
    }
    for (unsigned d = 0; d < DIRECTIONS; d++)
        over[d] = over[d] > GRID_MAX_SIDE ? GRID_MAX_SIDE : over[d];
}

/* Draws a state.  The picture is larger than the text if a bird leans out over its sides. */
static bool draw_state(const struct snakebird *board, const struct snakebird_state *state, struct grid *grid)
{
    int over[DIRECTIONS] = {0};
    find_overhang(board, state, over);
    if (!grid_make(grid, board->text.columns + over[LEFT] + over[RIGHT], board->text.rows + over[UP] + over[DOWN], '-'))
        return false;
    for (int cell = 0; cell < grid_size(&board->text); cell++) {
        int row = cell / board->text.columns + over[UP];
        int column = cell % board->text.columns + over[LEFT];
        grid->cells[row * grid->columns + column] = board->text.cells[cell];
    }
    draw_pieces(board, state, &(struct picture){grid, over[UP], over[LEFT]});
    return true;
}

bool snakebird_draw(const struct puzzle *puzzle, const unsigned char *bytes, struct grid *grid)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    snakebird_unpack(board, bytes, &state);
    return draw_state(board, &state, grid);
}

/* --- blocks that look alike --- */

static bool block_has(const struct snakebird_block *block, snakebird_cell cell)
{
    for (unsigned k = 0; k < block->count; k++) {
        if (block->cells[k] == cell)
            return true;
    }
    return false;
}

/* The character for a block's cell, regardless of the block's symbol.  It encodes the sides on which the block
 * continues, without distinguishing left from right, so that it is its own mirror image.  It still separates blocks
 * that touch: reading from the left, a cell that continues to one side continues to the left exactly if the cell
 * before it continues to the right. */
static unsigned char joint(const struct snakebird *board, const struct snakebird_block *block, snakebird_cell cell)
{
    enum { FIRST_JOINT = 128 };
    int sides = block_has(block, cell + board->delta[LEFT]) + block_has(block, cell + board->delta[RIGHT]);
    return (unsigned char)(FIRST_JOINT + block_has(block, cell + board->delta[UP]) +
                           2 * block_has(block, cell + board->delta[DOWN]) + 4 * sides);
}

bool snakebird_draw_alike(const struct puzzle *puzzle, struct grid *grid)
{
    const struct snakebird *board = snakebird_board(puzzle);
    if (!draw_state(board, &board->start, grid))
        return false;
    for (unsigned i = 0; i < board->blocks; i++) {
        const struct snakebird_block *block = &board->block[i];
        for (unsigned k = 0; k < block->count; k++)
            draw_cell(board, &(struct picture){.grid = grid}, board->start.block[i] + block->cells[k],
                      joint(board, block, block->cells[k]));
    }
    return true;
}

/* --- the mirror --- */

static bool is_air(const struct grid *grid, int column)
{
    for (int row = 0; row < grid->rows; row++) {
        if (grid->cells[row * grid->columns + column] != '-')
            return false;
    }
    return true;
}

/* Columns of air at the sides are not part of a level, because air surrounds it.  The mirror is in the middle of
 * the remaining columns. */
bool snakebird_find_symmetries(struct snakebird *board)
{
    struct grid grid;
    if (!snakebird_draw_alike(&board->puzzle, &grid))
        return false;
    int first = 0, last = grid.columns - 1;
    while (first < last && is_air(&grid, first))
        first++;
    while (first < last && is_air(&grid, last))
        last--;
    bool mirrored = true;
    for (int cell = 0; cell < grid_size(&grid) && mirrored; cell++) {
        int row = cell / grid.columns, column = cell % grid.columns;
        mirrored = grid.cells[cell] == grid_at(&grid, row, first + last - column, '-');
    }
    grid_free(&grid);
    board->puzzle.symmetry_count = mirrored ? 2 : 1;
    board->puzzle.symmetries[1] = 1;
    return true;
}
