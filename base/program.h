/* What the commands have in common: exit codes, messages, --help and --version, signals. */
#ifndef ONLYWAY_BASE_PROGRAM_H
#define ONLYWAY_BASE_PROGRAM_H

#include "base/options.h"
#include "base/stop.h"

enum {
    EXIT_HOLDS_NOT = 1,    /* a condition asked for does not hold */
    EXIT_BAD_INPUT = 2,    /* usage error or unreadable input */
    EXIT_LIMIT = 3,        /* a limit stopped the work; what was found is kept */
    EXIT_INTERRUPTED = 130 /* likewise, by a signal */
};

/* In the texts @ stands for the name as called. */
struct program {
    const char *name;     /* where argv[0] is not known */
    const char *synopsis; /* lines after "Usage: " */
    const char *about;    /* what it does, wrapped by hand */
    const char *epilogue; /* after the options: exit status, examples */
};

/* Takes the name that the program is called by from argv[0], which must stay.  Lets memory that is no longer
 * used go back to the system, and large arrays grow without a copy, so that the program takes what its limit
 * of memory says and no more.  To be called first. */
void program_begin(const char *called);

/* How the user calls the program, for messages and commands to paste: argv[0] without folders, which may have
 * a prefix, or be two words such as "onlyway gen"; `otherwise` where that is not known. */
const char *program_name(const char *otherwise);

/* Writes "NAME: message" to standard error, a line; control characters in it are escaped. */
__attribute__((format(printf, 2, 3))) void program_error(const struct program *program, const char *format, ...);

/* Writes "NAME: error" to standard error and returns `status`; where the error is that memory ran
 * out, that, and EXIT_LIMIT. */
int program_fail(const struct program *program, const struct text *error, int status);

/* Writes whole lines to standard error; control characters in them are escaped.  False, after
 * saying so: memory ran out. */
bool program_complain(const struct program *program, const struct text *lines);

/* Says what is wrong with the options, with a hint at --help; returns the exit status. */
int program_usage(const struct program *program, const struct text *error);

/* Writes the help, where `options` are those; returns the exit status. */
int program_help(const struct program *program, const struct text *options);
void program_version(const struct program *program);

/* From now on SIGINT, SIGTERM and SIGHUP set this to their number instead of ending the program;
 * the second one ends it.  Standard input is at its end then, so that no read of it waits on. */
extern stop_flag program_interrupted;
void program_catch_signals(void);

/* Writes all bytes to standard output as they are, but to a terminal as utf8_show has them.  False with errno set. */
bool write_output(const char *bytes, size_t size);

/* Flushes standard output.  False: something that was written to it is lost, which program_finish tells. */
bool program_flush(void);

/* Flushes standard output.  If anything written to it was lost, says so and returns EXIT_LIMIT,
 * else the given status. */
int program_finish(const struct program *program, int status);

/* Processors that this program may use, at least 1. */
unsigned program_processors(void);

#endif
