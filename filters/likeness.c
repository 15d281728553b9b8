/* Likenesses of levels, their images and their comparison; see likeness.h. */
#include "filters/likeness.h"

#include "base/array.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- whether two levels are near each other ---
 *
 * Most pairs differ far more than required, so each comparison stops as soon as the answer is known.  It compares cells
 * eight at a time.  Before it computes an edit distance, it checks lower bounds from the lengths and the label counts.
 * It fills in only the band of the table that a small enough distance can pass through, and only until a whole row is
 * beyond the limit. */

/* The smallest number of items, out of `all`, that is not less than a share. */
static size_t least_of(double share, size_t all)
{
    return (size_t)ceil(share * (double)all - 1e-9);
}

/* The number of cells in a rectangle.  In a spaced game, walls lie between cells; the crossing of four cells is always
 * a wall and does not count. */
static size_t count_cells(const struct game *game, int rows, int columns)
{
    int all = rows * columns;
    return (size_t)(game->spaced ? all - rows / 2 * (columns / 2) : all);
}

/* The number of differing cells where two interiors overlap if the second lies so far down and across in the first. */
static size_t count_overlap_differing(const struct likeness *a, const struct likeness *b, int down, int across)
{
    size_t differ = 0;
    for (int row = 0; row < a->rows; row++) {
        for (int column = 0; column < a->columns; column++) {
            int r = row - down, c = column - across;
            if (r >= 0 && c >= 0 && r < b->rows && c < b->columns)
                differ += a->cells[row * a->columns + column] != b->cells[r * b->columns + c];
        }
    }
    return differ;
}

