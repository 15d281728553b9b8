/* The solve command: its options, and the parts that do the work. */
#ifndef ONLYWAY_SOLVE_COMMAND_H
#define ONLYWAY_SOLVE_COMMAND_H

#include "base/options.h"
#include "base/program.h"
#include "base/shard.h"
#include "solve/explain/words.h"
#include "solve/level/jobs.h"

struct solve_options {
    const char *game, *rules, *metric;
    bool csv, timings, unique, show, why, quiet, help, version;
    uint64_t list; /* of --all; 0: not given */
    uint64_t mend; /* of --mend; 0: not given */
    bool compact;
    const char *mend_folder; /* where --mend and --compact write levels; NULL: nowhere */
    const char *replay;
    const char *shard_value; /* as given; NULL: not given */
    struct shard shard;      /* the parsed shard_value */
    bool merge;
    const char *disk; /* the folder where searches that do not fit into memory continue; NULL: none */
    struct limits limits;
    unsigned measures; /* an enum measures_wanted */
};

enum { TAIL_FREE, TAIL_BLOCKED };
enum { GROWTH_ONE, GROWTH_NOKIA };

/* The options of --autopilot. */
struct pilot_options {
    const char *autopilot; /* a name or "all"; NULL: not given */
    uint64_t games, seed;
    const char *output;
    unsigned tail, growth;
};

extern const struct option_row pilot_option_rows[];

/* A parsed command. */
struct solve_command {
    struct solve_options options;
    struct pilot_options pilots;
    bool options_given[32], pilots_given[32];
    struct job_kind kind;
    int first_operand; /* index in argv */
};

enum { SOLVE_SETS = 2 };

/* Fills in the option tables with pointers into the command. */
void solve_command_sets(struct solve_command *command, struct option_set sets[SOLVE_SETS]);

/* Parses the arguments into the command, which keeps pointers to the strings.  Moves operands to the end of argv.
 * Returns false, with one line in `error`, if the arguments are invalid or cannot be combined.  Combinations are not
 * checked if the help or the version is requested. */
bool solve_command_parse(struct solve_command *command, int argc, char **argv, struct text *error);

/* --- solving.c: reads levels, judges them and prints the results ---
 *
 * Several threads judge levels.  Each level is printed in order, as soon as it and all levels before it are judged,
 * so that the output does not depend on the threads. */

/* Runs the command line and prints the results.  Returns the exit status.  `team` NULL: this process works alone. */
int solving_main(const struct program *program, int argc, char **argv, const struct solving_team *team);

/* --- mend_command.c: prints levels that are near the judged level, and writes their files ---
 *
 * solve --mend prints the unique levels near a level as they are found.  solve --compact prints the smallest level that
 * is still the same puzzle. */

/* Where files are written. */
struct mend_folder {
    const char *path;   /* NULL: no files are written */
    struct text *names; /* stems of the file names used so far, one per line, so that no two levels share one; owned
                         * by the caller */
};

/* `wanted` is the number of --mend; 0: does the work of --compact.  `text` holds the output to print first.
 * SEARCH_CANCELLED: a file could not be written; `error` says why. */
enum search_end mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                             const struct mend_folder *folder, struct text *text, struct text *error);

/* --- shard_command.c, solve --shard and --merge: parts of a report, judged by several processes ---
 *
 * Part I of N holds levels I, I + N, I + 2 N and so on, counted from 1.  It is a CSV file:
 *
 * - The header is the column `number`, followed by the report's columns.
 * - A level has its number and its row of the report.
 * - A level that could not be read has its number and the message, then the word "limit" if a limit was the reason.
 * - The last row is "end,I/N,LEVELS", where LEVELS counts all levels read, those of other parts included.  It shows
 *   that the part is complete. */

/* Adds the header, or the number that begins a level's row; the caller adds the level's row of the report. */
void part_add_header(struct text *part, bool timings);
void part_add_number(struct text *part, uint64_t number);

/* Adds a level that could not be read: its number and the message; `limited`: because of a limit. */
void part_add_error(struct text *part, uint64_t number, const char *message, bool limited);

/* Adds the last line. */
void part_add_end(struct text *part, struct shard shard, uint64_t levels);

/* Merges the parts in the files.  Prints the report, and the messages about levels that could not be read.  Returns the
 * exit status.  If parts are missing or incomplete, prints no report, names them on standard error and returns
 * EXIT_HOLDS_NOT. */
int merge_parts(const struct program *program, char *const *files, size_t count);

/* --- autopilot_command.c, solve --autopilot: lets autopilots play the arcade game, and reports their results --- */

/* Runs the command.  `seeded`: the user gave the seed.  Returns the exit status. */
int pilot_command(const struct program *program, const struct pilot_options *options, bool seeded, unsigned jobs,
                  char *const *files, size_t count);

#endif
