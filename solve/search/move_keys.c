/* Which states may lead to a layer; see move_keys.h. */
#include "solve/search/move_keys.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 20, BITS = 1 << WIDTH, MOST_STATES = 1 << 14 };

void move_keys_begin(struct move_keys *keys, struct search *search)
{
    keys->known = search->puzzle->rules->move_keys != NULL && search->back == NULL &&
                  (search->limits.spared & SEARCH_MOVE_KEYS) == 0;
    if (keys->known && keys->set == NULL && search_can_afford(search, bits_bytes(BITS)))
        keys->set = malloc(bits_bytes(BITS));
    keys->known = keys->known && keys->set != NULL;
    keys->size = 0;
    if (keys->known)
        memset((void *)keys->set, 0, bits_bytes(BITS));
}

void move_keys_add(struct move_keys *keys, const struct puzzle *puzzle, const unsigned char *state)
{
    uint64_t own[PUZZLE_MOST_KEYS];
    if (!keys->known)
        return;
    unsigned many = puzzle->rules->move_keys(puzzle, state, true, own);
    keys->known = many > 0 && ++keys->size <= MOST_STATES;
    for (unsigned n = 0; n < many; n++)
        bits_set(keys->set, own[n] >> (64 - WIDTH));
}

bool move_keys_may_lead(const struct move_keys *keys, const struct puzzle *puzzle, const unsigned char *state)
{
    uint64_t own[PUZZLE_MOST_KEYS];
    if (!keys->known)
        return true;
    unsigned many = puzzle->rules->move_keys(puzzle, state, false, own), n = 0;
    while (n < many && !bits_get(keys->set, own[n] >> (64 - WIDTH)))
        n++;
    return n < many;
}

void move_keys_free(struct move_keys *keys)
{
    free((void *)keys->set);
    *keys = (struct move_keys){0};
}
