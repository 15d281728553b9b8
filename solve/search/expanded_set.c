/* The states that a best-first search expanded; see expanded_set.h. */
#include "solve/search/expanded_set.h"

#include "solve/search/capacity.h"

#include <stdlib.h>
#include <string.h>

static size_t bytes_for(const struct expanded_set *set, uint64_t states)
{
    size_t wanted = bits_bytes(states);
    return wanted <= set->bytes ? set->bytes : (size_t)capacity_for(set->bytes, wanted, 1);
}

size_t expanded_set_more_bytes(const struct expanded_set *set, uint64_t states)
{
    return set->kept ? bytes_for(set, states) - set->bytes : 0;
}

static void ensure_capacity(struct expanded_set *set, uint64_t states)
{
    size_t bytes = bytes_for(set, states);
    if (bytes == set->bytes)
        return;
    bits *taken = realloc((void *)set->taken, bytes);
    if (taken == NULL) {
        expanded_set_free(set);
        return;
    }
    memset((void *)(taken + set->bytes), 0, bytes - set->bytes);
    set->taken = taken;
    set->bytes = bytes;
}

void expanded_set_take(struct expanded_set *set, uint64_t states, const uint32_t *numbers, size_t count)
{
    if (set->kept)
        ensure_capacity(set, states);
    for (size_t i = 0; set->kept && i < count; i++)
        bits_set(set->taken, numbers[i]);
}

bool expanded_set_copy(const struct expanded_set *set, uint64_t states, bits *taken)
{
    size_t bytes = bits_bytes(states);
    if (set->kept && set->bytes > 0)
        memcpy((void *)taken, (const void *)set->taken, bytes < set->bytes ? bytes : set->bytes);
    return set->kept;
}

void expanded_set_free(struct expanded_set *set)
{
    free((void *)set->taken);
    *set = (struct expanded_set){0};
}
