/* Hill climbing for Snake; see snake.h. */
#include "gen/snake/snake.h"

#include "gen/climb/draft.h"
#include "solve/snake/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDITS_A_CELL = 10,
    MOST_TOURS = 20,  /* a higher count stops here */
    MOST_TRIED = 300, /* sides to try when counting tours; then the count is taken as MOST_TOURS */
    MET = 20,         /* the worth of a measure in the requested range */
};

bool snake_climber_make(struct snake_climber *climber, const struct proposal *proposal)
{
    int columns = (int)proposal->size.columns, rows = (int)proposal->size.rows;
    *climber = (struct snake_climber){.ascent.proposal = proposal};
    return grid_make(&climber->loop, columns, rows, 0) && grid_make(&climber->next, columns, rows, 0) &&
           grid_make(&climber->arena, columns, rows, '#');
}

void snake_climber_free(struct snake_climber *climber)
{
    grid_free(&climber->loop);
    grid_free(&climber->next);
    grid_free(&climber->arena);
}

/* --- editing a tour --- */

/* The corners of a square of four cells, clockwise.  `way` is the direction from each to the next. */
struct square {
    int corner[4];
};

static const enum direction way[4] = {RIGHT, DOWN, LEFT, UP};

static bool uses(const struct grid *loop, const struct square *square, int i)
{
    return loop->cells[square->corner[i % 4]] >> way[i % 4] & 1;
}

static bool is_wall(const struct grid *loop, const struct square *square, int i)
{
    return loop->cells[square->corner[i % 4]] == 0;
}

/* Swaps the used and the unused sides of a square. */
static void flip(struct grid *loop, const struct square *square)
{
    for (int i = 0; i < 4; i++) {
        unsigned char *from = &loop->cells[square->corner[i]];
        unsigned char *to = &loop->cells[square->corner[(i + 1) % 4]];
        *from = (unsigned char)(*from ^ 1u << way[i]);
        *to = (unsigned char)(*to ^ 1u << direction_opposite(way[i]));
    }
}

/* Whether a flip leaves one loop.  It may push a side out over two walls, remove such a bulge, or turn a corner over
 * onto a wall.  (These are the steps of the BFACF walk over lattice polygons: B. Berg and D. Foerster 1981; C. Aragao
 * de Carvalho, S. Caracciolo and J. Froehlich 1983.) */
static bool may_flip(const struct grid *loop, const struct square *square)
{
    int used = 0;
    for (int i = 0; i < 4; i++)
        used += uses(loop, square, i);
    for (int i = 0; i < 4; i++) {
        if (used == 1 && uses(loop, square, i))
            return is_wall(loop, square, i + 2) && is_wall(loop, square, i + 3);
        if (used == 2 && uses(loop, square, i) && uses(loop, square, i + 1))
            return is_wall(loop, square, i + 3);
    }
    return used == 3;
}

static struct square random_square(const struct grid *loop, struct rng *rng)
{
    int row = (int)rng_below(rng, (uint32_t)loop->rows - 1);
    int column = (int)rng_below(rng, (uint32_t)loop->columns - 1);
    int first = row * loop->columns + column;
    return (struct square){{first, first + 1, first + loop->columns + 1, first + loop->columns}};
}

/* --- counting tours --- */

/* The number of tours that agree with the deduction at `depth`, at most MOST_TOURS.  That is also the result if the
 * depth or the budget is used up. */
static unsigned count_tours(struct snake_climber *climber, unsigned depth)
{
    struct deduction *known = &climber->tried[depth], *tried = known + 1;
    unsigned tours = 0;
    while (known->left > 0) {
        /* Chooses a side to try, at an end of a stretch if there is one. */
        unsigned cell = 0;
        for (unsigned i = 0; i < known->arena->cells; i++) {
            if (known->needed[i] > 0)
                cell = i;
            if (known->needed[i] == 1)
                break;
        }
        unsigned side = cell * DIRECTIONS;
        while (known->side[side] != SIDE_OPEN)
            side++;
        if (depth == SNAKE_CLIMB_DEPTH || climber->budget-- == 0)
            return MOST_TOURS;
        if (tried->memory == NULL && !deduction_make(tried, known->arena)) {
            climber->ascent.failed = true;
            return MOST_TOURS;
        }
        deduction_copy(tried, known);
        if (deduction_set_side(tried, side / DIRECTIONS, side % DIRECTIONS, SIDE_USED))
            tours += count_tours(climber, depth + 1);
        if (tours >= MOST_TOURS)
            return MOST_TOURS;
        if (!deduction_set_side(known, side / DIRECTIONS, side % DIRECTIONS, SIDE_UNUSED))
            return tours;
    }
    return tours + 1;
}

/* --- worth of an arena --- */

/* How far a value is from the requested range, from 0 to 1. */
static double miss(double value, double low, double high)
{
    if (low != UNKNOWN && value < low)
        return (low - value) / low;
    if (high != UNKNOWN && value > high)
        return (value - high) / value;
    return 0;
}

/* The extra worth of an arena with a single tour.  If the measures are as requested, it lifts the arena above all that
 * have several tours.  It also grows with the traps and with the steps that plain deduction leaves open. */
