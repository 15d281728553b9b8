/* The faces of all games. */
#include "faces/face.h"

extern const struct face face_longcat, face_sokoban, face_snowman, face_snakebird, face_snake,
    face_theseus, face_puzzlescript, face_plain;

const struct face *const faces[] = {
    &face_longcat,
    &face_sokoban,
    &face_snowman,
    &face_snakebird,
    &face_snake,
    &face_theseus,
    &face_puzzlescript,
    NULL,
};

const struct face *face_of(const struct game *game)
{
    size_t i = 0;
    while (faces[i] != NULL && faces[i]->game != game)
        i++;
    return faces[i] != NULL ? faces[i] : &face_plain;
}
