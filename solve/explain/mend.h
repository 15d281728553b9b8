/* The unique levels nearest to a level: one change away, or two.
 *
 * A change is another content of a cell, or a piece (or a mark on the ground, such as a goal) that is moved: what
 * two cells hold is exchanged.  Every level one change away is tried, then those two changes away of which neither
 * does by itself.  Levels that are rotations or reflections of each other count once.  What comes of it does not
 * depend on the number of threads: levels are tried in chunks, in a fixed order, and a chunk counts as a whole. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_MEND_H
#define ONLYWAY_SOLVE_EXPLAIN_MEND_H

#include "solve/judge/judge.h"
#include "solve/explain/edits.h"

/* Cells that two changes change at most.  States that a level may have; states searched in all after which no more
 * pairs are tried, once enough was found, and where not, unless a limit of time is given.  What a level takes besides
 * its search counts as some states. */
enum { MENDED_CHANGES = 4, MEND_STATES = 1 << 20, MEND_WORK = 1 << 20, MEND_MOST = 1 << 25 };

/* A unique level. */
struct mended {
    struct edit edits[2];
    unsigned edit_count;
    struct grid text;         /* owned */
    double depth, difficulty; /* difficulty: UNKNOWN where a limit kept it so */
    uint64_t hash;
    size_t order; /* in which it was found */
};

/* The cells that were changed, of its text.  Returns how many. */
size_t mended_changes(const struct mended *mended, struct cell_change changes[MENDED_CHANGES]);

struct mend {
    const struct subject *subject;
    const struct judgement *judgement;
    struct limits limits;
    size_t wanted;

    struct mended *found; /* those one change away first, of these the hardest; owned */
    size_t found_count, found_capacity;

    struct edit *edits; /* all single changes; owned */
    bool *does;         /* whether a change makes the level unique by itself; owned */
    size_t edit_count;

    uint64_t levels[2]; /* levels tried that are one change away, and two */
    uint64_t undecided[2];
    uint64_t states;                 /* searched so far */
    uint64_t pairs_tried, pairs;     /* pairs of changes tried, and how many there are */
    bool singles_done;               /* all single changes were tried */
    double deadline;                 /* on the clock of now(); 0: none */
    void (*tell)(struct mend *mend); /* asked for by whoever mends, NULL: called after levels were tried, by the
                                        thread that mends */
    _Atomic uint64_t tried;          /* levels so far, those included that a chunk is not done with */
    struct move_list *known;         /* solutions of the level that are essentially different; owned */
    size_t known_count;
};

/* Prepares to mend a level that was judged; both must outlive the mend.  `wanted`: how many unique levels are wanted,
 * at least 1.  Where limits name a number of states, no candidate is searched further; `timeout` is for all that is
 * done here.  False: out of memory, and nothing is to be freed. */
bool mend_begin(struct mend *mend, const struct subject *subject, const struct judgement *judgement,
                const struct limits *limits, size_t wanted);

/* Tries every single change.  False: out of memory. */
bool mend_singles(struct mend *mend);

/* Tries pairs, unless enough was found: until all are tried, or enough was found and MEND_WORK done, or the limit of
 * time is hit, or without one MEND_MOST done.  False: out of memory. */
bool mend_pairs(struct mend *mend);

void mend_free(struct mend *mend);

#endif
