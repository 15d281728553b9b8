/* LongCat on boards of any size; see wide_board.h. */
#include "solve/longcat/wide_board.h"

#include "solve/longcat/blocks.h"
#include "solve/longcat/pockets.h"

#include <stdlib.h>
#include <string.h>

/* Counts the open neighbours of each cell and the dead ends.  The outermost rows are walls that are never asked
 * about; their counts are high enough never to fall below 0. */
static void count_ways(struct wide_board *board)
{
    size_t stride = (size_t)board->stride;
    memset(board->ways, DIRECTIONS, stride);
    memset(board->ways + board->size - stride, DIRECTIONS, stride);
    for (int cell = board->stride; cell < board->size - board->stride; cell++) {
        for (int d = 0; d < DIRECTIONS; d++)
            board->ways[cell] = (unsigned char)(board->ways[cell] + !board->blocked[cell + board->step[d]]);
        board->dead_count += !board->blocked[cell] && board->ways[cell] <= 1;
    }
}

/* Returns a pseudo-random number for each cell (Steele, Lea and Flood 2014, the last step of SplitMix). */
static uint64_t number_of_cell(int cell)
{
    uint64_t number = ((uint64_t)cell + 1) * UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

static void cover(struct wide_board *board, int cell)
{
    board->blocked[cell] = 1;
    board->hash ^= number_of_cell(cell) & board->hash_mask;
    board->open[cell / 64] &= ~(UINT64_C(1) << (cell % 64));
    board->open_count--;
    board->dead_count -= board->ways[cell] <= 1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = cell + board->step[d];
        board->dead_count += --board->ways[next] == 1 && !board->blocked[next];
    }
}

static void uncover(struct wide_board *board, int cell)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = cell + board->step[d];
        board->dead_count -= board->ways[next]++ == 1 && !board->blocked[next];
    }
    board->dead_count += board->ways[cell] <= 1;
    board->open_count++;
    board->open[cell / 64] |= UINT64_C(1) << (cell % 64);
    board->blocked[cell] = 0;
}

/* Allocates the arrays of a board of its `size`, except for the islands.  Returns false if memory runs out; the
 * caller frees what was allocated. */
static bool allocate(struct wide_board *board)
{
    size_t size = (size_t)board->size;
    board->blocked = malloc(size);
    board->ways = malloc(size);
    board->open = calloc(board->words, sizeof *board->open);
    board->trail = calloc(2 * size, sizeof *board->trail); /* each slide also adds the cell where it began */
    board->slides = calloc(size + 1, sizeof *board->slides);
    board->scratch = blocks_scratch_make(board->size);
    board->pockets = pockets_make(board->size);
    return board->blocked != NULL && board->ways != NULL && board->open != NULL && board->trail != NULL &&
           board->slides != NULL && board->scratch != NULL && board->pockets != NULL;
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
    board->words = (unsigned)(board->size + 63) / 64;
    if (!allocate(board) || !islands_make(&board->islands, board->size)) {
        wide_free(board);
        return false;
    }
    wide_set(board, open, head);
    return true;
}

bool wide_copy(struct wide_board *board, const struct wide_board *like)
{
    *board = *like;
    board->islands = (struct islands){0};
    if (!allocate(board) || !islands_copy(&board->islands, &like->islands, like->size)) {
        wide_free(board);
        return false;
    }
    size_t size = (size_t)like->size;
    memcpy(board->blocked, like->blocked, size);
    memcpy(board->ways, like->ways, size);
    memcpy(board->open, like->open, like->words * sizeof *like->open);
    memcpy(board->trail, like->trail, (size_t)like->trail_size * sizeof *like->trail);
    memcpy(board->slides, like->slides, ((size_t)like->slide_count + 1) * sizeof *like->slides);
    return true;
}

void wide_set(struct wide_board *board, const unsigned char *open, int head)
{
    size_t size = (size_t)board->size;
    memset(board->blocked, 1, size);
    memset(board->ways, 0, size);
    memset(board->open, 0, board->words * sizeof *board->open);
    board->open_count = board->dead_count = 0;
    board->hash = 0;
    board->trail_size = board->slide_count = 0;
    for (int row = 0, i = 0; row < board->rows; row++) {
        int cell = (row + 1) * board->stride + 1;
        for (int column = 0; column < board->columns; column++, cell++, i++) {
            if (!open[i])
                continue;
            board->blocked[cell] = 0;
            board->open[cell / 64] |= UINT64_C(1) << (cell % 64);
            board->open_count++;
        }
    }
    count_ways(board);
    board->head = (head / board->columns + 1) * board->stride + head % board->columns + 1;
    cover(board, board->head);
    islands_set(&board->islands, board);
    board->cut_off = board->open_count == 0 || blocks_allow_path(board, 0, NULL) ? WIDE_NEVER : 0;
    board->slides[0] = (struct wide_slide){0};
}

void wide_free(struct wide_board *board)
{
    free(board->blocked);
    free(board->ways);
    free(board->open);
    free(board->trail);
    free(board->slides);
    islands_free(&board->islands);
    blocks_scratch_free(board->scratch);
    pockets_free(board->pockets);
    *board = (struct wide_board){0};
}

/* Makes the head leave its cell.  Returns false if that disconnects open cells. */
static bool leave(struct wide_board *board)
{
    if (islands_splits(&board->islands, board, board->head) > 0)
        return false;
    islands_add(&board->islands, board, board->head);
    return true;
}

