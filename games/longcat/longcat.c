/* LongCat: rules and text.
 *
 * A state has a bit for each cell that the cat covers, and the head's cell (games/trail.h).  These rules are the plain
 * version, for drawing, replaying and measuring.  Counting solutions uses its own, faster versions. */
#include "games/longcat/longcat.h"

#include "games/trail.h"

#include <stdlib.h>
#include <string.h>

const struct longcat *longcat_board(const struct puzzle *puzzle)
{
    return (const struct longcat *)puzzle;
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    const struct longcat *board = longcat_board(puzzle);
    memset(state, 0, puzzle->state_bytes);
    trail_extend(state, board->cells, board->cat);
}

/* Returns the next cell in a direction if the head may go there, else -1. */
static int free_neighbour(const struct longcat *board, const unsigned char *state, unsigned cell, unsigned direction)
{
    int next = board->next[cell * DIRECTIONS + direction];
    return next >= 0 && !trail_covers(state, (unsigned)next) ? next : -1;
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    const struct longcat *board = longcat_board(puzzle);
    unsigned count = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        unsigned head = trail_head(state, board->cells);
        int next = free_neighbour(board, state, head, direction);
        if (next < 0)
            continue;
        unsigned char *after = states + count * puzzle->state_bytes;
        memcpy(after, state, puzzle->state_bytes);
        for (; next >= 0; next = free_neighbour(board, after, head, direction)) {
            head = (unsigned)next;
            trail_extend(after, board->cells, head);
        }
        moves[count++] = move_make(0, (enum direction)direction);
    }
    return count;
}

static unsigned count_open(const struct puzzle *puzzle, const unsigned char *state)
{
    return trail_open(state, longcat_board(puzzle)->cells);
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    return count_open(puzzle, state) == 0;
}

unsigned longcat_least_slides(const struct longcat *board, unsigned open)
{
    return (open + board->longest - 1) / board->longest;
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return longcat_least_slides(longcat_board(puzzle), count_open(puzzle, state));
}

/* Returns whether two open cells are dead ends or an open cell is cut off from the head. */
static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct longcat *board = longcat_board(puzzle);
    /* A dead end is an open cell with at most one way in, the head counted as one. */
    unsigned dead_ends = 0;
    unsigned head = trail_head(state, board->cells);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (trail_covers(state, cell))
            continue;
        unsigned ways = 0;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int next = board->next[cell * DIRECTIONS + direction];
            ways += next >= 0 && (!trail_covers(state, (unsigned)next) || (unsigned)next == head);
        }
        dead_ends += ways <= 1;
    }
    if (dead_ends >= 2)
        return LOST_YES;
    unsigned char *seen = malloc(puzzle->state_bytes);
    unsigned *queue = malloc((board->cells + 1) * sizeof *queue);
    enum lost lost = LOST_NO_MEMORY;
    if (seen != NULL && queue != NULL) {
        memcpy(seen, state, puzzle->state_bytes);
        /* The open cells that can be reached from the head are covered and counted. */
        unsigned first = 0, last = 0;
        queue[last++] = trail_head(seen, board->cells);
        while (first < last) {
            unsigned cell = queue[first++];
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                int next = free_neighbour(board, seen, cell, direction);
                if (next >= 0) {
                    trail_extend(seen, board->cells, (unsigned)next);
                    queue[last++] = (unsigned)next;
                }
            }
        }
        lost = last - 1 < count_open(puzzle, state) ? LOST_YES : LOST_NO;
    }
    free(seen);
    free(queue);
    return lost;
}

/* Returns whether the cat's own body, not a wall, stopped the slide. */
static bool interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    const struct longcat *board = longcat_board(puzzle);
    const unsigned char *after = states + (n + 1) * puzzle->state_bytes;
    return board->next[trail_head(after, board->cells) * DIRECTIONS + move_direction(moves[n])] >= 0;
}

/* Returns whether a longer slide was possible. */
static bool detour(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    const struct longcat *board = longcat_board(puzzle);
    const unsigned char *before = states + n * puzzle->state_bytes;
    unsigned length[DIRECTIONS], longest = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        length[direction] = 0;
        int next = free_neighbour(board, before, trail_head(before, board->cells), direction);
        while (next >= 0) {
            length[direction]++;
            next = free_neighbour(board, before, (unsigned)next, direction);
        }
        if (length[direction] > longest)
            longest = length[direction];
    }
    return length[move_direction(moves[n])] < longest;
}

static const struct puzzle_rules rules = {
    .start = start,
    .expand = expand,
    .solved = solved,
    .lost = lost,
    .estimate = estimate,
    .greed = count_open,
    .interplay = interplay,
    .detour = detour,
};

/* Turns the space outside a walled level into wall, and the cells missing at the end of rows (NUL).  Missing cells stop
 * the cat, but connect spaces to the outside.  If the cat can reach the edge of the text, there is no wall around the
 * level, and all of its space counts. */
