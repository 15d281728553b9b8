/* The slow implementation of Snakebird; see snakebird_slow.h. */
#include "tests/snakebird_slow.h"

#include <string.h>

static const char birds[] = "Aa0N", blocks[] = "%&$!;:,=/";

static struct slow_cell beside(struct slow_cell cell, enum direction direction)
{
    if (direction == UP)
        cell.row--;
    if (direction == DOWN)
        cell.row++;
    if (direction == LEFT)
        cell.column--;
    if (direction == RIGHT)
        cell.column++;
    return cell;
}

static bool equal(struct slow_cell a, struct slow_cell b)
{
    return a.row == b.row && a.column == b.column;
}

static bool find(const struct grid *grid, unsigned char c, struct slow_cell *cell)
{
    for (cell->row = 0; cell->row < grid->rows; cell->row++) {
        for (cell->column = 0; cell->column < grid->columns; cell->column++) {
            if (grid_at(grid, cell->row, cell->column, '-') == c)
                return true;
        }
    }
    return false;
}

/* Finds all cells with a character, row by row.  Returns their number. */
static int find_all(const struct grid *grid, unsigned char c, struct slow_cell *cells)
{
    int count = 0;
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            if (grid_at(grid, row, column, '-') == c)
                cells[count++] = (struct slow_cell){row, column};
        }
    }
    return count;
}

void slow_world_read(const struct grid *grid, bool document, struct slow_world *world)
{
    memset(world, 0, sizeof *world);
    world->terrain = *grid;
    world->document = document;
    find(grid, '*', &world->exit);
    world->fruit = find_all(grid, '+', world->fruit_cell);
    world->portals = find_all(grid, '@', world->portal);
    for (const char *first = birds; *first != '\0'; first++) {
        struct slow_piece *piece = &world->piece[world->pieces];
        piece->symbol = (unsigned char)*first;
        piece->is_bird = true;
        while (piece->count < (*first == 'A' ? 13 : 10) &&
               find(grid, (unsigned char)(*first + piece->count), &piece->cell[piece->count]))
            piece->count++;
        world->pieces += piece->count > 0;
    }
    for (const char *symbol = blocks; *symbol != '\0'; symbol++) {
        struct slow_piece *piece = &world->piece[world->pieces];
        piece->symbol = (unsigned char)*symbol;
        piece->is_bird = false;
        piece->count = find_all(grid, piece->symbol, piece->cell);
        world->pieces += piece->count > 0;
    }
}

static unsigned char terrain(const struct slow_world *world, struct slow_cell cell)
{
    unsigned char c = grid_at(&world->terrain, cell.row, cell.column, '-');
    return c == '#' || c == '^' ? c : '-';
}

static bool in_water(const struct slow_world *world, struct slow_cell cell)
{
    return cell.row >= world->terrain.rows;
}

/* Returns the piece in a cell, or -1. */
static int piece_in(const struct slow_world *world, struct slow_cell cell)
{
    for (int i = 0; i < world->pieces; i++) {
        for (int k = 0; !world->piece[i].gone && k < world->piece[i].count; k++) {
            if (equal(world->piece[i].cell[k], cell))
                return i;
        }
    }
    return -1;
}

static int fruit_in(const struct slow_world *world, struct slow_cell cell)
{
    for (int i = 0; i < world->fruit; i++) {
        if (equal(world->fruit_cell[i], cell))
            return i;
    }
    return -1;
}

static void shift(struct slow_piece *piece, int down, int across)
{
    for (int k = 0; k < piece->count; k++) {
        piece->cell[k].row += down;
        piece->cell[k].column += across;
    }
}

static bool touches(const struct slow_piece *piece, struct slow_cell cell)
{
    for (int k = 0; k < piece->count; k++) {
        if (equal(piece->cell[k], cell))
            return !piece->gone;
    }
    return false;
}

