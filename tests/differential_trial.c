/* Specimens, their judgements, and the comparison of judgements; see differential.h. */
#include "tests/differential.h"
#include "tests/toys.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Without pruning, a level may have far more states. */
enum { MOST_STATES = 20000, MOST_PLAIN_STATES = 400000 };

const struct request whole_request = {.measures = MEASURES_AUTO, .limits = {.max_states = MOST_PLAIN_STATES}};

struct specimen specimen_copy(const struct specimen *specimen)
{
    struct specimen copy = *specimen;
    if (!grid_copy(&copy.grid, &specimen->grid))
        abort();
    return copy;
}

void specimen_free(struct specimen *specimen)
{
    grid_free(&specimen->grid);
}

struct puzzle *specimen_load(const struct specimen *specimen)
{
    struct complaint complaint = {0};
    struct puzzle *puzzle = specimen->game->load(&specimen->grid, specimen->variant, &complaint);
    if (puzzle != NULL && specimen->spoil != NULL)
        specimen->spoil(puzzle);
    return puzzle;
}

struct specimen specimen_turned(const struct specimen *specimen, unsigned symmetry)
{
    struct specimen turned = *specimen;
    const struct grid *grid = &specimen->grid;
    bool swaps = (symmetry & 4) != 0;
    if (!grid_make(&turned.grid, swaps ? grid->rows : grid->columns, swaps ? grid->columns : grid->rows, ' '))
        abort();
    grid_transform(grid, symmetry, turned.grid.cells);
    return turned;
}

void specimen_write(const struct specimen *specimen, struct text *text)
{
    const struct grid *grid = &specimen->grid;
    for (int row = 0; row < grid->rows; row++) {
        text_add(text, (const char *)grid->cells + row * grid->columns, (size_t)grid->columns);
        text_add_char(text, '\n');
    }
}

/* --- judging --- */

void judge_or_abort(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement)
{
    if (!judge(puzzle, request, judgement))
        abort();
}

/* Returns whether only some measures are known because the whole graph was too large. */
static bool is_half_known(const struct judgement *judgement)
{
    return judgement->measure[MEASURE_traps] == UNKNOWN && judgement->measure[MEASURE_steps] != UNKNOWN;
}

bool trial_make(struct trial *trial, const struct specimen *specimen, bool *fits)
{
    struct request request = {.measures = MEASURES_AUTO, .limits = {.max_states = MOST_STATES}};
    *trial = (struct trial){.specimen = specimen, .puzzle = specimen_load(specimen)};
    if (fits != NULL)
        *fits = trial->puzzle != NULL;
    if (trial->puzzle == NULL)
        return false;
    judge_or_abort(trial->puzzle, &request, &trial->judgement);
    if (trial->judgement.verdict != VERDICT_UNDECIDED && !is_half_known(&trial->judgement))
        return true;
    trial_free(trial);
    return false;
}

void trial_free(struct trial *trial)
{
    judgement_free(&trial->judgement);
    trial->puzzle->game->free(trial->puzzle);
    *trial = (struct trial){0};
}

/* --- comparing --- */

static bool same_text(const char *name, const char *expected, const char *got, struct text *why)
{
    if (strcmp(expected, got) == 0)
        return true;
    text_addf(why, "%s is '%s', not '%s'", name, got, expected);
    return false;
}

static bool same_number(const char *name, double expected, double got, struct text *why)
{
    if (fabs(expected - got) < 1e-6) /* luck is accurate to a few millionths */
        return true;
    text_addf(why, "%s is %g, not %g", name, got, expected);
    return false;
}

static bool same_measures(const struct judgement *expected, const struct judgement *got, unsigned what,
                          struct text *why)
{
    for (unsigned i = 0; i < MEASURE_COUNT; i++) {
        double one = expected->measure[i], other = got->measure[i];
        bool estimated = i == MEASURE_detours || i == MEASURE_difficulty;
        unsigned kind = estimated ? AGREE_ESTIMATED : AGREE_MEASURES;
        if ((what & kind) == 0 || i == MEASURE_depth || (what & MAY_LACK && other < 0))
            continue;
        if (!same_number(measure_names[i], one, other, why))
            return false;
    }
    return (what & AGREE_ESTIMATED) == 0 || (what & MAY_LACK && got->greedy < 0) ||
           same_number("greedy", expected->greedy, got->greedy, why);
}

static bool same_hash(const struct judgement *expected, const struct judgement *got, struct text *why)
{
    if (expected->hash != got->hash)
        text_addf(why, "the hash is %016" PRIx64 ", not %016" PRIx64, got->hash, expected->hash);
    return expected->hash == got->hash &&
           same_number("the number of symmetries", expected->symmetry, got->symmetry, why);
}

bool judgements_agree(const struct judgement *expected, const struct judgement *got, unsigned what, struct text *why)
{
    if (what & AGREE_COUNTS &&
        !(same_text("the verdict", verdict_names[expected->verdict], verdict_names[got->verdict], why) &&
          same_number("depth", expected->measure[MEASURE_depth], got->measure[MEASURE_depth], why) &&
          same_text("the number of solutions", text_string(&expected->solutions), text_string(&got->solutions), why) &&
          same_text("essential", text_string(&expected->essential), text_string(&got->essential), why)))
        return false;
    if (what & AGREE_HASH && !same_hash(expected, got, why))
        return false;
    if (what & AGREE_REPORTED && !move_lists_equal(&expected->reported, &got->reported)) {
        text_add_string(why, "another solution is reported");
        return false;
    }
    return same_measures(expected, got, what, why) &&
           ((what & AGREE_STATES) == 0 ||
            same_number("the number of states", (double)expected->states, (double)got->states, why));
}

bool agrees_again(const struct trial *trial, const struct puzzle *puzzle, const struct request *request, unsigned what,
                  struct text *why)
{
    struct judgement judgement;
    judge_or_abort(puzzle, request, &judgement);
    bool same = judgement.verdict == VERDICT_UNDECIDED || judgements_agree(&trial->judgement, &judgement, what, why);
    judgement_free(&judgement);
    return same;
}

bool moves_solve(const struct puzzle *puzzle, const struct move_list *moves)
{
    size_t bytes = puzzle->state_bytes;
    unsigned char *state = calloc(1, bytes), *after = calloc(puzzle->max_moves + 1, bytes);
    game_move *legal = calloc(puzzle->max_moves + 1, sizeof *legal);
    if (state == NULL || after == NULL || legal == NULL)
        abort();
    puzzle->rules->start(puzzle, state);
    bool good = true;
    for (size_t n = 0; n < moves->count && good; n++) {
        unsigned i = 0, count = puzzle->rules->expand(puzzle, state, legal, after);
        good = !puzzle->rules->solved(puzzle, state);
        while (i < count && legal[i] != moves->moves[n])
            i++;
        good = good && i < count;
        if (good)
            memcpy(state, after + i * bytes, bytes);
    }
    good = good && puzzle->rules->solved(puzzle, state);
    free(state);
    free(after);
    free(legal);
    return good;
}

void puzzle_make_plain(struct puzzle *puzzle, struct puzzle_rules *plain)
{
    *plain = *puzzle->rules;
    plain->dead = NULL;
    plain->expand_live = NULL;
    plain->expand_within = NULL;
    plain->estimate = toy_zero;
    plain->bound = NULL;
    puzzle->rules = plain;
    puzzle->spared = ~0u;
}
