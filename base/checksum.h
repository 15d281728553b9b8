/* A checksum of bytes, 64-bit FNV-1a.  It detects accidental changes, not deliberate ones. */
#ifndef ONLYWAY_BASE_CHECKSUM_H
#define ONLYWAY_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of no bytes, and the factor of each step. */
#define CHECKSUM_START UINT64_C(0xcbf29ce484222325)
#define CHECKSUM_PRIME UINT64_C(0x100000001b3)

/* The checksum of the bytes summed up in `sum`, followed by `size` more. */
static inline uint64_t checksum_add(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * CHECKSUM_PRIME;
    return sum;
}

#endif
