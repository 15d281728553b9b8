/* LongCat levels grown backwards, from the last slide to the first.
 *
 * Growth puts another slide before a position with exactly one solution: the cat starts further back, on a wall, and
 * the walls that it slides over become floor.  After the slide these cells are covered and the position is as before,
 * so the rest of the game needs no second look.  Only the other slides from the new start must be lost.  If one of them
 * leads back into open floor and its loss shows late, it is a trap.  So a level gets one trap after another, while
 * levels made forwards rarely get any.
 *
 * No rule tells which slides are best put first, so a beam search keeps many positions at a time. */
#ifndef ONLYWAY_GEN_LONGCAT_GROWTH_H
#define ONLYWAY_GEN_LONGCAT_GROWTH_H

#include "gen/climb/proposer.h"
#include "gen/longcat/draft.h"
#include "solve/longcat/probe.h"

enum { GROWTH_WORDS = 16 }; /* length of a bit set with one bit per cell */

enum { GROWTH_SMALL = 100 }; /* a board of more cells is large */

/* What growth looks for. */
struct growth_wish {
    const struct proposal *proposal; /* whose stop ends growth early */
    double luck;                     /* bits */
    void *context;

    /* Sets *worth to what a position is worth as a level.  The profile lacks interplay and detours.  Returns false if
     * no slides put before the position can make it a wanted level. */
    bool (*judge)(void *context, const struct profile *profile, unsigned walls, double *worth);
};

struct longcat_growth;

/* Returns whether levels of a size can be grown: up to 32x32 cells. */
bool longcat_growth_suits(int columns, int rows);

/* Makes the memory for a beam of up to `width` positions, which must be at least 2.  Returns NULL if memory runs
 * out. */
struct longcat_growth *longcat_growth_make(int columns, int rows, unsigned width);
void longcat_growth_free(struct longcat_growth *growth);

/* Grows a draft with exactly one solution (`path`, `length` slides) into the best level it finds.  Among equally good
 * ones it prefers traps that show later, fewer walls and an earlier first trap.  The beam keeps up to `width`
 * positions.  Returns the new length of `path` and adds the number of positions searched to *nodes. */
unsigned longcat_grow(struct longcat_growth *growth, unsigned width, const struct growth_wish *wish,
                      struct longcat_draft *draft, unsigned char *path, unsigned length, struct rng *rng,
                      uint64_t *nodes);

/* longcat_grow from a position that only has the last cell of the game, a random one. */
unsigned longcat_grow_new(struct longcat_growth *growth, unsigned width, const struct growth_wish *wish,
                          struct longcat_draft *draft, unsigned char *path, struct rng *rng, uint64_t *nodes);

#endif
