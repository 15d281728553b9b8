/* Filling in the open cells of a level; see fill.h. */
#include "gen/climb/fill.h"

#include "gen/climb/draft.h"
#include "gen/climb/proposer.h"

#include <string.h>

enum { TRIES = 50, MOST_WALLS = 30 /* percent of the open cells */, LONGEST = 16, WALL_EDITS = 5, EDITS = 9 };

/* --- numbers --- */

struct number_range fill_range(const struct proposer *proposer, const void *pieces, const char *option)
{
    for (size_t i = 0; option != NULL && i < proposer->row_count; i++) {
        const struct option_row *row = &proposer->rows[i];
        if (strcmp(row->name, option) == 0 && row->kind == OPTION_RANGE)
            return *(const struct number_range *)(const void *)((const char *)pieces + row->offset);
    }
    return (struct number_range){0, ANY_NUMBER};
}

static unsigned char plain_of(const struct fill *fill)
{
    return (unsigned char)fill->game->contents[0].cell;
}

static unsigned char wall_of(const struct fill *fill)
{
    return (unsigned char)fill->game->contents[1].cell;
}

/* Counts the walls inside the outer wall. */
static unsigned count_walls(const struct fill *fill, const struct grid *draft)
{
    bool framed = fill->game->margin != MARGIN_NONE && grid_has_frame(draft, wall_of(fill));
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += draft->cells[cell] == wall_of(fill) && !(framed && grid_is_edge(draft, cell));
    return count;
}

static bool too_many(const char *option, unsigned has, struct number_range range, struct text *error)
{
    if (has <= range.high)
        return false;
    text_addf(error, "--%s: the level has %u already", option, has);
    return true;
}

bool fill_start(struct fill *fill, const struct from *from, const struct proposer *proposer, const void *pieces,
                struct text *error)
{
    const struct grid *given = &from->level.grid;
    *fill = (struct fill){.from = from, .game = proposer->game, .inventory = proposer->inventory};
    fill->walls = fill_range(proposer, pieces, "walls");
    fill->walls_told = fill->walls.high != ANY_NUMBER;
    if (too_many("walls", count_walls(fill, given), fill->walls, error))
        return false;
    for (size_t i = 0; fill->inventory != NULL && fill->inventory[i].counts != NULL; i++) {
        const struct inventory_item *inventory = &fill->inventory[i];
        struct number_range *range = &fill->numbers[fill->inventory_count++];
        unsigned each = inventory->each == 0 ? 1 : inventory->each, has = draft_count(given, inventory->counts);
        *range = fill_range(proposer, pieces, inventory->option);
        if (range->high != ANY_NUMBER) {
            *range = (struct number_range){each * range->low, each * range->high};
            if (too_many(inventory->option, has / each, (struct number_range){0, range->high / each}, error))
                return false;
        } else {
            *range = (struct number_range){inventory->low, has > inventory->high ? has : inventory->high};
        }
        range->low = has > range->low ? has : range->low;
        fill->lengths[i] = range_or(fill_range(proposer, pieces, inventory->length), 3, 4);
    }
    for (size_t i = 0; i < fill->inventory_count; i++) { /* if an item must equal another one, its least number also
                                                          * holds for the other one */
        unsigned like = fill->inventory[i].like;
        if (like > 0 && fill->numbers[like - 1].low < fill->numbers[i].low)
            fill->numbers[like - 1].low = fill->numbers[i].low;
        if (like > 0 && fill->numbers[like - 1].high < fill->numbers[like - 1].low)
            fill->numbers[like - 1].high = fill->numbers[like - 1].low;
    }
    return true;
}

/* --- places --- */

/* Whether a cell is a place for pieces (otherwise: for walls).  In mazes whose walls lie between cells, each has its
 * own cells. */
