/* Solutions as strips: their panels, and the ways that these show. */
#include "out/strip.h"

#include "solve/judge/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit.h"

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A level and its strip. */
struct sample {
    struct puzzle *puzzle;
    struct strip strip;
    size_t moves;
};

static struct sample sample_of(const char *game, const char *const *rows, const char *metric)
{
    struct sample sample;
    struct grid grid;
    struct complaint complaint = {0};
    struct variant variant;
    struct limits limits = {0};
    struct hint_way way;
    int count = 0;
    while (rows[count] != NULL)
        count++;
    assert_true(grid_make(&grid, (int)strlen(rows[0]), count, ' '));
    for (int row = 0; row < count; row++)
        memcpy(grid.cells + row * grid.columns, rows[row], (size_t)grid.columns);
    assert_true(variant_find(game_find(game), NULL, metric, &variant, &complaint));
    sample.puzzle = game_find(game)->load(&grid, variant, &complaint);
    if (sample.puzzle == NULL)
        fail_msg("%s", complaint.message);
    grid_free(&grid);
    unsigned char *start = malloc(sample.puzzle->state_bytes);
    sample.puzzle->rules->start(sample.puzzle, start);
    assert_int_equal(hint_solver_find(sample.puzzle, start, NULL, 0, &limits, &way), SEARCH_FOUND);
    assert_true(strip_make(&sample.strip, sample.puzzle, way.moves, 0, way.count));
    sample.moves = way.count;
    hint_solver_free(&way);
    free(start);
    return sample;
}

static void free_sample(struct sample *sample)
{
    strip_free(&sample->strip);
    sample->puzzle->game->free(sample->puzzle);
}

static void assert_way(const struct panel *panel, const double (*points)[2], size_t count)
{
    assert_int_equal(panel->way_count, count);
    for (size_t i = 0; i < count; i++) {
        if (fabs(panel->way[i].x - points[i][0]) > 1e-9 || fabs(panel->way[i].y - points[i][1]) > 1e-9)
            fail_msg("point %zu is %g, %g", i, panel->way[i].x, panel->way[i].y);
    }
}

static const struct sprite *find(const struct scene *scene, const char *shape)
{
    for (size_t i = 0; i < scene->count; i++) {
        if (strcmp(scene->sprites[i].shape->name, shape) == 0)
            return &scene->sprites[i];
    }
    return NULL;
}

