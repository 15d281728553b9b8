/* Makes the smallest level that is still the same puzzle.
 *
 * Pieces, walls and other ground, rows and columns are taken away as long as the level stays unique, its solution is
 * the original one less what went (all of it, if only walls or marks went), and its difficulty is at least nine tenths
 * of the original.  Taking away starts
 * with pieces (alone, then two or three at once, or a piece with a mark on the ground such as its goal), goes on with
 * rows and columns, then with walls and marks, and starts again until nothing more can go.  What comes first decides
 * what can go later, so the result is a smallest level in the sense that nothing more can go, not the smallest of all.
 * It does not depend on the number of threads. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_COMPACT_H
#define ONLYWAY_SOLVE_EXPLAIN_COMPACT_H

#include "solve/explain/edit.h"
#include "solve/judge/judge.h"

/* COMPACT_STATES: the most states searched for one level. */
enum { COMPACT_STATES = 1 << 20 };
#define COMPACT_KEEPS 0.9 /* of the difficulty */

/* What went, in places of the original level. */
struct gone {
    enum { GONE_PIECE, GONE_GROUND, GONE_ROW, GONE_COLUMN } kind;
    unsigned char what; /* the piece or the ground */
    int place;          /* a cell of the text, or a row or column of it */
};

struct compact {
    const struct subject *subject;
    const struct judgement *judgement;
    struct limits limits;
    double deadline; /* on the clock of clock_now(); 0: none */

    struct subject now;     /* the level that is left; owned, with its puzzle, except for the original one */
    struct move_list moves; /* its reported solution; owned */
    double depth, difficulty;
    int *row_of, *column_of; /* the original row and column of each that is left; owned */

    struct gone *gone; /* in the order in which it went; owned */
    size_t gone_count, gone_capacity;
    uint64_t tried, undecided; /* levels */
    bool whole;                /* the time was enough to show that nothing more can go, the undecided apart */
};

/* Takes away what can go from a level that was judged unique and whose difficulty is known.  `subject` and `judgement`
 * must outlive the compact.  A limit on states applies to each level that is tried; `timeout` to everything.  Returns
 * false, with nothing to free, if memory runs out. */
bool compact_find(struct compact *compact, const struct subject *subject, const struct judgement *judgement,
                  const struct limits *limits);
void compact_free(struct compact *compact);

#endif
