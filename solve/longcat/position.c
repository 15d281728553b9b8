/* A LongCat position for the search; see position.h. */
#include "solve/longcat/position.h"

#include "games/grid.h"

#include <stdlib.h>
#include <string.h>

/* --- lanes: boards of up to 16x16 cells, one 16-bit word for each row and each column ---
 *
 * A slide needs only one row or column word.  The test for dead ends works on sixteen rows at once, with GCC's vector
 * extension, which compiles for any target.  Lanes are half as fast as the bit board and several times as fast as the
 * general board.  For generators only. */

struct lanes {
    uint16_t row[LANES + 2]; /* row r of the board is row[r + 1]: bit c is set while that cell is open */
    uint16_t column[LANES];  /* the same by columns */
    uint8_t head_row, head_column;
    uint16_t open_count;
};

typedef uint16_t vector __attribute__((vector_size(2 * LANES)));

/* Sets up a board.  `open` has columns * rows bytes, row by row, nonzero for an open cell.  The head's cell must be
 * open. */
static void lanes_set(struct lanes *lanes, int columns, int rows, const unsigned char *open, int head)
{
    memset(lanes, 0, sizeof *lanes);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            if (!open[row * columns + column])
                continue;
            lanes->row[row + 1] = (uint16_t)(lanes->row[row + 1] | 1u << column);
            lanes->column[column] = (uint16_t)(lanes->column[column] | 1u << row);
            lanes->open_count++;
        }
    }
    lanes->head_row = (uint8_t)(head / columns);
    lanes->head_column = (uint8_t)(head % columns);
    lanes->row[lanes->head_row + 1] &= (uint16_t) ~(1u << lanes->head_column);
    lanes->column[lanes->head_column] &= (uint16_t) ~(1u << lanes->head_row);
    lanes->open_count--;
}

/* Does the same from one bit a cell, cell 0 lowest, with the head's own cell clear. */
static void lanes_set_bits(struct lanes *lanes, int columns, int rows, const uint64_t *open, int head)
{
    memset(lanes, 0, sizeof *lanes);
    for (int row = 0, cell = 0; row < rows; row++, cell += columns) {
        uint64_t bits = open[cell / 64] >> cell % 64;
        if (cell % 64 + columns > 64)
            bits |= open[cell / 64 + 1] << (64 - cell % 64);
        bits &= (UINT64_C(1) << columns) - 1;
        lanes->row[row + 1] = (uint16_t)bits;
        lanes->open_count = (uint16_t)(lanes->open_count + __builtin_popcountll(bits));
        for (; bits != 0; bits &= bits - 1) {
            uint16_t *column = &lanes->column[__builtin_ctzll(bits)];
            *column = (uint16_t)(*column | 1u << row);
        }
    }
    lanes->head_row = (uint8_t)(head / columns);
    lanes->head_column = (uint8_t)(head % columns);
}

/* Returns the run of open bits next to bit `at`, towards higher bits. */
static unsigned run_above(unsigned line, unsigned at)
{
    unsigned above = line >> at >> 1;
    return ((above & ~(above + 1)) << 1) << at;
}

/* Does the same towards lower bits. */
static unsigned run_below(unsigned line, unsigned at)
{
    unsigned blocked = ~line & ((1u << at) - 1);
    unsigned nearest = blocked == 0 ? 0 : 2u << (31 - __builtin_clz(blocked));
    return ((1u << at) - 1) & ~(nearest == 0 ? 0 : nearest - 1);
}

/* Clears the bits of `run` in one line, and bit `at` in each line that crosses it there.  Returns the number of cells
 * covered. */
static unsigned cover(uint16_t *line, uint16_t *crossing, unsigned run, unsigned at)
{
    unsigned covered = 0;
    *line = (uint16_t)(*line & ~run);
    for (; run != 0; run &= run - 1, covered++) {
        uint16_t *other = &crossing[__builtin_ctz(run)];
        *other = (uint16_t)(*other & ~(1u << at));
    }
    return covered;
}

/* Writes the position after a slide.  Returns false if the slide is no move. */
static bool lanes_slide(const struct lanes *lanes, enum direction direction, struct lanes *after)
{
    const unsigned row = lanes->head_row, column = lanes->head_column;
    const bool sideways = direction == LEFT || direction == RIGHT;
    const bool up = direction == RIGHT || direction == DOWN; /* towards higher bits */
    unsigned line = sideways ? lanes->row[row + 1] : lanes->column[column];
    unsigned at = sideways ? column : row;
    unsigned run = up ? run_above(line, at) : run_below(line, at);
    if (run == 0)
        return false;
    *after = *lanes;
    unsigned end = up ? 31u - (unsigned)__builtin_clz(run) : (unsigned)__builtin_ctz(run);
    unsigned covered;
    if (sideways) {
        covered = cover(&after->row[row + 1], after->column, run, row);
        after->head_column = (uint8_t)end;
    } else {
        covered = cover(&after->column[column], after->row + 1, run, column);
        after->head_row = (uint8_t)end;
    }
    after->open_count = (uint16_t)(after->open_count - covered);
    return true;
}

