/* Why a level is what it is; see why.h. */
#include "solve/why/why.h"

#include "base/clock.h"
#include "solve/solvers.h"
#include "solve/why/crew.h"
#include "solve/why/replay.h"
#include "solve/why/removals.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- multiple --- */

struct closing_work {
    const struct subject *subject;
    const struct parting *parting;
    struct closing *found; /* [cells]; way 2: none */
    atomic_bool failed;
};

enum { NO_WAY = 2 };

/* Which of two solutions, and only that, a change closes, or at least touches. */
static struct closing try_change(const struct closing_work *work, struct cell_change change,
                                 bool *failed)
{
    const struct subject *subject = work->subject;
    const struct parting *parting = work->parting;
    struct closing closing = {.change = change, .way = NO_WAY};
    struct puzzle *changed = subject_changed(subject, &change, 1, failed);
    bool open[2], same[2];
    if (changed == NULL)
        return closing;
    for (int i = 0; i < 2; i++) {
        open[i] = replay_solves(subject->puzzle, changed, parting->moves[i], parting->count[i],
                                NULL, failed);
        same[i] = open[i] || replay_goes_same(subject->puzzle, changed, parting->moves[i],
                                              parting->count[i], change.cell, failed);
    }
    changed->game->free(changed);
    closing.closes = open[0] != open[1];
    if (closing.closes)
        closing.way = open[0] ? 1 : 0;
    else if (same[0] != same[1])
        closing.way = same[0] ? 1 : 0;
    return closing;
}

static void try_cell(void *context, size_t n)
{
    struct closing_work *work = context;
    const struct subject *subject = work->subject;
    struct closing *found = &work->found[n];
    unsigned char others[CONTENTS_MOST];
    bool failed = false;
    int cell = (int)n;
    found->way = NO_WAY;
    size_t count =
        subject_may_change(subject, cell) ? subject_without_piece(subject, cell, others) : 0;
    for (size_t i = 0; i < count && !found->closes && !failed; i++) {
        struct cell_change change = {cell, subject->text.cells[cell], others[i]};
        struct closing closing = try_change(work, change, &failed);
        if (closing.closes || found->way == NO_WAY)
            *found = closing;
    }
    if (failed)
        atomic_store(&work->failed, true);
}

/* The changes of one cell that only one of two solutions depends on.  False: out of memory. */
static bool find_closings(const struct subject *subject, const struct limits *limits,
                          struct why_pair *pair)
{
    size_t cells = (size_t)grid_size(&subject->text);
    struct closing_work work = {.subject = subject, .parting = &pair->parting};
    if (puzzle_contents(subject->puzzle) == NULL)
        return true;
    work.found = calloc(cells, sizeof *work.found);
    if (work.found == NULL)
        return false;
    crew_run(cells, limits->jobs, try_cell, &work);
    for (size_t n = 0; n < cells; n++) {
        if (work.found[n].way != NO_WAY)
            work.found[pair->closing_count++] = work.found[n];
    }
    pair->closings = work.found;
    return !atomic_load(&work.failed);
}

static bool explain_multiple(const struct subject *subject, const struct limits *limits,
                             struct why *why)
{
    struct partings partings = {0};
    char reason[80] = "";
    enum partings_result result =
        partings_for(subject->puzzle->game)(subject->puzzle, limits, &partings, reason);
    if (result == PARTINGS_FAILED)
        return false;
    why->latest.parting = partings.latest;
    why->earliest.parting = partings.earliest;
    why->all_classes = result == PARTINGS_FOUND && partings.exact;
    snprintf(why->reason, sizeof why->reason, "%s", reason);
    return partings.latest.moves[0] == NULL ||
           (find_closings(subject, limits, &why->latest) &&
            find_closings(subject, limits, &why->earliest));
}

/* --- unsolvable --- */

static bool explain_unsolvable(const struct subject *subject, const struct limits *limits,
                               struct why *why)
{
    char reason[80];
    enum nearest_result result =
        nearest_find(subject->puzzle, NULL, limits, &why->nearest, reason);
    snprintf(why->reason, sizeof why->reason, "%s", reason);
    return result != NEAREST_FAILED && removals_find(subject, limits, why);
}

/* --- unique --- */

enum { TRAP_STATES = 1 << 16 };

