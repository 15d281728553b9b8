/* The classic game of Snake, for the page's scripts.  It is played in the arena that the engine has loaded; the scripts
 * decide when the snake moves. */
#include "solve/arcade/game.h"

#include "games/draw/face.h"
#include "out/page/engine.h"
#include "out/picture.h"

#include <stdlib.h>

enum outcome { MOVED, ATE, WON, CRASHED };

static struct snake_game game; /* `body` NULL: no game is in progress */

/* Whether the level is also an arena of the classic game. */
bool EXPORT(is_arcade)(void)
{
    return engine.puzzle != NULL && face_of(engine.puzzle->game)->arena != NULL;
}

void EXPORT(arcade_end)(void)
{
    snake_game_free(&game);
}

/* Begins the game with a seed.  Returns false if memory runs out or the level is not an arena.  Call arcade_end
 * before another level is loaded. */
bool EXPORT(arcade_start)(unsigned seed)
{
    snake_game_free(&game);
    const struct puzzle *puzzle = engine.puzzle;
    return is_arcade() &&
           snake_game_start(&game, face_of(puzzle->game)->arena(puzzle), (struct snake_rules){0}, seed, 0);
}

/* Moves the head.  Returns an enum outcome. */
int EXPORT(arcade_move)(unsigned direction)
{
    uint32_t points = game.points;
    if (direction >= DIRECTIONS || !snake_move(&game, (enum direction)direction))
        return CRASHED;
    return snake_won(&game) ? WON : game.points > points ? ATE : MOVED;
}

/* Whether a direction leads back into the neck. */
bool EXPORT(arcade_backwards)(unsigned direction)
{
    int ahead = game.arena->next[snake_head(&game) * DIRECTIONS + direction];
    return game.length > 1 && ahead >= 0 && (unsigned)ahead == snake_segment(&game, game.length - 2);
}

/* Output: the points, the length of the snake and the number of the arena's cells. */
void EXPORT(arcade_counts)(void)
{
    text_addf(output_begin(), "%u %u %u", (unsigned)game.points, (unsigned)game.length, (unsigned)game.arena->cells);
}

/* Output: the snake, as SVG elements. */
void EXPORT(arcade_picture)(void)
{
    struct scene scene = {0};
    int *body = calloc(game.length, sizeof *body);
    struct pen pen = pen_svg(output_begin());
    for (unsigned i = 0; body != NULL && i < game.length; i++)
        body[i] = game.arena->place[snake_segment(&game, i)];
    const struct scene_text text = {.drawn = &game.arena->grid, .trail = body, .trail_length = game.length};
    if (body == NULL || !scene_make(&scene, engine.puzzle->game, &text) ||
        !picture_draw_pieces(&scene, &scene, 1, &pen))
        text_fail(&passed.output);
    scene_free(&scene);
    free(body);
}

/* Output: the food's position in the picture, "x y"; empty if the arena has no food. */
void EXPORT(arcade_food)(void)
{
    output_begin();
    if (!snake_won(&game))
        output_point(scene_middle(&engine.to, game.arena->place[game.food]));
}

/* Output: the head's position in the picture, "x y". */
void EXPORT(arcade_head)(void)
{
    output_point(scene_middle(&engine.to, game.arena->place[snake_head(&game)]));
}
