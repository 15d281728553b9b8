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
#ifndef ONLYWAY_SOLVE_SEARCH_LINKS_H
#define ONLYWAY_SOLVE_SEARCH_LINKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct links {
    bool kept;
    uint32_t *entries;      /* the records */
    uint32_t *places;       /* [state] where its record begins; 0: it has none */
    uint64_t room;          /* of `entries` */
    uint64_t states;        /* of `places` */
    _Atomic uint64_t count; /* of `entries`; the first is the record of those that have none */
};

/* The memory that links take. */
size_t links_bytes(const struct links *links);

/* What links_grow would add to that. */
size_t links_more_bytes(const struct links *links, uint64_t states, uint64_t more);

/* Makes room for places of that many states and for `more` entries.  False: there is none, and the
 * links are dropped. */
bool links_grow(struct links *links, uint64_t states, uint64_t more);

/* Whether that is so already. */
bool links_have_room(const struct links *links, uint64_t states, uint64_t more);

/* Frees them; they are no longer kept. */
void links_drop(struct links *links);

/* Claims room for that many entries, which there must be. */
static inline uint32_t links_claim(struct links *links, uint64_t entries)
{
    return (uint32_t)atomic_fetch_add_explicit(&links->count, entries, memory_order_relaxed);
}

/* The states after a state. */
static inline const uint32_t *links_of(const struct links *links, uint32_t state, unsigned *many)
{
    const uint32_t *record = links->entries + links->places[state];
    *many = record[0];
    return record + 1;
}

#endif
