/* LongCat on boards of any size; see wide_board.h. */
#include "solve/longcat/wide_board.h"

#include "base/array.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- islands ---
 *
 * The open cells, with the head, are a planar graph.  Its faces are the islands of walls and covered cells; cells
 * that touch, even at a corner, belong to one island.  A cell is a cut cell if some island touches it in two places,
 * with open cells between these places on both sides.  So no walk over the board is needed: covering a cell joins the
 * islands around it, and only cells on the shores of the joined islands can become cut cells.  The smaller island is
 * hung below the larger one, without path compression (Tarjan and van Leeuwen 1984), so undoing the last join takes
 * few steps.
 *
 * Every cell that the board blocks is land, except the head's cell. */

struct split_change {
    int cell;
    unsigned char splits;
};

enum { AROUND = 8 };

static bool is_land(const struct wide_board *board, int cell)
{
    return board->blocked[cell] && cell != board->head;
}

static int find_root(const struct islands *islands, int cell)
{
    while (islands->parent[cell] != cell)
        cell = islands->parent[cell];
    return cell;
}

/* Lists the eight cells around a cell, clockwise from the one above. */
static void find_around(const struct wide_board *board, int cell, int around[AROUND])
{
    const int stride = board->stride;
    const int offsets[AROUND] = {-stride, 1 - stride, 1, stride + 1, stride, stride - 1, -1, -stride - 1};
    for (int i = 0; i < AROUND; i++)
        around[i] = cell + offsets[i];
}

/* Returns the number of parts, beyond one, that the open cells and the head would fall into without this cell. */
static unsigned splits_of(const struct islands *islands, const struct wide_board *board, int cell)
{
    int around[AROUND], roots[DIRECTIONS], first = -1, land = -1;
    unsigned places = 0, different = 0;
    find_around(board, cell, around);
    for (int i = 0; i < AROUND && first < 0; i += 2)
        first = is_land(board, around[i]) ? -1 : i;
    if (first < 0)
        return 0;
    for (int i = first + 1; i <= first + AROUND; i++) {
        int at = around[i % AROUND];
        if (is_land(board, at)) {
            land = at;
        } else if (i % 2 == 0 && land >= 0) { /* a stretch of land ends at an open neighbour */
            roots[places++] = land;
            land = -1;
        }
    }
    if (places < 2)
        return 0;
    for (unsigned i = 0; i < places; i++) {
        bool known = false;
        roots[i] = find_root(islands, roots[i]);
        for (unsigned j = 0; j < i; j++)
            known |= roots[j] == roots[i];
        different += !known;
    }
    return places - different;
}

static void put_on_shore(struct islands *islands, int cell)
{
    if (islands->stamps[cell] == islands->stamp)
        return;
    islands->stamps[cell] = islands->stamp;
    islands->shore[islands->shore_count++] = cell;
}

static void swap(int *one, int *other)
{
    int kept = *one;
    *one = *other;
    *other = kept;
}

/* Joins two islands, given by their roots.  The cells of the smaller one are put on the shore. */
static void join(struct islands *islands, int one, int other)
{
    if (one == other)
        return;
    if (islands->count[one] > islands->count[other])
        swap(&one, &other);
    int cell = one;
    do {
        put_on_shore(islands, cell);
        cell = islands->next[cell];
    } while (cell != one);
    islands->parent[one] = other;
    islands->count[other] += islands->count[one];
    swap(&islands->next[one], &islands->next[other]);
    islands->joins[islands->join_count++] = one;
}

static void forget_stamps(struct islands *islands, int size)
{
    memset(islands->stamps, 0, (size_t)size * sizeof *islands->stamps);
    islands->stamp = 0;
}

/* Prepares for a slide. */
static void islands_begin(struct islands *islands)
{
    islands->stamp++;
    islands->shore_count = islands->parting_count = 0;
    islands->parting_known = false;
}

/* Finds the islands of a board that was set up. */
static void islands_set(struct islands *islands, const struct wide_board *board)
{
    forget_stamps(islands, board->size);
    islands->join_count = 0;
    islands->change_count = 0;
    islands->stale = false;
    islands_begin(islands);
    for (int cell = 0; cell < board->size; cell++) {
        islands->parent[cell] = islands->next[cell] = cell;
        islands->count[cell] = 1;
    }
    const int back[] = {-1, -board->stride - 1, -board->stride, 1 - board->stride};
    for (int cell = 0; cell < board->size; cell++) {
        for (int i = 0; i < 4 && is_land(board, cell); i++) {
            int other = cell + back[i];
            if (other >= 0 && is_land(board, other))
                join(islands, find_root(islands, cell), find_root(islands, other));
        }
    }
    islands->join_count = 0;
    for (int cell = 0; cell < board->size; cell++)
        islands->splits[cell] = board->blocked[cell] ? 0 : (unsigned char)splits_of(islands, board, cell);
}

