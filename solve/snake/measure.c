/* Measures of a tour; see solver.h.
 *
 * A rotation or reflection of the arena may turn the only tour into another one, and each tour can be walked both ways.
 * So a step is wrong if the walk that it extends is no longer the beginning of any of these tours. */
#include "solve/snake/solver.h"

#include "games/snake/deduce.h"
#include "games/trail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the tour's images diverge from it. */
struct images {
    const struct snake *arena;
    unsigned count;
    struct {
        unsigned steps; /* steps in common with the tour */
        unsigned cell;  /* where the next step leads */
    } divergence[GRID_SYMMETRIES];
};

/* A winnable_function: returns whether a tour goes on from a state that is one step off the reported tour. */
static int tour_goes_on(void *context, const unsigned char *state)
{
    const struct images *images = context;
    const struct snake *arena = images->arena;
    unsigned steps = arena->cells - trail_open(state, arena->cells);
    if (steps == 1)
        return 1; /* the same tour in the other direction */
    bool goes_on = false;
    for (unsigned i = 0; i < images->count; i++)
        goes_on |=
            images->divergence[i].steps == steps - 1 && images->divergence[i].cell == trail_head(state, arena->cells);
    return goes_on;
}

/* Counts the steps of a tour that plain deduction leaves open.  Returns false if memory runs out. */
static bool count_open_steps(const struct snake *arena, const game_move *tour, unsigned *count)
{
    struct deduction deduction;
    unsigned char *start = malloc(arena->puzzle.state_bytes);
    bool good = deduction_make(&deduction, arena) && start != NULL;
    unsigned cell = 0;
    *count = 0;
    if (good) {
        arena->puzzle.rules->start(&arena->puzzle, start);
        deduction_begin(&deduction, start);
    }
    for (unsigned n = 0; good && n < arena->cells; n++) {
        unsigned place = cell * DIRECTIONS + move_direction(tour[n]);
        *count += deduction.side[place] == SIDE_OPEN;
        cell = (unsigned)arena->next[place];
    }
    free(start);
    deduction_free(&deduction);
    return good;
}

/* --- luck ---
 *
 * A state can be won only on the way of a tour, walked in either direction.  So the winnable states are the beginnings
 * of these walks. */

enum { MOST_WALKS = 2 * GRID_SYMMETRIES };

struct walks {
    const struct snake *arena;
    unsigned count;
    game_move *moves[MOST_WALKS + 1]; /* [cells] each, all different; one more as scratch */
    unsigned char *state, *after;
};

/* Returns the number of steps that two walks have in common at the start. */
static unsigned common_steps(const struct walks *walks, unsigned one, unsigned other)
{
    unsigned steps = 0, cells = walks->arena->cells;
    while (steps < cells && walks->moves[one][steps] == walks->moves[other][steps])
        steps++;
    return steps;
}

/* Adds an image of the tour in both directions.  Returns false if memory runs out. */
static bool add_image(struct walks *walks, unsigned symmetry, const game_move *tour)
{
    unsigned cells = walks->arena->cells;
    for (unsigned back = 0; back < 2; back++) {
        game_move *image = walks->moves[walks->count];
        if (image == NULL)
            image = walks->moves[walks->count] = calloc(cells, sizeof *image);
        if (image == NULL)
            return false;
        snake_map_tour(walks->arena, symmetry, tour, image); /* begins to the right */
        for (unsigned n = 0; back == 1 && n < (cells + 1) / 2; n++) {
            enum direction first = move_direction(image[n]);
            enum direction last = move_direction(image[cells - 1 - n]);
            image[n] = move_make(0, direction_opposite(last));
            image[cells - 1 - n] = move_make(0, direction_opposite(first));
        }
        /* Keeps the walk unless there is an equal one. */
        unsigned same = 0;
        while (common_steps(walks, same, walks->count) < walks->arena->cells)
            same++;
        walks->count += same == walks->count;
    }
    return true;
}

