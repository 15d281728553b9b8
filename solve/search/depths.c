/* Depths of states; see depths.h. */
#include "solve/search/depths.h"

#include "solve/search/capacity.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 8, BLOCK = 32 * MARK, DEPTH_BITS = 16, LEAST_SLOT_BITS = 10, LEAST_ARRAY = 1 << 16 };

void depths_free(struct depths *depths)
{
    free(depths->spans);
    free(depths->blocks);
    free((void *)depths->slots);
    free((void *)depths->array);
    *depths = (struct depths){0};
}

size_t depths_bytes(const struct depths *depths)
{
    size_t slots = depths->slots == NULL ? 0 : sizeof *depths->slots << depths->slot_bits;
    return (size_t)depths->span_capacity * sizeof *depths->spans +
           (size_t)depths->block_capacity * sizeof *depths->blocks + slots;
}

/* --- spans --- */

/* Returns the span that a number belongs to; few blocks have more than one. */
static inline const struct span *find_span(const struct depths *depths, uint64_t number)
{
    const struct span *span = &depths->spans[depths->span_count - 1];
    if (number >= span->first)
        return span;
    for (span = &depths->spans[depths->blocks[number / BLOCK].span]; span[1].first <= number;)
        span++;
    return span;
}

/* --- exceptions --- */

static uint64_t place_of(const struct depths *depths, uint64_t number)
{
    return number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - depths->slot_bits);
}

static uint64_t next_place(const struct depths *depths, uint64_t place)
{
    return (place + 1) & ((UINT64_C(1) << depths->slot_bits) - 1);
}

static unsigned depth_in(uint64_t slot)
{
    return (unsigned)(slot & UINT16_MAX);
}

static uint32_t mark_of(uint64_t number)
{
    return UINT32_C(1) << number / MARK % 32;
}

