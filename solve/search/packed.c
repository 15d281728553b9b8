/* States in fewer bits; see packed.h. */
#include "solve/search/packed.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

void packed_make(struct packed *packed, size_t state_bytes)
{
    *packed = (struct packed){.state_bytes = state_bytes, .columns = (unsigned)(state_bytes + 1) / 2};
}

void packed_free(struct packed *packed)
{
    for (unsigned n = 0; n < packed->columns; n++)
        free(packed->column[n].values);
    free(packed->bytes);
    free(packed->layouts);
    free(packed->groups);
    packed_make(packed, packed->state_bytes);
}

size_t packed_bytes(const struct packed *packed)
{
    size_t bytes = packed->byte_count + packed->layout_count * sizeof *packed->layouts +
                   packed->group_capacity * sizeof *packed->groups;
    for (unsigned n = 0; n < packed->columns; n++)
        bytes += packed->column[n].capacity * sizeof(uint16_t);
    return bytes;
}

/* --- states: words of four columns --- */

enum { WORD_COLUMNS = 4, COLUMN_BITS = 16 };

/* Returns the word that begins with the n-th column.  Bytes beyond the state are 0. */
static inline uint64_t word_of(const struct packed *packed, const unsigned char *state, unsigned n)
{
    size_t at = 2 * (size_t)n, left = packed->state_bytes - at;
    uint64_t word = load_8(state + at);
    return left < sizeof word ? word & ((UINT64_C(1) << 8 * left) - 1) : word;
}

static inline uint16_t value_of(const struct packed *packed, const unsigned char *state, unsigned n)
{
    return (uint16_t)(word_of(packed, state, n - n % WORD_COLUMNS) >> n % WORD_COLUMNS * COLUMN_BITS);
}

/* --- packing ---
 *
 * While states are packed, `codes` holds the code of each value of one column.  The entry of a value without a code is
 * arbitrary.  A value has a code if the column's list holds the value at the place that its entry names. */

static void take_codes(const struct packed_column *column, uint16_t *codes)
{
    for (uint32_t code = 0; code < column->count; code++)
        codes[column->values[code]] = (uint16_t)code;
}

/* Gives a code to each value that the n-th column of these states has. */
static bool add_values(struct packed *packed, const unsigned char *states, size_t count, unsigned n, uint16_t *codes)
{
    struct packed_column *column = &packed->column[n];
    take_codes(column, codes);
    for (size_t i = 0; i < count; i++) {
        uint16_t value = value_of(packed, states + i * packed->state_bytes, n);
        if (codes[value] < column->count && column->values[codes[value]] == value)
            continue;
        if (column->count == column->capacity) {
            uint32_t capacity = column->capacity + column->capacity / 4 + 64;
            uint16_t *values = realloc(column->values, capacity * sizeof *values);
            if (values == NULL)
                return false;
            column->values = values;
            column->capacity = capacity;
        }
        codes[value] = (uint16_t)column->count;
        column->values[column->count++] = value;
    }
    return true;
}

/* Begins a new layout if a column needs more bits than it has. */
static bool begin_layout(struct packed *packed)
{
    struct packed_layout *last = packed->layout_count == 0 ? NULL : &packed->layouts[packed->layout_count - 1];
    struct packed_layout next = {.number = packed->count, .first = packed->byte_count};
    for (unsigned n = 0; n < packed->columns; n++) {
        while (UINT32_C(1) << next.widths[n] < packed->column[n].count)
            next.widths[n]++;
        next.state_bits = (uint16_t)(next.state_bits + next.widths[n]);
    }
    if (last != NULL && last->state_bits == next.state_bits)
        return true;
    if (last != NULL)
        next.first = last->first + (size_t)(packed->count - last->number) / 8 * last->state_bits;
    struct packed_layout *layouts = realloc(packed->layouts, (packed->layout_count + 1) * sizeof *layouts);
    if (layouts == NULL)
        return false;
    layouts[packed->layout_count++] = next;
    packed->layouts = layouts;
    return true;
}

/* Records that the next groups have the last layout. */
static bool add_groups(struct packed *packed, size_t count)
{
    size_t old = (size_t)packed->count / PACKED_GROUP, wanted = old + count / PACKED_GROUP;
    if (wanted > packed->group_capacity) {
        uint16_t *groups = realloc(packed->groups, (wanted + wanted / 16) * sizeof *groups);
        if (groups == NULL)
            return false;
        packed->groups = groups;
        packed->group_capacity = wanted + wanted / 16;
    }
    for (; old < wanted; old++)
        packed->groups[old] = (uint16_t)(packed->layout_count - 1);
    return true;
}

