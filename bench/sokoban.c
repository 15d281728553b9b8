/* Measures Sokoban: states per second of the search alone and with all measures, and rooms per second of the
 * generator.
 *
 * Times are CPU times of the whole process, and also wall-clock times for the search.  Operands are level files;
 * without any, only the generator is measured. */
#include "games/sokoban/sokoban.h"
#include "gen/sokoban/rooms.h"
#include "solve/judge/judge.h"
#include "solve/level/levels.h"
#include "solve/search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- the search --- */

struct sum {
    uint64_t states;
    double bytes;
    unsigned levels, whole;
};

typedef void level_work(const struct puzzle *puzzle, unsigned jobs, struct sum *sum);

/* Judges a level with all measures; `whole` counts the levels whose measures are all known. */
static void judge_level(const struct puzzle *puzzle, unsigned jobs, struct sum *sum)
{
    struct judgement judgement;
    struct request request = {.limits = {.max_memory = UINT64_C(4) << 30, .jobs = jobs}, .measures = MEASURES_AUTO};
    if (!judge(puzzle, &request, &judgement))
        return;
    sum->states += judgement.states;
    sum->whole += judgement.measure[MEASURE_forced] != UNKNOWN;
    sum->levels++;
    judgement_free(&judgement);
}

/* Searches the whole state graph of a level, breadth-first. */
static void search_level(const struct puzzle *puzzle, unsigned jobs, struct sum *sum)
{
    struct search search;
    struct limits limits = {.max_memory = UINT64_C(4) << 30, .jobs = jobs};
    if (!search_make(&search, puzzle, &limits))
        return;
    bool whole = search_is_done(search_breadth_first(&search, UINT64_C(1) << 22)) &&
                 search_is_done(search_rest(&search, UINT64_C(1) << 22));
    sum->states += store_count(&search.store);
    sum->bytes += (double)store_bytes(&search.store);
    sum->whole += whole;
    sum->levels++;
    search_free(&search);
}

static void go_through_files(char **files, size_t count, unsigned jobs, const char *name, level_work *work)
{
    struct level_source *source = level_source_open(files, count);
    struct level level;
    struct text error = {0};
    struct sum sum = {0};
    enum level_result result;
    double clock = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    while (source != NULL && (result = level_source_next(source, &level, &error)) != LEVEL_END) {
        struct puzzle *puzzle =
            result != LEVEL_READ ? NULL : level_load(&level, &game_sokoban, (struct variant){0}, &error);
        if (puzzle != NULL) {
            work(puzzle, jobs, &sum);
            game_sokoban.free(puzzle);
        }
        if (result == LEVEL_READ)
            level_free(&level);
    }
    clock = seconds(CLOCK_MONOTONIC) - clock;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("%s, %u thread%s: %u levels, %u of them whole, %llu states, %.2f CPU s, "
           "%.2f M states/s (by the clock %.2f s, %.2f M/s)",
           name, jobs, jobs == 1 ? "" : "s", sum.levels, sum.whole, (unsigned long long)sum.states, cpu,
           (double)sum.states / cpu / 1e6, clock, (double)sum.states / clock / 1e6);
    if (sum.bytes > 0)
        printf(", %.1f bytes a state; another program: 149 levels, 4.3 s, 0.79 M states/s",
               sum.bytes / (double)sum.states);
    printf("\n");
    fflush(stdout);
    level_source_close(source);
    text_free(&error);
}

/* --- the generator --- */

static void search_rooms(int size, unsigned boxes, double budget, const char *reference)
{
    struct retro *retro = retro_make(boxes, 200000, 4 << 20, 1);
    if (retro == NULL)
        return;
    unsigned rooms = 0;
    double depths = 0, start = seconds(CLOCK_PROCESS_CPUTIME_ID), cpu = 0;
    for (uint64_t seed = 0; cpu < budget; seed++) {
        struct rng rng;
        struct sokoban_draft draft = {.columns = size, .rows = size};
        struct room room;
        rng_start_candidate(&rng, 1, seed);
        sokoban_draft_scatter(&draft, (unsigned)(size * size) / 5, &rng);
        room_make(&room, &draft);
        int depth = sokoban_draft_spans(&draft) ? retro_run(retro, &room) : -1;
        if (depth >= 0) {
            rooms++;
            depths += depth;
        }
        cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    printf("rooms %dx%d, %u boxes: %.0f a second, deepest level %.1f pushes on average%s\n", size, size, boxes,
           rooms / cpu, rooms == 0 ? 0 : depths / rooms, reference);
    fflush(stdout);
    retro_free(retro);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        for (unsigned jobs = 1; jobs <= 2; jobs++) {
            go_through_files(argv + 1, (size_t)argc - 1, jobs, "search", search_level);
            go_through_files(argv + 1, (size_t)argc - 1, jobs, "all measures", judge_level);
        }
    }
    search_rooms(5, 2, 1, "; another program: 1250 rooms");
    search_rooms(5, 3, 1, "");
    search_rooms(6, 3, 1, "");
    search_rooms(7, 3, 2, "");
    return 0;
}
