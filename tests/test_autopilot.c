/* Tests Snake's autopilots with an independent referee: they follow the rules, those that are documented never to
 * lose never lose, and none is better than the theoretical optimum.  The referee plays each game again on a board of
 * its own, and knows how it ends. */
#include "tests/unit.h"

#include "solve/arcade/autopilot.h"
#include "solve/arcade/game.h"
#include "tests/arenas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the referee --- */

enum { MOST_CELLS = 1024 };

/* The referee's copy of the game, in rows and columns of the text. */
struct referee {
    const struct autopilot *player;
    void *memory;
    int row[MOST_CELLS], column[MOST_CELLS]; /* body cells, head first */
    int length, growth, value, points;
    int food_row, food_column;
    int direction; /* the last choice; -1: none yet, or the player gave up */
    bool tail_blocked, nokia;
    int *heads; /* the place of the head after each move; owned */
    size_t moves, capacity;
    size_t settled; /* the moves when the length, or what is still to grow, changed last */
};

static struct referee referee; /* of the current game */

static void note_food(const struct snake_game *game)
{
    const struct snake *arena = game->arena;
    referee.food_row = arena->place[game->food] / arena->grid.columns;
    referee.food_column = arena->place[game->food] % arena->grid.columns;
    assert_int_equal(arena->grid.cells[arena->place[game->food]], ' ');
    for (int i = 0; i < referee.length; i++)
        assert_false(referee.row[i] == referee.food_row && referee.column[i] == referee.food_column);
}

/* Where the head goes in a direction.  Returns whether it may go there. */
static bool ahead(const struct snake_game *game, int direction, int *row, int *column)
{
    static const int down[] = {-1, 0, 1, 0}, across[] = {0, 1, 0, -1};
    const struct grid *grid = &game->arena->grid;
    *row = referee.row[0] + down[direction];
    *column = referee.column[0] + across[direction];
    bool inside = *row >= 0 && *column >= 0 && *row < grid->rows && *column < grid->columns;
    if (!inside || grid->cells[*row * grid->columns + *column] != ' ')
        return false;
    bool eats = *row == referee.food_row && *column == referee.food_column;
    bool tail_goes = referee.growth == 0 && !eats;
    int blocked = referee.length - (tail_goes && !referee.tail_blocked && referee.length > 2);
    for (int i = 0; i < blocked; i++) {
        if (referee.row[i] == *row && referee.column[i] == *column)
            return false;
    }
    return true;
}

/* Repeats the last move on the referee's own board. */
static void follow(const struct snake_game *game)
{
    int row, column;
    assert_true(ahead(game, referee.direction, &row, &column));
    bool eats = row == referee.food_row && column == referee.food_column;
    if (referee.moves == referee.capacity) {
        referee.capacity = 2 * referee.capacity + 64;
        referee.heads = realloc(referee.heads, referee.capacity * sizeof *referee.heads);
        assert_non_null(referee.heads);
    }
    referee.heads[referee.moves++] = row * game->arena->grid.columns + column;
    if (eats) {
        referee.points++;
        referee.growth += referee.value;
        referee.value += referee.nokia;
    }
    if (referee.growth > 0) {
        referee.growth--;
        referee.length++;
        referee.settled = referee.moves;
    }
    memmove(referee.row + 1, referee.row, sizeof referee.row - sizeof *referee.row);
    memmove(referee.column + 1, referee.column, sizeof referee.column - sizeof *referee.column);
    referee.row[0] = row;
    referee.column[0] = column;
    if (eats && referee.length < (int)game->arena->cells)
        note_food(game);
}

/* Whether the position was the same after an earlier move, since the last food. */
static bool recurs(void)
{
    size_t length = (size_t)referee.length, now = referee.moves;
    for (size_t then = referee.settled > length ? referee.settled : length; then < now; then++) {
        if (memcmp(referee.heads + then - length, referee.heads + now - length, length * sizeof *referee.heads) == 0)
            return true;
    }
    return false;
}

