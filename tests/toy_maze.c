/* The toy maze; see toy_maze.h. */
#include "tests/toy_maze.h"

#include <stdlib.h>
#include <string.h>

struct maze {
    struct puzzle puzzle;
    struct grid grid;
    int start, goal;
};

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    *state = (unsigned char)((const struct maze *)puzzle)->start;
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    const struct grid *grid = &((const struct maze *)puzzle)->grid;
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int next = grid_beside(grid, *state, d);
        if (next < 0 || grid->cells[next] == '#')
            continue;
        moves[count] = move_make(0, (enum direction)d);
        states[count++] = (unsigned char)next;
    }
    return count;
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    return *state == ((const struct maze *)puzzle)->goal;
}

static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    (void)state;
    return LOST_NO;
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    (void)state;
    return 0;
}

static const struct puzzle_rules rules = {
    .start = start, .expand = expand, .solved = solved, .lost = lost, .estimate = estimate};

static void free_maze(struct puzzle *puzzle)
{
    struct maze *maze = (struct maze *)puzzle;
    grid_free(&maze->grid);
    free(maze);
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    (void)variant;
    size_t fails = strlen(TOY_MAZE_FAILS);
    if ((size_t)grid_size(grid) >= fails && memcmp(grid->cells, TOY_MAZE_FAILS, fails) == 0) {
        complain_memory(complaint);
        return NULL;
    }
    int at = grid_find_only(grid, "@", "no walker", "a second walker", complaint);
    int goal = grid_find_only(grid, "*", "no goal", "a second goal", complaint);
    if (at < 0 || goal < 0)
        return NULL;
    struct maze *maze = calloc(1, sizeof *maze);
    if (maze == NULL || !grid_copy(&maze->grid, grid))
        goto failed;
    maze->start = at;
    maze->goal = goal;
    maze->puzzle = (struct puzzle){.rules = &rules, .game = &game_toy_maze, .state_bytes = 1, .max_moves = DIRECTIONS};
    if (puzzle_find_symmetries(&maze->puzzle, grid, GRID_SYMMETRIES, '#'))
        return &maze->puzzle;

failed:
    if (maze != NULL)
        free_maze(&maze->puzzle);
    complain_memory(complaint);
    return NULL;
}

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    const struct maze *maze = (const struct maze *)puzzle;
    if (!grid_copy(grid, &maze->grid))
        return false;
    grid->cells[maze->start] = '-';
    grid->cells[*state] = '@';
    return true;
}

const struct game game_toy_maze = {
    .name = "toymaze",
    .title = "Toy maze",
    .cells = "#-@*!",
    .outside = '#',
    .symmetries = GRID_SYMMETRIES,
    .load = load,
    .free = free_maze,
    .draw = draw,
    .letters = "URDL",
    .write_moves = write_by_letters,
    .read_move = read_by_letters,
};
