/* How different two levels are; see likeness.h.  Here are the likenesses and their images; likeness_near.c
 * compares them. */
#include "filters/likeness.h"

#include <stdlib.h>
#include <string.h>

/* Bits of a column in a label. */
enum { LABEL_BITS = 10 };

static size_t padded(size_t cells)
{
    return (cells + 7) / 8 * 8;
}

/* A part of a grid. */
struct window {
    int top, left, rows, columns;
};

static bool is_plain_row(const struct grid *grid, const struct window *window, int row,
                         unsigned char fill)
{
    for (int column = 0; column < window->columns; column++) {
        if (grid->cells[(window->top + row) * grid->columns + window->left + column] != fill)
            return false;
    }
    return true;
}

static bool is_plain_column(const struct grid *grid, const struct window *window, int column,
                            unsigned char fill)
{
    for (int row = 0; row < window->rows; row++) {
        if (grid->cells[(window->top + row) * grid->columns + window->left + column] != fill)
            return false;
    }
    return true;
}

/* Leaves out the outer rows and columns that consist of `fill` alone. */
static void trim(const struct grid *grid, unsigned char fill, struct window *window)
{
    while (window->rows > 1 && is_plain_row(grid, window, window->rows - 1, fill))
        window->rows--;
    while (window->rows > 1 && is_plain_row(grid, window, 0, fill)) {
        window->top++;
        window->rows--;
    }
    while (window->columns > 1 && is_plain_column(grid, window, window->columns - 1, fill))
        window->columns--;
    while (window->columns > 1 && is_plain_column(grid, window, 0, fill)) {
        window->left++;
        window->columns--;
    }
}

/* The field of a drawing. */
static struct window find_field(const struct game *game, const struct grid *grid)
{
    struct window window = {.rows = grid->rows, .columns = grid->columns};
    if (game->margin == MARGIN_SPACE)
        trim(grid, game->outside, &window);
    unsigned char ring = grid->cells[window.top * grid->columns + window.left];
    if (ring != ' ' && window.rows > 2 && window.columns > 2 &&
        is_plain_row(grid, &window, 0, ring) &&
        is_plain_row(grid, &window, window.rows - 1, ring) &&
        is_plain_column(grid, &window, 0, ring) &&
        is_plain_column(grid, &window, window.columns - 1, ring))
        window = (struct window){window.top + 1, window.left + 1, window.rows - 2,
                                 window.columns - 2};
    return window;
}

/* --- labels of moves --- */

/* The label of a piece that is a cell of the field, or of what is around it. */
static uint32_t label_at(int row, int column, unsigned way)
{
    uint32_t down = (uint32_t)(row + GRID_MAX_SIDE), across = (uint32_t)(column + GRID_MAX_SIDE);
    return ((down << LABEL_BITS) + across) << MOVE_WAY_BITS | way;
}

uint32_t likeness_shift(int down, int across)
{
    return (((uint32_t)down << LABEL_BITS) + (uint32_t)across) << MOVE_WAY_BITS;
}

static unsigned turned_way(unsigned symmetry, unsigned way)
{
    return way < DIRECTIONS ? symmetry_direction(symmetry, (enum direction)way) : way;
}

static uint32_t turn_label(const struct likeness *likeness, unsigned symmetry, uint32_t label)
{
    if (!likeness->placed)
        return move_turned(symmetry, label);
    uint32_t cell = label >> MOVE_WAY_BITS, mask = (1u << LABEL_BITS) - 1;
    int row = (int)(cell >> LABEL_BITS) - GRID_MAX_SIDE, column = (int)(cell & mask) - GRID_MAX_SIDE;
    if (symmetry & 1)
        column = likeness->columns - 1 - column;
    if (symmetry & 2)
        row = likeness->rows - 1 - row;
    unsigned way = turned_way(symmetry, move_way(label));
    return symmetry & 4 ? label_at(column, row, way) : label_at(row, column, way);
}

static int first_open(const struct likeness *likeness)
{
    int cell = 0;
    while (likeness->cells[cell] != ' ')
        cell++;
    return cell;
}

