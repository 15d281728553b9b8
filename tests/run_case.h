/* Commands that are run again and again, each time from the same start, and what came of them. */
#ifndef ONLYWAY_TESTS_RUN_CASE_H
#define ONLYWAY_TESTS_RUN_CASE_H

#include "base/text.h"

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
    int status;    /* exit status when nothing fails */
    int few, many; /* how often it is disturbed by make check and by make check-all; negative: not told */
    struct run_command commands[MOST_COMMANDS];
    size_t count;
    struct run_command again[MOST_COMMANDS]; /* what users run after the command was cut short */
    size_t again_count;
};

/* What a run came to. */
struct outcome {
    struct text output, messages; /* standard output, and the files that it left; standard error */
    int status, signal;           /* exit status; the signal that ended it, or 0 */
    bool hangs;                   /* it had to be ended */
};

/* Whether two runs came to the same.  What was drawn on a terminal is not looked at. */
bool outcome_same(const struct outcome *a, const struct outcome *b);

/* Whether the command said that it was built without what it needs. */
bool outcome_is_not_built(const struct outcome *outcome);
void outcome_free(struct outcome *outcome);

/* What disturbs commands. */
struct stage_kind {
    const char *library;  /* loaded before the C library; a path below the build folder */
    const char *variable; /* of the environment: names the file with the orders */
    size_t orders_size;   /* bytes of that file, which both sides map */
    const char *files;    /* the folder with `cases` and its levels, below the source folder */
    const char *state;    /* XDG_STATE_HOME, below the stage's folder */
};

/* Where commands are run: a folder of their own, with the build folder's programs. */
struct stage {
    const struct stage_kind *kind;
    char folder[64];     /* temporary; "run" below it is where commands run */
    char *build, *files; /* absolute paths: the build folder; that of the cases */
    FILE *cases;
    char *line; /* of `cases`; its words belong to the case */
    size_t line_capacity;
    void *orders; /* what the next run is told, and what the last one told */
};

/* Opens the stage for programs of the current folder, and the cases of a source folder.
 * Returns what is missing for it, NULL: nothing; close it either way.  Ends the program when it cannot go
 * on. */
const char *stage_open(struct stage *stage, const struct stage_kind *kind, const char *source);
void stage_close(struct stage *stage);

/* Reads the next case.  False: there is none. */
bool stage_next_case(struct stage *stage, struct run_case *run);

/* Returns what the case needs and this build or machine lacks: its program, or pseudo-terminals; NULL: nothing. */
const char *stage_lacks(const struct stage *stage, const struct run_case *run);

/* Runs the commands that prepare a case, undisturbed. */
void stage_prepare(struct stage *stage, const struct run_case *run);

/* Makes the folder "run" anew, as a copy of a folder of the stage ("prepared": as the case finds it). */
void stage_begin(struct stage *stage, const char *from);

/* Removes a folder of the stage. */
void stage_remove(struct stage *stage, const char *name);

/* Runs a command where the last one left off, disturbed by the orders or not.  `outcome` is zero before and owned
 * after; its output is standard output alone. */
void stage_command(struct stage *stage, const struct run_command *command, bool disturbed, struct outcome *outcome);

/* Adds the names and contents of all that is in the folder "run". */
void stage_describe(const struct stage *stage, struct text *text);

/* Runs the case from what was prepared, disturbed. */
void stage_run(struct stage *stage, const struct run_case *run, struct outcome *outcome);

#endif
