/* Snakebird: one state for both mirror images.
 *
 * The rules do not distinguish left from right.  Suppose that ground, spikes, fruit and the exit are their own
 * mirror image about the middle of the text, and that each shape of block is as frequent as its image.  Then a
 * state has the same future as its mirror image, wherever the level starts.  The merging is not done where the
 * order of pieces might matter, as it does between the two ends of a portal, or if the level is drawn with
 * something in the air, because that start is recognized by its bytes. */
#include "games/snakebird/snakebird.h"

static snakebird_cell mirror_cell(const struct snakebird *board, snakebird_cell cell)
{
    snakebird_cell column = cell % board->width;
    return cell + 2 * (board->origin % board->width - column) + board->text.columns - 1;
}

/* The number of columns that a block spans; the rows and columns of its cells start at its corner. */
static int32_t block_width(const struct snakebird *board, const struct snakebird_block *block)
{
    int32_t most = 0;
    for (unsigned k = 0; k < block->count; k++) {
        int32_t column = (int32_t)(block->cells[k] % board->width);
        most = column > most ? column : most;
    }
    return most + 1;
}

/* Whether one block's shape is the mirror image of the other's. */
static bool is_reflected(const struct snakebird *board, const struct snakebird_block *block,
                         const struct snakebird_block *other)
{
    int32_t last = block_width(board, block) - 1;
    bool same = block->count == other->count;
    for (unsigned k = 0; same && k < block->count; k++) {
        int32_t column = (int32_t)(block->cells[k] % board->width);
        int32_t image = block->cells[k] + last - 2 * column;
        unsigned n = 0;
        while (n < other->count && other->cells[n] != image)
            n++;
        same = n < other->count;
    }
    return same;
}

/* Maps the n-th block of each shape to the n-th of the image.  Returns false if their numbers differ. */
static bool match_blocks(struct snakebird *board)
{
    for (unsigned i = 0; i < board->blocks; i++) {
        unsigned nth = i - board->block[i].shape, j = 0;
        while (j < board->blocks && !is_reflected(board, &board->block[i], &board->block[j]))
            j++;
        if (j + nth >= board->blocks || board->block[j + nth].shape != j)
            return false;
        board->block_image[i] = (unsigned char)(j + nth);
        board->block_last[i] = block_width(board, &board->block[i]) - 1;
    }
    return true; /* no shape has more blocks than its image: otherwise another would have fewer */
}

static bool match_fruit(struct snakebird *board)
{
    bool all = true;
    for (unsigned i = 0; i < board->fruit_count; i++) {
        snakebird_cell image = mirror_cell(board, board->fruit[i]);
        unsigned j = 0;
        while (j < board->fruit_count && board->fruit[j] != image)
            j++;
        board->fruit_image[i] = (unsigned char)j;
        all = all && j < board->fruit_count;
    }
    return all;
}

void snakebird_find_mirror(struct snakebird *board)
{
    bool free = !board->floating && board->portal[0] == 0;
    bool mirrored = free && grid_maps_onto_itself(&board->text, 1) && mirror_cell(board, board->exit) == board->exit &&
                    match_fruit(board) && match_blocks(board);
    board->puzzle.mirrors = mirrored ? 2 : 0;
}

void snakebird_reflect(const struct snakebird *board, const struct snakebird_state *state,
                       struct snakebird_state *image)
{
    const uint64_t sideways = UINT64_C(0x5555555555555555); /* of RIGHT and LEFT, which differ in one bit */
    for (unsigned i = 0; i < board->birds; i++) {
        const struct snakebird_bird *bird = &state->bird[i];
        image->bird[i] = *bird;
        if (bird->length == 0)
            continue;
        image->bird[i].head = mirror_cell(board, bird->head);
        for (unsigned w = 0; w < SNAKEBIRD_TRAIL; w++)
            image->bird[i].trail[w] ^= (bird->trail[w] & sideways) << 1;
    }
    image->fruit = 0;
    for (uint64_t rest = state->fruit; rest != 0; rest &= rest - 1)
        image->fruit |= UINT64_C(1) << board->fruit_image[__builtin_ctzll(rest)];
    for (unsigned i = 0; i < board->blocks; i++) {
        snakebird_cell corner = state->block[i];
        image->block[board->block_image[i]] = corner == 0 ? 0 : mirror_cell(board, corner + board->block_last[i]);
    }
}
