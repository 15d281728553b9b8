/* LongCat boards in the making, and walks that make them; see longcat_field.h. */
#include "gen/longcat_field.h"

#include <stdlib.h>
#include <string.h>

static size_t size_of(const struct field *field)
{
    return (size_t)field->columns * (size_t)field->rows;
}

bool field_make(struct field *field, int columns, int rows)
{
    *field = (struct field){.columns = columns, .rows = rows};
    field->open = calloc(size_of(field), 1);
    return field->open != NULL;
}

void field_free(struct field *field)
{
    free(field->open);
    field->open = NULL;
}

void field_copy(struct field *to, const struct field *from)
{
    to->cat = from->cat;
    memcpy(to->open, from->open, size_of(from));
}

unsigned field_walls(const struct field *field)
{
    unsigned open = 0;
    for (size_t cell = 0; cell < size_of(field); cell++)
        open += field->open[cell];
    return (unsigned)size_of(field) - open;
}

unsigned field_distance(const struct field *a, const struct field *b)
{
    unsigned distance = 0;
    for (size_t cell = 0; cell < size_of(a); cell++)
        distance += a->open[cell] ^ b->open[cell];
    return distance;
}

bool field_fills_size(const struct field *field)
{
    unsigned top = 0, bottom = 0, left = 0, right = 0;
    const unsigned char *last_row = field->open + (field->rows - 1) * field->columns;
    for (int column = 0; column < field->columns; column++) {
        top |= field->open[column];
        bottom |= last_row[column];
    }
    for (int row = 0; row < field->rows; row++) {
        left |= field->open[row * field->columns];
        right |= field->open[(row + 1) * field->columns - 1];
    }
    return top & bottom & left & right;
}

bool field_to_grid(const struct field *field, struct grid *grid)
{
    if (!grid_make(grid, field->columns + 2, field->rows + 2, '#'))
        return false;
    for (int cell = 0; cell < (int)size_of(field); cell++) {
        int row = cell / field->columns + 1, column = cell % field->columns + 1;
        unsigned char c = cell == field->cat ? 'C' : field->open[cell] ? ' ' : '#';
        grid->cells[row * grid->columns + column] = c;
    }
    return true;
}

/* The cell `distance` steps that way, or -1 where that is outside. */
static int cell_at(const struct field *field, int cell, int direction, int distance)
{
    int row = cell / field->columns, column = cell % field->columns;
    switch (direction) {
    case UP:
        row -= distance;
        break;
    case RIGHT:
        column += distance;
        break;
    case DOWN:
        row += distance;
        break;
    default:
        column -= distance;
    }
    bool inside = row >= 0 && column >= 0 && row < field->rows && column < field->columns;
    return inside ? row * field->columns + column : -1;
}

/* How far the head can go. */
static int reach(const struct walk *walk, int direction)
{
    int distance = 0, next;
    while ((next = cell_at(walk->field, walk->head, direction, distance + 1)) >= 0 &&
           walk->state[next] == WALK_UNKNOWN)
        distance++;
    return distance;
}

/* Covers cells; where the cat would go on, a wall stops it. */
static void slide(struct walk *walk, int direction, int distance)
{
    for (int i = 0; i < distance; i++) {
        walk->head = cell_at(walk->field, walk->head, direction, 1);
        walk->state[walk->head] = WALK_COVERED;
    }
    int beyond = cell_at(walk->field, walk->head, direction, 1);
    if (beyond >= 0 && walk->state[beyond] == WALK_UNKNOWN)
        walk->state[beyond] = WALK_WALL;
    walk->last = direction;
}

static void walk_on(struct walk *walk, unsigned early, struct rng *rng)
{
    for (;;) {
        int directions[DIRECTIONS], distances[DIRECTIONS];
        unsigned ways = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            bool turns = walk->last < 0 || (d ^ walk->last) & 1;
            int distance = turns ? reach(walk, d) : 0;
            if (distance > 0) {
                directions[ways] = d;
                distances[ways++] = distance;
            }
        }
        if (ways == 0)
            break;
        unsigned way = ways == 1 ? 0 : rng_below(rng, ways);
        int distance = distances[way];
        if (distance > 1 && rng_below(rng, 100) < early)
            distance = 1 + (int)rng_below(rng, (uint32_t)distance - 1);
        slide(walk, directions[way], distance);
    }
    for (size_t cell = 0; cell < size_of(walk->field); cell++)
        walk->field->open[cell] = walk->state[cell] == WALK_COVERED;
}

static void walk_begin(struct walk *walk, struct field *field, unsigned char *state)
{
    *walk = (struct walk){.field = field, .state = state, .head = field->cat, .last = -1};
    memset(state, WALK_UNKNOWN, size_of(field));
    state[field->cat] = WALK_COVERED;
}

void walk_new(struct field *field, unsigned char *state, unsigned early, struct rng *rng)
{
    struct walk walk;
    field->cat = (int)rng_below(rng, (uint32_t)size_of(field));
    walk_begin(&walk, field, state);
    walk_on(&walk, early, rng);
}

void walk_again(struct field *field, unsigned char *state, const unsigned char *path,
                unsigned length, unsigned early, struct rng *rng)
{
    struct walk walk;
    walk_begin(&walk, field, state);
    for (unsigned n = 0; n < length; n++) {
        /* The slide as it was: up to the wall, the edge or the body. */
        int distance = 0, next;
        while ((next = cell_at(field, walk.head, path[n], distance + 1)) >= 0 &&
               field->open[next] && state[next] == WALK_UNKNOWN)
            distance++;
        slide(&walk, path[n], distance);
    }
    walk_on(&walk, early, rng);
}
