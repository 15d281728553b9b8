/* Snakebird: the table of drawn cases of the rules, reading and its error messages, solution text, and packed
 * states. */
#include "tests/unit.h"

#include "games/mover.h"
#include "games/snakebird/snakebird.h"
#include "solve/judge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 16, MOST_BYTES = 256 };

static bool make_grid(const char *text, struct grid *grid)
{
    int columns = 0, rows = 0, column = 0;
    for (const char *c = text; *c != '\0'; c++) {
        rows += *c == '\n';
        column = *c == '\n' ? 0 : column + 1;
        columns = column > columns ? column : columns;
    }
    if (!grid_make(grid, columns, rows, '-'))
        return false;
    int row = 0;
    column = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\n') {
            row++;
            column = 0;
        } else {
            grid->cells[row * columns + column++] = (unsigned char)*c;
        }
    }
    return true;
}

static struct puzzle *load(const char *text, unsigned rules, struct complaint *complaint)
{
    struct grid grid;
    assert_true(make_grid(text, &grid));
    struct puzzle *puzzle = game_snakebird.load(&grid, (struct variant){.rules = rules}, complaint);
    grid_free(&grid);
    return puzzle;
}

static void draw_text(const struct puzzle *puzzle, const unsigned char *state, char *text, size_t capacity)
{
    struct grid grid;
    size_t length = 0;
    assert_true(game_snakebird.draw(puzzle, state, &grid));
    for (int row = 0; row < grid.rows; row++) {
        for (int column = 0; column < grid.columns && length + 2 < capacity; column++)
            text[length++] = (char)grid_at(&grid, row, column, '?');
        text[length++] = '\n';
    }
    text[length] = '\0';
    grid_free(&grid);
}

/* Makes a move.  Returns false if it is illegal. */
static bool make_move(const struct puzzle *puzzle, unsigned char *state, game_move move)
{
    struct mover mover;
    assert_true(mover_make(&mover, puzzle));
    const unsigned char *after = mover_after(&mover, state, move);
    if (after != NULL)
        memcpy(state, after, puzzle->state_bytes);
    mover_free(&mover);
    return after != NULL;
}

/* A case of the table: "= name | rules | moves", a drawing, "->", and a drawing or "illegal" if the last move is
 * illegal. */
struct table_case {
    char name[100], moves[200], before[2000], after[2000];
    unsigned rules;
};

static bool read_line(FILE *file, char *line, size_t capacity)
{
    do {
        if (fgets(line, (int)capacity, file) == NULL)
            return false;
    } while (line[0] == '\n' || line[0] == ';');
    return true;
}

/* Reads the next case.  `line` holds its title line before, and the title line of the following case after. */
static bool read_case(FILE *file, char *line, size_t capacity, struct table_case *one)
{
    char rules[20];
    *one = (struct table_case){0};
    if (line[0] != '=')
        return false;
    assert_int_equal(sscanf(line, "= %99[^|]| %19[a-z] | %199[^\n]", one->name, rules, one->moves), 3);
    one->rules = strcmp(rules, "document") == 0;
    char *drawing = one->before;
    while (read_line(file, line, capacity) && line[0] != '=') {
        if (strcmp(line, "->\n") == 0)
            drawing = one->after;
        else
            strcat(drawing, line);
    }
    return true;
}

/* Returns whether a case holds, and prints a message if it does not. */
static bool check_case(const struct table_case *one)
{
    struct complaint complaint = {0};
    struct puzzle *puzzle = load(one->before, one->rules, &complaint);
    if (puzzle == NULL)
        fail_msg("%s: %d:%d: %s", one->name, complaint.row, complaint.column, complaint.message);
    unsigned char state[MOST_BYTES];
    struct move_reader reader = {.text = one->moves};
    game_move move;
    bool legal = true;
    puzzle->rules->start(puzzle, state);
    int got;
    while ((got = game_snakebird.read_move(puzzle, state, &reader, &move, &complaint)) > 0) {
        if (!legal)
            fail_msg("%s: a move before the last is illegal", one->name);
        legal = make_move(puzzle, state, move);
    }
    if (got < 0)
        fail_msg("%s: %s", one->name, complaint.message);
    char after[2000] = "illegal\n";
    if (legal)
        draw_text(puzzle, state, after, sizeof after);
    bool same = strcmp(after, one->after) == 0;
    if (!same)
        print_error("%s: expected\n%sgot\n%s", one->name, one->after, after);
    bool solved = strchr(one->name, '!') != NULL;
    if (puzzle->rules->solved(puzzle, state) != solved)
        print_error("%s: should%s be solved\n", one->name, solved ? "" : " not");
    same = same && puzzle->rules->solved(puzzle, state) == solved;
    game_snakebird.free(puzzle);
    return same;
}