/* Checks how the game ended, by the referee's own board. */
static void check_end(const struct snake_game *game, enum game_result result)
{
    int row, column, cells = (int)game->arena->cells;
    bool crashes = referee.direction >= 0 && !ahead(game, referee.direction, &row, &column), can_move = false;
    assert_true(crashes == (result == GAME_CRASHED));
    if (referee.direction >= 0 && !crashes)
        follow(game);
    for (int direction = 0; direction < DIRECTIONS; direction++)
        can_move = can_move || ahead(game, direction, &row, &column);
    assert_true((referee.length == cells) == (result == GAME_WON));
    assert_true(result != GAME_STUCK || !can_move || referee.direction < 0);
    assert_true(result != GAME_LOOPING || recurs() ||
                (!referee.player->memoryless && referee.moves - referee.settled >= 64 * (size_t)cells));
    assert_int_equal(game->moves, referee.moves);
    assert_int_equal(game->points, referee.points);
    assert_int_equal(game->length, referee.length);
    free(referee.heads);
}

static int choose_watched(void *memory, const struct snake_game *game)
{
    (void)memory;
    if (referee.direction >= 0)
        follow(game);
    /* The game must agree with the referee. */
    const struct snake *arena = game->arena;
    assert_int_equal(game->length, referee.length);
    assert_int_equal(game->points, referee.points);
    for (int i = 0; i < referee.length; i++) {
        int place = arena->place[snake_segment(game, (unsigned)(referee.length - 1 - i))];
        assert_int_equal(place, referee.row[i] * arena->grid.columns + referee.column[i]);
    }
    referee.direction = referee.player->choose(referee.memory, game);
    return referee.direction;
}

static void *begin_watched(const void *knowledge, const struct snake_game *game)
{
    const struct snake *arena = game->arena;
    int place = arena->place[snake_head(game)];
    referee.memory = referee.player->begin(knowledge, game);
    referee.row[0] = place / arena->grid.columns;
    referee.column[0] = place % arena->grid.columns;
    referee.length = referee.value = 1;
    referee.growth = referee.points = 0;
    referee.direction = -1;
    note_food(game);
    return referee.memory;
}

static enum game_result play_watched(const struct autopilot *player, const void *knowledge, const struct snake *arena,
                                     struct snake_rules rules, uint64_t number, struct snake_game *game)
{
    assert_true(arena->cells < MOST_CELLS);
    referee = (struct referee){.player = player, .tail_blocked = rules.tail_blocked, .nokia = rules.nokia};
    struct autopilot watched = *player;
    watched.begin = begin_watched;
    watched.choose = choose_watched;
    assert_true(snake_game_start(game, arena, rules, 7, number));
    enum game_result result = autopilot_play(&watched, knowledge, game, NULL, NULL);
    assert_int_not_equal(result, GAME_NO_MEMORY);
    check_end(game, result);
    return result;
}

struct tally {
    int won, lost;
    double mean, error; /* mean number of moves in won games, and its tolerance */
    int ends[GAME_NO_MEMORY];
};

static struct tally play(const struct autopilot *player, struct puzzle *puzzle, struct snake_rules rules, int number)
{
    struct tally tally = {0};
    char reason[AUTOPILOT_REASON] = "";
    void *knowledge = player->study(snake_arena(puzzle), reason);
    assert_non_null(knowledge);
    double sum = 0, squares = 0;
    for (int i = 0; i < number; i++) {
        struct snake_game game;
        enum game_result result = play_watched(player, knowledge, snake_arena(puzzle), rules, (uint64_t)i, &game);
        tally.ends[result]++;
        tally.won += result == GAME_WON;
        tally.lost += result != GAME_WON;
        if (result == GAME_WON) {
            sum += game.moves;
            squares += (double)game.moves * game.moves;
        } else if (tally.lost == 1) {
            print_message("%s: game %d ended with length %u of %u: %s\n", player->name, i, game.length,
                          game.arena->cells, game_result_names[result]);
        }
        snake_game_free(&game);
    }
    if (tally.won > 0) {
        tally.mean = sum / tally.won;
        tally.error = sqrt((squares / tally.won - tally.mean * tally.mean) / tally.won);
    }
    player->forget(knowledge);
    return tally;
}

/* --- autopilots that never lose --- */

static const struct snake_rules rules_free = {0}, rules_blocked = {.tail_blocked = true}, rules_nokia = {.nokia = true},
                                rules_nokia_blocked = {.tail_blocked = true, .nokia = true};

