/* A command loses nothing while it writes files.  If any file operation or a power failure ends it, running it again
 * gives the same result as an undisturbed run and leaves no other files.  If an operation fails, the command says so
 * or gives the same result.
 *
 *   tests/test_faults                  all cases, each disturbed a few times; with ONLYWAY_TEST_LONG in all ways
 *   tests/test_faults CASE             one case, in all ways
 *   tests/test_faults CASE FAULT N     one run: FAULT, as the table names it, at the N-th operation (from 1)
 *   tests/test_faults CASE             one run: the power fails after N operations
 *       power-NAMES-BYTES N
 *
 * The cases are lines of tests/faults/cases, which describes their format.  A case runs once undisturbed, and its
 * operations are logged.  Then tests/faults.c disturbs it, or it starts from the files that tests/power.c makes from
 * the log.  ONLYWAY_TEST_SEED determines which disturbances are skipped. */
#include "base/text.h"
#include "tests/faults.h"
#include "tests/power.h"
#include "tests/run_case.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How often to disturb a case that does not say so itself. */
enum { TIMES = 8, SKIPPED = 77 };

static const struct stage_kind kind = {.library = "tests/faults.so",
                                       .variable = FAULTS_FILE,
                                       .orders_size = sizeof(struct faults),
                                       .files = "tests/faults",
                                       .state = "run/state"};

static const struct way {
    const char *name;
    enum fault fault;
    int error;
} ways[] = {
    {"kill-before", FAULT_KILL_BEFORE, 0},
    {"kill-after", FAULT_KILL_AFTER, 0},
    {"ENOSPC", FAULT_FAIL, ENOSPC},
    {"EIO", FAULT_FAIL, EIO},
    {"EINTR", FAULT_FAIL, EINTR},
    {"full", FAULT_FAIL_SINCE, ENOSPC},
    {"short", FAULT_SHORT, 0},
};

static const struct loss {
    const char *name;
    enum power_names names;
    enum power_bytes bytes;
} losses[] = {
    {"power-synced-gone", NAMES_AS_SYNCED, BYTES_GONE}, {"power-kept-gone", NAMES_KEPT, BYTES_GONE},
    {"power-kept-zero", NAMES_KEPT, BYTES_ZERO},        {"power-kept-half", NAMES_KEPT, BYTES_HALF},
    {"power-some-some", NAMES_OF_SOME, BYTES_OF_SOME},  {"power-some-gone", NAMES_OF_SOME, BYTES_GONE},
};

enum { WAYS = sizeof ways / sizeof *ways, LOSSES = sizeof losses / sizeof *losses };

static const char *const op_names[OP_COUNT] = {"open",   "write",  "truncate", "sync", "syncfs",
                                               "rename", "unlink", "rmdir",    "mkdir"};

struct tally {
    unsigned long kills, failures, powers, faults;
};

/* A case and its undisturbed result. */
struct trial {
    struct stage *stage;
    const struct run_case *run;
    char start[128], folder[128], log[128]; /* paths */
    struct outcome whole;                   /* holds only standard output */
    struct text files;                      /* the files that it leaves */
    uint64_t count;                         /* number of operations */
    uint64_t *moments; /* [moment_count] numbers of operations before a power failure or a disturbed operation */
    uint64_t moment_count;
    struct power *power;
    struct tally *tally;
};

/* --- running --- */

static void give_orders(struct trial *trial, enum fault fault, uint64_t nth, int error)
{
    struct faults *orders = trial->stage->orders;
    *orders = (struct faults){.nth = nth, .fault = fault, .error = error};
    snprintf(orders->folder, sizeof orders->folder, "%s", trial->folder);
    if (fault == FAULT_NONE)
        snprintf(orders->log, sizeof orders->log, "%s", trial->log);
}

static const struct run_command *command_of(const struct trial *trial)
{
    return &trial->run->commands[trial->run->count - 1];
}

static void run_whole(struct trial *trial)
{
    stage_prepare(trial->stage, trial->run);
    stage_begin(trial->stage, "prepared");
    unlink(trial->log);
    give_orders(trial, FAULT_NONE, 0, 0);
    stage_command(trial->stage, command_of(trial), true, &trial->whole);
    stage_describe(trial->stage, &trial->files);
    trial->count = ((const struct faults *)trial->stage->orders)->count;
    trial->power = power_read(trial->log, trial->folder, trial->start);
}

