/* Level files: which levels are read or refused, and the positions in messages. */
#include "tests/unit.h"

#include "base/rng.h"
#include "solve/level/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compares everything that is read from some bytes with `right`: "name@line:row|row|..." for a level, and the
 * message for an error. */
static void check_bytes_of(const struct game *game, const char *bytes, size_t size, const char *right)
{
    struct text got = {0}, error = {0};
    FILE *stream = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)bytes, size, "r");
    struct level_reader reader;
    assert_non_null(stream);
    level_reader_start(&reader, stream, "dir/f.txt", "f.txt");
    reader.game = game;
    for (;;) {
        struct level level = {0};
        enum level_result result = level_reader_next(&reader, &level, &error);
        if (result == LEVEL_END)
            break;
        text_add_string(&got, text_string(&error));
        text_clear(&error);
        if (result == LEVEL_BAD)
            continue;
        struct puzzle *puzzle = level_load(&level, game, (struct variant){0}, &error);
        if (puzzle == NULL) {
            text_add_string(&got, text_string(&error));
            text_clear(&error);
        } else {
            text_addf(&got, "%s@%lu:", text_string(&level.name), level.line);
            for (int row = 0; row < level.grid.rows; row++) {
                const unsigned char *cells = level.grid.cells + row * level.grid.columns;
                for (int column = 0; column < level.grid.columns; column++)
                    text_add_char(&got, cells[column] == '\0' ? '_' : (char)cells[column]);
                text_add_char(&got, '|');
            }
            text_add_char(&got, '\n');
            puzzle->game->free(puzzle);
        }
        level_free(&level);
    }
    assert_string_equal(text_string(&got), right);
    level_reader_stop(&reader);
    fclose(stream);
    text_free(&got);
    text_free(&error);
}

static void check_bytes(const char *bytes, size_t size, const char *right)
{
    check_bytes_of(NULL, bytes, size, right);
}

static void check(const char *bytes, const char *right)
{
    check_bytes(bytes, strlen(bytes), right);
}

static void check_of(const char *game, const char *bytes, const char *right)
{
    check_bytes_of(game_find(game), bytes, strlen(bytes), right);
}

static void test_levels_are_read(void **state)
{
    (void)state;
    check("###\n#C#\n###\n", "f.txt@1:###|#C#|###|\n");
    check("###\n#C#\n###", "f.txt@1:###|#C#|###|\n");
    check("###\r\n#C#\r\n###\r\n", "f.txt@1:###|#C#|###|\n");
    check("\xef\xbb\xbf###\n#C#\n###\n", "f.txt@1:###|#C#|###|\n");
    check("\xef\xbb\xbf\r\n\r\n\n\nC \r\n \n\n\n", "f.txt@5:C |\x20_|\n");
    check("###\n#C\n#####\n", "f.txt@1:###__|#C___|#####|\n");
}

static void test_several_levels(void **state)
{
    (void)state;
    check("C \n\n C\n\n\nC\n", "f.txt#1@1:C |\nf.txt#2@3: C|\nf.txt#3@6:C|\n");
    check("C \r\n\r\n C", "f.txt#1@1:C |\nf.txt#2@3: C|\n");
    check("C \n\nCC\n\n C\n", "f.txt#1@1:C |\ndir/f.txt:3:2: a second cat 'C'; a level has one\nf.txt#3@5: C|\n");
}

static void test_solutions_are_no_titles_or_rows(void **state)
{
    (void)state;
    check("#####\n#@$.#\n#####\n\nSolution\nR\n\n#####\n#.$@#\n#####\nTitle: Left\n\nSolution\nL\n",
          "f.txt#1@1:#####|#@$.#|#####|\nLeft@8:#####|#.$@#|#####|\n");
    check("#####\n#@$.#\n#####\nSolution: 1 push\n2(lr)R\n\nRight\n#####\n#@$.#\n#####\n",
          "f.txt#1@1:#####|#@$.#|#####|\nRight@8:#####|#@$.#|#####|\n");

    struct text text = {0};
    text_add_string(&text, "#####\n#@$.#\n#####\nSolution\n");
    for (int i = 0; i < 8 * GRID_MAX_SIDE; i++)
        text_add_char(&text, i % 2 == 0 ? 'l' : 'r');
    text_add_string(&text, "R\n");
    check(text_string(&text), "f.txt@1:#####|#@$.#|#####|\n");
    text_free(&text);
}

