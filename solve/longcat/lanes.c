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
    lanes->row[lanes->head_row + 1] &= (uint16_t)~(1u << lanes->head_column);
    lanes->column[lanes->head_column] &= (uint16_t)~(1u << lanes->head_row);
    lanes->open_count--;
}

/* The open bits of a line next to bit `at`, towards higher bits. */
static unsigned run_above(unsigned line, unsigned at)
{
    unsigned above = line >> at >> 1;
    return ((above & ~(above + 1)) << 1) << at;
}

/* Likewise, towards lower bits. */
static unsigned run_below(unsigned line, unsigned at)
{
    unsigned blocked = ~line & ((1u << at) - 1);
    unsigned nearest = blocked == 0 ? 0 : 2u << (31 - __builtin_clz(blocked));
    return ((1u << at) - 1) & ~(nearest == 0 ? 0 : nearest - 1);
}

/* Takes the bits of `run` out of one line, and bit `at` out of the lines that cross it there. */
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

/* The runs of `open` that `seeds`, some of its bits, lie in. */
static unsigned fill_runs(unsigned open, unsigned seeds)
{
    unsigned filled = seeds | (open & ~(open + seeds)); /* carries run to the upper ends */
    unsigned through = open;
    for (unsigned step = 1; step < LANES; step *= 2) {
        filled |= through & (filled >> step);
        through &= through >> step;
    }
    return filled;
}

bool lanes_connected(const struct lanes *lanes)
{
    if (lanes->open_count == 0)
        return true;
    uint16_t reached[LANES + 2] = {0};
    const uint16_t *open = lanes->row;
    const unsigned head = lanes->head_row + 1u, bit = 1u << lanes->head_column;
    reached[head - 1] = (uint16_t)(open[head - 1] & bit);
    reached[head] = (uint16_t)(open[head] & (bit << 1 | bit >> 1));
    reached[head + 1] = (uint16_t)(open[head + 1] & bit);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < 2 * LANES; i++) { /* down and up again */
            unsigned row = i < LANES ? i + 1 : 2 * LANES - i;
            unsigned seeds = (reached[row] | reached[row - 1] | reached[row + 1]) & open[row];
            if (seeds == 0)
                continue;
            unsigned filled = fill_runs(open[row], seeds);
            changed |= filled != reached[row];
            reached[row] = (uint16_t)filled;
        }
    }
    return memcmp(reached + 1, open + 1, LANES * sizeof *open) == 0;
}

bool lanes_colours_fit(const struct lanes *lanes)
{
    int lead = 0; /* of the other colour over the head's own */
    for (unsigned row = 0; row < LANES; row++) {
        unsigned other = (row + lanes->head_row + lanes->head_column) % 2 ? 0x5555 : 0xaaaa;
        lead += __builtin_popcount(lanes->row[row + 1] & other);
        lead -= __builtin_popcount(lanes->row[row + 1] & ~other & 0xffff);
    }
    return lead == 0 || lead == 1;
}
