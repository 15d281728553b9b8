/* Memory that is freed all at once, for data that a compiler builds piece by piece.
 *
 * `failed` is set if memory runs out, the budget is exceeded or the check stops the work.  From then on every request
 * returns the same scratch block, so callers need not test each allocation; they test `failed` at the end.  A list that
 * cannot grow keeps its items. */
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
    size_t budget;            /* bytes that may still be requested from the system */
    size_t bytes;             /* bytes taken from the system */
    struct stop_check *check; /* asked before each new block; may be NULL */
    bool failed, over_budget; /* over_budget: the reason is the budget */
    uint64_t scratch[512];
};

void arena_begin(struct arena *arena, size_t budget);

/* Frees everything that came from the arena. */
void arena_end(struct arena *arena);

/* Zeroed memory.  After a failure: the scratch block, or NULL if `size` exceeds sizeof arena->scratch. */
void *arena_get(struct arena *arena, size_t size);

/* Grows a list of `count` items by one.  Returns the items, which may have moved.  After a failure the list is
 * unchanged and full. */
void *arena_more(struct arena *arena, void *items, int count, int *capacity, size_t size);

/* A list of `type`.  All zero is the empty list. */
#define LIST(type)           \
    struct {                 \
        type *items;         \
        int count, capacity; \
    }

/* The address of a new, zeroed item at the end of the list, or the scratch block after a failure. */
#define PUSH(arena, list)                                                                                         \
    ((list)->items = arena_more((arena), (list)->items, (list)->count, &(list)->capacity, sizeof *(list)->items), \
     (list)->count < (list)->capacity ? (void *)&(list)->items[(list)->count++] : (void *)(arena)->scratch)

/* Adds an item.  Its value may come from the same arena. */
#define ADD(arena, list, ...)                                        \
    do {                                                             \
        __typeof__(*(list)->items) item_to_add = __VA_ARGS__;        \
        *(__typeof__((list)->items))PUSH(arena, list) = item_to_add; \
    } while (0)

#endif
