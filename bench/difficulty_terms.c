/* Prints the components of the difficulty of levels, and the other measures, as CSV for bench/fit_difficulty.py.
 * Operands are level files or folders, as for solve. */
#include "solve/level/jobs.h"

#include <stdio.h>

static void print_header(void)
{
    printf("nth,guided_luck,hazard");
    for (int i = 0; i < MEASURE_COUNT; i++)
        printf(",%s", measure_names[i]);
    printf("\n");
}

/* Prints a figure, or nothing if it is unknown. */
static void print_figure(double value)
{
    printf(value == UNKNOWN ? "," : ",%.9g", value);
}

static void print_level(size_t nth, const struct judgement *judgement)
{
    printf("%zu", nth);
    print_figure(judgement->guided.luck);
    print_figure(judgement->guided.hazard);
    for (int i = 0; i < MEASURE_COUNT; i++)
        print_figure(judgement->measure[i]);
    printf("\n");
}

/* Reads and judges the next level.  Returns false if there are no more levels or memory runs out. */
static bool next_level(struct level_source *source, size_t nth, bool *good)
{
    struct job_kind kind = {0};
    struct request request = {.measures = MEASURES_AUTO};
    struct job job = {0};
    if (!job_read(source, &kind, &job))
        return false;
    fputs(text_string(&job.error), stderr);
    if (job.puzzle != NULL) {
        *good = judge(job.puzzle, &request, &job.judgement);
        if (*good) {
            print_level(nth, &job.judgement);
            judgement_free(&job.judgement);
        }
        job.puzzle->game->free(job.puzzle);
    }
    text_free(&job.error);
    level_free(&job.level);
    return *good;
}

int main(int argc, char **argv)
{
    bool good = true;
    struct level_source *source = level_source_open(argv + 1, (size_t)argc - 1);
    if (source == NULL)
        return 3;
    print_header();
    for (size_t nth = 0; next_level(source, nth, &good); nth++)
        continue;
    level_source_close(source);
    return good ? 0 : 3;
}
