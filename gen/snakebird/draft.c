/* Snakebird's drafts; see snakebird.h. */
#include "gen/snakebird/snakebird.h"

#include "gen/climb/composition.h"
#include "gen/climb/draft.h"
#include "gen/snakebird/islands.h"

#include <stdlib.h>
#include <string.h>

/* The heads of birds and the symbols of blocks, in order of use. */
static const char snakebird_heads[] = "Aa0", snakebird_blocks[] = "%&$!;:,=/";

/* All segments of birds. */
static const char birds[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

enum { TRIES = 40, MOST_BLOCK_CELLS = 4 };

/* Counts how many of the characters occur, up to the first one that does not. */
static unsigned count_first(const struct grid *draft, const char *characters)
{
    unsigned count = 0;
    while (characters[count] != '\0' && memchr(draft->cells, characters[count], (size_t)grid_size(draft)) != NULL)
        count++;
    return count;
}

/* --- symmetry --- */

/* What has no mirror image, each character twice, and the air around it; see composition.h. */
static const char alone[] = "++**@@%%&&$$!!;;::,,==//00112233445566778899"
                            "AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZ"
                            "aabbccddeeffgghhiijjkkllmmnnooppqqrrssttuuvvwwxxyyzz";
static const char air[] = "--------------------------------------------"
                          "----------------------------------------------------"
                          "----------------------------------------------------";
_Static_assert(sizeof air == sizeof alone, "each piece is on air");

/* Repeats what was done to ground and spikes since `before` in the mirror image.  Returns false if another piece is in
 * the way; the draft is then damaged. */
static bool repeat(struct grid *draft, const unsigned char *before, const struct snakebird_pieces *wanted)
{
    return composition_repeat((enum composition_symmetry)wanted->symmetry, draft, before, alone, air);
}

/* --- placing pieces ---
 *
 * The bool functions return false, and change nothing, if they find no place. */

/* Whether all eight cells around a cell are air. */
static bool is_in_open_air(const struct grid *draft, int cell)
{
    bool open = true;
    for (int row = cell / draft->columns - 1; row <= cell / draft->columns + 1; row++) {
        for (int column = cell % draft->columns - 1; column <= cell % draft->columns + 1; column++)
            open = open && (row * draft->columns + column == cell || grid_at(draft, row, column, '-') == '-');
    }
    return open;
}

/* Puts the exit into the air, some cells above or beside a surface. */
static bool place_exit(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = islands_surface(draft, rng);
        if (cell < 0)
            return false;
        int row = cell / draft->columns - (int)rng_below(rng, wanted->low_exit ? 4 : 6);
        int column = cell % draft->columns + (int)rng_below(rng, 9) - 4;
        if (grid_at(draft, row, column, '#') != '-')
            continue;
        cell = row * draft->columns + column;
        if (wanted->open_exit && !is_in_open_air(draft, cell))
            continue;
        draft->cells[cell] = '*';
        return true;
    }
    return false;
}

/* Puts a fruit into a niche between two sides of ground, on a tip of ground or into the air. */
static bool place_fruit(struct grid *draft, struct rng *rng)
{
    unsigned kind = rng_below(rng, 5) / 2;
    for (int i = 0; i < TRIES; i++) {
        int cell = draft_pick(draft, "-", rng);
        if (cell < 0)
            return false;
        bool tip = islands_beside(draft, cell, DOWN) == '#' && islands_count_beside(draft, cell, '#') == 1;
        if (kind == 2 || (kind == 0 && islands_count_beside(draft, cell, '#') >= 2) || (kind == 1 && tip)) {
            draft->cells[cell] = '+';
            return true;
        }
    }
    return false;
}

static bool at_rim(const struct grid *draft, struct grid_box extent, int cell)
{
    int row = cell / draft->columns - extent.top, column = cell % draft->columns - extent.left;
    return row <= 0 || column <= 0 || row >= extent.rows - 1 || column >= extent.columns - 1;
}

