/* The folder that a run of the generator writes: level files, the report, and while the run is
 * not complete the journal that --resume goes on from.
 *
 * Every file is written beside its place and renamed, so that none is ever seen half-written.
 * The report grows in memory and is replaced as a whole from time to time; the journal, which
 * says how far the run has come, is replaced after it.  Levels and report reach the disk before the
 * journal is replaced, and the journal before anything else is written.  Whatever moment a run is killed
 * at, or the power fails at, the
 * journal therefore never claims more than is there, and going on from it gives the same bytes
 * as a run that was not interrupted. */
#ifndef ONLYWAY_OUT_FOLDER_H
#define ONLYWAY_OUT_FOLDER_H

#include "base/file.h"
#include "games/game.h"

#define FOLDER_REPORT "report.csv"
#define FOLDER_JOURNAL ".onlyway-run"

struct folder {
    const char *path;                      /* NULL: levels go to standard output, nothing else is written */
    unsigned digits;                       /* of the numbers in file names, at least */
    uint64_t levels;                       /* written so far */
    uint64_t levels_sum;                   /* checksum of their bytes, see base/checksum.h */
    const struct game_source *game_source; /* of a language's levels, each of which is written with it; else NULL */
    struct text report;
    struct file_batch batch; /* level files that may not have reached the disk */
    size_t report_written;   /* bytes of the report that are in its file; 0: it has to be written */
};

enum folder_state {
    FOLDER_NEW,        /* it does not exist, or is empty */
    FOLDER_UNFINISHED, /* it holds a journal: a run that can be resumed */
    FOLDER_COMPLETE,   /* it holds a report and no journal */
    FOLDER_OTHER,      /* it holds something else */
    FOLDER_FAILED,     /* it cannot be looked into; said in `error` */
};

/* What there is at a path. */
enum folder_state folder_look(const char *path, struct text *error);

/* How many level files there are that are not empty. */
bool folder_count_levels(const char *path, uint64_t *levels, struct text *error);

/* Removes what a run has left in the folder: level files, report, journal; other files make it
 * fail. */
bool folder_empty(const char *path, struct text *error);

/* Removes the files whose names are wanted; a folder that is not there has none. */
bool folder_remove(const char *path, bool (*wanted)(const char *name, const char *context), const char *context,
                   struct text *error);

/* The name of the n-th level's file, from 1. */
void folder_level_name(const struct folder *folder, uint64_t n, struct text *name);

/* Writes a level as the next file.  The grid is written as it is. */
bool folder_add_level(struct folder *folder, const struct grid *grid, struct text *error);

/* Writes the report and the journal; with `journal` NULL the run is complete and the journal
 * goes.  All that was written so far then outlasts a power failure. */
bool folder_flush(struct folder *folder, const struct text *journal, struct text *error);

/* Reads a file of the folder; what is no file is not read. */
bool folder_read(const char *path, const char *name, struct text *bytes, struct text *error);

void folder_free(struct folder *folder);

#endif
