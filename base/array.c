/* Arrays that grow; see array.h. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool array_grow(void *items, size_t *capacity, size_t first, size_t size)
{
    size_t wanted = *capacity == 0 ? first : 2 * *capacity;
    void *array;
    memcpy(&array, items, sizeof array); /* all pointers to objects have the same form */
    void *grown = wanted > SIZE_MAX / size ? NULL : realloc(array, wanted * size);
    if (grown == NULL)
        return false;
    memcpy(items, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}