static void grow_or_crawl(struct slow_world *world, int bird, struct slow_cell to)
{
    struct slow_piece *piece = &world->piece[bird];
    int fruit = fruit_in(world, to);
    if (fruit >= 0) {
        world->fruit_cell[fruit] = world->fruit_cell[--world->fruit];
        piece->count++;
    }
    for (int k = piece->count - 1; k > 0; k--)
        piece->cell[k] = piece->cell[k - 1];
    piece->cell[0] = to;
}

/* --- original rules --- */

static bool drowned(const struct slow_world *world, const struct slow_piece *piece)
{
    for (int k = 0; k < piece->count; k++) {
        if (in_water(world, piece->cell[k]))
            return true;
    }
    return false;
}

/* Removes blocks in the water.  Returns false if a bird is in the water or on spikes. */
static bool survive(struct slow_world *world)
{
    for (int i = 0; i < world->pieces; i++) {
        struct slow_piece *piece = &world->piece[i];
        if (piece->gone)
            continue;
        if (piece->is_bird && drowned(world, piece))
            return false;
        if (!piece->is_bird && drowned(world, piece))
            piece->gone = true;
        for (int k = 0; piece->is_bird && k < piece->count; k++) {
            if (terrain(world, piece->cell[k]) == '^')
                return false;
        }
    }
    return true;
}

static bool held_by_ground(const struct slow_world *world, int i)
{
    const struct slow_piece *piece = &world->piece[i];
    for (int k = 0; k < piece->count; k++) {
        struct slow_cell below = beside(piece->cell[k], DOWN);
        if (terrain(world, below) == '#' || fruit_in(world, below) >= 0 ||
            (terrain(world, below) == '^' && !piece->is_bird))
            return true;
    }
    return false;
}

static bool held_by_held(const struct slow_world *world, int i, const bool *held)
{
    for (int k = 0; k < world->piece[i].count; k++) {
        int below = piece_in(world, beside(world->piece[i].cell[k], DOWN));
        if (below >= 0 && below != i && held[below])
            return true;
    }
    return false;
}

/* Lets all unsupported pieces fall one cell.  Returns whether any did. */
static bool fall_together(struct slow_world *world)
{
    bool held[SLOW_PIECES], more = true, any = false;
    for (int i = 0; i < world->pieces; i++)
        held[i] = !world->piece[i].gone && held_by_ground(world, i);
    while (more) {
        more = false;
        for (int i = 0; i < world->pieces; i++) {
            if (!world->piece[i].gone && !held[i] && held_by_held(world, i, held))
                held[i] = more = true;
        }
    }
    for (int i = 0; i < world->pieces; i++) {
        if (world->piece[i].gone || held[i])
            continue;
        shift(&world->piece[i], 1, 0);
        any = true;
    }
    return any;
}

static bool is_free(const struct slow_world *world, struct slow_cell cell)
{
    return terrain(world, cell) == '-' && !in_water(world, cell) && fruit_in(world, cell) < 0 &&
           piece_in(world, cell) < 0;
}

static bool carry(struct slow_world *world, int i, int end)
{
    int down = world->portal[!end].row - world->portal[end].row;
    int across = world->portal[!end].column - world->portal[end].column;
    for (int k = 0; k < world->piece[i].count; k++) {
        struct slow_cell cell = world->piece[i].cell[k];
        cell.row += down;
        cell.column += across;
        if (!is_free(world, cell))
            return false;
    }
    shift(&world->piece[i], down, across);
    return true;
}

/* Which pieces are in which end of the portal. */
struct guests {
    bool in[SLOW_PIECES][2];
};

static struct guests find_guests(const struct slow_world *world)
{
    struct guests guests = {0};
    for (int i = 0; i < world->pieces; i++) {
        for (int end = 0; end < world->portals; end++)
            guests.in[i][end] = touches(&world->piece[i], world->portal[end]);
    }
    return guests;
}

/* Carries the first piece that has newly entered an end.  Returns whether there was one. */
static bool use_portal(struct slow_world *world, const struct guests *before)
{
    struct guests now = find_guests(world);
    for (int i = 0; i < world->pieces; i++) {
        for (int end = 0; end < world->portals; end++) {
            if (now.in[i][end] && !before->in[i][end] && carry(world, i, end))
                return true;
        }
    }
    return false;
}

