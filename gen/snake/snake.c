/* Snake's proposer: climbs, doubled trees and random walls.
 *
 * `tree` grows a tree of cells in which only joined cells touch, and expands each to two by two cells.  The only closed
 * tour goes round the tree.  `random` puts walls anywhere, but as many on each colour of the chessboard as leave the
 * open cells in balance.  `climb` changes a tour until no other fits its cells.  A unit is one candidate. */
#include "gen/snake/snake.h"

#include "base/rng.h"
#include "games/snake/snake.h"
#include "gen/climb/draft.h"
#include "solve/snake/solver.h"

#include <stdlib.h>
#include <string.h>

enum { METHOD_CLIMB, METHOD_TREE, METHOD_RANDOM };
static const struct method methods[] = {
    [METHOD_CLIMB] = {"climb", "start with a tour of four cells, change it a little at a time and keep what is better",
                      2000, 1},
    [METHOD_TREE] = {"tree", "double the lines of a random tree; the only tour goes around it", 100000, 8},
    [METHOD_RANDOM] = {"random", "put walls anywhere, as many on dark squares as on light ones", 1000000, 64},
    {.name = NULL},
};

/* The scratch memory of a thread. */
struct scratch {
    bool *node;                   /* [columns / 2 * rows / 2]: whether a cell is in the tree */
    int *border;                  /* [4 * columns * rows]: cells that may join it */
    struct snake_climber climber; /* whose arena all methods make */
};

/* --- random walls --- */

/* The requested range of walls; for `random`, by default one that suits the size. */
static struct number_range walls_wanted(const struct proposal *proposal)
{
    const struct snake_pieces *pieces = proposal->pieces;
    uint64_t cells = (uint64_t)proposal->size.columns * proposal->size.rows;
    if (proposal->method != METHOD_RANDOM)
        return pieces->walls;
    return range_or(pieces->walls, cells / 6, cells / 3);
}

static unsigned count_colour(struct board_size size, unsigned colour)
{
    unsigned cells = size.columns * size.rows;
    return colour == 0 ? (cells + 1) / 2 : cells / 2;
}

/* Turns `walls` cells of one colour into walls; all sets of them are equally likely. */
static void wall_colour(const struct proposal *proposal, struct grid *arena, unsigned colour, unsigned walls,
                        struct rng *rng)
{
    unsigned columns = proposal->size.columns, rows = proposal->size.rows;
    unsigned left = count_colour(proposal->size, colour);
    for (unsigned cell = 0; cell < columns * rows; cell++) {
        if ((cell / columns + cell % columns) % 2 != colour)
            continue;
        bool wall = rng_below(rng, left--) < walls;
        arena->cells[cell] = wall ? '#' : ' ';
        walls -= wall;
    }
}

/* Returns false if no number of walls in the range leaves the colours in balance. */
static bool scatter_walls(const struct proposal *proposal, struct grid *arena, struct rng *rng)
{
    struct number_range wanted = walls_wanted(proposal);
    unsigned walls = range_draw(wanted, rng);
    unsigned more = count_colour(proposal->size, 0) - count_colour(proposal->size, 1);
    if ((walls + more) % 2 != 0)
        walls = walls < wanted.high ? walls + 1 : walls - 1;
    if (!range_holds(wanted, walls) || (walls + more) % 2 != 0)
        return false;
    wall_colour(proposal, arena, 0, (walls + more) / 2, rng);
    wall_colour(proposal, arena, 1, walls - (walls + more) / 2, rng);
    return true;
}

/* --- doubled trees --- */

/* Grows a random tree and doubles it.  Returns false if it does not give the requested number of walls. */
static bool double_tree(const struct proposal *proposal, struct scratch *scratch, struct rng *rng)
{
    struct grid *arena = &scratch->climber.arena;
    const struct grid half = {arena->columns / 2, arena->rows / 2, NULL};
    struct number_range walls = walls_wanted(proposal);
    uint64_t cells = (uint64_t)grid_size(arena);
    unsigned wanted = (unsigned)cells / 4;
    if (walls.high != ANY_NUMBER) {
        uint64_t least = walls.high >= cells ? 1 : (cells - walls.high + 3) / 4;
        uint64_t most = walls.low >= cells ? 0 : (cells - walls.low) / 4;
        if (least > most)
            return false;
        wanted = (unsigned)least + rng_below(rng, (uint32_t)(most - least + 1));
    }
    /* Random cells join the tree, up to `wanted`, while any may. */
    unsigned size = 0, count = 0;
    memset(scratch->node, 0, (size_t)grid_size(&half) * sizeof *scratch->node);
    int joins = (int)rng_below(rng, (uint32_t)grid_size(&half));
    while (joins >= 0 && size < wanted) {
        scratch->node[joins] = true;
        size++;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            int next = grid_beside(&half, joins, d);
            if (next >= 0 && !scratch->node[next])
                scratch->border[count++] = next;
        }
        joins = -1;
        while (count > 0 && joins < 0) {
            unsigned pick = rng_below(rng, count);
            int candidate = scratch->border[pick];
            scratch->border[pick] = scratch->border[--count];
            /* A cell outside the tree may join it if it touches exactly one of its cells. */
            int touched = 0;
            for (unsigned d = 0; d < DIRECTIONS; d++) {
                int next = grid_beside(&half, candidate, d);
                touched += next >= 0 && scratch->node[next];
            }
            if (touched == 1 && !scratch->node[candidate])
                joins = candidate;
        }
    }
    if (walls.high != ANY_NUMBER && size < wanted)
        return false;
    for (int cell = 0; cell < grid_size(arena); cell++)
        arena->cells[cell] =
            scratch->node[cell / arena->columns / 2 * half.columns + cell % arena->columns / 2] ? ' ' : '#';
    return true;
}

