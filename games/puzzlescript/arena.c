/* Memory that is freed all at once; see arena.h. */
#include "games/puzzlescript/arena.h"

#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *next;
    uint64_t bytes[];
};

enum { BLOCK = 1 << 16 };

void arena_begin(struct arena *arena, size_t budget)
{
    memset(arena, 0, sizeof *arena);
    arena->budget = budget;
}

void arena_end(struct arena *arena)
{
    struct arena_block *next;
    for (struct arena_block *block = arena->blocks; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    arena->blocks = NULL;
    arena->left = 0;
}

static void *fail(struct arena *arena, size_t size)
{
    arena->failed = true;
    memset(arena->scratch, 0, sizeof arena->scratch);
    return size <= sizeof arena->scratch ? arena->scratch : NULL;
}

/* Adds a block of `bytes` at the head of the list. */
static struct arena_block *add_block(struct arena *arena, size_t bytes)
{
    struct arena_block *block = NULL;
    arena->over_budget = bytes > arena->budget;
    if (!arena->over_budget && bytes < SIZE_MAX - sizeof *block && !stop_check_ask(arena->check, arena->bytes + bytes))
        block = calloc(1, sizeof *block + bytes);
    if (block == NULL)
        return NULL;
    arena->budget -= bytes;
    arena->bytes += bytes;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *arena_get(struct arena *arena, size_t size)
{
    if (arena->failed || size > SIZE_MAX - 8)
        return fail(arena, size);
    size = (size + 7) / 8 * 8;
    if (size > BLOCK / 4) {
        /* A large item gets its own block, behind the block that small items come from. */
        struct arena_block *first = arena->blocks, *block = add_block(arena, size);
        if (block == NULL)
            return fail(arena, size);
        if (first != NULL) {
            arena->blocks = first;
            block->next = first->next;
            first->next = block;
        } else {
            arena->left = 0;
        }
        return block->bytes;
    }
    if (size > arena->left) {
        if (add_block(arena, BLOCK) == NULL)
            return fail(arena, size);
        arena->left = BLOCK;
    }
    void *memory = (char *)arena->blocks->bytes + (BLOCK - arena->left);
    arena->left -= size;
    return memory;
}

void *arena_more(struct arena *arena, void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity) {
        memset((char *)items + (size_t)count * size, 0, size);
        return items;
    }
    if (*capacity > 1 << 24) {
        arena->over_budget = true;
        fail(arena, size);
        return items;
    }
    int wanted = *capacity == 0 ? 4 : *capacity * 2;
    bool failed = arena->failed;
    void *more = failed ? NULL : arena_get(arena, (size_t)wanted * size);
    if (arena->failed) {
        fail(arena, size);
        return items;
    }
    if (count > 0)
        memcpy(more, items, (size_t)count * size);
    *capacity = wanted;
    return more;
}
