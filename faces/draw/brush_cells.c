/* The outline of a patch of cells; see brush.h.
 *
 * The outline is walked along with the patch on the right hand.  Each loop has an edge on top of a
 * cell that is walked to the right, so loops are found by looking for such edges that no loop has
 * passed yet. */
#include "faces/draw/brush.h"

#include <stdlib.h>

static const int down[DIRECTIONS] = {-1, 0, 1, 0}, across[DIRECTIONS] = {0, 1, 0, -1};

struct outline {
    const struct brush *brush;
    brush_patch *patch;
    const void *context;
    int columns, rows;
    double inset, radius;
    bool *passed; /* [columns * rows] the edge on top of a cell */
};

/* Where the walk is: along the left side of a cell, as seen when going in the direction. */
struct walk {
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

/* The edge behind this one. */
static struct walk next_edge(const struct outline *outline, struct walk walk)
{
    enum direction left = left_of(walk.direction);
    struct walk next = walk;
    next.row += down[walk.direction];
    next.column += across[walk.direction];
    if (!is_in(outline, next.row, next.column))
        return (struct walk){walk.row, walk.column, right_of(walk.direction)};
    if (is_in(outline, next.row + down[left], next.column + across[left]))
        return (struct walk){next.row + down[left], next.column + across[left], left};
    return next;
}

/* The rounded corner between an edge and the next one. */
static void draw_corner(const struct outline *outline, struct walk walk, enum direction turned)
{
    enum direction ahead = walk.direction, left = left_of(ahead);
    enum direction inward = right_of(ahead), inward_next = right_of(turned);
    double inset = outline->inset, r = outline->radius, k = r * 0.45;
    double x = walk.column + 0.5 + 0.5 * (across[ahead] + across[left]) +
               inset * (across[inward] + across[inward_next]);
    double y = walk.row + 0.5 + 0.5 * (down[ahead] + down[left]) +
               inset * (down[inward] + down[inward_next]);
    brush_line(outline->brush, x - r * across[ahead], y - r * down[ahead]);
    if (r > 0)
        brush_curve(outline->brush, x - k * across[ahead], y - k * down[ahead],
                    x + k * across[turned], y + k * down[turned], x + r * across[turned],
                    y + r * down[turned]);
}

static void draw_loop(const struct outline *outline, struct walk start)
{
    struct walk walk = start;
    brush_move(outline->brush, start.column + 0.5, start.row + outline->inset);
    do {
        struct walk next = next_edge(outline, walk);
        if (next.direction != walk.direction)
            draw_corner(outline, walk, next.direction);
        if (next.direction == RIGHT)
            outline->passed[next.row * outline->columns + next.column] = true;
        walk = next;
    } while (walk.row != start.row || walk.column != start.column ||
             walk.direction != start.direction);
    brush_close(outline->brush);
}

bool brush_cells(const struct brush *brush, brush_patch *patch, const void *context, int columns,
                 int rows, double inset, double radius)
{
    struct outline outline = {brush, patch, context, columns, rows, inset, radius, NULL};
    outline.passed = calloc((size_t)columns * (size_t)rows + 1, sizeof *outline.passed);
    if (outline.passed == NULL)
        return false;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            if (is_in(&outline, row, column) && !is_in(&outline, row - 1, column) &&
                !outline.passed[row * columns + column])
                draw_loop(&outline, (struct walk){row, column, RIGHT});
        }
    }
    free(outline.passed);
    return true;
}