/* If the game is given, every line that can be a row is one; letters are cells of Sokoban, too. */
static void test_rows_that_begin_with_letters(void **state)
{
    (void)state;
    check_of("sokoban", "b#####\n##@$.#\n ####o\n", "f.txt@1:b#####|##@$.#| ####o|\n");
    check_of("sokoban", "#####\n#@$.#\n#####\nbobo\n", "f.txt@1:#####|#@$.#|#####|bobo_|\n");
    check_of("sokoban", "#####\n#@$.#\n#####\nboBob# #\n#####\n",
             "f.txt@1:#####___|#@$.#___|#####___|boBob# #|#####___|\n");
    check_of("sokoban", "oP\n####\n#pbo\n####\n", "dir/f.txt:3:2: a second player; a level has one\n");
    check("p####\n#@$.#\n#####\n", "dir/f.txt:2:2: a second player; a level has one\n");
    check_of("sokoban", "bob's level\n#####\n#@$.#\n#####\n4 boxes\n", "bob's level@2:#####|#@$.#|#####|\n");
}

/* Words and numbers are titles if they do not make a level as rows. */
static void test_words_as_titles(void **state)
{
    (void)state;
    static const char level[] = "#####|#@$.#|#####|";
    struct text right = {0};
    text_addf(&right, "12@2:%s\n", level);
    check("12\n#####\n#@$.#\n#####\n", text_string(&right));
    text_clear(&right);
    text_addf(&right, "Mini-Cosmos@2:%s\nTwo@6:%s\nFour@14:%s\n", level, level, level);
    check("Mini-Cosmos\n#####\n#@$.#\n#####\nTwo\n#####\n#@$.#\n#####\n\nThree\n\nFour\n\n#####\r\n"
          "#@$.#\n#####\n",
          text_string(&right));
    text_clear(&right);
    text_addf(&right, "12@2:%s\nBelow@6:%s\n", level, level);
    check("12\n5#\n#@$.#\n5#\n\n#####\n#@$.#\n#####\nBelow\nComment:\nWord\n#$@\nComment-End:\n", text_string(&right));
    text_free(&right);
    check("Adam\nXXXXX\nX#1-X\nXXXXX\n", "Adam@2:XXXXX|X#1-X|XXXXX|\n");
    check("Rock\nA---*\n#####\n", "Rock@2:A---*|#####|\n");
    check("C\n#####\n#C  #\n#####\n", "C@2:#####|#C  #|#####|\n");
    check("-- 1 --\n#####\n#@$.#\n#####\n\n== 12 ==\n\nXXXXX\nX#1-X\nXXXXX\n",
          "-- 1 --@2:#####|#@$.#|#####|\n== 12 ==@8:XXXXX|X#1-X|XXXXX|\n");
    check("::::\n\nCopyright: \xc2\xa9 Ann\n\nEnjoy!\n\nSite    at http://a.b/\n\n::::\n\n1\n#####\n#@$.#\n#####\n"
          "Title: Adam\nComment:\n18.09.05\nComment-End:\n\n2\n#####\n#@$.#\n#####\n",
          "Adam@12:#####|#@$.#|#####|\n2@21:#####|#@$.#|#####|\n");
    check("Word\n\n12\n", "dir/f.txt:3:1: no level in this file\n");
}

/* They are rows if only that makes a level. */
static void test_words_as_rows(void **state)
{
    (void)state;
    check("ABC\n--*\n###\n", "f.txt@1:ABC|--*|###|\n");
    check("A--*\ndcba\n####\n", "f.txt@1:A--*|dcba|####|\n");
    check("A--\n-b-\ncba\nd*-\n", "dir/f.txt:3:2: bird 'a': a second 'b'; each segment has a letter of its "
                                  "own\n");
}

