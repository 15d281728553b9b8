/* Theseus and the Minotaur: rules and text.
 *
 * Theseus steps or waits.  Then the Minotaur makes up to two steps, each towards Theseus: horizontally if
 * possible, else vertically.  His steps depend only on the two positions, so a state is two cells of the
 * text, two bytes each.
 *
 * A move after which Theseus would be caught is illegal.  The Minotaur prefers horizontal steps, so a
 * quarter turn is not a symmetry of the rules. */
#include "games/theseus/theseus.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 2 };

struct theseus {
    struct puzzle puzzle;
    struct grid grid; /* walls and floor */
    int hero, minotaur, exit;
    unsigned *distance; /* steps from each cell to the exit without a Minotaur; ESTIMATE_LOST: unreachable */
};

/* The positions of both. */
struct places {
    int hero, minotaur;
};

static const struct theseus *maze_of(const struct puzzle *puzzle)
{
    return (const struct theseus *)puzzle;
}

static struct places get(const unsigned char *state)
{
    return (struct places){state[0] | state[1] << 8, state[2] | state[3] << 8};
}

static void set(unsigned char *state, struct places places)
{
    state[0] = (unsigned char)places.hero;
    state[1] = (unsigned char)(places.hero >> 8);
    state[2] = (unsigned char)places.minotaur;
    state[3] = (unsigned char)(places.minotaur >> 8);
}

/* The next cell in a direction, or -1 if a wall is in between. */
static int next_cell(const struct theseus *maze, int cell, unsigned way)
{
    int between = grid_beside(&maze->grid, cell, way);
    return maze->grid.cells[between] == '#' ? -1 : grid_beside(&maze->grid, between, way);
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    set(state, (struct places){maze_of(puzzle)->hero, maze_of(puzzle)->minotaur});
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    const struct theseus *maze = maze_of(puzzle);
    int columns = maze->grid.columns;
    unsigned count = 0;
    for (unsigned way = 0; way < MOVE_WAYS; way++) {
        /* Plays one turn of both, unless a wall or the Minotaur blocks Theseus, or he would be caught. */
        struct places places = get(state);
        int next = way == MOVE_ACTION ? places.hero : next_cell(maze, places.hero, way);
        if (next < 0 || next == places.minotaur)
            continue;
        places.hero = next;
        for (int n = 0; n < STEPS && next != maze->exit; n++) { /* the Minotaur gets nearer by one step, or stays */
            int across = places.hero % columns - places.minotaur % columns;
            int down = places.hero / columns - places.minotaur / columns;
            int step = -1;
            if (across != 0)
                step = next_cell(maze, places.minotaur, across > 0 ? RIGHT : LEFT);
            if (step < 0 && down != 0)
                step = next_cell(maze, places.minotaur, down > 0 ? DOWN : UP);
            places.minotaur = step < 0 ? places.minotaur : step;
        }
        if (places.minotaur == next)
            continue;
        moves[count] = move_make(0, way);
        set(states + count++ * puzzle->state_bytes, places);
    }
    return count;
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    return get(state).hero == maze_of(puzzle)->exit;
}

/* Moves that get Theseus caught are illegal, and no other dead end is detected here. */
static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    (void)state;
    return LOST_NO;
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return maze_of(puzzle)->distance[get(state).hero];
}

/* Whether the Minotaur moved, too. */
static bool interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    (void)moves;
    const unsigned char *before = states + n * puzzle->state_bytes;
    return get(before).minotaur != get(before + puzzle->state_bytes).minotaur;
}

static const struct puzzle_rules rules = {
    .start = start,
    .expand = expand,
    .solved = solved,
    .lost = lost,
    .estimate = estimate,
    .interplay = interplay,
};

/* --- text --- */

static bool is_cell(const struct grid *grid, int cell)
{
    return cell / grid->columns % 2 == 1 && cell % grid->columns % 2 == 1;
}

/* Checks that corners and the border are walls, that no cell is one, and that only walls lie between cells. */
static bool check_walls(const struct grid *grid, struct complaint *complaint)
{
    if (grid->columns % 2 == 0 || grid->rows % 2 == 0 || grid->columns < 3 || grid->rows < 3) {
        complain(complaint, 0, 0, "%d columns and %d rows: cells and the walls around them make an odd number of each",
                 grid->columns, grid->rows);
        return false;
    }
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        const char *wrong = NULL;
        if (c != '#' && cell / grid->columns % 2 == 0 && cell % grid->columns % 2 == 0)
            wrong = "this corner of a cell is no wall";
        else if (c != '#' && grid_is_edge(grid, cell))
            wrong = "the wall around the maze is open here";
        else if (c == '#' ? is_cell(grid, cell) : c != ' ' && !is_cell(grid, cell))
            wrong = c == '#' ? "a wall where a cell should be" : "walls lie here, between the cells";
        if (wrong != NULL) {
            complain(complaint, cell / grid->columns + 1, cell % grid->columns + 1, "%s", wrong);
            return false;
        }
    }
    return true;
}

