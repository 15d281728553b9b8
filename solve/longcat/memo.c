/* The positions of LongCat's search; see memo.h. */
#include "solve/longcat/memo.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

static bool resize(struct memo *memo, uint32_t room)
{
    uint64_t *keys = realloc(memo->keys, (size_t)room * memo->words * sizeof *keys);
    if (keys == NULL)
        return false;
    memo->keys = keys;
    struct memo_entry *entries = realloc(memo->entries, room * sizeof *entries);
    if (entries == NULL)
        return false;
    memo->entries = entries;
    memo->room = room;
    return true;
}

bool memo_make(struct memo *memo, unsigned words)
{
    *memo = (struct memo){.words = words, .table_mask = 2 * FIRST_ROOM - 1};
    memo->table = calloc(2 * FIRST_ROOM, sizeof *memo->table);
    if (memo->table == NULL || !resize(memo, FIRST_ROOM)) {
        memo_free(memo);
        return false;
    }
    return true;
}

void memo_free(struct memo *memo)
{
    free(memo->keys);
    free(memo->entries);
    free(memo->table);
    *memo = (struct memo){0};
}

static const uint64_t *key_of(const struct memo *memo, uint32_t number)
{
    return memo->keys + (size_t)number * memo->words;
}

static uint32_t hash_key(const struct memo *memo, const uint64_t *key)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < memo->words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

/* The table's place of a key: where it is, or the free place where it belongs. */
static uint32_t *find_place(const struct memo *memo, const uint64_t *key)
{
    uint32_t place = hash_key(memo, key) & memo->table_mask;
    while (memo->table[place] != 0 &&
           memcmp(key_of(memo, memo->table[place] - 1), key, memo->words * sizeof *key) != 0)
        place = (place + 1) & memo->table_mask;
    return &memo->table[place];
}

uint32_t memo_find(const struct memo *memo, const uint64_t *key)
{
    return *find_place(memo, key) - 1;
}

static bool grow(struct memo *memo)
{
    if (memo->room > UINT32_MAX / 4)
        return false;
    uint32_t size = 4 * memo->room;
    uint32_t *table = calloc(size, sizeof *table);
    if (table == NULL)
        return false;
    free(memo->table);
    memo->table = table;
    memo->table_mask = size - 1;
    for (uint32_t number = 0; number < memo->used; number++)
        *find_place(memo, key_of(memo, number)) = number + 1;
    return resize(memo, 2 * memo->room);
}

uint32_t memo_add(struct memo *memo, const uint64_t *key)
{
    if (memo->used == memo->room && !grow(memo))
        return MEMO_NONE;
    uint32_t number = memo->used++;
    *find_place(memo, key) = number + 1;
    memcpy(memo->keys + (size_t)number * memo->words, key, memo->words * sizeof *key);
    memo->entries[number] = (struct memo_entry){0};
    return number;
}

size_t memo_bytes(const struct memo *memo)
{
    size_t entry = memo->words * sizeof *memo->keys + sizeof *memo->entries;
    size_t factor = memo->used == memo->room ? 3 : 1; /* old and new stand side by side */
    return factor * (memo->room * entry + ((size_t)memo->table_mask + 1) * sizeof *memo->table);
}
