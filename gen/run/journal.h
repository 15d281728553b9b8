/* The journal of a run: what was asked for, how far the run has come, and checksums of it all.
 *
 * The journal vouches for itself, for the rows of the report and for the level files, so that
 * what was damaged since is found before a run goes on from it: it would not be the same run any
 * more.
 *
 * It tells of several moments of the run, its checkpoints: one before it began, the latest, and between them the fewer
 * the longer ago.  So where its end was lost, or levels, as in a power failure, the run goes on from an earlier
 * checkpoint, and comes to the same end. */
#ifndef ONLYWAY_GEN_RUN_JOURNAL_H
#define ONLYWAY_GEN_RUN_JOURNAL_H

#include "base/text.h"

#include <stdint.h>

/* How often the distance between levels may be lowered. */
enum { TALLY_RELAXES = 4 };

/* How far a run has come; all that is needed to go on. */
struct tally {
    uint64_t next_unit;
    uint64_t tries;  /* candidates so far */
    uint64_t barren; /* candidates since the last one that was kept */
    uint64_t kept;
    uint64_t rows_sum;                   /* checksum of the report's rows, without its first line */
    uint64_t levels_sum;                 /* checksum of the level files */
    uint64_t dropped[64];                /* by filter */
    uint64_t crowded;                    /* copies and too near ones since the last that was kept */
    uint64_t known_sum;                  /* checksum of the levels of --unlike */
    unsigned relaxed;                    /* how often the distance between levels was lowered, */
    uint64_t kept_before[TALLY_RELAXES]; /* and how many were kept before each time */
};

/* That of a run which has not begun. */
struct tally tally_start(void);

/* Adds the journal's lines for a tally, and reads one of them back (false: it is none of them). */
void tally_write(const struct tally *tally, struct text *journal);
bool tally_read_line(struct tally *tally, const char *line);

/* Tallies of a run at its checkpoints, in order. */
struct checkpoints {
    struct tally *tallies; /* owned */
    size_t count, capacity;
};

/* Adds the latest checkpoint, and leaves out some of the earlier ones, but never the first.  The first that is added
 * has to be of a run that has not begun.  Where one is added after each unit, those that stay depend on nothing but the
 * number of units.  False: out of memory. */
bool checkpoints_add(struct checkpoints *checkpoints, const struct tally *tally);
void checkpoints_free(struct checkpoints *checkpoints);

/* Adds what the journal tells of checkpoints after its head, which is all that it has so far; every one of them ends
 * with a checksum of all that stands before. */
void checkpoints_write(const struct checkpoints *checkpoints, struct text *journal);

/* Reads the checkpoints of a journal, up to where it is as it was written; `size` receives how many bytes that are.  A
 * first checkpoint, of the run that has not begun, is there in any case if another is.  False: out of memory. */
bool checkpoints_read(struct checkpoints *checkpoints, const struct text *journal, size_t *size);

/* Ends a journal with its own checksum. */
void journal_seal(struct text *journal);

/* What is wrong with a journal that was read; NULL: it is as it was written. */
const char *journal_fault(const struct text *journal);

/* What is wrong, to begin with, with a text that a run has written: bytes that no run writes.
 * NULL: nothing. */
const char *journal_text_fault(const struct text *text);

#endif