static bool moves_near(const struct likeness *a, const struct likeness *b, uint32_t offset, double least, unsigned *row)
{
    size_t longer = a->count > b->count ? a->count : b->count;
    size_t shorter = a->count + b->count - longer, wanted = least_of(least, longer);
    if (shorter == 0 || longer - shorter >= wanted)
        return false;
    /* A lower bound on the edit distance: one edit removes at most one surplus label of each sequence. */
    size_t more = 0, less = 0;
    for (int i = 0; offset == 0 && i < LIKENESS_BAGS; i++) {
        if (a->bags[i] > b->bags[i])
            more += (size_t)(a->bags[i] - b->bags[i]);
        else
            less += (size_t)(b->bags[i] - a->bags[i]);
    }
    if (more >= wanted || less >= wanted)
        return false;
    /* A table of edit distances, row by row, with entries capped at `wanted`. */
    size_t m = b->count;
    unsigned far = (unsigned)wanted;
    for (size_t j = 0; j <= m; j++)
        row[j] = j < wanted ? (unsigned)j : far;
    for (size_t i = 1; i <= a->count; i++) {
        size_t low = i >= wanted ? i - wanted + 1 : 1, high = i + wanted - 1 < m ? i + wanted - 1 : m;
        unsigned diagonal = row[low - 1];
        unsigned left = row[low - 1] = low == 1 && i < wanted ? (unsigned)i : far, best = left;
        for (size_t j = low; j <= high; j++) {
            unsigned cost = diagonal + (a->moves[i - 1] != b->moves[j - 1] + offset);
            diagonal = row[j];
            if (diagonal + 1 < cost)
                cost = diagonal + 1;
            if (left + 1 < cost)
                cost = left + 1;
            row[j] = left = cost < far ? cost : far;
            best = left < best ? left : best;
        }
        if (best >= far)
            return false;
    }
    return row[m] < far;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Bits of a label for its column. */
enum { LABEL_BITS = 10 };

/* Whether two interiors of different sizes are near, in any position in the smallest rectangle that holds both. */
static bool other_size_near(const struct likeness *a, const struct likeness *b, double least, unsigned *row)
{
    const struct game *game = a->game;
    int step = game->spaced ? 2 : 1, rows = smaller(a->rows, b->rows);
    int columns = smaller(a->columns, b->columns);
    int down = a->rows - b->rows, across = a->columns - b->columns;
    size_t all = count_cells(game, a->rows + b->rows - rows, a->columns + b->columns - columns);
    size_t outside = all - count_cells(game, rows, columns), wanted = least_of(least, all);
    for (int r = smaller(0, down); r <= (down > 0 ? down : 0); r += step) {
        for (int c = smaller(0, across); c <= (across > 0 ? across : 0); c += step) {
            /* The amount by which labels that name cells change when the level moves down and across. */
            uint32_t shifted = (((uint32_t)r << LABEL_BITS) + (uint32_t)c) << MOVE_WAY_BITS;
            uint32_t offset = b->placed ? shifted : 0;
            bool first = r == smaller(0, down) && c == smaller(0, across);
            if ((outside < wanted && outside + count_overlap_differing(a, b, r, c) < wanted) ||
                ((first || b->placed) && moves_near(a, b, offset, least, row)))
                return true;
        }
    }
    return false;
}

static bool is_near(const struct likeness *a, const struct likeness *b, double least, unsigned *row)
{
    if (a->columns != b->columns || a->rows != b->rows)
        return other_size_near(a, b, least, row);
    size_t cells = (size_t)a->columns * (size_t)a->rows, differ = 0;
    size_t wanted = least_of(least, count_cells(a->game, a->rows, a->columns));
    for (size_t i = 0; i < cells && differ < wanted; i += 8) {
        /* Compares eight cells at a time. */
        const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
        uint64_t x, y;
        memcpy(&x, a->cells + i, 8);
        memcpy(&y, b->cells + i, 8);
        x ^= y;
        x |= (x & low) + low; /* sets the high bit of every byte that is not 0 */
        differ += (unsigned)__builtin_popcountll(x & ~low);
    }
    return differ < wanted || moves_near(a, b, 0, least, row);
}

bool likeness_list_add(struct likeness_list *list, struct likeness *likeness)
{
    if (!ARRAY_RESERVE(list->items, list->count, list->capacity, 64))
        return false;
    if (likeness->count + 1 > list->row_capacity) {
        unsigned *row = realloc(list->row, 2 * (likeness->count + 1) * sizeof *row);
        if (row == NULL)
            return false;
        list->row = row;
        list->row_capacity = 2 * (likeness->count + 1);
    }
    list->items[list->count++] = *likeness;
    *likeness = (struct likeness){0};
    return true;
}

int likeness_list_has_near(struct likeness_list *list, const struct likeness *likeness, double least)
{
    bool near = false;
    unsigned images = least > 0 && list->count > 0 ? likeness->images : 0;
    for (unsigned s = 0; s < GRID_SYMMETRIES && !near; s++) {
        struct likeness turned;
        if ((images >> s & 1) == 0)
            continue;
        if (!likeness_turn(likeness, s, &turned))
            return -1;
        for (size_t i = list->count; i > 0 && !near; i--)
            near = is_near(&turned, &list->items[i - 1], least, list->row);
        likeness_free(&turned);
    }
    return near;
}

void likeness_list_free(struct likeness_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        likeness_free(&list->items[i]);
    free(list->items);
    free(list->row);
    *list = (struct likeness_list){0};
}

/* --- labels of moves --- */

/* The label of a piece named by its cell.  The cell may lie outside the interior. */
static uint32_t label_at(int row, int column, unsigned way)
{
    uint32_t down = (uint32_t)(row + GRID_MAX_SIDE), across = (uint32_t)(column + GRID_MAX_SIDE);
    return ((down << LABEL_BITS) + across) << MOVE_WAY_BITS | way;
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

/* The tour of an image.  It begins in the image's first open cell and goes right. */
static void turn_tour(const struct likeness *likeness, unsigned symmetry, uint32_t *turned)
{
    size_t count = likeness->count, first = 0;
    int cell = 0, least = likeness->columns * likeness->rows;
    while (likeness->cells[cell] != ' ') /* find the first open cell */
        cell++;
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

/* --- making likenesses --- */

static void count_bags(struct likeness *likeness)
{
    memset(likeness->bags, 0, sizeof likeness->bags);
    for (size_t i = 0; i < likeness->count; i++)
        likeness->bags[likeness->moves[i] * UINT32_C(0x9e3779b1) >> (32 - LIKENESS_BAG_BITS)]++;
}

/* Allocates cells and moves.  If memory runs out, returns false with nothing to free. */
static bool allocate(struct likeness *likeness)
{
    size_t cells = (size_t)likeness->columns * (size_t)likeness->rows;
    likeness->cells = calloc((cells + 7) / 8 * 8 + 8, 1); /* room to read whole groups of eight */
    likeness->moves = calloc(likeness->count + 1, sizeof *likeness->moves);
    if (likeness->cells != NULL && likeness->moves != NULL)
        return true;
    likeness_free(likeness);
    return false;
}

bool likeness_make(struct likeness *likeness, const struct puzzle *puzzle, const game_move *moves, size_t count)
{
    const struct game *game = puzzle->game;
    struct grid grid = {0}, whole = {0}, interior = {0};
    *likeness = (struct likeness){.game = game, .images = puzzle_images(puzzle), .count = moves == NULL ? 0 : count};
    if (!puzzle_draw_start(puzzle, &grid))
        return false;
    /* Copies the interior of the drawing, and the labels. */
    struct grid_box box = {0, 0, grid.rows, grid.columns};
    if (game->margin == MARGIN_SPACE)
        box = grid_extent(&grid, game->outside);
    unsigned char ring = grid.cells[box.top * grid.columns + box.left];
    bool good = grid_part(&grid, box, &whole) &&
                (ring == ' ' ? grid_copy(&interior, &whole) : grid_without_frame(&whole, ring, &interior));
    likeness->columns = interior.columns;
    likeness->rows = interior.rows;
    good = good && allocate(likeness);
    if (good)
        memcpy(likeness->cells, interior.cells, (size_t)grid_size(&interior));
    int top = box.top + (whole.rows - interior.rows) / 2, left = box.left + (whole.columns - interior.columns) / 2;
    for (size_t i = 0; good && i < likeness->count; i++) {
        likeness->moves[i] = moves[i];
        int cell = game->move_cell == NULL ? -1 : game->move_cell(puzzle, moves[i]);
        if (cell < 0)
            continue;
        likeness->placed = true;
        likeness->moves[i] = label_at(cell / grid.columns - top, cell % grid.columns - left, move_way(moves[i]));
    }
    if (good)
        count_bags(likeness);
    grid_free(&whole);
    grid_free(&interior);
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
    if (!allocate(turned))
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