static void test_table_of_rules(void **state)
{
    (void)state;
    const char *folder = getenv("srcdir");
    char path[1000], line[1000] = "";
    snprintf(path, sizeof path, "%s/tests/snakebird.cases", folder == NULL ? "." : folder);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s cannot be read", path);
    struct table_case one;
    int count = 0, wrong = 0;
    assert_true(read_line(file, line, sizeof line));
    while (read_case(file, line, sizeof line, &one)) {
        wrong += !check_case(&one);
        count++;
        if (feof(file))
            break;
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(count >= 30);
}

static void check_complaint(const char *text, unsigned rules, int row, int column, const char *message)
{
    struct complaint complaint = {0};
    struct puzzle *puzzle = load(text, rules, &complaint);
    assert_null(puzzle);
    assert_string_equal(complaint.message, message);
    assert_int_equal(complaint.row, row);
    assert_int_equal(complaint.column, column);
}

static void test_complaints_name_bird_and_cell(void **state)
{
    (void)state;
    check_complaint("AB-*\n-B##\n", 0, 2, 2, "bird 'A': a second 'B'; each segment has a letter of its own");
    check_complaint("ABD*\n####\n", 0, 1, 3, "bird 'A': 'D' without 'C' before it");
    check_complaint("-bc*\n####\n", 0, 1, 2, "bird 'a': 'b' without its head 'a'");
    check_complaint("AB-C*\n#####\n", 0, 1, 4, "bird 'A': 'C' is not next to 'B'");
    check_complaint("--0*\n1###\n", 0, 2, 1, "bird '0': '1' is not next to '0'");
    check_complaint("ABN*\nO###\n", 0, 2, 1, "bird 'N': 'O' is not next to 'N'");
    check_complaint("AB--\n####\n", 0, 0, 0, "no exit '*' in this level");
    check_complaint("AB**\n####\n", 0, 1, 4, "a second exit '*'; a level has one");
    check_complaint("---*\n####\n", 0, 0, 0, "no bird in this level (A, a or 0 is a head)");
    check_complaint("AB@*\n####\n", 0, 1, 3, "a portal end '@' without the other one");
    check_complaint("A@@@\n###*\n", 0, 1, 4, "a third portal end '@'; a portal has two");
    check_complaint("AB%*\n####\n", 1, 1, 3, "the rules of the document know no blocks and no portals");
    check_complaint("AB++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++*\n", 0, 0, 0,
                    "bird 'A' could grow to 66 segments; the limit is 65");
}

static void check_written(const struct puzzle *puzzle, const char *text, const char *written)
{
    struct move_reader reader = {.text = text};
    struct complaint complaint = {0};
    game_move moves[100];
    unsigned char state[MOST_BYTES];
    size_t count = 0;
    int got;
    puzzle->rules->start(puzzle, state);
    while ((got = game_snakebird.read_move(puzzle, state, &reader, &moves[count], &complaint)) > 0)
        count++;
    if (got < 0)
        fail_msg("%s: %s", text, complaint.message);
    char again[200];
    size_t length = game_snakebird.write_moves(puzzle, moves, count, again, sizeof again);
    assert_string_equal(again, written);
    assert_int_equal(length, strlen(written));
    assert_int_equal(game_snakebird.write_moves(puzzle, moves, count, again, 3), length);
    assert_int_equal(strlen(again), length < 2 ? length : 2);
}

static void test_three_forms_of_solutions(void **state)
{
    (void)state;
    struct puzzle *puzzle = load("AB-ab-01-*\n##########\n", 0, &(struct complaint){0});
    check_written(puzzle, "", "");
    check_written(puzzle, "A>>^a<Av0<", "A>>^a<Av0<");
    check_written(puzzle, " A > A > a\n<", "A>>a<");
    check_written(puzzle, "start 0→ 0↑g 0f 1← 2↓ 0*", "A>^a<0v");
    check_written(puzzle, "raw steps: start 2→ 2*", "0>");
    check_written(puzzle, "combined steps: select(0; A-Z) 3→ ↓ select(1; a-z) 2↑ select(2; 0-9) 10← ↑",
                  "A>>>va^^0<<<<<<<<<<^");
    struct move_reader reader = {.text = "3→"};
    struct complaint complaint = {0};
    game_move move;
    assert_int_equal(game_snakebird.read_move(puzzle, NULL, &reader, &move, &complaint), -1);
    assert_string_equal(complaint.message, "there is no bird number 3 in this level");
    reader = (struct move_reader){.text = ">"};
    assert_int_equal(game_snakebird.read_move(puzzle, NULL, &reader, &move, &complaint), -1);
    assert_string_equal(complaint.message, "which bird? name it by the letter of its head first");
    reader = (struct move_reader){.text = "A?"};
    assert_int_equal(game_snakebird.read_move(puzzle, NULL, &reader, &move, &complaint), -1);
    game_snakebird.free(puzzle);
}

static void test_blocks_of_one_shape_are_interchangeable(void **state)
{
    (void)state;
    struct puzzle *one = load("BA%%-&&*\n########\n", 0, &(struct complaint){0});
    struct puzzle *two = load("BA&&-%%*\n########\n", 0, &(struct complaint){0});
    unsigned char a[MOST_BYTES], b[MOST_BYTES];
    one->rules->start(one, a);
    two->rules->start(two, b);
    assert_memory_equal(a, b, one->state_bytes);
    game_snakebird.free(one);
    game_snakebird.free(two);
    struct puzzle *mirrored = load("-*-\n&A%\n#B#\n###\n", 0, &(struct complaint){0});
    assert_int_equal(mirrored->symmetry_count, 2);
    game_snakebird.free(mirrored);
    mirrored = load("-*-\n&A%\n#B#\n-##\n", 0, &(struct complaint){0});
    assert_int_equal(mirrored->symmetry_count, 1);
    game_snakebird.free(mirrored);
}

/* Around a level there is only air, drawn or not. */
static void test_air_beside_a_level_does_not_count(void **state)
{
    (void)state;
    struct puzzle *mirrored = load("---*-\n--&A%\n--#B#\n--###\n", 0, &(struct complaint){0});
    assert_int_equal(mirrored->symmetry_count, 2);
    game_snakebird.free(mirrored);
    mirrored = load("-*---\n&A-%-\n#B-#-\n", 0, &(struct complaint){0});
    assert_int_equal(mirrored->symmetry_count, 1);
    game_snakebird.free(mirrored);
}

static uint64_t hash_of(const char *text)
{
    struct puzzle *puzzle = load(text, 0, &(struct complaint){0});
    struct judgement judgement;
    assert_true(judge(puzzle, &(struct request){0}, &judgement));
    uint64_t hash = judgement.hash;
    judgement_free(&judgement);
    game_snakebird.free(puzzle);
    return hash;
}

/* The symbols of blocks do not matter to the hash, but the borders between blocks do. */
static void test_hash_of_levels_with_blocks(void **state)
{
    (void)state;
    assert_true(hash_of("a---\n-*--\n-%$#\n") == hash_of("---a\n--*-\n#$%-\n"));
    assert_true(hash_of("a---\n-*--\n-%$#\n") == hash_of("a---\n-*--\n-&!#\n"));
    assert_true(hash_of("a---\n-*--\n-%$#\n") != hash_of("a---\n-*--\n-%%#\n"));
    assert_true(hash_of("a-*-\n%%%$\n") != hash_of("a-*-\n%%$$\n"));
}

static bool is_row(const char *line)
{
    char row[50];
    int size = game_snakebird.read_row(line, strlen(line), row, sizeof row);
    return size == (int)strlen(line) && memcmp(row, line, strlen(line)) == 0;
}

static void test_rows_are_told_from_titles(void **state)
{
    (void)state;
    assert_true(is_row("--BA-*") && is_row("DCBA") && is_row("BAabcd") && is_row("###"));
    assert_true(is_row("2") && is_row("5---") && is_row("AD") && is_row("5#") && is_row("1ABC"));
    assert_false(is_row("a title") || is_row("--?--"));
}

static void test_typical_states_are_small(void **state)
{
    (void)state;
    struct puzzle *puzzle = load("--------*-\n-CBA-abc--\n##########\n", 0, &(struct complaint){0});
    assert_in_range(puzzle->state_bytes, 1, 8);
    game_snakebird.free(puzzle);
}

/* One winding corridor from top to bottom is so long that the ways of three birds add up to more than 65,535 moves. */
static void test_long_ways_are_not_lost(void **state)
{
    (void)state;
    enum { COLUMNS = 252, CORRIDORS = 120, ROWS = 2 * CORRIDORS };
    struct grid grid;
    struct variant document = {.rules = SNAKEBIRD_DOCUMENT};
    unsigned char start[MOST_BYTES];
    assert_true(grid_make(&grid, COLUMNS, ROWS, '#'));
    for (int row = 1; row < ROWS; row += 2) {
        bool right = row / 2 % 2 == 0; /* whether this corridor leads to the right */
        memset(grid.cells + row * COLUMNS + 1, '-', COLUMNS - 2);
        grid.cells[(row + 1 < ROWS ? row + 1 : row) * COLUMNS + (right ? COLUMNS - 2 : 1)] = row + 1 < ROWS ? '-' : '*';
    }
    memcpy(grid.cells + COLUMNS + 1, "A-a-0", 5);
    struct puzzle *puzzle = game_snakebird.load(&grid, document, &(struct complaint){0});
    assert_non_null(puzzle);
    puzzle->rules->start(puzzle, start);
    assert_in_range(puzzle->rules->bound(puzzle, start), 65536, 3 * CORRIDORS * COLUMNS);
    game_snakebird.free(puzzle);
    grid_free(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_of_rules),
        cmocka_unit_test(test_complaints_name_bird_and_cell),
        cmocka_unit_test(test_three_forms_of_solutions),
        cmocka_unit_test(test_blocks_of_one_shape_are_interchangeable),
        cmocka_unit_test(test_air_beside_a_level_does_not_count),
        cmocka_unit_test(test_hash_of_levels_with_blocks),
        cmocka_unit_test(test_rows_are_told_from_titles),
        cmocka_unit_test(test_typical_states_are_small),
        cmocka_unit_test(test_long_ways_are_not_lost),
    };
    return cmocka_run_group_tests_name("snakebird", tests, NULL, NULL);
}
