/* Snake: arena text and the rules of a closed tour.
 *
 * A state has a bit for each cell that the walk has entered, and the cell that it is at (games/trail.h).  The walk
 * starts on the first open cell, which counts as not entered.  It may enter that cell when it has entered all others,
 * and that closes the tour. */
#include "games/snake/snake.h"

#include "games/snake/deduce.h"
#include "games/trail.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct snake_scratch {
    atomic_flag busy;
    struct deduction deduction;
};

const struct snake *snake_arena(const struct puzzle *puzzle)
{
    return (const struct snake *)puzzle;
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    memset(state, 0, puzzle->state_bytes);
}

static unsigned count_open(const struct puzzle *puzzle, const unsigned char *state)
{
    return trail_open(state, snake_arena(puzzle)->cells);
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    const struct snake *arena = snake_arena(puzzle);
    unsigned head = trail_head(state, arena->cells), count = 0;
    bool may_close = count_open(puzzle, state) == 1;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int next = arena->next[head * DIRECTIONS + direction];
        if (next < 0 || trail_covers(state, (unsigned)next) || (next == 0 && !may_close))
            continue;
        unsigned char *after = states + count * puzzle->state_bytes;
        memcpy(after, state, puzzle->state_bytes);
        trail_extend(after, arena->cells, (unsigned)next);
        moves[count++] = move_make(0, (enum direction)direction);
    }
    return count;
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    return count_open(puzzle, state) == 0;
}

/* Whether plain deduction shows that no tour continues the walk, or open cells are cut off. */
static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    struct snake_scratch *scratch = snake_arena(puzzle)->scratch;
    struct deduction *deduction = &scratch->deduction;
    if (solved(puzzle, state))
        return LOST_NO;
    while (atomic_flag_test_and_set(&scratch->busy))
        continue; /* the other thread is done soon */
    bool lost = !deduction_begin(deduction, state) || !deduction_connected(deduction);
    atomic_flag_clear(&scratch->busy);
    return lost ? LOST_YES : LOST_NO;
}

/* Counts the ways on from a cell.  The greedy player prefers the fewest, so that it leaves no cell behind (Warnsdorff's
 * rule). */
static unsigned count_ways(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct snake *arena = snake_arena(puzzle);
    unsigned head = trail_head(state, arena->cells), ways = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int next = arena->next[head * DIRECTIONS + direction];
        ways += next > 0 && !trail_covers(state, (unsigned)next);
    }
    return ways;
}

static const struct puzzle_rules rules = {
    .start = start,
    .expand = expand,
    .solved = solved,
    .lost = lost,
    .estimate = count_open,
    .greed = count_ways,
};

