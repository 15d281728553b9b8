/* Sokoban: one state for all mirror images; see games/mirrors.h.
 *
 * Walls and goals are static.  The boxes select the representative image; the player's region is computed only for
 * images other than the state itself. */
#include "games/sokoban/sokoban.h"

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
    bool good = mirrors_make(&board->mirrors, &grid, GRID_SYMMETRIES, board->cell_of_piece, board->cells, 1);
    grid_free(&grid);
    board->puzzle.mirrors = board->mirrors.count > 1 ? board->mirrors.count : 0;
    return good;
}

/* A state to be mirrored. */
struct model {
    const struct sokoban *board;
    const struct sokoban_position *position;
};

static void write_image(const void *context, unsigned n, unsigned char *state)
{
    const struct model *model = context;
    const struct sokoban *board = model->board;
    struct sokoban_position image;
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned words = board->words < 5 ? 5 : board->words, count = 0; /* the minimum for sokoban_flood */
    for (unsigned w = 0; w < words; w++)
        image.boxes[w] = open[w] = reach[w] = 0;
    for (unsigned i = 0; i < board->boxes; i++)
        sokoban_flip(image.boxes, board->bit[mirrors_cell(&board->mirrors, n, model->position->list[i])]);
    for (unsigned w = 0; w < board->words; w++) {
        open[w] = board->floor[w] & ~image.boxes[w];
        for (uint64_t rest = image.boxes[w]; rest != 0; rest &= rest - 1) /* in the order of cells */
            image.list[count++] = (uint16_t)board->cell_of_bit[64 * w + (unsigned)__builtin_ctzll(rest)];
    }
    image.player = mirrors_cell(&board->mirrors, n, model->position->player);
    if (!board->counts_moves) {
        sokoban_flip(reach, board->bit[image.player]);
        sokoban_flood(board, reach, open);
        image.player = sokoban_first(board, reach);
    }
    sokoban_write_state(board, &image, state);
}

void sokoban_merge(const struct puzzle *puzzle, unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    const struct mirrors *mirrors = &board->mirrors;
    uint32_t keys[GRID_SYMMETRIES] = {0};
    struct sokoban_position position;
    if (puzzle->mirrors < 2 || !puzzle_prunes(puzzle, SOKOBAN_MIRRORS))
        return;
    sokoban_read_state(board, state, &position);
    for (unsigned i = 0; i < board->boxes; i++)
        mirrors_add(mirrors, 0, position.list[i], keys);
    unsigned images = mirrors_least(mirrors, keys);
    if (images != 1)
        mirrors_take(images, write_image, &(struct model){board, &position}, state, puzzle->state_bytes);
}