static bool fill_outside(struct grid *grid, int cat)
{
    size_t size = (size_t)grid_size(grid);
    bool *reached = calloc(size, sizeof *reached), *inside = calloc(size, sizeof *inside);
    unsigned char *cells = malloc(size);
    int *queue = calloc(size, sizeof *queue);
    bool good = reached != NULL && inside != NULL && cells != NULL && queue != NULL, open = false;
    for (size_t cell = 0; good && cell < size; cell++) {
        cells[cell] = grid->cells[cell];
        grid->cells[cell] = cells[cell] == '\0' ? '#' : cells[cell];
    }
    for (int found = good ? grid_flood(grid, cat, '#', reached, queue) : 0; found > 0; found--) {
        open |= grid_is_edge(grid, queue[found - 1]);
        inside[queue[found - 1]] = true;
    }
    if (good && !open) {
        memcpy(grid->cells, cells, size);
        for (int cell = 0; cell < grid_size(grid); cell++) {
            if (grid_is_edge(grid, cell) && cells[cell] != '#' && !reached[cell])
                grid_flood(grid, cell, '#', reached, queue);
        }
        for (size_t cell = 0; cell < size; cell++) {
            if (reached[cell] && !inside[cell])
                grid->cells[cell] = '#';
        }
    }
    free(reached);
    free(inside);
    free(cells);
    free(queue);
    return good;
}

static void free_board(struct puzzle *puzzle)
{
    struct longcat *board = (struct longcat *)puzzle;
    grid_free(&board->grid);
    free(board->place);
    free(board->next);
    free(board);
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    (void)variant;
    int cat = grid_find_only(grid, "C", "no cat 'C' in this level", "a second cat 'C'; a level has one", complaint);
    if (cat < 0)
        return NULL;
    struct longcat *board = calloc(1, sizeof *board);
    if (board == NULL || !grid_copy(&board->grid, grid) || !fill_outside(&board->grid, cat))
        goto failed;
    size_t size = (size_t)grid_size(grid);
    for (size_t cell = 0; cell < size; cell++)
        board->cells += board->grid.cells[cell] != '#';
    board->place = calloc(board->cells, sizeof *board->place);
    board->next = calloc(board->cells * DIRECTIONS + size, sizeof *board->next);
    if (board->place == NULL || board->next == NULL)
        goto failed;
    grid_number(&board->grid, '#', board->place, board->next);
    while (board->place[board->cat] != cat)
        board->cat++;
    int side = grid->columns > grid->rows ? grid->columns : grid->rows;
    board->longest = side > 1 ? (unsigned)side - 1 : 1;
    board->puzzle = (struct puzzle){.rules = &rules,
                                    .game = &game_longcat,
                                    .state_bytes = trail_state_bytes(board->cells),
                                    .max_moves = DIRECTIONS};
    if (!puzzle_find_symmetries(&board->puzzle, &board->grid, GRID_SYMMETRIES, '#'))
        goto failed;
    return &board->puzzle;

failed:
    if (board != NULL)
        free_board(&board->puzzle);
    complain_memory(complaint);
    return NULL;
}

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    const struct longcat *board = longcat_board(puzzle);
    if (!grid_copy(grid, &board->grid))
        return false;
    for (unsigned cell = 0; cell < board->cells; cell++)
        grid->cells[board->place[cell]] = trail_covers(state, cell) ? 'c' : ' ';
    grid->cells[board->place[trail_head(state, board->cells)]] = 'C';
    return true;
}

/* Lists the cells of the cat in the order in which it reached them. */
static size_t trail(const struct puzzle *puzzle, const game_move *moves, size_t count, int *cells, size_t capacity)
{
    const struct longcat *board = longcat_board(puzzle);
    unsigned char *state = malloc(puzzle->state_bytes);
    size_t length = 0, move = 0;
    if (state == NULL)
        return SIZE_MAX;
    start(puzzle, state);
    for (int head = (int)board->cat, next; head >= 0; head = next) {
        if (length < capacity)
            cells[length] = board->place[head];
        length++;
        trail_extend(state, board->cells, (unsigned)head);
        next = -1;
        for (; move < count && next < 0; move += next < 0)
            next = free_neighbour(board, state, (unsigned)head, move_direction(moves[move]));
    }
    free(state);
    return length;
}

static const struct game_content contents[] = {{' ', 0, ' '}, {'#', 0, '#'}, {'C', 'C', ' '}, {0, 0, 0}};

/* The flag of the n-th rule is 1 << n. */
static const char *const pruning[] = {"dead ends", "colours", "connected", "blocks", "nearby", NULL};

const struct game game_longcat = {
    .name = "longcat",
    .title = "LongCat",
    .face = &face_longcat,
    .cells = "# C",
    .contents = contents,
    .marks = "C",
    .outside = '#',
    .ragged = true,
    .margin = MARGIN_WALL,
    .symmetries = GRID_SYMMETRIES,
    .pruning = pruning,
    .load = load,
    .free = free_board,
    .draw = draw,
    .letters = "URDL",
    .write_moves = write_by_letters,
    .read_move = read_by_letters,
    .trail = trail,
    .head = 'C',
};
