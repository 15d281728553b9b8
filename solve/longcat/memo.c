/* The positions of LongCat's search; see memo.h. */
#include "solve/longcat/memo.h"

#include "solve/search/room.h"

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

/* The bytes of an entry with its key. */
static size_t entry_bytes(const struct memo *memo)
{
    return memo->words * sizeof *memo->keys + sizeof *memo->entries;
}

/* The room and the table that one more position needs; the table is filled to three quarters at
 * most. */
static uint64_t next_room(const struct memo *memo, uint64_t *slots)
{
    uint64_t room = room_for(memo->room, memo->used + UINT64_C(1), entry_bytes(memo));
    *slots = memo->table_mask + UINT64_C(1);
    while (*slots / 4 * 3 < memo->used + UINT64_C(1))
        *slots *= 2;
    return room;
}

static bool grow_table(struct memo *memo, uint64_t slots)
{
    uint32_t size = (uint32_t)slots;
    uint32_t *table = calloc(size, sizeof *table);
    if (table == NULL)
        return false;
    free(memo->table);
    memo->table = table;
    memo->table_mask = size - 1;
    for (uint32_t number = 0; number < memo->used; number++)
        *find_place(memo, key_of(memo, number)) = number + 1;
    return true;
}

static bool grow(struct memo *memo)
{
    uint64_t slots, room = next_room(memo, &slots);
    if (slots > UINT32_MAX || room > UINT32_MAX)
        return false;
    return (slots == memo->table_mask + UINT64_C(1) || grow_table(memo, slots)) &&
           (room == memo->room || resize(memo, (uint32_t)room));
}

static bool is_full(const struct memo *memo)
{
    return memo->used == memo->room ||
           memo->used + UINT64_C(1) > (memo->table_mask + UINT64_C(1)) / 4 * 3;
}

uint32_t memo_add(struct memo *memo, const uint64_t *key)
{
    if (is_full(memo) && !grow(memo))
        return MEMO_NONE;
    uint32_t number = memo->used++;
    *find_place(memo, key) = number + 1;
    memcpy(memo->keys + (size_t)number * memo->words, key, memo->words * sizeof *key);
    memo->entries[number] = (struct memo_entry){0};
    return number;
}

size_t memo_bytes(const struct memo *memo)
{
    uint64_t slots = memo->table_mask + UINT64_C(1), room = memo->room;
    if (is_full(memo))
        room = next_room(memo, &slots);
    return (size_t)(room * entry_bytes(memo) + slots * sizeof *memo->table);
}
