/* The drafts that were tried: a hash table with open addressing, at most half full; see tried.h. */
#include "gen/climb/tried.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool tried_make(struct tried *tried, size_t capacity, size_t cells)
{
    *tried = (struct tried){.cells = cells, .capacity = capacity};
    while (tried->mask + 1 < 2 * capacity)
        tried->mask = 2 * tried->mask + 1;
    tried->drafts = calloc(capacity, cells);
    tried->merits = calloc(capacity, sizeof *tried->merits);
    tried->slots = calloc(tried->mask + 1, sizeof *tried->slots);
    return tried->drafts != NULL && tried->merits != NULL && tried->slots != NULL;
}

void tried_free(struct tried *tried)
{
    free(tried->drafts);
    free(tried->merits);
    free(tried->slots);
    *tried = (struct tried){0};
}

void tried_clear(struct tried *tried)
{
    tried->count = 0;
    memset(tried->slots, 0, (tried->mask + 1) * sizeof *tried->slots);
}

static size_t hash(const unsigned char *cells, size_t count)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ cells[i]) * 16777619u;
    return hash ^ hash >> 15;
}

struct merit *tried_find(struct tried *tried, const struct grid *draft, bool *fresh)
{
    size_t size = tried->cells, slot = hash(draft->cells, size) & tried->mask;
    for (; tried->slots[slot] != 0; slot = (slot + 1) & tried->mask) {
        size_t n = tried->slots[slot] - 1;
        *fresh = memcmp(tried->drafts + n * size, draft->cells, size) != 0;
        if (!*fresh)
            return &tried->merits[n];
    }
    assert(tried->count < tried->capacity);
    memcpy(tried->drafts + tried->count * size, draft->cells, size);
    tried->slots[slot] = (uint32_t)(tried->count + 1);
    *fresh = true;
    return &tried->merits[tried->count++];
}
