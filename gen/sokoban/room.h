/* A finished room, ready to be searched: its floor cells are numbered, so that rooms of any shape
 * with 64 of them or fewer have sets of cells that are one word.  Larger rooms have sets of
 * more words. */
#ifndef ONLYWAY_GEN_SOKOBAN_ROOM_H
#define ONLYWAY_GEN_SOKOBAN_ROOM_H

#include "gen/sokoban/draft.h"

enum {
    ROOM_WORDS = 3, /* of a set */
    ROOM_WORD = 64, /* cells */
    ROOM_NONE = 255,
    ROOM_MOST_BOXES = 6,
};

struct room_set {
    uint64_t words[ROOM_WORDS];
};

struct room {
    int columns, rows;
    unsigned cells, words;
    unsigned char place[SOKOBAN_DRAFT_CELLS];            /* in the draft, row by row */
    unsigned char next[SOKOBAN_DRAFT_CELLS][DIRECTIONS]; /* the cell that way, or ROOM_NONE */
    struct room_set beside[SOKOBAN_DRAFT_CELLS];         /* all neighbours */
};

/* A level of the room, whose start is the region in which the player can walk. */
struct room_level {
    struct room_set boxes, goals, region;
};

void room_make(struct room *room, const struct sokoban_draft *draft);

static inline bool room_has(const struct room_set *set, unsigned cell)
{
    return set->words[cell / ROOM_WORD] >> (cell % ROOM_WORD) & 1;
}

static inline void room_flip(struct room_set *set, unsigned cell)
{
    set->words[cell / ROOM_WORD] ^= UINT64_C(1) << (cell % ROOM_WORD);
}

/* The name of a push. */
static inline uint16_t room_label(unsigned box, unsigned direction)
{
    return (uint16_t)(DIRECTIONS * box + direction);
}

unsigned room_count(const struct room_set *set);

/* So many cells of the room, each choice as likely as the others. */
struct room_set room_pick_cells(const struct room *room, unsigned count, struct rng *rng);

/* Where the player can walk from a cell. */
struct room_set room_walk(const struct room *room, const struct room_set *boxes, unsigned from);

/* Makes one pull, any of those that can be made.  The player is at *player.  False: there is
 * none. */
bool room_pull(const struct room *room, struct room_set *boxes, unsigned *player, struct rng *rng);

/* The level as text, with a wall all around; the player stands anywhere in his region, each cell as
 * likely as the others.  False: out of memory. */
bool room_write(const struct room *room, const struct room_level *level, struct rng *rng, struct grid *grid);

#endif
