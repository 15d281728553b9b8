/* The levels that were kept; see kept.h. */
#include "gen/run/kept.h"

#include <stdlib.h>

/* A hash table with open addressing.  The hash 0 is stored separately. */

struct hash_set {
    uint64_t *table; /* 0: free */
    size_t mask, used;
    bool has_zero;
};

struct hash_set *hash_set_make(void)
{
    struct hash_set *set = calloc(1, sizeof *set);
    if (set == NULL)
        return NULL;
    set->mask = 1023;
    set->table = calloc(set->mask + 1, sizeof *set->table);
    if (set->table == NULL) {
        free(set);
        return NULL;
    }
    return set;
}

void hash_set_free(struct hash_set *set)
{
    if (set == NULL)
        return;
    free(set->table);
    free(set);
}

static size_t place_of(const struct hash_set *set, uint64_t hash)
{
    size_t place = (hash ^ hash >> 32) & set->mask;
    while (set->table[place] != 0 && set->table[place] != hash)
        place = (place + 1) & set->mask;
    return place;
}

static bool grow(struct hash_set *set)
{
    uint64_t *old = set->table;
    size_t old_size = set->mask + 1;
    uint64_t *table = calloc(2 * old_size, sizeof *table);
    if (table == NULL)
        return false;
    set->table = table;
    set->mask = 2 * old_size - 1;
    for (size_t i = 0; i < old_size; i++) {
        if (old[i] != 0)
            table[place_of(set, old[i])] = old[i];
    }
    free(old);
    return true;
}

bool hash_set_has(const struct hash_set *set, uint64_t hash)
{
    return hash == 0 ? set->has_zero : set->table[place_of(set, hash)] != 0;
}

bool hash_set_add(struct hash_set *set, uint64_t hash)
{
    set->has_zero |= hash == 0;
    if (hash_set_has(set, hash))
        return true;
    if (2 * set->used > set->mask && !grow(set))
        return false;
    set->table[place_of(set, hash)] = hash;
    set->used++;
    return true;
}

/* --- kept --- */

bool kept_make(struct kept *kept)
{
    *kept = (struct kept){.hashes = hash_set_make()};
    return kept->hashes != NULL;
}

void kept_free(struct kept *kept)
{
    hash_set_free(kept->hashes);
    likeness_list_free(&kept->likenesses);
    *kept = (struct kept){0};
}

enum newness kept_look(struct kept *kept, uint64_t hash, const struct likeness *likeness, double least)
{
    if (hash_set_has(kept->hashes, hash))
        return NEW_COPY;
    int near = likeness_list_has_near(&kept->likenesses, likeness, least);
    return near < 0 ? NEW_FAILED : near > 0 ? NEW_TOO_NEAR : NEW_LEVEL;
}

bool kept_add(struct kept *kept, uint64_t hash, struct likeness *likeness)
{
    return hash_set_add(kept->hashes, hash) && (!kept->compares || likeness_list_add(&kept->likenesses, likeness));
}
