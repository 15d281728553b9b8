/* A check for free memory before calls that do not report its lack.
 *
 * Drawing libraries ignore failed allocations, or read through them.  So we first ask for more than they
 * need, and do not call them if it is not available. */
#ifndef ONLYWAY_BASE_MEMORY_H
#define ONLYWAY_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether `bytes` bytes, at least one, can be allocated now.  They are not kept, so the answer holds only for
 * the next step, and only while no other thread allocates much. */
bool memory_is_left(size_t bytes);

#endif