/* Puts the two ends of a portal some distance apart, inside the level if it is large enough. */
static bool place_portal(struct grid *draft, struct rng *rng)
{
    enum { LEAST_DISTANCE = 3, ROOMY = 6 };
    int columns = draft->columns;
    struct grid_box extent = grid_extent(draft, '-');
    bool roomy = draft->columns >= ROOMY && draft->rows >= ROOMY;
    for (int i = 0; i < TRIES; i++) {
        int a = draft_pick(draft, "-", rng), b = draft_pick(draft, "-", rng);
        if (a < 0 || b < 0 || (roomy && (at_rim(draft, extent, a) || at_rim(draft, extent, b))))
            continue;
        if (abs(a / columns - b / columns) + abs(a % columns - b % columns) >= LEAST_DISTANCE) {
            draft->cells[a] = draft->cells[b] = '@';
            return true;
        }
    }
    return false;
}

/* Whether a cell's content may hold a piece up: ground, fruit, a bird or a block, but nothing that pieces fall
 * through or die on. */
static bool may_hold(unsigned char c)
{
    return strchr("-^*@", c) == NULL;
}

static bool is_bird(unsigned char c)
{
    return c != '\0' && strchr(birds, c) != NULL;
}

/* A cell of air for the end of a bird that lies in direction `way`: mostly beside another bird, if there is one, or on
 * its end, so that it lies along the other one. */
static int pick_start(const struct grid *draft, unsigned way, struct rng *rng)
{
    int cell = draft_pick(draft, "-", rng), bird = draft_pick(draft, birds, rng);
    if (bird < 0 || rng_below(rng, 6) == 0)
        return cell;
    bool on = rng_below(rng, 3) > 0;
    cell = grid_beside(draft, bird, on ? UP : rng_below(rng, 2) == 0 ? LEFT : RIGHT);
    if (cell < 0 || draft->cells[cell] != '-')
        return -1;
    for (int next = cell; on && next >= 0 && draft->cells[next] == '-' && is_bird(islands_beside(draft, next, DOWN));
         next = grid_beside(draft, next, way ^ 2U))
        cell = next;
    return cell;
}

/* Lays a path of `length` cells through air: along a surface, half of the longer ones with a bend or two.  Returns
 * false if there is no room at the random place. */
static bool lay_path(const struct grid *draft, unsigned length, int *body, struct rng *rng)
{
    unsigned way = rng_below(rng, 2) == 0 ? LEFT : RIGHT,
             bends = rng_below(rng, 2) == 0 ? 0 : 1 + rng_below(rng, 3) / 2;
    int cell = pick_start(draft, way, rng);
    if (cell < 0 || !may_hold(islands_beside(draft, cell, DOWN)))
        return false;
    for (unsigned count = 0; count < length; count++) {
        body[count] = cell;
        if (count + 1 == length)
            break;
        unsigned next = way;
        bool blocked = islands_beside(draft, cell, way) != '-';
        if (count > 0 && bends > 0 && (blocked || rng_below(rng, 2) == 0)) {
            next = way == UP || way == DOWN ? (rng_below(rng, 2) == 0 ? LEFT : RIGHT)
                                            : (blocked || rng_below(rng, 3) == 0 ? UP : DOWN);
            bends--;
        }
        cell = grid_beside(draft, cell, next);
        if (cell < 0 || draft->cells[cell] != '-')
            return false;
        for (unsigned n = 0; n <= count; n++) {
            if (body[n] == cell)
                return false;
        }
        way = next;
    }
    return true;
}

static bool place_bird(struct grid *draft, unsigned char head, unsigned length, struct rng *rng)
{
    int body[LONGEST_BIRD];
    for (int i = 0; i < 2 * TRIES; i++) {
        if (!lay_path(draft, length, body, rng))
            continue;
        bool straight = abs(body[length - 1] - body[0]) == (int)length - 1;
        bool reversed = straight && rng_below(rng, 2) == 0;
        for (unsigned k = 0; k < length; k++)
            draft->cells[body[k]] = (unsigned char)(head + (reversed ? length - 1 - k : k));
        return true;
    }
    return false;
}

