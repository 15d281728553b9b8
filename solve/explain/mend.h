/* Finds the unique levels nearest to a level: those one change away, or two.
 *
 * A change puts another content into a cell, or moves a piece or a mark on the ground (such as a goal) by exchanging
 * the contents of two cells.  Every level one change away is tried, then those two changes away if neither change is
 * enough by itself.  Levels that are rotations or reflections of each other count once.  The result does not depend on
 * the number of threads: levels are tried in chunks, in a fixed order, and a chunk counts as a whole. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_MEND_H
#define ONLYWAY_SOLVE_EXPLAIN_MEND_H

#include "solve/judge/judge.h"
#include "solve/explain/edit.h"

/* MENDED_CHANGES: the most cells that two changes can change.  MEND_STATES: the most states searched for one level.
 * MEND_WORK: states searched in all, after which no more pairs are tried if enough levels were found.  MEND_MOST: the
 * same if not enough were found and there is no time limit.  The other work on a level counts as a fixed number of
 * states. */
enum { MENDED_CHANGES = 4, MEND_STATES = 1 << 20, MEND_WORK = 1 << 20, MEND_MOST = 1 << 25 };

/* A unique level that was found. */
struct mended {
    struct edit edits[2];
    unsigned edit_count;
    struct grid text;         /* owned */
    double depth, difficulty; /* difficulty: UNKNOWN if a limit prevented measuring it */
    uint64_t hash;
    size_t order; /* its index in the order in which the levels were found */
};

/* Writes the changes of cells that lead to the level and returns their number. */
size_t mended_changes(const struct mended *mended, struct cell_change changes[MENDED_CHANGES]);

struct mend {
    const struct subject *subject;
    const struct judgement *judgement;
    struct limits limits;
    size_t wanted;

    struct mended *found; /* sorted: one change away first, and harder ones first among these; owned */
    size_t found_count, found_capacity;

    struct edit *edits; /* all single changes; owned */
    bool *suffices;     /* whether each change makes the level unique by itself; owned */
    size_t edit_count;

    uint64_t levels[2]; /* number of levels tried, one change away and two */
    uint64_t undecided[2];
    uint64_t states;                 /* searched so far */
    uint64_t pairs_tried, pairs;     /* pairs of changes tried, and the number of all pairs */
    bool singles_done;               /* all single changes were tried */
    void (*tell)(struct mend *mend); /* set by the caller or NULL; the calling thread calls it after each
                                      * level that it tried */
    _Atomic uint64_t tried;          /* candidates tried so far, including those of an unfinished chunk */
    struct move_list *known;         /* essentially different solutions of the original level; owned */
    size_t known_count;
};

/* Prepares to mend a level that was judged.  `subject` and `judgement` must outlive the mend.  `wanted` is the number
 * of unique levels to look for, at least 1.  A limit on states applies to each candidate; `timeout` applies to
 * everything done here.  Returns false, with nothing to free, if memory runs out. */
bool mend_begin(struct mend *mend, const struct subject *subject, const struct judgement *judgement,
                const struct limits *limits, size_t wanted);

/* Tries every single change, unless the time runs out.  Returns false if memory runs out. */
bool mend_singles(struct mend *mend);

/* Tries pairs of changes, unless enough levels were found.  It stops when all pairs are tried, when enough levels
 * were found and MEND_WORK is done, when the time is up or, without a time limit, when MEND_MOST is done.  Returns
 * false if memory runs out. */
bool mend_pairs(struct mend *mend);

void mend_free(struct mend *mend);

#endif