bool packed_add(struct packed *packed, const unsigned char *states, size_t count)
{
    uint16_t *codes = calloc(1, PACKED_SCRATCH);
    bool good = codes != NULL;
    for (unsigned n = 0; good && n < packed->columns; n++)
        good = add_values(packed, states, count, n, codes);
    good = good && begin_layout(packed) && add_groups(packed, count);
    if (good) {
        /* Makes room for the states in the last layout, all bits 0. */
        const struct packed_layout *layout = &packed->layouts[packed->layout_count - 1];
        size_t states_then = (size_t)(packed->count - layout->number) + count;
        size_t wanted = layout->first + states_then / 8 * layout->state_bits + sizeof(uint64_t);
        unsigned char *bytes = realloc(packed->bytes, wanted);
        good = bytes != NULL;
        if (good) {
            memset(bytes + packed->byte_count, 0, wanted - packed->byte_count);
            packed->bytes = bytes;
            packed->byte_count = wanted;
        }
    }
    for (unsigned n = 0, shift = 0; good && n < packed->columns; n++) {
        /* Writes the codes of the n-th column; they begin at bit `shift` of each state, and so at any bit of a byte. */
        take_codes(&packed->column[n], codes);
        const struct packed_layout *layout = &packed->layouts[packed->layout_count - 1];
        size_t at = (size_t)(packed->count - layout->number) * layout->state_bits + shift;
        for (size_t i = 0; i < count; i++, at += layout->state_bits) {
            unsigned char *bytes = packed->bytes + layout->first + at / 8;
            uint64_t code = codes[value_of(packed, states + i * packed->state_bytes, n)];
            store_8(bytes, load_8(bytes) | code << at % 8);
        }
        shift += layout->widths[n];
    }
    if (good)
        packed->count += count;
    free(codes);
    return good;
}

/* --- reading --- */

static inline const struct packed_layout *layout_of(const struct packed *packed, uint64_t number)
{
    return &packed->layouts[packed->groups[number / PACKED_GROUP]];
}

static inline size_t place_in(const struct packed_layout *layout, uint64_t number)
{
    return (size_t)(number - layout->number) * layout->state_bits;
}

/* Where the codes of a state begin. */
struct codes {
    const unsigned char *bytes;
    const uint8_t *widths;
    size_t at; /* the bit of the next code */
};

static inline struct codes codes_of(const struct packed *packed, uint64_t number)
{
    const struct packed_layout *layout = layout_of(packed, number);
    return (struct codes){packed->bytes + layout->first, layout->widths, place_in(layout, number)};
}

static inline uint64_t take_value(const struct packed *packed, const struct codes *codes, unsigned n, uint64_t bits)
{
    return packed->column[n].values[bits & ((UINT64_C(1) << codes->widths[n]) - 1)];
}

/* Returns the word that begins with the n-th column.  Reads two codes at a time; they always lie within 8 bytes. */
static inline uint64_t next_word(const struct packed *packed, struct codes *codes, unsigned n)
{
    uint64_t word = 0;
    for (unsigned shift = 0; shift < 64 && n < packed->columns; shift += 2 * COLUMN_BITS, n += 2) {
        uint64_t bits = load_8(codes->bytes + codes->at / 8) >> codes->at % 8;
        word |= take_value(packed, codes, n, bits) << shift;
        codes->at += codes->widths[n];
        if (n + 1 < packed->columns) {
            word |= take_value(packed, codes, n + 1, bits >> codes->widths[n]) << (shift + COLUMN_BITS);
            codes->at += codes->widths[n + 1];
        }
    }
    return word;
}

void packed_read(const struct packed *packed, uint64_t number, unsigned char *state)
{
    struct codes codes = codes_of(packed, number);
    for (unsigned n = 0; n < packed->columns; n += WORD_COLUMNS)
        store_8(state + 2 * (size_t)n, next_word(packed, &codes, n));
}

bool packed_equals(const struct packed *packed, uint64_t number, const unsigned char *state)
{
    struct codes codes = codes_of(packed, number);
    for (unsigned n = 0; n < packed->columns; n += WORD_COLUMNS) {
        if (next_word(packed, &codes, n) != word_of(packed, state, n))
            return false;
    }
    return true;
}

void packed_prefetch(const struct packed *packed, uint64_t number)
{
    const struct packed_layout *layout = layout_of(packed, number);
    __builtin_prefetch(packed->bytes + layout->first + place_in(layout, number) / 8);
}
