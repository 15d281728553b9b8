/* The number of essentially different solutions.
 *
 * Two solutions are essentially the same if a series of two kinds of step leads from one to the other: swapping two
 * adjacent moves that give the same result in either order, and applying a symmetry of the level.  There may be too
 * many solutions to list.  So the algorithm walks the graph of shortest solutions layer by layer and gives every
 * node the classes of the paths that lead to it.
 *
 * The paths to a node are the paths to its predecessors plus one move.  So its classes begin as one element for each
 * pair of an edge into it and a class of the edge's source.  Elements are then merged wherever a square closes in
 * the node: two labels, made in either order, lead from a node two moves back to this one.  For each class of that
 * earlier node, the two elements reached become one class.  Nothing else is needed: a swap earlier in a path was
 * made when its own square closed, and edges carry whole classes on.
 *
 * Each edge has a map from the classes of its source to those of its target.  A node needs only the maps of its own
 * layer and of the layer before, so older ones are dropped.  They are kept only where paths must be followed to
 * their classes.  The symmetries need that: for each class at the goals, one path is mapped and followed, and the
 * class it ends in is merged with its own.
 *
 * Above some number of classes, nobody needs the exact number.  So the count is exact up to a given number, and beyond
 * that it is only known to be higher.  The walk ends as soon as a node has more classes than that.  This alone proves
 * nothing, as paths that are in different classes at a node can continue to solutions of one class.  The proof then
 * comes from a sample of solutions: if enough of them differ in a property that all solutions of a class share (see
 * "sampling" in essential.c), there are too many.  Otherwise a walk with more classes for each node decides.  Any
 * surplus there is merged into one class, whether or not that is correct.  Merging too much never makes the count too
 * high, so the result is a lower bound.  If that is not above the given number, the number of classes stays unknown.
 *
 * Nothing here depends on limits of memory, on threads, or on the numbering of states. */
#ifndef ONLYWAY_SOLVE_SEARCH_ESSENTIAL_H
#define ONLYWAY_SOLVE_SEARCH_ESSENTIAL_H

#include "games/puzzle.h"
#include "solve/search/limits.h"

struct shortest;

struct essential {
    uint64_t number; /* the number of classes, or a lower bound on it */
    bool exact;
    game_move *firsts; /* [listed * depth] labels of the first solution of each listed class, in order */
    size_t listed;
};

/* Counts the classes and writes the first solution of at most `list` of them.  The number is exact if it is at most
 * `most`.  If there are more classes, it is most + 1 and not exact.  If it is not exact and at most `most`, it is not
 * known whether there are more.  SEARCH_LIMIT: search->watch.reason names the limit. */
enum search_end essential_count(const struct shortest *shortest, size_t list, unsigned most,
                                struct essential *essential);

/* Counts the classes with less work, for a lower bound: with at most `most` per node. */
enum search_end essential_at_least(const struct shortest *shortest, size_t list, unsigned most,
                                   struct essential *essential);

void essential_free(struct essential *essential);

/* --- divergences ---
 *
 * Where essentially different solutions diverge: the pair that shares the longest beginning, and the pair that
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
