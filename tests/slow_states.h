/* A set of states with their depths, for slow searches: numbered from 0 in the order of their arrival. */
#ifndef ONLYWAY_TESTS_SLOW_STATES_H
#define ONLYWAY_TESTS_SLOW_STATES_H

#include "games/game.h"

enum { SLOW_STATES_NONE = -1 };

struct slow_states {
    size_t bytes, most; /* of a state; the most states */
    size_t count, capacity;
    unsigned char *states; /* [capacity * bytes] */
    int *depths;           /* [capacity] */
    int *table;            /* [2 * capacity] hash table with open addressing */
};

/* The set grows as needed, because large blocks of memory are slow under sanitizers. */
void slow_states_make(struct slow_states *set, size_t bytes, size_t most);
void slow_states_free(struct slow_states *set);

/* Returns the number of a state, and adds the state with this depth if it is new; SLOW_STATES_NONE if there are too
 * many. */
int slow_states_add(struct slow_states *set, const unsigned char *state, int depth);

static inline const unsigned char *slow_states_at(const struct slow_states *set, size_t number)
{
    return set->states + number * set->bytes;
}

#endif
