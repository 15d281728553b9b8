/* Snowman: the interface to the rest of the program.
 *
 * The other parts are: board.h (the board), load.c (making it), position.c (states), rules.c (the rules),
 * dead_ends.c and estimate.c (pruning and lower bounds), mirror.c (mirror images), walk.c (solutions as text and
 * keys). */
#include "games/snowman/snowman.h"

#include "games/snowman/load.h"
#include "games/snowman/walk.h"

#include <stdio.h>
#include <stdlib.h>

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position = board->begin;
    struct cell_set region;
    snowman_walks(board, &position, &region);
    if (!board->by_steps)
        position.player = set_first(board, &region);
    snowman_pack(board, &position, state);
}

/* Lower bound on the steps to the nearest ball that is not part of a complete snowman. */
static unsigned steps_to_work(const struct snowman *board, const struct snowman_position *position)
{
    struct cell_set stacks;
    unsigned nearest = UINT32_MAX;
    int row = position->player / board->stride, column = position->player % board->stride;
    find_stacks(board, position, &stacks);
    for (int place = set_first(board, &stacks); place >= 0; place = set_next(board, &stacks, place + 1)) {
        unsigned far = (unsigned)abs(place / board->stride - row) + (unsigned)abs(place % board->stride - column);
        if (far < nearest && stack_at(position, place) != COMPLETE)
            nearest = far;
    }
    return nearest == UINT32_MAX ? 0 : nearest - 1;
}

static unsigned moves_left(const struct puzzle *puzzle, const unsigned char *state, bool search)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    unsigned pushes = snowman_bound(board, &position, search);
    if (pushes == 0 || pushes == ESTIMATE_LOST || !board->by_steps)
        return pushes;
    return pushes + steps_to_work(board, &position);
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, false);
}

static unsigned bound(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, true);
}

static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    return snowman_lost(board, &position) ? LOST_YES : LOST_NO;
}

/* Looks only at balls, snow and targets. */
static const char *unsolvable(const struct puzzle *puzzle)
{
    const struct snowman *board = snowman_board(puzzle);
    if (!puzzle_prunes(puzzle, SNOWMAN_SHORTAGE))
        return NULL;
    return snowman_shortage(board, &board->begin);
}

static game_move map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    const struct snowman *board = snowman_board(puzzle);
    enum direction direction = symmetry_direction(symmetry, move_direction(move));
    if (board->by_steps)
        return move_make(0, direction);
    int columns = board->stride - 1, place = board->place_in_text[move_piece(move)];
    int image = symmetry_cell(symmetry, columns, board->places / board->stride,
                              place / board->stride * columns + place % board->stride);
    int image_place = image / columns * board->stride + image % columns;
    return move_make((unsigned)board->text_cell[board->cell_at[image_place]], direction);
}

/* Whether the n-th move moves a ball, and if so from where to where (places). */
static bool ball_moves(const struct snowman *board, const unsigned char *states, const game_move *moves, unsigned n,
                       int *from, int *to)
{
    enum direction direction = move_direction(moves[n]);
    if (board->by_steps) {
        struct snowman_position position;
        snowman_unpack(board, states + n * board->puzzle.state_bytes, &position);
        *from = place_towards(board, position.player, direction);
        if (stack_at(&position, *from) == 0)
            return false;
    } else {
        *from = board->place_in_text[move_piece(moves[n])];
    }
    *to = place_towards(board, *from, direction);
    return true;
}

/* Whether a different ball moves than before; the last one to move is on top of the stack that it moved to. */
static bool interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    const struct snowman *board = snowman_board(puzzle);
    int from, to, before, last;
    if (!ball_moves(board, states, moves, n, &from, &to))
        return false;
    while (n-- > 0) {
        if (ball_moves(board, states, moves, n, &before, &last))
            return last != from;
    }
    return false;
}

static const struct puzzle_rules push_rules = {
    .start = start,
    .expand = snowman_expand_pushes,
    .solved = snowman_solved,
    .lost = lost,
    .estimate = estimate,
    .bound = bound,
    .interplay = interplay,
    .map_move = map_move,
    .expand_live = snowman_expand_live_pushes,
    .merge = snowman_merge,
};

static const struct puzzle_rules step_rules = {
    .start = start,
    .expand = snowman_expand_steps,
    .solved = snowman_solved,
    .lost = lost,
    .estimate = estimate,
    .bound = bound,
    .interplay = interplay,
    .map_move = map_move,
    .expand_live = snowman_expand_live_steps,
    .merge = snowman_merge,
};

/* Finds the symmetries of the level with its start.  If moves are pushes, the start has the player's region instead
 * of his cell.  Returns false if memory runs out. */
