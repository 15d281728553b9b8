/* Text about levels, in the words and pictures of their game: judgements, explanations, changes that mend them. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_WORDS_H
#define ONLYWAY_SOLVE_EXPLAIN_WORDS_H

#include "base/text.h"
#include "games/draw/face.h"
#include "games/game.h"
#include "solve/explain/compact.h"
#include "solve/explain/edit.h"
#include "solve/explain/mend.h"
#include "solve/explain/why.h"
#include "solve/judge/judge.h"

/* The context of the functions below. */
struct teller {
    const struct subject *subject;
    const struct game *game;
    const struct face_words *words;
    struct text *text;
};

struct teller teller_of(const struct subject *subject, struct text *text);

/* "push the box in row 3, column 4 right" */
void teller_move(const struct teller *teller, game_move move);

/* Adds the moves as the game writes them. */
void teller_moves(const struct teller *teller, const game_move *moves, size_t count);

/* "wall in row 2, column 3", followed by the current content unless that is plain ground */
void teller_change(const struct teller *teller, const struct cell_change *change);

/* "in row 2, column 3" */
void teller_where(const struct teller *teller, int cell);

/* --- positions drawn as text, with numbered rows and columns --- */

struct drawn {
    const char *title;
    struct grid grid; /* owned by the caller */
};

/* Draws the position after some moves from the start, with the player at its current place.  A trail shows its
 * directions (^ > v <).  `grid` is made here.  Returns false if memory runs out. */
bool draw_after(const struct puzzle *puzzle, const game_move *moves, size_t count, struct grid *grid);

/* --- explanations and mended levels --- */

/* Adds the explanation of a level's verdict as indented lines.  text->failed is set if memory runs out. */
void tell_why(const struct judgement *judgement, const struct why *why, struct text *text);

/* Returns whether there is nothing to mend, and adds the reason: the level is unique, or its game's levels are not
 * edited. */
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

/* Returns whether the level cannot be compacted, and adds the reason: it is not unique, its difficulty is not known, or
 * its game's levels are not edited. */
bool tell_not_compacted(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text);

/* Adds the removals from a level, the remaining level, and how many levels were tried. */
void tell_compacted(const struct compact *compact, struct text *text);

/* --- judgements and replays; see show.c --- */

/* Adds the verdict, the figures, the solution and the places of the traps. */
void show_judgement(const char *name, const struct puzzle *puzzle, const struct judgement *judgement, bool colour,
                    struct text *text);

/* Adds the listed solutions. */
void show_list(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text);

/* Adds pictures of the start and of the state after each move. */
void show_states(const struct puzzle *puzzle, const struct move_list *moves, struct text *text);

enum replay_result { REPLAY_SOLVES, REPLAY_SOLVES_NOT, REPLAY_UNREADABLE, REPLAY_UNDECIDED };

/* Plays moves given as text.  Says whether they solve the level and, if not, which move is the first illegal one, or
 * what kept the rules from deciding.  `states` adds pictures. */
enum replay_result show_replay(const char *name, const struct puzzle *puzzle, const char *moves, bool states,
                               const struct limits *limits, struct text *text);

#endif
