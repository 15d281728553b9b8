/* Judging levels; see onlyway.h. */
#include "lib/inside.h"

#include "games/mover.h"
#include "solve/level/option_rows.h"
#include "solve/level/report.h"
#include "solve/explain/words.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ROW, SHOWN, REASON, WHY, WHY_DATA, JUDGEMENT_TEXTS };

struct ow_judgement {
    struct text fields[COLUMN_COUNT];
    struct text texts[JUDGEMENT_TEXTS];
    struct text *listed; /* [listed_count] */
    size_t listed_count, listed_classes;
};

struct judge_options {
    uint64_t list;
    struct limits limits;
    unsigned measures; /* an enum measures_wanted */
    bool why;
};

#define AT(member) offsetof(struct judge_options, member)

static const struct option_row rows[] = {
    OPTION(FLAG, "why", AT(why), NULL, NULL,
           .help = "explain the verdict"), /* the first row, which puzzles of the caller's own skip */
    OPTION(OPTIONAL, "all", AT(list), "N", NULL, .initial = "100", .low = 1, .help = "list solutions"),
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
    for (int i = 0; i < JUDGEMENT_TEXTS; i++)
        text_free(&told->texts[i]);
    *told = (struct ow_judgement){0};
}

static void write_all(struct ow_judgement *told, const char *name, const struct grid *grid, const struct puzzle *puzzle,
                      const struct judgement *judgement, bool list, struct call *call)
{
    struct report_row row = {.level = name, .columns = grid->columns, .rows = grid->rows, .seconds = -1};
    for (int column = 0; column < COLUMN_COUNT; column++) {
        report_add_field(&told->fields[column], (enum report_column)column, &row, puzzle, judgement);
        call_good(call, &told->fields[column]);
    }
    report_add_row(&told->texts[ROW], &row, puzzle, judgement);
    show_judgement(name, puzzle, judgement, false, &told->texts[SHOWN]);
    if (list)
        show_list(puzzle, judgement, &told->texts[SHOWN]);
    text_add_string(&told->texts[REASON], judgement->reason);
    told->listed = calloc(judgement->listed_count + 1, sizeof *told->listed);
    if (told->listed == NULL) {
        call_fail(call, OW_NO_MEMORY);
    } else {
        told->listed_count = judgement->listed_count;
        told->listed_classes = judgement->listed_classes;
    }
    for (size_t i = 0; i < told->listed_count; i++) {
        solution_write(puzzle, &judgement->listed[i], &told->listed[i]);
        call_good(call, &told->listed[i]);
    }
    for (int i = 0; i < JUDGEMENT_TEXTS; i++)
        call_good(call, &told->texts[i]);
}

/* Allocates the results.  Returns false, and fails the call, if `judgement` is NULL or memory runs out. */
static bool begin_told(struct call *call, ow_judgement **judgement)
{
    if (!call_needs(call, judgement, "the address for the judgement"))
        return false;
    *judgement = calloc(1, sizeof **judgement);
    return *judgement != NULL || call_fail(call, OW_NO_MEMORY);
}

static ow_status end_told(struct call *call, ow_judgement **judgement)
{
    if (judgement != NULL && !call_good(call, NULL) && call->status != OW_CANCELLED) {
        ow_judgement_free(*judgement);
        *judgement = NULL;
    }
    return call_end(call);
}