static void check_always_wins(const struct autopilot *player, int columns, int rows, const char *cells,
                              struct snake_rules rules, int number)
{
    struct puzzle *puzzle = load_arena(columns, rows, cells);
    assert_int_equal(play(player, puzzle, rules, CASES(number)).lost, 0);
    game_snake.free(puzzle);
}

/* Blocks of 2x2 cells around two walls. */
static const char blocks[] = "            "
                             "            "
                             "  ##    ##  "
                             "  ##    ##  "
                             "            "
                             "            ";

/* A ring with a bay, which has a Hamiltonian cycle but no blocks. */
static const char ring[] = "      "
                           " #### "
                           " #    "
                           " #    "
                           " #### "
                           "      ";

static void test_cells_never_loses(void **state)
{
    (void)state;
    const struct autopilot *player = &autopilot_cells;
    check_always_wins(player, 2, 2, NULL, rules_free, 500);
    check_always_wins(player, 4, 4, NULL, rules_free, 2000);
    check_always_wins(player, 4, 4, NULL, rules_blocked, 2000);
    check_always_wins(player, 8, 6, NULL, rules_free, 500);
    check_always_wins(player, 6, 8, NULL, rules_blocked, 500);
    check_always_wins(player, 12, 6, blocks, rules_free, 200);
    check_always_wins(player, 12, 6, blocks, rules_blocked, 200);
    check_always_wins(player, 8, 8, NULL, rules_nokia, 500);
    check_always_wins(player, 8, 8, NULL, rules_nokia_blocked, 500);
    check_always_wins(player, 14, 14, NULL, rules_free, 20);
}

static void test_cycles_never_lose(void **state)
{
    (void)state;
    static const struct autopilot *const players[] = {&autopilot_cycle, &autopilot_perturbed_safe};
    for (int i = 0; i < 2; i++) {
        check_always_wins(players[i], 4, 4, NULL, rules_free, 2000);
        check_always_wins(players[i], 4, 4, NULL, rules_blocked, 2000);
        check_always_wins(players[i], 6, 6, NULL, rules_blocked, 1000);
        check_always_wins(players[i], 10, 10, NULL, rules_free, 100);
        check_always_wins(players[i], 10, 10, NULL, rules_blocked, 100);
        check_always_wins(players[i], 12, 6, blocks, rules_free, 100);
        check_always_wins(players[i], 6, 6, ring, rules_free, 500);
        check_always_wins(players[i], 6, 6, ring, rules_blocked, 500);
        check_always_wins(players[i], 5, 4, NULL, rules_blocked, 500);
        check_always_wins(players[i], 3, 3, NULL, rules_free, 2000); /* odd: one cell is spare */
        check_always_wins(players[i], 5, 5, NULL, rules_free, 2000);
        check_always_wins(players[i], 7, 9, NULL, rules_free, 200);
        check_always_wins(players[i], 14, 14, NULL, rules_nokia, 200);
        check_always_wins(players[i], 14, 14, NULL, rules_nokia_blocked, 200);
    }
}

/* --- the theoretical optimum --- */

static void check_exact(int columns, int rows, bool tail_blocked, double wins, double moves)
{
    struct puzzle *puzzle = load_arena(columns, rows, NULL);
    double best_wins, best_moves;
    assert_true(snake_exact(snake_arena(puzzle), tail_blocked, &best_wins, &best_moves));
    assert_true(fabs(best_wins - wins) < 5e-5);
    assert_true(wins < 1 || fabs(best_moves - moves) < 6e-4);
    for (size_t i = 0; autopilots[i] != NULL; i++) {
        struct snake_rules rules = {.tail_blocked = tail_blocked};
        char reason[AUTOPILOT_REASON];
        void *knowledge = autopilots[i]->study(snake_arena(puzzle), reason);
        if (knowledge == NULL)
            continue;
        autopilots[i]->forget(knowledge);
        int number = CASES(1000);
        struct tally tally = play(autopilots[i], puzzle, rules, number);
        double margin = 4 * sqrt(best_wins * fabs(1 - best_wins) * number);
        assert_true(tally.won <= best_wins * number + margin + 0.5);
        if (tally.lost == 0)
            assert_true(tally.mean >= best_moves - 4 * tally.error);
    }
    game_snake.free(puzzle);
}

