/* Sokoban: text, moves, and thousands of random levels compared with the slow judge. */
#include "tests/unit.h"

#include "games/mover.h"
#include "games/sokoban/sokoban.h"
#include "solve/judge/solver.h"
#include "solve/level/reader.h"
#include "solve/search/search.h"
#include "tests/slow_judge.h"
#include "tests/toys.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct puzzle *load_text(const char *text, unsigned metric, struct complaint *complaint)
{
    struct grid grid;
    int rows = 0, columns = 0, column = 0;
    for (const char *c = text; *c != '\0'; c++) {
        rows += *c == '\n';
        column = *c == '\n' ? 0 : column + 1;
        columns = column > columns ? column : columns;
    }
    assert_true(grid_make(&grid, columns, rows, ' '));
    int cell = 0, row = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\n')
            cell = ++row * columns;
        else
            grid.cells[cell++] = (unsigned char)*c;
    }
    struct puzzle *puzzle = game_sokoban.load(&grid, (struct variant){.metric = metric}, complaint);
    grid_free(&grid);
    return puzzle;
}

static void check_refused(const char *text, int row, int column, const char *reason)
{
    struct complaint complaint = {0};
    assert_null(load_text(text, SOKOBAN_PUSHES, &complaint));
    assert_int_equal(complaint.row, row);
    assert_int_equal(complaint.column, column);
    assert_non_null(strstr(complaint.message, reason));
}

static void test_bad_levels_are_refused(void **state)
{
    (void)state;
    check_refused("#####\n#$ .#\n#####\n", 0, 0, "no player");
    check_refused("######\n#@$.@#\n######\n", 2, 5, "second player");
    check_refused("#####\n#@$. \n#####\n", 2, 5, "open");
    check_refused("####\n#@ #\n####\n", 0, 0, "no box");
}

/* A room whose cells but for the player, a box and a goal are open, in the lower right corner of a text of walls. */
static struct puzzle *load_room(int side, int rows, int columns, struct complaint *complaint)
{
    struct grid grid;
    assert_true(grid_make(&grid, side, side, '#'));
    for (int row = side - 1 - rows; row < side - 1; row++)
        memset(grid.cells + row * side + side - 1 - columns, ' ', (size_t)columns);
    memcpy(grid.cells + (side - 2) * side + side - 4, "@$.", 3);
    struct puzzle *puzzle = game_sokoban.load(&grid, (struct variant){0}, complaint);
    grid_free(&grid);
    return puzzle;
}

/* The player's part of a level is limited, not its text. */
static void test_large_levels(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        const char *refused; /* NULL: accepted */
    } cases[] = {
        {1, 3, NULL}, {3, 7, NULL}, {64, 64, NULL}, {16, 254, NULL}, {63, 66, "4158 cells; 4096 are allowed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct complaint complaint = {0};
        struct judgement judgement;
        struct puzzle *puzzle = load_room(GRID_MAX_SIDE, cases[i].rows, cases[i].columns, &complaint);
        if (cases[i].refused != NULL) {
            assert_null(puzzle);
            assert_non_null(strstr(complaint.message, cases[i].refused));
            continue;
        }
        assert_non_null(puzzle);
        assert_true(judge(puzzle, &(struct request){.measures = MEASURES_NONE}, &judgement));
        assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
        assert_int_equal(judgement.measure[MEASURE_depth], 1);
        judgement_free(&judgement);
        game_sokoban.free(puzzle);
    }
    /* a corridor that is long both ways */
    struct complaint complaint = {0};
    struct grid grid;
    assert_true(grid_make(&grid, 200, 200, '#'));
    for (int n = 1; n < 199; n++)
        grid.cells[n * 200 + 1] = grid.cells[198 * 200 + n] = ' ';
    memcpy(grid.cells + 198 * 200 + 196, "@$.", 3);
    assert_null(game_sokoban.load(&grid, (struct variant){0}, &complaint));
    assert_non_null(strstr(complaint.message, "198 columns and 198 rows"));
    grid_free(&grid);
}