/* The tour of an image: it begins in the first open cell there, to the right. */
static void turn_tour(const struct likeness *likeness, unsigned symmetry, uint32_t *turned)
{
    size_t count = likeness->count, first = 0;
    int cell = first_open(likeness), least = likeness->columns * likeness->rows;
    for (size_t i = 0; i < count; i++) {
        int image = symmetry_cell(symmetry, likeness->columns, likeness->rows, cell);
        if (image < least) {
            least = image;
            first = i;
        }
        unsigned way = move_way(likeness->moves[i]);
        cell += direction_down[way] * likeness->columns + direction_across[way];
    }
    bool onward = turned_way(symmetry, move_way(likeness->moves[first])) == RIGHT;
    for (size_t i = 0; i < count; i++) {
        size_t n = onward ? (first + i) % count : (first + 2 * count - 1 - i) % count;
        unsigned way = turned_way(symmetry, move_way(likeness->moves[n]));
        turned[i] = move_make(0, onward ? way : direction_opposite((enum direction)way));
    }
}

/* --- likenesses --- */

static void count_bags(struct likeness *likeness)
{
    memset(likeness->bags, 0, sizeof likeness->bags);
    for (size_t i = 0; i < likeness->count; i++)
        likeness->bags[likeness->moves[i] * UINT32_C(0x9e3779b1) >> (32 - LIKENESS_BAG_BITS)]++;
}

/* Memory for cells and moves.  False: there is none, and nothing to free. */
static bool make_room(struct likeness *likeness)
{
    size_t cells = (size_t)likeness->columns * (size_t)likeness->rows;
    likeness->cells = calloc(padded(cells) + 8, 1);
    likeness->moves = calloc(likeness->count + 1, sizeof *likeness->moves);
    if (likeness->cells != NULL && likeness->moves != NULL)
        return true;
    likeness_free(likeness);
    return false;
}

/* Takes the field of a drawing, and the labels. */
static bool take(struct likeness *likeness, const struct puzzle *puzzle, const struct grid *grid,
                 const game_move *moves)
{
    struct window field = find_field(puzzle->game, grid);
    likeness->columns = field.columns;
    likeness->rows = field.rows;
    if (!make_room(likeness))
        return false;
    for (int row = 0; row < field.rows; row++)
        memcpy(likeness->cells + row * field.columns,
               grid->cells + (field.top + row) * grid->columns + field.left,
               (size_t)field.columns);
    for (size_t i = 0; i < likeness->count; i++) {
        likeness->moves[i] = moves[i];
        int cell = puzzle->game->move_cell == NULL ? -1 : puzzle->game->move_cell(puzzle, moves[i]);
        if (cell < 0)
            continue;
        likeness->placed = true;
        likeness->moves[i] = label_at(cell / grid->columns - field.top,
                                      cell % grid->columns - field.left, move_way(moves[i]));
    }
    count_bags(likeness);
    return true;
}

bool likeness_make(struct likeness *likeness, const struct puzzle *puzzle, const game_move *moves,
                   size_t count)
{
    const struct game *game = puzzle->game;
    struct grid grid = {0};
    unsigned char *start = malloc(puzzle->state_bytes);
    *likeness = (struct likeness){.game = game, .images = puzzle_images(puzzle), .count = moves == NULL ? 0 : count};
    bool good = start != NULL;
    if (good)
        puzzle->rules->start(puzzle, start);
    good = good && game->draw(puzzle, start, &grid) && take(likeness, puzzle, &grid, moves);
    free(start);
    grid_free(&grid);
    return good;
}

bool likeness_turn(const struct likeness *likeness, unsigned symmetry, struct likeness *turned)
{
    *turned = *likeness;
    if (symmetry & 4) {
        turned->columns = likeness->rows;
        turned->rows = likeness->columns;
    }
    if (!make_room(turned))
        return false;
    struct grid field = {likeness->columns, likeness->rows, likeness->cells};
    grid_transform(&field, symmetry, turned->cells);
    if (likeness->game->tours && likeness->count > 0)
        turn_tour(likeness, symmetry, turned->moves);
    else
        for (size_t i = 0; i < likeness->count; i++)
            turned->moves[i] = turn_label(likeness, symmetry, likeness->moves[i]);
    count_bags(turned);
    return true;
}

void likeness_free(struct likeness *likeness)
{
    free(likeness->cells);
    free(likeness->moves);
    *likeness = (struct likeness){0};
}
