/* Natural numbers of any size; see natural.h. */
#include "base/natural.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool ensure_capacity(struct natural *number, size_t size)
{
    if (number->failed || size <= number->capacity)
        return !number->failed;
    size_t capacity = 2 * number->capacity > size ? 2 * number->capacity : size;
    uint64_t *words = realloc(number->words, capacity * sizeof *words);
    if (words == NULL) {
        number->failed = true;
        return false;
    }
    number->words = words;
    number->capacity = capacity;
    return true;
}

static void drop_leading_zeros(struct natural *number)
{
    while (number->size > 0 && number->words[number->size - 1] == 0)
        number->size--;
}

void natural_set_words(struct natural *number, const uint64_t *words, size_t size)
{
    if (!ensure_capacity(number, size))
        return;
    if (size > 0)
        memcpy(number->words, words, size * sizeof *words);
    number->size = size;
    drop_leading_zeros(number);
}

void natural_set(struct natural *number, uint64_t value)
{
    natural_set_words(number, &value, 1);
}

void natural_copy(struct natural *number, const struct natural *other)
{
    natural_set_words(number, other->words, other->size);
    number->failed |= other->failed;
}

/* Adds a carry to the n-th word and propagates it. */
static void carry_on(struct natural *number, size_t n, bool carry)
{
    for (; carry && n < number->size; n++)
        carry = ++number->words[n] == 0;
    if (carry && ensure_capacity(number, number->size + 1))
        number->words[number->size++] = 1;
}

void natural_add(struct natural *number, const struct natural *other)
{
    size_t size = other->size;
    bool carry = false;
    number->failed |= other->failed;
    if (!ensure_capacity(number, size))
        return;
    while (number->size < size)
        number->words[number->size++] = 0;
    for (size_t i = 0; i < size; i++) {
        uint64_t sum = number->words[i] + carry;
        carry = sum < number->words[i];
        number->words[i] = sum + other->words[i];
        carry |= number->words[i] < sum;
    }
    carry_on(number, size, carry);
}

void natural_add_small(struct natural *number, uint64_t value)
{
    if (number->size == 0) {
        natural_set(number, value);
        return;
    }
    number->words[0] += value;
    carry_on(number, 1, number->words[0] < value);
}

uint32_t natural_divide(struct natural *number, uint32_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = number->size; i-- > 0;) {
        uint64_t high = rest << 32 | number->words[i] >> 32;
        uint64_t low = high % divisor << 32 | (number->words[i] & UINT32_MAX);
        number->words[i] = high / divisor << 32 | low / divisor;
        rest = low % divisor;
    }
    drop_leading_zeros(number);
    return (uint32_t)rest;
}

int64_t natural_small(const struct natural *number)
{
    if (number->size == 0)
        return 0;
    return number->size > 1 || number->words[0] > INT64_MAX ? INT64_MAX : (int64_t)number->words[0];
}

void natural_write(const struct natural *number, struct text *text)
{
    if (number->size <= 1 && !number->failed) {
        text_addf(text, "%" PRIu64, number->size == 0 ? 0 : number->words[0]);
        return;
    }
    struct natural rest = {0};
    natural_copy(&rest, number);
    size_t capacity = 20 * number->size + 9; /* a word takes at most 20 digits */
    char *digits = rest.failed ? NULL : malloc(capacity);
    if (digits == NULL) {
        text_fail(text);
    } else {
        char *end = digits + capacity;
        char *first = end;
        while (!natural_is_zero(&rest)) {
            uint32_t part = natural_divide(&rest, 1000000000);
            for (int i = 0; i < 9 && first > digits; i++, part /= 10)
                *--first = (char)('0' + part % 10);
        }
        while (first < end - 1 && *first == '0')
            first++;
        text_add(text, first, (size_t)(digits + capacity - first));
    }
    free(digits);
    natural_free(&rest);
}

void natural_free(struct natural *number)
{
    free(number->words);
    *number = (struct natural){0};
}
