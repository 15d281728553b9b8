/* Separates merged states again into states that distinguish equal pieces and mirror images. */
#ifndef ONLYWAY_SOLVE_SEARCH_UNMERGE_H
#define ONLYWAY_SOLVE_SEARCH_UNMERGE_H

#include "solve/search/shortest.h"

/* Replaces the graph of a search that merges states by the graph that a search without merging would have found.
 * Returns false on a limit (search->watch.reason names it) or if search->failed; free the graph in either case. */
bool shortest_unmerge(struct shortest *shortest);

#endif
