/* From moves to panels; see strip.h.
 *
 * A session plays the moves and finds the walks between them.  The difference between the scenes before and after a
 * move shows which piece has moved. */
#include "out/strip.h"

#include "base/array.h"
#include "games/draw/face.h"
#include "out/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- drawing --- */

double panel_caption(const struct panel *panel)
{
    return panel->numbered || (panel->way_count == 0 && panel->moves[0] == '\0') ? 0 : 0.75;
}

bool panel_draw(const struct panel *panel, const struct box *view, const struct pen *pen)
{
    struct brush brush = brush_of(pen);
    if (!picture_draw(&panel->scene, pen))
        return false;
    if (panel->way_count > 0) {
        /* The path has a light edge, so that it is visible on any ground, and a dot where it begins. */
        size_t count = panel->way_count;
        const struct point *way = panel->way;
        double width = panel->numbered ? 0.1 : 0.14;
        for (int edge = 1; edge >= 0; edge--) {
            const struct colour *colour = edge ? &colours_shared[COLOUR_MARK_EDGE] : &colours_shared[COLOUR_MARK];
            brush_way(&brush, way, count, 0.3, false);
            brush_paint(&brush, NULL, colour, width + 0.1 * edge);
            brush_dot(&brush, way[0].x, way[0].y, 0.12 + 0.05 * edge, colour);
            if (count > 1 && !panel->numbered) {
                /* The arrowhead points away from the last point but one. */
                struct point before = way[count - 2];
                struct point end = way[count - 1];
                double size = 0.05 * edge;
                struct brush head = brush_at(&brush, end.x, end.y);
                head = brush_turned(&head, atan2(end.y - before.y, end.x - before.x));
                const struct point points[] = {
                    {0.26 + size, 0}, {-0.06 - size, -0.22 - size}, {-0.06 - size, 0.22 + size}};
                brush_way(&head, points, 3, 0.04, true);
                brush_paint(&head, colour, colour, 0.02);
            }
        }
    }
    for (size_t i = 0; panel->numbered && i < panel->way_count; i++) {
        if (panel->stops[i] == 0)
            continue;
        char number[24];
        int digits = snprintf(number, sizeof number, "%zu", panel->stops[i]);
        brush_circle(&brush, panel->way[i].x, panel->way[i].y, 0.27);
        brush_paint(&brush, &colours_shared[COLOUR_MARK], &colours_shared[COLOUR_MARK_EDGE], 0.05);
        brush_write(&brush, &colours_shared[COLOUR_MARK_EDGE], panel->way[i].x, panel->way[i].y,
                    digits < 3 ? 0.34 : 0.25, number);
    }
    if (panel_caption(panel) > 0) {
        char text[100];
        size_t last = panel->first + panel->count - 1;
        if (panel->way_count == 0)
            snprintf(text, sizeof text, "%s", panel->moves);
        else if (panel->count > 1)
            snprintf(text, sizeof text, "%zu\u2013%zu  %s", panel->first, last, panel->moves);
        else
            snprintf(text, sizeof text, "%zu  %s", panel->first, panel->moves);
        brush_write(&brush, &colours_shared[COLOUR_INK], view->x + view->width / 2, view->y - 0.35, 0.5, text);
    }
    return true;
}

struct strip_layout strip_layout(const struct strip *strip)
{
    double gap = strip->count == 1 ? 0 : 0.6;
    struct strip_layout layout = {.width = strip->view.width + gap,
                                  .height = strip->view.height + panel_caption(&strip->panels[0]) + gap};
    double ideal = sqrt(1.5 * (double)strip->count * layout.height / layout.width);
    layout.columns = ideal < 1 ? 1 : (size_t)(ideal + 0.5);
    layout.columns = layout.columns > strip->count ? strip->count : layout.columns;
    layout.rows = (strip->count + layout.columns - 1) / layout.columns;
    return layout;
}

struct point strip_origin(const struct strip *strip, const struct strip_layout *layout, size_t n)
{
    double space = (layout->width - strip->view.width) / 2;
    double x = (double)(n % layout->columns) * layout->width + space;
    double y = (double)(n / layout->columns) * layout->height + space + panel_caption(&strip->panels[n]);
    return (struct point){x - strip->view.x, y - strip->view.y};
}

/* --- making strips --- */

enum { LONGEST_RUN = 8 }; /* presses in a caption */

/* A solution being played. */
struct performer {
    const struct puzzle *puzzle;
    struct session *session;
    struct scene start, before, after; /* scenes of the level's start, and before and after the last move */
    size_t number;                     /* number of the last move that moved a piece */
};