/* The text alone shows that some valid levels are unsolvable. */
static void test_hopeless_levels_are_judged(void **state)
{
    static const struct {
        const char *text, *reason; /* NULL: solvable */
    } cases[] = {
        {"#######\n#@$$. #\n#######\n", "2 boxes but 1 goal within reach"},
        {"#######\n#@$ #.#\n#######\n", "1 box but 0 goals within reach"},
        {"#######\n#@$.#$#\n#######\n", "the box in row 2, column 6 is out of the player's reach"},
        {"####$##\n#@*#$.#\n#######\n", "the box in row 1, column 5 is out of the player's reach"},
        {"#####\n#@#$#\n#####\n", "the box in row 2, column 4 is out of the player's reach"},
        {"#######\n#@$.#*#\n#######\n", NULL},
        {"#######\n#@$.#.#\n#######\n", NULL},
        {"#######\n#+$ . #\n#######\n", NULL},
        {"#####\n#@#*#\n#####\n", NULL},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        struct complaint complaint;
        struct judgement judgement;
        struct puzzle *puzzle = load_text(cases[i / 2].text, i % 2, &complaint);
        const char *reason = cases[i / 2].reason;
        assert_non_null(puzzle);
        assert_true(judge(puzzle, &(struct request){0}, &judgement));
        assert_string_equal(judgement.reason, reason == NULL ? "" : reason);
        assert_int_equal(judgement.verdict, reason == NULL ? VERDICT_UNIQUE : VERDICT_UNSOLVABLE);
        judgement_free(&judgement);
        /* the search alone gives the same result */
        assert_true(general_judge(puzzle, &(struct request){0}, &judgement));
        assert_int_equal(judgement.verdict, reason == NULL ? VERDICT_UNIQUE : VERDICT_UNSOLVABLE);
        judgement_free(&judgement);
        game_sokoban.free(puzzle);
    }
}

/* Boxes on goals that the player cannot reach do not count. */
static void test_decoration_is_left_alone(void **state)
{
    (void)state;
    struct complaint complaint;
    struct puzzle *puzzle = load_text("#######\n#@$.#*#\n#######\n#  *  #\n", SOKOBAN_PUSHES, &complaint);
    assert_non_null(puzzle);
    assert_int_equal(sokoban_board(puzzle)->boxes, 1);
    game_sokoban.free(puzzle);
}

static void judge_level(const struct puzzle *puzzle, bool measures, unsigned jobs, size_t list,
                        struct judgement *judgement)
{
    struct request request = {.list = list, .measures = measures, .limits = {.jobs = jobs, .spared = SEARCH_ALONE}};
    assert_true(judge(puzzle, &request, judgement));
}

/* --- text --- */

static void read_levels(const char *text, const char *const *names, size_t count)
{
    FILE *stream = tmpfile();
    fputs(text, stream);
    rewind(stream);
    struct level_reader reader;
    level_reader_start(&reader, stream, "file", "file");
    struct text error = {0};
    struct level level;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(level_reader_next(&reader, &level, &error), LEVEL_READ);
        assert_string_equal(text_string(&level.name), names[i]);
        struct puzzle *puzzle = level_load(&level, NULL, (struct variant){0}, &error);
        assert_non_null(puzzle);
        assert_ptr_equal(puzzle->game, &game_sokoban);
        game_sokoban.free(puzzle);
        level_free(&level);
    }
    assert_int_equal(level_reader_next(&reader, &level, &error), LEVEL_END);
    text_free(&error);
    level_reader_stop(&reader);
    fclose(stream);
}

static void test_collections(void **state)
{
    (void)state;
    read_levels("#####\n#@$.#\n#####\n", (const char *const[]){"file"}, 1);
    read_levels("A collection\nby somebody\n\n; 1\n\n#####\n#@$.#\n#####\n\n; 2\n#####\n#@$.#\n"
                "#####\n\n'Three'\n\n#####\n#@$.#\n#####\n",
                (const char *const[]){"1", "2", "Three"}, 3);
    read_levels("#####\n#@$.#\n#####\nTitle: One\nAuthor: me\n\n#####\n#@$.#\n#####\n\nTitle: Two\n"
                "Comment:\nanything\n####\nComment-End:\n",
                (const char *const[]){"One", "Two"}, 2);
    read_levels("Title: One\n\n#####\n#@$.#\n#####\n\nTitle: Two\n#####\n#@$.#\n#####\n",
                (const char *const[]){"One", "Two"}, 2);
    read_levels("#####\n#@$.#\n#####\nFirst\n\n#####\n#@$.#\n#####\nSecond\n", (const char *const[]){"First", "Second"},
                2);
    read_levels("5#|#@$.#|5#\n\n5#\n#@$o#\n5#\n\n-####\n##.-#\n#-b-#\n#_p_#\n#####\n\n",
                (const char *const[]){"file#1", "file#2", "file#3"}, 3);
}

