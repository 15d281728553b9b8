/* A run of the generator that writes a folder, or standard output, and tells how far it has come. */
#ifndef ONLYWAY_GEN_RUN_FOLDER_RUN_H
#define ONLYWAY_GEN_RUN_FOLDER_RUN_H

#include "base/progress.h"
#include "gen/run/run.h"
#include "out/folder.h"

struct folder_run {
    struct run run; /* with folder_sink */
    struct folder folder;
    struct progress progress;
    bool settled;             /* so that the run has to be stopped */
    struct text journal_head; /* what the journal tells of the options; owned */
    struct text lost;         /* which file was damaged, and how far back the run went for it */
    struct text notes;        /* what is to be said of levels that it keeps away from, whole lines; owned */
};

extern const struct run_sink folder_sink;

#endif
