/* How arrays grow: by half while they are small; a large one by a sixteenth, so that little of what
 * a limit of memory allows lies idle.  Moving a large array costs next to nothing where its pages
 * can be handed over (program_use_memory). */
#ifndef ONLYWAY_SOLVE_SEARCH_ROOM_H
#define ONLYWAY_SOLVE_SEARCH_ROOM_H

#include <stddef.h>
#include <stdint.h>

enum { ROOM_LARGE = 1 << 20 }; /* bytes */

/* The room that an array of `room` elements of `size` bytes grows to so that `wanted` fit. */
static inline uint64_t room_for(uint64_t room, uint64_t wanted, size_t size)
{
    uint64_t larger = room + room / (room * size < ROOM_LARGE ? 2 : 16);
    return wanted <= room ? room : wanted > larger ? wanted : larger;
}

#endif
