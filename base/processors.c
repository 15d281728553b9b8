/* The number of processors; see program.h. */
#include "base/program.h"

#ifdef __wasm__

unsigned program_processors(void)
{
    return 1;
}

#else

#include <sched.h>
#include <unistd.h>

unsigned program_processors(void)
{
#ifdef CPU_COUNT /* Linux can report which processors this process may use */
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count > 0 ? (unsigned)count : 1;
}

#endif
