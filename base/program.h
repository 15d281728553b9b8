/* Code shared by the commands: exit codes, messages, --help and --version, signals. */
#ifndef ONLYWAY_BASE_PROGRAM_H
#define ONLYWAY_BASE_PROGRAM_H

#include "base/options.h"
#include "base/stop.h"

enum {
    EXIT_HOLDS_NOT = 1,    /* a requested condition does not hold */
    EXIT_BAD_INPUT = 2,    /* usage error or unreadable input */
    EXIT_LIMIT = 3,        /* a limit stopped the work; results so far are kept */
    EXIT_INTERRUPTED = 130 /* a signal stopped the work; results so far are kept */
};

/* In the texts, @ stands for the name as called. */
struct program {
    const char *name;     /* used if argv[0] is unknown */
    const char *synopsis; /* lines after "Usage: " */
    const char *about;    /* description, wrapped by hand */
    const char *epilogue; /* text after the options: exit status, examples */
};

/* Call this function first.  Takes the program's name from argv[0], which must stay valid.  Makes the allocator return
 * freed memory to the system and grow large arrays without copying them, so that the program stays within its memory
 * limit. */
void program_begin(const char *called);

/* The name by which the user calls the program, for messages and for commands to paste: argv[0] without folders.  It
 * may have a prefix, or be two words such as "onlyway gen".  Returns `otherwise` if the name is unknown. */
const char *program_name(const char *otherwise);

/* Writes the line "NAME: message" to standard error and escapes control characters in it. */
__attribute__((format(printf, 2, 3))) void program_error(const struct program *program, const char *format, ...);

/* Writes "NAME: error" to standard error, frees the text, and returns `status`.  If memory ran out, says so and returns
 * EXIT_LIMIT instead. */
int program_fail(const struct program *program, struct text *error, int status);

/* Writes whole lines to standard error and escapes control characters in them.  Returns false, after saying so, if
 * memory ran out. */
bool program_complain(const struct program *program, const struct text *lines);

/* Reports an error in the options, with a hint at --help, and frees its text.  Returns the exit status. */
int program_usage(const struct program *program, struct text *error);

/* Write the help, whose part on the options is `options`, which is freed; and the version.  They return the exit
 * status. */
int program_help(const struct program *program, struct text *options);
int program_version(const struct program *program);

/* After program_catch_signals, the first SIGINT, SIGTERM or SIGHUP sets this flag to its number instead of ending the
 * program, and another signal, half a second later or more, ends the program.  The signal also puts standard input at
 * its end, so that no read waits. */
extern stop_flag program_interrupted;
void program_catch_signals(void);

/* As program_catch_signals, but no later signal ends the program, because it has a terminal to restore. */
void program_catch_all_signals(void);

/* Writes all bytes to standard output: unchanged, or in the form of utf8_show if that is a terminal.  Returns false
 * with errno set if that fails. */
bool write_output(const char *bytes, size_t size);

/* Flushes standard output.  Returns false if any output is lost; program_finish then reports that. */
bool program_flush(void);

/* Flushes standard output.  If any output is lost, says so and returns EXIT_LIMIT, or `status` if that is
 * EXIT_BAD_INPUT.  Otherwise returns `status`. */
int program_finish(const struct program *program, int status);

/* A seed that differs in each run. */
uint64_t program_seed(void);

#endif
