/* The arcade game of Snake, as the autopilots play it.
 *
 * The snake starts one cell long on a random open cell.  Food appears on a random free cell.  Each move takes the head
 * one cell forward.  A head that reaches the food eats it, and the snake has to grow by the food's value: 1, or with
 * Nokia's growth 1, 2, 3, ... for successive foods.  While the snake has to grow, its tail stays.  Otherwise the tail
 * leaves its cell, and the head may enter that cell in the same move unless the rules forbid it.  A snake of two cells
 * cannot turn back on the spot.  The game is won when the snake fills the arena, and lost when the head hits a wall or
 * the body.
 *
 * All random choices follow from the seed and the number of the game, so any game can be replayed. */
#ifndef ONLYWAY_SOLVE_ARCADE_GAME_H
#define ONLYWAY_SOLVE_ARCADE_GAME_H

#include "base/rng.h"
#include "games/snake/snake.h"

struct snake_rules {
    bool tail_blocked; /* the head may not enter the cell that the tail is leaving */
    bool nokia;        /* the snake grows by the food's value */
};

struct snake_game {
    const struct snake *arena;
    struct snake_rules rules;
    uint64_t seed, number;
    struct rng rng;
    /* Heads are numbered from `cells` on.  The n-th lies in body[n % cells].  stamp[cell] is the number of the last
     * head on a cell. */
    unsigned *body;  /* [cells] */
    uint32_t *stamp; /* [cells] */
    uint32_t newest; /* the number of the current head */
    unsigned length;
    unsigned food;   /* the food's cell; undefined once the game is won */
    unsigned value;  /* what the food adds to the length */
    unsigned growth; /* cells still to grow */
    uint32_t moves, points;
};

/* Starts game `number` of a seed.  Returns false if memory runs out. */
bool snake_game_start(struct snake_game *game, const struct snake *arena, struct snake_rules rules, uint64_t seed,
                      uint64_t number);
void snake_game_free(struct snake_game *game);

static inline unsigned snake_head(const struct snake_game *game)
{
    return game->body[game->newest % game->arena->cells];
}

/* Returns the cell of the i-th segment, counted from the tail. */
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

/* Returns the cell in that direction if the head may enter it, else -1. */
int snake_ahead(const struct snake_game *game, enum direction direction);

/* Starts a random stream for the player of this game, independent of that of the food. */
void snake_game_stream(const struct snake_game *game, struct rng *rng);

/* Moves the head.  Returns false, and changes nothing, if the head may not go there. */
bool snake_move(struct snake_game *game, enum direction direction);

/* --- best play on a tiny arena --- */

enum { SNAKE_EXACT_CELLS = 16 };

/* Computes the probability of winning the arcade game under best play and, where that is 1, the least expected number
 * of moves.  Food adds one cell.  Returns false if the arena has more than SNAKE_EXACT_CELLS cells or memory runs out.
 */
bool snake_exact(const struct snake *arena, bool tail_blocked, double *wins, double *moves);

#endif
