/* Checks the solutions in each form in which the judge returns them; see differential.h. */
#include "tests/differential.h"

#include "solve/judge/solver.h"

#include <stdlib.h>
#include <string.h>

static bool is_listed_twice(const struct judgement *judgement, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (move_lists_equal(&judgement->listed[i], &judgement->listed[n]))
            return true;
    }
    return false;
}

/* The reported and listed solutions solve the level, occur once each, and have the right number. */
bool holds_for_list(const struct trial *trial, const struct change *change, struct text *why)
{
    struct request request = {.list = change->which};
    struct judgement judgement;
    judge_or_abort(trial->puzzle, &request, &judgement);
    double solutions = strtod(text_string(&trial->judgement.solutions), NULL);
    double wanted = solutions < change->which ? solutions : change->which;
    bool good = judgements_agree(&trial->judgement, &judgement, AGREE_COUNTS | AGREE_REPORTED, why);
    if (good && (double)judgement.listed_count != wanted) {
        text_addf(why, "%zu solutions are listed, not %g", judgement.listed_count, wanted);
        good = false;
    }
    for (size_t n = 0; n < judgement.listed_count && good; n++) {
        good = moves_solve(trial->puzzle, &judgement.listed[n]) && !is_listed_twice(&judgement, n);
        if (!good)
            text_addf(why, "the listed solution %zu is wrong or listed before", n + 1);
    }
    if (good && wanted > 0 && !moves_solve(trial->puzzle, &trial->judgement.reported)) {
        text_add_string(why, "the reported solution does not solve the level");
        good = false;
    }
    judgement_free(&judgement);
    return good;
}

/* Returns the state after the first `count` moves of the reported solution.  The caller frees it. */
static unsigned char *state_on_the_way(const struct trial *trial, size_t count)
{
    const struct puzzle *puzzle = trial->puzzle;
    size_t bytes = puzzle->state_bytes;
    unsigned char *states = calloc(puzzle->max_moves + 2, bytes);
    game_move *legal = calloc(puzzle->max_moves + 1, sizeof *legal);
    if (states == NULL || legal == NULL)
        abort();
    puzzle->rules->start(puzzle, states);
    for (size_t n = 0; n < count; n++) {
        unsigned i = 0, many = puzzle->rules->expand(puzzle, states, legal, states + bytes);
        while (i < many && legal[i] != trial->judgement.reported.moves[n])
            i++;
        if (i < many)
            memcpy(states, states + (i + 1) * bytes, bytes);
    }
    free(legal);
    return states;
}

/* Checks the hint that a player gets, from the start or from halfway on. */
bool holds_for_way(const struct trial *trial, const struct change *change, struct text *why)
{
    const struct move_list *reported = &trial->judgement.reported;
    bool solvable = trial->judgement.verdict != VERDICT_UNSOLVABLE;
    size_t made = solvable ? reported->count * change->which / 2 : 0;
    struct limits limits = {0};
    struct hint_way way = {0};
    unsigned char *state = state_on_the_way(trial, made);
    enum search_end result = hint_solver_find(trial->puzzle, state, reported->moves, made, &limits, &way);
    bool good = result == (solvable ? SEARCH_FOUND : SEARCH_NONE) && (!solvable || way.count == reported->count - made);
    if (!good)
        text_addf(why, "the way after %zu moves has %zu more, result %d", made, way.count, (int)result);
    hint_solver_free(&way);
    free(state);
    return good;
}
