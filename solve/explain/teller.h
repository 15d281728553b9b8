/* Words that the texts about levels share. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_TELLER_H
#define ONLYWAY_SOLVE_EXPLAIN_TELLER_H

#include "games/draw/face.h"
#include "solve/explain/edit.h"

/* What the functions below need. */
struct teller {
    const struct subject *subject;
    const struct game *game;
    const struct face_words *words;
    struct text *text;
};

struct teller teller_of(const struct subject *subject, struct text *text);

/* "push the box in row 3, column 4 right" */
void teller_move(const struct teller *teller, game_move move);

/* "14 pushes" */
void teller_count(const struct teller *teller, size_t count);

/* The moves as the game writes them. */
void teller_moves(const struct teller *teller, const game_move *moves, size_t count);

/* "wall in row 2, column 3", followed by the current content unless that is plain ground */
void teller_change(const struct teller *teller, const struct cell_change *change);

/* "in row 2, column 3" */
void teller_where(const struct teller *teller, int cell);

#endif
