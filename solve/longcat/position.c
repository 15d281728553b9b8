/* A LongCat position for the search; see position.h. */
#include "solve/longcat/position.h"

#include <stdlib.h>
#include <string.h>

static void find_rectangle(struct position *position, const struct longcat *board)
{
    int top = board->grid.rows, bottom = 0, left = board->grid.columns, right = 0;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int row = board->place[cell] / board->grid.columns;
        int column = board->place[cell] % board->grid.columns;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    position->top = top;
    position->left = left;
    position->columns = right - left + 1;
    position->rows = bottom - top + 1;
}

/* Returns a cell's index in the rectangle. */
static int in_rectangle(const struct position *position, const struct longcat *board, unsigned cell)
{
    int row = board->place[cell] / board->grid.columns - position->top;
    int column = board->place[cell] % board->grid.columns - position->left;
    return row * position->columns + column;
}

static bool fits_bits(int columns, int rows)
{
    return columns * rows <= 64 && columns < 64;
}

bool position_make_sized(struct position *position, int columns, int rows, unsigned rules)
{
    memset(position, 0, sizeof *position);
    position->columns = columns;
    position->rows = rows;
    position->rules = rules;
    position->words = 2;
    if (fits_bits(columns, rows)) {
        position->kind = POSITION_BITS;
        bit_geometry_make(&position->geometry, (unsigned)columns, (unsigned)rows);
        return true;
    }
    if (columns <= LANES && rows <= LANES) {
        position->kind = POSITION_LANES;
        position->lanes = calloc(LANES * LANES + 1, sizeof *position->lanes);
        return position->lanes != NULL;
    }
    unsigned char *open = calloc((size_t)columns * (size_t)rows, 1);
    if (open == NULL)
        return false;
    open[0] = 1;
    position->kind = POSITION_WIDE;
    bool good = wide_make(&position->wide, columns, rows, open, 0);
    free(open);
    position->words = position->wide.words + 1;
    return good;
}

void position_set(struct position *position, const unsigned char *open, int head)
{
    position->slide_count = 0;
    if (position->kind == POSITION_WIDE) {
        wide_set(&position->wide, open, head);
    } else if (position->kind == POSITION_LANES) {
        lanes_set(position->lanes, position->columns, position->rows, open, head);
    } else {
        uint64_t cells = 0;
        for (int cell = position->columns * position->rows; cell-- > 0;)
            cells = cells << 1 | (open[cell] != 0);
        position->open[0] = cells & ~(UINT64_C(1) << head);
        position->head[0] = (unsigned char)head;
    }
}

void position_set_bits(struct position *position, const uint64_t *open, int head)
{
    position->slide_count = 0;
    if (position->kind == POSITION_LANES) {
        lanes_set_bits(position->lanes, position->columns, position->rows, open, head);
    } else {
        position->open[0] = open[0];
        position->head[0] = (unsigned char)head;
    }
}

bool position_make(struct position *position, const struct longcat *board, bool wide, unsigned rules)
{
    memset(position, 0, sizeof *position);
    find_rectangle(position, board);
    int columns = position->columns, rows = position->rows;
    position->rules = rules;
    position->words = 2;
    int head = in_rectangle(position, board, board->cat);
    unsigned char *open = calloc((size_t)columns * (size_t)rows, 1);
    if (open == NULL)
        return false;
    for (unsigned cell = 0; cell < board->cells; cell++)
        open[in_rectangle(position, board, cell)] = 1;
    bool good = true;
    if (!wide && fits_bits(columns, rows)) {
        position->kind = POSITION_BITS;
        bit_geometry_make(&position->geometry, (unsigned)columns, (unsigned)rows);
        position_set(position, open, head);
    } else {
        position->kind = POSITION_WIDE;
        good = wide_make(&position->wide, columns, rows, open, head);
        position->words = position->wide.words + 1;
    }
    free(open);
    return good;
}

bool position_copy(struct position *position, const struct position *like)
{
    *position = *like;
    return like->kind != POSITION_WIDE || wide_copy(&position->wide, &like->wide);
}

void position_free(struct position *position)
{
    if (position->kind == POSITION_WIDE)
        wide_free(&position->wide);
    free(position->lanes);
    position->lanes = NULL;
}

bool position_can_slide(const struct position *position, enum direction direction)
{
    const struct wide_board *wide = &position->wide;
    int n = position->slide_count;
    if (position->kind == POSITION_WIDE)
        return !wide->blocked[wide->head + wide->step[direction]];
    return bit_slide(&position->geometry, position->open[n], position->head[n], direction) != 0;
}

