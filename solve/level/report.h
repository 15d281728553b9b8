/* The report: a row of comma-separated values for each level, always with the same columns. */
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

/* The contents of a row besides the judgement. */
struct report_row {
    const char *level;
    int columns, rows; /* of the text */
    bool generated;    /* whether seed and candidate apply */
    uint64_t seed, candidate;
    double seconds; /* negative: there is no such column */
};

/* Adds the header line.  `timings` adds the column "seconds" at the end. */
void report_add_header(struct text *report, bool timings);

void report_add_row(struct text *report, const struct report_row *row, const struct puzzle *puzzle,
                    const struct judgement *judgement);

/* Adds one field of a row, before quoting. */
void report_add_field(struct text *field, enum report_column column, const struct report_row *row,
                      const struct puzzle *puzzle, const struct judgement *judgement);

/* Returns the name of the n-th column, counted from 0, or NULL. */
const char *report_column_name(size_t n);

/* Returns the column with this name, or -1. */
int report_column_find(const char *name);

/* Adds the depth of a judgement, or ">=N" if it is undecided and only a lower bound is known.  Adds nothing if there
 * is no depth. */
void depth_write(const struct judgement *judgement, struct text *text);

/* Adds a solution as text; for a puzzle without a game, the numbers of its moves. */
void solution_write(const struct puzzle *puzzle, const struct move_list *moves, struct text *text);

/* Reads a report and calls `row` for each level, with at least COLUMN_COUNT fields; `row` returns false to stop.
 * Returns false, with the reason in `error`, if the text is not a report. */
bool report_read(const char *bytes, size_t size, bool (*row)(void *context, const char *const *fields), void *context,
                 struct text *error);

/* Reads the report in a regular file of at most 256 MB.  Returns whether it is one; *no_memory is set either way. */
bool report_read_file(const char *path, bool (*row)(void *context, const char *const *fields), void *context,
                      bool *no_memory);

/* Adds where the report of a level's file may be: REPORT_OF_FOLDER: report.csv beside it; REPORT_OF_FILE: the same name
 * with the extension .csv. */
enum report_place { REPORT_OF_FOLDER, REPORT_OF_FILE, REPORT_PLACES };
void report_path(const char *file, enum report_place place, struct text *path);

/* Sets *game to the game of all levels in the file `report.csv` beside a level's file.  It is NULL if there is no
 * readable report or the report names several games or an unknown one.  Returns false if memory runs out. */
bool report_game_beside(const char *path, const struct game **game);

/* --- solutions read from text --- */

/* Reads the solution of a puzzle from text and tries it.  Returns 1 if all moves are legal and the last one, but none
 * before it, reaches the goal; `moves` is then the caller's to free.  Returns 0 if it is no solution and -1 if memory
 * runs out. */
int solution_read(const struct puzzle *puzzle, const char *text, struct move_list *moves);

#endif
