/* Snowman: from a level's text to its board, and the interface to the rest of the program.
 *
 * The other parts are: board.h (the board), position.c (states and their mirror images), rules.c (the rules),
 * dead_ends.c, estimate.c, clearing.c and threes.c (pruning and lower bounds), walk.c (solutions as text and keys). */
#include "games/snowman/snowman.h"

#include "games/snowman/board.h"

#include <stdio.h>
#include <stdlib.h>

/* --- from text to a board --- */

static bool is_stack(unsigned char c)
{
    return c >= '1' && c <= '7';
}

static bool is_target(unsigned char c)
{
    return c == '+' || c == '=';
}

/* The bounding box of the marked cells in the text. */
struct frame {
    int top, bottom, left, right;
};

static bool make_tables(struct snowman *board, const bool *inside)
{
    const struct grid *grid = &board->grid;
    struct frame frame = {grid->rows, 0, grid->columns, 0};
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int row = cell / grid->columns, column = cell % grid->columns;
        if (!inside[cell])
            continue;
        frame.top = row < frame.top ? row : frame.top;
        frame.bottom = row > frame.bottom ? row : frame.bottom;
        frame.left = column < frame.left ? column : frame.left;
        frame.right = column > frame.right ? column : frame.right;
    }
    board->stride = frame.right - frame.left + 2;
    board->places = board->stride * (frame.bottom - frame.top + 1);
    board->words = ((unsigned)board->places + 63) / 64;
    size_t places = (size_t)board->places, size = (size_t)grid_size(grid);
    board->next = calloc(places * DIRECTIONS, sizeof *board->next);
    board->cell_at = calloc(places, sizeof *board->cell_at);
    board->place_of = calloc(places, sizeof *board->place_of);
    board->text_cell = calloc(places, sizeof *board->text_cell);
    board->place_in_text = calloc(size, sizeof *board->place_in_text);
    board->runs = calloc(places, sizeof *board->runs);
    board->threes = calloc(1, sizeof *board->threes);
    if (board->next == NULL || board->cell_at == NULL || board->place_of == NULL || board->text_cell == NULL ||
        board->place_in_text == NULL || board->runs == NULL || board->threes == NULL)
        return false;
    memset(board->cell_at, -1, places * sizeof *board->cell_at);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        board->place_in_text[cell] = -1;
        if (!inside[cell])
            continue;
        int place = (cell / grid->columns - frame.top) * board->stride + cell % grid->columns - frame.left;
        board->cell_at[place] = (int)board->cells;
        board->place_of[board->cells] = place;
        board->text_cell[board->cells++] = cell;
        board->place_in_text[cell] = place;
        set_add(&board->open, place);
    }
    return true;
}

/* Puts balls, snow, targets and the player on the board, and replaces these cells of the kept text by bare ground
 * or targets.  Cells outside the board keep their text. */
static void furnish(struct snowman *board)
{
    for (unsigned i = 0; i < board->cells; i++) {
        unsigned char *cell = &board->grid.cells[board->text_cell[i]];
        int place = board->place_of[i];
        unsigned stack = is_stack(*cell) ? (unsigned)*cell - '0' : 0u;
        for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
            if (stack >> size & 1) {
                set_add(&board->begin.balls[size], place);
                board->balls++;
            }
        }
        if (*cell == '*' || *cell == '=' || *cell == '@')
            set_add(&board->begin.snow, place);
        if (is_target(*cell))
            set_add(&board->targets, place);
        if (*cell == '#' || *cell == '@')
            board->begin.player = place;
        *cell = is_target(*cell) ? '+' : '-';
    }
}

static unsigned bits_for(unsigned most)
{
    unsigned bits = 1;
    while (most >> bits != 0)
        bits++;
    return bits;
}

static void free_board(struct puzzle *puzzle)
{
    struct snowman *board = (struct snowman *)puzzle;
    grid_free(&board->grid);
    free(board->next);
    free(board->cell_at);
    free(board->place_of);
    free(board->text_cell);
    free(board->place_in_text);
    free(board->runs);
    free(board->distance);
    free(board->round_trip);
    mirrors_free(&board->mirrors);
    free(board->images);
    if (board->threes != NULL)
        free(atomic_load(board->threes));
    free((void *)board->threes);
    free(board);
}