/* --- candidates --- */

static void propose(const struct proposal *proposal, void *context, uint64_t unit, struct candidate_list *list)
{
    struct scratch *scratch = context;
    struct rng rng;
    struct grid *arena = &scratch->climber.arena, grid;
    rng_start_candidate(&rng, proposal->options->seed, unit);
    size_t reason = filter_count;
    if (proposal->method == METHOD_CLIMB) {
        bool only = snake_climb(&scratch->climber, &rng);
        if (!draft_has(arena, "#", walls_wanted(proposal)))
            reason = filter_index(FILTER_UNFIT);
        else if (!only && proposal->filters->max_essential <= 1)
            reason = filter_index(FILTER_ESSENTIAL);
    } else if (!(proposal->method == METHOD_TREE ? double_tree(proposal, scratch, &rng)
                                                 : scatter_walls(proposal, arena, &rng))) {
        reason = filter_index(FILTER_UNFIT);
    }
    if (reason == filter_count && grid_bare_sides(arena, '#') > 0)
        reason = filter_index(FILTER_UNFIT);
    list->failed |= scratch->climber.ascent.failed;
    struct complaint complaint;
    struct puzzle *puzzle = reason != filter_count ? NULL : game_snake.load(arena, (struct variant){0}, &complaint);
    if (puzzle != NULL) {
        char why[SNAKE_REASON];
        bool failed;
        if (snake_has_no_tour(snake_arena(puzzle), why, &failed))
            reason = filter_index(FILTER_UNSOLVABLE);
        list->failed |= failed;
        game_snake.free(puzzle);
    } else if (reason == filter_count) {
        reason = filter_index(FILTER_UNFIT);
        list->failed |= complaint.failed;
    }
    if (reason != filter_count)
        candidate_add_dropped(list, unit, reason);
    else
        candidate_add_level(list, unit, grid_with_frame(arena, '#', &grid), &grid);
}

/* --- the proposer --- */

static bool start(struct proposal *proposal, struct text *error)
{
    unsigned cells = proposal->size.columns * proposal->size.rows;
    const struct snake_pieces *pieces = proposal->pieces;
    struct number_range walls = pieces->walls;
    if (pieces->arena != NULL) {
        text_add_string(error, "--arena needs --tours");
        return false;
    }
    if (walls.high != ANY_NUMBER && walls.high + 4 > cells) {
        text_addf(error, "--walls: an arena of %u cells has room for %u walls", cells, cells - 4);
        return false;
    }
    if (proposal->method == METHOD_TREE && (proposal->size.columns % 2 != 0 || proposal->size.rows % 2 != 0)) {
        text_add_string(error, "--size: the method tree makes even sides only");
        return false;
    }
    return true;
}

static void scratch_free(void *context)
{
    struct scratch *scratch = context;
    free(scratch->node);
    free(scratch->border);
    snake_climber_free(&scratch->climber);
    free(scratch);
}

static void *scratch_make(const struct proposal *proposal)
{
    size_t cells = (size_t)proposal->size.columns * proposal->size.rows;
    struct scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch == NULL)
        return NULL;
    scratch->node = calloc(cells, sizeof *scratch->node);
    scratch->border = calloc(DIRECTIONS * cells, sizeof *scratch->border);
    bool good = snake_climber_make(&scratch->climber, proposal);
    if (good && scratch->node != NULL && scratch->border != NULL)
        return scratch;
    scratch_free(scratch);
    return NULL;
}

static const struct option_row rows[] = {
    WALLS_ROW(struct snake_pieces),
    OPTION(NUMBER, "tours", offsetof(struct snake_pieces, tours), "N", PIECE_GROUP, .low = 1, .high = 1000000,
           .tag = OPTION_OF_OTHER,
           .help = "write N random closed tours of one arena instead; --method is then maze (default if the arena "
                   "consists of blocks of two by two cells), backbite or switch"),
    OPTION(STRING, "arena", offsetof(struct snake_pieces, arena), "FILE", PIECE_GROUP, .tag = OPTION_OF_OTHER,
           .help = "arena for --tours (default: an open board of the given size)"),
};

/* A tour enters every cell once. */
static unsigned most_moves(const struct proposal *proposal)
{
    return proposal->size.columns * proposal->size.rows;
}

const struct proposer proposer_snake = {
    .game = &game_snake,
    .methods = methods,
    .size = {10, 10},
    .sizes = {{8, 8}, {10, 10}, {16, 16}, {20, 20}},
    .min_side = 2,
    .max_side = 64,
    .most_moves = most_moves,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct snake_pieces),
    .other = &snake_tours,
    .start = start,
    .scratch_make = scratch_make,
    .scratch_free = scratch_free,
    .propose = propose,
};
