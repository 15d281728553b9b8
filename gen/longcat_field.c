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

/* How many cells lie that way of the head, up to the edge, and what one step adds to a cell. */
static int room(const struct walk *walk, int direction, int *step)
{
    const struct field *field = walk->field;
    switch (direction) {
    case UP:
        *step = -field->columns;
        return walk->row;
    case RIGHT:
        *step = 1;
        return field->columns - 1 - walk->column;
    case DOWN:
        *step = field->columns;
        return field->rows - 1 - walk->row;
    default:
        *step = -1;
        return walk->column;
    }
}

/* How far the head can go. */
static int reach(const struct walk *walk, int direction)
{
    int step, most = room(walk, direction, &step), distance = 0;
    const unsigned char *state = walk->state + walk->row * walk->field->columns + walk->column;
    while (distance < most && state[(distance + 1) * step] == WALK_UNKNOWN)
        distance++;
    return distance;
}

/* Covers cells; where the cat would go on, a wall stops it. */
static void slide(struct walk *walk, int direction, int distance)
{
    int step, most = room(walk, direction, &step);
    unsigned char *state = walk->state + walk->row * walk->field->columns + walk->column;
    for (int i = 0; i < distance; i++) {
        state += step;
        *state = WALK_COVERED;
    }
    if (distance < most && state[step] == WALK_UNKNOWN)
        state[step] = WALK_WALL;
    int head = (int)(state - walk->state);
    walk->row = head / walk->field->columns;
    walk->column = head % walk->field->columns;
    walk->last = direction;
    walk->path[walk->length++] = (unsigned char)direction;
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

static void walk_begin(struct walk *walk, struct field *field, unsigned char *state,
                       unsigned char *path)
{
    *walk = (struct walk){.field = field,
                          .state = state,
                          .row = field->cat / field->columns,
                          .column = field->cat % field->columns,
                          .last = -1,
                          .path = path};
    memset(state, WALK_UNKNOWN, size_of(field));
    state[field->cat] = WALK_COVERED;
}

unsigned walk_new(struct field *field, unsigned char *state, unsigned early, struct rng *rng,
                  unsigned char *path)
{
    struct walk walk;
    field->cat = (int)rng_below(rng, (uint32_t)size_of(field));
    walk_begin(&walk, field, state, path);
    walk_on(&walk, early, rng);
    return walk.length;
}

unsigned walk_again(struct field *field, unsigned char *state, const unsigned char *old_path,
                    unsigned length, unsigned early, struct rng *rng, unsigned char *path)
{
    struct walk walk;
    walk_begin(&walk, field, state, path);
    for (unsigned n = 0; n < length; n++) {
        /* The slide as it was: up to the wall, the edge or the body. */
        int step, most = room(&walk, old_path[n], &step), distance = 0;
        int cell = walk.row * field->columns + walk.column + step;
        for (; distance < most && field->open[cell] && state[cell] == WALK_UNKNOWN; cell += step)
            distance++;
        slide(&walk, old_path[n], distance);
    }
    walk_on(&walk, early, rng);
    return walk.length;
}
