/* Every game has all that players see and hear of it: a walk through the lists of games, faces and
 * proposers, and through shipped levels of each game, which are played to their end.
 *
 * What a game lacks is collected as text, game by game, so that a failure says what to add; a game
 * without anything, and faces with one thing taken away, show that each gap is found. */
#include "tests/unit.h"

#include "faces/face.h"
#include "gen/climb.h"
#include "gen/command.h"
#include "gen/pieces.h"
#include "out/page/words.h"
#include "out/pen_svg.h"
#include "out/picture.h"
#include "out/strip.h"
#include "play/session.h"
#include "solve/levels.h"
#include "tests/toy_maze.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Levels of a game that are played; all others are only looked at. */
enum { PLAYED = 2, MOST_KEYS = 4000 };

/* What is being looked at, and what it lacks. */
struct look {
    const struct game *game;
    const struct face *face;
    struct text gaps;
};

__attribute__((format(printf, 3, 4))) static void require(struct look *look, bool good,
                                                         const char *what, ...)
{
    if (good)
        return;
    char text[200];
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    if (strstr(text_string(&look->gaps), text) == NULL)
        text_addf(&look->gaps, "%s: %s\n", look->game->title, text);
}

static bool is_text(const char *text)
{
    return text != NULL && *text != '\0';
}

/* --- what the tables have --- */

static const struct option_row *find_option(const char *name)
{
    for (size_t i = 0; i < filter_option_count; i++) {
        if (strcmp(filter_option_rows[i].name, name) == 0)
            return &filter_option_rows[i];
    }
    return NULL;
}

static void look_at_thresholds(struct look *look)
{
    const struct threshold *threshold = look->face->thresholds;
    struct filter_settings settings;
    struct text error = {0};
    require(look, threshold != NULL, "no thresholds");
    require(look, threshold == NULL || threshold->option != NULL, "nothing is asked for by default");
    filters_reset(&settings);
    for (; threshold != NULL && threshold->option != NULL; threshold++) {
        const struct option_row *row = find_option(threshold->option);
        require(look, row != NULL, "no option '%s'", threshold->option);
        require(look,
                row == NULL || option_set_value(row, &settings, threshold->value, &error),
                "bad value of '%s'", threshold->option);
    }
    text_free(&error);
}

/* Whether settings of each difficulty, with what is asked for by default, are such as a level can meet. */
static void look_at_difficulties(struct look *look)
{
    for (unsigned n = 0; n <= DIFFICULTY_BAND_COUNT; n++) {
        struct filter_settings settings;
        struct text error = {0};
        bool given[128] = {false};
        filters_reset(&settings);
        settings.allow_trivial = settings.allow_greedy = false;
        settings.difficulty = n;
        bool good = filters_complete(&settings, given, look->game, &error);
        require(look, good, "difficulty %u: %s", n, text_string(&error));
        require(look, filters_band(&settings) == (int)n - 1, "difficulty %u is another one", n);
        text_free(&error);
    }
}

static void look_at_words(struct look *look)
{
    const struct face_words *words = look->face->words;
    const struct rules_text *rules = look->face->rules;
    require(look, words != NULL, "no words");
    require(look, rules != NULL, "no rules in words");
    if (words == NULL || rules == NULL)
        return;
    size_t metrics = 1;
    while (look->game->metrics != NULL && look->game->metrics[metrics - 1] != NULL &&
           look->game->metrics[metrics] != NULL)
        metrics++;
    for (size_t i = 0; i < metrics; i++)
        require(look, is_text(words->moves[i][0]) && is_text(words->moves[i][1]),
                "no words for a move in metric %zu", i);
    require(look, is_text(words->aim), "no words for the aim");
    require(look, words->progress != NULL, "no words for progress");
    require(look, words->missing != NULL, "no words for what is missing");
    require(look, words->cells != NULL, "no words for cells");
    require(look, words->player != NULL || words->chosen != NULL, "no words for who moves");
    require(look, look->game->action == is_text(words->action), "no word for the action");
    require(look, words->chosen == NULL || is_text(words->chosen->one), "no word for a piece");
    require(look, rules->paragraphs[0] != NULL, "no rules in words");
    require(look, rules->legend[0].cells != NULL, "no legend");
    require(look, is_text(rules->lesson) && is_text(rules->lesson_way), "no level that shows it");
    for (const struct legend *legend = rules->legend; legend->cells != NULL; legend++) {
        for (const char *c = legend->cells; *c != '\0'; c++)
            require(look, strchr(look->game->cells, *c) != NULL,
                    "'%c' of the legend is not in its text", *c);
    }
}

