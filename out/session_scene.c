/* The scene of a level that is being played; see session_scene.h. */
#include "out/session_scene.h"

#include <stdlib.h>

bool session_scene(const struct session *session, const struct puzzle *puzzle, const struct scene *start,
                   struct scene *scene)
{
    struct grid grid;
    int *trail = NULL;
    size_t length = session_trail(session, NULL, 0);
    if (length == SIZE_MAX || !session_draw(session, &grid))
        return false;
    bool good = true;
    if (length > 0) {
        trail = calloc(length, sizeof *trail);
        good = trail != NULL && session_trail(session, trail, length) == length;
    }
    good = good && scene_of_puzzle(scene, puzzle, &grid, trail, length, start);
    free(trail);
    grid_free(&grid);
    return good;
}
