/* Measures how many hard levels per CPU second `gen` keeps.
 *
 * The program itself runs, on one thread, as a user runs it.  The levels it keeps are judged afterwards; that time
 * does not count.  Three counts tell how many levels are hard: levels with traps at half as many stops of the
 * solution as there are columns, levels that need 6 bits of luck, and levels that need 10. */
#include "bench/bench.h"

#include "solve/judge/judge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* A run, and a rate to compare its result with.  The references count distinct levels.  So do the runs, except those
 * with `apart`, which use gen's default distance between levels. */
struct run {
    unsigned side, luck, siblings, count; /* luck: minimum in bits */
    bool apart;
    const char *reference;
};

/* The numbers of hard levels of a run, by three criteria. */
struct hard_counts {
    unsigned stops, six_bits, ten_bits;
};

static const struct run runs[] = {
    {5, 0, 1, 300, false, ""},
    {6, 0, 1, 600, false, ""},
    {8, 0, 1, 200, false, "1700 with traps at 4 stops, by hill climbing"},
    {10, 0, 1, 60, false, "1000 with traps at 5"},
    {12, 0, 1, 40, false, "220 with traps at 6"},
    {8, 6, 1, 200, false, "50 of 6 bits"},
    {10, 10, 1, 60, false, "1 of 10 bits"},
    {12, 10, 1, 60, false, ""},
    {5, 0, 64, 300, false, ""},
    {6, 0, 64, 1000, false, ""},
    {8, 0, 64, 1000, false, "1700 with traps at 4 stops, by hill climbing"},
    {10, 0, 64, 300, false, "1000 with traps at 5"},
    {12, 0, 64, 300, false, "220 with traps at 6"},
    {8, 0, 1, 100, true, ""},
    {10, 0, 1, 60, true, ""},
    {12, 10, 1, 60, true, ""},
};

static void exec_gen(const char *gen, const struct run *run, int output)
{
    char size[32], luck[32], siblings[32], count[32];
    snprintf(size, sizeof size, "--size=%u", run->side);
    snprintf(luck, sizeof luck, "--min-luck=%u", run->luck);
    snprintf(siblings, sizeof siblings, "--siblings=%u", run->siblings);
    snprintf(count, sizeof count, "--count=%u", run->count);
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(output, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO); /* hides the closing line */
    execl(gen, gen, "longcat", size, luck, siblings, count, "--seed=1", "--jobs=1", "--quiet", "--output=-",
          run->apart ? (char *)NULL : "--min-distance=0", (char *)NULL);
    _exit(127);
}

/* Runs `gen` and writes its levels to a file.  Returns the CPU seconds it used, or a negative number on failure. */
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

/* Counts a level. */
static void count_level(const struct puzzle *puzzle, unsigned side, struct hard_counts *hard)
{
    struct request request = {.measures = MEASURES_AUTO};
    struct judgement judgement;
    if (!judge(puzzle, &request, &judgement))
        return;
    unsigned stops = 0;
    for (size_t i = 0; i < (size_t)judgement.measure[MEASURE_traps]; i++)
        stops += i == 0 || judgement.traps[i].position != judgement.traps[i - 1].position;
    if (judgement.verdict == VERDICT_UNIQUE) {
        hard->stops += stops >= (side + 1) / 2;
        hard->six_bits += judgement.measure[MEASURE_luck] >= 6;
        hard->ten_bits += judgement.measure[MEASURE_luck] >= 10;
    }
    judgement_free(&judgement);
}

/* Counts the hard levels of a file. */
static bool count_hard(char *path, unsigned side, struct hard_counts *hard, struct text *error)
{
    struct level level;
    struct level_source *source = level_source_open(&path, 1);
    enum level_result result = LEVEL_BAD;
    while (source != NULL && (result = level_source_next(source, &level, error)) == LEVEL_READ) {
        struct puzzle *puzzle = level_load(&level, NULL, (struct variant){0}, error);
        if (puzzle != NULL) {
            count_level(puzzle, side, hard);
            puzzle->game->free(puzzle);
        }
        level_free(&level);
    }
    if (source != NULL)
        level_source_close(source);
    return result == LEVEL_END && error->size == 0;
}

/* Prints the rates of a run.  All its levels are distinct, because gen drops copies. */
static bool bench_run(const char *gen, const struct run *run, struct text *error)
{
    char path[] = "bench_longcat.XXXXXX", work[100];
    int output = mkstemp(path);
    struct hard_counts hard = {0};
    double seconds = output < 0 ? -1 : run_gen(gen, run, output);
    bool good = seconds >= 0 && count_hard(path, run->side, &hard, error);
    if (good) {
        snprintf(work, sizeof work, "gen %4u of %ux%u, --min-luck=%u --siblings=%u%s", run->count, run->side, run->side,
                 run->luck, run->siblings, run->apart ? ", apart" : "");
        bench_row(work, seconds, run->reference, "%.0f levels/s: %.0f stops, %.0f 6 bits, %.0f 10 bits",
                  run->count / seconds, hard.stops / seconds, hard.six_bits / seconds, hard.ten_bits / seconds);
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
