/* Snakebird's world seen from the side: sky, islands, spikes, exit, portal, water. */
#include "games/snakebird/face_parts.h"

#include <math.h>

static bool is_soil(const void *context, int row, int column)
{
    const struct scene *scene = context;
    return (scene->ground[row * scene->columns + column] & GROUND_KIND) == GROUND_WALL;
}

static bool is_soil_at(const struct scene *scene, int row, int column)
{
    return (scene_ground(scene, row, column) & GROUND_KIND) == GROUND_WALL;
}

/* A few clouds, whose places depend only on the size of the level. */
static void draw_clouds(const struct scene *scene, const struct brush *brush)
{
    const struct box *view = &scene->view;
    for (int i = 0; i * 5 < scene->columns + 2; i++) {
        double x = view->x + 1.6 + 5 * i, y = view->y + 0.9 + (i * 5 % 3) * 0.9;
        if (x + 1.2 > view->x + view->width)
            break;
        struct brush cloud = brush_at(brush, x, y);
        brush_ellipse(&cloud, 0, 0, 0.9, 0.24);
        brush_circle(&cloud, -0.25, -0.14, 0.32);
        brush_circle(&cloud, 0.22, -0.2, 0.4);
        brush_paint(&cloud, COLOUR_CLOUD, COLOUR_NONE, 0);
    }
}

static bool draw_islands(const struct scene *scene, const struct brush *brush)
{
    if (!brush_cells(brush, is_soil, scene, scene->columns, scene->rows, 0.02, 0.2))
        return false;
    brush_paint(brush, COLOUR_SOIL, COLOUR_SOIL_EDGE, 0.06);
    for (int row = 0; row < scene->rows; row++) {
        for (int column = 0; column < scene->columns; column++) {
            if (!is_soil_at(scene, row, column))
                continue;
            unsigned mix = (unsigned)(row * 31 + column * 17) % 7;
            brush_ellipse(brush, column + 0.3 + 0.06 * mix, row + 0.72 - 0.03 * mix, 0.1, 0.06);
            if (mix % 2 == 0)
                brush_ellipse(brush, column + 0.72 - 0.05 * mix, row + 0.48, 0.06, 0.04);
        }
    }
    brush_paint(brush, COLOUR_SOIL_STONE, COLOUR_NONE, 0);
    return true;
}

/* Grass on the open tops of the soil: a strip over each run of cells, ragged at the bottom. */
static void draw_turf(const struct scene *scene, const struct brush *brush)
{
    for (int row = 0; row < scene->rows; row++) {
        for (int column = 0; column < scene->columns; column++) {
            if (!is_soil_at(scene, row, column) || is_soil_at(scene, row - 1, column))
                continue;
            bool left = is_soil_at(scene, row, column - 1) && !is_soil_at(scene, row - 1, column - 1);
            bool right = is_soil_at(scene, row, column + 1) && !is_soil_at(scene, row - 1, column + 1);
            double from = left ? 0 : -0.02, to = right ? 1 : 1.02;
            struct brush cell = brush_at(brush, column, row);
            brush_move(&cell, from, left ? 0 : 0.1);
            if (!left)
                brush_curve(&cell, from, 0.02, from + 0.06, -0.04, from + 0.14, -0.04);
            else
                brush_line(&cell, from, -0.04);
            brush_line(&cell, right ? to : to - 0.14, -0.04);
            if (!right)
                brush_curve(&cell, to - 0.06, -0.04, to, 0.02, to, 0.1);
            brush_line(&cell, to, 0.18);
            for (int tooth = 3; tooth >= 0; tooth--) {
                double x = from + (to - from) * tooth / 4.0, width = (to - from) / 4;
                brush_curve(&cell, x + width, 0.3, x, 0.3, x, 0.18);
            }
            brush_close(&cell);
        }
    }
    brush_paint(brush, COLOUR_TURF, COLOUR_NONE, 0);
}

