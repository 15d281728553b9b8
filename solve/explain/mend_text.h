/* Puts the unique levels nearest to a level into words and pictures of the game. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_MEND_TEXT_H
#define ONLYWAY_SOLVE_EXPLAIN_MEND_TEXT_H

#include "solve/explain/mend.h"

/* Returns whether there is nothing to mend, and says so: the level is unique, or its game's levels are not edited. */
bool tell_unmended(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text);

/* Adds the changes in words: "wall in row 2, column 3; ..." */
void tell_edits(const struct subject *subject, const struct mended *mended, struct text *text);

/* Receives the levels, numbered from 1.  The words for a level begin at `from` in the text; `take` may remove them.
 * If it returns false, mending stops. */
struct mend_taker {
    bool (*take)(void *context, const struct mended *mended, size_t number, size_t from, struct text *text);
    void *context;
};

/* Mends a level and hands out each level that it finds as soon as its rank is known.  At the end it adds how many
 * levels were tried and how far the search came. */
enum search_end tell_mending(struct mend *mend, const struct mend_taker *taker, struct text *text);

#endif
