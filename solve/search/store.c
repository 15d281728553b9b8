/* The store of met states; see store.h. */
#include "solve/search/store.h"

#include "base/check.h"
#include "base/memory.h"
#include "base/threads.h"
#include "solve/search/capacity.h"

#include <stdlib.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#ifndef __wasm__
#include <sys/mman.h>
#endif

/* A number in a slot is below 15/16 of the number of slots.  So no state can have one of these two values. */
#define SLOT_EMPTY UINT32_MAX
#define SLOT_CLAIMED (UINT32_MAX - 1)

enum { FIRST_SLOTS = 256, SMALL_SLOTS = 1 << 17, FIRST_CAPACITY = 64 };
enum { LARGE_TABLE = 4 << 20, LARGE_PAGE = 2 << 20, SHARE = 1 << 16 };

/* FIRST_PACKED: the number of states at which packing begins.  LEAST_PLAIN, PLAIN_SHARE: the number of states that stay
 * unpacked is LEAST_PLAIN plus 1/PLAIN_SHARE of the packed states. */
enum { FIRST_PACKED = 1 << 16, LEAST_PLAIN = 1 << 14, PLAIN_SHARE = 64 };

/* The limit on state numbers: none may need more than 32 bits or look like one of the marks above. */
#define ALL_NUMBERS (UINT64_C(15) << 28)

static const uint64_t most_slots = UINT64_C(1) << 32;

static size_t table_bytes(uint64_t slots)
{
    return (size_t)slots * sizeof(uint32_t);
}

/* Returns the bytes that count towards the limit for that many states. */
static size_t array_bytes(const struct store *store, uint64_t capacity)
{
    return packed_bytes(&store->packed) + (size_t)(capacity - store->packed.count) * store->state_bytes +
           (size_t)capacity * store->side_bytes + STORE_PADDING;
}

/* Large tables start at a page boundary and request large pages, so that a probe costs one miss, not two. */
static _Atomic uint32_t *make_table(uint64_t slots)
{
    size_t bytes = table_bytes(slots);
    if (bytes < LARGE_TABLE)
        return aligned_alloc(STORE_LINE, bytes);
    memory_return(); /* a search that needs such a table may soon come to its limit */
    void *table = aligned_alloc(LARGE_PAGE, (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE);
#ifdef MADV_HUGEPAGE
    if (table != NULL)
        madvise(table, bytes, MADV_HUGEPAGE);
#endif
    return table;
}

size_t store_bytes(const struct store *store)
{
    return array_bytes(store, store->capacity) + table_bytes(store->slot_count);
}

static uint32_t slot_value(const struct store *store, uint64_t hash, uint64_t number)
{
    uint64_t fingerprint = (hash >> 32) << store->number_bits;
    return (uint32_t)(fingerprint | number);
}

/* Returns the first of the slots in the cache line from `at` on that is empty, claimed, or equal to `own` in the bits
 * of `mask`; STORE_LINE_SLOTS if there is none.  Other threads may be changing the slots. */
#ifdef __SSE2__
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined __SANITIZE_THREAD__ || \
    __has_feature(thread_sanitizer) /* the sanitizer does not know that these loads read each slot at once, too */
__attribute__((no_sanitize("thread")))
#endif
static inline unsigned
seek_in_line(const struct store *store, uint64_t at, uint32_t own, uint32_t mask)
{
    const volatile __m128i *line = (const volatile __m128i *)(const volatile void *)&store->slots[at];
    const __m128i wanted = _mm_set1_epi32((int)(own & mask)), bits = _mm_set1_epi32((int)mask);
    const __m128i one = _mm_set1_epi32(1), ones = _mm_set1_epi32(-1);
    __m128i found[4];
    for (unsigned i = 0; i < 4; i++) {
        /* Volatile: if the compiler read a slot twice, the slot might be filled in between, and missed. */
        __m128i slots = line[i];
        found[i] = _mm_or_si128(_mm_cmpeq_epi32(_mm_and_si128(slots, bits), wanted),
                                _mm_cmpeq_epi32(_mm_or_si128(slots, one), ones));
    }
    __m128i all = _mm_packs_epi16(_mm_packs_epi32(found[0], found[1]), _mm_packs_epi32(found[2], found[3]));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(all) | 1u << STORE_LINE_SLOTS);
}
#else
static unsigned seek_in_line(const struct store *store, uint64_t at, uint32_t own, uint32_t mask)
{
    for (unsigned i = 0; i < STORE_LINE_SLOTS; i++) {
        uint32_t slot = atomic_load_explicit(&store->slots[at + i], memory_order_relaxed);
        if (((slot ^ own) & mask) == 0 || slot >= SLOT_CLAIMED)
            return i;
    }
    return STORE_LINE_SLOTS;
}
#endif

