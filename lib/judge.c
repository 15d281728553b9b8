/* Judging levels; see onlyway.h. */
#include "lib/inside.h"

#include "solve/level/option_rows.h"
#include "solve/level/report.h"
#include "solve/explain/words.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct ow_judgement {
    struct text fields[COLUMN_COUNT];
    struct text row, shown, reason, why, why_data;
    struct text *listed; /* [listed_count] */
    size_t listed_count, listed_classes;
};

struct judge_options {
    uint64_t list, max_states, max_memory, jobs;
    double timeout;
    unsigned measures; /* an enum measures_wanted */
    bool why;
};

#define AT(member) offsetof(struct judge_options, member)

static const struct option_row rows[] = {
    {.name = "all",
     .kind = OPTION_OPTIONAL,
     .offset = AT(list),
     .argument = "N",
     .initial = "100",
     .low = 1,
     .help = "list solutions"},
    {.name = "why", .kind = OPTION_FLAG, .offset = AT(why), .help = "say why"},
    MEASURES_OPTION_ROW(AT),
    LIMIT_OPTION_ROWS(AT),
};

/* --- results --- */

static void forget_told(struct ow_judgement *told)
{
    for (int column = 0; column < COLUMN_COUNT; column++)
        text_free(&told->fields[column]);
    for (size_t i = 0; i < told->listed_count; i++)
        text_free(&told->listed[i]);
    free(told->listed);
    text_free(&told->row);
    text_free(&told->shown);
    text_free(&told->reason);
    text_free(&told->why);
    text_free(&told->why_data);
    *told = (struct ow_judgement){0};
}

static void write_listed(struct ow_judgement *told, const struct puzzle *puzzle, const struct judgement *judgement,
                         struct call *call)
{
    told->listed = calloc(judgement->listed_count + 1, sizeof *told->listed);
    if (told->listed == NULL) {
        call_fail(call, OW_NO_MEMORY);
        return;
    }
    told->listed_count = judgement->listed_count;
    told->listed_classes = judgement->listed_classes;
    for (size_t i = 0; i < told->listed_count; i++) {
        solution_write(puzzle, &judgement->listed[i], &told->listed[i]);
        call_good(call, &told->listed[i]);
    }
}

static void write_all(struct ow_judgement *told, const struct ow_level *level, const struct puzzle *puzzle,
                      const struct judgement *judgement, bool list, struct call *call)
{
    const struct grid *grid = &level->job.level.grid;
    struct report_row row = {
        .level = ow_level_name(level), .columns = grid->columns, .rows = grid->rows, .seconds = -1};
    for (int column = 0; column < COLUMN_COUNT; column++) {
        report_add_field(&told->fields[column], (enum report_column)column, &row, puzzle, judgement);
        call_good(call, &told->fields[column]);
    }
    report_add_row(&told->row, &row, puzzle, judgement);
    show_judgement(ow_level_name(level), puzzle, judgement, false, &told->shown);
    if (list)
        show_list(puzzle, judgement, &told->shown);
    text_add_string(&told->reason, judgement->reason);
    write_listed(told, puzzle, judgement, call);
    call_good(call, &told->row);
    call_good(call, &told->shown);
    call_good(call, &told->reason);
}

/* Finds and writes the explanation of the verdict. */
static void write_why(struct ow_judgement *told, const struct ow_level *level, const struct puzzle *puzzle,
                      const struct judgement *judgement, const struct limits *limits, struct call *call)
{
    struct subject subject;
    struct why why;
    if (!subject_make(&subject, puzzle, level->job.variant)) {
        call_fail(call, OW_NO_MEMORY);
        return;
    }
    if (why_find(&subject, judgement, limits, &why)) {
        tell_why(&subject, judgement, &why, &told->why);
        why_add_data(&subject, judgement, &why, &told->why_data);
        why_free(&why);
    } else {
        call_fail(call, OW_NO_MEMORY);
    }
    subject_free(&subject);
    text_add_text(&told->shown, &told->why);
    call_good(call, &told->shown);
    call_good(call, &told->why);
    call_good(call, &told->why_data);
}

