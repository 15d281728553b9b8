/* A gen command as it was typed (game, options and filters), the journal that stores it, and the run that it
 * describes. */
#ifndef ONLYWAY_GEN_RUN_COMMAND_H
#define ONLYWAY_GEN_RUN_COMMAND_H

#include "gen/climb/proposer.h"
#include "gen/run/run.h"

/* At least the number of rows of the largest option table, including each proposer's. */
enum { MOST_ROWS = 64 };

struct command {
    const struct proposer *proposer;
    struct gen_options options;
    struct filter_settings filters;
    uint64_t pieces[MOST_PIECE_BYTES / sizeof(uint64_t)]; /* the proposer's own options */
    bool options_given[MOST_ROWS], late_given[MOST_ROWS], pieces_given[MOST_ROWS];
    bool filters_given[MOST_ROWS];
    struct from from;       /* what --from names, after it was read (see prepare.c); owned */
    bool from_read;         /* whether it was read, or reading it was tried */
    bool from_bad;          /* it cannot be read */
    from_reader *read_from; /* reads it from a file; NULL: the values of --from and --transform are texts */
    bool (*read_rules)(const char *path, struct text *rules, struct text *error); /* with `read_from`: of --transform */
    char *const *shards; /* with --merge: the operands, which are folders */
    size_t shard_count;
    const char *foreign; /* an option that was given but that only other games have, or NULL */
    struct text journal; /* the options may point to its strings; owned */
};

/* The option tables, as the help shows them. */
enum { SET_OPTIONS, SET_PIECES, SET_LATE, SET_FILTERS, COMMAND_SETS };

/* The option tables with their places in the command.  Without a game, the table of pieces is empty. */
void command_sets(struct command *command, struct option_set sets[COMMAND_SETS]);

/* Fills the command in from its arguments and keeps pointers to their strings.  Moves operands to the end of argv.
 * Returns false, with one line in `error`, if it does not understand them.  Without --merge, a game is required
 * unless the help or the version is requested. */
bool command_parse(struct command *command, int argc, char **argv, struct text *error);

/* Fills the command in from the name of a game and from options as text (see options_read), to which it keeps
 * pointers.  Unless the options say otherwise, it has one thread and the seed 0.  Returns false, with one line in
 * `error`, if it does not understand them. */
bool command_read(struct command *command, const char *game, char *options, struct text *error);

/* Adds the help of the game's options; without a game, the help of all games' options. */
void command_help(struct command *command, struct text *help);

/* Whether all given options belong to the game.  Returns false with the reason. */
bool command_fits_game(const struct command *command, struct text *error);

/* Adds the head of the journal: everything that the levels depend on. */
void command_write_journal(const struct command *command, struct text *journal);

/* Adds a word of `size` bytes, quoted for a shell if necessary. */
void command_add_word(const char *word, size_t size, struct text *line);

/* Adds the options that the levels depend on, quoted for a shell, each after a blank. */
void command_write_options(const struct command *command, struct text *line);

/* Takes the options and the progress of an interrupted run from its journal.  Options that were typed again must
 * have the same values.  Returns false with the reason.  Free the command afterwards. */
bool command_read_journal(struct command *command, const char *journal, struct tally *tally, struct text *error);

void command_free(struct command *command);

/* The name of an option that was given and that a list contains or, if not `listed`, lacks; NULL: there is none. */
const char *command_find_given(struct command *command, const char *const *names, size_t count, bool listed);

/* Whether all options that were given apply to what the proposer makes instead of levels. */
bool command_fits_other(const struct command *command, struct text *error);

/* --- from a command to a run: prepare.c --- */

/* Whether an option that all games share was given. */
bool command_gives(struct command *command, const char *name);

/* Returns the size of the levels in `size`; the filters need not be complete.  Returns false with the reason if the
 * size is impossible. */
bool command_size(const struct command *command, struct board_size *size, struct text *error);

/* Whether the options fit the game, as far as that shows before run_prepare.  Reads what --from and --transform name.
 * Returns the size of the levels in `size`. */
bool command_can_run(struct command *command, struct board_size *size, struct text *error);

/* Settles everything else: reads what --from names unless that is done, completes the filters and the pieces, and fills
 * in the run except for its sink, its `interrupted` flag and the levels kept before.  Returns false with the reason if
 * the options contradict each other. */
bool run_prepare(struct command *command, struct run *run, struct text *error);

/* Undoes run_prepare. */
void run_stop(struct run *run);

#endif
