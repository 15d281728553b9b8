/* Depths of states; see depths.h. */
#include "solve/search/depths.h"

#include <stdlib.h>
#include <string.h>

void depths_free(struct depths *depths)
{
    free((void *)depths->narrow);
    free((void *)depths->wide);
    *depths = (struct depths){0};
}

bool depths_grow(struct depths *depths, uint64_t capacity)
{
    size_t width = depths_width(depths);
    if (capacity <= depths->capacity)
        return true;
    unsigned char *bytes = realloc((void *)depths_array(depths), capacity * width);
    if (bytes == NULL)
        return false;
    memset(bytes + depths->capacity * width, 0xff, (capacity - depths->capacity) * width);
    if (depths->wide != NULL)
        depths->wide = (void *)bytes;
    else
        depths->narrow = (void *)bytes;
    depths->capacity = capacity;
    return true;
}

/* In place, from the last depth to the first: there may be no memory for both arrays. */
bool depths_widen(struct depths *depths)
{
    if (depths->wide != NULL)
        return true;
    unsigned char *bytes = realloc((void *)depths->narrow, depths->capacity * sizeof(uint16_t));
    if (bytes == NULL)
        return false;
    for (uint64_t number = depths->capacity; number-- > 0;) {
        uint16_t depth = bytes[number] == DEPTHS_NARROW ? DEPTHS_NONE : bytes[number];
        memcpy(bytes + number * sizeof depth, &depth, sizeof depth);
    }
    depths->narrow = NULL;
    depths->wide = (void *)bytes;
    return true;
}
