/* Symmetric levels; see mirror_level.h.
 *
 * A draft has a random group of symmetries, and cells that the group maps onto each other usually get the same
 * content.  Boxes, balls and blocks go on all cells of such an orbit or on some of them.  Occasionally walls and
 * goals, too, go only on some; then the board has fewer symmetries, or none. */
#include "tests/mirror_level.h"

#include "games/snowman/snowman.h"
#include "games/sokoban/sokoban.h"
#include "tests/toys.h"

#include <stdlib.h>
#include <string.h>

/* Groups as sets of symmetries; all but the first four need a square board. */
static const unsigned groups[] = {0x03, 0x05, 0x09, 0x0f, 0x11, 0x81, 0x69, 0x99, 0xff};
enum { FLAT_GROUPS = 4, GROUPS = sizeof groups / sizeof *groups };

struct draft {
    struct grid grid;
    unsigned group;
    uint64_t random;
    bool even;
    unsigned still; /* percentage of the cells of an orbit that get walls, goals and the like */
};

static unsigned below(struct draft *draft, unsigned bound)
{
    return (unsigned)(toy_random(&draft->random) % bound);
}

static int image_of(const struct draft *draft, unsigned symmetry, int cell)
{
    return symmetry_cell(symmetry, draft->grid.columns, draft->grid.rows, cell);
}

/* Fills a random `share` percent of the orbit of a cell, where it is `floor`. */
static void fill(struct draft *draft, int cell, unsigned char floor, char piece, unsigned share)
{
    for (unsigned symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
        unsigned char *image = &draft->grid.cells[image_of(draft, symmetry, cell)];
        if ((draft->group >> symmetry & 1) && *image == floor && below(draft, 100) < share)
            *image = (unsigned char)piece;
    }
}

/* Returns a random cell with that content, or -1 if the tries found none.  `fixed`: the group must not move the
 * cell. */
static int find_cell(struct draft *draft, unsigned char content, bool fixed)
{
    for (unsigned tries = 0; tries < 80; tries++) {
        int cell = (int)below(draft, (unsigned)grid_size(&draft->grid));
        bool stays = true;
        for (unsigned symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++)
            stays = stays && ((draft->group >> symmetry & 1) == 0 || image_of(draft, symmetry, cell) == cell);
        if (draft->grid.cells[cell] == content && (stays || !fixed))
            return cell;
    }
    return -1;
}

static void fill_somewhere(struct draft *draft, unsigned char floor, char piece, unsigned share)
{
    int cell = find_cell(draft, floor, false);
    if (cell >= 0)
        fill(draft, cell, floor, piece, share);
}

static void put_one(struct draft *draft, unsigned char floor, char piece)
{
    int cell = find_cell(draft, floor, draft->even);
    if (cell < 0)
        cell = find_cell(draft, floor, false);
    if (cell >= 0)
        draft->grid.cells[cell] = (unsigned char)piece;
}

/* Draws a room of up to 5x5 cells within walls, square where the group requires it. */
static void draw_capacity(struct draft *draft, unsigned char floor, unsigned char wall, unsigned density)
{
    unsigned which = below(draft, GROUPS);
    int columns = 5 + (int)below(draft, 3);
    int rows = which < FLAT_GROUPS ? 4 + (int)below(draft, 4) : columns;
    draft->group = groups[which];
    if (!grid_make(&draft->grid, columns, rows, floor))
        abort();
    for (int cell = 0; cell < grid_size(&draft->grid); cell++) {
        bool edge = grid_is_edge(&draft->grid, cell);
        if (edge || below(draft, density) == 0)
            fill(draft, cell, floor, (char)wall, edge ? 100 : draft->still);
    }
}

static void draw_sokoban(struct draft *draft)
{
    unsigned share = draft->even ? 100 : 60;
    draw_capacity(draft, ' ', '#', 12);
    for (unsigned n = 1 + below(draft, 2); n > 0; n--)
        fill_somewhere(draft, ' ', '.', draft->still);
    if (below(draft, 4) == 0)
        fill_somewhere(draft, '.', '*', share);
    fill_somewhere(draft, ' ', '$', share);
    if (below(draft, 3) == 0)
        fill_somewhere(draft, ' ', '$', share);
    put_one(draft, ' ', '@');
}

static void draw_snowman(struct draft *draft)
{
    unsigned share = draft->even ? 100 : 60;
    static const char balls[] = "1112234";
    draw_capacity(draft, '-', 'X', 20);
    for (unsigned n = below(draft, 5); n > 0; n--)
        fill_somewhere(draft, '-', '*', draft->still);
    if (below(draft, 3) == 0)
        fill_somewhere(draft, '-', '+', draft->still);
    if (below(draft, 4) == 0)
        fill_somewhere(draft, '*', '=', draft->still);
    bool single = !draft->even && below(draft, 2) == 0; /* other levels seldom have enough balls for a snowman */
    for (unsigned n = 1 + below(draft, 3); n > 0 && !single; n--)
        fill_somewhere(draft, '-', balls[below(draft, sizeof balls - 1)], share);
    if (single) {
        put_one(draft, '-', '6');
        put_one(draft, '-', '1');
    }
    put_one(draft, '-', '#');
}

