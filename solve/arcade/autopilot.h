/* Autopilots: they play the arcade game. */
#ifndef ONLYWAY_SOLVE_ARCADE_AUTOPILOT_H
#define ONLYWAY_SOLVE_ARCADE_AUTOPILOT_H

#include "base/text.h"
#include "solve/arcade/game.h"

enum { AUTOPILOT_REASON = 200 };

struct autopilot {
    const char *name, *help;

    /* Studies an arena for all games on it; threads may share the result.  NULL: the autopilot cannot play there, and
     * `reason` says why; an empty reason means that memory ran out. */
    void *(*study)(const struct snake *arena, char *reason);
    void (*forget)(void *knowledge);

    /* Makes the autopilot's memory for one game.  NULL: out of memory. */
    void *(*begin)(const void *knowledge, const struct snake_game *game);
    void (*end)(void *memory);

    /* Returns its next move, or -1 if it sees none. */
    int (*choose)(void *memory, const struct snake_game *game);

    /* Its choice depends only on the position, so it repeats its moves forever once a position recurs. */
    bool memoryless;
};

/* All autopilots; NULL ends the list. */
extern const struct autopilot *const autopilots[];

/* Finds an autopilot by name.  `all`: the name "all" is allowed and gives NULL.  Returns false, with a message in
 * `error`, if there is none. */
bool autopilot_find(const char *name, bool all, const struct autopilot **autopilot, struct text *error);

extern const struct autopilot autopilot_manhattan, autopilot_sweep, autopilot_tail_escape, autopilot_cycle,
    autopilot_perturbed, autopilot_perturbed_safe, autopilot_cells;

/* How a game ends: the arena is full; the snake ran into something; the game loops; the snake has no move left or the
 * autopilot sees none; memory ran out. */
enum game_result { GAME_WON, GAME_CRASHED, GAME_LOOPING, GAME_STUCK, GAME_NO_MEMORY };

extern const char *const game_result_names[];

/* Called after every move that eats food. */
typedef void food_function(void *context, const struct snake_game *game);

/* Plays a started game to its end.  `eaten` may be NULL. */
enum game_result autopilot_play(const struct autopilot *autopilot, const void *knowledge, struct snake_game *game,
                                food_function *eaten, void *context);

#endif
