/* The arcade game of Snake, as the autopilots play it.
 *
 * The snake starts one cell long on a random open cell; food appears on a random free cell.  Each
 * move takes the head one cell on.  A head that comes to the food eats it: the snake is to grow by
 * the food's value, 1, or with Nokia's growth 1, 2, 3, ... for one food after another.  While the
 * snake is to grow, its tail stays where it is; else the tail leaves its cell, which the head may
 * enter in the same move (unless the rules bar that); a snake of two cells does not turn back on
 * the spot, though.  The game is won when the snake fills the arena and lost when the head meets
 * the wall or the body.
 *
 * All chance comes from the seed and the number of the game, so that any game can be played
 * again. */
#ifndef ONLYWAY_SOLVE_ARCADE_GAME_H
#define ONLYWAY_SOLVE_ARCADE_GAME_H

#include "base/rng.h"
#include "games/snake/snake.h"

struct snake_rules {
    bool tail_blocked; /* the head may not enter the cell that the tail is leaving */
    bool nokia;        /* growth by the food's value */
};

struct snake_game {
    const struct snake *arena;
    struct snake_rules rules;
    uint64_t seed, number;
    struct rng rng;
    /* The segment that became head as the n-th, counted from `cells`, lies in body[n % cells], and
     * stamp[cell] is the n of the last segment there. */
    unsigned *body;  /* [cells] */
    uint32_t *stamp; /* [cells] */
    uint32_t newest; /* the head's n */
    unsigned length;
    unsigned food;   /* its cell; meaningless once the game is won */
    unsigned value;  /* what the food makes the snake grow by */
    unsigned growth; /* cells still to grow */
    uint32_t moves, points;
};

/* Starts the n-th game of a seed.  False: out of memory. */
bool snake_game_start(struct snake_game *game, const struct snake *arena, struct snake_rules rules, uint64_t seed,
                      uint64_t number);
void snake_game_free(struct snake_game *game);

static inline unsigned snake_head(const struct snake_game *game)
{
    return game->body[game->newest % game->arena->cells];
}

/* The i-th segment, counted from the tail. */
static inline unsigned snake_segment(const struct snake_game *game, unsigned i)
{
    return game->body[(game->newest - game->length + 1 + i) % game->arena->cells];
}

static inline unsigned snake_tail(const struct snake_game *game)
{
    return snake_segment(game, 0);
}

static inline bool snake_covers(const struct snake_game *game, unsigned cell)
{
    return game->stamp[cell] + game->length > game->newest;
}

static inline bool snake_won(const struct snake_game *game)
{
    return game->length == game->arena->cells;
}

/* The cell that way if the head may go there, else -1. */
int snake_ahead(const struct snake_game *game, enum direction direction);

/* A random stream for a player of this game, other than that of the food. */
void snake_game_stream(const struct snake_game *game, struct rng *rng);

/* Moves the head.  False: it may not go there, and nothing changes. */
bool snake_move(struct snake_game *game, enum direction direction);

#endif
