/* Explains a verdict; see why.h. */
#include "solve/explain/why.h"

#include "base/threads.h"
#include "solve/explain/edit.h"
#include "solve/judge/solver.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- removals of pieces and walls --- */

enum { REMOVAL_STATES = 1 << 17 }; /* the most states searched for each removal */

/* The removal of the content of one cell. */
struct attempt {
    struct removal removal;
    bool untried; /* there was no time */
};

struct removal_work {
    const struct subject *subject;
    struct request request;
    struct attempt *attempts; /* [cells] */
};

/* Judges the level without the piece, wall or ground in a cell.  Returns false if memory runs out. */
static bool try_without(void *context, size_t n)
{
    struct removal_work *work = context;
    struct attempt *attempt = &work->attempts[n];
    struct cell_change *changes = malloc((size_t)grid_size(&work->subject->text) * sizeof *changes);
    if (changes == NULL)
        return false;
    size_t count = subject_take_away(work->subject, (int)n, changes);
    if (count == 0) {
        free(changes);
        return true;
    }
    /* Keeps only what it needs: large levels have very many removals. */
    struct cell_change *kept = realloc(changes, count * sizeof *changes);
    attempt->removal = (struct removal){kept == NULL ? changes : kept, count, VERDICT_UNSOLVABLE};
    attempt->untried = limits_are_over(&work->request.limits, work->request.limits.deadline);
    if (attempt->untried)
        return true;
    bool failed = false;
    struct puzzle *changed = subject_changed(work->subject, attempt->removal.changes, count, &failed);
    if (changed == NULL) {
        attempt->removal.count = 0; /* without it, this is not a level */
        return !failed;
    }
    struct judgement judgement;
    bool good = judge(changed, &work->request, &judgement);
    if (good) {
        attempt->removal.verdict = judgement.verdict;
        judgement_free(&judgement);
    }
    changed->game->free(changed);
    return good;
}

/* Fills in why->removals, in the order of their cells, and how many were tried.  A removal not decided within the
 * limits counts as undecided.  Returns false if memory runs out. */
static bool removals_find(const struct subject *subject, const struct limits *limits, struct why *why)
{
    struct removal_work work = {.subject = subject, .request = {.limits = *limits, .enough = 2}};
    size_t cells = (size_t)grid_size(&subject->text);
    if (puzzle_contents(subject->puzzle) == NULL)
        return true;
    limits_begin(&work.request.limits);
    work.request.limits.jobs = 1;
    work.request.limits.seen = NULL;
    if (limits->max_states == 0 || limits->max_states > REMOVAL_STATES)
        work.request.limits.max_states = REMOVAL_STATES;
    work.attempts = calloc(cells, sizeof *work.attempts);
    why->removals = calloc(cells, sizeof *why->removals);
    bool made = work.attempts != NULL && why->removals != NULL;
    bool good = made && threads_each(cells, limits->jobs, try_without, NULL, &work);
    for (size_t n = 0; made && n < cells; n++) {
        struct removal *removal = &work.attempts[n].removal;
        bool untried = work.attempts[n].untried, tried = removal->count > 0 && !untried;
        why->untried += removal->count > 0 && untried;
        why->tried += tried;
        why->undecided += tried && removal->verdict == VERDICT_UNDECIDED;
        if (tried && (removal->verdict == VERDICT_UNIQUE || removal->verdict == VERDICT_MULTIPLE))
            why->removals[why->removal_count++] = *removal;
        else
            free(removal->changes);
    }
    free(work.attempts);
    return good;
}

/* --- multiple --- */

struct closing_work {
    const struct subject *subject;
    const struct divergence *divergence;
    struct limits limits;  /* for all replays together */
    struct closing *found; /* [cells]; way NO_WAY: none */
    atomic_bool stopped;
};

enum { NO_WAY = 2 };

