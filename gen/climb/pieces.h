/* Options that belong to single games, mostly the pieces of their levels.
 *
 * Each proposer has its own table, and several may have an option of the same name.  The game is not known before
 * the command line has been read.  The options of all games are therefore read as text first and then set by the
 * rows of the chosen game. */
#ifndef ONLYWAY_GEN_CLIMB_PIECES_H
#define ONLYWAY_GEN_CLIMB_PIECES_H

#include "base/options.h"

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