/* Returns the first such slot at or after the first slot of a cache line. */
static uint64_t seek(const struct store *store, uint64_t at, uint32_t own, uint32_t mask)
{
    unsigned found;
    while ((found = seek_in_line(store, at, own, mask)) == STORE_LINE_SLOTS)
        at = at + STORE_LINE_SLOTS == store->slot_count ? 0 : at + STORE_LINE_SLOTS;
    return at + found;
}

/* --- refilling a table: threads take blocks of its slots, then blocks of states --- */

struct filling {
    struct store *store;
    _Atomic uint64_t slots, states; /* the next blocks */
};

static void clear_slots(void *context, unsigned n)
{
    struct filling *filling = context;
    struct store *store = filling->store;
    uint64_t end = store->slot_count, first;
    (void)n;
    while ((first = SHARE * atomic_fetch_add(&filling->slots, 1)) < end)
        memset((void *)(store->slots + first), 0xff,
               (size_t)(end - first < SHARE ? end - first : SHARE) * sizeof *store->slots);
}

static uint64_t number_in(const struct store *store, uint32_t slot)
{
    return slot & ((UINT64_C(1) << store->number_bits) - 1);
}

/* Enters a state that is not in the table.  The first thread to write to an empty slot takes it; a single thread needs
 * no compare-and-swap. */
static void enter_slot(struct store *store, uint64_t hash, uint64_t number)
{
    uint32_t value = slot_value(store, hash, number), empty = SLOT_EMPTY;
    CHECK(store_find(store, store_read(store, number, &(struct store_copy){{0}}), hash) == STORE_NONE);
    _Atomic uint32_t *slot = &store->slots[seek(store, store_place(store, hash), SLOT_EMPTY, UINT32_MAX)];
    if (store->threads == 1) {
        atomic_store_explicit(slot, value, memory_order_relaxed);
        return;
    }
    while (!atomic_compare_exchange_strong_explicit(slot, &empty, value, memory_order_relaxed, memory_order_relaxed)) {
        slot = &store->slots[seek(store, store_place(store, hash), SLOT_EMPTY, UINT32_MAX)];
        empty = SLOT_EMPTY;
    }
}

/* Enters all states into an empty table.  All states differ, so it compares none. */
static void enter_states(void *context, unsigned n)
{
    struct filling *filling = context;
    struct store *store = filling->store;
    uint64_t count = store_count(store), first;
    enum { AHEAD = 16 };
    uint64_t hashes[AHEAD];
    struct store_copy copy;
    (void)n;
    while ((first = SHARE * atomic_fetch_add(&filling->states, 1)) < count) {
        uint64_t end = count - first < SHARE ? count : first + SHARE;
        for (uint64_t number = first; number < end + AHEAD; number++) {
            uint64_t *hash = &hashes[number % AHEAD];
            if (number >= first + AHEAD)
                enter_slot(store, *hash, number - AHEAD);
            if (number < end) {
                *hash = store_hash(store, store_read(store, number, &copy));
                store_prefetch(store, *hash);
            }
        }
    }
}

static void fill_table(struct store *store)
{
    struct filling filling = {.store = store};
    uint64_t shares = 1 + store->slot_count / SHARE;
    unsigned threads = shares < store->threads ? (unsigned)shares : store->threads;
    threads_run(threads, clear_slots, &filling);
    threads_run(threads, enter_states, &filling);
}

/* --- the store --- */

static void set_slot_count(struct store *store, uint64_t slots)
{
    store->slot_count = slots;
    store->number_bits = 0;
    while (UINT64_C(1) << store->number_bits < slots)
        store->number_bits++;
}

bool store_make(struct store *store, size_t state_bytes, unsigned threads)
{
    size_t tail = state_bytes == 0 ? 0 : (state_bytes - 1) % 8 + 1;
    *store = (struct store){
        .state_bytes = state_bytes,
        .threads = threads,
        .capacity = FIRST_CAPACITY,
        .numbers = ALL_NUMBERS,
        .tail_mask = tail == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * tail)) - 1,
    };
    store->states = calloc(1, FIRST_CAPACITY * state_bytes + STORE_PADDING);
    store->slots = make_table(FIRST_SLOTS);
    set_slot_count(store, FIRST_SLOTS);
    if (store->slots != NULL)
        fill_table(store);
    return store->states != NULL && store->slots != NULL;
}