static bool is_place(const struct fill *fill, const struct grid *draft, int cell, bool of_pieces)
{
    bool inside = cell / draft->columns % 2 == 1 && cell % draft->columns % 2 == 1;
    bool post = cell / draft->columns % 2 == 0 && cell % draft->columns % 2 == 0;
    return !fill->game->spaced || (of_pieces ? inside : !inside && !post);
}

/* A random open cell that holds one of these characters and is a place for pieces or for walls; -1: none. */
static int pick(const struct fill *fill, const struct grid *draft, const char *kinds, bool of_pieces, struct rng *rng)
{
    int picked = -1;
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (fill->from->open[cell] && strchr(kinds, draft->cells[cell]) != NULL &&
            is_place(fill, draft, cell, of_pieces) && rng_below(rng, ++count) == 0)
            picked = cell;
    }
    return picked;
}

static int pick_plain(const struct fill *fill, const struct grid *draft, bool of_pieces, struct rng *rng)
{
    const char plain[] = {(char)plain_of(fill), '\0'};
    return pick(fill, draft, plain, of_pieces, rng);
}

/* --- pieces --- */

/* The character for one more piece of an inventory item; 0: all are used. */
static unsigned char next_character(const struct inventory_item *inventory, const struct grid *draft, struct rng *rng)
{
    if (!inventory->in_turn)
        return (unsigned char)inventory->puts[rng_below(rng, (uint32_t)strlen(inventory->puts))];
    for (const char *c = inventory->puts; *c != '\0'; c++) {
        if (memchr(draft->cells, *c, (size_t)grid_size(draft)) == NULL)
            return (unsigned char)*c;
    }
    return 0;
}

/* Puts a piece of several cells on a random path over plain ground.  Returns false if it found no path of that
 * length. */
static bool put_long(const struct fill *fill, struct grid *draft, unsigned char head, unsigned length, struct rng *rng)
{
    for (int tries = 0; tries < TRIES; tries++) {
        int way[LONGEST], cell = pick_plain(fill, draft, true, rng);
        unsigned count = 0;
        while (cell >= 0 && count < length && count < LONGEST) {
            draft->cells[cell] = (unsigned char)(head + count);
            way[count++] = cell;
            unsigned first = rng_below(rng, DIRECTIONS);
            int from = cell;
            cell = -1;
            for (unsigned i = 0; i < DIRECTIONS && cell < 0; i++) {
                int beside = grid_beside(draft, from, (first + i) % DIRECTIONS);
                if (beside >= 0 && fill->from->open[beside] && draft->cells[beside] == plain_of(fill))
                    cell = beside;
            }
        }
        if (count == length)
            return true;
        while (count > 0)
            draft->cells[way[--count]] = plain_of(fill);
    }
    return false;
}

static bool put(const struct fill *fill, size_t n, struct grid *draft, struct rng *rng)
{
    const struct inventory_item *inventory = &fill->inventory[n];
    unsigned char c = next_character(inventory, draft, rng);
    if (c == 0)
        return false;
    if (inventory->length != NULL)
        return put_long(fill, draft, c, range_draw(fill->lengths[n], rng), rng);
    int cell = pick_plain(fill, draft, true, rng);
    if (cell >= 0)
        draft->cells[cell] = c;
    return cell >= 0;
}

/* --- scattering --- */

static bool scatter_walls(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    unsigned has = count_walls(fill, draft), wanted = has;
    if (fill->walls_told) {
        struct number_range range = {has > fill->walls.low ? has : fill->walls.low, fill->walls.high};
        wanted = range_draw(range, rng);
    } else {
        unsigned open = (unsigned)fill->from->open_count;
        wanted += open * rng_below(rng, MOST_WALLS + 1) / 100;
    }
    for (; has < wanted; has++) {
        int cell = pick_plain(fill, draft, false, rng);
        if (cell < 0)
            return !fill->walls_told;
        draft->cells[cell] = wall_of(fill);
    }
    return true;
}

