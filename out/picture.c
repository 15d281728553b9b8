/* Pictures: the ground first, then the pieces, from back to front; see picture.h. */
#include "out/picture.h"

#include "games/draw/face.h"

/* Draws the pieces row by row of their feet, so that those in front cover those behind.  If nothing stands upright,
 * draws them in any order. */
static void draw_sprites(const struct scene *scene, const struct brush *brush)
{
    bool upright = scene->face->picture->upright;
    for (int row = 0; row < (upright ? scene->rows : 1); row++) {
        for (size_t i = 0; i < scene->count; i++) {
            const struct sprite *sprite = &scene->sprites[i];
            if (sprite->scale >= 0.01 && (!upright || (int)sprite->y == row))
                sprite->shape->draw(scene, sprite, brush);
        }
    }
}

bool picture_draw_ground(const struct scene *scene, const struct pen *pen)
{
    const struct picture_look *look = scene->face->picture;
    struct brush brush = brush_of(pen);
    return look->floor != NULL ? draw_floor_and_walls(scene, &brush, look->floor) : look->draw_ground(scene, &brush);
}

bool picture_draw_pieces(const struct scene *from, const struct scene *to, double t, const struct pen *pen)
{
    struct brush brush = brush_of(pen);
    struct scene moment;
    if (!scene_between(&moment, from, to, t))
        return false;
    const struct floor_style *floor = moment.face->picture->floor;
    bool good = floor == NULL || draw_changes(&moment, &brush, floor);
    draw_sprites(&moment, &brush);
    scene_free(&moment);
    return good;
}

bool picture_draw(const struct scene *from, const struct scene *to, double t, const struct pen *pen)
{
    return picture_draw_ground(from, pen) && picture_draw_pieces(from, to, t, pen);
}
