/* The search from both ends: forwards from the start and backwards from the solved states, until both sides meet.
 *
 * Where bounds are weak, the number of states multiplies with each move, and two searches of half the depth are far
 * smaller than one of the full depth.  The search tries the possible depths d of a solution in increasing order.  On
 * each side it needs only states with f = moves made + bound on the moves to the other end <= d.  Of these it needs
 * only states at most k moves from the start, or at most d - k from a solved state.  The first k states of a
 * solution of d moves are on one side and the rest on the other.  So there is a solution if and only if some state
 * is exactly k moves from the start and d - k from a solved state.  Each d has its own k, because a larger d adds
 * states to all layers.  For each d the search starts again with the first layers of both sides, and always
 * continues on the side with fewer states due.  Layers with nothing to expand, like most layers of a lower d, cost
 * nothing.
 *
 * Then the search goes forwards once more from the states where both sides meet, and keeps only states that are on the
 * other side with the right number of moves left.  In the end all states on shortest solutions are in the first
 * search's store with their depths, as if it had run forwards all the way.
 *
 * States are merged only if there are no equal pieces and the start has all symmetries of the board.  Otherwise one of
 * the merged states might be reached in fewer moves than another. */
#ifndef ONLYWAY_SOLVE_SEARCH_BOTH_ENDS_H
#define ONLYWAY_SOLVE_SEARCH_BOTH_ENDS_H

#include "solve/search/best_first.h"

/* Replaces search_best_first, with the same results.  Searches from both ends if the puzzle has backward moves from
 * its solved states and the search begins with the puzzle's own start, else best first.  From both ends,
 * `closed_count` counts the states of both sides. */
enum search_end search_shortest(struct search *search);

/* Returns whether search_shortest will search from both ends. */
bool search_has_both_ends(const struct search *search);

/* One side of the search. */
struct search_side {
    struct search *search;
    struct round round;
    size_t d;                  /* all states with f <= d are expanded first */
    uint64_t moves;            /* no state with f <= d and fewer moves is due */
    struct lists due;          /* states with f <= d to expand, by moves made; some may have been reached in fewer moves
                                * since */
    struct lists later;        /* states to expand once d is large enough, by the least such d */
    struct list layer;         /* the states being expanded, of `moves` moves */
    struct list_reader reader; /* of the layer: the states before it are expanded */
};

/* Writes checkpoints of a search from both ends, and resumes from them. */
struct both_ends_keeper {
    void *context;
    size_t most; /* states to expand between two calls of `keep` */

    /* Called before the search begins, first for the front, then for the back.  If there is a checkpoint, sets
     * *found and fills in the side; the depth that the search had reached becomes a lower bound of the front's
     * search.  Returns false on a limit, or if memory runs out. */
    bool (*resume)(void *context, struct search_side *side, bool is_front, bool *found);

    /* Called at points where every state is expanded, due, in the current layer or waiting for later.  Writes a
     * checkpoint if it is time.  Returns false if the checkpoint cannot be written, which ends the search. */
    bool (*keep)(void *context, const struct search_side *front, const struct search_side *back);

    /* Called once if memory or numbers run out before both sides meet.  A search from the start alone may go on with
     * the front: every state is expanded, or is in one of its lists, or was reached by the last, incomplete expansion
     * and has moves + 1 as its depth. */
    void (*leave)(void *context, const struct search_side *front);
};

/* Searches from both ends, as search_shortest does.  `keeper` may be NULL. */
enum search_end search_both_ends(struct search *search, const struct both_ends_keeper *keeper);

#endif
