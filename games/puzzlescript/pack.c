/* Packs states into as few bits as the level needs: for each cell and layer, the number of the object there among those
 * that can change.  A layer that an unchanging object fills needs no bits.  The first bit says whether the level is
 * won.  ps_pack verifies that nothing is lost.  If something is, it records a doubt: no result is certain. */
#include "games/puzzlescript/effects.h"
#include "games/puzzlescript/place.h"

#include <stdlib.h>

/* The bits needed for numbers up to `count`. */
static int width_of(int count)
{
    int width = 0;
    while (count >> width != 0)
        width++;
    return width;
}

/* Numbers the changeable objects of each layer.  Returns false if memory runs out. */
static bool number_objects(const struct ps_puzzle *puzzle, struct ps_packing *packing)
{
    const struct ps_program *program = puzzle->program;
    size_t layers = (size_t)program->layers;
    packing->layer = calloc(layers + 1, sizeof *packing->layer);
    packing->ids = calloc(layers + 1, sizeof *packing->ids);
    packing->number = calloc((size_t)program->ids + 1, sizeof *packing->number);
    packing->weights = calloc((size_t)program->ids + 1, sizeof *packing->weights);
    if (packing->layer == NULL || packing->ids == NULL || packing->number == NULL || packing->weights == NULL)
        return false;
    /* Numbers the ways in which a cell can hold player objects. */
    enum { MOST_WAYS = 256 };
    int ways = 1;
    for (int layer = 0; layer < program->layers && ways <= MOST_WAYS; layer++) {
        int count = 1;
        for (int id = 0; id < program->ids; id++)
            if (program->id_layers[id] == layer && has_bit(program->player, id))
                packing->weights[id] = ways * count++;
        ways *= count;
    }
    packing->player_ways = ways <= MOST_WAYS ? ways - 1 : 0;
    for (size_t layer = 0; layer < layers; layer++) {
        int count = 0;
        packing->layer[layer] = calloc(ps_words(puzzle), sizeof(uint64_t));
        packing->ids[layer] = calloc((size_t)program->ids + 1, sizeof(int));
        if (packing->layer[layer] == NULL || packing->ids[layer] == NULL)
            return false;
        for (int id = 0; id < program->ids; id++) {
            if (program->id_layers[id] != (int)layer || !has_bit(packing->dynamic, id))
                continue;
            set_bit(packing->layer[layer], id);
            packing->number[id] = ++count;
            packing->ids[layer][count] = id;
            packing->ids[layer][0] = count;
        }
    }
    return true;
}

enum { MOST_KINDS = 64, MOST_BITS = 32 /* of a cell that is read and written at once */ };

/* Finds the kind of a cell whose fields begin at `first`, if the level is of one word. */
static int kind_of(const struct ps_puzzle *puzzle, struct ps_packing *packing, int first)
{
    const struct ps_program *program = puzzle->program;
    unsigned char shifts[64];
    int bits = 0;
    if (program->object_words > 1)
        return -1;
    memset(shifts, PS_NO_FIELD, sizeof shifts);
    for (int field = first; field < packing->count && bits <= MOST_BITS; bits += packing->fields[field++].width)
        for (uint64_t left = packing->layer[packing->fields[field].layer][0]; left != 0; left &= left - 1)
            shifts[__builtin_ctzll(left)] = (unsigned char)bits;
    if (bits > MOST_BITS)
        return -1;
    for (int kind = 0; kind < packing->kinds; kind++)
        if (memcmp(shifts, packing->shifts[kind], sizeof shifts) == 0)
            return kind;
    if (packing->kinds == MOST_KINDS)
        return -1;
    memcpy(packing->shifts[packing->kinds], shifts, sizeof shifts);
    return packing->kinds++;
}

