/* The states of one layer of the frontier search, each with its exact count; see frontier.h.
 *
 * A state is a few 64-bit words of key and as many of count, kept one behind the other; a hash
 * index finds them.  All counts of a layer have the same number of words, chosen so that no sum can
 * wrap. */
#ifndef ONLYWAY_SOLVE_SNAKE_FRONTIER_LAYER_H
#define ONLYWAY_SOLVE_SNAKE_FRONTIER_LAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct layer {
    uint64_t *entries; /* [room * (key_words + count_words)] */
    uint32_t *index;   /* [mask + 1]: number of an entry + 1, or 0 */
    size_t used, room, index_size;
    uint32_t mask;
    unsigned key_words, count_words;
    uint64_t top; /* all highest words of counts, or-ed: how near they are to wrapping */
};

/* Empties a layer for states of that shape; about `expected` of them.  False: out of memory. */
bool layer_start(struct layer *layer, unsigned key_words, unsigned count_words, size_t expected);

/* Adds a count of `words` (at most the layer's) to a state's, which is made if need be.  False: out
 * of memory. */
bool layer_add(struct layer *layer, const uint64_t *key, const uint64_t *count, unsigned words);

static inline const uint64_t *layer_key(const struct layer *layer, size_t n)
{
    return layer->entries + n * (layer->key_words + layer->count_words);
}

size_t layer_bytes(const struct layer *layer);
void layer_free(struct layer *layer);

#endif