/* Chooses the moments: all operations or, if most of them are writes, all others and some of the writes. */
static void choose_moments(struct trial *trial, uint64_t seed)
{
    size_t writes = 0, count = power_count(trial->power), write = (size_t)seed;
    for (size_t i = 0; i < count; i++)
        writes += power_is_write(trial->power, i);
    size_t step = writes > 2 * (count - writes) ? writes / (count - writes + 1) : 1;
    trial->moments = calloc(count + 1, sizeof *trial->moments);
    for (size_t i = 0; i <= count; i++) {
        if (i == count || !power_is_write(trial->power, i) || write++ % step == 0)
            trial->moments[trial->moment_count++] = i;
    }
}

static bool same_text(const struct text *a, const struct text *b)
{
    return a->size == b->size && memcmp(text_string(a), text_string(b), a->size) == 0;
}

/* Returns whether the files are those of the undisturbed run. */
static bool same_files(const struct trial *trial, struct text *files)
{
    stage_describe(trial->stage, files);
    return same_text(files, &trial->files);
}

static bool same_result(const struct trial *trial, const struct outcome *outcome)
{
    return outcome->status == trial->whole.status && same_text(&outcome->output, &trial->whole.output);
}

/* --- failures --- */

static void print_some(const char *what, const struct text *text)
{
    printf("    %s: %.*s%s\n", what, 600, text_string(text), text->size > 600 ? "..." : "");
}

/* Counts the files, not the folders, that one description has and the other lacks or has with other contents.
 * Prints their names after `what`, unless it is NULL. */
static size_t count_missing(const char *what, const struct text *one, const struct text *other)
{
    static const char start[] = "\n--- ";
    const char *next = text_string(one), *all_end = next + one->size;
    size_t count = 0;
    while (next < all_end) {
        const char *end = memmem(next + 1, (size_t)(all_end - next - 1), start, sizeof start - 1);
        size_t size = (size_t)((end == NULL ? all_end : end) - next), name = strcspn(next + 1, "\n");
        bool folder = next[name] == '/';
        if (!folder && memmem(text_string(other), other->size, next, size) == NULL) {
            count++;
            if (what != NULL)
                printf("    %s: %.*s\n", what, (int)name - 4, next + sizeof start - 1);
        }
        next += size;
    }
    return count;
}

static void print_differences(const struct trial *trial, const struct text *files)
{
    count_missing("should be there", &trial->files, files);
    count_missing("is there", files, &trial->files);
}

static void fail(struct trial *trial, const char *name, uint64_t n, const char *fault, const struct outcome *outcome)
{
    const struct faults *orders = trial->stage->orders;
    trial->tally->faults++;
    printf("FAIL: tests/test_faults %s %s %" PRIu64 ": %s (status %d, signal %d)\n", trial->run->name, name, n, fault,
           outcome->status, outcome->signal);
    if (orders->done)
        printf("    at: %s %s\n", op_names[orders->op], orders->path);
    print_some("output", &outcome->output);
    print_some("messages", &outcome->messages);
}

/* Returns whether a text gives a reason and, before it, the name of a file or folder. */
static bool names_file(const struct trial *trial, const struct text *messages, const char *reason)
{
    char name[PATH_MAX], path[2 * PATH_MAX];
    const char *found = strstr(text_string(messages), reason);
    const char *begin = found;
    if (found == NULL || found - text_string(messages) < 3)
        return false;
    while (begin > text_string(messages) && begin[-1] != '\n' && strncmp(begin, ": ", 2) != 0)
        begin--;
    const char *end = begin;
    while (begin > text_string(messages) && begin[-1] != '\n' && strchr(" (", begin[-1]) == NULL)
        begin--;
    if (end - begin < 1 || end - begin >= PATH_MAX)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)(end - begin), begin);
    snprintf(path, sizeof path, "%s/%s", trial->folder, dirname(name));
    return access(path, F_OK) == 0;
}

