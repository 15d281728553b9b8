/* Pictures of scenes; see picture.h. */
#include "out/picture.h"

#include "games/draw/face.h"

#include <math.h>
#include <stdlib.h>

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
    /* In order of the rows of their feet, so that pieces in front cover those behind.  In any order if no piece stands
     * upright. */
    bool upright = moment.face->picture->upright;
    for (int row = 0; row < (upright ? moment.rows : 1); row++) {
        for (size_t i = 0; i < moment.count; i++) {
            const struct sprite *sprite = &moment.sprites[i];
            if (sprite->scale >= 0.01 && (!upright || (int)sprite->y == row))
                sprite->shape->draw(&moment, sprite, &brush);
        }
    }
    scene_free(&moment);
    return good;
}

bool picture_draw(const struct scene *scene, const struct pen *pen)
{
    return picture_draw_ground(scene, pen) && picture_draw_pieces(scene, scene, 0, pen);
}

/* --- the scene of a session --- */

bool session_scene(const struct session *session, const struct puzzle *puzzle, const struct scene *start,
                   struct scene *scene)
{
    struct grid grid;
    int *trail = NULL;
    size_t length = session_trail(session, NULL, 0);
    if (length == SIZE_MAX || !session_draw(session, &grid))
        return false;
    bool good = true;
    if (length > 0) {
        trail = calloc(length, sizeof *trail);
        good = trail != NULL && session_trail(session, trail, length) == length;
    }
    const struct scene_text text = {.drawn = &grid,
                                    .trail = trail,
                                    .trail_length = length,
                                    .start = start,
                                    .puzzle = puzzle,
                                    .state = session_state_after(session, session_moves(session)),
                                    .hand = session_hand(session)};
    good = good && scene_make(scene, puzzle->game, &text);
    free(trail);
    grid_free(&grid);
    return good;
}

/* --- moments between scenes --- */

#define NOBODY SIZE_MAX

static const struct point *points_of(const struct scene *scene, const struct sprite *sprite)
{
    return scene->points + sprite->first;
}

static double mix(double from, double to, double t)
{
    return from + (to - from) * t;
}

/* Split a movement into two halves, each with moments from 0 to 1. */
static double first_half(double t)
{
    return fmin(1, 2 * t);
}

static double second_half(double t)
{
    return fmax(0, 2 * t - 1);
}

/* --- matching --- */

static bool is_alike(const struct sprite *a, const struct sprite *b)
{
    if (a->shape != b->shape)
        return false;
    if (a->shape->distinct)
        return a->variant == b->variant;
    return a->shape->travel != TRAVEL_RIGID || a->count == b->count;
}

/* Gives each sprite of `from` a partner in `to`, or NOBODY: first matches the sprites that stay, then the others with
 * the nearest sprite left. */
static void match(const struct scene *from, const struct scene *to, size_t *partner, bool *taken)
{
    for (size_t i = 0; i < from->count; i++) {
        const struct sprite *sprite = &from->sprites[i];
        partner[i] = NOBODY;
        for (size_t n = 0; n < to->count && partner[i] == NOBODY; n++) {
            size_t k = (i + n) % to->count;
            const struct sprite *other = &to->sprites[k];
            if (!taken[k] && is_alike(sprite, other) && sprite->x == other->x && sprite->y == other->y &&
                sprite->size == other->size && sprite->height == other->height)
                partner[i] = k;
        }
        if (partner[i] != NOBODY)
            taken[partner[i]] = true;
    }
    for (size_t i = 0; i < from->count; i++) {
        const struct sprite *sprite = &from->sprites[i];
        double nearest = HUGE_VAL;
        if (partner[i] != NOBODY)
            continue;
        for (size_t k = 0; k < to->count; k++) {
            double distance = hypot(sprite->x - to->sprites[k].x, sprite->y - to->sprites[k].y);
            if (!taken[k] && distance < nearest && is_alike(sprite, &to->sprites[k])) {
                nearest = distance;
                partner[i] = k;
            }
        }
        if (partner[i] != NOBODY)
            taken[partner[i]] = true;
    }
}

/* --- bodies --- */