bool position_slide(struct position *position, enum direction direction)
{
    int n = position->slide_count;
    if (position->kind == POSITION_WIDE)
        return wide_slide(&position->wide, direction);
    if (position->kind == POSITION_LANES) {
        bool moves = lanes_slide(&position->lanes[n], direction, &position->lanes[n + 1]);
        position->slide_count += moves;
        return moves;
    }
    uint64_t path = bit_slide(&position->geometry, position->open[n], position->head[n], direction);
    if (path == 0)
        return false;
    position->open[n + 1] = position->open[n] & ~path;
    position->head[n + 1] = (unsigned char)bit_end(path, direction);
    position->slide_count++;
    return true;
}

void position_undo(struct position *position)
{
    if (position->kind == POSITION_WIDE)
        wide_undo(&position->wide);
    else
        position->slide_count--;
}

/* Returns the lanes after the last slide.  For positions that have lanes. */
static const struct lanes *last_lanes(const struct position *position)
{
    return &position->lanes[position->slide_count];
}

unsigned position_open_count(const struct position *position)
{
    switch (position->kind) {
    case POSITION_BITS:
        return (unsigned)__builtin_popcountll(position->open[position->slide_count]);
    case POSITION_LANES:
        return last_lanes(position)->open_count;
    case POSITION_WIDE:
        break;
    }
    return position->wide.open_count;
}

bool position_solved(const struct position *position)
{
    return position->kind == POSITION_BITS ? position->open[position->slide_count] == 0
                                           : position_open_count(position) == 0;
}

static bool bits_hopeless(const struct position *position, unsigned rules)
{
    uint64_t open = position->open[position->slide_count];
    unsigned head = position->head[position->slide_count];
    if (rules & LONGCAT_DEAD_ENDS) {
        uint64_t dead_ends = bit_dead_ends(&position->geometry, open, head);
        if ((dead_ends & (dead_ends - 1)) != 0)
            return true;
    }
    return rules & LONGCAT_CONNECTED && !bit_connected(&position->geometry, open, head);
}

bool position_hopeless(struct position *position, unsigned rules)
{
    switch (position->kind) {
    case POSITION_BITS:
        return bits_hopeless(position, rules);
    case POSITION_LANES:
        return (rules & LONGCAT_DEAD_ENDS && lanes_two_dead_ends(last_lanes(position))) ||
               (rules & LONGCAT_CONNECTED && !lanes_connected(last_lanes(position)));
    case POSITION_WIDE:
        break;
    }
    return wide_hopeless(&position->wide, rules);
}

bool position_cut_off(const struct position *position)
{
    int n = position->slide_count;
    return position->kind == POSITION_LANES ? !lanes_still_connected(&position->lanes[n - 1], &position->lanes[n])
                                            : !bit_connected(&position->geometry, position->open[n], position->head[n]);
}

int position_head(const struct position *position)
{
    const struct wide_board *wide = &position->wide;
    switch (position->kind) {
    case POSITION_BITS:
        return position->head[position->slide_count];
    case POSITION_LANES:
        return last_lanes(position)->head_row * position->columns + last_lanes(position)->head_column;
    case POSITION_WIDE:
        break;
    }
    return (wide->head / wide->stride - 1) * wide->columns + wide->head % wide->stride - 1;
}

bool position_colours_fit(const struct position *position)
{
    if (!(position->rules & LONGCAT_COLOURS))
        return true;
    switch (position->kind) {
    case POSITION_BITS:
        return bit_colours_fit(&position->geometry, position->open[position->slide_count],
                               position->head[position->slide_count]);
    case POSITION_LANES:
        return lanes_colours_fit(last_lanes(position));
    case POSITION_WIDE:
        break;
    }
    return wide_colours_fit(&position->wide);
}

void position_key(const struct position *position, uint64_t *key)
{
    if (position->kind == POSITION_BITS) {
        key[0] = position->open[position->slide_count];
        key[1] = position->head[position->slide_count];
        return;
    }
    memcpy(key, position->wide.open, position->wide.words * sizeof *key);
    key[position->wide.words] = (uint64_t)position->wide.head;
}

uint64_t position_hash(const struct position *position)
{
    return position->kind == POSITION_BITS ? position->open[position->slide_count] : position->wide.hash;
}

uint32_t position_hash_head(const struct position *position)
{
    return position->kind == POSITION_BITS ? position->head[position->slide_count] : (uint32_t)position->wide.head;
}

void position_weaken_hash(struct position *position, uint64_t mask)
{
    position->wide.hash_mask = mask;
    position->wide.hash &= mask;
}

bool position_covers(const struct position *position, uint32_t from, uint32_t to)
{
    return wide_blocks(&position->wide, (int)from, (int)to);
}

struct chain_end position_chain_end(const struct position *position)
{
    const struct wide_board *wide = &position->wide;
    return position->kind == POSITION_WIDE ? wide->slides[wide->slide_count].end : (struct chain_end){-1, -1};
}

void position_know_chain(struct position *position, struct chain_end end)
{
    if (position->kind == POSITION_WIDE && position->rules & LONGCAT_BLOCKS)
        wide_know_chain(&position->wide, end);
}
