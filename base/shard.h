/* A shard: one of several parts of some work, each done by its own process on any machine.  Batch systems tell each
 * process which part is its own by environment variables. */
#ifndef ONLYWAY_BASE_SHARD_H
#define ONLYWAY_BASE_SHARD_H

#include "base/text.h"

#include <stdint.h>

enum { MOST_SHARDS = 100000 };

struct shard {
    uint64_t index; /* from 0 */
    uint64_t count; /* 0: the work is not divided */
};

/* Reads "I/N"; "auto", which takes I and N from the environment; or "auto/N", which takes only I, as some systems do
 * not tell N.  Returns false with the reason. */
bool shard_read(const char *value, struct shard *shard, struct text *error);

/* Reads a number that `end` follows; *rest becomes what follows that. */
bool shard_number(const char *digits, char end, uint64_t *number, const char **rest);

#endif
