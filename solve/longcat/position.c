/* A LongCat position for the search; see position.h. */
#include "solve/longcat/position.h"

#include "games/grid.h"

#include <stdlib.h>
#include <string.h>

/* --- lanes: boards of up to 32x32 cells, one 32-bit word for each row and each column ---
 *
 * A slide needs only one row or column word.  The tests work on CHUNK rows at once, with GCC's vector extension, which
 * compiles for any target.  Lanes are half as fast as the bit board and several times as fast as the general board. For
 * generators only. */

typedef uint32_t lane; /* a row or a column */

struct lanes {
    lane row[LANES + 2];   /* row r of the board is row[r + 1]: bit c is set while that cell is open */
    lane column[LANES];    /* the same by columns */
    uint8_t rows, columns; /* of the board */
    uint8_t head_row, head_column;
    uint16_t open_count;
};

enum { CHUNK = 8 };
typedef lane vector __attribute__((vector_size(sizeof(lane) * CHUNK)));

/* Returns the run of open bits next to bit `at`, towards higher bits. */
static unsigned run_above(unsigned line, unsigned at)
{
    unsigned above = line >> at >> 1;
    return ((above & ~(above + 1)) << 1) << at;
}

/* Returns the run of open bits next to bit `at`, towards lower bits. */
static unsigned run_below(unsigned line, unsigned at)
{
    unsigned blocked = ~line & ((1u << at) - 1);
    unsigned nearest = blocked == 0 ? 0 : 2u << (31 - __builtin_clz(blocked));
    return ((1u << at) - 1) & ~(nearest == 0 ? 0 : nearest - 1);
}

/* Clears the bits of `run` in one line, and bit `at` in each line that crosses it there.  Returns the number of cells
 * covered. */
static unsigned cover(lane *line, lane *crossing, unsigned run, unsigned at)
{
    unsigned covered = 0;
    *line &= ~run;
    for (; run != 0; run &= run - 1, covered++) {
        crossing[__builtin_ctz(run)] &= ~((lane)1 << at);
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

/* Vectors are passed in memory, because passing them in registers depends on the processor. */
static void load_rows(vector *chunk, const lane *rows)
{
    memcpy(chunk, rows, sizeof *chunk);
}

static bool is_zero(const vector *bits)
{
    uint64_t words[sizeof *bits / 8], any = 0;
    memcpy(words, bits, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any == 0;
}

/* Returns whether two or more open cells are dead ends.  A dead end has at most one way in; the head counts as
 * one. */
static bool lanes_two_dead_ends(const struct lanes *lanes)
{
    lane ways[LANES + 2];
    uint64_t seen = 0, several = 0;
    memcpy(ways, lanes->row, sizeof ways);
    ways[lanes->head_row + 1] |= (lane)1 << lanes->head_column;
    for (unsigned row = 1; row <= lanes->rows; row += CHUNK) {
        vector open, up, middle, down;
        load_rows(&open, lanes->row + row);
        load_rows(&up, ways + row - 1);
        load_rows(&middle, ways + row);
        load_rows(&down, ways + row + 1);
        vector left = middle << 1, right = middle >> 1;
        vector two = (left & right) | (up & down) | ((left ^ right) & (up ^ down));
        vector dead = open & ~two;
        uint64_t words[sizeof dead / 8];
        memcpy(words, &dead, sizeof words);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            several |= words[i] & (words[i] - 1);
            several |= seen != 0 ? words[i] : 0;
            seen |= words[i];
        }
    }
    return several != 0;
}

/* Starts a flood with the open cells next to the head.  Row r is reached[r + 1]. */
static void start_flood(const struct lanes *lanes, lane reached[LANES + 2])
{
    const lane head = (lane)1 << lanes->head_column, *row = lanes->row + lanes->head_row;
    memset(reached, 0, sizeof(lane[LANES + 2]));
    reached[lanes->head_row] = head & row[0];
    reached[lanes->head_row + 1] = (head << 1 | head >> 1) & row[1];
    reached[lanes->head_row + 2] = head & row[2];
}

/* Extends a flood to the open neighbours above and below, and then through the runs of open cells in each row.  Returns
 * false if it is complete. */
static bool flood_on(const struct lanes *lanes, lane reached[LANES + 2])
{
    bool more = false;
    for (unsigned row = 1; row <= lanes->rows; row += CHUNK) {
        vector open, before, up, down;
        load_rows(&open, lanes->row + row);
        load_rows(&before, reached + row);
        load_rows(&up, reached + row - 1);
        load_rows(&down, reached + row + 1);
        vector now = before | ((up | down) & open);
        now |= open & ~(open + now); /* a carry runs to the upper end of each run */
        vector through = open;
        for (unsigned step = 1; step < lanes->columns; step *= 2) {
            now |= through & (now >> step);
            through &= through >> step;
        }
        memcpy(reached + row, &now, sizeof now);
        before ^= now;
        more |= !is_zero(&before);
    }
    return more;
}

/* Returns whether a flood has reached all cells of a set. */
static bool reaches(const struct lanes *lanes, const lane reached[LANES + 2], const lane set[LANES + 2])
{
    bool all = true;
    for (unsigned row = 1; row <= lanes->rows; row += CHUNK) {
        vector wanted, there;
        load_rows(&wanted, set + row);
        load_rows(&there, reached + row);
        wanted &= ~there;
        all &= is_zero(&wanted);
    }
    return all;
}

/* Returns whether all open cells can be reached from the head. */
static bool lanes_connected(const struct lanes *lanes)
{
    lane reached[LANES + 2];
    start_flood(lanes, reached);
    while (flood_on(lanes, reached))
        ;
    return reaches(lanes, reached, lanes->row);
}

/* Does the same for the position after a slide.  The position before it must be connected, so it is enough to reach the
 * open cells beside those that the slide covered. */
static bool lanes_still_connected(const struct lanes *before, const struct lanes *after)
{
    lane covered[LANES + 2] = {0}, beside[LANES + 2] = {0}, reached[LANES + 2];
    for (unsigned row = 1; row <= after->rows; row++)
        covered[row] = before->row[row] ^ after->row[row];
    covered[before->head_row + 1] |= (lane)1 << before->head_column;
    for (unsigned row = 1; row <= after->rows; row++)
        beside[row] = (covered[row - 1] | covered[row + 1] | covered[row] << 1 | covered[row] >> 1) & after->row[row];
    start_flood(after, reached);
    do {
        if (reaches(after, reached, beside))
            return true;
    } while (flood_on(after, reached));
    return false;
}

/* --- positions on any of the boards --- */

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
        return;
    }
    uint64_t bits[LANES * LANES / 64] = {0};
    for (int cell = position->columns * position->rows; cell-- > 0;)
        bits[cell / 64] = bits[cell / 64] << 1 | (open[cell] != 0);
    bits[head / 64] &= ~(UINT64_C(1) << head % 64);
    position_set_bits(position, bits, head);
}