static void look_at_keys(struct look *look)
{
    const struct game *game = look->game;
    const struct game_keys *keys = game->keys;
    const struct face_words *words = look->face->words;
    require(look,
            game->letters == NULL || strlen(game->letters) == (size_t)DIRECTIONS + game->action,
            "a letter for each move");
    require(look,
            keys == NULL || (keys->hand != NULL && keys->press != NULL && keys->route != NULL),
            "keys without hand, press or route");
    bool chooses = keys != NULL && keys->next != NULL;
    require(look, !chooses || (keys->symbol != NULL && keys->keep != NULL),
            "pieces are chosen that have no symbol");
    require(look, !chooses || words == NULL || words->chosen != NULL, "no names of pieces");
    require(look, game->trail == NULL || game->head != 0, "a trail without a head");
}

static void look_at_looks(struct look *look)
{
    const struct face *face = look->face;
    require(look, face->terminal != NULL && face->terminal->glyphs != NULL, "no glyphs");
    const struct picture_look *picture = face->picture;
    require(look, picture != NULL, "no pictures");
    if (picture == NULL)
        return;
    require(look, picture->ground != NULL && picture->read != NULL, "no scene");
    require(look, (picture->floor != NULL) != (picture->draw_ground != NULL),
            "a floor or a ground of its own");
    require(look, picture->strip != STRIP_NOTHING, "nothing that strips follow");
}

static bool is_whole(const struct climb_game *climb)
{
    return climb->starts > 0 && climb->edits > 0 && climb->start_states > 0 && climb->states > 0 &&
           climb->scatter != NULL && climb->edit != NULL && climb->fits != NULL &&
           climb->worth != NULL && climb->take_out != NULL;
}

/* Whether the parser, which reads an option before it knows the game, takes it for what it is. */
static bool is_typed(const struct option_row *row, const struct typed_pieces *typed)
{
    for (size_t n = 0; n < typed->count; n++) {
        if (strcmp(typed->rows[n].name, row->name) == 0)
            return typed->rows[n].kind == OPTION_FLAG ? row->kind == OPTION_FLAG
                                                      : row->kind != OPTION_FLAG;
    }
    return false;
}

static bool is_in(const char *name, const struct option_row *rows, size_t count)
{
    bool found = false;
    for (size_t n = 0; n < count; n++)
        found |= strcmp(rows[n].name, name) == 0;
    return found;
}

static void look_at_pieces(struct look *look, const struct proposer *proposer)
{
    struct typed_pieces typed;
    pieces_as_typed(&typed);
    require(look, proposer->piece_bytes <= MOST_PIECE_BYTES, "no room for its pieces");
    require(look, proposer->row_count <= MOST_ROWS, "too many options");
    for (size_t n = 0; n < proposer->row_count; n++) {
        const struct option_row *row = &proposer->rows[n];
        require(look, row->letter == 0 && row->help != NULL && row->group != NULL,
                "--%s without words, or with a letter", row->name);
        require(look, row->offset < proposer->piece_bytes, "--%s outside its pieces", row->name);
        require(look, row->kind != OPTION_LIST && row->kind != OPTION_OPTIONAL,
                "--%s of a kind that games cannot have", row->name);
        require(look, is_typed(row, &typed), "--%s is one too many, or a flag in some games only",
                row->name);
        require(look,
                !is_in(row->name, gen_option_rows, gen_option_count) &&
                    !is_in(row->name, gen_late_rows, gen_late_count) &&
                    !is_in(row->name, filter_option_rows, filter_option_count),
                "a --%s that all games have", row->name);
    }
}

