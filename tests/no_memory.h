/* What a test tells the library that lets memory run out, and what it is told; see no_memory.c. */
#ifndef ONLYWAY_TESTS_NO_MEMORY_H
#define ONLYWAY_TESTS_NO_MEMORY_H

#include <stdint.h>

/* The environment variable that names the file with this structure, which both sides map. */
#define NO_MEMORY_FILE "ONLYWAY_NO_MEMORY"

struct no_memory {
    uint64_t nth;        /* the request for memory that fails, from 1; 0: none */
    uint32_t ever_since; /* and so do all after it */
    uint32_t no_threads; /* no thread can be started, so that requests come in the same order */
    uint32_t trace;      /* says on standard error where the first failing request came from */
    uint32_t failed;     /* at least one request has failed */
    uint64_t count;      /* requests so far, since main began */
};

#endif
