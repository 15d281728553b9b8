/* The unique levels nearest to a level, in words and pictures of the game. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_MEND_TEXT_H
#define ONLYWAY_SOLVE_EXPLAIN_MEND_TEXT_H

#include "solve/explain/mend.h"

/* Whether there is nothing to mend: the level is unique, or its game's levels are not edited; then says so. */
bool tell_unmended(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text);

/* Adds what was changed, in words: "wall in row 2, column 3; ..." */
void tell_edits(const struct subject *subject, const struct mended *mended, struct text *text);

/* Who is handed the levels, from the first: their numbers from 1, and the text with what is told of them, which
 * begins at `from` and may be taken away.  False: it stops. */
struct mend_taker {
    bool (*take)(void *context, const struct mended *mended, size_t number, size_t from, struct text *text);
    void *context;
};

/* Mends, hands over what is found as soon as its rank is known, and adds in the end how many levels were tried and how
 * far the search came. */
enum search_end tell_mending(struct mend *mend, const struct mend_taker *taker, struct text *text);

#endif
