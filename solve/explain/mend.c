/* Finds the unique levels nearest to a level; see mend.h.
 *
 * Most candidates are proved not to be unique without a search.  In a game where walls only close ways
 * (`walls_only_close`), compare a level with one that has additional walls on plain ground:
 *
 * - Every solution of the level with the walls is one of the level without them: each move that is legal with the
 *   walls is legal without them and leads to the same position.  So an unsolvable level stays unsolvable.
 *
 * - For the same reason, the shortest solutions with the walls are no shorter.  Take two shortest solutions of the
 *   original level that are essentially different.  If both are still solutions with the walls, they are among the
 *   shortest there, and they are still essentially different: if swapping two moves leads to the same state with the
 *   walls, it does so without them, too (two regions that are one with the walls are one without them).  So no chain
 *   of swaps joins the two with the walls if none joins them without.  Only a new symmetry due to the walls could
 *   make them the same, so this rule is not used if the candidate has any symmetry.
 *
 * The other candidates are judged, at first without measures, and only until a second solution is found. */
#include "solve/explain/mend.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/threads.h"
#include "solve/explain/edit.h"

#include <stdlib.h>

/* STATES_OF_TRIAL: the number of states that could be searched in the time that a trial takes besides its search. */
enum { CHUNK = 64, KNOWN = 16, STATES_OF_TRIAL = 64 };

/* Indices of edits; `second` is NONE if there is only one. */
#define NONE SIZE_MAX
struct candidate {
    size_t first, second;
    uint64_t pairs; /* pairs of edits tried once this one is */
};

/* The result of trying a candidate. */
struct trial {
    bool untried; /* there was no time, or the user interrupted */
    bool is_level, undecided, unique;
    double depth, difficulty;
    uint64_t hash, states;
};

struct chunk {
    struct mend *mend;
    struct candidate candidates[CHUNK];
    struct trial trials[CHUNK];
    size_t count;
};

/* --- one candidate --- */

static size_t add_changes(const struct edit *edit, size_t count, struct cell_change *changes)
{
    for (unsigned n = 0; n < edit->count; n++)
        changes[count++] = edit->changes[n];
    return count;
}

size_t mended_changes(const struct mended *mended, struct cell_change changes[MENDED_CHANGES])
{
    size_t count = 0;
    for (unsigned n = 0; n < mended->edit_count; n++)
        count = add_changes(&mended->edits[n], count, changes);
    return count;
}

static bool judge_changed(const struct mend *mend, const struct puzzle *changed, enum measures_wanted measures,
                          struct judgement *judgement)
{
    struct request request = {.limits = mend->limits, .measures = measures, .enough = 2};
    request.limits.jobs = 1;
    request.limits.seen = NULL;
    return judge(changed, &request, judgement);
}

/* Judges a candidate that may be unique.  Returns false if memory runs out. */
static bool judge_candidate(const struct mend *mend, const struct puzzle *changed, struct trial *trial)
{
    struct judgement judgement;
    if (!judge_changed(mend, changed, MEASURES_NONE, &judgement))
        return false;
    trial->undecided = judgement.verdict == VERDICT_UNDECIDED;
    trial->unique = judgement.verdict == VERDICT_UNIQUE;
    trial->states = judgement.states;
    judgement_free(&judgement);
    if (!trial->unique)
        return true;
    if (!judge_changed(mend, changed, MEASURES_AUTO, &judgement))
        return false;
    trial->depth = judgement.measure[MEASURE_depth];
    trial->difficulty = judgement.measure[MEASURE_difficulty];
    trial->hash = judgement.hash;
    judgement_free(&judgement);
    return true;
}