ow_status ow_judge(const ow_level *level, const char *options, const ow_watch *watch, ow_judgement **judgement,
                   char **message)
{
    struct call call = call_begin(message);
    struct judge_options typed = {.limits = {.jobs = 1}};
    struct option_set set = {rows, sizeof rows / sizeof *rows, &typed, NULL};
    ow_watch own = {0};
    if (begin_told(&call, judgement) && call_level(&call, level) &&
        call_struct(&call, watch, "the watch", &own, sizeof own) && call_options(&call, &set, options)) {
        struct ow_judgement *told = *judgement;
        struct request request = {.limits = typed.limits, .list = typed.list, .measures = typed.measures};
        struct judgement found;
        struct watched watched = {0};
        watched_start(&watched, &own, &request.limits);
        if (judge(level->job.puzzle, &request, &found)) {
            /* Writes the results.  If a stop request interrupts this, the level becomes undecided and the results are
             * written again. */
            const char *name = ow_level_name(level);
            const struct grid *grid = &level->job.level.grid;
            struct limits asked = {.interrupted = request.limits.interrupted};
            struct limited limited;
            char reason[LIMIT_REASON] = "";
            bool no_memory = false;
            if (!limited_open(&limited, level->job.puzzle, &asked)) {
                call_fail(&call, OW_NO_MEMORY);
            } else {
                write_all(told, name, grid, limited.puzzle, &found, typed.list > 0, &call);
                struct why why;
                bool explains = typed.why && call_good(&call, NULL);
                if (explains && why_find(limited.puzzle, level->job.variant, &found, &request.limits, &why)) {
                    tell_why(&found, &why, &told->texts[WHY]);
                    why_add_data(&found, &why, &told->texts[WHY_DATA]);
                    why_free(&why);
                    text_add_text(&told->texts[SHOWN], &told->texts[WHY]);
                    call_good(&call, &told->texts[SHOWN]);
                    call_good(&call, &told->texts[WHY_DATA]);
                } else if (explains) {
                    call_fail(&call, OW_NO_MEMORY);
                }
                puzzle_doubt(limited.puzzle, &no_memory);
            }
            if (no_memory)
                call_fail(&call, OW_NO_MEMORY);
            if (call_good(&call, NULL) && limited_stopped(&limited, reason) && found.verdict != VERDICT_UNDECIDED) {
                forget_told(told);
                judgement_take_back(level->job.puzzle, &found);
                judgement_undecided(&found, 0, -1, reason);
                write_all(told, name, grid, level->job.puzzle, &found, typed.list > 0, &call);
            }
            limited_close(&limited);
            judgement_free(&found);
        } else {
            call_fail(&call, OW_NO_MEMORY);
        }
        if (!watched_end(&watched))
            call_fail(&call, OW_CANCELLED);
    }
    return end_told(&call, judgement);
}

/* --- puzzles of the caller's own --- */

/* Why a caller's puzzle has no answer. */
enum fault { FAULT_NONE, FAULT_STOP, FAULT_COUNT, FAULT_ORDER, FAULT_ESTIMATE, FAULT_DEAD };

struct foreign {
    struct puzzle puzzle;
    struct puzzle_rules rules;
    ow_puzzle given;
    atomic_int *fault;        /* an enum fault; shared with the copies that check limits */
    struct stop_check *check; /* NULL: none */
};

static const struct foreign *foreign_of(const struct puzzle *puzzle)
{
    return (const struct foreign *)puzzle;
}

/* Records a fault, unless one is recorded already, and stops the search. */
static void record_fault(const struct foreign *foreign, int fault)
{
    int none = FAULT_NONE;
    atomic_compare_exchange_strong(foreign->fault, &none, fault);
    if (foreign->check != NULL)
        atomic_store(&foreign->check->stopped, true);
}

/* Returns a callback's answer, or 0 if it asks to stop. */
static int answer(const struct foreign *foreign, int said)
{
    if (said >= 0)
        return said;
    record_fault(foreign, FAULT_STOP);
    return 0;
}

static bool is_at_fault(const struct foreign *foreign)
{
    return atomic_load(foreign->fault) != FAULT_NONE;
}

static void foreign_start(const struct puzzle *puzzle, unsigned char *state)
{
    const struct foreign *foreign = foreign_of(puzzle);
    memset(state, 0, puzzle->state_bytes);
    if (!is_at_fault(foreign))
        answer(foreign, foreign->given.start(foreign->given.context, state));
}

static unsigned foreign_expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                               unsigned char *states)
{
    const struct foreign *foreign = foreign_of(puzzle);
    int fault = FAULT_NONE;
    if (is_at_fault(foreign) || stop_check_ask(foreign->check, 0))
        return 0;
    unsigned count = (unsigned)answer(foreign, foreign->given.moves(foreign->given.context, state, moves, states));
    if (count > puzzle->max_moves)
        fault = FAULT_COUNT;
    for (unsigned i = 1; i < count && fault == FAULT_NONE; i++)
        fault = moves[i] > moves[i - 1] ? FAULT_NONE : FAULT_ORDER;
    if (fault == FAULT_NONE)
        return count;
    record_fault(foreign, fault);
    return 0;
}

