/* A shard: one of several parts of a job.  Each part has its own process, on any machine.  Batch systems set
 * environment variables that tell a process which part to do. */
#ifndef ONLYWAY_BASE_SHARD_H
#define ONLYWAY_BASE_SHARD_H

#include "base/text.h"

#include <stdint.h>

enum { MOST_SHARDS = 100000 };

struct shard {
    uint64_t index; /* from 0 */
    uint64_t count; /* 0: the work is not divided */
};

/* Reads "I/N"; or "auto", which takes I and N from the environment; or "auto/N", which takes only I, because some
 * systems do not provide N.  Returns false, with the reason in `error`. */
bool shard_read(const char *value, struct shard *shard, struct text *error);

/* Reads a number followed by `end`.  Sets *rest to the text after `end`. */
bool shard_number(const char *digits, char end, uint64_t *number, const char **rest);

#endif
