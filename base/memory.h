/* Whether there is memory for what does not tell.
 *
 * Libraries that draw forget that they had no memory, or read what they could not have.  So we ask before
 * we call them, for more than they will take, and do not call them where it is not there. */
#ifndef ONLYWAY_BASE_MEMORY_H
#define ONLYWAY_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether that many bytes, at least one, could be had now.  They are not kept, so this vouches for what is
 * done next, while no other thread asks for much. */
bool memory_is_left(size_t bytes);

#endif
