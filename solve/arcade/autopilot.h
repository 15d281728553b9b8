/* Players of the arcade game. */
#ifndef ONLYWAY_SOLVE_ARCADE_AUTOPILOT_H
#define ONLYWAY_SOLVE_ARCADE_AUTOPILOT_H

#include "base/text.h"
#include "solve/arcade/game.h"

enum { AUTOPILOT_REASON = 200 };

struct autopilot {
    const char *name, *help;

    /* What it knows of an arena, for all its games; threads may share it.  NULL: it cannot play
     * there, for the reason given, or, where that is empty, for want of memory. */
    void *(*study)(const struct snake *arena, const struct snake_rules *rules, char *reason);
    void (*forget)(void *knowledge);

    /* What it keeps during one game.  NULL: out of memory. */
    void *(*begin)(const void *knowledge, const struct snake_game *game);
    void (*end)(void *memory);

    /* Its next move, or -1: it sees none. */
    int (*choose)(void *memory, const struct snake_game *game);

    /* Its choice depends on what is on the board alone, so that a position that comes back comes
     * back for ever. */
    bool memoryless;
};

/* All of them, NULL last. */
extern const struct autopilot *const autopilots[];

/* The autopilot of a name.  `all`: "all" is a name, too, for which there is NULL.  False: there is
 * none, said in `error`. */
bool autopilot_find(const char *name, bool all, const struct autopilot **autopilot, struct text *error);

extern const struct autopilot autopilot_manhattan, autopilot_sweep, autopilot_tail_escape, autopilot_cycle,
    autopilot_perturbed, autopilot_perturbed_safe, autopilot_cells;

/* How a game ends: the arena is full; the player ran into something; it went round in circles; or
 * it had no move left, or saw none. */
enum game_result { GAME_WON, GAME_CRASHED, GAME_LOOPING, GAME_STUCK, GAME_NO_MEMORY };

extern const char *const game_result_names[];

/* Is told of every food eaten, after the move. */
typedef void food_function(void *context, const struct snake_game *game);

/* Plays a game that has been started to its end.  `eaten` may be NULL. */
enum game_result autopilot_play(const struct autopilot *autopilot, const void *knowledge, struct snake_game *game,
                                food_function *eaten, void *context);

#endif