static void look_at_proposer(struct look *look)
{
    const struct proposer *proposer = proposer_find(look->game->name);
    require(look, proposer != NULL && proposer->game == look->game, "no proposer");
    if (proposer == NULL)
        return;
    require(look, proposer->methods != NULL && proposer->methods[0].name != NULL, "no method");
    look_at_pieces(look, proposer);
    require(look, proposer->climb == NULL || is_whole(proposer->climb),
            "a climb that lacks something");
    require(look, proposer->start != NULL && proposer->propose != NULL, "nothing proposes");
    require(look,
            proposer->min_side <= proposer->size.columns &&
                proposer->size.columns <= proposer->max_side &&
                proposer->min_side <= proposer->size.rows &&
                proposer->size.rows <= proposer->max_side,
            "a default size out of its range");
}

static void look_at_tables(struct look *look)
{
    look_at_thresholds(look);
    if (look->face->thresholds != NULL)
        look_at_difficulties(look);
    look_at_words(look);
    look_at_keys(look);
    look_at_looks(look);
    look_at_proposer(look);
}

/* --- what its levels show --- */

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

static struct scene scene_of(const struct session *session, const struct game *game,
                             const struct scene *start)
{
    struct grid grid;
    struct scene scene;
    assert_true(session_draw(session, &grid));
    size_t length = session_trail(session, NULL, 0);
    int *trail = calloc(length + 1, sizeof *trail);
    assert_non_null(trail);
    session_trail(session, trail, length);
    assert_true(scene_make(&scene, game, &grid, trail, length, start));
    free(trail);
    grid_free(&grid);
    return scene;
}

/* Whether a picture shows something: what is drawn between two scenes that is not the same. */
static void look_at_change(struct look *look, const struct scene *before,
                           const struct scene *after)
{
    struct text then = {0}, now = {0};
    struct pen old = pen_svg(&then), new = pen_svg(&now);
    assert_true(picture_draw(before, before, 0, &old));
    assert_true(picture_draw(after, after, 0, &new));
    require(look, then.size > 0 && now.size > 0, "an empty picture");
    require(look, strcmp(text_string(&then), text_string(&now)) != 0,
            "a move that no picture shows");
    text_free(&then);
    text_free(&now);
}

static void look_at_words_of_step(struct look *look, const struct session *session,
                                  const struct puzzle *puzzle, const struct grid *before,
                                  const struct grid *after, unsigned key)
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

/* Presses a key of the solution, and looks at what has changed. */
static void look_at_press(struct look *look, struct session *session, const struct puzzle *puzzle,
                          unsigned key, const struct scene *start)
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

static void look_at_strip(struct look *look, const struct puzzle *puzzle,
                          const struct session *session)
{
    struct strip strip;
    assert_true(
        strip_make(&strip, puzzle, session_made(session), session_moves(session)));
    bool followed = strip.count > 0 && strip.panels[0].count > 0;
    require(look, followed, "a strip that follows nothing");
    strip_free(&strip);
}

/* Plays a level to its end by hints, and looks at every step. */
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
    look_at_strip(look, puzzle, session);
    scene_free(&start);
    session_close(session);
}

/* Looks at all levels of a file or folder.  Returns how many there are. */
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

/* Looks at the easy shipped levels: those of the first folder or file that is not a script. */
static void look_at_pack(struct look *look)
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

/* --- tests --- */

static void has_everything(void **state)
{
    (void)state;
    struct text gaps = {0};
    for (size_t i = 0; games[i] != NULL; i++) {
        struct look look = {.game = games[i], .face = face_of(games[i])};
        require(&look, look.face->game == games[i], "no face of its own");
        look_at_tables(&look);
        if (look.gaps.size == 0)
            look_at_pack(&look);
        text_add_string(&gaps, text_string(&look.gaps));
        text_free(&look.gaps);
    }
    if (gaps.size > 0)
        fail_msg("\n%s", text_string(&gaps));
    text_free(&gaps);
}

static void has_no_face_or_proposer_too_many(void **state)
{
    (void)state;
    size_t count = 0, others = 0;
    while (games[count] != NULL)
        count++;
    for (size_t i = 0; languages[i] != NULL; i++)
        count++;
    for (; faces[others] != NULL; others++)
        assert_ptr_equal(game_find(faces[others]->game->name), faces[others]->game);
    assert_int_equal(others, count);
    for (others = 0; proposers[others] != NULL; others++)
        assert_ptr_equal(game_find(proposers[others]->game->name), proposers[others]->game);
    assert_int_equal(others, count);
}