size_t ps_packing_make(struct ps_puzzle *puzzle)
{
    const struct ps_program *program = puzzle->program;
    struct ps_packing *packing = &puzzle->packing;
    size_t cells = (size_t)ps_size(puzzle), words = ps_words(puzzle), layers = 0;
    packing->dynamic = calloc(words, sizeof(uint64_t));
    packing->fixed = calloc(cells * words, sizeof(uint64_t));
    if (packing->dynamic == NULL || packing->fixed == NULL)
        return 0;
    ps_find_dynamic(program, packing->dynamic);
    if (puzzle->chance)
        memset(packing->dynamic, 0xff, words * sizeof(uint64_t));
    for (size_t i = 0; i < cells * words; i++)
        packing->fixed[i] = puzzle->start[i] & ~packing->dynamic[i % words];
    if (!number_objects(puzzle, packing))
        return 0;
    for (int layer = 0; layer < program->layers; layer++)
        layers += packing->ids[layer][0] > 0;
    packing->fields = calloc(cells * layers + 1, sizeof *packing->fields);
    packing->cells = calloc(cells + 1, sizeof *packing->cells);
    packing->shifts = calloc(MOST_KINDS, sizeof *packing->shifts);
    if (packing->fields == NULL || packing->cells == NULL || packing->shifts == NULL)
        return 0;
    for (int id = 0; words == 1 && id < program->ids; id++)
        packing->rivals[id] = packing->layer[program->id_layers[id]][0] & ~((uint64_t)1 << id);
    /* List the fields of all cells. */
    size_t bits = 0;
    packing->few = puzzle->layout.words == cells;
    for (int cell = 0; cell < ps_size(puzzle); cell++) {
        size_t before = bits;
        int first = packing->count;
        for (int layer = 0; layer < program->layers; layer++) {
            int count = packing->ids[layer][0];
            const uint64_t *here = &packing->fixed[(size_t)cell * ps_words(puzzle)];
            if (count == 0 || meets(here, program->layer_masks[layer], program->object_words))
                continue;
            packing->fields[packing->count++] = (struct ps_field){layer, width_of(count)};
            bits += (size_t)width_of(count);
        }
        packing->cells[cell] =
            (struct ps_cell_fields){packing->count, (int)(bits - before), kind_of(puzzle, packing, first), 1 + before};
        packing->few = packing->few && packing->cells[cell].kind >= 0;
    }
    bits = 1 + bits * (puzzle->layout.restart > 0 ? 2 : 1);
    return (bits + 7) / 8 + (puzzle->layout.random > 0 ? sizeof(struct ps_random) : 0);
}

void ps_packing_free(struct ps_packing *packing)
{
    for (size_t i = 0; packing->ids != NULL && packing->ids[i] != NULL; i++)
        free(packing->ids[i]);
    for (size_t i = 0; packing->layer != NULL && packing->layer[i] != NULL; i++)
        free(packing->layer[i]);
    free(packing->ids);
    free(packing->layer);
    free(packing->number);
    free(packing->weights);
    free(packing->dynamic);
    free(packing->fixed);
    free(packing->fields);
    free(packing->cells);
    free(packing->shifts);
}

/* --- bits --- */

struct bits {
    unsigned char *bytes;
    uint64_t held;
    int count;
};

static inline void put(struct bits *bits, unsigned value, int width)
{
    bits->held |= (uint64_t)value << bits->count;
    for (bits->count += width; bits->count >= 8; bits->count -= 8) {
        *bits->bytes++ = (unsigned char)bits->held;
        bits->held >>= 8;
    }
}

static inline void put_zeros(struct bits *bits, int count)
{
    bits->count += count;
    if (bits->count < 8)
        return;
    *bits->bytes++ = (unsigned char)bits->held;
    bits->held = 0;
    size_t more = (size_t)bits->count / 8 - 1;
    memset(bits->bytes, 0, more);
    bits->bytes += more;
    bits->count %= 8;
}

struct reading {
    const unsigned char *bytes;
    uint64_t held;
    int count;
};

static inline uint64_t get(struct reading *bits, int width)
{
    for (; bits->count < width; bits->count += 8)
        bits->held |= (uint64_t)*bits->bytes++ << bits->count;
    uint64_t value = bits->held & (((uint64_t)1 << width) - 1);
    bits->held >>= width;
    bits->count -= width;
    return value;
}

/* The changeable object of a layer in a cell; -1: none. */
static inline int object_in(const uint64_t *cell, const uint64_t *layer, int words)
{
    for (int word = 0; word < words; word++) {
        uint64_t here = cell[word] & layer[word];
        if (here != 0)
            return 64 * word + __builtin_ctzll(here);
    }
    return -1;
}