unsigned snake_image(const struct snake *arena, unsigned symmetry, unsigned cell)
{
    const struct grid *grid = &arena->grid;
    int place = symmetry_cell(symmetry, grid->columns, grid->rows, arena->place[cell]);
    unsigned low = 0, high = arena->cells - 1;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (arena->place[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool snake_are_next(const struct snake *arena, unsigned a, unsigned b)
{
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (arena->next[a * DIRECTIONS + d] == (int)b)
            return true;
    }
    return false;
}

static void free_arena(struct puzzle *puzzle)
{
    struct snake *arena = (struct snake *)puzzle;
    grid_free(&arena->grid);
    free(arena->place);
    free(arena->next);
    if (arena->scratch != NULL)
        deduction_free(&arena->scratch->deduction);
    free(arena->scratch);
    free(arena);
}

/* The number of open cells.  0, with a complaint, if they are too few or all in one line.  The smallest tour has four
 * cells in two rows and two columns. */
static unsigned check_open(const struct grid *grid, struct complaint *complaint)
{
    int open = 0, first = 0;
    struct grid_box box = grid_extent(grid, '#');
    for (int cell = grid_size(grid) - 1; cell >= 0; cell--) {
        if (grid->cells[cell] == '#')
            continue;
        open++;
        first = cell;
    }
    int row = first / grid->columns + 1, column = first % grid->columns + 1;
    if (open == 0)
        complain(complaint, 0, 0, "no open cell in this arena");
    else if (box.rows == 1 || box.columns == 1)
        complain(complaint, row, column,
                 "the open cells, from here on, lie in a single %s; an arena needs two rows and two columns of them",
                 box.rows == 1 ? "row" : "column");
    else if (open < 4)
        complain(complaint, row, column, "only %d open cells, from here on; an arena needs four", open);
    else
        return (unsigned)open;
    return 0;
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    (void)variant;
    unsigned cells = check_open(grid, complaint);
    if (cells == 0)
        return NULL;
    struct snake *arena = calloc(1, sizeof *arena);
    /* The wall around an arena may be wider on one side.  Trimming it keeps that from hiding a symmetry. */
    if (arena == NULL || !grid_trim(grid, '#', &arena->grid))
        goto failed;
    arena->cells = cells;
    arena->place = calloc(cells, sizeof *arena->place);
    arena->next = calloc((size_t)cells * DIRECTIONS + (size_t)grid_size(grid), sizeof *arena->next);
    arena->scratch = calloc(1, sizeof *arena->scratch);
    if (arena->place == NULL || arena->next == NULL || arena->scratch == NULL ||
        !deduction_make(&arena->scratch->deduction, arena))
        goto failed;
    atomic_flag_clear(&arena->scratch->busy);
    grid_number(&arena->grid, '#', arena->place, arena->next);
    arena->puzzle = (struct puzzle){
        .rules = &rules, .game = &game_snake, .state_bytes = trail_state_bytes(cells), .max_moves = DIRECTIONS};
    if (puzzle_find_symmetries(&arena->puzzle, &arena->grid, GRID_SYMMETRIES, 0))
        return &arena->puzzle;

failed:
    if (arena != NULL)
        free_arena(&arena->puzzle);
    complain_memory(complaint);
    return NULL;
}

/* Draws the arena.  Once the walk has begun, 'o' marks the cells that it has visited and '@' its head. */
static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    const struct snake *arena = snake_arena(puzzle);
    if (!grid_copy(grid, &arena->grid))
        return false;
    unsigned open = count_open(puzzle, state);
    for (unsigned cell = 0; cell < arena->cells && open < arena->cells; cell++) {
        if (cell == trail_head(state, arena->cells))
            grid->cells[arena->place[cell]] = '@';
        else if (trail_covers(state, cell) || cell == 0)
            grid->cells[arena->place[cell]] = 'o';
    }
    return true;
}

/* The first open cell and those that the walk has entered since, in order. */
static size_t trail(const struct puzzle *puzzle, const game_move *moves, size_t count, int *cells, size_t capacity)
{
    const struct snake *arena = snake_arena(puzzle);
    int cell = 0;
    for (size_t i = 0; i <= count; i++) {
        if (i < capacity)
            cells[i] = arena->place[cell];
        if (i < count)
            cell = arena->next[(unsigned)cell * DIRECTIONS + move_direction(moves[i])];
    }
    return count + 1;
}

static const struct game_content contents[] = {{' ', 0, ' '}, {'#', 0, '#'}, {0, 0, 0}};

static const char *const pruning[] = {[SNAKE_PLAIN_REASONS] = "plain reasons", NULL};

const struct game game_snake = {
    .name = "snake",
    .title = "Snake",
    .face = &face_snake,
    .cells = "# ",
    .contents = contents,
    .outside = '#',
    .margin = MARGIN_WALL,
    .symmetries = GRID_SYMMETRIES,
    .pruning = pruning,
    .load = load,
    .free = free_arena,
    .draw = draw,
    .tours = true,
    .letters = "URDL",
    .write_moves = write_by_letters,
    .read_move = read_by_letters,
    .trail = trail,
    .head = '@',
};
