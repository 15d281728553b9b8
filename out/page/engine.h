/* The level that the page's engine has loaded, for the other calls about it. */
#ifndef ONLYWAY_OUT_PAGE_ENGINE_H
#define ONLYWAY_OUT_PAGE_ENGINE_H

#include "games/draw/scene.h"
#include "play/session.h"

/* As it is now: NULL where none is loaded. */
const struct puzzle *engine_puzzle(void);
struct session *engine_session(void);
const struct grid *engine_drawn(void);
const struct scene *engine_scene(void);
unsigned engine_metric(void);

#endif
