/* LongCat levels with a long solution; see winding.h.
 *
 * The path begins as one slide.  Then pieces of it are repeatedly replaced by longer ones, made of slides of random
 * lengths, as long as a cat can still follow the path: at each turn, the cell straight ahead is a wall or already
 * covered. */
#include "tests/winding.h"

#include <stdlib.h>
#include <string.h>

enum { FREE = -1, BORDER = -2, LONGEST_PIECE = 12, TRIES = 20000 };

struct winding {
    int columns, rows, stride, size;
    int *way, length; /* the cells of the path */
    int *when;        /* [size] the index of a cell on the path, or FREE or BORDER */
    int *new_way, *new_when;
    int *piece, piece_length;
    int from, to; /* indices on the path that the piece must connect */
};

static int *new_numbers(int count)
{
    int *numbers = calloc((size_t)count, sizeof *numbers);
    if (numbers == NULL)
        abort();
    return numbers;
}

static void note_when(const struct winding *winding, const int *way, int length, int *when)
{
    for (int cell = 0; cell < winding->size; cell++) {
        int row = cell / winding->stride, column = cell % winding->stride;
        bool inside = row > 0 && row <= winding->rows && column > 0 && column <= winding->columns;
        when[cell] = inside ? FREE : BORDER;
    }
    for (int n = 0; n < length; n++)
        when[way[n]] = n;
}

static struct winding begin(struct chance *chance, int columns, int rows)
{
    struct winding winding = {.columns = columns, .rows = rows, .stride = columns + 2};
    winding.size = winding.stride * (rows + 2);
    winding.way = new_numbers(winding.size);
    winding.when = new_numbers(winding.size);
    winding.new_way = new_numbers(winding.size);
    winding.new_when = new_numbers(winding.size);
    winding.piece = new_numbers(winding.size);
    int first = (1 + chance_below(chance, rows)) * winding.stride + 1 + chance_below(chance, columns - 3);
    for (; winding.length < 4; winding.length++)
        winding.way[winding.length] = first + winding.length;
    note_when(&winding, winding.way, winding.length, winding.when);
    return winding;
}

/* Returns whether a cell is free, or belongs to the part of the path to be replaced. */
static bool is_free(const struct winding *winding, int cell)
{
    int when = winding->when[cell];
    return when == FREE || (when > winding->from && when < winding->to);
}

static bool lays_already(const struct winding *winding, int cell)
{
    bool lays = false;
    for (int n = 0; n < winding->piece_length && !lays; n++)
        lays = winding->piece[n] == cell;
    return lays;
}

/* Adds a slide to the piece.  Returns false if something is in its way. */
static bool lay_slide(struct winding *winding, int *cell, int step, int length)
{
    for (int n = 0; n < length; n++) {
        *cell += step;
        if (*cell == winding->way[winding->to])
            return n == length - 1;
        if (!is_free(winding, *cell) || lays_already(winding, *cell))
            return false;
        winding->piece[winding->piece_length++] = *cell;
    }
    return true;
}

/* Draws a random piece of several slides.  The last two lead to its required end. */
static bool draw_piece(struct winding *winding, struct chance *chance)
{
    int cell = winding->way[winding->from], end = winding->way[winding->to];
    int slides = 2 + chance_below(chance, 5);
    bool across = chance_below(chance, 2) == 0;
    winding->piece_length = 0;
    for (int n = 0; n < slides; n++, across = !across) {
        int length = 1 + chance_below(chance, 3 * (1 + chance_below(chance, 3)));
        length = chance_below(chance, 2) == 0 ? length : -length;
        if (n >= slides - 2)
            length = across ? end % winding->stride - cell % winding->stride
                            : end / winding->stride - cell / winding->stride;
        int step = across ? 1 : winding->stride;
        if (length == 0 || !lay_slide(winding, &cell, length < 0 ? -step : step, abs(length)))
            return false;
        if (cell == end && n < slides - 1)
            return false;
    }
    return cell == end;
}

/* Returns whether a cat can follow a path. */
static bool is_way(const int *way, int length, const int *when)
{
    for (int n = 1; n + 1 < length; n++) {
        int step = way[n] - way[n - 1];
        if (way[n + 1] - way[n] != step && when[way[n] + step] > n)
            return false;
    }
    return true;
}

static void swap(int **one, int **other)
{
    int *kept = *one;
    *one = *other;
    *other = kept;
}

/* Tries to replace a random part of the path by a longer piece or, less often, by one of equal length.  Returns the
 * gain in length. */
static int lengthen(struct winding *winding, struct chance *chance)
{
    winding->from = chance_below(chance, winding->length - 1);
    winding->to = winding->from + 1 + chance_below(chance, LONGEST_PIECE);
    if (winding->to >= winding->length || !draw_piece(winding, chance))
        return 0;
    int replaced = winding->to - winding->from - 1;
    if (winding->piece_length < replaced || (winding->piece_length == replaced && chance_below(chance, 4) != 0))
        return 0;
    int head = winding->from + 1, tail = winding->length - winding->to, length = head + winding->piece_length + tail;
    memcpy(winding->new_way, winding->way, (size_t)head * sizeof(int));
    memcpy(winding->new_way + head, winding->piece, (size_t)winding->piece_length * sizeof(int));
    memcpy(winding->new_way + length - tail, winding->way + winding->to, (size_t)tail * sizeof(int));
    note_when(winding, winding->new_way, length, winding->new_when);
    if (!is_way(winding->new_way, length, winding->new_when))
        return 0;
    swap(&winding->way, &winding->new_way);
    swap(&winding->when, &winding->new_when);
    winding->length = length;
    return winding->piece_length - replaced;
}

struct grid winding_level(struct chance *chance, int columns, int rows, int percent)
{
    struct winding winding = begin(chance, columns, rows);
    struct grid grid;
    int tries = 0;
    while (winding.length * 100 < columns * rows * percent && tries < TRIES)
        tries = lengthen(&winding, chance) > 0 ? 0 : tries + 1;
    if (!grid_make(&grid, winding.stride, rows + 2, '#'))
        abort();
    for (int n = 0; n < winding.length; n++)
        grid.cells[winding.way[n]] = n == 0 ? 'C' : ' ';
    free(winding.way);
    free(winding.when);
    free(winding.new_way);
    free(winding.new_when);
    free(winding.piece);
    return grid;
}
