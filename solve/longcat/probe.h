/* A quick look at a LongCat board for generators, which look at thousands of boards: does it have exactly one solution,
 * and how hard is it?  The probe stores nothing, so it pays only while boards are small or quickly refuted.  The final
 * judgement comes from longcat_judge. */
#ifndef ONLYWAY_SOLVE_LONGCAT_PROBE_H
#define ONLYWAY_SOLVE_LONGCAT_PROBE_H

#include "solve/longcat/position.h"

struct probe {
    struct position position;
    uint64_t max_nodes;  /* limit for one board */
    uint64_t nodes;      /* searched for the last board */
    unsigned char *path; /* directions of the first solution found */
    unsigned length;
    unsigned char *trying; /* scratch */
};

/* Makes a probe for boards of one size.  Returns false if memory runs out. */
bool probe_make(struct probe *probe, int columns, int rows, uint64_t max_nodes);
void probe_free(struct probe *probe);

/* Looks for up to `limit` solutions of a board (see position_set).  Returns how many it found, with the first in
 * `path`, or -1 if max_nodes did not suffice. */
int probe_count(struct probe *probe, const unsigned char *open, int head, unsigned limit);

/* Returns whether the board has a solution besides `path`, which must solve it: 1 for yes, 0 for no, -1 if max_nodes
 * did not suffice. */
int probe_has_other(struct probe *probe, const unsigned char *open, int head);

/* The measures of an only solution.  `luck` is not capped at LUCK_MOST. */
struct profile {
    unsigned depth, choices, traps, interplay, detours;
    double bits, luck;
};

/* Fills in the profile; interplay and detours only if `full`.  The probe's path must solve the board.  Traps are
 * counted as if it were the only solution. */
void probe_profile(struct probe *probe, const unsigned char *open, int head, bool full, struct profile *profile);

/* Returns for how many slides at most the position can hide that it is lost, that is, how far play can go before it
 * is obviously lost; 0 if it already is.  Returns -1 if the position can be won or max_nodes did not suffice.  The
 * position must be unsolved and come after a slide in direction `last`.  Adds to `nodes`. */
int probe_hides(struct probe *probe, enum direction last);

/* Returns whether the greedy player solves the board. */
bool probe_greedy(struct probe *probe, const unsigned char *open, int head);

#endif
