/* How many essentially different solutions there are.
 *
 * Two solutions are essentially the same if steps of two kinds lead from one to the other: swapping
 * two neighbouring moves that may be made in either order with the same result, and applying a
 * symmetry of the level.  There may be more solutions than could ever be listed, so the graph of
 * the shortest solutions is walked layer by layer instead, and every node is given the classes of
 * the paths that lead to it.
 *
 * The paths to a node are the paths to its predecessors with one move more, so its classes begin as
 * one for each edge into it and each class of the node that the edge comes from.  They are then
 * merged wherever a square closes in the node: from a node two moves back, both orders of two
 * labels lead here; for each class there, the two hints are one class.  That is all: a swap
 * anywhere earlier in a path was made when its square closed, and edges carry classes on as
 * wholes.
 *
 * Each edge keeps the map from the classes of its source to those of its target, so that any path
 * can be followed to its class.  That serves the symmetries: of each class at the goals one path is
 * mapped, followed, and the class it ends in merged with its own.
 *
 * A node has at most a given number of classes.  Where there are more, the surplus is merged into
 * one, rightly or not.  Merging too much never makes the count too high, so what comes out is a
 * lower bound: enough to prove `multiple`, and never used for anything else.  Where the graph is
 * so large that it would take too long, nodes further on have fewer classes, which give a lower
 * bound. */
#ifndef ONLYWAY_SOLVE_SEARCH_ESSENTIAL_H
#define ONLYWAY_SOLVE_SEARCH_ESSENTIAL_H

#include "solve/search/shortest.h"

enum {
    ESSENTIAL_MOST = 4096, /* what is counted exactly */
};

/* The first path of a class: the way back from a node. */
struct class_path {
    uint32_t edge;
    uint32_t rank;   /* among those of all classes of its layer, where they are to be listed */
    uint16_t before; /* class of the edge's source */
};

struct essential {
    uint64_t number; /* how many there are, or at least are */
    bool exact;
    game_move *firsts; /* [listed * depth] labels of the first solution of each class, in order */
    size_t listed;
};

/* Counts them, with at most so many classes a node, and writes down the first solution of at most
 * `list` of them.  SEARCH_LIMIT: named in the search's watch. */
enum search_end essential_count(const struct shortest *shortest, size_t list, unsigned most,
                                struct essential *essential);
void essential_free(struct essential *essential);

/* Whether it is easily seen that there is more than one: a swap of moves does not change which
 * moves are made, so solutions that consist of different moves are of different classes.  Says no
 * where the level has symmetries, or where there is no memory to find out. */
bool essential_obviously_many(const struct shortest *shortest);

#endif
