/* The folder of a shard: its place in a run, how far it is to go, and its log (log.h). */
#ifndef ONLYWAY_GEN_SHARD_FOLDER_H
#define ONLYWAY_GEN_SHARD_FOLDER_H

#include "gen/shard/shard.h"

#define SHARD_HEAD "shard.txt"
#define SHARD_BOUND "shard.bound"

struct shard_folder {
    struct text path, head; /* owned; `head` is what the levels depend on, as text; it is the same in all shards of a
                             * run */
    struct shard shard;
    uint64_t bound; /* the unit at which it must stop; 0: the shard decides itself */
};

enum shard_state {
    SHARD_NONE,  /* there is no such folder, or it is empty */
    SHARD_OTHER, /* it holds something else */
    SHARD_THERE,
    SHARD_FAILED, /* it cannot be read; the reason is in the error */
};

/* Reads the folder at a path and copies the path.  Free the folder whatever the result is. */
enum shard_state shard_folder_read(struct shard_folder *folder, const char *path, struct text *error);
void shard_folder_free(struct shard_folder *folder);

/* Makes the folder and writes its head. */
bool shard_folder_make(const struct shard_folder *folder, struct text *error);

/* Removes a shard's files from its folder so that it can start again; other files stay. */
bool shard_folder_empty(const char *path, struct text *error);

/* Tells the shard how far to go, by writing its bound. */
bool shard_folder_bind(const struct shard_folder *folder, uint64_t bound, struct text *error);

/* Adds the first lines that differ in two heads, for messages: "'option count 5' there, 'option count 6' here". */
void shard_heads_differ(const char *there, const char *here, struct text *error);

#endif
