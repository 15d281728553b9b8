/* Small changes of a level's text: what a cell holds, where a piece stands.
 *
 * What a cell can hold is a table of the game (`contents`); whether a changed text still is a level, its
 * reader says.  The text that is changed is the drawing of the start, or the level's own. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_EDIT_H
#define ONLYWAY_SOLVE_EXPLAIN_EDIT_H

#include "games/game.h"

/* A level as it is changed and loaded again: the puzzle, its text and the variant that is played. */
struct subject {
    const struct puzzle *puzzle;
    struct variant variant;
    struct grid text; /* owned */
};

/* The puzzle must outlive the subject.  False: out of memory; nothing is to be freed. */
bool subject_make(struct subject *subject, const struct puzzle *puzzle, struct variant variant);
void subject_free(struct subject *subject);

struct cell_change {
    int cell; /* of the text */
    unsigned char from, to;
};

/* A puzzle of the text with some cells changed.  NULL: it is no level, or memory ran out (*failed). */
struct puzzle *subject_changed(const struct subject *subject, const struct cell_change *changes, size_t count,
                               bool *failed);

/* What a character stands for; one that is not in the table of contents is a piece on plain ground. */
struct game_content content_of(const struct puzzle *puzzle, unsigned char c);

/* Whether an edit may change a cell: not one of the wall that stands all around a level. */
bool subject_may_change(const struct subject *subject, int cell);

/* The other contents of a cell that leave no piece there, the most natural first: of a piece, what is
 * below it; of a ground, plain ground, what blocks, and the others.  Returns how many; there is room for
 * CONTENTS_MOST. */
enum { CONTENTS_MOST = 32 };
size_t subject_without_piece(const struct subject *subject, int cell, unsigned char *others);

/* The changes that take away what is in a cell: a piece, all cells of it; a wall or another ground, which
 * becomes plain.  Returns how many, 0: there is nothing to be taken away, or its piece is named by an
 * earlier cell.  `changes` has room for all cells of the text. */
size_t subject_take_away(const struct subject *subject, int cell, struct cell_change *changes);

#endif
