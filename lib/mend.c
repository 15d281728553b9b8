/* Mending levels; see onlyway.h. */
#include "lib/inside.h"

#include "base/clock.h"
#include "solve/level/option_rows.h"
#include "solve/explain/words.h"

#include <stddef.h>
#include <string.h>

enum { GRID, EDITS, TOLD, DEPTH, DIFFICULTY, MENDED_TEXTS };

struct ow_mended {
    struct text texts[MENDED_TEXTS];
    struct cell_change changes[MENDED_CHANGES];
    size_t change_count;
    int columns;
};

struct mend_options {
    uint64_t mend;
    struct limits limits;
};

#define AT(member) offsetof(struct mend_options, member)

static const struct option_row rows[] = {
    OPTION(NUMBER, "mend", AT(mend), "N", NULL, .initial = "5", .low = 1, .help = "number of levels"),
    LIMIT_OPTION_ROWS(AT),
};

/* A mending run that passes its levels to a mender. */
struct mending {
    struct mend mend;
    ow_mender mender;
    struct ow_mended mended;
    struct watched watched;
    double told; /* when progress was last reported */
    struct call *call;
};

static void clear_mended(struct ow_mended *mended)
{
    for (int i = 0; i < MENDED_TEXTS; i++)
        text_free(&mended->texts[i]);
}

static bool take_mended(void *context, const struct mended *found, size_t number, size_t from, struct text *text)
{
    struct mending *mending = context;
    struct ow_mended *made = &mending->mended;
    (void)number;
    if (mending->watched.stop != 0 || !call_good(mending->call, text))
        return false;
    clear_mended(made);
    puzzle_add_file(mending->mend.subject->puzzle, &found->text, &made->texts[GRID]);
    tell_edits(mending->mend.subject, found, &made->texts[EDITS]);
    text_add(&made->texts[TOLD], text->data + from, text->size - from);
    text_addf(&made->texts[DEPTH], "%.0f", found->depth);
    if (found->difficulty != UNKNOWN)
        measure_write(MEASURE_difficulty, found->difficulty, &made->texts[DIFFICULTY]);
    made->change_count = mended_changes(found, made->changes);
    made->columns = found->text.columns;
    for (int i = 0; i < MENDED_TEXTS; i++)
        call_good(mending->call, &made->texts[i]);
    if (call_good(mending->call, NULL) && mending->mender.mended != NULL &&
        mending->mender.mended(mending->mender.context, made) != 0)
        mending->watched.stop = 1;
    return call_good(mending->call, NULL) && mending->watched.stop == 0;
}

static void tell_progress(struct mend *mend)
{
    struct mending *mending = (struct mending *)mend;
    const ow_mender *mender = &mending->mender;
    if (mender->progress == NULL || mending->watched.stop != 0 || clock_now() - mending->told < 0.1)
        return;
    mending->told = clock_now();
    if (mender->progress(mender->context, mend->tried, mend->found_count) != 0)
        mending->watched.stop = 1;
}

/* Reports progress while the original level is judged. */
static int tell_start(void *context, uint64_t states)
{
    const ow_mender *mender = context;
    (void)states;
    return mender->progress(mender->context, 0, 0);
}

ow_status ow_mend(const ow_level *level, const char *options, const ow_mender *mender, char **text, char **message)
{
    struct call call = call_begin(message);
    struct mend_options typed = {.limits = {.jobs = 1}};
    struct option_set set = {rows, sizeof rows / sizeof *rows, &typed, NULL};
    struct mending mending = {.call = &call};
    struct text told = {0};
    if (call_text(&call, text, "the address for the text") && call_level(&call, level) &&
        call_struct(&call, mender, "the mender", &mending.mender, sizeof mending.mender) &&
        call_options(&call, &set, options)) {
        const struct puzzle *puzzle = level->job.puzzle;
        struct request request = {.limits = typed.limits};
        struct judgement judgement;
        struct subject subject;
        ow_watch watch = {.context = &mending.mender, .progress = mending.mender.progress == NULL ? NULL : tell_start};
        watched_start(&mending.watched, &watch, &request.limits);
        bool judged = judge(puzzle, &request, &judgement), good = judged;
        if (watched_end(&mending.watched) && judged && !tell_unmended(puzzle, &judgement, &told)) {
            good = subject_make(&subject, puzzle, level->job.variant);
            if (good) {
                struct mend *mend = &mending.mend;
                good = mend_begin(mend, &subject, &judgement, &request.limits, (size_t)typed.mend);
                if (good) {
                    mend->tell = tell_progress;
                    good = tell_mending(mend, &(struct mend_taker){take_mended, &mending}, &told) != SEARCH_NO_MEMORY;
                    mend_free(mend);
                }
                subject_free(&subject);
            }
        }
        if (!good)
            call_fail(&call, OW_NO_MEMORY);
        if (judged)
            judgement_free(&judgement);
        clear_mended(&mending.mended);
        if (mending.watched.stop != 0)
            call_fail(&call, OW_CANCELLED);
    }
    return call_end_with_text(&call, &told, text);
}

const char *ow_mended_text(const ow_mended *mended)
{
    return mended == NULL ? NULL : text_string(&mended->texts[GRID]);
}

const char *ow_mended_edits(const ow_mended *mended)
{
    return mended == NULL ? NULL : text_string(&mended->texts[EDITS]);
}

const char *ow_mended_told(const ow_mended *mended)
{
    return mended == NULL ? NULL : text_string(&mended->texts[TOLD]);
}

const char *ow_mended_field(const ow_mended *mended, const char *column)
{
    if (mended == NULL || column == NULL)
        return NULL;
    if (strcmp(column, "depth") == 0)
        return text_string(&mended->texts[DEPTH]);
    return strcmp(column, "difficulty") == 0 ? text_string(&mended->texts[DIFFICULTY]) : NULL;
}

int ow_mended_change(const ow_mended *mended, size_t n, ow_change *change)
{
    if (mended == NULL || change == NULL || n >= mended->change_count)
        return 0;
    const struct cell_change *cell = &mended->changes[n];
    *change = (ow_change){.row = cell->cell / mended->columns + 1,
                          .column = cell->cell % mended->columns + 1,
                          .from = cell->from,
                          .to = cell->to};
    return 1;
}
