/* Compares Snakebird with published figures: the shortest depths of published levels (ONLYWAY_CORPUS names a folder
 * with snakebird/INDEX.csv), and the solutions printed in the document whose rules we use (ONLYWAY_DOCUMENTS names
 * the folder with its text).  Skipped without these. */
#include "tests/unit.h"

#include "games/mover.h"
#include "games/snakebird/snakebird.h"
#include "solve/search/shortest.h"
#include "tests/snakebird_slow.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 3000000, MOST_BYTES = 256 };

/* The text of a level, in `rows` lines. */
struct text_rows {
    char row[64][300];
    int rows;
};

static void make_grid(const struct text_rows *text, struct grid *grid)
{
    size_t columns = 0;
    for (int i = 0; i < text->rows; i++)
        columns = strlen(text->row[i]) > columns ? strlen(text->row[i]) : columns;
    assert_true(grid_make(grid, (int)columns, text->rows, '-'));
    for (int i = 0; i < text->rows; i++)
        memcpy(grid->cells + (size_t)i * columns, text->row[i], strlen(text->row[i]));
}

static struct puzzle *load(const struct text_rows *text, unsigned rules)
{
    struct grid grid;
    struct complaint complaint = {0};
    make_grid(text, &grid);
    struct puzzle *puzzle = game_snakebird.load(&grid, (struct variant){.rules = rules}, &complaint);
    if (puzzle == NULL)
        fail_msg("%d:%d: %s", complaint.row, complaint.column, complaint.message);
    grid_free(&grid);
    return puzzle;
}

static bool read_row(FILE *file, char *row)
{
    if (fgets(row, 300, file) == NULL)
        return false;
    row[strcspn(row, "\r\n")] = '\0';
    return true;
}

/* Fails unless a solution is also one by the slow rules. */
static void check_slowly(const struct text_rows *text, const game_move *moves, long depth)
{
    struct grid grid;
    struct slow_world world;
    make_grid(text, &grid);
    slow_world_read(&grid, false, &world);
    assert_true(slow_world_settle(&world));
    for (long i = 0; i < depth; i++)
        assert_true(slow_world_move(&world, (int)move_piece(moves[i]), move_direction(moves[i])));
    assert_int_equal(world.fruit, 0);
    for (int i = 0; i < world.pieces; i++)
        assert_true(world.piece[i].gone || !world.piece[i].is_bird);
    grid_free(&grid);
}

static void check_first_solution(struct search *search, const struct text_rows *text)
{
    struct shortest shortest;
    game_move *moves = calloc((size_t)search->depth + 1, sizeof *moves);
    assert_non_null(moves);
    assert_int_equal(shortest_make(&shortest, search), SEARCH_FOUND);
    shortest_first(&shortest, moves);
    check_slowly(text, moves, (long)search->depth);
    shortest_free(&shortest);
    free(moves);
}

/* Returns the depth of a level, -1 if it is unsolvable, or -2 if it needs more states than `most_states` (0: no
 * limit). */
static long find_depth(const struct text_rows *text, unsigned rules, uint64_t most_states)
{
    struct puzzle *puzzle = load(text, rules);
    struct search search;
    struct limits limits = {.max_states = most_states, .jobs = 1};
    assert_true(search_make(&search, puzzle, &limits));
    long depth = search_is_done(search_best_first(&search)) ? (long)search.depth : -2;
    if (depth >= 0 && rules == SNAKEBIRD_ORIGINAL)
        check_first_solution(&search, text);
    search_free(&search);
    game_snakebird.free(puzzle);
    return depth;
}

/* Checks one line of the index.  Returns whether the check was possible: levels with more than MOST_STATES states
 * (or, in make check, with a quarter of that) are checked only with ONLYWAY_TEST_LONG. */