/* Expects one picture, in which the end of each slide has its number. */
static void numbers_the_stops_of_the_cat(void **state)
{
    (void)state;
    struct sample sample = sample_of("longcat", ROWS("#####", "#C  #", "### #", "#   #", "#####"), NULL);
    static const double way[][2] = {{1.5, 1.5}, {2.5, 1.5}, {3.5, 1.5}, {3.5, 2.5}, {3.5, 3.5}, {2.5, 3.5}, {1.5, 3.5}};
    static const size_t stops[] = {0, 0, 1, 0, 2, 0, 3};
    assert_int_equal(sample.strip.count, 1);
    const struct panel *panel = &sample.strip.panels[0];
    assert_true(panel->numbered);
    assert_way(panel, way, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(panel->stops[i], stops[i]);
    assert_int_equal(find(&panel->scene, "cat")->count, 1);
    free_sample(&sample);
}

static void closes_the_tour_of_the_snake(void **state)
{
    (void)state;
    struct sample sample = sample_of("snake", ROWS("   ", "   "), NULL);
    assert_int_equal(sample.strip.count, 1);
    const struct scene *scene = &sample.strip.panels[0].scene;
    const struct sprite *snake = find(scene, "snake");
    assert_int_equal(snake->count, 7);
    assert_true(scene->points[snake->first].x == scene->points[snake->first + 6].x);
    assert_true(scene->points[snake->first].y == scene->points[snake->first + 6].y);
    free_sample(&sample);
}

/* Expects a panel for each run of pushes of one box, with the keeper in place for the first push. */
static void check_store(const char *metric)
{
    struct sample sample =
        sample_of("sokoban", ROWS("########", "#@$  . #", "#  ## ##", "# $   .#", "########"), metric);
    assert_int_equal(sample.strip.count, 2);
    const struct panel *first = &sample.strip.panels[0], *second = &sample.strip.panels[1];
    static const double upper[][2] = {{2.5, 1.5}, {3.5, 1.5}, {4.5, 1.5}, {5.5, 1.5}};
    static const double lower[][2] = {{2.5, 3.5}, {3.5, 3.5}, {4.5, 3.5}, {5.5, 3.5}, {6.5, 3.5}};
    bool upper_first = first->way[0].y < second->way[0].y;
    assert_way(upper_first ? first : second, upper, 4);
    assert_way(upper_first ? second : first, lower, 5);
    assert_int_equal(first->first, 1);
    assert_int_equal(second->first, first->count + 1);
    assert_int_equal(first->count + second->count, 7);
    for (size_t i = 0; i < 2; i++) {
        const struct panel *panel = &sample.strip.panels[i];
        const struct sprite *keeper = find(&panel->scene, "keeper");
        assert_true(keeper->x == panel->way[0].x - 1 && keeper->y == panel->way[0].y);
    }
    free_sample(&sample);
}

static void shows_runs_of_pushes(void **state)
{
    (void)state;
    check_store("pushes");
    check_store("moves"); /* steps do not become pushes, whatever the depth counts */
}

/* Expects that the lower ball stays when the upper one is pushed off. */
static void shows_balls_that_are_pushed_off(void **state)
{
    (void)state;
    struct sample sample =
        sample_of("snowman", ROWS("XXXXXXX", "X-----X", "X-----X", "X-3-4-X", "X--#--X", "XXXXXXX"), NULL);
    const struct panel *first = &sample.strip.panels[0];
    assert_true(first->way[0].x == 2.5 && first->way[0].y == 3.5);
    assert_true(first->way[1].x == 2.5 && first->way[1].y == 2.5);
    size_t pushes = 0;
    for (size_t i = 0; i < sample.strip.count; i++) {
        const struct panel *panel = &sample.strip.panels[i];
        assert_int_equal(panel->first, pushes + 1);
        pushes += panel->count;
        bool ball = false;
        for (size_t k = 0; k < panel->scene.count; k++) {
            const struct sprite *sprite = &panel->scene.sprites[k];
            ball = ball || (strcmp(sprite->shape->name, "ball") == 0 && sprite->x == panel->way[0].x &&
                            sprite->y == panel->way[0].y);
        }
        assert_true(ball); /* the way begins at a ball */
    }
    assert_int_equal(pushes, sample.moves);
    free_sample(&sample);
}

/* Expects the way of a bird's head: over the edge, down, and into the exit. */
static void shows_falls_of_birds(void **state)
{
    (void)state;
    struct sample sample = sample_of("snakebird", ROWS("BA-----", "##-----", "------*", "-######"), NULL);
    static const double way[][2] = {{1.5, 0.5}, {2.5, 0.5}, {3.5, 0.5}, {3.5, 2.5}, {4.5, 2.5}, {5.5, 2.5}, {6.5, 2.5}};
    assert_int_equal(sample.strip.count, 1);
    assert_way(&sample.strip.panels[0], way, 7);
    assert_string_equal(sample.strip.panels[0].moves, "→→→→→");
    free_sample(&sample);
}

static void tells_birds_apart(void **state)
{
    (void)state;
    struct sample sample = sample_of("snakebird", ROWS("BA-*-ab", "#######"), NULL);
    assert_int_equal(sample.strip.count, 2);
    assert_int_equal(sample.strip.panels[0].count, 2);
    assert_int_equal(sample.strip.panels[1].first, 3);
    assert_true(sample.strip.panels[0].way[0].x == 1.5);
    assert_true(sample.strip.panels[1].way[0].x == 5.5);
    assert_string_equal(sample.strip.panels[1].moves, "←←");
    free_sample(&sample);
}

/* Counts the texts that a pen writes. */
static void count_text(void *target, const struct colour *colour, double x, double y, double size, const char *text)
{
    (void)colour;
    (void)x;
    (void)y;
    (void)size;
    (void)text;
    ++*(size_t *)target;
}

static void ignore_point(void *target, double x, double y)
{
    (void)target;
    (void)x;
    (void)y;
}

static void ignore_curve(void *target, double x1, double y1, double x2, double y2, double x, double y)
{
    (void)target;
    (void)x1;
    (void)y1;
    (void)x2;
    (void)y2;
    (void)x;
    (void)y;
}

static void ignore_close(void *target)
{
    (void)target;
}

static void ignore_paint(void *target, const struct colour *fill, const struct colour *line, double width)
{
    (void)target;
    (void)fill;
    (void)line;
    (void)width;
}

/* Expects a number for each slide in the picture, and one caption on a panel of a run. */
static void writes_numbers_and_captions(void **state)
{
    (void)state;
    size_t texts = 0;
    const struct pen pen = {&texts,       ignore_point, ignore_point, ignore_curve,
                            ignore_close, ignore_paint, count_text,   false};
    struct sample cat = sample_of("longcat", ROWS("C  ", "## ", "   "), NULL);
    assert_true(panel_draw(&cat.strip.panels[0], &cat.strip.view, &pen));
    assert_int_equal(texts, cat.moves);
    free_sample(&cat);
    texts = 0;
    struct sample birds = sample_of("snakebird", ROWS("BA-*-ab", "#######"), NULL);
    assert_true(panel_draw(&birds.strip.panels[0], &birds.strip.view, &pen));
    assert_int_equal(texts, 1);
    free_sample(&birds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_the_stops_of_the_cat), cmocka_unit_test(closes_the_tour_of_the_snake),
        cmocka_unit_test(shows_runs_of_pushes),         cmocka_unit_test(shows_balls_that_are_pushed_off),
        cmocka_unit_test(shows_falls_of_birds),         cmocka_unit_test(tells_birds_apart),
        cmocka_unit_test(writes_numbers_and_captions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
