/* Scenes in general; each game's face defines what its characters show; see scene.h. */
#include "games/draw/face.h"

#include "base/array.h"

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

struct sprite *scene_add(struct scene *scene, const struct shape *shape, struct point place)
{
    if (!ARRAY_RESERVE(scene->sprites, scene->count, scene->capacity, 16))
        return NULL;
    struct sprite *sprite = &scene->sprites[scene->count++];
    *sprite = (struct sprite){
        .shape = shape, .x = place.x, .y = place.y, .scale = 1, .facing = -1, .first = scene->point_count};
    return sprite;
}

bool scene_add_point(struct scene *scene, struct point point)
{
    if (!ARRAY_RESERVE(scene->points, scene->point_count, scene->point_capacity, 16))
        return false;
    scene->points[scene->point_count++] = point;
    scene->sprites[scene->count - 1].count++;
    return true;
}

struct point scene_middle(const struct scene *scene, int cell)
{
    int column = cell % scene->columns, row = cell / scene->columns;
    if (scene->face->game != NULL && scene->face->game->spaced)
        return (struct point){column / 2.0, row / 2.0};
    return (struct point){column + 0.5, row + 0.5};
}

struct sprite *scene_add_at(struct scene *scene, const struct shape *shape, int cell)
{
    return scene_add(scene, shape, scene_middle(scene, cell));
}

static unsigned ground_of(const struct face *face, unsigned char c)
{
    const struct cell_ground *row = face->picture->ground;
    while (row->cells != NULL && (c == '\0' || strchr(row->cells, c) == NULL))
        row++;
    return row->ground;
}

unsigned scene_ground(const struct scene *scene, int row, int column)
{
    if (row >= 0 && column >= 0 && row < scene->rows && column < scene->columns)
        return scene->ground[row * scene->columns + column];
    return ground_of(scene->face, scene->face->game->outside);
}

bool scene_copy(struct scene *to, const struct scene *from)
{
    size_t cells = (size_t)from->columns * (size_t)from->rows;
    *to = *from;
    to->capacity = to->count = to->point_capacity = to->point_count = 0;
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

struct sprite *scene_add_without_points(struct scene *scene, const struct sprite *sprite)
{
    struct sprite *copy = scene_add(scene, sprite->shape, (struct point){sprite->x, sprite->y});
    if (copy == NULL)
        return NULL;
    size_t first = copy->first;
    *copy = *sprite;
    copy->first = first;
    copy->count = 0;
    return copy;
}

struct sprite *scene_add_copy(struct scene *scene, const struct scene *from, const struct sprite *sprite)
{
    bool good = scene_add_without_points(scene, sprite) != NULL;
    for (size_t i = 0; good && i < sprite->count; i++)
        good = scene_add_point(scene, from->points[sprite->first + i]);
    return good ? &scene->sprites[scene->count - 1] : NULL;
}

void scene_free(struct scene *scene)
{
    free(scene->ground);
    free(scene->sprites);
    free(scene->points);
    *scene = (struct scene){0};
}

struct box scene_box_around(const struct scene *scene, unsigned kinds, double margin)
{
    int top = scene->rows, left = scene->columns, bottom = -1, right = -1;
    for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
        int row = cell / scene->columns, column = cell % scene->columns;
        if ((kinds >> (scene->ground[cell] & GROUND_KIND) & 1) == 0)
            continue;
        top = row < top ? row : top;
        left = column < left ? column : left;
        bottom = row > bottom ? row : bottom;
        right = column > right ? column : right;
    }
    if (bottom < 0)
        return (struct box){0, 0, scene->columns, scene->rows};
    return (struct box){left - margin, top - margin - WALL_HEIGHT, right - left + 1 + 2 * margin,
                        bottom - top + 1 + 2 * margin + WALL_HEIGHT};
}

struct box scene_whole(const struct scene *scene)
{
    int pitch = scene->face->game->spaced ? 2 : 1;
    struct box text = {0, 0, scene->columns / pitch, scene->rows / pitch};
    return box_union(scene->view, text);
}

bool scene_read_body(struct scene *scene, const struct scene_text *text, const struct shape *shape, unsigned char head)
{
    scene->view = scene_box_around(scene, 1u << GROUND_FLOOR, 0.5);
    int cells = grid_size(text->drawn);
    if (text->trail_length > 0) {
        for (int cell = 0; cell < cells; cell++)
            scene->ground[cell] &= (unsigned char)~GROUND_COVERED;
        for (size_t i = 0; i < text->trail_length; i++) {
            if (text->trail[i] < 0 || text->trail[i] >= grid_size(text->drawn))
                return true; /* from another level: nothing can be drawn */
        }
        bool good = scene_add_at(scene, shape, text->trail[text->trail_length - 1]) != NULL;
        for (size_t i = text->trail_length; good && i-- > 0;)
            good = scene_add_point(scene, scene_middle(scene, text->trail[i]));
        return good;
    }
    for (int cell = 0; cell < cells; cell++) {
        if (text->drawn->cells[cell] == head)
            return scene_add_at(scene, shape, cell) != NULL && scene_add_point(scene, scene_middle(scene, cell));
    }
    return true;
}

bool scene_make(struct scene *scene, const struct game *game, const struct scene_text *text)
{
    const struct face *face = face_of(game);
    const struct language *language = text->puzzle == NULL ? NULL : game->language;
    *scene = (struct scene){.face = face, .game_source = language == NULL ? NULL : language->source_of(text->puzzle)};
    size_t cells = (size_t)grid_size(text->drawn);
    scene->columns = text->drawn->columns;
    scene->rows = text->drawn->rows;
    scene->ground = malloc(cells > 0 ? cells : 1);
    for (size_t cell = 0; scene->ground != NULL && cell < cells; cell++)
        scene->ground[cell] = (unsigned char)ground_of(face, text->drawn->cells[cell]);
    if (scene->ground != NULL && face->picture->read(scene, text))
        return true;
    scene_free(scene);
    return false;
}
