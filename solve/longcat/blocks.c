/* The test for blocks (Hopcroft and Tarjan 1973, without recursion); see blocks.h. */
#include "solve/longcat/blocks.h"

#include "solve/longcat/wide_board.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct visit {
    int cell;
    unsigned char direction; /* the next one to try */
    unsigned char parent;    /* the direction back to the cell it was reached from */
};

struct wide_scratch {
    int *order;            /* [size] when a cell was discovered; counted on from `clock`, so an earlier number means:
                            * not yet */
    int *low;              /* [size] the earliest cell that can be reached from below a cell */
    unsigned char *joints; /* [size] blocks that hang below a cell */
    int *stack;            /* cells whose block is not complete yet */
    struct visit *visits;
    int clock;
    int size;
};

struct wide_scratch *blocks_scratch_make(int size)
{
    struct wide_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch == NULL)
        return NULL;
    size_t count = (size_t)size;
    scratch->size = size;
    scratch->clock = 1;
    scratch->order = calloc(count, sizeof *scratch->order);
    scratch->low = calloc(count, sizeof *scratch->low);
    scratch->joints = calloc(count, 1);
    scratch->stack = calloc(count + 1, sizeof *scratch->stack);
    scratch->visits = calloc(count + 1, sizeof *scratch->visits);
    if (scratch->order == NULL || scratch->low == NULL || scratch->joints == NULL || scratch->stack == NULL ||
        scratch->visits == NULL) {
        blocks_scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

void blocks_scratch_free(struct wide_scratch *scratch)
{
    if (scratch == NULL)
        return;
    free(scratch->order);
    free(scratch->low);
    free(scratch->joints);
    free(scratch->stack);
    free(scratch->visits);
    free(scratch);
}

/* Takes the block below `entry` that begins with `child` off the stack.  Returns false if no path from the entry can
 * go through all of it and on to the rest. */
static bool close_block(const struct wide_board *board, int entry, int child, int *stack_size, struct chain_end *end)
{
    struct wide_scratch *scratch = board->scratch;
    int cells = 0, other_colour = 0, exits = 0, exit = -1, cell;
    int entry_colour = wide_colour(entry);
    do {
        cell = scratch->stack[--*stack_size];
        cells++;
        other_colour += wide_colour(cell) != entry_colour;
        if (scratch->joints[cell] > 0) {
            exits++;
            exit = cell;
        }
    } while (cell != child);
    if (exits == 0 && entry != board->head)
        *end = (struct chain_end){child, entry};
    if (exits > 1 || other_colour != (cells + 1) / 2)
        return false;
    return exits == 0 || (wide_colour(exit) != entry_colour) == (cells % 2 == 1);
}

static void discover(struct wide_scratch *scratch, int cell, unsigned parent, int *visit_count, int *stack_size)
{
    scratch->order[cell] = scratch->low[cell] = scratch->clock++;
    scratch->joints[cell] = 0;
    scratch->stack[(*stack_size)++] = cell;
    scratch->visits[(*visit_count)++] = (struct visit){cell, 0, (unsigned char)parent};
}

bool blocks_allow_path(struct wide_board *board, unsigned rules, struct chain_end *end)
{
    struct chain_end last = {-1, -1};
    struct wide_scratch *scratch = board->scratch;
    const bool chain = rules & LONGCAT_BLOCKS;
    if (scratch->clock > INT32_MAX - 2 * scratch->size) {
        memset(scratch->order, 0, (size_t)scratch->size * sizeof *scratch->order);
        scratch->clock = 1;
    }
    const int first = scratch->clock, head = board->head;
    int visit_count = 0, stack_size = 0;
    discover(scratch, head, DIRECTIONS, &visit_count, &stack_size);
    while (visit_count > 0) {
        struct visit *visit = &scratch->visits[visit_count - 1];
        int cell = visit->cell;
        if (visit->direction < DIRECTIONS) {
            unsigned direction = visit->direction++;
            int next = cell + board->step[direction];
            if (direction == visit->parent || (board->blocked[next] && next != head))
                continue;
            if (scratch->order[next] < first)
                discover(scratch, next, direction_opposite(direction), &visit_count, &stack_size);
            else if (scratch->order[next] < scratch->low[cell])
                scratch->low[cell] = scratch->order[next];
            continue;
        }
        visit_count--;
        if (visit_count == 0)
            break;
        int above = scratch->visits[visit_count - 1].cell;
        if (scratch->low[cell] < scratch->low[above])
            scratch->low[above] = scratch->low[cell];
        if (!chain || scratch->low[cell] < scratch->order[above])
            continue;
        if (!close_block(board, above, cell, &stack_size, &last) || ++scratch->joints[above] > 1)
            return false;
    }
    if (end != NULL)
        *end = last;
    return scratch->clock - first == (int)board->open_count + 1;
}
