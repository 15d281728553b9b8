/* The fewest moves in which each state of a best-first search was reached.
 *
 * A state's depth takes a byte as long as all depths are below DEPTHS_NARROW, and two bytes from then on.  Few levels
 * need so many moves. */
#ifndef ONLYWAY_SOLVE_SEARCH_DEPTHS_H
#define ONLYWAY_SOLVE_SEARCH_DEPTHS_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DEPTHS_NARROW = UINT8_MAX, /* the least depth that does not fit into a byte */
    DEPTHS_NONE = UINT16_MAX,  /* the depth of a state that was not reached yet */
};

/* One of the arrays is used.  All zero: there are no depths. */
struct depths {
    _Atomic uint8_t *narrow; /* DEPTHS_NARROW for DEPTHS_NONE; owned */
    _Atomic uint16_t *wide;  /* owned */
    uint64_t capacity;       /* in states */
};

static inline bool depths_exist(const struct depths *depths)
{
    return depths->capacity > 0;
}

/* Returns the bytes of a state's depth. */
static inline size_t depths_width(const struct depths *depths)
{
    return depths->wide != NULL ? sizeof *depths->wide : sizeof *depths->narrow;
}

/* Returns the array that is used; for prefetching. */
static inline const void *depths_array(const struct depths *depths)
{
    return depths->wide != NULL ? (const void *)depths->wide : (const void *)depths->narrow;
}

/* Makes room for the depths of that many states; the new ones are not reached yet.  Never shrinks.  Returns false, with
 * everything as it was, if memory runs out. */
bool depths_grow(struct depths *depths, uint64_t capacity);

/* Makes room for depths up to DEPTHS_NONE - 1.  Returns false as depths_grow. */
bool depths_widen(struct depths *depths);

void depths_free(struct depths *depths);

static inline bool depths_fit(const struct depths *depths, uint64_t most)
{
    return depths->wide != NULL || most < DEPTHS_NARROW;
}

static inline unsigned depths_get(const struct depths *depths, uint64_t number)
{
    if (depths->wide != NULL)
        return atomic_load_explicit(&depths->wide[number], memory_order_relaxed);
    unsigned depth = atomic_load_explicit(&depths->narrow[number], memory_order_relaxed);
    return depth == DEPTHS_NARROW ? DEPTHS_NONE : depth;
}

/* Lowers the depth of a state.  Returns false if it was not higher.  Threads may lower depths at once. */
static inline bool depths_lower(struct depths *depths, uint64_t number, unsigned lower)
{
    assert(number < depths->capacity && depths_fit(depths, lower) && lower < DEPTHS_NONE);
    if (depths->wide != NULL) {
        uint16_t old = atomic_load_explicit(&depths->wide[number], memory_order_relaxed);
        while (old > lower) {
            if (atomic_compare_exchange_weak_explicit(&depths->wide[number], &old, (uint16_t)lower,
                                                      memory_order_relaxed, memory_order_relaxed))
                return true;
        }
    } else {
        uint8_t old = atomic_load_explicit(&depths->narrow[number], memory_order_relaxed);
        while (old > lower) {
            if (atomic_compare_exchange_weak_explicit(&depths->narrow[number], &old, (uint8_t)lower,
                                                      memory_order_relaxed, memory_order_relaxed))
                return true;
        }
    }
    return false;
}

#endif