/* If both readings make levels, a message says so; if the game is given, every line that can be a row is one. */
static void test_words_in_doubt(void **state)
{
    (void)state;
    static const char birds[] = "1ABC\n0-a-\n#*b-\n", middle[] = "A-*\nabc\n0-*\n";
    static const char level[] = "1\nXXXXX\nX#1-X\n", next[] = "f.txt#2@5:C|\n";
    struct text bytes = {0}, right = {0};
    text_addf(&bytes, "%s\nC\n", birds);
    text_addf(&right,
              "dir/f.txt:1:1: '1ABC' could be a row of a Snakebird level or a title; "
              "--game=snakebird makes it a row, '; ' before it a title\n%s",
              next);
    check(text_string(&bytes), text_string(&right));
    check_of("snakebird", birds, "f.txt@1:1ABC|0-a-|#*b-|\n");
    check("; 1ABC\n0-a-\n#*b-\n", "1ABC@2:0-a-|#*b-|\n");
    check_of("snakebird", "; 1ABC\n0-a-\n#*b-\n", "1ABC@2:0-a-|#*b-|\n");
    check_of("snakebird", "Rock\nA--*\n####\n", "dir/f.txt:1:3: bird 'a': 'c' without its head 'a'\n");
    /* a title between two levels, or a row of one level that has two exits */
    check(middle, "dir/f.txt:2:1: 'abc' could be a row of a Snakebird level or a title; --game=snakebird "
                  "makes it a row, '; ' before it a title\n");
    check_of("snakebird", middle, "dir/f.txt:3:3: a second exit '*'; a level has one\n");
    check(level, "dir/f.txt:1:1: '1' could be a row of a Snowman level or a title; --game=snowman makes "
                 "it a row, '; ' before it a title\n");
    check_of("snowman", level, "f.txt@1:1____|XXXXX|X#1-X|\n");
    /* a box that the player cannot reach would make this level unsolvable */
    check("b\n#####\n#@$.#\n#####\n",
          "dir/f.txt:1:1: 'b' could be a row of a Sokoban level or a title; --game=sokoban makes it a "
          "row, '; ' before it a title\n");
    text_free(&bytes);
    text_free(&right);
}

/* A row of Snakebird may begin like a comment; it is as wide as the rows around it. */
static void test_rows_that_look_like_comments(void **state)
{
    (void)state;
    for (int given = 0; given < 2; given++) {
        const struct game *game = given ? game_find("snakebird") : NULL;
        const struct {
            const char *bytes, *right;
        } cases[] = {
            {"---*\n;A:=\n;###\n", "f.txt@1:---*|;A:=|;###|\n"},
            {";--*\n;A::\n####\n", "f.txt@1:;--*|;A::|####|\n"},
            {"::-*\nABC:\n####\n", "f.txt@1:::-*|ABC:|####|\n"},
            {"; One\n;\nA--*\n####\n;b\n", "One@3:A--*|####|\n"},
            {"A--*\n####\nName:\n", "f.txt@1:A--*|####|\n"},
            {"A--*-\n#####\nName:\n", "f.txt@1:A--*-|#####|\n"},
            {"A--*\n####\n;1\nA-*\n;##\n;two\n\n;;;;\n;;;;\n\n; x\n", "f.txt#1@1:A--*|####|\n1@4:A-*|;##|\n"},
            {";--*\n;#*#\nA###\n", "dir/f.txt:2:3: a second exit '*'; a level has one\n"},
        };
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            check_bytes_of(game, cases[k].bytes, strlen(cases[k].bytes), cases[k].right);
    }
    check(";A-*\n;###\n", "dir/f.txt:1:1: could be the rows of a level or comments; --game=NAME makes them "
                          "rows, '; ' comments\n");
    check_of("snakebird", ";A-*\n;###\n", "f.txt@1:;A-*|;###|\n");
    check_of("snakebird", ";A-*\n", "f.txt@1:;A-*|\n");
    check("Hard/Easy\nA--*\n####\n", "Hard/Easy@2:A--*|####|\n");
    check("#####\n#@$.#\n#####\nAuthor:\n;\n", "f.txt@1:#####|#@$.#|#####|\n");
}

