/* Rooms that are ready to be searched.
 *
 * The floor cells of a room are numbered, so that in rooms of any shape with at most 64 cells, a set of cells is one
 * word.  Larger rooms have sets of several words. */
#ifndef ONLYWAY_GEN_SOKOBAN_ROOM_H
#define ONLYWAY_GEN_SOKOBAN_ROOM_H

#include "gen/sokoban/draft.h"

enum {
    ROOM_WORDS = 3, /* per set */
    ROOM_WORD = 64, /* cells per word */
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
    unsigned char next[SOKOBAN_DRAFT_CELLS][DIRECTIONS]; /* the adjacent cell, or ROOM_NONE */
    struct room_set beside[SOKOBAN_DRAFT_CELLS];         /* all neighbours */
};

/* A level of the room.  Its start is the region in which the player can walk. */
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

/* The label of a push. */
static inline uint16_t room_label(unsigned box, unsigned direction)
{
    return (uint16_t)(DIRECTIONS * box + direction);
}

unsigned room_count(const struct room_set *set);

/* The n-th cell of a set, which has more than n. */
unsigned room_nth(const struct room_set *set, unsigned n);

/* Whether the sets have a cell in common. */
bool room_meet(const struct room_set *one, const struct room_set *other);

/* A uniformly random set of `count` cells of the room. */
struct room_set room_pick_cells(const struct room *room, unsigned count, struct rng *rng);

/* The cells that the player can walk to from a cell. */
struct room_set room_walk(const struct room *room, const struct room_set *boxes, unsigned from);

/* Like room_walk, in a room with at most ROOM_WORD cells: those of `open` that can be reached from the cells of
 * `from`. */
uint64_t room_flood(const struct room *room, uint64_t from, uint64_t open);

/* Makes one random pull with the player at *player.  Returns false if no pull is possible. */
bool room_pull(const struct room *room, struct room_set *boxes, unsigned *player, struct rng *rng);

/* Makes the level's text, surrounded by walls, with the player in a random cell of his region.  Returns
 * false if memory runs out. */
bool room_write(const struct room *room, const struct room_level *level, struct rng *rng, struct grid *grid);

#endif