/* Returns false if memory runs out. */
static bool try_candidate(void *context, size_t n)
{
    struct chunk *chunk = context;
    const struct mend *mend = chunk->mend;
    struct candidate candidate = chunk->candidates[n];
    struct trial *trial = &chunk->trials[n];
    *trial = (struct trial){.untried = limits_are_over(&mend->limits, mend->limits.deadline)};
    if (trial->untried)
        return true;
    struct cell_change changes[MENDED_CHANGES];
    const struct edit *first = &mend->edits[candidate.first];
    const struct edit *second = candidate.second == NONE ? NULL : &mend->edits[candidate.second];
    bool failed = false;
    bool closes = edit_only_closes(mend->subject, first) && (second == NULL || edit_only_closes(mend->subject, second));
    size_t count = add_changes(first, 0, changes);
    if (second != NULL)
        count = add_changes(second, count, changes);
    struct puzzle *changed = subject_changed(mend->subject, changes, count, &failed);
    if (changed != NULL) {
        bool lost = closes && mend->judgement->verdict == VERDICT_UNSOLVABLE;
        trial->is_level = true;
        /* Where walls only close ways, two of the known solutions may still solve it. */
        unsigned kept = 0;
        for (size_t i = 0; i < mend->known_count && kept < 2 && changed->symmetry_count == 1 && closes && !lost; i++)
            kept += replay_solves(mend->subject->puzzle, changed, mend->known[i].moves, mend->known[i].count, &failed);
        if (!lost && kept < 2 && !failed)
            failed = !judge_candidate(mend, changed, trial);
        changed->game->free(changed);
    }
    trial->untried = limits_are_over(&mend->limits, mend->limits.deadline);
    chunk->mend->tried++;
    return !failed;
}

static void tell_tried(void *context)
{
    struct mend *mend = ((struct chunk *)context)->mend;
    if (mend->tell != NULL)
        mend->tell(mend);
}

/* --- the unique levels found --- */

static bool add_found(struct mend *mend, struct candidate candidate, const struct trial *trial)
{
    if (!ARRAY_RESERVE(mend->found, mend->found_count, mend->found_capacity, 16))
        return false;
    struct mended *mended = &mend->found[mend->found_count];
    struct cell_change changes[MENDED_CHANGES];
    *mended = (struct mended){.edits[0] = mend->edits[candidate.first],
                              .edit_count = candidate.second == NONE ? 1 : 2,
                              .depth = trial->depth,
                              .difficulty = trial->difficulty,
                              .hash = trial->hash,
                              .order = mend->found_count};
    if (candidate.second != NONE)
        mended->edits[1] = mend->edits[candidate.second];
    if (!grid_copy(&mended->text, &mend->subject->text))
        return false;
    size_t count = mended_changes(mended, changes);
    for (size_t i = 0; i < count; i++)
        mended->text.cells[changes[i].cell] = changes[i].to;
    mend->found_count++;
    return true;
}

/* Tries the candidates of a chunk and takes their results in order, up to the first that was not tried; *whole becomes
 * whether all were.  Returns false if memory runs out. */
static bool finish_chunk(struct chunk *chunk, bool *whole)
{
    struct mend *mend = chunk->mend;
    const struct limits *limits = &mend->limits;
    bool good = threads_each(chunk->count, limits->jobs, try_candidate, tell_tried, chunk);
    size_t n = 0;
    for (; good && n < chunk->count && !chunk->trials[n].untried; n++) {
        struct candidate candidate = chunk->candidates[n];
        const struct trial *trial = &chunk->trials[n];
        unsigned two = candidate.second != NONE;
        mend->pairs_tried = candidate.pairs;
        mend->levels[two] += trial->is_level;
        mend->undecided[two] += trial->undecided;
        mend->states += trial->states + STATES_OF_TRIAL;
        if (trial->unique && !two)
            mend->suffices[candidate.first] = true;
        bool found = !trial->unique;
        for (size_t i = 0; i < mend->found_count && !found; i++)
            found = mend->found[i].hash == trial->hash;
        good = found || add_found(mend, candidate, trial);
    }
    *whole = n == chunk->count;
    chunk->count = 0;
    return good;
}

