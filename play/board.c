/* A moment of a level, laid out and painted; see board.h. */
#include "play/board.h"

#include <stdlib.h>
#include <string.h>

enum { CELL_WIDTH = 2 };

/* A wall around what is drawn without. */
static bool add_frame(struct board *board)
{
    struct grid framed;
    if (!grid_with_frame(&board->grid, board->face->game->outside, &framed))
        return false;
    board->frame = 1;
    grid_free(&board->grid);
    board->grid = framed;
    return true;
}

/* The cell of the board that is this cell of the game's drawing. */
static int framed(const struct board *board, int cell)
{
    int columns = board->grid.columns - 2 * board->frame;
    return (cell / columns + board->frame) * board->grid.columns + cell % columns + board->frame;
}

static void link_body(struct board *board, const int *body, size_t length)
{
    for (size_t i = 1; i < length; i++) {
        int from = framed(board, body[i - 1]), to = framed(board, body[i]);
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            if (grid_beside(&board->grid, from, direction) == to) {
                board->links[from] |= (unsigned char)(1u << direction);
                board->links[to] |= (unsigned char)(1u << direction_opposite(direction));
            }
        }
    }
}

/* Links bodies of letters, which follow each other from the head on. */
static void link_segments(struct board *board)
{
    const struct grid *grid = &board->grid;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned number, other_number;
        int piece = board->face->segment(board->puzzle, grid->cells[cell], &number);
        for (unsigned direction = 0; piece >= 0 && direction < DIRECTIONS; direction++) {
            int next = grid_beside(grid, cell, direction);
            if (next >= 0 &&
                board->face->segment(board->puzzle, grid->cells[next], &other_number) == piece &&
                (other_number == number + 1 || other_number + 1 == number))
                board->links[cell] |= (unsigned char)(1u << direction);
        }
    }
}

bool board_take(struct board *board, const struct puzzle *puzzle, struct grid *grid,
                const int *body, size_t length)
{
    *board = (struct board){
        .face = face_of(puzzle->game), .puzzle = puzzle, .grid = *grid, .focus = -1};
    bool good = !board->face->terminal->framed || add_frame(board);
    if (good)
        board->links = calloc((size_t)grid_size(&board->grid), 1);
    if (board->links == NULL) {
        grid_free(&board->grid);
        return false;
    }
    link_body(board, body, length);
    if (length > 0)
        board->focus = framed(board, body[length - 1]);
    return true;
}

/* The player's or the chosen piece's cell, or -1. */
static int find_focus(const struct board *board)
{
    const char *players = board->face->terminal->players;
    for (int cell = 0; cell < grid_size(&board->grid); cell++) {
        unsigned char c = board->grid.cells[cell];
        if (players == NULL ? c == board->chosen : strchr(players, c) != NULL)
            return cell;
    }
    return -1;
}

bool board_make(struct board *board, const struct puzzle *puzzle, const struct session *session)
{
    struct grid grid;
    size_t length = session_trail(session, NULL, 0);
    int *body = length == SIZE_MAX ? NULL : calloc(length + 1, sizeof *body);
    bool good = body != NULL && session_trail(session, body, length) == length &&
                session_draw(session, &grid);
    good = good && board_take(board, puzzle, &grid, body, length);
    free(body);
    if (!good)
        return false;
    const struct terminal_look *look = board->face->terminal;
    board->chosen = session_symbol(session, session_hand(session));
    board->water = look->water != NULL && look->water(puzzle);
    if (board->face->segment != NULL)
        link_segments(board);
    if (length == 0)
        board->focus = find_focus(board);
    return true;
}

void board_free(struct board *board)
{
    grid_free(&board->grid);
    free(board->links);
}

/* Where the part that is seen begins, of `size` cells of which `room` can be seen, so that
 * `focus` is in its middle as far as possible. */
static int scroll(int size, int room, int focus)
{
    if (size <= room)
        return 0;
    int first = (focus < 0 ? size / 2 : focus) - room / 2;
    return first < 0 ? 0 : first > size - room ? size - room : first;
}

void board_paint(const struct board *board, int top, int bottom)
{
    const struct grid *grid = &board->grid;
    int rows = bottom - top - board->water, columns = screen_columns() / CELL_WIDTH;
    int first_row = scroll(grid->rows, rows, board->focus < 0 ? -1 : board->focus / grid->columns);
    int first = scroll(grid->columns, columns,
                       board->focus < 0 ? -1 : board->focus % grid->columns);
    int seen = grid->columns < columns ? grid->columns : columns;
    int last_row = grid->rows - first_row < rows ? grid->rows : first_row + rows;
    int left = (screen_columns() - seen * CELL_WIDTH) / 2;
    top += (rows - (last_row - first_row)) / 2;
    for (int row = first_row; row < last_row; row++) {
        for (int column = first; column < first + seen; column++) {
            struct cell_look look;
            board_look(board, row * grid->columns + column, &look);
            screen_put(top + row - first_row, left + (column - first) * CELL_WIDTH, look.paint,
                       look.text);
        }
    }
    for (int column = 0; board->water && column < seen; column++)
        screen_put(top + last_row - first_row, left + column * CELL_WIDTH, PAINT_WATER,
                   screen_unicode() ? "≈≈" : "~~");
}