static bool settle_original(struct slow_world *world, struct guests before)
{
    for (int patience = 20000; patience > 0; patience--) {
        for (int i = 0; i < world->pieces; i++) {
            struct slow_piece *piece = &world->piece[i];
            if (piece->is_bird && world->fruit == 0 && equal(piece->cell[0], world->exit))
                piece->gone = true;
        }
        bool carried = use_portal(world, &before);
        before = find_guests(world);
        if (carried)
            continue;
        if (!fall_together(world))
            return true;
        if (!survive(world))
            return false;
    }
    return false; /* it falls from portal to portal forever */
}

/* Marks a piece and all pieces that it pushes.  Returns false if something blocks them. */
static bool gather(const struct slow_world *world, int i, int pusher, enum direction direction, bool *pushed)
{
    if (i == pusher)
        return false;
    if (pushed[i])
        return true;
    pushed[i] = true;
    for (int k = 0; k < world->piece[i].count; k++) {
        struct slow_cell to = beside(world->piece[i].cell[k], direction);
        int met = piece_in(world, to);
        if (terrain(world, to) != '-' || fruit_in(world, to) >= 0)
            return false;
        if (met >= 0 && met != i && !gather(world, met, pusher, direction, pushed))
            return false;
    }
    return true;
}

static bool push(struct slow_world *world, int first, int pusher, enum direction direction)
{
    bool pushed[SLOW_PIECES] = {false};
    world->piece[pusher].count--; /* the tail leaves */
    bool good = gather(world, first, pusher, direction, pushed);
    world->piece[pusher].count++;
    struct slow_cell step = beside((struct slow_cell){0, 0}, direction);
    for (int i = 0; good && i < world->pieces; i++) {
        if (pushed[i])
            shift(&world->piece[i], step.row, step.column);
    }
    return good;
}

static bool move_original(struct slow_world *world, int bird, enum direction direction)
{
    struct slow_cell to = beside(world->piece[bird].cell[0], direction);
    struct guests before = find_guests(world);
    int met = piece_in(world, to);
    if (terrain(world, to) != '-' || in_water(world, to) || met == bird)
        return false;
    if (met >= 0 && !push(world, met, bird, direction))
        return false;
    grow_or_crawl(world, bird, to);
    return survive(world) && settle_original(world, before);
}

/* --- the document's rules --- */

static bool valid(const struct slow_world *world)
{
    struct slow_cell ground[SLOW_CELLS * 10];
    int count = find_all(&world->terrain, '#', ground), lowest = 0;
    if (count > 0)
        lowest = ground[count - 1].row;
    for (int i = 0; i < world->pieces; i++) {
        const struct slow_piece *bird = &world->piece[i];
        bool below = true;
        for (int k = 0; k < bird->count; k++) {
            below = below && bird->cell[k].row > lowest;
            if (!bird->gone && terrain(world, bird->cell[k]) == '^')
                return false;
        }
        if (below && !bird->gone)
            return false;
    }
    return true;
}

static bool supported(const struct slow_world *world, int i)
{
    for (int k = 0; k < world->piece[i].count; k++) {
        struct slow_cell below = beside(world->piece[i].cell[k], DOWN);
        if (terrain(world, below) == '#')
            return true;
        int other = piece_in(world, below);
        if (other >= 0 && other != i)
            return true;
    }
    return false;
}

/* Applies the next consequence.  Returns whether there was one. */
static bool next_consequence(struct slow_world *world)
{
    for (int i = 0; i < world->pieces && world->fruit == 0; i++) {
        if (touches(&world->piece[i], world->exit)) {
            world->piece[i].gone = true;
            return true;
        }
    }
    for (int i = 0; i < world->pieces; i++) {
        if (!world->piece[i].gone && !supported(world, i)) {
            shift(&world->piece[i], 1, 0);
            return true;
        }
    }
    return false;
}

static bool settle_document(struct slow_world *world)
{
    do {
        if (!valid(world))
            return false;
    } while (next_consequence(world));
    return true;
}

