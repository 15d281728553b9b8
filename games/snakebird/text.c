/* Snakebird: reads a level's text into a board, and draws states as text.
 *
 * All errors in a text are reported here, with bird and cell.  The board is made just large enough for every
 * position that a piece at rest can be in. */
#include "games/snakebird/snakebird.h"

#include <string.h>

const struct snakebird_alphabet snakebird_alphabets[SNAKEBIRD_BIRDS] = {{'A', 'Z'}, {'a', 'z'}, {'0', '9'}, {'N', 'Z'}};

const char snakebird_block_symbols[] = "%&$!;:,=/";

enum { NOWHERE = -1 };

/* The pieces found in a text before the board exists, as cells of the text. */
struct finds {
    int segment[SNAKEBIRD_BIRDS][26];
    int exit, portal[2], portals;
    int fruit[SNAKEBIRD_FRUIT], fruit_count;
    bool long_first_bird; /* 'M' is used, so 'N' and later letters belong to the first bird */
};

static void complain_at(struct complaint *complaint, const struct grid *grid, int cell, const char *message)
{
    complain(complaint, cell / grid->columns + 1, cell % grid->columns + 1, "%s", message);
}

static bool record_all(const struct grid *grid, bool plain, struct finds *finds, struct complaint *complaint)
{
    *finds = (struct finds){.exit = NOWHERE};
    for (int bird = 0; bird < SNAKEBIRD_BIRDS; bird++) {
        for (int i = 0; i < 26; i++)
            finds->segment[bird][i] = NOWHERE;
    }
    finds->long_first_bird = memchr(grid->cells, 'M', (size_t)grid_size(grid)) != NULL;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        const char *wrong = NULL;
        if (c == '*' && finds->exit != NOWHERE) {
            wrong = "a second exit '*'; a level has one";
        } else if (c == '*') {
            finds->exit = cell;
        } else if (c == '+' && finds->fruit_count == SNAKEBIRD_FRUIT) {
            wrong = "more than 64 fruit '+'";
        } else if (c == '+') {
            finds->fruit[finds->fruit_count++] = cell;
        } else if (c == '@' && finds->portals == 2) {
            wrong = "a third portal end '@'; a portal has two";
        } else if (plain && (c == '@' || (c != '\0' && strchr(snakebird_block_symbols, c) != NULL))) {
            wrong = "the rules of the document know no blocks and no portals";
        } else if (c == '@') {
            finds->portal[finds->portals++] = cell;
        } else {
            const struct snakebird_alphabet *letters = snakebird_alphabets;
            int bird = SNAKEBIRD_BIRDS - 1;
            while (bird >= 0 &&
                   (c < letters[bird].first || c > letters[bird].last || (bird == 3 && finds->long_first_bird)))
                bird--;
            int *place = bird < 0 ? NULL : &finds->segment[bird][c - letters[bird].first];
            if (place != NULL && *place != NOWHERE) {
                complain(complaint, cell / grid->columns + 1, cell % grid->columns + 1,
                         "bird '%c': a second '%c'; each segment has a letter of its own", letters[bird].first, c);
                return false;
            }
            if (place != NULL)
                *place = cell;
        }
        if (wrong != NULL) {
            complain_at(complaint, grid, cell, wrong);
            return false;
        }
    }
    if (finds->exit == NOWHERE)
        complain(complaint, 0, 0, "no exit '*' in this level");
    else if (finds->portals == 1)
        complain_at(complaint, grid, finds->portal[0], "a portal end '@' without the other one");
    return finds->exit != NOWHERE && finds->portals != 1;
}

/* The direction from a cell of the text to a neighbour, or -1 if they are not neighbours. */
static int step_between(const struct grid *grid, int from, int to)
{
    for (int i = 0; i < DIRECTIONS; i++) {
        if (to / grid->columns == from / grid->columns + direction_down[i] &&
            to % grid->columns == from % grid->columns + direction_across[i])
            return i;
    }
    return -1;
}

/* Checks the birds' segments: consecutive letters from the first, each adjacent to the one before.  Fills in the
 * lengths of the birds; those that exist become consecutive. */
