/* A set of states for slow searches; see slow_states.h. */
#include "tests/slow_states.h"

#include <stdlib.h>
#include <string.h>

/* Returns the place of a state in the table, or the place to put it. */
static size_t find(const struct slow_states *set, const unsigned char *state)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < set->bytes; i++)
        hash = (hash ^ state[i]) * 1099511628211u;
    size_t places = 2 * set->capacity, at = (size_t)(hash >> 17) % places;
    while (set->table[at] != SLOW_STATES_NONE &&
           memcmp(slow_states_at(set, (size_t)set->table[at]), state, set->bytes) != 0)
        at = (at + 1) % places;
    return at;
}

static void set_capacity(struct slow_states *set, size_t capacity)
{
    set->capacity = capacity;
    set->states = realloc(set->states, capacity * set->bytes);
    set->depths = realloc(set->depths, capacity * sizeof *set->depths);
    set->table = realloc(set->table, 2 * capacity * sizeof *set->table);
    if (set->states == NULL || set->depths == NULL || set->table == NULL)
        abort();
    for (size_t at = 0; at < 2 * capacity; at++)
        set->table[at] = SLOW_STATES_NONE;
    for (size_t n = 0; n < set->count; n++)
        set->table[find(set, slow_states_at(set, n))] = (int)n;
}

void slow_states_make(struct slow_states *set, size_t bytes, size_t most)
{
    enum { FIRST_CAPACITY = 64 };
    *set = (struct slow_states){.bytes = bytes, .most = most};
    set_capacity(set, FIRST_CAPACITY);
}

void slow_states_free(struct slow_states *set)
{
    free(set->states);
    free(set->depths);
    free(set->table);
}

int slow_states_add(struct slow_states *set, const unsigned char *state, int depth)
{
    size_t at = find(set, state);
    if (set->table[at] != SLOW_STATES_NONE)
        return set->table[at];
    if (set->count == set->most)
        return SLOW_STATES_NONE;
    if (set->count == set->capacity) {
        set_capacity(set, 2 * set->capacity);
        at = find(set, state);
    }
    memcpy(set->states + set->count * set->bytes, state, set->bytes);
    set->depths[set->count] = depth;
    set->table[at] = (int)set->count;
    return (int)set->count++;
}
