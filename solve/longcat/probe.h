/* A quick look at a LongCat board, for generators that look at thousands of them: does it have
 * exactly one solution, and how hard is that?  Nothing is stored, so that it pays only while boards
 * are small or quickly refuted; the judgement that counts is longcat_judge's. */
#ifndef ONLYWAY_SOLVE_LONGCAT_PROBE_H
#define ONLYWAY_SOLVE_LONGCAT_PROBE_H

#include "solve/longcat/position.h"

struct probe {
    struct position position;
    uint64_t max_nodes;  /* for one board */
    uint64_t nodes;      /* looked at for the last board */
    unsigned char *path; /* directions of the first solution found */
    unsigned length;
    unsigned char *trying; /* scratch */
};

/* Makes a probe for boards of a size.  False: out of memory. */
bool probe_make(struct probe *probe, int columns, int rows, uint64_t max_nodes);
void probe_free(struct probe *probe);

/* Looks for solutions of a board (see position_set), up to `limit` of them.  Returns how many there
 * are, with the first in `path`; -1: max_nodes did not suffice. */
int probe_count(struct probe *probe, const unsigned char *open, int head, unsigned limit);

/* Whether the board has a solution besides `path`, which solves it: 1 yes, 0 no, -1: max_nodes did
 * not suffice. */
int probe_has_other(struct probe *probe, const unsigned char *open, int head);

/* The measures of a solution that is the only one (luck: not cut at LUCK_MOST), and at how many of
 * its stops there are traps. */
struct profile {
    unsigned depth, choices, stops, traps, interplay, detours;
    double bits, luck;
};

/* Fills in everything but interplay, detours and greedy, which `full` adds.  The probe's path
 * solves the board; the traps are those that there are if it is the only solution. */
void probe_profile(struct probe *probe, const unsigned char *open, int head, bool full, struct profile *profile);

/* For how many slides at the most the position at hand, one after a slide and not solved, can hide that
 * it is lost: how far one can go without coming to an obviously lost one; 0: it is one itself.  -1: it can
 * be won, or max_nodes did not suffice.  Adds to `nodes`. */
int probe_hides(struct probe *probe, enum direction last);

/* Whether the greedy player solves the board. */
bool probe_greedy(struct probe *probe, const unsigned char *open, int head);

#endif
