/* Makes the smallest level that is still the same puzzle.
 *
 * It takes away pieces, walls and other ground, rows and columns, as long as three conditions hold: the level stays
 * unique; its solution is the original one with some moves left out (none, if only walls or marks were removed); and
 * its difficulty is at least nine tenths of the original.
 *
 * It begins with pieces (alone, then two or three at once, or a piece with a mark on the ground such as its goal), goes
 * on with rows and columns, then with walls and marks, and starts again until nothing more can be removed.  Earlier
 * removals decide which later ones are possible.  So the result is a level from which nothing more can be removed, not
 * the smallest such level.  It does not depend on the number of threads. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_COMPACT_H
#define ONLYWAY_SOLVE_EXPLAIN_COMPACT_H

#include "solve/explain/edit.h"
#include "solve/judge/judge.h"

/* COMPACT_STATES: the most states searched for one level. */
enum { COMPACT_STATES = 1 << 20 };
#define COMPACT_KEEPS 0.9 /* of the difficulty */

/* A removal, in places of the original level. */
struct gone {
    enum { GONE_PIECE, GONE_GROUND, GONE_ROW, GONE_COLUMN } kind;
    unsigned char what; /* the piece or the ground */
    int place;          /* a cell of the text, or a row or column of it */
};

struct compact {
    const struct subject *subject;
    const struct judgement *judgement;
    struct limits limits;

    struct subject now;     /* the level that is left; owned, with its puzzle, except for the original one */
    struct move_list moves; /* its reported solution; owned */
    double depth, difficulty;
    int *row_of, *column_of; /* the original row of each remaining row, and likewise for columns; owned */

    struct gone *gone; /* in the order of removal; owned */
    size_t gone_count, gone_capacity;
    uint64_t tried, undecided; /* levels */
    bool whole; /* there was time to show that nothing more can be removed, except perhaps by undecided steps */
};

/* Compacts a level that was judged unique and whose difficulty is known.  `subject` and `judgement` must outlive the
 * compact.  A limit on states applies to each level that is tried; `timeout` to everything.  Returns false, with
 * nothing to free, if memory runs out. */
bool compact_find(struct compact *compact, const struct subject *subject, const struct judgement *judgement,
                  const struct limits *limits);
void compact_free(struct compact *compact);

#endif