struct trap_work {
    const struct subject *subject;
    const struct judgement *judgement;
    struct limits limits;
    struct why *why;
    atomic_bool failed;
};

/* The estimate after a move more than so many of the solution; *state becomes that state. */
static bool step_off(const struct trap_work *work, size_t position, game_move move,
                     unsigned char *state, unsigned *estimate)
{
    const struct puzzle *puzzle = work->subject->puzzle;
    game_move *moves = calloc(position + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    if (position > 0)
        memcpy(moves, work->judgement->reported.moves, position * sizeof *moves);
    moves[position] = move;
    bool good = replay_to(puzzle, moves, position + 1, state);
    free(moves);
    if (good)
        *estimate = puzzle->rules->estimate(puzzle, state);
    return good;
}

static void explain_trap(void *context, size_t n)
{
    struct trap_work *work = context;
    const struct puzzle *puzzle = work->subject->puzzle;
    struct why_trap *trap = &work->why->traps[n];
    trap->trap = work->judgement->traps[n];
    size_t position = trap->trap.position;
    trap->right = work->judgement->reported.moves[position];
    unsigned char *state = calloc(1, puzzle->state_bytes + 8);
    char reason[80];
    bool good = state != NULL &&
                step_off(work, position, trap->right, state, &trap->after_right) &&
                step_off(work, position, trap->trap.move, state, &trap->after);
    if (good) {
        enum nearest_result result =
            nearest_find(puzzle, state, &work->limits, &trap->nearest, reason);
        trap->limited = result == NEAREST_LIMIT;
        good = result != NEAREST_FAILED;
    }
    free(state);
    if (!good)
        atomic_store(&work->failed, true);
}

static bool explain_unique(const struct subject *subject, const struct judgement *judgement,
                           const struct limits *limits, struct why *why)
{
    struct trap_work work = {
        .subject = subject, .judgement = judgement, .limits = *limits, .why = why};
    why->traps_known = judgement->measure[MEASURE_traps] >= 0;
    if (!why->traps_known || judgement->measure[MEASURE_traps] < 1)
        return true;
    work.limits.jobs = 1;
    if (work.limits.max_states == 0 || work.limits.max_states > TRAP_STATES)
        work.limits.max_states = TRAP_STATES;
    why->trap_count = (size_t)judgement->measure[MEASURE_traps];
    why->traps = calloc(why->trap_count, sizeof *why->traps);
    if (why->traps == NULL) {
        why->trap_count = 0;
        return false;
    }
    crew_run(why->trap_count, limits->jobs, explain_trap, &work);
    return !atomic_load(&work.failed);
}

/* --- */

bool why_find(const struct subject *subject, const struct judgement *judgement,
              const struct limits *limits, struct why *why)
{
    *why = (struct why){.verdict = judgement->verdict};
    bool good = true;
    switch (judgement->verdict) {
    case VERDICT_MULTIPLE:
        good = explain_multiple(subject, limits, why);
        break;
    case VERDICT_UNSOLVABLE:
        good = explain_unsolvable(subject, limits, why);
        break;
    case VERDICT_UNIQUE:
        good = explain_unique(subject, judgement, limits, why);
        break;
    case VERDICT_UNDECIDED:
        snprintf(why->reason, sizeof why->reason, "%s", judgement->reason);
        break;
    }
    if (!good)
        why_free(why);
    return good;
}

bool why_pairs_are_one(const struct why *why)
{
    const struct parting *a = &why->latest.parting, *b = &why->earliest.parting;
    for (int i = 0; i < 2; i++) {
        if (a->count[i] != b->count[i] ||
            memcmp(a->moves[i], b->moves[i], a->count[i] * sizeof *a->moves[i]) != 0)
            return false;
    }
    return true;
}

void why_free(struct why *why)
{
    struct partings partings = {why->latest.parting, why->earliest.parting, false};
    partings_free(&partings);
    free(why->latest.closings);
    free(why->earliest.closings);
    nearest_free(&why->nearest);
    for (size_t i = 0; i < why->removal_count; i++)
        free(why->removals[i].changes);
    free(why->removals);
    for (size_t i = 0; i < why->trap_count; i++)
        nearest_free(&why->traps[i].nearest);
    free(why->traps);
    *why = (struct why){0};
}
