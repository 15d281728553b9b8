/* The states of one layer of the frontier search; see frontier_layer.h. */
#include "solve/snake/frontier_layer.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_key(const uint64_t *key, unsigned words)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

/* Makes the index twice as large as the room for entries, or larger, and enters what is there. */
static bool make_index(struct layer *layer, size_t size)
{
    if (size > UINT32_MAX)
        return false;
    if (size > layer->index_size) {
        uint32_t *index = realloc(layer->index, size * sizeof *index);
        if (index == NULL)
            return false;
        layer->index = index;
        layer->index_size = size;
    }
    layer->mask = (uint32_t)(size - 1);
    memset(layer->index, 0, size * sizeof *layer->index);
    for (size_t n = 0; n < layer->used; n++) {
        uint32_t at = (uint32_t)hash_key(layer_key(layer, n), layer->key_words) & layer->mask;
        while (layer->index[at] != 0)
            at = (at + 1) & layer->mask;
        layer->index[at] = (uint32_t)n + 1;
    }
    return true;
}

bool layer_start(struct layer *layer, unsigned key_words, unsigned count_words, size_t expected)
{
    size_t size = 64;
    while (size < 2 * expected)
        size *= 2;
    /* room is kept in entries of the new shape */
    size_t words = layer->room * (layer->key_words + layer->count_words);
    layer->room = words / (key_words + count_words);
    layer->key_words = key_words;
    layer->count_words = count_words;
    layer->used = 0;
    layer->top = 0;
    return make_index(layer, size);
}

static bool make_room(struct layer *layer)
{
    if (2 * (layer->used + 1) > (size_t)layer->mask + 1 &&
        !make_index(layer, 2 * ((size_t)layer->mask + 1)))
        return false;
    if (layer->used < layer->room)
        return true;
    size_t room = layer->room < 32 ? 64 : 2 * layer->room;
    size_t stride = layer->key_words + layer->count_words;
    if (room > SIZE_MAX / sizeof(uint64_t) / stride)
        return false;
    uint64_t *entries = realloc(layer->entries, room * stride * sizeof *entries);
    if (entries == NULL)
        return false;
    layer->entries = entries;
    layer->room = room;
    return true;
}

static void add_count(struct layer *layer, uint64_t *sum, const uint64_t *count, unsigned words)
{
    uint64_t carry = 0;
    for (unsigned i = 0; i < layer->count_words; i++) {
        uint64_t term = i < words ? count[i] : 0;
        uint64_t partial = sum[i] + carry;
        carry = partial < carry;
        sum[i] = partial + term;
        carry += sum[i] < term;
    }
    layer->top |= sum[layer->count_words - 1];
}

bool layer_add(struct layer *layer, const uint64_t *key, const uint64_t *count, unsigned words)
{
    size_t stride = layer->key_words + layer->count_words;
    size_t key_bytes = layer->key_words * sizeof *key;
    uint32_t hash = (uint32_t)hash_key(key, layer->key_words), at = hash & layer->mask;
    for (; layer->index[at] != 0; at = (at + 1) & layer->mask) {
        uint64_t *entry = layer->entries + (layer->index[at] - 1) * stride;
        if (layer->key_words == 1 ? entry[0] == key[0] : memcmp(entry, key, key_bytes) == 0) {
            add_count(layer, entry + layer->key_words, count, words);
            return true;
        }
    }
    uint32_t mask = layer->mask;
    if (!make_room(layer))
        return false;
    if (mask != layer->mask) {
        for (at = hash & layer->mask; layer->index[at] != 0; at = (at + 1) & layer->mask)
            continue;
    }
    uint64_t *entry = layer->entries + layer->used * stride;
    memcpy(entry, key, key_bytes);
    memset(entry + layer->key_words, 0, layer->count_words * sizeof *entry);
    add_count(layer, entry + layer->key_words, count, words);
    layer->index[at] = (uint32_t)++layer->used;
    return true;
}

size_t layer_bytes(const struct layer *layer)
{
    return layer->room * (layer->key_words + layer->count_words) * sizeof *layer->entries +
           layer->index_size * sizeof *layer->index;
}

void layer_free(struct layer *layer)
{
    free(layer->entries);
    free(layer->index);
    *layer = (struct layer){0};
}
