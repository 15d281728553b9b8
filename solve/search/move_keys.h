/* Which states may lead to a layer of the graph of shortest solutions, by the keys of their moves; see move_keys in
 * games/puzzle.h.
 *
 * Few states of a search lead to such a layer, and expanding them all takes as long as the search did.  Keys rule out
 * nearly all others.  A key is a bit of a set, so a state can have one by chance, too. */
#ifndef ONLYWAY_SOLVE_SEARCH_MOVE_KEYS_H
#define ONLYWAY_SOLVE_SEARCH_MOVE_KEYS_H

#include "solve/search/bits.h"
#include "solve/search/search.h"

/* All members zero: nothing is known. */
struct move_keys {
    bits *set;   /* owned; NULL until it is needed */
    bool known;  /* whether the keys of all states of the layer are in the set */
    size_t size; /* states of the layer */
};

/* Begins a layer of the search without states. */
void move_keys_begin(struct move_keys *keys, struct search *search);

/* Adds a state to the layer. */
void move_keys_add(struct move_keys *keys, const struct puzzle *puzzle, const unsigned char *state);

/* Returns false only if no move leads from a state to one of the layer. */
bool move_keys_may_lead(const struct move_keys *keys, const struct puzzle *puzzle, const unsigned char *state);

void move_keys_free(struct move_keys *keys);

#endif