/* The piece that a move has moved, and how it moved. */
struct step {
    const struct shape *shape;
    unsigned char symbol; /* the piece's character, if it can be chosen */
    struct point from, to;
    struct point landed; /* position after a fall */
    bool gone;           /* the piece has left the level */
    bool stays;          /* the piece has not moved but done something else */
};

void strip_free(struct strip *strip)
{
    for (size_t i = 0; i < strip->count; i++) {
        scene_free(&strip->panels[i].scene);
        free(strip->panels[i].way);
        free(strip->panels[i].stops);
    }
    free(strip->panels);
    *strip = (struct strip){0};
}

static struct panel *add_panel(struct strip *strip, const struct scene *scene, size_t first)
{
    if (!ARRAY_RESERVE(strip->panels, strip->count, strip->capacity, 8))
        return NULL;
    struct panel *panel = &strip->panels[strip->count];
    *panel = (struct panel){.first = first};
    if (!scene_copy(&panel->scene, scene))
        return NULL;
    strip->view = strip->count == 0 ? scene->view : box_union(strip->view, scene->view);
    strip->count++;
    return panel;
}

bool strip_add_scene(struct strip *strip, const struct scene *scene)
{
    return add_panel(strip, scene, 1) != NULL;
}

static bool add_to_way(struct panel *panel, struct point point, size_t stop)
{
    if (!ARRAY_RESERVE(panel->way, panel->way_count, panel->way_capacity, 16) ||
        !ARRAY_RESERVE(panel->stops, panel->way_count, panel->stop_capacity, 16))
        return false;
    panel->way[panel->way_count] = point;
    panel->stops[panel->way_count++] = stop;
    return true;
}

/* --- playing --- */

/* Presses the keys that make a move; `before` becomes the scene before the last of them. */
static bool press_move(struct performer *player, game_move move)
{
    const unsigned char *keys;
    size_t count;
    enum press press;
    scene_free(&player->before);
    scene_free(&player->after);
    bool good = session_route(player->session, move, &keys, &count);
    for (size_t i = 0; good && i < count; i++) {
        if (i + 1 == count)
            good = session_scene(player->session, player->puzzle, &player->start, &player->before);
        good = good && session_press(player->session, keys[i], &press);
    }
    return good && session_scene(player->session, player->puzzle, &player->start, &player->after);
}

/* --- finding what has moved --- */

static const struct sprite *find_missing(const struct scene *scene, const struct scene *other)
{
    for (size_t i = 0; i < scene->count; i++) {
        const struct sprite *sprite = &scene->sprites[i];
        bool found = !sprite->shape->followed;
        for (size_t k = 0; k < other->count && !found; k++) {
            const struct sprite *match = &other->sprites[k];
            found = match->shape == sprite->shape && match->x == sprite->x && match->y == sprite->y &&
                    match->height == sprite->height;
        }
        if (!found)
            return sprite;
    }
    return NULL;
}

static const struct sprite *find_followed(const struct scene *scene, unsigned char symbol)
{
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->sprites[i].shape->followed && scene->sprites[i].symbol == symbol)
            return &scene->sprites[i];
    }
    return NULL;
}

/* Finds the piece that has moved by itself.  Returns false if none has. */
static bool find_moved(const struct performer *player, game_move move, struct step *step)
{
    unsigned char symbol = session_symbol(player->session, move_piece(move));
    const struct sprite *from = find_followed(&player->before, symbol);
    const struct sprite *to = find_followed(&player->after, symbol);
    if (from == NULL)
        return false;
    *step = (struct step){.shape = from->shape,
                          .symbol = symbol,
                          .from = {from->x, from->y},
                          .to = {from->x, from->y},
                          .gone = to == NULL,
                          .stays = move_way(move) >= MOVE_ACTION};
    if (from->shape->travel == TRAVEL_GLIDES && to != NULL) {
        step->to = (struct point){to->x, to->y};
    } else if (!step->stays) { /* only the first cell, because something may have carried the piece further */
        step->to.x += direction_across[move_direction(move)];
        step->to.y += direction_down[move_direction(move)];
    }
    step->landed = to == NULL ? step->to : (struct point){to->x, to->y};
    return true;
}

/* --- strips of runs --- */

