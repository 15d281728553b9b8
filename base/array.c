/* Arrays that grow; see array.h. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

void *array_grow(void *items, size_t *capacity, size_t first, size_t size)
{
    size_t wanted = *capacity == 0 ? first : 2 * *capacity;
    void *grown = wanted > SIZE_MAX / size ? NULL : realloc(items, wanted * size);
    if (grown != NULL)
        *capacity = wanted;
    return grown;
}