void store_pack(struct store *store)
{
    assert(store_count(store) == 0);
    store->packs = store->state_bytes > 4 && store->state_bytes <= PACKED_MOST_BYTES;
    packed_make(&store->packed, store->packs ? store->state_bytes : 0);
}

void store_free(struct store *store)
{
    free(store->states);
    packed_free(&store->packed);
    free((void *)store->slots);
    *store = (struct store){0};
}

/* Returns how many states fit into a table of that many slots, unless memory is too short for a larger one. */
static uint64_t fits_well(uint64_t slots)
{
    return slots / 8 * 7;
}

static uint64_t fits_tightly(uint64_t slots)
{
    return slots / 16 * 15;
}

static enum store_capacity grow_table(struct store *store, uint64_t wanted, size_t allowed)
{
    uint64_t slots = store->slot_count, larger = slots;
    uint64_t soon = wanted + wanted / 8; /* the memory left must let the array grow by an eighth, too */
    uint64_t packed = store->packed.count, more = soon > store->capacity ? soon - store->capacity : 0;
    size_t each = packed == 0 ? store->state_bytes : (size_t)(store->packed.byte_count / packed) + 1;
    size_t array = array_bytes(store, store->capacity) + (size_t)more * (each + store->side_bytes); /* roughly */
    while (fits_well(larger) < wanted && larger < most_slots) {
        /* Small tables double, large ones grow by a quarter. */
        uint64_t step = larger < SMALL_SLOTS ? larger : larger / (4 * STORE_LINE_SLOTS) * STORE_LINE_SLOTS;
        larger = step < most_slots - larger ? larger + step : most_slots;
        if (allowed == 0 || array + table_bytes(larger) <= allowed)
            slots = larger;
    }
    if (slots > store->slot_count && !store->is_largest) {
        /* If there is no memory for the larger table, allocates one of the old size again, which fits where the old
         * one was. */
        free((void *)store->slots);
        store->slots = make_table(slots);
        if (store->slots != NULL) {
            set_slot_count(store, slots);
        } else {
            store->is_largest = true; /* so that it is not tried again and again */
            store->slots = make_table(store->slot_count);
        }
        if (store->slots != NULL)
            fill_table(store);
    }
    if (store->slots != NULL && wanted <= fits_tightly(store->slot_count))
        return STORE_READY;
    return store->slot_count < slots ? STORE_FAILED : STORE_FULL;
}

/* Returns how many states stay unpacked. */
static uint64_t plain_count(const struct store *store)
{
    return LEAST_PLAIN + store->packed.count / PLAIN_SHARE;
}

/* Packs the states except the last few, if there are many.  Does not pack if that saves little, or if memory may be too
 * short for packed and unpacked states side by side. */
static void pack_states(struct store *store, size_t allowed)
{
    uint64_t first = store->packed.count, plain = store_count(store) - first;
    size_t count = (size_t)plain / PACKED_GROUP * PACKED_GROUP, bytes = count * store->state_bytes;
    size_t used = store_bytes(store), most = packed_most(&store->packed, count);
    if (!store->packs || plain < (first == 0 ? FIRST_PACKED : plain_count(store)) ||
        (allowed != 0 && (used > allowed || most > allowed - used)))
        return;
    store->packs = packed_add(&store->packed, store->states, count);
    if (first == 0 && packed_bytes(&store->packed) > bytes / 8 * 7) {
        packed_free(&store->packed);
        store->packs = false;
    }
    bytes = (size_t)(store->packed.count - first) * store->state_bytes;
    memmove(store->states, store->states + bytes, (size_t)plain * store->state_bytes - bytes);
}

static enum store_capacity grow_array(struct store *store, uint64_t wanted, size_t allowed)
{
    if (wanted <= store->capacity)
        return STORE_READY;
    uint64_t before = store->capacity - store->packed.count;
    pack_states(store, allowed);
    uint64_t packed = store->packed.count;
    size_t table = table_bytes(store->slot_count), each = store->state_bytes + store->side_bytes;
    /* The states that are not packed and the array should have room for. */
    uint64_t plain =
        store->packs && packed > 0 ? wanted - packed + plain_count(store) : capacity_for(before, wanted - packed, each);
    bool full = false;
    if (allowed != 0 && table + array_bytes(store, packed + plain) > allowed) {
        size_t least = table + array_bytes(store, packed), left = allowed > least ? allowed - least : 0;
        plain = left / (each > 0 ? each : 1);
        full = packed + plain < wanted;
    }
    store->capacity = full ? store->capacity : packed + plain;
    unsigned char *states =
        realloc(store->states, (size_t)(store->capacity - packed) * store->state_bytes + STORE_PADDING);
    if (states == NULL)
        return STORE_FAILED;
    store->states = states;
    return full ? STORE_FULL : STORE_READY;
}