static bool check_published(const char *folder, const char *name, long listed)
{
    struct text_rows text;
    char path[1200];
    const bool all = getenv("ONLYWAY_TEST_LONG") != NULL;
    snprintf(path, sizeof path, "%s/snakebird/%s", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text.rows = 0;
    while (text.rows < 64 && read_row(file, text.row[text.rows]))
        text.rows += text.row[text.rows][0] != '\0';
    fclose(file);
    long found = find_depth(&text, SNAKEBIRD_ORIGINAL, all ? 0 : CASES(MOST_STATES));
    if (found == -2)
        print_message("%s: left to those who set ONLYWAY_TEST_LONG\n", name);
    else if (found != listed)
        fail_msg("%s: depth %ld, not %ld", name, found, listed);
    return found != -2;
}

static void test_depths_of_published_levels(void **state)
{
    (void)state;
    const char *folder = getenv("ONLYWAY_CORPUS");
    char path[1000], line[300], name[100];
    if (folder == NULL)
        skip();
    snprintf(path, sizeof path, "%s/snakebird/INDEX.csv", folder);
    FILE *index = fopen(path, "r");
    assert_non_null(index);
    long depth, levels = 0;
    while (read_row(index, line)) {
        if (sscanf(line, "%99[^,],%ld", name, &depth) != 2)
            continue;
        levels += check_published(folder, name, depth);
    }
    fclose(index);
    assert_true(levels > 0);
}

/* Replays a solution.  Returns its number of moves, or -1 if it does not solve the level. */
static long replay(const struct puzzle *puzzle, const char *moves)
{
    struct mover mover;
    game_move move;
    struct move_reader reader = {.text = moves};
    struct complaint complaint = {0};
    long made = 0;
    int got = 0;
    bool legal = mover_make(&mover, puzzle);
    while (legal && (got = game_snakebird.read_move(puzzle, mover.state, &reader, &move, &complaint)) > 0) {
        legal = mover_move(&mover, move);
        made++;
    }
    if (got < 0)
        fail_msg("%s: %s", moves, complaint.message);
    bool solves = legal && puzzle->rules->solved(puzzle, mover.state);
    mover_free(&mover);
    return solves ? made : -1;
}

/* Checks the solution that the document prints for one level: both of its forms solve the level in the same number
 * of moves, and our solution is no longer. */
static void check_printed(const struct text_rows *text, const char *name, const char *raw, const char *combined)
{
    struct puzzle *puzzle = load(text, SNAKEBIRD_DOCUMENT);
    long depth = find_depth(text, SNAKEBIRD_DOCUMENT, MOST_STATES);
    long moves = raw[0] == '\0' ? -1 : replay(puzzle, raw);
    if (raw[0] != '\0' && (moves < 0 || replay(puzzle, combined) != moves || depth > moves))
        fail_msg("%s: printed solution: %ld moves, ours %ld", name, moves, depth);
    if (depth < 0)
        fail_msg("%s: not solved", name);
    game_snakebird.free(puzzle);
}

static bool starts_with(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* Checks all levels printed in a text.  Returns their number. */
static int check_document(FILE *file)
{
    static char line[300], name[300], raw[3000], combined[3000];
    struct text_rows text = {.rows = 0};
    char long_line[3000];
    int levels = 0;
    bool in_level = false;
    while (fgets(long_line, sizeof long_line, file) != NULL) {
        long_line[strcspn(long_line, "\r\n")] = '\0';
        snprintf(line, sizeof line, "%.299s", long_line);
        if (starts_with(line, "=====") || starts_with(line, "Pretty cool")) {
            if (text.rows > 0) {
                check_printed(&text, name, raw, combined);
                levels++;
            }
            strcpy(name, line);
            raw[0] = combined[0] = '\0';
            text.rows = 0;
            in_level = starts_with(line, "=====");
        } else if (starts_with(line, "raw steps:")) {
            strcpy(raw, long_line);
        } else if (starts_with(line, "combined steps:")) {
            strcpy(combined, long_line);
        } else if (in_level && line[0] != '\0' && strchr(line, ' ') == NULL && text.rows < 64) {
            strcpy(text.row[text.rows++], line);
        }
    }
    return levels;
}

static void test_solutions_printed_in_the_document(void **state)
{
    (void)state;
    const char *folder = getenv("ONLYWAY_DOCUMENTS");
    DIR *items = folder == NULL ? NULL : opendir(folder);
    if (items == NULL)
        skip();
    int levels = 0;
    for (struct dirent *item; (item = readdir(items)) != NULL;) {
        char path[2000];
        if (strncmp(item->d_name, "000", 3) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        levels += check_document(file);
        fclose(file);
    }
    closedir(items);
    assert_int_equal(levels, 12); /* levels 0 to 10; level 0 appears twice */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depths_of_published_levels),
        cmocka_unit_test(test_solutions_printed_in_the_document),
    };
    return cmocka_run_group_tests_name("snakebird_corpus", tests, NULL, NULL);
}