/* Makes a valid level of Snakebird with blocks of all characters. */
static void random_blocks(struct rng *rng, struct grid *grid)
{
    static const char cells[] = "--##%&$!;:,=/;:;:";
    int columns = 4 + (int)rng_below(rng, 5), rows = 1 + (int)rng_below(rng, 5);
    assert_true(grid_make(grid, columns, rows, '-'));
    for (int cell = 0; cell < grid_size(grid); cell++)
        grid->cells[cell] = (unsigned char)cells[rng_below(rng, sizeof cells - 1)];
    int head = (int)rng_below(rng, (uint32_t)rows) * columns;
    memcpy(grid->cells + head, "ABC", 3);
    int exit = head;
    while (exit >= head && exit < head + 3)
        exit = (int)rng_below(rng, (uint32_t)grid_size(grid));
    grid->cells[exit] = '*';
}

/* Each written level is read again; if the game is not given, the reader may report a doubt. */
static void test_levels_with_nine_blocks_are_read_again(void **state)
{
    (void)state;
    unsigned read = 0, doubts = 0, like_comments = 0;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct rng rng;
        struct grid grid;
        struct text bytes = {0}, error = {0};
        rng_start_candidate(&rng, 5, seed);
        random_blocks(&rng, &grid);
        if (rng_below(&rng, 2) == 0)
            text_add_string(&bytes, "; Some level\n");
        for (int row = 0; row < grid.rows; row++) {
            like_comments += grid.cells[row * grid.columns] == ';';
            text_add(&bytes, (const char *)grid.cells + row * grid.columns, (size_t)grid.columns);
            text_add_char(&bytes, '\n');
        }
        for (int given = 0; given < 2; given++) {
            struct level_reader reader;
            struct level level = {0};
            level_reader_start(&reader, NULL, "f.txt", "f.txt");
            level_reader_give(&reader, text_string(&bytes), bytes.size);
            reader.game = given ? game_find("snakebird") : NULL;
            enum level_result result = level_reader_next(&reader, &level, &error);
            bool doubt = result == LEVEL_BAD && strstr(text_string(&error), "could be") != NULL;
            bool same = result == LEVEL_READ && level.grid.columns == grid.columns && level.grid.rows == grid.rows &&
                        memcmp(level.grid.cells, grid.cells, (size_t)grid_size(&grid)) == 0;
            if (!same && (given || !doubt))
                fail_msg("seed %d, game %s: read as another level, or not: %s%s", (int)seed,
                         given ? "given" : "not given", text_string(&bytes), text_string(&error));
            read += same;
            doubts += doubt;
            text_clear(&error);
            level_free(&level);
            level_reader_stop(&reader);
        }
        text_free(&bytes);
        text_free(&error);
        grid_free(&grid);
    }
    assert_true(read > 7000 && doubts < 500 && like_comments > 1000);
}

static void test_nothing_there(void **state)
{
    (void)state;
    check_of("sokoban", "0.\n", "dir/f.txt:1:1: no player '@' in this level\n"); /* packed text, not a ruler */
    check_of("sokoban", "---\n...\n", "dir/f.txt:2:1: no level in this file\n");
    check("", "dir/f.txt:1:1: no level in this file\n");
    check("\n", "dir/f.txt:1:1: no level in this file\n");
    check("\n\r\n\n", "dir/f.txt:3:1: no level in this file\n");
    check("\xef\xbb\xbf", "dir/f.txt:1:1: no level in this file\n");
}

static void test_no_cat_or_two(void **state)
{
    (void)state;
    check("\n# #\n", "dir/f.txt:2:1: this could be a level of Snake or LongCat (no cat 'C' in this level); say which "
                     "with --game=snake or --game=longcat\n");
    check_of("snake", "  \n  \n", "f.txt@1:  |  |\n");
    check("\n#C#\n# C\n", "dir/f.txt:3:3: a second cat 'C'; a level has one\n");
}

static void unknown(const char *bytes, const char *place, const char *named)
{
    struct text right = {0};
    text_addf(&right,
              "dir/f.txt:%s: unknown character %s for a LongCat level, whose cells are # "
              "space C\n",
              place, named);
    check(bytes, text_string(&right));
    text_free(&right);
}