void position_set_bits(struct position *position, const uint64_t *open, int head)
{
    position->slide_count = 0;
    if (position->kind == POSITION_LANES) {
        struct lanes *lanes = position->lanes;
        int columns = position->columns, rows = position->rows;
        *lanes = (struct lanes){.rows = (uint8_t)rows, .columns = (uint8_t)columns};
        for (int row = 0, cell = 0; row < rows; row++, cell += columns) {
            uint64_t bits = open[cell / 64] >> cell % 64;
            if (cell % 64 + columns > 64)
                bits |= open[cell / 64 + 1] << (64 - cell % 64);
            bits &= (UINT64_C(1) << columns) - 1;
            lanes->row[row + 1] = (lane)bits;
            lanes->open_count = (uint16_t)(lanes->open_count + __builtin_popcountll(bits));
            for (; bits != 0; bits &= bits - 1) {
                lanes->column[__builtin_ctzll(bits)] |= (lane)1 << row;
            }
        }
        lanes->head_row = (uint8_t)(head / columns);
        lanes->head_column = (uint8_t)(head % columns);
    } else {
        position->open[0] = open[0];
        position->head[0] = (unsigned char)head;
    }
}

bool position_make(struct position *position, const struct longcat *board, bool wide, unsigned rules)
{
    memset(position, 0, sizeof *position);
    /* The rectangle around the open cells. */
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

bool position_hopeless(struct position *position, unsigned rules)
{
    switch (position->kind) {
    case POSITION_BITS:
        return bit_hopeless(&position->geometry, rules, position->open[position->slide_count],
                            position->head[position->slide_count]);
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
    case POSITION_LANES: {
        const struct lanes *lanes = last_lanes(position);
        int lead = 0; /* how many more open cells have the other colour than have the head's */
        for (unsigned row = 0; row < LANES; row++) {
            unsigned other = (row + lanes->head_row + lanes->head_column) % 2 ? 0x55555555 : 0xaaaaaaaa;
            lead += __builtin_popcount(lanes->row[row + 1] & other);
            lead -= __builtin_popcount(lanes->row[row + 1] & ~other);
        }
        return lead == 0 || lead == 1;
    }
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

struct chain_end position_chain_end(const struct position *position)
{
    const struct wide_board *wide = &position->wide;
    return position->kind == POSITION_WIDE ? wide->slides[wide->slide_count].end : (struct chain_end){-1, -1};
}

void position_know_chain(struct position *position, struct chain_end end)
{
    if (position->kind != POSITION_WIDE || !(position->rules & LONGCAT_BLOCKS))
        return;
    struct wide_slide *slide = &position->wide.slides[position->wide.slide_count];
    slide->tested = slide->chain = true;
    slide->end = end;
}
