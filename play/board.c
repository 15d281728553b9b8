/* Laying out and painting the current state of a level; see player.h. */
#include "play/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the look of cells: the game's glyphs, in two columns of text and a paint; bodies are lines along their links ---
 */

static void board_look(const struct board *board, int cell, struct cell_look *look)
{
    static const char *const joints[16] = {"╺", "╹", "╺", "┗", "╻", "┃", "┏", "┣",
                                           "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"};
    const struct terminal_look *terminal = board->face->terminal;
    unsigned char c = board->grid.cells[cell];
    unsigned number = 0;
    int piece = board->face->segment == NULL ? -1 : board->face->segment(board->puzzle, c, &number);
    bool trail = terminal->trail != NULL && strchr(terminal->trail, c) != NULL;
    bool head = trail ? c == (unsigned char)terminal->trail[1] : number == 0;
    *look = (struct cell_look){.paint = PAINT_PLAIN};
    if (trail || piece >= 0)
        look->paint = (enum paint)((int)(head ? PAINT_HEAD : PAINT_BODY) + (trail ? 0 : piece));
    if (!trail && piece < 0) {
        const struct glyph *glyph = terminal->glyphs;
        while (glyph->text != NULL && glyph->character != (char)c)
            glyph++;
        look->paint = glyph->paint;
        if (glyph->text != NULL)
            snprintf(look->text, sizeof look->text, "%s", screen_unicode() ? glyph->text : glyph->ascii);
        else
            snprintf(look->text, sizeof look->text, "%c ", c < 0x7f ? c : '?');
    } else if (head) { /* it has eyes; in ASCII, it is a letter */
        bool chosen = !trail && c == board->chosen;
        if (screen_unicode())
            snprintf(look->text, sizeof look->text, "%s", chosen ? "◉◉" : "••");
        else
            snprintf(look->text, sizeof look->text, "%c%c", trail ? '@' : c, chosen ? '!' : ':');
    } else {
        /* A part of a body.  Its lines meet in the left column; a line to the right continues in the right column. Bits
         * are directions. */
        unsigned links = board->links[cell] & 15u;
        bool right = (links & 1u << RIGHT) != 0;
        bool flat = (links & (1u << UP | 1u << DOWN)) == 0;
        bool steep = (links & (1u << LEFT | 1u << RIGHT)) == 0;
        if (screen_unicode())
            snprintf(look->text, sizeof look->text, "%s%s", joints[links], right ? "━" : " ");
        else
            snprintf(look->text, sizeof look->text, "%c%c", flat ? '-' : steep ? '|' : '+', right ? '-' : ' ');
    }
}

/* --- levels in their own colours ---
 *
 * A character cell shows two points, one above the other.
 *
 * The side of a level's cell has as many points as its sprite or, in a small window, fewer.  Each point is then the
 * mean of several points of the sprite. */

enum { LEAST_SIDE = 2 };

/* The visible part of an image, and its scale. */
struct window {
    int column, row, columns, rows; /* cells */
    int side;                       /* points per side of a cell */
};

/* Limits a line of cells to `most` of them: if it is too long, to the part around the focus. */
static void fit(int *first, int *count, int most, int focus)
{
    if (*count <= most || most < 1)
        return;
    int start = (focus < 0 ? *first + *count / 2 : focus) - most / 2;
    int last = *first + *count - most;
    *first = start < *first ? *first : start > last ? last : start;
    *count = most;
}

/* The mean of the image's points that one point of the window covers. */
static uint32_t mean(const struct point_image *image, const struct window *window, int x, int y)
{
    int side = image->side, part = window->side, width = image->columns * side;
    int left = (window->column * part + x) * side, top = (window->row * part + y) * side;
    uint32_t sum[3] = {0}, count = 0;
    for (int row = top / part; row <= (top + side - 1) / part; row++)
        for (int column = left / part; column <= (left + side - 1) / part; column++, count++)
            for (int i = 0; i < 3; i++)
                sum[i] += image->points[row * width + column] >> (16 - 8 * i) & 0xff;
    return (sum[0] / count) << 16 | (sum[1] / count) << 8 | sum[2] / count;
}

void board_paint_points(const struct point_image *image, int top, int bottom)
{
    int rows = bottom - top, width = screen_columns();
    /* The largest cells that make the whole view fit; otherwise the smallest cells, and a part of the view. */
    int height = 2 * rows;
    struct window window = {image->view_column, image->view_row, image->view_columns, image->view_rows, image->side};
    while (window.side > LEAST_SIDE && (window.side * window.columns > width || window.side * window.rows > height))
        window.side--;
    int columns = image->columns, focus = image->focus;
    fit(&window.column, &window.columns, width / window.side, focus < 0 ? -1 : focus % columns);
    fit(&window.row, &window.rows, height / window.side, focus < 0 ? -1 : focus / columns);
    int wide = window.columns * window.side, high = window.rows * window.side;
    int left = (width - wide) / 2;
    top += (rows - (high + 1) / 2) / 2;
    for (int y = 0; y < high; y += 2)
        for (int x = 0; x < wide; x++) {
            uint32_t lower = y + 1 < high ? mean(image, &window, x, y + 1) : NO_POINT;
            screen_points(top + y / 2, left + x, mean(image, &window, x, y), lower);
        }
}

/* --- board --- */

enum { CELL_WIDTH = 2 };