static void test_unknown_characters_are_named(void **state)
{
    (void)state;
    unknown("#C \n# x\n", "2:3", "'x'");
    unknown("C\t\n", "1:2", "U+0009 (a tab)");
    unknown("C \x01\n", "1:3", "U+0001 (a control character)");
    unknown("C \x7f\n", "1:3", "U+007F (a control character)");
    unknown("C \xc2\x85\n", "1:3", "U+0085 (a control character)");
    unknown("C\xc3\xa9\n", "1:2", "'\xc3\xa9' (U+00E9)");
    unknown("C\xe2\x96\x88\n", "1:2", "'\xe2\x96\x88' (U+2588)");
    unknown("C\xf0\x9f\x90\x88\n", "1:2", "'\xf0\x9f\x90\x88' (U+1F408)");
    unknown("C\xff#\n", "1:2", "0xFF (not UTF-8)");
    unknown("C\xe2\x96\n", "1:2", "0xE2 (not UTF-8)"); /* truncated */
    unknown("C\xc0\x80\n", "1:2", "0xC0 (not UTF-8)"); /* overlong encoding */
    unknown("C\xe0\x80\x8a\n", "1:2", "0xE0 (not UTF-8)");
    unknown("C\xed\xa0\x80\n", "1:2", "0xED (not UTF-8)");     /* half a surrogate pair */
    unknown("C\xf4\x90\x80\x80\n", "1:2", "0xF4 (not UTF-8)"); /* beyond U+10FFFF */
    unknown("C \r \n", "1:3", "U+000D (a control character)");
}

static void test_binary_data(void **state)
{
    (void)state;
    static const char level[] = "###\n#C#\n###\n\n\0###\n#C#\n";
    check_bytes("\0C\n", 3, "dir/f.txt:1:1: binary data, not a level\n");
    check_bytes("C \nC\0\n\nC\n", 9, "dir/f.txt:2:2: binary data, not a level\n");
    check_bytes(level, sizeof level - 1, "f.txt#1@1:###|#C#|###|\ndir/f.txt:5:1: binary data, not a level\n");
}

static void test_the_largest_level(void **state)
{
    (void)state;
    enum { SIDE = GRID_MAX_SIDE };
    struct text row = {0}, level = {0}, right = {0};
    for (int i = 0; i < SIDE; i++)
        text_add_char(&row, '#');
    text_add_string(&right, "f.txt@1:");
    for (int i = 0; i < SIDE; i++) {
        text_addf(&level, "%.*s%c\r\n", SIDE - 1, row.data, i == 0 ? 'C' : '#');
        text_addf(&right, "%.*s%c|", SIDE - 1, row.data, i == 0 ? 'C' : '#');
    }
    text_add_char(&right, '\n');
    check(level.data, right.data);

    static const char larger[] = "level larger than the limit of 256 columns and 256 rows";
    text_addf(&level, "#\n\nC\n\n\n%s#\n#C#\n\nC \n", row.data);
    text_clear(&right);
    text_addf(&right, "dir/f.txt:257:1: %s\nf.txt#2@259:C|\ndir/f.txt:262:257: %s\n", larger, larger);
    text_add_string(&right, "f.txt#4@265:C |\n");
    check(level.data, right.data);

    text_clear(&level);
    for (int i = 0; i < 100; i++)
        text_add_string(&level, row.data);
    text_add_string(&level, "\nC\n\nC\n");
    text_clear(&right);
    text_addf(&right, "dir/f.txt:1:257: %s\nf.txt#2@4:C|\n", larger);
    check(level.data, right.data);
    text_free(&row);
    text_free(&level);
    text_free(&right);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_are_read),
        cmocka_unit_test(test_several_levels),
        cmocka_unit_test(test_solutions_are_no_titles_or_rows),
        cmocka_unit_test(test_rows_that_begin_with_letters),
        cmocka_unit_test(test_words_as_titles),
        cmocka_unit_test(test_words_as_rows),
        cmocka_unit_test(test_words_in_doubt),
        cmocka_unit_test(test_rows_that_look_like_comments),
        cmocka_unit_test(test_levels_with_nine_blocks_are_read_again),
        cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_no_cat_or_two),
        cmocka_unit_test(test_unknown_characters_are_named),
        cmocka_unit_test(test_binary_data),
        cmocka_unit_test(test_the_largest_level),
    };
    return cmocka_run_group_tests_name("level files", tests, NULL, NULL);
}
