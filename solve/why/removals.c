/* Pieces and walls taken away; see removals.h. */
#include "solve/why/removals.h"

#include "base/clock.h"
#include "solve/why/crew.h"

#include <stdatomic.h>
#include <stdlib.h>

struct removal_work {
    const struct subject *subject;
    struct request request;
    double deadline; /* 0: none */
    struct try {
        struct removal removal;
        bool untried;
    } *tries; /* [cells] */
    atomic_bool failed;
};

/* Whether there is time left; what there is becomes the limit of the next search. */
static bool has_time(const struct removal_work *work, struct limits *limits)
{
    if (limits->interrupted != NULL && *limits->interrupted != 0)
        return false;
    if (work->deadline <= 0)
        return true;
    limits->timeout = work->deadline - now();
    return limits->timeout > 0;
}

/* Judges the level without something.  False: out of memory. */
static bool judge_without(const struct removal_work *work, struct try *try)
{
    struct request request = work->request;
    bool failed = false;
    try->untried = !has_time(work, &request.limits);
    if (try->untried)
        return true;
    struct puzzle *changed =
        subject_changed(work->subject, try->removal.changes, try->removal.count, &failed);
    if (changed == NULL) {
        try->removal.count = 0; /* no level any more */
        return !failed;
    }
    struct judgement judgement;
    bool good = judge(changed, &request, &judgement);
    if (good) {
        try->removal.verdict = judgement.verdict;
        judgement_free(&judgement);
    }
    changed->game->free(changed);
    return good;
}

static void try_without(void *context, size_t n)
{
    struct removal_work *work = context;
    struct try *try = &work->tries[n];
    struct cell_change *changes =
        calloc((size_t)grid_size(&work->subject->text), sizeof *changes);
    bool good = changes != NULL;
    if (good)
        try->removal = (struct removal){changes, subject_take_away(work->subject, (int)n, changes),
                                        VERDICT_UNSOLVABLE};
    if (good && try->removal.count > 0)
        good = judge_without(work, try);
    if (!good)
        atomic_store(&work->failed, true);
}

static void take(struct try *try, struct why *why)
{
    struct removal *removal = &try->removal;
    bool solvable = false;
    if (removal->count > 0) {
        why->untried += try->untried;
        why->tried += !try->untried;
        why->undecided += !try->untried && removal->verdict == VERDICT_UNDECIDED;
        solvable = !try->untried && (removal->verdict == VERDICT_UNIQUE ||
                                     removal->verdict == VERDICT_MULTIPLE);
    }
    if (solvable)
        why->removals[why->removal_count++] = *removal;
    else
        free(removal->changes);
}

bool removals_find(const struct subject *subject, const struct limits *limits, struct why *why)
{
    struct removal_work work = {
        .subject = subject,
        .request = {.limits = *limits, .enough = 2},
        .deadline = limits->timeout > 0 ? now() + limits->timeout : 0,
    };
    size_t cells = (size_t)grid_size(&subject->text);
    if (puzzle_contents(subject->puzzle) == NULL)
        return true;
    work.request.limits.jobs = 1;
    work.request.limits.seen = NULL;
    if (limits->max_states == 0 || limits->max_states > REMOVAL_STATES)
        work.request.limits.max_states = REMOVAL_STATES;
    work.tries = calloc(cells, sizeof *work.tries);
    why->removals = calloc(cells, sizeof *why->removals);
    bool good = work.tries != NULL && why->removals != NULL;
    if (good)
        crew_run(cells, limits->jobs, try_without, &work);
    for (size_t n = 0; good && n < cells; n++)
        take(&work.tries[n], why);
    free(work.tries);
    return good && !atomic_load(&work.failed);
}
