/* Links from states to their successors; see predecessors.h. */
#include "solve/search/predecessors.h"

#include "solve/search/capacity.h"

#include <stdlib.h>
#include <string.h>

/* Places are 32 bits wide.  Links can be recomputed, so they may not take more memory than this either. */
static const uint64_t most_entries = UINT64_C(1) << 28;

size_t predecessors_bytes(const struct predecessors *predecessors)
{
    return (size_t)(predecessors->capacity + predecessors->states) * sizeof(uint32_t);
}

/* Returns the capacity that holds `more` more entries. */
static uint64_t entries_for(const struct predecessors *predecessors, uint64_t more)
{
    return capacity_for(predecessors->capacity, atomic_load(&predecessors->count) + more + 1,
                        sizeof *predecessors->entries);
}

bool predecessors_have_capacity(const struct predecessors *predecessors, uint64_t states, uint64_t more)
{
    return states <= predecessors->states && atomic_load(&predecessors->count) + more < predecessors->capacity;
}

size_t predecessors_more_bytes(const struct predecessors *predecessors, uint64_t states, uint64_t more)
{
    return (size_t)(entries_for(predecessors, more) - predecessors->capacity +
                    capacity_for(predecessors->states, states, sizeof *predecessors->places) - predecessors->states) *
           sizeof(uint32_t);
}

/* Grows an array; new elements are uninitialised.  Returns false if memory runs out. */
static bool grow(uint32_t **array, uint64_t *capacity, uint64_t wanted)
{
    if (wanted == *capacity)
        return true;
    uint32_t *grown = realloc(*array, (size_t)wanted * sizeof *grown);
    if (grown == NULL)
        return false;
    *array = grown;
    *capacity = wanted;
    return true;
}

bool predecessors_grow(struct predecessors *predecessors, uint64_t states, uint64_t more)
{
    uint64_t capacity = entries_for(predecessors, more), old = predecessors->states;
    if (capacity > most_entries || !grow(&predecessors->entries, &predecessors->capacity, capacity) ||
        !grow(&predecessors->places, &predecessors->states,
              capacity_for(predecessors->states, states, sizeof *predecessors->places))) {
        predecessors_drop(predecessors);
        return false;
    }
    memset(predecessors->places + old, 0, (size_t)(predecessors->states - old) * sizeof *predecessors->places);
    if (atomic_load(&predecessors->count) == 0) {
        predecessors->entries[0] = 0;
        atomic_store(&predecessors->count, 1);
    }
    return true;
}

void predecessors_drop(struct predecessors *predecessors)
{
    free(predecessors->entries);
    free(predecessors->places);
    *predecessors = (struct predecessors){0};
}
