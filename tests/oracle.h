/* An obviously right and slow judge of LongCat levels, for comparison with the fast one.
 *
 * It lists every solution through the plain rules, without pruning and without memory, and takes
 * the measures from that list and from drawn pictures, word for word as they are defined.  It
 * shares nothing with solve/ but the result's names. */
#ifndef ONLYWAY_TESTS_ORACLE_H
#define ONLYWAY_TESTS_ORACLE_H

#include "games/game.h"

enum { ORACLE_LONGEST = 64 }; /* moves of a solution, at most */

struct oracle_solution {
    unsigned length;
    unsigned char labels[ORACLE_LONGEST]; /* enum direction */
};

struct oracle {
    struct oracle_solution *list; /* in the order of their labels */
    size_t count;
    size_t essential;
    unsigned symmetry;

    /* Of the first of the shortest ones; only where count > 0. */
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

/* "Obviously lost", from the picture of a state. */
bool oracle_lost(const struct puzzle *puzzle, const unsigned char *state);

#endif
