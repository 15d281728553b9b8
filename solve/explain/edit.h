/* Small changes of a level's text: the content of a cell, the place of a piece.
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

/* Returns what a character stands for.  A character that is not in the table of contents is a piece on plain ground. */
struct game_content content_of(const struct puzzle *puzzle, unsigned char c);

/* Returns the character of a piece (0: none) on a ground, or 0 if there is none. */
unsigned char content_with(const struct puzzle *puzzle, unsigned char piece, unsigned char ground);

/* Returns whether a ground is neither plain nor blocking: a goal, snow. */
bool ground_is_mark(const struct puzzle *puzzle, char ground);

/* Returns whether an edit may change a cell.  It may not change the wall around a level. */
bool subject_may_change(const struct subject *subject, int cell);

/* Lists the other contents of a cell that leave no piece there, the most natural first.  For a piece this is the
 * ground below it; for a ground, plain ground, then what blocks, then the rest.  Returns their number; `others` has
 * capacity for CONTENTS_MOST. */
enum { CONTENTS_MOST = 32 };
size_t subject_without_piece(const struct subject *subject, int cell, unsigned char *others);

/* Lists the changes that remove the content of a cell: all cells of a piece, or a wall or other ground, which becomes
 * plain.  Returns their number, or 0 if there is nothing to remove or an earlier cell stands for the piece.
 * `changes` has capacity for all cells of the text. */
size_t subject_take_away(const struct subject *subject, int cell, struct cell_change *changes);

/* --- the list of all small changes of a level --- */

/* A change of one cell, or an exchange between two cells. */
struct edit {
    struct cell_change changes[2];
    unsigned count;
};

/* Lists all edits in a fixed order: new contents of cells; pieces moved to cells without one, or exchanged; marks on
 * the ground moved.  *edits is made here; it is empty if the game's levels are not edited.  Returns false if memory
 * runs out. */
bool edits_list(const struct subject *subject, struct edit **edits, size_t *count);

/* Returns whether both edits change the same cell. */
bool edits_meet(const struct edit *a, const struct edit *b);

/* Returns whether an edit only closes ways: it puts a wall on plain ground, in a game in which walls do nothing
 * else. */
bool edit_only_closes(const struct subject *subject, const struct edit *edit);

/* --- moves of different levels --- */

/* Returns the cell that a label is about, or -1. */
int label_cell(const struct puzzle *puzzle, game_move move);

/* Returns whether labels of two levels are written alike. */
bool label_same_name(const struct puzzle *one, game_move a, const struct puzzle *other, game_move b);

/* --- replaying a level's solution in a changed level: does it still go the same way, and does it solve it? --- */

/* Returns whether the moves are legal in the changed level and the last one, but none before it, meets the goal.
 * `from` is the level whose labels they are; NULL: the changed level itself.  *failed is set if memory runs out. */
bool replay_solves(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                   bool *failed);

/* Returns whether the moves are legal in the changed level and lead through positions that look like those of the
 * unchanged level, apart from one cell of the text. */
bool replay_goes_same(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                      int cell, bool *failed);

/* Writes the state after the first `count` moves to `state`.  Returns false if they are not legal or memory runs
 * out. */
bool replay_to(const struct puzzle *puzzle, const game_move *moves, size_t count, unsigned char *state);

#endif
