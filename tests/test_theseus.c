/* Theseus and the Minotaur: compares verdicts, depths and counts of random mazes with a search that has its own copy
 * of the rules, in rows and columns, and checks the guarantees of proposed mazes. */
#include "tests/unit.h"

#include "games/theseus/theseus.h"
#include "gen/climb/climb.h"
#include "tests/levels.h"
#include "tests/slow_judge.h"

#include <stdlib.h>
#include <string.h>

enum { MAZES = 600, MOST_SIDE = 5, CELLS = MOST_SIDE * MOST_SIDE, PAIRS = CELLS * CELLS };

/* --- a second implementation of the rules --- */

struct man {
    int row, column;
};

struct plain {
    const struct grid *grid;
    struct man hero, bull, exit;
};

static bool is_at(struct man a, struct man b)
{
    return a.row == b.row && a.column == b.column;
}

static bool may_go(const struct plain *maze, struct man from, int down, int right)
{
    int row = 2 * from.row + 1 + down, column = 2 * from.column + 1 + right;
    return maze->grid->cells[row * maze->grid->columns + column] == ' ';
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* Makes a move.  Returns false if it is illegal. */
static bool play(struct plain *maze, char move)
{
    int down = (move == 'D') - (move == 'U'), right = (move == 'R') - (move == 'L');
    if (move != 'W' && !may_go(maze, maze->hero, down, right))
        return false;
    maze->hero.row += down;
    maze->hero.column += right;
    if (is_at(maze->hero, maze->bull))
        return false;
    if (is_at(maze->hero, maze->exit))
        return true;
    for (int n = 0; n < 2; n++) {
        right = sign(maze->hero.column - maze->bull.column);
        down = sign(maze->hero.row - maze->bull.row);
        if (right != 0 && may_go(maze, maze->bull, 0, right))
            maze->bull.column += right;
        else if (down != 0 && may_go(maze, maze->bull, down, 0))
            maze->bull.row += down;
    }
    return !is_at(maze->hero, maze->bull);
}

static int number_of(const struct plain *maze)
{
    int hero = maze->hero.row * MOST_SIDE + maze->hero.column;
    return hero * CELLS + maze->bull.row * MOST_SIDE + maze->bull.column;
}

static struct man find_man(const struct grid *grid, char who)
{
    const unsigned char *at = memchr(grid->cells, who, (size_t)grid_size(grid));
    int cell = (int)(at - grid->cells);
    return (struct man){cell / grid->columns / 2, cell % grid->columns / 2};
}

/* Finds the depth and the number of the shortest solutions.  Returns false if there is none. */
static bool search(const struct grid *grid, int *depth, double *count)
{
    static int level[PAIRS];
    static double ways[PAIRS];
    static struct plain queue[PAIRS];
    int first = 0, last = 0, goal = -1;
    memset(level, -1, sizeof level);
    memset(ways, 0, sizeof ways);
    queue[last++] = (struct plain){grid, find_man(grid, 'T'), find_man(grid, 'M'), find_man(grid, 'E')};
    level[number_of(&queue[0])] = 0;
    ways[number_of(&queue[0])] = 1;
    *count = 0;
    for (; first < last; first++) {
        int from = number_of(&queue[first]);
        if (goal >= 0 && level[from] > goal)
            break;
        if (is_at(queue[first].hero, queue[first].exit)) {
            goal = level[from];
            *count += ways[from];
            continue;
        }
        for (const char *move = "URDLW"; *move != '\0'; move++) {
            struct plain next = queue[first];
            if (!play(&next, *move))
                continue;
            int to = number_of(&next);
            if (level[to] < 0) {
                level[to] = level[from] + 1;
                queue[last++] = next;
            }
            if (level[to] == level[from] + 1)
                ways[to] += ways[from];
        }
    }
    *depth = goal;
    return goal >= 0;
}

/* --- random mazes --- */

static struct grid random_maze(struct chance *chance)
{
    int rows = 1 + chance_below(chance, MOST_SIDE), columns = 3 + chance_below(chance, MOST_SIDE - 2);
    int share = 10 + chance_below(chance, 45);
    struct grid grid;
    assert_true(grid_make(&grid, 2 * columns + 1, 2 * rows + 1, '#'));
    for (int cell = 0; cell < grid_size(&grid); cell++) {
        int row = cell / grid.columns, column = cell % grid.columns;
        bool between = row % 2 != column % 2 && !grid_is_edge(&grid, cell);
        if ((row % 2 == 1 && column % 2 == 1) || (between && chance_below(chance, 100) >= share))
            grid.cells[cell] = ' ';
    }
    for (const char *who = "TME"; *who != '\0'; who++) {
        int cell;
        do {
            cell = (2 * chance_below(chance, rows) + 1) * grid.columns + 2 * chance_below(chance, columns) + 1;
        } while (grid.cells[cell] != ' ');
        grid.cells[cell] = (unsigned char)*who;
    }
    return grid;
}

static struct puzzle *load(const struct grid *grid)
{
    struct complaint complaint;
    struct puzzle *puzzle = game_theseus.load(grid, (struct variant){0}, &complaint);
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    return puzzle;
}

static void compare(const struct grid *grid, uint64_t seed, unsigned *solved)
{
    struct judgement judgement;
    struct request request = {.measures = MEASURES_AUTO};
    struct puzzle *puzzle = load(grid);
    struct slow slow;
    int depth;
    double count;
    assert_true(judge(puzzle, &request, &judgement));
    bool good = search(grid, &depth, &count);
    bool same = (judgement.verdict != VERDICT_UNSOLVABLE) == good;
    if (good) {
        same = same && judgement.measure[MEASURE_depth] == depth &&
               strtod(text_string(&judgement.solutions), NULL) == count;
        *solved += 1;
    }
    if (same && good && slow_judge(puzzle, PAIRS, 2000, &slow)) {
        same = tells_essential(&judgement, slow.essential) &&
               (judgement.verdict == VERDICT_UNIQUE) == (slow.essential == 1);
        slow_free(&slow);
    }
    if (!same) {
        print_level(grid, seed, "not as the plain search has it");
        fail();
    }
    judgement_free(&judgement);
    game_theseus.free(puzzle);
}

static void agrees_with_a_plain_search(void **state)
{
    (void)state;
    unsigned solved = 0;
    for (uint64_t i = 0; i < MAZES; i++) {
        uint64_t seed = chance_seed() * MAZES + i;
        struct chance chance = {seed};
        struct grid grid = random_maze(&chance);
        compare(&grid, seed, &solved);
        grid_free(&grid);
    }
    assert_in_range(solved, MAZES / 4, MAZES * 3 / 4);
}

/* --- proposed mazes --- */

static void judge_maze(const struct grid *grid, struct judgement *judgement)
{
    struct puzzle *puzzle = load(grid);
    struct request request = {.list = 100};
    assert_true(judge(puzzle, &request, judgement));
    game_theseus.free(puzzle);
}

/* Checks that removing any wall changes the solutions of a maze.  Returns the number of walls. */
static unsigned check_walls(struct grid *grid)
{
    struct judgement whole, less;
    unsigned walls = 0;
    judge_maze(grid, &whole);
    assert_int_equal(whole.verdict, VERDICT_UNIQUE);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        bool between = cell / grid->columns % 2 != cell % grid->columns % 2;
        if (!between || grid->cells[cell] != '#' || grid_is_edge(grid, cell))
            continue;
        grid->cells[cell] = ' ';
        judge_maze(grid, &less);
        bool same = less.listed_count == whole.listed_count;
        for (size_t i = 0; same && i < less.listed_count; i++)
            same = move_lists_equal(&less.listed[i], &whole.listed[i]);
        assert_false(same);
        judgement_free(&less);
        grid->cells[cell] = '#';
        walls++;
    }
    judgement_free(&whole);
    return walls;
}

static void proposes_mazes_without_idle_walls(void **state)
{
    (void)state;
    static const stop_flag go_on = 0;
    struct gen_options options = {.seed = 3};
    struct filter_settings settings;
    struct candidate_list list = {0};
    filters_reset(&settings);
    struct proposal proposal = {.proposer = proposer_find("theseus"),
                                .options = &options,
                                .filters = &settings,
                                .size = {5, 4},
                                .stop = &go_on};
    void *climb = climb_make(&proposal);
    unsigned walls = 0;
    assert_non_null(climb);
    for (uint64_t unit = 0; unit < 12; unit++)
        climb_propose(&proposal, climb, unit, &list);
    climb_free(climb);
    for (size_t i = 0; i < list.count; i++) {
        if (list.candidates[i].dropped_by != filter_count)
            continue;
        assert_int_equal(list.candidates[i].grid.columns, 11);
        walls += check_walls(&list.candidates[i].grid);
    }
    assert_true(walls > 20);
    candidates_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_plain_search),
        cmocka_unit_test(proposes_mazes_without_idle_walls),
    };
    return cmocka_run_group_tests_name("theseus", tests, NULL, NULL);
}