static void free_maze(struct puzzle *puzzle)
{
    struct theseus *maze = (struct theseus *)puzzle;
    grid_free(&maze->grid);
    free(maze->distance);
    free(maze);
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    (void)variant;
    int hero = grid_find_only(grid, "T", "no Theseus 'T' in this level", "a second Theseus 'T'", complaint);
    int minotaur =
        hero < 0 ? -1 : grid_find_only(grid, "M", "no Minotaur 'M' in this level", "a second Minotaur 'M'", complaint);
    int goal =
        minotaur < 0 ? -1 : grid_find_only(grid, "E", "no exit 'E' in this level", "a second exit 'E'", complaint);
    if (goal < 0 || !check_walls(grid, complaint))
        return NULL;
    struct theseus *maze = calloc(1, sizeof *maze);
    size_t size = (size_t)grid_size(grid), first = 0, last = 0;
    int *queue = calloc(size, sizeof *queue);
    if (maze != NULL)
        maze->distance = calloc(size, sizeof *maze->distance);
    bool good = maze != NULL && queue != NULL && maze->distance != NULL && grid_copy(&maze->grid, grid);
    if (good) {
        maze->hero = hero;
        maze->minotaur = minotaur;
        maze->exit = goal;
        maze->grid.cells[hero] = maze->grid.cells[minotaur] = maze->grid.cells[goal] = ' ';
        maze->puzzle =
            (struct puzzle){.rules = &rules, .game = &game_theseus, .state_bytes = 4, .max_moves = MOVE_WAYS};
        /* The distance of each cell to the exit, by breadth-first search. */
        for (size_t cell = 0; cell < size; cell++)
            maze->distance[cell] = ESTIMATE_LOST;
        maze->distance[goal] = 0;
        for (queue[last++] = goal; first < last; first++) {
            for (unsigned way = 0; way < DIRECTIONS; way++) {
                int next = next_cell(maze, queue[first], way);
                if (next < 0 || maze->distance[next] != ESTIMATE_LOST)
                    continue;
                maze->distance[next] = maze->distance[queue[first]] + 1;
                queue[last++] = next;
            }
        }
        good = puzzle_find_symmetries(&maze->puzzle, grid, game_theseus.symmetries, 0);
    }
    free(queue);
    if (good)
        return &maze->puzzle;
    if (maze != NULL)
        free_maze(&maze->puzzle);
    complain_memory(complaint);
    return NULL;
}

static const char *unsolvable(const struct puzzle *puzzle)
{
    const struct theseus *maze = maze_of(puzzle);
    return maze->distance[maze->hero] == ESTIMATE_LOST ? "walls keep Theseus from the exit" : NULL;
}

/* Theseus or the Minotaur is drawn in lower case while on the exit. */
static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    const struct theseus *maze = maze_of(puzzle);
    struct places places = get(state);
    if (!grid_copy(grid, &maze->grid))
        return false;
    grid->cells[maze->exit] = 'E';
    grid->cells[places.minotaur] = places.minotaur == maze->exit ? 'm' : 'M';
    grid->cells[places.hero] = places.hero == maze->exit ? 't' : 'T';
    return true;
}

static const struct game_content contents[] = {{' ', 0, ' '},   {'#', 0, '#'},   {'T', 'T', ' '},
                                               {'M', 'M', ' '}, {'E', 'E', ' '}, {0, 0, 0}};

const struct game game_theseus = {
    .name = "theseus",
    .title = "Theseus and the Minotaur",
    .face = &face_theseus,
    .cells = "# TME",
    .contents = contents,
    .marks = "TME",
    .spaced = true,
    .outside = '#',
    .margin = MARGIN_NONE, /* every second row and column has cells */
    .symmetries = 4,
    .load = load,
    .free = free_maze,
    .unsolvable = unsolvable,
    .draw = draw,
    .letters = "URDLW",
    .action = true,
    .write_moves = write_by_letters,
    .read_move = read_by_letters,
};
