/* Shards of a run.
 *
 * The batches of a run are dealt out: of N shards, the first takes batches 0, N, 2N ..., the second 1, N+1 ... The
 * shares are therefore equal, no work is done twice, and together the shards find, batch by batch, what a single run
 * would find.
 *
 * No shard can tell where the run ends, because levels are compared across shards.  A shard therefore pauses when it
 * has a fifth more than its share of the levels wanted.  The merge sees how far the shards have come together.  If
 * that is not far enough, it tells them once which batch to go on to, again with a fifth to spare.  If that is short,
 * too, the merge does the rest itself. */
#ifndef ONLYWAY_GEN_SHARD_SHARD_H
#define ONLYWAY_GEN_SHARD_SHARD_H

#include "base/program.h"
#include "base/shard.h"
#include "gen/run/command.h"

/* Whether a shard that has found `have` levels should pause, when `shards` shards together want `wanted`. */
bool shard_pauses(uint64_t have, uint64_t wanted, uint64_t shards);

/* How far a run of shards has come, up to the first gap. */
struct advance {
    uint64_t units;            /* done */
    uint64_t kept, wanted;     /* levels; `wanted` is UINT64_MAX for all */
    uint64_t then, kept_then;  /* units, and levels kept, at an earlier time; or 0 */
    uint64_t tries, most;      /* candidates; `most` is 0 if there is no limit */
    uint64_t barren, patience; /* candidates since the last level that was kept; `patience` is 0 if there is no limit */
};

/* The unit up to which the shards should go on: the end of a batch, slightly beyond the likely end of the run. */
uint64_t shard_next_bound(const struct advance *advance, unsigned batch);

/* Runs a command that has --shard.
 *
 * A shard proposes and judges as a whole run does, and logs the result of each batch.  It does not decide which
 * levels to keep, because that depends on what other shards have found.  The same command resumes a shard that was
 * interrupted, or that has since been told to go further.
 *
 * Reports the result on standard error, under the program's name.  Returns the exit status. */
int shard_run(struct command *command, const struct program *program);

/* Runs a command that has --merge.
 *
 * A merge takes in the batches of all shards in order, as a run takes in the batches of its threads.  The same
 * levels are therefore kept, the same candidates are dropped for the same reasons, and the run ends where a single
 * run ends.  Nothing is written before the whole result is known.  If batches are missing, the merge writes no
 * levels; it lists the shards that have to run, or tells all of them how far to go on.  If they have gone on once
 * already, it goes on alone, as a resumed run does.
 *
 * Reports the result on standard error, under the program's name.  Returns the exit status: EXIT_HOLDS_NOT if shards
 * have to run first. */
int merge_run(struct command *command, const struct program *program);

#endif