/* Writes the results.  If a limit interrupts this, the level becomes undecided and the results are written anew. */
static void write_found(struct ow_judgement *told, const struct ow_level *level, struct judgement *judgement,
                        const struct judge_options *options, const struct limits *limits, struct call *call)
{
    struct limits asked = {.interrupted = limits->interrupted};
    struct limited limited;
    char reason[LIMIT_REASON] = "";
    bool no_memory = false;
    if (!limited_open(&limited, level->job.puzzle, &asked)) {
        call_fail(call, OW_NO_MEMORY);
    } else {
        write_all(told, level, limited.puzzle, judgement, options->list > 0, call);
        if (options->why && call_good(call, NULL))
            write_why(told, level, limited.puzzle, judgement, limits, call);
        puzzle_doubt(limited.puzzle, &no_memory);
    }
    if (no_memory)
        call_fail(call, OW_NO_MEMORY);
    if (call_good(call, NULL) && limited_stopped(&limited, reason) && judgement->verdict != VERDICT_UNDECIDED) {
        forget_told(told);
        judgement_take_back(level->job.puzzle, judgement);
        judgement_undecided(judgement, 0, -1, reason);
        write_all(told, level, level->job.puzzle, judgement, options->list > 0, call);
    }
    limited_close(&limited);
}

static void judge_level(const struct ow_level *level, const struct judge_options *options, const ow_watch *watch,
                        struct ow_judgement *told, struct call *call)
{
    struct request request = {.limits = {.max_states = options->max_states,
                                         .max_memory = options->max_memory,
                                         .timeout = options->timeout,
                                         .jobs = (unsigned)options->jobs},
                              .list = options->list,
                              .measures = options->measures};
    struct judgement judgement;
    struct watched watched = {0};
    watched_start(&watched, watch, &request.limits);
    if (judge(level->job.puzzle, &request, &judgement)) {
        write_found(told, level, &judgement, options, &request.limits, call);
        judgement_free(&judgement);
    } else {
        call_fail(call, OW_NO_MEMORY);
    }
    if (!watched_end(&watched))
        call_fail(call, OW_CANCELLED);
}

ow_status ow_judge(const ow_level *level, const char *options, const ow_watch *watch, ow_judgement **judgement,
                   char **message)
{
    struct call call = call_begin(message);
    struct judge_options typed = {.jobs = 1};
    struct option_set set = {rows, sizeof rows / sizeof *rows, &typed, NULL};
    ow_watch own = {0};
    if (!call_needs(&call, judgement, "the place of the judgement"))
        return call_end(&call);
    *judgement = calloc(1, sizeof **judgement);
    if (*judgement == NULL)
        call_fail(&call, OW_NO_MEMORY);
    if (call_level(&call, level) && call_struct(&call, watch, "the watch", &own, sizeof own) &&
        call_options(&call, &set, 1, options))
        judge_level(level, &typed, &own, *judgement, &call);
    if (!call_good(&call, NULL) && call.status != OW_CANCELLED) {
        ow_judgement_free(*judgement);
        *judgement = NULL;
    }
    return call_end(&call);
}

void ow_judgement_free(ow_judgement *judgement)
{
    if (judgement != NULL)
        forget_told(judgement);
    free(judgement);
}

const char *ow_judgement_field(const ow_judgement *judgement, const char *column)
{
    int n = judgement == NULL || column == NULL ? -1 : report_column_find(column);
    return n < 0 ? NULL : text_string(&judgement->fields[n]);
}

const char *ow_judgement_row(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->row);
}

ow_status ow_report_header(char **header)
{
    struct text text = {0};
    if (header == NULL)
        return OW_BAD_INPUT;
    report_add_header(&text, false);
    *header = take_string(&text);
    return *header == NULL ? OW_NO_MEMORY : OW_OK;
}

const char *ow_judgement_reason(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->reason);
}

const char *ow_judgement_why(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->why);
}

const char *ow_judgement_why_data(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->why_data);
}

const char *ow_judgement_text(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->shown);
}

size_t ow_judgement_listed(const ow_judgement *judgement)
{
    return judgement == NULL ? 0 : judgement->listed_count;
}

size_t ow_judgement_listed_classes(const ow_judgement *judgement)
{
    return judgement == NULL ? 0 : judgement->listed_classes;
}

const char *ow_judgement_listed_at(const ow_judgement *judgement, size_t n)
{
    return n < ow_judgement_listed(judgement) ? text_string(&judgement->listed[n]) : NULL;
}
