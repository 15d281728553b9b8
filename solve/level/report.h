/* The report: one row of comma-separated values for each level, always with the same columns. */
#ifndef ONLYWAY_SOLVE_LEVEL_REPORT_H
#define ONLYWAY_SOLVE_LEVEL_REPORT_H

#include "solve/judge/judge.h"

/* Names of the columns, in order. */
#define REPORT_COLUMNS(X) \
    X(level)              \
    X(game)               \
    X(columns)            \
    X(rows)               \
    X(verdict)            \
    X(depth)              \
    X(solutions)          \
    X(essential)          \
    X(symmetry)           \
    X(bits)               \
    X(choices)            \
    X(forced)             \
    X(traps)              \
    X(interplay)          \
    X(detours)            \
    X(greedy)             \
    X(luck)               \
    X(difficulty)         \
    X(steps)              \
    X(states)             \
    X(seed)               \
    X(candidate)          \
    X(hash)               \
    X(solution)

enum report_column {
#define X(name) COLUMN_##name,
    REPORT_COLUMNS(X)
#undef X
        COLUMN_COUNT
};

/* What a row tells besides the judgement. */
struct report_row {
    const char *level;
    int columns, rows; /* of the text */
    bool generated;    /* whether seed and candidate apply */
    uint64_t seed, candidate;
    double seconds; /* negative: no column for it */
};

/* Adds the header line; `timings`: with the column "seconds" at the end. */
void report_add_header(struct text *report, bool timings);

void report_add_row(struct text *report, const struct report_row *row, const struct puzzle *puzzle,
                    const struct judgement *judgement);

/* Adds one field of such a row, as it is before it is quoted. */
void report_add_field(struct text *field, enum report_column column, const struct report_row *row,
                      const struct puzzle *puzzle, const struct judgement *judgement);

/* The column of a name, or -1. */
int report_column_find(const char *name);

/* Adds the depth of a judgement to `text`, or ">=N" where an undecided one knows no more; nothing where
 * there is none. */
void depth_write(const struct judgement *judgement, struct text *text);

/* The solution of a judgement as text, added to `text`. */
void solution_write(const struct puzzle *puzzle, const struct move_list *moves, struct text *text);

/* Reads a report back: calls `row` with COLUMN_COUNT fields for each level.  False, with a reason,
 * where the text is not a report. */
bool report_read(const char *bytes, size_t size, bool (*row)(void *context, const char *const *fields), void *context,
                 struct text *error);

/* *game becomes the game of all levels in the report that lies beside a level's file, as `report.csv`; NULL:
 * there is no readable one, or it names several games.  False: out of memory. */
bool report_game_beside(const char *path, const struct game **game);

#endif
