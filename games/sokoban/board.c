/* Sokoban's board: cells, bitmaps, states; see sokoban.h. */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

static bool make_arrays(struct sokoban *board)
{
    size_t cells = board->cells, pieces = (size_t)board->rows * (size_t)board->columns;
    board->width = (unsigned)board->columns + 1;
    board->width += board->width % 64 == 0; /* avoids shifts by whole words */
    board->words = ((unsigned)board->rows * board->width + 63) / 64;
    struct arrays *arrays = &board->arrays;
    board->place = arrays_add(arrays, cells, sizeof *board->place);
    board->piece = arrays_add(arrays, cells, sizeof *board->piece);
    board->next = arrays_add(arrays, cells, sizeof *board->next);
    board->bit = arrays_add(arrays, cells, sizeof *board->bit);
    board->around = arrays_add(arrays, cells, sizeof *board->around);
    board->goal = arrays_add(arrays, cells, sizeof *board->goal);
    board->nearest = arrays_add(arrays, cells, sizeof *board->nearest);
    board->cell_of_piece = arrays_add(arrays, pieces, sizeof *board->cell_of_piece);
    board->cell_of_bit = arrays_add(arrays, (size_t)board->words * 64, sizeof *board->cell_of_bit);
    board->floor = arrays_add(arrays, board->words, sizeof *board->floor);
    board->goals = arrays_add(arrays, board->words, sizeof *board->goals);
    board->alive = arrays_add(arrays, board->words, sizeof *board->alive);
    for (unsigned axis = 0; axis < 2; axis++)
        board->stuck[axis] = arrays_add(arrays, board->words, sizeof *board->stuck[axis]);
    return !arrays->failed;
}

/* The cell at a position in the rectangle, or -1. */
static int cell_at(const struct sokoban *board, int row, int column)
{
    if (row < 0 || column < 0 || row >= board->rows || column >= board->columns)
        return -1;
    return board->cell_of_piece[row * board->columns + column];
}

static void number_cells(struct sokoban *board, const bool *reached, int player)
{
    unsigned count = 0;
    memset(board->cell_of_bit, 0xff, board->words * 64 * sizeof *board->cell_of_bit);
    for (int piece = 0; piece < board->rows * board->columns; piece++) {
        int row = piece / board->columns, column = piece % board->columns;
        int place = (row + board->top) * board->grid.columns + column + board->left;
        board->cell_of_piece[piece] = reached[place] ? (int)count : -1;
        if (!reached[place])
            continue;
        unsigned bit = (unsigned)row * board->width + (unsigned)column;
        board->place[count] = place;
        board->piece[count] = (unsigned)piece;
        board->bit[count] = (uint16_t)bit;
        board->cell_of_bit[bit] = (int)count;
        board->goal[count] = strchr(".*+", board->grid.cells[place]) != NULL;
        sokoban_flip(board->floor, bit);
        if (board->goal[count])
            sokoban_flip(board->goals, bit);
        board->goal_count += board->goal[count];
        if (place == player)
            board->player = count;
        count++;
    }
}

static bool is_box(const struct sokoban *board, unsigned cell)
{
    return strchr("$*", board->grid.cells[board->place[cell]]) != NULL;
}

void sokoban_write_state(const struct sokoban *board, const struct sokoban_position *position, unsigned char *state)
{
    if (!board->listed)
        memset(state, 0, board->box_bytes);
    for (unsigned i = 0; i < board->boxes; i++) {
        unsigned cell = position->list[i];
        if (board->listed)
            sokoban_set_cell(state + i * board->cell_bytes, board->cell_bytes, cell);
        else
            state[cell / 8] = (unsigned char)(state[cell / 8] | 1u << (cell % 8));
    }
    sokoban_set_cell(state + board->box_bytes, board->cell_bytes, position->player);
}

/* Writes the start state, and the boxes of the solved state. */
static void write_ends(struct sokoban *board)
{
    struct sokoban_position solved = {0}, begin = {.player = board->player};
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned goals = 0, boxes = 0;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (board->goal[cell])
            solved.list[goals++] = (uint16_t)cell;
        if (is_box(board, cell)) {
            begin.list[boxes++] = (uint16_t)cell;
            sokoban_flip(begin.boxes, board->bit[cell]);
        }
    }
    sokoban_write_state(board, &solved, board->solved);
    sokoban_find_region(board, begin.boxes, board->player, open, reach);
    if (!board->counts_moves)
        begin.player = sokoban_first(board, reach);
    sokoban_write_state(board, &begin, board->start);
}