bool wide_slide(struct wide_board *board, enum direction direction)
{
    int step = board->step[direction];
    if (board->blocked[board->head + step])
        return false;
    struct wide_slide *slide = &board->slides[++board->slide_count];
    *slide = (struct wide_slide){.first = board->trail_size, .hash = board->hash};
    slide->mark = islands_begin(&board->islands);
    bool whole = board->cut_off == WIDE_NEVER;
    board->trail[board->trail_size++] = board->head;
    while (!board->blocked[board->head + step]) {
        whole = whole && leave(board);
        board->head += step;
        cover(board, board->head);
        board->trail[board->trail_size++] = board->head;
    }
    if (whole) {
        islands_end(&board->islands, board);
        slide->head_splits = islands_splits(&board->islands, board, board->head) > 0;
    } else if (board->cut_off == WIDE_NEVER) {
        board->cut_off = board->slide_count;
    }
    return true;
}

void wide_undo(struct wide_board *board)
{
    const struct wide_slide *slide = &board->slides[board->slide_count--];
    islands_undo(&board->islands, slide->mark);
    board->islands.parting_known = false;
    for (int i = board->trail_size - 1; i > slide->first; i--)
        uncover(board, board->trail[i]);
    board->hash = slide->hash;
    board->head = board->trail[slide->first];
    board->trail_size = slide->first;
    if (board->slide_count < board->cut_off)
        board->cut_off = WIDE_NEVER;
}

bool wide_blocks(const struct wide_board *board, int from, int to)
{
    int across = to - from < board->stride && from - to < board->stride;
    int step = across ? 1 : board->stride;
    step = to < from ? -step : step;
    do
        from += step;
    while (board->blocked[from] && from != to);
    return board->blocked[from];
}

void wide_know_chain(struct wide_board *board, struct chain_end end)
{
    struct wide_slide *slide = &board->slides[board->slide_count];
    slide->tested = slide->chain = true;
    slide->end = end;
}

/* Returns the number of open cells with at most one way in, counting the head as one.  A neighbour of the head with
 * exactly one other way is therefore no dead end. */
static unsigned count_dead_ends(const struct wide_board *board)
{
    unsigned dead_ends = board->dead_count;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = board->head + board->step[d];
        dead_ends -= !board->blocked[next] && board->ways[next] == 1;
    }
    return dead_ends;
}

/* Finds the last block of a chain if there was no cut cell before the last slide, so that all present cut cells are
 * known.  Take the cut cell that separates the fewest cells from the head.  There is no cut cell behind it, since
 * that would separate even fewer.  So these cells and the cut cell form a block, in which every path ends.  Returns
 * false if colours forbid a path. */
static bool find_end(struct wide_board *board, struct chain_end *end)
{
    const struct islands *islands = &board->islands;
    int fewest = INT_MAX;
    for (int i = 0; i < islands->parting_count; i++) {
        struct far_part far;
        if (pockets_ask(board->pockets, board, islands->parting[i], -1, &far) == POCKETS_FORBID)
            return false;
        if (far.cells < fewest)
            *end = (struct chain_end){far.cell, islands->parting[i]};
        fewest = far.cells < fewest ? far.cells : fewest;
    }
    return true;
}

/* Asks about the cells that became cut cells with the last slide, and finds where the chain ends after it.  The
 * position before the slide passed the test.  If it had one block, or if the head has gone through the last joint,
 * the head is in the last block, which had no cut cell before. */
static enum pockets_answer ask_pockets(struct wide_board *board, struct chain_end *end)
{
    const struct islands *islands = &board->islands;
    if (!islands->parting_known || islands->stale)
        return POCKETS_UNKNOWN;
    for (int i = 0; i < islands->parting_count; i++) {
        if (islands->splits[islands->parting[i]] > 1)
            return POCKETS_FORBID;
    }
    bool known = end->joint >= 0 && !board->blocked[end->joint];
    if (!known && !find_end(board, end))
        return POCKETS_FORBID;
    for (int i = 0; i < islands->parting_count; i++) {
        struct far_part far;
        int cell = islands->parting[i];
        if (cell != end->joint && pockets_ask(board->pockets, board, cell, end->cell, &far) == POCKETS_FORBID)
            return POCKETS_FORBID;
    }
    return POCKETS_ALLOW;
}

/* Returns whether the blocks form a chain.  The open cells must be connected. */
static bool is_chain(struct wide_board *board)
{
    struct wide_slide *slide = &board->slides[board->slide_count], *before = slide - 1;
    if (slide->tested || slide->head_splits)
        return slide->chain;
    enum pockets_answer answer = POCKETS_UNKNOWN;
    if (board->slide_count > 0 && before->chain) {
        slide->end = before->end;
        answer = ask_pockets(board, &slide->end);
    }
    slide->tested = true;
    slide->chain =
        answer == POCKETS_UNKNOWN ? blocks_allow_path(board, LONGCAT_BLOCKS, &slide->end) : answer == POCKETS_ALLOW;
    return slide->chain;
}

bool wide_hopeless(struct wide_board *board, unsigned rules)
{
    if (rules & LONGCAT_DEAD_ENDS && count_dead_ends(board) >= 2)
        return true;
    if (!(rules & (LONGCAT_CONNECTED | LONGCAT_BLOCKS)))
        return false;
    if (board->cut_off != WIDE_NEVER)
        return true;
    return rules & LONGCAT_BLOCKS && !is_chain(board);
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
