/* Snakebird's proposer: random islands, and climbs from them.
 *
 * A unit is one random level or one climb. */
#include "gen/snakebird.h"

#include "games/snakebird/snakebird.h"
#include "gen/snakebird_climb.h"

#include <stdlib.h>

enum method { METHOD_CLIMB, METHOD_RANDOM };
static const char *const methods[] = {"climb", "random", NULL};

enum { MOST_BIRDS = 3, LONGEST = 10, MOST_OF_A_KIND = 30 };

/* A thread's own. */
struct scratch {
    struct bird_climb *climb;
    struct grid grid;
};

static struct number_range or_default(struct number_range range, uint64_t low, uint64_t high)
{
    return range.high == ANY_NUMBER ? (struct number_range){low, high} : range;
}

static struct land_pieces pieces_wanted(const struct proposal *proposal)
{
    const struct gen_options *options = proposal->options;
    return (struct land_pieces){
        .birds = or_default(options->birds, 1, 1),
        .length = or_default(options->length, 3, 4),
        .fruit = or_default(options->fruit, 0, 2),
        .spikes = or_default(options->spikes, 0, 3),
    };
}

static bool in_range(struct number_range range, uint64_t low, uint64_t high, const char *name,
                     struct text *error)
{
    if (range.low >= low && range.high <= high)
        return true;
    text_addf(error, "--%s: from %u to %u", name, (unsigned)low, (unsigned)high);
    return false;
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct land_pieces pieces = pieces_wanted(proposal);
    proposal->units = UINT64_MAX;
    proposal->patience = proposal->method == METHOD_CLIMB ? 5000 : 1000000;
    proposal->chunk = proposal->method == METHOD_CLIMB ? 1 : 64;
    return in_range(pieces.birds, 1, MOST_BIRDS, "birds", error) &&
           in_range(pieces.length, 1, LONGEST, "length", error) &&
           in_range(pieces.fruit, 0, MOST_OF_A_KIND, "fruit", error) &&
           in_range(pieces.spikes, 0, MOST_OF_A_KIND, "spikes", error);
}

static void scratch_free(void *context)
{
    struct scratch *scratch = context;
    if (scratch->climb != NULL)
        bird_climb_free(scratch->climb);
    grid_free(&scratch->grid);
    free(scratch);
}

static void *scratch_make(const struct proposal *proposal)
{
    struct scratch *scratch = calloc(1, sizeof *scratch);
    struct land_pieces pieces = pieces_wanted(proposal);
    if (scratch == NULL)
        return NULL;
    scratch->climb = bird_climb_make(proposal, &pieces);
    if (scratch->climb == NULL || !grid_make(&scratch->grid, (int)proposal->size.columns,
                                             (int)proposal->size.rows, '-')) {
        scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

static void propose_random(const struct proposal *proposal, struct scratch *scratch,
                           uint64_t unit, struct candidate_list *list)
{
    struct land_pieces pieces = pieces_wanted(proposal);
    struct rng rng;
    rng_start_candidate(&rng, proposal->options->seed, unit);
    if (land_draw(&scratch->grid, &pieces, &rng) && land_is_fit(&scratch->grid, &pieces))
        candidate_add_level(list, unit, &scratch->grid);
    else
        candidate_add_dropped(list, unit, FILTER_UNFIT);
}

static void propose(const struct proposal *proposal, void *context, uint64_t unit,
                    struct candidate_list *list)
{
    struct scratch *scratch = context;
    if (proposal->method == METHOD_CLIMB)
        bird_climb_run(scratch->climb, unit, list);
    else
        propose_random(proposal, scratch, unit, list);
}

const struct proposer proposer_snakebird = {
    .game = &game_snakebird,
    .methods = methods,
    .size = {8, 8},
    .min_side = 4,
    .max_side = 32,
    .pieces = PIECE_BIRDS | PIECE_LENGTH | PIECE_FRUIT | PIECE_SPIKES | PIECE_RULES,
    .start = start,
    .scratch_make = scratch_make,
    .scratch_free = scratch_free,
    .propose = propose,
};
