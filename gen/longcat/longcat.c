/* LongCat's proposer: random walls, walks, climbs, and the list of all levels.
 *
 * A unit is one candidate, one climb or, with --all, one set of walls with every possible place of the cat. */
#include "gen/longcat/longcat.h"

#include "games/longcat/longcat.h"
#include "gen/climb/draft.h"
#include "gen/longcat/draft.h"
#include "solve/longcat/probe.h"

#include <stdlib.h>
#include <string.h>

enum { METHOD_CLIMB, METHOD_WALK, METHOD_RANDOM };
static const struct method methods[] = {
    [METHOD_CLIMB] = {"climb",
                      "grow a level backwards, slide by slide from its end, then change it a little at a "
                      "time and keep what is better",
                      20000, 1},
    [METHOD_WALK] = {"walk", "slide at random, and put a wall wherever a slide should end", 1000000, 256},
    [METHOD_RANDOM] = {"random", "put walls anywhere", 3000000, 256},
    {.name = NULL},
};

enum {
    NODES_FOR_ONE = 100000, /* searched before the draft is left to the exact solver */
    MOST_IMAGES = 8,        /* the most symmetries that a level can have */
    LARGE = 256,            /* number of cells above which one candidate is much work */
};

/* A thread's own data. */
struct scratch {
    struct longcat_climb *climb;
    struct longcat_draft draft;
    struct probe probe;
    unsigned char *state;
    unsigned char *path; /* of the walk */
};

/* Proposes the draft, unless it can be dropped without the exact solver. */
static void propose_draft(const struct proposal *proposal, struct scratch *scratch, uint64_t number,
                          struct candidate_list *list)
{
    const struct longcat_draft *draft = &scratch->draft;
    uint64_t essential = proposal->filters->max_essential;
    unsigned limit = MOST_IMAGES * (unsigned)(essential < 1000 ? essential : 1000);
    int found = probe_count(&scratch->probe, draft->open, draft->cat, limit + 1);
    struct grid grid;
    if (found == 0 || found > (int)limit)
        candidate_add_dropped(list, number, filter_index(found == 0 ? FILTER_UNSOLVABLE : FILTER_ESSENTIAL));
    else
        candidate_add_level(list, number, longcat_draft_level(draft, &grid), &grid);
}

/* --- every level --- */

/* The sets of walls, ordered by the number of walls and then as binary numbers. */
struct enumeration {
    unsigned cells;
    unsigned low;                         /* least number of walls */
    uint64_t *choose;                     /* [(cells + 1) * (cells + 1)] binomial coefficients */
    unsigned symmetries[GRID_SYMMETRIES]; /* those that keep the board's size, without the identity */
    unsigned symmetry_count;
    unsigned *from; /* [symmetry_count * cells] the cell that a symmetry maps to each place */
};

static const uint64_t most_wall_sets = UINT64_C(1) << 48;

static uint64_t choose(const struct enumeration *all, unsigned n, unsigned k)
{
    return k > n ? 0 : all->choose[n * (all->cells + 1) + k];
}

static void enumeration_free(struct enumeration *all)
{
    if (all != NULL) {
        free(all->choose);
        free(all->from);
    }
    free(all);
}

/* Returns NULL if memory runs out. */
static struct enumeration *enumeration_make(struct board_size size, unsigned low)
{
    unsigned cells = size.columns * size.rows;
    struct enumeration *all = calloc(1, sizeof *all);
    if (all == NULL)
        return NULL;
    *all = (struct enumeration){.cells = cells, .low = low};
    all->choose = calloc((size_t)(cells + 1) * (cells + 1), sizeof *all->choose);
    all->from = calloc((size_t)(GRID_SYMMETRIES - 1) * cells, sizeof *all->from);
    if (all->choose == NULL || all->from == NULL) {
        enumeration_free(all);
        return NULL;
    }
    for (unsigned n = 0; n <= cells; n++) {
        for (unsigned k = 0; k <= n; k++) {
            uint64_t sum = n == 0 || k == 0 ? 1 : choose(all, n - 1, k - 1) + choose(all, n - 1, k);
            if (sum > most_wall_sets)
                sum = most_wall_sets; /* saturate: more than will ever be listed */
            all->choose[n * (cells + 1) + k] = sum;
        }
    }
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        if (symmetry & 4 && size.columns != size.rows)
            continue;
        unsigned *from = all->from + all->symmetry_count * cells;
        for (unsigned cell = 0; cell < cells; cell++)
            from[symmetry_cell(symmetry, (int)size.columns, (int)size.rows, (int)cell)] = cell;
        all->symmetries[all->symmetry_count++] = symmetry;
    }
    return all;
}

