/* Scenes and pictures: the pieces and their places, the moments between two scenes, and the correct use of pens. */
#include "games/draw/face.h"
#include "out/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit.h"

/* Returns a grid from rows of equal length. */
static struct grid grid_of(const char *const *rows)
{
    struct grid grid;
    int count = 0;
    while (rows[count] != NULL)
        count++;
    assert_true(grid_make(&grid, (int)strlen(rows[0]), count, ' '));
    for (int row = 0; row < count; row++)
        memcpy(grid.cells + row * grid.columns, rows[row], (size_t)grid.columns);
    return grid;
}

static struct scene scene_of(const char *game, const char *const *rows, const int *trail, size_t trail_length,
                             const struct scene *start)
{
    struct grid grid = grid_of(rows);
    struct scene scene;
    const struct scene_text text = {.drawn = &grid, .trail = trail, .trail_length = trail_length, .start = start};
    assert_true(scene_make(&scene, game_find(game), &text));
    grid_free(&grid);
    return scene;
}

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Returns the n-th sprite of a shape, or NULL if there are fewer. */
static const struct sprite *find(const struct scene *scene, const char *shape, size_t n)
{
    for (size_t i = 0; i < scene->count; i++) {
        if (strcmp(scene->sprites[i].shape->name, shape) == 0 && n-- == 0)
            return &scene->sprites[i];
    }
    return NULL;
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-9)
        fail_msg("%g is not %g", a, b);
}

static void assert_place(const struct sprite *sprite, double x, double y)
{
    assert_non_null(sprite);
    assert_near(sprite->x, x);
    assert_near(sprite->y, y);
}

static void assert_points(const struct scene *scene, const struct sprite *sprite, const double (*points)[2],
                          size_t count)
{
    assert_int_equal(sprite->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_near(scene->points[sprite->first + i].x, points[i][0]);
        assert_near(scene->points[sprite->first + i].y, points[i][1]);
    }
}

static void sees_a_store(void **state)
{
    (void)state;
    struct scene scene = scene_of("sokoban", ROWS("  ####", "###  #", "#@$* #", "#  . #", "######"), NULL, 0, NULL);
    assert_int_equal(scene.count, 3);
    assert_place(find(&scene, "keeper", 0), 1.5, 2.5);
    assert_place(find(&scene, "crate", 0), 2.5, 2.5);
    assert_place(find(&scene, "crate", 1), 3.5, 2.5);
    assert_int_equal(scene_ground(&scene, 0, 0), GROUND_OUTSIDE);
    assert_int_equal(scene_ground(&scene, 1, 3), GROUND_FLOOR);
    assert_int_equal(scene_ground(&scene, 2, 3), GROUND_FLOOR | GROUND_GOAL);
    assert_int_equal(scene_ground(&scene, 3, 3), GROUND_FLOOR | GROUND_GOAL);
    assert_int_equal(scene_ground(&scene, 4, 0), GROUND_WALL);
    scene_free(&scene);
}

static void sees_snowman(void **state)
{
    (void)state;
    struct scene start = scene_of("snowman", ROWS("XXXXX", "X@+3X", "X=*-X", "XXXXX"), NULL, 0, NULL);
    struct scene scene = scene_of("snowman", ROWS("XXXXX", "X*3-X", "X=#-X", "XXXXX"), NULL, 0, &start);
    assert_place(find(&start, "child", 0), 1.5, 1.5);
    const struct sprite *medium = find(&start, "ball", 0);
    const struct sprite *small = find(&start, "ball", 1);
    assert_place(medium, 3.5, 1.5);
    assert_near(medium->size, 1);
    assert_near(medium->height, 0);
    assert_place(small, 3.5, 1.5);
    assert_near(small->size, 0);
    assert_near(small->height, 1);
    assert_int_equal(scene_ground(&start, 1, 1), GROUND_FLOOR | GROUND_SNOW);
    /* Only the start shows the target under the stack. */
    assert_int_equal(scene_ground(&scene, 1, 2), GROUND_FLOOR | GROUND_GOAL);
    assert_int_equal(scene_ground(&scene, 2, 1), GROUND_FLOOR | GROUND_GOAL | GROUND_SNOW);
    scene_free(&scene);
    scene_free(&start);
}