/* The cell of the board for a cell of the game's drawing. */
static int framed(const struct board *board, int cell)
{
    int columns = board->grid.columns - 2 * board->frame;
    return (cell / columns + board->frame) * board->grid.columns + cell % columns + board->frame;
}

bool board_take(struct board *board, const struct puzzle *puzzle, struct grid *grid, const int *body, size_t length)
{
    *board = (struct board){.face = face_of(puzzle->game), .puzzle = puzzle, .grid = *grid, .focus = -1};
    bool good = true;
    if (board->face->terminal->framed) { /* adds a wall around the drawing */
        struct grid wider;
        good = grid_with_frame(&board->grid, board->face->game->outside, &wider);
        if (good) {
            board->frame = 1;
            grid_free(&board->grid);
            board->grid = wider;
        }
    }
    if (good)
        board->links = calloc((size_t)grid_size(&board->grid), 1);
    if (board->links == NULL) {
        grid_free(&board->grid);
        return false;
    }
    for (size_t i = 1; i < length; i++) {
        int from = framed(board, body[i - 1]), to = framed(board, body[i]);
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            if (grid_beside(&board->grid, from, direction) == to) {
                board->links[from] |= (unsigned char)(1u << direction);
                board->links[to] |= (unsigned char)(1u << direction_opposite(direction));
            }
        }
    }
    if (length > 0)
        board->focus = framed(board, body[length - 1]);
    return true;
}

bool board_make(struct board *board, const struct puzzle *puzzle, const struct session *session,
                const uint64_t *between)
{
    struct grid grid;
    size_t length = session_trail(session, NULL, 0);
    int *body = length == SIZE_MAX ? NULL : calloc(length + 1, sizeof *body);
    bool good = body != NULL && session_trail(session, body, length) == length && session_draw(session, &grid);
    if (good && between != NULL)
        puzzle->game->language->draw_between(puzzle, between, &grid);
    good = good && board_take(board, puzzle, &grid, body, length);
    free(body);
    if (!good)
        return false;
    const struct terminal_look *look = board->face->terminal;
    board->chosen = session_symbol(session, session_hand(session));
    board->water = look->water != NULL && look->water(puzzle);
    /* Links bodies made of letters, whose parts are numbered from the head on. */
    for (int cell = 0; board->face->segment != NULL && cell < grid_size(&board->grid); cell++) {
        unsigned number, other_number;
        int piece = board->face->segment(puzzle, board->grid.cells[cell], &number);
        for (unsigned direction = 0; piece >= 0 && direction < DIRECTIONS; direction++) {
            int next = grid_beside(&board->grid, cell, direction);
            if (next >= 0 && board->face->segment(puzzle, board->grid.cells[next], &other_number) == piece &&
                (other_number == number + 1 || other_number + 1 == number))
                board->links[cell] |= (unsigned char)(1u << direction);
        }
    }
    /* Without a body, the focus is the cell of the player or of the chosen piece. */
    for (int cell = 0; length == 0 && board->focus < 0 && cell < grid_size(&board->grid); cell++) {
        unsigned char c = board->grid.cells[cell];
        if (look->players == NULL ? c == board->chosen : strchr(look->players, c) != NULL)
            board->focus = cell;
    }
    return true;
}

void board_free(struct board *board)
{
    grid_free(&board->grid);
    free(board->links);
}

/* The part of a board that fits into some rows and columns of cells. */
static struct window fit_board(const struct board *board, int rows, int columns)
{
    struct window window = {.columns = board->grid.columns, .rows = board->grid.rows};
    fit(&window.row, &window.rows, rows, board->focus < 0 ? -1 : board->focus / board->grid.columns);
    fit(&window.column, &window.columns, columns, board->focus < 0 ? -1 : board->focus % board->grid.columns);
    return window;
}

void board_paint(const struct board *board, int top, int bottom)
{
    const struct grid *grid = &board->grid;
    int rows = bottom - top - board->water, columns = screen_columns() / CELL_WIDTH;
    if ((grid->rows > rows || grid->columns > columns) && board->face->terminal->small && screen_has_points()) {
        /* Paints cells as points, two in each character cell.  If even these do not fit, paints the part around the
         * focus. */
        struct window window = fit_board(board, 2 * (bottom - top), screen_columns());
        top += (bottom - top - (window.rows + 1) / 2) / 2;
        for (int row = 0; row < window.rows; row += 2) {
            for (int column = 0; column < window.columns; column++) {
                struct cell_look upper, lower = {.paint = PAINT_PLAIN};
                int cell = (window.row + row) * grid->columns + window.column + column;
                board_look(board, cell, &upper);
                if (row + 1 < window.rows)
                    board_look(board, cell + grid->columns, &lower);
                screen_points_of(top + row / 2, (screen_columns() - window.columns) / 2 + column, upper.paint,
                                 lower.paint);
            }
        }
        return;
    }
    struct window window = fit_board(board, rows, columns);
    int left = (screen_columns() - window.columns * CELL_WIDTH) / 2;
    top += (rows - window.rows) / 2;
    for (int row = 0; row < window.rows; row++) {
        for (int column = 0; column < window.columns; column++) {
            struct cell_look look;
            board_look(board, (window.row + row) * grid->columns + window.column + column, &look);
            screen_put(top + row, left + column * CELL_WIDTH, look.paint, look.text);
        }
    }
    for (int column = 0; board->water && column < window.columns; column++)
        screen_put(top + window.rows, left + column * CELL_WIDTH, PAINT_WATER, screen_unicode() ? "≈≈" : "~~");
}
