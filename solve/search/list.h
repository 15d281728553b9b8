/* Lists of state numbers that are written and read in order.
 *
 * States are listed as they are met, so neighbouring numbers are near each other.  A list holds their differences,
 * which take about a byte each: seven bits a byte, the lowest first; all but the last byte have the eighth bit set.
 * The lowest bit of a difference is its sign. */
#ifndef ONLYWAY_SOLVE_SEARCH_LIST_H
#define ONLYWAY_SOLVE_SEARCH_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LIST_MOST_BYTES = 5 }; /* the most that a number takes */

/* All zero: empty. */
struct list {
    unsigned char *bytes; /* [capacity] owned */
    size_t size, capacity;
    size_t count;  /* of numbers */
    uint32_t last; /* the number that was put last */
};

/* Returns whether the list must grow before the next number is put. */
static inline bool list_is_full(const struct list *list)
{
    return list->capacity - list->size < LIST_MOST_BYTES;
}

/* Returns by how many bytes list_grow makes the list larger: there are many lists, so only by an eighth. */
static inline size_t list_growth(const struct list *list)
{
    enum { LEAST = 16 };
    return list->capacity / 8 > LEAST ? list->capacity / 8 : LEAST;
}

/* Returns false, with the list as it was, if memory runs out. */
bool list_grow(struct list *list);

void list_put(struct list *list, uint32_t number);

/* Reads a list that does not change meanwhile; with all but `list` zero, from its beginning. */
struct list_reader {
    const struct list *list;
    size_t at;
    size_t done;   /* how many numbers were read */
    uint32_t last; /* the number that was read last */
};

/* Returns how many numbers are left. */
static inline size_t list_left(const struct list_reader *reader)
{
    return reader->list == NULL ? 0 : reader->list->count - reader->done;
}

/* Reads the next numbers, at most `most`.  Returns how many. */
size_t list_read(struct list_reader *reader, uint32_t *numbers, size_t most);

#endif
