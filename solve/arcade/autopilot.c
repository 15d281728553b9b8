/* The list of autopilots, and how one plays a game; see autopilot.h.
 *
 * A game goes round in circles when a position comes back: for a player that keeps nothing in mind
 * that is for ever.  Brent's method finds it: every position is compared with one kept from
 * earlier, and the kept one is renewed after 1, 2, 4, ... moves.  A player with a memory or with
 * random choices is given up after many times as many moves as there are cells. */
#include "solve/arcade/autopilot.h"

#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

const struct autopilot *const autopilots[] = {
    &autopilot_manhattan,
    &autopilot_euclidean,
    &autopilot_sweep,
    &autopilot_tail_escape,
    &autopilot_tail_escape_random,
    &autopilot_cycle,
    &autopilot_perturbed,
    &autopilot_perturbed_safe,
    &autopilot_cells,
    NULL,
};

bool autopilot_find(const char *name, bool all, const struct autopilot **autopilot,
                    struct text *error)
{
    const char *names[32];
    size_t count = 0;
    *autopilot = NULL;
    if (all && strcmp(name, "all") == 0)
        return true;
    if (all)
        names[count++] = "all";
    for (size_t i = 0; autopilots[i] != NULL; i++) {
        names[count++] = autopilots[i]->name;
        if (strcmp(autopilots[i]->name, name) == 0) {
            *autopilot = autopilots[i];
            return true;
        }
    }
    say_unknown("autopilot", name, names, count, error);
    return false;
}

const char *const game_result_names[] = {
    [GAME_WON] = "won",
    [GAME_CRASHED] = "crashed",
    [GAME_LOOPING] = "looping",
    [GAME_STUCK] = "stuck",
    [GAME_NO_MEMORY] = "out of memory",
};

enum { PATIENCE = 64 }; /* times the cells, without food */

struct watcher {
    unsigned *kept; /* [cells]: a body seen earlier, tail first */
    unsigned length;
    uint32_t next;  /* when to keep another */
    uint32_t points, since; /* food eaten, and when last */
};

static bool comes_back(const struct watcher *watcher, const struct snake_game *game)
{
    if (watcher->length != game->length || game->growth > 0)
        return false;
    for (unsigned i = 0; i < game->length; i++) {
        if (watcher->kept[i] != snake_segment(game, i))
            return false;
    }
    return true;
}

static bool loops(struct watcher *watcher, const struct snake_game *game, bool memoryless)
{
    if (game->points != watcher->points) {
        watcher->points = game->points;
        watcher->since = watcher->next = game->moves;
        watcher->length = 0;
    }
    uint32_t fasting = game->moves - watcher->since;
    if (!memoryless)
        return fasting > (uint32_t)PATIENCE * game->arena->cells;
    if (comes_back(watcher, game))
        return true;
    if (game->moves == watcher->next) {
        watcher->next = game->moves + fasting + 1;
        watcher->length = game->length;
        for (unsigned i = 0; i < game->length; i++)
            watcher->kept[i] = snake_segment(game, i);
    }
    return false;
}

static bool can_move(const struct snake_game *game)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (snake_ahead(game, (enum direction)direction) >= 0)
            return true;
    }
    return false;
}

enum game_result autopilot_play(const struct autopilot *autopilot, const void *knowledge,
                                struct snake_game *game, food_function *eaten, void *context)
{
    struct watcher watcher = {.kept = calloc(game->arena->cells, sizeof *watcher.kept)};
    void *memory = autopilot->begin(knowledge, game);
    enum game_result result = GAME_NO_MEMORY;
    while (watcher.kept != NULL && memory != NULL) {
        result = GAME_WON;
        if (snake_won(game))
            break;
        result = GAME_LOOPING;
        if (loops(&watcher, game, autopilot->memoryless))
            break;
        result = GAME_STUCK;
        int direction = can_move(game) ? autopilot->choose(memory, game) : -1;
        if (direction < 0)
            break;
        result = GAME_CRASHED;
        uint32_t points = game->points;
        if (!snake_move(game, (enum direction)direction))
            break;
        if (eaten != NULL && game->points != points)
            eaten(context, game);
    }
    if (memory != NULL)
        autopilot->end(memory);
    free(watcher.kept);
    return result;
}
