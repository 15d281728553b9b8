/* How many hard levels a CPU second `gen` keeps.
 *
 * The program itself is run, as users run it, on one thread; what it keeps is judged afterwards, at
 * nobody's expense.  A level of N columns is hard if it has traps at N/2 or more different stops of
 * its solution. */
#include "bench/bench.h"

#include "solve/judge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* One run, and the rate to compare its result with. */
struct run {
    unsigned side, siblings, count;
    const char *reference;
};

static const struct run runs[] = {
    {5, 1, 300, ""},
    {6, 1, 600, ""},
    {8, 1, 200, "1700 hard ones/s by hill climbing"},
    {10, 1, 60, "1000"},
    {12, 1, 40, "220"},
    {5, 64, 300, ""},
    {6, 64, 1000, ""},
    {8, 64, 1000, "1700 hard ones/s by hill climbing"},
    {10, 64, 300, "1000"},
    {12, 64, 300, "220"},
};

static void exec_gen(const char *gen, const struct run *run, int output)
{
    char size[32], siblings[32], count[32];
    snprintf(size, sizeof size, "--size=%u", run->side);
    snprintf(siblings, sizeof siblings, "--siblings=%u", run->siblings);
    snprintf(count, sizeof count, "--count=%u", run->count);
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(output, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO); /* the closing line */
    execl(gen, gen, "longcat", size, siblings, count, "--seed=1", "--jobs=1", "--quiet",
          "--output=-", (char *)NULL);
    _exit(127);
}

/* Runs `gen` with its levels going to a file; returns the CPU seconds it took, or less than 0. */
static double run_gen(const char *gen, const struct run *run, int output)
{
    int status = 0;
    double before = cpu_seconds_of_children();
    pid_t child = fork();
    if (child == 0)
        exec_gen(gen, run, output);
    while (child > 0 && waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return child > 0 && status == 0 ? cpu_seconds_of_children() - before : -1;
}

/* Whether a level has one solution and enough traps. */
static bool is_hard(const struct puzzle *puzzle, unsigned stops_wanted)
{
    struct request request = {.measures = true};
    struct judgement judgement;
    if (!judge(puzzle, &request, &judgement))
        return false;
    unsigned stops = 0;
    for (size_t i = 0; i < (size_t)judgement.measure[MEASURE_traps]; i++)
        stops += i == 0 || judgement.traps[i].position != judgement.traps[i - 1].position;
    bool hard = judgement.verdict == VERDICT_UNIQUE && stops >= stops_wanted;
    judgement_free(&judgement);
    return hard;
}

/* How many levels of a file are hard. */
static bool count_hard(char *path, unsigned side, unsigned *hard, struct text *error)
{
    struct level level;
    struct level_source *source = level_source_open(&path, 1);
    enum level_result result = LEVEL_BAD;
    while (source != NULL && (result = level_source_next(source, &level, error)) == LEVEL_READ) {
        struct puzzle *puzzle = level_load(&level, NULL, (struct variant){0}, error);
        if (puzzle != NULL) {
            *hard += is_hard(puzzle, (side + 1) / 2);
            puzzle->game->free(puzzle);
        }
        level_free(&level);
    }
    if (source != NULL)
        level_source_close(source);
    return result == LEVEL_END && error->size == 0;
}

/* gen drops copies, so that all levels of a run are distinct. */
static bool bench_run(const char *gen, const struct run *run, struct text *error)
{
    char path[] = "bench_longcat.XXXXXX", work[100];
    int output = mkstemp(path);
    unsigned hard = 0;
    double seconds = output < 0 ? -1 : run_gen(gen, run, output);
    bool good = seconds >= 0 && count_hard(path, run->side, &hard, error);
    if (good) {
        snprintf(work, sizeof work, "gen %4u of %ux%u, --siblings=%u", run->count, run->side,
                 run->side, run->siblings);
        bench_row(work, seconds, run->reference, "%.0f levels/s, %.0f hard ones/s",
                  run->count / seconds, hard / seconds);
    } else if (error->size == 0) {
        text_addf(error, "%s could not be run", gen);
    }
    if (output >= 0) {
        close(output);
        unlink(path);
    }
    return good;
}

bool bench_generator(const char *gen, struct text *error)
{
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (!bench_run(gen, &runs[i], error))
            return false;
    }
    return true;
}
