/* States in fewer bits; see packed.h. */
#include "solve/search/packed.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS, FEW }; /* divisions */
enum { WORD = sizeof(uint64_t), FEW_FROM = 1 << 18 };

static struct packed_part make_part(size_t first, size_t bytes)
{
    return (struct packed_part){
        .mask = bytes == WORD ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1,
        .first = (uint8_t)first,
        .bytes = (uint8_t)bytes,
    };
}

/* Divides states into parts that differ by at most a byte. */
static struct packed_division divide(size_t state_bytes, size_t part_count)
{
    struct packed_division division = {.part_count = (unsigned)part_count};
    for (size_t n = 0, first = 0; n < part_count; n++) {
        size_t left = part_count - n, bytes = (state_bytes - first + left - 1) / left;
        division.parts[n] = make_part(first, bytes);
        first += bytes;
    }
    return division;
}

void packed_make(struct packed *packed, size_t state_bytes)
{
    size_t few = (state_bytes + WORD - 1) / WORD;
    *packed = (struct packed){
        .state_bytes = state_bytes,
        .divisions = {divide(state_bytes, (state_bytes + 1) / 2), divide(state_bytes, few < 2 ? 2 : few)},
        .few = FEW_FROM,
    };
}

void packed_free(struct packed *packed)
{
    for (unsigned d = 0; d < 2; d++) {
        for (unsigned n = 0; n < packed->divisions[d].part_count; n++)
            free(packed->divisions[d].parts[n].values);
    }
    free(packed->bytes);
    free(packed->layouts);
    free(packed->groups);
    packed_make(packed, packed->state_bytes);
}

size_t packed_bytes(const struct packed *packed)
{
    size_t bytes = packed->byte_count + packed->layout_count * sizeof *packed->layouts +
                   packed->group_capacity * sizeof *packed->groups;
    for (unsigned d = 0; d < 2; d++) {
        for (unsigned n = 0; n < packed->divisions[d].part_count; n++)
            bytes += (size_t)packed->divisions[d].parts[n].capacity * packed->divisions[d].parts[n].bytes;
    }
    return bytes;
}

static inline uint64_t value_of(const struct packed_part *part, const unsigned char *state)
{
    return load_8(state + part->first) & part->mask;
}

static inline uint64_t value_at(const struct packed_part *part, uint64_t code)
{
    return load_8(part->values + code * part->bytes) & part->mask;
}

/* --- packing --- */

/* Memory for packing.  A slot that is not 0 holds the index of the first state with a value of the current part, plus
 * one, or KNOWN and the code of the value.  The sieve has a bit for each hash value, set if a state has it. */
struct coder {
    uint32_t *slots, *codes;
    unsigned char *sieve;
    unsigned slot_bits;
};

#define KNOWN (UINT32_C(1) << 31)

/* A full list grows by 1/LIST_GROWTH and LIST_LEAST values. */
enum { LIST_GROWTH = 16, LIST_LEAST = 64 };

static uint64_t hash_of(uint64_t value)
{
    value *= UINT64_C(0x9e3779b97f4a7c15);
    return (value ^ value >> 32) * UINT64_C(0xd6e8feb86659fd93);
}

static size_t next_slot(const struct coder *coder, size_t slot)
{
    return (slot + 1) & (((size_t)1 << coder->slot_bits) - 1);
}

/* The bit of the sieve for a hash value. */
static uint64_t sieve_bit(const struct coder *coder, uint64_t hash)
{
    return hash >> (64 - 3 - coder->slot_bits);
}