static void assert_gap(struct look *look, const char *gap)
{
    look_at_tables(look);
    if (strstr(text_string(&look->gaps), gap) == NULL)
        fail_msg("not found: %s", gap);
    text_free(&look->gaps);
}

static void assert_no_gap(struct look *look, const struct proposer *proposer)
{
    look_at_pieces(look, proposer);
    assert_string_equal(text_string(&look->gaps), "");
}

static void assert_option_gap(struct look *look, const struct proposer *proposer, const char *gap)
{
    look_at_pieces(look, proposer);
    if (strstr(text_string(&look->gaps), gap) == NULL)
        fail_msg("not found: %s", gap);
    text_free(&look->gaps);
}

static void finds_what_a_game_lacks(void **state)
{
    (void)state;
    struct look look = {.game = &game_toy_maze, .face = face_of(&game_toy_maze)};
    assert_null(look.face->game);
    assert_gap(&look, "Toy maze: no proposer");
    assert_gap(&look, "Toy maze: nothing is asked for by default");
    assert_gap(&look, "Toy maze: no words for the aim");
    assert_gap(&look, "Toy maze: nothing that strips follow");
}

/* An option of the toy maze with something wrong. */
static void finds_what_is_wrong_with_an_option(void **state)
{
    (void)state;
    const struct option_row good = PIECE_ROW(struct gen_options, count, 1, "walls");
    struct option_row row = good;
    struct look look = {.game = &game_toy_maze};
    const struct proposer proposer = {
        .rows = &row, .row_count = 1, .piece_bytes = sizeof(struct gen_options)};
    row.name = "walls";
    assert_no_gap(&look, &proposer);
    row.kind = OPTION_FLAG;
    assert_option_gap(&look, &proposer, "a flag in some games only");
    row.kind = OPTION_LIST;
    assert_option_gap(&look, &proposer, "of a kind");
    row = good; /* named count */
    assert_option_gap(&look, &proposer, "all games have");
    row.name = "rules";
    assert_option_gap(&look, &proposer, "all games have");
    row.name = "walls";
    row.letter = 'w';
    assert_option_gap(&look, &proposer, "with a letter");
    row.letter = 0;
    row.offset = sizeof(struct gen_options);
    assert_option_gap(&look, &proposer, "outside its pieces");
}

static void finds_what_a_face_lacks(void **state)
{
    (void)state;
    for (size_t i = 0; faces[i] != NULL; i++) {
        struct face bare = *faces[i];
        struct look look = {.game = bare.game, .face = &bare};
        bare.thresholds = NULL;
        assert_gap(&look, "no thresholds");
        bare = *faces[i];
        bare.words = NULL;
        assert_gap(&look, "no words");
        bare = *faces[i];
        bare.rules = NULL;
        assert_gap(&look, "no rules in words");
        bare = *faces[i];
        bare.terminal = NULL;
        assert_gap(&look, "no glyphs");
        bare = *faces[i];
        bare.picture = NULL;
        assert_gap(&look, "no pictures");
    }
}

/* A face without glyphs and words of cells is found by its levels. */
static void finds_what_its_levels_lack(void **state)
{
    (void)state;
    static const struct glyph no_glyphs[] = {{0}};
    static const struct cell_words no_words[] = {{0}};
    for (size_t i = 0; faces[i] != NULL; i++) {
        if (faces[i]->game->language != NULL)
            continue; /* whose characters are each book's own */
        struct terminal_look terminal = *faces[i]->terminal;
        struct face_words words = *faces[i]->words;
        struct face bare = *faces[i];
        struct look look = {.game = bare.game, .face = &bare};
        terminal.glyphs = no_glyphs;
        words.cells = no_words;
        bare.terminal = &terminal;
        bare.words = &words;
        look_at_pack(&look);
        assert_non_null(strstr(text_string(&look.gaps), "no glyph for"));
        assert_non_null(strstr(text_string(&look.gaps), "no words for"));
        text_free(&look.gaps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_everything),
        cmocka_unit_test(has_no_face_or_proposer_too_many),
        cmocka_unit_test(finds_what_a_game_lacks),
        cmocka_unit_test(finds_what_is_wrong_with_an_option),
        cmocka_unit_test(finds_what_a_face_lacks),
        cmocka_unit_test(finds_what_its_levels_lack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
