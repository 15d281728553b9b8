/* A run of the generator that writes to a folder or to standard output and reports its progress. */
#ifndef ONLYWAY_GEN_RUN_FOLDER_RUN_H
#define ONLYWAY_GEN_RUN_FOLDER_RUN_H

#include "base/progress.h"
#include "gen/run/run.h"
#include "out/folder.h"

struct folder_run {
    struct run run; /* with folder_sink */
    struct folder folder;
    struct progress progress;
    bool settled;             /* whether the run has to be stopped */
    struct text journal_head; /* the journal's lines about the options; owned */
    struct text lost;         /* which file was damaged, and how far back the run went because of it */
    struct text notes;        /* messages about the levels that the run keeps away from, as whole lines; owned */
};

extern const struct run_sink folder_sink;

#endif
