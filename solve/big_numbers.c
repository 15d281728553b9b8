/* Big numbers where memory runs out; see big_numbers.h. */
#include "solve/big_numbers.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct program *ending;

/* Other threads may be at work, so nothing is tidied up. */
static void *or_end(void *memory)
{
    if (memory != NULL)
        return memory;
    fflush(stdout);
    program_error(ending, "out of memory");
    _exit(EXIT_LIMIT);
}

static void *allocate(size_t size)
{
    return or_end(malloc(size));
}

static void *reallocate(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    return or_end(realloc(old, size));
}

static void release(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

void big_numbers_or_end(const struct program *program)
{
    ending = program;
    mp_set_memory_functions(allocate, reallocate, release);
}
