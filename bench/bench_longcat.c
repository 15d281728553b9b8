/* Measures how fast LongCat levels are counted, generated and judged.  `make bench` runs it.
 *
 * Each row of the table gives the work, the CPU seconds it took and the rate.  The last column has figures measured
 * elsewhere, for comparison. */
#include "bench/bench.h"

#include "gen/longcat/draft.h"
#include "solve/longcat/bit_board.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { SIDE = 8, LEVELS = 500000 };

static double seconds_of(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double cpu_seconds(void)
{
    return seconds_of(RUSAGE_SELF);
}

double cpu_seconds_of_children(void)
{
    return seconds_of(RUSAGE_CHILDREN);
}

void bench_row(const char *work, double seconds, const char *reference, const char *rate, ...)
{
    char text[100];
    va_list arguments;
    va_start(arguments, rate);
    vsnprintf(text, sizeof text, rate, arguments);
    va_end(arguments);
    printf("%-51s %6.2f  %-49s %s\n", work, seconds, text, reference);
    fflush(stdout);
}

/* A level in the form that the counter needs. */
struct board {
    uint64_t open; /* without the cat's cell */
    unsigned cat;
};

/* Makes the boards by random walks, so that each has a solution.  Returns false if memory runs out. */
static bool make_boards(struct board *boards)
{
    struct longcat_draft draft;
    unsigned char state[SIDE * SIDE], path[SIDE * SIDE];
    if (!longcat_draft_make(&draft, SIDE, SIDE))
        return false;
    for (unsigned i = 0; i < LEVELS; i++) {
        struct rng rng;
        rng_start_candidate(&rng, 1, i);
        walk_new(&draft, state, &rng, path);
        uint64_t open = 0;
        for (unsigned cell = 0; cell < SIDE * SIDE; cell++)
            open |= (uint64_t)draft.open[cell] << cell;
        boards[i].cat = (unsigned)draft.cat;
        boards[i].open = open & ~(UINT64_C(1) << draft.cat);
    }
    longcat_draft_free(&draft);
    return true;
}

static void bench_count(const struct board *boards, unsigned rules, const char *work, const char *reference)
{
    struct bit_geometry geometry;
    uint64_t nodes = 0, solutions = 0;
    bit_geometry_make(&geometry, SIDE, SIDE);
    double start = cpu_seconds();
    for (unsigned i = 0; i < LEVELS; i++) {
        struct bit_search search = {.geometry = &geometry, .rules = rules};
        bit_count(&search, boards[i].open, boards[i].cat);
        nodes += search.nodes;
        solutions += search.solutions;
    }
    double seconds = cpu_seconds() - start;
    bench_row(work, seconds, reference, "%.1f nodes a level, %.1f ns a node, %.1f solutions", (double)nodes / LEVELS,
              seconds * 1e9 / (double)nodes, (double)solutions / LEVELS);
}

static bool bench_counts(struct text *error)
{
    struct board *boards = malloc(LEVELS * sizeof *boards);
    if (boards == NULL || !make_boards(boards)) {
        text_add_string(error, "out of memory");
        free(boards);
        return false;
    }
    bench_count(boards, LONGCAT_DEAD_ENDS | LONGCAT_COLOURS, "count all of 500000 8x8 walks, dead ends, colours",
                "35 nodes, 10-15 ns a node");
    bench_count(boards, LONGCAT_ALL_RULES, "the same with all rules", "");
    free(boards);
    return true;
}

int main(int argc, char **argv)
{
    struct text error = {0};
    if (argc != 2) {
        fprintf(stderr, "Usage: bench_longcat GEN\nGEN is the gen program to be measured.\n");
        return EXIT_FAILURE;
    }
    printf("%-51s %6s  %-49s %s\n", "work", "CPU s", "rate", "reference");
    bool good = bench_counts(&error) && bench_generator(argv[1], &error) && bench_boards(&error);
    if (!good)
        fprintf(stderr, "bench_longcat: %s\n", text_string(&error));
    text_free(&error);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
