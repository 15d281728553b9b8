/* Moments between scenes while shipped levels are played at random: nothing jumps, bodies hold together, and a step
 * back is the reverse of the step. */
#include "out/picture.h"

#include "games/snakebird/snakebird.h"
#include "play/session.h"
#include "solve/level/levels.h"
#include "tests/levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit.h"

enum { PRESSES = 60 };

/* The current position, for a failed test. */
static struct {
    const char *level;
    int press;
} here;

static void expect(bool good, const char *what)
{
    if (!good)
        fail_msg("%s, press %d, seed %llu: %s", here.level, here.press, (unsigned long long)chance_seed(), what);
}

static struct scene see(const struct session *session, const struct game *game, const struct scene *start)
{
    struct grid grid;
    struct scene scene;
    size_t length = session_trail(session, NULL, 0);
    int *trail = calloc(length + 1, sizeof *trail);
    session_trail(session, trail, length);
    assert_true(session_draw(session, &grid));
    const struct scene_text text = {.drawn = &grid, .trail = trail, .trail_length = length, .start = start};
    assert_true(scene_make(&scene, game, &text));
    grid_free(&grid);
    free(trail);
    return scene;
}

/* Returns whether each piece of a scene has a similar one close by in a moment. */
static bool is_close(const struct scene *scene, const struct scene *moment)
{
    for (size_t i = 0; i < scene->count; i++) {
        const struct sprite *sprite = &scene->sprites[i];
        bool found = false;
        for (size_t k = 0; k < moment->count && !found; k++) {
            const struct sprite *other = &moment->sprites[k];
            found = other->shape == sprite->shape && hypot(other->x - sprite->x, other->y - sprite->y) < 0.1 &&
                    fabs(other->height - sprite->height) < 0.1 && fabs(other->size - sprite->size) < 0.1;
        }
        if (!found)
            return false;
    }
    return true;
}

/* Returns the length of the longest body in a scene. */
static double longest(const struct scene *scene)
{
    size_t count = 1;
    for (size_t i = 0; i < scene->count; i++)
        count = scene->sprites[i].count > count ? scene->sprites[i].count : count;
    return (double)count - 1;
}

/* Returns whether bodies follow rows and columns, and are at most as long as possible. */
static bool holds_together(const struct scene *moment, double most)
{
    for (size_t i = 0; i < moment->count; i++) {
        const struct sprite *sprite = &moment->sprites[i];
        double length = 0;
        for (size_t k = 1; sprite->shape->travel != TRAVEL_RIGID && k < sprite->count; k++) {
            const struct point *from = &moment->points[sprite->first + k - 1], *to = from + 1;
            double across = fabs(to->x - from->x), down = fabs(to->y - from->y);
            if (across > 1e-6 && down > 1e-6)
                return false;
            length += across + down;
        }
        if (length > most + 1e-6)
            return false;
    }
    return true;
}

/* Returns whether two scenes have the same pieces at the same places, in any order. */
static bool is_same(const struct scene *a, const struct scene *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        bool found = false;
        for (size_t k = 0; k < b->count && !found; k++)
            found = a->sprites[i].shape == b->sprites[k].shape &&
                    hypot(a->sprites[i].x - b->sprites[k].x, a->sprites[i].y - b->sprites[k].y) < 1e-6 &&
                    fabs(a->sprites[i].scale - b->sprites[k].scale) < 1e-6;
        if (!found)
            return false;
    }
    return true;
}

static void check_step(const struct scene *from, const struct scene *to)
{
    static const double times[] = {0.001, 0.2, 0.45, 0.7, 0.999};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct scene moment, back;
        assert_true(scene_between(&moment, from, to, times[i]));
        assert_true(scene_between(&back, to, from, 1 - times[i]));
        expect(holds_together(&moment, fmax(longest(from), longest(to))), "a body has come apart");
        expect(is_same(&moment, &back), "the step back is another one");
        expect(i > 0 || is_close(from, &moment), "a piece has jumped at the beginning");
        expect(i < 4 || is_close(to, &moment), "a piece has jumped at the end");
        scene_free(&moment);
        scene_free(&back);
    }
}

static void play(const struct puzzle *puzzle, struct chance *chance)
{
    struct session *session = session_open(puzzle);
    assert_non_null(session);
    /* In a level with portals, a piece that passes one jumps. */
    const struct game *game = puzzle->game;
    struct grid grid;
    assert_true(session_draw(session, &grid));
    bool portals = game == &game_snakebird && memchr(grid.cells, '@', (size_t)grid_size(&grid)) != NULL;
    grid_free(&grid);
    struct scene start = see(session, puzzle->game, NULL), from, to;
    assert_true(scene_copy(&from, &start));
    for (here.press = 1; here.press <= PRESSES; here.press++) {
        enum press press;
        unsigned key = (unsigned)chance_below(chance, DIRECTIONS);
        if (chance_below(chance, 8) == 0 && session_next_piece(session) != KEY_NONE)
            key = session_next_piece(session);
        assert_true(session_press(session, key, &press));
        to = see(session, puzzle->game, &start);
        check_step(&from, &to);
        if (!portals) {
            /* In the middle, where the ground changes from one scene to the other, pieces continue. */
            struct scene before, after;
            assert_true(scene_between(&before, &from, &to, 0.499));
            assert_true(scene_between(&after, &from, &to, 0.501));
            expect(is_close(&before, &after) && is_close(&after, &before), "a piece has jumped on its way");
            scene_free(&before);
            scene_free(&after);
        }
        scene_free(&from);
        from = to;
    }
    scene_free(&from);
    scene_free(&start);
    session_close(session);
}

/* Plays all levels of a file or folder of levels/. */
static void play_pack(const char *pack)
{
    struct text path = {0}, error = {0};
    struct level level;
    struct chance chance = {chance_seed()};
    const char *source = getenv("srcdir");
    text_addf(&path, "%s/levels/%s", source == NULL ? "." : source, pack);
    char *operand = path.data;
    struct level_source *levels = level_source_open(&operand, 1);
    size_t count = 0;
    assert_non_null(levels);
    while (level_source_next(levels, &level, &error) == LEVEL_READ) {
        struct puzzle *puzzle = level_load(&level, NULL, (struct variant){0}, &error);
        assert_non_null(puzzle);
        here.level = text_string(&level.name);
        play(puzzle, &chance);
        puzzle->game->free(puzzle);
        level_free(&level);
        count++;
    }
    assert_true(count > 0);
    level_source_close(levels);
    text_free(&path);
    text_free(&error);
}

static void cats_slide(void **state)
{
    (void)state;
    play_pack("longcat/4-the-shorter-slide");
}

static void keepers_push(void **state)
{
    (void)state;
    play_pack("sokoban/2-two-in-a-cupboard/levels.xsb");
}

static void snowmen_grow(void **state)
{
    (void)state;
    play_pack("snowman/5-a-place-to-stand");
    play_pack("snowman/8-no-flake-to-waste");
}

static void birds_crawl(void **state)
{
    (void)state;
    play_pack("snakebird/2-longer-with-every-bite");
    play_pack("snakebird/4-two-birds-one-bridge");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cats_slide),
        cmocka_unit_test(keepers_push),
        cmocka_unit_test(snowmen_grow),
        cmocka_unit_test(birds_crawl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