/* Makes the board of a level, without its puzzle.  Returns NULL with a complaint. */
static struct snowman *make_board(const struct grid *grid, struct complaint *complaint)
{
    int player = grid_find_only(grid, "#@", "no player in this level ('#' on bare ground, '@' on snow)",
                                "a second player; a level has one ('#' on bare ground, '@' on snow)", complaint);
    int stacks = 0;
    for (int cell = 0; cell < grid_size(grid); cell++)
        stacks += is_stack(grid->cells[cell]);
    if (player >= 0 && stacks == 0)
        complain(complaint, 0, 0, "no ball in this level ('1' to '7')");
    if (player < 0 || stacks == 0)
        return NULL;
    struct snowman *board = calloc(1, sizeof *board);
    /* Marks the cells that the player could reach without balls, and the cells of all balls. */
    bool *inside = calloc((size_t)grid_size(grid), sizeof *inside);
    int *queue = calloc((size_t)grid_size(grid), sizeof *queue);
    bool good = board != NULL && inside != NULL && queue != NULL && grid_copy(&board->grid, grid);
    if (good) {
        grid_flood(grid, player, 'X', inside, queue);
        for (int cell = 0; cell < grid_size(grid); cell++)
            inside[cell] |= is_stack(grid->cells[cell]);
        good = make_tables(board, inside);
    }
    free(inside);
    free(queue);
    if (good) {
        const int step[DIRECTIONS] = {-board->stride, 1, board->stride, -1};
        for (int place = 0; place < board->places; place++) {
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                int next = place + step[direction];
                bool wall = next < 0 || next >= board->places || board->cell_at[next] < 0 || board->cell_at[place] < 0;
                board->next[place * DIRECTIONS + direction] = wall ? -1 : next;
            }
        }
        for (unsigned i = 0; i < board->cells; i++) {
            const int *next = board->next + board->place_of[i] * DIRECTIONS;
            if ((next[UP] < 0 || next[DOWN] < 0) && (next[LEFT] < 0 || next[RIGHT] < 0))
                set_add(&board->corners, board->place_of[i]);
        }
        /* Targets out of the player's reach are useless, but they still require snowmen to stand on targets. */
        for (int cell = 0; cell < grid_size(grid); cell++)
            board->has_targets |= is_target(grid->cells[cell]);
        furnish(board);
        /* Splits the snow into runs that lie within one word and span at most half of it. */
        struct snow_run *run = NULL;
        for (int place = set_first(board, &board->begin.snow); place >= 0;
             place = set_next(board, &board->begin.snow, place + 1)) {
            if (run != NULL && run->place + run->length == (unsigned)place && place % 64 != 0 && run->length < 32) {
                run->length++;
            } else {
                run = &board->runs[board->run_count++];
                *run = (struct snow_run){(unsigned)place, 1};
            }
        }
        board->cell_bits = bits_for(board->cells - 1);
        board->count_bits = bits_for(board->balls);
        good = snowman_measure_distances(board);
    }
    if (good)
        return board;
    if (board != NULL)
        free_board(&board->puzzle);
    complain_memory(complaint);
    return NULL;
}

/* --- the rules of both metrics --- */

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

static unsigned moves_left(const struct puzzle *puzzle, const unsigned char *state, enum snowman_strength strength)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    unsigned pushes = snowman_bound(board, &position, strength);
    if (pushes == 0 || pushes == ESTIMATE_LOST || !board->by_steps)
        return pushes;
    /* Plus the steps to the nearest ball that is not part of a complete snowman. */
    struct cell_set stacks;
    unsigned nearest = UINT32_MAX;
    int row = position.player / board->stride, column = position.player % board->stride;
    find_stacks(board, &position, &stacks);
    for (int place = set_first(board, &stacks); place >= 0; place = set_next(board, &stacks, place + 1)) {
        unsigned far = (unsigned)abs(place / board->stride - row) + (unsigned)abs(place % board->stride - column);
        if (far < nearest && stack_at(&position, place) != COMPLETE)
            nearest = far;
    }
    return pushes + (nearest == UINT32_MAX ? 0 : nearest - 1);
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, SNOWMAN_ESTIMATE);
}