/* Writes the symmetries that leave the walls as they are to *fixing and returns their number.  Returns -1 if some
 * image of the walls comes first, so that this set is not the one to list. */
static int find_fixing(const struct enumeration *all, const struct longcat_draft *draft, unsigned *fixing)
{
    int count = 0;
    for (unsigned i = 0; i < all->symmetry_count; i++) {
        const unsigned *from = all->from + i * all->cells;
        unsigned cell = 0;
        while (cell < all->cells && draft->open[from[cell]] == draft->open[cell])
            cell++;
        if (cell == all->cells)
            fixing[count++] = all->symmetries[i];
        else if (draft->open[from[cell]] < draft->open[cell])
            return -1;
    }
    return count;
}

static void propose_all(const struct proposal *proposal, struct scratch *scratch, uint64_t unit,
                        struct candidate_list *list)
{
    const struct enumeration *all = proposal->shared;
    struct longcat_draft *draft = &scratch->draft;
    unsigned fixing[GRID_SYMMETRIES];
    /* Builds the set of walls of this number. */
    uint64_t n = unit;
    unsigned walls = all->low;
    while (n >= choose(all, all->cells, walls))
        n -= choose(all, all->cells, walls++);
    for (unsigned cell = all->cells; cell-- > 0;) {
        uint64_t without = choose(all, cell, walls);
        bool wall = n >= without;
        draft->open[cell] = !wall;
        if (wall) {
            n -= without;
            walls--;
        }
    }
    int count = find_fixing(all, draft, fixing);
    /* If no cat can cover the open cells, wherever it starts, no level needs to be judged. */
    const struct position *position = &scratch->probe.position;
    uint64_t open = 0;
    for (int cell = draft->columns * draft->rows; position->kind == POSITION_BITS && cell-- > 0;)
        open = open << 1 | draft->open[cell];
    bool lost = count >= 0 && position->kind == POSITION_BITS && !bit_path_may_exist(&position->geometry, open);
    for (int cell = 0; count >= 0 && cell < (int)all->cells; cell++) {
        bool first = draft->open[cell] != 0;
        for (int i = 0; first && i < count; i++)
            first = symmetry_cell(fixing[i], draft->columns, draft->rows, cell) >= cell;
        if (!first)
            continue;
        uint64_t number = unit * all->cells + (unsigned)cell;
        draft->cat = cell;
        if (lost)
            candidate_add_dropped(list, number, filter_index(FILTER_UNSOLVABLE));
        else
            propose_draft(proposal, scratch, number, list);
    }
}

/* --- the proposer --- */

static bool start(struct proposal *proposal, struct text *error)
{
    unsigned cells = proposal->size.columns * proposal->size.rows;
    struct number_range walls = ((const struct longcat_pieces *)proposal->pieces)->walls;
    if (walls.high != ANY_NUMBER && walls.high >= cells) {
        text_addf(error, "--walls: a level of %u cells has room for %u walls and the cat", cells, cells - 1);
        return false;
    }
    if (proposal->options->all) {
        unsigned low = (unsigned)walls.low, high = walls.high == ANY_NUMBER ? cells - 1 : (unsigned)walls.high;
        struct enumeration *all = enumeration_make(proposal->size, low);
        if (all == NULL) {
            text_fail(error);
            return false;
        }
        proposal->units = 0;
        for (unsigned n = low; n <= high && proposal->units < most_wall_sets; n++)
            proposal->units += choose(all, all->cells, n);
        proposal->patience = 0;
        proposal->batch = 1024;
        proposal->shared = all;
        if (proposal->units < most_wall_sets)
            return true;
        text_addf(error, "--all: more than %llu sets of walls; choose a smaller size or fewer --walls",
                  (unsigned long long)most_wall_sets);
        enumeration_free(all);
        return false;
    }
    if (cells > LARGE)
        proposal->batch = 1;
    return true;
}

