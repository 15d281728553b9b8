/* The folder that a run of the generator writes: level files, the report and, until the run is complete, the journal
 * that --resume needs.
 *
 * Every file is written under a temporary name and then renamed, so that no half-written file is ever visible.  The
 * report grows in memory and is replaced as a whole from time to time; the journal, which says how far the run has
 * come, is replaced after it.  Levels and report reach the disk before the journal is replaced, and the journal
 * reaches it before anything else is written.  Whenever the run is killed or the power fails, the journal therefore
 * never claims more than the folder holds, and a resumed run gives the same bytes as a run that was not interrupted. */
#ifndef ONLYWAY_OUT_FOLDER_H
#define ONLYWAY_OUT_FOLDER_H

#include "base/file.h"
#include "games/game.h"

#define FOLDER_REPORT "report.csv"
#define FOLDER_JOURNAL ".onlyway-run"

struct folder {
    const char *path;    /* NULL: levels go to standard output and nothing else is written */
    unsigned digits;     /* minimum number of digits in file names */
    uint64_t levels;     /* written so far */
    uint64_t levels_sum; /* checksum of their bytes, see base/checksum.h */
    const struct game *game;
    const struct game_source *game_source; /* written with each level; NULL: the game is in no language */
    struct text report;
    struct file_batch batch; /* level files that may not have reached the disk */
    size_t report_written;   /* bytes of the report that are in its file; 0: the file must be written */
};

enum folder_state {
    FOLDER_NEW,        /* the folder does not exist or is empty */
    FOLDER_UNFINISHED, /* the folder holds a journal: the run can be resumed */
    FOLDER_COMPLETE,   /* the folder holds a report and no journal */
    FOLDER_OTHER,      /* the folder holds something else */
    FOLDER_FAILED,     /* the folder cannot be read; `error` has the reason */
};

/* Examines the folder at a path. */
enum folder_state folder_look(const char *path, struct text *error);

/* Counts the level files that are not empty. */
bool folder_count_levels(const char *path, uint64_t *levels, struct text *error);

/* Removes a run's files from the folder: level files, report, journal, and the file named `also`, unless that is NULL.
 * Fails if the folder has other files. */
bool folder_empty(const char *path, const char *also, struct text *error);

/* Removes the files whose names `wanted` accepts.  Succeeds if the folder does not exist. */
bool folder_remove(const char *path, bool (*wanted)(const char *name, const char *context), const char *context,
                   struct text *error);

/* Adds the file name of the n-th level, counted from 1, with at least `digits` digits. */
void folder_level_name(unsigned digits, uint64_t n, struct text *name);

/* Writes a level as the next file, with the rows from game_add_rows. */
bool folder_add_level(struct folder *folder, const struct grid *grid, struct text *error);

/* Writes the report and then the journal.  If `journal` is NULL, the run is complete and the journal is removed.
 * Everything written so far then survives a power failure. */
bool folder_flush(struct folder *folder, const struct text *journal, struct text *error);

/* Reads a file of the folder.  Fails if it is not a regular file. */
bool folder_read(const char *path, const char *name, struct text *bytes, struct text *error);

void folder_free(struct folder *folder);

#endif