/* Puts walls into the corners between walls, if the game has such corners. */
static void set_posts(const struct fill *fill, struct grid *draft)
{
    for (int cell = 0; cell < grid_size(draft) && fill->game->spaced; cell++) {
        bool post = cell / draft->columns % 2 == 0 && cell % draft->columns % 2 == 0;
        if (post && fill->from->open[cell])
            draft->cells[cell] = wall_of(fill);
    }
}

bool fill_scatter(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    unsigned wanted[FILL_MOST_INVENTORY];
    draft_copy(draft, &fill->from->level.grid);
    set_posts(fill, draft);
    bool good = scatter_walls(fill, draft, rng);
    for (size_t i = 0; good && i < fill->inventory_count; i++) {
        const struct inventory_item *inventory = &fill->inventory[i];
        unsigned each = inventory->each == 0 ? 1 : inventory->each;
        unsigned drawn = range_draw(fill->numbers[i], rng);
        wanted[i] = inventory->like > 0 ? wanted[inventory->like - 1] : (drawn + each - 1) / each * each;
        for (unsigned has = draft_count(draft, inventory->counts); good && has < wanted[i]; has++)
            good = put(fill, i, draft, rng);
    }
    return good;
}

/* --- editing --- */

static bool toggle_wall(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    const char both[] = {(char)plain_of(fill), (char)wall_of(fill), '\0'};
    int cell = pick(fill, draft, both, false, rng);
    if (cell < 0)
        return false;
    bool wall = draft->cells[cell] == wall_of(fill);
    draft->cells[cell] = wall ? plain_of(fill) : wall_of(fill);
    return !fill->walls_told || range_holds(fill->walls, count_walls(fill, draft));
}

/* Removes a piece of several cells.  Returns its length; 0: a part of it is given and must stay. */
static unsigned take_long(const struct fill *fill, struct grid *draft, unsigned char head)
{
    unsigned length = 0;
    unsigned char *cell;
    while (length < LONGEST && (cell = memchr(draft->cells, head + (int)length, (size_t)grid_size(draft))) != NULL) {
        if (!fill->from->open[cell - draft->cells])
            return 0;
        *cell = plain_of(fill);
        length++;
    }
    return length;
}

/* Moves a piece that is not given. */
static bool move_piece_of(const struct fill *fill, size_t n, struct grid *draft, struct rng *rng)
{
    const struct inventory_item *inventory = &fill->inventory[n];
    int from = pick(fill, draft, inventory->puts, true, rng);
    if (from < 0)
        return false;
    unsigned char c = draft->cells[from];
    if (inventory->length != NULL) {
        unsigned length = take_long(fill, draft, c);
        return length > 0 && put_long(fill, draft, c, length, rng);
    }
    int to = pick_plain(fill, draft, true, rng);
    if (to < 0)
        return false;
    draft->cells[from] = plain_of(fill);
    draft->cells[to] = c;
    return true;
}

static bool add_or_take(const struct fill *fill, size_t n, struct grid *draft, struct rng *rng)
{
    const struct inventory_item *inventory = &fill->inventory[n];
    bool good;
    if (rng_below(rng, 2) == 0) {
        good = put(fill, n, draft, rng);
    } else {
        int cell = pick(fill, draft, inventory->puts, true, rng);
        good = cell >= 0;
        if (good)
            draft->cells[cell] = plain_of(fill);
    }
    return good && range_holds(fill->numbers[n], draft_count(draft, inventory->counts));
}

static bool edit_once(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    if (fill->inventory_count == 0 || rng_below(rng, EDITS) < WALL_EDITS)
        return toggle_wall(fill, draft, rng);
    size_t n = rng_below(rng, (uint32_t)fill->inventory_count);
    if (fill->inventory[n].loose && rng_below(rng, 2) == 0)
        return add_or_take(fill, n, draft, rng);
    return move_piece_of(fill, n, draft, rng);
}

bool fill_edit(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    bool changed = false;
    for (unsigned n = 1 + rng_below(rng, 3); n > 0; n--)
        changed |= edit_once(fill, draft, rng);
    return changed;
}