/* --- moves --- */

/* Replays solution text.  Returns whether it solves the level. */
static bool replay(const struct puzzle *puzzle, const char *text)
{
    struct mover mover;
    struct move_reader reader = {.text = text};
    struct complaint complaint;
    game_move move;
    bool legal = mover_make(&mover, puzzle);
    while (legal && game_sokoban.read_move(puzzle, mover.state, &reader, &move, &complaint) == 1)
        legal = mover_move(&mover, move);
    bool solves = legal && *reader.text == '\0' && puzzle->rules->solved(puzzle, mover.state);
    mover_free(&mover);
    return solves;
}

static void check_solution_text(uint64_t seed, const struct puzzle *puzzle, const struct judgement *judgement)
{
    char text[4096];
    size_t size =
        game_sokoban.write_moves(puzzle, judgement->reported.moves, judgement->reported.count, text, sizeof text);
    assert_true(size < sizeof text);
    if (!replay(puzzle, text))
        fail_msg("seed %llu: %s does not solve the level", (unsigned long long)seed, text);
    if (judgement->measure[MEASURE_steps] != UNKNOWN)
        assert_true(judgement->measure[MEASURE_steps] == (double)size);
}

/* --- random levels --- */

/* Returns a random level in a room of up to 6x6 cells, or NULL if the draw is not a valid level. */
static struct puzzle *random_level(uint64_t seed, unsigned metric)
{
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
    int columns = 3 + (int)(toy_random(&random) % 3), rows = 3 + (int)(toy_random(&random) % 3);
    unsigned boxes = 1 + (unsigned)(toy_random(&random) % 3);
    struct grid grid;
    assert_true(grid_make(&grid, columns + 2, rows + 2, '#'));
    for (int row = 1; row <= rows; row++) {
        for (int column = 1; column <= columns; column++)
            grid.cells[row * (columns + 2) + column] = toy_random(&random) % 6 == 0 ? '#' : ' ';
    }
    const char pieces[] = "@$.$.$.";
    unsigned spare = toy_random(&random) % 4 == 0; /* an additional goal */
    for (unsigned i = 0; i < 1 + 2 * boxes + spare; i++) {
        int cell;
        unsigned tries = 0;
        do {
            cell = (1 + (int)(toy_random(&random) % (unsigned)rows)) * (columns + 2) + 1 +
                   (int)(toy_random(&random) % (unsigned)columns);
        } while (grid.cells[cell] != ' ' && ++tries < 50);
        grid.cells[cell] = i < 1 + 2 * boxes ? (unsigned char)pieces[i] : '.';
    }
    if (toy_random(&random) % 3 == 0) { /* mirrored, so that there are symmetries */
        for (int cell = 0; cell < grid_size(&grid); cell++) {
            int image = symmetry_cell(1, grid.columns, grid.rows, cell);
            if (image != cell && grid.cells[cell] == '@')
                grid.cells[image] = ' ';
            else if (grid.cells[image] != '@')
                grid.cells[image] = grid.cells[cell];
        }
    }
    struct complaint complaint;
    struct puzzle *puzzle = game_sokoban.load(&grid, (struct variant){.metric = metric}, &complaint);
    grid_free(&grid);
    return puzzle;
}

enum { MOST_STATES = 20000, MOST_SOLUTIONS = 300 };

static void compare(uint64_t seed, const char *what, double fast, double slow)
{
    if (fast != slow)
        fail_msg("seed %llu: %s is %g, but the slow way says %g", (unsigned long long)seed, what, fast, slow);
}

static void compare_judgement(uint64_t seed, const struct judgement *judgement, const struct slow *slow, bool whole)
{
    compare(seed, "depth", judgement->measure[MEASURE_depth], slow->depth == SLOW_NOT_SOLVED ? UNKNOWN : slow->depth);
    compare(seed, "solutions", atof(text_string(&judgement->solutions)), (double)slow->solutions);
    compare(seed, "essential", atof(text_string(&judgement->essential)), (double)slow->essential);
    if (slow->depth == SLOW_NOT_SOLVED)
        return;
    for (int n = 0; n < slow->depth; n++)
        compare(seed, "reported move", judgement->reported.moves[n], slow->first[n]);
    if (whole) {
        compare(seed, "forced", judgement->measure[MEASURE_forced], slow->forced);
        compare(seed, "traps", judgement->measure[MEASURE_traps], slow->traps);
    }
}

