/* Where essentially different solutions diverge: the pair that shares the longest beginning, and the pair that
 * diverges first.
 *
 * Consider all pairs of shortest solutions of different classes.  The *latest* divergence is a pair with the most
 * common moves at the beginning, the *earliest* a pair with the fewest.  Ties go to the pair whose first solution
 * comes first by its labels, then to the one whose second solution does.
 *
 * A pair diverges in a node of the graph, which both solutions reach in one class of the node's paths.  Working back
 * from the goals, the algorithm finds for every class of every node in which class its solutions end: in one, or in
 * several.  A pair can diverge where two or more edges leave and the solutions end in several classes: if all
 * solutions through one edge end in one class, some through another edge do not. */
#ifndef ONLYWAY_SOLVE_SEARCH_DIVERGENCES_H
#define ONLYWAY_SOLVE_SEARCH_DIVERGENCES_H

#include "games/puzzle.h"
#include "solve/search/limits.h"

struct shortest;

struct divergence {
    game_move *moves[2]; /* two solutions, the one with the lower labels first; owned; NULL: none */
    size_t count[2];
    size_t common; /* the number of moves that both begin with */
};

struct divergences {
    struct divergence latest, earliest;
    bool exact; /* all classes are told apart; false: these are the divergences among the classes that are */
};

/* Finds the divergences, with at most `most` classes per node.  If there is only one class, their moves stay NULL.
 * SEARCH_LIMIT: search->watch.reason names the limit. */
enum search_end shortest_divergence(const struct shortest *shortest, unsigned most, struct divergences *divergences);

/* Makes a divergence from copies of two solutions, given in any order.  Returns false if memory runs out. */
bool divergence_make(struct divergence *divergence, const game_move *a, size_t a_moves, const game_move *b,
                     size_t b_moves);

void divergences_free(struct divergences *divergences);

#endif
