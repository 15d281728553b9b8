/* Small changes of a level's text: what a cell holds, where a piece stands.
 *
 * A table of the game (`contents`) lists what a cell can hold; the game's reader decides whether a changed text is
 * still a level.  Changes apply to the level's own text if the puzzle keeps it, else to the drawing of the start. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_EDIT_H
#define ONLYWAY_SOLVE_EXPLAIN_EDIT_H

#include "games/game.h"

/* A level to change and load again: the puzzle, its text and the variant that is played. */
struct subject {
    const struct puzzle *puzzle;
    struct variant variant;
    struct grid text; /* owned */
};

/* The puzzle must outlive the subject.  Returns false, with nothing to free, if memory runs out. */
bool subject_make(struct subject *subject, const struct puzzle *puzzle, struct variant variant);
void subject_free(struct subject *subject);

struct cell_change {
    int cell; /* of the text */
    unsigned char from, to;
};

/* Returns the puzzle of the text with some cells changed.  Returns NULL if it is no level or memory runs out
 * (*failed). */
struct puzzle *subject_changed(const struct subject *subject, const struct cell_change *changes, size_t count,
                               bool *failed);

/* Returns what a character stands for.  One that is not in the table of contents is a piece on plain ground. */
struct game_content content_of(const struct puzzle *puzzle, unsigned char c);

/* Returns whether an edit may change a cell.  It may not change the wall around a level. */
bool subject_may_change(const struct subject *subject, int cell);

/* Lists the other contents of a cell that leave no piece there, the most natural first.  For a piece this is the
 * ground below it; for a ground, plain ground, then what blocks, then the rest.  Returns their number; `others` has
 * room for CONTENTS_MOST. */
enum { CONTENTS_MOST = 32 };
size_t subject_without_piece(const struct subject *subject, int cell, unsigned char *others);

/* Lists the changes that remove the content of a cell: all cells of a piece, or a wall or other ground, which becomes
 * plain.  Returns their number, or 0 if there is nothing to remove or an earlier cell stands for the piece.
 * `changes` has room for all cells of the text. */
size_t subject_take_away(const struct subject *subject, int cell, struct cell_change *changes);

#endif