static void compare_many(unsigned metric, uint64_t seeds)
{
    unsigned solved = 0, lost = 0, symmetric = 0, merged = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct puzzle *puzzle = random_level(seed, metric);
        struct slow slow;
        if (puzzle == NULL)
            continue;
        if (slow_judge(puzzle, MOST_STATES, MOST_SOLUTIONS, &slow)) {
            for (int whole = 0; whole < 2; whole++) {
                struct judgement judgement;
                judge_level(puzzle, whole != 0, 1, 0, &judgement);
                compare_judgement(seed, &judgement, &slow, whole != 0);
                if (slow.depth > 0)
                    check_solution_text(seed, puzzle, &judgement);
                judgement_free(&judgement);
            }
            solved += slow.depth > 0;
            lost += slow.depth == SLOW_NOT_SOLVED;
            symmetric += slow.depth > 0 && puzzle->symmetry_count > 1;
            merged += slow.essential < slow.solutions;
            slow_free(&slow);
        }
        game_sokoban.free(puzzle);
    }
    assert_true(solved > seeds / 20 && lost > seeds / 20);
    assert_enough(symmetric > seeds / 500 && merged > seeds / 200);
}

static void test_random_levels_in_pushes(void **state)
{
    (void)state;
    compare_many(SOKOBAN_PUSHES, CASES(12000));
}

static void test_random_levels_in_moves(void **state)
{
    (void)state;
    compare_many(SOKOBAN_MOVES, CASES(4000));
}

/* From every state of small levels: states that the search drops are unsolvable, and the estimate is a lower bound. */
static void check_states_from(uint64_t seed, const struct puzzle *puzzle)
{
    struct search plain;
    struct limits limits = {0};
    struct puzzle_rules rules = *puzzle->rules;
    rules.expand_live = NULL;
    struct sokoban copy = *sokoban_board(puzzle);
    copy.puzzle.rules = &rules;
    assert_true(search_make(&plain, &copy.puzzle, &limits));
    assert_true(search_is_done(search_breadth_first(&plain, 0)) && search_is_done(search_rest(&plain, 0)));
    for (uint64_t i = 0; i < store_count(&plain.store) && i < 60; i++) {
        unsigned char start[64] = {0};
        memcpy(start, store_state(&plain.store, i), puzzle->state_bytes);
        copy.start = start;
        struct search from;
        assert_true(search_make(&from, &copy.puzzle, &limits));
        assert_true(search_is_done(search_breadth_first(&from, 0)));
        unsigned estimate = puzzle->rules->estimate(puzzle, start);
        bool solvable = from.depth >= 0;
        if (solvable && (estimate > (unsigned)from.depth || sokoban_lost(puzzle, start)))
            fail_msg("seed %llu: estimate %u or lost, but %d moves do", (unsigned long long)seed, estimate,
                     (int)from.depth);
        search_free(&from);
    }
    search_free(&plain);
}

static void test_estimate_and_lost_are_never_wrong(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(1600); seed++) {
        struct puzzle *puzzle = random_level(seed, SOKOBAN_PUSHES);
        if (puzzle == NULL)
            continue;
        check_states_from(seed, puzzle);
        game_sokoban.free(puzzle);
    }
}

/* Boards wider than a word of the bitmap, and boards with more than 256 cells. */
static void test_large_boards(void **state)
{
    (void)state;
    char text[40 * 100] = "";
    for (int rows = 3; rows < 40; rows += 9) {
        size_t length = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < 90; column++) {
                bool wall = row == 0 || column == 0 || row == rows - 1 || column == 89;
                text[length++] = wall ? '#' : ' ';
            }
            text[length++] = '\n';
        }
        text[length] = '\0';
        char *middle = text + (size_t)(rows / 2) * 91;
        middle[2] = '@';
        middle[70] = '$';
        middle[80] = '.';
        struct complaint complaint;
        struct puzzle *puzzle = load_text(text, SOKOBAN_PUSHES, &complaint);
        assert_non_null(puzzle);
        struct judgement judgement;
        judge_level(puzzle, false, 1, 0, &judgement);
        assert_true(judgement.measure[MEASURE_depth] == 10);
        assert_string_equal(text_string(&judgement.solutions), "1");
        check_solution_text((uint64_t)rows, puzzle, &judgement);
        judgement_free(&judgement);
        game_sokoban.free(puzzle);
    }
}

