/* Free memory: a check for it before calls that do not report its lack, and its return to the system.
 *
 * Drawing libraries ignore failed allocations, or read through them.  So callers first ask for more memory than the
 * library needs, and do not call the library if that much is not available. */
#ifndef ONLYWAY_BASE_MEMORY_H
#define ONLYWAY_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether `bytes` bytes, at least one, can be allocated now.  The function does not keep them, so the answer holds only
 * for the next step, and only if no other thread allocates much meanwhile. */
bool memory_is_left(size_t bytes);

/* Returns the free memory of the heap to the system, where the C library can.  Arrays leave it when they grow, and no
 * memory limit counts it. */
void memory_return(void);

#endif