/* Puts a block: a bar, a square or an angle. */
static bool place_block(struct grid *draft, unsigned char symbol, struct rng *rng)
{
    int columns = draft->columns;
    for (int i = 0; i < TRIES; i++) {
        int cell = draft_pick(draft, "-", rng), body[MOST_BLOCK_CELLS];
        int width = 1 + (int)rng_below(rng, 3), height = width == 3 ? 1 : 1 + (int)rng_below(rng, 2);
        bool angle = width == 2 && height == 2 && rng_below(rng, 3) == 0;
        unsigned count = 0;
        bool free = cell >= 0 && cell % columns + width <= columns && cell / columns >= height - 1, held = false;
        for (int n = 0; free && n < width * height - angle; n++) {
            body[count] = cell - n / width * columns + n % width;
            free = draft->cells[body[count]] == '-';
            held |= n < width && may_hold(islands_beside(draft, body[count], DOWN));
            count++;
        }
        if (!free || !held)
            continue;
        for (unsigned n = 0; n < count; n++)
            draft->cells[body[n]] = symbol;
        return true;
    }
    return false;
}

/* Replaces all cells with one character by air. */
static void remove_all(struct grid *draft, unsigned char c)
{
    for (int cell = 0; cell < grid_size(draft); cell++)
        draft->cells[cell] = draft->cells[cell] == c ? '-' : draft->cells[cell];
}

/* --- drafts --- */

unsigned snakebird_missing(const struct grid *draft, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    return (unsigned)wanted->birds.low - count_first(draft, snakebird_heads);
}

bool snakebird_grow(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    return place_bird(draft, (unsigned char)snakebird_heads[count_first(draft, snakebird_heads)],
                      (unsigned)range_draw(wanted->length, rng), rng);
}

/* The length of a run of spikes: mostly, people put one alone. */
static unsigned draw_run(struct rng *rng)
{
    static const unsigned char lengths[] = {1, 1, 1, 1, 1, 2, 2, 3};
    return lengths[rng_below(rng, sizeof lengths)];
}

bool snakebird_scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned char before[ISLANDS_SIDE * ISLANDS_SIDE];
    size_t size = (size_t)grid_size(draft);
    memset(draft->cells, '-', size);
    memcpy(before, draft->cells, size);
    islands_draw(draft, rng);
    bool good = repeat(draft, before, wanted) && islands_are_neat(draft, wanted->corners);
    if (good) {
        unsigned one = range_draw(wanted->spikes, rng), other = range_draw(wanted->spikes, rng);
        unsigned most = one < other ? one : other; /* rather few */
        for (unsigned tries = 0; tries < TRIES && draft_count(draft, "^") < most; tries++) {
            memcpy(before, draft->cells, size);
            unsigned run = draw_run(rng), room = most - draft_count(draft, "^");
            if (islands_add_spikes(draft, run < room ? run : room, rng) == 0 || !repeat(draft, before, wanted))
                memcpy(draft->cells, before, size);
        }
        good = draft_has(draft, "^", wanted->spikes);
    }
    for (unsigned i = 0; i < wanted->blocks.high && good; i++)
        good = place_block(draft, (unsigned char)snakebird_blocks[i], rng);
    good = good && snakebird_grow(draft, pieces, rng);
    for (unsigned i = range_draw(wanted->fruit, rng); i > 0 && good; i--)
        good = place_fruit(draft, rng);
    if (wanted->portals.high > 0)
        good = good && place_portal(draft, rng);
    return good && place_exit(draft, wanted, rng);
}

/* --- edits --- */

/* Moves a piece of one cell by a cell or two, within air. */
static bool nudge(struct grid *draft, int from, struct rng *rng)
{
    int row = from / draft->columns + (int)rng_below(rng, 5) - 2;
    int column = from % draft->columns + (int)rng_below(rng, 5) - 2;
    if (grid_at(draft, row, column, '#') != '-')
        return false;
    draft->cells[row * draft->columns + column] = draft->cells[from];
    draft->cells[from] = '-';
    return true;
}

