/* The parts of the pack command: the command line, the input levels, and the output's place. */
#ifndef ONLYWAY_OUT_PACK_COMMAND_H
#define ONLYWAY_OUT_PACK_COMMAND_H

#include "out/pack.h"
#include "solve/level/jobs.h"

/* --- the command line --- */

struct pack_command {
    struct pack_options options;
    bool given[32];
    struct job_kind kind;
    struct format_choice choice;
    int first_operand; /* in argv */
};

/* The option table, with the command as its target. */
struct option_set pack_command_set(struct pack_command *command);

/* Fills in the command from the arguments and keeps pointers to their strings.  Moves operands to the end of argv.
 * Returns false, with one line in `error`, if the arguments are wrong or contradict each other; it does not check for
 * contradictions if the user asks for the help or the version.  Free the command in either case. */
bool pack_command_parse(struct pack_command *command, int argc, char **argv, struct text *error);

void pack_command_free(struct pack_command *command);

/* --- reading --- */

/* The information of a report about a level. */
struct pack_origin {
    struct text report; /* the report's path */
    struct text level;
    uint64_t hash;
    bool generated; /* the report gives `seed` and `candidate` */
    uint64_t seed, candidate;
};

struct pack_input {
    struct job *jobs; /* all have a puzzle; owned */
    size_t count, capacity;
    size_t chapters;             /* number of chapters in the operands before the current one */
    struct pack_origin *origins; /* owned */
    size_t origin_count, origin_capacity;
    struct text files;  /* paths of the files that were read, each with its NUL; "-": standard input */
    struct text errors; /* whole lines: messages about unreadable input */
    struct text skips;  /* the same messages, for use when there are other levels to pack */
    size_t skipped;     /* number of levels, files and rows of reports in these messages */
    bool faulty;        /* these messages also concern a folder's text about itself */
    struct text title;  /* the title of the folder that is the only operand, or "" */
    struct text notes;  /* whole lines: files that were not recognized as levels */
    bool failed;        /* out of memory */
    bool limited;       /* a limit prevented something from being read */
};

/* Reads the operands, or standard input if there are none. */
void pack_read(char *const *operands, size_t count, const struct job_kind *kind, struct pack_input *input);

/* The information of the reports about the level with a name, or NULL.  If several levels have the name, prefers the
 * one with the hash. */
const struct pack_origin *pack_find_origin(const struct pack_input *input, const char *level, uint64_t hash);

void pack_input_free(struct pack_input *input);

/* --- the place of the output --- */

bool place_is_standard_output(const struct pack_command *command);

/* Whether the formats can be written to a place of this kind at all. */
bool place_fits(const struct pack_command *command, struct text *error);

/* Whether the place may be written to.  A folder that is not empty needs --force. */
bool place_is_ready(const struct pack_command *command, struct text *error);

/* Finds the path that a format writes to; the path of a folder that it fills ends in '/'. */
bool place_find(const struct pack_command *command, const struct pack_format *format, struct text *path,
                struct text *error);

/* Makes the folder for the file, if the name after -o is a folder. */
bool place_make(const struct pack_command *command, const struct pack_format *format, struct text *error);

/* The pack's title, a line of UTF-8: from the options, else `given` (the input's own title), else the name of the
 * output file. */
void place_title(const struct pack_command *command, const char *given, struct text *title);

/* Whether the output would neither overwrite nor remove an input file, under any name or link; if not, `error` names
 * the file.  Called before anything is written. */
bool guard_input(const struct pack_command *command, const struct pack_input *input, struct text *error);

#endif