/* Returns whether two or more open cells are dead ends.  A dead end has at most one way in; the head counts as
 * one. */
static bool lanes_two_dead_ends(const struct lanes *lanes)
{
    uint16_t ways[LANES + 2];
    memcpy(ways, lanes->row, sizeof ways);
    ways[lanes->head_row + 1] = (uint16_t)(ways[lanes->head_row + 1] | 1u << lanes->head_column);
    vector open, up, middle, down;
    memcpy(&open, lanes->row + 1, sizeof open);
    memcpy(&up, ways, sizeof up);
    memcpy(&middle, ways + 1, sizeof middle);
    memcpy(&down, ways + 2, sizeof down);
    vector left = middle << 1, right = middle >> 1;
    vector two = (left & right) | (up & down) | ((left ^ right) & (up ^ down));
    vector dead = open & ~two;
    uint64_t words[sizeof dead / 8];
    memcpy(words, &dead, sizeof words);
    uint64_t seen = 0, several = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        several |= words[i] & (words[i] - 1);
        several |= seen != 0 ? words[i] : 0;
        seen |= words[i];
    }
    return several != 0;
}

/* Returns whether no bit is set.  (Vectors are passed in memory, because passing them in registers depends on the
 * processor.) */
static bool is_zero(const vector *bits)
{
    uint64_t words[sizeof *bits / 8], any = 0;
    memcpy(words, bits, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any == 0;
}

/* Extends the reached cells through the runs of open cells that they lie in, in all rows at once. */
static void fill_runs(const vector *open, vector *reached)
{
    vector filled = *reached | (*open & ~(*open + *reached)); /* a carry runs to the upper end of each run */
    vector through = *open;
    for (unsigned step = 1; step < LANES; step *= 2) {
        filled |= through & (filled >> step);
        through &= through >> step;
    }
    *reached = filled;
}

/* Extends the reached cells to their open neighbours above and below. */
static void fill_neighbours(const vector *open, vector *reached)
{
    uint16_t rows[LANES + 2];
    vector up, down;
    rows[0] = rows[LANES + 1] = 0;
    memcpy(rows + 1, reached, sizeof *reached);
    memcpy(&up, rows, sizeof up);
    memcpy(&down, rows + 2, sizeof down);
    *reached |= (up | down) & *open;
}

/* Starts a flood with the open cells next to the head. */
static void start_filling(const struct lanes *lanes, const vector *open, vector *reached)
{
    memset(reached, 0, sizeof *reached);
    (*reached)[lanes->head_row] = (uint16_t)(1u << lanes->head_column);
    vector sideways = *reached << 1 | *reached >> 1;
    fill_neighbours(open, reached);
    *reached = (*reached | sideways) & *open;
}

/* Returns whether all open cells can be reached from the head. */
static bool lanes_connected(const struct lanes *lanes)
{
    vector open, reached, before;
    memcpy(&open, lanes->row + 1, sizeof open);
    start_filling(lanes, &open, &reached);
    do {
        before = reached;
        fill_runs(&open, &reached);
        fill_neighbours(&open, &reached);
        before ^= reached;
    } while (!is_zero(&before));
    reached ^= open;
    return is_zero(&reached);
}

/* Does the same for the position after a slide.  The position before it must be connected. */
static bool lanes_still_connected(const struct lanes *before, const struct lanes *after)
{
    vector open, covered, wanted, reached, last, missing;
    memcpy(&open, after->row + 1, sizeof open);
    memcpy(&covered, before->row + 1, sizeof covered);
    covered ^= open;
    covered[before->head_row] |= (uint16_t)(1u << before->head_column);
    wanted = covered;
    vector sideways = covered << 1 | covered >> 1;
    fill_neighbours(&open, &wanted);
    wanted = (wanted | sideways) & open;
    start_filling(after, &open, &reached);
    for (;;) {
        missing = wanted & ~reached;
        if (is_zero(&missing))
            return true;
        last = reached;
        fill_runs(&open, &reached);
        fill_neighbours(&open, &reached);
        last ^= reached;
        if (is_zero(&last))
            return false;
    }
}

/* Returns whether the open cells have the colours that a path from the head needs. */
static bool lanes_colours_fit(const struct lanes *lanes)
{
    int lead = 0; /* how many more cells have the other colour than the head's */
    for (unsigned row = 0; row < LANES; row++) {
        unsigned other = (row + lanes->head_row + lanes->head_column) % 2 ? 0x5555 : 0xaaaa;
        lead += __builtin_popcount(lanes->row[row + 1] & other);
        lead -= __builtin_popcount(lanes->row[row + 1] & ~other & 0xffff);
    }
    return lead == 0 || lead == 1;
}

/* --- positions on any of the boards --- */

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
    return wide_covers(&position->wide, (int)from, (int)to);
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