bool slow_world_settle(struct slow_world *world)
{
    return world->document ? settle_document(world) : settle_original(world, find_guests(world));
}

bool slow_world_move(struct slow_world *world, int bird, enum direction direction)
{
    if (world->piece[bird].gone)
        return false;
    if (world->document) {
        struct slow_cell to = beside(world->piece[bird].cell[0], direction);
        if (terrain(world, to) == '#' || piece_in(world, to) >= 0)
            return false;
        grow_or_crawl(world, bird, to);
        return settle_document(world);
    }
    return move_original(world, bird, direction);
}

/* --- drawing --- */

static void put(struct grid *grid, struct slow_cell cell, const int *over, unsigned char c)
{
    int row = cell.row + over[UP], column = cell.column + over[LEFT];
    if (grid_at(grid, row, column, '\0') != '\0')
        grid->cells[row * grid->columns + column] = c;
}

static bool same_shape(const struct slow_piece *a, const struct slow_piece *b)
{
    if (a->is_bird || b->is_bird || a->count != b->count)
        return false;
    for (int k = 0; k < a->count; k++) {
        if (a->cell[k].row - a->cell[0].row != b->cell[k].row - b->cell[0].row ||
            a->cell[k].column - a->cell[0].column != b->cell[k].column - b->cell[0].column)
            return false;
    }
    return true;
}

/* Returns the symbol of a block.  Blocks of the same shape get their symbols in the order of their positions, those
 * that are gone first. */
static unsigned char block_symbol(const struct slow_world *world, int block)
{
    const struct slow_piece *piece = &world->piece[block];
    int before = 0;
    for (int i = 0; i < world->pieces; i++) {
        const struct slow_piece *other = &world->piece[i];
        if (i == block || !same_shape(piece, other))
            continue;
        int down = other->cell[0].row - piece->cell[0].row;
        before += other->gone || down < 0 || (down == 0 && other->cell[0].column < piece->cell[0].column);
    }
    for (int i = 0; i < world->pieces; i++) {
        if (same_shape(piece, &world->piece[i]) && before-- == 0)
            return world->piece[i].symbol;
    }
    return '?';
}

static void find_size(const struct slow_world *world, int *over)
{
    for (int i = 0; i < world->pieces; i++) {
        const struct slow_piece *piece = &world->piece[i];
        for (int k = 0; piece->is_bird && !piece->gone && k < piece->count; k++) {
            struct slow_cell cell = piece->cell[k];
            int beyond[DIRECTIONS] = {-cell.row, cell.column - world->terrain.columns + 1,
                                      cell.row - world->terrain.rows + 1, -cell.column};
            for (int d = 0; d < DIRECTIONS; d++)
                over[d] = beyond[d] > over[d] ? beyond[d] : over[d];
        }
    }
}

bool slow_world_draw(const struct slow_world *world, struct grid *grid)
{
    int over[DIRECTIONS] = {0};
    find_size(world, over);
    if (!grid_make(grid, world->terrain.columns + over[LEFT] + over[RIGHT], world->terrain.rows + over[UP] + over[DOWN],
                   '-'))
        return false;
    struct slow_cell cell;
    for (cell.row = 0; cell.row < world->terrain.rows; cell.row++) {
        for (cell.column = 0; cell.column < world->terrain.columns; cell.column++)
            put(grid, cell, over, terrain(world, cell));
    }
    put(grid, world->exit, over, '*');
    for (int i = 0; i < world->portals; i++)
        put(grid, world->portal[i], over, '@');
    for (int i = 0; i < world->fruit; i++)
        put(grid, world->fruit_cell[i], over, '+');
    for (int i = world->pieces - 1; i >= 0; i--) {
        const struct slow_piece *piece = &world->piece[i];
        for (int k = 0; !piece->gone && k < piece->count; k++)
            put(grid, piece->cell[k], over,
                piece->is_bird ? (unsigned char)(piece->symbol + k) : block_symbol(world, i));
    }
    return true;
}
