/* What the parts of Snakebird's face share. */
#ifndef ONLYWAY_GAMES_SNAKEBIRD_FACE_PARTS_H
#define ONLYWAY_GAMES_SNAKEBIRD_FACE_PARTS_H

#include "games/draw/picture.h"

/* Its pieces (shapes.c). */
extern const struct shape snakebird_bird, snakebird_block, snakebird_fruit;

/* From the text to birds, blocks and fruit (scene.c), as in struct picture_look. */
bool snakebird_read_scene(struct scene *scene, const struct scene_text *text);

/* The world seen from the side (face_sky.c), likewise. */
bool snakebird_draw_sky(const struct scene *scene, const struct brush *brush);

#endif