/* Finds, after a slide, the cells that now split the rest into more parts than before (`parting`). */
static void islands_end(struct islands *islands, const struct wide_board *board)
{
    for (int i = 0; i < islands->shore_count; i++) {
        int around[AROUND];
        find_around(board, islands->shore[i], around);
        for (int j = 0; j < AROUND; j++) {
            int cell = around[j];
            if (cell < 0 || cell >= board->size || board->blocked[cell] || islands->stamps[cell] == islands->stamp)
                continue;
            islands->stamps[cell] = islands->stamp;
            unsigned before = islands->splits[cell], now = splits_of(islands, board, cell);
            if (now == before)
                continue;
            if (!ARRAY_RESERVE(islands->changes, islands->change_count, islands->change_capacity, 0)) {
                islands->stale = true;
                continue;
            }
            islands->changes[islands->change_count++] = (struct split_change){cell, (unsigned char)before};
            islands->splits[cell] = (unsigned char)now;
            if (now > before)
                islands->parting[islands->parting_count++] = cell;
        }
    }
    islands->parting_known = true;
    if (islands->stamp == INT_MAX - 1)
        forget_stamps(islands, board->size);
}

/* --- the test for blocks, by a walk over all open cells (Hopcroft and Tarjan 1973, without recursion) --- */

struct visit {
    int cell;
    unsigned char direction; /* the next one to try */
    unsigned char parent;    /* the direction back to the cell it was reached from */
};

/* A flood that starts from one neighbour of a cut cell.  Floods that meet are united: `same` is another one of them,
 * or the flood itself if it is the root. */
struct flood {
    int *queue;      /* [size + 1] the cells reached */
    int first, last; /* the part of the queue still to be expanded */
    unsigned same;
};

struct wide_scratch {
    /* The walk over all open cells. */
    int *order; /* [size] when a cell was discovered; a number below `clock` at the start of the walk means: not yet */
    int *low;   /* [size] the earliest cell that can be reached from below a cell */
    unsigned char *joints; /* [size] blocks that hang below a cell */
    int *stack;            /* [size + 1] cells whose block is not complete yet */
    struct visit *visits;  /* [size + 1] */
    int clock;
    /* The look around a cut cell. */
    struct flood floods[DIRECTIONS];
    unsigned count;
    int *stamps; /* [size] the flood that reached a cell, as `stamp` plus its number; lower: none */
    int stamp;   /* of the first flood of this question */
    int middle, end;
};

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

