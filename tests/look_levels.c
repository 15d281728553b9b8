/* Inspects the shipped levels of a game: each character has a glyph and words, hints lead through a level to its
 * end, and words and pictures show each step. */
#include "tests/look.h"

#include "out/page/engine.h"
#include "out/picture.h"
#include "out/strip.h"
#include "play/session.h"
#include "solve/level/levels.h"
#include "tests/unit.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* PLAYED is the number of levels to play; the others are only inspected. */
enum { PLAYED = 2, MOST_KEYS = 4000 };

static bool has_glyph(const struct terminal_look *terminal, char c)
{
    const struct glyph *glyph = terminal->glyphs;
    while (glyph->text != NULL && glyph->character != c)
        glyph++;
    return glyph->text != NULL || (terminal->trail != NULL && strchr(terminal->trail, c) != NULL);
}

static bool has_words(const struct face_words *words, char c)
{
    const struct cell_words *cell = words->cells;
    while (cell->words != NULL && cell->cell != c)
        cell++;
    return cell->words != NULL;
}

static void look_at_cells(struct look *look, const struct puzzle *puzzle, const struct grid *drawn)
{
    const struct face *face = look->face;
    for (int cell = 0; cell < grid_size(drawn); cell++) {
        unsigned number;
        char c = (char)drawn->cells[cell];
        if (face->segment != NULL && face->segment(puzzle, (unsigned char)c, &number) >= 0)
            continue;
        require(look, has_glyph(face->terminal, c), "no glyph for '%c'", c);
        require(look, has_words(face->words, c), "no words for '%c'", c);
    }
}

static struct scene scene_of(const struct session *session, const struct game *game, const struct scene *start)
{
    struct grid grid;
    struct scene scene;
    assert_true(session_draw(session, &grid));
    size_t length = session_trail(session, NULL, 0);
    int *trail = calloc(length + 1, sizeof *trail);
    assert_non_null(trail);
    session_trail(session, trail, length);
    const struct scene_text text = {.drawn = &grid, .trail = trail, .trail_length = length, .start = start};
    assert_true(scene_make(&scene, game, &text));
    free(trail);
    grid_free(&grid);
    return scene;
}

/* Requires that the picture of a move differs from that of the state before it. */
static void look_at_change(struct look *look, const struct scene *before, const struct scene *after)
{
    struct text then = {0}, now = {0};
    struct pen old = pen_svg(&then), new = pen_svg(&now);
    assert_true(picture_draw(before, &old));
    assert_true(picture_draw(after, &new));
    require(look, then.size > 0 && now.size > 0, "an empty picture");
    require(look, strcmp(text_string(&then), text_string(&now)) != 0, "a move that no picture shows");
    text_free(&then);
    text_free(&now);
}

static void look_at_words_of_step(struct look *look, const struct session *session, const struct puzzle *puzzle,
                                  const struct grid *before, const struct grid *after, unsigned key)
{
    struct text told = {0};
    words_step(puzzle, before, after, key, session_symbol(session, session_hand(session)), &told);
    require(look, strlen(text_string(&told)) > 3, "nothing is told of a step");
    text_clear(&told);
    words_board(puzzle, after, &told);
    look->face->words->progress(after, &told);
    require(look, told.size > 0, "nothing is told of the board");
    text_free(&told);
}

/* Presses a key of the solution and inspects the change. */
static void look_at_press(struct look *look, struct session *session, const struct puzzle *puzzle, unsigned key,
                          const struct scene *start)
{
    struct grid before, after;
    enum press press;
    struct scene then = scene_of(session, look->game, start);
    assert_true(session_draw(session, &before));
    assert_true(session_press(session, key, &press));
    require(look, press != PRESS_NOTHING, "a hint whose key does nothing");
    struct scene now = scene_of(session, look->game, start);
    assert_true(session_draw(session, &after));
    look_at_cells(look, puzzle, &after);
    if (key < DIRECTIONS || key == KEY_ACTION)
        look_at_words_of_step(look, session, puzzle, &before, &after, key);
    if (press != PRESS_NOTHING && key < DIRECTIONS)
        look_at_change(look, &then, &now);
    scene_free(&then);
    scene_free(&now);
    grid_free(&before);
    grid_free(&after);
}

/* Plays a level to its end by hints and inspects each step. */
static void play(struct look *look, const struct puzzle *puzzle)
{
    static const struct limits unlimited;
    struct session *session = session_open(puzzle);
    struct hint hint = {.kind = HINT_KEYS};
    size_t presses = 0;
    assert_non_null(session);
    struct scene start = scene_of(session, look->game, NULL);
    while (hint.kind == HINT_KEYS && presses < MOST_KEYS) {
        assert_true(session_hint(session, &unlimited, &hint));
        unsigned char keys[MOST_KEYS];
        size_t count = hint.kind == HINT_KEYS ? hint.key_count : 0;
        assert_in_range(count, 0, MOST_KEYS);
        memcpy(keys, hint.keys == NULL ? keys : hint.keys, count);
        for (size_t i = 0; i < count; i++, presses++)
            look_at_press(look, session, puzzle, keys[i], &start);
    }
    require(look, session_solved(session), "hints do not solve a level");
    if (look->game->steps == NULL)
        require(look, session_presses(session) == session_moves(session), "no count of steps");
    struct strip strip;
    assert_true(strip_make(&strip, puzzle, session_made(session), 0, session_moves(session)));
    bool followed = strip.count > 0 && strip.panels[0].count > 0;
    require(look, followed, "a strip that follows nothing");
    strip_free(&strip);
    scene_free(&start);
    session_close(session);
}

/* Inspects all levels of a file or folder.  Returns their number. */
static size_t look_at_levels(struct look *look, const char *path)
{
    char *operands[] = {(char *)path};
    struct level_source *source = level_source_open(operands, 1);
    struct level level;
    struct text error = {0};
    size_t count = 0;
    assert_non_null(source);
    level_source_expect(source, look->game);
    while (level_source_next(source, &level, &error) == LEVEL_READ) {
        struct puzzle *puzzle = level_load(&level, look->game, (struct variant){0}, &error);
        assert_non_null(puzzle);
        struct session *session = session_open(puzzle);
        struct grid drawn;
        assert_true(session != NULL && session_draw(session, &drawn));
        look_at_cells(look, puzzle, &drawn);
        if (count++ < PLAYED)
            play(look, puzzle);
        grid_free(&drawn);
        session_close(session);
        look->game->free(puzzle);
        level_free(&level);
    }
    level_source_close(source);
    text_free(&error);
    return count;
}

void look_at_pack(struct look *look)
{
    const char *folder = getenv("srcdir");
    struct text path = {0};
    text_addf(&path, "%s/levels/%s", folder == NULL ? "." : folder, look->game->name);
    struct dirent **names = NULL;
    int count = scandir(text_string(&path), &names, NULL, alphasort);
    size_t levels = 0;
    for (int i = 0; i < count; i++) {
        const char *name = names[i]->d_name, *ending = strrchr(name, '.');
        bool is_levels = *name != '.' && (ending == NULL || strcmp(ending, ".xsb") == 0);
        if (is_levels && levels == 0) {
            text_addf(&path, "/%s", name);
            levels = look_at_levels(look, text_string(&path));
        }
        free(names[i]);
    }
    free(names);
    require(look, levels > 0, "no shipped levels");
    text_free(&path);
}