/* Returns the number of different steps that continue the first n steps of a walk, over all walks that share these n
 * steps, or 0 if an earlier walk shares them. */
static unsigned ways_on(const struct walks *walks, unsigned walk, unsigned n)
{
    bool way[DIRECTIONS] = {false};
    for (unsigned other = 0; other < walks->count; other++) {
        if (common_steps(walks, walk, other) < n)
            continue;
        if (other < walk)
            return 0;
        way[move_direction(walks->moves[other][n])] = true;
    }
    return (unsigned)way[UP] + way[RIGHT] + way[DOWN] + way[LEFT];
}

bool snake_measure_luck(const struct snake *arena, struct judgement *judgement)
{
    const struct puzzle *puzzle = &arena->puzzle;
    struct walks walks = {.arena = arena};
    walks.state = malloc(puzzle->state_bytes);
    walks.after = calloc(puzzle->max_moves, puzzle->state_bytes);
    bool good = walks.state != NULL && walks.after != NULL;
    for (unsigned s = 0; good && s < puzzle->symmetry_count; s++)
        good = add_image(&walks, puzzle->symmetries[s], judgement->reported.moves);
    double chance = 0, hazards = 0;
    game_move legal[DIRECTIONS];
    unsigned steps = 0;
    for (unsigned n = 0; good && n < walks.count; n++) {
        double share = 1;
        puzzle->rules->start(puzzle, walks.state);
        for (unsigned k = 0; k < arena->cells; k++) {
            unsigned ways = ways_on(&walks, n, k);
            unsigned offered = 0; /* legal steps that are not into obviously lost states */
            unsigned many = puzzle->rules->expand(puzzle, walks.state, legal, walks.after);
            for (unsigned i = 0; i < many; i++) { /* `lost` never runs out of memory here */
                const unsigned char *after = walks.after + i * puzzle->state_bytes;
                offered += puzzle->rules->lost(puzzle, after) == LOST_NO;
                if (legal[i] == walks.moves[n][k])
                    memcpy(walks.state, after, puzzle->state_bytes);
            }
            share /= offered;
            hazards += ways > 0 ? log2((double)offered / ways) : 0;
            steps += ways > 0;
        }
        chance += share;
    }
    if (good) {
        double luck = luck_of_chance(chance);
        judgement->measure[MEASURE_luck] = luck;
        judgement_guided(judgement, luck, hazards / steps); /* no step is better than another */
    }
    for (unsigned n = 0; n <= MOST_WALKS; n++)
        free(walks.moves[n]);
    free(walks.state);
    free(walks.after);
    return good;
}

bool snake_measure(const struct snake *arena, bool traps, struct judgement *judgement)
{
    const game_move *tour = judgement->reported.moves;
    struct images images;
    unsigned open;
    game_move *image = calloc(arena->cells, sizeof *image);
    images = (struct images){.arena = arena};
    for (unsigned s = 1; image != NULL && s < arena->puzzle.symmetry_count; s++) {
        unsigned steps = 0, cell = 0;
        snake_map_tour(arena, arena->puzzle.symmetries[s], tour, image);
        while (steps < arena->cells && image[steps] == tour[steps])
            cell = (unsigned)arena->next[cell * DIRECTIONS + move_direction(tour[steps++])];
        if (steps == arena->cells)
            continue;
        images.divergence[images.count].steps = steps;
        images.divergence[images.count++].cell =
            (unsigned)arena->next[cell * DIRECTIONS + move_direction(image[steps])];
    }
    free(image);
    if (image == NULL || !count_open_steps(arena, tour, &open) ||
        !measure_solution(&arena->puzzle, traps ? tour_goes_on : NULL, &images, judgement))
        return false;
    judgement->measure[MEASURE_interplay] = open;
    judgement->measure[MEASURE_detours] = UNKNOWN; /* no step comes nearer than another */
    return true;
}