static bool edit_once(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned kind = rng_below(rng, 100);
    if (kind >= 86) {
        unsigned count = count_first(draft, snakebird_heads);
        unsigned char head = (unsigned char)snakebird_heads[rng_below(rng, count > 0 ? count : 1)];
        unsigned letters = head == '0' ? 10 : 26;
        for (int cell = 0; cell < grid_size(draft); cell++) {
            unsigned char c = draft->cells[cell];
            if (c >= head && c < head + letters)
                draft->cells[cell] = '-';
        }
        return place_bird(draft, head, (unsigned)range_draw(wanted->length, rng), rng);
    }
    if (kind >= 78) {
        /* A run of spikes comes, goes or moves. */
        int cell = draft_pick(draft, "^", rng);
        unsigned what = rng_below(rng, 3);
        if (cell >= 0 && what > 0)
            islands_repaint(draft, cell, '-');
        unsigned count = draft_count(draft, "^"), run = draw_run(rng);
        if (what == 1 && cell >= 0)
            return true;
        return count < wanted->spikes.high && islands_add_spikes(draft, run, rng) > 0;
    }
    if (kind >= 66) {
        int from = draft_pick(draft, "*", rng);
        if (from >= 0 && rng_below(rng, 2) == 0)
            return nudge(draft, from, rng);
        if (from >= 0)
            draft->cells[from] = '-';
        return place_exit(draft, wanted, rng);
    }
    if (kind >= 56) {
        unsigned count = draft_count(draft, "+"), what = rng_below(rng, 4);
        int cell = draft_pick(draft, "+", rng);
        if (cell < 0 || (what == 0 && count < wanted->fruit.high))
            return count < wanted->fruit.high && place_fruit(draft, rng);
        if (what == 2)
            return nudge(draft, cell, rng);
        draft->cells[cell] = '-';
        return (what == 1 && count > wanted->fruit.low) || place_fruit(draft, rng);
    }
    /* A piece of a kind that not every level has changes, or ground. */
    unsigned blocks = count_first(draft, snakebird_blocks), pieces = blocks + draft_count(draft, "@") / 2;
    unsigned piece = kind < 46 || pieces == 0 ? pieces : rng_below(rng, pieces);
    if (piece < blocks) {
        unsigned char symbol = (unsigned char)snakebird_blocks[rng_below(rng, blocks)];
        remove_all(draft, symbol);
        return place_block(draft, symbol, rng);
    }
    return piece < pieces ? nudge(draft, draft_pick(draft, "@", rng), rng) : islands_edit(draft, rng);
}

bool snakebird_edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned char before[ISLANDS_SIDE * ISLANDS_SIDE];
    for (unsigned n = 1 + (rng_below(rng, 5) == 0); n > 0; n--) {
        memcpy(before, draft->cells, (size_t)grid_size(draft));
        if (!edit_once(draft, wanted, rng) || !repeat(draft, before, wanted))
            return false;
    }
    return true;
}

/* --- requirements --- */

/* Where some cells of a draft are: how many, and the sums of their rows and columns within the extent. */
struct place {
    int count, rows, columns;
};

/* Whether the pieces are where a person would put them: few spikes alone or at the rim, few birds at the rim or in a
 * corner, no bird at the top, no portal at the rim, one or two birds on one side, the exit in open air.  Unless the
 * exit may be low, it is at the top, and the birds are at half height. */