static void test_nobody_beats_best_play(void **state)
{
    (void)state;
    check_exact(2, 2, false, 1, 3.833);
    check_exact(2, 3, true, 1, 8.733);
    check_exact(2, 3, false, 1, 8.433);
    check_exact(4, 2, true, 1, 14.962);
    check_exact(2, 4, false, 1, 14.367);
    check_exact(3, 3, true, 0.3216, 0);
    check_exact(3, 3, false, 1, 17.546);
    check_exact(3, 4, true, 1, 27.934);
    check_exact(4, 3, false, 1, 26.860);
    check_exact(4, 4, true, 1, 42.949);
    check_exact(4, 4, false, 1, 41.567);
}

static void test_best_play_is_for_tiny_arenas(void **state)
{
    (void)state;
    struct puzzle *puzzle = load_arena(5, 4, NULL);
    double wins, moves;
    assert_false(snake_exact(snake_arena(puzzle), false, &wins, &moves));
    game_snake.free(puzzle);
}

/* --- the documented faults of some players --- */

static void test_known_faults(void **state)
{
    (void)state;
    struct puzzle *board = load_arena(14, 14, NULL);
    struct tally nokia = play(&autopilot_perturbed, board, rules_nokia_blocked, 300);
    print_message("perturbed, growth by value: %d of 300 games lost\n", nokia.lost);
    assert_true(nokia.lost > 30 && nokia.lost < 150);
    game_snake.free(board);

    board = load_arena(6, 6, NULL);
    struct tally sweep = play(&autopilot_sweep, board, rules_free, 100);
    assert_int_equal(sweep.won, 0);
    assert_true(sweep.ends[GAME_LOOPING] > 90);
    struct tally escape = play(&autopilot_tail_escape, board, rules_free, 100);
    assert_true(escape.ends[GAME_LOOPING] > 0 && escape.won > 0);
    struct tally manhattan = play(&autopilot_manhattan, board, rules_free, 100);
    assert_true(manhattan.ends[GAME_CRASHED] > 50);
    game_snake.free(board);
}

static void check_refuses(const struct autopilot *player, struct puzzle *puzzle, const char *word)
{
    char reason[AUTOPILOT_REASON] = "";
    assert_null(player->study(snake_arena(puzzle), reason));
    assert_non_null(strstr(reason, word));
    game_snake.free(puzzle);
}

static void test_players_say_where_they_cannot_play(void **state)
{
    (void)state;
    check_refuses(&autopilot_sweep, load_arena(5, 5, NULL), "even sides");
    check_refuses(&autopilot_sweep, load_arena(12, 6, blocks), "without inner walls");
    check_refuses(&autopilot_perturbed, load_arena(5, 5, NULL), "odd");
    check_refuses(&autopilot_cells, load_arena(5, 4, NULL), "blocks");
    check_refuses(&autopilot_cells, load_arena(4, 4, "  ##  ####  ##  "), "not connected");
    check_refuses(&autopilot_cycle, load_arena(4, 3, "#  #    #  #"), "");
}

/* --- games can be played again --- */

static void test_a_seed_gives_the_same_game(void **state)
{
    (void)state;
    struct puzzle *puzzle = load_arena(6, 6, NULL);
    for (size_t i = 0; autopilots[i] != NULL; i++) {
        char reason[AUTOPILOT_REASON];
        struct snake_game first, second;
        void *knowledge = autopilots[i]->study(snake_arena(puzzle), reason);
        assert_non_null(knowledge);
        enum game_result one = play_watched(autopilots[i], knowledge, snake_arena(puzzle), rules_free, 3, &first);
        enum game_result two = play_watched(autopilots[i], knowledge, snake_arena(puzzle), rules_free, 3, &second);
        assert_int_equal(one, two);
        assert_int_equal(first.moves, second.moves);
        assert_int_equal(first.food, second.food);
        autopilots[i]->forget(knowledge);
        snake_game_free(&first);
        snake_game_free(&second);
    }
    game_snake.free(puzzle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_never_loses),
        cmocka_unit_test(test_cycles_never_lose),
        cmocka_unit_test(test_nobody_beats_best_play),
        cmocka_unit_test(test_best_play_is_for_tiny_arenas),
        cmocka_unit_test(test_known_faults),
        cmocka_unit_test(test_players_say_where_they_cannot_play),
        cmocka_unit_test(test_a_seed_gives_the_same_game),
    };
    return cmocka_run_group_tests_name("autopilot", tests, NULL, NULL);
}