/* Finds the slots of the values that these states have for a part.  Returns how many values there are. */
static size_t find_slots(const struct packed *packed, const struct packed_part *part, const unsigned char *states,
                         size_t count, const struct coder *coder, uint32_t *slots)
{
    size_t different = 0;
    memset(coder->slots, 0, sizeof *coder->slots << coder->slot_bits);
    memset(coder->sieve, 0, (size_t)1 << coder->slot_bits);
    for (size_t i = 0; i < count; i++) {
        uint64_t value = value_of(part, states + i * packed->state_bytes), hash = hash_of(value);
        size_t slot = (size_t)(hash >> (64 - coder->slot_bits));
        while (coder->slots[slot] != 0 &&
               value_of(part, states + (coder->slots[slot] - 1) * packed->state_bytes) != value)
            slot = next_slot(coder, slot);
        if (coder->slots[slot] == 0) {
            coder->slots[slot] = (uint32_t)i + 1;
            uint64_t bit = sieve_bit(coder, hash);
            coder->sieve[bit / 8] |= (unsigned char)(1u << bit % 8);
            different++;
        }
        slots[i] = (uint32_t)slot;
    }
    return different;
}

/* Fills in the codes of these states for a part, and lists the values that are new.  It looks up the list's values
 * among those of the states, not the other way around, so that it needs no table of the whole list. */
static bool code_part(const struct packed *packed, struct packed_part *part, const unsigned char *states, size_t count,
                      const struct coder *coder, uint32_t *codes)
{
    find_slots(packed, part, states, count, coder, codes);
    for (uint32_t code = 0; code < part->count; code++) {
        uint64_t value = value_at(part, code), hash = hash_of(value), bit = sieve_bit(coder, hash);
        if ((coder->sieve[bit / 8] >> bit % 8 & 1) == 0)
            continue;
        size_t slot = (size_t)(hash >> (64 - coder->slot_bits));
        uint32_t first;
        while ((first = coder->slots[slot]) != 0 &&
               (first >= KNOWN || value_of(part, states + (first - 1) * packed->state_bytes) != value))
            slot = next_slot(coder, slot);
        if (first != 0)
            coder->slots[slot] = KNOWN | code;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t *slot = &coder->slots[codes[i]];
        if (*slot < KNOWN) {
            *slot = KNOWN | part->count;
            if (part->count == part->capacity) {
                uint64_t capacity = (uint64_t)part->count + part->count / LIST_GROWTH + LIST_LEAST;
                unsigned char *values =
                    capacity > KNOWN ? NULL : realloc(part->values, (size_t)capacity * part->bytes + WORD);
                if (values == NULL)
                    return false;
                part->values = values;
                part->capacity = (uint32_t)capacity;
            }
            store_8(part->values + (size_t)part->count++ * part->bytes,
                    value_of(part, states + i * packed->state_bytes));
        }
        codes[i] = *slot - KNOWN;
    }
    return true;
}

