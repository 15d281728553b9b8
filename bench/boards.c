/* Measures how fast large boards are counted: the known levels in the folder ONLYWAY_CORPUS, see doc/testing.md.
 *
 * A separate process judges each board; the growth of its peak memory is the memory of the search. */
#include "bench/bench.h"

#include "base/csv.h"
#include "base/file.h"
#include "solve/judge/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_BOARDS = 100 };

struct result {
    char name[100];
    int columns, rows; /* size of the text */
    uint64_t states;
    double seconds;
    double bytes;
};

struct corpus {
    const char *folder;
    struct result results[MOST_BOARDS];
    size_t count;
};

static double peak_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024;
}

/* Loads and judges a board. */
static bool solve_board(const char *path, struct result *result, struct text *error)
{
    char *operand = strdup(path);
    struct level_source *source = operand == NULL ? NULL : level_source_open(&operand, 1);
    struct level level;
    if (source == NULL || level_source_next(source, &level, error) != LEVEL_READ)
        return false;
    struct puzzle *puzzle = level_load(&level, game_find("longcat"), (struct variant){0}, error);
    struct request request = {0};
    struct judgement judgement;
    double bytes = peak_bytes(), start = cpu_seconds();
    if (puzzle == NULL || !judge(puzzle, &request, &judgement))
        return false;
    result->seconds = cpu_seconds() - start;
    result->bytes = peak_bytes() - bytes;
    result->states = judgement.states;
    result->columns = level.grid.columns;
    result->rows = level.grid.rows;
    judgement_free(&judgement);
    puzzle->game->free(puzzle);
    level_free(&level);
    level_source_close(source);
    free(operand);
    return true;
}

/* Solves a board in a child process. */
static bool solve_apart(const char *path, struct result *result)
{
    int ends[2];
    struct result got;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        struct text error = {0};
        bool good = solve_board(path, result, &error);
        if (!good)
            fprintf(stderr, "%s", text_string(&error));
        _exit(good && write_all(ends[1], (const char *)result, sizeof *result) ? 0 : 1);
    }
    close(ends[1]);
    bool good = child > 0 && read(ends[0], &got, sizeof got) == (ssize_t)sizeof got;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    if (good)
        *result = got;
    return good;
}

static bool take_board(void *context, const char *const *fields, size_t count)
{
    struct corpus *corpus = context;
    if (count < 4 || strcmp(fields[0], "file") == 0 || corpus->count == MOST_BOARDS)
        return true;
    struct text path = {0};
    struct result *result = &corpus->results[corpus->count];
    snprintf(result->name, sizeof result->name, "%s", fields[0]);
    text_addf(&path, "%s/longcat/%s", corpus->folder, fields[0]);
    bool good = solve_apart(text_string(&path), result);
    text_free(&path);
    corpus->count += good;
    return good;
}

static void print_result(const char *work, const struct result *result, const char *reference)
{
    double states = (double)result->states;
    bench_row(work, result->seconds, reference, "%" PRIu64 " states, %.2f M/s, %.0f bytes a state", result->states,
              states / 1e6 / result->seconds, result->bytes / states);
}

static int by_states(const void *a, const void *b)
{
    uint64_t x = ((const struct result *)a)->states, y = ((const struct result *)b)->states;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void print_corpus(struct corpus *corpus)
{
    struct result all = {.name = "all"};
    char work[160];
    for (size_t i = 0; i < corpus->count; i++) {
        all.seconds += corpus->results[i].seconds;
        all.states += corpus->results[i].states;
        all.bytes += corpus->results[i].bytes;
    }
    snprintf(work, sizeof work, "count all of %zu known boards", corpus->count);
    print_result(work, &all, "");
    qsort(corpus->results, corpus->count, sizeof *corpus->results, by_states);
    for (size_t i = 0; i < corpus->count && i < 2; i++) {
        const struct result *result = &corpus->results[i];
        snprintf(work, sizeof work, "  %s, %dx%d", result->name, result->columns - 2, result->rows - 2);
        print_result(work, result, "43x43 in 0.14 s, 57x57 in 1.4 s");
    }
}

bool bench_boards(struct text *error)
{
    struct text path = {0}, index = {0};
    struct corpus *corpus = calloc(1, sizeof *corpus);
    const char *folder = getenv("ONLYWAY_CORPUS");
    bool good = corpus != NULL;
    if (good && folder != NULL) {
        corpus->folder = folder;
        text_addf(&path, "%s/longcat/INDEX.csv", folder);
        good = file_read(text_string(&path), 1 << 20, &index, error) &&
               csv_read(index.data, index.size, take_board, corpus, error);
        if (good && corpus->count > 0)
            print_corpus(corpus);
    } else if (good) {
        puts("count known boards: set ONLYWAY_CORPUS");
    } else {
        text_add_string(error, "out of memory");
    }
    text_free(&path);
    text_free(&index);
    free(corpus);
    return good;
}
