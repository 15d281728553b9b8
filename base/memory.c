/* Free memory; see memory.h. */
#include "base/memory.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef __wasm__

bool memory_is_left(size_t bytes)
{
    void *volatile place = malloc(bytes); /* volatile: compilers remove a malloc whose result is unused */
    bool left = place != NULL;
    free(place);
    return left;
}

#else

#include <sys/mman.h>

/* Does not use malloc: compilers remove a malloc whose result is unused. */
bool memory_is_left(size_t bytes)
{
    void *place = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED)
        return false;
    munmap(place, bytes);
    return true;
}

#endif

void memory_return(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
