/* What a search through a room has met: for each depth a few levels, spread over all that there
 * are. */
#ifndef ONLYWAY_GEN_SOKOBAN_FOUND_H
#define ONLYWAY_GEN_SOKOBAN_FOUND_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FOUND_DEPTHS = 256, /* deeper ones are left */
    FOUND_KEPT = 8,     /* of each depth */
};

/* A state and a placement of the goals, as the search numbers them. */
struct found_pair {
    uint32_t state, goals;
};

struct found {
    int deepest; /* -1: nothing was met */
    struct {
        uint64_t seen, next; /* how many were offered, and which is to be kept next */
        unsigned kept;
        struct found_pair pairs[FOUND_KEPT];
    } depths[FOUND_DEPTHS];
};

/* Whether one more that is so deep would be kept; counts it. */
static inline bool found_wants(struct found *found, int depth)
{
    return depth < FOUND_DEPTHS && found->depths[depth].seen++ >= found->depths[depth].next;
}

#endif
