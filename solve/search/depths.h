/* The fewest moves in which each state of a best-first search was reached.
 *
 * States are numbered in the order in which they are met.  While the search expands states of g moves, all new states
 * have g + 1 moves.  So depths belong to *spans* of numbers, a few hundred in a large search.  A state that is reached
 * again with fewer moves, at most one in a hundred, is an *exception*, in a hash table.
 *
 * If spans and exceptions would take more memory than two bytes a state, an *array* of the depths replaces them. */
#ifndef ONLYWAY_SOLVE_SEARCH_DEPTHS_H
#define ONLYWAY_SOLVE_SEARCH_DEPTHS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEPTHS_NONE = UINT16_MAX }; /* the depth of a state that was not reached yet */

/* From number `first` on, states have this depth, unless they are exceptions. */
struct span {
    uint32_t first;
    uint16_t depth;
};

/* Some hundred numbers. */
struct depths_block {
    uint32_t span;           /* the span of the first number; not set from the last span on */
    _Atomic uint32_t marked; /* each bit stands for several numbers and is set if one of them is an exception */
};

/* All zero: there are no depths. */
struct depths {
    uint64_t capacity;  /* in states; 0: there are no depths */
    struct span *spans; /* owned, as all arrays here */
    struct depths_block *blocks;
    uint64_t span_count, span_capacity, block_count, block_capacity;
    _Atomic uint64_t *slots; /* the exceptions: depth in the low 16 bits, above it the number + 1; 0: empty */
    unsigned slot_bits;      /* there are 2^slot_bits slots */
    _Atomic uint64_t exception_count;
    _Atomic uint16_t *array; /* not NULL: used instead of all above */
};

static inline bool depths_exist(const struct depths *depths)
{
    return depths->capacity > 0;
}

/* Returns the memory that spans and exceptions take, or the bytes of each state in the array. */
size_t depths_bytes(const struct depths *depths);
static inline size_t depths_width(const struct depths *depths)
{
    return depths->array == NULL ? 0 : sizeof *depths->array;
}

/* Reserves memory for the depths of `capacity` states, of which `count` were met, for one more span and `lower` more
 * exceptions.  depths_bytes_more returns what this takes, the growth of the array not included.  Returns false, with
 * all depths as they were, if memory runs out. */
bool depths_reserve(struct depths *depths, uint64_t count, uint64_t capacity, uint64_t lower);
size_t depths_bytes_more(const struct depths *depths, uint64_t capacity, uint64_t lower);
void depths_free(struct depths *depths);

/* Returns how many exceptions there is memory for. */
static inline uint64_t depths_left(const struct depths *depths)
{
    uint64_t most = (UINT64_C(3) << depths->slot_bits) / 4, used = atomic_load(&depths->exception_count);
    return depths->array != NULL ? UINT64_MAX : most > used ? most - used : 0;
}

/* Gives this depth to the states from number `first` on, none of which has been met yet.  DEPTHS_NONE: they have no
 * depth until it is lowered.  There must be memory for another span. */
void depths_begin(struct depths *depths, uint64_t first, unsigned depth);

unsigned depths_get(const struct depths *depths, uint64_t number);

/* Lowers the depth of a state.  Returns false if the depth was not higher.  `is_new`: the state was just added, and a
 * depth from its span counts as lowered now.  Several threads may lower depths at once, but no more of them than
 * depths_left returned. */
bool depths_lower(struct depths *depths, uint64_t number, unsigned lower, bool is_new);

/* Returns the first number from `number` on, below `end`, whose depth may be from `least` to `most`; `end` if there is
 * none. */
uint64_t depths_seek(const struct depths *depths, uint64_t number, uint64_t end, uint64_t least, uint64_t most);

#endif
