/* Runs commands again and again from the same start, and records the outcomes. */
#ifndef ONLYWAY_TESTS_RUN_CASE_H
#define ONLYWAY_TESTS_RUN_CASE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>

enum { MOST_WORDS = 40, MOST_COMMANDS = 4 };

struct run_command {
    char *words[MOST_WORDS + 1]; /* NULL last */
    const char *input;           /* the file for standard input; NULL: empty input */
    const char *keys;            /* typed at the terminal in which the command runs; NULL: no terminal */
};

/* A command, and the commands that prepare its files.  Valid until the next case is read. */
struct run_case {
    const char *name;
    int status; /* exit status when nothing fails */
    int times;  /* how often to disturb it; negative: not given */
    struct run_command commands[MOST_COMMANDS];
    size_t count;
    struct run_command again[MOST_COMMANDS]; /* what users run after an interruption */
    size_t again_count;
};

/* The outcome of a run. */
struct outcome {
    struct text output, messages; /* standard output and the files of the folder; standard error */
    int status, signal;           /* exit status; the signal that ended it, or 0 */
    bool hangs;                   /* it exceeded the time limit and was killed */
};

/* Returns whether two outcomes are the same, except for output drawn on a terminal. */
bool outcome_same(const struct outcome *a, const struct outcome *b);

/* Returns whether the command reported that this build lacks a part that it needs. */
bool outcome_is_not_built(const struct outcome *outcome);
void outcome_free(struct outcome *outcome);

/* A way to disturb commands. */
struct stage_kind {
    const char *library;  /* loaded before the C library; a path below the build folder */
    const char *variable; /* environment variable that names the file with the orders */
    size_t orders_size;   /* size of that file, which both sides map */
    const char *files;    /* the folder of `cases` and its levels, below the source folder */
    const char *state;    /* XDG_STATE_HOME, below the stage's folder */
};

/* The place where commands run: its own folder, with the programs of the build folder. */
struct stage {
    const struct stage_kind *kind;
    char folder[64];     /* temporary; commands run in its subfolder "run" */
    char *build, *files; /* absolute paths of the build folder and of the folder of the cases */
    FILE *cases;
    char *line; /* the current line of `cases`; the words of the case point into it */
    size_t line_capacity;
    void *orders; /* the mapped orders: instructions for the next run, and results of the last one */
};

/* Opens the stage for the programs of the current folder and the cases of a source folder.  Returns NULL, or a
 * description of a missing requirement.  Call stage_close in either case.  Ends the program on other errors. */
const char *stage_open(struct stage *stage, const struct stage_kind *kind, const char *source);
void stage_close(struct stage *stage);

/* Reads the next case.  Returns false after the last one. */
bool stage_next_case(struct stage *stage, struct run_case *run);

/* Returns what the case needs and this build or machine lacks: its program, or pseudo-terminals.  Returns NULL if
 * nothing is missing. */
const char *stage_lacks(const struct stage *stage, const struct run_case *run);

/* Runs the commands that prepare a case, undisturbed. */
void stage_prepare(struct stage *stage, const struct run_case *run);

/* Replaces the folder "run" by a copy of another folder of the stage.  "prepared" is the folder as the case expects
 * it. */
void stage_begin(struct stage *stage, const char *from);

/* Removes a folder of the stage. */
void stage_remove(struct stage *stage, const char *name);

/* Runs a command in the folder as the last command left it; `disturbed` says whether the orders apply.  `outcome`
 * must be zero and is owned by the caller afterwards.  Its output holds only standard output. */
void stage_command(struct stage *stage, const struct run_command *command, bool disturbed, struct outcome *outcome);

/* Appends the names and contents of all files in the folder "run". */
void stage_describe(const struct stage *stage, struct text *text);

/* Runs the case, disturbed, from the prepared folder. */
void stage_run(struct stage *stage, const struct run_case *run, struct outcome *outcome);

#endif
