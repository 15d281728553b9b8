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
#ifndef ONLYWAY_SOLVE_SEARCH_PARTINGS_H
#define ONLYWAY_SOLVE_SEARCH_PARTINGS_H

#include "games/puzzle.h"

struct shortest;

struct parting {
    game_move *moves[2]; /* two solutions, the first by its labels first; owned; NULL: none */
    size_t count[2];
    size_t common;       /* the moves that they begin with, the same in both */
};

struct partings {
    struct parting latest, earliest;
    bool exact; /* all classes are told apart; else these are the partings among those that are */
};

enum partings_result {
    PARTINGS_FOUND,
    PARTINGS_LIMIT, /* a limit was hit */
    PARTINGS_FAILED /* out of memory */
};

/* Finds them, with at most so many classes a node.  They stay without moves where there is but one class.
 * PARTINGS_LIMIT: named in the search's watch. */
enum partings_result shortest_partings(const struct shortest *shortest, unsigned most,
                                       struct partings *partings);

/* Makes a parting of copies of two solutions, in any order.  False: out of memory. */
bool parting_make(struct parting *parting, const game_move *a, size_t a_moves, const game_move *b,
                  size_t b_moves);

void partings_free(struct partings *partings);

#endif