static bool is_composed(const struct grid *draft, const struct snakebird_pieces *wanted)
{
    enum { LONE_SPIKES = 2, CORNERS = 1, LOW_RIM = 3, ASIDE = 9 };
    struct grid_box extent = grid_extent(draft, '-');
    unsigned rim = 0, lone = 0, corners = 0, spikes = 0, spikes_at_rim = 0, ends_at_rim = 0;
    struct place bird = {0}, exit = {0};
    bool open = true;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        int row = cell / draft->columns - extent.top, column = cell % draft->columns - extent.left;
        bool rimmed = at_rim(draft, extent, cell);
        if (c == '*') {
            exit = (struct place){1, row, column};
            open = is_in_open_air(draft, cell);
        }
        if (c == '^') {
            lone += islands_count_beside(draft, cell, '#') + islands_count_beside(draft, cell, '^') == 0;
            spikes++;
            spikes_at_rim += rimmed;
        }
        ends_at_rim += c == '@' && rimmed;
        if (is_bird(c)) {
            rim += rimmed;
            corners += islands_in_corner(draft, cell);
            bird = (struct place){bird.count + 1, bird.rows + row, bird.columns + column};
        }
    }
    if (lone > LONE_SPIKES || corners > CORNERS ||
        (wanted->corners > 0 && (spikes_at_rim * 2 > spikes || ends_at_rim > 0)) || (wanted->open_exit && !open))
        return false;
    int height = extent.rows * bird.count;
    bool aside = wanted->birds.low > 2 ||
                 abs(2 * bird.columns - bird.count * (extent.columns - 1)) * ASIDE >= 2 * bird.count * extent.columns;
    if (wanted->low_exit)
        return rim <= LOW_RIM && bird.rows * 10 >= height * 3 && aside;
    int away = abs(2 * exit.rows - extent.rows + 1) + abs(2 * exit.columns - extent.columns + 1);
    bool outside = exit.rows * 10 <= extent.rows * 3 && away * 9 >= (extent.rows + extent.columns) * 5;
    bool amid = bird.rows * 20 >= height * 8 && bird.rows * 10 <= height * 8;
    return rim == 0 && corners == 0 && amid && aside && outside;
}

bool snakebird_fits(const struct grid *draft, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned ends = draft_count(draft, "@");
    unsigned count = count_first(draft, snakebird_heads);
    return count > 0 && count <= wanted->birds.high && ends % 2 == 0 &&
           range_holds(wanted->blocks, count_first(draft, snakebird_blocks)) &&
           range_holds(wanted->portals, ends / 2) && draft_has(draft, "+", wanted->fruit) &&
           draft_has(draft, "^", wanted->spikes) && draft_count(draft, "*") == 1 && is_composed(draft, wanted) &&
           composition_holds((enum composition_symmetry)wanted->symmetry, draft, alone, air) &&
           islands_are_neat(draft, wanted->corners);
}

/* --- parts --- */

bool snakebird_take_out(struct grid *draft, unsigned n, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned char before[ISLANDS_SIDE * ISLANDS_SIDE], seen[ISLANDS_SIDE * ISLANDS_SIDE];
    struct grid rest = {draft->columns, draft->rows, seen};
    unsigned fruit = draft_count(draft, "+"), spikes = draft_count(draft, "^");
    /* A block or the portal.  After a block is removed, the last block takes its symbol. */
    unsigned blocks = count_first(draft, snakebird_blocks), portals = draft_count(draft, "@") / 2;
    unsigned loose_blocks = blocks > wanted->blocks.low ? blocks : 0;
    unsigned loose_portals = portals > wanted->portals.low ? 1 : 0;
    if (n < loose_blocks) {
        unsigned char last = (unsigned char)snakebird_blocks[blocks - 1];
        remove_all(draft, (unsigned char)snakebird_blocks[n]);
        for (int cell = 0; cell < grid_size(draft); cell++)
            draft->cells[cell] = draft->cells[cell] == last ? (unsigned char)snakebird_blocks[n] : draft->cells[cell];
    } else if (n < loose_blocks + loose_portals) {
        remove_all(draft, '@');
    }
    unsigned loose_pieces = loose_blocks + loose_portals;
    if (n < loose_pieces)
        return true;
    n -= loose_pieces;
    memcpy(before, draft->cells, (size_t)grid_size(draft));
    draft_copy(&rest, draft);
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = seen[cell];
        if (c == '+' && fruit > wanted->fruit.low && n-- == 0) {
            draft->cells[cell] = '-';
            return true;
        }
        if (c != '#' && c != '^')
            continue;
        unsigned run = islands_repaint(&rest, cell, '-');
        if ((c == '#' || spikes >= wanted->spikes.low + run) && n-- == 0) {
            islands_repaint(draft, cell, '-');
            return repeat(draft, before, wanted);
        }
    }
    return false;
}
