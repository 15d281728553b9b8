/* Packs states into as few bits as the level needs: for each cell and layer, the number of the object there among those
 * that can change.  A layer that an unchanging object fills needs no bits.  The first bit says whether the level is
 * won.  ps_pack verifies that nothing is lost.  If something is, it records a doubt: no result is certain. */
#include "games/puzzlescript/place.h"

#include <stdlib.h>

enum { AT_ONCE = 57 }; /* bits that can be read or written at once, wherever they begin */

/* The bits needed for numbers up to `count`. */
static int width_of(int count)
{
    int width = 0;
    while (count >> width != 0)
        width++;
    return width;
}

/* Lists the fields of a cell as those of its kind.  Returns false if memory runs out. */
static bool add_cell(const struct ps_puzzle *puzzle, struct ps_packing *packing, int cell, size_t at)
{
    const struct ps_program *program = puzzle->program;
    const uint64_t *fixed = &packing->fixed[(size_t)cell * ps_words(puzzle)];
    size_t layers = (size_t)program->layers;
    enum { RECENT = 64 }; /* kinds with which a new one is compared; that two are equal does no harm */
    if (packing->kinds == packing->kind_capacity) {
        size_t capacity = 2 * (size_t)packing->kinds + 1;
        size_t count = capacity * (size_t)program->ids;
        struct ps_field *fields = realloc(packing->fields, (capacity * layers + 1) * sizeof *fields);
        if (fields != NULL)
            packing->fields = fields;
        struct ps_packed_object *objects = fields == NULL ? NULL : realloc(packing->objects, count * sizeof *objects);
        if (objects == NULL)
            return false;
        packing->objects = objects;
        packing->kind_capacity = (int)capacity;
    }
    struct ps_field *own = &packing->fields[(size_t)packing->kinds * layers];
    int bits = 0, last = 0;
    memset(own, 0, layers * sizeof *own);
    for (size_t layer = 0; layer < layers; layer++) {
        const int *ids = packing->ids[layer];
        if (ids[0] == 0 || meets(fixed, program->layer_masks[layer], program->object_words))
            continue;
        own[last++] = (struct ps_field){bits, width_of(ids[0]), ids};
        bits += width_of(ids[0]);
    }
    int kind = packing->kinds - 1;
    while (kind >= 0 && kind >= packing->kinds - RECENT &&
           memcmp(&packing->fields[(size_t)kind * layers], own, layers * sizeof *own) != 0)
        kind--;
    if (kind < 0 || kind < packing->kinds - RECENT) {
        kind = packing->kinds++;
        struct ps_packed_object *objects = &packing->objects[(size_t)kind * (size_t)program->ids];
        memset(objects, 0, (size_t)program->ids * sizeof *objects);
        for (int field = 0; field < last; field++)
            for (int number = 1; number <= own[field].ids[0]; number++)
                objects[own[field].ids[number]] =
                    (struct ps_packed_object){(uint16_t)own[field].at, (uint16_t)own[field].width, (uint16_t)number};
    }
    packing->cells[cell] = (struct ps_packed_cell){kind, bits, at};
    return true;
}