/* Finds out whether a change closes, or at least touches, exactly one of two solutions, and which. */
static struct closing try_change(struct closing_work *work, struct cell_change change, bool *failed)
{
    struct closing closing = {.change = change, .way = NO_WAY};
    struct limited limited;
    char reason[LIMIT_REASON] = "";
    bool no_memory = false;
    struct puzzle *changed = subject_changed(work->subject, &change, 1, failed);
    if (changed == NULL)
        return closing;
    if (limited_open(&limited, changed, &work->limits)) {
        /* Replays both solutions in the changed level. */
        const struct divergence *divergence = work->divergence;
        bool open[2], same[2];
        for (int i = 0; i < 2; i++) {
            const game_move *moves = divergence->moves[i];
            size_t count = divergence->count[i];
            open[i] = replay_solves(work->subject->puzzle, limited.puzzle, moves, count, failed);
            same[i] =
                open[i] || replay_goes_same(work->subject->puzzle, limited.puzzle, moves, count, change.cell, failed);
        }
        closing.closes = open[0] != open[1];
        if (closing.closes)
            closing.way = open[0] ? 1 : 0;
        else if (same[0] != same[1])
            closing.way = same[0] ? 1 : 0;
        puzzle_doubt(limited.puzzle, &no_memory);
    } else {
        *failed = true;
    }
    *failed |= no_memory;
    if (!no_memory && limited_stopped(&limited, reason))
        atomic_store(&work->stopped, true);
    limited_close(&limited);
    changed->game->free(changed);
    return closing;
}

/* Returns false if memory runs out. */
static bool try_cell(void *context, size_t n)
{
    struct closing_work *work = context;
    const struct subject *subject = work->subject;
    struct closing *found = &work->found[n];
    unsigned char others[CONTENTS_MOST];
    bool failed = false;
    int cell = (int)n;
    found->way = NO_WAY;
    size_t count = subject_may_change(subject, cell) ? subject_without_piece(subject, cell, others) : 0;
    for (size_t i = 0; i < count && !found->closes && !failed && !atomic_load(&work->stopped); i++) {
        struct cell_change change = {cell, subject->text.cells[cell], others[i]};
        struct closing closing = try_change(work, change, &failed);
        if (closing.closes || found->way == NO_WAY)
            *found = closing;
    }
    return !failed;
}

/* Finds the changes of one cell that only one of two solutions depends on.  Returns false if memory runs out or a
 * limit was hit (*stopped). */
static bool find_closings(const struct subject *subject, const struct limits *limits, struct why_pair *pair,
                          bool *stopped)
{
    size_t cells = (size_t)grid_size(&subject->text);
    struct closing_work work = {.subject = subject, .divergence = &pair->divergence, .limits = *limits};
    if (puzzle_contents(subject->puzzle) == NULL)
        return true;
    work.found = calloc(cells, sizeof *work.found);
    if (work.found == NULL)
        return false;
    bool good = threads_each(cells, limits->jobs, try_cell, NULL, &work);
    for (size_t n = 0; n < cells; n++) {
        if (work.found[n].way != NO_WAY)
            work.found[pair->closing_count++] = work.found[n];
    }
    pair->closings = work.found;
    *stopped = work.stopped && good;
    return good && !*stopped;
}

/* --- unique --- */

enum { TRAP_STATES = 1 << 16 };

struct trap_work {
    const struct subject *subject;
    const struct judgement *judgement;
    struct limits limits; /* of each search; the timeout is for all together */
    struct why *why;
};

/* Finds the state after the first `position` moves of the solution and one other move, and its estimate. */
static bool step_off(const struct trap_work *work, size_t position, game_move move, unsigned char *state,
                     unsigned *estimate)
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

/* Returns false if memory runs out. */
static bool explain_trap(void *context, size_t n)
{
    struct trap_work *work = context;
    const struct puzzle *puzzle = work->subject->puzzle;
    struct why_trap *trap = &work->why->traps[n];
    trap->trap = work->judgement->traps[n];
    size_t position = trap->trap.position;
    trap->right = work->judgement->reported.moves[position];
    unsigned char *state = calloc(1, puzzle->state_bytes + 8);
    char reason[LIMIT_REASON];
    bool good = state != NULL && step_off(work, position, trap->right, state, &trap->after_right) &&
                step_off(work, position, trap->trap.move, state, &trap->after);
    if (good) {
        enum search_end result = nearest_find(puzzle, state, &work->limits, &trap->nearest, reason);
        trap->limited = result == SEARCH_LIMIT;
        good = result != SEARCH_NO_MEMORY;
    }
    free(state);
    return good;
}

