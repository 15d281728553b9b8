/* The scene of a level that is being played. */
#ifndef ONLYWAY_OUT_SESSION_SCENE_H
#define ONLYWAY_OUT_SESSION_SCENE_H

#include "games/draw/scene.h"
#include "play/session.h"

/* Makes the scene of a session's current state.  `start` is the scene of its start, or NULL; see scene_make.
 * Returns false if memory runs out. */
bool session_scene(const struct session *session, const struct puzzle *puzzle, const struct scene *start,
                   struct scene *scene);

#endif
