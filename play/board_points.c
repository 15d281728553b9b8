/* Levels in their own colours: two points above each other are half a block each, in one column of one row.
 *
 * A cell takes five columns or, where the window is small, fewer: then points are means of the sprites'. */
#include "play/board.h"

#include <stdlib.h>

enum { LEAST_SIDE = 2 };

/* What part of an image is seen, and how large. */
struct window {
    int column, row, columns, rows; /* cells */
    int side;                       /* points of a cell */
};

/* How many of `room` points a row of cells takes; where it is too long, the part around the focus is shown. */
static void fit(int *first, int *count, int side, int room, int focus)
{
    int most = room / side;
    if (*count <= most || most < 1)
        return;
    int start = (focus < 0 ? *first + *count / 2 : focus) - most / 2;
    int last = *first + *count - most;
    *first = start < *first ? *first : start > last ? last : start;
    *count = most;
}

/* The largest cells with which the view fits; else the smallest, and a part of it. */
static struct window choose_window(const struct point_image *image, int width, int height)
{
    struct window window = {image->view_column, image->view_row, image->view_columns,
                            image->view_rows, image->side};
    while (window.side > LEAST_SIDE &&
           (window.side * window.columns > width || window.side * window.rows > height))
        window.side--;
    int columns = image->columns, focus = image->focus;
    fit(&window.column, &window.columns, window.side, width, focus < 0 ? -1 : focus % columns);
    fit(&window.row, &window.rows, window.side, height, focus < 0 ? -1 : focus / columns);
    return window;
}

/* The mean of the image's points that a point of the window stands for. */
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
    struct window window = choose_window(image, width, 2 * rows);
    int wide = window.columns * window.side, high = window.rows * window.side;
    int left = (width - wide) / 2;
    top += (rows - (high + 1) / 2) / 2;
    for (int y = 0; y < high; y += 2)
        for (int x = 0; x < wide; x++) {
            uint32_t upper = mean(image, &window, x, y);
            if (y + 1 < high)
                screen_points(top + y / 2, left + x, upper, mean(image, &window, x, y + 1));
            else
                screen_point(top + y / 2, left + x, upper);
        }
}
