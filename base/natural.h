/* Natural numbers of any size for counting: sums, and division by small numbers.
 *
 * If memory runs out, `failed` is set, also in all results computed from that number.  A caller therefore checks only
 * once, at the end.  (GMP would end the program instead, and is not available for WebAssembly.) */
#ifndef ONLYWAY_BASE_NATURAL_H
#define ONLYWAY_BASE_NATURAL_H

#include "base/text.h"

#include <stdint.h>

/* All members zero: the number 0. */
struct natural {
    uint64_t *words; /* the lowest word first; the highest is not 0; owned */
    size_t size, capacity;
    bool failed; /* memory ran out, so the value is invalid */
};

/* Sets a number from its words, the lowest first. */
void natural_set_words(struct natural *number, const uint64_t *words, size_t size);

void natural_set(struct natural *number, uint64_t value);
void natural_copy(struct natural *number, const struct natural *other);
void natural_add(struct natural *number, const struct natural *other);
void natural_add_small(struct natural *number, uint64_t value);

/* Divides by a number that is not 0.  Returns the remainder. */
uint32_t natural_divide(struct natural *number, uint32_t divisor);

static inline bool natural_is_zero(const struct natural *number)
{
    return number->size == 0;
}

/* The number, or INT64_MAX if it is greater. */
int64_t natural_small(const struct natural *number);

/* Adds the decimal digits; the text fails if the number has. */
void natural_write(const struct natural *number, struct text *text);

/* Frees the memory and sets the number to 0. */
void natural_free(struct natural *number);

#endif
