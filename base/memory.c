/* Whether there is memory; see memory.h. */
#include "base/memory.h"

#include <sys/mman.h>

/* Not malloc, which compilers leave out where what it gives is not used. */
bool memory_is_left(size_t bytes)
{
    void *place = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED)
        return false;
    munmap(place, bytes);
    return true;
}