static bool find_symmetries(struct snowman *board)
{
    struct grid grid;
    struct cell_set region;
    int columns = board->stride - 1;
    if (!grid_make(&grid, columns, board->places / board->stride, 'X'))
        return false;
    if (board->by_steps) {
        set_clear(board, &region);
        set_add(&region, board->begin.player);
    } else {
        snowman_walks(board, &board->begin, &region);
    }
    for (unsigned i = 0; i < board->cells; i++) {
        int place = board->place_of[i];
        bool snow = set_has(&board->begin.snow, place), target = set_has(&board->targets, place);
        grid.cells[place / board->stride * columns + place % board->stride] =
            (unsigned char)(128 + 4 * stack_at(&board->begin, place) + 2 * snow + target +
                            32 * set_has(&region, place));
    }
    bool good = puzzle_find_symmetries(&board->puzzle, &grid, GRID_SYMMETRIES, 'X');
    grid_free(&grid);
    return good;
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    struct snowman *board = snowman_make(grid, complaint);
    if (board == NULL)
        return NULL;
    board->by_steps = variant.metric == 1;
    board->puzzle = (struct puzzle){.rules = board->by_steps ? &step_rules : &push_rules,
                                    .game = &game_snowman,
                                    .state_bytes = (snowman_state_bits(board) + 7) / 8,
                                    .max_moves = DIRECTIONS * (board->by_steps ? 1 : board->balls)};
    if (find_symmetries(board) && snowman_find_mirrors(board))
        return &board->puzzle;
    snowman_free(&board->puzzle);
    complain_memory(complaint);
    return NULL;
}

/* The player is drawn where he started while he can still walk there. */
static int shown_player(const struct snowman *board, const struct snowman_position *position)
{
    struct cell_set region;
    if (board->by_steps)
        return position->player;
    snowman_walks(board, position, &region);
    return set_has(&region, board->begin.player) ? board->begin.player : position->player;
}

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    if (!grid_copy(grid, &board->grid))
        return false;
    snowman_unpack(board, state, &position);
    int player = shown_player(board, &position);
    for (unsigned i = 0; i < board->cells; i++) {
        int place = board->place_of[i];
        unsigned stack = stack_at(&position, place);
        bool snow = set_has(&position.snow, place);
        unsigned char *cell = &grid->cells[board->text_cell[i]];
        if (stack != 0)
            *cell = (unsigned char)('0' + stack);
        else if (place == player)
            *cell = snow ? '@' : '#';
        else if (snow)
            *cell = *cell == '+' ? '=' : '*';
    }
    return true;
}

/* A push as the row and column of its stack in the text, counted from 1, and its letter: "3,2R". */
static size_t write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity)
{
    const struct snowman *board = snowman_board(puzzle);
    enum direction direction = move_direction(move);
    int columns = board->grid.columns, cell = (int)move_piece(move);
    int length = board->by_steps
                     ? snprintf(text, capacity, "%c", "urdl"[direction])
                     : snprintf(text, capacity, "%d,%d%c", cell / columns + 1, cell % columns + 1, "URDL"[direction]);
    return length < 0 ? 0 : (size_t)length;
}

static int move_cell(const struct puzzle *puzzle, game_move move)
{
    return snowman_board(puzzle)->by_steps ? -1 : (int)move_piece(move);
}

static const struct game_content contents[] = {{'-', 0, '-'},   {'X', 0, 'X'},   {'*', 0, '*'},   {'+', 0, '+'},
                                               {'=', 0, '='},   {'#', '#', '-'}, {'@', '#', '*'}, {'1', '1', '-'},
                                               {'2', '2', '-'}, {'3', '3', '-'}, {'4', '4', '-'}, {'5', '5', '-'},
                                               {'6', '6', '-'}, {0, 0, 0}};

static const char *const metrics[] = {"pushes", "moves", NULL};

static const char *const pruning[] = {
    [SNOWMAN_SHORTAGE] = "shortage",       [SNOWMAN_CORNERS] = "corners",
    [SNOWMAN_OFF_TARGETS] = "off targets", [SNOWMAN_FROZEN] = "frozen balls",
    [SNOWMAN_GROUPING] = "grouping",       [SNOWMAN_MIRRORS] = "mirrors",
    [SNOWMAN_DEAD_ENDS] = "dead ends",     NULL,
};

const struct game game_snowman = {
    .name = "snowman",
    .title = "Snowman",
    .face = &face_snowman,
    .cells = "X*-#1234567+=@",
    .contents = contents,
    .walls_only_close = true,
    .marks = "1234567",
    .outside = 'X',
    .margin = MARGIN_WALL,
    .symmetries = GRID_SYMMETRIES,
    .metrics = metrics,
    .pruning = pruning,
    .load = load,
    .free = snowman_free,
    .unsolvable = unsolvable,
    .draw = draw,
    .write_moves = snowman_write_moves,
    .write_label = write_label,
    .move_cell = move_cell,
    .read_move = snowman_read_move,
    .steps = snowman_steps,
    .keys = &snowman_keys,
};
