/* A gen command as it was typed: game, options and filters, and the journal that keeps them. */
#ifndef ONLYWAY_GEN_RUN_COMMAND_H
#define ONLYWAY_GEN_RUN_COMMAND_H

#include "gen/climb/proposer.h"
#include "gen/run/run.h"

/* More than any of the option tables has rows, or any proposer's. */
enum { MOST_ROWS = 64 };

struct command {
    const struct proposer *proposer;
    struct gen_options options;
    struct filter_settings filters;
    uint64_t pieces[MOST_PIECE_BYTES / sizeof(uint64_t)]; /* the proposer's own options */
    bool options_given[MOST_ROWS], late_given[MOST_ROWS], pieces_given[MOST_ROWS];
    bool filters_given[MOST_ROWS];
    struct from from;       /* what --from names, once it was read (command_from); owned */
    bool from_read;         /* whether it was */
    from_reader *read_from; /* that reads it from a file; NULL: --from is the level's text */
    char *const *shards;    /* with --merge: the operands, folders */
    size_t shard_count;
    const char *foreign; /* an option that was given and that only other games have, or NULL */
    struct text journal; /* whose strings the options may be; owned */
};

/* The option tables, as the help shows them. */
enum { SET_OPTIONS, SET_PIECES, SET_LATE, SET_FILTERS, COMMAND_SETS };

/* The option tables with their places in the command; without a game it has no pieces. */
void command_sets(struct command *command, struct option_set sets[COMMAND_SETS]);

/* Fills the command in from its arguments, whose strings it keeps; the operand moves to the end of
 * argv.  False, with one line in `error`, where it is not understood.  Without a game only the help
 * or the version can be asked for. */
bool command_parse(struct command *command, int argc, char **argv, struct text *error);

/* Fills the command in from the name of a game and from options as text (see options_read), which it
 * keeps.  It has one thread unless they say otherwise, and the seed 0.  False, with one line in `error`,
 * where they are not understood. */
bool command_read(struct command *command, const char *game, char *options, struct text *error);

/* Adds the help of the game's options, without a game that of all games'. */
void command_help(struct command *command, struct text *help);

/* Whether all options given belong to the game.  False with the reason. */
bool command_fits_game(const struct command *command, struct text *error);

/* Adds the journal's head: everything on which the levels depend. */
void command_write_journal(const struct command *command, struct text *journal);

/* Adds a word of so many bytes as a shell takes it. */
void command_add_word(const char *word, size_t size, struct text *line);

/* Adds the options on which the levels depend, as a shell takes them, each with a blank before it. */
void command_write_options(const struct command *command, struct text *line);

/* Takes the options of an interrupted run from its journal, and how far it came.  Options that were
 * typed again must be the same.  False with the reason.  Free the command afterwards. */
bool command_read_journal(struct command *command, const char *journal, struct tally *tally, struct text *error);

void command_free(struct command *command);

#endif
