/* Measures of a tour; see measure.h.
 *
 * Of the only tour, a rotation or reflection of the arena may make another one, and each can be
 * walked both ways.  So a wrong step is one after which none of these begins like the walk. */
#include "solve/snake/measure.h"

#include "games/snake/deduce.h"
#include "solve/snake/solver.h"

#include <stdlib.h>
#include <string.h>

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

/* Whether a tour goes on from a state that is one step off the reported one; a
 * winnable_function. */
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

/* --- luck --- */

/* The tours that differ, and what is needed to walk them. */
struct tours {
    const struct snake *arena;
    unsigned count;
    game_move *moves[GRID_SYMMETRIES + 1]; /* each to the right at first */
    unsigned char *state, *after;
};

static void tours_free(struct tours *tours)
{
    for (unsigned n = 0; n < GRID_SYMMETRIES; n++)
        free(tours->moves[n]);
    free(tours->state);
    free(tours->after);
}

/* Adds an image of the tour unless it is there already.  False: out of memory. */
static bool add_image(struct tours *tours, unsigned symmetry, const game_move *tour)
{
    size_t bytes = tours->arena->cells * sizeof *tour;
    game_move *image = tours->moves[tours->count] = malloc(bytes);
    if (image == NULL)
        return false;
    snake_map_tour(tours->arena, symmetry, tour, image);
    unsigned same = 0;
    while (memcmp(tours->moves[same], image, bytes) != 0)
        same++;
    if (same == tours->count)
        tours->count++;
    else
        free(image);
    tours->moves[tours->count] = NULL;
    return true;
}

/* The chance that random steps, those into obviously lost states left out, are those of a tour. */
static double chance_of_walk(const struct tours *tours, const game_move *moves, bool back)
{
    const struct puzzle *puzzle = &tours->arena->puzzle;
    size_t size = puzzle->state_bytes;
    unsigned cells = tours->arena->cells;
    game_move legal[DIRECTIONS];
    double chance = 1;
    puzzle->rules->start(puzzle, tours->state);
    for (unsigned n = 0; n < cells; n++) {
        enum direction direction = move_direction(moves[back ? cells - 1 - n : n]);
        game_move move = move_make(0, back ? direction_opposite(direction) : direction);
        unsigned offered = 0, many =
                                  puzzle->rules->expand(puzzle, tours->state, legal, tours->after);
        for (unsigned i = 0; i < many; i++) {
            offered += !puzzle->rules->lost(puzzle, tours->after + i * size);
            if (legal[i] == move)
                memcpy(tours->state, tours->after + i * size, size);
        }
        chance /= offered;
    }
    return chance;
}

/* Whoever is on no tour's way cannot win any more, and each tour can be walked both ways.  False:
 * out of memory. */
bool snake_measure_luck(const struct snake *arena, struct judgement *judgement)
{
    const struct puzzle *puzzle = &arena->puzzle;
    struct tours tours = {.arena = arena};
    tours.state = malloc(puzzle->state_bytes);
    tours.after = calloc(puzzle->max_moves, puzzle->state_bytes);
    bool good = tours.state != NULL && tours.after != NULL;
    for (unsigned s = 0; good && s < puzzle->symmetry_count; s++)
        good = add_image(&tours, puzzle->symmetries[s], judgement->reported.moves);
    double chance = 0;
    for (unsigned n = 0; good && n < tours.count; n++)
        chance += chance_of_walk(&tours, tours.moves[n], false) +
                  chance_of_walk(&tours, tours.moves[n], true);
    if (good)
        judgement->measure[MEASURE_luck] = luck_of_chance(chance);
    tours_free(&tours);
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
