/* The report; see report.h. */
#include "solve/level/report.h"

#include "base/array.h"
#include "base/csv.h"
#include "base/file.h"
#include "games/mover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const column_names[COLUMN_COUNT] = {
#define X(name) [COLUMN_##name] = #name,
    REPORT_COLUMNS(X)
#undef X
};

const char *report_column_name(size_t n)
{
    return n < COLUMN_COUNT ? column_names[n] : NULL;
}

int report_column_find(const char *name)
{
    int column = 0;
    while (column < COLUMN_COUNT && strcmp(column_names[column], name) != 0)
        column++;
    return column == COLUMN_COUNT ? -1 : column;
}

void report_add_header(struct text *report, bool timings)
{
    for (int column = 0; column < COLUMN_COUNT; column++)
        text_addf(report, "%s%s", column == 0 ? "" : ",", column_names[column]);
    text_add_string(report, timings ? ",seconds\n" : "\n");
}

void solution_write(const struct puzzle *puzzle, const struct move_list *moves, struct text *text)
{
    const struct game *game = puzzle->game;
    for (size_t i = 0; game == NULL && i < moves->count; i++)
        text_addf(text, "%s%" PRIu32, i == 0 ? "" : " ", moves->moves[i]);
    if (game == NULL)
        return;
    size_t size = game->write_moves(puzzle, moves->moves, moves->count, NULL, 0);
    for (size_t i = 0; i <= size; i++)
        text_add_char(text, '\0'); /* reserves a byte */
    if (text->failed)
        return;
    text->size -= size + 1;
    game->write_moves(puzzle, moves->moves, moves->count, text->data + text->size, size + 1);
    text->size += size;
    bool no_memory;
    puzzle_doubt(puzzle, &no_memory);
    if (no_memory)
        text_fail(text);
}

static void add_measure(struct text *field, enum measure measure, const struct judgement *judgement)
{
    double value = judgement->measure[measure];
    measure_write(measure, value, field);
    if (value == UNKNOWN && measure == MEASURE_depth && judgement->verdict == VERDICT_UNDECIDED)
        text_addf(field, ">=%" PRIu64, judgement->at_least);
}

void depth_write(const struct judgement *judgement, struct text *text)
{
    add_measure(text, MEASURE_depth, judgement);
}

static void add_number(struct text *field, bool applies, uint64_t number)
{
    if (applies)
        text_addf(field, "%" PRIu64, number);
}

