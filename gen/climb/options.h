/* The options of the gen command: those that all games share, and those of single games. */
#ifndef ONLYWAY_GEN_CLIMB_OPTIONS_H
#define ONLYWAY_GEN_CLIMB_OPTIONS_H

#include "base/options.h"
#include "filters/filters.h"

struct gen_options {
    struct board_size size; /* 0x0: the game's default */
    uint64_t count, seed;
    const char *method;    /* NULL: the game's default */
    const char *from;      /* path of a level to start from, or NULL; in the library: its text */
    const char *transform; /* path of rules that change the levels of `from`, or NULL; in the library: their text */
    uint64_t siblings;
    const char *shard;  /* I/N, auto or auto/N; NULL: the whole run */
    const char *output; /* NULL: named after game and size */
    uint64_t jobs, max_tries, max_states, max_memory;
    double timeout;
    double min_distance;
    struct text unlike; /* paths, separated by commas; owned */
    bool all, merge, resume, force, quiet, help, version;
    bool seed_drawn;   /* the seed was not given but drawn */
    const char *rules; /* NULL: the game's default */
};

/* The options before a game's own in the help, and those after them. */
extern const struct option_row gen_option_rows[], gen_late_rows[];
extern const size_t gen_option_count, gen_late_count;

/* Bits of a row's tag: */
#define OPTION_DECIDES 1u  /* the levels depend on the option */
#define OPTION_OF_RULES 2u /* only games with several sets of rules have the option */
#define OPTION_OF_OTHER 4u /* the option also applies to what is made instead of levels: struct other_output */

/* The heading of a game's own options in the help. */
#define PIECE_GROUP "Pieces"

/* --- options that belong to single games, mostly the pieces of their levels ---
 *
 * Each proposer has its own table, and several may have an option of the same name.  The game is not known before
 * the command line has been read.  The options of all games are therefore read as text first and then set by the
 * rows of the chosen game. */

/* At least the number of different names in the proposers' tables. */
enum { MOST_PIECES = 128 };

/* The options of all games as they were typed, each name once. */
struct typed_pieces {
    struct option_row rows[MOST_PIECES];
    size_t count;
    struct {
        const char *value; /* not owned */
        bool flag;
    } places[MOST_PIECES];
    bool given[MOST_PIECES];
};

/* Lists the options of all games; if several have the same name, only the first.  Returns how many there are. */
size_t pieces_of_all_games(struct option_row rows[MOST_PIECES]);

/* Makes the table in which the parser stores what was typed.  The returned set refers to `typed`. */
struct option_set pieces_as_typed(struct typed_pieces *typed);

/* Sets the options of one game to their defaults; a range without a default becomes 0 to ANY_NUMBER. */
void pieces_reset(const struct option_set *pieces);

/* Sets one game's options to what was typed.  `foreign` receives the name of the first option that the game does not
 * have, or NULL.  Returns false with the reason if it does not understand a value. */
bool pieces_take(const struct option_set *pieces, const struct typed_pieces *typed, const char **foreign,
                 struct text *error);

#endif