enum store_capacity store_reserve(struct store *store, uint64_t more, size_t allowed)
{
    uint64_t wanted = store_count(store) + more;
    if (store->slots == NULL)
        return STORE_FAILED;
    if (wanted > store->numbers)
        return STORE_FULL;
    enum store_capacity capacity = grow_table(store, wanted, allowed);
    if (capacity == STORE_READY)
        capacity = grow_array(store, wanted, allowed);
    uint64_t well = fits_well(store->slot_count);
    store->most = wanted <= well ? well : fits_tightly(store->slot_count);
    store->most = store->most < store->capacity ? store->most : store->capacity;
    return capacity;
}

bool store_equals(const struct store *store, uint64_t number, const unsigned char *state)
{
    uint64_t packed = store->packed.count;
    if (number < packed)
        return packed_equals(&store->packed, number, state);
    /* Reads no byte past the states, because another thread may be writing the next one.  The last two words overlap.
     */
    const unsigned char *a = store->states + (number - packed) * store->state_bytes, *b = state;
    size_t size = store->state_bytes;
    if (size < 8) {
        /* Compares less than a word. */
        if (size >= 4)
            return ((load_4(a) ^ load_4(b)) | (load_4(a + size - 4) ^ load_4(b + size - 4))) == 0;
        return memcmp(a, b, size) == 0;
    }
    for (size_t at = 0; at + 8 < size; at += 8) {
        if (load_8(a + at) != load_8(b + at))
            return false;
    }
    return load_8(a + size - 8) == load_8(b + size - 8);
}

/* Returns the slot that holds the state, or the empty slot where it would go. */
static uint64_t probe(const struct store *store, const unsigned char *state, uint64_t hash, uint64_t at, uint32_t *slot)
{
    uint32_t own = slot_value(store, hash, 0);
    for (;; at = at + 1 == store->slot_count ? 0 : at + 1) {
        do { /* waits while another thread has the slot claimed */
            *slot = atomic_load_explicit(&store->slots[at], memory_order_acquire);
        } while (*slot == SLOT_CLAIMED);
        bool same_fingerprint = (uint64_t)(*slot ^ own) >> store->number_bits == 0;
        if (*slot == SLOT_EMPTY || (same_fingerprint && store_equals(store, number_in(store, *slot), state)))
            return at;
    }
}

uint64_t store_approach(const struct store *store, uint64_t hash)
{
    uint32_t mask = store->number_bits < 32 ? UINT32_MAX << store->number_bits : 0;
    uint64_t at = seek(store, store_place(store, hash), slot_value(store, hash, 0), mask);
    uint32_t slot = atomic_load_explicit(&store->slots[at], memory_order_relaxed);
    if (slot < SLOT_CLAIMED) {
        uint64_t number = number_in(store, slot), packed = store->packed.count;
        if (number < packed)
            packed_prefetch(&store->packed, number);
        else
            __builtin_prefetch(store->states + (number - packed) * store->state_bytes);
        if (store->side != NULL)
            __builtin_prefetch((const char *)store->side + number * store->side_bytes);
    }
    return at;
}

uint32_t store_find_from(const struct store *store, const unsigned char *state, uint64_t hash, uint64_t *place)
{
    uint32_t slot;
    *place = probe(store, state, hash, *place, &slot);
    return slot == SLOT_EMPTY ? STORE_NONE : (uint32_t)number_in(store, slot);
}

uint32_t store_add_from(struct store *store, const unsigned char *state, uint64_t hash, uint64_t place, bool *is_new)
{
    uint32_t slot;
    for (;;) {
        place = probe(store, state, hash, place, &slot);
        *is_new = slot == SLOT_EMPTY;
        if (!*is_new)
            return (uint32_t)number_in(store, slot);
        if (atomic_compare_exchange_strong_explicit(&store->slots[place], &slot, SLOT_CLAIMED, memory_order_acquire,
                                                    memory_order_relaxed))
            break;
    }
    uint64_t number = atomic_fetch_add_explicit(&store->count, 1, memory_order_relaxed);
    assert(number < store->capacity);
    memcpy(store->states + (number - store->packed.count) * store->state_bytes, state, store->state_bytes);
    atomic_store_explicit(&store->slots[place], slot_value(store, hash, number), memory_order_release);
    return (uint32_t)number;
}
