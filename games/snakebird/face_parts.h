/* Declarations shared by the parts of Snakebird's face. */
#ifndef ONLYWAY_GAMES_SNAKEBIRD_FACE_PARTS_H
#define ONLYWAY_GAMES_SNAKEBIRD_FACE_PARTS_H

#include "games/draw/picture.h"

/* The pieces (face_shapes.c). */
extern const struct shape snakebird_bird, snakebird_block, snakebird_fruit;

/* Reads birds, blocks and fruit from the text (face_scene.c); see struct picture_look. */
bool snakebird_read_scene(struct scene *scene, const struct scene_text *text);

/* Draws the world seen from the side (face_sky.c); see struct picture_look. */
bool snakebird_draw_sky(const struct scene *scene, const struct brush *brush);

#endif
