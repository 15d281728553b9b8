/* A Sokoban level while it is being made: a room, into which boxes, goals and player come at
 * last.
 *
 * A draft has at most 64 cells with a gap of one bit between its rows, so that a set of its cells
 * is one word and a step of the whole set is a shift. */
#ifndef ONLYWAY_GEN_SOKOBAN_DRAFT_H
#define ONLYWAY_GEN_SOKOBAN_DRAFT_H

#include "base/rng.h"
#include "games/grid.h"

enum { SOKOBAN_DRAFT_BITS = 64 };

struct sokoban_draft {
    int columns, rows; /* (columns + 1) * rows is at most 64 */
    uint64_t floor;
};

/* Whether a draft of that size fits into a word. */
static inline bool sokoban_draft_fits(unsigned columns, unsigned rows)
{
    return (columns + 1) * rows <= SOKOBAN_DRAFT_BITS;
}

static inline unsigned sokoban_draft_bit(const struct sokoban_draft *draft, int row, int column)
{
    return (unsigned)(row * (draft->columns + 1) + column);
}

/* All cells of `cells` moved one step. */
static inline uint64_t sokoban_draft_step(const struct sokoban_draft *draft, uint64_t cells,
                                          unsigned direction)
{
    unsigned width = (unsigned)draft->columns + 1;
    switch (direction) {
    case UP:
        return cells >> width;
    case RIGHT:
        return cells << 1;
    case DOWN:
        return cells << width;
    default:
        return cells >> 1;
    }
}

/* Everything connected with `from` within `open`. */
uint64_t sokoban_draft_flood(const struct sokoban_draft *draft, uint64_t from, uint64_t open);

/* Scatters so many walls.  Then closes pockets, so that the floor hangs together, and dead ends,
 * where nothing is ever to be done. */
void sokoban_draft_scatter(struct sokoban_draft *draft, unsigned walls, struct rng *rng);

/* Closes pockets and dead ends of any draft. */
void sokoban_draft_tidy(struct sokoban_draft *draft);

/* Whether the floor touches all four sides, so that the draft is as large as was asked for. */
bool sokoban_draft_spans(const struct sokoban_draft *draft);

/* Whether no rotation or reflection of the draft comes before it in the order of their bits. */
bool sokoban_draft_is_first(const struct sokoban_draft *draft);

/* Makes one pull, any of those that can be made; `boxes` and `player` are sets of bits.  False:
 * there is none. */
bool sokoban_draft_pull(const struct sokoban_draft *draft, uint64_t *boxes, uint64_t *player,
                        struct rng *rng);

/* So many cells of a set, each choice as likely as the others. */
uint64_t sokoban_draft_pick(uint64_t cells, unsigned count, struct rng *rng);

/* The level as text, with a wall all around.  False: out of memory. */
bool sokoban_draft_write(const struct sokoban_draft *draft, uint64_t boxes, uint64_t goals,
                         unsigned player, struct grid *grid);

#endif