/* Adds to the last sprite the part of a line between two lengths along it, shifted by `offset`. */
static bool add_cut(struct scene *moment, const struct point *points, size_t count, double start, double end,
                    struct point offset)
{
    double length = 0;
    bool good = true, begun = false;
    for (size_t i = 0; good && i + 1 < count; i++) {
        struct point a = points[i], b = points[i + 1];
        double step = hypot(b.x - a.x, b.y - a.y);
        if (step == 0)
            continue;
        double low = fmax(0, (start - length) / step), high = fmin(1, (end - length) / step);
        length += step;
        if (low >= 1 || high < low)
            continue;
        if (!begun)
            good =
                scene_add_point(moment, (struct point){mix(a.x, b.x, low) + offset.x, mix(a.y, b.y, low) + offset.y});
        begun = true;
        good = good &&
               scene_add_point(moment, (struct point){mix(a.x, b.x, high) + offset.x, mix(a.y, b.y, high) + offset.y});
    }
    if (good && !begun && count > 0) {
        const struct point *only = &points[start > 0 ? count - 1 : 0];
        good = scene_add_point(moment, (struct point){only->x + offset.x, only->y + offset.y});
    }
    return good;
}

/* Moves the last sprite to its head, unless adding its body has failed.  Returns `good`. */
static bool set_head(struct scene *moment, bool good)
{
    struct sprite *sprite = &moment->sprites[moment->count - 1];
    if (good && sprite->count > 0) {
        sprite->x = moment->points[sprite->first].x;
        sprite->y = moment->points[sprite->first].y;
    }
    return good;
}

/* Finds how far a body has moved.  Returns false if its points have not all moved alike. */
static bool find_offset(const struct point *a, const struct point *b, size_t count, struct point *offset)
{
    *offset = (struct point){b[0].x - a[0].x, b[0].y - a[0].y};
    for (size_t i = 1; i < count; i++) {
        if (b[i].x - a[i].x != offset->x || b[i].y - a[i].y != offset->y)
            return false;
    }
    return true;
}

/* The offset, at the moment t, of a piece that moves sideways and then falls. */
static struct point on_the_way(struct point offset, double t)
{
    bool two = offset.x != 0 && offset.y != 0;
    return (struct point){offset.x * (two ? first_half(t) : t), offset.y * (two ? second_half(t) : t)};
}

/* Whether a body has crawled from a to b: behind its new head it has its old points, without the last one unless it has
 * grown.  All points may be lower because of a fall. */
static bool is_crawl(const struct scene *from, const struct sprite *a, const struct scene *to, const struct sprite *b,
                     struct point *fall)
{
    const struct point *old = points_of(from, a), *new = points_of(to, b);
    if ((b->count != a->count && b->count != a->count + 1) || b->count < 2)
        return false;
    if (!find_offset(old, new + 1, b->count - 1, fall) || fall->x != 0 || fall->y < 0)
        return false;
    return hypot(new[0].x - new[1].x, new[0].y - new[1].y) == 1;
}

/* Adds a body that has moved as a whole. */
static bool add_moved(struct scene *moment, const struct scene *scene, const struct sprite *sprite, struct point offset)
{
    struct sprite *copy = scene_add_copy(moment, scene, sprite);
    if (copy == NULL)
        return false;
    for (size_t i = 0; i < copy->count; i++) {
        moment->points[copy->first + i].x += offset.x;
        moment->points[copy->first + i].y += offset.y;
    }
    copy->x += offset.x;
    copy->y += offset.y;
    return true;
}

static bool add_crawl(struct scene *moment, const struct scene *from, const struct sprite *a, const struct scene *to,
                      const struct sprite *b, struct point fall, double t)
{
    const struct point *points = points_of(to, b);
    double steps = fall.y > 0 ? first_half(t) : t;
    struct point offset = {0, -fall.y * (1 - second_half(t))};
    if (scene_add_without_points(moment, b) == NULL)
        return false;
    bool good = add_cut(moment, points, b->count, 1 - steps, HUGE_VAL, offset);
    if (b->count == a->count) { /* the body has not grown: the tail's old cell is behind the new body */
        struct point tail = points_of(from, a)[a->count - 1], before = points[b->count - 1];
        struct point end = {mix(tail.x, before.x, steps), mix(tail.y + fall.y, before.y, steps)};
        good = good && scene_add_point(moment, (struct point){end.x + offset.x, end.y + offset.y});
    }
    return set_head(moment, good);
}

/* --- all pieces --- */

