/* The outline of a patch of cells; see brush.h.
 *
 * The outline is followed with the patch on the right.  Each loop contains the top edge of some cell, followed to
 * the right.  Loops are therefore found by looking for top edges that no loop has passed yet. */
#include "games/draw/brush.h"

#include <stdlib.h>

struct outline {
    const struct brush *brush;
    brush_patch *patch;
    const void *context;
    int columns, rows;
    double inset, radius;
    bool *passed; /* [columns * rows] whether the cell's top edge was passed */
};

/* A position on the outline: the edge on the left of a cell, looking in `direction`. */
struct border {
    int row, column;
    enum direction direction;
};

static bool is_in(const struct outline *outline, int row, int column)
{
    return row >= 0 && column >= 0 && row < outline->rows && column < outline->columns &&
           outline->patch(outline->context, row, column);
}

static enum direction right_of(enum direction direction)
{
    return (direction + 1) % DIRECTIONS;
}

static enum direction left_of(enum direction direction)
{
    return (direction + 3) % DIRECTIONS;
}

/* The edge after this one. */
static struct border next_edge(const struct outline *outline, struct border border)
{
    enum direction left = left_of(border.direction);
    struct border next = border;
    next.row += direction_down[border.direction];
    next.column += direction_across[border.direction];
    if (!is_in(outline, next.row, next.column))
        return (struct border){border.row, border.column, right_of(border.direction)};
    if (is_in(outline, next.row + direction_down[left], next.column + direction_across[left]))
        return (struct border){next.row + direction_down[left], next.column + direction_across[left], left};
    return next;
}

/* Draws the rounded corner between an edge and the next one. */
static void draw_corner(const struct outline *outline, struct border border, enum direction turned)
{
    enum direction ahead = border.direction, left = left_of(ahead);
    enum direction inward = right_of(ahead), inward_next = right_of(turned);
    double inset = outline->inset, r = outline->radius, k = r * 0.45;
    double x = border.column + 0.5 + 0.5 * (direction_across[ahead] + direction_across[left]) +
               inset * (direction_across[inward] + direction_across[inward_next]);
    double y = border.row + 0.5 + 0.5 * (direction_down[ahead] + direction_down[left]) +
               inset * (direction_down[inward] + direction_down[inward_next]);
    brush_line(outline->brush, x - r * direction_across[ahead], y - r * direction_down[ahead]);
    if (r > 0)
        brush_curve(outline->brush, x - k * direction_across[ahead], y - k * direction_down[ahead],
                    x + k * direction_across[turned], y + k * direction_down[turned], x + r * direction_across[turned],
                    y + r * direction_down[turned]);
}

static void draw_loop(const struct outline *outline, struct border start)
{
    struct border border = start;
    brush_move(outline->brush, start.column + 0.5, start.row + outline->inset);
    do {
        struct border next = next_edge(outline, border);
        if (next.direction != border.direction)
            draw_corner(outline, border, next.direction);
        if (next.direction == RIGHT)
            outline->passed[next.row * outline->columns + next.column] = true;
        border = next;
    } while (border.row != start.row || border.column != start.column || border.direction != start.direction);
    brush_close(outline->brush);
}

bool brush_cells(const struct brush *brush, brush_patch *patch, const void *context, int columns, int rows,
                 double inset, double radius)
{
    struct outline outline = {brush, patch, context, columns, rows, inset, radius, NULL};
    outline.passed = calloc((size_t)columns * (size_t)rows + 1, sizeof *outline.passed);
    if (outline.passed == NULL)
        return false;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            if (is_in(&outline, row, column) && !is_in(&outline, row - 1, column) &&
                !outline.passed[row * columns + column])
                draw_loop(&outline, (struct border){row, column, RIGHT});
        }
    }
    free(outline.passed);
    return true;
}