/* --- levels with known answers --- */

static void test_known_depths(void **state)
{
    (void)state;
    const char *corpus = getenv("ONLYWAY_CORPUS");
    char path[4096];
    snprintf(path, sizeof path, "%s/sokoban/INDEX.csv", corpus == NULL ? "" : corpus);
    FILE *index = corpus == NULL ? NULL : fopen(path, "r");
    if (index == NULL)
        skip();
    snprintf(path, sizeof path, "%s/sokoban/microban-1-77.xsb", corpus);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    struct level_reader reader;
    level_reader_start(&reader, stream, path, "microban");
    struct text error = {0};
    struct level level;
    char line[256];
    assert_non_null(fgets(line, sizeof line, index));
    unsigned checked = 0;
    while (fgets(line, sizeof line, index) != NULL) {
        unsigned number, depth;
        assert_int_equal(sscanf(line, "%*[^,],%u,%u", &number, &depth), 2);
        assert_int_equal(level_reader_next(&reader, &level, &error), LEVEL_READ);
        struct puzzle *puzzle = level_load(&level, &game_sokoban, (struct variant){0}, &error);
        assert_non_null(puzzle);
        struct judgement judgement;
        struct request request = {.limits = {.jobs = 1 + number % 2, .spared = SEARCH_ALONE}};
        assert_true(judge(puzzle, &request, &judgement));
        compare(number, "depth", judgement.measure[MEASURE_depth], depth);
        judgement_free(&judgement);
        game_sokoban.free(puzzle);
        level_free(&level);
        checked++;
    }
    assert_int_equal(checked, 77);
    level_reader_stop(&reader);
    fclose(stream);
    fclose(index);
}

/* --- the number of essential solutions does not depend on limits --- */

/* Judges a level under several memory limits, which must agree.  `told` receives the number of essential solutions. */
static void check_essential(uint64_t seed, const struct puzzle *puzzle, uint64_t most_states, char told[32])
{
    static const uint64_t memory[] = {UINT64_C(4) << 30, UINT64_C(24) << 20, UINT64_C(64) << 20};
    enum verdict verdict = VERDICT_UNDECIDED;
    for (unsigned i = 0; i < (WATCHED ? 2 : sizeof memory / sizeof *memory); i++) {
        struct judgement judgement;
        struct request request = {
            .limits = {.jobs = 1 + i % 2, .spared = SEARCH_ALONE, .max_memory = memory[i], .max_states = most_states}};
        assert_true(judge(puzzle, &request, &judgement));
        if (i == 0) {
            verdict = judgement.verdict;
            snprintf(told, 32, "%s", text_string(&judgement.essential));
        }
        compare(seed, "verdict", judgement.verdict, verdict);
        compare(seed, "whether essential is the same", strcmp(text_string(&judgement.essential), told), 0);
        judgement_free(&judgement);
    }
}

static void test_essential_does_not_depend_on_limits(void **state)
{
    (void)state;
    struct complaint complaint;
    char told[32];
    struct puzzle *puzzle = load_text("###################\n"
                                      "#        #        #\n"
                                      "# $ $ $     . . . #\n"
                                      "#        #        #\n"
                                      "#   $    # .      #\n"
                                      "# @      #        #\n"
                                      "#   $         .   #\n"
                                      "###################\n",
                                      SOKOBAN_PUSHES, &complaint);
    assert_non_null(puzzle);
    check_essential(0, puzzle, 0, told);
    assert_string_equal(told, ">256");
    game_sokoban.free(puzzle);
}

