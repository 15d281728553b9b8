/* LongCat levels grown backwards, from the last slide to the first.
 *
 * A position with exactly one solution gets another slide put before it: the cat starts further back, on
 * a wall, and the walls that it slides over on its way become floor.  Once it has come, they are covered,
 * and all is as before: the rest of the game needs no second look.  Only the other slides that the new
 * start offers have to be lost.  If such a slide leads back into open floor, and its loss shows late, it
 * is a trap; so a level gets one after the other, while levels made forwards come by them seldom.
 *
 * Which slides are best put first nobody knows: a beam search keeps many positions at a time. */
#ifndef ONLYWAY_GEN_LONGCAT_GROWTH_H
#define ONLYWAY_GEN_LONGCAT_GROWTH_H

#include "gen/longcat/draft.h"
#include "solve/longcat/probe.h"

enum { GROWTH_WORDS = 4 }; /* of one bit a cell */

/* What is looked for. */
struct growth_wish {
    double luck; /* bits */
    void *context;

    /* What a position is worth as a level; its profile lacks interplay and detours.  False: nothing
     * put before it can make it one that is wanted. */
    bool (*judge)(void *context, const struct profile *profile, unsigned walls, double *worth);
};

struct longcat_growth;

/* Whether levels of a size can be grown: up to 16x16 cells. */
bool longcat_growth_suits(int columns, int rows);

/* Makes what it takes to keep up to `width` positions at a time, 2 at least.  NULL: out of memory. */
struct longcat_growth *longcat_growth_make(int columns, int rows, unsigned width);
void longcat_growth_free(struct longcat_growth *growth);

/* Grows a draft with exactly one solution, `path` of `length` slides, into the best that it meets; of
 * equally good ones into one whose traps show later, with fewer walls and an earlier first trap.  Keeps up to `width`
 * positions at a time.  Returns the new length of `path`, and adds the positions it looked at to *nodes. */
unsigned longcat_grow(struct longcat_growth *growth, unsigned width, const struct growth_wish *wish,
                      struct longcat_draft *draft, unsigned char *path, unsigned length, struct rng *rng,
                      uint64_t *nodes);

/* The same from the last cell of the game, a random one. */
unsigned longcat_grow_new(struct longcat_growth *growth, unsigned width, const struct growth_wish *wish,
                          struct longcat_draft *draft, unsigned char *path, struct rng *rng, uint64_t *nodes);

#endif