/* Three steel points, facing away from the ground that they stand on. */
static void draw_spikes(const struct scene *scene, const struct brush *brush)
{
    static const double turns[DIRECTIONS] = {2, 3, 0, 1}; /* quarter turns, by the side of the ground */
    for (int row = 0; row < scene->rows; row++) {
        for (int column = 0; column < scene->columns; column++) {
            if ((scene_ground(scene, row, column) & GROUND_KIND) != GROUND_SPIKE)
                continue;
            int base = DOWN;
            for (int i = 0; i < DIRECTIONS && !is_soil_at(scene, row + 1, column); i++) {
                if (is_soil_at(scene, row + direction_down[i], column + direction_across[i]))
                    base = i;
            }
            struct brush cell = brush_at(brush, column + 0.5, row + 0.5);
            cell = brush_turned(&cell, turns[base] * acos(0));
            static const struct point teeth[] = {{-0.46, 0.5}, {-0.32, -0.22}, {-0.15, 0.2}, {0, -0.38},
                                                 {0.15, 0.2},  {0.32, -0.22},  {0.46, 0.5}};
            brush_polygon(&cell, teeth, 7);
            brush_paint(&cell, COLOUR_SPIKE, COLOUR_SPIKE_EDGE, 0.06);
        }
    }
}

/* A spiral of one and a half turns, made of quarter circles that get smaller. */
static void draw_spiral(const struct brush *brush, double radius, double start)
{
    struct brush turned = brush_turned(brush, start);
    brush_move(&turned, radius, 0);
    for (int i = 0; i < 6; i++) {
        double next = radius * 0.74, k = 0.55;
        brush_curve(&turned, radius, radius * k, next * k, next, 0, next);
        turned = brush_turned(&turned, acos(0));
        radius = next;
    }
}

/* The exit spirals inwards; the ends of a portal are rings. */
static void draw_ways_out(const struct scene *scene, const struct brush *brush)
{
    for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
        struct brush place = brush_at(brush, cell % scene->columns + 0.5, cell / scene->columns + 0.5);
        if (scene->ground[cell] & GROUND_GOAL) {
            brush_dot(&place, 0, 0, 0.48, COLOUR_EXIT_GLOW);
            for (int arm = 0; arm < 3; arm++)
                draw_spiral(&place, 0.44, arm * acos(0) * 4 / 3);
            brush_paint(&place, COLOUR_NONE, COLOUR_EXIT, 0.09);
            brush_dot(&place, 0, 0, 0.09, COLOUR_EXIT_CORE);
        }
        if (scene->ground[cell] & GROUND_PORTAL) {
            brush_circle(&place, 0, 0, 0.4);
            brush_paint(&place, COLOUR_PORTAL_GLOW, COLOUR_PORTAL, 0.1);
            brush_circle(&place, 0, 0, 0.22);
            brush_paint(&place, COLOUR_NONE, COLOUR_PORTAL, 0.06);
        }
    }
}

/* Waves, starting in the row below the text. */
static void draw_water(const struct scene *scene, const struct brush *brush)
{
    const struct box *view = &scene->view;
    double right = view->x + view->width, bottom = view->y + view->height;
    double top = scene->rows + 0.25;
    if (top + 0.1 > bottom)
        return;
    for (int crest = 0; crest < 2; crest++) {
        double shift = crest ? 0.12 : 0;
        brush_move(brush, view->x, bottom);
        brush_line(brush, view->x, top + shift);
        for (double x = view->x; x < right; x += 1) {
            double end = fmin(x + 1, right), middle = (x + end) / 2;
            brush_curve(brush, x + 0.15, top + shift - 0.12, middle - 0.15, top + shift - 0.12, middle, top + shift);
            brush_curve(brush, middle + 0.15, top + shift + 0.12, end - 0.15, top + shift + 0.12, end, top + shift);
        }
        brush_line(brush, right, bottom);
        brush_close(brush);
        brush_paint(brush, crest ? COLOUR_WATER : COLOUR_WATER_CREST, COLOUR_NONE, 0);
    }
}

bool snakebird_draw_sky(const struct scene *scene, const struct brush *brush)
{
    const struct box *view = &scene->view;
    brush_box(brush, view->x, view->y, view->width, view->height, 0);
    brush_paint(brush, COLOUR_SKY, COLOUR_NONE, 0);
    draw_clouds(scene, brush);
    draw_water(scene, brush);
    draw_ways_out(scene, brush);
    draw_spikes(scene, brush);
    if (!draw_islands(scene, brush))
        return false;
    draw_turf(scene, brush);
    return true;
}