static void sees_the_cat_along_its_trail(void **state)
{
    (void)state;
    const int trail[] = {6, 7, 8, 13};
    struct scene scene = scene_of("longcat", ROWS("#####", "#ccc#", "#  C#", "#####"), trail, 4, NULL);
    static const double body[][2] = {{3.5, 2.5}, {3.5, 1.5}, {2.5, 1.5}, {1.5, 1.5}};
    assert_int_equal(scene.count, 1);
    assert_string_equal(scene.sprites[0].shape->name, "cat");
    assert_points(&scene, &scene.sprites[0], body, 4);
    assert_int_equal(scene_ground(&scene, 1, 1), GROUND_FLOOR);
    assert_near(scene.view.x, 0.5);
    assert_near(scene.view.width, 4);
    scene_free(&scene);
    scene = scene_of("longcat", ROWS("#####", "#ccc#", "#  C#", "#####"), NULL, 0, NULL);
    assert_place(find(&scene, "cat", 0), 3.5, 2.5);
    assert_int_equal(scene_ground(&scene, 1, 1), GROUND_FLOOR | GROUND_COVERED);
    scene_free(&scene);
}

static void sees_birds_and_blocks(void **state)
{
    (void)state;
    struct scene scene = scene_of("snakebird", ROWS("-*+---", "bAB%%-", "a-C--%", "####^@"), NULL, 0, NULL);
    static const double red[][2] = {{1.5, 1.5}, {2.5, 1.5}, {2.5, 2.5}};
    static const double blue[][2] = {{0.5, 2.5}, {0.5, 1.5}};
    static const double block[][2] = {{3.5, 1.5}, {4.5, 1.5}, {5.5, 2.5}};
    assert_points(&scene, find(&scene, "bird", 0), red, 3);
    assert_points(&scene, find(&scene, "bird", 1), blue, 2);
    assert_int_equal(find(&scene, "bird", 1)->variant, 1);
    assert_null(find(&scene, "bird", 2));
    assert_points(&scene, find(&scene, "block", 0), block, 3);
    assert_place(find(&scene, "fruit", 0), 2.5, 0.5);
    assert_int_equal(scene_ground(&scene, 0, 1), GROUND_FLOOR | GROUND_GOAL);
    assert_int_equal(scene_ground(&scene, 3, 4), GROUND_SPIKE);
    assert_int_equal(scene_ground(&scene, 3, 5), GROUND_FLOOR | GROUND_PORTAL);
    scene_free(&scene);
}

/* A bird leans out of the text, whose drawing becomes larger, and stands in front of the exit. */
static void keeps_the_place_of_a_larger_text(void **state)
{
    (void)state;
    struct scene start = scene_of("snakebird", ROWS("*---", "-AB-", "--#-"), NULL, 0, NULL);
    struct scene scene = scene_of("snakebird", ROWS("-A---", "-B---", "-----", "---#-"), NULL, 0, &start);
    assert_place(find(&scene, "bird", 0), 0.5, -0.5);
    assert_int_equal(scene.columns, 4);
    assert_int_equal(scene_ground(&scene, 0, 0), GROUND_FLOOR | GROUND_GOAL);
    assert_int_equal(scene_ground(&scene, 2, 2), GROUND_WALL);
    assert_true(scene.view.y < start.view.y);
    scene_free(&scene);
    scene_free(&start);
}

/* A bird that is longer than its letters continues with the last letter. */
static void follows_birds_beyond_their_letters(void **state)
{
    (void)state;
    struct scene scene = scene_of("snakebird", ROWS("0123456", "9999987", "*------"), NULL, 0, NULL);
    const struct sprite *bird = find(&scene, "bird", 0);
    assert_int_equal(bird->count, 14);
    assert_near(scene.points[bird->first + 13].x, 0.5);
    assert_near(scene.points[bird->first + 13].y, 1.5);
    scene_free(&scene);
}

static void shows_any_other_game_as_characters(void **state)
{
    (void)state;
    static const struct game other = {.name = "other", .title = "Other", .outside = '#'};
    struct grid grid = grid_of(ROWS("###", "#Q#", "###"));
    struct scene scene;
    assert_true(scene_make(&scene, &other, &(struct scene_text){.drawn = &grid}));
    assert_int_equal(scene.count, 1);
    assert_int_equal(scene.sprites[0].variant, 'Q');
    scene_free(&scene);
    grid_free(&grid);
}

static void ignore(void *context, int line, bool error, const char *message)
{
    (void)context;
    assert_false(error);
    (void)line;
    (void)message;
}