static double tour_worth(struct snake_climber *climber, const struct snake *arena, const struct grid *loop)
{
    const struct filter_settings *wanted = climber->ascent.proposal->filters;
    struct judgement judgement = {.greedy = -1};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement.measure[i] = UNKNOWN;
    double worth = 0;
    game_move *moves = calloc(arena->cells, sizeof *moves);
    bool good = moves != NULL;
    game_move *next = moves;
    if (good) {
        /* The loop as moves that begin to the right at its first cell. */
        int first = 0;
        while (loop->cells[first] == 0)
            first++;
        int cell = first;
        unsigned direction = RIGHT;
        do {
            *next++ = move_make(0, (enum direction)direction);
            cell += direction_down[direction] * loop->columns + direction_across[direction];
            unsigned back = direction_opposite((enum direction)direction);
            unsigned rest = loop->cells[cell] & ~(1u << back);
            direction = (unsigned)__builtin_ctz(rest);
        } while (cell != first);
    }
    good = good && judgement_report(&judgement, moves, arena->cells) && snake_measure(arena, true, &judgement);
    bool lucky = wanted->low[MEASURE_luck] != UNKNOWN || wanted->high[MEASURE_luck] != UNKNOWN;
    if (good && lucky)
        good = snake_measure_luck(arena, &judgement);
    judgement.measure[MEASURE_depth] = arena->cells;
    for (int i = 0; good && i < MEASURE_COUNT; i++) {
        if (judgement.measure[i] != UNKNOWN)
            worth += MET * (1 - miss(judgement.measure[i], wanted->low[i], wanted->high[i]));
    }
    if (good)
        worth += 2 * judgement.measure[MEASURE_traps] + 0.2 * judgement.measure[MEASURE_interplay];
    climber->ascent.failed |= !good;
    judgement_free(&judgement);
    free(moves);
    return worth;
}

static void draw_arena(const struct grid *loop, struct grid *arena)
{
    for (int cell = 0; cell < grid_size(loop); cell++)
        arena->cells[cell] = loop->cells[cell] == 0 ? '#' : ' ';
}

/* The worth of an arena.  *only: whether its tours may all be images of one. */
static double arena_worth(struct snake_climber *climber, const struct grid *loop, bool *only)
{
    const struct snake_pieces *pieces = climber->ascent.proposal->pieces;
    const struct number_range *walls = &pieces->walls;
    struct complaint complaint;
    draw_arena(loop, &climber->arena);
    struct puzzle *puzzle = game_snake.load(&climber->arena, (struct variant){0}, &complaint);
    climber->ascent.failed |= puzzle == NULL;
    if (puzzle == NULL)
        return 0;
    const struct snake *arena = snake_arena(puzzle);
    unsigned char *state = malloc(arena->puzzle.state_bytes);
    unsigned tours = MOST_TOURS;
    climber->budget = MOST_TRIED;
    climber->ascent.failed |= state == NULL || !deduction_make(&climber->tried[0], arena);
    if (!climber->ascent.failed) {
        arena->puzzle.rules->start(&arena->puzzle, state);
        tours = deduction_begin(&climber->tried[0], state) ? count_tours(climber, 0) : 0;
    }
    for (int i = 0; i <= SNAKE_CLIMB_DEPTH; i++)
        deduction_free(&climber->tried[i]);
    free(state);
    *only = tours <= puzzle->symmetry_count;
    double worth = 0.2 * arena->cells - 4 * log2(tours) - 3 * grid_bare_sides(loop, 0);
    if (walls->high != ANY_NUMBER)
        worth -= 20 * miss(grid_size(&climber->arena) - (double)arena->cells, (double)walls->low, (double)walls->high);
    if (tours == 1)
        worth += tour_worth(climber, arena, loop);
    game_snake.free(puzzle);
    return worth;
}

/* --- climbing --- */

static bool edit(void *context)
{
    struct snake_climber *climber = context;
    draft_copy(&climber->next, &climber->loop);
    for (unsigned n = 1 + rng_below(&climber->rng, 4); n > 0; n--) {
        for (int tries = 0; tries < 50; tries++) {
            struct square square = random_square(&climber->next, &climber->rng);
            if (!may_flip(&climber->next, &square))
                continue;
            flip(&climber->next, &square);
            break;
        }
    }
    return true;
}

static double worth(void *context, double least)
{
    (void)least;
    struct snake_climber *climber = context;
    return arena_worth(climber, &climber->next, &climber->next_only);
}

static void accept(void *context)
{
    struct snake_climber *climber = context;
    draft_copy(&climber->loop, &climber->next);
    climber->only = climber->next_only;
}

bool snake_climb(struct snake_climber *climber, const struct rng *rng)
{
    static const struct ascent_steps steps = {edit, worth, accept, NULL};
    struct ascent *ascent = &climber->ascent;
    climber->rng = *rng;
    climber->only = climber->next_only = false;
    struct grid *loop = &climber->loop;
    memset(loop->cells, 0, (size_t)grid_size(loop));
    struct square square = random_square(loop, &climber->rng);
    flip(loop, &square);
    ascent->failed = false;
    ascent->worth = arena_worth(climber, &climber->loop, &climber->only);
    ascent->edits = EDITS_A_CELL * (size_t)grid_size(&climber->arena);
    ascent->most_effort = UINT64_MAX;
    ascend(ascent, &steps, climber);
    draw_arena(&climber->loop, &climber->arena);
    return climber->only;
}