/* Whether a step can be shown in the current panel. */
static bool goes_on(const struct panel *panel, const struct step *last, const struct step *step)
{
    if (panel == NULL || last->gone || step->shape != last->shape || step->symbol != last->symbol)
        return false;
    const struct point *end = &panel->way[panel->way_count - 1];
    if (panel->moves[0] != '\0' && panel->count >= LONGEST_RUN)
        return false;
    bool crosses = false;
    for (size_t i = 0; i < panel->way_count && !step->stays; i++)
        crosses |= panel->way[i].x == step->to.x && panel->way[i].y == step->to.y;
    return end->x == step->from.x && end->y == step->from.y && !crosses;
}

/* Makes panels that follow the pushed pieces or, with `own`, the pieces that move by themselves. */
static bool make_runs(struct strip *strip, struct performer *player, const game_move *moves, size_t skip, size_t count,
                      bool own)
{
    struct step last = {0}, step;
    struct panel *panel = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!press_move(player, moves[i]))
            return false;
        if (own) {
            if (!find_moved(player, moves[i], &step))
                continue;
        } else {
            const struct sprite *from = find_missing(&player->before, &player->after);
            const struct sprite *to = find_missing(&player->after, &player->before);
            if (from == NULL || to == NULL)
                continue; /* a step of the player */
            step = (struct step){.shape = from->shape, .from = {from->x, from->y}, .to = {to->x, to->y}};
            step.landed = step.to;
        }
        player->number++;
        if (i < skip)
            continue;
        if (!goes_on(panel, &last, &step))
            panel = add_panel(strip, &player->before, player->number);
        if (panel == NULL)
            return false;
        panel->count++;
        bool fell = step.landed.x != step.to.x || step.landed.y != step.to.y;
        if ((panel->way_count == 0 && !add_to_way(panel, step.from, 0)) ||
            ((!step.stays || fell) && !add_to_way(panel, step.to, fell ? 0 : player->number)) ||
            (fell && !add_to_way(panel, step.landed, player->number)))
            return false;
        if (own) {
            game_move move = moves[i];
            static const char *const signs[] = {"\u2191", "\u2192", "\u2193", "\u2190",
                                                "\u00b7", "\u00b7", "\u00b7", "\u00b7"};
            strncat(panel->moves, signs[move_way(move)], sizeof panel->moves - strlen(panel->moves) - 1);
        }
        last = step;
    }
    return true;
}

/* --- one panel --- */

/* Makes one panel: the start with the trail and a number where each move ends. */
static bool make_trail(struct strip *strip, struct performer *player, const game_move *moves, size_t count)
{
    struct panel *panel = add_panel(strip, &player->start, 1);
    if (panel == NULL)
        return false;
    panel->numbered = true;
    panel->count = count;
    for (size_t i = 0; i < count; i++) {
        if (!press_move(player, moves[i]))
            return false;
        const struct sprite *body = &player->after.sprites[0];
        for (size_t k = panel->way_count; k < body->count; k++) {
            size_t stop = k + 1 == body->count ? i + 1 : 0;
            if (!add_to_way(panel, player->after.points[body->first + body->count - 1 - k], stop))
                return false;
        }
    }
    return true;
}

bool strip_make(struct strip *strip, const struct puzzle *puzzle, const game_move *moves, size_t skip, size_t count)
{
    struct performer player = {.puzzle = puzzle, .session = session_open(puzzle)};
    *strip = (struct strip){0};
    enum strip_kind kind = face_of(puzzle->game)->picture->strip;
    bool good = player.session != NULL && session_scene(player.session, player.puzzle, NULL, &player.start);
    if (good && kind == STRIP_TRAIL)
        good = make_trail(strip, &player, moves, count);
    else if (good && kind != STRIP_NOTHING && kind != STRIP_TOUR)
        good = make_runs(strip, &player, moves, skip, count, kind == STRIP_MOVED);
    /* One panel: the tour itself, or the position before the moves. */
    size_t made = kind == STRIP_TOUR ? count : kind == STRIP_NOTHING ? skip : 0;
    for (size_t i = 0; good && i < made; i++)
        good = press_move(&player, moves[i]);
    bool tour = kind == STRIP_TOUR && count > 0;
    if (good && strip->count == 0)
        good = add_panel(strip, tour || skip > 0 ? &player.after : &player.start, 1) != NULL;
    if (good && tour)
        strip->panels[0].count = count;
    session_close(player.session);
    scene_free(&player.start);
    scene_free(&player.before);
    scene_free(&player.after);
    for (size_t i = 0; i < strip->count; i++)
        strip->panels[i].scene.view = strip->view;
    if (!good)
        strip_free(strip);
    return good;
}
