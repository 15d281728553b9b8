/* The level that the page's engine has loaded, for the other parts of the engine. */
#ifndef ONLYWAY_OUT_PAGE_ENGINE_H
#define ONLYWAY_OUT_PAGE_ENGINE_H

#include "games/draw/scene.h"
#include "play/session.h"

/* The current state; engine_puzzle and engine_session return NULL if no level is loaded. */
const struct puzzle *engine_puzzle(void);
struct session *engine_session(void);
const struct grid *engine_drawn(void);
const struct scene *engine_scene(void);
unsigned engine_metric(void);

#endif