/* The bits of a state from one on, at least AT_ONCE; those after its end are 0. */
static inline uint64_t bits_from(const unsigned char *state, size_t size, size_t at)
{
    const unsigned char *bytes = state + at / 8;
    size_t left = size - at / 8;
    uint64_t bits = 0;
    if (left >= 8)
        bits = (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24 |
               (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 |
               (uint64_t)bytes[7] << 56;
    for (size_t i = 0; left < 8 && i < left; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    return bits >> at % 8;
}

/* Replaces the bits of a state under a mask.  Returns what they were. */
static inline uint64_t set_bits(unsigned char *state, size_t at, uint64_t mask, uint64_t value)
{
    uint64_t before = 0;
    mask <<= at % 8;
    value <<= at % 8;
    for (unsigned char *byte = state + at / 8; mask != 0; byte++, mask >>= 8, value >>= 8) {
        before |= *byte & mask & 0xff;
        *byte = (unsigned char)((*byte & ~mask) | value);
    }
    return before;
}

static inline uint64_t ones(int count)
{
    return ((uint64_t)1 << count) - 1;
}

/* The fields of objects in a cell. */
static inline const struct ps_packed_object *fields_in(const struct ps_puzzle *puzzle, int cell)
{
    return &puzzle->packing.objects[(size_t)puzzle->packing.cells[cell].kind * (size_t)puzzle->program->ids];
}

/* Packs objects of a cell one by one; the cells' fields begin at the bit `from`.  Returns false if not all of them have
 * fields of their own. */
static bool add_objects(const struct ps_puzzle *puzzle, int cell, const uint64_t *objects, size_t from,
                        unsigned char *state)
{
    const struct ps_packed_cell *own = &puzzle->packing.cells[cell];
    const struct ps_packed_object *fields = fields_in(puzzle, cell);
    bool good = true;
    for (int word = 0; word < puzzle->program->object_words; word++)
        for (uint64_t left = objects[word]; left != 0; left &= left - 1) {
            struct ps_packed_object field = fields[64 * word + __builtin_ctzll(left)];
            good = good && field.width != 0 &&
                   set_bits(state, from + own->at + field.at, ones(field.width), field.number) == 0;
        }
    return good;
}

void ps_pack_more(const struct ps_puzzle *puzzle, int cell, const uint64_t *more, unsigned char *state)
{
    if (!add_objects(puzzle, cell, more, 1, state))
        ps_doubt((struct ps_puzzle *)(uintptr_t)puzzle, PS_NOT_PACKED);
}

/* Packs a cell; returns what add_objects does. */
static inline __attribute__((always_inline)) bool put_cell(const struct ps_puzzle *puzzle, int cell,
                                                           const uint64_t *content, int words, size_t from,
                                                           unsigned char *state)
{
    const struct ps_packed_cell *own = &puzzle->packing.cells[cell];
    const uint64_t *fixed = &puzzle->packing.fixed[(size_t)cell * (size_t)words];
    const struct ps_packed_object *fields = fields_in(puzzle, cell);
    uint64_t value = 0;
    bool good = true;
    if (own->bits > AT_ONCE) {
        uint64_t objects[PS_MAX_OBJECTS / 64];
        for (int word = 0; word < words; word++)
            objects[word] = content[word] ^ fixed[word];
        for (int bit = 0; bit < own->bits; bit++)
            set_bits(state, from + own->at + (size_t)bit, 1, 0);
        return add_objects(puzzle, cell, objects, from, state);
    }
    for (int word = 0; word < words; word++)
        for (uint64_t left = content[word] ^ fixed[word]; left != 0; left &= left - 1) {
            struct ps_packed_object field = fields[64 * word + __builtin_ctzll(left)];
            good = good && field.width != 0 && (value >> field.at & ones(field.width)) == 0;
            value |= (uint64_t)field.number << field.at;
        }
    set_bits(state, from + own->at, ones(own->bits), value);
    return good;
}

/* Packs the cells into a copy of the reference.  Returns false if a cell differs from its fixed objects and fields
 * combined. */
static bool put_cells(const struct ps_puzzle *puzzle, const uint64_t *cells, size_t from, unsigned char *state)
{
    const struct ps_packing *packing = &puzzle->packing;
    const uint64_t *known = packing->reference_cells;
    size_t words = ps_words(puzzle), count = (size_t)ps_size(puzzle) * words;
    bool good = true;
    for (size_t i = 0; i < count;) {
        while (i + 4 <= count && ((cells[i] ^ known[i]) | (cells[i + 1] ^ known[i + 1]) |
                                  (cells[i + 2] ^ known[i + 2]) | (cells[i + 3] ^ known[i + 3])) == 0)
            i += 4;
        while (i < count && cells[i] == known[i])
            i++;
        if (i == count)
            break;
        size_t cell = words == 1 ? i : i / words;
        good = (words == 1 ? put_cell(puzzle, (int)cell, &cells[cell], 1, from, state)
                           : put_cell(puzzle, (int)cell, &cells[cell * words], (int)words, from, state)) &&
               good;
        i = (cell + 1) * words;
    }
    return good;
}

static bool pack(const struct ps_puzzle *puzzle, const uint64_t *position, unsigned char *state)
{
    return put_cells(puzzle, position, 1, state) &&
           (puzzle->layout.restart == 0 ||
            put_cells(puzzle, position + puzzle->layout.restart, 1 + puzzle->packing.bits, state));
}

size_t ps_packing_make(struct ps_puzzle *puzzle)
{
    const struct ps_program *program = puzzle->program;
    struct ps_packing *packing = &puzzle->packing;
    size_t cells = (size_t)ps_size(puzzle), words = ps_words(puzzle);
    packing->dynamic = arrays_add(&puzzle->arrays, words, sizeof(uint64_t));
    packing->fixed = arrays_add(&puzzle->arrays, cells * words, sizeof(uint64_t));
    packing->cells = arrays_add(&puzzle->arrays, cells, sizeof *packing->cells);
    if (puzzle->arrays.failed)
        return 0;
    ps_find_dynamic(program, packing->dynamic);
    if (puzzle->chance)
        memset(packing->dynamic, 0xff, words * sizeof(uint64_t));
    for (size_t i = 0; i < cells * words; i++)
        packing->fixed[i] = puzzle->start[i] & ~packing->dynamic[i % words];
    /* Numbers the ways in which a cell can hold player objects, and the changeable objects of each layer. */
    enum { MOST_WAYS = 256, MOST_VARIANTS = 16 };
    int ways = 1;
    packing->ids = arrays_add(&puzzle->arrays, (size_t)program->layers, sizeof *packing->ids);
    packing->weights = arrays_add(&puzzle->arrays, (size_t)program->ids, sizeof *packing->weights);
    for (int layer = 0; packing->ids != NULL && packing->weights != NULL && layer < program->layers; layer++) {
        int count = 0, players = 1;
        int *ids = packing->ids[layer] = arrays_add(&puzzle->arrays, (size_t)program->ids + 1, sizeof *ids);
        for (int id = 0; ids != NULL && id < program->ids; id++) {
            if (program->id_layers[id] != layer)
                continue;
            if (has_bit(packing->dynamic, id))
                ids[++count] = id;
            if (has_bit(program->player, id) && ways <= MOST_WAYS)
                packing->weights[id] = ways * players++;
        }
        if (ids == NULL)
            break;
        ids[0] = count;
        ways *= players;
    }
    packing->player_ways = ways <= MOST_WAYS ? ways - 1 : 0;
    puzzle->variants = ways <= 1 ? 1 : ways - 1 > MOST_VARIANTS ? MOST_VARIANTS : ways - 1;
    if (puzzle->arrays.failed)
        return 0;
    for (int cell = 0; cell < ps_size(puzzle); cell++) {
        if (!add_cell(puzzle, packing, cell, packing->bits))
            return 0;
        packing->bits += (size_t)packing->cells[cell].bits;
    }
    /* The start is the reference. */
    size_t bytes = (1 + packing->bits * (puzzle->layout.restart > 0 ? 2 : 1) + 7) / 8;
    packing->reference = arrays_add(&puzzle->arrays, bytes, 1);
    packing->reference_cells = packing->fixed;
    if (packing->reference == NULL)
        return 0;
    if (pack(puzzle, puzzle->start, packing->reference))
        packing->reference_cells = puzzle->start;
    else
        memset(packing->reference, 0, bytes);
    packing->bytes = bytes;
    return bytes + (puzzle->layout.random > 0 ? sizeof(struct ps_random) : 0);
}

void ps_pack(const struct ps_puzzle *puzzle, const uint64_t *position, bool won, unsigned char *state)
{
    const struct ps_packing *packing = &puzzle->packing;
    memcpy(state, packing->reference, packing->bytes);
    state[0] |= won;
    if (puzzle->layout.random > 0)
        memcpy(state + packing->bytes, position + puzzle->layout.random, sizeof(struct ps_random));
    if (!pack(puzzle, position, state))
        ps_doubt((struct ps_puzzle *)(uintptr_t)puzzle, PS_NOT_PACKED);
}

/* Unpacks a cell; `bits`: those of the state from its first field on, if it has at most AT_ONCE. */
static inline __attribute__((always_inline)) void get_cell(const struct ps_puzzle *puzzle, const unsigned char *state,
                                                           size_t from, int cell, uint64_t bits, size_t words,
                                                           uint64_t *content)
{
    const struct ps_packing *packing = &puzzle->packing;
    const struct ps_packed_cell *own = &packing->cells[cell];
    const struct ps_field *field = &packing->fields[(size_t)own->kind * (size_t)puzzle->program->layers];
    const uint64_t *fixed = &packing->fixed[(size_t)cell * words];
    bool whole = own->bits <= AT_ONCE;
    uint64_t first = fixed[0]; /* the only word of most games stays in a register */
    for (size_t word = 1; word < words; word++)
        content[word] = fixed[word];
    bits &= ones(own->bits & 63);
    for (int left = own->bits; left > 0 && (bits != 0 || !whole); left -= field->width, field++) {
        if (!whole)
            bits = bits_from(state, packing->bytes, from + own->at + (size_t)field->at);
        uint64_t number = bits & ones(field->width);
        int id = field->ids[number];
        if (number != 0 && (words == 1 || id < 64))
            first |= (uint64_t)1 << id;
        else if (number != 0)
            set_bit(content, id);
        bits >>= field->width;
    }
    content[0] = first;
}

/* Unpacks the cells.  Those that are as in the reference are copied. */
static void get_cells(const struct ps_puzzle *puzzle, const unsigned char *state, size_t from, uint64_t *cells)
{
    const struct ps_packing *packing = &puzzle->packing;
    size_t words = ps_words(puzzle), bytes = packing->bytes;
    int size = ps_size(puzzle);
    memcpy(cells, packing->reference_cells, (size_t)size * words * sizeof *cells);
    for (int cell = 0; cell < size;) {
        /* Compares the cells whose fields end within the next bits. */
        size_t at = packing->cells[cell].at, end = at + AT_ONCE;
        uint64_t here = bits_from(state, bytes, from + at);
        uint64_t differs = (here ^ bits_from(packing->reference, bytes, from + at)) & ones(AT_ONCE);
        if (packing->cells[cell].bits > AT_ONCE) {
            get_cell(puzzle, state, from, cell, 0, words, &cells[(size_t)cell * words]);
            cell++;
        } else if (differs == 0) {
            while (end < packing->bits &&
                   ((bits_from(state, bytes, from + end) ^ bits_from(packing->reference, bytes, from + end)) &
                    ones(AT_ONCE)) == 0)
                end += AT_ONCE;
            /* Goes on with the last cell that does not begin after the bit `end`. */
            int next = 0, beyond = size;
            while (end < packing->bits && beyond - next > 1) {
                int middle = next + (beyond - next) / 2;
                if (packing->cells[middle].at <= end)
                    next = middle;
                else
                    beyond = middle;
            }
            next = end < packing->bits ? next : size;
            cell = next > cell ? next : cell + 1;
        } else {
            for (; cell < size && packing->cells[cell].at + (size_t)packing->cells[cell].bits <= end; cell++) {
                size_t first = packing->cells[cell].at - at;
                if ((differs >> first & ones(packing->cells[cell].bits)) == 0)
                    continue;
                if (words == 1)
                    get_cell(puzzle, state, from, cell, here >> first, 1, &cells[cell]);
                else
                    get_cell(puzzle, state, from, cell, here >> first, words, &cells[(size_t)cell * words]);
            }
        }
    }
}

bool ps_unpack(const struct ps_puzzle *puzzle, const unsigned char *state, uint64_t *position)
{
    const struct ps_packing *packing = &puzzle->packing;
    get_cells(puzzle, state, 1, position);
    if (puzzle->layout.restart > 0)
        get_cells(puzzle, state, 1 + packing->bits, position + puzzle->layout.restart);
    if (puzzle->layout.random > 0)
        memcpy(position + puzzle->layout.random, state + packing->bytes, sizeof(struct ps_random));
    return ps_state_won(state);
}