bool wide_allows_path(struct wide_board *board, unsigned rules, struct chain_end *end)
{
    struct chain_end last = {-1, -1};
    struct wide_scratch *scratch = board->scratch;
    const bool chain = rules & LONGCAT_BLOCKS;
    if (scratch->clock > INT_MAX - 2 * board->size) {
        memset(scratch->order, 0, (size_t)board->size * sizeof *scratch->order);
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

/* --- the test for blocks, by a look around one cut cell ---
 *
 * A path from the head passes a cut cell once and ends in the part behind it.  So without the cell there must be
 * exactly two parts, one with the head and one where the path ends, and both must have the colours of a path.  If
 * this holds for every cut cell, the blocks form a chain: a block that is a dead end of its own would be a part with
 * neither the head nor the end.  The parts are flooded in turns, so the work is in proportion to the smaller one, not
 * to the board. */

enum cut_answer {
    CUT_FORBIDS, /* no path goes through all cells */
    CUT_ALLOWS,  /* this cell does not rule out a chain of blocks */
    CUT_UNKNOWN, /* the question could not be asked; ask_about never returns this */
};

/* The part that a cut cell separates from the head: the number of its open cells, and one of these, next to the cut
 * cell. */
struct far_part {
    int cell, cells;
};

static unsigned root_of(const struct wide_scratch *scratch, unsigned flood)
{
    while (scratch->floods[flood].same != flood)
        flood = scratch->floods[flood].same;
    return flood;
}

/* Expands one cell and returns whether it was the last one.  Processors cannot predict whether a neighbour is open and
 * new, so the code has no branch for it: each neighbour is written to the queue, but stays there only if it is open and
 * new. */
static bool spread(struct wide_scratch *scratch, const struct wide_board *board, unsigned number)
{
    struct flood *flood = &scratch->floods[number];
    const int first = scratch->stamp, own = first + (int)number, cell = flood->queue[flood->first++];
    int last = flood->last, *stamps = scratch->stamps;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = cell + board->step[d], stamp = stamps[next];
        bool open = (!board->blocked[next] | (next == board->head)) & (next != scratch->middle);
        bool is_new = open & (stamp < first);
        flood->queue[last] = next;
        last += is_new;
        stamps[next] = is_new ? own : stamp;
        if (open & (stamp >= first) & (stamp != own))
            scratch->floods[root_of(scratch, number)].same =
                root_of(scratch, (unsigned)(stamp - first)); /* they meet */
    }
    flood->last = last;
    return flood->first == last;
}

/* Returns whether a cell is in the part that the floods with this root have reached together. */
static bool is_in(const struct wide_scratch *scratch, unsigned root, int cell)
{
    return scratch->stamps[cell] >= scratch->stamp &&
           root_of(scratch, (unsigned)(scratch->stamps[cell] - scratch->stamp)) == root;
}

/* Draws the conclusion from a part that was flooded completely.  Sets *far to the far part, which is the one without
 * the head. */
static enum cut_answer ask_part(const struct wide_scratch *scratch, const struct wide_board *board, unsigned root,
                                struct far_part *far)
{
    const bool head = is_in(scratch, root, board->head);
    const bool alike = wide_colour(scratch->middle) == wide_colour(board->head);
    const int open = (int)board->open_count;
    int cells = 0, other = 0; /* other: those that differ in colour from the cell in the middle */
    unsigned there = root;    /* a flood of the far part */
    for (unsigned n = 0; n < scratch->count; n++) {
        const struct flood *flood = &scratch->floods[n];
        if (root_of(scratch, n) != root) {
            there = head ? n : there;
            continue;
        }
        cells += flood->last;
        for (int i = 0; i < flood->last; i++)
            other += wide_colour(scratch->middle) != wide_colour(flood->queue[i]);
    }
    if (head) { /* the far part is all open cells outside the head's */
        cells = open - cells;
        other = (alike ? (open + 1) / 2 : open / 2) - (other - !alike);
    }
    *far = (struct far_part){scratch->floods[there].queue[0], cells};
    /* Can a path that the colours of all open cells allow lead through the head's part, then the cell in the middle,
     * and then the far part?  The colour changes with each step; it takes open - cells of them to the middle. */
    if (other != (cells + 1) / 2 || alike != ((open - cells) % 2 == 0))
        return CUT_FORBIDS;
    return scratch->end < 0 || head != is_in(scratch, root, scratch->end) ? CUT_ALLOWS : CUT_FORBIDS;
}

/* Asks about an open cell that splits the others in two.  The board passed the test before its last slide.  `end` is
 * a cell of the block in which every path ends.  That block contains neither the head nor `cell`, except as its only
 * joint.  If `end` is -1, the block is not known, and only colours are compared. */
static enum cut_answer ask_about(struct wide_board *board, int cell, int end, struct far_part *far)
{
    struct wide_scratch *scratch = board->scratch;
    scratch->middle = cell;
    scratch->end = end;
    if (scratch->stamp > INT_MAX - 2 * DIRECTIONS) {
        memset(scratch->stamps, 0, (size_t)board->size * sizeof *scratch->stamps);
        scratch->stamp = 0;
    }
    scratch->stamp += DIRECTIONS;
    scratch->count = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = scratch->middle + board->step[d];
        if (board->blocked[next] && next != board->head)
            continue;
        unsigned number = scratch->count++;
        struct flood *flood = &scratch->floods[number];
        *flood = (struct flood){.queue = flood->queue, .last = 1, .same = number};
        flood->queue[0] = next;
        scratch->stamps[next] = scratch->stamp + (int)number;
    }
    for (;;) {
        bool ended = false;
        for (unsigned n = 0; n < scratch->count; n++) {
            if (scratch->floods[n].first < scratch->floods[n].last)
                ended |= spread(scratch, board, n);
        }
        for (unsigned n = 0; n < scratch->count && ended; n++) {
            bool over = root_of(scratch, n) == n; /* the part of which this is the root was flooded completely */
            for (unsigned other = 0; other < scratch->count && over; other++)
                over = root_of(scratch, other) != n || scratch->floods[other].first == scratch->floods[other].last;
            if (over)
                return ask_part(scratch, board, n, far);
        }
    }
}

