/* Explains a verdict.  Multiple: where essentially different solutions diverge, and what would close one of them.
 * Unsolvable: how near play can come to the goal, and which pieces or walls stand in the way.  Unique: the traps.
 *
 * All of this is data; words.h puts it into words.  The result does not depend on the number of threads unless a time
 * limit is hit. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_WHY_H
#define ONLYWAY_SOLVE_EXPLAIN_WHY_H

#include "games/puzzle.h"
#include "solve/explain/edit.h"
#include "solve/judge/judge.h"
#include "solve/search/essential.h"
#include "solve/search/limits.h"

/* --- how near play can come to a goal that is out of reach ---
 *
 * The nearest state is chosen among those that a search keeps, that is, all but those proved lost at once.  It has the
 * lowest estimate; among equals, the lowest value of the greedy player, if the game defines one; then the fewest moves;
 * then the moves whose labels come first. */

struct nearest {
    game_move *moves; /* the moves to it from the state where the search began; owned */
    size_t count;
    unsigned estimate; /* in that state; may be ESTIMATE_LOST */
    bool whole;        /* all states were searched; else only some, `states` in all */
    uint64_t states;
    uint64_t open; /* number of states among them that do not look lost */
    uint32_t last; /* number of moves to the last of these; `open` and `last` are valid only if `whole` */
};

/* Searches from a state, or from the start if it is NULL.  If there are more states than the limits allow, it
 * searches whole layers as far as the limits go, and then a quarter as many states that seem near.  Returns
 * SEARCH_FOUND, SEARCH_LIMIT with the reason, or SEARCH_NO_MEMORY. */
enum search_end nearest_find(const struct puzzle *puzzle, const unsigned char *state, const struct limits *limits,
                             struct nearest *nearest, char reason[LIMIT_REASON]);
void nearest_free(struct nearest *nearest);

/* --- the explanation --- */

/* A change of one cell that only one of two solutions depends on: it removes a piece, or replaces a wall or other
 * ground by another ground.  Best is a change that closes that solution: it no longer solves the level, and the other
 * one still does. */
struct closing {
    struct cell_change change;
    unsigned way; /* 0 or 1 */
    bool closes;  /* false: the other solution no longer solves the level either, although it goes on as before */
};

/* Two essentially different solutions, and the changes that close one of them. */
struct why_pair {
    struct divergence divergence;
    struct closing *closings; /* in the order of cells, at most one for a cell; owned */
    size_t closing_count;
};

/* A piece, wall or other ground whose removal makes the level solvable. */
struct removal {
    struct cell_change *changes; /* owned */
    size_t count;
    enum verdict verdict; /* of the level without it */
};

/* A trap of the reported solution (struct trap), and what happens to a player who falls for it. */
struct why_trap {
    struct trap trap;
    game_move right;             /* the solution's move in that state */
    unsigned after, after_right; /* estimates after the trap's move and after `right` */
    struct nearest nearest;      /* from the state after the trap's move; `moves` is NULL if `limited` */
    bool limited;
};

struct why {
    struct subject subject; /* the level; owned */
    enum verdict verdict;

    /* Multiple: the pairs of solutions that diverge latest and earliest.  If there are none, `reason` says why. */
    struct why_pair latest, earliest;
    bool all_classes; /* false: only solutions that were told apart were considered */

    /* Unsolvable. */
    struct nearest nearest; /* moves NULL: not known, see `reason` */
    struct removal *removals;
    size_t removal_count, tried, undecided, untried;

    /* Unique: the traps, in the order of the judgement. */
    struct why_trap *traps;
    size_t trap_count;
    bool traps_known;

    char reason[200]; /* what prevented a fuller answer; "" if nothing did */
};

/* Explains the judgement of a puzzle, which must have measures.  `limits` apply to each search, except that the timeout
 * is for all traps together, and for all removals.  Returns false, with nothing to free, if memory runs out. */
bool why_find(const struct puzzle *puzzle, struct variant variant, const struct judgement *judgement,
              const struct limits *limits, struct why *why);
void why_free(struct why *why);

/* Returns whether the pair that diverges latest is also the one that diverges earliest.  There must be one. */
bool why_pairs_are_one(const struct why *why);

#endif
