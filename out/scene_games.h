/* What the characters of each game's text show; inner header of scene.h. */
#ifndef ONLYWAY_OUT_SCENE_GAMES_H
#define ONLYWAY_OUT_SCENE_GAMES_H

#include "out/scene.h"

/* What a scene is made of; see scene_make. */
struct scene_text {
    const struct grid *drawn;
    const int *trail;
    size_t trail_length;
    const struct scene *start;
};

struct scene_reader {
    const char *game;
    unsigned (*ground)(unsigned char c); /* what a character says of the ground */
    bool (*read)(struct scene *scene, const struct scene_text *text); /* the view and the pieces */
};

/* The reader of a game; of a game without one, a plain one that shows characters. */
const struct scene_reader *scene_reader_of(const struct game *game);

/* Snakebird's read (scene_snakebird.c). */
bool scene_read_snakebird(struct scene *scene, const struct scene_text *text);

#endif