/* --- the board --- */

static void cover(struct wide_board *board, int cell)
{
    board->blocked[cell] = 1;
    /* A pseudo-random number for each cell (Steele, Lea and Flood 2014, the last step of SplitMix). */
    uint64_t number = ((uint64_t)cell + 1) * UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    board->hash ^= (number ^ number >> 31) & board->hash_mask;
    board->open_count--;
    board->dead_count -= board->ways[cell] <= 1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = cell + board->step[d];
        board->dead_count += --board->ways[next] == 1 && !board->blocked[next];
    }
}

/* Takes `bytes` bytes from the memory at *next.  While *next is NULL, it only counts them in *total. */
static void *take_bytes(char **next, size_t *total, size_t bytes)
{
    void *taken = *next;
    *total += bytes;
    if (*next != NULL)
        *next += bytes;
    return taken;
}

/* Lays out all arrays from `memory`; NULL: only returns how many bytes they take.  The arrays come in the order of
 * their alignment. */
static size_t lay_out(struct wide_board *board, char *memory)
{
    struct islands *islands = &board->islands;
    struct wide_scratch none, *scratch = memory == NULL ? &none : (struct wide_scratch *)(void *)memory;
    size_t size = (size_t)board->size, ints = size * sizeof(int), total = 0;
    board->scratch = take_bytes(&memory, &total, sizeof *scratch);
    board->slides = take_bytes(&memory, &total, (size + 1) * sizeof *board->slides);
    board->trail = take_bytes(&memory, &total, 2 * ints); /* each slide also adds the cell where it began */
    int **const arrays[] = {&islands->parent, &islands->count,  &islands->next,  &islands->joins, &islands->parting,
                            &islands->shore,  &islands->stamps, &scratch->order, &scratch->low,   &scratch->stamps};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = take_bytes(&memory, &total, ints);
    scratch->stack = take_bytes(&memory, &total, ints + sizeof(int));
    for (int d = 0; d < DIRECTIONS; d++)
        scratch->floods[d].queue = take_bytes(&memory, &total, ints + sizeof(int));
    scratch->visits = take_bytes(&memory, &total, (size + 1) * sizeof *scratch->visits);
    board->blocked = take_bytes(&memory, &total, size);
    board->ways = take_bytes(&memory, &total, size);
    islands->splits = take_bytes(&memory, &total, size);
    scratch->joints = take_bytes(&memory, &total, size);
    return total;
}

/* Makes the arrays, zero, of a board whose size is known.  Returns false, with nothing to free, if memory runs out. */
static bool allocate(struct wide_board *board, size_t change_capacity)
{
    board->memory = calloc(1, lay_out(board, NULL));
    board->islands.changes = calloc(change_capacity, sizeof *board->islands.changes);
    board->islands.change_capacity = change_capacity;
    if (board->memory == NULL || board->islands.changes == NULL) {
        wide_free(board);
        return false;
    }
    lay_out(board, board->memory);
    board->scratch->clock = 1;
    return true;
}

bool wide_make(struct wide_board *board, int columns, int rows, const unsigned char *open, int head)
{
    /* One wall column, or two so that a row has an odd number of cells, serves both sides.  A whole wall row above
     * and below keeps every neighbour of an open cell inside the arrays. */
    *board =
        (struct wide_board){.columns = columns, .rows = rows, .stride = (columns + 1) | 1, .hash_mask = UINT64_MAX};
    board->size = board->stride * (rows + 2) + 1;
    board->step[UP] = -board->stride;
    board->step[RIGHT] = 1;
    board->step[DOWN] = board->stride;
    board->step[LEFT] = -1;
    if (!allocate(board, (size_t)board->size))
        return false;
    wide_set(board, open, head);
    return true;
}

