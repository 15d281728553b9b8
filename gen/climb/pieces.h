/* Options that belong to single games: mostly the pieces of their levels.
 *
 * Each proposer has a table of its own, and several may have an option of one name.  Which game is meant is
 * not known before the command line has been read; so the options of all games are read as they were
 * typed, and then set by the rows of the game that was meant. */
#ifndef ONLYWAY_GEN_CLIMB_PIECES_H
#define ONLYWAY_GEN_CLIMB_PIECES_H

#include "base/options.h"

/* More than the proposers' tables have names. */
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

/* Lists the options of all games; of those with one name the first.  Returns how many. */
size_t pieces_of_all_games(struct option_row rows[MOST_PIECES]);

/* Makes the table in which the parser leaves what was typed.  The set refers to it. */
struct option_set pieces_as_typed(struct typed_pieces *typed);

/* Puts the defaults into a set of one game's options; a range without one is from 0 to ANY_NUMBER. */
void pieces_reset(const struct option_set *pieces);

/* Sets one game's options to what was typed.  `foreign` receives the name of the first option that the game
 * has not; NULL: it has all.  False, with the reason, where a value is not understood. */
bool pieces_take(const struct option_set *pieces, const struct typed_pieces *typed, const char **foreign,
                 struct text *error);

#endif