/* The same for levels of human studies, many of which have very many solutions: for each, or for some of eight. */
static void test_essential_of_known_levels(void **state)
{
    (void)state;
    const char *corpus = getenv("ONLYWAY_CORPUS");
    char path[4096];
    snprintf(path, sizeof path, "%s/people/sokoban-people.xsb", corpus == NULL ? "" : corpus);
    FILE *stream = corpus == NULL ? NULL : fopen(path, "r");
    if (stream == NULL)
        skip();
    struct level_reader reader;
    level_reader_start(&reader, stream, path, "people");
    struct text error = {0};
    struct level level;
    unsigned many = 0, known = 0;
    for (uint64_t number = 0; level_reader_next(&reader, &level, &error) == LEVEL_READ; number++) {
        struct puzzle *puzzle = level_load(&level, &game_sokoban, (struct variant){0}, &error);
        char told[32];
        assert_non_null(puzzle);
        if (number % 8 < CASES(8)) {
            check_essential(number, puzzle, 10000, told);
            many += strcmp(told, ">256") == 0;
            known += told[0] != '\0';
        }
        game_sokoban.free(puzzle);
        level_free(&level);
    }
    assert_true(many >= CASES(9) && known > CASES(100));
    level_reader_stop(&reader);
    fclose(stream);
}

/* A flight of boxes, each of which is frozen if the next one is.  The only push makes the first one part of it, off its
 * goal.  The last one is beside the outer wall, if `below` is 0, or can move. */
static struct puzzle *load_flight(int below)
{
    enum { SIDE = 64 };
    static const int walls[][2] = {{1, 1}, {1, 2}, {1, 3}, {3, 1}, {3, 2}};
    struct grid grid;
    struct complaint complaint;
    assert_true(grid_make(&grid, SIDE + 4, SIDE, ' '));
    for (int cell = 0; cell < grid_size(&grid); cell++) {
        if (grid_is_edge(&grid, cell))
            grid.cells[cell] = '#';
    }
    for (size_t n = 0; n < sizeof walls / sizeof *walls; n++)
        grid.cells[walls[n][0] * grid.columns + walls[n][1]] = '#';
    memcpy(&grid.cells[2 * grid.columns + 1], "@$ *", 4);
    grid.cells[2 * grid.columns - 2] = '.';
    for (int row = 3; row < SIDE - 1 - below; row++)
        memcpy(&grid.cells[row * grid.columns + row + 1], "**", 2);
    struct puzzle *puzzle = game_sokoban.load(&grid, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    grid_free(&grid);
    return puzzle;
}

/* The moves that a search makes from the start. */
struct first_moves {
    const struct puzzle *puzzle;
    unsigned char *states;
    game_move *moves;
    unsigned count;
};

static void *find_first_moves(void *context)
{
    struct first_moves *first = context;
    const struct puzzle *puzzle = first->puzzle;
    puzzle->rules->start(puzzle, first->states);
    first->count = puzzle->rules->expand_live(puzzle, first->states, first->moves, first->states + puzzle->state_bytes);
    return NULL;
}

/* The rules take little stack, however many boxes may freeze together.  Under a sanitizer, each variable has its own
 * place, and the frame of one function can take more than 128 KiB. */
static void test_little_stack(void **state)
{
    enum { STACK = (WATCHED ? 1024 : 128) << 10 };
    (void)state;
    for (int below = 0; below < 2; below++) {
        struct puzzle *puzzle = load_flight(below);
        struct first_moves first = {puzzle, malloc((puzzle->max_moves + 1u) * puzzle->state_bytes),
                                    calloc(puzzle->max_moves, sizeof(game_move)), 0};
        pthread_attr_t attributes;
        pthread_t thread;
        assert_true(first.states != NULL && first.moves != NULL && sokoban_board(puzzle)->boxes > 100);
        assert_int_equal(pthread_attr_init(&attributes), 0);
        assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
        assert_int_equal(pthread_create(&thread, &attributes, find_first_moves, &first), 0);
        pthread_join(thread, NULL);
        pthread_attr_destroy(&attributes);
        assert_int_equal(first.count, below);
        free(first.states);
        free(first.moves);
        game_sokoban.free(puzzle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_levels_are_refused),
        cmocka_unit_test(test_large_levels),
        cmocka_unit_test(test_hopeless_levels_are_judged),
        cmocka_unit_test(test_decoration_is_left_alone),
        cmocka_unit_test(test_collections),
        cmocka_unit_test(test_random_levels_in_pushes),
        cmocka_unit_test(test_random_levels_in_moves),
        cmocka_unit_test(test_estimate_and_lost_are_never_wrong),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_little_stack),
        cmocka_unit_test(test_known_depths),
        cmocka_unit_test(test_essential_does_not_depend_on_limits),
        cmocka_unit_test(test_essential_of_known_levels),
    };
    return cmocka_run_group_tests_name("sokoban", tests, NULL, NULL);
}
