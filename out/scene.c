/* Scenes as such; what each game's characters mean is in scene_games.c; see scene.h. */
#include "out/scene_games.h"

#include <stdlib.h>
#include <string.h>

struct box box_union(struct box a, struct box b)
{
    double left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
    double right_a = a.x + a.width, right_b = b.x + b.width;
    double bottom_a = a.y + a.height, bottom_b = b.y + b.height;
    double right = right_a > right_b ? right_a : right_b;
    double bottom = bottom_a > bottom_b ? bottom_a : bottom_b;
    return (struct box){left, top, right - left, bottom - top};
}

/* Makes room for one more element behind `count`.  False: out of memory. */
static bool make_room(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t wanted = 2 * count + 16;
    void *larger = wanted > SIZE_MAX / size ? NULL : realloc(*array, wanted * size);
    if (larger == NULL)
        return false;
    *array = larger;
    *room = wanted;
    return true;
}

struct sprite *scene_add(struct scene *scene, enum sprite_kind kind, struct point place)
{
    void *sprites = scene->sprites;
    if (!make_room(&sprites, scene->count, &scene->room, sizeof *scene->sprites))
        return NULL;
    scene->sprites = sprites;
    struct sprite *sprite = &scene->sprites[scene->count++];
    *sprite = (struct sprite){.kind = kind, .x = place.x, .y = place.y, .scale = 1, .facing = -1,
                              .first = scene->point_count};
    return sprite;
}

bool scene_add_point(struct scene *scene, struct point point)
{
    void *points = scene->points;
    if (!make_room(&points, scene->point_count, &scene->point_room, sizeof *scene->points))
        return false;
    scene->points = points;
    scene->points[scene->point_count++] = point;
    scene->sprites[scene->count - 1].count++;
    return true;
}

unsigned scene_ground(const struct scene *scene, int row, int column)
{
    if (row >= 0 && column >= 0 && row < scene->rows && column < scene->columns)
        return scene->ground[row * scene->columns + column];
    const struct scene_reader *reader = scene_reader_of(scene->game);
    return reader->ground(scene->game->outside);
}

bool scene_copy(struct scene *to, const struct scene *from)
{
    size_t cells = (size_t)from->columns * (size_t)from->rows;
    *to = *from;
    to->room = to->count = to->point_room = to->point_count = 0;
    to->sprites = NULL;
    to->points = NULL;
    to->ground = malloc(cells > 0 ? cells : 1);
    if (to->ground == NULL)
        return false;
    memcpy(to->ground, from->ground, cells);
    bool good = true;
    for (size_t i = 0; good && i < from->count; i++)
        good = scene_add_copy(to, from, &from->sprites[i]) != NULL;
    if (!good)
        scene_free(to);
    return good;
}

struct sprite *scene_add_copy(struct scene *scene, const struct scene *from,
                              const struct sprite *sprite)
{
    struct sprite *copy = scene_add(scene, sprite->kind, (struct point){sprite->x, sprite->y});
    if (copy == NULL)
        return NULL;
    size_t first = copy->first;
    *copy = *sprite;
    copy->first = first;
    copy->count = 0;
    for (size_t i = 0; i < sprite->count; i++) {
        if (!scene_add_point(scene, from->points[sprite->first + i]))
            return NULL;
    }
    return &scene->sprites[scene->count - 1];
}

void scene_free(struct scene *scene)
{
    free(scene->ground);
    free(scene->sprites);
    free(scene->points);
    *scene = (struct scene){0};
}

static bool read_ground(struct scene *scene, const struct grid *drawn,
                        const struct scene_reader *reader)
{
    size_t cells = (size_t)grid_size(drawn);
    scene->columns = drawn->columns;
    scene->rows = drawn->rows;
    scene->ground = malloc(cells > 0 ? cells : 1);
    if (scene->ground == NULL)
        return false;
    for (size_t cell = 0; cell < cells; cell++)
        scene->ground[cell] = (unsigned char)reader->ground(drawn->cells[cell]);
    return true;
}

bool scene_make(struct scene *scene, const struct game *game, const struct grid *drawn,
                const int *trail, size_t trail_length, const struct scene *start)
{
    const struct scene_reader *reader = scene_reader_of(game);
    const struct scene_text text = {drawn, trail, trail_length, start};
    *scene = (struct scene){.game = game};
    if (read_ground(scene, drawn, reader) && reader->read(scene, &text))
        return true;
    scene_free(scene);
    return false;
}
