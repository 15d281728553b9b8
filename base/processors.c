/* The number of processors; see program.h. */
#include "base/program.h"

#ifdef __wasm__

unsigned program_processors(void)
{
    return 1;
}

#else

#include <sched.h>

unsigned program_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

#endif