/* There is no character for the house alone, for the player's trail, or for the player on it. */
static void sees_objects_without_a_character(void **state)
{
    (void)state;
    static const char source[] =
        "OBJECTS\nBackground\nblack\n\nWall\ngray\n\nPlayer\nred\n\nHouse\nblue\n\nDawn\nyellow\n\nTrail\ngreen\n\n"
        "LEGEND\n. = Background\n# = Wall\nP = Player\nH = House and Dawn\nSOUNDS\nCOLLISIONLAYERS\n"
        "Background\nHouse, Trail\nPlayer, Wall\nDawn\nRULES\n[ > Player | Dawn ] -> [ > Player | ]\n"
        "[ > Player no Trail ] -> [ > Player Trail ]\nWINCONDITIONS\nAll Player on House\nLEVELS\n\n#P.H#\n";
    enum { STATES = 3, OBJECTS = 6 };
    static const unsigned counts[STATES][OBJECTS] = {{5, 2, 1, 1, 1, 0}, {5, 2, 1, 1, 1, 1}, {5, 2, 1, 1, 0, 2}};
    bool no_memory;
    const struct game *game = game_find("puzzlescript");
    struct game_source *game_source = game->language->read(source, sizeof source - 1, ignore, NULL, NULL, &no_memory);
    assert_non_null(game_source);
    struct grid grid;
    int line;
    struct complaint complaint = {0};
    assert_true(game->language->level(game_source, 0, &grid, &line, &complaint));
    struct puzzle *puzzle = game->load(&grid, (struct variant){.game_source = game_source}, &complaint);
    assert_non_null(puzzle);
    struct session *session = session_open(puzzle);
    for (size_t n = 0; n < STATES; n++) {
        struct scene scene;
        enum press press;
        unsigned found[OBJECTS] = {0};
        assert_true(session_scene(session, puzzle, NULL, &scene));
        for (size_t i = 0; i < scene.count; i++)
            found[scene.sprites[i].variant]++;
        assert_memory_equal(found, counts[n], sizeof found);
        scene_free(&scene);
        assert_true(n + 1 == STATES || session_press(session, 1, &press));
    }
    assert_true(session_solved(session));
    session_close(session);
    game->free(puzzle);
    grid_free(&grid);
    source_release(game_source);
}

/* In games with walls between cells, a cell is as large as in other games. */
static void measures_in_cells_without_the_walls_between(void **state)
{
    (void)state;
    static const struct game spaced = {.title = "Spaced", .spaced = true};
    static const struct face face = {.game = &spaced};
    const struct scene scene = {.face = &face, .columns = 7, .rows = 5};
    struct point first = scene_middle(&scene, 1 * 7 + 1), last = scene_middle(&scene, 3 * 7 + 5);
    struct point wall = scene_middle(&scene, 1 * 7 + 2);
    assert_near(first.x, 0.5);
    assert_near(first.y, 0.5);
    assert_near(wall.x, 1);
    assert_near(last.x, 2.5);
    assert_near(last.y, 1.5);
}

static struct scene between(const struct scene *from, const struct scene *to, double t)
{
    struct scene moment;
    assert_true(scene_between(&moment, from, to, t));
    return moment;
}

static void pushes_a_box(void **state)
{
    (void)state;
    struct scene from = scene_of("sokoban", ROWS("#######", "#$@$ .#", "#######"), NULL, 0, NULL);
    struct scene to = scene_of("sokoban", ROWS("#######", "#$ @$.#", "#######"), NULL, 0, &from);
    struct scene moment = between(&from, &to, 0.25);
    assert_place(find(&moment, "keeper", 0), 2.75, 1.5);
    assert_int_equal(find(&moment, "keeper", 0)->facing, RIGHT);
    assert_place(find(&moment, "crate", 0), 1.5, 1.5);
    assert_place(find(&moment, "crate", 1), 3.75, 1.5);
    scene_free(&moment);
    moment = between(&from, &to, 0);
    assert_place(find(&moment, "crate", 1), 3.5, 1.5);
    scene_free(&moment);
    moment = between(&from, &to, 1);
    assert_place(find(&moment, "crate", 1), 4.5, 1.5);
    scene_free(&moment);
    scene_free(&from);
    scene_free(&to);
}

/* A ball grows while it rolls onto snow; the snow disappears in the second half. */
static void rolls_a_ball(void **state)
{
    (void)state;
    struct scene from = scene_of("snowman", ROWS("XXXXX", "X#1*X", "XXXXX"), NULL, 0, NULL);
    struct scene to = scene_of("snowman", ROWS("XXXXX", "X-#2X", "XXXXX"), NULL, 0, &from);
    struct scene moment = between(&from, &to, 0.75);
    assert_place(find(&moment, "ball", 0), 3.25, 1.5);
    assert_near(find(&moment, "ball", 0)->size, 0.75);
    assert_int_equal(scene_ground(&moment, 1, 3), GROUND_FLOOR);
    scene_free(&moment);
    scene_free(&from);
    scene_free(&to);
}

