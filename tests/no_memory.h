/* The structure shared by a test and the preloaded library that makes allocations fail; see no_memory.c. */
#ifndef ONLYWAY_TESTS_NO_MEMORY_H
#define ONLYWAY_TESTS_NO_MEMORY_H

#include <stdint.h>

/* The environment variable that names the file with this structure.  Both sides map the file. */
#define NO_MEMORY_FILE "ONLYWAY_NO_MEMORY"

struct no_memory {
    uint64_t nth;        /* the number of the allocation that fails, from 1; 0: none */
    uint32_t ever_since; /* all later allocations fail too */
    uint32_t no_threads; /* thread creation fails, so that allocations come in the same order in each run */
    uint32_t trace;      /* print the origin of the first failing allocation on standard error */
    uint32_t failed;     /* whether at least one allocation has failed */
    uint64_t count;      /* allocations since main began */
};

#endif
