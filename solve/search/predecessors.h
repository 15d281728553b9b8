/* Links from states to their successors, as a search found them.  (Despite the names here, a record belongs to a
 * state and lists the states one move after it.)
 *
 * A search generates the successors of every state and looks each of them up.  If the graph is needed again later,
 * the numbers found are worth keeping: reading them takes a hundredth of the time of generating and looking up.
 * They are kept as long as there is room and dropped when anything else needs the memory, because they can always be
 * recomputed.
 *
 * A state's record holds the number of its links and the numbers of the states they lead to.  The records are stored
 * in one array that only grows, in the order in which states were expanded.  Several threads may claim room at once.
 * As with the store, only the caller may grow the array, while the threads are stopped. */
#ifndef ONLYWAY_SOLVE_SEARCH_PREDECESSORS_H
#define ONLYWAY_SOLVE_SEARCH_PREDECESSORS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct predecessors {
    bool kept;
    uint32_t *entries;      /* all records */
    uint32_t *places;       /* [states] where each state's record begins; 0: it has none */
    uint64_t capacity;      /* number of `entries` */
    uint64_t states;        /* number of `places` */
    _Atomic uint64_t count; /* `entries` in use; entry 0 is the empty record of states without one */
};

/* Returns the memory that the links take. */
size_t predecessors_bytes(const struct predecessors *predecessors);

/* Returns how much memory predecessors_grow would add. */
size_t predecessors_more_bytes(const struct predecessors *predecessors, uint64_t states, uint64_t more);

/* Makes room for that many states and for `more` entries.  Returns false if memory runs out or the links would be
 * too large, and drops them then. */
bool predecessors_grow(struct predecessors *predecessors, uint64_t states, uint64_t more);

/* Returns whether that room exists already. */
bool predecessors_have_capacity(const struct predecessors *predecessors, uint64_t states, uint64_t more);

/* Frees the links and stops keeping them. */
void predecessors_drop(struct predecessors *predecessors);

/* Claims room for that many entries, which must exist. */
static inline uint32_t predecessors_claim(struct predecessors *predecessors, uint64_t entries)
{
    return (uint32_t)atomic_fetch_add_explicit(&predecessors->count, entries, memory_order_relaxed);
}

/* Returns the states after a state, and sets *many to their number. */
static inline const uint32_t *predecessors_of(const struct predecessors *predecessors, uint32_t state, unsigned *many)
{
    const uint32_t *record = predecessors->entries + predecessors->places[state];
    *many = record[0];
    return record + 1;
}

#endif