bool wide_copy(struct wide_board *board, const struct wide_board *like)
{
    *board = *like;
    if (!allocate(board, like->islands.change_capacity))
        return false;
    struct islands *islands = &board->islands;
    size_t size = (size_t)like->size;
    memcpy(board->blocked, like->blocked, size);
    memcpy(board->ways, like->ways, size);
    memcpy(board->trail, like->trail, (size_t)like->trail_size * sizeof *like->trail);
    memcpy(board->slides, like->slides, ((size_t)like->slide_count + 1) * sizeof *like->slides);
    memcpy(islands->parent, like->islands.parent, size * sizeof *islands->parent);
    memcpy(islands->count, like->islands.count, size * sizeof *islands->count);
    memcpy(islands->next, like->islands.next, size * sizeof *islands->next);
    memcpy(islands->splits, like->islands.splits, size);
    memcpy(islands->joins, like->islands.joins, (size_t)islands->join_count * sizeof *islands->joins);
    memcpy(islands->changes, like->islands.changes, islands->change_count * sizeof *islands->changes);
    islands->parting_count = islands->shore_count = islands->stamp = 0;
    islands->parting_known = false;
    return true;
}

void wide_set(struct wide_board *board, const unsigned char *open, int head)
{
    size_t size = (size_t)board->size;
    memset(board->blocked, 1, size);
    memset(board->ways, 0, size);
    board->open_count = board->dead_count = 0;
    board->hash = 0;
    board->trail_size = board->slide_count = 0;
    for (int row = 0, i = 0; row < board->rows; row++) {
        int cell = (row + 1) * board->stride + 1;
        for (int column = 0; column < board->columns; column++, cell++, i++) {
            if (!open[i])
                continue;
            board->blocked[cell] = 0;
            board->open_count++;
        }
    }
    /* Counts the open neighbours of each cell and the dead ends.  The outermost rows are walls that are never asked
     * about; their counts are high enough never to fall below 0. */
    size_t stride = (size_t)board->stride;
    memset(board->ways, DIRECTIONS, stride);
    memset(board->ways + board->size - stride, DIRECTIONS, stride);
    for (int cell = board->stride; cell < board->size - board->stride; cell++) {
        for (int d = 0; d < DIRECTIONS; d++)
            board->ways[cell] = (unsigned char)(board->ways[cell] + !board->blocked[cell + board->step[d]]);
        board->dead_count += !board->blocked[cell] && board->ways[cell] <= 1;
    }
    board->head = (head / board->columns + 1) * board->stride + head % board->columns + 1;
    cover(board, board->head);
    islands_set(&board->islands, board);
    board->cut_off = board->open_count == 0 || wide_allows_path(board, 0, NULL) ? WIDE_NEVER : 0;
    board->slides[0] = (struct wide_slide){0};
}

void wide_free(struct wide_board *board)
{
    free(board->memory);
    free(board->islands.changes);
    *board = (struct wide_board){0};
}

bool wide_slide(struct wide_board *board, enum direction direction)
{
    struct islands *islands = &board->islands;
    int step = board->step[direction];
    if (board->blocked[board->head + step])
        return false;
    struct wide_slide *slide = &board->slides[++board->slide_count];
    *slide = (struct wide_slide){.first = board->trail_size, .hash = board->hash};
    slide->joins = islands->join_count;
    slide->changes = islands->change_count;
    islands_begin(islands);
    bool whole = board->cut_off == WIDE_NEVER;
    board->trail[board->trail_size++] = board->head;
    while (!board->blocked[board->head + step]) {
        whole = whole && splits_of(islands, board, board->head) == 0;
        if (whole) {
            /* Turns the cell that the head leaves into land. */
            int around[AROUND], cell = board->head;
            islands->parent[cell] = islands->next[cell] = cell;
            islands->count[cell] = 1;
            put_on_shore(islands, cell);
            find_around(board, cell, around);
            for (int i = 0; i < AROUND; i++) {
                if (is_land(board, around[i]))
                    join(islands, find_root(islands, cell), find_root(islands, around[i]));
            }
        }
        board->head += step;
        cover(board, board->head);
        board->trail[board->trail_size++] = board->head;
    }
    if (whole) {
        islands_end(islands, board);
        slide->head_splits = splits_of(islands, board, board->head) > 0;
    } else if (board->cut_off == WIDE_NEVER) {
        board->cut_off = board->slide_count;
    }
    return true;
}