/* Begins a new layout if a part needs more bits than it has. */
static bool begin_layout(struct packed *packed)
{
    const struct packed_division *division = &packed->divisions[packed->division];
    struct packed_layout *last = packed->layout_count == 0 ? NULL : &packed->layouts[packed->layout_count - 1];
    struct packed_layout next = {
        .number = packed->count, .first = packed->byte_count, .division = (uint8_t)packed->division};
    for (unsigned n = 0; n < division->part_count; n++) {
        while (UINT64_C(1) << next.widths[n] < division->parts[n].count)
            next.widths[n]++;
        next.state_bits = (uint16_t)(next.state_bits + next.widths[n]);
    }
    if (last != NULL && last->division == next.division && last->state_bits == next.state_bits)
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

/* Turns to few parts.  Two parts get the sizes with which the longer list of a sample of the packed states is shortest.
 */
static bool use_few(struct packed *packed, size_t count, const struct coder *coder)
{
    enum { MOST_MOVED = 2 };
    struct packed_division *division = &packed->divisions[FEW];
    size_t least = SIZE_MAX, half = division->parts[0].bytes;
    unsigned char *sample = malloc(count * packed->state_bytes + PACKED_PADDING);
    if (sample == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        packed_read(packed, packed->count / count * i, sample + i * packed->state_bytes);
    packed->division = FEW;
    for (size_t first = half - MOST_MOVED; division->part_count == 2 && first <= half + MOST_MOVED; first++) {
        size_t second = packed->state_bytes - first;
        if (first < 1 || first > WORD || first >= packed->state_bytes || second > WORD)
            continue;
        struct packed_part parts[2] = {make_part(0, first), make_part(first, second)};
        size_t longer = 0;
        for (unsigned n = 0; n < 2; n++) {
            size_t different = find_slots(packed, &parts[n], sample, count, coder, coder->codes);
            longer = different > longer ? different : longer;
        }
        if (longer < least) {
            least = longer;
            memcpy(division->parts, parts, sizeof parts);
        }
    }
    free(sample);
    packed->checked = packed->count;
    packed->checked_bytes = packed_bytes(packed);
    return true;
}

/* Returns how many states are packed at once.  The longer the lists, the more, because each list is read then. */
static size_t share_size(const struct packed *packed)
{
    enum { LEAST = 4 * PACKED_GROUP, VALUES = 8 };
    const struct packed_division *division = &packed->divisions[packed->division];
    size_t values = 0;
    for (unsigned n = 0; n < division->part_count; n++)
        values += division->parts[n].count;
    return LEAST + values / VALUES / PACKED_GROUP * PACKED_GROUP;
}

size_t packed_most(const struct packed *packed, size_t count)
{
    /* Slots and sieve of a coder and its codes; then codes and values of the states, if all are different; then room in
     * the lists. */
    size_t pairs = packed->divisions[PAIRS].part_count, once = share_size(packed);
    size_t most = (once < count ? once : count) * (16 + pairs * sizeof(uint32_t)) + count * 2 * packed->state_bytes;
    for (unsigned d = 0; d < 2; d++) {
        for (unsigned n = 0; n < packed->divisions[d].part_count; n++) {
            const struct packed_part *part = &packed->divisions[d].parts[n];
            most += ((part->count + count) / LIST_GROWTH + LIST_LEAST) * part->bytes;
        }
    }
    return most;
}

static bool add_share(struct packed *packed, const unsigned char *states, size_t count, const struct coder *coder)
{
    struct packed_division *division = &packed->divisions[packed->division];
    for (unsigned n = 0; n < division->part_count; n++) {
        if (!code_part(packed, &division->parts[n], states, count, coder, coder->codes + n * count))
            return false;
    }
    if (!begin_layout(packed))
        return false;
    const struct packed_layout *layout = &packed->layouts[packed->layout_count - 1];
    size_t group = (size_t)packed->count / PACKED_GROUP, groups_then = group + count / PACKED_GROUP;
    if (groups_then > packed->group_capacity) {
        uint16_t *groups = realloc(packed->groups, (groups_then + groups_then / 16) * sizeof *groups);
        if (groups == NULL)
            return false;
        packed->groups = groups;
        packed->group_capacity = groups_then + groups_then / 16;
    }
    for (; group < groups_then; group++)
        packed->groups[group] = (uint16_t)(packed->layout_count - 1);
    /* Makes room for the states, all bits 0. */
    size_t states_then = (size_t)(packed->count - layout->number) + count;
    size_t bytes_then = layout->first + states_then / 8 * layout->state_bits + WORD;
    unsigned char *all = realloc(packed->bytes, bytes_then);
    if (all == NULL)
        return false;
    memset(all + packed->byte_count, 0, bytes_then - packed->byte_count);
    packed->bytes = all;
    packed->byte_count = bytes_then;
    for (unsigned n = 0, shift = 0; n < division->part_count; shift += layout->widths[n++]) {
        /* Writes the codes of the n-th part; they begin at bit `shift` of each state, and so at any bit of a byte. */
        size_t at = (size_t)(packed->count - layout->number) * layout->state_bits + shift;
        for (size_t i = 0; i < count; i++, at += layout->state_bits) {
            unsigned char *bytes = packed->bytes + layout->first + at / 8;
            store_8(bytes, load_8(bytes) | (uint64_t)coder->codes[n * count + i] << at % 8);
        }
    }
    packed->count += count;
    return true;
}

bool packed_add(struct packed *packed, const unsigned char *states, size_t count)
{
    struct coder coder = {.slot_bits = 1};
    size_t most = share_size(packed), once = most < count ? most : count;
    while ((size_t)3 << coder.slot_bits < 4 * once)
        coder.slot_bits++;
    coder.slots = malloc(sizeof *coder.slots << coder.slot_bits);
    coder.sieve = malloc((size_t)1 << coder.slot_bits);
    coder.codes = malloc(packed->divisions[PAIRS].part_count * once * sizeof *coder.codes);
    bool good = coder.slots != NULL && coder.sieve != NULL && coder.codes != NULL;
    if (good && packed->division == PAIRS && packed->count > 0 && packed->count >= packed->few)
        good = use_few(packed, once, &coder);
    for (size_t added = 0; good && added < count; added += once) {
        once = count - added < once ? count - added : once;
        good = add_share(packed, states + added * packed->state_bytes, once, &coder);
    }
    if (packed->division == FEW && packed->count >= 2 * packed->checked) {
        /* Turn back to pairs of bytes if the states since the last check took more memory than a quarter more than
         * pairs, with the lists. */
        size_t layout = packed->layout_count - 1, bytes = packed_bytes(packed);
        while (packed->layouts[layout].division == FEW)
            layout--;
        uint64_t pairs = (packed->count - packed->checked) / 8 * packed->layouts[layout].state_bits;
        if (bytes - packed->checked_bytes > pairs + pairs / 4) {
            packed->division = PAIRS;
            packed->few = UINT64_MAX;
        }
        packed->checked = packed->count;
        packed->checked_bytes = bytes;
    }
    free(coder.slots);
    free(coder.sieve);
    free(coder.codes);
    return good;
}

/* --- reading --- */

/* Where the codes of a state begin. */
struct codes {
    const struct packed_layout *layout;
    const unsigned char *bytes;
    size_t at; /* the bit of the next code */
};

static inline struct codes codes_of(const struct packed *packed, uint64_t number)
{
    const struct packed_layout *layout = &packed->layouts[packed->groups[number / PACKED_GROUP]];
    return (struct codes){layout, packed->bytes + layout->first,
                          (size_t)(number - layout->number) * layout->state_bits};
}

static inline uint64_t next_value(struct codes *codes, const struct packed_part *part, unsigned n)
{
    unsigned width = codes->layout->widths[n];
    uint64_t bits = load_8(codes->bytes + codes->at / 8) >> codes->at % 8;
    codes->at += width;
    return value_at(part, bits & ((UINT64_C(1) << width) - 1));
}

/* Stores whole words, because the state is soon read in words. */
void packed_read(const struct packed *packed, uint64_t number, unsigned char *state)
{
    struct codes codes = codes_of(packed, number);
    const struct packed_division *division = &packed->divisions[codes.layout->division];
    uint64_t word = 0;
    unsigned filled = 0; /* bytes of the word */
    for (unsigned n = 0; n < division->part_count; n++) {
        const struct packed_part *part = &division->parts[n];
        uint64_t value = next_value(&codes, part, n);
        word |= value << 8 * filled;
        filled += part->bytes;
        if (filled >= WORD) {
            store_8(state, word);
            state += WORD;
            filled -= WORD;
            word = filled == 0 ? 0 : value >> 8 * (part->bytes - filled);
        }
    }
    if (filled > 0)
        store_8(state, word);
}

bool packed_equals(const struct packed *packed, uint64_t number, const unsigned char *state)
{
    struct codes codes = codes_of(packed, number);
    const struct packed_division *division = &packed->divisions[codes.layout->division];
    for (unsigned n = 0; n < division->part_count; n++) {
        if (next_value(&codes, &division->parts[n], n) != value_of(&division->parts[n], state))
            return false;
    }
    return true;
}

void packed_prefetch(const struct packed *packed, uint64_t number)
{
    struct codes codes = codes_of(packed, number);
    __builtin_prefetch(codes.bytes + codes.at / 8);
}
