/* Arrays; see array.h. */
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

void *arrays_add(struct arrays *arrays, size_t count, size_t size)
{
    void *array = NULL;
    if (ARRAY_RESERVE(arrays->items, arrays->count, arrays->capacity, 8))
        array = calloc(count > 0 ? count : 1, size);
    if (array != NULL)
        arrays->items[arrays->count++] = array;
    arrays->failed |= array == NULL;
    return array;
}

void arrays_free(struct arrays *arrays)
{
    for (size_t n = 0; n < arrays->count; n++)
        free(arrays->items[n]);
    free(arrays->items);
    *arrays = (struct arrays){0};
}