static bool foreign_solved(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct foreign *foreign = foreign_of(puzzle);
    return !is_at_fault(foreign) && answer(foreign, foreign->given.goal(foreign->given.context, state)) != 0;
}

static unsigned foreign_estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct foreign *foreign = foreign_of(puzzle);
    if (foreign->given.estimate == NULL || is_at_fault(foreign))
        return 0;
    int estimate = answer(foreign, foreign->given.estimate(foreign->given.context, state));
    return estimate == OW_OUT_OF_REACH ? ESTIMATE_LOST : (unsigned)estimate;
}

static bool foreign_dead(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct foreign *foreign = foreign_of(puzzle);
    if (is_at_fault(foreign) || answer(foreign, foreign->given.dead(foreign->given.context, state)) == 0)
        return false;
    if (foreign_solved(puzzle, state))
        record_fault(foreign, FAULT_DEAD);
    return true;
}

/* A state looks lost if it has no moves.  `dead` does not count, so that it changes no measure. */
static enum lost foreign_lost(const struct puzzle *puzzle, const unsigned char *state)
{
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    unsigned char *states = calloc(puzzle->max_moves, puzzle->state_bytes);
    bool good = moves != NULL && states != NULL;
    bool lost = good && !foreign_solved(puzzle, state) && foreign_expand(puzzle, state, moves, states) == 0;
    free(moves);
    free(states);
    return !good ? LOST_NO_MEMORY : lost ? LOST_YES : LOST_NO;
}

static bool foreign_interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves,
                              unsigned n)
{
    (void)puzzle;
    (void)states;
    return n > 0 && moves[n] != moves[n - 1];
}

static const char *foreign_doubt(const struct puzzle *puzzle, bool *no_memory)
{
    *no_memory = false;
    return is_at_fault(foreign_of(puzzle)) ? "interrupted" : NULL;
}

static bool foreign_stopped(const struct puzzle *puzzle)
{
    const struct foreign *foreign = foreign_of(puzzle);
    return is_at_fault(foreign) || stop_check_stopped(foreign->check);
}

static struct puzzle *foreign_checked(const struct puzzle *puzzle, struct stop_check *check)
{
    struct foreign *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *foreign_of(puzzle);
    copy->puzzle.rules = &copy->rules;
    copy->check = check;
    return &copy->puzzle;
}

static void foreign_checked_free(struct puzzle *puzzle)
{
    free(puzzle);
}

