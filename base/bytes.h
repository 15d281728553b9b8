/* Words as bytes, the lowest first, wherever they stand. */
#ifndef ONLYWAY_BASE_BYTES_H
#define ONLYWAY_BASE_BYTES_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t load_8(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

static inline uint64_t load_4(const unsigned char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return le32toh(word);
}

static inline void store_8(unsigned char *bytes, uint64_t word)
{
    word = htole64(word);
    memcpy(bytes, &word, sizeof word);
}

/* Stores the low half of the word. */
static inline void store_4(unsigned char *bytes, uint64_t word)
{
    uint32_t low = htole32((uint32_t)word);
    memcpy(bytes, &low, sizeof low);
}

#endif