/* Puts a bird of up to `length` segments, starting from a cell above ground. */
static void put_bird(struct draft *draft, char head, unsigned length)
{
    struct grid *grid = &draft->grid;
    int cell = -1;
    for (unsigned tries = 0; tries < 60 && cell < 0; tries++) {
        cell = find_cell(draft, '-', false);
        int under = cell < 0 ? -1 : grid_beside(grid, cell, DOWN);
        cell = under < 0 || grid->cells[under] != '#' ? -1 : cell;
    }
    for (unsigned n = 0; n < length && cell >= 0; n++) {
        grid->cells[cell] = (unsigned char)(head + (int)n);
        unsigned first = below(draft, DIRECTIONS);
        int next = -1;
        for (unsigned d = 0; d < DIRECTIONS && next < 0; d++) {
            next = grid_beside(grid, cell, (first + d) % DIRECTIONS);
            next = next >= 0 && grid->cells[next] == '-' ? next : -1;
        }
        cell = next;
    }
}

/* Puts a bird upright in the middle column, on the ground, with its head up or down. */
static void put_upright(struct draft *draft, char head, unsigned length)
{
    struct grid *grid = &draft->grid;
    bool down = below(draft, 2) == 0;
    int cell = grid_size(grid) - 1 - grid->columns / 2;
    while (cell >= 0 && grid->cells[cell] != '-')
        cell -= grid->columns;
    for (unsigned n = 0; n < length && cell >= 0 && grid->cells[cell] == '-'; n++) {
        grid->cells[cell] = (unsigned char)(head + (int)(down ? n : length - 1 - n));
        cell -= grid->columns;
    }
}

/* Puts the mirror image of one bird as another bird. */
static void reflect_bird(struct draft *draft, char head, char other)
{
    for (int cell = 0; cell < grid_size(&draft->grid); cell++) {
        unsigned char c = draft->grid.cells[cell];
        unsigned char *image = &draft->grid.cells[image_of(draft, 1, cell)];
        if (c >= head && c < head + 4 && *image == '-')
            *image = (unsigned char)(other + c - head);
    }
}

/* Puts a block of one to three cells on the ground, and its image. */
static void put_blocks(struct draft *draft)
{
    struct grid *grid = &draft->grid;
    int cell = find_cell(draft, '-', false), image = cell < 0 ? -1 : image_of(draft, 1, cell);
    int under = cell < 0 ? -1 : grid_beside(grid, cell, DOWN);
    if (under < 0 || grid->cells[under] != '#')
        return;
    grid->cells[cell] = '%';
    if (image != cell)
        grid->cells[image] = '&';
    int above = grid_beside(grid, cell, UP), beside = grid_beside(grid, cell, RIGHT);
    if (above >= 0 && grid->cells[above] == '-' && image != cell && below(draft, 2) == 0) {
        grid->cells[above] = '%';
        grid->cells[image_of(draft, 1, above)] = '&';
        int corner = grid_beside(grid, above, LEFT);
        if (corner >= 0 && grid->cells[corner] == '-' && below(draft, 2) == 0) {
            grid->cells[corner] = '%';
            grid->cells[image_of(draft, 1, corner)] = '&';
        }
    } else if (beside >= 0 && grid->cells[beside] == '-' && below(draft, 2) == 0 &&
               image_of(draft, 1, beside) != beside) {
        grid->cells[beside] = '%';
        grid->cells[image_of(draft, 1, beside)] = '&';
    }
}

static void draw_snakebird(struct draft *draft)
{
    int columns = 5 + 2 * (int)below(draft, 2), rows = 4 + (int)below(draft, 2);
    draft->group = 0x03;
    if (!grid_make(&draft->grid, columns, rows, '-'))
        abort();
    for (int column = 0; column < columns; column++) {
        for (int row = rows - 2; row < rows; row++) {
            if (below(draft, 4) > 0)
                fill(draft, row * columns + column, '-', '#', 100);
        }
    }
    int exit = (int)below(draft, (unsigned)rows - 1) * columns + columns / 2;
    exit += draft->still < 100 && below(draft, 2) == 0;
    draft->grid.cells[exit] = '*';
    for (unsigned n = below(draft, 3); n > 0; n--)
        fill_somewhere(draft, '-', below(draft, 3) == 0 ? '#' : '+', draft->still);
    if (below(draft, 4) == 0)
        fill_somewhere(draft, '-', '^', draft->still);
    if (below(draft, 3) == 0)
        put_blocks(draft);
    unsigned length = 1 + below(draft, 3), kind = below(draft, 3);
    if (draft->even) {
        put_upright(draft, 'A', length);
        return;
    }
    put_bird(draft, 'A', length);
    if (kind == 1)
        put_bird(draft, 'a', below(draft, 2) == 0 ? length : 1 + below(draft, 2));
    if (kind == 2)
        reflect_bird(draft, 'A', 'a');
}

struct puzzle *mirror_level(const struct game *game, uint64_t seed, bool even)
{
    struct draft draft = {.random = seed * 0x9e3779b97f4a7c15u + 1, .even = even};
    draft.still = below(&draft, 5) == 0 ? 70 : 100;
    struct complaint complaint;
    struct variant variant = {0};
    if (game == &game_sokoban)
        draw_sokoban(&draft);
    else if (game == &game_snowman)
        draw_snowman(&draft);
    else
        draw_snakebird(&draft);
    if (game->metrics != NULL)
        variant.metric = below(&draft, 3) == 0;
    if (game->rules != NULL)
        variant.rules = below(&draft, 4) == 0;
    struct puzzle *puzzle = game->load(&draft.grid, variant, &complaint);
    grid_free(&draft.grid);
    return puzzle;
}
