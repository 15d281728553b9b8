/* The shards of a run that are to be merged: found, compared, and read in the order of their chunks. */
#ifndef ONLYWAY_GEN_MERGE_SHARDS_H
#define ONLYWAY_GEN_MERGE_SHARDS_H

#include "gen/shard_folder.h"
#include "gen/shard_log.h"

/* One of them; it is there where its path says anything. */
struct merge_shard {
    struct shard_folder folder;
    struct shard_log log;
    uint64_t chunks;  /* read so far */
    uint64_t read_at; /* where in the log what was read last begins */
    bool paused;      /* what was read last is a pause */
    bool broken;      /* after what was read comes what no shard has written */
};

struct merge_shards {
    struct merge_shard *shards; /* [count] */
    uint64_t count;
    const char *head;           /* that of all of them */
    const char *place;          /* the folder of one of them */
};

/* Finds the shards in some folders, each a shard or a folder of shards, and makes sure that they belong together.  False
 * with the reason.  Free them at any rate. */
bool merge_shards_find(struct merge_shards *shards, char *const *paths, size_t count, struct text *error);
void merge_shards_free(struct merge_shards *shards);

/* Whether a shard is there. */
bool merge_shard_there(const struct merge_shard *shard);

/* Reads the next chunk of the n-th shard.  RECORD_NONE: there is none, or none that can be read. */
enum shard_record merge_shards_next(struct merge_shards *shards, uint64_t n, unsigned units, struct chunk *chunk,
                                    struct text *error);

#endif
