/* The walk that gives every node of the graph of shortest solutions its classes; essential.h tells
 * what they are. */
#ifndef ONLYWAY_SOLVE_SEARCH_ESSENTIAL_WALK_H
#define ONLYWAY_SOLVE_SEARCH_ESSENTIAL_WALK_H

#include "solve/search/essential.h"

struct class_walk {
    const struct shortest *shortest;
    struct search *search;
    unsigned most;     /* classes of a node */
    unsigned capacity; /* likewise, in the layer at hand */
    bool orders;       /* first paths are wanted, not just any */
    bool merged_surplus;
    uint64_t work, budget;
    uint64_t edges_left; /* into nodes that have no classes yet */
    size_t charged;

    uint32_t *sources;  /* [edges] */
    uint64_t *first_in; /* [nodes + 1] of `in` */
    uint32_t *in;       /* [edges] edges by target */
    uint64_t *map_at;   /* [edges] where the edge's map begins */
    uint16_t *maps;
    uint64_t map_count, map_capacity;
    uint64_t *path_at; /* [nodes + 1] where the node's classes begin */
    struct class_path *paths;
    uint64_t path_capacity;

    /* The elements of the node at hand: an edge into it with a class of its source. */
    uint32_t *parents; /* union-find: a root has itself */
    uint64_t *bases;   /* where the elements of an edge begin, in the order of the edges */
    uint64_t element_capacity, base_capacity;
};

/* A first path with what it is ordered by, and the order for qsort. */
struct ranked {
    uint64_t key;
    struct class_path *path;
};

/* Sets a walk up that has its graph, its search and its bounds.  False: said in the search. */
bool class_walk_make(struct class_walk *walk);

/* Gives back all that a walk has taken. */
void class_walk_free(struct class_walk *walk);

/* Gives the start its only class. */
bool class_walk_begin(struct class_walk *walk);

/* Gives every node its classes, layer by layer.  False: a limit was hit, said in the search. */
bool class_walk_layers(struct class_walk *walk);

/* The labels of a path of so many moves, followed back from the node it leads to. */
void class_walk_write(const struct class_walk *walk, const struct class_path *path, uint32_t length, game_move *moves);

/* The class of the image of a solution, as a number among those at the goals; -1: it is none, which
 * only rules that are wrong about their symmetries can bring about. */
int64_t class_walk_image(const struct class_walk *walk, unsigned symmetry, const game_move *moves);

/* Merges the classes at the goals that symmetries map onto each other.  False: out of memory. */
bool class_walk_merge_images(struct class_walk *walk, uint32_t *parents, const struct class_path *goals,
                             uint64_t classes);

/* Union-find: the root of an element's set. */
uint32_t classes_root(uint32_t *parents, uint32_t element);

#endif