static bool add_piece(struct scene *moment, const struct scene *from, const struct sprite *a, const struct scene *to,
                      const struct sprite *b, double t)
{
    const struct scene *near = t < 0.5 ? from : to;
    const struct sprite *nearer = t < 0.5 ? a : b;
    if (a->shape->travel == TRAVEL_GROWS) {
        /* The trail grows or shrinks at the head; the rest of it must be the same. */
        bool grows = b->count >= a->count;
        const struct sprite *longer = grows ? b : a, *shorter = grows ? a : b;
        const struct point *points = points_of(grows ? to : from, longer);
        const struct point *rear = points_of(grows ? from : to, shorter);
        for (size_t i = 1; i <= shorter->count; i++) {
            if (points[longer->count - i].x != rear[shorter->count - i].x ||
                points[longer->count - i].y != rear[shorter->count - i].y)
                return scene_add_copy(moment, near, nearer) != NULL;
        }
        double head = (double)(longer->count - shorter->count) * (grows ? 1 - t : t);
        return scene_add_without_points(moment, longer) != NULL &&
               set_head(moment, add_cut(moment, points, longer->count, head, HUGE_VAL, (struct point){0, 0}));
    }
    if (a->shape->travel != TRAVEL_GLIDES) {
        struct point fall, rise, offset;
        bool crawls = is_crawl(from, a, to, b, &fall), retreats = is_crawl(to, b, from, a, &rise);
        if (crawls && (!retreats || fall.y <= rise.y)) /* an upright body that has moved may have done either */
            return add_crawl(moment, from, a, to, b, fall, t);
        if (retreats)
            return add_crawl(moment, to, b, from, a, rise, 1 - t);
        if (a->count == b->count && find_offset(points_of(from, a), points_of(to, b), a->count, &offset)) {
            if (offset.y >= 0)
                return add_moved(moment, from, a, on_the_way(offset, t));
            offset = (struct point){-offset.x, -offset.y};
            return add_moved(moment, to, b, on_the_way(offset, 1 - t));
        }
        return scene_add_copy(moment, near, nearer) != NULL;
    }
    struct sprite *sprite = scene_add_copy(moment, near, nearer);
    if (sprite == NULL)
        return false;
    sprite->x = mix(a->x, b->x, t);
    sprite->y = mix(a->y, b->y, t);
    sprite->size = mix(a->size, b->size, t);
    sprite->height = mix(a->height, b->height, t);
    if (a->x != b->x)
        sprite->facing = b->x > a->x ? RIGHT : LEFT;
    else if (a->y != b->y)
        sprite->facing = b->y > a->y ? DOWN : UP;
    return true;
}

/* Adds a piece that exists in only one scene, at the moment t after it is complete. */
static bool add_leaving(struct scene *moment, const struct scene *scene, const struct sprite *sprite, double t)
{
    int way_out = 0; /* the cell of the exit, where bodies leave */
    while (way_out < scene->columns * scene->rows && !(scene->ground[way_out] & GROUND_GOAL))
        way_out++;
    if (sprite->shape->travel == TRAVEL_CRAWLS && way_out < scene->columns * scene->rows) {
        struct point exit = scene_middle(scene, way_out);
        /* The body moves sideways, then down to the exit, and into it. */
        const struct point *points = points_of(scene, sprite);
        struct point *way = calloc(sprite->count + 2, sizeof *way);
        struct sprite *body_sprite = scene_add_without_points(moment, sprite);
        if (way == NULL || body_sprite == NULL) {
            free(way);
            return false;
        }
        body_sprite->scale = fmin(1, 2 * (1 - t));
        way[0] = exit;
        way[1] = (struct point){exit.x, points[0].y};
        for (size_t i = 0; i < sprite->count; i++)
            way[i + 2] = points[i];
        double ahead = fabs(exit.x - points[0].x) + fabs(exit.y - points[0].y);
        double body = (double)sprite->count - 1, gone = t * (ahead + body);
        bool good =
            add_cut(moment, way, sprite->count + 2, fmax(0, ahead - gone), ahead + body - gone, (struct point){0, 0});
        free(way);
        return set_head(moment, good);
    }
    struct sprite *copy = scene_add_copy(moment, scene, sprite);
    if (copy != NULL)
        copy->scale = 1 - t;
    return copy != NULL;
}

bool scene_between(struct scene *moment, const struct scene *from, const struct scene *to, double t)
{
    const struct scene *near = t < 0.5 ? from : to;
    if (from == to || t <= 0 || t >= 1)
        return scene_copy(moment, near);
    struct scene ground = *near;
    ground.count = 0; /* copy only the ground */
    size_t *partner = calloc(from->count + 1, sizeof *partner);
    bool *taken = calloc(to->count + 1, sizeof *taken);
    bool good = partner != NULL && taken != NULL && scene_copy(moment, &ground);
    if (good) {
        moment->view = box_union(from->view, to->view);
        match(from, to, partner, taken);
        for (size_t i = 0; good && i < from->count; i++) {
            const struct sprite *sprite = &from->sprites[i];
            good = partner[i] == NOBODY ? add_leaving(moment, from, sprite, t)
                                        : add_piece(moment, from, sprite, to, &to->sprites[partner[i]], t);
        }
        for (size_t k = 0; good && k < to->count; k++) {
            if (!taken[k])
                good = add_leaving(moment, to, &to->sprites[k], 1 - t);
        }
        if (!good)
            scene_free(moment);
    }
    free(partner);
    free(taken);
    return good;
}