void wide_undo(struct wide_board *board)
{
    const struct wide_slide *slide = &board->slides[board->slide_count--];
    struct islands *islands = &board->islands;
    while (islands->change_count > slide->changes) {
        const struct split_change *change = &islands->changes[--islands->change_count];
        islands->splits[change->cell] = change->splits;
    }
    while (islands->join_count > slide->joins) {
        int root = islands->joins[--islands->join_count], above = islands->parent[root];
        swap(&islands->next[root], &islands->next[above]);
        islands->count[above] -= islands->count[root];
        islands->parent[root] = root;
    }
    board->islands.parting_known = false;
    for (int i = board->trail_size - 1; i > slide->first; i--) {
        int cell = board->trail[i];
        for (int d = 0; d < DIRECTIONS; d++) {
            int next = cell + board->step[d];
            board->dead_count -= board->ways[next]++ == 1 && !board->blocked[next];
        }
        board->dead_count += board->ways[cell] <= 1;
        board->open_count++;
        board->blocked[cell] = 0;
    }
    board->hash = slide->hash;
    board->head = board->trail[slide->first];
    board->trail_size = slide->first;
    if (board->slide_count < board->cut_off)
        board->cut_off = WIDE_NEVER;
}

bool wide_covers(const struct wide_board *board, int from, int to)
{
    int across = to - from < board->stride && from - to < board->stride;
    int step = across ? 1 : board->stride;
    step = to < from ? -step : step;
    do
        from += step;
    while (board->blocked[from] && from != to);
    return board->blocked[from];
}

/* Asks about the cells that became cut cells with the last slide, and finds where the chain ends after it.  The
 * position before the slide passed the test.  If it had one block, or if the head has gone through the last joint,
 * the head is in the last block, which had no cut cell before.  So all present cut cells are known, and the end lies
 * behind the one that separates the fewest cells from the head.  There is no cut cell behind it, since that would
 * separate even fewer.  So these cells and the cut cell form a block, in which every path ends. */
static enum cut_answer ask_about_cuts(struct wide_board *board, struct chain_end *end)
{
    const struct islands *islands = &board->islands;
    struct far_part far;
    if (!islands->parting_known || islands->stale)
        return CUT_UNKNOWN;
    for (int i = 0; i < islands->parting_count; i++) {
        if (islands->splits[islands->parting[i]] > 1)
            return CUT_FORBIDS;
    }
    bool known = end->joint >= 0 && !board->blocked[end->joint];
    for (int i = 0, fewest = INT_MAX; i < islands->parting_count && !known; i++) {
        if (ask_about(board, islands->parting[i], -1, &far) == CUT_FORBIDS)
            return CUT_FORBIDS;
        if (far.cells < fewest)
            *end = (struct chain_end){far.cell, islands->parting[i]};
        fewest = far.cells < fewest ? far.cells : fewest;
    }
    for (int i = 0; i < islands->parting_count; i++) {
        int cell = islands->parting[i];
        if (cell != end->joint && ask_about(board, cell, end->cell, &far) == CUT_FORBIDS)
            return CUT_FORBIDS;
    }
    return CUT_ALLOWS;
}

/* Returns whether the blocks form a chain.  The open cells must be connected. */
static bool is_chain(struct wide_board *board, unsigned rules)
{
    struct wide_slide *slide = &board->slides[board->slide_count], *before = slide - 1;
    if (slide->tested || slide->head_splits)
        return slide->chain;
    enum cut_answer answer = CUT_UNKNOWN;
    if (board->slide_count > 0 && before->chain && rules & LONGCAT_NEARBY) {
        slide->end = before->end;
        answer = ask_about_cuts(board, &slide->end);
    }
    slide->tested = true;
    slide->chain = answer == CUT_UNKNOWN ? wide_allows_path(board, LONGCAT_BLOCKS, &slide->end) : answer == CUT_ALLOWS;
    return slide->chain;
}

bool wide_hopeless(struct wide_board *board, unsigned rules)
{
    if (rules & LONGCAT_DEAD_ENDS) {
        /* The head counts as a way in, so a neighbour of it with exactly one other way is no dead end. */
        unsigned dead_ends = board->dead_count;
        for (int d = 0; d < DIRECTIONS; d++) {
            int next = board->head + board->step[d];
            dead_ends -= !board->blocked[next] && board->ways[next] == 1;
        }
        if (dead_ends >= 2)
            return true;
    }
    if (!(rules & (LONGCAT_CONNECTED | LONGCAT_BLOCKS)))
        return false;
    if (board->cut_off != WIDE_NEVER)
        return true;
    return rules & LONGCAT_BLOCKS && !is_chain(board, rules);
}

bool wide_colours_fit(const struct wide_board *board)
{
    int lead = 0;
    for (int cell = 0; cell < board->size; cell++) {
        if (!board->blocked[cell])
            lead += wide_colour(cell) == wide_colour(board->head) ? -1 : 1;
    }
    return lead == 0 || lead == 1;
}
