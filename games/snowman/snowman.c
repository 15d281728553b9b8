/* Snowman: from a level's text to its board, and the interface to the rest of the program.
 *
 * The other parts are: board.h (the board), position.c (states and their mirror images), rules.c (the rules),
 * dead_ends.c, estimate.c, clearing.c and threes.c (pruning and lower bounds). */
#include "games/snowman/snowman.h"

#include "games/snowman/board.h"

#include <stdlib.h>

/* --- from text to a board --- */

static bool is_stack(unsigned char c)
{
    return c >= '1' && c <= '7';
}

static unsigned bits_for(unsigned most)
{
    unsigned bits = 1;
    while (most >> bits != 0)
        bits++;
    return bits;
}

/* Fills in all of a board that follows from the text, of which `inside` marks the cells.  Returns false if memory runs
 * out. */
static bool lay_out(struct snowman *board, const bool *inside)
{
    const struct grid *grid = &board->grid, within = {grid->columns, grid->rows, (unsigned char *)inside};
    struct grid_box box = grid_extent(&within, false);
    board->stride = box.columns + 1;
    board->places = board->stride * box.rows;
    board->words = ((unsigned)board->places + 63) / 64;
    size_t places = (size_t)board->places, size = (size_t)grid_size(grid);
    struct arrays *arrays = &board->arrays;
    board->next = arrays_add(arrays, places, sizeof *board->next);
    board->cell_at = arrays_add(arrays, places, sizeof *board->cell_at);
    board->place_of = arrays_add(arrays, places, sizeof *board->place_of);
    board->text_cell = arrays_add(arrays, places, sizeof *board->text_cell);
    board->place_in_text = arrays_add(arrays, size, sizeof *board->place_in_text);
    board->runs = arrays_add(arrays, places, sizeof *board->runs);
    board->threes = arrays_add(arrays, 1, sizeof *board->threes);
    if (arrays->failed)
        return false;
    memset(board->cell_at, -1, places * sizeof *board->cell_at);
    for (int text_cell = 0; text_cell < grid_size(grid); text_cell++) {
        unsigned char *cell = &grid->cells[text_cell];
        /* Targets out of the player's reach are useless, but they still require snowmen to stand on targets. */
        bool target = *cell == '+' || *cell == '=';
        board->has_targets |= target;
        board->place_in_text[text_cell] = -1;
        if (!inside[text_cell])
            continue;
        int place = (text_cell / grid->columns - box.top) * board->stride + text_cell % grid->columns - box.left;
        board->cell_at[place] = (int)board->cells;
        board->place_of[board->cells] = place;
        board->text_cell[board->cells++] = text_cell;
        board->place_in_text[text_cell] = place;
        set_add(&board->open, place);
        for (unsigned ball = 0; ball < SNOWMAN_SIZES; ball++) {
            if (is_stack(*cell) && (*cell - '0') >> ball & 1) {
                set_add(&board->begin.balls[ball], place);
                board->balls++;
            }
        }
        if (*cell == '*' || *cell == '=' || *cell == '@')
            set_add(&board->begin.snow, place);
        if (target)
            set_add(&board->targets, place);
        if (*cell == '#' || *cell == '@')
            board->begin.player = place;
        *cell = target ? '+' : '-'; /* cells outside the board keep their text */
    }
    const int step[DIRECTIONS] = {-board->stride, 1, board->stride, -1};
    for (int place = 0; place < board->places; place++) {
        int *next = board->next[place];
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int to = place + step[direction];
            bool wall = to < 0 || to >= board->places || board->cell_at[to] < 0 || board->cell_at[place] < 0;
            next[direction] = wall ? -1 : to;
        }
        if (board->cell_at[place] >= 0 && (next[UP] < 0 || next[DOWN] < 0) && (next[LEFT] < 0 || next[RIGHT] < 0))
            set_add(&board->corners, place);
    }
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
    return snowman_measure_distances(board);
}

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

static void free_board(struct puzzle *puzzle)
{
    struct snowman *board = (struct snowman *)puzzle;
    grid_free(&board->grid);
    mirrors_free(&board->mirrors);
    if (board->threes != NULL)
        free(atomic_load(board->threes));
    arrays_free(&board->arrays);
    free(board);
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
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
    bool *inside = calloc((size_t)grid_size(grid), sizeof *inside);
    int *queue = calloc((size_t)grid_size(grid), sizeof *queue);
    bool good = board != NULL && inside != NULL && queue != NULL && grid_copy(&board->grid, grid);
    if (good) {
        /* The cells that the player could reach without balls, and the cells of all balls. */
        grid_flood(grid, player, 'X', inside, queue);
        for (int cell = 0; cell < grid_size(grid); cell++)
            inside[cell] |= is_stack(grid->cells[cell]);
        good = lay_out(board, inside);
    }
    free(inside);
    free(queue);
    if (good) {
        board->by_steps = variant.metric == 1;
        board->puzzle = (struct puzzle){.rules = board->by_steps ? &snowman_step_rules : &snowman_push_rules,
                                        .game = &game_snowman,
                                        .state_bytes = (snowman_state_bits(board) + 7) / 8,
                                        .max_moves = DIRECTIONS * (board->by_steps ? 1 : board->balls),
                                        .keeps_within = !board->by_steps && snowman_can_look_ahead(board)};
        if (find_symmetries(board) && snowman_find_mirrors(board))
            return &board->puzzle;
    }
    if (board != NULL)
        free_board(&board->puzzle);
    complain_memory(complaint);
    return NULL;
}

/* Examines only balls, snow and targets. */
static const char *unsolvable(const struct puzzle *puzzle)
{
    const struct snowman *board = snowman_board(puzzle);
    if (!puzzle_prunes(puzzle, SNOWMAN_SHORTAGE))
        return NULL;
    return snowman_shortage(board, &board->begin);
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

static int move_cell(const struct puzzle *puzzle, game_move move)
{
    return snowman_board(puzzle)->by_steps ? -1 : (int)move_piece(move);
}

/* Moves the player of a drawing to his place.  A state gives only his region, so he was drawn somewhere in it. */
static void show_player(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct grid *grid)
{
    const struct snowman *board = snowman_board(puzzle);
    (void)state;
    for (unsigned i = 0; i < board->cells && !board->by_steps; i++) {
        unsigned char *c = &grid->cells[board->text_cell[i]];
        bool snow = *c == '@' || *c == '*' || *c == '=';
        bool target = set_has(&board->targets, board->place_of[i]);
        if (*c == '#' || *c == '@')
            *c = (unsigned char)(target ? (snow ? '=' : '+') : (snow ? '*' : '-'));
        if (board->place_of[i] == (int)hand)
            *c = snow ? '@' : '#';
    }
}

static const struct game_keys keys = {.hand = walk_hand, .press = walk_press, .route = walk_route, .show = show_player};

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
    .write_moves = walk_write_moves,
    .write_label = walk_write_label,
    .move_cell = move_cell,
    .read_move = walk_read_move,
    .steps = walk_steps,
    .keys = &keys,
    .walks = &snowman_walk_rules,
};
