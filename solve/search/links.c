/* Links between states; see links.h. */
#include "solve/search/links.h"

#include "solve/search/room.h"

#include <stdlib.h>
#include <string.h>

/* Places are 32 bits wide; and so much memory is not taken for what can be had again. */
static const uint64_t most_entries = UINT64_C(1) << 28;

size_t links_bytes(const struct links *links)
{
    return (size_t)(links->room + links->states) * sizeof(uint32_t);
}

/* What room there will be when there are so many entries more. */
static uint64_t entries_for(const struct links *links, uint64_t more)
{
    return room_for(links->room, atomic_load(&links->count) + more + 1, sizeof *links->entries);
}

bool links_have_room(const struct links *links, uint64_t states, uint64_t more)
{
    return states <= links->states && atomic_load(&links->count) + more < links->room;
}

size_t links_more_bytes(const struct links *links, uint64_t states, uint64_t more)
{
    return (size_t)(entries_for(links, more) - links->room +
                    room_for(links->states, states, sizeof *links->places) - links->states) *
           sizeof(uint32_t);
}

/* Grows an array and clears what is new.  False: out of memory. */
static bool grow(uint32_t **array, uint64_t *room, uint64_t wanted)
{
    if (wanted == *room)
        return true;
    uint32_t *grown = realloc(*array, (size_t)wanted * sizeof *grown);
    if (grown == NULL)
        return false;
    *array = grown;
    *room = wanted;
    return true;
}

bool links_grow(struct links *links, uint64_t states, uint64_t more)
{
    uint64_t room = entries_for(links, more), old = links->states;
    if (room > most_entries || !grow(&links->entries, &links->room, room) ||
        !grow(&links->places, &links->states,
              room_for(links->states, states, sizeof *links->places))) {
        links_drop(links);
        return false;
    }
    memset(links->places + old, 0, (size_t)(links->states - old) * sizeof *links->places);
    if (atomic_load(&links->count) == 0) {
        links->entries[0] = 0;
        atomic_store(&links->count, 1);
    }
    return true;
}

void links_drop(struct links *links)
{
    free(links->entries);
    free(links->places);
    *links = (struct links){0};
}
