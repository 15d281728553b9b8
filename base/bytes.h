/* Loads and stores words as bytes, the lowest byte first, at any alignment. */
#ifndef ONLYWAY_BASE_BYTES_H
#define ONLYWAY_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

/* Convert a word between the machine's byte order and the order with the lowest byte first. */
static inline uint64_t low_first_8(uint64_t word)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

static inline uint32_t low_first_4(uint32_t word)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(word) : word;
}

static inline uint64_t load_8(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return low_first_8(word);
}

static inline uint64_t load_4(const unsigned char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return low_first_4(word);
}

static inline void store_8(unsigned char *bytes, uint64_t word)
{
    word = low_first_8(word);
    memcpy(bytes, &word, sizeof word);
}

/* Stores the low half of the word. */
static inline void store_4(unsigned char *bytes, uint64_t word)
{
    uint32_t low = low_first_4((uint32_t)word);
    memcpy(bytes, &low, sizeof low);
}

#endif