bool sokoban_lay_out(struct sokoban *board, int player, const bool *reached)
{
    /* The bounding rectangle and the number of cells. */
    const struct grid within = {board->grid.columns, board->grid.rows, (unsigned char *)reached};
    struct grid_box box = grid_extent(&within, false);
    board->top = box.top;
    board->left = box.left;
    board->rows = box.rows;
    board->columns = box.columns;
    for (int place = 0; place < grid_size(&within); place++)
        board->cells += reached[place];
    if (!make_arrays(board))
        return false;
    number_cells(board, reached, player);
    static const int ring_down[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
    static const int ring_across[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int row = (int)board->piece[cell] / board->columns;
        int column = (int)board->piece[cell] % board->columns;
        for (int i = 0; i < DIRECTIONS; i++)
            board->next[cell][i] = cell_at(board, row + direction_down[i], column + direction_across[i]);
        for (int i = 0; i < 8; i++) {
            int other = cell_at(board, row + ring_down[i], column + ring_across[i]);
            /* The bit after the first row is never set. */
            board->around[cell][i] = (uint16_t)(other < 0 ? (unsigned)board->columns : board->bit[other]);
        }
    }
    /* Marks the 3x3 squares in which the open neighbours of the middle are connected through open corners. */
    static const unsigned clockwise[8] = {1, 2, 5, 8, 7, 6, 3, 0}; /* even indexes share a side with the middle */
    for (unsigned square = 0; square < 512; square++) {
        unsigned ring = 0;
        for (unsigned i = 0; i < 8; i++)
            ring |= (square >> clockwise[i] & 1) << i;
        unsigned turned = ring >> 2 | (ring << 6 & 0xff);
        unsigned ends = ring & 0x55 & ~(ring >> 1 & turned);
        if ((ends & (ends - 1)) == 0)
            sokoban_flip(board->together, square);
    }
    for (unsigned cell = 0; cell < board->cells; cell++)
        board->boxes += is_box(board, cell);
    /* Boxes are listed, or have a bit for each cell, whichever is shorter. */
    unsigned bits = (board->cells + 7) / 8;
    board->cell_bytes = board->cells > 256 ? 2 : 1;
    board->listed = board->boxes * board->cell_bytes <= bits;
    board->box_bytes = board->listed ? board->boxes * board->cell_bytes : bits;
    board->puzzle.state_bytes = board->box_bytes + board->cell_bytes;
    board->start = arrays_add(&board->arrays, 1, board->puzzle.state_bytes);
    board->solved = arrays_add(&board->arrays, 1, board->puzzle.state_bytes);
    if (board->arrays.failed || !sokoban_find_distances(board))
        return false;
    write_ends(board);
    unsigned grouped = sokoban_groups_worth(board);
    return grouped == 0 || sokoban_make_tables(board, grouped);
}

void sokoban_free(struct puzzle *puzzle)
{
    struct sokoban *board = (struct sokoban *)puzzle;
    grid_free(&board->grid);
    sokoban_free_tables(board->tables);
    mirrors_free(&board->mirrors);
    arrays_free(&board->arrays);
    free(board);
}

/* --- states --- */

void sokoban_read_state(const struct sokoban *board, const unsigned char *state, struct sokoban_position *position)
{
    memset(position->boxes, 0, board->words * sizeof *position->boxes);
    position->player = sokoban_get_cell(state + board->box_bytes, board->cell_bytes);
    unsigned count = 0;
    if (board->listed) {
        for (; count < board->boxes; count++)
            position->list[count] = (uint16_t)sokoban_get_cell(state + count * board->cell_bytes, board->cell_bytes);
    } else {
        for (unsigned byte = 0; byte < board->box_bytes; byte++) {
            for (unsigned rest = state[byte]; rest != 0; rest &= rest - 1)
                position->list[count++] = (uint16_t)(8 * byte + (unsigned)__builtin_ctz(rest));
        }
    }
    for (unsigned i = 0; i < count; i++)
        sokoban_flip(position->boxes, board->bit[position->list[i]]);
}

/* --- walks ---
 *
 * A row fills to the right in one step: adding the seeds to the open cells carries each seed through its run of
 * open cells.  The other directions advance by one cell at a time.  The number of words is a constant in the usual
 * cases, so that the compiler unrolls the loops. */

static inline __attribute__((always_inline)) uint64_t neighbours(const uint64_t *reach, unsigned words, unsigned word,
                                                                 unsigned shift)
{
    return sokoban_higher(reach, words, word, shift) | sokoban_lower(reach, words, word, shift);
}

/* Spreads within one word.  Returns the bits that changed. */
static inline __attribute__((always_inline)) uint64_t flood_word(uint64_t *reach, const uint64_t *open, unsigned words,
                                                                 unsigned word, unsigned width)
{
    uint64_t old = reach[word];
    uint64_t now = (old | neighbours(reach, words, word, width) | neighbours(reach, words, word, 1)) & open[word];
    now |= open[word] & ~(open[word] + now);
    reach[word] = now;
    return old ^ now;
}

/* Alternates downward and upward passes, so that a path with few turns takes few rounds. */
static inline __attribute__((always_inline)) void flood(uint64_t *reach, const uint64_t *open, unsigned words,
                                                        unsigned width)
{
    uint64_t changed;
    do {
        changed = 0;
#pragma GCC unroll 4
        for (unsigned word = 0; word < words; word++)
            changed |= flood_word(reach, open, words, word, width);
        if (changed == 0)
            break;
#pragma GCC unroll 4
        for (unsigned word = words; word-- > 0;)
            changed |= flood_word(reach, open, words, word, width);
    } while (changed != 0);
}

void sokoban_flood(const struct sokoban *board, uint64_t *reach, const uint64_t *open)
{
    if (board->width >= 64 || board->words > 4)
        flood(reach, open, board->words < 5 ? 5 : board->words, board->width);
    else if (board->words == 1)
        flood(reach, open, 1, board->width);
    else if (board->words == 2)
        flood(reach, open, 2, board->width);
    else if (board->words == 3)
        flood(reach, open, 3, board->width);
    else
        flood(reach, open, 4, board->width);
}

void sokoban_find_region(const struct sokoban *board, const uint64_t *boxes, unsigned player, uint64_t *open,
                         uint64_t *reach)
{
    for (unsigned w = 0; w < 5 || w < board->words; w++) { /* the minimum for sokoban_flood */
        open[w] = w < board->words ? board->floor[w] & ~boxes[w] : 0;
        reach[w] = 0;
    }
    sokoban_flip(reach, board->bit[player]);
    sokoban_flood(board, reach, open);
}

unsigned sokoban_first(const struct sokoban *board, const uint64_t *map)
{
    unsigned word = 0;
    while (map[word] == 0)
        word++;
    return (unsigned)board->cell_of_bit[64 * word + (unsigned)__builtin_ctzll(map[word])];
}

/* --- one state for all mirror images; see games/mirrors.h ---
 *
 * Walls and goals are static.  The boxes select the representative image; the player's region is computed only for
 * images other than the state itself. */

bool sokoban_find_mirrors(struct sokoban *board)
{
    struct grid grid;
    board->mirrors.count = 1;
    if (board->puzzle.state_bytes > MIRRORS_MOST_BYTES)
        return true;
    if (!grid_make(&grid, board->columns, board->rows, '#'))
        return false;
    for (unsigned cell = 0; cell < board->cells; cell++)
        grid.cells[board->piece[cell]] = board->goal[cell] ? '.' : ' ';
    bool good = mirrors_make(&board->mirrors, &grid, board->cell_of_piece, board->cells, 1);
    grid_free(&grid);
    board->puzzle.mirrors = board->mirrors.count > 1 ? board->mirrors.count : 0;
    return good;
}

static void write_image(const struct puzzle *puzzle, const void *model, unsigned n, unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    const struct sokoban_position *position = model;
    struct sokoban_position image;
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned count = 0;
    memset(image.boxes, 0, board->words * sizeof *image.boxes);
    for (unsigned i = 0; i < board->boxes; i++)
        sokoban_flip(image.boxes, board->bit[mirrors_cell(&board->mirrors, n, position->list[i])]);
    for (unsigned w = 0; w < board->words; w++) {
        for (uint64_t rest = image.boxes[w]; rest != 0; rest &= rest - 1) /* in the order of cells */
            image.list[count++] = (uint16_t)board->cell_of_bit[64 * w + (unsigned)__builtin_ctzll(rest)];
    }
    image.player = mirrors_cell(&board->mirrors, n, position->player);
    if (!board->counts_moves) {
        sokoban_find_region(board, image.boxes, image.player, open, reach);
        image.player = sokoban_first(board, reach);
    }
    sokoban_write_state(board, &image, state);
}

void sokoban_merge(const struct puzzle *puzzle, unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    uint32_t keys[GRID_SYMMETRIES] = {0};
    struct sokoban_position position;
    if (puzzle->mirrors < 2 || !puzzle_prunes(puzzle, SOKOBAN_MIRRORS))
        return;
    sokoban_read_state(board, state, &position);
    for (unsigned i = 0; i < board->boxes; i++)
        mirrors_add(&board->mirrors, 0, position.list[i], keys);
    mirrors_merge(&board->mirrors, keys, write_image, puzzle, &position, state);
}
