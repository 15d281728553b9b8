/* Snowman: one state for all mirror images; see games/mirrors.h.
 *
 * Walls, targets and the snow of the start are static, because snow never appears elsewhere.  The balls select the
 * representative image. */
#include "games/snowman/board.h"

#include <stdlib.h>

/* Draws the static part of the level, and finds the place of each of its cells. */
static void draw_garden(const struct snowman *board, struct grid *grid, int *place_at)
{
    for (int cell = 0; cell < grid_size(grid); cell++)
        place_at[cell] = -1;
    for (unsigned i = 0; i < board->cells; i++) {
        int place = board->place_of[i];
        int cell = place / board->stride * grid->columns + place % board->stride;
        place_at[cell] = place;
        grid->cells[cell] =
            (unsigned char)('0' + 2 * set_has(&board->begin.snow, place) + set_has(&board->targets, place));
    }
}

/* Fills in the table of images.  Returns false if memory runs out. */
static bool find_images(struct snowman *board)
{
    const struct mirrors *mirrors = &board->mirrors;
    unsigned parts = board->words * NIBBLES;
    if (mirrors->count < 2 || board->words > BITS_WORDS)
        return true;
    board->images = calloc((size_t)mirrors->count * parts * 16, sizeof *board->images);
    if (board->images == NULL)
        return false;
    for (unsigned n = 0; n < mirrors->count; n++) {
        struct cell_image *images = board->images + (size_t)n * parts * 16;
        for (unsigned i = 0; i < board->cells; i++) {
            unsigned place = (unsigned)board->place_of[i], to = mirrors_cell(mirrors, n, place);
            for (unsigned set = 0; set < 16; set++) {
                if ((set >> place % 4 & 1) != 0)
                    images[place / 4 * 16 + set].word[to / 64] |= UINT64_C(1) << to % 64;
            }
        }
    }
    return true;
}

bool snowman_find_mirrors(struct snowman *board)
{
    struct grid grid;
    board->mirrors.count = 1;
    if (board->puzzle.state_bytes > MIRRORS_MOST_BYTES || board->places > UINT16_MAX)
        return true;
    if (!grid_make(&grid, board->stride - 1, board->places / board->stride, 'X'))
        return false;
    int *place_at = calloc((size_t)grid_size(&grid), sizeof *place_at);
    bool good = place_at != NULL;
    if (good) {
        draw_garden(board, &grid, place_at);
        good =
            mirrors_make(&board->mirrors, &grid, GRID_SYMMETRIES, place_at, (unsigned)board->places, SNOWMAN_SIZES) &&
            find_images(board);
    }
    free(place_at);
    grid_free(&grid);
    board->puzzle.mirrors = board->mirrors.count > 1 ? board->mirrors.count : 0;
    return good;
}

/* A state to be mirrored. */
struct model {
    const struct snowman *board;
    const struct snowman_position *position;
};

static void map_set(const struct snowman *board, unsigned n, const struct cell_set *from, struct cell_set *to)
{
    set_clear(board, to);
    for (unsigned i = 0; i < board->words; i++) {
        for (uint64_t rest = from->word[i]; rest != 0; rest &= rest - 1) {
            unsigned place = 64 * i + (unsigned)__builtin_ctzll(rest);
            set_add(to, (int)mirrors_cell(&board->mirrors, n, place));
        }
    }
}

/* The same, for sets of many places. */
static void map_large_set(const struct snowman *board, unsigned n, const struct cell_set *from, struct cell_set *to)
{
    if (board->images == NULL) {
        map_set(board, n, from, to);
        return;
    }
    const struct cell_image *image = board->images + (size_t)n * board->words * NIBBLES * 16;
    uint64_t low = 0, high = 0;
    for (unsigned i = 0; i < board->words; i++, image += NIBBLES * 16) {
        const struct cell_image *part = image;
        for (uint64_t rest = from->word[i]; rest != 0; rest >>= 4, part += 16) {
            low |= part[rest & 15].word[0];
            high |= part[rest & 15].word[1];
        }
    }
    to->word[0] = low;
    if (board->words == BITS_WORDS)
        to->word[1] = high;
}

static void write_image(const void *context, unsigned n, unsigned char *state)
{
    const struct model *model = context;
    const struct snowman *board = model->board;
    struct snowman_position image;
    struct cell_set region;
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++)
        map_set(board, n, &model->position->balls[size], &image.balls[size]);
    map_large_set(board, n, &model->position->snow, &image.snow);
    image.player = (int)mirrors_cell(&board->mirrors, n, (unsigned)model->position->player);
    if (!board->by_steps) {
        snowman_walks(board, &image, &region);
        image.player = set_first(board, &region);
    }
    snowman_pack(board, &image, state);
}

void snowman_merge(const struct puzzle *puzzle, unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    const struct mirrors *mirrors = &board->mirrors;
    uint32_t keys[GRID_SYMMETRIES] = {0};
    struct snowman_position position;
    if (puzzle->mirrors < 2 || !puzzle_prunes(puzzle, SNOWMAN_MIRRORS))
        return;
    snowman_unpack(board, state, &position);
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        for (unsigned i = 0; i < board->words; i++) {
            for (uint64_t rest = position.balls[size].word[i]; rest != 0; rest &= rest - 1)
                mirrors_add(mirrors, size, 64 * i + (unsigned)__builtin_ctzll(rest), keys);
        }
    }
    unsigned images = mirrors_least(mirrors, keys);
    if (images != 1)
        mirrors_take(images, write_image, &(struct model){board, &position}, state, puzzle->state_bytes);
}
