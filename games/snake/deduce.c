/* Plain deduction about tours; see deduce.h. */
#include "games/snake/deduce.h"

#include "games/trail.h"

#include <stdlib.h>
#include <string.h>

bool deduction_make(struct deduction *deduction, const struct snake *arena)
{
    size_t cells = arena->cells;
    size_t size = cells * (2 * sizeof(unsigned) + DIRECTIONS + 2 + sizeof(bool));
    *deduction = (struct deduction){.arena = arena, .memory = calloc(1, size), .size = size};
    if (deduction->memory == NULL)
        return false;
    deduction->far = deduction->memory;
    deduction->queue = deduction->far + cells;
    deduction->side = (unsigned char *)(deduction->queue + cells);
    deduction->needed = deduction->side + cells * DIRECTIONS;
    deduction->open = deduction->needed + cells;
    deduction->queued = (bool *)(deduction->open + cells);
    return true;
}

void deduction_free(struct deduction *deduction)
{
    free(deduction->memory);
    deduction->memory = NULL;
}

void deduction_copy(struct deduction *to, const struct deduction *from)
{
    memcpy(to->memory, from->memory, from->size);
    to->left = from->left;
    to->waiting = from->waiting;
}

static void look_at(struct deduction *deduction, unsigned cell)
{
    if (!deduction->queued[cell])
        deduction->queue[deduction->waiting++] = cell;
    deduction->queued[cell] = true;
}

static unsigned neighbour(const struct deduction *deduction, unsigned cell, unsigned direction)
{
    return (unsigned)deduction->arena->next[cell * DIRECTIONS + direction];
}

static void mark(struct deduction *deduction, unsigned cell, unsigned direction, enum side side)
{
    deduction->side[cell * DIRECTIONS + direction] = (unsigned char)side;
    deduction->open[cell]--;
    look_at(deduction, cell);
}

/* Settles an open side.  Returns false if that is impossible. */
static bool set(struct deduction *deduction, unsigned cell, unsigned direction, enum side side)
{
    unsigned other = neighbour(deduction, cell, direction);
    mark(deduction, cell, direction, side);
    mark(deduction, other, direction_opposite((enum direction)direction), side);
    if (side == SIDE_UNUSED)
        return true;
    /* Joins the stretches of the two cells, unless one of the cells already has its two sides.  A stretch may close to
     * a loop only if the loop leaves out no cell. */
    unsigned *far = deduction->far;
    if (deduction->needed[cell] == 0 || deduction->needed[other] == 0)
        return false;
    deduction->needed[cell]--;
    deduction->needed[other]--;
    deduction->left--;
    if (far[cell] == other)
        return deduction->left == 0;
    unsigned first = far[cell], last = far[other];
    far[first] = last;
    far[last] = first;
    look_at(deduction, first);
    look_at(deduction, last);
    return true;
}

static bool propagate(struct deduction *deduction)
{
    while (deduction->waiting > 0) {
        unsigned cell = deduction->queue[--deduction->waiting];
        deduction->queued[cell] = false;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (deduction->side[cell * DIRECTIONS + d] != SIDE_OPEN)
                continue;
            /* How the three rules decide the side. */
            unsigned needed = deduction->needed[cell];
            bool closes = deduction->far[cell] == neighbour(deduction, cell, d) && deduction->left > 1;
            enum side side = needed == 0                       ? SIDE_UNUSED
                             : needed == deduction->open[cell] ? SIDE_USED
                             : closes                          ? SIDE_UNUSED
                                                               : SIDE_OPEN;
            if (side != SIDE_OPEN && !set(deduction, cell, d, side))
                return false;
        }
        if (deduction->open[cell] < deduction->needed[cell])
            return false;
    }
    return true;
}

bool deduction_begin(struct deduction *deduction, const unsigned char *state)
{
    const struct snake *arena = deduction->arena;
    unsigned head = trail_head(state, arena->cells);
    deduction->waiting = deduction->left = 0;
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        bool passed = cell != head && trail_covers(state, cell);
        deduction->far[cell] = cell;
        deduction->needed[cell] = passed ? 0 : 2;
        deduction->queued[cell] = false;
        deduction->left += !passed;
    }
    if (head != 0) { /* the walk so far is a stretch, too */
        deduction->far[head] = 0;
        deduction->far[0] = head;
        deduction->needed[head] = deduction->needed[0] = 1;
        deduction->left--;
    }
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        deduction->open[cell] = 0;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            int other = arena->next[cell * DIRECTIONS + d];
            bool open = other >= 0 && deduction->needed[cell] > 0 && deduction->needed[other] > 0;
            deduction->side[cell * DIRECTIONS + d] = open ? SIDE_OPEN : SIDE_UNUSED;
            deduction->open[cell] = (unsigned char)(deduction->open[cell] + open);
        }
        look_at(deduction, cell);
    }
    return propagate(deduction);
}

bool deduction_set_side(struct deduction *deduction, unsigned cell, enum direction direction, enum side side)
{
    enum side known = (enum side)deduction->side[cell * DIRECTIONS + direction];
    if (known != SIDE_OPEN)
        return known == side;
    return set(deduction, cell, direction, side) && propagate(deduction);
}

bool deduction_connected(struct deduction *deduction)
{
    unsigned cells = deduction->arena->cells, ahead = 0, found = 0;
    for (unsigned cell = 0; cell < cells; cell++) {
        /* A passed cell has no side that may be used. */
        bool open = false;
        for (unsigned d = 0; d < DIRECTIONS; d++)
            open |= deduction->side[cell * DIRECTIONS + d] != SIDE_UNUSED;
        deduction->queued[cell] = !open;
        ahead += !deduction->queued[cell];
    }
    look_at(deduction, 0); /* the tour ends in cell 0 */
    while (deduction->waiting > 0) {
        unsigned cell = deduction->queue[--deduction->waiting];
        found++;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (deduction->side[cell * DIRECTIONS + d] != SIDE_UNUSED)
                look_at(deduction, neighbour(deduction, cell, d));
        }
    }
    memset(deduction->queued, 0, cells * sizeof *deduction->queued);
    return found == ahead;
}
