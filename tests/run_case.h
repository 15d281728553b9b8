/* Commands that are run again and again, each time from the same start, and what came of them. */
#ifndef ONLYWAY_TESTS_RUN_CASE_H
#define ONLYWAY_TESTS_RUN_CASE_H

#include "base/text.h"
#include "tests/no_memory.h"

#include <stdbool.h>
#include <stdio.h>

enum { MOST_WORDS = 40, MOST_COMMANDS = 4 };

struct run_command {
    char *words[MOST_WORDS + 1]; /* NULL last */
    const char *input;           /* a file for standard input; NULL: it is empty */
    const char *keys;            /* typed at a terminal that the command is run in; NULL: none */
};

/* A command, and those that are run before to prepare what it finds.  Valid until the next is
 * read. */
struct run_case {
    const char *name;
    int status; /* exit status when nothing fails */
    struct run_command commands[MOST_COMMANDS];
    size_t count;
};

/* What a run came to. */
struct outcome {
    struct text output, messages; /* standard output, and the files that it left; standard error */
    int status, signal;           /* exit status; the signal that ended it, or 0 */
    bool hangs;                   /* it had to be ended */
};

/* Whether two runs came to the same.  What was drawn on a terminal is not looked at. */
bool outcome_same(const struct outcome *a, const struct outcome *b);
void outcome_free(struct outcome *outcome);

/* Where commands are run: a folder of their own, with the build folder's programs. */
struct stage {
    char folder[64];           /* temporary; "run" below it is where commands run */
    char *build, *files;       /* absolute paths: the build folder; tests/memory */
    FILE *cases;
    char *line;                /* of `cases`; its words belong to the case */
    size_t line_room;
    struct no_memory *orders;  /* what the next run is told, and what the last one told */
};

/* Opens the stage for programs of the current folder, and cases of tests/memory of a source folder.
 * Returns what is missing for it, NULL: nothing; close it either way.  Ends the program when it cannot go
 * on. */
const char *stage_open(struct stage *stage, const char *source);
void stage_close(struct stage *stage);

/* Reads the next case.  False: there is none. */
bool stage_next_case(struct stage *stage, struct run_case *run);

/* Runs the commands that prepare a case, undisturbed. */
void stage_prepare(struct stage *stage, const struct run_case *run);

/* Runs the case from what was prepared, with the orders as they are but for what is told back.
 * `outcome` is zero before and owned after. */
void stage_run(struct stage *stage, const struct run_case *run, struct outcome *outcome);

#endif
