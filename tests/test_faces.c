/* Every game has everything that players see and hear: a walk through the lists of games, faces and proposers, and
 * through the shipped levels of each game, some of which are played to the end.
 *
 * The gaps of a game are collected as text, so a failure says what to add.  A game without anything, and faces with
 * one part removed, show that the test finds each gap. */
#include "tests/unit.h"

#include "tests/look.h"
#include "tests/toy_maze.h"

#include <string.h>

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

static void has_a_face_and_a_proposer_each(void **state)
{
    (void)state;
    size_t count = 0, proposer = 0;
    for (size_t i = 0; games[i] != NULL; i++, count++)
        assert_ptr_equal(games[i]->face->game, games[i]);
    for (size_t i = 0; languages[i] != NULL; i++, count++)
        assert_ptr_equal(languages[i]->face->game, languages[i]);
    for (; proposers[proposer] != NULL; proposer++)
        assert_ptr_equal(game_find(proposers[proposer]->game->name), proposers[proposer]->game);
    assert_int_equal(proposer, count);
}

static void assert_gap(struct look *look, const char *gap)
{
    look_at_tables(look);
    if (strstr(text_string(&look->gaps), gap) == NULL)
        fail_msg("not found: %s", gap);
    text_free(&look->gaps);
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

/* An option of the toy maze with an error. */
static void finds_what_is_wrong_with_an_option(void **state)
{
    (void)state;
    const struct option_row good = PIECE_ROW(struct gen_options, count, 1, "walls");
    struct option_row row = good;
    struct look look = {.game = &game_toy_maze};
    const struct proposer proposer = {.rows = &row, .row_count = 1, .piece_bytes = sizeof(struct gen_options)};
    row.name = "walls";
    look_at_pieces(&look, &proposer);
    assert_string_equal(text_string(&look.gaps), "");
    row.kind = OPTION_FLAG;
    assert_option_gap(&look, &proposer, "a flag in some games only");
    row.kind = OPTION_LIST;
    assert_option_gap(&look, &proposer, "of a kind");
    row = good; /* named "count" */
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
    static const struct colour twice[] = {{"wall", {0, 0}, INK_BLACK, 0}, {0}};
    for (size_t i = 0; games[i] != NULL; i++) {
        struct face bare = *games[i]->face;
        struct look look = {.game = bare.game, .face = &bare};
        bare.thresholds = NULL;
        assert_gap(&look, "no thresholds");
        bare = *games[i]->face;
        bare.words = NULL;
        assert_gap(&look, "no words");
        bare = *games[i]->face;
        bare.rules = NULL;
        assert_gap(&look, "no rules in words");
        bare = *games[i]->face;
        bare.terminal = NULL;
        assert_gap(&look, "no glyphs");
        bare = *games[i]->face;
        bare.picture = NULL;
        assert_gap(&look, "no pictures");
        bare = *games[i]->face;
        bare.colours = twice;
        assert_gap(&look, "a name of its own for the colour wall");
    }
}

/* The levels show that a face lacks glyphs and words for cells. */
static void finds_what_its_levels_lack(void **state)
{
    (void)state;
    static const struct glyph no_glyphs[] = {{0}};
    static const struct cell_words no_words[] = {{0}};
    for (size_t i = 0; games[i] != NULL; i++) {
        struct terminal_look terminal = *games[i]->face->terminal;
        struct face_words words = *games[i]->face->words;
        struct face bare = *games[i]->face;
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
        cmocka_unit_test(has_everything),          cmocka_unit_test(has_a_face_and_a_proposer_each),
        cmocka_unit_test(finds_what_a_game_lacks), cmocka_unit_test(finds_what_is_wrong_with_an_option),
        cmocka_unit_test(finds_what_a_face_lacks), cmocka_unit_test(finds_what_its_levels_lack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
