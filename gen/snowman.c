/* Snowman's proposer: random gardens, and climbs from them.  A unit is one candidate. */
#include "gen/snowman.h"

#include "games/snowman/snowman.h"
#include "gen/snowman_climb.h"

#include <stdlib.h>

enum method { METHOD_CLIMB, METHOD_RANDOM };
static const char *const methods[] = {"climb", "random", NULL};

enum { CELLS_FOR_TWO = 36 /* from which on there may be two snowmen where none are asked for */ };

static struct garden_plan make_plan(const struct proposal *proposal)
{
    const struct gen_options *options = proposal->options;
    struct garden_plan plan = {.columns = (int)proposal->size.columns,
                               .rows = (int)proposal->size.rows,
                               .walls = options->walls,
                               .snow = options->snow,
                               .snowmen = options->snowmen,
                               .targets = options->targets};
    if (plan.walls.high == ANY_NUMBER)
        plan.walls.low = 0;
    if (plan.snow.high == ANY_NUMBER)
        plan.snow.low = 0;
    if (plan.snowmen.high == ANY_NUMBER)
        plan.snowmen = (struct number_range){1, plan.columns * plan.rows < CELLS_FOR_TWO ? 1 : 2};
    return plan;
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct garden_plan plan = make_plan(proposal);
    uint64_t cells = (uint64_t)plan.columns * (uint64_t)plan.rows;
    uint64_t needed = (plan.targets ? 4 : 3) * plan.snowmen.low + plan.walls.low + 1;
    if (plan.snowmen.high == 0) {
        text_add_string(error, "--snowmen: a garden has at least one");
        return false;
    }
    if (needed > cells) {
        text_addf(error, "a garden of %llu cells has no room for all that is asked for",
                  (unsigned long long)cells);
        return false;
    }
    proposal->units = UINT64_MAX;
    proposal->patience = proposal->method == METHOD_CLIMB ? 5000 : 1000000;
    proposal->chunk = proposal->method == METHOD_CLIMB ? 1 : 64;
    return true;
}

static void scratch_free(void *context)
{
    struct climber *climber = context;
    climber_free(climber);
    free(climber);
}

static void *scratch_make(const struct proposal *proposal)
{
    struct climber *climber = calloc(1, sizeof *climber);
    struct garden_plan plan = make_plan(proposal);
    if (climber != NULL && !climber_make(climber, proposal, &plan)) {
        scratch_free(climber);
        climber = NULL;
    }
    return climber;
}

static void propose(const struct proposal *proposal, void *scratch, uint64_t unit,
                    struct candidate_list *list)
{
    struct climber *climber = scratch;
    struct grid level;
    struct rng rng;
    rng_start_candidate(&rng, proposal->options->seed, unit);
    size_t reason = proposal->method == METHOD_CLIMB ? climber_climb(climber, &rng)
                                                     : climber_scatter(climber, &rng);
    if (climber->failed) {
        list->failed = true;
    } else if (reason != filter_count) {
        candidate_add_dropped(list, unit, filters[reason].kind);
    } else if (garden_level(&climber->garden, &level)) {
        candidate_add_level(list, unit, &level);
        grid_free(&level);
    } else {
        list->failed = true;
    }
}

const struct proposer proposer_snowman = {
    .game = &game_snowman,
    .methods = methods,
    .size = {5, 5},
    .min_side = 3,
    .max_side = 20,
    .pieces = PIECE_WALLS | PIECE_SNOWMEN | PIECE_SNOW | PIECE_TARGETS,
    .start = start,
    .scratch_make = scratch_make,
    .scratch_free = scratch_free,
    .propose = propose,
};
