/* Why a level is what it is: where essentially different solutions part and what would close one of them; how
 * near one comes where there is none, and what stands in the way; the traps of the only one.
 *
 * All of it is data; the files named _text say it in words.  Nothing depends on the number of threads, unless a limit
 * of time is hit. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_WHY_H
#define ONLYWAY_SOLVE_EXPLAIN_WHY_H

#include "solve/judge/judge.h"
#include "solve/search/divergences.h"
#include "solve/explain/edit.h"
#include "solve/explain/nearest.h"

/* A change of one cell that only one of two solutions depends on: a piece that is taken away, a wall or another
 * ground in another's place.  Best is one that closes it: it is a solution no longer, the other one still is. */
struct closing {
    struct cell_change change;
    unsigned way; /* 0 or 1 */
    bool closes;  /* else the other goes on as before, too, but does not solve the changed level either */
};

/* Two essentially different solutions, and what closes one of them. */
struct why_pair {
    struct divergence divergence;
    struct closing *closings; /* by cells, one for a cell; owned */
    size_t closing_count;
};

/* A piece, wall or other ground which, taken away, makes a level solvable. */
struct removal {
    struct cell_change *changes; /* owned */
    size_t count;
    enum verdict verdict; /* of the level without it */
};

/* A trap of the reported solution (struct trap), and what becomes of who falls for it. */
struct why_trap {
    struct trap trap;
    game_move right;             /* the solution's move there */
    unsigned after, after_right; /* estimates after the two */
    struct nearest nearest;      /* from the state after the trap's move; moves NULL where `limited` */
    bool limited;
};

struct why {
    enum verdict verdict;

    /* Multiple.  The pairs that part latest and earliest; none where `reason` says why not. */
    struct why_pair latest, earliest;
    bool all_classes; /* else these are the divergences among the solutions that were told apart */

    /* Unsolvable. */
    struct nearest nearest; /* moves NULL: not known, for `reason` */
    struct removal *removals;
    size_t removal_count, tried, undecided, untried;

    /* Unique; in the order of the judgement's. */
    struct why_trap *traps;
    size_t trap_count;
    bool traps_known;

    char reason[200]; /* what kept it from saying more; "" if nothing did */
};

/* Finds out why a level was judged so; the judgement is one with measures.  `limits` hold for each search.  False:
 * out of memory, and nothing is to be freed. */
bool why_find(const struct subject *subject, const struct judgement *judgement, const struct limits *limits,
              struct why *why);
void why_free(struct why *why);

/* Whether the pair that parts latest is the one that parts earliest, too; there is one. */
bool why_pairs_are_one(const struct why *why);

#endif
