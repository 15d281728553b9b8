/* Lists of state numbers; see list.h. */
#include "solve/search/list.h"

#include <assert.h>
#include <stdlib.h>

bool list_grow(struct list *list)
{
    size_t capacity = list->capacity + list_growth(list);
    unsigned char *bytes = realloc(list->bytes, capacity);
    if (bytes == NULL)
        return false;
    list->bytes = bytes;
    list->capacity = capacity;
    return true;
}

void list_put(struct list *list, uint32_t number)
{
    assert(!list_is_full(list));
    int64_t step = (int64_t)number - list->last;
    uint64_t difference = step < 0 ? 2 * (uint64_t)-step - 1 : 2 * (uint64_t)step;
    for (; difference > 0x7f; difference >>= 7)
        list->bytes[list->size++] = (unsigned char)(difference | 0x80);
    list->bytes[list->size++] = (unsigned char)difference;
    list->last = number;
    list->count++;
}

size_t list_read(struct list_reader *reader, uint32_t *numbers, size_t most)
{
    size_t left = list_left(reader), count = left < most ? left : most;
    for (size_t i = 0; i < count; i++) {
        uint64_t difference = 0;
        unsigned char byte = 0x80;
        for (unsigned shift = 0; byte >= 0x80; shift += 7) {
            byte = reader->list->bytes[reader->at++];
            difference |= (uint64_t)(byte & 0x7f) << shift;
        }
        uint32_t step = (uint32_t)((difference + 1) / 2);
        reader->last = difference % 2 == 0 ? reader->last + step : reader->last - step;
        numbers[i] = reader->last;
    }
    reader->done += count;
    return count;
}