/* Orders levels: nearest first, then hardest, then in the order in which they were found. */
static int compare_mended(const void *a, const void *b)
{
    const struct mended *x = a, *y = b;
    if (x->edit_count != y->edit_count)
        return x->edit_count < y->edit_count ? -1 : 1;
    if (x->difficulty != y->difficulty)
        return x->difficulty > y->difficulty ? -1 : 1;
    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void sort_found(struct mend *mend)
{
    if (mend->found_count > 1)
        qsort(mend->found, mend->found_count, sizeof *mend->found, compare_mended);
}

/* --- mending --- */

/* Finds some essentially different solutions of the level. */
static bool know_solutions(struct mend *mend)
{
    const struct puzzle *puzzle = mend->subject->puzzle;
    struct request request = {.limits = mend->limits, .list = KNOWN};
    struct judgement judgement;
    if (mend->judgement->verdict != VERDICT_MULTIPLE || !puzzle->game->walls_only_close)
        return true;
    if (!judge(puzzle, &request, &judgement))
        return false;
    if (judgement.verdict == VERDICT_MULTIPLE) { /* take over its list */
        mend->known = judgement.listed;
        mend->known_count = judgement.listed_classes;
        for (size_t i = mend->known_count; i < judgement.listed_count; i++)
            free(judgement.listed[i].moves);
        judgement.listed = NULL;
        judgement.listed_count = 0;
    }
    judgement_free(&judgement);
    return true;
}

bool mend_begin(struct mend *mend, const struct subject *subject, const struct judgement *judgement,
                const struct limits *limits, size_t wanted)
{
    *mend = (struct mend){.subject = subject, .judgement = judgement, .limits = *limits, .wanted = wanted};
    limits_begin(&mend->limits);
    if (mend->limits.max_states == 0 || mend->limits.max_states > MEND_STATES)
        mend->limits.max_states = MEND_STATES;
    bool good = edits_list(subject, &mend->edits, &mend->edit_count) && know_solutions(mend);
    mend->suffices = calloc(mend->edit_count + 1, sizeof *mend->suffices);
    good = good && mend->suffices != NULL;
    mend->pairs = mend->edit_count < 2 ? 0 : (uint64_t)mend->edit_count * (mend->edit_count - 1) / 2;
    if (!good)
        mend_free(mend);
    return good;
}

static bool is_late(const struct mend *mend)
{
    return mend->limits.deadline > 0 && clock_now() > mend->limits.deadline;
}

static struct chunk *chunk_make(struct mend *mend)
{
    struct chunk *chunk = calloc(1, sizeof *chunk);
    if (chunk != NULL)
        chunk->mend = mend;
    return chunk;
}

bool mend_singles(struct mend *mend)
{
    struct chunk *chunk = chunk_make(mend);
    bool good = chunk != NULL, whole = true;
    size_t n = 0;
    while (good && whole && n < mend->edit_count && !is_late(mend)) {
        while (n < mend->edit_count && chunk->count < CHUNK)
            chunk->candidates[chunk->count++] = (struct candidate){n++, NONE, 0};
        good = finish_chunk(chunk, &whole);
    }
    mend->singles_done = good && whole && n == mend->edit_count;
    free(chunk);
    sort_found(mend);
    return good;
}

bool mend_pairs(struct mend *mend)
{
    struct chunk *chunk = chunk_make(mend);
    bool good = chunk != NULL, whole = true;
    size_t first = 0, second = 1;
    uint64_t most = mend->pairs;
    bool wanted = mend->singles_done && mend->found_count < mend->wanted;
    while (good && whole && wanted && mend->pairs_tried < most) {
        bool enough = mend->limits.deadline > 0 ? is_late(mend) : mend->states >= MEND_MOST;
        if (mend->found_count >= mend->wanted ? mend->states >= MEND_WORK : enough)
            break;
        uint64_t tried = mend->pairs_tried;
        for (; tried < most && chunk->count < CHUNK; tried++) {
            if (!mend->suffices[first] && !mend->suffices[second] &&
                !edits_meet(&mend->edits[first], &mend->edits[second]))
                chunk->candidates[chunk->count++] = (struct candidate){first, second, tried + 1};
            if (++first == second) { /* pairs are ordered by the later edit of the two */
                first = 0;
                second++;
            }
        }
        good = finish_chunk(chunk, &whole);
        if (whole)
            mend->pairs_tried = tried;
    }
    free(chunk);
    sort_found(mend);
    return good;
}

void mend_free(struct mend *mend)
{
    for (size_t i = 0; i < mend->found_count; i++)
        grid_free(&mend->found[i].text);
    for (size_t i = 0; i < mend->known_count; i++)
        free(mend->known[i].moves);
    free(mend->found);
    free(mend->known);
    free(mend->edits);
    free(mend->suffices);
    *mend = (struct mend){0};
}
