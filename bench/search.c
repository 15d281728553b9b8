/* Measures the search for the shortest solutions of a game's levels: its time, and its memory per state.
 *
 * A separate process searches each level, best first and on one thread; the growth of its peak memory is the memory
 * of the search.  Operands are level files or folders.  Large levels have a row each; the others share one, because
 * their memory is mostly the fixed cost of a search.  The largest levels are not searched to the end. */
#include "base/program.h"
#include "solve/level/levels.h"
#include "solve/search/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ALL "all"

enum { LARGE = 100000 };

/* The figures of other programs for published levels with these names, or for all levels of a game together. */
static const struct {
    const char *game, *name, *took;
} references[] = {
    {"snakebird", "07.txt", "0.08 s"},
    {"snakebird", "09.txt", "0.62 s"},
    {"snakebird", "16.txt", "2.3 s, 1.34 M states"},
    {"snakebird", "19.txt", "37.6 s, 12.3 M states"},
    {"snakebird", "23.txt", "4.6 s"},
    {"snowman", ALL, "29 of 30 gardens in 0.7 s each or less"},
};

struct result {
    uint64_t states;
    int64_t depth;
    double seconds, bytes;
};

static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double peak_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024;
}

static bool search_level(const struct puzzle *puzzle, uint64_t most, struct result *result)
{
    struct search search;
    struct limits limits = {.max_states = most, .jobs = 1};
    double bytes = peak_bytes(), start = cpu_seconds();
    bool good = search_make(&search, puzzle, &limits);
    search_merge_equals(&search);
    if (good && !search_is_done(search_best_first(&search)))
        good = !search_failed(&search);
    *result = (struct result){.states = store_count(&search.store),
                              .depth = search.depth,
                              .seconds = cpu_seconds() - start,
                              .bytes = peak_bytes() - bytes};
    search_free(&search);
    return good;
}

/* Searches a level in a child process.  Returns false on failure. */
static bool search_apart(const struct puzzle *puzzle, uint64_t most, struct result *result)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        bool good =
            search_level(puzzle, most, result) && write(ends[1], result, sizeof *result) == (ssize_t)sizeof *result;
        _exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    bool good = child > 0 && read(ends[0], result, sizeof *result) == (ssize_t)sizeof *result;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return good;
}

static void print_result(const char *work, const struct result *result)
{
    double states = (double)result->states;
    printf("%-33s %6.2f CPU s, %8" PRIu64 " states, %.2f M states/s", work, result->seconds, result->states,
           states / 1e6 / result->seconds);
}

struct sum {
    const struct game *game;
    uint64_t most; /* the states after which a search gives up */
    struct result small, all;
    unsigned small_count, count, quick; /* quick: see print_all */
};

static void add(struct result *sum, const struct result *result)
{
    sum->states += result->states;
    sum->seconds += result->seconds;
    sum->bytes += result->bytes;
}

/* Prints the reference, if there is one, and ends the line. */
static void print_reference(const struct game *game, const char *name)
{
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        if (strcmp(references[i].game, game->name) == 0 && strcmp(references[i].name, name) == 0)
            printf("; another program: %s", references[i].took);
    }
    putchar('\n');
    fflush(stdout);
}

static void print_level(const struct game *game, const char *name, const struct result *result)
{
    char work[100];
    if (result->depth >= 0)
        snprintf(work, sizeof work, "search %.60s, depth %" PRId64, name, result->depth);
    else
        snprintf(work, sizeof work, "search %.60s, not to the end", name);
    print_result(work, result);
    printf(", %.1f bytes a state", result->bytes / (double)result->states);
    print_reference(game, name);
}

static const double QUICK = 0.7; /* seconds */

static void print_all(const struct sum *sum)
{
    char work[100];
    snprintf(work, sizeof work, "search all %u levels", sum->count);
    print_result(work, &sum->all);
    printf(", %u of them to the end in %.1f s each or less", sum->quick, QUICK);
    print_reference(sum->game, ALL);
}

static void take_level(const struct level *level, const struct puzzle *puzzle, struct sum *sum)
{
    struct result result;
    if (!search_apart(puzzle, sum->most, &result)) {
        printf("%s: could not be searched\n", text_string(&level->name));
        return;
    }
    add(&sum->all, &result);
    sum->count++;
    sum->quick += result.depth >= 0 && result.seconds <= QUICK;
    if (result.states >= LARGE) {
        print_level(sum->game, text_string(&level->name), &result);
    } else {
        add(&sum->small, &result);
        sum->small_count++;
    }
}

static bool search_files(char **files, size_t count, struct sum *sum)
{
    struct level_source *source = level_source_open(files, count);
    struct level level;
    struct text error = {0};
    enum level_result result = LEVEL_END;
    while (source != NULL && (result = level_source_next(source, &level, &error)) != LEVEL_END) {
        if (result != LEVEL_READ)
            continue;
        struct puzzle *puzzle = level_load(&level, sum->game, (struct variant){0}, &error);
        if (puzzle != NULL) {
            take_level(&level, puzzle, sum);
            sum->game->free(puzzle);
        }
        level_free(&level);
    }
    if (source != NULL)
        level_source_close(source);
    bool good = source != NULL && error.size == 0;
    if (!good)
        fprintf(stderr, "%s", error.size == 0 ? "out of memory\n" : text_string(&error));
    text_free(&error);
    return good;
}

int main(int argc, char **argv)
{
    struct sum sum = {.game = argc < 4 ? NULL : game_find(argv[1])};
    char work[100];
    program_begin(argv[0]); /* also configures the allocator */
    if (sum.game == NULL) {
        fprintf(stderr, "Usage: bench_search GAME STATES FILE...\nSTATES after which a search is given up; FILE is a "
                        "level file or a folder.\n");
        return EXIT_FAILURE;
    }
    sum.most = strtoull(argv[2], NULL, 10);
    printf("%s\n", sum.game->title);
    bool good = search_files(argv + 3, (size_t)argc - 3, &sum);
    if (sum.small_count > 0) {
        snprintf(work, sizeof work, "search %u small levels", sum.small_count);
        print_result(work, &sum.small);
        putchar('\n');
    }
    if (sum.count > 1)
        print_all(&sum);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
