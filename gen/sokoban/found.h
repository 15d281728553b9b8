/* The results of a search through a room: for each depth a few levels, sampled across all that were found. */
#ifndef ONLYWAY_GEN_SOKOBAN_FOUND_H
#define ONLYWAY_GEN_SOKOBAN_FOUND_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FOUND_DEPTHS = 256, /* deeper levels are ignored */
    FOUND_KEPT = 8,     /* per depth */
};

/* A state and a placement of the goals, as numbered by the search. */
struct found_pair {
    uint32_t state, goals;
};

struct found {
    int deepest; /* -1: nothing was found */
    struct {
        uint64_t seen, next; /* number of levels offered, and index of the next one to keep */
        unsigned kept;
        struct found_pair pairs[FOUND_KEPT];
    } depths[FOUND_DEPTHS];
};

/* Counts one more level of this depth.  Returns whether to keep it. */
static inline bool found_wants(struct found *found, int depth)
{
    return depth < FOUND_DEPTHS && found->depths[depth].seen++ >= found->depths[depth].next;
}

#endif
