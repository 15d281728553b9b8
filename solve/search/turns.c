/* Which states were expanded, best first; see turns.h. */
#include "solve/search/turns.h"

#include "solve/search/room.h"

#include <stdlib.h>
#include <string.h>

static size_t bytes_for(const struct turns *turns, uint64_t states)
{
    size_t wanted = bits_bytes(states);
    return wanted <= turns->bytes ? turns->bytes : (size_t)room_for(turns->bytes, wanted, 1);
}

size_t turns_more_bytes(const struct turns *turns, uint64_t states)
{
    return turns->kept ? bytes_for(turns, states) - turns->bytes : 0;
}

static void make_room(struct turns *turns, uint64_t states)
{
    size_t bytes = bytes_for(turns, states);
    if (bytes == turns->bytes)
        return;
    bits *taken = realloc((void *)turns->taken, bytes);
    if (taken == NULL) {
        turns_free(turns);
        return;
    }
    memset((void *)(taken + turns->bytes), 0, bytes - turns->bytes);
    turns->taken = taken;
    turns->bytes = bytes;
}

void turns_take(struct turns *turns, uint64_t states, const uint32_t *numbers, size_t count)
{
    if (turns->kept)
        make_room(turns, states);
    for (size_t i = 0; turns->kept && i < count; i++)
        bits_set(turns->taken, numbers[i]);
}

bool turns_copy(const struct turns *turns, uint64_t states, bits *taken)
{
    size_t bytes = bits_bytes(states);
    if (turns->kept && turns->bytes > 0)
        memcpy((void *)taken, (const void *)turns->taken,
               bytes < turns->bytes ? bytes : turns->bytes);
    return turns->kept;
}

void turns_free(struct turns *turns)
{
    free((void *)turns->taken);
    *turns = (struct turns){0};
}