ow_status ow_puzzle_judge(const ow_puzzle *puzzle, const char *options, const ow_watch *watch, ow_judgement **judgement,
                          char **message)
{
    enum { MOST_BYTES = 1 << 16, MOST_MOVES = 1 << 16, MOST = 1 << 24 };
    static const char *const faults[] = {
        [FAULT_COUNT] = "a state has more moves than max_moves",
        [FAULT_ORDER] = "the moves of a state are not in ascending order",
        [FAULT_ESTIMATE] = "an estimate is larger than the number of moves of a solution",
        [FAULT_DEAD] = "a state that meets the goal is called dead",
    };
    struct call call = call_begin(message);
    struct judge_options typed = {.limits = {.jobs = 1}};
    struct option_set set = {rows + 1, sizeof rows / sizeof *rows - 1, &typed, NULL};
    atomic_int fault = FAULT_NONE;
    struct foreign foreign = {.fault = &fault};
    const ow_puzzle *given = &foreign.given;
    ow_watch own = {0};
    if (!begin_told(&call, judgement) || !call_needs(&call, puzzle, "the puzzle") ||
        !call_struct(&call, puzzle, "the puzzle", &foreign.given, sizeof foreign.given))
        return end_told(&call, judgement);
    if (given->start == NULL || given->moves == NULL || given->goal == NULL) {
        call_needs(&call, NULL, "a callback of the puzzle");
        return end_told(&call, judgement);
    }
    if (given->state_bytes == 0 || given->state_bytes > MOST_BYTES || given->max_moves == 0 ||
        given->max_moves > MOST_MOVES || given->state_bytes * given->max_moves > MOST) {
        text_addf(&call.error,
                  "the puzzle: state_bytes must be 1 to %d, max_moves 1 to %d, and their product at most %d",
                  MOST_BYTES, MOST_MOVES, MOST);
        call_fail(&call, OW_BAD_INPUT);
        return end_told(&call, judgement);
    }
    foreign.rules = (struct puzzle_rules){
        .start = foreign_start,
        .expand = foreign_expand,
        .solved = foreign_solved,
        .lost = foreign_lost,
        .estimate = foreign_estimate,
        .interplay = foreign_interplay,
        .dead = given->dead == NULL ? NULL : foreign_dead,
        .doubt = foreign_doubt,
        .checked = foreign_checked,
        .checked_free = foreign_checked_free,
        .stopped = foreign_stopped,
    };
    foreign.puzzle = (struct puzzle){.rules = &foreign.rules,
                                     .state_bytes = given->state_bytes,
                                     .max_moves = (unsigned)given->max_moves,
                                     .symmetry_count = 1};
    if (!call_struct(&call, watch, "the watch", &own, sizeof own) || !call_options(&call, &set, options))
        return end_told(&call, judgement);
    struct request request = {.limits = typed.limits, .list = typed.list, .measures = typed.measures};
    struct judgement found;
    struct watched watched = {0};
    watched_start(&watched, &own, &request.limits);
    bool good = judge(&foreign.puzzle, &request, &found);
    if (!watched_end(&watched))
        call_fail(&call, OW_CANCELLED);
    if (!good) {
        call_fail(&call, OW_NO_MEMORY);
        return end_told(&call, judgement);
    }
    if (judgement_has_solution(&found)) { /* compares the estimates with it */
        struct mover mover;
        const struct move_list *solution = &found.reported;
        good = mover_make(&mover, &foreign.puzzle) || call_fail(&call, OW_NO_MEMORY);
        for (size_t n = 0; good && n <= solution->count; n++) {
            if (foreign_estimate(&foreign.puzzle, mover.state) > solution->count - n)
                record_fault(&foreign, FAULT_ESTIMATE);
            if (n < solution->count)
                mover_move(&mover, solution->moves[n]);
        }
        mover_free(&mover);
    }
    if (is_at_fault(&foreign)) {
        if (fault != FAULT_STOP && call.status == OW_OK)
            text_addf(&call.error, "the puzzle contradicts itself: %s", faults[fault]);
        call_fail(&call, fault == FAULT_STOP ? OW_CANCELLED : OW_BAD_INPUT);
        judgement_take_back(&foreign.puzzle, &found);
        judgement_undecided(&found, 0, -1, "interrupted");
    }
    write_all(*judgement, given->name == NULL ? "puzzle" : given->name, &(struct grid){0}, &foreign.puzzle, &found,
              typed.list > 0, &call);
    judgement_free(&found);
    return end_told(&call, judgement);
}

/* --- the contents of a judgement --- */

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

bool field_number(const char *column, const char *field, double *number)
{
    if (field == NULL || number == NULL || *field == '\0' || strcmp(column, "level") == 0 ||
        strcmp(column, "hash") == 0 || strcmp(column, "solution") == 0 || field[strspn(field, "0123456789.")] != '\0')
        return false;
    double read = 0, unit = 0; /* not strtod, whose decimal point depends on the locale */
    for (const char *c = field; *c != '\0'; c++) {
        if (*c == '.') {
            unit = 1;
        } else {
            read = 10 * read + (*c - '0');
            unit *= 10;
        }
    }
    *number = unit > 0 ? read / unit : read;
    return true;
}

int ow_judgement_number(const ow_judgement *judgement, const char *column, double *number)
{
    return field_number(column, ow_judgement_field(judgement, column), number);
}

const char *ow_report_column(size_t n)
{
    return report_column_name(n);
}

const char *ow_judgement_row(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->texts[ROW]);
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
    return judgement == NULL ? NULL : text_string(&judgement->texts[REASON]);
}

const char *ow_judgement_why(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->texts[WHY]);
}

const char *ow_judgement_why_data(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->texts[WHY_DATA]);
}

const char *ow_judgement_text(const ow_judgement *judgement)
{
    return judgement == NULL ? NULL : text_string(&judgement->texts[SHOWN]);
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