static bool check_birds(const struct grid *grid, struct finds *finds, struct snakebird *board,
                        struct complaint *complaint)
{
    for (int i = 0; i < SNAKEBIRD_BIRDS; i++) {
        const int *segment = finds->segment[i];
        unsigned char head = snakebird_alphabets[i].first;
        int length = 0, wrong = 0;
        while (length < 26 && segment[length] != NOWHERE)
            length++;
        for (int n = length + 1; n < 26 && wrong == 0; n++)
            wrong = segment[n] != NOWHERE ? n : 0;
        bool missing = wrong > 0; /* a letter before it */
        for (int n = 1; n < length && wrong == 0; n++)
            wrong = step_between(grid, segment[n], segment[n - 1]) < 0 ? n : 0;
        if (wrong > 0) {
            int row = segment[wrong] / grid->columns + 1, column = segment[wrong] % grid->columns + 1;
            if (missing && length == 0)
                complain(complaint, row, column, "bird '%c': '%c' without its head '%c'", head, head + wrong, head);
            else
                complain(complaint, row, column,
                         missing ? "bird '%c': '%c' without '%c' before it" : "bird '%c': '%c' is not next to '%c'",
                         head, head + wrong, head + wrong - 1);
            return false;
        }
        unsigned longest = (unsigned)(length + finds->fruit_count);
        if (length > 0 && longest > SNAKEBIRD_LONGEST) {
            complain(complaint, 0, 0, "bird '%c' could grow to %u segments; the limit is %d", head, longest,
                     SNAKEBIRD_LONGEST);
            return false;
        }
        if (length == 0)
            continue;
        unsigned bird = board->birds++;
        if (bird != (unsigned)i)
            memcpy(finds->segment[bird], segment, sizeof finds->segment[i]);
        board->letter[bird] = head;
        board->shortest[bird] = (unsigned)length;
        board->longest[bird] = longest;
    }
    if (board->birds == 0)
        complain(complaint, 0, 0, "no bird in this level (A, a or 0 is a head)");
    return board->birds > 0;
}

/* The bounding box of a block, in cells of the text. */
struct box {
    int top, left, bottom, right, count;
};

static struct box box_around(const struct grid *grid, unsigned char symbol)
{
    struct box box = {grid->rows, grid->columns, -1, -1, 0};
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] != symbol)
            continue;
        int row = cell / grid->columns, column = cell % grid->columns;
        box.top = row < box.top ? row : box.top;
        box.left = column < box.left ? column : box.left;
        box.bottom = row > box.bottom ? row : box.bottom;
        box.right = column > box.right ? column : box.right;
        box.count++;
    }
    return box;
}

/* --- the maximum distance of pieces from the text ---
 *
 * A piece at rest is supported by ground, fruit or a spike, or stands on a supported piece.  Below it there is thus
 * a chain of distinct pieces, down to one with a cell directly above a cell of the text.  Where two pieces of the
 * chain touch, a cell of one is directly above a cell of the other, in the same column.  Any two cells of a bird of
 * n segments are at most n - 1 columns apart; for a block it is its width minus one.  The sum of this over all
 * pieces is the farthest that any cell can be out at a side.  Upwards, the lowest piece of the chain starts at most
 * in the row above the text, and each piece ends at most its height further up, where the next one starts.
 * Downwards, nothing rests in the water.  (Under the document's rules, a single bird rests on ground, and the part
 * that hangs down from there is shorter than the bird.)  This holds for every state except the start, which is
 * within the text.
 *
 * Between two states at rest, the head and what it pushes move one cell outwards, and everything else falls in its
 * own columns.  This needs one more cell, and a frame of another one that is examined but never entered.  A piece
 * that a portal might carry extends from a cell of the text by its own size, also down into the water, and so does
 * one that falls below the ground under the document's rules.  They need their size plus these two cells.
 *
 * None of this can be reduced: pieces out there hang on pieces inside, and they do reach the last of these cells. */
static void find_margins(const struct grid *grid, const struct snakebird *board, int *side, int *top, int *bottom)
{
    *side = *top = *bottom = 2;
    for (unsigned i = 0; i < board->birds; i++) {
        int longest = (int)board->longest[i];
        *side += longest - 1;
        *top += longest;
        *bottom = longest + 2 > *bottom ? longest + 2 : *bottom;
    }
    for (const char *symbol = snakebird_block_symbols; *symbol != '\0'; symbol++) {
        struct box box = box_around(grid, (unsigned char)*symbol);
        int height = box.count == 0 ? 0 : box.bottom - box.top + 1;
        *side += box.count == 0 ? 0 : box.right - box.left;
        *top += height;
        *bottom = height + 2 > *bottom ? height + 2 : *bottom;
    }
}

