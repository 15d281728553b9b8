/* Where essentially different solutions part: the two that go the same way longest, and the two that part
 * first.
 *
 * Of all pairs of shortest solutions of different classes, the *latest* is one with the most moves in common at
 * the beginning, the *earliest* one with the fewest; where several have as many, it is the one whose first
 * solution comes first by its labels, and then whose second does.
 *
 * A pair parts in a node of the graph, having come there in one class of its paths.  Back from the goals, every
 * class of every node is told in which class its solutions end: one, or several.  A pair can part where two edges
 * leave and the solutions end in several classes: if all that go on by one edge are of one class, some that go
 * on by another are not. */
#ifndef ONLYWAY_SOLVE_SEARCH_DIVERGENCES_H
#define ONLYWAY_SOLVE_SEARCH_DIVERGENCES_H

#include "games/puzzle.h"
#include "solve/search/limits.h"

struct shortest;

struct divergence {
    game_move *moves[2]; /* two solutions, the first by its labels first; owned; NULL: none */
    size_t count[2];
    size_t common; /* the moves that they begin with, the same in both */
};

struct divergences {
    struct divergence latest, earliest;
    bool exact; /* all classes are told apart; else these are the divergences among those that are */
};

/* Finds them, with at most so many classes a node.  They stay without moves where there is but one class.
 * SEARCH_LIMIT: named in the search's watch. */
enum search_end shortest_divergence(const struct shortest *shortest, unsigned most, struct divergences *divergences);

/* Makes a divergence of copies of two solutions, in any order.  False: out of memory. */
bool divergence_make(struct divergence *divergence, const game_move *a, size_t a_moves, const game_move *b,
                     size_t b_moves);

void divergences_free(struct divergences *divergences);

#endif
