/* What is seen of a level that is being played. */
#ifndef ONLYWAY_OUT_SESSION_SCENE_H
#define ONLYWAY_OUT_SESSION_SCENE_H

#include "games/draw/scene.h"
#include "play/session.h"

/* Makes the scene of where a session of a puzzle has come to.  `start` is the scene of its start,
 * or NULL; see scene_make.  False: out of memory. */
bool session_scene(const struct session *session, const struct puzzle *puzzle, const struct scene *start,
                   struct scene *scene);

#endif