void report_add_field(struct text *field, enum report_column column, const struct report_row *row,
                      const struct puzzle *puzzle, const struct judgement *judgement)
{
    switch (column) {
    case COLUMN_level:
        text_add_string(field, row->level);
        break;
    case COLUMN_game:
        text_add_string(field, puzzle->game == NULL ? "" : puzzle->game->name);
        break;
    case COLUMN_columns:
        add_number(field, puzzle->game != NULL, (uint64_t)row->columns);
        break;
    case COLUMN_rows:
        add_number(field, puzzle->game != NULL, (uint64_t)row->rows);
        break;
    case COLUMN_verdict:
        text_add_string(field, verdict_names[judgement->verdict]);
        break;
    case COLUMN_solutions:
        text_add_string(field, text_string(&judgement->solutions));
        break;
    case COLUMN_essential:
        text_add_string(field, text_string(&judgement->essential));
        break;
    case COLUMN_symmetry:
        text_addf(field, "%u", judgement->symmetry);
        break;
#define X(name, help)                                  \
    case COLUMN_##name:                                \
        add_measure(field, MEASURE_##name, judgement); \
        break;
        MEASURES(X)
#undef X
    case COLUMN_greedy:
        text_add_string(field, judgement->greedy < 0 ? "" : judgement->greedy ? "yes" : "no");
        break;
    case COLUMN_states:
        add_number(field, true, judgement->states);
        break;
    case COLUMN_seed:
        add_number(field, row->generated, row->seed);
        break;
    case COLUMN_candidate:
        add_number(field, row->generated, row->candidate);
        break;
    case COLUMN_hash:
        if (judgement->hash != 0)
            text_addf(field, "%016" PRIx64, judgement->hash);
        break;
    case COLUMN_solution:
        if (judgement_has_solution(judgement))
            solution_write(puzzle, &judgement->reported, field);
        break;
    case COLUMN_COUNT:
        break;
    }
}

void report_add_row(struct text *report, const struct report_row *row, const struct puzzle *puzzle,
                    const struct judgement *judgement)
{
    struct text field = {0};
    for (int column = 0; column < COLUMN_COUNT; column++) {
        text_clear(&field);
        report_add_field(&field, (enum report_column)column, row, puzzle, judgement);
        if (column > 0)
            text_add_char(report, ',');
        csv_add_field(report, text_string(&field));
    }
    report->failed |= field.failed;
    if (row->seconds >= 0)
        text_addf(report, ",%.3f", row->seconds);
    text_add_char(report, '\n');
    text_free(&field);
}

struct reading {
    bool (*row)(void *context, const char *const *fields);
    void *context;
    size_t rows;
    const char *fault;
};

static bool read_row(void *context, const char *const *fields, size_t count)
{
    struct reading *reading = context;
    if (count < COLUMN_COUNT)
        reading->fault = "a row has too few fields";
    for (int column = 0; reading->rows == 0 && reading->fault == NULL && column < COLUMN_COUNT; column++) {
        if (strcmp(fields[column], column_names[column]) != 0)
            reading->fault = "the first line does not name a report's columns";
    }
    if (reading->fault != NULL)
        return false;
    return reading->rows++ == 0 || reading->row(reading->context, fields);
}

bool report_read(const char *bytes, size_t size, bool (*row)(void *context, const char *const *fields), void *context,
                 struct text *error)
{
    struct reading reading = {.row = row, .context = context};
    if (!csv_read(bytes, size, read_row, &reading, error))
        return false;
    if (reading.fault == NULL && reading.rows == 0)
        reading.fault = "it is empty";
    if (reading.fault != NULL)
        text_add_string(error, reading.fault);
    return reading.fault == NULL;
}

bool report_read_file(const char *path, bool (*row)(void *context, const char *const *fields), void *context,
                      bool *no_memory)
{
    enum { LIMIT = 1 << 28 };
    struct text bytes = {0}, error = {0};
    struct stat status;
    bool good = stat(path, &status) == 0 && S_ISREG(status.st_mode) && file_read(path, LIMIT, &bytes, &error) &&
                report_read(text_string(&bytes), bytes.size, row, context, &error);
    *no_memory = error.failed;
    text_free(&bytes);
    text_free(&error);
    return good;
}

/* --- the game named by the report beside a level's file --- */

struct answer {
    const struct game *game;
    bool several;
};

static bool note_game(void *context, const char *const *fields)
{
    struct answer *answer = context;
    const struct game *game = game_find(fields[COLUMN_game]);
    answer->several |= game == NULL || (answer->game != NULL && answer->game != game);
    answer->game = game;
    return !answer->several;
}

void report_path(const char *file, enum report_place place, struct text *path)
{
    const char *slash = strrchr(file, '/'), *name = slash == NULL ? file : slash + 1;
    const char *dot = strrchr(name, '.'), *end = dot == NULL ? name + strlen(name) : dot;
    text_add(path, file, (size_t)((place == REPORT_OF_FOLDER ? name : end) - file));
    text_add_string(path, place == REPORT_OF_FOLDER ? "report.csv" : ".csv");
}

bool report_game_beside(const char *path, const struct game **game)
{
    struct text report = {0};
    struct answer answer = {0};
    bool no_memory = false;
    report_path(path, REPORT_OF_FOLDER, &report);
    bool read = !report.failed && report_read_file(text_string(&report), note_game, &answer, &no_memory);
    no_memory |= report.failed;
    *game = read && !answer.several ? answer.game : NULL;
    text_free(&report);
    return !no_memory;
}

/* --- solutions read from text --- */

int solution_read(const struct puzzle *puzzle, const char *text, struct move_list *moves)
{
    struct mover mover;
    struct move_reader reader = {.text = text};
    struct complaint complaint = {0};
    size_t capacity = 0;
    *moves = (struct move_list){0};
    int got = -1, result = -1;
    bool made = mover_make(&mover, puzzle);
    while (made) {
        game_move move = 0;
        bool solved = puzzle->rules->solved(puzzle, mover.state);
        got = puzzle->game->read_move(puzzle, mover.state, &reader, &move, &complaint);
        if (got <= 0) {
            result = got < 0 ? (complaint.failed ? -1 : 0) : solved && moves->count > 0;
            break;
        }
        if (solved || !mover_move(&mover, move)) {
            result = 0;
            break;
        }
        if (!ARRAY_RESERVE(moves->moves, moves->count, capacity, 32))
            break;
        moves->moves[moves->count++] = move;
    }
    mover_free(&mover);
    if (result != 1) {
        free(moves->moves);
        *moves = (struct move_list){0};
    }
    return result;
}
