/* Natural numbers of any size, as counting needs them: sums, and quotients by small numbers.
 *
 * Where memory runs out that is remembered in `failed`, which passes on to what is made of the number;
 * a caller asks once, at the end.  (GMP would end the program instead, and is not to be had for
 * WebAssembly.) */
#ifndef ONLYWAY_BASE_NATURAL_H
#define ONLYWAY_BASE_NATURAL_H

#include "base/text.h"

#include <stdint.h>

/* Start with all zero: 0. */
struct natural {
    uint64_t *words; /* the lowest first, the highest not 0; owned */
    size_t size, capacity;
    bool failed; /* memory ran out: it is not to be believed */
};

/* Makes it a number given by its words, the lowest first. */
void natural_set_words(struct natural *number, const uint64_t *words, size_t size);

void natural_set(struct natural *number, uint64_t value);
void natural_copy(struct natural *number, const struct natural *other);
void natural_add(struct natural *number, const struct natural *other);
void natural_add_small(struct natural *number, uint64_t value);

/* Takes 1 from a number that is not 0. */
void natural_take_one(struct natural *number);

/* Divides by a number that is not 0; returns what is left. */
uint32_t natural_divide(struct natural *number, uint32_t divisor);

static inline bool natural_is_zero(const struct natural *number)
{
    return number->size == 0;
}

/* The number itself if it is at most INT64_MAX, else INT64_MAX. */
int64_t natural_small(const struct natural *number);

/* Adds the decimal digits; the text fails if the number has. */
void natural_write(const struct natural *number, struct text *text);

/* Gives the memory back; the number is 0 again. */
void natural_free(struct natural *number);

#endif
