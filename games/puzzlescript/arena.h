/* Memory that is given back all at once, for what a compiler builds piece by piece.
 *
 * Running out of memory, or over the arena's budget, or that its check has stopped, is remembered in `failed`; from
 * then on the same scratch block is handed out, so that callers need not look after each allocation but ask at the end.
 * A list that cannot grow keeps what it has. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_ARENA_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_ARENA_H

#include "base/stop.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena_block;

struct arena {
    struct arena_block *blocks;
    size_t left;              /* bytes left in the first block */
    size_t budget;            /* bytes that may still be asked of the system */
    size_t bytes;             /* that it has */
    struct stop_check *check; /* is asked before there are more; may be NULL */
    bool failed, over_budget; /* over_budget: that is why */
    uint64_t scratch[512];
};

void arena_begin(struct arena *arena, size_t budget);

/* Gives back everything that came from the arena. */
void arena_end(struct arena *arena);

/* Zeroed memory, never NULL where `size` is at most sizeof arena->scratch; else NULL after a failure. */
void *arena_get(struct arena *arena, size_t size);

/* Room for one more item of a list with `count` items; the list's items, perhaps moved.  After a failure
 * the list is as it was, and full. */
void *arena_more(struct arena *arena, void *items, int count, int *capacity, size_t size);

/* A list of things of a type; all zero is the empty list. */
#define LIST(type)           \
    struct {                 \
        type *items;         \
        int count, capacity; \
    }

/* The address of a new, zeroed item at the list's end; a scratch block after a failure. */
#define PUSH(arena, list)                                                                                         \
    ((list)->items = arena_more((arena), (list)->items, (list)->count, &(list)->capacity, sizeof *(list)->items), \
     (list)->count < (list)->capacity ? (void *)&(list)->items[(list)->count++] : (void *)(arena)->scratch)

#endif
