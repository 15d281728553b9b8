/* The journal of a run: the command's options, the progress of the run, and checksums.
 *
 * The journal has a checksum of itself, of the rows of the report and of the level files.  So a run that is resumed
 * notices if they have changed, in which case it could not give the levels of the original run.
 *
 * The journal describes several moments of the run, its checkpoints: one before it began, the latest one, and some in
 * between, which become sparser with age.  If the end of the journal or some levels are lost, for example in a power
 * failure, the run resumes at an earlier checkpoint and gives the same result. */
#ifndef ONLYWAY_GEN_RUN_JOURNAL_H
#define ONLYWAY_GEN_RUN_JOURNAL_H

#include "base/text.h"

#include <stdint.h>

/* How often the distance between levels may be lowered. */
enum { TALLY_RELAXES = 4 };

/* The progress of a run: everything needed to resume it. */
struct tally {
    uint64_t next_unit;
    uint64_t tries;  /* candidates so far */
    uint64_t barren; /* candidates since the last one that was kept */
    uint64_t kept;
    uint64_t rows_sum;                   /* checksum of the report's rows, without the header */
    uint64_t levels_sum;                 /* checksum of the level files */
    uint64_t dropped[64];                /* by filter */
    uint64_t crowded;                    /* copies and too-near levels since the last level that was kept */
    uint64_t known_sum;                  /* checksum of the levels of --unlike */
    unsigned relaxed;                    /* how often the distance between levels was lowered */
    uint64_t kept_before[TALLY_RELAXES]; /* how many levels were kept before each time */
};

/* The tally of a run that has not begun. */
struct tally tally_start(void);

/* Adds the journal's lines for a tally. */
void tally_write(const struct tally *tally, struct text *journal);

/* Reads one of these lines back.  Ignores other lines. */
void tally_read_line(struct tally *tally, const char *line);

/* Tallies of a run at its checkpoints, in order. */
struct checkpoints {
    struct tally *tallies; /* owned */
    size_t count, capacity;
};

/* Adds the latest checkpoint and removes some earlier ones, but never the first, which must describe a run that has
 * not begun.  If a checkpoint is added after each unit, the ones that remain depend only on the number of units.
 * Returns false if memory runs out. */
bool checkpoints_add(struct checkpoints *checkpoints, const struct tally *tally);
void checkpoints_free(struct checkpoints *checkpoints);

/* Adds the checkpoints to a journal that contains only its head.  Each checkpoint ends with a checksum of everything
 * before it. */
void checkpoints_write(const struct checkpoints *checkpoints, struct text *journal);

/* Reads the checkpoints of a journal up to the first damage; `size` receives the number of intact bytes.  If any
 * checkpoint is found, the first one describes a run that has not begun.  Returns false if memory runs out. */
bool checkpoints_read(struct checkpoints *checkpoints, const struct text *journal, size_t *size);

/* Ends a journal with its own checksum. */
void journal_seal(struct text *journal);

/* What is wrong with a journal that was read, or NULL if it is intact. */
const char *journal_fault(const struct text *journal);

/* Checks a text that a run has written for bytes that no run writes.  Returns what is wrong, or NULL. */
const char *journal_text_fault(const struct text *text);

#endif
