/* If any allocation fails, a command either reports it and exits with 3, or gives the same result as without the
 * failure.  It never crashes, and never continues with incomplete data.
 *
 *   tests/test_memory               all cases, some allocations of each; with ONLYWAY_TEST_LONG all allocations
 *   tests/test_memory CASE          one case, all allocations
 *   tests/test_memory CASE N        one run, in which the N-th allocation fails (0: none); prints its origin
 *   tests/test_memory CASE N+       the same, and all later allocations fail, too
 *
 * The cases are lines of tests/memory/cases, which describes their format.  A case runs once undisturbed and then
 * with the n-th allocation failing (see no_memory.c), for each n; in a second series all later allocations fail,
 * too.  ONLYWAY_TEST_SEED determines which n are skipped without ONLYWAY_TEST_LONG. */
#include "base/text.h"
#include "tests/no_memory.h"
#include "tests/run_case.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The runs of a case in each series.  MANY applies to complete tests of cases with thousands of allocations, which
 * repeat the same work. */
enum { FEW = 1, MANY = 1500, SKIPPED = 77 };

static const struct stage_kind kind = {.library = "tests/no_memory.so",
                                       .variable = NO_MEMORY_FILE,
                                       .orders_size = sizeof(struct no_memory),
                                       .files = "tests/memory",
                                       .state = "state"};

struct tally {
    unsigned long runs, crashes, silent, hangs;
};

/* Returns what is wrong with a run in which memory ran out, or NULL. */
static const char *find_fault(const struct outcome *whole, const struct outcome *outcome, struct tally *tally)
{
    if (outcome->hangs) {
        tally->hangs++;
        return "does not end";
    }
    if (outcome->signal != 0) {
        tally->crashes++;
        return "ended by a signal";
    }
    if (outcome->status == 3 && strstr(text_string(&outcome->messages), "memory") != NULL)
        return NULL;
    if (outcome_same(whole, outcome))
        return NULL;
    tally->silent++;
    return outcome->status == 3 ? "exit status 3 without a word on memory" : "neither said so nor did the same";
}

static void print_some(const char *what, const struct text *text)
{
    printf("    %s: %.*s%s\n", what, 300, text_string(text), text->size > 300 ? "..." : "");
}

/* Runs the case with the n-th allocation failing and, if `on`, all later ones. */
static struct no_memory *disturb(struct stage *stage, const struct run_case *run, uint64_t n, bool on,
                                 struct outcome *outcome)
{
    struct no_memory *orders = stage->orders;
    orders->nth = n;
    orders->ever_since = on;
    orders->count = 0;
    orders->failed = 0;
    orders->no_threads = run->commands[run->count - 1].keys != NULL;
    stage_run(stage, run, outcome);
    return orders;
}

/* Makes one run.  Returns false if it makes fewer than n allocations. */
static bool run_once(struct stage *stage, const struct run_case *run, const struct outcome *whole, uint64_t n, bool on,
                     struct tally *tally)
{
    struct outcome outcome = {0};
    const struct no_memory *orders = disturb(stage, run, n, on, &outcome);
    const char *fault = find_fault(whole, &outcome, tally);
    if (fault != NULL) {
        printf("FAIL: tests/test_memory %s %" PRIu64 "%s: %s (status %d, signal %d)\n", run->name, n, on ? "+" : "",
               fault, outcome.status, outcome.signal);
        print_some("messages", &outcome.messages);
    }
    tally->runs += orders->failed != 0;
    outcome_free(&outcome);
    return orders->count >= n;
}

/* Makes all runs of a case, or every `step`-th. */
static void run_all(struct stage *stage, const struct run_case *run, bool few, uint64_t seed, struct tally *tally)
{
    struct outcome whole = {0};
    const char *lack = stage_lacks(stage, run);
    if (lack != NULL) {
        printf("skipped: %s: %s\n", run->name, lack);
        return;
    }
    stage_prepare(stage, run);
    struct tally before = *tally;
    uint64_t count = disturb(stage, run, 0, false, &whole)->count;
    uint64_t most = few ? FEW : MANY;
    uint64_t step = count > most + most ? count / most : 1;
    if (outcome_is_not_built(&whole)) {
        printf("skipped: %s: %s", run->name, text_string(&whole.messages));
        outcome_free(&whole);
        return;
    }
    if (whole.status != run->status || whole.signal != 0 || whole.hangs) {
        printf("FAIL: %s: status %d, not %d, without any failure\n", run->name, whole.status, run->status);
        print_some("messages", &whole.messages);
        tally->silent++;
    } else {
        for (int on = 0; on < 2; on++) {
            uint64_t n = 1 + (seed + (uint64_t)on * step / 2) % step;
            /* A thread that works ahead makes a varying number of allocations. */
            while (run_once(stage, run, &whole, n, on != 0, tally) || n < count)
                n += step;
        }
    }
    outcome_free(&whole);
    printf("%s: %" PRIu64 " requests, %lu runs, %lu signals, %lu silent, %lu hang\n", run->name, count,
           tally->runs - before.runs, tally->crashes - before.crashes, tally->silent - before.silent,
           tally->hangs - before.hangs);
}

/* Makes one run and prints all of its results. */
static void run_one(struct stage *stage, const struct run_case *run, const char *which)
{
    struct outcome outcome = {0};
    char *end;
    uint64_t n = strtoull(which, &end, 10);
    stage_prepare(stage, run);
    ((struct no_memory *)stage->orders)->trace = 1;
    const struct no_memory *orders = disturb(stage, run, n, *end == '+', &outcome);
    printf("status %d, signal %d%s, %" PRIu64 " requests\n--- output\n%s--- messages\n%s", outcome.status,
           outcome.signal, outcome.hangs ? ", does not end" : "", orders->count, text_string(&outcome.output),
           text_string(&outcome.messages));
    outcome_free(&outcome);
}

int main(int argc, char **argv)
{
    const char *seed_text = getenv("ONLYWAY_TEST_SEED"), *folder = getenv("srcdir");
    uint64_t seed = seed_text != NULL ? strtoull(seed_text, NULL, 10) : 1;
    bool few = argc < 2 && getenv("ONLYWAY_TEST_LONG") == NULL;
    struct tally tally = {0};
    struct stage stage;
    struct run_case run;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *missing = stage_open(&stage, &kind, folder != NULL ? folder : "..");
#ifndef __GLIBC__
    missing = "tests/no_memory.c needs glibc";
#endif
    if (missing != NULL) {
        printf("skipped: %s\n", missing);
        stage_close(&stage);
        return SKIPPED;
    }
    while (stage_next_case(&stage, &run)) {
        if (argc > 1 && strcmp(argv[1], run.name) != 0)
            continue;
        if (argc > 2)
            run_one(&stage, &run, argv[2]);
        else
            run_all(&stage, &run, few, seed, &tally);
    }
    stage_close(&stage);
    printf("%lu runs in which memory ran out: %lu ended by a signal, %lu silently wrong, %lu without "
           "end (seed %" PRIu64 ")\n",
           tally.runs, tally.crashes, tally.silent, tally.hangs, seed);
    return tally.crashes + tally.silent + tally.hangs == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