static bool explain_unique(const struct subject *subject, const struct judgement *judgement,
                           const struct limits *limits, struct why *why)
{
    struct trap_work work = {.subject = subject, .judgement = judgement, .limits = *limits, .why = why};
    why->traps_known = judgement->measure[MEASURE_traps] >= 0;
    if (!why->traps_known || judgement->measure[MEASURE_traps] < 1)
        return true;
    limits_begin(&work.limits);
    work.limits.jobs = 1;
    if (work.limits.max_states == 0 || work.limits.max_states > TRAP_STATES)
        work.limits.max_states = TRAP_STATES;
    why->trap_count = (size_t)judgement->measure[MEASURE_traps];
    why->traps = calloc(why->trap_count, sizeof *why->traps);
    if (why->traps == NULL) {
        why->trap_count = 0;
        return false;
    }
    return threads_each(why->trap_count, limits->jobs, explain_trap, NULL, &work);
}

/* --- any verdict --- */

bool why_find(const struct puzzle *puzzle, struct variant variant, const struct judgement *judgement,
              const struct limits *limits, struct why *why)
{
    *why = (struct why){.verdict = judgement->verdict};
    if (!subject_make(&why->subject, puzzle, variant))
        return false;
    struct subject replayed = why->subject;
    struct limits replays = *limits;
    struct limited limited;
    char reason[LIMIT_REASON] = "";
    bool stopped = false, no_memory = false;
    limits_begin(&replays);
    bool good = limited_open(&limited, puzzle, &replays);
    replayed.puzzle = limited.puzzle;
    if (good && judgement->verdict == VERDICT_MULTIPLE) {
        /* The limits `replays` are for all replays together. */
        struct divergences found = {0};
        enum search_end result =
            solver_of(replayed.puzzle->game)->divergence(replayed.puzzle, limits, &found, why->reason);
        good = result != SEARCH_NO_MEMORY;
        if (good) {
            why->latest.divergence = found.latest;
            why->earliest.divergence = found.earliest;
            why->all_classes = result == SEARCH_FOUND && found.exact;
        }
        if (good && found.latest.moves[0] != NULL)
            good = find_closings(&replayed, &replays, &why->latest, &stopped) &&
                   find_closings(&replayed, &replays, &why->earliest, &stopped);
    } else if (good && judgement->verdict == VERDICT_UNSOLVABLE) {
        good = nearest_find(replayed.puzzle, NULL, limits, &why->nearest, why->reason) != SEARCH_NO_MEMORY;
        good = good && removals_find(&replayed, limits, why);
    } else if (good && judgement->verdict == VERDICT_UNIQUE) {
        good = explain_unique(&replayed, judgement, limits, why);
    } else if (good) {
        snprintf(why->reason, sizeof why->reason, "%s", judgement->reason);
    }
    if (limited.puzzle != NULL)
        puzzle_doubt(limited.puzzle, &no_memory);
    /* Replays under rules that had to stop prove nothing. */
    if (stopped)
        stop_check_ask(&limited.check, 0); /* it is probably the same limit */
    if (limited_stopped(&limited, reason) || stopped) {
        struct subject subject = why->subject;
        why->subject = (struct subject){0};
        why_free(why);
        *why = (struct why){.subject = subject, .verdict = VERDICT_UNDECIDED};
        snprintf(why->reason, sizeof why->reason, "%s",
                 reason[0] != '\0' ? reason : "replaying the solutions takes too much");
        good = true;
    }
    limited_close(&limited);
    if (!good || no_memory)
        why_free(why);
    return good && !no_memory;
}

bool why_pairs_are_one(const struct why *why)
{
    const struct divergence *a = &why->latest.divergence, *b = &why->earliest.divergence;
    for (int i = 0; i < 2; i++) {
        if (a->count[i] != b->count[i] || memcmp(a->moves[i], b->moves[i], a->count[i] * sizeof *a->moves[i]) != 0)
            return false;
    }
    return true;
}

void why_free(struct why *why)
{
    struct divergences divergences = {why->latest.divergence, why->earliest.divergence, false};
    divergences_free(&divergences);
    free(why->latest.closings);
    free(why->earliest.closings);
    nearest_free(&why->nearest);
    for (size_t i = 0; i < why->removal_count; i++)
        free(why->removals[i].changes);
    free(why->removals);
    for (size_t i = 0; i < why->trap_count; i++)
        nearest_free(&why->traps[i].nearest);
    free(why->traps);
    subject_free(&why->subject);
    *why = (struct why){0};
}
