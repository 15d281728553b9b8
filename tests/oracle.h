/* A slow and obviously correct judge of LongCat levels, for comparison with the fast one.
 *
 * It lists every solution by the plain rules, without pruning or a table of visited states.  It computes the
 * measures from that list and from drawn pictures, literally as they are defined.  It shares only the names of the
 * results with solve/. */
#ifndef ONLYWAY_TESTS_ORACLE_H
#define ONLYWAY_TESTS_ORACLE_H

#include "games/game.h"

enum { ORACLE_LONGEST = 64 }; /* the most moves of a solution */

struct oracle_solution {
    unsigned length;
    unsigned char labels[ORACLE_LONGEST]; /* enum direction */
};

struct oracle {
    struct oracle_solution *list; /* sorted by labels */
    size_t count;
    size_t essential;
    unsigned symmetry;

    /* The first of the shortest solutions and its measures; valid only if count > 0. */
    struct oracle_solution reported;
    unsigned choices, forced, traps, interplay, detours;
    double bits;
    bool greedy;
    struct {
        unsigned position;
        enum direction direction;
    } trap[4 * ORACLE_LONGEST];
};

/* Judges a LongCat puzzle of at most 64 cells.  Aborts when memory runs out. */
void oracle_judge(const struct puzzle *puzzle, struct oracle *oracle);
void oracle_free(struct oracle *oracle);

/* Returns whether a state is "obviously lost", judged from its picture. */
bool oracle_lost(const struct puzzle *puzzle, const unsigned char *state);

#endif