static void stop(struct proposal *proposal)
{
    enumeration_free(proposal->shared);
}

static void scratch_free(void *context)
{
    struct scratch *scratch = context;
    if (scratch->climb != NULL)
        longcat_climb_free(scratch->climb);
    longcat_draft_free(&scratch->draft);
    probe_free(&scratch->probe);
    free(scratch->state);
    free(scratch->path);
    free(scratch);
}

static void *scratch_make(const struct proposal *proposal)
{
    int columns = (int)proposal->size.columns, rows = (int)proposal->size.rows;
    size_t cells = (size_t)columns * (size_t)rows;
    struct scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch == NULL)
        return NULL;
    scratch->state = malloc(cells);
    scratch->path = malloc(cells);
    bool good = scratch->state != NULL && scratch->path != NULL && longcat_draft_make(&scratch->draft, columns, rows) &&
                probe_make(&scratch->probe, columns, rows, NODES_FOR_ONE);
    if (good && proposal->method == METHOD_CLIMB && !proposal->options->all) {
        scratch->climb = longcat_climb_make(proposal);
        good = scratch->climb != NULL;
    }
    if (good)
        return scratch;
    scratch_free(scratch);
    return NULL;
}

static void propose(const struct proposal *proposal, void *context, uint64_t unit, struct candidate_list *list)
{
    struct scratch *scratch = context;
    struct longcat_draft *draft = &scratch->draft;
    struct number_range walls = ((const struct longcat_pieces *)proposal->pieces)->walls;
    struct rng rng;
    if (proposal->options->all) {
        propose_all(proposal, scratch, unit, list);
        return;
    }
    if (proposal->method == METHOD_CLIMB) {
        longcat_climb_run(scratch->climb, unit, list);
        return;
    }
    rng_start_candidate(&rng, proposal->options->seed, unit);
    if (proposal->method == METHOD_WALK) {
        walk_new(draft, scratch->state, &rng, scratch->path);
        if (!range_holds(walls, longcat_draft_walls(draft)) || !longcat_draft_fills_size(draft)) {
            candidate_add_dropped(list, unit, filter_index(FILTER_UNFIT));
            return;
        }
    } else { /* all sets of as many walls are equally likely, and then all places of the cat */
        unsigned cells = (unsigned)(draft->columns * draft->rows);
        unsigned count = range_draw(range_or(walls, cells / 12, cells / 4), &rng), left = count;
        for (unsigned cell = 0; cell < cells; cell++) {
            bool wall = rng_below(&rng, cells - cell) < left;
            draft->open[cell] = !wall;
            left -= wall;
        }
        unsigned nth = rng_below(&rng, cells - count);
        draft->cat = 0;
        while (!draft->open[draft->cat] || nth-- > 0)
            draft->cat++;
    }
    propose_draft(proposal, scratch, unit, list);
}

static const struct option_row rows[] = {WALLS_ROW(struct longcat_pieces)};

/* Every slide covers at least one cell. */
static unsigned most_moves(const struct proposal *proposal)
{
    return proposal->size.columns * proposal->size.rows - 1;
}

static const struct inventory_item inventory[] = {{.counts = "C", .puts = "C", .low = 1, .high = 1}, {.counts = NULL}};

const struct proposer proposer_longcat = {
    .game = &game_longcat,
    .inventory = inventory,
    .methods = methods,
    .size = {6, 6},
    .sizes = {{6, 6}, {7, 7}, {8, 8}, {16, 16}},
    .min_side = 2,
    .max_side = 64,
    .most_moves = most_moves,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct longcat_pieces),
    .can_list_all = true,
    .start = start,
    .stop = stop,
    .scratch_make = scratch_make,
    .scratch_free = scratch_free,
    .propose = propose,
};