/* Lowers the depth of an exception, or makes the state one. */
static bool lower_exception(struct depths *depths, uint64_t number, unsigned lower)
{
    _Atomic uint32_t *marked = &depths->blocks[number / BLOCK].marked;
    uint64_t key = number + 1, wanted = key << DEPTH_BITS | lower, place = place_of(depths, number);
    uint64_t slot = atomic_load_explicit(&depths->slots[place], memory_order_relaxed);
    for (;;) {
        if (slot != 0 && slot >> DEPTH_BITS != key) {
            place = next_place(depths, place);
            slot = atomic_load_explicit(&depths->slots[place], memory_order_relaxed);
            continue;
        }
        if (slot != 0 && depth_in(slot) <= lower)
            return false;
        uint64_t before = slot;
        if (atomic_compare_exchange_weak_explicit(&depths->slots[place], &slot, wanted, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            if (before == 0) {
                atomic_fetch_add_explicit(&depths->exception_count, 1, memory_order_relaxed);
                atomic_fetch_or_explicit(marked, mark_of(number), memory_order_relaxed);
            }
            return true;
        }
    }
}

/* --- growing --- */

struct sizes {
    uint64_t spans, blocks;
    unsigned slot_bits;
};

static struct sizes sizes_for(const struct depths *depths, uint64_t capacity, uint64_t lower)
{
    struct sizes sizes = {
        capacity_for(depths->span_capacity, depths->span_count + 1, sizeof *depths->spans),
        capacity_for(depths->block_capacity, capacity / BLOCK + 1, sizeof *depths->blocks),
        depths->slot_bits < LEAST_SLOT_BITS ? LEAST_SLOT_BITS : depths->slot_bits,
    };
    while ((UINT64_C(3) << sizes.slot_bits) / 4 < atomic_load(&depths->exception_count) + lower)
        sizes.slot_bits++;
    return sizes;
}

/* Returns whether spans and exceptions take more than an array.  Room that is not used yet does not count. */
static bool needs_array(const struct depths *depths, uint64_t capacity)
{
    uint64_t exceptions = atomic_load(&depths->exception_count);
    return depths->span_count * sizeof *depths->spans + 2 * exceptions * sizeof *depths->slots >
           capacity * sizeof *depths->array + LEAST_ARRAY;
}

size_t depths_bytes_more(const struct depths *depths, uint64_t capacity, uint64_t lower)
{
    if (depths->array != NULL)
        return 0;
    if (needs_array(depths, capacity))
        return (size_t)capacity * sizeof *depths->array;
    struct sizes sizes = sizes_for(depths, capacity, lower);
    return (size_t)sizes.spans * sizeof *depths->spans + (size_t)sizes.blocks * sizeof *depths->blocks +
           (sizeof *depths->slots << sizes.slot_bits) - depths_bytes(depths);
}

static bool grow_slots(struct depths *depths, unsigned slot_bits)
{
    if (slot_bits == depths->slot_bits)
        return true;
    struct depths larger = {
        .blocks = depths->blocks,
        .slot_bits = slot_bits,
        .slots = calloc((size_t)1 << slot_bits, sizeof *larger.slots),
    };
    if (larger.slots == NULL)
        return false;
    for (uint64_t i = 0; depths->slots != NULL && i < UINT64_C(1) << depths->slot_bits; i++) {
        uint64_t slot = depths->slots[i];
        if (slot != 0)
            lower_exception(&larger, (slot >> DEPTH_BITS) - 1, depth_in(slot));
    }
    free((void *)depths->slots);
    depths->slots = larger.slots;
    depths->slot_bits = slot_bits;
    return true;
}

bool depths_reserve(struct depths *depths, uint64_t count, uint64_t capacity, uint64_t lower)
{
    if (capacity < depths->capacity)
        capacity = depths->capacity;
    if (depths->array != NULL && capacity == depths->capacity)
        return true;
    if (depths->array != NULL) {
        _Atomic uint16_t *array = realloc((void *)depths->array, (size_t)capacity * sizeof *array);
        if (array == NULL)
            return false;
        memset((void *)(array + depths->capacity), 0xff, (size_t)(capacity - depths->capacity) * sizeof *array);
        depths->array = array;
        depths->capacity = capacity;
        return true;
    }
    if (needs_array(depths, capacity)) {
        _Atomic uint16_t *array = malloc((size_t)capacity * sizeof *array);
        if (array == NULL)
            return false;
        for (uint64_t number = 0; number < capacity; number++)
            atomic_init(&array[number], number < count ? (uint16_t)depths_get(depths, number) : DEPTHS_NONE);
        depths_free(depths);
        depths->array = array;
        depths->capacity = capacity;
        return true;
    }
    struct sizes sizes = sizes_for(depths, capacity, lower);
    uint64_t blocks = depths->block_capacity;
    if (!capacity_grow(&depths->spans, &depths->span_capacity, sizes.spans, sizeof *depths->spans) ||
        !capacity_grow(&depths->blocks, &depths->block_capacity, sizes.blocks, sizeof *depths->blocks))
        return false;
    memset(depths->blocks + blocks, 0, (size_t)(depths->block_capacity - blocks) * sizeof *depths->blocks);
    if (!grow_slots(depths, sizes.slot_bits))
        return false;
    depths->capacity = capacity;
    if (depths->span_count == 0)
        depths->spans[depths->span_count++] = (struct span){0, DEPTHS_NONE};
    return true;
}

/* --- use --- */

void depths_begin(struct depths *depths, uint64_t first, unsigned depth)
{
    if (depths->array != NULL || depths->spans[depths->span_count - 1].depth == depth)
        return;
    struct span *last = &depths->spans[depths->span_count - 1];
    if (last->first == first) {
        last->depth = (uint16_t)depth;
        return;
    }
    assert(first > last->first && depths->span_count < depths->span_capacity);
    for (; depths->block_count * BLOCK < first; depths->block_count++)
        depths->blocks[depths->block_count].span = (uint32_t)(depths->span_count - 1);
    depths->spans[depths->span_count++] = (struct span){(uint32_t)first, (uint16_t)depth};
}

unsigned depths_get(const struct depths *depths, uint64_t number)
{
    if (depths->array != NULL)
        return atomic_load_explicit(&depths->array[number], memory_order_relaxed);
    unsigned depth = find_span(depths, number)->depth;
    if ((atomic_load_explicit(&depths->blocks[number / BLOCK].marked, memory_order_relaxed) & mark_of(number)) == 0)
        return depth;
    /* The state may be an exception. */
    uint64_t place = place_of(depths, number), slot;
    while ((slot = atomic_load_explicit(&depths->slots[place], memory_order_relaxed)) != 0) {
        if (slot >> DEPTH_BITS == number + 1)
            return depth_in(slot) < depth ? depth_in(slot) : depth;
        place = next_place(depths, place);
    }
    return depth;
}

bool depths_lower(struct depths *depths, uint64_t number, unsigned lower, bool is_new)
{
    assert(number < depths->capacity && lower < DEPTHS_NONE);
    if (depths->array != NULL) {
        uint16_t old = atomic_load_explicit(&depths->array[number], memory_order_relaxed);
        while (old > lower) {
            if (atomic_compare_exchange_weak_explicit(&depths->array[number], &old, (uint16_t)lower,
                                                      memory_order_relaxed, memory_order_relaxed))
                return true;
        }
        return false;
    }
    unsigned depth = find_span(depths, number)->depth;
    return depth > lower ? lower_exception(depths, number, lower) : depth == lower && is_new;
}

/* Returns the first number from `number` on, below `end`, that may be an exception. */
static uint64_t seek_exception(const struct depths *depths, uint64_t number, uint64_t end)
{
    while (number < end) {
        uint32_t marked = atomic_load_explicit(&depths->blocks[number / BLOCK].marked, memory_order_relaxed);
        if ((marked & mark_of(number)) != 0)
            return number;
        uint64_t step = marked == 0 ? BLOCK : MARK;
        number = (number / step + 1) * step;
    }
    return end;
}

uint64_t depths_seek(const struct depths *depths, uint64_t number, uint64_t end, uint64_t least, uint64_t most)
{
    if (depths->array != NULL) {
        while (number < end && (depths->array[number] < least || depths->array[number] > most))
            number++;
        return number;
    }
    const struct span *span = find_span(depths, number), *last = &depths->spans[depths->span_count - 1];
    for (; number < end; span++) {
        uint64_t next = span < last && span[1].first < end ? span[1].first : end;
        uint64_t found = span->depth < least  ? next
                         : span->depth > most ? seek_exception(depths, number, next)
                                              : number;
        if (found < next)
            return found;
        number = next;
    }
    return end;
}
