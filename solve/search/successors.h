/* The successors of states, as a search found them.
 *
 * A search generates the successors of every state and looks each of them up.  If the graph is needed again later,
 * the numbers found are worth keeping: reading them takes a hundredth of the time of generating and looking up.
 * They are kept as long as there is room and dropped when anything else needs the memory, because they can always be
 * recomputed.
 *
 * A state's record holds how many successors it has, and their numbers.  The records are stored
 * in one array that only grows, in the order in which states were expanded.  Several threads may claim room at once.
 * As with the store, only the caller may grow the array, while the threads are stopped. */
#ifndef ONLYWAY_SOLVE_SEARCH_SUCCESSORS_H
#define ONLYWAY_SOLVE_SEARCH_SUCCESSORS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct successors {
    bool kept;
    uint32_t *entries;      /* all records */
    uint32_t *places;       /* [states] where each state's record begins; 0: it has none */
    uint64_t capacity;      /* number of `entries` */
    uint64_t states;        /* number of `places` */
    _Atomic uint64_t count; /* `entries` in use; entry 0 is the empty record of states without one */
};

/* Returns the memory that the records take. */
size_t successors_bytes(const struct successors *successors);

/* Returns how much memory successors_grow would add. */
size_t successors_more_bytes(const struct successors *successors, uint64_t states, uint64_t more);

/* Makes room for that many states and for `more` entries.  Drops the records if memory runs out or they would be too
 * large. */
void successors_grow(struct successors *successors, uint64_t states, uint64_t more);

/* Returns whether that room exists already. */
bool successors_have_capacity(const struct successors *successors, uint64_t states, uint64_t more);

/* Frees the records and stops keeping them. */
void successors_drop(struct successors *successors);

/* Claims room for that many entries, which must exist. */
static inline uint32_t successors_claim(struct successors *successors, uint64_t entries)
{
    return (uint32_t)atomic_fetch_add_explicit(&successors->count, entries, memory_order_relaxed);
}

/* Returns how many states come after a state. */
static inline unsigned successors_many(const struct successors *successors, uint32_t state)
{
    return successors->entries[successors->places[state]];
}

/* Returns the states after a state, and sets *many to their number. */
static inline const uint32_t *successors_of(const struct successors *successors, uint32_t state, unsigned *many)
{
    const uint32_t *record = successors->entries + successors->places[state];
    *many = record[0];
    return record + 1;
}

#endif
