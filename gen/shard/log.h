/* What a shard has found, batch by batch, in a file that only grows.
 *
 * A record is a letter, the size of what follows, that, and a checksum of it all.  'C': a batch, its number, the
 * outcomes of its candidates, run-length coded, and the levels that passed all filters but those that compare levels.
 * 'P': the shard has paused here, with as much done as it was to do.  Numbers have seven bits a byte, the least
 * first, the last without bit 7.
 *
 * A killed shard may leave half a record.  Its size or checksum gives it away, and the shard repeats that work with the
 * same result. */
#ifndef ONLYWAY_GEN_SHARD_LOG_H
#define ONLYWAY_GEN_SHARD_LOG_H

#include "gen/run/batch.h"

#define SHARD_LOG "candidates.log"

/* Brings a batch's outcomes into an order that takes less room: between two survivors by filter, all in the last unit.
 * For runs that end at a survivor or at the last unit. */
void shard_log_sort(struct batch *batch);

/* Add a record. */
void shard_log_add_batch(const struct batch *batch, uint64_t number, struct text *records);
void shard_log_add_pause(struct text *records);

/* Reading a log from its beginning.  The file is opened for each piece of it that is read, as there may be more shards
 * than files may be open. */
struct shard_log {
    struct text path;  /* owned */
    uint64_t offset;   /* where the next record begins */
    size_t block;      /* bytes that are read at a time, if no record is longer */
    uint64_t start;    /* where in the file `bytes` is from */
    struct text bytes; /* owned */
};

enum shard_record {
    RECORD_BATCH,
    RECORD_PAUSE,
    RECORD_NONE,   /* the log ends here; or there is none */
    RECORD_BROKEN, /* nothing that a shard has written */
    RECORD_FAILED, /* memory ran out, or the file cannot be read; said in the error */
};

bool shard_log_open(struct shard_log *log, const char *folder, size_t block, struct text *error);
void shard_log_close(struct shard_log *log);

/* Reads the next record; where it is none, `offset` stays.  Of a batch, which has room for so many units and is emptied
 * first, the number, outcomes and survivors, whose likenesses are empty; its units are filled in. */
enum shard_record shard_log_next(struct shard_log *log, unsigned units, uint64_t *number, struct batch *batch,
                                 struct text *error);

#endif
