/* From merged states back to those that tell equal pieces and mirror images apart. */
#ifndef ONLYWAY_SOLVE_SEARCH_UNMERGE_H
#define ONLYWAY_SOLVE_SEARCH_UNMERGE_H

#include "solve/search/shortest.h"

/* Replaces the graph of a search that merges states by the one that a search would have found that
 * does not.  False: a limit, named in the search's watch, or search->failed; the graph is to be freed. */
bool shortest_unmerge(struct shortest *shortest);

#endif
