/* Proposes levels of a PuzzleScript game by hill climbing, from the pieces of its own levels (pieces.h). */
#include "gen/puzzlescript/puzzlescript.h"

#include "games/puzzlescript/source.h"
#include "games/puzzlescript/puzzlescript.h"
#include "gen/climb/climb.h"
#include "gen/climb/draft.h"
#include "gen/puzzlescript/pieces.h"

#include <stddef.h>

/* --- drafts --- */

static bool stays(const struct puzzlescript_pieces *pieces, int cell)
{
    return pieces->frame != NULL && pieces->frame->cells[cell] != pieces->floor;
}

/* Whether the proposer may change a cell. */
static bool is_inner(const struct grid *draft, const struct puzzlescript_pieces *pieces, int cell)
{
    return (pieces->wall == 0 || !grid_is_edge(draft, cell)) && !stays(pieces, cell);
}

static int inner_cells(const struct grid *draft, const struct puzzlescript_pieces *pieces)
{
    int count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += is_inner(draft, pieces, cell);
    return count;
}

static unsigned count_inner(const struct grid *draft, const struct puzzlescript_pieces *pieces, unsigned char byte)
{
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += draft->cells[cell] == byte && is_inner(draft, pieces, cell);
    return count;
}

/* A random inner cell with the character `byte`, or with any piece if `pieces_only`; -1: none. */
static int pick(const struct grid *draft, const struct puzzlescript_pieces *pieces, unsigned char byte,
                bool pieces_only, struct rng *rng)
{
    int found = -1;
    uint32_t count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char here = draft->cells[cell];
        bool fits = pieces_only ? here != pieces->floor && here != pieces->wall : here == byte;
        if (fits && is_inner(draft, pieces, cell) && rng_below(rng, ++count) == 0)
            found = cell;
    }
    return found;
}

static struct number_range wall_range(const struct grid *draft, const struct puzzlescript_pieces *pieces)
{
    uint64_t cells = pieces->walls_counted ? 100 : (uint64_t)inner_cells(draft, pieces);
    return (struct number_range){pieces->low_walls * cells / 100, pieces->high_walls * cells / 100};
}

/* Puts `count` of a character on random floor cells. Returns false if the floor is too small. */
static bool put(struct grid *draft, const struct puzzlescript_pieces *pieces, unsigned char byte, unsigned count,
                struct rng *rng)
{
    for (; count > 0; count--) {
        int cell = pick(draft, pieces, pieces->floor, false, rng);
        if (cell < 0)
            return false;
        draft->cells[cell] = byte;
    }
    return true;
}

static bool scatter(struct grid *draft, const void *wanted, struct rng *rng)
{
    const struct puzzlescript_pieces *pieces = wanted;
    for (int cell = 0; cell < grid_size(draft); cell++)
        draft->cells[cell] = is_inner(draft, pieces, cell) ? pieces->floor
                             : stays(pieces, cell)         ? pieces->frame->cells[cell]
                                                           : pieces->wall;
    if (pieces->wall != 0 && !put(draft, pieces, pieces->wall, range_draw(wall_range(draft, pieces), rng), rng))
        return false;
    for (unsigned i = 0; i < pieces->kinds; i++) {
        const struct piece_kind *kind = &pieces->kind[i];
        unsigned count = range_draw((struct number_range){kind->low, kind->high}, rng);
        if (!put(draft, pieces, kind->byte, count, rng))
            return false;
    }
    return true;
}

/* Adds or removes a wall, moves a piece, or adds or removes one. */
static bool edit_once(struct grid *draft, const struct puzzlescript_pieces *pieces, struct rng *rng)
{
    unsigned what = rng_below(rng, 10);
    int cell = what < 5 && pieces->wall != 0 ? pick(draft, pieces, pieces->wall, false, rng) : -1;
    int open = pick(draft, pieces, pieces->floor, false, rng);
    if (what < 5) {
        bool goes = cell >= 0 && rng_below(rng, 2) == 0;
        if (pieces->wall == 0 || (!goes && open < 0))
            return false;
        draft->cells[goes ? cell : open] = goes ? pieces->floor : pieces->wall;
        return true;
    }
    cell = pick(draft, pieces, 0, true, rng);
    if (what < 9) {
        if (cell < 0 || open < 0)
            return false;
        draft->cells[open] = draft->cells[cell];
        draft->cells[cell] = pieces->floor;
        return true;
    }
    if (cell >= 0 && rng_below(rng, 2) == 0) {
        draft->cells[cell] = pieces->floor;
        return true;
    }
    if (pieces->kinds == 0 || open < 0)
        return false;
    draft->cells[open] = pieces->kind[rng_below(rng, pieces->kinds)].byte;
    return true;
}

