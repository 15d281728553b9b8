/* The walk that gives every node of the graph of shortest solutions its classes; see essential.h. */
#ifndef ONLYWAY_SOLVE_SEARCH_ESSENTIAL_WALK_H
#define ONLYWAY_SOLVE_SEARCH_ESSENTIAL_WALK_H

#include "solve/search/essential.h"

struct class_walk {
    const struct shortest *shortest;
    struct search *search;
    unsigned most;     /* the most classes of a node */
    unsigned capacity; /* the same for the current layer */
    bool orders;       /* the first path of each class is wanted, not just any */
    bool merged_surplus;
    uint64_t work, budget;
    uint64_t edges_left; /* edges into nodes that have no classes yet */
    size_t charged;

    uint32_t *sources;  /* [edges] */
    uint64_t *first_in; /* [nodes + 1] where each node's edges begin in `in` */
    uint32_t *in;       /* [edges] edges sorted by target */
    uint64_t *map_at;   /* [edges] where each edge's map begins */
    uint16_t *maps;
    uint64_t map_count, map_capacity;
    uint64_t *path_at; /* [nodes + 1] where each node's classes begin */
    struct class_path *paths;
    uint64_t path_capacity;

    /* The elements of the current node: pairs of an edge into it and a class of the edge's source. */
    uint32_t *parents; /* union-find: a root is its own parent */
    uint64_t *bases;   /* where the elements of each edge begin, in the order of the edges */
    uint64_t element_capacity, base_capacity;
};

/* A first path with its sort key, for qsort. */
struct ranked {
    uint64_t key;
    struct class_path *path;
};

/* Sets up a walk whose graph, search and bounds are given.  Returns false with the cause in the search. */
bool class_walk_make(struct class_walk *walk);

/* Frees all memory of a walk and discharges it. */
void class_walk_free(struct class_walk *walk);

/* Gives the start its only class. */
bool class_walk_begin(struct class_walk *walk);

/* Gives every node its classes, layer by layer.  Returns false on a limit or if search->failed. */
bool class_walk_layers(struct class_walk *walk);

/* Writes the labels of a path of `length` moves, following it back from the node it leads to. */
void class_walk_write(const struct class_walk *walk, const struct class_path *path, uint32_t length, game_move *moves);

/* Returns the class of the image of a solution, numbered among the classes at the goals.  Returns -1 if the image is
 * no solution, which can only happen if the rules are wrong or in doubt. */
int64_t class_walk_image(const struct class_walk *walk, unsigned symmetry, const game_move *moves);

/* Merges the classes at the goals that symmetries map to each other.  Returns false if memory runs out. */
bool class_walk_merge_images(struct class_walk *walk, uint32_t *parents, const struct class_path *goals,
                             uint64_t classes);

/* Union-find: returns the root of an element's set. */
uint32_t classes_root(uint32_t *parents, uint32_t element);

#endif
