/* The folder of a shard: its place in a run, how far it is to go, and its log. */
#ifndef ONLYWAY_GEN_SHARD_FOLDER_H
#define ONLYWAY_GEN_SHARD_FOLDER_H

#include "gen/run/batch.h"
#include "gen/shard/shard.h"

#define SHARD_HEAD "shard.txt"
#define SHARD_BOUND "shard.bound"

struct shard_folder {
    struct text path;
    struct text head; /* what the levels depend on, as text: the same in all shards of a run */
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

/* --- the log: what a shard has found, batch by batch, in a file that only grows ---
 *
 * A record consists of a letter, the size of its body, the body, and a checksum of all that.  'C' is a batch: its
 * number, the outcomes of its candidates, run-length encoded, and the levels that passed all filters except those
 * that compare levels.  'P' means that the shard has paused here because it had done its work.  Numbers have seven
 * bits per byte, the least significant first; bit 7 is clear in the last byte.
 *
 * A killed shard may leave half a record.  Its size or checksum gives it away, and the shard repeats that work with
 * the same result. */

#define SHARD_LOG "candidates.log"

/* Reorders a batch's outcomes so that they take less room: sorts those between two survivors by filter, and moves
 * all of them to the last unit.  Only for runs that end at a survivor or at the last unit. */
void shard_log_sort(struct batch *batch);

/* Add a record. */
void shard_log_add_batch(const struct batch *batch, uint64_t number, struct text *records);
void shard_log_add_pause(struct text *records);

/* Reads a log from its beginning.  The file is opened for each piece that is read, because there may be more shards
 * than a process may have open files. */
struct shard_log {
    struct text path;  /* owned */
    uint64_t offset;   /* of the next record */
    size_t block;      /* bytes to read at a time, unless a record is longer */
    uint64_t start;    /* the offset of `bytes` in the file */
    struct text bytes; /* owned */
};

enum shard_record {
    RECORD_BATCH,
    RECORD_PAUSE,
    RECORD_NONE,   /* the log ends here, or does not exist */
    RECORD_BROKEN, /* not a record that a shard has written */
    RECORD_FAILED, /* memory ran out, or the file cannot be read; the reason is in the error */
};

bool shard_log_open(struct shard_log *log, const char *folder, size_t block, struct text *error);
void shard_log_close(struct shard_log *log);

/* Reads the next record.  If there is none, `offset` stays.  `batch` must have capacity for `units` units and is
 * emptied first.  For a batch, fills in its number, units, outcomes and survivors; the likenesses of the survivors stay
 * empty. */
enum shard_record shard_log_next(struct shard_log *log, unsigned units, uint64_t *number, struct batch *batch,
                                 struct text *error);

#endif