static void slides_there_and_back(void **state)
{
    (void)state;
    const int trail[] = {6, 7, 8};
    struct scene from = scene_of("longcat", ROWS("#####", "#C  #", "#####"), trail, 1, NULL);
    struct scene to = scene_of("longcat", ROWS("#####", "#ccC#", "#####"), trail, 3, &from);
    struct scene moment = between(&from, &to, 0.25), back = between(&to, &from, 0.75);
    static const double body[][2] = {{2, 1.5}, {1.5, 1.5}};
    assert_points(&moment, &moment.sprites[0], body, 2);
    assert_place(&moment.sprites[0], 2, 1.5);
    assert_points(&back, &back.sprites[0], body, 2);
    scene_free(&moment);
    scene_free(&back);
    scene_free(&from);
    scene_free(&to);
}

/* A bird crawls off an edge and falls: the first half is the crawl. */
static void crawls_and_falls(void **state)
{
    (void)state;
    struct scene from = scene_of("snakebird", ROWS("-BA--*", "-##---", "------", "-#####"), NULL, 0, NULL);
    struct scene on = scene_of("snakebird", ROWS("--BA-*", "-##---", "------", "-#####"), NULL, 0, &from);
    struct scene down = scene_of("snakebird", ROWS("-----*", "-##---", "---BA-", "-#####"), NULL, 0, &from);
    struct scene moment = between(&from, &on, 0.5);
    assert_place(find(&moment, "bird", 0), 3, 0.5);
    scene_free(&moment);
    moment = between(&on, &down, 0.25);
    static const double crawled[][2] = {{4, 0.5}, {3.5, 0.5}, {3, 0.5}};
    assert_points(&moment, find(&moment, "bird", 0), crawled, 3);
    scene_free(&moment);
    moment = between(&on, &down, 0.75);
    assert_place(find(&moment, "bird", 0), 4.5, 1.5);
    scene_free(&moment);
    moment = between(&down, &on, 0.75);
    assert_place(find(&moment, "bird", 0), 4, 0.5);
    scene_free(&moment);
    scene_free(&from);
    scene_free(&on);
    scene_free(&down);
}

/* An upright bird that is one cell lower has not crawled up and fallen two cells: its move was undone. */
static void an_upright_bird_goes_back_down(void **state)
{
    (void)state;
    struct scene from = scene_of("snakebird", ROWS("-A--*", "-B---", "-----", "-###-"), NULL, 0, NULL);
    struct scene to = scene_of("snakebird", ROWS("----*", "-A---", "-B---", "-###-"), NULL, 0, &from);
    struct scene moment = between(&from, &to, 0.5);
    static const double halfway[][2] = {{1.5, 1}, {1.5, 1.5}, {1.5, 2}};
    assert_points(&moment, find(&moment, "bird", 0), halfway, 3);
    scene_free(&moment);
    scene_free(&from);
    scene_free(&to);
}

static void leaves_through_the_exit(void **state)
{
    (void)state;
    struct scene from = scene_of("snakebird", ROWS("-BA*", "-###"), NULL, 0, NULL);
    struct scene to = scene_of("snakebird", ROWS("---*", "-###"), NULL, 0, &from);
    struct scene moment = between(&from, &to, 0.25);
    assert_place(find(&moment, "bird", 0), 3, 0.5);
    scene_free(&moment);
    moment = between(&from, &to, 0.75);
    assert_place(find(&moment, "bird", 0), 3.5, 0.5);
    assert_true(find(&moment, "bird", 0)->scale < 1);
    scene_free(&moment);
    scene_free(&from);
    scene_free(&to);
}

static const char *const levels[][8] = {
    {"longcat", "#####", "#C  #", "# # #", "#####"},
    {"sokoban", "#######", "#@$ . #", "# *   #", "#######"},
    {"snowman", "XXXXXX", "X#124X", "X7*+=X", "XXXXXX"},
    {"snakebird", "--*-+-", "BA%%-@", "###-^@", "-----#"},
    {"snake", "    ", "    ", "    "},
};

/* Counts the elements of an SVG text, and checks what a pen can break: each '<' has its "/>" or "</text>", and
 * quotes are paired. */