static snakebird_cell board_cell(const struct snakebird *board, const struct grid *grid, int cell)
{
    return board->origin + cell / grid->columns * board->width + cell % grid->columns;
}

/* Makes the blocks, with those of one shape adjacent.  Returns false if memory runs out. */
static bool make_blocks(struct snakebird *board, const struct grid *grid)
{
    for (const char *symbol = snakebird_block_symbols; *symbol != '\0'; symbol++) {
        struct box box = box_around(grid, (unsigned char)*symbol);
        if (box.count == 0)
            continue;
        struct snakebird_block block = {.symbol = (unsigned char)*symbol};
        block.cells = arrays_add(&board->arrays, (size_t)box.count, sizeof *block.cells);
        if (block.cells == NULL)
            return false;
        snakebird_cell corner = board->origin + box.top * board->width + box.left;
        for (int cell = 0; cell < grid_size(grid); cell++) {
            if (grid->cells[cell] == block.symbol)
                block.cells[block.count++] = (int32_t)(board_cell(board, grid, cell) - corner);
        }
        unsigned at = 0;
        while (at < board->blocks &&
               (board->block[at].count != block.count ||
                memcmp(board->block[at].cells, block.cells, block.count * sizeof *block.cells) != 0))
            at++;
        block.shape = at;
        while (at < board->blocks && board->block[at].shape == block.shape)
            at++;
        for (unsigned i = board->blocks; i > at; i--) {
            board->block[i] = board->block[i - 1];
            board->block[i].shape += board->block[i].shape > block.shape;
            board->start.block[i] = board->start.block[i - 1];
        }
        board->block[at] = block;
        board->start.block[at] = corner;
        board->blocks++;
    }
    return true;
}

bool snakebird_read(const struct grid *grid, struct snakebird *board, struct complaint *complaint)
{
    struct finds finds;
    if (!record_all(grid, board->rules == SNAKEBIRD_DOCUMENT, &finds, complaint) ||
        !check_birds(grid, &finds, board, complaint))
        return false;
    /* Under the document's rules, two birds can hold each other up and so get anywhere.  Their board is so large that
     * no memory could hold the states on the way to its edge. */
    int side, top, bottom;
    find_margins(grid, board, &side, &top, &bottom);
    board->width = grid->columns + 2 * side;
    snakebird_cell height = grid->rows + top + bottom;
    board->origin = top * board->width + side;
    if (board->rules == SNAKEBIRD_DOCUMENT && board->birds > 1) {
        board->width = height = INT64_C(1) << 24;
        board->origin = height / 2 * board->width + board->width / 2;
    }
    board->cells = board->width * height;
    board->delta[UP] = -board->width;
    board->delta[RIGHT] = 1;
    board->delta[DOWN] = board->width;
    board->delta[LEFT] = -1;
    for (unsigned i = 0; i < board->birds; i++) {
        const int *segment = finds.segment[i];
        unsigned length = board->shortest[i];
        board->start.bird[i].length = 1;
        board->start.bird[i].head = board_cell(board, grid, segment[length - 1]);
        for (unsigned n = length - 1; n > 0; n--) {
            int step = step_between(grid, segment[n], segment[n - 1]);
            snakebird_advance(board, &board->start.bird[i], (enum direction)step, true);
        }
    }
    board->fruit_count = (unsigned)finds.fruit_count;
    for (int i = 0; i < finds.fruit_count; i++) {
        board->fruit[i] = board_cell(board, grid, finds.fruit[i]);
        board->start.fruit |= UINT64_C(1) << i;
    }
    board->exit = board_cell(board, grid, finds.exit);
    for (int i = 0; i < finds.portals; i++)
        board->portal[i] = board_cell(board, grid, finds.portal[i]);
    bool good = grid_make(&board->text, grid->columns, grid->rows, '-');
    for (int cell = 0; good && cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        if (c == '#' || c == '^')
            board->text.cells[cell] = c;
        if (c == '#')
            board->lowest_ground = cell / grid->columns;
    }
    if (!good || !make_blocks(board, grid)) {
        complain_memory(complaint);
        return false;
    }
    return true;
}

/* --- drawings of states, and the mirror symmetry of levels --- */

/* A picture: the grid, and the position of the text's first cell in it. */
struct picture {
    struct grid *grid;
    int top, left;
};

static void draw_cell(const struct snakebird *board, const struct picture *picture, snakebird_cell cell,
                      unsigned char c)
{
    int row, column;
    snakebird_place(board, cell, &row, &column);
    row += picture->top;
    column += picture->left;
    if (row >= 0 && column >= 0 && row < picture->grid->rows && column < picture->grid->columns)
        picture->grid->cells[row * picture->grid->columns + column] = c;
}