/* Runs the commands that users run after an interruption.  The result must be that of the undisturbed run. */
static void run_again(struct trial *trial, const char *name, uint64_t n)
{
    struct text files = {0};
    for (size_t i = 0; i < trial->run->again_count; i++) {
        struct outcome outcome = {0};
        bool last = i + 1 == trial->run->again_count;
        stage_command(trial->stage, &trial->run->again[i], false, &outcome);
        if (outcome.hangs)
            fail(trial, name, n, "the command run again does not end", &outcome);
        else if (outcome.signal != 0)
            fail(trial, name, n, "the command run again is ended by a signal", &outcome);
        else if (last && !same_result(trial, &outcome))
            fail(trial, name, n, "the command run again comes to something else", &outcome);
        else if (last && !same_files(trial, &files)) {
            fail(trial, name, n, "the command run again leaves other files", &outcome);
            print_differences(trial, &files);
        }
        outcome_free(&outcome);
    }
    text_free(&files);
}

/* --- disturbed runs --- */

/* Returns what is wrong with a run that was not killed, or NULL.  `same`: it left the files of the undisturbed run;
 * otherwise `files` describes its files. */
static const char *find_fault(const struct trial *trial, const struct way *way, const struct outcome *outcome,
                              bool same, const struct text *files)
{
    const struct faults *orders = trial->stage->orders;
    bool plays = command_of(trial)->keys != NULL;
    if (outcome->hangs)
        return "does not end";
    if (outcome->signal != 0)
        return "ended by a signal";
    if (same && same_result(trial, outcome))
        return NULL;
    if (!orders->done)
        return "undisturbed, it comes to something else";
    if (way->fault == FAULT_SHORT)
        return "does not write the rest";
    if (plays) /* a player need not deal with file errors */
        return outcome->status == trial->whole.status ? NULL : "another status";
    const char *reason = strerror(way->error);
    bool says = names_file(trial, &outcome->messages, reason) || names_file(trial, &outcome->output, reason);
    if (outcome->status == trial->whole.status) { /* a file that cannot be removed may stay until the next run */
        bool removes = orders->op == OP_UNLINK || orders->op == OP_RMDIR;
        bool more = same_result(trial, outcome) && count_missing(NULL, &trial->files, files) == 0;
        return more && (removes || says) ? NULL : "neither says so nor does the same";
    }
    if (outcome->status != 3 && outcome->status != 2)
        return "another status than 2 or 3";
    return says ? NULL : "does not say which file and why";
}

static void try_way(struct trial *trial, const struct way *way, uint64_t n)
{
    const struct faults *orders = trial->stage->orders;
    struct outcome outcome = {0};
    struct text files = {0};
    stage_begin(trial->stage, "prepared");
    give_orders(trial, way->fault, n, way->error);
    stage_command(trial->stage, command_of(trial), true, &outcome);
    bool killed = orders->done && (way->fault == FAULT_KILL_BEFORE || way->fault == FAULT_KILL_AFTER);
    trial->tally->kills += killed;
    trial->tally->failures += orders->done && !killed;
    bool same = same_files(trial, &files);
    const char *fault = killed ? NULL : find_fault(trial, way, &outcome, same, &files);
    if (fault != NULL) {
        fail(trial, way->name, n, fault, &outcome);
        print_differences(trial, &files);
    }
    if (!same || !same_result(trial, &outcome))
        run_again(trial, way->name, n);
    outcome_free(&outcome);
    text_free(&files);
}

/* Lets the power fail after n operations.  After the last operation, all results must already be on the disk. */
static void try_loss(struct trial *trial, const struct loss *loss, uint64_t n, uint64_t seed)
{
    char lost[PATH_MAX];
    struct text files = {0};
    uint64_t random = seed + n;
    snprintf(lost, sizeof lost, "%s/lost", trial->stage->folder);
    power_fail(trial->power, (size_t)n, loss->names, loss->bytes, &random, lost);
    stage_begin(trial->stage, "lost");
    stage_remove(trial->stage, "lost");
    ((struct faults *)trial->stage->orders)->done = 0;
    trial->tally->powers++;
    stage_describe(trial->stage, &files);
    if (n == power_count(trial->power) && count_missing(NULL, &trial->files, &files) > 0) {
        struct outcome none = {0};
        fail(trial, loss->name, n, "what is finished is not on the disk", &none);
        count_missing("should be there", &trial->files, &files);
    }
    run_again(trial, loss->name, n);
    text_free(&files);
}

