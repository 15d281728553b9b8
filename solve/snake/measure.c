/* Measures of a tour; see measure.h.
 *
 * Of the only tour, a rotation or reflection of the arena may make another one, and each can be walked
 * both ways.  So a wrong step is one after which none of these begins like the walk. */
#include "solve/snake/measure.h"

#include "games/snake/deduce.h"
#include "solve/snake/solver.h"

#include <stdlib.h>

/* Where the tour's images part from it. */
struct images {
    const struct snake *arena;
    unsigned count;
    struct {
        unsigned steps; /* that it has in common with the tour */
        unsigned cell;  /* where the next one leads */
    } parting[GRID_SYMMETRIES];
};

/* False: out of memory. */
static bool find_images(const struct snake *arena, const game_move *tour, struct images *images)
{
    game_move *image = calloc(arena->cells, sizeof *image);
    *images = (struct images){.arena = arena};
    for (unsigned s = 1; image != NULL && s < arena->puzzle.symmetry_count; s++) {
        unsigned steps = 0, cell = 0;
        snake_map_tour(arena, arena->puzzle.symmetries[s], tour, image);
        while (steps < arena->cells && image[steps] == tour[steps])
            cell = (unsigned)arena->next[cell * DIRECTIONS + move_direction(tour[steps++])];
        if (steps == arena->cells)
            continue;
        images->parting[images->count].steps = steps;
        images->parting[images->count++].cell =
            (unsigned)arena->next[cell * DIRECTIONS + move_direction(image[steps])];
    }
    free(image);
    return image != NULL;
}

/* Whether a tour goes on from a state that is one step off the reported one; a winnable_function. */
static int tour_goes_on(void *context, const unsigned char *state)
{
    const struct images *images = context;
    const struct snake *arena = images->arena;
    unsigned steps = 0;
    for (unsigned cell = 0; cell < arena->cells; cell++)
        steps += snake_walk_entered(state, cell);
    if (steps == 1)
        return 1; /* the same tour, the other way round */
    bool goes_on = false;
    for (unsigned i = 0; i < images->count; i++)
        goes_on |= images->parting[i].steps == steps - 1 &&
                   images->parting[i].cell == snake_walk_head(arena, state);
    return goes_on;
}

/* How many steps of a tour plain deduction leaves open.  False: out of memory. */
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

bool snake_measure(const struct snake *arena, struct judgement *judgement)
{
    const game_move *tour = judgement->reported.moves;
    struct images images;
    unsigned open;
    if (!find_images(arena, tour, &images) || !count_open_steps(arena, tour, &open) ||
        !measure_solution(&arena->puzzle, tour_goes_on, &images, judgement))
        return false;
    judgement->measure[MEASURE_interplay] = open;
    judgement->measure[MEASURE_detours] = UNKNOWN; /* no step comes nearer than another */
    return true;
}
