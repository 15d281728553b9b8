/* Snowman: from a level's text to its board. */
#include "games/snowman/load.h"

#include <stdlib.h>

static bool is_player(unsigned char c)
{
    return c == '#' || c == '@';
}

static bool is_stack(unsigned char c)
{
    return c >= '1' && c <= '7';
}

static bool is_target(unsigned char c)
{
    return c == '+' || c == '=';
}

/* The player's cell in the text, or -1 with a complaint if there is not exactly one or there is no ball. */
static int find_player(const struct grid *grid, struct complaint *complaint)
{
    int player = grid_find_only(grid, "#@", "no player in this level ('#' on bare ground, '@' on snow)",
                                "a second player; a level has one ('#' on bare ground, '@' on snow)", complaint);
    int stacks = 0;
    for (int cell = 0; cell < grid_size(grid); cell++)
        stacks += is_stack(grid->cells[cell]);
    if (player >= 0 && stacks == 0)
        complain(complaint, 0, 0, "no ball in this level ('1' to '7')");
    return stacks > 0 ? player : -1;
}

/* Marks the cells that the player could reach without balls, and the cells of all balls. */
static bool find_inside(const struct grid *grid, int player, bool *inside)
{
    int *queue = calloc((size_t)grid_size(grid), sizeof *queue);
    if (queue == NULL)
        return false;
    grid_flood(grid, player, 'X', inside, queue);
    free(queue);
    for (int cell = 0; cell < grid_size(grid); cell++)
        inside[cell] |= is_stack(grid->cells[cell]);
    return true;
}

/* The bounding box of the marked cells in the text. */
struct frame {
    int top, bottom, left, right;
};

static struct frame find_frame(const struct grid *grid, const bool *inside)
{
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
    return frame;
}

static bool make_tables(struct snowman *board, const bool *inside)
{
    const struct grid *grid = &board->grid;
    struct frame frame = find_frame(grid, inside);
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
    if (board->next == NULL || board->cell_at == NULL || board->place_of == NULL || board->text_cell == NULL ||
        board->place_in_text == NULL || board->runs == NULL)
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

static void link_places(struct snowman *board)
{
    const int step[DIRECTIONS] = {-board->stride, 1, board->stride, -1};
    for (int place = 0; place < board->places; place++) {
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int next = place + step[direction];
            bool wall = next < 0 || next >= board->places || board->cell_at[next] < 0 || board->cell_at[place] < 0;
            board->next[place * DIRECTIONS + direction] = wall ? -1 : next;
        }
    }
}

static void find_corners(struct snowman *board)
{
    for (unsigned i = 0; i < board->cells; i++) {
        const int *next = board->next + board->place_of[i] * DIRECTIONS;
        if ((next[UP] < 0 || next[DOWN] < 0) && (next[LEFT] < 0 || next[RIGHT] < 0))
            set_add(&board->corners, board->place_of[i]);
    }
}

/* Whether the text has any targets.  Targets out of the player's reach are useless, but they still require snowmen
 * to stand on targets. */
static bool any_target(const struct grid *grid)
{
    bool any = false;
    for (int cell = 0; cell < grid_size(grid); cell++)
        any |= is_target(grid->cells[cell]);
    return any;
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
        if (is_player(*cell))
            board->begin.player = place;
        *cell = is_target(*cell) ? '+' : '-';
    }
}

/* Splits the snow into runs that lie within one word and span at most half of it. */
static void find_runs(struct snowman *board)
{
    struct snow_run *run = NULL;
    for (int place = set_first(board, &board->begin.snow); place >= 0;
         place = set_next(board, &board->begin.snow, place + 1)) {
        bool joins = run != NULL && run->place + run->length == (unsigned)place && place % 64 != 0 && run->length < 32;
        if (joins) {
            run->length++;
        } else {
            run = &board->runs[board->run_count++];
            *run = (struct snow_run){(unsigned)place, 1};
        }
    }
}

static unsigned bits_for(unsigned most)
{
    unsigned bits = 1;
    while (most >> bits != 0)
        bits++;
    return bits;
}

void snowman_free(struct puzzle *puzzle)
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
    free(board);
}

struct snowman *snowman_make(const struct grid *grid, struct complaint *complaint)
{
    int player = find_player(grid, complaint);
    if (player < 0)
        return NULL;
    struct snowman *board = calloc(1, sizeof *board);
    bool *inside = calloc((size_t)grid_size(grid), sizeof *inside);
    bool good = board != NULL && inside != NULL && grid_copy(&board->grid, grid) && find_inside(grid, player, inside) &&
                make_tables(board, inside);
    free(inside);
    if (good) {
        link_places(board);
        find_corners(board);
        board->has_targets = any_target(grid);
        furnish(board);
        find_runs(board);
        board->cell_bits = bits_for(board->cells - 1);
        board->count_bits = bits_for(board->balls);
        good = snowman_measure_distances(board);
    }
    if (good)
        return board;
    if (board != NULL)
        snowman_free(&board->puzzle);
    complain_memory(complaint);
    return NULL;
}
