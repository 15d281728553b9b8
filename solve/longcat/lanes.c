/* LongCat on boards of up to 16x16 cells; see lanes.h. */
#include "solve/longcat/lanes.h"

#include <string.h>

typedef uint16_t vector __attribute__((vector_size(2 * LANES)));

void lanes_set(struct lanes *lanes, int columns, int rows, const unsigned char *open, int head)
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

void lanes_set_bits(struct lanes *lanes, int columns, int rows, const uint64_t *open, int head)
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

bool lanes_slide(const struct lanes *lanes, enum direction direction, struct lanes *after)
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

bool lanes_two_dead_ends(const struct lanes *lanes)
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

bool lanes_connected(const struct lanes *lanes)
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

bool lanes_still_connected(const struct lanes *before, const struct lanes *after)
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

bool lanes_colours_fit(const struct lanes *lanes)
{
    int lead = 0; /* how many more cells have the other colour than the head's */
    for (unsigned row = 0; row < LANES; row++) {
        unsigned other = (row + lanes->head_row + lanes->head_column) % 2 ? 0x5555 : 0xaaaa;
        lead += __builtin_popcount(lanes->row[row + 1] & other);
        lead -= __builtin_popcount(lanes->row[row + 1] & ~other & 0xffff);
    }
    return lead == 0 || lead == 1;
}