/* The fields of these objects in a cell with `content`.  Returns false if not all of them have a field of their own. */
static inline bool fields_of(const struct ps_packing *packing, int kind, uint64_t content, uint64_t objects,
                             uint64_t *fields)
{
    const unsigned char *shifts = packing->shifts[kind];
    bool good = true;
    *fields = 0;
    for (uint64_t left = objects; left != 0; left &= left - 1) {
        int id = __builtin_ctzll(left);
        bool has = shifts[id] != PS_NO_FIELD;
        good = good && has && (content & packing->rivals[id]) == 0;
        *fields |= has ? (uint64_t)packing->number[id] << shifts[id] : 0;
    }
    return good;
}

/* Adds bits to a state from a bit on. */
static inline void add_bits(unsigned char *state, size_t at, uint64_t value)
{
    unsigned char *byte = state + at / 8;
    for (value <<= at % 8; value != 0; value >>= 8)
        *byte++ |= (unsigned char)value;
}

bool ps_pack_more(const struct ps_puzzle *puzzle, int cell, uint64_t rest, uint64_t more, unsigned char *state)
{
    const struct ps_cell_fields *own = &puzzle->packing.cells[cell];
    uint64_t value;
    if (own->kind < 0 || !fields_of(&puzzle->packing, own->kind, rest | more, more, &value))
        return false;
    add_bits(state, own->at, value);
    return true;
}

/* Packs the cells.  Returns false if a cell differs from its fixed objects and fields combined.  Most cells hold only
 * fixed objects, so all bits of their fields are 0; these bits are put together. */
static inline __attribute__((always_inline)) bool put_cells_of(const struct ps_puzzle *puzzle, const uint64_t *cells,
                                                               int words, struct bits *bits)
{
    const struct ps_packing *packing = &puzzle->packing;
    const uint64_t *fixed = packing->fixed;
    uint64_t wrong = 0;
    int zeros = 0;
    for (int cell = 0, first = 0; cell < ps_size(puzzle); cell++, cells += words, fixed += words) {
        int end = packing->cells[cell].end;
        uint64_t differs = 0;
        for (int word = 0; word < words; word++)
            differs |= fixed[word] ^ cells[word];
        if (differs == 0) {
            zeros += packing->cells[cell].bits;
            first = end;
            continue;
        }
        put_zeros(bits, zeros);
        zeros = 0;
        uint64_t found[PS_MAX_OBJECTS / 64];
        for (int word = 0; word < words; word++)
            found[word] = fixed[word];
        for (; first < end; first++) {
            const struct ps_field *field = &packing->fields[first];
            int id = object_in(cells, packing->layer[field->layer], words);
            put(bits, id < 0 ? 0 : (unsigned)packing->number[id], field->width);
            if (id >= 0)
                set_bit(found, id);
        }
        for (int word = 0; word < words; word++)
            wrong |= found[word] ^ cells[word];
    }
    put_zeros(bits, zeros);
    return wrong == 0;
}

static bool put_cells(const struct ps_puzzle *puzzle, const uint64_t *cells, struct bits *bits)
{
    int words = puzzle->program->object_words;
    return words == 1 ? put_cells_of(puzzle, cells, 1, bits) : put_cells_of(puzzle, cells, words, bits);
}

/* Packs a position that is nothing but cells of one word with kinds.  Returns false as put_cells does. */
static bool put_few(const struct ps_puzzle *puzzle, const uint64_t *cells, bool won, unsigned char *state)
{
    const struct ps_packing *packing = &puzzle->packing;
    const uint64_t *fixed = packing->fixed;
    int size = ps_size(puzzle);
    bool good = true;
    memset(state, 0, puzzle->puzzle.state_bytes);
    state[0] = won;
    for (int cell = 0; cell < size; cell++) {
        while (cell + 4 <= size && ((cells[cell] ^ fixed[cell]) | (cells[cell + 1] ^ fixed[cell + 1]) |
                                    (cells[cell + 2] ^ fixed[cell + 2]) | (cells[cell + 3] ^ fixed[cell + 3])) == 0)
            cell += 4;
        if (cell == size)
            break;
        uint64_t differs = cells[cell] ^ fixed[cell], value;
        if (differs == 0)
            continue;
        good = fields_of(packing, packing->cells[cell].kind, cells[cell], differs, &value) && good;
        add_bits(state, packing->cells[cell].at, value);
    }
    return good;
}