static unsigned bound(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, SNOWMAN_BOUND);
}

static unsigned high_bound(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, SNOWMAN_HIGH);
}

static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    return snowman_lost(board, &position) ? LOST_YES : LOST_NO;
}

/* Examines only balls, snow and targets. */
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

/* The fewest moves of any ball. */
static unsigned turns(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned count)
{
    const struct snowman *board = snowman_board(puzzle);
    struct cell_set stacks;
    unsigned fewest = count;
    find_stacks(board, &board->begin, &stacks);
    for (int place = set_first(board, &stacks); place >= 0; place = set_next(board, &stacks, place + 1)) {
        for (unsigned balls = (unsigned)__builtin_popcount(stack_at(&board->begin, place)); balls > 0; balls--) {
            /* How many of the moves move this ball, which starts below `above` others. */
            unsigned own = 0, above = balls - 1;
            int at = place, from, to;
            for (unsigned n = 0; n < count; n++) {
                if (!ball_moves(board, states, moves, n, &from, &to))
                    continue;
                if (from == at && above == 0) {
                    at = to;
                    own++;
                } else if (from == at) {
                    above--;
                } else if (to == at) {
                    above++;
                }
            }
            fewest = own < fewest ? own : fewest;
        }
    }
    return fewest;
}

static const struct puzzle_rules push_rules = {
    .start = start,
    .expand = snowman_expand_pushes,
    .solved = snowman_solved,
    .lost = lost,
    .estimate = estimate,
    .bound = bound,
    .prepare = snowman_prepare,
    .high_bound = high_bound,
    .interplay = interplay,
    .turns = turns,
    .map_move = map_move,
    .expand_live = snowman_expand_live_pushes,
    .expand_within = snowman_expand_pushes_within,
    .merge = snowman_merge,
    .move_keys = snowman_move_keys,
};

static const struct puzzle_rules step_rules = {
    .start = start,
    .expand = snowman_expand_steps,
    .solved = snowman_solved,
    .lost = lost,
    .estimate = estimate,
    .bound = bound,
    .prepare = snowman_prepare,
    .high_bound = high_bound,
    .interplay = interplay,
    .turns = turns,
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
    struct snowman *board = make_board(grid, complaint);
    if (board == NULL)
        return NULL;
    board->by_steps = variant.metric == 1;
    board->puzzle = (struct puzzle){.rules = board->by_steps ? &step_rules : &push_rules,
                                    .game = &game_snowman,
                                    .state_bytes = (snowman_state_bits(board) + 7) / 8,
                                    .max_moves = DIRECTIONS * (board->by_steps ? 1 : board->balls),
                                    .keeps_within = !board->by_steps && snowman_can_look_ahead(board)};
    if (find_symmetries(board) && snowman_find_mirrors(board))
        return &board->puzzle;
    free_board(&board->puzzle);
    complain_memory(complaint);
    return NULL;
}

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    if (!grid_copy(grid, &board->grid))
        return false;
    snowman_unpack(board, state, &position);
    int player = position.player;
    if (!board->by_steps) { /* he is drawn where he started while he can still walk there */
        struct cell_set region;
        snowman_walks(board, &position, &region);
        player = set_has(&region, board->begin.player) ? board->begin.player : player;
    }
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
    [SNOWMAN_SHORTAGE] = "shortage", [SNOWMAN_FROZEN] = "frozen balls", [SNOWMAN_GROUPING] = "grouping",
    [SNOWMAN_MIRRORS] = "mirrors",   [SNOWMAN_DEAD_ENDS] = "dead ends", [SNOWMAN_GROWTH] = "growth",
    [SNOWMAN_CLEARING] = "clearing", [SNOWMAN_THREES] = "threes",       NULL,
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
    .free = free_board,
    .unsolvable = unsolvable,
    .draw = draw,
    .write_moves = snowman_write_moves,
    .write_label = write_label,
    .move_cell = move_cell,
    .read_move = snowman_read_move,
    .steps = snowman_steps,
    .keys = &snowman_keys,
};