static size_t count_elements(const char *svg)
{
    size_t elements = 0;
    while (*svg != '\0') {
        assert_int_equal(*svg, '<');
        const char *end = strchr(svg, '>');
        assert_non_null(end);
        size_t quotes = 0;
        for (const char *c = svg + 1; c < end; c++) {
            assert_int_not_equal(*c, '<');
            quotes += *c == '"';
        }
        assert_int_equal(quotes % 2, 0);
        if (strncmp(svg, "<text", 5) == 0) {
            end = strstr(end, "</text>");
            assert_non_null(end);
            end += 6;
        } else {
            assert_int_equal(end[-1], '/');
        }
        elements++;
        svg = end + 1;
    }
    return elements;
}

static void draws_every_game(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct scene scene = scene_of(levels[i][0], levels[i] + 1, NULL, 0, NULL);
        struct text svg = {0};
        struct pen pen = pen_svg(&svg);
        assert_true(picture_draw(&scene, &pen));
        assert_false(svg.failed);
        assert_true(count_elements(text_string(&svg)) >= 4);
        assert_null(strstr(text_string(&svg), "nan"));
        assert_null(strstr(text_string(&svg), "(null)"));
        text_free(&svg);
        scene_free(&scene);
    }
}

static void escapes_text(void **state)
{
    (void)state;
    struct text svg = {0};
    struct pen pen = pen_svg(&svg);
    pen.write(pen.target, &colours_shared[COLOUR_INK], 1, 2, 1, "<&>");
    assert_string_equal(text_string(&svg), "<text class=\"f-ink\" text-anchor=\"middle\" x=\"1\" y=\"2.36\" "
                                           "font-size=\"1\">&lt;&amp;&gt;</text>");
    text_free(&svg);
}

static void writes_short_paths(void **state)
{
    (void)state;
    struct text svg = {0};
    struct pen pen = pen_svg(&svg);
    pen.paint(pen.target, &colours_shared[COLOUR_WALL], NULL, 0); /* nothing to paint */
    pen.move_to(pen.target, 0.5, -0.0001);
    pen.line_to(pen.target, 10, 2.125);
    pen.close(pen.target);
    pen.paint(pen.target, &colours_shared[COLOUR_WALL], &colours_shared[COLOUR_INK], 0.1);
    assert_string_equal(text_string(&svg), "<path d=\"M0.5 0L10 2.125Z\" class=\"f-wall s-ink\" "
                                           "stroke-width=\"0.1\"/>");
    text_free(&svg);
}

/* The outline of an L has six corners, that of a ring two loops, and so has that of two cells that touch at a
 * corner. */
static bool in_text(const void *context, int row, int column)
{
    const char *const *rows = context;
    return rows[row][column] == 'x';
}

static void assert_outline(const char *const *rows, int columns, int count, const char *path)
{
    struct text svg = {0};
    struct pen pen = pen_svg(&svg);
    struct brush brush = brush_of(&pen);
    assert_true(brush_cells(&brush, in_text, rows, columns, count, 0, 0));
    assert_string_equal(text_string(&svg) + strlen("<path d=\""), path);
    text_free(&svg);
}

static void outlines_patches(void **state)
{
    (void)state;
    assert_outline(ROWS("x ", "xx"), 2, 2, "M0.5 0L1 0L1 1L2 1L2 2L0 2L0 0Z");
    assert_outline(ROWS("x ", " x"), 2, 2, "M0.5 0L1 0L1 1L0 1L0 0ZM1.5 1L2 1L2 2L1 2L1 1Z");
    assert_outline(ROWS("xxx", "x x", "xxx"), 3, 3, "M0.5 0L3 0L3 3L0 3L0 0ZM1.5 2L2 2L2 1L1 1L1 2Z");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_a_store),
        cmocka_unit_test(sees_snowman),
        cmocka_unit_test(sees_the_cat_along_its_trail),
        cmocka_unit_test(sees_birds_and_blocks),
        cmocka_unit_test(keeps_the_place_of_a_larger_text),
        cmocka_unit_test(follows_birds_beyond_their_letters),
        cmocka_unit_test(shows_any_other_game_as_characters),
        cmocka_unit_test(sees_objects_without_a_character),
        cmocka_unit_test(measures_in_cells_without_the_walls_between),
        cmocka_unit_test(pushes_a_box),
        cmocka_unit_test(rolls_a_ball),
        cmocka_unit_test(slides_there_and_back),
        cmocka_unit_test(crawls_and_falls),
        cmocka_unit_test(an_upright_bird_goes_back_down),
        cmocka_unit_test(leaves_through_the_exit),
        cmocka_unit_test(draws_every_game),
        cmocka_unit_test(escapes_text),
        cmocka_unit_test(writes_short_paths),
        cmocka_unit_test(outlines_patches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
