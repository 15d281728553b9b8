/* The arcade game of Snake; see game.h. */
#include "solve/arcade/game.h"

#include <stdlib.h>

/* Places food on a random free cell, all equally likely. */
static void place_food(struct snake_game *game)
{
    unsigned cells = game->arena->cells;
    uint32_t pick = rng_below(&game->rng, cells - game->length);
    unsigned cell = 0;
    while (snake_covers(game, cell) || pick-- > 0)
        cell++;
    game->food = cell;
}

bool snake_game_start(struct snake_game *game, const struct snake *arena, struct snake_rules rules, uint64_t seed,
                      uint64_t number)
{
    *game = (struct snake_game){.arena = arena,
                                .rules = rules,
                                .seed = seed,
                                .number = number,
                                .body = calloc(arena->cells, sizeof *game->body),
                                .stamp = calloc(arena->cells, sizeof *game->stamp),
                                .newest = arena->cells,
                                .length = 1,
                                .value = 1};
    if (game->body == NULL || game->stamp == NULL) {
        snake_game_free(game);
        return false;
    }
    rng_start_candidate(&game->rng, seed, number);
    unsigned head = rng_below(&game->rng, arena->cells);
    game->body[game->newest % arena->cells] = head;
    game->stamp[head] = game->newest;
    place_food(game);
    return true;
}

void snake_game_free(struct snake_game *game)
{
    free(game->body);
    free(game->stamp);
    game->body = NULL;
    game->stamp = NULL;
}

void snake_game_stream(const struct snake_game *game, struct rng *rng)
{
    rng_start_candidate(rng, ~game->seed, game->number);
}

int snake_ahead(const struct snake_game *game, enum direction direction)
{
    int next = game->arena->next[snake_head(game) * DIRECTIONS + direction];
    if (next < 0 || !snake_covers(game, (unsigned)next))
        return next;
    bool leaving = (unsigned)next == snake_tail(game) && game->growth == 0 && game->length > 2;
    return leaving && !game->rules.tail_blocked ? next : -1;
}

bool snake_move(struct snake_game *game, enum direction direction)
{
    int next = snake_ahead(game, direction);
    if (next < 0)
        return false;
    bool eats = (unsigned)next == game->food;
    if (eats) {
        game->growth += game->value;
        game->value += game->rules.nokia;
        game->points++;
    }
    game->moves++;
    game->newest++;
    game->body[game->newest % game->arena->cells] = (unsigned)next;
    game->stamp[next] = game->newest;
    if (game->growth > 0) {
        game->growth--;
        game->length++;
    }
    if (eats && !snake_won(game))
        place_food(game);
    return true;
}