/* Makes one disturbed run, given by its name in messages. */
static bool try_named(struct trial *trial, const char *name, uint64_t n, uint64_t seed)
{
    for (size_t i = 0; i < WAYS; i++) {
        if (strcmp(ways[i].name, name) == 0)
            try_way(trial, &ways[i], n);
    }
    for (size_t i = 0; i < LOSSES; i++) {
        if (strcmp(losses[i].name, name) == 0 && n <= power_count(trial->power))
            try_loss(trial, &losses[i], n, seed);
    }
    return trial->tally->faults == 0;
}

static void try_case(struct trial *trial, char **named, uint64_t most, uint64_t seed)
{
    const struct run_case *run = trial->run;
    struct tally before = *trial->tally;
    const char *lack = most == 0 ? "only by make check-all" : stage_lacks(trial->stage, run);
    if (lack != NULL) {
        printf("skipped: %s: %s\n", run->name, lack);
        return;
    }
    run_whole(trial);
    if (outcome_is_not_built(&trial->whole)) {
        printf("skipped: %s: %s", run->name, text_string(&trial->whole.messages));
    } else if (trial->whole.status != run->status || trial->whole.signal != 0 || trial->whole.hangs) {
        fail(trial, "undisturbed", 0, "another exit status", &trial->whole);
    } else if (trial->count == 0) {
        fail(trial, "undisturbed", 0, "writes no files", &trial->whole);
    } else if (named != NULL) {
        try_named(trial, named[0], strtoull(named[1], NULL, 10), seed);
    } else {
        choose_moments(trial, seed);
        uint64_t all = trial->moment_count * (WAYS + LOSSES);
        uint64_t step = all > most ? all / most : 1;
        step += step % (WAYS + LOSSES) == 0; /* coprime to their number, so that all kinds come in turn */
        for (uint64_t i = seed % step; i < all; i += step) {
            uint64_t moment = trial->moments[i / (WAYS + LOSSES)], kind_of_way = i % (WAYS + LOSSES);
            if (kind_of_way >= WAYS)
                try_loss(trial, &losses[kind_of_way - WAYS], moment, seed);
            else if (moment < trial->count)
                try_way(trial, &ways[kind_of_way], moment + 1);
        }
    }
    printf("%s: %" PRIu64 " operations; %lu times ended, %lu operations failed, %lu power failures; %lu faults\n",
           run->name, trial->count, trial->tally->kills - before.kills, trial->tally->failures - before.failures,
           trial->tally->powers - before.powers, trial->tally->faults - before.faults);
    outcome_free(&trial->whole);
    text_free(&trial->files);
    power_free(trial->power);
    free(trial->moments);
}

/* Returns how often to disturb a case. */
static uint64_t how_often(const struct run_case *run, bool one)
{
    if (one || getenv("ONLYWAY_TEST_LONG") != NULL)
        return UINT64_MAX;
    return run->times >= 0 ? (uint64_t)run->times : TIMES;
}

int main(int argc, char **argv)
{
    const char *seed_text = getenv("ONLYWAY_TEST_SEED"), *source = getenv("srcdir");
    uint64_t seed = seed_text != NULL ? strtoull(seed_text, NULL, 10) : 1;
    struct tally tally = {0};
    struct stage stage;
    struct run_case run;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *missing = stage_open(&stage, &kind, source != NULL ? source : "..");
    if (missing != NULL) {
        printf("skipped: %s\n", missing);
        stage_close(&stage);
        return SKIPPED;
    }
    setenv("TMPDIR", stage.folder, 1); /* for the files that MPI leaves when it is killed */
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
    while (stage_next_case(&stage, &run)) {
        struct trial trial = {.stage = &stage, .run = &run, .tally = &tally};
        if (argc > 1 && strcmp(argv[1], run.name) != 0)
            continue;
        snprintf(trial.folder, sizeof trial.folder, "%s/run", stage.folder);
        snprintf(trial.start, sizeof trial.start, "%s/prepared", stage.folder);
        snprintf(trial.log, sizeof trial.log, "%s/log", stage.folder);
        try_case(&trial, argc > 3 ? argv + 2 : NULL, how_often(&run, argc > 1), seed);
    }
    stage_close(&stage);
    printf("%lu times ended, %lu operations failed, %lu power failures: %lu faults (seed %" PRIu64 ")\n", tally.kills,
           tally.failures, tally.powers, tally.faults, seed);
    return tally.faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
