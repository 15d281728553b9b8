/* Partings of shortest solutions, for all games whose shortest solutions count. */
#include "solve/search/essential.h"
#include "solve/search/partings.h"
#include "solve/search/two_ends.h"
#include "solve/solvers.h"

#include <stdio.h>

enum partings_result general_partings(const struct puzzle *puzzle, const struct limits *limits,
                                      struct partings *partings, char reason[80])
{
    struct search search;
    struct shortest shortest;
    enum partings_result result = PARTINGS_LIMIT;
    bool good = search_make(&search, puzzle, limits);
    if (good && search_shortest(&search) && search.depth >= 0 &&
        shortest_make(&shortest, &search) == SHORTEST_MADE) {
        result = shortest_partings(&shortest, ESSENTIAL_MOST, partings);
        shortest_free(&shortest);
    }
    if (!good || search.failed)
        result = PARTINGS_FAILED;
    snprintf(reason, 80, "%s", search.watch.reason);
    search_free(&search);
    return result;
}