void ps_pack(const struct ps_puzzle *puzzle, const uint64_t *position, bool won, unsigned char *state)
{
    if (puzzle->packing.few) {
        if (!put_few(puzzle, position, won, state))
            ps_doubt((struct ps_puzzle *)(uintptr_t)puzzle, PS_NOT_PACKED);
        return;
    }
    struct bits bits = {state, won, 1};
    bool good = put_cells(puzzle, position, &bits);
    if (puzzle->layout.restart > 0)
        good = put_cells(puzzle, position + puzzle->layout.restart, &bits) && good;
    put(&bits, 0, (8 - bits.count) & 7);
    if (puzzle->layout.random > 0)
        memcpy(bits.bytes, position + puzzle->layout.random, sizeof(struct ps_random));
    if (!good)
        ps_doubt((struct ps_puzzle *)(uintptr_t)puzzle, PS_NOT_PACKED);
}

/* The next 64 bits of a state, or fewer if it ends; the others are 0. */
static inline uint64_t bits_from(const unsigned char *bytes, size_t left)
{
    uint64_t bits = 0;
    if (left >= 8)
        return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24 |
               (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 |
               (uint64_t)bytes[7] << 56;
    for (size_t i = 0; i < left; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    return bits;
}

/* get_cells for a state that is nothing but cells of one word with kinds. */
static void get_few(const struct ps_puzzle *puzzle, const unsigned char *state, uint64_t *cells)
{
    const struct ps_packing *packing = &puzzle->packing;
    size_t bytes = puzzle->puzzle.state_bytes;
    int size = ps_size(puzzle);
    memcpy(cells, packing->fixed, (size_t)size * sizeof *cells);
    const struct ps_cell_fields *own = packing->cells;
    for (int cell = 0, field = 0; cell < size;) {
        /* Reads the cells whose fields end within the next bits. */
        size_t byte = own->at / 8;
        uint64_t left = bits_from(state + byte, bytes - byte) >> own->at % 8;
        int count = 64 - (int)(own->at % 8);
        for (; cell < size && own->bits <= count; count -= own->bits, field = own->end, cell++, own++) {
            uint64_t fields = left & (((uint64_t)1 << own->bits) - 1);
            left >>= own->bits;
            for (; fields != 0; field++) {
                const struct ps_field *here = &packing->fields[field];
                uint64_t number = fields & (((uint64_t)1 << here->width) - 1);
                fields >>= here->width;
                if (number > 0)
                    set_bit(&cells[cell], packing->ids[here->layer][number]);
            }
        }
    }
}

static void get_cells(const struct ps_puzzle *puzzle, struct reading *bits, uint64_t *cells)
{
    const struct ps_packing *packing = &puzzle->packing;
    size_t words = ps_words(puzzle);
    memcpy(cells, packing->fixed, (size_t)ps_size(puzzle) * words * sizeof *cells);
    for (int cell = 0, field = 0; cell < ps_size(puzzle); cell++) {
        int end = packing->cells[cell].end, width = packing->cells[cell].bits;
        bool whole = width <= MOST_BITS;
        uint64_t own = whole ? get(bits, width) : 0;
        if (whole && own == 0)
            field = end;
        for (; field < end; field++) {
            const struct ps_field *here = &packing->fields[field];
            uint64_t number = whole ? own & (((uint64_t)1 << here->width) - 1) : get(bits, here->width);
            own >>= here->width;
            if (number > 0)
                set_bit(&cells[(size_t)cell * words], packing->ids[here->layer][number]);
        }
    }
}

bool ps_unpack(const struct ps_puzzle *puzzle, const unsigned char *state, uint64_t *position)
{
    if (puzzle->packing.few) {
        get_few(puzzle, state, position);
        return ps_state_won(state);
    }
    struct reading bits = {state, 0, 0};
    bool won = get(&bits, 1) != 0;
    get_cells(puzzle, &bits, position);
    if (puzzle->layout.restart > 0)
        get_cells(puzzle, &bits, position + puzzle->layout.restart);
    if (puzzle->layout.random > 0)
        memcpy(position + puzzle->layout.random, bits.bytes, sizeof(struct ps_random));
    return won;
}
