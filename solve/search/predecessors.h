/* Which states come after which, as a search found out.
 *
 * A search makes the states after every state and looks each of them up.  Where the graph is needed
 * again afterwards, the numbers that were found are worth keeping: to go through them takes a
 * hundredth of the time of making and looking up.  They are kept for as long as there is room, and
 * given up for whatever else needs the memory: what they tell can always be found out again.
 *
 * A state's record is the number of its links and the numbers of the states they lead to.  Records
 * stand in one array that only grows, in the order in which states were expanded.  Several threads
 * may claim places at once; growing, like that of the store, is left to whoever drives them. */
#ifndef ONLYWAY_SOLVE_SEARCH_PREDECESSORS_H
#define ONLYWAY_SOLVE_SEARCH_PREDECESSORS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct predecessors {
    bool kept;
    uint32_t *entries;      /* the records */
    uint32_t *places;       /* [state] where its record begins; 0: it has none */
    uint64_t capacity;      /* of `entries` */
    uint64_t states;        /* of `places` */
    _Atomic uint64_t count; /* of `entries`; the first is the record of those that have none */
};

/* The memory that links take. */
size_t predecessors_bytes(const struct predecessors *predecessors);

/* What predecessors_grow would add to that. */
size_t predecessors_more_bytes(const struct predecessors *predecessors, uint64_t states, uint64_t more);

/* Makes room for places of that many states and for `more` entries.  False: there is none, and the
 * links are dropped. */
bool predecessors_grow(struct predecessors *predecessors, uint64_t states, uint64_t more);

/* Whether that is so already. */
bool predecessors_have_capacity(const struct predecessors *predecessors, uint64_t states, uint64_t more);

/* Frees them; they are no longer kept. */
void predecessors_drop(struct predecessors *predecessors);

/* Claims room for that many entries, which there must be. */
static inline uint32_t predecessors_claim(struct predecessors *predecessors, uint64_t entries)
{
    return (uint32_t)atomic_fetch_add_explicit(&predecessors->count, entries, memory_order_relaxed);
}

/* The states after a state. */
static inline const uint32_t *predecessors_of(const struct predecessors *predecessors, uint32_t state, unsigned *many)
{
    const uint32_t *record = predecessors->entries + predecessors->places[state];
    *many = record[0];
    return record + 1;
}

#endif