static bool edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    bool changed = false;
    for (unsigned n = 1 + rng_below(rng, 3); n > 0; n--)
        changed |= edit_once(draft, pieces, rng);
    return changed;
}

static bool fits(const struct grid *draft, const void *wanted)
{
    const struct puzzlescript_pieces *pieces = wanted;
    bool good = pieces->wall == 0 || range_holds(wall_range(draft, pieces), count_inner(draft, pieces, pieces->wall));
    for (unsigned i = 0; good && i < pieces->kinds; i++) {
        unsigned count = count_inner(draft, pieces, pieces->kind[i].byte);
        good = count >= pieces->kind[i].low && count <= pieces->kind[i].high;
    }
    return good;
}

/* The number of moves, plus half the number of changes from one key to another. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    (void)draft;
    const struct move_list *list = &judgement->reported;
    double worth = judgement->measure[MEASURE_depth];
    for (size_t i = 1; i < list->count; i++)
        worth += move_way(list->moves[i]) != move_way(list->moves[i - 1]) ? 0.5 : 0;
    return worth;
}

static unsigned aim(const void *pieces)
{
    (void)pieces;
    return 8;
}

/* Removes the n-th wall or piece of which fewer are allowed. */
static bool take_out(struct grid *draft, unsigned n, const void *wanted)
{
    const struct puzzlescript_pieces *pieces = wanted;
    bool fewer = count_inner(draft, pieces, pieces->wall) > wall_range(draft, pieces).low;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char here = draft->cells[cell];
        bool spare = here == pieces->wall && fewer;
        for (unsigned i = 0; i < pieces->kinds; i++)
            spare = spare || (here == pieces->kind[i].byte && count_inner(draft, pieces, here) > pieces->kind[i].low);
        if (!spare || !is_inner(draft, pieces, cell) || here == pieces->floor || n-- > 0)
            continue;
        draft->cells[cell] = pieces->floor;
        return true;
    }
    return false;
}

static const struct climb_game climb = {
    .starts = 200,
    .edits = 600,
    .start_states = 10000,
    .states = 10000,
    .climb_states = 300000,
    .compared = 100,
    .scatter = scatter,
    .edit = edit,
    .fits = fits,
    .worth = worth,
    .aim = aim,
    .take_out = take_out,
    .tidies_scattered = true,
};

/* --- the proposer --- */

static bool start(struct proposal *proposal, struct text *error)
{
    struct puzzlescript_pieces *pieces = proposal->pieces;
    if (proposal->from == NULL) {
        text_add_string(error, "puzzlescript: which game?  --from=FILE names its source");
        return false;
    }
    struct game_source *game_source = source_hold(proposal->from->level.game_source);
    if (game_source == NULL) {
        text_addf(error, "%s: this is not the source of a game", text_string(&proposal->from->level.file));
        return false;
    }
    proposal->shared = game_source;
    proposal->variant.game_source = game_source;
    const struct ps_source *own = ps_source_of(game_source);
    bool good = puzzlescript_pieces_find(game_source, pieces, error);
    if (good && own->program->line_of_chance > 0) {
        text_addf(error, "%s:%d: this rule leaves something to chance: its levels cannot be judged",
                  text_string(&proposal->from->level.file), own->program->line_of_chance);
        good = false;
    }
    if (good && pieces->frame != NULL) {
        proposal->size.columns = (unsigned)pieces->frame->columns;
        proposal->size.rows = (unsigned)pieces->frame->rows;
    } else if (good && pieces->wall != 0) {
        proposal->size.columns += 2;
        proposal->size.rows += 2;
    }
    if (!good) {
        puzzlescript_pieces_drop(pieces);
        source_release(game_source);
    }
    return good;
}

static void stop(struct proposal *proposal)
{
    puzzlescript_pieces_drop(proposal->pieces);
    source_release(proposal->shared);
}

#define AT(member) offsetof(struct puzzlescript_pieces, member)

static const struct option_row rows[] = {
    {.name = "pieces",
     .kind = OPTION_STRING,
     .offset = AT(pieces),
     .argument = "LIST",
     .group = PIECE_GROUP,
     .help = "how many of which pieces, as in 'P=1 *=2-3 #=10-20'; what is not named is as in the "
             "game's own levels"},
    {.name = "keep",
     .kind = OPTION_STRING,
     .offset = AT(keep),
     .argument = "CHARS",
     .group = PIECE_GROUP,
     .help = "what stays as it is in the game's first level, whose size the levels have: a river, a "
             "house"},
};

const struct proposer proposer_puzzlescript = {
    .game = &game_puzzlescript,
    .methods = climb_methods,
    .size = {6, 6},
    .min_side = 1,
    .max_side = 40,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct puzzlescript_pieces),
    .start = start,
    .stop = stop,
    .climb = &climb,
    .scratch_make = climb_make,
    .scratch_free = climb_free,
    .propose = climb_propose,
};
