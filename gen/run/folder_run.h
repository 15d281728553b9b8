/* A run of the generator that writes to a folder or to standard output and reports its progress: how it draws its seed,
 * begins, resumes in the folder of an interrupted run (resume.c), and prints its closing lines. */
#ifndef ONLYWAY_GEN_RUN_FOLDER_RUN_H
#define ONLYWAY_GEN_RUN_FOLDER_RUN_H

#include "base/program.h"
#include "base/progress.h"
#include "gen/run/command.h"
#include "gen/run/run.h"
#include "out/folder.h"

struct folder_run {
    struct run run; /* with folder_sink */
    struct folder folder;
    struct progress progress;
    bool prepared;            /* whether the run has to be stopped */
    struct text journal_head; /* the journal's lines about the options; owned */
    struct text lost;         /* which file was damaged, and how far back the run went because of it */
    struct text notes;        /* messages about the levels that the run keeps away from, as whole lines; owned */
};

extern const struct run_sink folder_sink;

/* A run that has not begun. */
struct folder_run folder_run_start(void);

/* Prepares the run and reads the levels that it must keep away from.  The command's seed must be chosen; a resumed
 * run must already have its tally.  Returns false with the reason.  Call folder_run_end in any case. */
bool folder_run_begin(struct command *command, struct folder_run *run, struct text *error);
void folder_run_end(struct folder_run *run);

/* Makes the folder, after everything else has been checked.  With `empty`, removes an old run first. */
bool folder_run_prepare(const struct folder_run *run, bool empty, struct text *error);

/* The checksum of what --from names.  Call it after run_prepare. */
uint64_t from_sum(const struct command *command);

/* Reads the journal of the folder: the options into the command, the progress into the run's tally. */
bool resume_journal(struct command *command, struct folder_run *run, struct text *error);

/* Takes over the report and checks the level files.  The tally becomes that of the checkpoint at which the run
 * resumes. */
bool resume_report(struct folder_run *run, struct text *error);

/* Whether a folder without a journal holds a complete run, and that of the command, as far as its report shows. */
bool resume_complete(struct command *command, const char *path, struct text *error);

/* Draws a seed from the system if none was given.  The journal needs the seed at once, but seed_say prints it only when
 * the run is certain to begin, so that a refused run prints no seed. */
void seed_choose(struct command *command);

/* Prints the seed on standard error if it was drawn and the levels depend on it. */
void seed_say(const struct gen_options *options, const struct program *program);

/* Reports the result of a run on standard error, under the program's name.  `error` is the reason if the run failed;
 * `advice` says how to continue an incomplete run.  Returns the exit status. */
int run_close(const struct folder_run *run, enum run_result result, struct text *error, struct text *advice,
              const struct program *program);

/* Reads the level that a run starts from; see from_read_text. */
from_reader from_read_file;

/* Reads the file that --transform names. */
bool rules_read_file(const char *path, struct text *rules, struct text *error);

/* Runs a command whose options ask for something other than levels.  Reports the result on standard error, under the
 * program's name.  Returns the exit status. */
int other_output_run(struct command *command, const struct program *program);

#endif