/* Draws a state.  The picture is larger than the text if a bird leans out over its sides. */
static bool draw_state(const struct snakebird *board, const struct snakebird_state *state, struct grid *grid)
{
    int over[DIRECTIONS] = {0};
    /* Finds how many rows and columns the birds extend beyond the text: top, right, bottom, left. */
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell cells[SNAKEBIRD_LONGEST];
        unsigned length = snakebird_segments(board, &state->bird[i], cells);
        for (unsigned k = 0; k < length; k++) {
            int row, column;
            snakebird_place(board, cells[k], &row, &column);
            over[UP] = -row > over[UP] ? -row : over[UP];
            over[LEFT] = -column > over[LEFT] ? -column : over[LEFT];
            int below = row - board->text.rows + 1, beyond = column - board->text.columns + 1;
            over[DOWN] = below > over[DOWN] ? below : over[DOWN];
            over[RIGHT] = beyond > over[RIGHT] ? beyond : over[RIGHT];
        }
    }
    for (unsigned d = 0; d < DIRECTIONS; d++)
        over[d] = over[d] > GRID_MAX_SIDE ? GRID_MAX_SIDE : over[d];
    if (!grid_make(grid, board->text.columns + over[LEFT] + over[RIGHT], board->text.rows + over[UP] + over[DOWN], '-'))
        return false;
    for (int cell = 0; cell < grid_size(&board->text); cell++) {
        int row = cell / board->text.columns + over[UP];
        int column = cell % board->text.columns + over[LEFT];
        grid->cells[row * grid->columns + column] = board->text.cells[cell];
    }
    const struct picture *picture = &(struct picture){grid, over[UP], over[LEFT]};
    draw_cell(board, picture, board->exit, '*');
    for (unsigned i = 0; i < 2 && board->portal[i] != 0; i++)
        draw_cell(board, picture, board->portal[i], '@');
    for (uint64_t rest = state->fruit; rest != 0; rest &= rest - 1)
        draw_cell(board, picture, board->fruit[__builtin_ctzll(rest)], '+');
    for (unsigned i = 0; i < board->blocks; i++) {
        for (unsigned k = 0; state->block[i] != 0 && k < board->block[i].count; k++)
            draw_cell(board, picture, state->block[i] + board->block[i].cells[k], board->block[i].symbol);
    }
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell cells[SNAKEBIRD_LONGEST];
        unsigned length = snakebird_segments(board, &state->bird[i], cells);
        for (unsigned k = 0; k < length; k++)
            draw_cell(board, picture, cells[k], snakebird_letter(board, i, k));
    }
    return true;
}

bool snakebird_draw(const struct puzzle *puzzle, const unsigned char *bytes, struct grid *grid)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    snakebird_unpack(board, bytes, &state);
    return draw_state(board, &state, grid);
}

/* --- blocks that look alike --- */

static bool block_has(const struct snakebird_block *block, snakebird_cell cell)
{
    for (unsigned k = 0; k < block->count; k++) {
        if (block->cells[k] == cell)
            return true;
    }
    return false;
}

bool snakebird_draw_alike(const struct puzzle *puzzle, struct grid *grid)
{
    const struct snakebird *board = snakebird_board(puzzle);
    if (!draw_state(board, &board->start, grid))
        return false;
    for (unsigned i = 0; i < board->blocks; i++) {
        const struct snakebird_block *block = &board->block[i];
        for (unsigned k = 0; k < block->count; k++) {
            /* The character for a block's cell, regardless of the block's symbol.  It encodes the sides on which the
             * block continues, without distinguishing left from right, so that it is its own mirror image.  It still
             * separates blocks that touch: reading from the left, a cell that continues to one side continues to the
             * left exactly if the cell before it continues to the right. */
            enum { FIRST_JOINT = 128 };
            snakebird_cell cell = block->cells[k];
            int sides = block_has(block, cell + board->delta[LEFT]) + block_has(block, cell + board->delta[RIGHT]);
            int joint = FIRST_JOINT + block_has(block, cell + board->delta[UP]) +
                        2 * block_has(block, cell + board->delta[DOWN]) + 4 * sides;
            draw_cell(board, &(struct picture){.grid = grid}, board->start.block[i] + cell, (unsigned char)joint);
        }
    }
    return true;
}
