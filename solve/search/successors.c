/* The successors of states; see successors.h. */
#include "solve/search/successors.h"

#include "solve/search/capacity.h"

/* Places are 32 bits wide.  Records can be recomputed, so they may not take more memory than this either. */
static const uint64_t most_entries = UINT64_C(1) << 28;

size_t successors_bytes(const struct successors *successors)
{
    return (size_t)(successors->capacity + successors->states) * sizeof(uint32_t);
}

/* Returns the capacity that holds `more` more entries. */
static uint64_t entries_for(const struct successors *successors, uint64_t more)
{
    return capacity_for(successors->capacity, atomic_load(&successors->count) + more + 1, sizeof *successors->entries);
}

bool successors_have_capacity(const struct successors *successors, uint64_t states, uint64_t more)
{
    return states <= successors->states && atomic_load(&successors->count) + more < successors->capacity;
}

size_t successors_more_bytes(const struct successors *successors, uint64_t states, uint64_t more)
{
    return (size_t)(entries_for(successors, more) - successors->capacity +
                    capacity_for(successors->states, states, sizeof *successors->places) - successors->states) *
           sizeof(uint32_t);
}

void successors_grow(struct successors *successors, uint64_t states, uint64_t more)
{
    uint64_t capacity = entries_for(successors, more), old = successors->states;
    if (capacity > most_entries ||
        !capacity_grow(&successors->entries, &successors->capacity, capacity, sizeof *successors->entries) ||
        !capacity_grow(&successors->places, &successors->states,
                       capacity_for(successors->states, states, sizeof *successors->places),
                       sizeof *successors->places)) {
        successors_drop(successors);
        return;
    }
    memset(successors->places + old, 0, (size_t)(successors->states - old) * sizeof *successors->places);
    if (atomic_load(&successors->count) == 0) {
        successors->entries[0] = 0;
        atomic_store(&successors->count, 1);
    }
}

void successors_drop(struct successors *successors)
{
    free(successors->entries);
    free(successors->places);
    *successors = (struct successors){0};
}
